"""Fills by tiles are what SDL's own fills are."""

from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.paint.stamps import filled

SIZE = 700, 120
SIDE = st.integers(-40, 720)


@given(SIDE, SIDE, st.integers(0, 760), st.integers(0, 160), SIDE, SIDE)
@settings(deadline=None, max_examples=200)
def test_a_rectangle_anywhere_and_clipped_anyhow_is_filled_to_the_pixel(
    x: int, y: int, w: int, h: int, clip_x: int, clip_y: int
) -> None:
    one, other = (pygame.Surface(SIZE, 0, 32) for _ in range(2))
    for surface in (one, other):
        surface.set_clip((clip_x, clip_y, 300, 60))
    filled(one, "#f1e6d0", pygame.Rect(x, y % 120, w, h))
    other.fill("#f1e6d0", pygame.Rect(x, y % 120, w, h))
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")
