"""Drawn signs: ticks, crosses, arrows, crowns as polygons, so that every size is sharp."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from .scene import INK, KEYS, STAR, Disc, Shape, Slab


def stroke(points: Sequence[tuple[float, float]], w: float, colour: str) -> Shape:
    """A line of width `w` through the points as one polygon with mitred corners."""
    left, right = [], []
    for i, (x, y) in enumerate(points):
        before, after = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        a = _normal(before, (x, y)) if i else _normal((x, y), after)
        b = _normal((x, y), after) if i < len(points) - 1 else a
        scale = 1 + a[0] * b[0] + a[1] * b[1]
        mx, my = (a[0] + b[0]) / scale * w / 2, (a[1] + b[1]) / scale * w / 2
        left.append((round(x + mx, 4), round(y + my, 4)))
        right.append((round(x - mx, 4), round(y - my, 4)))
    return Shape((*left, *reversed(right)), colour)


def _normal(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    d = math.hypot(dx, dy) or 1
    return -dy / d, dx / d


def tick(x: float, y: float, s: float, colour: str = INK) -> Shape:
    return stroke(
        [(x - 0.5 * s, y + 0.02 * s), (x - 0.14 * s, y + 0.36 * s), (x + 0.5 * s, y - 0.36 * s)], 0.2 * s, colour
    )


def cross(x: float, y: float, s: float, colour: str = INK) -> tuple[Shape, Shape]:
    h = s / 2
    return (
        stroke([(x - h, y - h), (x + h, y + h)], 0.22 * s, colour),
        stroke([(x - h, y + h), (x + h, y - h)], 0.22 * s, colour),
    )


def plus(x: float, y: float, s: float, colour: str = INK) -> tuple[Shape, Shape]:
    h = s / 2
    return stroke([(x - h, y), (x + h, y)], 0.22 * s, colour), stroke([(x, y - h), (x, y + h)], 0.22 * s, colour)


def arrow(x: float, y: float, s: float, to: Literal["left", "right"], colour: str = INK) -> Shape:
    k = s / 2 if to == "right" else -s / 2
    return Shape(((x - 0.8 * k, y - s / 2), (x + 1.0 * k, y), (x - 0.8 * k, y + s / 2)), colour)


def eraser(x: float, y: float, w: float, colour: str, ground: str) -> tuple[Shape, ...]:
    """The key that takes the last digit back: an arrow with a cross in it."""
    k, h = w / 2, 0.32 * w
    tip = Shape(((x - k, y), (x - 0.3 * k, y - h), (x + k, y - h), (x + k, y + h), (x - 0.3 * k, y + h)), colour)
    return tip, *cross(x + 0.3 * k, y, 0.28 * w, ground)


def crown(x: float, y: float, w: float, colour: str) -> Shape:
    """A crown standing on (x, y)."""
    h, k = 0.72 * w, w / 2
    return Shape(
        (
            (x - k, y),
            (x - k, y - h),
            (x - 0.45 * k, y - 0.5 * h),
            (x, y - h),
            (x + 0.45 * k, y - 0.5 * h),
            (x + k, y - h),
            (x + k, y),
        ),
        colour,
    )


def gear(x: float, y: float, d: float, colour: str, ground: str) -> tuple[Shape, Disc]:
    """A wheel with eight teeth, `d` across: whoever is a machine."""
    rim = []
    for tooth in range(8):
        for part, r in ((-0.38, 0.36), (-0.22, 0.5), (0.22, 0.5), (0.38, 0.36)):
            a = math.tau * (tooth + part) / 8
            rim.append((round(x + r * d * math.sin(a), 4), round(y - r * d * math.cos(a), 4)))
    return Shape(tuple(rim), colour), Disc(x, y, 0.34 * d, ground)


def warning(x: float, y: float, s: float, colour: str = STAR) -> tuple[Shape, Slab, Slab]:
    """A triangle with an exclamation mark, `s` wide."""
    h = 0.88 * s
    return (
        Shape(((x - s / 2, y + h / 2), (x, y - h / 2), (x + s / 2, y + h / 2)), colour),
        Slab(x, y + 0.02 * s, 0.13 * s, 0.32 * s, KEYS),
        Slab(x, y + 0.29 * s, 0.13 * s, 0.12 * s, KEYS),
    )
