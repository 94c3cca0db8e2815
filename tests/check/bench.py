"""A box on the bench: gpiozero's mock pins, wired lamp to buzzer by loopback plugs, with faults planted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from mopsbox import wiring
from mopsbox.check.parts import Parts
from mopsbox.pins import GpiodFactory
from mopsbox.table import SEATS, Seat

from ..scripted_chip import ScriptedChip

WIRING = wiring.read("pi")
AHC14 = wiring.read("pi-ahc14")
Plugs = Mapping[int, Iterable[int]]
STRAIGHT: Plugs = {seat: [seat] for seat in SEATS}


class StuckHigh(MockPin):
    """An input that lies on the supply whatever anybody does."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._state = True

    def drive_low(self) -> None:
        pass


class StuckLow(MockPin):
    """An input that lies on ground whatever anybody does."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._state = False

    def drive_high(self) -> None:
        pass


class LampPin(MockPin):
    """An output that tells when it changes."""

    changed: Callable[[], None] | None = None

    def _change_state(self, value: Any) -> bool:
        moved: bool = super()._change_state(value)
        if moved and self.changed:
            self.changed()
        return moved


class DeadLamp(LampPin):
    """An output with a short to ground."""

    def _change_state(self, value: Any) -> bool:
        return super()._change_state(False)


class Bench:
    """Lamp n closes the buzzers `plugs[n]`; `stuck` ones are always closed."""

    def __init__(
        self,
        plugs: Plugs = STRAIGHT,
        stuck: Iterable[int] = (),
        dead: Iterable[int] = (),
        wired: wiring.Wiring = WIRING,
    ) -> None:
        self.wiring, self.plugs = wired, plugs
        self.factory = MockFactory()
        self.lamps = {
            seat: self.factory.pin(pin, pin_class=DeadLamp if seat in dead else LampPin)
            for seat, pin in wired.lamps.items()
        }
        held = {True: StuckLow, False: StuckHigh}  # pressed, by active low
        self.buzzers = {
            seat: self.factory.pin(contact.pin, pin_class=held[contact.active_low] if seat in stuck else MockPin)
            for seat, contact in wired.buzzers.items()
        }
        for lamp in self.lamps.values():
            lamp.changed = self._follow

    def parts(self, data: Path = Path("/"), **other: Any) -> Parts:
        return Parts(**({"profile": "pi", "wiring": self.wiring, "gpio": self.factory, "data": data} | other))

    def press(self, seat: int) -> None:
        self._drive(Seat(seat), True)

    def let_go(self, seat: int) -> None:
        self._drive(Seat(seat), False)

    def _follow(self) -> None:
        lit = [seat for seat, lamp in self.lamps.items() if lamp.function == "output" and lamp.state]
        closed = {buzzer for seat in lit for buzzer in self.plugs.get(seat, ())}
        for seat in {buzzer for buzzers in self.plugs.values() for buzzer in buzzers}:
            if self.buzzers[Seat(seat)].function == "input":
                self._drive(Seat(seat), seat in closed)

    def _drive(self, seat: Seat, closed: bool) -> None:
        pin = self.buzzers[seat]
        (pin.drive_low if closed == self.wiring.buzzers[seat].active_low else pin.drive_high)()


class LoopedChip(ScriptedChip):
    """A kernel's chip with loopback plugs in: driving a lamp's line closes its buzzer's."""

    def __init__(self, wired: wiring.Wiring = WIRING) -> None:
        super().__init__()
        self._buzzers = {pin: wired.buzzers[seat] for seat, pin in wired.lamps.items()}

    def write(self, pin: int, high: bool) -> None:
        super().write(pin, high)
        if contact := self._buzzers.get(pin):
            self.drive(contact.pin, high is not contact.active_low)

    def factory(self) -> GpiodFactory:
        return GpiodFactory(None, self.open, lambda: [self.path])
