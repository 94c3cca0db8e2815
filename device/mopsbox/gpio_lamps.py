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

from gpiozero import PWMLED, Factory, GPIOPinInUse, PinInvalidPin

from .glow import lit, next_change
from .places import NoGpio
from .table import SECOND, Lamp, Seat

_AFTER_FAULT_S = 1.0  # a thread that fails again and again must not take the processor

Told = Callable[[str], None]


def _say(sentence: str) -> None:
    print(f"mopsbox: {sentence}", file=sys.stderr)


class Row:
    """Lamps on the pins of `factory` (by seat; lit when high), all dark at first. May be used by several threads.

    A lamp whose pin cannot be had, or fails later, is `told` once, in one sentence; the others work, and it is tried
    again whenever its level is to change. `clock`: ns, for the waveforms.
    """

    def __init__(self, pins: Mapping[Seat, int], factory: Factory, told: Told, clock: Callable[[], int]) -> None:
        self._told, self._clock = told, clock
        self._lock = threading.Lock()  # never held for longer than one write
        self._leds: dict[Seat, PWMLED] = {}
        self._shown: dict[Seat, Lamp] = dict.fromkeys(pins, "off")
        self._written: dict[Seat, float | None] = dict.fromkeys(pins, 0.0)  # None: unknown, a write failed
        self._failed: set[Seat] = set()
        for seat, pin in pins.items():
            try:
                self._leds[seat] = PWMLED(pin, pin_factory=factory)
            except Exception as error:  # gpiozero's, NoGpio, the system's: seven lamps are better than none
                self._fail(seat, f"lamp {seat} stays dark: {_why(pin, error)}")

    def show(self, lamps: Mapping[Seat, Lamp]) -> int | None:
        """All lamps as they are to be from now on, written when it returns; seats not named are off. When is `step`
        owed? None: never, all are steady."""
        return self._earliest({seat: lamps.get(seat, "off") for seat in tuple(self._leds)})

    def step(self) -> int | None:
        """Writes what has changed by time alone. When is the next call owed?"""
        return self._earliest(dict.fromkeys(tuple(self._leds)))

    def close(self) -> None:
        """All dark; from here on nothing is shown any more."""
        for seat in tuple(self._leds):
            with self._lock:
                led = self._leds.pop(seat)
                with suppress(Exception):
                    led.value = 0
                with suppress(Exception):
                    led.close()

    def _earliest(self, lamps: Mapping[Seat, Lamp | None]) -> int | None:
        dues = [self._write(seat, lamp) for seat, lamp in lamps.items()]
        return min((due for due in dues if due is not None), default=None)

    def _write(self, seat: Seat, new: Lamp | None) -> int | None:
        """The level of now, for a new pattern or (None) the present one. When will it change next?"""
        failure: Exception | None = None
        with self._lock:
            led = self._leds.get(seat)
            if led is None:  # closed meanwhile
                return None
            now = self._clock()  # under the lock, so that nothing newer is overwritten
            lamp = self._shown[seat] = new or self._shown[seat]
            bright = lit(lamp, seat, now)
            if bright != self._written[seat]:
                self._written[seat] = None
                try:
                    led.value = bright
                    self._written[seat] = bright
                except Exception as error:
                    failure = error
        if failure:
            self._fail(seat, f"lamp {seat} does not follow: {_why(led.pin, failure)}")
        return next_change(lamp, seat, now)

    def _fail(self, seat: Seat, sentence: str) -> None:
        if seat not in self._failed:
            self._failed.add(seat)
            with suppress(Exception):
                self._told(sentence)


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
                    self._told(f"the lamps' animation failed and goes on: {type(error).__name__}: {error}")
            return _AFTER_FAULT_S
