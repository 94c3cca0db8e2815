"""What gpiozero's own devices do on any pin factory: the same behaviours on gpiozero's MockFactory, on our factory
with a scripted chip, and, inside the box's virtual machine, on the kernel's gpio-sim chip:

    python gpio_devices.py [NAME...]     one line each; exit status 1 if one of them is not so

Needs gpiozero and mopsbox only.
"""

from __future__ import annotations

import glob
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from gpiozero import (
    LED,
    PWMLED,
    Button,
    ButtonBoard,
    DigitalInputDevice,
    GPIOPinInUse,
    LEDBoard,
    OutputDevice,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinSetInput,
)

LONG = 20  # seconds; how long something may take before it is taken for missing
LAMP, LAMP_2, LAMP_3 = 23, 24, 25
PRESS, PRESS_2 = 17, 27
I2C = 2  # pulled up by the board itself


class Bench(Protocol):
    """`drive`: the outside pulls an input; `level`: what an output's wire carries."""

    factory: Any

    def drive(self, pin: int, high: bool) -> None: ...
    def level(self, pin: int) -> bool: ...


def eventually(true: Callable[[], Any]) -> bool:
    """Does it become true at all? Never asks how soon."""
    end = time.monotonic() + LONG
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


class Notes:
    """A handler that remembers. gpiozero keeps weak references to handlers of pins: hold it."""

    def __init__(self) -> None:
        self.told: list[tuple[float, int]] = []
        self.count = 0

    def edge(self, ticks: float, state: Any) -> None:
        self.told.append((ticks, int(state)))

    def more(self) -> None:
        self.count += 1


# -- outputs


def an_led_is_dark_then_lit_then_dark(bench: Bench) -> None:
    with LED(LAMP, pin_factory=bench.factory) as led:
        assert not bench.level(LAMP)
        led.on()
        assert led.is_lit and bench.level(LAMP)
        led.toggle()
        assert not led.is_lit and not bench.level(LAMP)


def an_led_may_begin_lit_and_may_light_when_low(bench: Bench) -> None:
    with LED(LAMP, initial_value=True, pin_factory=bench.factory) as led:
        assert led.is_lit and bench.level(LAMP)
    with LED(LAMP, active_high=False, pin_factory=bench.factory) as led:
        assert not led.is_lit and bench.level(LAMP)
        led.on()
        assert led.is_lit and not bench.level(LAMP)


def an_output_without_a_wish_keeps_the_level_it_is_found_with(bench: Bench) -> None:
    pin = bench.factory.pin(LAMP)
    pin.input_with_pull("up")
    bench.drive(LAMP, True)
    with OutputDevice(LAMP, initial_value=None, pin_factory=bench.factory) as out:
        assert out.value == 1 and bench.level(LAMP)


def a_blinking_led_blinks_and_ends_dark(bench: Bench) -> None:
    with LED(LAMP, pin_factory=bench.factory) as led:
        led.blink(on_time=0.01, off_time=0.01)
        assert eventually(lambda: bench.level(LAMP)) and eventually(lambda: not bench.level(LAMP))
        assert eventually(lambda: bench.level(LAMP))
        led.off()
        assert not bench.level(LAMP)
        led.blink(on_time=0.001, off_time=0.001, n=3, background=False)
        assert not led.is_lit and not bench.level(LAMP)


def a_row_of_leds_takes_values_together(bench: Bench) -> None:
    with LEDBoard(LAMP, LAMP_2, LAMP_3, pin_factory=bench.factory) as row:
        row.value = (1, 0, 1)
        assert [bench.level(pin) for pin in (LAMP, LAMP_2, LAMP_3)] == [True, False, True]
        row.toggle()
        assert [bench.level(pin) for pin in (LAMP, LAMP_2, LAMP_3)] == [False, True, False]
        assert row.value == (0, 1, 0)


def an_led_follows_a_button(bench: Bench) -> None:
    with Button(PRESS, pin_factory=bench.factory) as button, LED(LAMP, pin_factory=bench.factory) as led:
        led.source = button
        bench.drive(PRESS, False)
        assert eventually(lambda: bench.level(LAMP))
        bench.drive(PRESS, True)
        assert eventually(lambda: not bench.level(LAMP))
        led.source = None


def values_are_read_one_after_the_other(bench: Bench) -> None:
    with DigitalInputDevice(PRESS, pull_up=False, pin_factory=bench.factory) as device:
        values = device.values
        assert next(values) == 0
        bench.drive(PRESS, True)
        assert list(islice(values, 2)) == [1, 1]


# -- duty between dark and lit


def a_dimmed_led_knows_its_duty(bench: Bench) -> None:
    with PWMLED(LAMP, initial_value=0.5, frequency=50, pin_factory=bench.factory) as led:
        assert led.value == 0.5 and led.is_lit and led.frequency == 50
        led.value = 1
        assert led.value == 1 and bench.level(LAMP)
        led.off()
        assert led.value == 0 and not bench.level(LAMP)
        led.frequency = 100
        assert led.frequency == 100


def a_dimmed_led_is_now_high_now_low(bench: Bench) -> None:
    with PWMLED(LAMP, frequency=50, pin_factory=bench.factory) as led, PWMLED(LAMP_2, pin_factory=bench.factory):
        led.value = 0.5
        assert eventually(lambda: bench.level(LAMP)) and eventually(lambda: not bench.level(LAMP))
        assert eventually(lambda: bench.level(LAMP))
        assert not bench.level(LAMP_2), "the other lamp pulses too"
        led.value = 0
        assert not any(bench.level(LAMP) for _ in range(100))


def a_pulsing_led_swells_and_fades(bench: Bench) -> None:
    with PWMLED(LAMP, pin_factory=bench.factory) as led:
        led.pulse(fade_in_time=0.1, fade_out_time=0.1, n=1, background=False)
        assert led.value == 0 and not bench.level(LAMP)


# -- inputs


def a_button_tells_of_presses_and_releases(bench: Bench) -> None:
    notes, let_go = Notes(), Notes()
    with Button(PRESS, pin_factory=bench.factory) as button:
        button.when_pressed, button.when_released = notes.more, let_go.more
        assert not button.is_pressed and button.pull_up
        bench.drive(PRESS, False)
        assert eventually(lambda: notes.count == 1) and button.is_pressed
        bench.drive(PRESS, True)
        assert eventually(lambda: let_go.count == 1) and not button.is_pressed
        bench.drive(PRESS, False)
        assert eventually(lambda: notes.count == 2)
        assert let_go.count == 1


def a_button_may_hang_on_the_supply(bench: Bench) -> None:
    with Button(PRESS, pull_up=False, pin_factory=bench.factory) as button:
        assert not button.is_pressed and not button.pull_up
        bench.drive(PRESS, True)
        assert button.wait_for_press(LONG)


def a_floating_input_says_which_level_is_active(bench: Bench) -> None:
    with DigitalInputDevice(PRESS, pull_up=None, active_state=False, pin_factory=bench.factory) as device:
        assert device.pull_up is None
        bench.drive(PRESS, True)
        assert eventually(lambda: device.value == 0)
        bench.drive(PRESS, False)
        assert eventually(lambda: device.value == 1)


def a_press_is_waited_for(bench: Bench) -> None:
    with Button(PRESS, pin_factory=bench.factory) as button:
        assert not button.wait_for_press(timeout=0.01)
        hand = threading.Timer(0.02, bench.drive, (PRESS, False))
        hand.start()
        assert button.wait_for_press(LONG) and button.active_time >= 0
        bench.drive(PRESS, True)
        assert button.wait_for_release(LONG) and button.inactive_time >= 0
        hand.join()


def a_held_button_is_held_again_and_again(bench: Bench) -> None:
    held = Notes()
    with Button(PRESS, hold_time=0.02, hold_repeat=True, pin_factory=bench.factory) as button:
        button.when_held = held.more
        bench.drive(PRESS, False)
        assert eventually(lambda: held.count >= 3) and button.is_held and button.held_time >= 0
        bench.drive(PRESS, True)
        assert button.wait_for_release(LONG) and eventually(lambda: not button.is_held)


def a_board_of_buttons_is_pressed_while_any_is(bench: Bench) -> None:
    pressed, let_go = Notes(), Notes()
    with ButtonBoard(PRESS, PRESS_2, pin_factory=bench.factory) as board:
        board.when_pressed, board.when_released = pressed.more, let_go.more
        for pin, high, value in ((PRESS_2, False, (0, 1)), (PRESS, False, (1, 1)), (PRESS_2, True, (1, 0))):
            bench.drive(pin, high)
            assert eventually(lambda: board.value == value and pressed.count == 1)  # noqa: B023
        assert let_go.count == 0
        bench.drive(PRESS, True)
        assert eventually(lambda: let_go.count == 1) and pressed.count == 1


# -- the pin itself


def edges_are_stamped_on_the_monotonic_clock(bench: Bench) -> None:
    notes, pin, ticks = Notes(), bench.factory.pin(PRESS), bench.factory.ticks
    pin.input_with_pull("down")
    pin.edges, pin.when_changed = "both", notes.edge
    before = ticks()
    bench.drive(PRESS, True)
    assert eventually(lambda: len(notes.told) == 1)
    bench.drive(PRESS, False)
    assert eventually(lambda: len(notes.told) == 2)
    assert [state for _, state in notes.told] == [1, 0]
    assert before <= notes.told[0][0] <= notes.told[1][0] <= ticks()
    assert bench.factory.ticks_diff(notes.told[1][0], notes.told[0][0]) >= 0


def only_the_edges_asked_for_are_told(bench: Bench) -> None:
    pin = bench.factory.pin(PRESS)
    for edges, told in (("rising", [1]), ("falling", [0]), ("none", []), ("both", [1, 0])):
        notes = Notes()
        pin.input_with_pull("down")
        pin.edges, pin.when_changed = edges, notes.edge
        assert pin.edges == edges
        bench.drive(PRESS, True)
        assert eventually(lambda: 1 not in told or len(notes.told) == 1)  # noqa: B023
        bench.drive(PRESS, False)
        assert eventually(lambda: [state for _, state in notes.told] == told)  # noqa: B023
        pin.when_changed = None


def nobody_is_told_once_the_handler_is_gone(bench: Bench) -> None:
    gone, notes, pin = Notes(), Notes(), bench.factory.pin(PRESS)
    pin.input_with_pull("floating")
    bench.drive(PRESS, False)
    pin.when_changed = gone.edge
    pin.when_changed = None
    bench.drive(PRESS, True)
    pin.when_changed = notes.edge
    bench.drive(PRESS, False)
    assert eventually(lambda: [state for _, state in notes.told] == [0])
    assert gone.told == []


def a_pin_changes_its_function_and_says_what_it_is(bench: Bench) -> None:
    pin = bench.factory.pin(LAMP)
    assert pin.function == "input" and pin.pull == "floating"
    pin.output_with_state(True)
    assert pin.function == "output" and pin.state == 1 and bench.level(LAMP)
    pin.function = "input"
    assert pin.function == "input"
    pin.pull = "up"
    assert pin.pull == "up" and pin.state == 1
    pin.input_with_pull("down")
    assert pin.pull == "down" and pin.state == 0


def what_a_pin_cannot_do_is_refused(bench: Bench) -> None:
    pin, fixed = bench.factory.pin(PRESS), bench.factory.pin(I2C)
    refused(PinInvalidFunction, lambda: setattr(pin, "function", "i2c"))
    refused(PinSetInput, lambda: setattr(pin, "state", 1))
    refused(PinInvalidPull, lambda: setattr(pin, "pull", "sideways"))
    refused(PinInvalidBounce, lambda: setattr(pin, "bounce", "soon"))
    refused(PinFixedPull, lambda: setattr(fixed, "pull", "down"))
    assert fixed.pull == "up"
    fixed.pull = "up"
    pin.function = "output"
    refused(PinFixedPull, lambda: setattr(pin, "pull", "up"))


def refused(error: type[Exception], do: Callable[[], None]) -> None:
    try:
        do()
    except error as said:
        assert str(said), "no word why"
    else:
        raise AssertionError(f"no {error.__name__}")


def unknown_edges_are_refused(bench: Bench) -> None:
    refused(PinInvalidEdges, lambda: setattr(bench.factory.pin(PRESS), "edges", "some"))


def two_devices_on_one_pin_are_one_too_many(bench: Bench) -> None:
    with LED(LAMP, pin_factory=bench.factory) as led:
        refused(GPIOPinInUse, lambda: Button(LAMP, pin_factory=bench.factory).close())
        led.on()
        assert bench.level(LAMP)


def a_closed_device_leaves_an_input_to_the_next_one(bench: Bench) -> None:
    notes = Notes()
    with LED(LAMP, pin_factory=bench.factory) as led:
        led.on()
        pin = led.pin
    assert pin.function == "input"
    with Button(LAMP, pin_factory=bench.factory) as button:
        button.when_pressed = notes.more
        bench.drive(LAMP, False)
        assert eventually(lambda: notes.count == 1)
    with LED(LAMP, pin_factory=bench.factory) as led:
        led.on()
        assert bench.level(LAMP)
    with Button(LAMP, pin_factory=bench.factory) as button:
        bench.drive(LAMP, False)
        assert button.wait_for_press(LONG)
    assert notes.count == 1


# -- more than gpiozero's mock does: threads, bounce times, somebody else's lines


def a_handler_that_fails_is_not_the_last_one_called(bench: Bench) -> None:
    notes = Notes()

    def clumsy() -> None:
        notes.more()
        raise RuntimeError("a handler of the test fails on purpose")

    with (
        Button(PRESS, pin_factory=bench.factory) as button,
        Button(PRESS_2, pin_factory=bench.factory) as other,
    ):
        button.when_pressed = other.when_pressed = clumsy
        for count, pin in enumerate((PRESS, PRESS_2, PRESS), 1):
            bench.drive(pin, False)
            assert eventually(lambda: notes.count == count)  # noqa: B023
            bench.drive(pin, True)
            assert eventually(lambda: not button.is_active and not other.is_active)


def a_handler_may_close_its_own_device(bench: Bench) -> None:
    with (
        DigitalInputDevice(PRESS, pull_up=True, pin_factory=bench.factory) as device,
        Button(PRESS_2, pin_factory=bench.factory) as other,
    ):
        device.when_activated = device.close
        bench.drive(PRESS, False)
        assert eventually(lambda: device.closed)
        bench.drive(PRESS_2, False)
        assert other.wait_for_press(LONG)


def a_bounce_time_lets_the_first_edge_through_and_loses_no_release(bench: Bench) -> None:
    pressed, let_go = Notes(), Notes()
    with Button(PRESS, bounce_time=0.5, pin_factory=bench.factory) as button:
        assert button.pin.bounce == 0.5
        button.when_pressed, button.when_released = pressed.more, let_go.more
        for high in (False, True, False, True, False, True):
            bench.drive(PRESS, high)
        assert button.wait_for_press(LONG)
        assert eventually(lambda: let_go.count == 1) and pressed.count == 1


def a_held_line_is_known_and_free_again_after(bench: Bench) -> None:
    factory = bench.factory
    assert factory.holder(LAMP) is None
    with LED(LAMP, pin_factory=factory):
        assert factory.holder(LAMP) == "gpiozero"
    assert factory.holder(LAMP) is None


EVERYWHERE = (
    an_led_is_dark_then_lit_then_dark,
    an_led_may_begin_lit_and_may_light_when_low,
    an_output_without_a_wish_keeps_the_level_it_is_found_with,
    a_blinking_led_blinks_and_ends_dark,
    a_row_of_leds_takes_values_together,
    an_led_follows_a_button,
    values_are_read_one_after_the_other,
    a_dimmed_led_knows_its_duty,
    a_pulsing_led_swells_and_fades,
    a_button_tells_of_presses_and_releases,
    a_button_may_hang_on_the_supply,
    a_floating_input_says_which_level_is_active,
    a_press_is_waited_for,
    a_held_button_is_held_again_and_again,
    a_board_of_buttons_is_pressed_while_any_is,
    edges_are_stamped_on_the_monotonic_clock,
    only_the_edges_asked_for_are_told,
    nobody_is_told_once_the_handler_is_gone,
    a_pin_changes_its_function_and_says_what_it_is,
    what_a_pin_cannot_do_is_refused,
    two_devices_on_one_pin_are_one_too_many,
    a_closed_device_leaves_an_input_to_the_next_one,
)
OURS = (
    a_dimmed_led_is_now_high_now_low,
    unknown_edges_are_refused,
    a_handler_that_fails_is_not_the_last_one_called,
    a_handler_may_close_its_own_device,
    a_bounce_time_lets_the_first_edge_through_and_loses_no_release,
    a_held_line_is_known_and_free_again_after,
)


class Simulated:
    """The kernel's gpio-sim chip, pulled through sysfs."""

    def __init__(self) -> None:
        from mopsbox.pins import GpiodFactory

        self.factory = GpiodFactory()
        name = Path(self.factory.chip_path).name
        self._folder = Path(glob.glob(f"/sys/devices/platform/*/{name}")[0])

    def drive(self, pin: int, high: bool) -> None:
        (self._folder / f"sim_gpio{pin}" / "pull").write_text("pull-up" if high else "pull-down")

    def level(self, pin: int) -> bool:
        return (self._folder / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


def main(names: list[str]) -> int:
    """Runs the behaviours on the simulated chip; 1 if one of them is not so."""
    warnings.simplefilter("ignore")
    failed = 0
    for behaviour in (*EVERYWHERE, *OURS):
        if names and behaviour.__name__ not in names:
            continue
        with ExitStack() as stack:
            try:
                bench = Simulated()
                stack.callback(bench.factory.close)
                behaviour(bench)
            except Exception:
                failed += 1
                print(f"FAIL {behaviour.__name__}\n{traceback.format_exc()}", flush=True)
            else:
                print(f"ok   {behaviour.__name__}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
