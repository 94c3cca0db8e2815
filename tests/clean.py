"""Whether a picture is clean, told from its values: nothing overlaps, is cut or leaves the panel, all can be read, and
who must act is shown by the badge on their tab."""

from __future__ import annotations

from itertools import pairwise

from mopsbox import seating
from mopsbox.scene import (
    HIGH,
    SEAT_COLOURS,
    Badge,
    Coaster,
    Disc,
    Item,
    Line,
    Look,
    Picture,
    Scene,
    Slab,
    Text,
    hit,
)
from mopsbox.table import Seat

from .screens import bounds, cut, outside, overlaps

CAPITAL, SCORE = 4.7, 6.4  # mm, at least (layout.md, Grid)


def faults(scene: Scene, look: Look, on_purpose: bool = False) -> list[str]:
    """What is wrong with a picture, a sentence each; none: []. `on_purpose`: something covers what lies below it."""
    found = [f"leaves the panel: {item}" for item in outside(scene, look)]
    found += [
        f"too small to read: {item}" for item in scene.items if isinstance(item, Text) and item.cap < CAPITAL - 1e-3
    ]
    if not on_purpose:
        found += [f"{gap} mm between {a} and {b}" for a, b, gap in overlaps(scene)]
        found += [f"{plate} cuts {item}" for plate, item in cut(scene)]
        found += [f"{a} lies half on {b}" for a, b in half_covered(scene)]
        found += [f"a finger misses {item}" for item in scene.items if not _found_by_finger(scene, item)]
    return found + unsigned(scene)


def tabs(scene: Scene) -> list[tuple[Slab, Seat]]:
    """The tabs of who must act, and whose they are: by the colour at the edge, which is painted next."""
    return [
        (plate, Seat(SEAT_COLOURS.index(edge.fill) + 1))
        for plate, edge in pairwise(scene.items)
        if isinstance(plate, Slab) and plate.round == "top" and plate.fill == HIGH
        if isinstance(edge, Slab) and edge.fill in SEAT_COLOURS
    ]


def unsigned(scene: Scene) -> list[str]:
    """Tabs without their seat's badge: colour and place alone do not say whose they are (layout.md, rule 4). One that
    comes out of its edge still has what there is room for."""
    badges = [(item.seat, bounds(item)) for item in scene.items if isinstance(item, Badge)]
    return [
        f"no badge of seat {seat} is on its tab {tab}"
        for tab, seat in tabs(scene)
        if not scene.moving and not any(whose == seat and _within(box, bounds(tab)) for whose, box in badges)
    ]


def _found_by_finger(scene: Scene, item: Item) -> bool:
    if not isinstance(item, Slab | Disc | Coaster | Picture) or not item.tap:
        return True
    return hit(scene, item.x, item.y) == item.tap


def half_covered(scene: Scene) -> list[tuple[Item, Item]]:
    """Words that anything covers in part, or that stick out of it; what lies wholly on something is meant to."""
    solid = [i for i in scene.items if not isinstance(i, Line) and not (isinstance(i, Slab) and i.turn % 90)]
    solid = [i for i in solid if not isinstance(i, Slab | Disc) or i.fill]
    boxes = [(i, bounds(i)) for i in solid]
    found: list[tuple[Item, Item]] = []
    for a, box in boxes:
        if not isinstance(a, Text):
            continue
        for b, other in boxes:
            if a is b or isinstance(b, Disc) or seating.apart(box, other, -0.1):
                continue
            if not _within(box, other) and not _within(other, box):
                found.append((a, b))
    return found


def _within(inner: seating.Box, outer: seating.Box) -> bool:
    return (
        inner[0] >= outer[0] - 0.1
        and inner[1] >= outer[1] - 0.1
        and inner[2] <= outer[2] + 0.1
        and inner[3] <= outer[3] + 0.1
    )
