"""What the screen should show, drawn here from the same state, and held against the machine's screenshot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pygame

from mopsbox import box as boxes
from mopsbox import journal, show, stage
from mopsbox.config_keys import Config, Screen
from mopsbox.paint.snap import shot
from mopsbox.parts import look_for
from mopsbox.table import SEATS, SECOND, Seat
from mopsbox.wizard import Wizard

Turn = Literal[0, 90, 180, 270]
OUT = Path(__file__).parents[1] / "out"
NEAR = 24  # of 255 in a channel: the graphics driver rounds
MOST = 0.01  # of the pixels: what turns or blinks meanwhile
LATER = 60 * SECOND  # everything has come to rest


def offer(history: journal.History, size: tuple[int, int], rotation: Turn = 0) -> pygame.Surface:
    """The box at power-on with this unfinished game."""
    return _drawn(boxes.new(0, boxes.Saved(1, history), language="en"), size, rotation)


def game(history: journal.History, size: tuple[int, int], rotation: Turn = 0) -> pygame.Surface:
    """The box in this game, once everything has come to rest."""
    box, _ = stage.begin(boxes.new(0, language="en"), 0, 1, history)
    return _drawn(box, size, rotation)


def lobby(joined: tuple[int, ...], size: tuple[int, int], stuck: int) -> pygame.Surface:
    """These have joined; one buzzer is stuck."""
    box = stage.to_lobby(boxes.new(0, language="en"), 0)
    box = replace(box, lobby=replace(box.lobby, joined=tuple(Seat(seat) for seat in joined)))
    return _drawn(boxes.notice(box, "buzzer", boxes.Notice("stuck", Seat(stuck))), size, 0)


def told(joined: tuple[int, ...], size: tuple[int, int], why: str = "") -> pygame.Surface:
    """These have joined; one sentence is said, by its word."""
    box = stage.to_lobby(boxes.new(0, language="en"), 0)
    box = replace(box, lobby=replace(box.lobby, joined=tuple(Seat(seat) for seat in joined)))
    return _drawn(boxes.notice(box, "it", boxes.Notice(why)) if why else box, size, 0)


def refused(game: str, joined: tuple[int, ...], size: tuple[int, int], why: str, needed: int) -> pygame.Surface:
    """These have joined for this game and are told why they cannot begin it, and how many could."""
    box = stage.to_lobby(boxes.new(0, game=game, language="en"), 0)
    box = replace(box, lobby=replace(box.lobby, joined=tuple(Seat(seat) for seat in joined)))
    return _drawn(boxes.notice(box, "lobby", boxes.Notice(why, number=needed)), size, 0)


def wizard_summary(crossed: dict[int, int], order: tuple[int, ...], size: tuple[int, int]) -> pygame.Surface:
    """The buzzers were tried: which line answered whose lamp, and how everybody sits."""
    found = tuple((seat, Seat(crossed.get(seat, seat))) for seat in SEATS)
    wizard = Wizard(0, "summary", SEATS[-1], found=found, order=tuple(Seat(seat) for seat in order))
    return _drawn(replace(boxes.new(0, language="en"), mode="wizard", wizard=wizard), size, 0)


def _drawn(box: boxes.Box, size: tuple[int, int], rotation: Turn) -> pygame.Surface:
    look = look_for(Config(screen=Screen(rotation=rotation, language="en")), size)
    return shot(show.scene(box, LATER, look), look, size, rotation)


def unlike(picture: pygame.Surface, expected: pygame.Surface) -> float:
    """The share of pixels that differ: all, if it is of another size, as a console before the box is."""
    if picture.get_size() != expected.get_size():
        return 1.0
    mask = pygame.mask.from_threshold(picture, (0, 0, 0), (NEAR, NEAR, NEAR, 255), expected)
    w, h = picture.get_size()
    return 1 - mask.count() / (w * h)


def keep(name: str, *pictures: pygame.Surface) -> None:
    """For somebody to look at."""
    OUT.mkdir(exist_ok=True)
    for suffix, picture in zip(("", "-expected"), pictures, strict=False):
        pygame.image.save(picture, OUT / f"box-{name}{suffix}.png")


def colours(picture: pygame.Surface) -> dict[tuple[int, int, int], float]:
    """Each colour's share of the picture, roughly."""
    small = pygame.transform.scale(picture, (200, 120))
    found: dict[tuple[int, int, int], float] = {}
    for x in range(200):
        for y in range(120):
            r, g, b, _ = small.get_at((x, y))
            colour = (r // 16 * 16, g // 16 * 16, b // 16 * 16)
            found[colour] = found.get(colour, 0) + 1 / 24_000
    return found


def dark(picture: pygame.Surface) -> bool:
    """Is nothing there to be seen?"""
    return max(colours(picture).values()) > 0.999
