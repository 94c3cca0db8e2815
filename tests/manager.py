"""A service manager that only listens: the socket a service is told to talk to, and all it has been told."""

from __future__ import annotations

import itertools
import os
import socket
import threading
from pathlib import Path

_numbers = itertools.count()


class Manager:
    """`folder`: where its socket lies; None: in the abstract namespace. Use as a context manager."""

    def __init__(self, folder: Path | None = None, watchdog_s: float | None = None) -> None:
        name = f"notify-{os.getpid()}-{next(_numbers)}"
        self.named = str(folder / name) if folder else f"@mopsbox-{name}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.named.replace("@", "\0", 1) if not folder else self.named)
        self._watchdog_s = watchdog_s
        self.told: list[str] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)

    @property
    def env(self) -> dict[str, str]:
        """What it gives its service on the way."""
        watchdog = {"WATCHDOG_USEC": str(round(self._watchdog_s * 1e6))} if self._watchdog_s else {}
        return {"NOTIFY_SOCKET": self.named, **watchdog}

    def __enter__(self) -> Manager:
        self._thread.start()
        return self

    def __exit__(self, *why: object) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self._socket.getsockname())
        self._thread.join()
        self._socket.close()

    def _listen(self) -> None:
        while said := self._socket.recv(4096):
            self.told.append(said.decode())

    def count(self, line: str) -> int:
        """How often that line was said."""
        return sum(line in told.split("\n") for told in self.told)

    @property
    def status(self) -> str:
        """What the service said last that it does."""
        lines = [line for told in self.told for line in told.split("\n") if line.startswith("STATUS=")]
        return lines[-1].removeprefix("STATUS=") if lines else ""
