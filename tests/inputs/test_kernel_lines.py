"""Real buzzers through our own pin factory, on a scripted chip that queues and counts edges as the kernel does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from mopsbox import wiring
from mopsbox.desk import Desk
from mopsbox.inputs.gpio import GpioInputs, Told
from mopsbox.lamps import Remembered
from mopsbox.pins import GpiodFactory
from mopsbox.table import MS, NOBODY, SEATS, SECOND, Button, Command, Edge, Fault, Ruling, Seat

from ..scripted_chip import ScriptedChip
from ..waiting import PATIENCE, eventually

pytestmark = pytest.mark.filterwarnings("ignore:gpiozero does not know this board")
T = time.monotonic_ns() + 3600 * SECOND  # box time of the races: later than all that is stamped while they are set up
US = 1000


class Rig:
    """The chip, the inputs on it, and a desk that is told what they tell; time is in the edges' stamps."""

    def __init__(self) -> None:
        self.chip = ScriptedChip()
        self.wiring = wiring.read("pi")
        self.told: list[Told] = []
        self.sentences: list[str] = []
        self.factory = GpiodFactory(open_chip=self.chip.open, paths=lambda: [self.chip.path])
        self.desk = Desk(Remembered(), start=T - 10 * SECOND)
        self.live = False

    def open(self) -> GpioInputs:
        for contact in (*self.wiring.buzzers.values(), *self.wiring.buttons.values()):
            if contact.pin not in (2, 3):  # pulled up on the board already
                self.chip.drive(contact.pin, contact.active_low)
        self.inputs = GpioInputs(self.wiring, self.factory, 0, self._deliver, self.sentences.append)
        self.inputs.catch_up()  # the pulls have moved some lines
        self.told.clear()
        self.live = True
        return self.inputs

    def _deliver(self, told: Sequence[Told]) -> None:
        self.told += told
        for each in told:
            if isinstance(each, Edge) and (self.live or each.seat == NOBODY):
                self.desk.put(each)

    def move(self, seat: int, closed: bool, at: int) -> None:
        contact = self.wiring.buzzers[Seat(seat)]
        self.chip.drive(contact.pin, closed != contact.active_low, at)

    def race(self) -> None:
        self.desk.step(T - SECOND)
        self.desk.start_log(SEATS, 1)
        self.desk.put(Command(T, "open"))

    def rulings(self, until: int) -> list[Ruling]:
        self.inputs.catch_up()
        return self.desk.step(until)

    def faults(self) -> list[tuple[str, str, int | None]]:
        return [(f.source, f.why, f.seat) for f in self.told if isinstance(f, Fault)]


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    if hasattr(made, "inputs"):
        made.inputs.close()
    made.factory.close()


def winner(rulings: list[Ruling]) -> Ruling:
    (found,) = [r for r in rulings if r.said == "winner"]
    return found


def test_all_lines_are_one_request_with_both_edges_and_no_debounce(rig: Rig) -> None:
    rig.open()
    requests = {id(wire.request) for wire in rig.chip.wires.values() if wire.request}
    assert len(requests) == 1  # so that one count runs over all of them; ScriptedRequest refuses a debounce itself
    rig.move(1, True, T)
    rig.move(1, False, T + MS)
    rig.inputs.catch_up()
    assert [(e.t, e.closed) for e in rig.told if isinstance(e, Edge)] == [(T, True), (T + MS, False)]


def test_who_was_first_is_the_kernels_stamp_not_the_order_of_reading(rig: Rig) -> None:
    rig.open()
    rig.race()
    rig.move(5, True, T + 10 * MS)
    rig.move(2, True, T + 10 * MS - 100 * US)  # queued later, stamped earlier
    assert winner(rig.rulings(T + 30 * MS)).seat == 2


def test_a_thousand_edges_wait_in_the_kernel_until_somebody_looks(rig: Rig) -> None:
    rig.open()
    rig.race()
    rig.move(7, True, T + MS)
    for k in range(1022):
        rig.move(8, k % 2 == 0, T + MS + (k + 1) * 100 * US)
    found = winner(rig.rulings(T + 200 * MS))
    assert (found.seat, found.uncertain, rig.desk.lost) == (7, False, 0)


def test_a_queue_that_ran_over_is_reported_and_never_a_confident_wrong_winner(rig: Rig) -> None:
    rig.open()
    rig.race()
    rig.move(7, True, T + MS)  # first, and lost: the kernel drops the oldest
    for k in range(1100):
        rig.move(8, k % 2 == 0, T + 2 * MS + k * 100 * US)
    rig.move(3, True, T + 150 * MS)
    rulings = rig.rulings(T + 300 * MS)
    assert rig.desk.lost >= 1
    assert all(r.uncertain for r in rulings if r.said == "winner")


def test_a_menu_button_leaves_no_gap(rig: Rig) -> None:
    rig.open()
    rig.race()
    rig.move(1, True, T + MS)
    back = rig.wiring.buttons["back"]
    rig.chip.drive(back.pin, False, T + 4 * MS)
    rig.move(2, True, T + 8 * MS)
    assert not winner(rig.rulings(T + 60 * MS)).uncertain
    assert [e.seat for e in rig.told if isinstance(e, Edge)] == [1, NOBODY, 2]


def test_a_menu_button_the_desk_read_first_is_told_by_the_sleeping_reader(rig: Rig) -> None:
    inputs = rig.open()
    asleep, woken = threading.Event(), threading.Event()

    def wait(timeout_s: float | None) -> None:  # the kernel looks again before it wakes a poll: all has been read
        asleep.set()
        woken.wait(timeout_s)

    inputs._lines.wait, inputs._lines.wake = wait, woken.set  # type: ignore[union-attr, method-assign]
    inputs.start()
    assert asleep.wait(PATIENCE)
    back = rig.wiring.buttons["back"]
    rig.chip.drive(back.pin, False)
    inputs.catch_up()
    eventually(lambda: any(isinstance(each, Button) for each in rig.told))
    assert [b.name for b in rig.told if isinstance(b, Button)] == ["back"]


def test_a_buzzer_held_from_the_start_is_read_and_starts_no_race(rig: Rig) -> None:
    rig.open()
    rig.move(4, True, T)
    rig.inputs.catch_up()
    assert rig.inputs.levels() == {4}
    desk = Desk(Remembered(), T - SECOND, rig.inputs.levels() or ())
    desk.put(Command(T, "open"))
    rulings = desk.step(T + 30 * SECOND)
    assert [(r.said, r.seat) for r in rulings] == [("stuck", 4)]


def test_a_held_line_is_named_and_the_others_work(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mopsbox.inputs.gpio.RETRY_S", 0.02)
    rig.chip.grab(rig.wiring.buzzers[Seat(6)].pin, "w1-gpio")
    opened = GpioInputs(rig.wiring, rig.factory, 0, rig._deliver, rig.sentences.append)
    rig.inputs = opened
    assert rig.faults() == [("pin 9", "gpio-busy", 6)]
    assert rig.sentences == ["buzzer 6: GPIO 9 is held by w1-gpio; stop that program, it is tried again"]
    rig.move(1, True, T)
    opened.catch_up()
    assert (1, True) in [(e.seat, e.closed) for e in rig.told if isinstance(e, Edge)]
    rig.chip.grab(rig.wiring.buzzers[Seat(6)].pin, "")
    opened.start()
    eventually(lambda: ("pin 9", "", None) in rig.faults())
    assert opened.levels() is not None
    assert rig.chip.wires[9].request is not None


def test_a_chip_that_goes_away_is_told_and_the_thread_lives(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mopsbox.inputs.gpio.RETRY_S", 0.02)
    opened = rig.open()
    opened.start()
    rig.chip.unplug()
    eventually(lambda: rig.faults())
    assert rig.faults()[0] == ("gpio", "gpio-lost", None)
    assert opened.levels() is None
    assert opened.alive()


def test_no_debounce_is_written_anywhere_in_our_code() -> None:
    """facts/timing.md, section 0: a debounced line names wrong winners."""
    package = Path(wiring.__file__).parent
    for name in ("inputs/lines.py", "inputs/gpio.py"):
        text = (package / name).read_text()
        assert "debounce_period" not in text
