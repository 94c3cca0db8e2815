"""A MicroPython board at its prompt, by mpremote: what lies on it, files onto it, a restart. The only file that knows
mpremote."""

from __future__ import annotations

import ast
import contextlib
import errno
import io
import struct
import time
from collections.abc import Iterator, Mapping

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from . import chip
from .image import NAMES, Part
from .trouble import MISSING, Stopped, missing

TRIES = 3  # for its prompt: a program that is being stopped may swallow the first words
ANSWER_S = 10.0  # longer than anything takes that it is asked
TRY_AGAIN_S = 0.05
GONE_S = 2.0  # from a restart until its port is gone
PIECE = 512  # bytes of a file sent at once

SUMS = f"""\
import os, hashlib, binascii
def sum(name):
    hash = hashlib.sha256()
    with open(name, "rb") as file:
        while True:
            piece = file.read(512)
            if not piece:
                return binascii.hexlify(hash.digest()).decode()
            hash.update(piece)
sums = {{}}
for name in os.listdir():
    if name in {NAMES!r}:
        try:
            sums[name] = sum(name)
        except OSError:
            sums[name] = ""
print(repr(sums))
"""
"""For the board: which of NAMES it has, with their SHA-256; "" for a folder."""


class Board:
    """The board on `device`, its program stopped. Raises Stopped, as do all methods; each sentence says what to do. To
    be closed by `restart`."""

    def __init__(self, device: str) -> None:
        self._device = device
        with self._talking():
            self._transport = _opened(device)
            self._transport.serial.timeout = self._transport.serial.write_timeout = ANSWER_S
        try:
            self._stop()
        except BaseException:
            self._close()
            raise

    def told(self) -> chip.Told:
        """What it says of itself."""
        try:
            return chip.told(self._printed(chip.ASK))
        except (KeyError, TypeError, ValueError) as error:
            raise self._odd(error) from error

    def sums(self) -> Mapping[str, str]:
        """Which of image.NAMES lie on it, with their SHA-256; "" for one that is a folder."""
        return {str(name): str(sum) for name, sum in self._printed(SUMS).items()}

    def write(self, name: str, part: Part) -> None:
        """`part`'s data as the file `name`."""
        with self._talking(part.name):
            self._transport.fs_writefile(name, part.data, chunk_size=PIECE)

    def run(self, source: str) -> bytes:
        """What this prints."""
        with self._talking():
            printed: bytes = self._transport.exec(source)
            return printed

    def restart(self) -> None:
        """As if it had been plugged in anew; the port is free again. Never fails: whoever looks for it next finds
        out."""
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=GONE_S)  # wherever it was broken off
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
            until = time.monotonic() + GONE_S
            while time.monotonic() < until:  # a port that is about to go would fool who opens it
                self._transport.serial.read(self._transport.serial.in_waiting)
                time.sleep(0.02)
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(Exception):
            self._transport.close()
        with contextlib.suppress(Exception):  # the above leaves it open when the board is gone
            self._transport.serial.close()

    def _stop(self) -> None:
        for tried in range(TRIES):
            try:
                with self._talking():
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=ANSWER_S / TRIES)
                return
            except Stopped as why:
                if why.status == MISSING:
                    raise
                if tried == TRIES - 1:
                    raise Stopped(
                        f"the board on {self._device} does not come to a prompt: unplug it, plug it in again and "
                        "flash at once; if that does not help, put MicroPython on it anew (mopsbox flash --uf2 FILE)"
                    ) from None

    def _printed(self, source: str) -> dict[str, object]:
        said = self.run(source)
        try:
            value = ast.literal_eval(said.decode().strip())
        except (SyntaxError, ValueError) as error:
            raise self._odd(error) from error
        if not isinstance(value, dict):
            raise self._odd(TypeError(value))
        return value

    def _odd(self, error: Exception) -> Stopped:
        return Stopped(
            f"the board on {self._device} answers strangely ({error}): unplug it, plug it in again, then flash"
        )

    @contextlib.contextmanager
    def _talking(self, what: str = "") -> Iterator[None]:
        """mpremote prints what it does not understand, and fails in many ways."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            raise self._odd(RuntimeError((error.error_output.strip().splitlines() or ["?"])[-1])) from error
        except OSError as error:  # serial.SerialException is one
            if error.errno == errno.ENOSPC:
                raise Stopped(
                    f"there is no room for {what or 'the program'} on the board on {self._device}: delete files of "
                    "yours from it, then flash again"
                ) from error
            raise missing(
                f"the board on {self._device} is gone: plug it in again (a cable for data), then flash once more; "
                "what was begun is finished then"
            ) from error
        except (TransportError, struct.error) as error:
            raise Stopped(
                f"the board on {self._device} does not answer ({' '.join(str(error).split())}): unplug it, plug it "
                "in again, then flash once more"
            ) from error


def _opened(device: str) -> SerialTransport:
    """A port that has just come back may take a moment. Raises TransportError."""
    until = time.monotonic() + GONE_S
    while time.monotonic() < until:
        with contextlib.suppress(TransportError):
            return SerialTransport(device)
        time.sleep(TRY_AGAIN_S)
    return SerialTransport(device)
