"""What the table should know, over whatever is shown: for both long sides, where it hides least. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from . import furniture as f
from . import lying
from .covering import TOUCHED, Room, Spot, Weighed, places
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

HIGH, LINE = 7.8, 6.4  # of a sentence in one line, and of each further line
RAISED = 0.6  # of a line's capitals above its middle, so that Ü and g are as far from the rim
SIGN = 6.4  # the sign that there is no sound: across, in units
BESIDE = (0, 1, 1 / 6, 5 / 6, 1 / 3, 2 / 3)  # where along an edge it may stand, the corners first
MORE_LINES = 0.62  # of the panel's width, if the sentence stands better in more lines
TAIL = 0.26  # of a capital, how far g and p reach below it
FRAMED = 1.6  # a frame round the whole picture, in units
PUGS = 0.92  # of a coaster: nothing to count lies in the rim (art/style.md, Packing)


def noticed(
    shown: Scene, key: str, seat: Seat | None, look: Look, number: int | None = None, upright: bool = False
) -> Scene:
    """The picture with one sentence for the readers below and once more for those above (rule 3). `upright`: what is
    shown is for the one at the menu buttons, on a panel higher than wide too. A race has no words: what does not fit
    beside its badges is only a sign, until it is over."""
    if lying.lies(look) and not upright:
        keyed = any(isinstance(i, Slab) and i.tap and i.tap[0] == "key-ok" for i in shown.items)
        flat = replace(look, w=look.h - (f.strip_of(look) if keyed else 0), h=look.w, lying=True)
        over = noticed(Scene(lying.upright(shown.items, flat)), key, seat, flat, number)
        told = over.items[len(shown.items) :]
        return replace(shown, items=(*shown.items, *lying.turned(told, look)))
    u, floor = f.unit(look), _floor(shown, look)
    sentence = say(key, look.language).format(number)
    weighed = tuple(w for w in (_weighed(item, u) for item in shown.items) if w is not None)
    room = Room(look.w, floor, u, look.seats_around != "front", any(isinstance(i, Text) for i in shown.items))

    def tried(sentence: str, broader: float) -> tuple[float, tuple[Spot, ...], f.Items]:
        label = _label(sentence, seat, broader, u)
        at, costs = places(weighed, _size(label), room)
        return costs, at, label

    costs, at, label = tried(sentence, look.w)
    if costs > TOUCHED:
        other = tried(sentence, MORE_LINES * look.w) if room.words else tried("", look.w)
        if not room.words or other[0] < costs - TOUCHED:
            costs, at, label = other
    items = [item for (x, y), turn in zip(at, (0, 180), strict=False) for item in placed(label, x, y, turn)]
    return replace(shown, items=(*shown.items, *items))


def _size(label: f.Items) -> Spot:
    ground = label[0]
    assert isinstance(ground, Slab)
    return ground.w, ground.h


def _label(sentence: str, seat: Seat | None, room: float, u: float) -> f.Items:
    """The sentence on its ground, round (0, 0), in lines where one would be longer than `room`; "": only its sign."""
    mark: list[f.Part] = [f.word("!", f.CAP * u, KEYS, True, y=-RAISED * u)]
    if seat is not None:
        mark.append(Badge(seat, 0, 0, 5.6 * u))
    sign = f.row_width(mark, 1.6 * u)
    beside = sign + 1.6 * u if sentence else sign
    lines = broken(sentence, room - beside - 6 * u, f.CAP * u, True) if sentence else []
    wide = max((width(line, f.CAP * u, True) for line in lines), default=0.0)
    high = (HIGH + LINE * max(0, len(lines) - 1)) * u
    ground = Slab(0, 0, max(high, beside + wide + (5 if lines else 3.4) * u), high, STAR, KEYS, 0.4 * u, 0.5 * HIGH * u)
    x = beside / 2
    said = [
        f.word(line, f.CAP * u, KEYS, True, x, ((n - (len(lines) - 1) / 2) * LINE - RAISED) * u)
        for n, line in enumerate(lines)
    ]
    if not lines:
        return ground, *f.row(mark, 1.6 * u)
    return ground, *f.row(mark, 1.6 * u, x - wide / 2 - 1.6 * u, "right"), *said


def _floor(shown: Scene, look: Look) -> float:
    """The upper edge of the key strip, where there is one."""
    if look.lying:
        return look.h
    tops = [i.y - i.h / 2 for i in shown.items if isinstance(i, Slab) and i.tap and i.tap[0] == "key-ok"]
    return min([look.h, *tops])


def _weighed(item: Item, u: float) -> Weighed | None:
    """What would be missed if it were hidden."""
    match item:
        case Badge():
            return Weighed(_round(item.x, item.y, item.d), 6)
        case Coaster(back=False):
            return Weighed(_round(item.x, item.y, PUGS * item.d), 8, round=True)
        case Picture():
            weight = 4 if item.name.startswith("die_") else 1
            return Weighed(_round(item.x, item.y, 0.8 * item.d), weight)
        case Text():
            w, h = width(item.text, item.cap, item.bold), (1 + 2 * TAIL) * item.cap
            return Weighed(_turned(item.x, item.y, w, h, item.turn), item.cap / u)
        case Slab(tap=tap) if tap:
            return Weighed(_turned(item.x, item.y, item.w, item.h, item.turn), 2)
        case Slab(round="top") if min(item.w, item.h) > 6 * u:  # a plate or tab at its edge
            return Weighed(_turned(item.x, item.y, item.w, item.h, item.turn), 4, whole=True)
        case Slab(line=str()):  # a tile or card
            return Weighed(_turned(item.x, item.y, item.w, item.h, item.turn), 2)
        case _:
            return None


def _round(x: float, y: float, d: float) -> Box:
    return x - d / 2, y - d / 2, x + d / 2, y + d / 2


def _turned(x: float, y: float, w: float, h: float, turn: float) -> Box:
    a = math.radians(turn)
    half_w = (abs(w * math.cos(a)) + abs(h * math.sin(a))) / 2
    half_h = (abs(w * math.sin(a)) + abs(h * math.cos(a))) / 2
    return x - half_w, y - half_h, x + half_w, y + half_h


# --- no sound


@dataclass(frozen=True, slots=True)
class Round:
    """A disc, or with a `hollow` radius a ring."""

    x: float
    y: float
    r: float
    hollow: float = 0


Covered = Round | Box


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
