"""Where everybody sits: the place of every seat at the panel's edge, and what stands there.

What belongs to a seat is made around the middle of its edge: x to the reader's right, y negative into the panel;
`Place.put` turns it to its edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from . import lying
from .furniture import BADGE, BAR, DEPTH, SMALL_BADGE, Items, strip_of
from .scene import (
    GROUND,
    MUTE,
    Badge,
    Disc,
    Item,
    Line,
    Look,
    Slab,
    Text,
    mixed,
    placed,
)
from .table import SEATS, Seat

Edge = Literal["B", "L", "T", "R"]
Spot = tuple[Edge, float]

TURN: dict[Edge, int] = {"B": 0, "L": 90, "T": 180, "R": 270}
_QUARTERS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # cosine and sine

BadgeLook = Literal["on", "free", "locked", "glow"]

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

    def put(self, *items: Item) -> Items:
        return placed(items, self.x, self.y, self.turn)

    @property
    def bare(self) -> bool:
        """Badge only: no bar, no plate."""
        return self.turn != self.face


def floor_of(look: Look, strip: bool) -> float:
    """The y of the lower edge players' things stand at: the panel's own, or the key strip's upper one."""
    return look.h - (strip_of(look) if strip and not look.lying else 0)


def spots_for(n: int, look: Look) -> list[Spot]:
    """Where `n` players sit, clockwise: edge, and fraction along it from the left or the top (layout.md, Plates)."""
    if look.seats_around == "front":
        return [("B", (i + 0.5) / n) for i in range(n)]
    table = _SIDES if look.seats_around == "sides" else _AROUND
    found = [(_edge(s[0]), _PART[s[1]]) for s in table[max(2, n)].split()][:n]
    if look.lying:  # clockwise from the menu buttons
        found.sort(key=lambda spot: ("RBLT".index(spot[0]), spot[1] if spot[0] in "LT" else -spot[1]))
    return found


def buzzers(seats: Sequence[Seat], look: Look) -> dict[Seat, Spot]:
    """Where the buzzers of all eight seats lie round the box: those of `seats` at their plates, the rest in between."""
    if lying.lies(look):
        return lying.edges(buzzers(seats, replace(look, lying=True)))
    taken = dict(zip(sorted(seats, key=look.place), spots_for(len(seats), look), strict=True)) if seats else {}
    between = [
        (edge, part)
        for edge, part in ((_edge(s[0]), _PART[s[1]]) for s in _AROUND[8].split())
        if all(edge != e or abs(part - p) > 0.2 for e, p in taken.values())
    ]
    idle = [seat for seat in SEATS if seat not in taken]
    return taken | dict(zip(idle, between, strict=False))


def places(seats: Sequence[Seat], look: Look, floor: float) -> dict[Seat, Place]:
    """The place of every seat, clockwise in the order of their places (layout.md, Plates)."""
    ordered = sorted(seats, key=look.place)
    spots = spots_for(len(ordered), look)
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


def staggered(seats: dict[Seat, Place], wide: float, step: float, look: Look) -> dict[Seat, Place]:
    """Places in front that leave less than `wide` mm each: every other one `step` mm further in, so that two rows
    share the width."""
    if look.seats_around != "front" or min(p.room for p in seats.values()) >= wide:
        return seats
    room = look.w / -(-len(seats) // 2)
    return {
        seat: replace(p, x=(i // 2 + 0.5) * room, y=p.y - i % 2 * step, room=room)
        for i, (seat, p) in enumerate(seats.items())
    }


def _edge(letter: str) -> Edge:
    return "B" if letter == "B" else "L" if letter == "L" else "T" if letter == "T" else "R"


def seat_badge(place: Place, x: float, depth: float, d: float, look: BadgeLook = "on") -> Badge:
    """The seat's badge in its edge's frame."""
    return Badge(place.seat, x, -depth, d, place.face - place.turn, look)


def as_its_badge(place: Place, number: Text, raised: float = 0) -> Text:
    """A number in the edge's frame, turned as the badge beside it is: its reader may sit round the corner. `raised`: so
    many mm upwards as it is read."""
    turn = place.face - place.turn
    a = math.radians(turn)
    x, y = number.x + raised * math.sin(a), number.y - raised * math.cos(a)
    return replace(number, x=round(x, 4), y=round(y, 4), turn=turn % 360)


def bar(place: Place, u: float, look: Look) -> float:
    """Length of a seat's colour bar."""
    edge = look.w if place.edge in "BT" else look.h
    return min(0.62 * edge, place.room - 5 * u)


def racer(place: Place, u: float, look: Look, how: BadgeLook = "on") -> Items:
    """Bar and badge on the race screen; locked: dashed and struck (rule 4)."""
    badge = seat_badge(place, 0, DEPTH * u, BADGE * u, how)
    if place.bare:
        return place.put(badge)
    half = bar(place, u, look) / 2
    if how == "locked":
        strip: Item = Line(-half, -BAR * u / 2, half, -BAR * u / 2, 1.1 * u, MUTE, dash=True)
    else:
        strip = Slab(0, -BAR * u / 2, 2 * half, BAR * u, look.colour(place.seat), radius=2 * u, round="top")
    return place.put(strip, badge)


def bystander(place: Place, u: float, look: Look, how: BadgeLook = "on") -> Items:
    """Badge and short dim bar of who waits while somebody else acts (rule 2): what a tab beside it keeps clear of is
    its badge, so the bar is no longer."""
    badge = seat_badge(place, 0, DEPTH * u, SMALL_BADGE * u, how)
    if place.bare:
        return place.put(badge)
    colour = MUTE if how == "locked" else mixed(look.colour(place.seat), GROUND, 0.45)
    return place.put(Slab(0, -0.65 * u, min(BADGE * u, place.room - 2 * u), 1.3 * u, colour), badge)


Box = tuple[float, float, float, float]

"""Left, top, right, bottom on the panel."""


def badge_box(place: Place, u: float, d: float = SMALL_BADGE) -> Box:
    """Where a badge at its usual depth lies."""
    (badge,) = place.put(Disc(0, -DEPTH * u, d * u))
    assert isinstance(badge, Disc)
    return badge.x - d * u / 2, badge.y - d * u / 2, badge.x + d * u / 2, badge.y + d * u / 2


def edge_box(place: Place, start: float, end: float, depth: float, near: float = 0) -> Box:
    """The box of a plate from `start` to `end` along the edge (in the reader's x), `near` to `depth` deep."""
    cos, sin = _QUARTERS[place.turn]
    xs = [round(place.x + x * cos + y * sin, 4) for x, y in ((start, near), (end, depth))]
    ys = [round(place.y + x * sin - y * cos, 4) for x, y in ((start, near), (end, depth))]
    return min(xs), min(ys), max(xs), max(ys)


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
