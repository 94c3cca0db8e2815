"""What the table should know, over whatever is shown: for both long sides, where it hides least. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from . import furniture as f
from . import lying
from .look import broken, width
from .scene import (
    KEYS,
    RULE,
    STAR,
    Badge,
    Coaster,
    Disc,
    Item,
    Line,
    Look,
    Picture,
    Scene,
    Shape,
    Slab,
    Text,
    placed,
)
from .seating import Box
from .table import Seat
from .words import say

DEPTHS = (0.0, 10.1, 12.3, 16.3, 20.7, 26.5, 35.5)  # from an edge, in units: beyond badges, plates, tabs, the dial
HIGH, LINE = 6.9, 6.2  # of a sentence in one line, from the dots on its letters to their tails; of each further line
UP = 0.42  # so much over its middle are its capitals: a tail is longer than a dot is high
TIGHT, TIGHT_UP = 6.1, 0.5  # the same over a race, between pugs and edge: its capitals and tails
SIGN = 6.4  # the sign that there is no sound: across, in units
BESIDE = (0, 1, 1 / 6, 5 / 6, 1 / 3, 2 / 3)  # where along an edge it may stand, the corners first
SEEN, GONE = 0.6, 20  # of what is hidden further than that nothing is recognised any more; that weighs so much more
FRAMED = 1.6  # a frame round the whole picture, in units
PUGS = 0.92  # of a coaster: nothing to count lies in the rim (art/style.md, Packing)


@dataclass(frozen=True, slots=True)
class Round:
    """A disc, or with a `hollow` radius a ring."""

    x: float
    y: float
    r: float
    hollow: float = 0


Covered = Round | Box


def noticed(shown: Scene, key: str, seat: Seat | None, look: Look, number: int | None = None) -> Scene:
    """The picture with one sentence for the readers below and once more for those above (rule 3)."""
    if lying.lies(look):
        keyed = any(isinstance(i, Slab) and i.tap and i.tap[0] == "key-ok" for i in shown.items)
        flat = replace(look, w=look.h - (f.strip_of(look) if keyed else 0), h=look.w, lying=True)
        over = noticed(Scene(lying.upright(shown.items, flat)), key, seat, flat, number)
        told = over.items[len(shown.items) :]
        return replace(shown, items=(*shown.items, *lying.turned(told, look)))
    u = f.unit(look)
    # A race has no words, and all it has is counted: only the edge is left.
    race = not any(isinstance(i, Text) for i in shown.items)
    label = _label(say(key, look.language).format(number), seat, look.w, u, tight=race)
    (ground,) = (i for i in label if isinstance(i, Slab))
    floor = _floor(shown, look)
    weighed = [w for w in (_weighed(item, u) for item in shown.items) if w is not None]

    def box(y: float) -> Box:
        return (look.w - ground.w) / 2, y - ground.h / 2, (look.w + ground.w) / 2, y + ground.h / 2

    def hidden(*ys: float) -> float:
        parts = ((sum(_part(box(y), other) for y in ys), weight) for other, weight in weighed)
        return round(sum(part * weight + (GONE if part > SEEN else 0) for part, weight in parts), 2)

    far = [depth * u + ground.h / 2 for depth in (DEPTHS[:1] if race else DEPTHS)]
    low = min((floor - d for d in far), key=hidden)
    items = placed(label, look.w / 2, low)
    if look.seats_around != "front":
        above = [d for d in far if d + ground.h <= low]
        items += placed(label, look.w / 2, min(above, key=lambda y: hidden(y, low)), 180)
    return replace(shown, items=(*shown.items, *items))


def _label(sentence: str, seat: Seat | None, room: float, u: float, tight: bool) -> f.Items:
    """The sentence on its ground, round (0, 0), in lines where one would be longer than `room`."""
    high, up = (TIGHT, TIGHT_UP) if tight else (HIGH, UP)
    mark: list[f.Part] = [f.word("!", f.CAP * u, KEYS, True, y=-up * u)]
    if seat is not None:
        mark.append(Badge(seat, 0, 0, 5.2 * u))
    beside = f.row_width(mark, 1.6 * u) + 1.6 * u
    lines = broken(sentence, room - beside - 6 * u, f.CAP * u, True)
    wide = max(width(line, f.CAP * u, True) for line in lines)
    ground = Slab(0, 0, beside + wide + 5 * u, (high + LINE * (len(lines) - 1)) * u, STAR, radius=0.5 * high * u)
    x = beside / 2
    said = [
        f.word(line, f.CAP * u, KEYS, True, x, ((n - (len(lines) - 1) / 2) * LINE - up) * u)
        for n, line in enumerate(lines)
    ]
    return ground, *f.row(mark, 1.6 * u, x - wide / 2 - 1.6 * u, "right"), *said


def _floor(shown: Scene, look: Look) -> float:
    """The upper edge of the key strip, where there is one."""
    if look.lying:
        return look.h
    tops = [i.y - i.h / 2 for i in shown.items if isinstance(i, Slab) and i.tap and i.tap[0] == "key-ok"]
    return min([look.h, *tops])


def _weighed(item: Item, u: float) -> tuple[Box, float] | None:
    """What would be missed if it were hidden: its box and how much."""
    match item:
        case Badge():
            return _round(item.x, item.y, item.d), 1
        case Coaster(back=False):
            return _round(item.x, item.y, PUGS * item.d), 5
        case Picture(name=name) if name.startswith("die_"):
            return _round(item.x, item.y, 0.8 * item.d), 1
        case Text():
            w, h = width(item.text, item.cap, item.bold), item.cap
            return _turned(item.x, item.y, w, h, item.turn), item.cap / u
        case Slab(tap=tap) if tap:
            return _turned(item.x, item.y, item.w, item.h, item.turn), 1
        case _:
            return None


def _round(x: float, y: float, d: float) -> Box:
    return x - d / 2, y - d / 2, x + d / 2, y + d / 2


def _turned(x: float, y: float, w: float, h: float, turn: float) -> Box:
    a = math.radians(turn)
    half_w = (abs(w * math.cos(a)) + abs(h * math.sin(a))) / 2
    half_h = (abs(w * math.sin(a)) + abs(h * math.cos(a))) / 2
    return x - half_w, y - half_h, x + half_w, y + half_h


def _part(a: Box, b: Box) -> float:
    """How much of `b` lies under `a`: 0 .. 1."""
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h / ((b[2] - b[0]) * (b[3] - b[1])) if w > 0 and h > 0 else 0.0


# --- no sound


def silent(shown: Scene, look: Look) -> Scene:
    """The picture with a small sign that the box cannot be heard: at an edge where nothing lies, the upper one first,
    the keys' last; then further in, beyond a frame; in a free place of the table; at last anywhere."""
    u = f.unit(look)
    d = SIGN * u
    taken = [_covered(item) for item in shown.items if not _is_ground(item, look.w, d)]
    for x, y in _places(shown, d, u, look):
        if all(_clear(x, y, d / 2, other) for other in taken):
            return replace(shown, items=(*shown.items, *_mute(x, y, d)))
    return shown


def _places(shown: Scene, d: float, u: float, look: Look) -> Iterator[tuple[float, float]]:
    floor = _floor(shown, look)
    for inset in (0.6 * d, 0.6 * d + FRAMED * u):
        along = look.w - 2 * inset
        yield from ((inset + x * along, y) for y in (inset, floor - inset, look.h - inset) for x in BESIDE)
    yield from ((item.x, item.y) for item in shown.items if isinstance(item, Disc) and item.dash)
    lines, columns = (int(2 * length / d) for length in (floor, look.w))
    yield from ((x * d / 2, y * d / 2) for y in range(3, lines - 2) for x in range(3, columns - 2))


def _covered(item: Item) -> Covered:
    """Where an item is seen: a disc, a ring or a box."""
    match item:
        case Disc(dash=True, fill=None):
            return Round(item.x, item.y, item.d / 2, item.d / 2 - item.line_w)
        case Badge() | Coaster() | Disc():
            return Round(item.x, item.y, item.d / 2)
        case _:
            return _bounds(item)


def _clear(x: float, y: float, r: float, other: Covered) -> bool:
    """Does a disc there keep clear of the other thing?"""
    if isinstance(other, Round):
        far = math.hypot(x - other.x, y - other.y)
        return far >= r + other.r or far + r <= other.hollow
    left, top, right, bottom = other
    return math.hypot(max(left - x, x - right, 0), max(top - y, y - bottom, 0)) >= r


def _is_ground(item: Item, w: float, h: float) -> bool:
    """What other things lie on: as wide as the panel and as high as they are, or felt by a finger only."""
    return isinstance(item, Slab) and item.line is None and (item.fill is None or (item.w >= w and item.h >= h))


def _mute(x: float, y: float, d: float) -> f.Items:
    return Disc(x, y, d, KEYS, RULE, 0.05 * d), Picture("icon_mute", x, y, 0.8 * d)


def _bounds(item: Item) -> Box:
    match item:
        case Text():
            w = width(item.text, item.cap, item.bold)
            x = item.x + {"left": w / 2, "middle": 0.0, "right": -w / 2}[item.anchor]
            return _turned(x, item.y, w, 1.6 * item.cap, item.turn)
        case Slab():
            return _turned(item.x, item.y, item.w, item.h, item.turn)
        case Line():
            half = item.w / 2
            xs, ys = sorted((item.x1, item.x2)), sorted((item.y1, item.y2))
            return xs[0] - half, ys[0] - half, xs[1] + half, ys[1] + half
        case Shape():
            xs, ys = sorted(x for x, _ in item.points), sorted(y for _, y in item.points)
            return xs[0], ys[0], xs[-1], ys[-1]
        case _:
            return _round(item.x, item.y, item.d)
