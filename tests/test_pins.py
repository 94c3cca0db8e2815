"""Our gpiozero pin factory, on a scripted chip."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tests import gpio_devices
from tests.gpio_devices import Bench

if gpiod := pytest.importorskip("gpiod", reason="libgpiod's Python package is for Linux"):
    from mopsbox.pins import GpiodFactory
    from tests.scripted_chip import ScriptedChip

Behaviour = Callable[[Bench], None]


@dataclass
class Scripted:
    """Our factory on a scripted chip."""

    chip: Any
    factory: Any

    def drive(self, pin: int, high: bool) -> None:
        self.chip.drive(pin, high)

    def level(self, pin: int) -> bool:
        return self.chip.level(pin)


@dataclass
class Mock:
    """gpiozero's own factory for tests: what it does, ours must do."""

    factory: Any

    def drive(self, pin: int, high: bool) -> None:
        wire = self.factory.pin(pin)
        wire.drive_high() if high else wire.drive_low()

    def level(self, pin: int) -> bool:
        return bool(self.factory.pin(pin).state)


def factory_on(chip: ScriptedChip, name: str | None = None) -> Any:
    return GpiodFactory(name, chip.open, lambda: [chip.path])


@pytest.fixture
def bench() -> Iterator[Scripted]:
    chip = ScriptedChip()
    with pytest.warns(match="40 pins"):
        factory = factory_on(chip)
        factory.board_info  # noqa: B018
    yield Scripted(chip, factory)
    factory.close()
    assert not any(wire.request for wire in chip.wires.values()), "a line is still held"


@pytest.mark.parametrize("behaviour", gpio_devices.EVERYWHERE + gpio_devices.OURS, ids=lambda b: b.__name__)
def test_a_gpiozero_device_works(behaviour: Behaviour, bench: Scripted) -> None:
    behaviour(bench)


@pytest.mark.parametrize("behaviour", gpio_devices.EVERYWHERE, ids=lambda b: b.__name__)
def test_gpiozeros_own_mock_does_the_same(behaviour: Behaviour) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    behaviour(Mock(factory))
    factory.close()
