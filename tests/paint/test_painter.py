"""The painter repaints only what changed, and nobody can see that it did."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import scene
from mopsbox.paint.painter import Painter
from mopsbox.paint.snap import shot
from mopsbox.paint.sprites import Sprites
from mopsbox.scene import INK, STAR, Badge, Coaster, Disc, Item, Line, Look, Picture, Scene, Shape, Slab, Spot, Text
from mopsbox.table import Seat

LOOK = Look(w=80, h=50, px=3)
SIZE = (240, 150)
SPRITES = Sprites()  # shared, so that hundreds of scenes need few rasterisations
SPOTS = (Spot("pug_g1", 0.4, 0, 0.265, 30), Spot("pug_r1", -0.4, 0.2, 0.265, 200), Spot("star", 0, -0.6, 0.12, 0))
ITEMS: tuple[Item, ...] = (
    Picture("pug_r2", 20, 20, 12),
    Picture("die_g4", 25, 24, 10, turn=17, fade=0.5),
    Coaster(SPOTS, 40, 25, 26, turn=5),
    Coaster(SPOTS, 44, 27, 26, bright=frozenset({"star"})),
    Coaster((), 60, 30, 20, back=True, squash=0.4),
    Text("Zahl?", 40, 10, 5, INK, turn=90),
    Text("66", 62, 40, 6.4, STAR, bold=True, anchor="left", foot=True),
    Slab(40, 47, 30, 6, "#1a2632", STAR, 0.4, 2, "top"),
    Slab(3, 25, 30, 6, "#1a2632", None, 0.4, 2, "top", turn=90),
    Slab(30, 30, 20, 8, "#263645", INK, 0.5, 2, turn=20),
    Slab(40, 25, 80, 50, None, STAR, 1.5),
    Disc(50, 20, 12, "#009e73", INK, 0.8),
    Disc(20, 40, 14, None, INK, 0.5, dash=True),
    Line(5, 5, 70, 30, 1, INK),
    Line(5, 45, 70, 45, 0.6, STAR, dash=True),
    Shape(((30, 5), (38, 12), (28, 15)), STAR),
    Badge(Seat(1), 40, 44, 10),
    Badge(Seat(5), 6, 25, 10, 90, "locked"),
    Badge(Seat(6), 74, 25, 10, 270, "glow"),
    Badge(Seat(8), 40, 6, 10, 180, "free"),
)


def surface(size: tuple[int, int] = SIZE) -> pygame.Surface:
    return pygame.Surface(size, 0, 32)


def pixels(of: pygame.Surface) -> bytes:
    return pygame.image.tobytes(of, "RGB")


def test_every_kind_of_item_leaves_a_mark() -> None:
    empty = pixels(shot(Scene(()), LOOK, SIZE))
    assert all(pixels(shot(Scene((item,)), LOOK, SIZE)) != empty for item in ITEMS)


def moved(item: Item) -> Item:
    """The same thing a little further on, as animations ask for it."""
    match item:
        case Picture() | Coaster():
            return replace(item, x=item.x + 3, turn=item.turn + 13, d=item.d * 0.9)
        case Line() | Shape():
            return item
    return replace(item, x=item.x - 4, y=item.y + 2)


SCENES = st.lists(
    st.builds(
        lambda items, moving: Scene(tuple(items), moving),
        st.lists(st.sampled_from([*ITEMS, *map(moved, ITEMS)]), max_size=9),
        st.booleans(),
    ),
    min_size=2,
    max_size=4,
)


@settings(deadline=None, max_examples=60)
@given(SCENES, st.sampled_from((0, 90, 180, 270)))
def test_what_was_repainted_in_parts_equals_the_whole(scenes: list[Scene], rotation: int) -> None:
    size = SIZE if rotation % 180 == 0 else SIZE[::-1]
    painter, screen = Painter(size, LOOK, rotation, SPRITES), surface(size)
    for each in scenes:
        painter.paint(screen, each)
        parts = pixels(screen)
        painter.paint_all(screen, each)
        assert parts == pixels(screen)


@settings(deadline=None, max_examples=30)
@given(SCENES)
def test_at_rest_everything_is_sharp_whatever_moved_before(scenes: list[Scene]) -> None:
    painter, screen = Painter(SIZE, LOOK), surface()
    for each in scenes:
        painter.paint(screen, each)
    rest = replace(scenes[-1], moving=False)
    painter.paint(screen, rest)
    fresh = surface()
    Painter(SIZE, LOOK, 0, SPRITES).paint(fresh, rest)
    assert pixels(screen) == pixels(fresh)


def test_an_equal_scene_draws_nothing() -> None:
    painter, screen = Painter(SIZE, LOOK, 0, SPRITES), surface()
    assert painter.paint(screen, Scene(ITEMS)) == [pygame.Rect(0, 0, *SIZE)]
    screen.fill("#ff00ff")
    assert painter.paint(screen, Scene(tuple(replace(item) for item in ITEMS))) == []
    assert pixels(screen) == b"\xff\x00\xff" * (SIZE[0] * SIZE[1])


def test_only_the_changed_badge_is_touched() -> None:
    painter, screen = Painter(SIZE, LOOK, 0, SPRITES), surface()
    badges = tuple(Badge(Seat(n), 8 * n, 25, 6) for n in range(1, 9))
    painter.paint(screen, Scene(badges))
    struck = replace(badges[2], look="locked")
    (rect,) = painter.paint(screen, Scene((*badges[:2], struck, *badges[3:])))
    assert rect.collidepoint(24 * 3, 25 * 3)
    assert rect.w <= 10 * 3


def test_what_comes_to_lie_on_top_is_repainted() -> None:
    painter, screen = Painter(SIZE, LOOK, 0, SPRITES), surface()
    below, above = Disc(40, 25, 20, INK), Disc(45, 25, 20, STAR)
    painter.paint(screen, Scene((below, above)))
    assert screen.get_at((127, 75)) == pygame.Color(STAR)
    assert painter.paint(screen, Scene((above, below)))
    assert screen.get_at((127, 75)) == pygame.Color(INK)


def test_two_equal_items_are_two() -> None:
    painter, screen = Painter(SIZE, LOOK, 0, SPRITES), surface()
    thin = Picture("star", 40, 25, 30, fade=0.5)
    painter.paint(screen, Scene((thin,)))
    once = screen.get_at((120, 80))
    painter.paint(screen, Scene((thin, thin)))
    assert screen.get_at((120, 80)) != once
    painter.paint(screen, Scene((thin,)))
    assert screen.get_at((120, 80)) == once


def test_a_new_surface_gets_everything() -> None:
    painter = Painter(SIZE, LOOK, 0, SPRITES)
    painter.paint(surface(), Scene(ITEMS))
    other = surface()
    assert painter.paint(other, Scene(ITEMS)) == [pygame.Rect(0, 0, *SIZE)]
    assert pixels(other) == pixels(shot(Scene(ITEMS), LOOK, SIZE))


@pytest.mark.parametrize("rotation", (90, 180, 270))
def test_a_rotated_screen_shows_the_picture_turned_clockwise(rotation: int) -> None:
    size = SIZE if rotation == 180 else SIZE[::-1]
    upright = shot(Scene(ITEMS), LOOK, SIZE)
    assert pixels(shot(Scene(ITEMS), LOOK, size, rotation)) == pixels(pygame.transform.rotate(upright, -rotation))


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
def test_a_finger_means_what_it_touches_on_a_rotated_screen(rotation: int) -> None:
    size = SIZE if rotation % 180 == 0 else SIZE[::-1]
    dot = Disc(10, 15, 6, "#ff0000", tap=("choose", 3))
    painter, screen = Painter(size, LOOK, rotation), surface(size)
    painter.paint(screen, Scene((dot,)))
    red = pygame.mask.from_threshold(screen, (255, 0, 0), (9, 9, 9, 255)).centroid()
    assert scene.hit(Scene((dot,)), *painter.to_mm(*red)) == ("choose", 3)
    assert scene.hit(Scene((dot,)), *painter.to_mm(size[0] / 2, size[1] / 2)) is None


def test_a_turn_that_is_no_quarter_is_refused() -> None:
    with pytest.raises(ValueError, match="45"):
        Painter(SIZE, LOOK, 45)


def test_warming_pays_for_a_scene_bit_by_bit() -> None:
    painter = Painter(SIZE, LOOK)
    steps = 1
    while not painter.warm(ITEMS):
        steps += 1
    made = painter.sprites.made
    assert made >= steps - 1 > 5
    painter.paint(surface(), Scene(ITEMS))
    assert painter.sprites.made == made


def test_a_turning_coaster_is_rasterised_once() -> None:
    painter, screen = Painter(SIZE, LOOK), surface()
    for turn in range(0, 360, 7):
        painter.paint(screen, Scene((Coaster(SPOTS, 40, 25, 30, turn=turn),), moving=True))
    assert painter.sprites.made == 1


def test_the_memory_for_sprites_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mopsbox.paint.sprites.MOST_BYTES", 60 * 60 * 4 * 3)
    sprites = Sprites()
    for name in ("pug_g1", "pug_g2", "pug_g3", "pug_g1", "pug_g4", "pug_g1"):
        sprites.exact(("picture", name), 60)
    assert sprites.made == 4  # three fit; the one used again stayed, the oldest went


def test_faded_drawings_keep_their_place_on_the_coaster() -> None:
    full, faded = (
        shot(Scene((Coaster(SPOTS, 40, 25, 48, bright=bright),)), LOOK, SIZE) for bright in (None, frozenset({"star"}))
    )
    star, pug = (120, 75 - 42), (120 + 29, 75)
    assert full.get_at(star) == faded.get_at(star)
    assert full.get_at(pug) != faded.get_at(pug)
