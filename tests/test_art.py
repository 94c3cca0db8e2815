"""The drawings: SDL can draw them, they turn as discs, and a child tells the twelve pugs apart in a glance."""

from __future__ import annotations

import io
import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pygame
import pytest

from mopsbox.art.drawings import PICTURES
from mopsbox.art.kinds import KINDS, kind
from mopsbox.paint import svg
from mopsbox.paint.sprites import Sprites
from mopsbox.scene import SYMBOLS, Coaster, Look, Picture, Scene

from . import catalogue, contact_sheet, vision

NAMES = sorted(path.stem for path in svg.ART.glob("*.svg"))
PUGS = [name for name in NAMES if name.startswith("pug_")]
CREAM = "#f7e8cc"  # the ground of a coaster
SPRITES = Sprites()


def test_all_drawings_are_there() -> None:
    assert len(PUGS) == 12
    dice = {f"die_{side}{n}" for side in "gr" for n in range(1, 7)}
    keys = {f"icon_{name}" for name in ("left", "ok", "right", "back")}
    mopsen = {
        f"{family}_{colour}" for family in ("suit", "tile", "card") for colour in ("red", "yellow", "blue", "cat")
    }
    seats = {f"seat_{symbol}" for symbol in SYMBOLS}
    assert mopsen | seats | {"card_back", "logo", "champion", "asleep", "awake", "buzzer", "buzzer_down"} <= set(NAMES)
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


# --- told apart


TURNS = range(0, 360, 10)  # of one pug against the other
ON_A_COASTER, ON_THE_MAT = 44, 30  # px across on the 7-inch panel (layout.md, Grid)
CLEAR = 1.5  # two pugs differ at least so much more than one that is turned by 5 degrees differs from itself


@cache
def raster(text: str, size: int, turn: int) -> pygame.Surface:
    turned = text.replace("<g ", f'<g transform="rotate({turn} 100 100)" ', 1)
    return pygame.image.load_sized_svg(io.BytesIO(turned.encode()), (size, size))


@cache
def seen(text: str, size: int, turn: int, eye: str) -> list[vision.Lab]:
    """The pug on a coaster in a glance."""
    ground = pygame.Surface((size, size), 0, 32)
    ground.fill(CREAM)
    ground.blit(raster(text, size, turn), (0, 0))
    return vision.glance(ground, eye)


@cache
def outline(text: str, size: int, turn: int) -> int:
    return vision.outline(raster(text, size, turn))


def closest(pugs: dict[str, str], far: Callable[[str, str, int], float]) -> dict[tuple[str, str], float]:
    """How near each pair comes at any turn; `far`: of two texts, the second one turned."""
    return {
        (a, b): min(far(pugs[a], pugs[b], turn) for turn in TURNS) for a, b in itertools.combinations(sorted(pugs), 2)
    }


def by_eye(size: int, eye: str) -> Callable[[str, str, int], float]:
    return lambda a, b, turn: vision.distance(seen(a, size, 0, eye), seen(b, size, turn, eye))


def by_outline(size: int) -> Callable[[str, str, int], float]:
    return lambda a, b, turn: vision.apart(outline(a, size, 0), outline(b, size, turn))


def shipped() -> dict[str, str]:
    return {name: (svg.ART / f"{name}.svg").read_text("utf-8") for name in PUGS}


def unrest(far: Callable[[str, str, int], float]) -> float:
    """The most that any pug turned by 5 degrees, the half of a step, differs from itself: it looks the same."""
    return max(far(text, text, 5) for text in shipped().values())


@pytest.mark.parametrize("size", [ON_A_COASTER, ON_THE_MAT])
@pytest.mark.parametrize("eye", vision.VISIONS)
def test_every_two_pugs_are_told_apart_at_any_turn_with_any_colour_vision(eye: str, size: int) -> None:
    far = by_eye(size, eye)
    least = CLEAR * unrest(far)
    assert {pair: d for pair, d in closest(shipped(), far).items() if d < least} == {}


@pytest.mark.parametrize("size", [ON_A_COASTER, ON_THE_MAT])
def test_every_two_pugs_are_told_apart_by_their_outline_alone(size: int) -> None:
    far = by_outline(size)
    least = unrest(far)
    assert {pair: d for pair, d in closest(shipped(), far).items() if d < least} == {}


@pytest.mark.parametrize("eye", vision.VISIONS)
@pytest.mark.parametrize("family", ["tile", "card", "suit"])
def test_the_four_colours_of_mopsen_are_told_apart_without_their_colour(family: str, eye: str) -> None:
    """They lie upright, or for who sits opposite upside down."""
    four = [(svg.ART / f"{family}_{colour}.svg").read_text("utf-8") for colour in ("red", "yellow", "blue", "cat")]
    far = by_eye(ON_A_COASTER, eye)
    near = {min(far(a, b, 0), far(a, b, 180)) for a, b in itertools.combinations(four, 2)}
    assert min(near) > CLEAR * unrest(far)


@pytest.mark.parametrize("size", [40, 21])
def test_the_round_die_and_the_angular_one_are_told_apart_by_their_outline_alone(size: int) -> None:
    """As large as among the covered coasters, and as on the scoring mat of a 7-inch panel; at any turn of either. (A
    square with round corners and an octagon come to 0.07: hardly to be seen.)"""
    green, red = ((svg.ART / f"die_{side}5.svg").read_text("utf-8") for side in "gr")
    far = by_outline(size)
    assert min(min(far(green, red, turn), far(red, green, turn)) for turn in TURNS) > 0.12


def planted(name: str, text: str) -> dict[str, str]:
    """The twelve with one replaced."""
    return {**shipped(), f"pug_{name}": text}


def test_a_pug_that_differs_by_its_coat_alone_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The headphones' pug in the king's place, as light as the king's."""
    monkeypatch.setitem(KINDS, "g1", replace(KINDS["g4"], coat="brown"))
    pugs = planted("g1", kind("g1"))
    for size, eye in itertools.product((ON_A_COASTER, ON_THE_MAT), vision.VISIONS):
        far = by_eye(size, eye)
        nearest = closest(pugs, far)
        assert min(nearest, key=nearest.__getitem__) == ("pug_g1", "pug_g4")
        assert nearest["pug_g1", "pug_g4"] < CLEAR * unrest(far)
    far = by_outline(ON_A_COASTER)
    assert far(pugs["pug_g1"], pugs["pug_g4"], 0) < unrest(far)


def test_a_pug_that_is_another_one_in_the_mirror_would_be_noticed() -> None:
    """It would pass at the turn the drawings have, so the turns matter."""
    flower = shipped()["pug_g6"]
    pugs = planted("g1", flower.replace("<g ", '<g transform="translate(200 0)scale(-1 1)" ', 1))
    far = by_eye(ON_A_COASTER, "normal")
    nearest = closest(pugs, far)
    assert min(nearest, key=nearest.__getitem__) == ("pug_g1", "pug_g6")
    assert nearest["pug_g1", "pug_g6"] < CLEAR * unrest(far)


@pytest.mark.parametrize(
    ("eye", "one", "other"),
    [("protan", "#b02a2a", "#4d4d20"), ("deutan", "#d04a3a", "#86762c"), ("tritan", "#3b7ddd", "#1f8f8a")],
)
def test_what_an_eye_confuses_is_confused(eye: str, one: str, other: str) -> None:
    """Red and green, blue and green: far apart for most people, near each other for these."""
    a, b = pygame.Color(one)[:3], pygame.Color(other)[:3]
    assert math.dist(vision.lab(*a), vision.lab(*b)) > 3 * math.dist(vision.lab(*a, eye), vision.lab(*b, eye))


@pytest.mark.parametrize("eye", vision.VISIONS)
def test_white_is_white_and_black_is_black_to_every_eye(eye: str) -> None:
    assert vision.as_seen(255, 255, 255, eye) == (255, 255, 255) and vision.as_seen(0, 0, 0, eye) == (0, 0, 0)
    assert vision.lab(255, 255, 255, eye) == pytest.approx((100, 0, 0), abs=0.1)


def test_every_drawing_that_is_shown_anywhere_is_there() -> None:
    """A name that is misspelt would be a question mark on the table."""
    shown = set().union(*(drawn(catalogue.scene(state, Look())) for state in catalogue.states()))
    assert {"suit_cat", "tile_cat", "card_cat", "star", "pug_g1", "coaster_back"} <= shown <= set(NAMES)


def drawn(scene: Scene) -> set[str]:
    spots = {spot.name for item in scene.items if isinstance(item, Coaster) for spot in item.spots}
    return spots | {item.name for item in scene.items if isinstance(item, Picture)}


def test_the_contact_sheet_shows_what_is_shipped() -> None:
    """docs/pugs.png; `make sheet` draws it anew. Its few colours blur some edges."""
    kept, drawn_now = pygame.image.load(contact_sheet.OUT).convert(24), contact_sheet.draw()
    assert kept.get_size() == drawn_now.get_size()
    assert contact_sheet.OUT.stat().st_size < 200_000
    same = pygame.mask.from_threshold(drawn_now, (0, 0, 0), (60, 60, 60, 255), kept)
    width, height = kept.get_size()
    assert same.count() > 0.995 * width * height
