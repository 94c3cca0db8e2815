"""What the table is told of a hub: one running count, with a number left out for each doubt, and nothing too late."""

from __future__ import annotations

import random
from itertools import pairwise

from mopsbox.firmware.hubproto import Hello
from mopsbox.inputs.hubsaid import Doubt, Known, Moved, Outcome, Up
from mopsbox.inputs.hubtell import Teller, Told, gone, news, strange, tell
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
    teller, _ = told(Teller(), up(3), Moved(NOW + 1, Seat(3), False), Moved(NOW + MS, Seat(3), True))
    teller, _ = gone(teller, NOW + SECOND)
    assert teller.known is None
    later = NOW + 60 * SECOND
    teller, more = told(teller, Doubt(), up(t=NOW + 2 * SECOND), now=later)  # the link's clock is that of its last word
    assert teller.known == later and not edges(more)
    teller, more = told(teller, Known(NOW + 3 * SECOND), now=later)
    assert [(e.seat, e.closed, e.t) for e in edges(more)] == [(seat, False, later + 1) for seat in SEATS]
    assert teller.known == later + 1, "what is known never shrinks"
    teller, more = told(teller, Known(NOW + 4 * SECOND), now=later)
    assert teller.known == later + 2 and not more


def test_a_press_from_the_time_without_a_hub_counts_no_more_and_is_a_doubt() -> None:
    """The same start of a board tells what happened meanwhile; decisions were made without it, and rounds may have
    begun. Who holds the buzzer counts from the next press on."""
    teller, _ = gone(told(Teller(), up(), Known(NOW))[0], NOW + SECOND)
    back = NOW + 2 * SECOND
    before = teller.number
    teller, more = told(teller, up(), Moved(NOW + SECOND + MS, Seat(2), True), Moved(back, Seat(4), True), now=back)
    assert not edges(more) and teller.closed == frozenset()
    teller, more = told(teller, Moved(back + MS, Seat(3), True), now=back + 2 * MS)
    assert [(e.seat, e.t, e.seq) for e in edges(more)] == [(3, back + MS, before + 3)]
    teller, more = told(teller, Known(back + 5 * MS))
    assert [(e.seat, e.closed) for e in edges(more)] == [(seat, seat == 3) for seat in SEATS]


def test_numbers_run_with_stamps_whatever_comes_when() -> None:
    """Lanes count other lanes' numbers by it."""
    for seed in range(300):
        lots = random.Random(seed)
        teller, now, all_told = Teller(), NOW, Told(())
        for _ in range(60):
            now += lots.randrange(5 * MS)
            t = now - lots.randrange(-MS, 8 * MS)
            seat = Seat(1 + lots.randrange(8))
            what = lots.choice((Moved(t, seat, True), Moved(t, seat, False), Doubt(), Known(t), up(*range(seat)), None))
            known = teller.known or 0
            teller, more = tell(teller, [what], now) if what else gone(teller, now)
            assert not what or all(edge.t > known for edge in edges(more)), "nothing of what was decided on"
            all_told += more
        assert all(a.seq and b.seq and a.seq < b.seq and a.t <= b.t for a, b in pairwise(edges(all_told)))


def test_until_a_hub_is_up_nobody_knows_what_happened_at_its_buzzers() -> None:
    """So a game that began without it sees a number missing (Desk begins at 0), and a doubt always shows: there is a
    number before it."""
    teller = strange(Teller())
    assert strange(teller) == teller and teller.doubts == 0
    teller, more = told(teller, up(4), Known(NOW + MS))
    assert [(e.seat, e.closed, e.seq) for e in edges(more)] == [(seat, False, seat + 1) for seat in SEATS]
    assert {e.t for e in edges(more)} == {NOW + MS}


def test_who_lets_go_while_a_board_starts_anew_is_told_so_with_every_other_contact() -> None:
    teller, _ = told(Teller(), up(), Moved(NOW + 1, Seat(4), True), Known(NOW + 1))
    outs = (Doubt(), up(2), Moved(NOW + SECOND, Seat(6), True), Known(NOW + SECOND))
    teller, more = told(teller, *outs, now=NOW + SECOND)
    first, *rest = edges(more)
    assert (first.seat, first.closed) == (6, True)
    assert [(e.seat, e.closed) for e in rest] == [(seat, seat == 6) for seat in SEATS]
    assert rest[0].seq == (first.seq or 0) + 2, (
        "told as it is a contact looks like a press begun: never without a doubt"
    )


def test_while_a_hub_is_there_its_restart_makes_nothing_known() -> None:
    teller, _ = told(Teller(), up(), Known(NOW + MS))
    teller, _ = told(teller, Doubt(), up(), now=NOW + SECOND)
    assert teller.known == NOW + MS


def test_a_buzzer_held_when_the_hub_comes_has_not_pressed() -> None:
    teller, more = told(Teller(word="hub-lost"), up(5))
    assert more == (Fault(NOW, "hub", ""),) and teller.closed == frozenset()


def test_a_doubt_leaves_a_number_out_and_the_next_press_shows_it() -> None:
    teller, more = told(Teller(), up(), Moved(NOW + 1, Seat(1), True), Doubt(), Moved(NOW + MS, Seat(2), True))
    assert [e.seq for e in edges(more)] == [1, 3] and teller.doubts == 1
    teller, more = told(teller, Known(NOW + 2 * MS))
    assert more == (), "it has shown already"


def test_a_doubt_that_no_press_follows_shows_before_anything_is_decided() -> None:
    teller, _ = told(Teller(), up(), Moved(NOW + 1, Seat(1), True), Known(NOW + MS))
    teller, more = told(teller, Doubt(), Known(NOW + 5 * MS))
    assert [(e.seat, e.closed) for e in edges(more)] == [(seat, seat == 1) for seat in SEATS]
    assert [e.seq for e in edges(more)] == list(range(3, 11)) and {e.t for e in edges(more)} == {NOW + 5 * MS}
    assert teller.known == NOW + 5 * MS
    _, more = told(teller, Known(NOW + 6 * MS))
    assert more == ()


def test_without_a_hub_nobody_holds_a_buzzer_and_that_is_a_doubt() -> None:
    """A press of just now, told as open at once, looks like a glitch, and the next one to press like the first."""
    teller, _ = told(Teller(), up(), Moved(NOW + 1, Seat(6), True), Moved(NOW + 1, Seat(2), True), Known(NOW + 1))
    before = teller.number
    teller, more = gone(teller, NOW + MS)
    assert [(e.seat, e.closed, e.t) for e in edges(more)] == [(seat, False, NOW + MS) for seat in SEATS]
    assert edges(more)[0].seq == before + 2 and teller.doubts == 1
    assert gone(teller, NOW + 2 * MS) == (teller, ())
    _, more = told(teller, up(), Known(NOW + SECOND), now=NOW + SECOND)
    assert not edges(more), "the same start of the board has kept everything: no doubt"


def test_the_table_hears_each_word_once() -> None:
    teller, more = news(Teller(), "hub-lost", NOW)
    assert more == (Fault(NOW, "hub", "hub-lost"),) and news(teller, "hub-lost", NOW + 1) == (teller, ())
    teller, more = told(teller, up())
    assert more == (Fault(NOW, "hub", ""),)
    _, more = told(teller, up())
    assert more == ()
