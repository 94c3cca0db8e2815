"""What the table should know stands over every picture, and hides what is needed least (layout.md, rule 3)."""

from __future__ import annotations

import math
from dataclasses import replace

import pygame
import pytest

from mopsbox import front
from mopsbox import furniture as f
from mopsbox.games.mopseinander import view
from mopsbox.games.mopseinander.host import HOUSE_RULES, PICTURES
from mopsbox.notices import PUGS, noticed
from mopsbox.paint.snap import shot
from mopsbox.scene import KEYS, STAR, Badge, Coaster, Disc, Item, Look, Picture, Scene, Slab, Text
from mopsbox.stage import Notice
from mopsbox.table import SEATS, SECOND, Seat
from mopsbox.words import say

from .catalogue import PANELS as STATES_ON
from .catalogue import Shown, states
from .catalogue import scene as shown
from .screens import AROUND, PANELS, Cover, T, bounds, cover, gap, outside, overlaps, plays, texts

SEVEN = PANELS["7 inch"]
ENGLISH = replace(SEVEN, language="en")
ENTRIES = ("go-on", "take-back", "close-round", "end-game", "leave", "language", "power-off")
OF_ONE_BUZZER = ("stuck", "chatter", "lamp-lost")
WORDS_OF_NOTICES = (
    *(
        "disk-full",
        "disk-fault",
        "db-damaged",
        "db-doubt",
        "config-bad",
        "late-edge",
        "edges-lost",
        "no-edge-log",
        "referee-dead",
    ),
    *(
        "backup-bad",
        "exporting",
        "exported",
        "export-failed",
        "stick-full",
        "sticks",
        "no-stick",
        "words-bad",
        "art-bad",
        "font-bad",
        "referee-fault",
        "game-file-bad",
        "reader-dead",
        "gpio-none",
        "gpio-busy",
        "gpio-denied",
        "gpio-lost",
        "hub-lost",
        "hub-busy",
        "hub-denied",
        "hub-silent",
        "hub-other",
        "hub-clock",
        "hub-two",
        "too-few",
        "too-many",
        "no-sound",
        "sound-bad",
        "low-power",
        "no-power-off",
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


@pytest.mark.parametrize("word", WORDS_OF_NOTICES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_all_of_its_letters_lie_on_its_ground(word: str, language: str) -> None:
    """Their ink is as dark as the table: what stands out is cut off."""
    look, size = replace(SEVEN, language=language), (800, 480)
    shown = lobby(2, look)
    scene = noticed(shown, word, SEATS[2] if word in OF_ONE_BUZZER else None, look)
    written = [i for i in scene.items[len(shown.items) :] if isinstance(i, Text)]
    without = replace(scene, items=tuple(i for i in scene.items if i not in written))
    same = pygame.mask.from_threshold(shot(scene, look, size), (0, 0, 0), (40, 40, 40, 255), shot(without, look, size))
    same.invert()
    ink = same.get_bounding_rects()
    assert len(ink) > 10
    grounds = [[edge * look.px for edge in bounds(strip)] for strip in strips(scene)]
    for rect in ink:
        assert any(
            left <= rect.left and top <= rect.top + 0.5 and rect.right <= right and rect.bottom - 0.5 <= bottom
            for left, top, right, bottom in grounds
        ), (rect, grounds)


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


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", STATES_ON)
@pytest.mark.parametrize("name", ["race", "reopened"])
def test_it_hides_no_pug_no_die_and_no_badge_of_a_race(panel: str, around: str, name: str) -> None:
    look = replace(STATES_ON[panel], seats_around=around)  # type: ignore[arg-type]
    for players in range(2, 9):
        for word, seat in (("stuck", SEATS[0]), ("disk-full", None)):
            (state,) = named(f"mopseinander of {players}, {name}")
            scene = shown(told(state, word, seat), look)
            strips_ = [bounds(i) for i in strips(scene)]
            assert len(strips_) == (1 if around == "front" else 2)
            first = next(i for i, item in enumerate(scene.items) if item in strips(scene))
            for item in scene.items[:first]:
                if isinstance(item, Badge | Picture):
                    assert all(_part(strip, bounds(item)) < 0.1 for strip in strips_), (players, item)
                elif isinstance(item, Coaster) and not item.back:
                    assert all(_far(strip, item.x, item.y) > PUGS * item.d / 2 for strip in strips_), (players, item)


def told(state: Shown, word: str, seat: Seat | None = None) -> Shown:
    """The same state with that notice over it."""
    return replace(state, box=replace(state.box, notices=(("here", Notice(word, seat)),)))


def _far(box: Box, x: float, y: float) -> float:
    """From a point to a box."""
    return math.hypot(max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0))


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", STATES_ON)
def test_what_does_not_fit_into_a_race_is_said_when_it_is_over(panel: str, around: str) -> None:
    look = replace(STATES_ON[panel], seats_around=around, language="en")  # type: ignore[arg-type]
    (race,), (right,) = named("mopseinander of 8, race"), named("mopseinander of 8, right")
    assert "!" in texts(shown(told(race, "disk-full"), look))
    assert {"Disk full: make room", "Disk full:"} & set(texts(shown(told(right, "disk-full"), look)))


@pytest.mark.parametrize("word", ["config-bad", "words-bad", "sound-bad"])
def test_all_of_every_letter_lies_on_its_ground(word: str) -> None:
    for look in STATES_ON.values():
        scene = noticed(Scene(()), word, None, look)
        unit = f.unit(look)
        for ground in strips(scene):
            left, top, right, bottom = bounds(ground)
            inside = [i for i in scene.items if isinstance(i, Text) and _part(bounds(ground), bounds(i)) > 0.5]
            boxes = [bounds(i) for i in inside]
            gaps = [(a - left, b - top, right - c, bottom - d) for a, b, c, d in boxes]
            assert gaps and all(min(gap) > 0.6 * unit for gap in gaps), gaps


@pytest.mark.parametrize("panel", [name for name in STATES_ON if name.endswith("upright")])
@pytest.mark.parametrize("start", ["menu, attract", "settings, shipped"])
def test_over_an_upright_page_it_stands_upright(panel: str, start: str) -> None:
    for state in named(start):
        scene = shown(told(state, "config-bad"), STATES_ON[panel])
        over = [i for i in scene.items if isinstance(i, Text) and i.colour == KEYS and i.text == "!"]
        assert [i.turn for i in over] == [0, 180], state.name


# --- a box that cannot be heard


def mute(scene: Scene) -> list[Item]:
    """The small sign; the settings show the same one large."""
    return [i for i in scene.items if isinstance(i, Picture) and i.name == "icon_mute" and i.d < 11]


def unheard(state: Shown, *more: tuple[str, Notice]) -> Shown:
    """The same state at a box without a sound card, which was noticed first."""
    notices = (("sound", Notice("no-sound")), *state.box.notices, *more)
    return replace(state, box=replace(state.box, notices=notices))


def ground(item: Item, look: Look) -> bool:
    """The keys' strip, and what a finger feels and no eye sees."""
    return isinstance(item, Slab) and item.line is None and (item.fill is None or (item.w >= look.w and item.h > 6))


def named(start: str) -> list[Shown]:
    found = [state for state in states() if state.name.startswith(start)]
    assert found
    return found


def apart(sign: Item, item: Item) -> float:
    """Room between the round sign and what else is there."""
    assert isinstance(sign, Picture)
    disc = Cover(sign, sign.x, sign.y, r=sign.d / 2)
    if isinstance(item, Disc):
        far = math.hypot(item.x - sign.x, item.y - sign.y)
        return max(far - item.d / 2, item.d / 2 - far if item.fill is None else -far) - sign.d / 2
    a, b, c, d = bounds(item)
    return gap(disc, cover(item) or Cover(item, (a + c) / 2, (b + d) / 2, w=(c - a) / 2, h=(d - b) / 2))


@pytest.mark.parametrize(
    ("panel", "around"),
    [("7 inch", "around"), ("7 inch", "sides"), ("24 inch", "front"), ("10 inch, upright", "around")],
)
def test_the_sign_that_there_is_no_sound_is_always_there_and_lies_on_nothing(panel: str, around: str) -> None:
    """On a 7-inch panel every race was one of the pictures that had no room for it."""
    look = replace(STATES_ON[panel], seats_around=around)  # type: ignore[arg-type]
    for state in states():
        scene = shown(unheard(state), look)
        if state.box.mode == "attract" and state.box.menu is None:
            continue  # there its words are enough
        (sign,) = mute(scene)
        a, b, c, d = bounds(sign)
        assert min(a, b) > 0 and c < look.w and d < look.h
        below = [i for i in scene.items[: scene.items.index(sign) - 1] if not ground(i, look)]
        assert not [i for i in below if apart(sign, i) < 0], state.name


@pytest.mark.parametrize("start", ["lobby", "offer", "menu", "settings", "wizard", "mopsen of 3, table"])
def test_the_sign_is_there_wherever_there_is_time_to_look_for_it(start: str) -> None:
    for state in named(start):
        assert len(mute(shown(unheard(state), ENGLISH))) == 1, state.name
        assert not mute(shown(state, ENGLISH)), "a box that can be heard has none"


def test_who_comes_to_the_box_reads_why_and_a_game_goes_on_without_the_words() -> None:
    said = "No sound: no speaker found"
    for start, reads in (("lobby", True), ("offer", True), ("mopseinander of 4", False), ("mopsen of 4", False)):
        for state in named(start):
            assert (said in texts(shown(unheard(state), ENGLISH))) == reads, state.name
    at_first, later = (state for state in named("attract") if state.name in ("attract 7 s", "attract 130 s"))
    assert said in texts(shown(unheard(at_first), ENGLISH))
    quiet = shown(unheard(later), ENGLISH)
    assert said not in texts(quiet) and not mute(quiet), "nothing burns in"


def test_another_notice_is_read_before_and_after_the_missing_sound() -> None:
    (game,) = named("mopseinander of 4, fill more")
    full = ("store", Notice("disk-full"))
    for state in (unheard(game, full), unheard(replace(game, box=replace(game.box, notices=(full,))))):
        scene = shown(state, ENGLISH)
        assert "Disk full: make room" in texts(scene) and len(mute(scene)) == 1


def test_a_sound_that_is_missing_is_told_in_the_lobby_without_the_sign() -> None:
    (lobby,) = named("lobby of 4, mopsen")
    state = replace(lobby, box=replace(lobby.box, notices=(("sound-file", Notice("sound-bad")),)))
    scene = shown(state, ENGLISH)
    assert "A sound is missing: reinstall" in texts(scene) and not mute(scene)


LASTING = {
    "config": "config-bad",
    "game-file": "game-file-bad",
    "words": "words-bad",
    "art-bad": "art-bad",
    "font-bad": "font-bad",
}  # by source


@pytest.mark.parametrize("source", LASTING)
def test_what_stays_all_evening_is_read_before_a_game_and_never_over_one(source: str) -> None:
    """A line of the settings file was misspelt: the sentence lay over every race, and burned in."""
    word = LASTING[source]
    told = (source, Notice(word))
    for start, reads in (("lobby", True), ("offer", True), ("mopseinander of 4", False), ("mopsen of 4", False)):
        for state in named(start):
            box = replace(state.box, notices=(*state.box.notices, told))
            assert (say(word, "en") in texts(shown(replace(state, box=box), ENGLISH))) == reads, state.name
    for name, reads in (("attract 7 s", True), ("attract 130 s", False)):
        (state,) = named(name)
        assert (
            say(word, "en") in texts(shown(replace(state, box=replace(state.box, notices=(told,))), ENGLISH))
        ) == reads


def test_a_setting_that_could_not_be_kept_is_said_where_it_was_set() -> None:
    (state,) = named("settings in a game")
    box = replace(state.box, notices=(("config", Notice("disk-full")),))
    assert say("disk-full", "en") in texts(shown(replace(state, box=box), ENGLISH))
    playing = replace(box, page=None, menu=None)
    assert say("disk-full", "en") not in texts(shown(replace(state, box=playing), ENGLISH))
