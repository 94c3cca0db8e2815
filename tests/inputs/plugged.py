"""A hub that is plugged in: main.py under real MicroPython behind a pseudo-terminal, opened with real pyserial. Only
the chip is faked (tests/firmware/board)."""

from __future__ import annotations

import fcntl
import os
import subprocess
import threading
import tty
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from mopsbox.inputs.hubport import PICO
from tests.firmware.test_micropython import FIRMWARE, HERE, MICROPYTHON

Listed = namedtuple("Listed", "device vid pid serial_number")
_numbers = count()


class Plug:
    """A USB socket at `folder`/hub with something in it: a link to a pseudo-terminal. pyserial cannot list those,
    `ports` does."""

    def __init__(self, folder: Path, name: str = "hub") -> None:
        self.folder, self.path = folder, folder / name
        self.master = self.slave = -1
        self.plug()

    def plug(self) -> None:
        master, slave = os.openpty()
        tty.setraw(slave)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        self.master, self.slave = master, slave  # it is there only now

    def unplug(self) -> None:
        if self.master < 0:
            return
        self.path.unlink()
        for end in (self.slave, self.master):
            os.close(end)
        self.master = self.slave = -1

    def ports(self) -> list[Listed]:
        return [Listed(str(self.path), *PICO, "e660583883724a32")] if self.master >= 0 else []


class Hub(Plug):
    """With our firmware running. `press` and `let_go` are fingers."""

    def __init__(self, folder: Path, name: str = "hub") -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._pressed = 0
        super().__init__(folder, name)

    def plug(self) -> None:
        super().plug()
        self.boot()

    def boot(self) -> None:
        """Power on: nobody is pressed, all lamps are dark."""
        number = next(_numbers)
        self.buzzers, self.lamps = self.folder / f"buzzers{number}", self.folder / f"lamps{number}"
        self.buzzers.touch()
        self._pressed = 0
        env = {**os.environ, "MICROPYPATH": f"{HERE / 'board'}:{FIRMWARE}"}
        env |= {"MOPSBOX_BUZZERS": str(self.buzzers), "MOPSBOX_LAMPS": str(self.lamps)}
        out = self._stdout()
        self.process = subprocess.Popen([MICROPYTHON, FIRMWARE / "main.py"], env=env, stdin=self.master, stdout=out)
        if out != self.master:
            os.close(out)

    def _stdout(self) -> int:
        """Where it writes to."""
        return self.master

    def kill(self) -> None:
        """The board loses its power, its cable stays."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def unplug(self) -> None:
        self.kill()
        super().unplug()

    def press(self, *seats: int, apart_us: int = 0) -> None:
        """In one instant, or one after another."""
        before = self._pressed
        steps = [before := before | 1 << seat - 1 for seat in seats]
        self._pressed = before
        self._write(
            *(f"{f'+{apart_us}' if n else '-'} {mask}\n" for n, mask in enumerate(steps if apart_us else steps[-1:]))
        )

    def tap(self, seat: int) -> None:
        """Pressed for 80 ms, however busy this machine is."""
        mask = self._pressed | 1 << seat - 1
        self._write(f"- {mask}\n", f"+80000 {self._pressed}\n")

    def let_go(self, *seats: int) -> None:
        self._pressed &= ~sum(1 << seat - 1 for seat in seats)
        self._write(f"- {self._pressed}\n")

    def lit(self) -> frozenset[int]:
        try:
            mask = int(self.lamps.read_text() or 0)
        except (OSError, ValueError):  # being written
            return frozenset()
        return frozenset(n + 1 for n in range(8) if mask >> n & 1)

    def _write(self, *lines: str) -> None:
        with self.buzzers.open("a") as file:
            file.write("".join(lines))


class Tampered(Hub):
    """With somebody at its cable: `harm` says what becomes of each frame on its way to the box, and while not `flowing`
    nothing goes on, as with a host that does not read."""

    def __init__(self, folder: Path) -> None:
        self.harm: Callable[[bytes], Iterable[bytes]] = lambda frame: (frame,)
        self.flowing = threading.Event()
        self.flowing.set()
        super().__init__(folder)

    def _stdout(self) -> int:
        out, into = os.pipe()
        fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, 4096)  # full as soon as the Pico's own buffer, nearly
        threading.Thread(target=self._pass_on, args=(out, self.master), daemon=True).start()
        return into

    def _pass_on(self, out: int, to: int) -> None:
        with suppress(OSError), open(out, "rb") as frames:  # it is unplugged in the end
            for frame in frames:
                self.flowing.wait()
                for piece in self.harm(frame):
                    os.write(to, piece)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    plugged = Hub(tmp_path)
    yield plugged
    plugged.unplug()
