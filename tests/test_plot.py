"""Plots of our own: round numbers at the axis, points where they belong, nothing outside."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.plot import Point, plot, ticks
from mopsbox.scene import STAR, Disc, Line, Text

from .screens import bounds

ROOM = (10.0, 20.0, 90.0, 75.0)
number = st.floats(-1e6, 1e6).map(lambda n: round(n, 3))


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0.41, 2.9, (0, 1, 2, 3)),
        (12, 20, (10, 15, 20)),
        (0, 100, (0, 50, 100)),
        (2.31, 2.34, (2.31, 2.32, 2.33, 2.34)),
    ],
)
def test_the_numbers_of_an_axis_are_round(low: float, high: float, wanted: tuple[float, ...]) -> None:
    assert ticks(low, high, most=4) == wanted


@settings(deadline=None)
@given(number, number, st.integers(3, 8), st.booleans())
def test_an_axis_holds_what_it_shows_with_numbers_evenly_apart(a: float, b: float, most: int, whole: bool) -> None:
    low, high = sorted((a, b))
    found = ticks(low, high, most, whole)
    steps = [y - x for x, y in pairwise(found)]
    assert found[0] <= low + 1e-6 * abs(low) and found[-1] >= high - 1e-6 * abs(high)
    assert 2 <= len(found) <= most
    assert max(steps) - min(steps) <= 1e-6 * max(1, abs(found[0]), abs(found[-1]))
    assert not whole or all(n == int(n) for n in found)


def drawn(values: list[float | None]) -> tuple[object, ...]:
    points = [Point(value, marked=value is not None and n == 1) for n, value in enumerate(values)]
    return plot(points, ROOM, 1.0, "#56b4e9", lambda n: f"{n:g}", ("1.2.", "9.9."))


measured = st.lists(st.one_of(st.none(), st.floats(0, 500).map(lambda n: round(n, 3))), min_size=1, max_size=60)


@settings(deadline=None)
@given(measured)
def test_nothing_of_it_leaves_its_room(values: list[float | None]) -> None:
    for item in drawn(values):
        left, top, right, bottom = bounds(item)  # type: ignore[arg-type]
        assert left >= ROOM[0] - 0.5 and right <= ROOM[2] + 0.5 and top >= ROOM[1] - 0.5 and bottom <= ROOM[3] + 0.5


def test_higher_is_more_later_is_further_right_and_what_was_not_measured_is_left_out() -> None:
    items = drawn([1.0, 3.0, None, 2.0])
    spots = [(item.x, item.y) for item in items if isinstance(item, Disc)]
    assert len(spots) == 3
    assert spots[0][0] < spots[1][0] < spots[2][0] and spots[1][1] < spots[2][1] < spots[0][1]
    assert spots[2][0] - spots[1][0] == pytest.approx(2 * (spots[1][0] - spots[0][0])), "the gap stays open"
    joined = [item for item in items if isinstance(item, Line) and item.colour == "#56b4e9"]
    assert [(line.x1, line.y1, line.x2, line.y2) for line in joined] == [(*a, *b) for a, b in pairwise(spots)]


def test_what_is_marked_is_larger_too_not_only_of_another_colour() -> None:
    first, marked = (item for item in drawn([1.0, 2.0]) if isinstance(item, Disc))
    assert marked.fill == STAR != first.fill and marked.d > 1.3 * first.d


def test_the_numbers_stand_beside_their_lines_and_the_days_at_the_ends() -> None:
    items = drawn([10.0, 20.0])
    lines = {item.y1 for item in items if isinstance(item, Line) and item.y1 == item.y2}
    texts = {item.text: item for item in items if isinstance(item, Text)}
    assert {"10", "20", "1.2.", "9.9."} <= set(texts)
    assert texts["10"].y in lines and texts["20"].y in lines and texts["20"].y < texts["10"].y
    assert texts["1.2."].x < texts["9.9."].x


def test_without_anything_measured_there_is_no_plot() -> None:
    assert drawn([None, None]) == ()
