"""What is kept to paint with stays small, and yet no picture is drawn twice."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.paint import text
from mopsbox.paint.kept import Kept
from mopsbox.paint.painter import Painter

from .. import catalogue

ALLOWED = 60e6  # bytes at 1920x1080
KEYS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 40)), max_size=60)


@pytest.mark.parametrize("panel", ["13 inch", "24 inch"])
def test_a_whole_evening_on_a_full_hd_panel_stays_below_60_mb_and_every_picture_has_room(panel: str) -> None:
    """Its picture turned upside down, which needs one more surface."""
    look, size = catalogue.PANELS[panel], catalogue.pixels(panel)
    painter, surface = Painter(size, look, 180), pygame.Surface(size, 0, 32)
    text.LINES.clear()
    games = [state for state in catalogue.states() if state.name.startswith(("mopseinander of 8", "mopsen of 5"))]
    assert len(games) > 100
    for state in games[::3]:
        scene = catalogue.scene(state, look)
        painter.paint_all(surface, scene)
        made = painter.sprites.made
        painter.paint_all(surface, scene)
        assert painter.sprites.made == made, state.name
        assert painter.bytes <= ALLOWED, state.name


@settings(deadline=None)
@given(KEYS)
def test_what_is_kept_never_grows_beyond_its_room_and_the_newest_is_always_there(wanted: list[tuple[int, int]]) -> None:
    kept: Kept[int, bytes] = Kept(100, len)
    there: dict[int, bytes] = {}
    for key, size in wanted:
        found = kept.get(key)
        assert found == there.get(key)
        if found is None:
            there[key] = bytes(size)
            for gone in kept.keep(key, there[key]):
                del there[gone]
        assert key in kept and kept.bytes == sum(map(len, there.values())) <= 100


def test_what_was_used_longest_ago_goes_first() -> None:
    kept: Kept[str, bytes] = Kept(3, len)
    for key in "abc":
        kept.keep(key, b"-")
    assert kept.get("a") and kept.keep("d", b"-") == ["b"]
    assert "a" in kept and "b" not in kept
