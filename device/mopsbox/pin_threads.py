"""The two threads behind the pins: one waits for edges, one pulses lamps. Each sleeps while it has nothing to do.

`Quiet` and `pulse` are the pure parts: what a bounce time lets through, and when a pulse is high.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from .table import SECOND

log = logging.getLogger("mopsbox.pins")

Step = tuple[int, bool]
"""When (kernel stamp, ns) a line changed, and to what: high?"""


class Quiet:
    """The bounce time of a line, `ns` long. A change is told at once, with its own stamp; what follows within the time
    is not. If the line rests on another level at the end of it, that is told then, with the stamp of its last edge:
    no release is lost, however short the press.

    `level`: where the line rests now. The kernel reads the level after the stamp (facts/timing.md B3): an edge to the
    level that was told last is no change, and the first true one must not be lost in its bounce time. None: only
    rising or only falling edges come, and each counts.
    """

    def __init__(self, ns: int = 0, level: bool | None = None) -> None:
        self.ns = ns
        self._level = level
        self._told_at: int | None = None
        self._kept: Step | None = None

    def edge(self, t: int, high: bool) -> list[Step]:
        """The edge at `t` came; what is to be told now, in order."""
        if not self.ns:
            return [(t, high)]
        late = self.over(t)
        if self._told_at is not None and t < self._told_at + self.ns:
            self._kept = (t, high)
            return late
        if high is self._level:
            return late
        if self._level is not None:
            self._level = high
        self._told_at, self._kept = t, None
        return [*late, (t, high)]

    def due(self) -> int | None:
        """The stamp at which `over` will have something to tell."""
        if self._told_at is None or self._kept is None or self._level in (None, self._kept[1]):
            return None
        return self._told_at + self.ns

    def over(self, now: int) -> list[Step]:
        """No edge came until `now`: what is to be told after all."""
        due, kept = self.due(), self._kept
        if due is None or now < due or kept is None:
            return []
        self._told_at, self._level = kept
        self._kept = None
        return [kept]


def pulse(now: int, period: int, on: int) -> tuple[bool, int]:
    """Is a pulse of `on` ns in every `period` ns high at `now`, and in how many ns does that change? Counted from the
    clock's zero, so that a late thread skips and pins of one frequency rise together."""
    phase = now % period
    return (True, on - phase) if phase < on else (False, period - phase)


class Line(Protocol):
    """A line somebody listens to (pins.GpiodPin)."""

    quiet: Quiet

    def read(self) -> list[Step]:
        """The edges so far; never waits. Raises NoGpio when the line is gone."""

    def tell(self, t: int, high: bool) -> None:
        """Call the handler, in this thread."""


class EdgeThread:
    """Waits for the edges of all lines and tells each line its own, in the order of their stamps. A handler that fails
    is logged, and the thread goes on. Its methods may be called from any thread, handlers too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[int, Line] = {}
        self._thread: threading.Thread | None = None
        self._poll = select.epoll()
        self._waker = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._poll.register(self._waker, select.EPOLLIN)

    def add(self, fd: int, line: Line) -> None:
        """From now on `line` is read whenever `fd` has something."""
        with self._lock:
            self._lines[fd] = line
            self._poll.register(fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
                self._thread.start()

    def remove(self, fd: int) -> None:
        """`fd` is watched no longer; to be called before it is closed."""
        with self._lock:
            if self._lines.pop(fd, None) is not None:
                with suppress(OSError, ValueError):  # closed, by a handler
                    self._poll.unregister(fd)

    def close(self) -> None:
        """Ends the thread."""
        if self._poll.closed:
            return
        thread, self._thread = self._thread, None
        os.eventfd_write(self._waker, 1)
        if thread and thread is not threading.current_thread():
            thread.join(timeout=2)
        self._poll.close()
        os.close(self._waker)

    def _run(self) -> None:
        me = threading.current_thread()
        while self._thread is me:
            with self._lock:
                dues = [due for line in self._lines.values() if (due := line.quiet.due()) is not None]
            wait = max(0, min(dues) - time.monotonic_ns()) / SECOND if dues else None
            try:
                ready = self._poll.poll(wait)
            except (OSError, ValueError):  # closed by a handler, in this very thread
                return
            self._hear(ready)

    def _hear(self, ready: Iterable[tuple[int, int]]) -> None:
        edges: list[tuple[int, bool, Line]] = []
        for fd, flags in ready:
            line = self._lines.get(fd)
            if line is not None:
                edges += self._read(fd, flags, line)
        for t, high, line in sorted(edges, key=lambda edge: edge[0]):
            self._tell(line, line.quiet.edge(t, high))
        now = time.monotonic_ns()
        with self._lock:
            lines = list(self._lines.values())
        for line in lines:
            self._tell(line, line.quiet.over(now))

    def _read(self, fd: int, flags: int, line: Line) -> list[tuple[int, bool, Line]]:
        try:
            edges = [(t, high, line) for t, high in line.read()]
            if edges or not flags & (select.EPOLLERR | select.EPOLLHUP):
                return edges
            log.error("%s went away; start the box again", line)
        except Exception as error:  # NoGpio, and whatever else must not end the thread
            log.error("%s: %s", line, error)
        self.remove(fd)  # it would be ready for ever
        return []

    def _tell(self, line: Line, steps: Iterable[Step]) -> None:
        for t, high in steps:
            try:
                line.tell(t, high)
            except Exception:
                log.exception("%s: its handler failed; the others go on", line)


class Output(Protocol):
    """A line that can be pulsed (pins.GpiodPin)."""

    def write(self, high: bool) -> None:
        """Raises NoGpio."""


class PulseThread:
    """Software PWM for lamps: one thread for all, alive only while some duty lies between 0 and 1. Good for what the
    eye sees; a pulse may be late by as much as any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._pulsed: dict[Output, tuple[int, int]] = {}
        self._high: dict[Output, bool] = {}
        self._thread: threading.Thread | None = None

    def set(self, output: Output, period: int, on: int) -> None:
        """High for `on` of every `period` ns; with none or all of it a plain write. Raises NoGpio."""
        with self._changed:
            if 0 < on < period:
                self._pulsed[output] = (period, on)
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="pwm", daemon=True)
                    self._thread.start()
                self._changed.notify()
            else:
                self._forget(output)
                output.write(on > 0)

    def drop(self, output: Output) -> None:
        """Not pulsed from here on; it stays as it happens to be."""
        with self._changed:
            self._forget(output)

    def close(self) -> None:
        """Nothing is pulsed any more; waits for the thread."""
        with self._changed:
            thread = self._thread
            for output in tuple(self._pulsed):
                self._forget(output)
        if thread and thread is not threading.current_thread():
            thread.join(timeout=2)

    def _forget(self, output: Output) -> None:
        self._pulsed.pop(output, None)
        self._high.pop(output, None)
        self._changed.notify()

    def _run(self) -> None:
        with self._changed:
            while self._pulsed:
                now = time.monotonic_ns()
                self._changed.wait(min(self._step(output, now) for output in tuple(self._pulsed)) / SECOND)
            self._thread = None

    def _step(self, output: Output, now: int) -> int:
        high, left = pulse(now, *self._pulsed[output])
        if self._high.get(output) is not high:
            try:
                output.write(high)
                self._high[output] = high
            except Exception as error:  # NoGpio, and whatever else must not stop the other lamps
                log.error("%s: %s", output, error)
                self._forget(output)
        return left
