"""Trends as plots made of lines, discs and words: round numbers at the axis, a line from point to point. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from . import furniture as f
from .look import width
from .scene import GROUND, RULE, SOFT, STAR, Disc, Item, Line

Room = f.Room
Said = Callable[[float], str]
"""A number of the axis in words."""
ROUND = (1, 2, 5, 10)  # times a power of ten: from one number of the axis to the next
BIG, SMALL = 2.4, 1.0  # how large a point is, in units, at most and at least


@dataclass(frozen=True, slots=True)
class Point:
    """`value`: None: nothing was measured, the line goes past it. `marked`: larger, with a
    rim, in the colour of a star."""

    value: float | None
    marked: bool = False


def ticks(low: float, high: float, most: int = 5, whole: bool = False) -> tuple[float, ...]:
    """Round numbers, evenly apart, at most `most` (three or more) of them and at least two, the first not above `low`,
    the last not below `high`. `whole`: there is nothing between whole numbers."""
    if high <= low:
        span = abs(low) or 1.0
        low, high = (low - span / 2 if low > 0 else low), low + span / 2
    power = 10.0 ** floor(log10((high - low) / most))
    power = max(1.0, power) if whole else power
    for _ in range(3):
        for step in (n * power for n in ROUND):
            first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
            if last - first < most:
                return tuple(round(n * step, 12) for n in range(first, last + 1))
        power *= 10
    raise AssertionError("ten steps of ten times the span hold every span")


def plot(
    points: Sequence[Point],
    room: Room,
    u: float,
    colour: str,
    said: Said,
    ends: tuple[str, str] = ("", ""),
    whole: bool = False,
) -> f.Items:
    """The points from left to right in `room` (mm), oldest first, with numbers at the left as `said`, and `ends` below
    the first and the last. Without a value: nothing."""
    values = [point.value for point in points if point.value is not None]
    if not values:
        return ()
    left, top, right, bottom = room
    cap = f.CAP * u
    marks = ticks(min(values), max(values), max(3, int((bottom - top) / (2.2 * cap))), whole)
    labels = [f.word(said(mark), cap, SOFT) for mark in marks]
    wide = max(width(label.text, cap) for label in labels)
    start, end = left + wide + 1.6 * u + BIG * u / 2, right - BIG * u / 2 - 0.4 * u
    low, high = bottom - (2.1 * cap if any(ends) else 0.8 * cap), top + 0.8 * cap
    scale = (low - high) / (marks[-1] - marks[0])

    def y_of(value: float) -> float:
        return low - (value - marks[0]) * scale

    items: list[Item] = []
    for mark, label in zip(marks, labels, strict=True):
        y = y_of(mark)
        items.append(Line(start - BIG * u / 2, y, right, y, 0.3 * u, RULE))
        items += f.row(f.level([label], y), 0, left + wide, "right")
    step = (end - start) / max(1, len(points) - 1)
    spots = [
        (start + n * step if len(points) > 1 else (start + end) / 2, y_of(point.value), point.marked)
        for n, point in enumerate(points)
        if point.value is not None
    ]
    for (x1, y1, _), (x2, y2, _) in pairwise(spots):
        items.append(Line(x1, y1, x2, y2, 0.7 * u, colour))
    d = max(SMALL * u, min(BIG * u, 0.8 * step if len(points) > 1 else BIG * u))
    for x, y, marked in spots:
        items.append(Disc(x, y, 1.4 * d, STAR, GROUND, 0.3 * d) if marked else Disc(x, y, d, colour))
    return (*items, *_ends(ends, left + wide + 1.6 * u, right, bottom - 0.7 * cap, cap))


def _ends(ends: tuple[str, str], left: float, right: float, y: float, cap: float) -> f.Items:
    """Both words if there is room, else the later one."""
    first, last = (f.word(text, cap, SOFT, y=y) for text in ends)
    room = right - left - width(first.text, cap) - width(last.text, cap)
    shown = f.row([last], 0, right, "right") if last.text else ()
    if first.text and (room > cap or not last.text):
        shown += f.row([first], 0, left, "left")
    return shown
