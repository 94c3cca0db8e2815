"""A panel higher than wide, with people around it: most sit at its long sides, so its picture is made lying down, as
for a wide panel, and turned a quarter. Only what the host alone reads, the key strip and the menu, stays upright.

A lying picture's lower edge is the panel's left one, its right edge the one at the menu buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Literal

from .scene import Item, Line, Look, Scene, Shape, placed
from .table import Seat

Edge = Literal["B", "L", "T", "R"]

_UPRIGHT: Mapping[Edge, Edge] = {"B": "L", "L": "T", "T": "R", "R": "B"}


def lies(look: Look) -> bool:
    """Is the picture of this panel made lying? Where all sit in front of it, all look at it upright."""
    return look.h > look.w and look.seats_around != "front" and not look.lying


def laid(make: Callable[[Look], Scene], look: Look, strip: float = 0) -> Scene:
    """The picture `make` gives for a panel: lying and turned where that is due. `strip`: mm kept for the key strip at
    the menu buttons, which is then right of the look's `w`."""
    if not lies(look):
        return make(look)
    made = make(replace(look, w=look.h - strip, h=look.w, lying=True))
    return Scene(turned(made.items, look), made.moving)


def turned(items: Iterable[Item], look: Look) -> tuple[Item, ...]:
    """Lying items on the panel `look`."""
    return placed(items, look.w, 0, 90)


def upright(items: Iterable[Item], look: Look) -> tuple[Item, ...]:
    """Items of the upright panel in the lying `look`: they will be upright again once it is turned."""
    return placed(items, 0, look.h, -90)


def from_far(scene: Scene, look: Look, floor: float) -> Scene:
    """The picture for one who sits on the other side. What is below `floor`, the key strip, stays at its buttons."""
    above = [item for item in scene.items if _height(item) < floor]
    strip = [item for item in scene.items if _height(item) >= floor]
    return Scene((*placed(above, look.w, floor, 180), *strip), scene.moving)


def _height(item: Item) -> float:
    match item:
        case Line():
            return item.y1
        case Shape():
            return item.points[0][1]
        case _:
            return item.y


def edges(spots: Mapping[Seat, tuple[Edge, float]]) -> dict[Seat, tuple[Edge, float]]:
    """Places at a lying picture's edges, as they are round the upright panel: edge and part of it from the left or the
    top."""
    return {seat: (_UPRIGHT[edge], 1 - part if edge in "LR" else part) for seat, (edge, part) in spots.items()}
