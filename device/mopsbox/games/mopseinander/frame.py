"""The frame round the whole screen: whose moment it is."""

from __future__ import annotations

from ... import furniture as f
from ...scene import Look, Slab

FRAME = 1.5  # width, in units
FLASH = 4.5  # while the coasters turn over: seen from the corner of an eye


def frame(look: Look, floor: float, colour: str, width: float = FRAME) -> f.Items:
    """The whole screen says whose moment it is."""
    w = width * f.unit(look)
    return (
        Slab(look.w / 2, w / 2, look.w, w, colour),
        Slab(look.w / 2, floor - w / 2, look.w, w, colour),
        Slab(w / 2, floor / 2, w, floor, colour),
        Slab(look.w - w / 2, floor / 2, w, floor, colour),
    )
