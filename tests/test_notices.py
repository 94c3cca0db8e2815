"""What the table should know stands over every picture, and hides what is needed least (layout.md, rule 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mopsbox import front
from mopsbox.games.mopseinander import board, view
from mopsbox.games.mopseinander.host import HOUSE_RULES, PICTURES
from mopsbox.notices import PUGS, noticed
from mopsbox.scene import STAR, Badge, Item, Look, Scene, Slab, Text
from mopsbox.table import SEATS, SECOND, Seat

from .screens import AROUND, PANELS, T, bounds, outside, overlaps, plays

SEVEN = PANELS["7 inch"]
ENTRIES = ("go-on", "take-back", "close-round", "end-game", "leave", "language", "power-off")
OF_ONE_BUZZER = ("stuck", "chatter", "lamp-lost")
WORDS_OF_NOTICES = (
    *("disk-full", "disk-fault", "db-damaged", "config-bad", "late-edge", "edges-lost", "no-edge-log", "referee-dead"),
    *(
        "words-bad",
        "art-bad",
        "font-bad",
        "reader-dead",
        "gpio-none",
        "gpio-busy",
        "gpio-denied",
        "gpio-lost",
        "too-few",
        "too-many",
        *OF_ONE_BUZZER,
    ),
)
Box = tuple[float, float, float, float]


def strips(scene: Scene) -> list[Slab]:
    return [i for i in scene.items if isinstance(i, Slab) and i.fill == STAR and i.radius > 2]


def hidden(shown: Scene, word: str, look: Look, seat: Seat | None = None) -> list[tuple[Item, float]]:
    """What of the picture a notice hides, and how much of it."""
    found = []
    over = [bounds(strip) for strip in strips(noticed(shown, word, seat, look))]
    for item in shown.items:
        box = bounds(item)
        parts = [_part(strip, box) for strip in over]
        if sum(parts) > 0.02:
            found.append((item, sum(parts)))
    return found


def _part(a: Box, b: Box) -> float:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return w * h / ((b[2] - b[0]) * (b[3] - b[1])) if w > 0 and h > 0 else 0


def lobby(joined: int, look: Look) -> Scene:
    return front.lobby("Mopseinander", PICTURES, SEATS[:joined], None, joined > 1, 8, HOUSE_RULES, "Mopsen", T, look)


@pytest.mark.parametrize("look", PANELS.values(), ids=PANELS)
@pytest.mark.parametrize("word", WORDS_OF_NOTICES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_notice_is_one_sentence_that_fits_across_the_panel(look: Look, word: str, language: str) -> None:
    look = replace(look, language=language)
    scene = noticed(Scene(()), word, SEATS[2] if word in OF_ONE_BUZZER else None, look)
    assert not outside(scene, look) and not overlaps(scene)
    assert all(i.cap >= 4.699 for i in scene.items if isinstance(i, Text))
    assert len(strips(scene)) == 2


def test_it_is_read_from_both_long_sides_or_once_where_all_sit_in_front() -> None:
    for around, turns in (("around", [0, 180]), ("sides", [0, 180]), ("front", [0])):
        look = replace(SEVEN, seats_around=around)
        scene = noticed(lobby(1, look), "too-few", None, look, 2)
        assert [i.turn for i in scene.items if isinstance(i, Text) and i.text == "Mindestens 2 Spieler"] == turns


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_in_lobby_and_menu_it_hides_neither_badge_nor_word_nor_entry(panel: str, around: str) -> None:
    look = replace(PANELS[panel], seats_around=around)
    scenes = [lobby(joined, look) for joined in range(9)] + [front.menu(ENTRIES[:n], 0, T, look) for n in (3, 7)]
    for scene in scenes:
        for item, _ in hidden(scene, "too-many", look) + hidden(scene, "disk-full", look):
            assert not isinstance(item, Badge | Text), item
            assert not (isinstance(item, Slab) and item.tap), item


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_no_badge_is_hidden_so_far_that_nobody_knows_it(panel: str, around: str) -> None:
    look = replace(PANELS[panel], seats_around=around)
    for players in (2, 4, 8):
        for name, play in plays(players).items():
            scene = view.scene(play, T + 5 * SECOND, look)
            gone = [(i, part) for i, part in hidden(scene, "disk-full", look) if isinstance(i, Badge) and part > 0.65]
            assert not gone, (players, name, gone)


def test_it_hides_no_pug_of_a_race() -> None:
    for look in PANELS.values():
        scene = noticed(view.scene(plays(8)["race"], T + SECOND, look), "stuck", SEATS[0], look)
        laid = board.race_board(look)
        for strip in strips(scene):
            for _, y in laid.cells:
                assert abs(strip.y - y) >= strip.h / 2 + PUGS * laid.d / 2
