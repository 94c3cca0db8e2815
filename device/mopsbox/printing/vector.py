"""Our drawings (art/*.svg) as paths of straight lines and curves, all that a PDF can draw. Pure.

Of SVG it knows what our drawings use: g, path, circle, ellipse and rect; fill and stroke as #rrggbb or none; translate,
rotate and scale. Anything else is an error, never left out in silence. Formulas: SVG 1.1, appendix F.6 (arcs); the
quadratic curves are raised to cubic ones exactly.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as xml
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Segment = tuple[str, tuple[float, ...]]
"""M x y, L x y, C x1 y1 x2 y2 x y, or Z."""

Matrix = tuple[float, float, float, float, float, float]
WHOLE: Matrix = (1, 0, 0, 1, 0, 0)
KAPPA = 4 * (math.sqrt(2) - 1) / 3  # a quarter circle as one curve, out by 0.03 % of its radius
CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
DEFAULTS = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
}
KNOWN = {*DEFAULTS, "transform", "d", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "viewBox"}


class Unknown(ValueError):
    """A drawing has what this cannot turn into paths: what it is."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One path of a drawing, in its 200-unit box, y down. Colours as #rrggbb; None: not filled, not lined."""

    path: tuple[Segment, ...]
    fill: str | None
    line: str | None
    line_w: float
    cap: int
    join: int


def marks(svg: str) -> tuple[Mark, ...]:
    """Every mark of a drawing, the lowest first. Raises Unknown."""
    return tuple(_marks(xml.fromstring(svg), DEFAULTS, WHOLE))


def _marks(element: xml.Element, style: Mapping[str, str], at: Matrix) -> Iterator[Mark]:
    tag = element.tag.rpartition("}")[2]
    if stray := next((name for name in element.attrib if name not in KNOWN), None):
        raise Unknown(f"{tag} {stray}")
    style = {name: element.get(name, kept) for name, kept in style.items()}
    at = _times(at, _matrix(element.get("transform", "")))
    if tag in ("svg", "g"):
        for child in element:
            yield from _marks(child, style, at)
        return
    path = tuple((name, _moved(points, at)) for name, points in _outline(tag, element))
    scale = math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
    yield Mark(
        path,
        _colour(style["fill"]),
        _colour(style["stroke"]),
        float(style["stroke-width"]) * scale,
        CAPS[style["stroke-linecap"]],
        JOINS[style["stroke-linejoin"]],
    )


def _colour(text: str) -> str | None:
    if text == "none":
        return None
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise Unknown(f"colour {text}")
    return text


def _matrix(text: str) -> Matrix:
    found = WHOLE
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = [float(each) for each in re.split(r"[\s,]+", inside.strip())]
        match name, len(n):
            case "translate", 2:
                step: Matrix = (1, 0, 0, 1, n[0], n[1])
            case "scale", 1:
                step = (n[0], 0, 0, n[0], 0, 0)
            case "rotate", 1:
                cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
                step = (cos, sin, -sin, cos, 0, 0)
            case _:
                raise Unknown(f"transform {name} of {len(n)}")
        found = _times(found, step)
    return found


def _times(m: Matrix, n: Matrix) -> Matrix:
    """First `n`, then `m`."""
    a, b, c, d, e, f = m
    return (
        a * n[0] + c * n[1],
        b * n[0] + d * n[1],
        a * n[2] + c * n[3],
        b * n[2] + d * n[3],
        a * n[4] + c * n[5] + e,
        b * n[4] + d * n[5] + f,
    )


def _moved(points: tuple[float, ...], m: Matrix) -> tuple[float, ...]:
    pairs = zip(points[::2], points[1::2], strict=True)
    return tuple(v for x, y in pairs for v in (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]))


def _outline(tag: str, element: xml.Element) -> Iterator[Segment]:
    def number(name: str) -> float:
        return float(element.get(name, "0"))

    match tag:
        case "path":
            return path(element.get("d", ""))
        case "circle":
            return oval(number("cx"), number("cy"), number("r"), number("r"))
        case "ellipse":
            return oval(number("cx"), number("cy"), number("rx"), number("ry"))
        case "rect":
            return rect(number("x"), number("y"), number("width"), number("height"), number("rx"))
        case _:
            raise Unknown(tag)


def oval(x: float, y: float, rx: float, ry: float) -> Iterator[Segment]:
    kx, ky = KAPPA * rx, KAPPA * ry
    yield "M", (x + rx, y)
    yield "C", (x + rx, y + ky, x + kx, y + ry, x, y + ry)
    yield "C", (x - kx, y + ry, x - rx, y + ky, x - rx, y)
    yield "C", (x - rx, y - ky, x - kx, y - ry, x, y - ry)
    yield "C", (x + kx, y - ry, x + rx, y - ky, x + rx, y)
    yield "Z", ()


def rect(x: float, y: float, w: float, h: float, r: float) -> Iterator[Segment]:
    """With corners of that radius."""
    k, right, low = r * (1 - KAPPA), x + w, y + h
    yield "M", (x + r, y)
    yield "L", (right - r, y)
    yield "C", (right - k, y, right, y + k, right, y + r)
    yield "L", (right, low - r)
    yield "C", (right, low - k, right - k, low, right - r, low)
    yield "L", (x + r, low)
    yield "C", (x + k, low, x, low - k, x, low - r)
    yield "L", (x, y + r)
    yield "C", (x, y + k, x + k, y, x + r, y)
    yield "Z", ()


# --- the words of a path

_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """Every command with the numbers it takes, repeated where they go on. Flags of an arc may stand without a space."""
    at, command = 0, ""
    while at < len(text := text.rstrip()):
        if found := re.compile(r"[\s,]*([A-Za-z])").match(text, at):
            command, at = found[1], found.end()
            if command.upper() not in _TAKES:
                raise Unknown(f"path command {command}")
        numbers: list[float] = []
        for n in range(_TAKES[command.upper()]):
            one = (_FLAG if command in "Aa" and n in (3, 4) else _NUMBER).match(text, at)
            if not one:
                raise Unknown(f"path at {text[at : at + 12]!r}")
            numbers.append(float(one[1]))
            at = one.end()
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)


def path(text: str) -> Iterator[Segment]:
    """The data of a path as lines and cubic curves. Raises Unknown."""
    x = y = start_x = start_y = 0.0
    handle: tuple[str, float, float] = ("", 0, 0)  # of the curve before, which S and T mirror
    for command, n in _commands(text):
        kind = command.upper()
        if command.islower() and kind not in "AZ":
            n = [v + (x if kind == "H" or (kind != "V" and i % 2 == 0) else y) for i, v in enumerate(n)]
        elif command == "a":
            n = [*n[:5], n[5] + x, n[6] + y]
        before, handle = handle, ("", 0, 0)
        match kind:
            case "Z":
                yield "Z", ()
                x, y = start_x, start_y
                continue
            case "M":
                start_x, start_y = n
                yield "M", (n[0], n[1])
            case "L":
                yield "L", (n[0], n[1])
            case "H" | "V":
                n = [n[0], y] if kind == "H" else [x, n[0]]
                yield "L", (n[0], n[1])
            case "C" | "S":
                first = n[:2] if kind == "C" else _mirrored("C", before, x, y)
                second = n[-4:-2]
                yield "C", (*first, *second, n[-2], n[-1])
                handle = ("C", second[0], second[1])
            case "Q" | "T":
                q = n[:2] if kind == "Q" else _mirrored("Q", before, x, y)
                near = (x + 2 / 3 * (q[0] - x), y + 2 / 3 * (q[1] - y))
                far = (n[-2] + 2 / 3 * (q[0] - n[-2]), n[-1] + 2 / 3 * (q[1] - n[-1]))
                yield "C", (*near, *far, n[-2], n[-1])
                handle = ("Q", q[0], q[1])
            case "A":
                yield from arc(x, y, n[0], n[1], n[2], bool(n[3]), bool(n[4]), n[5], n[6])
        x, y = n[-2], n[-1]


def _mirrored(kind: str, handle: tuple[str, float, float], x: float, y: float) -> list[float]:
    return [2 * x - handle[1], 2 * y - handle[2]] if handle[0] == kind else [x, y]


def arc(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> Iterator[Segment]:
    """An arc of an ellipse as curves of at most a quarter turn each (SVG 1.1, F.6.5 and F.6.6)."""
    if (x1, y1) == (x2, y2):
        return
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry:
        yield "L", (x2, y2)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    grown = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
    k = math.sqrt(max(0.0, rest) / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    ux, uy = k * rx * py / ry, -k * ry * px / rx
    begin = math.atan2((py - uy) / ry, (px - ux) / rx)
    way = math.atan2((-py - uy) / ry, (-px - ux) / rx) - begin
    way += 2 * math.pi * ((way < 0) if sweep else -(way > 0))
    parts = max(1, math.ceil(abs(way) / (math.pi / 2) - 1e-9))
    middle = ((x1 + x2) / 2 + cos * ux - sin * uy, (y1 + y2) / 2 + sin * ux + cos * uy)
    frame: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, *middle)
    step = way / parts
    k = 4 / 3 * math.tan(step / 4)
    for n in range(parts):
        a, b = begin + n * step, begin + (n + 1) * step
        circle = (
            math.cos(a) - k * math.sin(a),
            math.sin(a) + k * math.cos(a),
            math.cos(b) + k * math.sin(b),
            math.sin(b) - k * math.cos(b),
            math.cos(b),
            math.sin(b),
        )
        yield "C", _moved(circle, frame)
