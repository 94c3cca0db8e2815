"""Plates with openings, in millimetres: what they are, how far apart two of them are, what is wrong with one.

Seen from outside; x to the right, y down, from the plate's upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot

NEARLY = 1e-6  # mm: what adding floats may lose


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    d: float


@dataclass(frozen=True)
class Rect:
    """`x`, `y`: its middle; `radius`: of its corners, which the checks take for sharp."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0


Shape = Circle | Rect


@dataclass(frozen=True)
class Opening:
    """`where`: the key in case.toml it comes from; `kind`: what it is for, as the drawings say it; `mark`: which one of
    its kind; `room`: what else sits there on one side of the plate; `daggered`: its size is from memory."""

    where: str
    kind: str
    shape: Shape
    room: Shape | None = None
    mark: str = ""
    daggered: bool = False


@dataclass(frozen=True)
class Panel:
    """`behind`: what is fixed to its inside (posts, other plates), drawn dashed; no room may reach into `blocked`."""

    name: str
    says: str
    width: float
    height: float
    openings: tuple[Opening, ...]
    behind: tuple[Shape, ...] = ()
    blocked: tuple[Rect, ...] = ()


def box_of(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    wide, high = (shape.d, shape.d) if isinstance(shape, Circle) else (shape.width, shape.height)
    return shape.x - wide / 2, shape.y - high / 2, shape.x + wide / 2, shape.y + high / 2


def gap(one: Shape, other: Shape) -> float:
    """Material between the two; below 0: they overlap."""
    if isinstance(one, Circle) and isinstance(other, Circle):
        return hypot(one.x - other.x, one.y - other.y) - (one.d + other.d) / 2
    round_part = sum(shape.d / 2 for shape in (one, other) if isinstance(shape, Circle))
    (left, top, right, bottom), (left2, top2, right2, bottom2) = map(_core, (one, other))
    across, down = max(left2 - right, left - right2), max(top2 - bottom, top - bottom2)
    apart = hypot(max(across, 0), max(down, 0)) if max(across, down) > 0 else max(across, down)
    return apart - round_part


def _core(shape: Shape) -> tuple[float, float, float, float]:
    """A circle is its middle, grown by its radius; a rectangle is itself."""
    return (shape.x, shape.y, shape.x, shape.y) if isinstance(shape, Circle) else box_of(shape)


def edge_gap(shape: Shape, width: float, height: float) -> float:
    """Material between it and the nearest edge of a plate; below 0: it reaches over the edge."""
    left, top, right, bottom = box_of(shape)
    return min(left, top, width - right, height - bottom)


def faults(panel: Panel, web: float) -> Iterator[tuple[str, str]]:
    """(key in case.toml, what is wrong and what to do)."""
    for opening in panel.openings:
        if says := _odd(opening):
            yield opening.where, f"{_named(opening)} {says}"
        if (left := edge_gap(opening.shape, panel.width, panel.height)) < web - NEARLY:
            yield opening.where, _at_edge(panel, opening, left, web)
    for one, other in combinations(panel.openings, 2):
        if (between := gap(one.shape, other.shape)) < web - NEARLY:
            yield (
                other.where,
                f"on the {panel.name} panel only {between:.1f} mm are left between {_named(other)} and {_named(one)}; "
                f"move them apart until it is box.web = {web:g} mm",
            )
    yield from _without_room(panel)


def _odd(opening: Opening) -> str:
    """What is wrong with it alone."""
    least = _width(opening.shape)
    if least <= 0:
        return "has no size; write more than 0 mm"
    if isinstance(opening.shape, Rect) and 2 * opening.shape.radius > least:
        return f"has corners of radius {opening.shape.radius:g} mm; write at most {least / 2:g}"
    if opening.room and _width(opening.room) < least:
        return f"is given less room than its own {least:g} mm; write the size of its nut or rim"
    return ""


def _width(shape: Shape) -> float:
    return shape.d if isinstance(shape, Circle) else min(shape.width, shape.height)


def _at_edge(panel: Panel, opening: Opening, left: float, web: float) -> str:
    if left < 0:
        return (
            f"{_named(opening)} reaches {-left:.1f} mm over the edge of the {panel.name} panel "
            f"({panel.width:g} x {panel.height:g} mm); move it inside or make the plate larger"
        )
    return (
        f"on the {panel.name} panel only {left:.1f} mm are left between {_named(opening)} and the edge; "
        f"move it until it is box.web = {web:g} mm"
    )


def _without_room(panel: Panel) -> Iterator[tuple[str, str]]:
    roomy = [(opening, opening.room) for opening in panel.openings if opening.room]
    for opening, room in roomy:
        for wall in panel.blocked:
            if gap(room, wall) < -NEARLY:
                yield (
                    opening.where,
                    f"{_named(opening)} needs {_size(room)} mm, and a post or a plate on the inside of the "
                    f"{panel.name} panel is in its way; move it towards the middle",
                )
                break
    for (one, room), (other, other_room) in combinations(roomy, 2):
        if (between := gap(room, other_room)) < -NEARLY:
            yield (
                other.where,
                f"on the {panel.name} panel {_named(other)} and {_named(one)} are in each other's way by "
                f"{-between:.1f} mm (nuts, rims, what is mounted behind); move them apart",
            )


def _named(opening: Opening) -> str:
    return f"{opening.kind} {opening.mark}".strip()


def _size(shape: Shape) -> str:
    return f"{shape.d:g}" if isinstance(shape, Circle) else f"{shape.width:g} x {shape.height:g}"


def size_of(opening: Opening) -> str:
    """As drawings say it: "Ø24†", "156 × 88 mm"."""
    shape = opening.shape
    size = f"Ø{shape.d:g}" if isinstance(shape, Circle) else f"{shape.width:g} × {shape.height:g} mm"
    return size + ("†" if opening.daggered else "")


def groups(openings: Iterable[Opening]) -> dict[str, int]:
    """What is to be made, and how often: "menu button Ø24†" -> 4."""
    found: dict[str, int] = {}
    for opening in openings:
        shape = opening.shape
        corner = f", corners r {shape.radius:g}" if isinstance(shape, Rect) and shape.radius else ""
        name = f"{opening.kind} {size_of(opening)}{corner}"
        found[name] = found.get(name, 0) + 1
    return found
