"""Words: sizes in millimetres hold, and the views' reckoning agrees with what is painted."""

from __future__ import annotations

import pygame
import pytest

from mopsbox import look
from mopsbox.paint import measure, text
from mopsbox.paint.snap import shot
from mopsbox.scene import Look, Scene, Text

WORDS = (
    "Drück deinen Buzzer", "Press your buzzer", "Mopseinander", "Nimm einen!", "Wie viele?", "würfeln", "weniger",
    "Deine Zahl?", "Who won the trick?", "Welche Farbe?", "gleichauf, per Los", "+18 300 µs", "12", "5 × 3 = 15",
    "zurück", "Rückgängig", "Ausschalten", "Self-check", "So geht’s",
)  # fmt: skip


@pytest.mark.parametrize("bold", (False, True))
@pytest.mark.parametrize("words", WORDS)
def test_the_reckoned_width_is_the_painted_one(words: str, bold: bool) -> None:
    for cap in (26, 36, 52):
        painted = text.font(round(cap / text.CAP), bold).size(words)[0]
        assert look.width(words, cap, bold) == pytest.approx(painted, rel=0.03)


def test_the_shipped_advances_are_those_of_the_shipped_fonts() -> None:
    pygame.font.init()
    assert (text.FONTS[False].parent / "advances.py").read_text("utf-8") == measure.module()


def test_both_weights_have_the_signs_of_both_languages() -> None:
    assert set("äöüÄÖÜßéµ×·’–—…−+=0123456789„“”?!") <= look.SIGNS


def test_the_licence_of_the_fonts_is_shipped() -> None:
    assert "SIL OPEN FONT LICENSE" in (text.FONTS[False].parent / "OFL.txt").read_text("utf-8")


def test_only_numerals_that_turn_into_others_get_a_foot() -> None:
    """layout.md, rule 5."""
    assert [n for n in range(100) if look.foot(str(n))] == [6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89, 91, 98, 99]
    assert not look.foot("") and not look.foot("x6") and not look.foot("+6") and not look.foot("²")


def ink(item: Text) -> pygame.Rect:
    """Where the words stand, in mm times 10."""
    picture = shot(Scene((item,)), Look(w=80, h=50, px=10), (800, 500))
    (box,) = pygame.mask.from_threshold(picture, (255, 255, 255), (90, 90, 90, 255)).get_bounding_rects() or [None]
    return box


@pytest.mark.parametrize("cap", (4.7, 6.4, 12.5))
def test_a_capital_is_as_high_as_asked_and_stands_around_its_middle(cap: float) -> None:
    box = ink(Text("H", 40, 25, cap, "#ffffff"))
    assert box.h == pytest.approx(cap * 10, abs=2)
    assert box.centery == pytest.approx(250, abs=2)
    assert box.centerx == pytest.approx(400, abs=2)


def test_words_turn_about_their_anchor() -> None:
    right = ink(Text("H", 40, 25, 6, "#ffffff", anchor="left"))
    down = ink(Text("H", 40, 25, 6, "#ffffff", turn=90, anchor="left"))
    left = ink(Text("H", 40, 25, 6, "#ffffff", turn=180, anchor="left"))
    assert right.left >= 400 and right.centery == pytest.approx(250, abs=2)
    assert down.top >= 250 and down.centerx == pytest.approx(400, abs=2)
    assert left.right <= 400 and left.centery == pytest.approx(250, abs=2)
    assert down.size == right.size[::-1]


def test_the_foot_line_lies_under_the_numeral() -> None:
    picture = shot(Scene((Text("9", 40, 25, 10, "#ffffff", foot=True),)), Look(w=80, h=50, px=10), (800, 500))
    line, digit = sorted(
        pygame.mask.from_threshold(picture, (255, 255, 255), (90, 90, 90, 255)).get_bounding_rects(), key=lambda r: r.h
    )
    assert line.top > digit.bottom
    assert line.left <= digit.left and line.right >= digit.right
