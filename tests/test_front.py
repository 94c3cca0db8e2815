"""The box's own screens (layout.md, States)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox import attract, front
from mopsbox.games import GAMES
from mopsbox.icons import icon
from mopsbox.scene import Badge, Disc, Look, Scene, Shape, Slab, Text, hit
from mopsbox.table import SEATS, Seat
from mopsbox.words import say

from .screens import PANELS, T, bounds, texts

SEVEN = PANELS["7 inch"]
HOUSE = GAMES["mopseinander"].host.HOUSE_RULES
PICTURES = GAMES["mopseinander"].host.PICTURES
ENTRIES = ("go-on", "take-back", "close-round", "end-game", "leave", "settings", "power-off")
MOPSENS = ("correct", "leader", "enter-cards", "enter-tricks", "test-buzzers", "how-to")
MOST = ("go-on", "take-back", "correct", "leader", "enter-cards", "end-here", "leave", "settings", "power-off")


def lobby(joined: tuple[Seat, ...], look: Look = SEVEN, **more: object) -> Scene:
    given = {"holding": None, "fits": len(joined) >= 2, "most": 8, "house": HOUSE, "other": "Mopsen", **more}
    return front.lobby("Mopseinander", PICTURES, joined, t=T, look=look, **given)  # type: ignore[arg-type]


# --- lobby


def test_the_lobby_shows_who_is_in_at_their_place_and_in_the_row() -> None:
    scene = lobby((SEATS[0], SEATS[2], SEATS[3]))
    badges = [i for i in scene.items if isinstance(i, Badge)]
    assert sorted(b.seat for b in badges if b.look == "on") == [1, 1, 3, 3, 4, 4]
    assert [b.seat for b in badges if b.look == "free"] == [2]
    assert {"los", "Mopsen"} <= set(texts(scene)) and texts(scene).count("Mopseinander") == 2


def test_d5_the_house_rule_is_said_from_the_fifth_player_on() -> None:
    assert "Drück deinen Buzzer" in texts(lobby(SEATS[:4]))
    assert texts(lobby(SEATS[:5])).count("24 Untersetzer") == 2
    assert "24 Untersetzer" not in texts(lobby(SEATS[:5], most=5, house={}))


def test_who_plays_by_a_house_rule_stands_beyond_a_gap_in_the_row() -> None:
    def gaps(**more: object) -> set[float]:
        row = [i.x for i in lobby((), **more).items if isinstance(i, Disc) and i.fill is None]
        return {round(b - a, 3) for a, b in pairwise(row)}

    assert len(gaps()) == 2
    assert len(gaps(house={})) == 1


def test_the_row_has_a_place_for_everybody_who_may_play() -> None:
    for most in (5, 8):
        scene = lobby(SEATS[:2], most=most)
        rings = [i for i in scene.items if isinstance(i, Disc) and i.fill is None]
        assert len(rings) == most - 2


def test_who_is_too_many_for_a_game_is_shown_dim_and_how_many_may_play_is_said() -> None:
    """The sixth in a lobby of Mopsen was not seen at all: nobody knew why it did not start."""
    scene = lobby(SEATS[:6], most=5, house={}, fits=False)
    row = [i for i in scene.items if isinstance(i, Badge) and i.d < 7]
    assert [(i.seat, i.look) for i in row] == [*((s, "on") for s in SEATS[:5]), (SEATS[5], "free")]
    assert texts(scene).count("Höchstens 5 Spieler") == 2
    at_place = [i.look for i in scene.items if isinstance(i, Badge) and i.d > 7 and i.seat in SEATS[:6]]
    assert at_place.count("free") == 1
    assert "Höchstens 5 Spieler" not in texts(lobby(SEATS[:5], most=5, house={}))


def test_where_all_sit_in_front_everything_is_said_once_and_upright() -> None:
    look = replace(SEVEN, seats_around="front")
    for scene in (lobby(SEATS, look), front.offer("Mopseinander", SEATS, T, look), attract.scene(T, T, look)):
        assert all(i.turn == 0 for i in scene.items if isinstance(i, Text | Badge))
        assert len(texts(scene)) == len(set(texts(scene)))


@pytest.mark.parametrize("players", [7, 8])
def test_who_sits_at_the_end_of_a_long_side_is_seen_to_be_in(players: int) -> None:
    """Their place has no bar, so it looked like a free one."""
    look = replace(SEVEN, seats_around="sides")
    scene = lobby(SEATS[:players], look)
    ends = [i for i in scene.items if isinstance(i, Slab) and i.round == "top" and i.turn % 180 == 90]
    assert len(ends) == 2
    for end in ends:
        left, top, right, bottom = bounds(end)
        ticks = [i for i in scene.items if isinstance(i, Shape) and left < i.points[0][0] < right]
        assert len([i for i in ticks if top < i.points[0][1] < bottom]) == 1


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize("players", range(2, 9))
def test_also_in_front_who_is_in_has_a_tick_and_who_leaves_a_cross(panel: str, players: int) -> None:
    look = replace(PANELS[panel], seats_around="front")
    scene = lobby(SEATS[:players], look, holding=SEATS[0])
    plates = [i for i in scene.items if isinstance(i, Slab) and i.round == "top"]
    assert len(plates) == players
    for n, plate in enumerate(sorted(plates, key=lambda plate: plate.x)):
        left, top, right, bottom = bounds(plate)
        strokes = [i.points for i in scene.items if isinstance(i, Shape) and top < i.points[0][1] < bottom]
        on_it = [points for points in strokes if all(left < x < right for x, _ in points)]
        assert [len(points) for points in on_it] == ([4, 4] if n == 0 else [6]), n  # two strokes, or one with a bend


def test_two_games_need_one_key_more_of_them_both() -> None:
    taps = [{i.tap for i in lobby((), back=back).items if isinstance(i, Slab)} for back in (False, True)]
    assert [("key-right", 0) in each for each in taps] == [True, True]
    assert [("key-left", 0) in each for each in taps] == [False, True]


def test_start_is_offered_only_when_the_number_fits() -> None:
    taps = {i.tap for i in lobby(SEATS[:1]).items if isinstance(i, Slab)}
    assert ("key-ok", 0) not in taps
    assert ("key-ok", 0) in {i.tap for i in lobby(SEATS[:2]).items if isinstance(i, Slab)}


def test_who_is_just_leaving_looks_different() -> None:
    assert lobby(SEATS[:3], holding=SEATS[1]) != lobby(SEATS[:3])


def test_free_places_breathe_in_the_lobby_and_joined_ones_are_lit() -> None:
    assert front.lobby_lamps((SEATS[0], SEATS[7])) == {
        s: "on" if s in (SEATS[0], SEATS[7]) else "breathing" for s in SEATS
    }


# --- offer, menu


def test_an_unfinished_game_is_offered_with_its_players() -> None:
    scene = front.offer("Mopseinander", (SEATS[1], SEATS[3]), T, SEVEN)
    assert [i.seat for i in scene.items if isinstance(i, Badge)] == [2, 4]
    assert {"neu", "weiter"} <= set(texts(scene)) and texts(scene).count("Spiel geht weiter?") == 2


def test_every_menu_entry_can_be_touched_and_the_chosen_one_is_lit() -> None:
    scene = front.menu(ENTRIES, 3, T, SEVEN)
    entries = [i for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "choose"]
    assert [i.tap for i in entries] == [("choose", n) for n in range(len(ENTRIES))]
    assert all(hit(scene, i.x, i.y) == i.tap for i in entries)
    assert len({i.fill for n, i in enumerate(entries) if n != 3}) == 1 and entries[3].fill != entries[0].fill
    lit = [i for i in scene.items if isinstance(i, Text) and i.bold]
    assert [i.text for i in lit] == [say("end-game", "de")]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("panel", PANELS)
def test_every_menu_label_fits_its_cell_also_when_chosen(panel: str, language: str) -> None:
    look = replace(PANELS[panel], language=language)
    for entries, chosen in ((e, n) for e in (ENTRIES, MOST, MOPSENS) for n in range(len(e))):
        scene = front.menu(entries, chosen, T, look)
        cells = [i for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "choose"]
        for cell, entry in zip(cells, entries, strict=True):
            words = say(entry, language)
            label = next(i for i in scene.items if isinstance(i, Text) and i.text == words)
            assert bounds(label)[2] <= cell.x + cell.w / 2 - 1, label
            assert bounds(label)[0] >= cell.x - cell.w / 2 + 10, label


def test_every_menu_entry_has_a_sign_of_its_own() -> None:
    made = [icon(e, 0, 0, 7, "#ffffff", "#000000") for e in (*ENTRIES, *MOPSENS, "a word without one")]
    assert len(set(made)) == len(ENTRIES) + len(MOPSENS) + 1
