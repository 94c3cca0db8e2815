"""Settings by three keys at the box in a real window: seen at once, turned back, kept in the file."""

from __future__ import annotations

import time
from pathlib import Path

import pygame

from mopsbox.config import load
from tests.window.desktop import wait_for
from tests.window.test_evening_in_a_window import SIZE, Player, box_in_a_window, needs_x


def looks(player: Player) -> bytes:
    """The box's screen, small enough that a time block more or less does not count."""
    return pygame.image.tobytes(pygame.transform.smoothscale(player.screen(), (16, 10)), "RGB")


def alike(a: bytes, b: bytes) -> bool:
    return max(abs(p - q) for p, q in zip(a, b, strict=True)) < 24


@needs_x
def test_three_keys_set_the_language_and_turn_the_picture_which_turns_back_by_itself(tmp_path: Path) -> None:
    with box_in_a_window(tmp_path, SIZE) as player:
        time.sleep(1)
        press = player.desktop.key
        press("1")  # wakes the box
        press("1")
        press("Return", for_s=1.3)
        press("Left")
        press("Left")
        press("Left")  # go on <- power off <- test buzzers <- settings
        press("Return")
        press("Right")  # the language
        wait_for(lambda: load(tmp_path / "config.toml").config.screen.language == "de", "the language in the file")
        for _ in range(6):
            press("Return")
        time.sleep(0.5)
        upright = looks(player)
        press("Right")
        press("Right")
        wait_for(lambda: not alike(looks(player), upright), "a turned picture")
        assert load(tmp_path / "config.toml").config.screen.rotation == 0
        wait_for(lambda: alike(looks(player), upright), "the picture as it was")
        press("Right")
        press("Right")
        press("Return")
        wait_for(lambda: load(tmp_path / "config.toml").config.screen.rotation == 180, "the rotation in the file")
        press("Escape")
        press("Left")
        press("Return")
