"""Pictures we looked at and found right: few and small, one at least of every kind of state, language, size,
arrangement and rotation. `make goldens` draws them anew; a failure leaves picture and differences in tests/out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from mopsbox.paint.painter import Painter
from mopsbox.paint.snap import shot
from mopsbox.scene import Badge, Look, Picture, Scene, Text

from .catalogue import PANELS, pixels, scene, states
from .gallery import file_of
from .window import goldens
from .window.goldens import FOLDER, compare, differing, is_another

LONG = 400  # px of a golden's longer side
Golden = tuple[str, str, str, str, int]
GOLDENS: list[Golden] = [  # state, panel, language, arrangement, rotation of the picture on the screen
    ("attract 7 s", "TD2", "de", "around", 0),
    ("lobby of 5, mopseinander", "7 inch", "en", "sides", 0),
    ("lobby of 6, mopsen", "7 inch, upright", "de", "around", 90),
    ("menu, mopseinander tumble 3", "10 inch, upright", "en", "front", 0),
    ("settings, set-seating sides", "TD2", "de", "around", 180),
    ("wizard 24, summary", "10 inch", "de", "around", 0),
    ("mopseinander of 4, fill", "13 inch", "en", "around", 0),
    ("mopseinander of 8, race", "24 inch", "de", "around", 180),
    ("mopseinander of 5, answer 2", "TD2, upright", "de", "around", 270),
    ("mopseinander of 3, right", "10 inch", "en", "sides", 0),
    ("mopseinander of 6, take", "7 inch, upright", "de", "front", 0),
    ("mopseinander of 4, tally", "13 inch, upright", "en", "around", 0),
    ("mopseinander of 7, podium", "TD2", "en", "front", 0),
    ("mopsen of 4, table", "7 inch", "de", "around", 0),
    ("mopsen of 3, trick 2 of 1", "TD2", "en", "sides", 0),
    ("mopsen of 5, value 2", "7 inch, upright", "de", "around", 90),
    ("mopsen of 5, sheet, high", "7 inch", "en", "around", 0),
    ("notice stuck, fill", "10 inch", "en", "around", 0),
    ("lobby of 8 with names", "7 inch", "en", "sides", 0),
    ("names, 4 is lit", "7 inch", "de", "around", 180),
    ("names, asks", "TD2, upright", "en", "front", 0),
    ("mopsen of 5 with names, sheet, high", "7 inch", "de", "around", 0),
    ("scores, long, 1 past-games", "7 inch", "de", "around", 0),
    ("scores, long, 3 trend", "10 inch", "en", "around", 0),
    ("scores, long, 8 records", "7 inch, upright", "de", "around", 90),
    ("mopseinander of 5, podium, a record", "TD2", "de", "around", 0),
    ("practice, right, at seat 1", "7 inch", "en", "around", 0),
    ("names, style 5", "7 inch", "de", "around", 0),
    ("mopseinander of 8, podium, all", "7 inch", "en", "around", 0),
    ("menu, mopseinander answer 1, scores on phones 9", "7 inch", "de", "around", 0),
]


ALL = pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden[0])


def prepared(golden: Golden) -> tuple[Scene, Look, tuple[int, int]]:
    """What is drawn, the look and the surface of a picture so small."""
    state, panel, language, around, rotation = golden
    (shown,) = (one for one in states() if one.name == state)
    size = pixels(panel)
    part = LONG / max(size)
    look = replace(PANELS[panel], language=language, seats_around=around)  # type: ignore[arg-type]
    small = round(size[0] * part), round(size[1] * part)
    return scene(shown, look), replace(look, px=look.px * part), small[::-1] if rotation % 180 else small


def name_of(golden: Golden) -> str:
    return file_of(f"{GOLDENS.index(golden) + 1:02} {golden[0]}")[:-4]


@ALL
def test_it_looks_as_it_did_when_we_looked_at_it(golden: Golden) -> None:
    drawn, look, surface = prepared(golden)
    compare(shot(drawn, look, surface, golden[-1]), name_of(golden))


TINY = 13  # px: a smaller drawing, of the mat's dice, is less than a tenth of a block


@ALL
def test_a_single_word_badge_or_drawing_that_is_missing_is_noticed(golden: Golden) -> None:
    drawn, look, surface = prepared(golden)
    painter, picture = Painter(surface, look, golden[-1]), pygame.Surface(surface, 0, 32)
    reference = pygame.image.load(FOLDER / f"{name_of(golden)}.png")
    for n, item in enumerate(drawn.items):
        tiny = isinstance(item, Picture) and item.d * look.px < TINY
        if isinstance(item, Text | Badge | Picture) and not tiny:
            painter.paint_all(picture, replace(drawn, items=drawn.items[:n] + drawn.items[n + 1 :]))
            assert is_another(differing(picture, reference)), item


@pytest.fixture
def black(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame.Surface]:
    """A picture like its reference, but for another rasteriser's shade and nearly half a per cent here and there."""
    monkeypatch.delenv("MOPSBOX_GOLDENS", raising=False)
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    monkeypatch.setattr(goldens, "OUT", tmp_path / "out")
    picture = pygame.Surface((200, 100), 0, 32)
    pygame.image.save(picture, tmp_path / "it.png")
    picture.fill("#202020", (0, 0, 200, 50))
    for n in range(95):
        picture.set_at((10 + n % 19 * 8, 8 + n // 19 * 16), "#f4f1ea")
    yield picture


def test_another_picture_fails_and_is_left_with_what_differs(black: pygame.Surface, tmp_path: Path) -> None:
    compare(black, "it")
    black.fill("#f4f1ea", (10, 90, 20, 1))
    with pytest.raises(AssertionError, match=r"0\.5\d% of it differ"):
        compare(black, "it")
    differs = pygame.image.load(tmp_path / "out" / "it-differs.png")
    assert pygame.image.load(tmp_path / "out" / "it.png").get_at((15, 90))[:3] == (0xF4, 0xF1, 0xEA)
    assert differs.get_at((15, 90))[:3] == (255, 255, 255) and differs.get_at((100, 20))[:3] == (0, 0, 0)


@pytest.mark.parametrize("corner", [(0, 0), (21, 37), (194, 95)])
def test_so_does_a_single_digit_wherever_it_stands(black: pygame.Surface, corner: tuple[int, int]) -> None:
    black.fill("#000000")
    black.fill("#f4f1ea", (*corner, 6, 4))
    compare(black, "it")  # so little is a stroke's edge
    black.fill("#f4f1ea", (*corner, 6, 5))
    with pytest.raises(AssertionError, match=r"0\.15% of it differ, 12% of one block"):
        compare(black, "it")


def test_the_goldens_are_few_and_small() -> None:
    files = list(FOLDER.glob("*.png"))
    assert len(files) == len(GOLDENS) + 3  # three more are taken from a real window (tests/window)
    assert sum(file.stat().st_size for file in files) < 1_000_000
