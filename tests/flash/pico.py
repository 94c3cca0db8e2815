"""A Pico with MicroPython, as whoever flashes it sees it: a folder as its file system, real MicroPython behind a
pseudo-terminal with its own Ctrl-C, and a cable that comes off at every reset. Only the chip is faked
(tests/firmware/board)."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import termios
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.firmware.test_micropython import HERE, MICROPYTHON
from tests.inputs.plugged import Hub, Plug

BACK_S = 0.1  # from a reset until the port is back
UP_S = 20.0  # for its first word; all programs in these tests have one
CTRL_C = b"\x03"
FULL_S = 0.5  # a host that does not read: what comes then is lost, as on the board


def _own_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _pass(data: bytes, to: int) -> None:
    end = time.monotonic() + FULL_S
    while data and time.monotonic() < end:
        try:
            data = data[os.write(to, data) :]
        except BlockingIOError:
            time.sleep(0.002)


def _interrupt(process: subprocess.Popen[bytes], data: bytes, to: int) -> None:
    """`data` has a Ctrl-C: passed while it stands still in a system call. Unix MicroPython is struck anywhere, also
    while it holds its heap's lock, which nobody gives back then; the board's waits for the end of an instruction."""
    while process.poll() is None:
        process.send_signal(signal.SIGSTOP)
        try:
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            if not Path(f"/proc/{process.pid}/syscall").read_text().startswith("-1 "):
                return _pass(data, to)
        finally:
            process.send_signal(signal.SIGCONT)
        time.sleep(0.0005)


class Pico(Hub):
    """`files` is what lies on it. `hz`: its clock. `deaf`: Ctrl-C stops no program."""

    def __init__(self, folder: Path, name: str = "pico", hz: int = 125_000_000) -> None:
        self.files = folder / f"{name}-files"
        self.files.mkdir(exist_ok=True)
        self.hz = hz
        self.deaf = False
        self.resets = 0
        self.serial_number = "e660583883724a32"
        self._lock = threading.RLock()
        self._off = threading.Event()  # this power-on is over
        self._relay: threading.Thread | None = None
        super().__init__(folder, name)

    def boot(self) -> None:
        """Its main.py if it has one, then the prompt."""
        self.buzzers, self.lamps = self.folder / f"{self.path.name}-buzzers", self.folder / f"{self.path.name}-lamps"
        self.buzzers.write_text("")
        self._pressed = 0
        env = {**os.environ, "MICROPYPATH": f":{HERE / 'board'}", "MICROPYINSPECT": "1", "MOPSBOX_HZ": str(self.hz)}
        env |= {"MOPSBOX_BUZZERS": str(self.buzzers), "MOPSBOX_LAMPS": str(self.lamps)}
        inner, its = os.openpty()
        tty.setraw(its)
        modes = termios.tcgetattr(its)
        modes[3] |= 0 if self.deaf else termios.ISIG  # Ctrl-C stops a program
        termios.tcsetattr(its, termios.TCSANOW, modes)
        main = ["main.py"] if (self.files / "main.py").exists() else []
        self.process = subprocess.Popen(
            [MICROPYTHON, *main], cwd=self.files, env=env, stdin=its, stdout=its, stderr=its, preexec_fn=_own_terminal
        )
        os.close(its)
        self._off = threading.Event()
        ends = (self.master, inner, self.process, self._off)
        self._relay = threading.Thread(target=self._carry, args=ends, daemon=True)
        self._relay.start()

    def _carry(self, outer: int, inner: int, process: subprocess.Popen[bytes], off: threading.Event) -> None:
        """Bytes both ways, until it is switched off, or resets itself."""
        os.set_blocking(outer, False)
        select.select([inner], [], [], UP_S)  # Ctrl-C before it is up would end it
        while not off.is_set() and process.poll() is None:
            for ready in select.select([outer, inner], [], [], 0.01)[0]:
                with suppress(OSError):
                    data, to = os.read(ready, 4096), inner if ready == outer else outer
                    if to == inner and CTRL_C in data:
                        _interrupt(process, data, to)
                    else:
                        _pass(data, to)
        os.close(inner)
        with self._lock:
            if off.is_set():
                return
            self.resets += 1
            Plug.unplug(self)
        if not off.wait(BACK_S):
            with self._lock:
                if not off.is_set():
                    self.plug()

    def kill(self) -> None:
        with self._lock:
            self._off.set()
            super().kill()
            relay = self._relay
        if relay and relay is not threading.current_thread():
            relay.join()

    def ports(self) -> list[object]:  # type: ignore[override]
        return [each._replace(serial_number=self.serial_number) for each in super().ports()]


@pytest.fixture
def pico(tmp_path: Path) -> Iterator[Pico]:
    plugged = Pico(tmp_path)
    yield plugged
    plugged.unplug()
