"""Settings by three keys at the box in a real window: seen at once, turned back, kept in the file."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pygame

from mopsbox.config import load
from mopsbox.paint.case import Case
from mopsbox.paint.sprites import Sprites
from mopsbox.scene import KEYS, mixed
from tests.at_table import round_from
from tests.window.desktop import Desktop, wait_for
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
        then = round_from("en")[0]
        wait_for(lambda: load(tmp_path / "config.toml").config.screen.language == then, "the language in the file")
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


@needs_x
def test_a_simulated_box_over_the_whole_screen_covers_it_and_is_played_with_the_mouse(tmp_path: Path) -> None:
    room = (1920, 1080)
    config = tmp_path / "config.toml"
    config.write_text('[screen]\nlanguage = "en"\nfullscreen = true\n')
    (tmp_path / "fb").mkdir()
    with Desktop(tmp_path / "fb", room) as desktop:
        command = [sys.executable, "-m", "mopsbox", "play", "--simulate", "--data", tmp_path, "--config", config]
        box = subprocess.Popen(command, env=desktop.env)
        try:
            player = Player(desktop, box.pid, tmp_path, SIZE)
            player.case = Case((1132, 679), room, Sprites(), fill=True)  # what the ring of buttons leaves of 1080 px
            time.sleep(1)
            corners = {tuple(desktop.picture().get_at((x, y))) for x in (0, 1919) for y in (0, 1079)}
            assert corners == {(*pygame.Color(mixed(KEYS, "#000000", 0.35))[:3], 255)}, "the case, up to every edge"
            player.click(1)
            time.sleep(0.5)
            before = looks(player)
            player.click("right")
            wait_for(lambda: looks(player) != before, "the other game")
            player.click("ok", for_s=1.3)
            player.click("left")
            player.click("ok")  # go on <- power off
            assert box.wait(timeout=20) == 0
        finally:
            box.kill()
