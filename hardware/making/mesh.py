"""A solid as triangles: STL text, and whether a printer can print it: closed, of one piece, small enough."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import dist

from .svg import number

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Loop = Sequence[Point]
VERTEX = re.compile(r"^\s*vertex\s+(\S+)\s+(\S+)\s+(\S+)\s*$", re.MULTILINE)


def band(one: Loop, other: Loop) -> Iterator[Triangle]:
    """The surface between two closed loops that run the same way round, each convex. Seen from the side where `one`,
    the outer or lower one, runs counter-clockwise: its front."""
    near = min(range(len(other)), key=lambda k: dist(one[0], other[k]))
    a, b = [*one, one[0]], [other[(near + k) % len(other)] for k in range(len(other) + 1)]
    i = k = 0
    while i < len(a) - 1 or k < len(b) - 1:
        last_a, last_b = i == len(a) - 1, k == len(b) - 1
        if last_b or (not last_a and dist(a[i + 1], b[k]) <= dist(a[i], b[k + 1])):
            yield a[i], a[i + 1], b[k]
            i += 1
        else:
            yield a[i], b[k + 1], b[k]
            k += 1


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
    elif (content := volume(triangles)) <= 0:
        yield f"its content is {content:.0f} cubic millimetres: the triangles look inwards"
    if (count := bodies(triangles)) != 1:
        yield f"it is in {count} pieces"
    for axis, name in enumerate(("wide", "deep", "high")):
        values = [point[axis] for t in triangles for point in t]
        if (length := max(values) - min(values)) > bed:
            yield f"it is {length:g} mm {name}, and the printer has {bed:g}"


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
