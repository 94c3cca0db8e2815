"""What the table is told of a hub: one running count, with a number left out for each doubt, and nothing too late."""

from __future__ import annotations

from itertools import pairwise

from mopsbox.firmware.hubproto import Hello
from mopsbox.inputs.hubsaid import Doubt, Known, Moved, Outcome, Up
from mopsbox.inputs.hubtell import Teller, Told, gone, news, tell
from mopsbox.table import MS, SEATS, SECOND, Edge, Fault, Seat

HELLO = Hello(0, [1, 1, "0.1.0", "1.28.0", "rp2040", "e66", 7, 8, 0, 0, "lamps"])
NOW = 100 * SECOND


def up(*closed: int, t: int = NOW) -> Up:
    return Up(HELLO, frozenset(Seat(n) for n in closed), t)


def told(teller: Teller, *outs: Outcome, now: int = NOW) -> tuple[Teller, Told]:
    return tell(teller, outs, now)


def edges(told: Told) -> list[Edge]:
    return [each for each in told if isinstance(each, Edge)]


def test_after_a_time_without_a_hub_nothing_is_told_of_before_now() -> None:
    """The referee has gone on with the time: an edge of before would be late."""
    teller, _ = told(Teller(), up(3), Moved(NOW, Seat(3), False), Moved(NOW + MS, Seat(3), True), Known(NOW + 2 * MS))
    teller, _ = gone(teller, NOW + SECOND)
    assert teller.known is None
    later = NOW + 60 * SECOND
    teller, more = told(teller, Doubt(), up(t=NOW + 2 * SECOND), now=later)  # the link's clock is that of its last word
    assert teller.known == later
    assert len(edges(more)) == len(SEATS) and all(edge.t > later for edge in edges(more))
    teller, more = told(teller, Known(NOW + 3 * SECOND), now=later)
    assert teller.known == later + 1 and not more, "what is known never shrinks"


def test_who_lets_go_while_nobody_looks_is_told_so_with_every_other_contact() -> None:
    teller, _ = told(Teller(), up(), Moved(NOW, Seat(4), True), Known(NOW))
    teller, more = told(teller, up(2), now=NOW + SECOND)  # the same start of the board, its port was opened again
    assert [(e.seat, e.closed) for e in edges(more)] == [(seat, False) for seat in SEATS]
    assert {e.t for e in edges(more)} == {NOW + SECOND + 1}


def test_a_buzzer_held_when_the_hub_comes_has_not_pressed() -> None:
    teller, more = told(Teller(word="hub-lost"), up(5))
    assert more == (Fault(NOW, "hub", ""),) and teller.closed == frozenset()


def test_a_doubt_leaves_a_number_out_and_the_next_press_shows_it() -> None:
    teller, more = told(Teller(), up(), Moved(NOW, Seat(1), True), Doubt(), Moved(NOW + MS, Seat(2), True))
    assert [e.seq for e in edges(more)] == [1, 3] and teller.doubts == 1
    teller, more = told(teller, Known(NOW + 2 * MS))
    assert more == (), "it has shown already"


def test_a_doubt_that_no_press_follows_shows_before_anything_is_decided() -> None:
    teller, _ = told(Teller(), up(), Moved(NOW, Seat(1), True), Known(NOW + MS))
    teller, more = told(teller, Doubt(), Known(NOW + 5 * MS))
    assert [(e.seat, e.closed) for e in edges(more)] == [(seat, seat == 1) for seat in SEATS]
    assert [e.seq for e in edges(more)] == list(range(3, 11)) and {e.t for e in edges(more)} == {NOW + 5 * MS}
    assert teller.known == NOW + 5 * MS
    _, more = told(teller, Known(NOW + 6 * MS))
    assert more == ()


def test_without_a_hub_nobody_holds_a_buzzer_and_a_doubt_stays_one() -> None:
    teller, _ = told(Teller(), up(), Moved(NOW, Seat(6), True), Moved(NOW, Seat(2), True), Known(NOW), Doubt())
    teller, more = gone(teller, NOW + MS)
    assert [(e.seat, e.closed, e.t) for e in edges(more)] == [(2, False, NOW + MS), (6, False, NOW + MS)]
    assert gone(teller, NOW + 2 * MS) == (teller, ())
    _, more = told(teller, up(), now=NOW + SECOND)
    assert [e.seat for e in edges(more)] == list(SEATS)


def test_the_table_hears_each_word_once() -> None:
    teller, more = news(Teller(), "hub-lost", NOW)
    assert more == (Fault(NOW, "hub", "hub-lost"),) and news(teller, "hub-lost", NOW + 1) == (teller, ())
    teller, more = told(teller, up())
    assert more == (Fault(NOW, "hub", ""),)
    _, more = told(teller, up())
    assert more == ()


def test_numbers_only_grow() -> None:
    teller, all_told = Teller(), Told(())
    for n in range(40):
        step = (up(), Moved(NOW + n, Seat(1 + n % 8), n % 3 > 0), Doubt(), Known(NOW + n))[n % 4]
        teller, more = told(teller, step, now=NOW + n)
        all_told += more
    teller, more = gone(teller, NOW + SECOND)
    numbers = [e.seq or 0 for e in edges(all_told + more)]
    assert len(numbers) > 40 and all(a < b for a, b in pairwise(numbers))
