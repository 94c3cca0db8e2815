"""Panels nobody planned: the nearest layout, in the middle of the panel and no larger than it. Nothing is clipped, but
on a panel smaller than the smallest we plan for things are smaller too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace

from .scene import Item, Look, Scene, Shape, placed

SHORT = 85.8  # mm of the short side our layouts need, with the smallest unit (layout.md, Grid)
SQUAREST, LONGEST = 1.595, 2.4  # the long side, of the short one, that they can fill

_LENGTHS = frozenset(("x", "y", "d", "w", "h", "cap", "line_w", "radius", "x1", "y1", "x2", "y2"))


def framed(make: Callable[[Look], Scene], look: Look) -> Scene:
    """The picture `make` gives for a panel, for the largest part of `look`'s panel that we have a layout for."""
    w, h, k = _planned(look)
    if (w, h, k) == (look.w, look.h, 1):
        return make(look)
    made = make(replace(look, w=w / k, h=h / k, px=look.px * k))
    return replace(made, items=placed(_scaled(made.items, k), (look.w - w) / 2, (look.h - h) / 2))


def _planned(look: Look) -> tuple[float, float, float]:
    """Width and height of that part, and how much smaller than life things are in it."""
    long, short = max(look.w, look.h), min(look.w, look.h)
    long, short = min(long, LONGEST * short), min(short, long / SQUAREST)
    w, h = (long, short) if look.w >= look.h else (short, long)
    return w, h, min(1.0, short / SHORT)


def _scaled(items: Iterable[Item], k: float) -> Iterable[Item]:
    if k == 1:
        return items
    return [_smaller(item, k) for item in items]


def _smaller(item: Item, k: float) -> Item:
    if isinstance(item, Shape):
        return replace(item, points=tuple((x * k, y * k) for x, y in item.points))
    lengths = {f.name: round(getattr(item, f.name) * k, 4) for f in fields(item) if f.name in _LENGTHS}
    return replace(item, **lengths)
