"""What the service manager is told of the box: that it is up, what it does, that it lives (sd_notify(3), in datagrams).

Started by hand nobody listens, and nothing is sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping

PATIENCE_S = 2.0  # a manager that is busy may take its time; the box must not wait for it longer
SHARE = 3  # of the watchdog's time until it is fed again: two looks may fail before it bites


class Service:
    """The box as a service. `env`: NOTIFY_SOCKET names who listens ("@": in the abstract namespace), WATCHDOG_USEC for
    how long the box may be silent, WATCHDOG_PID whom that is about. `log`: takes one sentence, the first time nobody
    can be told. From any thread."""

    def __init__(
        self,
        env: Mapping[str, str] = os.environ,
        log: Callable[[str], None] = lambda sentence: None,
        pid: int | None = None,
    ) -> None:
        self._log = log
        self._address = _address(env.get("NOTIFY_SOCKET", ""))
        self.watchdog_s = _watchdog(env, os.getpid() if pid is None else pid) if self.there else None
        """Seconds after which a box that was silent is started again; None: nobody watches."""

    @property
    def there(self) -> bool:
        """Did a service manager start the box?"""
        return self._address is not None

    def ready(self, status: str) -> None:
        """Screen and inputs are up."""
        self._send("READY=1", f"STATUS={status}")

    def waits(self, status: str, seconds: float) -> None:
        """The box is not up yet, for a reason; so long it asks for before it is given up."""
        self._send(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}", f"STATUS={status}")

    def needs(self, seconds: float) -> None:
        """The box comes up, but slowly; so long it asks for before it is given up."""
        self._send(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}")

    def says(self, status: str) -> None:
        """What the box does, for whoever asks `systemctl status`."""
        self._send(f"STATUS={status}")

    def feed(self) -> None:
        """The box lives."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The box is about to end, which is no hang."""
        self._send("STOPPING=1", *(("WATCHDOG=1",) if self.watchdog_s else ()), "STATUS=switched off")

    def _send(self, *lines: str) -> None:
        if self._address is None:
            return
        text = "\n".join(" ".join(line.split()) for line in lines)  # a line each, whatever stands in them
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.settimeout(PATIENCE_S)
                channel.sendto(text.encode("utf-8", "replace"), self._address)
        except OSError as error:
            log, self._log = self._log, lambda sentence: None
            log(f"the service manager cannot be told ({error.strerror or error}); look at NotifyAccess= in the unit")


def _address(named: str) -> str | None:
    """The address as the kernel takes it; None: nobody listens, or in a way that is no such socket."""
    if named.startswith("@"):
        return "\0" + named[1:]
    return named if named.startswith("/") else None


def _watchdog(env: Mapping[str, str], pid: int) -> float | None:
    about, limit = env.get("WATCHDOG_PID", ""), env.get("WATCHDOG_USEC", "")
    if (about and about != str(pid)) or not limit.isdecimal() or not int(limit):
        return None
    return int(limit) / 1e6
