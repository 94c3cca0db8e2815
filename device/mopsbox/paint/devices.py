"""Sleeping until a key, a finger or the mouse does something, where SDL itself only polls (the bare console, KMSDRM).

The kernel's input devices are opened a second time, only to be woken by them; what was done, SDL reads by itself.
"""

from __future__ import annotations

import os
import select
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/dev/input")


class InputDevices:
    """`folder`: where the devices are. New ones are found at the next `wait`."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder, self._seen = folder, -1
        self._open: dict[int, str] = {}  # descriptor -> name
        self._awake, self._waker = os.pipe()
        for fd in (self._awake, self._waker):
            os.set_blocking(fd, False)
        self._poll = select.poll()
        self._poll.register(self._awake, select.POLLIN)

    def wait(self, timeout_s: float) -> None:
        """Until a device has something, `wake` is called or the time is over."""
        self._look()
        for fd, _ in self._poll.poll(max(0.0, timeout_s) * 1000):
            if not _emptied(fd) and fd != self._awake:
                self._forget(fd)

    def wake(self) -> None:
        """End the running or the next `wait`. From any thread."""
        with suppress(OSError):  # full: it wakes anyway; closed: nobody waits
            os.write(self._waker, b"!")

    def close(self) -> None:
        for fd in (*self._open, self._awake, self._waker):
            os.close(fd)
        self._open.clear()

    def _look(self) -> None:
        """Have devices come or gone?"""
        try:
            changed = self._folder.stat().st_mtime_ns
            if changed == self._seen:
                return
            names = {path.name for path in self._folder.glob("event*")}
        except OSError:
            return
        self._seen = changed
        for fd, name in tuple(self._open.items()):
            if name not in names:
                self._forget(fd)
        for name in names - set(self._open.values()):
            with suppress(OSError):  # no permission: then SDL has none either, and the self-check says so
                fd = os.open(self._folder / name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                self._open[fd] = name
                self._poll.register(fd, select.POLLIN)

    def _forget(self, fd: int) -> None:
        self._poll.unregister(fd)
        del self._open[fd]
        os.close(fd)


def _emptied(fd: int) -> bool:
    """Read away what is there; False: the device is gone."""
    try:
        while os.read(fd, 4096):
            pass
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False
