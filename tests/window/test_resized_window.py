"""A window that is given another size from outside, as a tiling window manager does it, in the middle of a game: all of
the box is seen in it and can be pressed. The X server here is a bare one, without a window manager."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pygame

from mopsbox import box as boxes
from mopsbox import show, stage
from mopsbox.config import load
from mopsbox.paint.case import Case, spread
from mopsbox.paint.snap import shot
from mopsbox.paint.sprites import Sprites
from mopsbox.parts import look_for
from mopsbox.table import SECOND
from tests.window.desktop import wait_for
from tests.window.goldens import NEAR
from tests.window.test_evening_in_a_window import SIZE, TUMBLED, Player, box_in_a_window, needs_x

SIZES = ((800, 480), (1700, 1000), (400, 1100), (1500, 260), (300, 200))
RING = 0.02  # of the pixels: lamps that breathe


def expected(player: Player, box: boxes.Box, size: tuple[int, int]) -> tuple[pygame.Surface, Case]:
    """The window as it should look, and where its buttons are."""
    look = look_for(load(player.data / "config.toml").config, SIZE)
    case = Case(spread(SIZE, size), size, Sprites())
    case.stand_in(size)
    case.place(show.buzzers(box, look))
    window = pygame.Surface(size, 0, 32)
    part = max(mine / set_ for mine, set_ in zip(case.screen.size, SIZE, strict=True))
    scene = show.scene(box, box.since + 60 * SECOND, look)
    window.blit(shot(scene, replace(look, px=look.px * part), case.screen.size), case.screen)
    case.paint(window)
    case.light(window, {}, frozenset(), 0)
    return window, case


def differ(a: pygame.Surface, b: pygame.Surface) -> float:
    same = pygame.mask.from_threshold(a, (0, 0, 0), (NEAR, NEAR, NEAR, 255), b).count()
    return 1 - same / (a.get_width() * a.get_height())


def game(player: Player, coasters: int) -> boxes.Box:
    """The box as it stands before its first roll, so many coasters chosen."""
    history = player.history()
    assert history is not None
    box, _ = stage.begin(boxes.new(0, language="en"), 0, 1, history)
    for _ in range(coasters - 4):
        box, _ = boxes.step(box, boxes.Button(SECOND, "right", True))
        box, _ = boxes.step(box, boxes.Button(SECOND, "right", False))
    return box


def looks_right(player: Player, coasters: int, size: tuple[int, int]) -> Case:
    """Waits until the window shows that box in that size; where its buttons are."""
    window, case = expected(player, game(player, coasters), size)

    def right() -> bool:
        inside = player.desktop.inside(player.pid)
        if inside.size != size:
            return False
        seen = player.desktop.picture().subsurface(inside)
        exact = differ(seen.subsurface(case.screen), window.subsurface(case.screen)) < 0.005
        return exact and differ(seen, window) < RING

    wait_for(right, f"the whole picture in a window of {size}")
    return case


@needs_x
def test_a_game_goes_on_in_a_window_of_any_size(tmp_path: Path) -> None:
    with box_in_a_window(tmp_path, SIZE) as player:
        desktop = player.desktop
        time.sleep(1)
        for name in ("5", "1", "2", "Return"):
            desktop.key(name)
        player.until(lambda s: s.phase == "fill", "a new game")
        opened = desktop.inside(player.pid).size
        time.sleep(1)
        for size in SIZES:
            desktop.resize(player.pid, size)
            looks_right(player, 4, size)
        for size in ((1, 1), (3, 200), (700, 2), (1, 1)):
            desktop.resize(player.pid, size)
            wait_for(lambda size=size: desktop.inside(player.pid).size == size, f"a window of {size}")  # type: ignore[misc]
            time.sleep(0.2)
        for n in range(40):  # somebody draws at its edge
            desktop.resize(player.pid, (300 + 17 * n, 700 - 13 * n))
        desktop.resize(player.pid, (1000, 500))
        case = looks_right(player, 4, (1000, 500))
        click(player, *case.at("right"))
        looks_right(player, 5, (1000, 500))
        desktop.key("F11")
        whole = desktop.picture().get_size()
        case = looks_right(player, 5, whole)
        assert desktop.inside(player.pid).topleft == (0, 0)
        click(
            player, case.screen.x + case.screen.w * 5 / 6, case.screen.bottom - 0.05 * case.screen.h
        )  # the key "more"
        looks_right(player, 6, whole)
        desktop.key("F11")
        case = looks_right(player, 6, (1000, 500))
        desktop.resize(player.pid, opened)
        case = looks_right(player, 6, opened)
        click(player, *case.at("ok"))
        state = player.until(lambda s: s.phase == "race", "the roll")
        assert len(state.table) == 6
        time.sleep(TUMBLED)
        desktop.resize(player.pid, (640, 480))
        desktop.xdotool("mousemove", *desktop.inside(player.pid).center)  # the keys go where the pointer is
        for name in ("Escape", "Left", "Return"):  # the menu, its last entry: power off
            desktop.key(name)


def click(player: Player, x: float, y: float) -> None:
    left, top = player.desktop.inside(player.pid).topleft
    player.desktop.click(left + x, top + y)
