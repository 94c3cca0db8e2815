"""The lamps: can each line be driven? On request each is lit, for somebody to look."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ..places import NoGpio
from ..table import Seat
from ..wiring import Wiring
from . import gpio
from .found import Finding, fail, ok
from .parts import Parts

LIT_S = 0.8


class Lights:
    """The lamps' lines, all dark at first. A factory with line requests writes all of them in one call, others one
    after the other. Raises what the factory raises (pins.GpiodFactory: NoGpio)."""

    def __init__(self, factory: Any, pins: Mapping[Seat, int]) -> None:
        self._pins = dict(pins)
        self._turn = 0
        self._request: Any = None
        self._each: dict[Seat, Any] = {}
        if hasattr(factory, "request"):
            from gpiod import LineSettings
            from gpiod.line import Direction, Value

            self._values = (Value.INACTIVE, Value.ACTIVE)
            settings = LineSettings(direction=Direction.OUTPUT, output_value=Value.INACTIVE)
            self._request = factory.request(dict.fromkeys(self._pins.values(), settings))
        else:
            self._each = {seat: factory.pin(pin) for seat, pin in pins.items()}
            for each in self._each.values():
                each.output_with_state(0)

    @property
    def together(self) -> bool:
        """Does one call write them all?"""
        return self._request is not None

    def write(self, lit: Mapping[Seat, bool]) -> dict[Seat, int]:
        """Light or darken these lamps. When each was written, machine ns, taken just before. One by one the order goes
        round, so that none is always the first."""
        if self._request is not None:
            at = time.monotonic_ns()
            self._request.set_values({self._pins[seat]: self._values[on] for seat, on in lit.items()})
            return dict.fromkeys(lit, at)
        self._turn += 1
        seats = list(lit)
        start = self._turn % len(seats)
        written = {}
        for seat in seats[start:] + seats[:start]:
            written[seat] = time.monotonic_ns()
            self._each[seat].state = int(lit[seat])
        return written

    def reads(self, seat: Seat) -> bool:
        """Is this line high? (What the chip reads back at the pin.)"""
        if self._request is not None:
            return bool(self._request.get_value(self._pins[seat]) is self._values[1])
        return bool(self._each[seat].state)

    def close(self) -> None:
        """All dark, the lines given back."""
        with suppress(Exception):
            self.write(dict.fromkeys(self._pins, False))
        with suppress(Exception):
            if self._request is not None:
                self._request.release()
            for each in self._each.values():
                each.close()


def check(parts: Parts, shown: Callable[[Seat], None] | None = None) -> list[Finding]:
    """`shown`: called while each lamp is lit, for somebody to look; left out: they flicker for microseconds."""
    if not isinstance(parts.wiring, Wiring):
        return [Finding("lamps", "FAIL" if parts.is_box or shown else "WARN", str(parts.wiring))]
    if parts.factory is None:
        without = gpio.without(parts)
        if shown or without.status == "FAIL":
            return [fail("lamps", f"cannot be lit; {without.says}")]
        return [ok("lamps", "no pins are used: the lamps are drawn on the screen")]
    try:
        if shown and parts.running():
            return [fail("lamps", gpio.RUNNING)]
        return [Finding(f"lamp {seat}", *_lamp(parts, seat, pin, shown)) for seat, pin in parts.wiring.lamps.items()]
    except NoGpio as gone:
        return [fail("lamps", str(gone))]


def _lamp(parts: Parts, seat: Seat, pin: int, shown: Callable[[Seat], None] | None) -> gpio.Found:
    if held := gpio.holder(parts, pin):
        return held
    try:
        lights = Lights(parts.factory, {seat: pin})
    except Exception as error:
        return gpio.refused(error, f"GPIO {pin}")
    try:
        dark = not lights.reads(seat)
        lights.write({seat: True})
        lit = lights.reads(seat)
        if shown:
            shown(seat)
    except Exception as error:
        return gpio.refused(error, f"GPIO {pin}")
    finally:
        lights.close()
    if not (dark and lit):
        return "FAIL", f"GPIO {pin} stays {'low' if dark else 'high'}: look for a short at this pin"
    return "OK", f"GPIO {pin} can be driven" + (" and was lit: was it the right lamp?" if shown else "")
