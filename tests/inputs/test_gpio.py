"""Real buzzers on gpiozero's own stand-in pins: what a finger does arrives with the pin's own stamp, whatever fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import wiring
from mopsbox.inputs.contacts import SETTLE, Contacts, Moved
from mopsbox.inputs.gpio import STORM_EDGES, STORM_PAUSE_S, STORM_S, GpioInputs, Told
from mopsbox.table import MS, NOBODY, Button, Edge, Fault, Seat

from ..waiting import eventually

OFFSET = 1_000_000_000_000


class Bench:
    """The inputs of one wiring on stand-in pins, and everything they have told so far."""

    def __init__(self, profile: str = "pi", factory: Any = None) -> None:
        self.wiring = wiring.read(profile)
        self.factory = factory or MockFactory(pin_class=MockPWMPin)
        self.told: list[Told] = []
        self.sentences: list[str] = []
        self.news = threading.Condition()
        self.broken = False
        self.inputs = GpioInputs(self.wiring, self.factory, OFFSET, self._deliver, self.sentences.append)

    def _deliver(self, told: Sequence[Told]) -> None:
        if self.broken and any(isinstance(each, Edge) for each in told):
            raise RuntimeError("the table fell over")
        with self.news:
            self.told += told
            self.news.notify_all()

    def press(self, seat: int, down: bool = True) -> Any:
        contact = self.wiring.buzzers[Seat(seat)]
        return self._drive(contact, down)

    def key(self, name: str, down: bool = True) -> Any:
        return self._drive(self.wiring.buttons[name], down)

    def _drive(self, contact: wiring.Contact, closed: bool) -> Any:
        pin = self.factory.pin(contact.pin)
        (pin.drive_low if closed == contact.active_low else pin.drive_high)()
        return pin

    def wait_for(self, there: Callable[[], bool]) -> bool:
        with self.news:
            return self.news.wait_for(there, timeout=10)

    def edges(self) -> list[tuple[int, bool]]:
        return [(e.seat, e.closed) for e in self.told if isinstance(e, Edge) and e.seat != NOBODY]

    def numbers(self) -> list[tuple[int, int | None]]:
        return [(e.seat, e.seq) for e in self.told if isinstance(e, Edge)]

    def buttons(self) -> list[tuple[str, bool]]:
        return [(b.name, b.down) for b in self.told if isinstance(b, Button)]

    def faults(self) -> list[tuple[str, str]]:
        return [(f.source, f.why) for f in self.told if isinstance(f, Fault)]


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Any:
    made = Bench(getattr(request, "param", "pi"))
    yield made
    made.inputs.close()


@pytest.mark.parametrize("bench", ["pi", "pi-ahc14"], indirect=True)
def test_a_press_carries_the_stamp_of_its_pin_whatever_the_polarity(bench: Bench) -> None:
    pin = bench.press(3)
    bench.press(3, False)
    bench.inputs.catch_up()
    assert bench.edges() == [(3, True), (3, False)]
    released = [e for e in bench.told if isinstance(e, Edge)][-1]
    # MockPin keeps the moment of its last change; ours is that moment in nanoseconds, on the box's clock
    assert abs(released.t - OFFSET - pin._last_change * 1e9) < 1000
    assert bench.numbers() == [(NOBODY, 1), (3, 2), (3, 3)]  # where the count stands is told before anything moves


def test_the_thread_hands_over_what_moved_before_and_after_its_start(bench: Bench) -> None:
    bench.press(1)
    bench.inputs.start()
    bench.press(2)
    assert bench.wait_for(lambda: len(bench.edges()) == 2)
    assert bench.edges() == [(1, True), (2, True)]


def test_all_buzzers_are_read_at_once(bench: Bench) -> None:
    bench.press(2)
    bench.press(7)
    bench.key("ok")
    assert bench.inputs.levels() == {2, 7}
    assert bench.inputs.value == (0, 1, 0, 0, 0, 0, 1, 0)


def test_the_pins_are_taken_as_far_as_gpiozero_is_concerned(bench: Bench) -> None:
    with pytest.raises(GPIOPinInUse):
        LED(bench.wiring.buzzers[Seat(1)].pin, pin_factory=bench.factory)
    bench.inputs.close()
    LED(bench.wiring.buzzers[Seat(1)].pin, pin_factory=bench.factory).close()


def test_a_bouncing_menu_button_is_pressed_once_and_let_go_once(bench: Bench) -> None:
    bench.inputs.start()
    for down in (True, False, True, False, True):
        bench.key("ok", down)
    assert bench.wait_for(lambda: len(bench.buttons()) == 1)
    bench.key("ok", False)
    assert bench.wait_for(lambda: len(bench.buttons()) == 2)
    assert bench.buttons() == [("ok", True), ("ok", False)]


def test_a_menu_button_held_while_the_box_starts_presses_nothing() -> None:
    lines = wiring.read("pi")
    contacts = Contacts(lines, 0, frozenset({lines.buttons["ok"].pin}))
    contacts.take([Moved(10 * MS, lines.buttons["ok"].pin, False, 1)])
    assert [(b.name, b.down) for b in contacts.settled(10 * MS + SETTLE)] == [("ok", False)]


def test_a_menu_button_is_stamped_with_its_first_edge_and_read_once_it_is_quiet() -> None:
    lines = wiring.read("pi")
    left, contacts = lines.buttons["left"].pin, Contacts(lines, OFFSET)
    contacts.take([Moved(1 * MS, left, False, 1)])  # the kernel read the level too late: a first edge may say anything
    contacts.take([Moved(3 * MS, left, True, 2)])
    assert contacts.due() == 3 * MS + SETTLE
    assert contacts.settled(3 * MS + SETTLE - 1) == []
    assert contacts.settled(3 * MS + SETTLE, frozenset({left})) == [Button(OFFSET + 1 * MS, "left", True)]
    assert contacts.due() is None


def test_a_short_press_that_is_read_late_is_a_press() -> None:
    """The reader slept through it: both edges come at once, and their stamps tell that it was held in between."""
    lines = wiring.read("pi")
    left, contacts = lines.buttons["left"].pin, Contacts(lines, 0)
    told = contacts.take([Moved(10 * MS, left, True, None), Moved(40 * MS, left, False, None)])
    told += contacts.settled(90 * MS, frozenset())
    assert told == [Button(10 * MS, "left", True), Button(40 * MS, "left", False)]


def test_a_press_that_ends_while_the_levels_are_read_is_a_press(bench: Bench) -> None:
    """The reader was late: when it looks whether the button is really down, it is up again."""
    lines = bench.inputs._lines
    assert lines
    look = lines.closed

    def closed() -> frozenset[int]:
        bench.key("left", False)
        return look()

    bench.key("left")
    time.sleep(2 * SETTLE / 1e9)
    lines.closed = closed  # type: ignore[method-assign]
    bench.inputs.catch_up()
    lines.closed = look  # type: ignore[method-assign]
    time.sleep(2 * SETTLE / 1e9)
    bench.inputs.catch_up()
    assert bench.buttons() == [("left", True), ("left", False)]


def test_interference_on_a_menu_line_presses_nothing() -> None:
    lines = wiring.read("pi")
    contacts = Contacts(lines, 0)
    contacts.take([Moved(1 * MS, lines.buttons["back"].pin, True, 1)])
    assert contacts.settled(10 * MS, frozenset()) == []


def test_menu_buttons_share_the_count_so_that_no_buzzers_edge_looks_lost(bench: Bench) -> None:
    bench.press(1)
    bench.key("left")
    bench.press(2)
    bench.inputs.catch_up()
    assert bench.numbers() == [(NOBODY, 1), (1, 2), (NOBODY, 3), (2, 4)]


def test_a_handler_that_fails_does_not_silence_the_buzzers(bench: Bench) -> None:
    bench.inputs.start()
    bench.broken = True
    bench.press(1)
    eventually(lambda: bench.sentences)
    bench.broken = False
    bench.press(2)
    assert bench.wait_for(lambda: (2, True) in bench.edges())
    assert bench.inputs.alive()
    assert "the table fell over" in bench.sentences[0]
    lost = bench.inputs.dropped
    assert lost == 1
    # and its number is missing, which the referee will see
    assert bench.numbers() == [(NOBODY, 1), (2, 3)]


class Ends(BaseException):
    """What no handler of ours catches."""


def test_a_reader_that_ends_says_so(bench: Bench) -> None:
    def ends(timeout_s: float | None) -> None:
        raise Ends

    hook, threading.excepthook = threading.excepthook, lambda args: None
    try:
        bench.inputs._lines.wait = ends  # type: ignore[union-attr, method-assign]
        bench.inputs.start()
        assert bench.wait_for(lambda: ("reader", "reader-dead") in bench.faults())
    finally:
        threading.excepthook = hook
    bench.inputs._thread.join(timeout=10)
    assert not bench.inputs.alive()


def test_a_menu_button_held_while_the_lines_go_away_is_let_go(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mopsbox.inputs.gpio.RETRY_S", 0.05)
    bench.inputs.start()
    bench.key("ok")
    assert bench.wait_for(lambda: bench.buttons() == [("ok", True)])

    def gone() -> list[Moved]:
        raise OSError(19, "No such device")

    bench.inputs._lines.read = gone  # type: ignore[union-attr, method-assign]
    bench.inputs._lines.wake()  # type: ignore[union-attr]
    assert bench.wait_for(lambda: ("gpio", "") in bench.faults())
    assert bench.buttons() == [("ok", True), ("ok", False)]


def test_an_edge_while_the_lines_are_being_asked_for_has_its_place_in_the_count(bench: Bench) -> None:
    marker = next(e for e in bench.told if isinstance(e, Edge))
    bench.press(1)
    bench.inputs.catch_up()
    assert marker.t < next(e.t for e in bench.told if isinstance(e, Edge) and e.seat == 1)
    assert bench.inputs.counted == {"edges thinned out": 0, "edges not delivered": 0}


def test_the_table_is_told_also_when_nobody_can_write_the_log(bench: Bench) -> None:
    def full(sentence: str) -> None:
        raise BrokenPipeError

    bench.inputs._log = full
    bench.inputs._lost(OSError(19, "No such device"))
    assert bench.faults() == [("gpio", "gpio-lost")]


def test_in_a_storm_the_reader_takes_breath_and_a_press_is_no_storm(bench: Bench) -> None:
    for n in range(20):  # a press that bounces badly
        bench.press(1, n % 2 == 0)
    bench.inputs.catch_up()
    assert not bench.inputs._storms()
    for n in range(2 * STORM_EDGES):
        bench.press(1, n % 2 == 0)
    bench.inputs.catch_up()
    assert bench.inputs._storms()
    time.sleep(STORM_S + 2 * STORM_PAUSE_S)
    assert not bench.inputs._storms()


def test_lines_that_go_away_are_told_and_taken_up_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> list[Moved]:
        raise OSError(19, "No such device")

    monkeypatch.setattr("mopsbox.inputs.gpio.RETRY_S", 0.05)
    bench.press(1)
    bench.inputs.start()
    assert bench.wait_for(lambda: (1, True) in bench.edges())
    bench.inputs._lines.read = gone  # type: ignore[union-attr, method-assign]
    bench.inputs._lines.wake()  # type: ignore[union-attr]
    assert bench.wait_for(lambda: ("gpio", "") in bench.faults())
    assert bench.faults() == [("gpio", "gpio-lost"), ("gpio", "")]
    bench.press(2)
    assert bench.wait_for(lambda: (2, True) in bench.edges())
    # What happened in between nobody saw: number 3 is missing.
    assert bench.numbers() == [(NOBODY, 1), (1, 2), (NOBODY, 4), (2, 5)]
