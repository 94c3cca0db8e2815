"""Real lamps: at once what the referee says, by themselves what moves, and no cable takes the others down."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, get_args

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.desk import Desk
from mopsbox.glow import ANIMATED, lit
from mopsbox.gpio_lamps import GpioLamps, Row
from mopsbox.lamps import Remembered
from mopsbox.places import NoGpio
from mopsbox.table import MS, SEATS, SECOND, Edge, Lamp, Seat

PINS = dict(zip(SEATS, (23, 24, 25, 12, 16, 26, 13, 11), strict=True))
ONE, TWO, THREE = SEATS[:3]
LAMPS: tuple[Lamp, ...] = get_args(Lamp)
some_lamps = st.dictionaries(st.sampled_from(SEATS), st.sampled_from(LAMPS))


class LoosePin(MockPWMPin):  # type: ignore[misc]
    """A pin that can be taken away while it is written, and counts how often it is."""

    gone = False
    writes = 0

    def _set_state(self, value: float) -> None:
        self.writes += 1
        if self.gone:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


class Bench:
    """A row of lamps on mock pins, and virtual time."""

    def __init__(self, pins: Mapping[Seat, int] = PINS) -> None:
        self.factory = MockFactory(pin_class=LoosePin)
        self.told: list[tuple[Seat | None, str | None]] = []
        self.now = SECOND
        self.row = self.another(pins)

    def another(self, pins: Mapping[Seat, int]) -> Row:
        return Row(pins, self.factory, lambda *told: self.told.append(told), lambda: self.now)

    def pin(self, seat: Seat) -> Any:
        return self.factory.pin(PINS[seat])

    def levels(self) -> dict[Seat, float]:
        return {seat: self.pin(seat).state for seat in SEATS}

    def run(self, due: int | None, until: int) -> list[tuple[int, dict[Seat, float]]]:
        """Steps the row whenever it wants to be; the levels after each step."""
        seen = []
        while due is not None and due <= until:
            self.now = due
            due = self.row.step()
            seen.append((self.now, self.levels()))
        self.now = until
        return seen


def lights(lamps: Mapping[Seat, Lamp], t: int) -> dict[Seat, float]:
    """Of lamps that were not shown long ago."""
    return {seat: lit(lamps.get(seat, "off"), seat, t, since=t) for seat in SEATS}


def until(true: Callable[[], object]) -> None:
    """Waits for another thread; a machine under load may take its time."""
    deadline = time.monotonic() + 20
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.002)


# --- what is seen


@given(st.lists(some_lamps, min_size=1, max_size=5))
def test_whatever_is_shown_stands_at_the_pins_when_show_returns(maps: list[dict[Seat, Lamp]]) -> None:
    bench = Bench()
    for lamps in maps:
        bench.now += 333 * MS
        bench.row.show(lamps)
        assert bench.levels() == lights(lamps, bench.now)


@given(st.lists(st.tuples(some_lamps, st.integers(0, 3 * SECOND)), min_size=1, max_size=4))
def test_whatever_came_before_a_steady_pattern_flashes_less_than_three_times_a_second(
    shown: list[tuple[dict[Seat, Lamp], int]],
) -> None:
    bench = Bench()
    for lamps, lasting in shown:
        due = bench.row.show(lamps)
        seen = [(bench.now, bench.levels()), *bench.run(due, bench.now + lasting)]
        for seat in SEATS:
            rises = [t for (_, was), (t, now) in pairwise(seen) if was[seat] <= 0.5 < now[seat]]
            assert all(sum(r <= t <= r + SECOND for t in rises) < 3 for r in rises), (seat, lamps)


@given(some_lamps, st.integers(0, 4 * SECOND))
def test_a_row_asks_to_be_stepped_only_when_a_lamp_changes_and_is_right_after_it(
    lamps: dict[Seat, Lamp], after: int
) -> None:
    bench = Bench()
    bench.now += after
    due = bench.row.show(lamps)
    assert (due is None) == ANIMATED.isdisjoint(lamps.values())
    before = bench.levels()
    for t, levels in bench.run(due, bench.now + 2 * SECOND):
        assert levels != before, "woken for nothing"
        assert levels == lights(lamps, t)
        before = levels


@pytest.mark.parametrize("lamp", sorted(ANIMATED))
def test_after_the_answer_to_a_press_a_lamp_goes_on_as_if_nothing_had_been(lamp: Lamp) -> None:
    for pressed in range(0, 3200, 130):
        bench = Bench()
        base = dict.fromkeys(SEATS, lamp)
        bench.run(bench.row.show(base), bench.now + pressed * MS)
        bench.run(bench.row.show(base | {THREE: "on"}), bench.now + 90 * MS)
        assert bench.levels()[THREE] == 1
        due = bench.row.show(base)
        assert bench.levels() == lights(base, bench.now)
        assert all(levels == lights(base, t) for t, levels in bench.run(due, bench.now + 2 * SECOND))


@pytest.mark.parametrize("lamp", sorted(set(LAMPS) - {"breathing"}))
def test_only_breathing_needs_pwm(lamp: Lamp) -> None:
    bench = Bench()
    bench.run(bench.row.show(dict.fromkeys(SEATS, lamp)), bench.now + 4 * SECOND)
    assert {state.state for seat in SEATS for state in bench.pin(seat).states} <= {0, 1}


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SEATS), st.integers(0, 5 * SECOND)), max_size=8))
def test_the_lobby_left_alone_wakes_the_box_less_than_once_a_second(joined: list[tuple[Seat, int]]) -> None:
    """All free seats breathe; each who joins or leaves takes a lamp out of it or into it."""
    bench = Bench()
    base: dict[Seat, Lamp] = dict.fromkeys(SEATS, "breathing")
    due = bench.row.show(base)
    for seat, after in joined:
        bench.run(due, bench.now + after)
        base[seat] = "on" if base[seat] == "breathing" else "breathing"
        due = bench.row.show(base)
    bench.run(due, bench.now + 30 * SECOND)
    due = bench.row.step()
    before = {seat: bench.pin(seat).writes for seat in SEATS}
    seen = bench.run(due, bench.now + 60 * SECOND)
    assert len(seen) <= 41 and {level for _, levels in seen for level in levels.values()} <= {0, 1}
    assert all(bench.pin(seat).writes - before[seat] <= 41 for seat in SEATS)
    assert bool(seen) == ("breathing" in base.values()), "still seen to wait"


def test_who_plays_next_breathes_softly_again() -> None:
    bench = Bench()
    bench.run(bench.row.show({ONE: "breathing", TWO: "on"}), bench.now + 60 * SECOND)
    seen = bench.run(bench.row.show({ONE: "breathing", TWO: "breathing"}), bench.now + 20 * SECOND)
    assert {levels[ONE] for _, levels in seen} == {0, 1}
    assert len({levels[TWO] for _, levels in seen}) > 20
    seen = bench.run(bench.row.show({ONE: "breathing"}), bench.now + 20 * SECOND)
    assert {levels[ONE] for _, levels in seen} == {0, 1}, "shown again is not shown anew"


def test_a_pin_is_written_only_when_its_level_changes() -> None:
    bench = Bench()
    before = {seat: bench.pin(seat).writes for seat in SEATS}
    for _ in range(5):
        bench.row.show({ONE: "on", TWO: "dim"})
        bench.row.show({ONE: "dim", TWO: "on"})
    assert {seat: bench.pin(seat).writes - before[seat] for seat in SEATS} == dict.fromkeys(SEATS, 0) | {ONE: 1, TWO: 1}


# --- what goes wrong


TAKEN = "lamp 2 stays dark: GPIO 24 is used for something else already; give the lamp another one (lamps under [pins])"
NO_PIN = "lamp 3 stays dark: this machine has no GPIO 99; give the lamp another one (lamps under [pins])"


def test_a_lamp_whose_pin_is_taken_is_told_once_and_the_others_shine() -> None:
    bench = Bench(pins={})
    other = LED(PINS[TWO], pin_factory=bench.factory)
    row = bench.another(PINS | {THREE: 99})
    for _ in range(3):
        row.show(dict.fromkeys(SEATS, "on"))
        row.show({})
        row.show(dict.fromkeys(SEATS, "on"))
        bench.now += 2 * SECOND
        row.step()
    assert {seat for seat, level in bench.levels().items() if level} == set(SEATS) - {TWO, THREE}
    assert bench.told == [(TWO, TAKEN), (THREE, NO_PIN)]
    assert not other.is_lit


@pytest.mark.parametrize("lamp", LAMPS)
def test_a_lamp_whose_pin_is_free_again_shows_what_it_should_and_says_so(lamp: Lamp) -> None:
    bench = Bench(pins={})
    other = LED(PINS[TWO], pin_factory=bench.factory)
    row = bench.another(PINS)
    other.close()
    row.show(dict.fromkeys(SEATS, lamp))
    row.step()
    assert bench.told == [(TWO, TAKEN)], "not yet: it was tried just now"
    bench.now += SECOND
    assert row.show(dict.fromkeys(SEATS, lamp)) == bench.now, "the step is owed at once"
    row.step()
    assert bench.told[1:] == [(TWO, None)]
    bench.run(row.step(), bench.now)
    assert bench.levels() == lights(dict.fromkeys(SEATS, lamp), bench.now)
    row.show({})
    assert bench.levels() == dict.fromkeys(SEATS, 0) and len(bench.told) == 2


def test_a_missing_lamp_is_tried_at_most_once_a_second_and_never_wakes_the_box() -> None:
    tries: list[int] = []

    class Busy(LoosePin):
        def __init__(self, factory: Any, info: Any) -> None:
            tries.append(bench.now)
            raise NoGpio("gpio-busy", "held")

    bench = Bench()
    row = Row({TWO: 24}, MockFactory(pin_class=Busy), lambda *told: bench.told.append(told), lambda: bench.now)
    for _ in range(400):
        bench.now += 10 * MS
        due = row.show({TWO: "blink"})
        assert due in (None, bench.now)
        if due is not None:
            assert row.step() is None
    assert tries == [n * SECOND for n in range(1, 6)] and bench.told == [(TWO, "lamp 2 stays dark: held")]


def test_a_lamp_that_another_program_holds_is_told_with_its_name_until_it_is_given_back() -> None:
    pytest.importorskip("gpiod", reason="libgpiod's Python package is for Linux")
    from mopsbox.pins import GpiodFactory

    from .scripted_chip import ScriptedChip

    chip = ScriptedChip()
    chip.grab(PINS[TWO], "fan-control")
    factory = GpiodFactory(None, chip.open, lambda: [chip.path])
    told: list[tuple[Seat | None, str | None]] = []
    later = [0]
    with pytest.warns(match="40 pins"):
        lamps = GpioLamps(PINS, factory, lambda *said: told.append(said), lambda: time.monotonic_ns() + later[0])
    lamps.show(dict.fromkeys(SEATS, "on"))
    assert [seat for seat in SEATS if not chip.level(PINS[seat])] == [TWO]
    ((seat, sentence),) = told
    assert seat == TWO and sentence and sentence.startswith("lamp 2 stays dark: ") and "fan-control" in sentence
    chip.grab(PINS[TWO], "")
    later[0] = SECOND
    lamps.show(dict.fromkeys(SEATS, "dim"))
    until(lambda: chip.level(PINS[TWO]))
    lamps.close()
    assert told[1:] == [(TWO, None)]
    factory.close()


LOOSE = (TWO, "lamp 2 does not follow: [Errno 5] Input/output error; start the box again")


def test_a_lamp_that_fails_while_it_is_written_is_told_once_and_comes_back() -> None:
    bench = Bench()
    bench.pin(TWO).gone = True
    before = bench.pin(TWO).writes
    bench.run(bench.row.show(dict.fromkeys(SEATS, "fault")), bench.now + 3 * SECOND)
    assert bench.told == [LOOSE]
    assert len(bench.pin(ONE).states) > 8, "the others went on"
    assert bench.pin(TWO).writes - before <= 4, "left alone for a second each time"
    bench.now += SECOND
    bench.row.show(dict.fromkeys(SEATS, "on"))
    bench.pin(TWO).gone = False
    bench.now += SECOND
    bench.row.show(dict.fromkeys(SEATS, "on"))
    assert bench.levels() == dict.fromkeys(SEATS, 1) and bench.told == [LOOSE, (TWO, None)]
    bench.pin(TWO).gone = True
    bench.row.show({})
    assert bench.told == [LOOSE, (TWO, None), LOOSE], "what fails again is told again"


def test_a_lamp_that_moves_comes_back_by_itself() -> None:
    bench = Bench()
    due = bench.row.show({TWO: "blink"})
    bench.pin(TWO).gone = True
    bench.run(due, bench.now + 5 * SECOND)
    assert bench.told == [LOOSE]
    bench.pin(TWO).gone = False
    bench.run(bench.row.step(), bench.now + 5 * SECOND)
    assert bench.told == [LOOSE, (TWO, None)]
    assert bench.levels() == lights({TWO: "blink"}, bench.now)


def test_nobody_who_listens_badly_stops_the_lamps() -> None:
    def deaf(seat: Seat | None, sentence: str | None) -> None:
        raise BrokenPipeError

    row = Row({ONE: 99, TWO: 24}, factory := MockFactory(pin_class=MockPWMPin), deaf, lambda: 0)
    row.show({TWO: "on"})
    assert factory.pin(24).state == 1


def test_who_reads_the_log_is_told_of_it_where_nobody_else_listens(capsys: pytest.CaptureFixture[str]) -> None:
    factory = MockFactory(pin_class=LoosePin)
    factory.pin(24).gone = True
    later = [0]
    lamps = GpioLamps({TWO: 24}, factory, clock=lambda: later[0])
    factory.pin(24).gone = False
    later[0] = SECOND
    lamps.show({TWO: "on"})
    until(lambda: factory.pin(24).state)
    lamps.close()
    assert capsys.readouterr().err.splitlines() == [
        "mopsbox: lamp 2 stays dark: [Errno 5] Input/output error; start the box again",
        "mopsbox: lamp 2 works again",
    ]


# --- the thread


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=LoosePin)
    yield made
    made.reset()


@pytest.fixture
def lamps(factory: MockFactory) -> Iterator[GpioLamps]:
    made = GpioLamps(PINS, factory)
    yield made
    made.close()


def test_the_thread_moves_what_moves_and_steady_lamps_are_written_at_once(
    lamps: GpioLamps, factory: MockFactory
) -> None:
    lamps.show({ONE: "blink", TWO: "breathing"})
    for _ in range(50):
        lamps.show({ONE: "blink", TWO: "breathing", THREE: "on"})
        assert factory.pin(PINS[THREE]).state == 1
        lamps.show({ONE: "blink", TWO: "breathing"})
        assert factory.pin(PINS[THREE]).state == 0
    until(lambda: len(factory.pin(PINS[ONE]).states) > 4 and len(factory.pin(PINS[TWO]).states) > 4)
    lamps.show({})
    assert {factory.pin(pin).state for pin in PINS.values()} == {0}
    written = [len(factory.pin(pin).states) for pin in PINS.values()]
    time.sleep(0.1)
    assert written == [len(factory.pin(pin).states) for pin in PINS.values()], "nothing moves any more"


def test_steady_lamps_never_wake_the_thread(lamps: GpioLamps) -> None:
    until(lambda: lamps.wakeups)
    for _ in range(20):
        lamps.show(dict.fromkeys(SEATS, "dim"))
        lamps.show({THREE: "on"})
    time.sleep(0.05)
    assert lamps.wakeups == 1


def test_a_thread_in_trouble_keeps_nobody_waiting(factory: MockFactory) -> None:
    """The sentence about a lost lamp is stuck in a full pipe; the referee's lamps are written all the same."""
    stuck, free, heard = threading.Event(), threading.Event(), threading.Event()

    def told(seat: Seat | None, sentence: str | None) -> None:
        stuck.set()
        free.wait(20)
        heard.set()

    lamps = GpioLamps(PINS, factory, told)
    lamps.show({ONE: "breathing"})
    factory.pin(PINS[ONE]).gone = True
    assert stuck.wait(20), "the animating thread tells of it"
    lamps.show({TWO: "on"})
    assert factory.pin(PINS[TWO]).state == 1 and not heard.is_set()
    free.set()
    lamps.close()


def test_an_animation_that_fails_is_told_once_and_goes_on(factory: MockFactory) -> None:
    told: list[tuple[Seat | None, str | None]] = []
    wrong = [ZeroDivisionError("no time")]

    def clock() -> int:
        if wrong and threading.current_thread().name == "lamps":
            raise wrong.pop()
        return time.monotonic_ns()

    lamps = GpioLamps(PINS, factory, lambda *said: told.append(said), clock)
    lamps.show({ONE: "fault"})
    until(lambda: len(factory.pin(PINS[ONE]).states) > 4)
    lamps.close()
    assert told == [(None, "the lamps' animation failed and goes on: ZeroDivisionError: no time")]


def test_closed_lamps_are_dark_free_and_deaf(factory: MockFactory) -> None:
    lamps = GpioLamps(PINS, factory)
    lamps.show({ONE: "breathing", TWO: "on"})
    factory.pin(PINS[ONE]).gone = True
    lamps.close()
    assert "lamps" not in {thread.name for thread in threading.enumerate()}
    assert factory.pin(PINS[TWO]).state == 0
    again = [LED(pin, pin_factory=factory) for seat, pin in PINS.items() if seat != ONE]
    lamps.show(dict.fromkeys(SEATS, "on"))
    assert not any(led.is_lit for led in again)
    lamps.close()


# --- what the desk makes of buzzers in trouble


def edges(desk: Desk, seat: Seat, start: int, every: int, number: int) -> None:
    for n in range(number):
        t = start + n * every
        desk.put(Edge(t, seat, n % 2 == 0))
        desk.step(t)


def test_a_stuck_buzzers_lamp_shows_the_fault_until_it_was_let_go() -> None:
    lamps = Remembered()
    desk = Desk(lamps)
    desk.lamps(dict.fromkeys(SEATS, "dim"))
    edges(desk, TWO, SECOND, 0, 1)
    desk.step(2 * SECOND)
    assert lamps.now[TWO] == "on", "held"
    desk.step(12 * SECOND)
    assert (lamps.now[TWO], lamps.now[ONE]) == ("fault", "dim")
    desk.put(Edge(13 * SECOND, TWO, False))
    desk.step(14 * SECOND)
    assert lamps.now[TWO] == "dim"


def test_a_storm_on_a_line_does_not_make_its_lamp_flicker() -> None:
    """A loose cable, 10,000 edges a second."""
    changes: list[Lamp] = []

    class Seen:
        def show(self, lamps: Mapping[Seat, Lamp]) -> None:
            if changes[-1:] != [lamps[TWO]]:
                changes.append(lamps[TWO])

    desk = Desk(Seen())
    edges(desk, TWO, SECOND, MS // 10, 10_000)
    desk.step(4 * SECOND)
    assert changes == ["on", "off"]
