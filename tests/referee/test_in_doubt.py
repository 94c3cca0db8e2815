"""Invariant 14, case by case: what a lost edge leaves in doubt, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

from mopsbox.referee.sorter import Told
from mopsbox.table import MS, SECOND, Command, Edge, Levels, Ruling, Seat

from .live import race, winners

US = 1000
ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)
ARM, OPEN = Command(SECOND - 400 * MS, "arm"), Command(SECOND, "open")


def numbered(*edges: Edge, without: Sequence[int]) -> list[Told]:
    """Edges in order, of which those at these places never arrived."""
    return [Edge(e.t, e.seat, e.closed, n) for n, e in enumerate(edges) if n not in without]


def push(t: int, seat: Seat, lasts: int = 80 * MS) -> list[Edge]:
    return [Edge(t, seat, True), Edge(t + lasts, seat, False)]


def kinds(found: Sequence[Ruling], seat: Seat) -> list[tuple[str, bool]]:
    return [(r.said, r.uncertain) for r in found if r.seat == seat and r.said != "winner"]


def read(t: int, *closed: Seat) -> Levels:
    return Levels(t, frozenset(closed))


AROUND = [Edge(0, THREE, True), Edge(50 * MS, THREE, False)]  # a log does not begin with a gap


def test_i14_a_press_on_a_button_whose_release_was_lost_may_have_been_early() -> None:
    """One pushes, lets go (lost), and pushes again while armed: that may bar it when it wins, rearmed long since."""
    edges = [*AROUND, *push(SECOND - 700 * MS, ONE), *push(SECOND - 600 * MS, THREE)]
    edges += [*push(SECOND - 60 * MS, ONE, 20 * MS), *push(SECOND + 9 * MS, ONE)]
    assert not winners(race(ARM, OPEN, *numbered(*edges, without=()), penalty_ms=250))
    (winner,) = winners(race(ARM, OPEN, *numbered(*edges, without=[3]), penalty_ms=250))
    assert (winner.seat, winner.uncertain) == (1, True)
    (free,) = winners(race(ARM, OPEN, *numbered(*edges, without=[3])))
    assert (free.seat, free.uncertain) == (1, False), "an early press that costs nothing changes nothing"


def test_i14_an_early_press_lost_whole_may_bar_for_as_long_as_an_early_press_bars() -> None:
    """Its bounce, in between, is seen by nobody; the gap ends 100 ms before the race."""
    early = push(SECOND - 110 * MS, ONE, 9 * MS)
    for after, uncertain in ((149 * MS, True), (150 * MS, False)):
        edges = [*AROUND, *push(SECOND - 200 * MS, THREE, 100 * MS), *push(SECOND + after, ONE)]
        told = numbered(*edges[:3], *early, *edges[3:], without=[3, 4])
        (winner,) = winners(race(ARM, OPEN, *told, penalty_ms=250))
        assert (winner.seat, winner.uncertain) == (1, uncertain), after


def test_i14_a_gap_before_the_arming_bars_nobody() -> None:
    edges = [*AROUND, *push(SECOND - 550 * MS, THREE), *push(SECOND - 200 * MS, THREE), *push(SECOND, ONE)]
    told = numbered(*edges, without=[3])
    (winner,) = winners(race(ARM, OPEN, *told, penalty_ms=250))
    assert (winner.seat, winner.uncertain) == (1, True)
    (winner,) = winners(race(Command(SECOND - 50 * MS, "arm"), OPEN, *told, penalty_ms=250))
    assert (winner.seat, winner.uncertain) == (1, False)


def test_i14_a_press_that_an_uncertain_early_one_bars_doubts_the_winner_after_it() -> None:
    """One was pressed before the arming, but of that only a late bounce is seen, and taken for an early press."""
    edges = [*AROUND, Edge(SECOND - 450 * MS, ONE, True), *push(SECOND - 60 * MS, ONE, 10 * MS)]
    told = numbered(*edges, *push(SECOND + 9 * MS, ONE), *push(SECOND + 300 * MS, TWO), without=[2])
    (winner,) = winners(race(ARM, OPEN, *told, penalty_ms=250))
    assert (winner.seat, winner.uncertain) == (2, True)


def test_i14_who_is_locked_out_for_an_uncertain_win_leaves_the_next_one_uncertain() -> None:
    edges = [*AROUND, *push(SECOND + 9 * MS, THREE), *push(SECOND + 400 * MS, ONE), *push(SECOND + 700 * MS, TWO)]
    commands = [OPEN, Command(SECOND + 200 * MS, "wrong"), Command(SECOND + 600 * MS, "wrong")]
    pause = [Command(SECOND + 620 * MS, "arm"), Command(SECOND + 640 * MS, "open")]
    for breaks in ([], pause):
        found = winners(race(*commands, *breaks, *numbered(*edges, Edge(2 * SECOND, ONE, True), without=[3])))
        assert [(r.seat, r.uncertain) for r in found] == [(3, True), (1, True), (2, True)]
        found = winners(race(*commands, *breaks, *numbered(*edges, Edge(2 * SECOND, ONE, True), without=())))
        assert not any(r.uncertain for r in found)


def test_i14_a_line_down_in_a_gap_is_in_doubt_until_it_was_let_go() -> None:
    lost = push(SECOND + 90 * MS, TWO, 9 * MS)
    edges = [*AROUND, Edge(SECOND, ONE, True), Edge(SECOND + 20 * MS, THREE, True), *lost]
    told = numbered(*edges, Edge(SECOND + 300 * MS, ONE, False), *push(2 * SECOND, ONE), without=[4, 5])
    assert kinds(race(*told), ONE) == [("press", False), ("rearmed", True), ("press", False)]


def test_i14_stuck_is_in_doubt_if_the_button_may_have_been_let_go() -> None:
    edges = [*AROUND, Edge(SECOND, ONE, True), *push(2 * SECOND, THREE), Edge(12 * SECOND, THREE, True)]
    assert kinds(race(*numbered(*edges, without=[4])), ONE) == [("press", False), ("stuck", True)]


def test_i14_the_release_of_a_press_whose_only_edge_was_lost_is_a_disturbance_in_doubt() -> None:
    told = numbered(*AROUND, *push(SECOND, ONE), *push(2 * SECOND, ONE, 50 * MS), without=[2])
    assert kinds(race(*told, Command(3 * SECOND, "close")), ONE) == [
        ("glitch", True), ("press", False), ("rearmed", False)]  # fmt: skip


def test_a_line_at_rest_in_a_gap_that_closes_later_is_in_no_doubt() -> None:
    """One lost edge cannot have been its: it would have closed it already. Two, well before, leave it at rest again."""
    edges = [*AROUND, *push(SECOND, TWO), *push(SECOND + 300 * MS, THREE), *push(2 * SECOND, ONE)]
    for without in ([2], [3], [2, 3]):
        told = numbered(*edges, without=without)
        assert kinds(race(*told, Command(3 * SECOND, "close")), ONE) == [("press", False), ("rearmed", False)]


def test_a_line_seen_open_after_a_gap_is_in_no_doubt() -> None:
    told = numbered(*AROUND, *push(SECOND, TWO), Edge(2 * SECOND, ONE, False), Edge(2 * SECOND + MS, ONE, True),
                    without=[2])  # fmt: skip
    assert kinds(race(*told), ONE) == [("press", True)]
    assert kinds(race(*told, read(SECOND + 200 * MS)), ONE) == [("press", False)]


def test_i14_a_press_that_looked_like_a_disturbance_leaves_the_next_edge_in_doubt() -> None:
    """Its first level was read late, the next edge lost: the button is down ever since, and its next edge no press."""
    first = [Edge(SECOND - 100 * MS, ONE, False), Edge(SECOND - 99 * MS, ONE, True)]
    told = numbered(
        *AROUND, *first, *push(SECOND - 98 * MS, TWO, 9 * MS), Edge(SECOND + 9 * MS, ONE, True), without=[3]
    )
    found = race(OPEN, *told)
    assert kinds(found, ONE) == [("glitch", True), ("press", True)]
    assert [r.uncertain for r in winners(found)] == [True]


def test_a_second_gap_reaches_not_back_to_the_first() -> None:
    """Two's press, soon after the second gap, may be as old as that, not as the first: no dead heat with One."""
    edges = [*AROUND, *push(SECOND - 400 * MS, THREE), *push(SECOND - 200 * MS, THREE)]
    bounce = [Edge(SECOND + n * 300 * US, ONE, n % 2 == 0) for n in range(3)]
    two = [Edge(SECOND + 700 * US, TWO, True), *push(SECOND + 800 * US, TWO)]
    (winner,) = winners(race(OPEN, *numbered(*edges, *bounce, *two, without=[3, 9])))
    assert (winner.at, winner.tied, winner.uncertain) == (SECOND, (1,), True)


def test_i14_a_release_in_doubt_may_be_a_press_whose_level_was_read_late() -> None:
    """Two's release is lost; its next press, at one with One's, is read as open and bounces past the decision."""
    again = [
        Edge(SECOND + 29 * US, TWO, False),
        Edge(SECOND + 600 * US, TWO, False),
        Edge(SECOND + 1200 * US, TWO, True),
    ]
    edges = [*AROUND, *push(SECOND - 300 * MS, TWO), *push(SECOND - 100 * MS, THREE, 50 * MS), Edge(SECOND, ONE, True)]
    assert winners(race(OPEN, *numbered(*edges, *again, without=())))[0].tied == (1, 2)
    assert winners(race(OPEN, *numbered(*edges, *again, without=[3])))[0].uncertain


def test_i14_a_closing_in_doubt_doubts_a_winner_after_it() -> None:
    """Two's release is lost, so its next press, before One's, is not seen as one: by an edge or by a reading."""
    edges = [*AROUND, *push(SECOND - 300 * MS, TWO), *push(SECOND - 100 * MS, THREE, 50 * MS)]
    pressed = [Edge(SECOND + 9 * MS, TWO, True), Edge(SECOND + 9 * MS + 300 * US, TWO, False)]
    told = numbered(*edges, *pressed, Edge(SECOND + 10 * MS, ONE, True), without=[3])
    by_edge = [*told, Edge(SECOND + 9 * MS + 600 * US, TWO, True)]
    by_reading = [*told, read(SECOND + 9 * MS + 600 * US, TWO)]
    for events in (by_edge, by_reading):
        assert [(r.seat, r.uncertain) for r in winners(race(OPEN, *events))] == [(1, True)]


def test_i14_the_margin_is_part_of_the_ruling() -> None:
    """Two's release is lost, so its next press, 300 us after One's and no rival to it, is not told as the next."""
    edges = [*AROUND, *push(SECOND - 300 * MS, TWO), *push(SECOND - 100 * MS, THREE, 50 * MS)]
    flutter = [Edge(SECOND + n * 200 * US, ONE, n % 2 == 0) for n in range(4)]
    told = [*edges, *flutter[:2], Edge(SECOND + 300 * US, TWO, True), *flutter[2:], Edge(SECOND + 700 * US, ONE, True)]
    (whole,) = winners(race(OPEN, *numbered(*told, without=())))
    (winner,) = winners(race(OPEN, *numbered(*told, without=[3])))
    assert (whole.margin_ns, winner.margin_ns, winner.uncertain) == (300 * US, None, True)


def test_i14_a_reading_after_the_commit_tells_the_audit_of_a_press_before_it() -> None:
    """Two is found closed, seen open last before One's press: it may have been first. Live, the win was told."""
    events = [read(SECOND - 9 * MS), OPEN, Edge(SECOND + 9 * MS, ONE, True)]
    for later in (10 * MS, 11 * MS, 300 * MS):
        assert [(r.seat, r.uncertain) for r in winners(race(*events, read(SECOND + later, ONE, TWO)))] == [(1, True)]
    known = [read(SECOND + 9 * MS + 51 * US, ONE), read(SECOND + 300 * MS, ONE, TWO)]
    assert [(r.seat, r.uncertain) for r in winners(race(*events, *known))] == [(1, False)]
    assert [r.uncertain for r in winners(race(*events, read(SECOND + 300 * MS, ONE)))] == [False]
