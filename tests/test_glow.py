"""Patterns of light: told apart at a glance, and nothing flashes three times a second (WCAG 2.3.1)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mopsbox.glow import ANIMATED, level, lit, next_change
from mopsbox.table import MS, SEATS, SECOND, Lamp, Seat

LAMPS: tuple[Lamp, ...] = get_args(Lamp)
MOVING = sorted(ANIMATED)
THREE = Seat(3)
lamps, seats, times = st.sampled_from(LAMPS), st.sampled_from(SEATS), st.integers(0, 10**15)


def rises(bright: list[tuple[int, float]]) -> list[int]:
    """When a lamp that was dark or dimmer than half got brighter than half; stamps and levels in order."""
    return [t for (_, before), (t, now) in pairwise(bright) if before <= 0.5 < now]


def most_in_a_second(stamps: list[int]) -> int:
    return max((sum(s <= t <= s + SECOND for t in stamps) for s in stamps), default=0)


def walked(lamp: Lamp, seat: Seat, start: int, until: int) -> list[tuple[int, float]]:
    """A real lamp's changes from when it is first shown, told by `next_change` alone."""
    found = [(start, lit(lamp, seat, start, start))]
    t: int | None = start
    while (t := next_change(lamp, seat, t, start)) is not None and t < until:
        found.append((t, lit(lamp, seat, t, start)))
    return found


def looked_at(lamp: Lamp, show: Callable[[int], float]) -> list[tuple[int, float]]:
    return [(ms * MS, show(ms)) for ms in range(0, 10_000, 10)]


@pytest.mark.parametrize("lamp", MOVING)
def test_a_moving_lamp_flashes_less_than_three_times_in_any_second(lamp: Lamp) -> None:
    drawn = rises(looked_at(lamp, lambda ms: level(lamp, THREE, ms / 1000)))
    real = rises(walked(lamp, THREE, 0, 60 * SECOND))
    assert drawn and real, "it does move"
    assert most_in_a_second(drawn) < 3 and most_in_a_second(real) < 3


@given(lamps, seats, times, st.integers(0, 60 * SECOND))
def test_a_real_lamp_changes_exactly_when_it_says(lamp: Lamp, seat: Seat, t: int, shown_for: int) -> None:
    since = t - shown_for
    change = next_change(lamp, seat, t, since)
    if change is None:
        assert lamp not in ANIMATED
        return
    assert t < change <= t + 4 * SECOND
    assert lit(lamp, seat, change - 1, since) == lit(lamp, seat, t, since) != lit(lamp, seat, change, since)


@given(lamps, seats, st.floats(0, 1e6))
def test_every_level_is_a_brightness(lamp: Lamp, seat: Seat, t: float) -> None:
    assert 0 <= level(lamp, seat, t) <= 1
    assert 0 <= lit(lamp, seat, int(t * SECOND), 0) <= 1


def test_a_real_lamp_is_dimmed_only_while_it_breathes() -> None:
    for lamp in LAMPS:
        levels = {bright for _, bright in walked(lamp, THREE, 0, 10 * SECOND)}
        assert lamp == "breathing" or levels <= {0.0, 1.0}, lamp
    assert lit("dim", THREE, 0, 0) == 1, "no PWM while a race is open"
    assert level("dim", THREE, 0) < 0.5 < level("on", THREE, 0)


def test_breathing_on_a_real_lamp_is_smooth_and_never_dark() -> None:
    breath = walked("breathing", THREE, 0, 6 * SECOND)
    assert max(abs(b - a) for (_, a), (_, b) in pairwise(breath)) < 0.05
    assert {b - a for (a, _), (b, _) in pairwise(breath)} == {50 * MS}, "20 steps a second"
    assert min(bright for _, bright in breath) >= 0.1 and max(bright for _, bright in breath) == 1
    assert all(bright == pytest.approx(level("breathing", THREE, t / SECOND), abs=0.001) for t, bright in breath)


@given(seats, times)
def test_a_real_lamp_breathes_softly_for_half_a_minute_at_most_and_the_last_breath_is_whole(
    seat: Seat, since: int
) -> None:
    breath = walked("breathing", seat, since, since + 50 * SECOND)
    soft = [(t, bright) for t, bright in breath if 0 < bright < 1]
    assert 27 * SECOND - 100 * MS < soft[-1][0] - since < 30 * SECOND
    rests = [(t, bright) for t, bright in breath if t > soft[-1][0]]
    assert soft[-1][1] < 0.16 and rests[0][1] == 0, "from near dark to dark"


def test_a_lamp_that_breathes_on_and_on_goes_slowly_on_and_off_in_the_rhythm_of_its_breath() -> None:
    rests = [(t, bright) for t, bright in walked("breathing", THREE, 0, 600 * SECOND) if t >= 31 * SECOND]
    assert {bright for _, bright in rests} == {0, 1} and len(rests) < 0.7 * 570, "under one wake-up a second"
    assert {b - a for (a, _), (b, _) in pairwise(rests)} == {1500 * MS}
    for t, bright in rests:
        assert (bright == 1) == (level("breathing", THREE, t / SECOND + 0.01) > 0.575), "lit while it is bright"


@given(times, st.lists(st.tuples(seats, st.integers(30 * SECOND, 10**13)), min_size=2))
def test_lamps_that_breathe_on_and_on_change_together_whenever_they_began(
    t: int, shown: list[tuple[Seat, int]]
) -> None:
    now = t + 10**13
    assert len({lit("breathing", seat, now, now - ago) for seat, ago in shown}) == 1
    assert len({next_change("breathing", seat, now, now - ago) for seat, ago in shown}) == 1


def test_fault_and_locked_out_differ_in_rhythm_and_in_how_long_they_are_lit() -> None:
    """Whoever misses the rhythm still sees a lamp that is lit half of the time or a fifth of it."""

    def rhythm(lamp: Lamp) -> tuple[set[int], float]:
        changes = walked(lamp, THREE, 0, 26 * 1600 * MS)[1:]
        up = [t for t, bright in changes if bright]
        on = sum(b - a for (a, bright), (b, _) in pairwise(changes) if bright)
        return {(b - a) // MS for a, b in pairwise(up)}, on / (changes[-1][0] - changes[0][0])

    gaps, share = rhythm("blink")
    assert gaps == {400, 1200} and share == pytest.approx(0.2, abs=0.02), "two short flashes and a pause"
    gaps, share = rhythm("fault")
    assert gaps == {520} and share == pytest.approx(0.5, abs=0.02), "even and fast"


def test_flashes_are_drawn_exactly_as_real_lamps_show_them() -> None:
    for lamp in ("blink", "fault"):
        assert all(level(lamp, THREE, ms / 1000) == lit(lamp, THREE, ms * MS, 0) for ms in range(5, 8000, 10))


def test_the_wave_runs_past_the_seats_in_order_two_lamps_at_a_time() -> None:
    lit_seats = [[s for s in SEATS if lit("wave", s, step * 400 * MS + MS, 0)] for step in range(9)]
    assert lit_seats == [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7], [7, 8], [1, 8], [1, 2]]
    for seat in SEATS:
        assert all(
            lit("wave", seat, ms * MS, 0) == (level("wave", seat, ms / 1000) > 0.5) for ms in range(10, 6400, 20)
        )


def test_lamps_of_one_pattern_keep_time_with_each_other() -> None:
    for lamp in ("breathing", "blink", "fault"):
        for ms in range(0, 3000, 50):
            assert len({lit(lamp, seat, ms * MS, -seat * SECOND) for seat in SEATS}) == 1
