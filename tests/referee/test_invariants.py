"""The invariants of facts/timing.md part D, by number; 14 (lost edges) is in test_lost_edges."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.audit import decide
from mopsbox.edgelog import Header
from mopsbox.referee import DEAD_HEAT, DELIVERY, UNRESOLVED, court
from mopsbox.referee.lane import Lane
from mopsbox.referee.sorter import Sorter
from mopsbox.table import MS, SECOND, Command, Edge, Ruling, Seat

from . import logs
from .live import header, played, race, winners

US = 1000
OPENED = SECOND


@dataclass(frozen=True)
class Push:
    """A clean press `after` the opening, before which the contact bounces: (closed for, open for), in us."""

    seat: Seat
    after: int
    bounces: tuple[tuple[int, int], ...] = ()
    shown_open: bool = False

    def edges(self, opened: int = OPENED) -> list[Edge]:
        at = opened + self.after
        out = []
        for closed, opens in self.bounces:
            out += [Edge(at, self.seat, True), Edge(at + closed * US, self.seat, False)]
            at += (closed + opens) * US
        out += [Edge(at, self.seat, True), Edge(at + 100 * MS, self.seat, False)]
        if self.bounces and self.shown_open:
            out[0] = replace(out[0], closed=False)
        return out


short = st.tuples(st.integers(5, 900), st.integers(5, 900))


@st.composite
def pushes(draw: st.DrawFn) -> list[Push]:
    seats = draw(st.lists(st.integers(1, 8), min_size=1, max_size=5, unique=True))
    return [
        Push(
            Seat(s),
            draw(st.integers(0, 200 * US) | st.integers(0, 4 * MS)),
            tuple(draw(st.lists(short, max_size=4))),
            draw(st.booleans()),
        )
        for s in seats
    ]


def ruled(given: list[Push], seed: int = 0, before: tuple[Command, ...] = (), penalty_ms: int = 0) -> list[Ruling]:
    events = [Command(OPENED, "open"), *before, *(e for p in given for e in p.edges())]
    return race(*events, seats=8, seed=seed, penalty_ms=penalty_ms)


def the_winner(rulings: list[Ruling]) -> Ruling:
    (winner,) = winners(rulings)
    return winner


# 1


@given(st.integers(0, 10**9), st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_i1_the_order_of_delivery_changes_nothing(number: int, order: int) -> None:
    game = logs.log(number)
    calm, _ = played(game, Random(0), longest=0)
    busy, sorter = played(game, Random(order))
    assert busy == calm
    assert sorter.late == 0


def test_i1_an_earlier_edge_delivered_three_milliseconds_later_still_wins() -> None:
    sorter, lane = Sorter(), Lane(court.new([Seat(1), Seat(2)]))
    sorter.push(Command(OPENED, "open"))
    sorter.push(Edge(OPENED + 500 * US, Seat(1), True))
    rulings = lane.run(sorter.pop(OPENED + 3 * MS), OPENED)
    sorter.push(Edge(OPENED + 100 * US, Seat(2), True))
    rulings += lane.run(sorter.pop(OPENED + 20 * MS), OPENED + 17 * MS)
    assert [(r.seat, r.margin_ns) for r in winners(rulings)] == [(2, None)]


def test_i1_the_order_of_lines_at_one_stamp_does_not_matter() -> None:
    at = OPENED + MS
    events = [Command(OPENED, "open"), Edge(at, Seat(1), True), Edge(at, Seat(1), False), Edge(at, Seat(2), True)]
    assert race(*events) == race(*reversed(events))


# 2 and 3


@given(pushes())
@settings(max_examples=150, deadline=None)
def test_i2_i3_nobody_eligible_was_before_the_winner_and_the_tied_are_those_within_50_us(given: list[Push]) -> None:
    winner = the_winner(ruled(given))
    first = min(p.after for p in given)
    assert winner.at == OPENED + first
    assert winner.tied == tuple(sorted(p.seat for p in given if p.after - first <= 50_000))
    assert winner.seat in winner.tied


def test_i2_a_press_before_the_opening_never_wins() -> None:
    rulings = race(Command(OPENED, "open"), *Push(Seat(1), -1).edges(), *Push(Seat(2), 30 * MS).edges())
    assert the_winner(rulings).seat == 2


def test_i3_the_dead_heat_ends_at_50_us_inclusive() -> None:
    def tied(gap: int) -> tuple[Seat, ...]:
        return the_winner(ruled([Push(Seat(1), 0), Push(Seat(2), gap)])).tied

    assert tied(50_000) == (1, 2)
    assert tied(50_001) == (1,)


def test_i3_the_dead_heat_is_anchored_to_the_earliest() -> None:
    given = [Push(Seat(1), 0), Push(Seat(2), 40 * US), Push(Seat(3), 80 * US)]
    assert the_winner(ruled(given)).tied == (1, 2)


def test_i3_the_first_edge_counts_not_the_first_validated_nor_the_last_bounce() -> None:
    bouncing = Push(Seat(1), 0, ((300, 300), (300, 300), (300, 300)))
    winner = the_winner(ruled([bouncing, Push(Seat(2), 400 * US)]))
    assert (winner.seat, winner.at, winner.margin_ns) == (1, OPENED, 400 * US)


def test_i3_the_margin_counts_only_presses_known_by_then() -> None:
    """Seat 1 is decided 1 ms after its first edge; seat 2's press is not one yet."""
    assert the_winner(ruled([Push(Seat(1), 0), Push(Seat(2), 60 * US)])).margin_ns is None


def test_i3_the_margin_counts_tied_presses_too() -> None:
    assert the_winner(ruled([Push(Seat(1), 0), Push(Seat(2), 7 * US)])).margin_ns == 7 * US


# 4 and 5


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_i4_one_winner_an_opening(number: int) -> None:
    game = logs.log(number)
    rulings, _ = decide(header(game), game.events)
    opened = 0
    stamps = sorted((e.t, 1, e.do) for e in game.events if isinstance(e, Command))
    for _, kind, do in sorted(stamps + [(r.t, 0, "") for r in winners(rulings)]):
        opened = opened - 1 if kind == 0 else int(do in ("open", "wrong"))
        assert opened >= 0


@given(pushes())
@settings(max_examples=100, deadline=None)
def test_i5_a_press_is_decided_on_in_time(given: list[Push]) -> None:
    winner = the_winner(ruled(given))
    assert winner.t <= winner.at + UNRESOLVED + DEAD_HEAT


def test_i5_nobody_presses_nobody_wins() -> None:
    assert race(Command(OPENED, "open"), Command(OPENED + SECOND, "close")) == []


def test_i5_a_rival_that_cannot_make_up_its_mind_holds_the_race_up_for_20_ms_at_most() -> None:
    flutter = [Edge(OPENED + 2 * n * 400 * US + k * 400 * US, Seat(2), k == 0) for n in range(40) for k in (0, 1)]
    rulings = race(Command(OPENED, "open"), *flutter, *Push(Seat(1), 10 * US).edges())
    winner = the_winner(rulings)
    assert (winner.seat, winner.t) == (1, OPENED + 20 * MS)
    assert [(r.t, r.seat) for r in rulings if r.said == "chatter"] == [(OPENED + 20 * MS, 2)]


# 6, 7, 12


@given(pushes())
@settings(max_examples=100, deadline=None)
def test_i6_i12_bounce_and_a_level_read_late_move_neither_stamps_nor_winner(given: list[Push]) -> None:
    clean = [replace(p, bounces=()) for p in given]

    def facts(rulings: list[Ruling]) -> object:
        winner = the_winner(rulings)
        presses = sorted((r.seat, r.at) for r in rulings if r.said == "press")
        return presses, winner.seat, winner.at, winner.tied

    assert facts(ruled(given)) == facts(ruled(clean))


def test_i6_bounce_on_release_is_no_second_press() -> None:
    at = OPENED + 100 * MS
    release = [Edge(at + n * 500 * US, Seat(1), n % 2 == 1) for n in range(7)]
    rulings = race(Command(OPENED, "open"), Edge(OPENED, Seat(1), True), *release)
    assert [r.said for r in rulings] == ["press", "winner"]


def test_i6_a_repeated_level_does_not_prolong_the_validation() -> None:
    twice = [Edge(OPENED, Seat(1), True), Edge(OPENED + 900 * US, Seat(1), True)]
    assert the_winner(race(Command(OPENED, "open"), *twice)).t == OPENED + MS


@given(pushes(), st.integers(1, 999))
@settings(max_examples=60, deadline=None)
def test_i7_interference_neither_wins_nor_locks_nor_penalises(given: list[Push], lasts: int) -> None:
    pulses = []
    for seat in range(1, 9):
        at = OPENED - 50 * MS
        pulses += [Edge(at, Seat(seat), True), Edge(at + lasts * US, Seat(seat), False)]
    events = [Command(OPENED - 100 * MS, "arm"), Command(OPENED, "open"), *(e for p in given for e in p.edges())]
    quiet = race(*events, seats=8, penalty_ms=250)
    noisy = race(*events, *pulses, seats=8, penalty_ms=250)
    assert winners(noisy) == winners(quiet)
    assert sum(r.said == "glitch" for r in noisy) == 8


def test_i7_closed_for_a_millisecond_is_a_press_and_for_a_nanosecond_less_is_not() -> None:
    def said(lasts: int) -> list[str]:
        pulse = [Edge(OPENED, Seat(1), True), Edge(OPENED + lasts, Seat(1), False)]
        return [r.said for r in race(Command(OPENED, "open"), *pulse)]

    assert said(MS) == ["press", "winner"]
    assert said(MS - 1) == ["glitch"]


# 8 and 9


@given(pushes(), st.permutations(range(1, 9)))
@settings(max_examples=80, deadline=None)
def test_i8_other_numbers_on_the_buzzers_change_nothing_else(given: list[Push], names: list[int]) -> None:
    def facts(rulings: list[Ruling], name: dict[int, int]) -> object:
        others = sorted((r.t, r.said, name[r.seat], r.at) for r in rulings if r.said != "winner")
        winner = the_winner(rulings)
        return others, winner.t, winner.at, sorted(name[s] for s in winner.tied), winner.margin_ns

    same = {n: n for n in range(1, 9)}
    renamed = [replace(p, seat=Seat(names[p.seat - 1])) for p in given]
    assert facts(ruled(given), dict(zip(range(1, 9), names, strict=True))) == facts(ruled(renamed), same)


def test_i8_draws_favour_no_seat() -> None:
    """2,000 seeds, three tied: each 667 times, give or take 4 standard deviations (84)."""
    given = [Push(Seat(s), 0) for s in (2, 5, 7)]
    drawn = Counter(the_winner(ruled(given, seed)).seat for seed in range(2000))
    assert set(drawn) == {2, 5, 7}
    assert all(abs(n - 667) <= 84 for n in drawn.values()), drawn


def test_i8_the_draw_is_the_published_function_of_seed_and_stamp() -> None:
    """formats.md. `printf 7:1000000000 | sha256sum` is 0 modulo 5, with 8 it is 1, with 0 it is 4."""
    given = [Push(Seat(s), (s == 6) * 20 * US) for s in (1, 2, 3, 6, 8)]
    assert [the_winner(ruled(given, seed)).seat for seed in (7, 8, 0)] == [1, 2, 8]


@given(st.integers(0, 10**9), st.sampled_from((1, 10**9 + 1, 10**15, 10**18)))
@settings(max_examples=40, deadline=None)
def test_i9_time_has_no_zero(number: int, shift: int) -> None:
    game = logs.log(number)
    moved = [replace(e, t=e.t + shift) for e in game.events]
    here, _ = decide(header(game), game.events)
    there, _ = decide(header(game), moved)
    first = next((n for n, r in enumerate(here) if len(r.tied) > 1), len(here))  # the draw depends on the stamp
    assert [(r.t - shift, r.said, r.seat, r.at - shift, r.margin_ns) for r in there[:first]] == [
        (r.t, r.said, r.seat, r.at, r.margin_ns) for r in here[:first]
    ]


# 10


def test_i10_the_locked_out_press_is_seen_but_never_wins_again() -> None:
    wrong, again = OPENED + 500 * MS, OPENED + 600 * MS
    events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(wrong, "wrong")]
    rulings = race(*events, *Push(Seat(1), 0).edges(again), *Push(Seat(2), 20 * MS).edges(again))
    assert [r.seat for r in winners(rulings)] == [1, 2]
    assert sum(r.said == "press" and r.seat == 1 for r in rulings) == 2


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_i10_nobody_answers_twice_in_a_question(number: int) -> None:
    game = logs.log(number)
    rulings, _ = decide(header(game), game.events)
    answered: set[Seat] = set()
    winner: Seat | None = None
    happened: list[tuple[int, int, Ruling | Command]] = [(r.t, 0, r) for r in winners(rulings)]
    happened += [(e.t, 1, e) for e in game.events if isinstance(e, Command)]
    for _, _, what in sorted(happened, key=lambda h: h[:2]):
        if isinstance(what, Ruling):
            assert what.seat not in answered
            winner = what.seat
        elif what.do == "wrong":
            assert winner is not None
            answered.add(winner)
        elif what.do in ("right", "close"):
            answered.clear()


def test_i10_a_lock_lasts_through_another_arm_and_open_until_the_round_is_closed() -> None:
    def second(ending: tuple[Command, ...]) -> list[Seat]:
        events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(OPENED + 200 * MS, "wrong"), *ending]
        again = OPENED + SECOND
        events += [Command(again - MS, "arm"), Command(again, "open"), *Push(Seat(1), 0).edges(again)]
        return [r.seat for r in winners(race(*events))]

    assert second(()) == [1]
    assert second((Command(OPENED + 300 * MS, "close"),)) == [1, 1]


def test_reopening_needs_a_fresh_press() -> None:
    """Seat 2 pressed too, a little later than seat 1, and keeps the button down: that press is spent (A9)."""
    wrong = OPENED + 50 * MS
    events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), *Push(Seat(2), 2 * MS).edges()]
    assert [r.seat for r in winners(race(*events, Command(wrong, "wrong")))] == [1]
    pressed_anew = race(*events, Command(wrong, "wrong"), *Push(Seat(2), 200 * MS).edges())
    assert [(r.seat, r.at) for r in winners(pressed_anew)] == [(1, OPENED), (2, OPENED + 200 * MS)]


def test_a_press_begun_just_before_the_reopening_is_not_fresh() -> None:
    wrong = OPENED + 50 * MS
    events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(wrong, "wrong")]
    assert [r.seat for r in winners(race(*events, *Push(Seat(2), 0).edges(wrong - 1)))] == [1]
    assert [r.seat for r in winners(race(*events, *Push(Seat(2), 0).edges(wrong)))] == [1, 2]


def test_opening_again_drops_what_was_pending() -> None:
    again = OPENED + 500 * US
    rulings = race(Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(again, "open"))
    assert winners(rulings) == []


def test_arm_drops_a_winner_who_has_not_answered() -> None:
    arm, again = OPENED + 50 * MS, OPENED + 300 * MS
    events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(arm, "arm"), Command(again, "open")]
    assert [r.seat for r in winners(race(*events, *Push(Seat(1), 0).edges(again)))] == [1, 1]


def test_a_verdict_at_the_very_stamp_of_the_ruling_finds_the_winner() -> None:
    events = [Command(OPENED, "open"), *Push(Seat(1), 0).edges(), Command(OPENED + MS, "wrong")]
    assert [r.seat for r in winners(race(*events, *Push(Seat(2), 9 * MS).edges()))] == [1, 2]


# 11


def test_i11_a_held_button_is_no_press_until_let_go_and_pressed_again() -> None:
    free = Edge(OPENED + SECOND, Seat(1), False)
    events = [Command(OPENED - SECOND, "arm"), Command(OPENED, "open"), free]
    assert [r.said for r in race(*events, held=[1])] == []
    rulings = race(*events, *Push(Seat(1), 0).edges(OPENED + 2 * SECOND), held=[1])
    assert [(r.said, r.at) for r in rulings] == [
        ("rearmed", OPENED - SECOND),
        ("press", OPENED + 2 * SECOND),
        ("winner", OPENED + 2 * SECOND),
    ]


def test_i11_one_button_stuck_leaves_the_others_alone_and_works_again_once_free() -> None:
    later = OPENED + 30 * SECOND
    events = [
        Command(OPENED, "open"),
        Edge(OPENED + MS, Seat(3), True),
        Command(OPENED + 20 * MS, "wrong"),
        *Push(Seat(1), 0).edges(OPENED + 20 * SECOND),
        Edge(later, Seat(3), False),
        Command(later, "close"),
        Command(later, "open"),
        *Push(Seat(3), 50 * MS).edges(later),
    ]
    rulings = race(*events)
    assert [(r.t, r.seat, r.at) for r in rulings if r.said == "stuck"] == [(OPENED + MS + 10 * SECOND, 3, OPENED + MS)]
    assert [r.seat for r in winners(rulings)] == [3, 1, 3]
    assert [(r.said, r.seat) for r in rulings if r.t == later + 5 * MS] == [("rearmed", 3)]


def test_i11_stuck_is_ruled_once_also_for_a_button_held_since_before() -> None:
    rulings = race(Command(0, "arm"), Command(60 * SECOND, "open"), held=[2])
    assert [(r.t, r.said, r.seat, r.at) for r in rulings] == [(10 * SECOND, "stuck", 2, 0)]


def test_letting_go_takes_five_milliseconds() -> None:
    def presses(pause: int) -> int:
        again = OPENED + 100 * MS + pause
        events = [*Push(Seat(1), 0).edges(), Edge(again, Seat(1), True), Edge(again + 50 * MS, Seat(1), False)]
        return sum(r.said == "press" for r in race(*events, Command(OPENED + SECOND, "close")))

    assert presses(5 * MS) == 2
    assert presses(5 * MS - 1) == 1


# 13


def test_i13_early_costs_nothing_without_a_penalty() -> None:
    events = [Command(OPENED - 100 * MS, "arm"), Command(OPENED, "open")]
    early = [Edge(OPENED - 20 * MS, Seat(1), True), Edge(OPENED + 10 * MS, Seat(1), False)]
    rulings = race(*events, *early, *Push(Seat(1), 50 * MS).edges(), *Push(Seat(2), 60 * MS).edges())
    assert [(r.said, r.seat) for r in rulings if r.seat == 1][:3] == [("early", 1), ("rearmed", 1), ("press", 1)]
    assert the_winner(rulings).seat == 1


def test_i13_early_never_wins_and_is_ruled_once() -> None:
    events = [Command(OPENED - 100 * MS, "arm"), Command(OPENED, "open"), *Push(Seat(1), -500 * US).edges()]
    rulings = race(*events, *Push(Seat(2), 60 * MS).edges())
    assert [r.said for r in rulings if r.seat == 1][:1] == ["early"]
    assert the_winner(rulings).seat == 2


def test_i13_the_penalty_bars_for_250_ms_and_a_press_within_it_prolongs_it() -> None:
    def winner(*after_ms: int) -> list[int]:
        events: list[Edge | Command] = [Command(OPENED - 300 * MS, "arm"), Command(OPENED, "open")]
        for after in (-200, *after_ms):  # each for 20 ms
            at = OPENED + after * MS
            events += [Edge(at, Seat(1), True), Edge(at + 20 * MS, Seat(1), False)]
        return [(r.at - OPENED) // MS for r in winners(race(*events, penalty_ms=250))]

    assert winner(49) == []
    assert winner(50) == [50]
    assert winner(40, 289) == []
    assert winner(40, 290) == [290]


def test_i13_a_rival_is_not_touched_by_the_penalty() -> None:
    events = [Command(OPENED - 300 * MS, "arm"), Command(OPENED, "open")]
    early = [Edge(OPENED - 100 * MS, Seat(1), True), Edge(OPENED - 50 * MS, Seat(1), False)]
    rulings = race(*events, *early, *Push(Seat(1), MS).edges(), *Push(Seat(2), 9 * MS).edges(), penalty_ms=250)
    assert the_winner(rulings).seat == 2


def test_i13_a_press_exactly_at_the_opening_is_legal() -> None:
    rulings = race(Command(OPENED - MS, "arm"), Command(OPENED, "open"), *Push(Seat(1), 0).edges(), penalty_ms=250)
    assert (the_winner(rulings).seat, rulings[0].said) == (1, "press")


def test_i13_closing_the_round_lifts_the_penalty() -> None:
    closed, again = OPENED + 20 * MS, OPENED + 100 * MS
    events = [Command(OPENED - MS, "arm"), Edge(OPENED, Seat(1), True), Edge(OPENED + 10 * MS, Seat(1), False)]
    events += [Command(closed, "close"), Command(again, "open"), *Push(Seat(1), 0).edges(again)]
    assert the_winner(race(*events, penalty_ms=250)).seat == 1


# 15 and 16


@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_i15_the_same_log_gives_the_same_rulings_and_a_shorter_one_the_first_of_them(number: int) -> None:
    game = logs.log(number)
    events = sorted(game.events, key=lambda e: (e.t, not isinstance(e, Command)))
    whole, _ = decide(header(game), events)
    assert decide(header(game), events)[0] == whole
    cut = Random(number).randrange(1, len(events) + 1)
    part, orphan = decide(header(game), events[:cut])
    until = events[cut - 1].t
    assert orphan is None
    assert [r for r in part if r.t < until] == [r for r in whole if r.t < until]


def test_i16_a_late_edge_takes_no_win_away_and_is_counted() -> None:
    sorter, lane = Sorter(), Lane(court.new([Seat(1), Seat(2)], start=0))
    for event in (Command(OPENED, "open"), Edge(OPENED + MS, Seat(1), True)):
        sorter.push(event)
    now = OPENED + 10 * MS
    rulings = lane.run(sorter.pop(now), now - DELIVERY)
    sorter.push(Edge(OPENED, Seat(2), True))
    sorter.push(Edge(OPENED + 300 * MS, Seat(2), False))
    rulings += lane.run(sorter.pop(now + SECOND), now + SECOND - DELIVERY)
    assert [r.seat for r in winners(rulings)] == [1]
    assert (sorter.late, lane.court.late) == (1, 1)
    late = next(r for r in rulings if r.seat == 2)
    assert (late.said, late.at, late.uncertain) == ("press", now - DELIVERY + 1, True)


def test_i16_a_late_edge_in_time_for_the_decision_makes_a_dead_heat_of_it() -> None:
    """Seat 1 bounces, so the race is still open when seat 2's edge, stamped before seat 1's, comes too late."""
    sorter, lane = Sorter(), Lane(court.new([Seat(1), Seat(2)], start=0))
    sorter.push(Command(OPENED, "open"))
    for event in Push(Seat(1), MS, ((800, 800),) * 4).edges():
        sorter.push(event)
    now = OPENED + 5 * MS
    rulings = lane.run(sorter.pop(now), now - DELIVERY)
    sorter.push(Edge(OPENED + 500 * US, Seat(2), True))
    rulings += lane.run(sorter.pop(now + 40 * MS), now + 40 * MS - DELIVERY)
    winner = the_winner(rulings)
    assert (winner.tied, winner.uncertain) == ((1, 2), True)


def test_i16_a_late_command_holds_from_where_time_stands() -> None:
    sorter, lane = Sorter(), Lane(court.new([Seat(1)], start=0))
    lane.run(sorter.pop(OPENED + 10 * MS), OPENED + 7 * MS)
    sorter.push(Command(OPENED, "open"))
    sorter.push(Edge(OPENED + 8 * MS, Seat(1), True))
    rulings = lane.run(sorter.pop(OPENED + 30 * MS), OPENED + 27 * MS)
    assert lane.court.round.opened == OPENED + 7 * MS + 1
    assert (sorter.late, the_winner(rulings).at) == (1, OPENED + 8 * MS)


def test_a_verdict_without_a_winner_is_ignored_and_counted() -> None:
    lane = Lane(court.new([Seat(1)], start=0))
    lane.run([Command(1, "right"), Command(2, "open"), Command(3, "wrong")], 4)
    assert (lane.court.ignored, lane.court.round.phase) == (2, "open")


def test_audit_of_nothing_rules_nothing() -> None:
    assert decide(Header((Seat(1),), (Seat(1),)), []) == ([], None)
