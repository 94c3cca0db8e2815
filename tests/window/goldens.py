"""Comparing a picture with the one we looked at and found right.

`make goldens` (MOPSBOX_GOLDENS=1) draws the reference pictures anew: look at them before you commit them.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pygame

FOLDER = Path(__file__).parent.parent / "goldens"
OUT = Path(__file__).parent.parent / "out"
NEAR = 40  # of 255 in a channel: another font rasteriser's antialiasing
MOST = 0.005  # part of the pixels that may differ more
BLOCK, IN_BLOCK = (
    16,
    0.1,
)  # px; the part of any such square: one missing word, badge or die is little of a whole picture
STEPS = bytes(v & 0xF0 | 8 for v in range(256))  # shades a reference keeps, well within NEAR: it is half as large


def compare(picture: pygame.Surface, name: str) -> None:
    """Raises AssertionError, and leaves the picture and its differences in tests/out, when it is another picture."""
    reference = FOLDER / f"{name}.png"
    if os.environ.get("MOPSBOX_GOLDENS"):
        pygame.image.save(_coarse(picture), reference)
    assert reference.exists(), f"no reference {reference.name}; run make goldens and look at it"
    golden = pygame.image.load(reference)
    assert golden.get_size() == picture.get_size()
    differs = differing(picture, golden)
    found = f"{differs.of_all:.2%} of {name} differ, {differs.of_a_block:.0%} of one block; see tests/out"
    if is_another(differs):
        OUT.mkdir(exist_ok=True)
        pygame.image.save(picture, OUT / f"{name}.png")
        pygame.image.save(differs.where, OUT / f"{name}-differs.png")
    assert not is_another(differs), found


def shows(picture: pygame.Surface, name: str) -> bool:
    """Is it that picture (by now)? To be waited for, then `compare`."""
    return not is_another(differing(picture, pygame.image.load(FOLDER / f"{name}.png")))


class Differs(NamedTuple):
    """How much of the whole and of the worst block, 0 to 1, and where, white on black."""

    of_all: float
    of_a_block: float
    where: pygame.Surface


def differing(picture: pygame.Surface, golden: pygame.Surface) -> Differs:
    same = pygame.mask.from_threshold(picture, (0, 0, 0), (NEAR, NEAR, NEAR, 255), golden)
    w, h = picture.get_size()
    return Differs(
        1 - same.count() / (w * h), _worst_block(same), same.to_surface(setcolor="black", unsetcolor="white")
    )


def is_another(differs: Differs) -> bool:
    return differs.of_all > MOST or differs.of_a_block > IN_BLOCK


def _worst_block(same: pygame.Mask) -> float:
    """The largest part of a square of BLOCK px that differs. The squares overlap by half, so that nothing small is
    cut in four."""
    w, h = same.get_size()
    square, half = pygame.Mask((BLOCK, BLOCK), fill=True), BLOCK // 2
    corners = [(min(x, w - BLOCK), min(y, h - BLOCK)) for x in range(0, w, half) for y in range(0, h, half)]
    return 1 - min(same.overlap_area(square, corner) for corner in corners) / BLOCK**2


def _coarse(picture: pygame.Surface) -> pygame.Surface:
    pixels = pygame.image.tobytes(picture, "RGB").translate(STEPS)
    return pygame.image.frombytes(pixels, picture.get_size(), "RGB")
