"""The drawings: SDL can draw them, they turn as discs, and a child tells the twelve pugs apart in a glance."""

from __future__ import annotations

import itertools
import math
from functools import cache

import pygame
import pytest

from mopsbox.art.drawings import PICTURES
from mopsbox.paint import svg
from mopsbox.paint.sprites import Sprites

NAMES = sorted(path.stem for path in svg.ART.glob("*.svg"))
PUGS = [name for name in NAMES if name.startswith("pug_")]
CREAM = "#f7e8cc"  # the ground of a coaster
SPRITES = Sprites()


def test_all_drawings_are_there() -> None:
    assert len(PUGS) == 12
    dice = {f"die_{side}{n}" for side in "gr" for n in range(1, 7)}
    keys = {f"icon_{name}" for name in ("left", "ok", "right", "back")}
    assert dice | keys | {"star", "bone", "bowl", "coaster", "coaster_back", "coaster_score"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_shows_and_uses_nothing_that_sdl_leaves_out(name: str) -> None:
    text = (svg.ART / f"{name}.svg").read_text("utf-8")
    for element in ("<text", "<use", "<filter", "<clipPath", "<mask", "<image", "<style"):
        assert element not in text
    assert SPRITES.exact(("picture", name), 44).get_bounding_rect().size >= (20, 20)


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_stays_inside_its_circle_so_that_it_may_be_turned(name: str) -> None:
    sprite = SPRITES.exact(("picture", name), 200)
    outside = [
        (x, y)
        for x, y in itertools.product(range(200), repeat=2)
        if math.hypot(x - 99.5, y - 99.5) > 101 and sprite.get_at((x, y)).a > 40
    ]
    assert outside == []


def test_the_generator_writes_what_is_shipped() -> None:
    made = {name: draw() for name, draw in PICTURES.items()}
    assert made == {name: (svg.ART / f"{name}.svg").read_text("utf-8") for name in NAMES}


@cache
def lab(r: int, g: int, b: int) -> tuple[float, float, float]:
    """CIELAB (D65) of an sRGB colour."""
    rgb = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r / 255, g / 255, b / 255)]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(k * c for k, c in zip(row, rgb, strict=True)) for row in rows]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (v / n for v, n in zip(xyz, (0.9505, 1.0, 1.089), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def seen(name: str, turn: int) -> list[tuple[float, float, float]]:
    """The pug on a coaster, 44 px across as on the 7-inch panel, seen in a glance: two pixels run into one."""
    ground = pygame.Surface((44, 44), 0, 32)
    ground.fill(CREAM)
    ground.blit(SPRITES.exact(("picture", name), 44, turn), (0, 0))
    blurred = pygame.transform.smoothscale(ground, (22, 22))
    disc = [(x, y) for x, y in itertools.product(range(22), repeat=2) if math.hypot(x - 10.5, y - 10.5) <= 11]
    return [lab(*blurred.get_at(at)[:3]) for at in disc]


def distance(one: str, other: str, turn: int) -> float:
    pairs = list(zip(seen(one, 0), seen(other, turn), strict=True))
    return sum(math.dist(p, q) for p, q in pairs) / len(pairs)


def test_no_two_pugs_look_alike_at_any_turn() -> None:
    """The style sheet measured 22.8 for the closest pair and at most 10.5 for one pug turned by 5 degrees (here: 24
    and 12.2): 18 lies well clear of both, so a drawing may be touched up, but not come near another."""
    closest = {
        pair: min(distance(*pair, turn) for turn in range(0, 360, 30)) for pair in itertools.combinations(PUGS, 2)
    }
    assert {pair: d for pair, d in closest.items() if d < 18} == {}


def test_a_pug_turned_a_little_stays_itself() -> None:
    """Otherwise the distance above would mean nothing."""
    assert max(distance(name, name, 5) for name in PUGS) < 13
