"""Where line changes come from: the kernel's queue (our pin factory), or any other gpiozero factory's pins.

Both can `wait` until something may be there, `read` what is there, and tell which pins are `closed` just now.
"""

from __future__ import annotations

import os
import select
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from ..table import SECOND
from ..wiring import Contact
from .contacts import Moved

KERNEL_QUEUE = 1024  # edges the kernel keeps for us, the most it offers (facts/timing.md B3)


class Lines(Protocol):
    def wait(self, timeout_s: float | None) -> None:
        """Sleep until something has moved, `wake` was called or the time is over."""

    def read(self) -> list[Moved]:
        """What has moved so far; never waits. Raises OSError when the lines are gone."""

    def closed(self) -> frozenset[int]:
        """The pins that are closed now, read at once where the source can. Raises OSError."""

    def wake(self) -> None: ...

    def close(self) -> None: ...


class KernelLines:
    """All contacts in one line request: one queue in the kernel, one count of edges over all lines, so that a lost
    edge leaves a gap (facts/timing.md B3, B4). `factory`: a pins.GpiodFactory. Raises NoGpio."""

    def __init__(self, factory: Any, contacts: Mapping[int, Contact]) -> None:
        from gpiod import LineSettings
        from gpiod.line import Bias, Direction, Edge

        bias = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "none": Bias.AS_IS}
        settings = {
            pin: LineSettings(Direction.INPUT, Edge.BOTH, bias[contact.bias], active_low=contact.active_low)
            for pin, contact in contacts.items()
        }
        self._request = factory.request(settings, event_buffer_size=KERNEL_QUEUE)
        self._poll = select.poll()
        self._poll.register(self._request.fd, select.POLLIN)
        self._awake, self._waker = os.pipe()
        os.set_blocking(self._awake, False)
        os.set_blocking(self._waker, False)
        self._sleep = select.poll()
        self._sleep.register(self._request.fd, select.POLLIN)
        self._sleep.register(self._awake, select.POLLIN)

    def wait(self, timeout_s: float | None) -> None:
        self._sleep.poll(None if timeout_s is None else max(0, timeout_s) * 1000 + 1)  # poll cuts fractions off
        with suppress(BlockingIOError):
            os.read(self._awake, 4096)

    def read(self) -> list[Moved]:
        moves: list[Moved] = []
        while self._poll.poll(0):  # also when the chip is gone: then reading says so
            for e in self._request.read_edge_events():
                rising = e.event_type is e.Type.RISING_EDGE
                moves.append(Moved(e.timestamp_ns, e.line_offset, rising, e.global_seqno))
            if len(moves) >= KERNEL_QUEUE:
                break  # the rest is there at the next call; what has been read must not wait for a storm's end
        return moves

    def closed(self) -> frozenset[int]:
        from gpiod.line import Value

        values = self._request.get_values()
        return frozenset(pin for pin, v in zip(self._request.offsets, values, strict=True) if v is Value.ACTIVE)

    def wake(self) -> None:
        with suppress(BlockingIOError):  # full: it wakes anyway
            os.write(self._waker, b"!")

    def close(self) -> None:
        with suppress(OSError):
            self._request.release()
        self.wake()  # whoever sleeps here sleeps on what is gone

    def __del__(self) -> None:
        """The pipe lives until nobody can sleep on it any more: its numbers may belong to another file at once."""
        for fd in (getattr(self, "_awake", -1), getattr(self, "_waker", -1)):
            if fd >= 0:
                os.close(fd)


class _Watch:
    """One pin's listener. gpiozero keeps only a weak reference to it, so somebody must hold it."""

    def __init__(self, lines: PinLines, pin: int, active_low: bool) -> None:
        self._lines, self._pin, self._active_low = lines, pin, active_low

    def moved(self, ticks: float, state: Any) -> None:
        self._lines.add(round(ticks * SECOND), self._pin, bool(state) != self._active_low)


class PinLines:
    """The contacts as pins of any gpiozero factory whose ticks are seconds of the monotonic clock (MockFactory,
    LGPIOFactory). It numbers the edges as they are handed over: what is lost before that goes unseen."""

    def __init__(self, factory: Any, contacts: Mapping[int, Contact]) -> None:
        self._moves: deque[Moved] = deque()
        self._something = threading.Event()
        self._number = 0
        self._lock = threading.Lock()
        self._contacts = dict(contacts)
        self._pins = {n: factory.pin(n) for n in contacts}
        self._watches = {n: _Watch(self, n, contact.active_low) for n, contact in contacts.items()}
        for n, pin in self._pins.items():
            pin.function = "input"
            if not pin.info.pull:
                pin.pull = {"up": "up", "down": "down", "none": "floating"}[contacts[n].bias]
            pin.bounce = None  # never on a buzzer (facts/timing.md, section 0)
            pin.edges = "both"
            pin.when_changed = self._watches[n].moved

    def add(self, t: int, pin: int, closed: bool) -> None:
        """A pin moved. In whatever thread its factory calls."""
        with self._lock:
            self._number += 1
            self._moves.append(Moved(t, pin, closed, self._number))
        self._something.set()

    def wait(self, timeout_s: float | None) -> None:
        self._something.wait(timeout_s)
        self._something.clear()

    def read(self) -> list[Moved]:
        moves = []
        with suppress(IndexError):
            while True:
                moves.append(self._moves.popleft())
        return moves

    def closed(self) -> frozenset[int]:
        return frozenset(n for n, pin in self._pins.items() if bool(pin.state) != self._contacts[n].active_low)

    def wake(self) -> None:
        self._something.set()

    def close(self) -> None:
        for pin in self._pins.values():
            pin.when_changed = None
            with suppress(Exception):  # a factory that is gone has nothing to give back
                pin.close()
