"""Where something stands over a picture and hides least of it. Pure; lengths in mm, parts 0 .. 1."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .seating import Box

ALONG = (0.5, 0, 1, 0.25, 0.75)  # where between the ends of an edge a notice may stand, in the middle first
CORNERS = (0, 1, *(n / 16 for n in range(1, 16)))  # the same in a race
ASIDE = 2.0  # what a whole panel's width from the middle weighs
CLEAR = 0.3  # from what it does not hide, in units
TOUCHED = 0.5  # of the weight of what is hidden in part: half a word or badge is no word or badge
SEEN, GONE = 0.6, 20  # of what is hidden further than that nothing is recognised any more; that weighs so much more
LEAST = 0.02  # so much of a thing may be hidden
FAR = 0.02  # what a unit further from the edge weighs


@dataclass(frozen=True, slots=True)
class Weighed:
    """What would be missed if it were hidden: where it is, how much it weighs, `whole` only in proportion to what is
    hidden of it, not already when it is touched; a `round` thing leaves the corners of its box free."""

    box: Box
    weight: float
    whole: bool = False
    round: bool = False


Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Room:
    """Where a notice may stand: `w` mm of a panel as far as its `floor`, which has the unit `u`; whether it is said
    for those above too, and whether words stand there, or only the edges are free."""

    w: float
    floor: float
    u: float
    doubled: bool
    words: bool


@lru_cache(maxsize=8)  # the same picture after picture, and dear
def places(weighed: tuple[Weighed, ...], size: Spot, room: Room) -> tuple[tuple[Spot, ...], float]:
    """Where a label of that size hides least, for the readers below and then for those above, and what it hides."""
    depths = _depths(weighed, size, room, from_above=False)
    costs, low = _best([(one, 0.0) for one in weighed], size, room, depths, from_above=False)
    if not room.doubled:
        return (low,), costs
    below = _around(low, size)
    gone = [(one, _over(below, one)) for one in weighed]
    gone.append((Weighed(below, 100), 0.0))
    depths = _depths(weighed, size, room, from_above=True)
    costs, high = _best(gone, size, room, depths, from_above=True)
    return (low, high), costs


def _best(
    weighed: Sequence[tuple[Weighed, float]], size: Spot, room: Room, depths: Iterable[float], from_above: bool
) -> tuple[float, Spot]:
    """What is hidden with a label at the best place, and its middle; of every thing so much is hidden already. A place
    in the middle of the edge is left only for a better one."""
    (wide, high), least, best = size, math.inf, (0.0, 0.0)
    for along in ALONG if room.words else CORNERS:
        x = wide / 2 + (1 - along if from_above else along) * (room.w - wide)
        for depth in depths:
            spot = x, depth + high / 2 if from_above else room.floor - depth - high / 2
            over = _around(spot, size)
            costs = FAR * depth / room.u + ASIDE * abs(along - 0.5) if room.words else 0.0
            for one, gone in weighed:
                costs += _missed(one, _over(over, one) + gone)
                if costs >= least:
                    break  # another place is better: dear to look further
            else:
                if costs < least:
                    least, best = costs, spot
        if least < TOUCHED:
            break  # next to nothing is hidden there
    return least, best


def _depths(weighed: Iterable[Weighed], size: Spot, room: Room, from_above: bool) -> list[float]:
    """How far from an edge: right at it, or right beyond something. A race has no words, and all it has is counted:
    only the edge is left, where all sit in front of it the far one too."""
    most = room.floor - size[1]
    if not room.words:
        return [0.0] if room.doubled else [0.0, most]
    gap = CLEAR * room.u
    ends = {round((one.box[3] if from_above else room.floor - one.box[1]) + gap, 2) for one in weighed}
    return [0.0, *sorted(end for end in ends if 0 < end < most)]


def _around(spot: Spot, size: Spot) -> Box:
    return spot[0] - size[0] / 2, spot[1] - size[1] / 2, spot[0] + size[0] / 2, spot[1] + size[1] / 2


def _over(label: Box, one: Weighed) -> float:
    """How much of it lies under a label: 0 .. 1."""
    hidden = part(label, one.box)
    if one.round:
        return hidden if _touches(label, one.box) else 0
    return hidden if hidden > LEAST else 0


def _missed(one: Weighed, hidden: float) -> float:
    """What it costs to hide that part of it."""
    if not hidden:
        return 0
    return one.weight * (hidden + (0 if one.whole else TOUCHED)) + (GONE if hidden > SEEN else 0)


def _touches(over: Box, around: Box) -> bool:
    """Does a box reach the disc in another one?"""
    x, y = (around[0] + around[2]) / 2, (around[1] + around[3]) / 2
    dx, dy = max(over[0] - x, x - over[2], 0), max(over[1] - y, y - over[3], 0)
    return math.hypot(dx, dy) < (around[2] - around[0]) / 2


def part(a: Box, b: Box) -> float:
    """How much of `b` lies under `a`: 0 .. 1."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h / ((b[2] - b[0]) * (b[3] - b[1])) if w > 0 and h > 0 else 0.0
