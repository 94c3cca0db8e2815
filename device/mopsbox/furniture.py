"""Building blocks all screens share: places round the table, plates, badges, the key strip, rows, signs.

Sizes are multiples of the unit (screens/layout.md, Grid). What belongs to a seat is made around the middle of
its edge: x to the reader's right, y negative into the panel; `Place.put` turns it to its edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .look import foot, width
from .scene import (
    GROUND,
    HIGH,
    INK,
    KEYS,
    LOW,
    MUTE,
    RULE,
    SOFT,
    Badge,
    Disc,
    Item,
    Line,
    Look,
    Picture,
    Shape,
    Slab,
    Target,
    Text,
    mixed,
    placed,
    seat_colour,
)
from .table import Seat

# In units (layout.md, Grid).
BAR, BADGE, PLATE, TAB, DIAL, STRIP, GAP, RADIUS = 2.6, 10.0, 12.0, 16.0, 35.0, 10.0, 1.1, 3.5
CAP, SCORE, PHRASE, TITLE, NUMBER = 4.7, 6.4, 4.9, 9.4, 12.5
DEPTH = 5.72  # badge's middle to its edge
SMALL_BADGE = 8.7  # a badge that stands by while somebody else acts


def unit(look: Look) -> float:
    """The unit in mm: 1 on a 7-inch panel, 2 at most."""
    return max(1.0, min(2.0, min(look.w, look.h) / 86))


# --- places


Edge = Literal["B", "L", "T", "R"]
TURN: dict[Edge, int] = {"B": 0, "L": 90, "T": 180, "R": 270}
_PART = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_AROUND = {
    2: "B½ T½",
    3: "B½ L½ R½",
    4: "B½ L½ T½ R½",
    5: "B½ L½ T¼ T¾ R½",
    6: "B¼ L½ T¼ T¾ R½ B¾",
    7: "B¼ L½ T¼ T½ T¾ R½ B¾",
    8: "B¼ L½ T¼ T½ T¾ R½ B¾ B½",
}
_SIDES = {
    2: "B½ T½",
    3: "B¼ T½ B¾",
    4: "B¼ T¼ T¾ B¾",
    5: "B¼ T¼ T¾ B¾ B½",
    6: "B¼ T¼ T½ T¾ B¾ B½",
    7: "B¼ L½ T¼ T½ T¾ B¾ B½",
    8: "B¼ L½ T¼ T½ T¾ R½ B¾ B½",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a seat's things stand: the point (x, y) on its edge. `turn`: of the edge; `face`: of the reader (they
    differ for the two who sit at the ends of the long sides). `room`: along the edge up to the neighbours' room."""

    seat: Seat
    edge: Edge
    x: float
    y: float
    turn: int
    face: int
    room: float

    def put(self, *items: Item) -> tuple[Item, ...]:
        return placed(items, self.x, self.y, self.turn)

    @property
    def bare(self) -> bool:
        """Badge only: no bar, no plate."""
        return self.turn != self.face


def floor_of(look: Look, strip: bool) -> float:
    """The y of the lower edge players' things stand at: the panel's own, or the key strip's upper one."""
    return look.h - (STRIP * unit(look) if strip else 0)


def places(seats: Sequence[Seat], look: Look, floor: float) -> dict[Seat, Place]:
    """The place of every seat, clockwise from the smallest (layout.md, Plates)."""
    ordered = sorted(seats)
    n = len(ordered)
    spots: list[tuple[Edge, float]]
    if look.seats_around == "front":
        spots = [("B", (i + 0.5) / n) for i in range(n)]
    else:
        table = _SIDES if look.seats_around == "sides" else _AROUND
        spots = [(_edge(s[0]), _PART[s[1]]) for s in table[max(2, n)].split()][:n]
    found = {}
    for seat, (edge, part) in zip(ordered, spots, strict=True):
        along = [p for e, p in spots if e == edge and p != part]
        long = edge in "BT"
        length = look.w if long else look.h
        room = length * min(2 * part, 2 * (1 - part), *(abs(p - part) for p in along))
        if not long:
            room = 2 * min(look.h / 2, floor - look.h / 2)
        x, y = {"B": (part * look.w, floor), "T": (part * look.w, 0.0)}.get(
            edge, (0.0 if edge == "L" else look.w, look.h / 2)
        )
        face = TURN[edge]
        if look.seats_around == "sides" and not long:
            face = 180 if edge == "L" else 0
        found[seat] = Place(seat, edge, round(x, 3), round(y, 3), TURN[edge], face, room)
    return found


def _edge(letter: str) -> Edge:
    return "B" if letter == "B" else "L" if letter == "L" else "T" if letter == "T" else "R"


# --- what stands at an edge


def seat_badge(place: Place, x: float, depth: float, d: float, look: BadgeLook = "on") -> Badge:
    """The seat's badge in its edge's frame."""
    return Badge(place.seat, x, -depth, d, place.face - place.turn, look)


BadgeLook = Literal["on", "free", "locked", "glow"]


def bar(place: Place, u: float, look: Look) -> float:
    """Length of a seat's colour bar."""
    edge = look.w if place.edge in "BT" else look.h
    return min(0.62 * edge, place.room - 5 * u)


def racer(place: Place, u: float, look: Look, how: BadgeLook = "on") -> tuple[Item, ...]:
    """Bar and badge on the race screen; locked: dashed and struck (rule 4)."""
    badge = seat_badge(place, 0, DEPTH * u, BADGE * u, how)
    if place.bare:
        return place.put(badge)
    half = bar(place, u, look) / 2
    if how == "locked":
        strip: Item = Line(-half, -BAR * u / 2, half, -BAR * u / 2, 1.1 * u, MUTE, dash=True)
    else:
        strip = Slab(0, -BAR * u / 2, 2 * half, BAR * u, seat_colour(place.seat), radius=2 * u, round="top")
    return place.put(strip, badge)


def bystander(place: Place, u: float, how: BadgeLook = "on") -> tuple[Item, ...]:
    """Badge and short dim bar of who waits while somebody else acts (rule 2)."""
    badge = seat_badge(place, 0, DEPTH * u, SMALL_BADGE * u, how)
    if place.bare:
        return place.put(badge)
    colour = MUTE if how == "locked" else mixed(seat_colour(place.seat), GROUND, 0.45)
    return place.put(Slab(0, -0.65 * u, min(14 * u, place.room - 2 * u), 1.3 * u, colour), badge)


def plate(x: float, w: float, depth: float, u: float, colour: str, fill: str = LOW) -> tuple[Item, ...]:
    """An empty plate at an edge, `colour` on the edge."""
    return (
        Slab(x, -depth / 2, w, depth, fill, radius=RADIUS * u, round="top"),
        Slab(x, -0.75 * u, w, 1.5 * u, colour),
    )


Box = tuple[float, float, float, float]
"""Left, top, right, bottom on the panel."""


def badge_box(place: Place, u: float, d: float = SMALL_BADGE) -> Box:
    """Where a badge at its usual depth lies."""
    (badge,) = place.put(Disc(0, -DEPTH * u, d * u))
    assert isinstance(badge, Disc)
    return badge.x - d * u / 2, badge.y - d * u / 2, badge.x + d * u / 2, badge.y + d * u / 2


def edge_box(place: Place, start: float, end: float, depth: float, near: float = 0) -> Box:
    """The box of a plate from `start` to `end` along the edge (in the reader's x), `near` to `depth` deep."""
    a, b = placed((Disc(start, -near, 0), Disc(end, -depth, 0)), place.x, place.y, place.turn)
    assert isinstance(a, Disc) and isinstance(b, Disc)
    return min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)


def apart(a: Box, b: Box, gap: float = 0) -> bool:
    return a[2] + gap <= b[0] or b[2] + gap <= a[0] or a[3] + gap <= b[1] or b[3] + gap <= a[1]


def span(
    place: Place, depth: float, others: Iterable[Box], look: Look, floor: float, gap: float
) -> tuple[float, float]:
    """From where to where along its edge a plate of that depth may reach, in the reader's x: up to the panel's ends
    or to what others have there."""
    long = place.edge in "BT"
    here = place.x if long else place.y
    low, high = (gap, look.w - gap) if long else (gap, floor - gap)
    sign = 1 if place.edge in "BL" else -1
    reach = sorted((sign * (low - here), sign * (high - here)))
    start, end = reach
    for box in others:
        if apart(edge_box(place, start, end, depth), box):
            continue
        edges = sorted(sign * (side - here) for side in ((box[0], box[2]) if long else (box[1], box[3])))
        if edges[0] + edges[1] > 0:
            end = min(end, edges[0] - gap)
        else:
            start = max(start, edges[1] + gap)
    return start, end


def within(want: float, start: float, end: float) -> tuple[float, float]:
    """(middle, width) of a plate that would like to be `want` wide around 0 and must stay in its span."""
    w = min(want, end - start)
    return max(start + w / 2, min(end - w / 2, 0.0)), w


# --- rows of words and pictures


Part = Item | float


def _part_width(part: Part) -> float:
    match part:
        case Text():
            return width(part.text, part.cap, part.bold)
        case Picture() | Badge() | Disc():
            return part.d
        case Slab():
            return part.w
        case float() | int():
            return part
        case _:
            raise TypeError(f"{part!r} has no width")


def level(parts: Iterable[Part], y: float) -> list[Part]:
    """The parts of a row with their middles at `y`."""
    return [replace(p, y=y) if isinstance(p, Text | Picture | Badge | Disc | Slab) else p for p in parts]


def row_width(parts: Sequence[Part], gap: float) -> float:
    return sum(map(_part_width, parts)) + gap * max(0, len(parts) - 1)


def row(
    parts: Sequence[Part], gap: float, x: float = 0, anchor: Literal["left", "middle", "right"] = "middle"
) -> Items:
    """The parts side by side, each as wide as it is painted, the whole row at `x`; numbers are room."""
    total = row_width(parts, gap)
    at = x - {"left": 0.0, "middle": total / 2, "right": total}[anchor]
    items: list[Item] = []
    for part in parts:
        w = _part_width(part)
        if isinstance(part, Text):
            items.append(replace(part, x=at + w / 2, anchor="middle"))
        elif isinstance(part, Picture | Badge | Disc | Slab):
            items.append(replace(part, x=at + w / 2))
        at += w + gap
    return tuple(items)


Items = tuple[Item, ...]


def word(text: str, cap: float, colour: str = INK, bold: bool = False, x: float = 0, y: float = 0) -> Text:
    """A line in the middle of (x, y), with its foot line where it needs one (rule 5)."""
    return Text(text, x, y, cap, colour, bold, foot=foot(text))


def fitted(text: str, room: float, cap: float, least: float, bold: bool = False) -> float:
    """The largest capital up to `cap`, not under `least`, at which the text fits into `room`."""
    return max(least, min(cap, room / max(width(text, 1, bold), 0.01)))


def doubled(items: Iterable[Item], x: float, y: float) -> Items:
    """What is made around (0, 0) for the readers below, and once more for those above (rule 3)."""
    kept = tuple(items)
    return placed(kept, x, y) + placed(kept, x, y, 180)


# --- signs


def stroke(points: Sequence[tuple[float, float]], w: float, colour: str) -> Shape:
    """A line of width `w` through the points as one polygon with mitred corners."""
    left, right = [], []
    for i, (x, y) in enumerate(points):
        before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        a = _normal(before, (x, y)) if i else _normal((x, y), after)
        b = _normal((x, y), after) if i < len(points) - 1 else a
        scale = 1 + a[0] * b[0] + a[1] * b[1]
        mx, my = (a[0] + b[0]) / scale * w / 2, (a[1] + b[1]) / scale * w / 2
        left.append((round(x + mx, 4), round(y + my, 4)))
        right.append((round(x - mx, 4), round(y - my, 4)))
    return Shape((*left, *reversed(right)), colour)


def _normal(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    d = math.hypot(dx, dy) or 1
    return -dy / d, dx / d


def tick(x: float, y: float, s: float, colour: str = INK) -> Shape:
    return stroke(
        [(x - 0.5 * s, y + 0.02 * s), (x - 0.14 * s, y + 0.36 * s), (x + 0.5 * s, y - 0.36 * s)], 0.2 * s, colour
    )


def cross(x: float, y: float, s: float, colour: str = INK) -> tuple[Shape, Shape]:
    h = s / 2
    return (
        stroke([(x - h, y - h), (x + h, y + h)], 0.22 * s, colour),
        stroke([(x - h, y + h), (x + h, y - h)], 0.22 * s, colour),
    )


def plus(x: float, y: float, s: float, colour: str = INK) -> tuple[Shape, Shape]:
    h = s / 2
    return stroke([(x - h, y), (x + h, y)], 0.22 * s, colour), stroke([(x, y - h), (x, y + h)], 0.22 * s, colour)


def arrow(x: float, y: float, s: float, to: Literal["left", "right"], colour: str = INK) -> Shape:
    k = s / 2 if to == "right" else -s / 2
    return Shape(((x - 0.8 * k, y - s / 2), (x + 1.0 * k, y), (x - 0.8 * k, y + s / 2)), colour)


def crown(x: float, y: float, w: float, colour: str) -> Shape:
    """A crown standing on (x, y)."""
    h, k = 0.72 * w, w / 2
    return Shape(
        (
            (x - k, y),
            (x - k, y - h),
            (x - 0.45 * k, y - 0.5 * h),
            (x, y - h),
            (x + 0.45 * k, y - 0.5 * h),
            (x + k, y - h),
            (x + k, y),
        ),
        colour,
    )


# --- the key strip


@dataclass(frozen=True, slots=True)
class Key:
    """One menu button's meaning. `dim`: it does nothing just now, only its cap is shown."""

    label: str = ""
    number: str = ""  # said before the label, heavy
    works: bool = True


def key_strip(look: Look, left: Key, ok: Key, right: Key) -> Items:
    """Labels beside the three menu buttons at 1/6, 1/2, 5/6 of the lower edge, and where a finger taps them."""
    u = unit(look)
    top, mid = look.h - STRIP * u, look.h - STRIP * u / 2
    items: list[Item] = [
        Slab(look.w / 2, mid, look.w, STRIP * u, KEYS),
        Line(0, top, look.w, top, 0.3 * u, RULE),
    ]
    for i, (name, key) in enumerate(zip(("left", "ok", "right"), (left, ok, right), strict=True)):
        parts: list[Part] = [Disc(0, mid, 7.2 * u, INK if name == "ok" and key.works else RULE)]
        if key.number:
            parts.append(word(key.number, CAP * u, bold=True, y=mid))
        if key.label:
            parts.append(word(key.label, CAP * u, INK if key.works else SOFT, y=mid))
        half = row_width(parts, 1.6 * u) / 2
        x = max(half + u, min(look.w - half - u, look.w * (2 * i + 1) / 6))
        laid = row(parts, 1.6 * u, x)
        items += [*laid, _key_sign(name, laid[0], mid, u, key.works)]
        if key.works:
            items.append(Slab(look.w * (2 * i + 1) / 6, mid, look.w / 3, STRIP * u, tap=("key-" + name, 0)))
    return tuple(items)


def _key_sign(name: str, cap: Item, y: float, u: float, works: bool) -> Shape:
    x = cap.x if isinstance(cap, Disc) else 0
    if name == "ok":
        return tick(x, y, 3.6 * u, KEYS if works else MUTE)
    return arrow(
        x + (0.3 * u if name == "right" else -0.3 * u),
        y,
        3.4 * u,
        "left" if name == "left" else "right",
        INK if works else MUTE,
    )


def touch(text: str, x: float, y: float, w: float, h: float, u: float, target: Target, fill: str = HIGH) -> Items:
    """A key on the screen for a finger: at least 9 mm wide and high."""
    return (
        Slab(x, y, w, h, fill, radius=1.6 * u, tap=target),
        Text(text, x, y, CAP * u, INK, bold=True),
    )
