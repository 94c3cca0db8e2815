"""Invariant 14: a lost edge makes a ruling uncertain or a dead heat, never a confident wrong winner."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mopsbox.audit import decide
from mopsbox.referee.sorter import Gap, Numbers
from mopsbox.table import MS, SECOND, Command, Edge, Levels, Ruling, Seat

from . import logs, oracle
from .live import header, race, winners

US = 1000
OPEN = Command(SECOND, "open")
ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


def shut(t: int, *seats: int) -> Levels:
    return Levels(t, frozenset(Seat(s) for s in seats))


def closed_at(edges: list[Edge], held: tuple[Seat, ...], t: int) -> frozenset[Seat]:
    level = dict.fromkeys(held, True) | {e.seat: e.closed for e in edges if e.t <= t}
    return frozenset(s for s, closed in level.items() if closed)


def first_winner(found: list[Ruling]) -> Ruling | None:
    return next(iter(winners(found)), None)


@pytest.mark.parametrize("hundred", range(2))
@pytest.mark.parametrize("read", [True, False])
def test_i14_one_edge_of_a_numbered_log_lost(hundred: int, read: bool) -> None:
    """Whatever edge near the race is dropped: who wins without a mark of doubt would have won anyway."""
    confident = 0
    for number in range(10_000 + hundred * 100, 10_000 + hundred * 100 + 100):
        rng = Random(number)
        game = logs.log(number, penalty_ms=0)
        opened = next(e for e in game.events if isinstance(e, Command) and e.do == "open")
        edges = sorted((e for e in game.events if isinstance(e, Edge)), key=lambda e: (e.t, e.seat))
        numbered = [replace(e, seq=n) for n, e in enumerate(edges)]
        near = [e for e in numbered[1:-1] if abs(e.t - opened.t) < 600 * MS]
        if not near:
            continue
        lost = rng.choice(near)
        left = [e for e in numbered if e != lost]
        readings = []
        if read:  # after each batch, and every 5 ms while something is unresolved; never too near an edge
            times = {e.t + 200 * US + n * 5 * MS for e in left for n in range(5)}
            quiet = [t for t in times if not any(abs(e.t - t) < 100 * US for e in edges)]
            readings = [Levels(t, closed_at(edges, game.held, t)) for t in quiet]
        truth = first_winner(oracle.rulings(game.seats, [*edges, opened], game.held, 0, game.seed))
        found = first_winner(decide(header(game), [*left, opened, *readings])[0])
        if found is not None and not found.uncertain:
            confident += 1
            assert truth is not None, number
            assert (found.seat, found.at, found.tied) == (truth.seat, truth.at, truth.tied), number
    assert confident > 15


def evening(number: int, penalty_ms: int) -> tuple[logs.Log, list[Edge], list[Command]]:
    """A random log's edges, numbered, and its commands but for the verdicts: those would fit one of two winners."""
    game = logs.log(number, penalty_ms=penalty_ms)
    edges = sorted((e for e in game.events if isinstance(e, Edge)), key=lambda e: (e.t, e.seat))
    commands = [e for e in game.events if isinstance(e, Command) and e.do not in ("wrong", "right")]
    return game, [replace(e, seq=n) for n, e in enumerate(edges)], commands


@pytest.mark.parametrize("penalty_ms", [0, 250])
@pytest.mark.parametrize(("lost", "read"), [(1, False), (1, True), (2, False), (2, True)])
def test_i14_whatever_is_ruled_without_a_mark_would_have_been_ruled_anyway(
    penalty_ms: int, lost: int, read: bool
) -> None:
    """Rulings of every kind, over evenings of several races from which one edge is dropped, or two running; with and
    without readings of the lines."""
    marked = sure = 0
    for number in range(20_000, 20_060):
        game, edges, commands = evening(number, penalty_ms)
        if len(edges) < lost + 2:
            continue
        rng = Random(number)
        first = rng.randrange(1, len(edges) - lost)
        left = edges[:first] + edges[first + lost :]
        readings = []
        if read:
            times = {t for e in left[:-1] for t in (e.t + 200 * US, e.t + 30 * MS)}
            quiet = [t for t in times if t < edges[-1].t and not any(abs(e.t - t) < 100 * US for e in edges)]
            readings = [Levels(t, closed_at(edges, game.held, t)) for t in quiet]
        truth = set(oracle.rulings(game.seats, [*edges, *commands], game.held, penalty_ms, game.seed))
        for ruling in decide(header(game), [*left, *commands, *readings])[0]:
            marked += ruling.uncertain
            sure += not ruling.uncertain
            assert ruling.uncertain or ruling in truth, (number, ruling, edges[first : first + lost])
    assert sure > 2 * marked > 0


def test_i14_two_press_together_one_first_edge_is_lost_and_the_reading_makes_it_a_dead_heat() -> None:
    """The edge loss of BCM283x (facts/timing.md 0.4), without running numbers."""
    events = [OPEN, Edge(SECOND + MS, ONE, True), shut(SECOND + MS + 300 * US, 1, 2)]
    (winner,) = winners(race(*events, Edge(SECOND + 90 * MS, TWO, False)))
    assert (winner.tied, winner.at, winner.uncertain) == ((1, 2), SECOND + MS, True)


def test_i14_a_line_seen_open_after_the_others_press_was_not_before_it() -> None:
    later = [shut(SECOND + 2 * MS, 1), shut(SECOND + 7 * MS, 1, 2)]
    flutter = [Edge(SECOND + n * 900 * US, ONE, n % 2 == 0) for n in range(11)]
    (winner,) = winners(race(OPEN, *flutter, later[0]))
    assert (winner.seat, winner.tied, winner.uncertain) == (1, (1,), False)
    (winner,) = winners(race(OPEN, *flutter, *later))
    assert (winner.seat, winner.tied, winner.uncertain) == (1, (1,), True), "the margin is not known to the nanosecond"


def test_i14_a_press_found_by_reading_may_have_come_since_the_opening() -> None:
    found = race(shut(SECOND - 9 * MS), OPEN, Edge(SECOND + 5 * MS, ONE, True), shut(SECOND + 5 * MS, 1, 2))
    (winner,) = winners(found)
    assert (winner.tied, winner.uncertain) == ((1, 2), True)
    assert [(r.seat, r.at, r.uncertain) for r in found if r.said == "press"] == [
        (1, SECOND + 5 * MS, False),
        (2, SECOND + 5 * MS, True),
    ]


def test_i14_a_button_whose_release_was_lost_is_freed_by_the_next_reading() -> None:
    events = [OPEN, Edge(SECOND, ONE, True), shut(SECOND + 300 * MS), Command(SECOND + 400 * MS, "close")]
    rearmed = race(*events)[-1]
    assert (rearmed.said, rearmed.t, rearmed.uncertain) == ("rearmed", SECOND + 305 * MS, True)


def test_a_reading_settles_a_first_edge_whose_level_was_read_wrongly() -> None:
    (winner,) = winners(race(OPEN, Edge(SECOND, ONE, False), shut(SECOND + 300 * US, 1)))
    assert (winner.at, winner.t, winner.uncertain) == (SECOND, SECOND + 1300 * US, False)


def test_a_reading_that_finds_nothing_new_changes_nothing() -> None:
    events = [OPEN, Edge(SECOND, ONE, True), Edge(SECOND + 90 * MS, ONE, False), Edge(SECOND + 60 * MS, TWO, True)]
    readings = [shut(SECOND + 300 * US, 1), shut(SECOND + 70 * MS, 1, 2), shut(SECOND + 93 * MS, 2)]
    assert race(*events, *readings) == race(*events)


def test_i14_a_missing_number_doubts_the_winner_it_may_have_cost() -> None:
    events = [OPEN, Edge(SECOND - 60 * MS, THREE, True, 7), Edge(SECOND - 9 * MS, THREE, False, 8)]
    (whole,) = winners(race(*events, Edge(SECOND + MS, ONE, True, 9)))
    (gap,) = winners(race(*events, Edge(SECOND + MS, ONE, True, 10)))
    assert (whole.uncertain, gap.uncertain) == (False, True)


def test_i14_a_number_missing_since_the_opening_doubts_a_winner_long_after() -> None:
    """It may have been all that was seen of a press of seat 2, held down ever since."""
    events = [OPEN, Edge(SECOND + MS, THREE, True, 0), Edge(SECOND + 60 * MS, THREE, False, 2)]
    found = race(*events, Command(SECOND + 9 * MS, "wrong"), Edge(SECOND + 900 * MS, ONE, True, 3))
    assert [(r.seat, r.uncertain) for r in winners(found)] == [(3, True), (1, True)]
    assert [r.uncertain for r in found if r.said == "press"] == [True, False]


def test_i14_a_number_missing_before_the_opening_doubts_nothing_later() -> None:
    events = [Edge(SECOND - 60 * MS, THREE, True, 7), Edge(SECOND - 30 * MS, THREE, False, 9), OPEN]
    (winner,) = winners(race(*events, Edge(SECOND + MS, ONE, True, 10), Edge(SECOND + 90 * MS, ONE, False, 11)))
    assert not winner.uncertain


def test_i14_a_line_that_stirs_within_20_ms_of_a_gap_may_have_been_first() -> None:
    """Seat 2's first edge, number 2, is lost; its bounce comes after seat 1's press."""
    events = [OPEN, Edge(SECOND - MS, THREE, True, 0), Edge(SECOND - MS + 200 * US, THREE, False, 1)]
    events += [Edge(SECOND + MS, ONE, True, 3), Edge(SECOND + 1200 * US, TWO, True, 4)]
    (winner,) = winners(race(*events))
    assert (winner.tied, winner.at, winner.uncertain) == ((1, 2), SECOND + MS, True)


def test_i14_a_possible_press_with_its_edges_lost_doubts_the_winner() -> None:
    """Seat 2 is found closed but opens at once: it may have been closed for long before."""
    found = race(shut(SECOND - MS), OPEN, shut(SECOND + 40 * MS, 2), Edge(SECOND + 40 * MS + 500 * US, TWO, False),
                 Edge(SECOND + 60 * MS, ONE, True))  # fmt: skip
    assert [(r.said, r.seat, r.uncertain) for r in found] == [
        ("glitch", 2, True), ("press", 1, False), ("winner", 1, True)]  # fmt: skip


def test_numbers_only_gaps_count() -> None:
    """Numbers swapped between equal or near stamps, edges without numbers, a source that begins anew: no gap."""
    numbers = [5, 7, 6, None, 8, None, 9, 900, 0, 1, 2]
    edges = [Edge(t, ONE, True, n) for t, n in enumerate(numbers)]
    assert [e for e in Numbers().checked(list(edges)) if isinstance(e, Gap)] == [Gap(6, 7)]


def test_a_gap_is_announced_right_behind_the_last_edge_before_it_also_over_two_batches() -> None:
    edges = [Edge(n, ONE, True, n) for n in (1, 2, 4, 5, 8)]
    assert Numbers().checked(list(edges)) == [
        edges[0], edges[1], Gap(2, 4), edges[2], edges[3], Gap(5, 8), edges[4]]  # fmt: skip
    numbers = Numbers()
    assert numbers.checked(list(edges[:2])) == edges[:2]
    assert numbers.checked(list(edges[2:3])) == [Gap(2, 4), edges[2]]
