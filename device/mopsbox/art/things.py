"""Things to count and the table's furniture: star, bone, bowl, dice, coasters."""

from __future__ import annotations

import math

from .head import pug
from .palette import (
    BACK,
    COATS,
    CREAM,
    GOLD,
    GREEN,
    GREEN_DARK,
    GREEN_PALE,
    LINE,
    RED,
    RED_DARK,
    RED_PALE,
    RIM,
    RIM_DARK,
    SHADE,
    STEEL,
    WHITE,
)
from .pen import Number, circle, figure, group, oval, path, svg
from .props import bone_path


def star() -> str:
    """Shown half as large as a pug, so its line is wider."""
    corners = []
    for k in range(10):
        r, a = (80, 42)[k % 2], k * math.pi / 5
        corners.append(f"{figure(100 + r * math.sin(a))} {figure(100 - r * math.cos(a))}")
    d = f"M{'L'.join(corners)}Z"
    glint = path("M82 86L100 54", stroke="#fff3b8", stroke_width=10)
    return svg([path(d, LINE, stroke_width=26), path(d, GOLD, stroke=GOLD, stroke_width=9), glint])


def bone() -> str:
    return svg([group([path(bone_path(46, 16, 22), WHITE), path("M-40 5H40", stroke=SHADE)], 100, 100, -35)])


def bowl() -> str:
    food = ((62, 74), (138, 74), (100, 70), (80, 56), (120, 56), (100, 42))
    return svg(
        [
            *(circle(x, y, 17, COATS["brown"].fur) for x, y in food),
            path("M40 82H160L180 140C182 152 176 156 166 156H34C24 156 18 152 20 140Z", STEEL),
            path("M34 74H166C176 74 176 90 166 90H34C24 90 24 74 34 74Z", SHADE),
            group([path(bone_path(20, 7, 10), WHITE)], 100, 124),
        ]
    )


# --- dice

PIPS = {
    0: [],
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def die(side: str, pips: int = 0) -> str:
    """Green "g": nearly a circle, round pips. Red "r": a square with sharp corners, pointed pips. Both are as large."""
    at = [(100 + 32 * x, 100 + 32 * y) for x, y in PIPS[pips]]
    if side == "g":
        body = [path(_round(76), GREEN), path(_round(62), GREEN_PALE, stroke=GREEN_DARK)]
        return svg([*body, *(circle(x, y, 13, LINE, stroke="none") for x, y in at)])
    body = [_square(67, RED), _square(53, RED_PALE, stroke=RED_DARK)]
    return svg([*body, *(path(f"M{x} {y - 14}l14 14l-14 14l-14-14Z", LINE, stroke="none") for x, y in at)])


def _round(r: int) -> str:
    """A circle, its sides a little flatter."""
    far, near, k = 100 + r, 100 - r, round(0.6 * r)
    return (
        f"M100 {near}C{100 + k} {near} {far} {100 - k} {far} 100S{100 + k} {far} 100 {far}"
        f"S{near} {100 + k} {near} 100S{100 - k} {near} 100 {near}Z"
    )


def _square(half: int, fill: str, **attributes: str) -> str:
    """Its corners stay sharp; the pen's join is round."""
    far = 100 + half
    return path(f"M{100 - half} {100 - half}H{far}V{far}H{100 - half}Z", fill, stroke_linejoin="miter", **attributes)


# --- coasters


def disc(*inside: str) -> str:
    """A wooden disc with its rim."""
    return svg([circle(100, 100, 97, RIM, stroke=RIM_DARK, stroke_width=3), *inside])


def coaster() -> str:
    return disc(circle(100, 100, 92, CREAM, stroke="none"))


def coaster_score() -> str:
    """The scoring face: the green half on the left, the red one on the right."""
    return disc(
        path("M100 8A92 92 0 0 0 100 192Z", "#dcefc8", stroke="none"),
        path("M100 8A92 92 0 0 1 100 192Z", "#f9d5c8", stroke="none"),
        path("M100 9V191", stroke=RIM_DARK, stroke_width=2),
    )


def coaster_back() -> str:
    ring = []
    for a in (k * math.pi / 4 for k in range(8)):
        ring.append(paw(100 + 73 * math.sin(a), 100 - 73 * math.cos(a), math.degrees(a), 0.44, RIM))
    return disc(
        circle(100, 100, 92, BACK, stroke="none"),
        *ring,
        circle(100, 100, 52, CREAM, stroke=RIM, stroke_width=4),
        group(pug("fawn", scale=1), 100, 101, scale=0.66, line=3),
    )


def paw(x: Number, y: Number, turn: Number, scale: float, colour: str) -> str:
    toes = ((-20, -6), (-8, -18), (8, -18), (20, -6))
    pads = [oval(0, 10, 17, 14, colour, stroke="none"), *(oval(a, b, 7, 9, colour, stroke="none") for a, b in toes)]
    return group(pads, x, y, turn, scale)
