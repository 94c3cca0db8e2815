"""A drawing in millimetres as SVG text. The same calls give the same bytes, so that the files can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"
Value = float | str
STROKE: Mapping[str, Value] = {"stroke": "black", "stroke_width": 0.25}


def number(value: float) -> str:
    """At most three digits after the point: a thousandth of a millimetre."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Drawing:
    """`width`, `height`: mm; printed at 100 % it has exactly that size. x to the right, y down."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = number(width), number(height)
        self._title = title
        self._body: list[str] = []

    def line(self, x1: float, y1: float, x2: float, y2: float, **style: Value) -> None:
        self.put("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **STROKE, **style})

    def circle(self, x: float, y: float, r: float, **style: Value) -> None:
        self.put("circle", {"cx": x, "cy": y, "r": r, "fill": "none", **STROKE, **style})

    def rect(self, x: float, y: float, width: float, height: float, **style: Value) -> None:
        place: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height}
        self.put("rect", {**place, "fill": "none", **STROKE, **style})

    def path(self, d: str, **style: Value) -> None:
        self.put("path", {"d": d, "fill": "none", **STROKE, **style})

    def text(self, x: float, y: float, says: str, size: float = 3, **style: Value) -> None:
        """`size`: of the letters' body, mm; `text_anchor`: "start", "middle", "end"."""
        self.put("text", {"x": x, "y": y, "font_size": size, "font_family": FONT, "fill": "black", **style}, says)

    def put(self, tag: str, attributes: Mapping[str, Value], says: str | None = None) -> None:
        """One element; `_` in an attribute's name stands for `-`, and one at its end for nothing (class_)."""
        words = " ".join(
            f"{name.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
            for name, value in attributes.items()
        )
        self._body.append(f"<{tag} {words}/>" if says is None else f"<{tag} {words}>{escape(says)}</{tag}>")

    def __str__(self) -> str:
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">'
        )
        return "\n".join([head, f"<title>{escape(self._title)}</title>", *self._body, "</svg>", ""])
