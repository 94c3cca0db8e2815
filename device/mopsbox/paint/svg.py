"""Every sprite as SVG text, which SDL's own reader (nanosvg) rasterises sharp at any size and turn.

A sprite is named by a tuple: ("picture", name), ("coaster", spots, bright, back), ("badge", seat, look),
("disc", d, fill, line, line_w, dash), ("shape", points, colour), ("line", dx, dy, w, colour, dash),
("slab", w, h, fill, line, line_w, radius, round). nanosvg knows no text, use, filter, clipPath or mask and applies
opacity shape by shape, so fading mixes the colours themselves.
"""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as xml
from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path

import pygame

from ..art import symbols
from ..scene import GROUND, INK, MAT, MAT_INK, MUTE, SEAT_COLOURS, SOFT, SYMBOLS, Spot, mixed

ART = Path(__file__).parent.parent / "art"
FADED = 0.72  # how much of the coaster's ground is in a drawing that does not count
TRIED = 16  # px across, the small picture that shows whether a drawing is to be seen at all
BADGE_BOX = 1.4  # a badge's sprite, in diameters: room for the halo
LOCKED, STRUCK = SOFT, INK

Name = tuple[Hashable, ...]


def text(name: Name, turn: float) -> str:
    """The SVG of the sprite of that name, turned clockwise."""
    kind, *rest = name
    return MAKERS[str(kind)](*rest, turn=turn)


def box(w: float, h: float, inside: str, turn: float = 0) -> str:
    """An SVG of `w` by `h` units with (0, 0) in the middle."""
    turned = f' transform="rotate({turn:g})"' if turn else ""
    view = f'viewBox="{-w / 2:g} {-h / 2:g} {w:g} {h:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}" height="{h:g}" {view}>'
    return f"{head}<g{turned}>{inside}</g></svg>"


class Damaged(Exception):
    """A file of ours that cannot be used: one sentence that says which, why, and what to do."""


def marks_of(path: Path) -> str:
    """The marks of a drawing's file, without the frame and as nanosvg takes them: however the file is written, their
    names have no prefix. Raises Damaged."""
    try:
        whole = xml.fromstring(path.read_text("utf-8"))
        for element in whole.iter():
            element.tag = element.tag.rpartition("}")[2]
        marks = "".join(xml.tostring(each, "unicode") for each in whole)
    except OSError as error:
        raise Damaged(f"{path}: cannot be read ({error.strerror}); install the program anew") from error
    except (ValueError, xml.ParseError, RecursionError) as error:  # ValueError: not text
        raise Damaged(f"{path}: is no drawing ({error}); install the program anew") from error
    if whole.tag != "svg" or not _seen(marks):
        raise Damaged(f"{path}: draws nothing; install the program anew")
    return marks


def _seen(marks: str) -> bool:
    """Do the marks leave a trace? A small picture of them shows it, in half a millisecond."""
    frame = box(200, 200, f'<g transform="translate(-100 -100)">{marks}</g>')
    try:
        small = pygame.image.load_sized_svg(io.BytesIO(frame.encode()), (TRIED, TRIED))
    except (pygame.error, UnicodeError):
        return False
    return small.get_bounding_rect().w > 0


PLACEHOLDER = (  # a disc that asks: in place of a drawing that is missing or broken
    f'<circle cx="100" cy="100" r="92" fill="{MAT}" stroke="{MUTE}" stroke-width="8" stroke-dasharray="29 19"/>'
    f'<path d="M70 80C70 40 130 40 130 80C130 104 100 102 100 124" fill="none" stroke="{MAT_INK}" stroke-width="18"'
    f' stroke-linecap="round"/><circle cx="100" cy="152" r="11" fill="{MAT_INK}"/>'
)


@lru_cache(maxsize=128)
def looked_at(name: str) -> tuple[str, str]:
    """The marks of art/NAME.svg, without the frame, and ""; a placeholder and why, if it is missing or broken. Each is
    read and tried once: paint/whole.py does so right after the first picture, so that no later one waits for it."""
    try:
        return marks_of(ART / f"{name}.svg"), ""
    except Damaged as fault:
        return PLACEHOLDER, str(fault)


def drawing(name: str) -> str:
    """What is drawn for that name."""
    return looked_at(name)[0]


def placed(name: str, x: float, y: float, scale: float, turn: float) -> str:
    where = f"translate({x:.2f} {y:.2f})rotate({turn:.1f})scale({scale:.4f})translate(-100 -100)"
    return f'<g transform="{where}">{drawing(name)}</g>'


def faded(marks: str, ground: str, part: float) -> str:
    """The marks with every colour mixed with `part` of `ground`."""
    return re.sub(r"#[0-9a-fA-F]{6}", lambda m: mixed(m.group(), ground, part), marks)


def picture(name: str, turn: float) -> str:
    return box(200, 200, placed(name, 0, 0, 1, 0), turn)


def coaster(spots: tuple[Spot, ...], bright: frozenset[str] | None, back: bool, turn: float) -> str:
    if back:
        return picture("coaster_back", turn)
    marks = [placed("coaster", 0, 0, 1, 0)]
    for spot in spots:
        mark = placed(spot.name, spot.x * 100, spot.y * 100, spot.r, spot.turn)
        marks.append(mark if bright is None or spot.name in bright else faded(mark, MAT, FADED))
    return box(200, 200, "".join(marks), turn)


def badge(seat: int, look: str, turn: float) -> str:
    """Ring of radius 46 (outer edge 50), so the diameter is 100 units; the box is larger (BADGE_BOX)."""
    colour = SEAT_COLOURS[seat - 1]
    ink = {"free": mixed(colour, GROUND, 0.25), "locked": LOCKED}.get(look, colour)
    ring = {"free": MUTE, "locked": MUTE}.get(look, colour)
    marks = []
    if look == "glow":
        marks.append(f'<circle r="68" fill="{mixed(colour, GROUND, 0.55)}"/>')
    marks.append(f'<circle r="{48 if look == "free" else 56}" fill="{GROUND}"/>')
    dash = ' stroke-dasharray="9 6.05" stroke-linecap="round"' if look == "free" else ""
    width = 4 if look == "free" else 7
    marks.append(f'<circle r="{50 - width / 2}" fill="none" stroke="{ring}" stroke-width="{width}"{dash}/>')
    marks.append(symbols.inked(SYMBOLS[seat - 1], ink, turn))
    if look == "locked":
        stroke = '<path d="M-38 38L38-38" stroke="{}" stroke-width="{}" stroke-linecap="round"/>'
        marks += [stroke.format(GROUND, 15), stroke.format(STRUCK, 7)]
    side = 100 * BADGE_BOX
    return box(side, side, "".join(marks))


def disc(d: float, fill: str | None, line: str | None, line_w: float, dash: bool, turn: float) -> str:
    """The line lies inside the edge."""
    marks = ""
    if fill:
        inset = line_w / 2 if line else 0
        marks += f'<circle r="{d / 2 - inset:.3f}" fill="{fill}"/>'
    if line:
        r = max(0.01, (d - line_w) / 2)
        stroke = f'stroke="{line}" stroke-width="{line_w:.3f}"{_dashes(2 * math.pi * r, line_w, dash)}'
        marks += f'<circle r="{r:.3f}" fill="none" {stroke}/>'
    return box(d, d, marks)


def _dashes(length: float, w: float, dash: bool) -> str:
    """Dashes that come out even over the whole length, if wanted."""
    if not dash:
        return ""
    each = length / max(1, round(length / (7 * w)))
    return f' stroke-dasharray="{each * 0.42:.3f} {each * 0.58:.3f}" stroke-linecap="round"'


def shape(points: tuple[tuple[float, float], ...], w: float, h: float, colour: str, turn: float) -> str:
    """`points` around the middle of a box of `w` by `h`."""
    path = "L".join(f"{x:.3f} {y:.3f}" for x, y in points)
    return box(w, h, f'<path d="M{path}Z" fill="{colour}"/>')


def line(dx: float, dy: float, w: float, colour: str, dash: bool, turn: float) -> str:
    """From (-dx, -dy) / 2 to (dx, dy) / 2, round ends beyond."""
    ends = f"M{-dx / 2:.3f} {-dy / 2:.3f}L{dx / 2:.3f} {dy / 2:.3f}"
    dashes = _dashes(math.hypot(dx, dy), w, dash)
    mark = f'<path d="{ends}" fill="none" stroke="{colour}" stroke-width="{w:.3f}" stroke-linecap="round"{dashes}/>'
    return box(math.ceil(abs(dx) + w) + 2, math.ceil(abs(dy) + w) + 2, mark)


def slab(
    w: float, h: float, fill: str | None, line: str | None, line_w: float, radius: float, round: str, turn: float
) -> str:
    """A slab at an odd turn; its box is the square that holds it at any turn."""
    inset = line_w / 2 if line else 0
    r = max(0.0, min(radius, w / 2, h / 2) - inset)
    corners = [r if side in _ROUND[round] else 0 for side in ("tl", "tr", "br", "bl")]
    left, top, right, bottom = inset - w / 2, inset - h / 2, w / 2 - inset, h / 2 - inset
    tl, tr, br, bl = corners
    path = (
        f"M{left + tl:.3f} {top:.3f}H{right - tr:.3f}A{tr or 0.01} {tr or 0.01} 0 0 1 {right:.3f} {top + tr:.3f}"
        f"V{bottom - br:.3f}A{br or 0.01} {br or 0.01} 0 0 1 {right - br:.3f} {bottom:.3f}"
        f"H{left + bl:.3f}A{bl or 0.01} {bl or 0.01} 0 0 1 {left:.3f} {bottom - bl:.3f}"
        f"V{top + tl:.3f}A{tl or 0.01} {tl or 0.01} 0 0 1 {left + tl:.3f} {top:.3f}Z"
    )
    stroke = f' stroke="{line}" stroke-width="{line_w:.3f}"' if line else ""
    side = math.ceil(math.hypot(w, h)) + 2
    return box(side, side, f'<path d="{path}" fill="{fill or "none"}"{stroke}/>', turn)


_ROUND = {
    "all": ("tl", "tr", "br", "bl"),
    "top": ("tl", "tr"),
    "right": ("tr", "br"),
    "bottom": ("br", "bl"),
    "left": ("bl", "tl"),
}

MAKERS: dict[str, Callable[..., str]] = {
    "picture": picture,
    "coaster": coaster,
    "badge": badge,
    "disc": disc,
    "shape": shape,
    "line": line,
    "slab": slab,
}
