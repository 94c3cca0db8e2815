"""A solid as triangles: STL text, and whether a printer can print it: closed, of one piece, small enough."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import atan2, pi, sqrt

from .svg import number

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Loop = Sequence[Point]
VERTEX = re.compile(r"^\s*vertex\s+(\S+)\s+(\S+)\s+(\S+)\s*$", re.MULTILINE)


def band(outer: Loop, inner: Loop) -> Iterator[Triangle]:
    """The surface between two convex loops that run the same way round one axis: a plate with a hole, or a tube. Its
    front is where `outer` runs counter-clockwise. `inner` is a regular polygon, its corners a multiple of four.

    An edge of `outer` goes to the corner of `inner` that its perpendicular meets: seen from there, and from those
    between it and the next one, nothing of `inner` is in the way."""
    middle = tuple(sum(part) / len(inner) for part in zip(*inner, strict=True))
    ahead, aside = (_minus(inner[k], middle) for k in (0, len(inner) // 4))

    def flat(point: Point) -> tuple[float, float]:
        return _times(_minus(point, middle), ahead), _times(_minus(point, middle), aside)

    edges = sorted(
        (_perpendicular(flat(start), flat(end)), start, end)
        for start, end in zip(outer, [*outer[1:], outer[0]], strict=True)
    )
    corner = edges[0][1]
    for k, point in enumerate(inner):
        while edges and edges[0][0] <= 2 * pi * k / len(inner):
            yield *edges[0][1:], point
            corner = edges.pop(0)[2]
        yield corner, inner[(k + 1) % len(inner)], point
    for _, start, end in edges:
        yield start, end, inner[0]


def _perpendicular(start: tuple[float, float], end: tuple[float, float]) -> float:
    """In which direction a line's perpendicular through the middle meets it, 0 to 2 pi."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = -(start[0] * dx + start[1] * dy) / (dx * dx + dy * dy)
    return atan2(start[1] + part * dy, start[0] + part * dx) % (2 * pi)


def _minus(one: Sequence[float], other: Sequence[float]) -> Point:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _times(one: Point, other: Point) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _normal(triangle: Triangle) -> Point:
    """At right angles to it; its length is twice the triangle's area."""
    (a, b, c), (d, e, f) = _minus(triangle[1], triangle[0]), _minus(triangle[2], triangle[0])
    return b * f - c * e, c * d - a * f, a * e - b * d


def quad(a: Point, b: Point, c: Point, d: Point) -> Iterator[Triangle]:
    """Counter-clockwise seen from its front."""
    yield a, b, c
    yield a, c, d


def fan(middle: Point, loop: Loop) -> Iterator[Triangle]:
    """The disc inside a loop that runs counter-clockwise seen from its front."""
    for k, point in enumerate(loop):
        yield middle, point, loop[(k + 1) % len(loop)]


def rounded(triangles: Iterable[Triangle]) -> list[Triangle]:
    """To a thousandth of a millimetre, as the file has them."""
    return [tuple(tuple(round(value, 3) + 0.0 for value in point) for point in t) for t in triangles]  # type: ignore[misc]


def stl(name: str, triangles: Iterable[Triangle]) -> str:
    """As STL text. The normals are left to the reader, as the format allows: it goes by the order of the corners."""
    lines = [f"solid {name}"]
    for triangle in rounded(triangles):
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(map(number, point)) for point in triangle]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""])


def from_stl(text: str) -> list[Triangle]:
    """The triangles of an STL text."""
    points: list[Point] = [(float(x), float(y), float(z)) for x, y, z in VERTEX.findall(text)]
    return [(points[n], points[n + 1], points[n + 2]) for n in range(0, len(points) - 2, 3)]


def faults(triangles: Sequence[Triangle], bed: float) -> Iterator[str]:
    """What a printer would stumble over. `bed`: mm of its plate, and of its height."""
    if not triangles:
        yield "it has no triangles"
        return
    if flat := [t for t in triangles if len(set(t)) < 3]:
        yield f"{len(flat)} triangles are only a line, the first at {_at(flat[0][0])}"
    edges = Counter((t[n], t[(n + 1) % 3]) for t in triangles for n in range(3))
    sides = Counter(tuple(sorted(edge)) for edge in edges.elements())
    if torn := [edge for edge, count in sides.items() if count != 2]:
        yield f"{len(torn)} edges are not in exactly two triangles, the first at {_at(torn[0][0])}: it is not closed"
    elif turned := [edge for edge, count in edges.items() if count != 1]:
        yield f"{len(turned)} edges have their triangles turned against each other, the first at {_at(turned[0][0])}"
    elif folded := [edge for edge, normals in _sides(triangles).items() if _folded(*normals)]:
        yield f"{len(folded)} triangles lie folded back on their neighbours, the first at {_at(folded[0][0])}"
    elif (content := volume(triangles)) <= 0:
        yield f"its content is {content:.0f} cubic millimetres: the triangles look inwards"
    if (count := bodies(triangles)) != 1:
        yield f"it is in {count} pieces"
    for axis, name in enumerate(("wide", "deep", "high")):
        values = [point[axis] for t in triangles for point in t]
        if (length := max(values) - min(values)) > bed:
            yield f"it is {length:g} mm {name}, and the printer has {bed:g}"


def _sides(triangles: Iterable[Triangle]) -> dict[tuple[Point, ...], list[Point]]:
    """Each edge, and the normals of the triangles at it."""
    found: dict[tuple[Point, ...], list[Point]] = {}
    for triangle in triangles:
        for n in range(3):
            found.setdefault(tuple(sorted((triangle[n], triangle[n - 1]))), []).append(_normal(triangle))
    return found


def _folded(one: Point, other: Point) -> bool:
    """Do two neighbours lie on each other? Less than 2 degrees between their backs."""
    return _times(one, other) < -0.9994 * sqrt(_times(one, one) * _times(other, other))


def volume(triangles: Iterable[Triangle]) -> float:
    """Cubic millimetres; below 0: the triangles look inwards."""
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in triangles
        )
        / 6
    )


def bodies(triangles: Iterable[Triangle]) -> int:
    """How many pieces hang together by their corners."""
    leads: dict[Point, Point] = {}

    def head(point: Point) -> Point:
        while leads.setdefault(point, point) != point:
            leads[point] = leads[leads[point]]
            point = leads[point]
        return point

    for a, b, c in triangles:
        leads[head(b)] = head(a)
        leads[head(c)] = head(a)
    return len({head(point) for point in list(leads)})


def _at(point: Point) -> str:
    return "(" + ", ".join(map(number, point)) + ")"
