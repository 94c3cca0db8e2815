"""Our gpiozero pin factory, on a scripted chip."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gpiod", reason="libgpiod's Python package is for Linux")

from gpiod import LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import (
    LED,
    PWMLED,
    Button,
    DeviceClosed,
    DigitalInputDevice,
    PinInvalidPin,
    PinPWMFixedValue,
    PinPWMUnsupported,
)
from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import gpiochip
from mopsbox.pins import GpiodFactory
from mopsbox.places import NoGpio
from mopsbox.table import MS
from mopsbox.words import CATALOGUES
from tests import gpio_devices
from tests.gpio_devices import LAMP, LAMP_2, PRESS, PRESS_2, Bench, Notes, eventually
from tests.scripted_chip import ScriptedChip

Behaviour = Callable[[Bench], None]
PI_4 = 0xC03115
BOTH = LineSettings(Direction.INPUT, Edge.BOTH, Bias.PULL_UP, active_low=True)


class OnPi4(GpiodFactory):
    def _get_revision(self) -> int:
        return PI_4


@dataclass
class Scripted:
    """Our factory on a scripted chip."""

    chip: Any
    factory: Any

    def drive(self, pin: int, high: bool) -> None:
        self.chip.drive(pin, high)

    def level(self, pin: int) -> bool:
        return bool(self.chip.level(pin))


@dataclass
class Mock:
    """gpiozero's own factory for tests: what it does, ours must do."""

    factory: Any

    def drive(self, pin: int, high: bool) -> None:
        wire = self.factory.pin(pin)
        wire.drive_high() if high else wire.drive_low()

    def level(self, pin: int) -> bool:
        return bool(self.factory.pin(pin).state)


@pytest.fixture
def bench() -> Iterator[Scripted]:
    chip = ScriptedChip()
    factory = OnPi4(None, chip.open, lambda: [chip.path])
    yield Scripted(chip, factory)
    factory.close()
    factory._reservations.clear()  # one for all local factories; a failed test leaves its own there
    assert not any(wire.request for wire in chip.wires.values()), "a line is still held"
    assert not threads("pins") and not threads("pwm"), "a thread is left over"


def threads(name: str) -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == name]


def refusal(do: Callable[[], object], word: str) -> str:
    try:  # not pytest.raises: it keeps the half-made device, and gpiozero takes its pin for reserved
        do()
    except NoGpio as fault:
        assert fault.word == word and word in CATALOGUES["en"].messages
        assert "\n" not in str(fault)
        return str(fault)
    raise AssertionError("nothing was wrong")


@pytest.mark.parametrize("behaviour", gpio_devices.EVERYWHERE + gpio_devices.OURS, ids=lambda b: b.__name__)
def test_a_gpiozero_device_works(behaviour: Behaviour, bench: Scripted) -> None:
    behaviour(bench)


@pytest.mark.parametrize("behaviour", gpio_devices.EVERYWHERE, ids=lambda b: b.__name__)
def test_gpiozeros_own_mock_does_the_same(behaviour: Behaviour) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    behaviour(Mock(factory))
    factory.close()


# -- which chip


class Shelf:
    """Several chips on one machine."""

    def __init__(self, **labels: str) -> None:
        self.chips = {f"/dev/{name}": ScriptedChip(label, path=f"/dev/{name}") for name, label in labels.items()}

    def open(self, path: str) -> Any:
        return self.chips[path].open(path) if path in self.chips else next(iter(self.chips.values())).open(path)

    def factory(self, wanted: str | None = None) -> Any:
        factory = GpiodFactory(wanted, self.open, lambda: list(self.chips))
        factory.close()
        return factory


def test_the_chip_is_found_by_its_label_whatever_its_number() -> None:
    shelf = Shelf(gpiochip0="raspberrypi-exp-gpio", gpiochip1="gpio-brcmstb@107d508500", gpiochip4="pinctrl-rp1")
    factory = shelf.factory()
    assert (factory.chip_path, factory.chip_label) == ("/dev/gpiochip4", "pinctrl-rp1")


@pytest.mark.parametrize("wanted", ["elsewhere", "/dev/gpiochip1"])
def test_another_chip_is_used_when_asked_for(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(gpiochip0="pinctrl-bcm2835", gpiochip1="elsewhere")
    assert shelf.factory(wanted).chip_path == "/dev/gpiochip1"
    monkeypatch.setenv("MOPSBOX_GPIO_CHIP", wanted)
    assert shelf.factory().chip_path == "/dev/gpiochip1"
    assert shelf.factory("pinctrl-bcm2835").chip_path == "/dev/gpiochip0"


def test_no_chip_is_a_sentence_that_says_what_to_do() -> None:
    sentence = refusal(Shelf(gpiochip0="AMDI0030:00").factory, "gpio-none")
    assert "pinctrl-rp1 or pinctrl-bcm2711 or pinctrl-bcm2835" in sentence and "--simulate" in sentence
    shelf = Shelf(gpiochip0="pinctrl-rp1")
    assert "labelled lost" in refusal(lambda: shelf.factory("lost"), "gpio-none")
    said = refusal(lambda: shelf.factory("/dev/gpiochip9"), "gpio-none")
    assert said.startswith("/dev/gpiochip9 is no GPIO chip (No such file or directory)")


def test_no_permission_names_the_group() -> None:
    shelf = Shelf(gpiochip0="pinctrl-bcm2711")
    shelf.chips["/dev/gpiochip0"].permitted = False
    for wanted in ("/dev/gpiochip0", "pinctrl-bcm2711"):
        sentence = refusal(lambda: shelf.factory(wanted), "gpio-denied")  # noqa: B023
        assert sentence.startswith("/dev/gpiochip0: no permission") and "group gpio" in sentence
    paths = list(shelf.chips)
    refusal(lambda: gpiochip.find("", paths, shelf.open, here=lambda: True), "gpio-denied")


def test_a_desktops_own_chips_are_not_asked_about_permissions() -> None:
    shelf = Shelf(gpiochip0="INT34C5:00")
    shelf.chips["/dev/gpiochip0"].permitted = False
    refusal(lambda: gpiochip.find("", list(shelf.chips), shelf.open, here=lambda: False), "gpio-none")


@pytest.mark.parametrize("wanted", ["/dev/gpiochip0", ""])
@pytest.mark.parametrize("module", [None, types.ModuleType("gpiod")], ids=["missing", "version 1"])
def test_without_libgpiods_package_the_sentence_says_how_to_get_it(
    module: types.ModuleType | None, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", module)
    sentence = refusal(lambda: GpiodFactory(wanted, paths=lambda: ["/dev/gpiochip0"]), "gpio-none")
    assert "pip install 'gpiod>=2.5'" in sentence


def test_elsewhere_than_on_linux_the_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert refusal(GpiodFactory, "gpio-none") == "GPIO needs Linux; start with --simulate"


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], env=os.environ | env, capture_output=True, text=True)


def test_any_gpiozero_program_gets_the_factory_by_its_name() -> None:
    program = "from gpiozero import LED; LED(17)"
    said = run(program, GPIOZERO_PIN_FACTORY="gpiod", MOPSBOX_GPIO_CHIP="/dev/null").stderr.splitlines()[-1]
    assert said.startswith("mopsbox.places.NoGpio: /dev/null is no GPIO chip (No such device)")


def test_where_there_is_no_libgpiod_the_module_still_loads() -> None:
    block = "import sys; sys.modules['gpiod'] = None\nimport mopsbox.pins\nprint(mopsbox.pins.GpiodFactory.__name__)"
    assert run(block).stdout == "GpiodFactory\n"


# -- which lines


def test_a_busy_line_names_who_holds_it(bench: Scripted) -> None:
    bench.chip.grab(17, "spi0 CS0")
    sentence = refusal(lambda: LED(17, pin_factory=bench.factory), "gpio-busy")
    assert sentence.startswith("GPIO 17 is held by spi0 CS0; ")
    assert bench.factory.holder(17) == "spi0 CS0" and bench.factory.holder(18) is None
    bench.chip.grab(17, "")
    LED(17, pin_factory=bench.factory).close()


def test_of_many_lines_every_busy_one_is_named(bench: Scripted) -> None:
    bench.chip.grab(10, "spi0 MOSI")
    with LED(9, pin_factory=bench.factory):
        sentence = refusal(lambda: bench.factory.request({4: BOTH, 9: BOTH, 10: BOTH}), "gpio-busy")
    assert sentence.startswith("GPIO 9 is held by gpiozero, GPIO 10 is held by spi0 MOSI; ")
    bench.factory.request({4: BOTH, 9: BOTH}).release()


def test_a_line_the_chip_does_not_have_is_named(bench: Scripted) -> None:
    sentence = refusal(lambda: bench.factory.request({4: BOTH, 28: BOTH}), "gpio-none")
    assert sentence.startswith("there is no GPIO 28: /dev/gpiochip0 has GPIO 0 to 27; ")
    refusal(lambda: bench.factory.holder(-1), "gpio-none")


def test_many_lines_at_once_have_one_queue_and_one_count(bench: Scripted) -> None:
    request = bench.factory.request({4: BOTH, 17: BOTH}, event_buffer_size=1024)
    assert bench.factory.holder(4) == bench.factory.holder(17) == "mopsbox"
    assert request.get_values() == [Value.INACTIVE, Value.INACTIVE]
    for at, pin in ((10, 17), (20, 4), (30, 17)):
        bench.chip.drive(pin, not bench.chip.level(pin), at)
    events = request.read_edge_events()
    assert [(e.timestamp_ns, e.line_offset, e.global_seqno, e.line_seqno) for e in events] == [
        (10, 17, 1, 1),
        (20, 4, 2, 1),
        (30, 17, 3, 2),
    ]
    request.release()


def test_a_pin_goes_by_all_its_names(bench: Scripted) -> None:
    assert bench.factory.pin("BOARD11") is bench.factory.pin("GPIO17") is bench.factory.pin(17)
    with pytest.raises(PinInvalidPin):
        bench.factory.pin(99)


@pytest.mark.parametrize("revision", ["none", "unknown model"])
def test_a_board_nobody_knows_has_a_plain_header_and_is_told_of_once(revision: str) -> None:
    class Strange(GpiodFactory):
        def _get_revision(self) -> int:
            return int(super()._get_revision()) if revision == "none" else 0xC03FF5

    chip = ScriptedChip()
    factory = Strange(None, chip.open, lambda: [chip.path])
    with pytest.warns(match="header is taken for a Raspberry Pi's with 40 pins") as told:
        for pin in range(2, 28):
            LED(pin, pin_factory=factory).close()
    assert len(told) == 1
    factory.close()


def test_a_board_gpiozero_knows_goes_without_a_word(bench: Scripted) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert bench.factory.board_info.model == "4B"


def test_a_lamps_pin_keeps_its_pull_all_the_time(bench: Scripted) -> None:
    wire = bench.chip.wires[LAMP]
    with LED(LAMP, pin_factory=bench.factory) as led:
        led.on()
        assert wire.settings.bias is Bias.AS_IS
    assert wire.settings.bias is Bias.AS_IS and wire.settings.direction is Direction.INPUT
    with DigitalInputDevice(LAMP, pull_up=None, active_state=True, pin_factory=bench.factory):
        assert wire.settings.bias is Bias.DISABLED


# -- edges


def test_a_handler_gets_the_kernels_own_stamp(bench: Scripted) -> None:
    notes, pin = Notes(), bench.factory.pin(PRESS)
    pin.input_with_pull("up")
    pin.when_changed = notes.edge
    at = time.monotonic_ns() + 123_456_789
    bench.chip.drive(PRESS, False, at)
    assert eventually(lambda: notes.told)
    assert [(round(ticks * 1e9), state) for ticks, state in notes.told] == [(at, 0)]


def held_up(bench: Scripted, meanwhile: Callable[[], None]) -> None:
    """The reader is kept busy in a handler while things happen."""
    busy, on = threading.Event(), threading.Event()

    def slow() -> None:
        busy.set()
        on.wait(20)

    with Button(PRESS, pin_factory=bench.factory) as button:
        button.when_pressed = slow
        bench.drive(PRESS, False)
        assert busy.wait(20)
        meanwhile()
        on.set()
        bench.drive(PRESS, True)
        assert button.wait_for_release(20)


def test_what_came_together_is_told_in_the_order_of_the_stamps(bench: Scripted) -> None:
    order: list[str] = []
    with Button(4, pin_factory=bench.factory) as low, Button(27, pin_factory=bench.factory) as high:
        low.when_pressed, high.when_pressed = lambda: order.append("later"), lambda: order.append("first")
        now = time.monotonic_ns()

        def meanwhile() -> None:
            bench.chip.drive(4, False, now + 2 * MS)
            bench.chip.drive(27, False, now + MS)

        held_up(bench, meanwhile)
        assert eventually(lambda: len(order) == 2)
    assert order == ["first", "later"]


def test_after_a_storm_the_last_level_is_known(bench: Scripted) -> None:
    with Button(PRESS_2, pin_factory=bench.factory) as button:

        def storm() -> None:
            for n in range(10_001):
                bench.drive(PRESS_2, bool(n % 2))

        held_up(bench, storm)
        assert button.wait_for_press(20)
        bench.drive(PRESS_2, True)
        assert button.wait_for_release(20)


def test_a_failing_handler_is_in_the_log(bench: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "mopsbox.pins"):
        gpio_devices.a_handler_that_fails_is_not_the_last_one_called(bench)
    assert [r.getMessage() for r in caplog.records] == [
        f"GPIO{pin}: its handler failed; the others go on" for pin in (PRESS, PRESS_2, PRESS)
    ]


def test_what_waited_for_an_old_handler_is_not_told_to_a_new_one(bench: Scripted) -> None:
    old, new, pin = Notes(), Notes(), bench.factory.pin(PRESS_2)
    pin.input_with_pull("floating")
    pin.when_changed = old.edge

    def meanwhile() -> None:
        bench.drive(PRESS_2, True)
        pin.when_changed = None
        pin.when_changed = new.edge

    held_up(bench, meanwhile)
    bench.drive(PRESS_2, False)
    assert eventually(lambda: [state for _, state in new.told] == [0])
    assert old.told == []


def test_while_nothing_comes_the_listener_sleeps(bench: Scripted) -> None:
    with DigitalInputDevice(PRESS, bounce_time=0.001, pin_factory=bench.factory) as device:
        bench.drive(PRESS, True)
        assert device.wait_for_active(20)
        (reader,) = threads("pins")
        status = Path(f"/proc/self/task/{reader.native_id}/status")

        def times_asleep() -> str:
            return next(line for line in status.read_text().splitlines() if line.startswith("voluntary"))

        assert eventually(lambda: (before := times_asleep()) and not time.sleep(0.3) and times_asleep() == before)


def test_without_listeners_and_pulses_there_is_no_thread(bench: Scripted) -> None:
    with LED(LAMP, pin_factory=bench.factory) as led, PWMLED(LAMP_2, pin_factory=bench.factory) as dimmed:
        led.on()
        dimmed.on()
        assert not threads("pins") and not threads("pwm")


def test_a_closed_factory_has_given_everything_back_and_its_devices_can_still_be_closed(bench: Scripted) -> None:
    led, dimmed = LED(LAMP, pin_factory=bench.factory), PWMLED(LAMP_2, initial_value=0.5, pin_factory=bench.factory)
    button = Button(PRESS, pin_factory=bench.factory)
    led.on()
    bench.factory.close()
    assert not any(wire.request for wire in bench.chip.wires.values())
    assert not threads("pins") and not threads("pwm")
    with pytest.raises(DeviceClosed, match=f"GPIO{LAMP} is closed"):
        led.off()
    for device in (led, dimmed, button):
        device.close()
    with pytest.raises(DeviceClosed, match="factory is closed"):
        bench.factory.pin(LAMP)
    bench.factory.close()


def test_a_chip_that_goes_away_is_said_once_and_everything_can_be_closed(
    bench: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    led, dimmed = LED(LAMP, pin_factory=bench.factory), PWMLED(LAMP_2, initial_value=0.5, pin_factory=bench.factory)
    button = Button(PRESS, pin_factory=bench.factory)
    with caplog.at_level(logging.ERROR, "mopsbox.pins"):
        bench.chip.unplug()
        assert eventually(lambda: len(caplog.records) == 2 and not threads("pwm"))
    said = "/dev/gpiochip0: the GPIO chip does not answer (No such device); start the box again"
    assert sorted(r.getMessage() for r in caplog.records) == [f"GPIO{PRESS}: {said}", f"GPIO{LAMP_2}: {said}"]
    assert refusal(led.on, "gpio-lost") == said
    assert refusal(lambda: LED(4, pin_factory=bench.factory), "gpio-lost") == said
    for device in (led, dimmed, button):
        device.close()
    assert len(caplog.records) == 2


# -- pulses


def test_only_a_duty_between_dark_and_lit_needs_the_thread(bench: Scripted) -> None:
    wire = bench.chip.wires[LAMP]
    with PWMLED(LAMP, pin_factory=bench.factory) as led:
        for value in (1, 0, 1):
            led.value = value
        assert wire.written[-3:] == [True, False, True] and not threads("pwm")
        led.value = 0.5
        assert len(threads("pwm")) == 1
        led.value = 1
        assert bench.level(LAMP) and eventually(lambda: not threads("pwm")) and bench.level(LAMP)


def test_one_thread_pulses_all_lamps(bench: Scripted) -> None:
    pins = (5, 6, 12, 13)
    lamps = [PWMLED(pin, initial_value=0.1 + n / 10, pin_factory=bench.factory) for n, pin in enumerate(pins)]
    wires = [bench.chip.wires[pin] for pin in pins]
    for wire in wires:
        wire.written.clear()
    assert eventually(lambda: all(len(wire.written) > 20 for wire in wires)) and len(threads("pwm")) == 1
    for wire in wires:
        assert all(a is not b for a, b in pairwise(wire.written[:20])), "written though nothing changes"
    for lamp in lamps:
        lamp.close()
    assert eventually(lambda: not threads("pwm"))


def test_a_closed_lamp_is_dark_and_no_pulse_lights_it_again(bench: Scripted) -> None:
    with (
        PWMLED(LAMP, initial_value=0.5, pin_factory=bench.factory),
        PWMLED(LAMP_2, initial_value=0.5, pin_factory=bench.factory),
    ):
        pass
    before = len(bench.chip.wires[LAMP].written)
    assert not bench.level(LAMP) and eventually(lambda: not threads("pwm"))
    assert len(bench.chip.wires[LAMP].written) == before


def test_what_cannot_be_pulsed_says_so(bench: Scripted) -> None:
    pin = bench.factory.pin(LAMP)
    with pytest.raises(PinPWMFixedValue, match="is an input"):
        pin.frequency = 100
    pin.function = "output"
    for hz in (-1, 5000, float("nan")):
        with pytest.raises(PinPWMUnsupported, match="up to 1000 times a second"):
            pin.frequency = hz
    assert pin.frequency is None
