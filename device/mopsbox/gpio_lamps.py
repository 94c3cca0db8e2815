"""The buzzers' real lamps, through gpiozero: written at once; what moves by itself moves in a thread of its own.

`Row` drives the pins and is told when to; `GpioLamps` is a row and the thread, which sleeps until a level really
changes: for ever, as long as nothing is animated.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from gpiozero import PWMLED, Factory, GPIOPinInUse, PinInvalidPin

from .glow import lit, next_change
from .places import NoGpio
from .table import SECOND, Lamp, Seat

_AFTER_FAULT_S = 1.0  # a thread that fails again and again must not take the processor
_AGAIN = SECOND  # so long a lamp that failed is left alone

Told = Callable[[Seat | None, str | None], None]
"""Whose lamp is in trouble, and one sentence: what is wrong, what to do; no sentence: it works again. No seat: it is
about moving them all. From any thread."""


def _say(seat: Seat | None, sentence: str | None) -> None:
    print(f"mopsbox: {sentence or f'lamp {seat} works again'}", file=sys.stderr)


@dataclass(slots=True)
class _Socket:
    """What one lamp hangs on. `led` None: not to be had. `shown`, `since`: its pattern, and when that began. `written`:
    the level at the pin, None: unknown. `again`: when it may be tried next after it failed."""

    pin: int
    led: PWMLED | None = None
    shown: Lamp = "off"
    since: int = 0
    written: float | None = 0.0
    failed: bool = False
    again: int = 0


class Row:
    """Lamps on the pins of `factory` (by seat; lit when high), all dark at first. May be used by several threads.

    A lamp whose pin cannot be had, or fails later, is `told` once; the others work. It is tried again when something is
    shown or moves, once a second at the most, and told again when it works. `clock`: ns, for the waveforms.
    """

    def __init__(self, pins: Mapping[Seat, int], factory: Factory, told: Told, clock: Callable[[], int]) -> None:
        self._factory, self._told, self._clock = factory, told, clock
        self._lock = threading.Lock()  # never held for longer than one write
        self._sockets = {seat: _Socket(pin) for seat, pin in pins.items()}
        self._closed = False
        self._try_missing()

    def show(self, lamps: Mapping[Seat, Lamp]) -> int | None:
        """All lamps as they are to be from now on, written when it returns; seats not named are off. When is `step`
        owed? None: never, all are steady."""
        return self._earliest({seat: lamps.get(seat, "off") for seat in self._sockets})

    def step(self) -> int | None:
        """Writes what has changed by time alone, and tries lamps that are missing. When is the next call owed?"""
        self._try_missing()
        return self._earliest(dict.fromkeys(self._sockets))

    def close(self) -> None:
        """All dark; from here on nothing is shown any more."""
        self._closed = True
        for socket in self._sockets.values():
            with self._lock:
                led, socket.led = socket.led, None
                if led is None:
                    continue
                with suppress(Exception):
                    led.value = 0
                with suppress(Exception):
                    led.close()

    def _earliest(self, lamps: Mapping[Seat, Lamp | None]) -> int | None:
        dues = [self._write(seat, lamp) for seat, lamp in lamps.items()]
        return min((due for due in dues if due is not None), default=None)

    def _write(self, seat: Seat, new: Lamp | None) -> int | None:
        """The level of now, for a new pattern or (None) the present one. When is this lamp's next step owed?"""
        socket, failure, heals = self._sockets[seat], None, False
        with self._lock:
            now = self._clock()  # under the lock, so that nothing newer is overwritten
            if new is not None and new != socket.shown:
                socket.shown, socket.since = new, now
            if self._closed:
                return None
            if socket.led is None:  # left to `step`: whoever shows something must not wait for it
                return now if new is not None and now >= socket.again else None
            bright = lit(socket.shown, seat, now, socket.since)
            due = next_change(socket.shown, seat, now, socket.since)
            if bright != socket.written and now >= socket.again:
                socket.written = None
                try:
                    socket.led.value = bright
                    socket.written = bright
                    heals, socket.failed = socket.failed, False
                except Exception as error:
                    failure, socket.again = error, now + _AGAIN
        if failure:
            self._lost(seat, f"lamp {seat} does not follow: {_why(socket.pin, failure)}")
        elif heals:
            self._tell(seat, None)
        return None if due is None else max(due, socket.again)

    def _try_missing(self) -> None:
        for seat, socket in self._sockets.items():
            with self._lock:
                now = self._clock()
                if self._closed or socket.led is not None or now < socket.again:
                    continue
                socket.again = now + _AGAIN
            try:
                led = PWMLED(socket.pin, pin_factory=self._factory)
            except Exception as error:  # gpiozero's, NoGpio, the system's: seven lamps are better than none
                with suppress(Exception):  # gpiozero keeps a dead reservation for each that could not be made
                    self._factory.release_pins(None, socket.pin)
                self._lost(seat, f"lamp {seat} stays dark: {_why(socket.pin, error)}")
                continue
            with self._lock:
                if not self._closed:
                    socket.led, socket.again = led, 0
                    continue
            with suppress(Exception):
                led.close()

    def _lost(self, seat: Seat, sentence: str) -> None:
        socket = self._sockets[seat]
        known, socket.failed, socket.written = socket.failed, True, None
        if not known:
            self._tell(seat, sentence)

    def _tell(self, seat: Seat, sentence: str | None) -> None:
        with suppress(Exception):
            self._told(seat, sentence)


def _why(pin: object, error: Exception) -> str:
    """What went wrong, and what to do."""
    match error:
        case NoGpio():
            return str(error)
        case GPIOPinInUse():
            return f"GPIO {pin} is used for something else already; give the lamp another one (lamps under [pins])"
        case PinInvalidPin():
            return f"this machine has no GPIO {pin}; give the lamp another one (lamps under [pins])"
        case _:
            return f"{error or type(error).__name__}; start the box again"


class GpioLamps:
    """Lamps (lamps.py) on real pins. `show` never waits for the animating thread. `told`: see Row."""

    def __init__(
        self,
        pins: Mapping[Seat, int],
        factory: Factory,
        told: Told = _say,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._row = Row(pins, factory, told, clock)
        self._told, self._clock = told, clock
        self._woken = threading.Event()
        self._going, self._failed = True, False
        self.wakeups = 0
        """How often the thread has woken so far."""
        self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)
        self._thread.start()

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """All lamps as they are to be from now on, written before it returns."""
        if self._row.show(lamps) is not None:
            self._woken.set()

    def close(self) -> None:
        """All dark, and the thread ended."""
        self._going = False
        self._woken.set()
        self._thread.join(timeout=2)
        self._row.close()

    def _run(self) -> None:
        while self._going:
            self._woken.wait(self._turn())
            self._woken.clear()

    def _turn(self) -> float | None:
        """One step; seconds to sleep after it, None: until something else is shown."""
        self.wakeups += 1
        try:
            due = self._row.step()
            return None if due is None else max(0, due - self._clock()) / SECOND
        except Exception as error:  # lamps must not freeze for the evening
            if not self._failed:
                self._failed = True
                with suppress(Exception):
                    self._told(None, f"the lamps' animation failed and goes on: {type(error).__name__}: {error}")
            return _AFTER_FAULT_S
