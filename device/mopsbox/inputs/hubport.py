"""Which serial ports may be a hub, and how one is opened. Only boards that call themselves MicroPython are ever looked
at, and nothing but the question who they are is written to one that has not answered (facts/firmware.md, Ports)."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

PICO = (0x2E8A, 0x0005)  # any board that runs MicroPython
BAUD = 115_200  # USB has none; a real serial line wants one
WRITE_S = 0.25  # a board that takes nothing for so long is stuck

KEPT_S, LOST_S = 0.5, 0.005  # asleep in a read, at most: where a cancel_read just before it ends it, and where not
LONGEST_S = KEPT_S if os.name == "posix" else LOST_S  # on Windows it is lost
NAPS_S = (0.001, 0.005, 0.02, 0.1, 0.5)

NOTHING, BUSY, DENIED = "hub-lost", "hub-busy", "hub-denied"


class Port(Protocol):
    """What we use of serial.Serial. Reading and writing raise OSError once the board is gone."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int = 1) -> bytes: ...
    def write(self, data: bytes) -> int | None: ...
    def cancel_read(self) -> None: ...
    def reset_output_buffer(self) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Found:
    """A port that may be a hub: where, its USB serial number, and which node of the file system that is (`node`):
    another one as soon as a board was plugged in anew, however quickly."""

    device: str
    serial: str = ""
    node: tuple[int, int] = (0, 0)


class NoPort(Exception):
    """A port cannot be opened. `word`: one of the vocabulary; str(): a sentence for the log."""

    def __init__(self, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.word = word


def listed() -> Iterable[Any]:
    """The serial ports of this machine, as pyserial lists them."""
    from serial.tools.list_ports import comports

    ports: Iterable[Any] = comports()
    return ports


def node(device: str) -> tuple[int, int]:
    """Inode and time of its last change; zeros where ports are no files, or it is gone."""
    if os.name != "posix":
        return 0, 0
    try:
        there = os.stat(device)
    except OSError:
        return 0, 0
    return there.st_ino, there.st_ctime_ns


def candidates(name: str, ports: Callable[[], Iterable[Any]] = listed) -> list[Found]:
    """By serial number, so that the order is always the same. `name`: the one port the settings name, "" any."""
    if name:
        serials = [str(p.serial_number or "") for p in ports() if p.device == name]
        return [Found(name, serials[0] if serials else "", node(name))] if serials or os.path.exists(name) else []
    found = [Found(p.device, str(p.serial_number or ""), node(p.device)) for p in ports() if (p.vid, p.pid) == PICO]
    return sorted(found, key=lambda each: (each.serial, each.device))


def opened(device: str) -> Port:
    """The port, ours alone. Raises NoPort."""
    import serial

    try:
        port: Port = serial.Serial(device, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=os.name == "posix" or None)
        return port
    except (OSError, ValueError) as error:  # SerialException is an OSError
        raise _refused(device, error) from error


def nap(port: Port, rest_s: float, longest_s: float = LONGEST_S) -> None:
    """The port's next read sleeps for about `rest_s`, rather less: one of a few naps, as on Windows each new timeout
    sets the whole port up anew."""
    timeout = max(each for each in NAPS_S if each <= max(NAPS_S[0], min(rest_s, longest_s)))
    if port.timeout != timeout:
        port.timeout = timeout


def _refused(device: str, error: Exception) -> NoPort:
    said = str(error).lower()
    number = getattr(error, "errno", None)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in said or "permissionerror" in said:  # Windows
        return NoPort(BUSY, f"{device} is held by another program (an editor for boards, mpremote?); close it")
    if number in (errno.EACCES, errno.EPERM) or "permission" in said:
        return NoPort(DENIED, f"{device} may not be used: sudo usermod -aG dialout $USER, then log in anew")
    return NoPort(NOTHING, f"{device} cannot be opened ({' '.join(str(error).split())}); plug the hub in again")
