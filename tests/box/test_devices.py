"""gpiozero's own devices on our pin factory, on a real GPIO chip."""

from __future__ import annotations

import pytest

from .machine import Machine

pytestmark = pytest.mark.box


def test_gpiozeros_devices_do_on_a_real_chip_what_they_do_elsewhere(bare: Machine) -> None:
    status, said = bare.attempt("cd /tmp && PYTHONPATH=/opt/box python3 /opt/box/gpio_devices.py", timeout_s=300)
    assert status == 0, said
    assert said.count("ok") > 10, said


def test_any_gpiozero_program_finds_the_factory_by_its_name(bare: Machine) -> None:
    program = "from gpiozero import Device, LED; led = LED(23); led.on(); print(type(Device.pin_factory).__name__)"
    program += "; print(open('/run/lines/sim_gpio23/value').read())"
    status, said = bare.attempt(f'cd /tmp && GPIOZERO_PIN_FACTORY=gpiod PYTHONPATH=/opt/box python3 -c "{program}"')
    assert status == 0 and said.split()[-2:] == ["GpiodFactory", "1"], said
