"""Press each buzzer: a person at mock pins, with crossed wires, worn switches and no patience."""

from __future__ import annotations

import pytest

from mopsbox.check import buzzers
from mopsbox.check.buzzers import Patience, judged
from mopsbox.inputs.contacts import Moved
from mopsbox.table import MS, SEATS, Seat

from .bench import Bench

SOON = Patience(press_s=0.3, rest_s=0.02)
AT_ONCE = Patience(press_s=0.01, rest_s=0.01)


class Person:
    """Does what the sentences ask for, on a bench where buzzer n's wire may lead elsewhere."""

    def __init__(self, bench: Bench, leads: dict[int, list[int]] | None = None) -> None:
        self.bench, self.leads, self.asked, self.heard = bench, leads or {}, list[int](), ""
        self.lit: list[set[Seat]] = []

    def told(self, said: str) -> None:
        self.heard += said + "\n"
        for line in said.splitlines():
            if line.startswith(("Press buzzer ", "Once more")):
                seat = int(line.split("buzzer ")[1][0])
                self.asked.append(seat)
                self.press(seat)

    def press(self, seat: int) -> None:
        for wire in self.leads.get(seat, [seat]):
            self.bench.press(wire)
        for wire in self.leads.get(seat, [seat]):
            self.bench.let_go(wire)


def test_eight_good_buzzers_answer_in_turn() -> None:
    bench = Bench(plugs={})
    person = Person(bench)
    found = buzzers.check(bench.parts(), person.told, SOON)
    assert [f.status for f in found] == ["OK"] * 8 and person.asked == list(SEATS)
    assert "bounces for" in found[0].says


def test_the_lamp_is_lit_while_the_buzzer_is_held() -> None:
    bench = Bench(plugs={})
    lit: list[int] = []

    def told(said: str) -> None:
        if said.startswith("Press buzzer 3"):
            bench.press(3)
            bench.lamps[Seat(3)].changed = lambda: (lit.append(3), bench.let_go(3))

    found = buzzers.check(bench.parts(), told, SOON)
    assert lit[0] == 3 and found[2].status == "OK"
    assert not any(lamp.state for lamp in bench.lamps.values())


def test_crossed_buzzers_are_asked_for_twice_and_named() -> None:
    bench = Bench(plugs={})
    person = Person(bench, {2: [5], 5: [2]})
    found = buzzers.check(bench.parts(), person.told, SOON)
    assert person.asked == [1, 2, 2, 3, 4, 5, 5, 6, 7, 8]
    assert [f.status for f in found] == ["OK", "FAIL", "OK", "OK", "FAIL", "OK", "OK", "OK"]
    assert found[1].says.startswith("crossed: buzzer 5 answered for 2")


def test_a_slip_of_the_finger_is_no_fault() -> None:
    bench = Bench(plugs={})
    person = Person(bench, {4: [3]})
    press = person.press

    def second_time_right(seat: int) -> None:
        press(seat)
        person.leads.pop(seat, None)

    person.press = second_time_right  # type: ignore[method-assign]
    found = buzzers.check(bench.parts(), person.told, SOON)
    assert [f.status for f in found] == ["OK"] * 8 and person.asked.count(4) == 2


def test_two_that_move_together_are_shorted() -> None:
    bench = Bench(plugs={})
    found = buzzers.check(bench.parts(), Person(bench, {6: [6, 7]}).told, SOON)
    assert found[5].status == "FAIL" and found[5].says.startswith("shorted: buzzers 6 and 7")


def test_nobody_there_is_a_warning_each_and_a_stuck_buzzer_is_not_waited_for() -> None:
    found = buzzers.check(Bench(stuck=[3]).parts(), lambda said: None, AT_ONCE)
    assert [f.status for f in found] == ["WARN", "WARN", "FAIL", *["WARN"] * 5]
    assert "stuck" in found[2].says and "no press of buzzer 1" in found[0].says


def test_ctrl_c_keeps_what_was_found_and_what_was_left_out_is_no_pass() -> None:
    bench = Bench(plugs={})
    person = Person(bench)

    def told(said: str) -> None:
        if "buzzer 3" in said:
            raise KeyboardInterrupt
        person.told(said)

    found = buzzers.check(bench.parts(), told, SOON)
    assert [f.status for f in found] == ["OK", "OK", *["FAIL"] * 6] and "not tried" in found[2].says


def moves(*at_ms: float) -> list[Moved]:
    return [Moved(round(at * MS), 4, n % 2 == 0, None) for n, at in enumerate(at_ms)]


@pytest.mark.parametrize(
    ("at_ms", "status", "told"),
    [
        ((0, 200), "OK", "0.0 ms (2 edges)"),
        ((0, 0.2, 0.6, 150, 151, 151.5), "OK", "1.5 ms (6 edges)"),
        ((0, 15, 25, 300), "WARN", "25.0 ms (4 edges)"),
        ((0, 20, 200), "OK", "20.0 ms"),
    ],
)
def test_the_longest_bouncing_counts_and_above_20_ms_the_switch_is_worn(
    at_ms: tuple[float, ...], status: str, told: str
) -> None:
    found = judged(Seat(1), {Seat(1): moves(*at_ms)})
    assert found.status == status and told in found.says


def test_the_order_in_which_the_edges_were_read_is_no_matter() -> None:
    there = judged(Seat(1), {Seat(1): moves(0, 3, 200)})
    back = judged(Seat(1), {Seat(1): list(reversed(moves(0, 3, 200)))})
    assert there == back


def test_a_buzzer_that_does_not_come_up_again_is_stuck() -> None:
    bench = Bench(plugs={})
    found = buzzers.check(bench.parts(), lambda said: bench.press(2) if "Press buzzer 2" in said else None, AT_ONCE)
    assert found[1].status == "FAIL" and found[1].says.startswith("stuck: buzzer 2")
