"""Pictures we looked at and found right: few and small, one at least of every kind of state, language, size,
arrangement and rotation. `make goldens` draws them anew; a failure leaves picture and differences in tests/out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from mopsbox.paint.snap import shot

from .catalogue import PANELS, pixels, scene, states
from .gallery import file_of
from .window import goldens
from .window.goldens import FOLDER, compare

LONG = 400  # px of a golden's longer side
GOLDENS = [  # state, panel, language, arrangement, rotation of the picture on the screen
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
]


@pytest.mark.parametrize(("state", "panel", "language", "around", "rotation"), GOLDENS)
def test_it_looks_as_it_did_when_we_looked_at_it(
    state: str, panel: str, language: str, around: str, rotation: int
) -> None:
    (shown,) = (one for one in states() if one.name == state)
    size = pixels(panel)
    part = LONG / max(size)
    look = replace(PANELS[panel], language=language, seats_around=around)  # type: ignore[arg-type]
    small = round(size[0] * part), round(size[1] * part)
    surface = small[::-1] if rotation % 180 else small
    picture = shot(scene(shown, look), replace(look, px=look.px * part), surface, rotation)
    compare(picture, file_of(f"{GOLDENS.index((state, panel, language, around, rotation)) + 1:02} {state}")[:-4])


def test_another_picture_fails_and_is_left_with_what_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOPSBOX_GOLDENS", raising=False)
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    monkeypatch.setattr(goldens, "OUT", tmp_path / "out")
    picture = pygame.Surface((200, 100), 0, 32)
    pygame.image.save(picture, tmp_path / "it.png")
    picture.fill("#202020", (0, 0, 200, 50))  # another rasteriser's shade
    picture.fill("#f4f1ea", (10, 10, 9, 10))  # nearly half a per cent of it
    compare(picture, "it")
    picture.fill("#f4f1ea", (10, 10, 12, 10))
    with pytest.raises(AssertionError, match="differ"):
        compare(picture, "it")
    differs = pygame.image.load(tmp_path / "out" / "it-differs.png")
    assert pygame.image.load(tmp_path / "out" / "it.png").get_at((15, 15))[:3] == (0xF4, 0xF1, 0xEA)
    assert differs.get_at((15, 15))[:3] == (255, 255, 255) and differs.get_at((100, 20))[:3] == (0, 0, 0)


def test_the_goldens_are_few_and_small() -> None:
    files = list(FOLDER.glob("*.png"))
    assert len(files) == len(GOLDENS) + 3  # three more are taken from a real window (tests/window)
    assert sum(file.stat().st_size for file in files) < 1_000_000
