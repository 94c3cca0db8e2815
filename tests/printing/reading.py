"""Reads a PDF as a printer does: what is drawn where, in millimetres from the paper's upper left corner.

Only what a page is made of is known here (paths, forms, words), nothing of how ours are made.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .needed import pypdf

MM = 72 / 25.4
Matrix = tuple[float, float, float, float, float, float]
PAINTS = {"f": "fill", "f*": "fill", "S": "line", "s": "line", "B": "both", "B*": "both", "b": "both", "b*": "both"}


def times(m: Matrix, n: Matrix) -> Matrix:
    """First `n`, then `m`."""
    a, b, c, d, e, f = m
    x = (a * n[0] + c * n[1], b * n[0] + d * n[1], a * n[2] + c * n[3], b * n[2] + d * n[3])
    return (*x, a * n[4] + c * n[5] + e, b * n[4] + d * n[5] + f)


def at(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


@dataclass
class Drawn:
    """One thing on the paper. `kind`: form, path or words; `name`: the form's; `inside`: the forms it is part of,
    outermost first; `matrix`: of its own units to millimetres; `corners`: points it lies between."""

    kind: str
    inside: tuple[str, ...]
    matrix: Matrix
    name: str = ""
    corners: list[tuple[float, float]] = field(default_factory=list)
    paint: str = ""
    line_w: float = 0

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom, without its line's width."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def inked(self) -> tuple[float, float, float, float]:
        """The same with half the line's width."""
        left, top, right, bottom = self.box
        more = self.line_w / 2 if self.paint in ("line", "both") else 0
        return left - more, top - more, right + more, bottom + more

    @property
    def x(self) -> float:
        return self.matrix[4]

    @property
    def y(self) -> float:
        return self.matrix[5]

    @property
    def scale(self) -> float:
        return math.hypot(self.matrix[0], self.matrix[1])

    @property
    def turn(self) -> float:
        """Clockwise on the paper, in degrees."""
        return math.degrees(math.atan2(self.matrix[1], self.matrix[0])) % 360


class Told:
    """What the streams of one file say; a form's is read once, however often it is called."""

    def __init__(self, reader: Any) -> None:
        self.reader, self._forms = reader, dict[str, list[Any]]()

    def operations_of(self, name: str, stream: Any) -> list[Any]:
        if name not in self._forms or not name:
            self._forms[name] = list(pypdf.generic.ContentStream(stream, self.reader).operations)
        return self._forms[name]


class Sheet:
    """One page of a PDF."""

    def __init__(self, page: Any, told: Told) -> None:
        self.w, self.h = (float(page.mediabox.width) / MM, float(page.mediabox.height) / MM)
        self._page, self._told = page, told

    @cached_property
    def all(self) -> list[Drawn]:
        top: Matrix = (1 / MM, 0, 0, -1 / MM, 0, self.h)
        told = self._told.operations_of("", self._page.get_contents())
        return list(_drawn(told, self._page["/Resources"], self._told, top, ()))

    def forms(self, *inside: str) -> list[Drawn]:
        """The forms called on the page itself, or in the form of that name."""
        return [d for d in self.all if d.kind == "form" and d.inside == inside]

    def paths(self) -> list[Drawn]:
        """The paths drawn on the page itself."""
        return [d for d in self.all if d.kind == "path" and not d.inside]

    def words(self, *inside: str) -> list[str]:
        return [d.name for d in self.all if d.kind == "words" and d.inside == inside]


def sheets(path: Path) -> list[Sheet]:
    told = Told(pypdf.PdfReader(path))
    return [Sheet(page, told) for page in told.reader.pages]


def _resource(resources: Any, kind: str, name: str) -> Any:
    return resources[kind].get_object()[name].get_object()


def _drawn(told: list[Any], resources: Any, of: Told, m: Matrix, inside: tuple[str, ...]) -> Iterator[Drawn]:
    kept: list[tuple[Matrix, float]] = []
    points: list[tuple[float, float]] = []
    line_w, font, size, text = 1.0, None, 0.0, m
    for operands, operator in told:
        n = [float(v) for v in operands if isinstance(v, int | float)] if operands else []
        match operator.decode():
            case "q":
                kept.append((m, line_w))
            case "Q":
                m, line_w = kept.pop()
            case "cm":
                m = times(m, tuple(n))  # type: ignore[arg-type]
            case "w":
                line_w = n[0] * math.hypot(m[0], m[1])
            case "m" | "l" | "c":
                points += [at(m, x, y) for x, y in zip(n[::2], n[1::2], strict=True)]
            case "re":
                x, y, w, h = n
                points += [at(m, *corner) for corner in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
            case "n" if not points:  # in front of a path it ends none
                pass
            case paint if paint in PAINTS:
                yield Drawn("path", inside, m, "", points, PAINTS[paint], line_w)
                points = []
            case "Do":
                name = operands[0].removeprefix("/FormXob.")
                form = _resource(resources, "/XObject", operands[0])
                yield Drawn("form", inside, m, name)
                yield from _drawn(of.operations_of(name, form), form["/Resources"], of, m, (*inside, name))
            case "Tf":
                font, size = _resource(resources, "/Font", operands[0]), n[0]
            case "BT":
                text = m
            case "Tm":
                text = times(m, tuple(n))  # type: ignore[arg-type]
            case "Tj":
                said, wide = _said(font, operands[0])
                ends = [at(text, x * size, y * size) for x in (0, wide) for y in (-0.21, 0.72)]
                yield Drawn("words", inside, text, said, ends)
            case "TL" | "ET" | "h" | "J" | "j" | "rg" | "RG" | "d" | "M" | "T*" | "g" | "G":
                pass
            case other:
                raise AssertionError(f"a page has {other}, which nobody reads here")


def _said(font: Any, data: Any) -> tuple[str, float]:
    """The words and their width in ems."""
    raw = data.original_bytes
    table = _unicode(font["/ToUnicode"].get_object().get_data().decode("latin-1"))
    widths, first = font["/Widths"], int(font["/FirstChar"])
    return "".join(table[code] for code in raw), sum(float(widths[code - first]) for code in raw) / 1000


@cache
def _unicode(cmap: str) -> dict[int, str]:
    found: dict[int, str] = {}
    lines = cmap.splitlines()
    for begin, end in (("beginbfchar", "endbfchar"), ("beginbfrange", "endbfrange")):
        inside = False
        for line in lines:
            if line.strip().endswith(begin):
                inside = True
            elif line.strip() == end:
                inside = False
            elif inside:
                found |= _entry(line.strip())
    return found


def _entry(line: str) -> dict[int, str]:
    """`<61> <0041>`, `<00> <02> <0041>` or `<00> <02> [<0041> <0042> <0043>]`."""
    head, _, listed = line.partition("[")
    codes = [int(part, 16) for part in head.replace("<", " ").replace(">", " ").split()]
    if listed:
        signs = listed.replace("]", "").replace("<", " ").replace(">", " ").split()
        return {codes[0] + n: chr(int(sign, 16)) for n, sign in enumerate(signs)}
    if len(codes) == 2:
        return {codes[0]: chr(codes[1])}
    return {code: chr(codes[2] + code - codes[0]) for code in range(codes[0], codes[1] + 1)}
