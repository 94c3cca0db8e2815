"""`mopsbox flash` from end to end: real mpremote, real pyserial, real MicroPython behind a pseudo-terminal; only the
chip is faked."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from errno import EIO, ENOSPC
from hashlib import sha256
from pathlib import Path

import pytest
from mpremote.transport_serial import SerialTransport

from mopsbox import flash as flashing
from mopsbox.__main__ import main
from mopsbox.firmware import hubproto
from mopsbox.flash import Around, chip, flash, image
from mopsbox.jsonl import BadInput
from tests.firmware.test_micropython import NEEDS_MICROPYTHON
from tests.flash.pico import Pico, pico
from tests.flash.test_power_cut import starts, version
from tests.waiting import eventually

__all__ = ["pico"]
pytestmark = NEEDS_MICROPYTHON

MPY = {"hubproto.mpy", "hubcore.mpy", "pio_edges.mpy", "main.py"}
STRANGE = "import time\nprint('a weather station')\nwhile True:\n    time.sleep(1)\n"
PY = {name.replace(".mpy", ".py") for name in MPY}


class Person:
    """Whoever flashes: reads what is said, and does what `at` has for it."""

    def __init__(self, *picos: Pico) -> None:
        self.said: list[str] = []
        self.at: dict[str, Callable[[], object]] = {}
        self.around = Around(ports=lambda: [port for each in picos for port in each.ports()], tell=self, folders=list)

    def __call__(self, sentence: str) -> None:
        self.said.append(sentence)
        for begin, do in self.at.items():
            if sentence.startswith(begin):
                do()

    def flash(self, port: str | None = None, dry_run: bool = False, restore: bool = False, **other: object) -> int:
        return flash(port, None, dry_run, restore, replace(self.around, **other))  # type: ignore[arg-type]


def lies_on(pico: Pico) -> dict[str, str]:
    return {each.name: sha256(each.read_bytes()).hexdigest() for each in pico.files.iterdir()}


def back(pico: Pico, resets: int) -> None:
    """It has restarted so often and is there again."""
    eventually(lambda: pico.resets >= resets and pico.master >= 0)


def one_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    error = capsys.readouterr().err
    assert error.startswith("mopsbox: ") and error.count("\n") == 1, error
    return error


def test_a_new_board_becomes_a_hub_and_says_who_it_is(pico: Pico) -> None:
    person = Person(pico)
    assert person.flash() == 0
    assert set(lies_on(pico)) == MPY
    last = person.said[-1]
    assert f"hub {pico.serial_number} on {pico.path}: firmware {hubproto.VERSION}, MicroPython 1.2" in last
    assert "ms there and back" in last and "known to" in last


def test_a_running_hub_is_stopped_flashed_and_runs_again(pico: Pico) -> None:
    """An old hub by hand, as .py: nothing of it may be taken for the new one."""
    for name in PY:
        old = (Path(image.__file__).parent.parent / "firmware" / name).read_text()
        (pico.files / name).write_text(old.replace(f'VERSION = "{hubproto.VERSION}"', 'VERSION = "0.0.1"'))
    pico.kill()
    pico.boot()
    person = Person(pico)
    assert person.flash() == 0
    assert set(lies_on(pico)) == MPY
    assert f"firmware {hubproto.VERSION}" in person.said[-1]


def test_without_mpy_cross_the_texts_themselves_are_copied_and_no_mpy_is_left(pico: Pico) -> None:
    person = Person(pico)
    assert person.flash() == 0
    back(pico, 1)
    assert person.flash(compiler=lambda: None) == 0
    texts = flashing.files.sources()
    wanted = {f"{name}.py": sha256(text).hexdigest() for name, text in texts.items()}
    assert lies_on(pico) == wanted


def test_the_same_once_more_copies_nothing_but_tries_the_hub(pico: Pico) -> None:
    person = Person(pico)
    assert person.flash() == 0
    back(pico, 1)
    person.said.clear()
    assert person.flash() == 0
    assert "already" in person.said[0] and "copying" not in " ".join(person.said)
    assert person.said[-1].startswith("hub ")


def test_a_dry_run_changes_nothing_and_the_old_program_runs_on(pico: Pico) -> None:
    (pico.files / "main.py").write_text(STRANGE)
    before = lies_on(pico)
    person = Person(pico)
    assert person.flash(dry_run=True) == 0
    assert lies_on(pico) == before
    assert [line.split(",")[0] for line in person.said] == [
        *(f"would copy {name}" for name in ("hubproto.mpy", "hubcore.mpy", "pio_edges.mpy", "main.py")),
        f"would keep the program that is on it as {image.BEFORE}",
    ]
    back(pico, 1)
    assert person.flash() == 0
    back(pico, 2)
    assert person.flash(restore=True, dry_run=True) == 0
    assert "would remove" in person.said[-1] and set(lies_on(pico)) >= MPY


def test_restore_gives_back_what_was_there_before_us(pico: Pico) -> None:
    (pico.files / "main.py").write_text(STRANGE)
    (pico.files / "sensor.py").write_text("")
    before = lies_on(pico)
    person = Person(pico)
    assert person.flash() == 0
    back(pico, 1)
    assert person.flash(restore=True) == 0
    assert lies_on(pico) == before
    back(pico, 2)
    assert person.flash(restore=True) == 0
    assert person.said[-1] == "nothing of ours is on the board"
    assert lies_on(pico) == before


def test_a_second_strange_program_does_not_push_out_the_first(pico: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    (pico.files / "main.py").write_text(STRANGE)
    person = Person(pico)
    assert person.flash() == 0
    back(pico, 1)
    (pico.files / "main.py").write_text(STRANGE + "# another\n")
    before = lies_on(pico)
    assert person.flash() == 1
    assert image.BEFORE in one_sentence(capsys) and lies_on(pico) == before


def test_each_buzzer_is_asked_for_once_and_a_wrong_one_is_said(pico: Pico) -> None:
    person = Person(pico)
    enter: list[bool] = []

    def presses(seat: int) -> None:
        time.sleep(0.1)  # a person; what comes within 10 ms of a release is bouncing
        pico.tap(seat)

    for seat in range(1, 9):
        person.at[f"Press buzzer {seat}."] = lambda seat=seat: presses(5 if seat == 2 else seat)  # type: ignore[misc]
    person.at["  that was buzzer 5"] = lambda: enter.append(True)  # gives it up
    assert person.flash(skipped=lambda: bool(enter) and enter.pop()) == 0
    answers = [line for line in person.said if line.startswith("  ")]
    assert answers[1:3] == ["  that was buzzer 5: press 2, or swap the wires of the two", "  left out"]
    assert [line.split(",")[0] for line in answers[:1] + answers[3:]] == [
        f"  buzzer {seat} answers" for seat in (1, 3, 4, 5, 6, 7, 8)
    ]
    assert person.said[-1] == "7 of 8 buzzers answered"


def test_pulled_out_while_buzzers_are_tried(pico: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    person = Person(pico)
    person.at["Press buzzer 1."] = pico.unplug
    assert person.flash(skipped=lambda: False) == 3
    assert "plug it in again" in one_sentence(capsys)


# --- which board


def test_no_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    person = Person()
    assert person.flash() == 3
    said = one_sentence(capsys)
    assert "cable" in said and "--uf2" in said
    assert person.flash(port=str(tmp_path / "nothing")) == 3
    assert "no such port" in one_sentence(capsys)


def test_of_two_boards_none_is_taken_until_one_is_named(tmp_path: Path, pico: Pico) -> None:
    other = Pico(tmp_path, "other")
    other.serial_number = "4250306130393a11"
    try:
        person = Person(pico, other)
        with pytest.raises(BadInput) as told:
            person.flash()
        assert str(told.value).index(f"4250306130393a11 on {other.path}") < str(told.value).index(pico.serial_number)
        assert f"mopsbox flash --port {other.path}" in str(told.value)
        assert lies_on(pico) == lies_on(other) == {}
        assert person.flash(port=str(pico.path)) == 0
        assert set(lies_on(pico)) == MPY and lies_on(other) == {} and other.resets == 0
    finally:
        other.unplug()


def test_a_port_that_another_program_holds_is_left_to_it(pico: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    with open(pico.path, "rb", buffering=0) as box:
        fcntl.flock(box, fcntl.LOCK_EX)
        assert Person(pico).flash() == 1
    said = one_sentence(capsys)
    assert "held by another program" in said and "end the box" in said
    assert pico.resets == 0 and lies_on(pico) == {}


# --- a board that cannot be a hub


def test_too_old_a_micropython_is_refused_and_nothing_changed(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chip, "LEAST", (2, 0))  # this one is as real as it is new
    assert Person(pico).flash() == 1
    said = one_sentence(capsys)
    assert "runs MicroPython 1.2" in said and "needs MicroPython 2.0" in said and "BOOTSEL" in said and "--uf2" in said
    assert lies_on(pico) == {}
    back(pico, 1)


def test_a_clock_that_cannot_stamp_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slow = Pico(tmp_path, hz=133_000_000)
    try:
        assert Person(slow).flash() == 1
        assert "133 MHz" in one_sentence(capsys) and lies_on(slow) == {}
    finally:
        slow.unplug()


def test_a_board_whose_program_does_not_let_go_of_it(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It wants Ctrl-C for itself (micropython.kbd_intr)."""
    (pico.files / "main.py").write_text(STRANGE)
    pico.kill()
    pico.deaf = True
    pico.boot()
    monkeypatch.setattr(flashing.board, "ANSWER_S", 0.9)
    assert Person(pico).flash() == 1
    assert "does not come to a prompt" in one_sentence(capsys)
    assert set(lies_on(pico)) == {"main.py"}


def test_a_folder_in_the_way(pico: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    (pico.files / "hubcore.py").mkdir()
    assert Person(pico).flash() == 1
    assert "hubcore.py is a folder" in one_sentence(capsys)
    assert list(pico.files.iterdir()) == [pico.files / "hubcore.py"]


# --- on the way


def test_what_arrives_wrong_never_counts(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    person = Person(pico)
    assert person.flash(compiler=lambda: None) == 0
    back(pico, 1)
    before = lies_on(pico)
    write = SerialTransport.fs_writefile

    def one_bit_less(self: SerialTransport, name: str, data: bytes, **other: object) -> None:
        write(self, name, data.replace(b"a", b"`", 1) if "hubcore" in name else data, **other)

    monkeypatch.setattr(SerialTransport, "fs_writefile", one_bit_less)
    assert person.flash() == 1
    said = one_sentence(capsys)
    assert "hubcore.mpy did not arrive whole" in said and "nothing was changed" in said
    assert {name: sum for name, sum in lies_on(pico).items() if not name.endswith(".new")} == before
    monkeypatch.setattr(SerialTransport, "fs_writefile", write)
    back(pico, 2)
    assert person.flash() == 0
    assert set(lies_on(pico)) == MPY


def test_no_room_on_the_board(pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(self: SerialTransport, name: str, data: bytes, **other: object) -> None:
        raise OSError(ENOSPC, name)  # as mpremote says what the board says

    monkeypatch.setattr(SerialTransport, "fs_writefile", full)
    assert Person(pico).flash() == 1
    assert "no room for hubproto.mpy" in one_sentence(capsys)


CUTS = {  # before which order, the how manyth of its kind; what starts then
    "asked who it is": ("import rp2", 1, "0.0.1"),
    "half of a file": ("w(", 12, "0.0.1"),
    "all copied": ("hashlib", 2, "0.0.1"),
    "all compared": (f'os.rename("{image.FINISH}"', 1, "0.0.1"),
    "it is decided": ('put("hubproto.mpy")', 1, hubproto.VERSION),
    "all in its place": ("hashlib", 3, hubproto.VERSION),
}


@pytest.mark.parametrize("cut", CUTS)
def test_the_cable_comes_off(
    pico: Pico, cut: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is the old hub, then, or the new one, and flashing again is all it takes (at each step: test_power_cut)."""
    for name, text in version("0.0.1").items():
        (pico.files / f"{name}.py").write_bytes(text)
    pico.kill()
    pico.boot()
    person = Person(pico)
    sign, left, then = CUTS[cut]
    order = SerialTransport.exec_raw_no_follow

    def until_then(self: SerialTransport, source: str) -> None:
        nonlocal left
        left -= source.startswith(sign) if sign == "w(" else sign in source and not source.startswith("w(")
        if left == 0:
            pico.unplug()
            raise OSError(EIO, "unplugged")
        order(self, source)

    monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", until_then)
    assert person.flash() == 3
    assert "plug it in again" in one_sentence(capsys)
    monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", order)
    assert starts(pico.files) == then
    pico.plug()
    assert person.flash() == 0
    assert set(lies_on(pico)) == MPY


def test_ctrl_c_in_the_middle_leaves_the_old_program_running(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> None:
    (pico.files / "main.py").write_text(STRANGE)
    pico.kill()
    pico.boot()
    follow, left = SerialTransport.follow, 20

    def until_then(self: SerialTransport, *more: object, **other: object) -> tuple[bytes, bytes]:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt  # the board was told, nobody has read its answer
        return follow(self, *more, **other)

    monkeypatch.setattr(SerialTransport, "follow", until_then)
    with pytest.raises(KeyboardInterrupt):
        Person(pico).flash()
    back(pico, 1)
    assert "main.py" in lies_on(pico) and (pico.files / "main.py").read_text() == STRANGE
    monkeypatch.setattr(SerialTransport, "follow", follow)
    assert Person(pico).flash() == 0


def test_a_half_copied_hub_that_does_not_start_says_why(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = flashing.files.sources()
    texts["hubcore"] += b"\nimport what_is_not_there\n"
    monkeypatch.setattr(flashing.files, "sources", lambda: texts)
    monkeypatch.setattr(flashing.trial, "START", flashing.trial.START // 5)
    assert Person(pico).flash() == 1
    said = one_sentence(capsys)
    assert "does not say hello" in said and "ImportError" in said and "what_is_not_there" in said


def test_a_hub_of_another_version_than_the_copied_one_is_not_believed(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = version("0.0.1")
    monkeypatch.setattr(flashing.files, "sources", lambda: texts)
    assert Person(pico).flash() == 1
    assert f"version 0.0.1, not {hubproto.VERSION}" in one_sentence(capsys)


def test_a_board_that_does_not_come_back(
    pico: Pico, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(flashing.trial, "START", flashing.trial.START // 15)
    person = Person(pico)
    person.at["restarting it"] = pico.unplug
    assert person.flash() == 3
    assert "did not come back" in one_sentence(capsys)
    assert set(lies_on(pico)) == MPY


def test_a_board_that_comes_back_under_another_name_is_known_by_its_number(pico: Pico) -> None:
    person = Person(pico)

    def renamed() -> None:
        back(pico, 1)
        pico.unplug()
        pico.path = pico.path.with_name("ttyACM7")
        pico.plug()

    person.at["restarting it"] = renamed
    assert person.flash() == 0
    assert f"on {pico.path}: firmware" in person.said[-1]


# --- the command


def test_the_command_line(pico: Pico, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "--port", str(pico.path), "--dry-run"]) == 0
    assert "would copy main.py" in capsys.readouterr().out
    back(pico, 1)
    assert main(["flash", "--restore", "--uf2", "x.uf2"]) == 2
    assert "one of the two" in one_sentence(capsys)
    assert main(["flash", "--uf2", "x.uf2"]) == 2
    assert "x.uf2: cannot be read" in one_sentence(capsys)
    assert main(["flash", "--port", str(pico.path) + "0"]) == 3
    one_sentence(capsys)


def test_where_nobody_sits_at_a_terminal_no_buzzer_is_asked_for(pico: Pico) -> None:
    env = {**os.environ, "PYTHONPATH": str(Path(flashing.__file__).parent.parent.parent)}
    order = [sys.executable, "-m", "mopsbox", "flash", "--port", str(pico.path)]
    done = subprocess.run(order, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "known to" in done.stdout and "Press" not in done.stdout
