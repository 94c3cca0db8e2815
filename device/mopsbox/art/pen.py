"""Marks of an SVG file as text: only paths, circles and ellipses with plain fills and strokes, which SDL can read.

Everything lives in a box of 200 by 200 units and stays inside the circle of radius 99 around (100, 100), so a picture
may be turned by any angle and packed as a disc.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .palette import LINE, W

Parts = Iterable[str]
Number = int | float


def figure(value: str | Number) -> str:
    """As short as it may be: a tenth of a unit is never seen."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _tag(name: str, **attributes: str | Number) -> str:
    said = " ".join(f'{key.replace("_", "-")}="{figure(value)}"' for key, value in attributes.items())
    return f"<{name} {said}/>"


def path(d: str, fill: str = "none", **attributes: str | Number) -> str:
    return _tag("path", d=d, fill=fill, **attributes)


def circle(x: Number, y: Number, r: Number, fill: str, **attributes: str | Number) -> str:
    return _tag("circle", cx=x, cy=y, r=r, fill=fill, **attributes)


def oval(x: Number, y: Number, rx: Number, ry: Number, fill: str, **attributes: str | Number) -> str:
    return _tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, fill=fill, **attributes)


def pipe(d: str, colour: str, thick: Number) -> str:
    """A band along a path with a line on both sides of it, `thick` in all."""
    return path(d, stroke_width=thick) + path(d, stroke=colour, stroke_width=thick - 2 * W)


def group(parts: Parts, x: Number = 0, y: Number = 0, turn: Number = 0, scale: float = 1, line: Number = W) -> str:
    """Moved, turned, scaled; the line stays as wide as `line` says, whatever the scale (nanosvg would scale it)."""
    moved = f"translate({figure(x)} {figure(y)})"
    moved += f"rotate({figure(turn)})" if turn else ""
    moved += f"scale({scale})" if scale != 1 else ""
    width = f' stroke-width="{figure(line / scale)}"' if scale != 1 else ""
    return f'<g transform="{moved}"{width}>{"".join(parts)}</g>'


def both(draw: Callable[[int], str]) -> str:
    """The left side of something (-1) and the right one (1)."""
    return draw(-1) + draw(1)


def svg(parts: Parts) -> str:
    """A whole file."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">'
    line = f'<g stroke="{LINE}" stroke-width="{W}" stroke-linejoin="round" stroke-linecap="round">'
    return f"{head}{line}{''.join(parts)}</g></svg>\n"
