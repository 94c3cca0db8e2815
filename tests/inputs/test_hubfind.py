"""Which board is tried as the hub, and what is said of the others."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
import serial

from mopsbox.inputs.hubfind import ASK_AGAIN, SETTLES, Boards
from mopsbox.inputs.hubport import BUSY, DENIED, NOTHING, PICO, Found, NoPort, Port, candidates, node, opened
from mopsbox.table import SECOND
from tests.inputs.plugged import Listed


class Opened:
    """As much of a port as finding needs."""

    timeout: float | None = 0
    in_waiting = 0

    def read(self, size: int = 1) -> bytes:
        return b""

    def write(self, data: bytes) -> int:
        return len(data)

    def cancel_read(self) -> None:
        pass

    def close(self) -> None:
        pass


class Sockets:
    """A folder as /dev: what is plugged in, which of it will not open and why, and what was said."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.folder = folder
        self.shut: dict[str, str] = {}
        self.said: list[str] = []
        self.plugged: list[str] = []
        for name in names:
            self.plug(name)
        self.now = SECOND
        self.boards = Boards("", self.ports, self.opened, self.said.append)

    def plug(self, name: str) -> None:
        """Anew, where it was in already: the system makes its node once more."""
        fresh = self.folder / "fresh"
        fresh.touch()
        os.replace(fresh, self.folder / name)
        if name not in self.plugged:
            self.plugged.append(name)

    def ports(self) -> list[Listed]:
        return [Listed(str(self.folder / name), *PICO, f"serial-{name}") for name in self.plugged]

    def opened(self, device: str) -> Port:
        if word := self.shut.get(Path(device).name):
            raise NoPort(word, f"{device} will not open: {word}")
        return Opened()

    def refuse(self, at: Found, why: str) -> None:
        self.boards.refuse(at, self.boards.blame(at, why, 0), self.now)

    def open(self) -> str:
        there = self.boards.open(lambda at: False, self.now)
        return Path(there[0].device).name if there else ""


@pytest.fixture
def two(tmp_path: Path) -> Sockets:
    return Sockets(tmp_path, "a", "b")


def test_the_one_that_is_known_is_first_and_else_the_order_is_always_the_same(two: Sockets) -> None:
    assert two.open() == "a"
    there = two.boards.open(lambda at: at.serial == "serial-b", two.now)
    assert there and there[0].serial == "serial-b"


def test_a_refused_one_is_left_alone_until_it_is_plugged_in_anew(two: Sockets) -> None:
    a, _ = candidates("", two.ports)
    os.utime(a.device)  # as a system may note that it was written to
    two.refuse(a, "silent")
    assert two.open() == two.open() == "b"
    two.plugged.remove("b")
    assert two.open() == "" and two.boards.word == "hub-silent"
    two.plug("a")
    assert two.open() == "a"


def test_a_refused_one_is_asked_again_now_and_then_and_said_once(two: Sockets) -> None:
    """A program can come onto a board without it being plugged in anew."""
    a, b = candidates("", two.ports)
    two.refuse(a, "silent")
    two.refuse(b, "other-protocol")
    assert len(two.said) == 2 and two.open() == ""
    two.now += ASK_AGAIN - 1
    assert two.open() == ""
    two.now += 1
    assert [two.open() for _ in range(3)] == ["a", "b", ""], "each once"
    two.refuse(a, "silent")
    assert two.open() == "" and len(two.said) == 2, "nothing new"
    two.refuse(b, "silent")
    assert len(two.said) == 3
    two.now += ASK_AGAIN
    two.shut = {"a": "hub-busy", "b": "hub-busy"}
    assert two.open() == "" and two.boards.word == "hub-silent" and len(two.said) == 3, "somebody works on them"


def test_each_that_will_not_open_is_said_once_and_again_when_it_is_another_matter(two: Sockets) -> None:
    two.shut = {"a": "hub-denied", "b": "hub-busy"}
    assert two.open() == ""
    two.now += SETTLES
    assert [two.open() for _ in range(5)] == [""] * 5
    assert len(two.said) == 2 and two.boards.word == "hub-busy"
    two.shut["a"] = "hub-busy"
    two.open()
    assert len(two.said) == 3
    two.shut = {}
    assert two.open() == "a"
    two.shut = {"a": "hub-busy"}
    assert two.open() == "b" and len(two.said) == 4


def test_one_that_nobody_may_use_yet_is_not_complained_about(two: Sockets) -> None:
    """The rule that gives it to the box takes effect a moment after the board is there."""
    two.shut = {"a": "hub-denied", "b": "hub-denied"}
    assert two.open() == ""
    two.now += SETTLES - 1
    assert two.open() == "" and two.boards.word == NOTHING and not two.said
    two.shut = {"b": "hub-denied"}
    assert two.open() == "a" and not two.said
    two.shut["a"] = "hub-busy"
    two.now += 1
    assert two.open() == "" and [said.partition(" ")[2] for said in two.said][-1] == "will not open: hub-denied"


def test_another_board_is_told_of_when_it_comes_and_when_it_goes(two: Sockets) -> None:
    a, _ = candidates("", two.ports)
    assert two.boards.others(a) == "hub-two" and two.boards.others(a) is None
    two.plug("a")
    assert two.boards.others(a) is None, "its own node may change"
    two.plugged.remove("b")
    assert two.boards.others(a) == "" and two.boards.others(a) is None
    assert len(two.said) == 1 and "unplug that" in two.said[0]


def test_what_is_no_file_has_no_node(tmp_path: Path) -> None:
    assert node("COM3") == node(str(tmp_path / "gone")) == (0, 0)
    named = candidates("COM3", lambda: [Listed("COM3", *PICO, "E66")])
    assert named == [Found("COM3", "E66")]


@pytest.mark.parametrize(
    ("number", "said", "word"),
    [
        (None, "could not open port 'COM3': PermissionError(13, 'Zugriff verweigert', None, 5)", BUSY),
        (errno.EACCES, "[Errno 13] could not open port /dev/ttyACM0: [Errno 13] Permission denied", DENIED),
        (errno.EAGAIN, "[Errno 11] Could not exclusively lock port /dev/ttyACM0: [Errno 11] ...", BUSY),
        (errno.ENOENT, "[Errno 2] could not open port /dev/ttyACM0: [Errno 2] No such file or directory", NOTHING),
    ],
)
def test_why_a_port_will_not_open_is_told_apart(
    number: int | None, said: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pyserial's words; on Windows a port that somebody else holds is one that may not be used."""

    def unopened(*_: object, **__: object) -> None:
        error = serial.SerialException(said)
        error.errno = number
        raise error

    monkeypatch.setattr(serial, "Serial", unopened)
    with pytest.raises(NoPort) as why:
        opened("here")
    assert why.value.word == word
