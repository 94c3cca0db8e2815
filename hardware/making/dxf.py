"""A drawing in millimetres as DXF R12 text, for laser cutters and mills: LINE, ARC and CIRCLE on one layer.

R12 is the DXF that every program reads; it knows no units, so the reader must be told millimetres. y runs up.
"""

from __future__ import annotations

from collections.abc import Sequence

from .svg import number

LAYER = "CUT"
Pair = tuple[int, str | float | int]


class Dxf:
    """The same calls give the same bytes."""

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height
        self._body: list[Pair] = []

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._entity("LINE", [(10, x1), (20, y1), (11, x2), (21, y2)])

    def circle(self, x: float, y: float, r: float) -> None:
        self._entity("CIRCLE", [(10, x), (20, y), (40, r)])

    def arc(self, x: float, y: float, r: float, start: float, end: float) -> None:
        """Counter-clockwise from `start` to `end`, degrees from the right."""
        self._entity("ARC", [(10, x), (20, y), (40, r), (50, start), (51, end)])

    def rect(self, left: float, bottom: float, right: float, top: float, r: float = 0) -> None:
        """Four lines; with `r` above 0 an arc at each corner."""
        self.line(left + r, bottom, right - r, bottom)
        self.line(right, bottom + r, right, top - r)
        self.line(right - r, top, left + r, top)
        self.line(left, top - r, left, bottom + r)
        if r:
            self.arc(right - r, bottom + r, r, 270, 360)
            self.arc(right - r, top - r, r, 0, 90)
            self.arc(left + r, top - r, r, 90, 180)
            self.arc(left + r, bottom + r, r, 180, 270)

    def _entity(self, kind: str, values: Sequence[Pair]) -> None:
        self._body += [(0, kind), (8, LAYER), *values]

    def __str__(self) -> str:
        width, height = self._size
        head: list[Pair] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
        head += [(9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0), (9, "$EXTMAX"), (10, width), (20, height), (30, 0.0)]
        head += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1)]
        head += [(0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0)]
        head += [(0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, 1)]
        head += [(0, "LAYER"), (2, LAYER), (70, 0), (62, 7), (6, "CONTINUOUS"), (0, "ENDTAB"), (0, "ENDSEC")]
        head += [(0, "SECTION"), (2, "ENTITIES")]
        tail: list[Pair] = [(0, "ENDSEC"), (0, "EOF")]
        return "".join(f"{code}\n{_value(value)}\n" for code, value in [*head, *self._body, *tail])


def _value(value: str | float | int) -> str:
    return number(value) if isinstance(value, float) else str(value)
