"""Signs for what a trick tells: who won it, how many bones, who begs."""

from __future__ import annotations

from ... import furniture as f
from ...scene import KEYS, SOFT, STAR, Picture, Shape, Slab
from ...signs import crown


def won(x: float, y: float, s: float) -> Shape:
    return crown(x, y + 0.36 * s, s, STAR)


def bone(x: float, y: float, s: float) -> Picture:
    return Picture("bone", x, y, s)


def up(x: float, y: float, s: float, colour: str = SOFT) -> Shape:
    """Begs: its colour goes up."""
    k, h = 0.42 * s, s / 2
    return Shape(
        (
            (x, y - h),
            (x + k, y),
            (x + 0.42 * k, y),
            (x + 0.42 * k, y + h),
            (x - 0.42 * k, y + h),
            (x - 0.42 * k, y),
            (x - k, y),
        ),
        colour,
    )


def warning(x: float, y: float, s: float) -> f.Items:
    """A triangle with an exclamation mark, `s` wide."""
    h = 0.88 * s
    return (
        Shape(((x - s / 2, y + h / 2), (x, y - h / 2), (x + s / 2, y + h / 2)), STAR),
        Slab(x, y + 0.02 * s, 0.13 * s, 0.32 * s, KEYS),
        Slab(x, y + 0.29 * s, 0.13 * s, 0.12 * s, KEYS),
    )
