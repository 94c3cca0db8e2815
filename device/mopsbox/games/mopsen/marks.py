"""Marks for what a trick tells: who won it, how many bones, who begs; and for a trick that is put in."""

from __future__ import annotations

from ...scene import GROUND, SOFT, STAR, Line, Picture, Shape, Slab
from ...signs import crown, stroke


def won(x: float, y: float, s: float, colour: str = STAR) -> Shape:
    return crown(x, y + 0.36 * s, s, colour)


def bone(x: float, y: float, s: float) -> Picture:
    return Picture("bone", x, y, s)


def swap(x: float, y: float, s: float, colour: str) -> tuple[Shape, ...]:
    """Cards go and cards come: two arrows, one each way."""
    k, h = s / 2, 0.24 * s
    there = ((x - k, y - h), (x + 0.1 * k, y - h)), ((x + k, y - h), (x, y - 1.9 * h), (x, y - 0.1 * h))
    back = ((x + k, y + h), (x - 0.1 * k, y + h)), ((x - k, y + h), (x, y + 0.1 * h), (x, y + 1.9 * h))
    return tuple(
        [part for line, head in (there, back) for part in (stroke(line, 0.16 * s, colour), Shape(head, colour))]
    )


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


def strike(x: float, y: float, half: float, w: float) -> tuple[Line, Line]:
    """Through what holds no more; dark beside it, so that it is seen on a light card too."""
    left, right = x - half, x + half
    return Line(left, y, right, y, 1.7 * w, GROUND), Line(left, y, right, y, w, STAR)


def put_in(x: float, y: float, s: float, colour: str) -> tuple[Slab, Slab]:
    return Slab(x, y, s, 0.22 * s, colour), Slab(x, y, 0.22 * s, s, colour)
