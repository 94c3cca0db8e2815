"""What goes onto a stick: readable on any PC, whole or recognisably not, and never onto the wrong one."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mopsbox import bundle, media
from mopsbox.backups import judged
from mopsbox.courier import Courier, carried
from mopsbox.export import COLUMNS, Full, export
from mopsbox.jsonl import BadInput
from mopsbox.places import write_whole
from mopsbox.store import open_store
from tests.at_table import Table
from tests.test_backups import pulled
from tests.test_cli import mopsbox
from tests.test_store import HEADER, play, roll
from tests.waiting import eventually

# -- which stick

MOUNTS = """\
/dev/mmcblk0p1 /boot/firmware vfat rw,relatime 0 0
/dev/mmcblk0p2 / ext4 rw,noatime 0 0
tmpfs /media tmpfs rw 0 0
{}"""


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("", ()),
        ("/dev/sda1 /media/usb vfat rw 0 0", ("/media/usb",)),
        ("/dev/sda1 /run/media/otto/NO\\040NAME exfat rw 0 0", ("/run/media/otto/NO NAME",)),
        ("/dev/sda1 /mnt vfat rw 0 0", ("/mnt",)),
        ("/dev/sda1 /mnt/data ext4 rw 0 0", ()),
        ("/dev/sda1 /mediatheque vfat rw 0 0", ()),
        ("/dev/sda1 /media/a vfat rw 0 0\n/dev/sda1 /mnt/a vfat rw 0 0", ("/media/a",)),
        ("/dev/sda1 /media/a vfat rw 0 0\n/dev/sdb1 /media/b exfat rw 0 0", ("/media/a", "/media/b")),
        ("half a line", ()),
    ],
)
def test_fat_media_where_the_system_mounts_sticks_are_found_each_once(lines: str, found: tuple[str, ...]) -> None:
    assert tuple(map(str, media.sticks(MOUNTS.format(lines)))) == found


def test_one_stick_is_taken_two_never_and_without_one_the_cards_own_folder(tmp_path: Path) -> None:
    a, b, boot = tmp_path / "a", tmp_path / "b", tmp_path / "boot"
    assert media.target((a,), boot) == a
    with pytest.raises(BadInput, match="several sticks are in; take all but one out, or name a folder"):
        media.target((a, b), boot)
    with pytest.raises(BadInput, match="no stick is in"):
        media.target((), boot)
    boot.mkdir()
    assert media.target((), boot) == boot
    assert media.mounted(tmp_path / "nowhere") == ()


# -- what is written


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """Two finished games, one given up, one that runs; the box is on."""
    store = open_store(tmp_path / "data")
    scores = {"1": 5, "2": 3, "3": 5}
    for _ in range(2):
        store.finish(play(store, 4), {"scores": scores, "winners": [1, 3]})
    store.abandon(play(store, 1))
    play(store, 2)
    yield tmp_path / "data"
    store.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


SHEETS = ("scores.csv", "actions.csv", "seats.csv", "players.csv", "scores.json")


def table_of(folder: Path, delimiter: str) -> list[dict[str, str]]:
    text = (folder / "scores.csv").read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize(("language", "delimiter"), [("de", ";"), ("en", ",")])
def test_an_export_has_scores_journals_database_and_says_what_they_are(
    language: str, delimiter: str, data: Path, stick: Path
) -> None:
    folder = export(data, stick, language)
    assert folder == stick / "mopsbox-0001"
    files = sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
    journals = [f"games/{n}.jsonl" for n in (1, 2, 3)]
    assert files == sorted(["README.txt", "mopsbox.db", *SHEETS, *journals]), "no running game, nothing half"
    rows = table_of(folder, delimiter)
    assert [row["number"] for row in rows] == ["1", "2"], "a game given up has no result"
    assert tuple(rows[0]) == COLUMNS
    assert (rows[0]["players"], rows[0]["winners"], rows[0]["score_2"], rows[0]["score_8"]) == ("1 2 3", "1 3", "3", "")
    text = (folder / "actions.csv").read_bytes().decode("utf-8-sig")
    done = list(csv.DictReader(io.StringIO(text), delimiter=delimiter))
    assert [(row["number"], row["line"]) for row in done] == [
        *((n, str(line)) for n in "12" for line in range(1, 5)),
        ("3", "1"),
    ]
    assert json.loads(done[0]["action"]) == roll(0) and (done[0]["do"], done[0]["seat"]) == ("roll", "")
    lines = [json.loads(line) for line in (folder / "games" / "1.jsonl").read_text("utf-8").splitlines()]
    assert lines[0] == {**HEADER, "at_us": 1_000} and len(lines) == 5
    assert judged(folder / "mopsbox.db").games == 4
    assert b"\r\n" in (folder / "README.txt").read_bytes() and "für" in (folder / "README.txt").read_text("utf-8-sig")


def test_every_export_is_a_new_folder_and_other_files_are_nobodys_business(data: Path, stick: Path) -> None:
    (stick / "mopsbox-0007-unfinished").mkdir()
    (stick / "holiday.jpg").write_bytes(b"sea")
    assert [export(data, stick, "de").name for _ in range(2)] == ["mopsbox-0008", "mopsbox-0009"]
    assert (stick / "mopsbox-0007-unfinished").is_dir() and (stick / "holiday.jpg").read_bytes() == b"sea"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("after", range(9))
def test_a_stick_pulled_at_any_file_is_one_sentence_and_older_exports_stay(
    after: int, data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pulled for good: its folder is gone under the writer."""
    export(data, stick, "de")
    before, away, written = contents(stick), stick.with_name("in a pocket"), 0

    def pulling(path: Path, content: bytes) -> None:
        nonlocal written
        if written == after:
            stick.rename(away)
        written += 1
        write_whole(path, content)

    monkeypatch.setattr("mopsbox.export.write_whole", pulling)
    with pytest.raises(BadInput) as said:
        export(data, stick, "de")
    assert str(said.value).startswith(f"{stick}: the export was not finished (No such file or directory); is the stick")
    left = contents(away)
    assert {name: left[name] for name in before} == before
    assert {name.split("/")[0] for name in left} == {"mopsbox-0001", "mopsbox-0002-unfinished"}


def small_stick(folder: Path, size: str) -> bool:
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    return shutil.which("mount") is not None and subprocess.run(mount, capture_output=True).returncode == 0


@pytest.mark.parametrize("size", ["4k", "16k", "28k", "40k"])
def test_a_full_stick_is_said_and_nothing_half_stays(size: str, data: Path, stick: Path) -> None:
    if not small_stick(stick, size):
        pytest.skip("a small disk cannot be mounted here: run as root")
    try:
        with pytest.raises(Full, match="is full; make room there, or take another one"):
            export(data, stick, "de")
        assert os.listdir(stick) == []
    finally:
        subprocess.run(["umount", "-l", str(stick)], check=True)


def test_an_export_whose_last_name_did_not_reach_the_stick_is_not_done(
    data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files were written, the stick's own folder was not: nobody may read "Export done" and pull it out."""
    export(data, stick, "de")
    before, sync = contents(stick), os.fsync

    def dying(handle: int) -> None:
        if os.path.samestat(os.fstat(handle), os.stat(stick)):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(handle)

    monkeypatch.setattr(os, "fsync", dying)
    with pytest.raises(BadInput, match="the export was not finished"):
        export(data, stick, "de")
    assert contents(stick) == before, "what is not said to be there is not there"


def test_a_stick_that_may_not_be_written_is_said(data: Path, stick: Path) -> None:
    if not small_stick(stick, "1m"):
        pytest.skip("a disk cannot be mounted here: run as root")
    try:
        subprocess.run(["mount", "-o", "remount,ro", str(stick)], check=True)
        with pytest.raises(BadInput, match="Read-only file system"):
            export(data, stick, "de")
    finally:
        subprocess.run(["umount", "-l", str(stick)], check=True)


def test_plugs_pulled_during_an_export_leave_whole_folders_and_unfinished_ones(stick: Path) -> None:
    lots, whole = random.Random(4), 0
    for _ in range(8):
        pulled(stick.parent, "export", lots.uniform(0, 0.3))
        for folder in stick.iterdir():
            if folder.name.endswith("-unfinished"):
                shutil.rmtree(folder)
                continue
            whole += 1
            rows = table_of(folder, ";")
            assert len(rows) % 3 == 0 and rows
            assert {f"{row['number']}.jsonl" for row in rows} == set(os.listdir(folder / "games"))
            for row in rows:
                assert (folder / "games" / f"{row['number']}.jsonl").read_bytes().count(b"\n") == 41
            assert judged(folder / "mopsbox.db").games > len(rows)
            assert not [name for name in contents(folder) if ".tmp" in name]
    assert whole
    store = open_store(stick.parent / "data")
    assert store.notice is None
    store.close()


# -- the command


def test_export_says_where_it_went_and_a_mistake_in_one_sentence(data: Path, stick: Path, tmp_path: Path) -> None:
    done = mopsbox("export", stick, "--data", data)
    assert (done.returncode, done.stdout) == (0, f"{stick / 'mopsbox-0001'}\n")
    for words, why in (
        ((tmp_path / "nowhere",), "is no folder; name one that is there"),
        ((stick, "--data", tmp_path / "empty"), "holds no games yet"),
    ):
        done = mopsbox("export", *words)
        assert done.returncode == 2 and why in done.stderr and done.stderr.count("\n") == 1


def test_a_damaged_database_is_not_exported_and_the_way_out_is_named(data: Path, stick: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    whole = (export(data, stick, "de") / "mopsbox.db").read_bytes()
    spoilt: list[Callable[[bytes], bytes]] = [
        lambda b: b"\xff" * 200 + b[200:],
        lambda b: b[:9_000],
        lambda b: b[:-4096] + random.Random(1).randbytes(4096),
        lambda b: b"Once upon a time there was a pug.\n" * 40,
    ]
    for spoil in spoilt:
        (damaged / "mopsbox.db").write_bytes(spoil(whole))
        with pytest.raises(BadInput, match=r"mopsbox\.db: is damaged and cannot be exported; mopsbox restore puts"):
            export(damaged, stick, "de")
    assert os.listdir(stick) == ["mopsbox-0001"]


# -- at the table


def with_sticks(table: Table, *counts: int) -> list[str]:
    """So many sticks are found, at one opening of the menu after the other; what was asked for."""
    sent: list[str] = []
    left = iter(counts)
    table.loop.sticks = lambda: next(left)
    table.loop.export = lambda: sent.append("export")
    return sent


def test_the_menu_offers_it_while_a_stick_is_in_and_the_table_goes_on() -> None:
    table = Table()
    sent = with_sticks(table, 0, 1)
    table.key("ok", for_ms=1100)
    assert "Export to stick" not in table.words()
    table.key("back")
    table.choose("export")
    assert sent == ["export"] and table.box.menu is None
    assert "Exporting: leave the stick in" in table.words()
    table.press(1)
    table.press(1, 2)
    table.key("ok")
    assert table.box.mode == "game"


def test_during_a_game_nobody_is_asked_for_sticks() -> None:
    table = Table(2)
    with_sticks(table)
    table.key("ok", for_ms=1100)
    assert table.box.menu == 0 and "Export to stick" not in table.words()


def courier_for(carry: Callable[[Callable[[str], None]], str]) -> tuple[list[str], list[str]]:
    """What the table and the log were told of one export."""
    told, said = list[str](), list[str]()
    Courier(carry, told.append, said.append, sleep=lambda s: None).send()
    eventually(lambda: told and told[-1] == "")
    return told, said


def test_what_came_of_it_is_told_and_taken_away_again(
    data: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "write", lambda file, data: file.write_bytes(b"the bundle"))
    there: list[Path] = []
    monkeypatch.setattr(media, "mounted", lambda: tuple(there))

    def once() -> tuple[list[str], list[str]]:
        return courier_for(lambda log: carried(data, "de", log))

    assert once()[0] == ["no-stick", ""]
    there.append(stick)
    told, said = once()
    assert told == ["exported", ""] and said == [f"exported to {stick / 'mopsbox-0001'}"]
    assert (stick / "mopsbox-0001" / "support.zip").read_bytes() == b"the bundle"
    there.append(tmp_path)
    assert once()[0] == ["sticks", ""]
    there[:] = [tmp_path / "gone"]
    told, said = once()
    assert told == ["export-failed", ""] and "is the stick still in?" in said[0]


def test_a_fault_of_ours_costs_the_export_not_the_evening() -> None:
    told, said = courier_for(lambda log: str(1 // 0))
    assert told == ["export-failed", ""] and "ZeroDivisionError" in said[0]
