"""Comparing a picture with the one we looked at and found right.

`make goldens` (MOPSBOX_GOLDENS=1) draws the reference pictures anew: look at them before you commit them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pygame

FOLDER = Path(__file__).parent.parent / "goldens"
OUT = Path(__file__).parent.parent / "out"
NEAR = 40  # of 255 in a channel: another font rasteriser's antialiasing
MOST = 0.005  # part of the pixels that may differ more
STEPS = bytes(v & 0xF0 | 8 for v in range(256))  # shades a reference keeps, well within NEAR: it is half as large


def compare(picture: pygame.Surface, name: str) -> None:
    """Raises AssertionError, and leaves the picture and its differences in tests/out, when it is another picture."""
    reference = FOLDER / f"{name}.png"
    if os.environ.get("MOPSBOX_GOLDENS"):
        pygame.image.save(_coarse(picture), reference)
    assert reference.exists(), f"no reference {reference.name}; run make goldens and look at it"
    golden = pygame.image.load(reference)
    assert golden.get_size() == picture.get_size()
    mask = pygame.mask.from_threshold(picture, (0, 0, 0), (NEAR, NEAR, NEAR, 255), golden)
    w, h = picture.get_size()
    differ = 1 - mask.count() / (w * h)
    if differ > MOST:
        OUT.mkdir(exist_ok=True)
        pygame.image.save(picture, OUT / f"{name}.png")
        pygame.image.save(mask.to_surface(setcolor="black", unsetcolor="white"), OUT / f"{name}-differs.png")
    assert differ <= MOST, f"{differ:.2%} of {name} differ; see tests/out"


def _coarse(picture: pygame.Surface) -> pygame.Surface:
    pixels = pygame.image.tobytes(picture, "RGB").translate(STEPS)
    return pygame.image.frombytes(pixels, picture.get_size(), "RGB")
