"""A blank board: its drive is found, the right file goes there and no other, then MicroPython answers and it becomes a
hub. The drive is a folder; what it turns into is real MicroPython."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path

import pytest

from mopsbox.flash import Around, drive, flash
from mopsbox.jsonl import BadInput
from tests.firmware.test_micropython import NEEDS_MICROPYTHON
from tests.flash import uf2_files
from tests.flash.pico import Pico
from tests.flash.uf2_files import RP2040

UNMOUNTED = drive.unmounted
PICO = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n"
PICO2 = "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n"


class Desk:
    """A computer, its drives in `media`, at most one board that comes up when `name` lies on its drive."""

    def __init__(self, path: Path) -> None:
        self.media, self.path = path / "media", path
        self.media.mkdir()
        self.said: list[str] = []
        self.pico: Pico | None = None
        self.around = Around(
            ports=self.ports, folders=self.folders, tell=self.said.append, drive_s=0, port_s=0, mount_s=0
        )

    def folders(self) -> list[Path]:
        return sorted(self.media.iterdir())

    def ports(self) -> list[object]:
        return self.pico.ports() if self.pico else []

    def board(self, name: str, info: str = PICO) -> Path:
        (self.media / name).mkdir()
        (self.media / name / "INFO_UF2.TXT").write_bytes(info.encode())
        return self.media / name

    def file(self, data: bytes, name: str = "pico.uf2") -> Path:
        (self.path / name).write_bytes(data)
        return self.path / name

    def comes_up(self) -> None:
        self.pico = Pico(self.path)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(drive, "unmounted", lambda: None)
    return Desk(tmp_path)


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    error = capsys.readouterr().err
    assert error.startswith("mopsbox: ") and error.count("\n") == 1, error
    return error


@NEEDS_MICROPYTHON
def test_a_blank_board_becomes_a_hub(desk: Desk) -> None:
    """Nobody has held its button yet when the command starts; the board comes up once it has the whole file."""
    file = desk.file(uf2_files.uf2(RP2040))
    (desk.media / "holidays").mkdir()

    def person() -> None:
        where = desk.board("RPI-RP2")
        copied = where / "pico.uf2"
        for _ in range(10_000):
            if copied.exists() and copied.stat().st_size == file.stat().st_size:
                desk.comes_up()
                return
            threading.Event().wait(0.002)

    waiting = threading.Timer(0.3, person)
    waiting.start()
    try:
        assert flash(None, file, False, False, replace(desk.around, drive_s=20, port_s=20)) == 0
        waiting.join()
        assert (desk.media / "RPI-RP2" / "pico.uf2").read_bytes() == file.read_bytes()
        assert desk.said[0].startswith("Waiting for the board's drive") and "BOOTSEL" in desk.said[0]
        assert desk.said[-1].startswith("hub e660583883724a32") and desk.pico
        assert (desk.pico.files / "main.py").exists()
    finally:
        waiting.join()
        if desk.pico:
            desk.pico.unplug()


@pytest.mark.parametrize(
    ("info", "data", "says"),
    [
        (PICO2, uf2_files.uf2(RP2040), "is for a Pico (RP2040), the board at"),
        (PICO, uf2_files.for_pico2(), "is for a Pico 2 (RP2350), the board at"),
    ],
)
def test_a_file_for_the_other_chip_is_not_copied(desk: Desk, info: str, data: bytes, says: str) -> None:
    where = desk.board("drive", info)
    with pytest.raises(BadInput) as told:
        flash(None, desk.file(data), False, False, desk.around)
    assert says in str(told.value) and "micropython.org" in str(told.value)
    assert os.listdir(where) == ["INFO_UF2.TXT"]


def test_a_file_for_both_goes_to_either(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    where = desk.board("RP2350", PICO2)
    assert flash(None, desk.file(uf2_files.for_pico2() + uf2_files.uf2(RP2040)), True, False, desk.around) == 0
    assert str(where) in desk.said[-1] and "would copy" in desk.said[-1]
    assert os.listdir(where) == ["INFO_UF2.TXT"]


def test_a_dry_run_without_a_board_waits_for_nobody(desk: Desk) -> None:
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), True, False, replace(desk.around, drive_s=1e9)) == 0
    assert desk.said == ["would wait for a board in BOOTSEL, then copy pico.uf2 there"]


def test_no_board_shows_its_drive(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, desk.around) == 3
    assert "hold its BOOTSEL button" in one_sentence(capsys)


def test_of_two_drives_none_is_taken(desk: Desk) -> None:
    for name in ("RPI-RP2", "RPI-RP21"):
        desk.board(name)
    with pytest.raises(BadInput, match="unplug all but the one"):
        flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, desk.around)
    assert {len(os.listdir(each)) for each in desk.folders()} == {1}


def test_other_boards_drives_are_nobodys_business(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    where = desk.board("FEATHERBOOT", "UF2 Bootloader v3.4.0\nModel: Feather M0\nBoard-ID: SAMD21G18A-Feather-v0\n")
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, desk.around) == 3
    assert os.listdir(where) == ["INFO_UF2.TXT"]


def test_micropython_never_answers(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """The file for a Pico W on a Pico, say: both are an RP2040."""
    desk.board("RPI-RP2")
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, desk.around) == 3
    said = one_sentence(capsys)
    assert "does not answer" in said and "exactly this board" in said and "BOOTSEL" in said


def test_a_drive_nobody_has_mounted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    labels = desk.path / "by-label"
    labels.mkdir()
    assert UNMOUNTED(labels) is None
    (labels / "RPI-RP2").touch()
    found = UNMOUNTED(labels)
    assert found == labels / "RPI-RP2"
    monkeypatch.setattr(drive, "unmounted", lambda: found)
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, desk.around) == 3
    assert f"sudo mount {found} /mnt" in one_sentence(capsys)


def test_a_desktop_may_take_its_time_to_mount(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The label is there first, the drive a moment later."""
    labelled = iter([Path("/dev/disk/by-label/RPI-RP2")] * 2)

    def unmounted() -> Path | None:
        if label := next(labelled, None):
            return label
        desk.board("RPI-RP2")
        return None

    monkeypatch.setattr(drive, "unmounted", unmounted)
    around = replace(desk.around, drive_s=20, mount_s=20)
    assert flash(None, desk.file(uf2_files.uf2(RP2040)), False, False, around) == 3  # no MicroPython in this one
    assert (desk.media / "RPI-RP2" / "pico.uf2").exists()


def test_a_blank_board_is_named_where_micropython_is_looked_for(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    where = desk.board("RPI-RP2")
    assert flash(None, None, False, False, desk.around) == 3
    said = one_sentence(capsys)
    assert str(where) in said and "no MicroPython yet" in said and "--uf2" in said


def test_the_board_restarts_before_everything_is_synced(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the last block and is gone: not an error, MicroPython's answer is the proof."""
    where = desk.board("RPI-RP2")
    image = drive.Image("pico.uf2", uf2_files.uf2(RP2040), frozenset({"rp2040"}))

    def gone(number: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", gone)
    drive.copy(image, drive.drives(desk.folders())[0])
    assert (where / "pico.uf2").read_bytes() == image.data


def test_the_board_is_pulled_out_while_it_is_copied_to(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.board("RPI-RP2")
    file = desk.file(uf2_files.uf2(RP2040))

    def full(number: int, data: bytes) -> int:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as pulled:
        pulled.setattr(os, "write", full)
        status = flash(None, file, False, False, desk.around)
    assert status == 3
    assert "was gone after 0 of" in one_sentence(capsys)


def test_where_drives_are_looked_for() -> None:
    """Debian's desktops, other Linux desktops, by hand; macOS; Windows."""
    places = drive.PLACES
    assert {"/media/*", "/media/*/*", "/run/media/*/*", "/mnt"} <= set(places["linux"])
    assert places["darwin"] == ("/Volumes/*",) and "D:\\" in places["win32"]
    assert all(isinstance(each, Path) for each in drive.mounted())
