"""Mopsen's screens: what stands where, and what is never told (layout.md, rules.md)."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox import furniture as f
from mopsbox import journal, seating, show
from mopsbox.games.mopsen import asking, cardplay, correcting, host, plates, suits, view, view_correct
from mopsbox.games.mopsen import draft as drafts
from mopsbox.games.mopsen.cards import COLOURS, Card
from mopsbox.games.mopsen.counting import tally, totals
from mopsbox.games.mopsen.play import CLIMB, COUNT_STEP, Play, teller, values
from mopsbox.games.mopsen.state import Revoke
from mopsbox.scene import (
    GROUND,
    HIGH,
    INK,
    KEYS,
    LOW,
    MAT,
    SEAT_COLOURS,
    STAR,
    STAR_ON_LIGHT,
    Badge,
    Disc,
    Look,
    Picture,
    Scene,
    Shape,
    Slab,
    Text,
)
from mopsbox.table import SECOND, Seat
from mopsbox.words import say

from ..at_table import Table
from ..catalogue import LANGUAGES, at
from ..catalogue import PANELS as ALL_PANELS
from ..clean import faults
from ..screens import AROUND, PANELS, T, bounds, cut, outside, overlaps, texts
from .mopsen_screens import add, begin, cards, exchanging, plain, plays, quick, told
from .mopsen_tables import random_game

LATE = T + 5 * SECOND  # every motion is over, a remark still stands
SETTINGS = [(panel, around) for panel in PANELS for around in AROUND]
PLAYERS = (3, 4, 5)


def looks(panel: str, around: str, language: str = "de") -> Look:
    return replace(PANELS[panel], seats_around=around, language=language)


def shown(play: Play, look: Look, t: int = LATE) -> Scene:
    return view.scene(play, t, look)


def is_remark(item: object) -> bool:
    return isinstance(item, Slab) and item.line == STAR


# --- every screen, every panel, every number of players


def test_a_page_turned_to_the_other_side_is_the_same_page_turned_round() -> None:
    look = looks("7 inch", "around")
    floor = seating.floor_of(look, strip=True)
    for players in PLAYERS:
        for name in ("sheet", "pick trick", "change all"):
            play = replace(plays(players)[name], turned=False)
            there, here = shown(replace(play, turned=True), look), shown(play, look)
            for item, other in zip(there.items, here.items, strict=True):
                left, top, right, bottom = bounds(other)
                if top < floor - 0.1:
                    wanted = look.w - right, floor - bottom, look.w - left, floor - top
                    assert bounds(item) == pytest.approx(wanted, abs=1e-3), (name, other)
                else:
                    assert item == other  # the keys stay where they are


# --- the four colours


def shape(item: object) -> tuple[str, int]:
    return type(item).__name__, len(item.points) if isinstance(item, Shape) else 0


def test_every_colour_has_a_shape_and_an_animal_of_its_own() -> None:
    signs = [suits.sign(colour, 0, 0, 4, INK) for colour in COLOURS]
    assert len({shape(sign) for sign in signs}) == 4
    for drawing in (suits.animal, suits.head):
        assert len({drawing(colour, 0, 0, 9).name for colour in COLOURS}) == 4


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_signs_are_seen_on_what_they_lie_on_and_words_on_a_filled_plate() -> None:
    for colour in COLOURS:
        assert all(contrast(suits.ON_DARK[colour], ground) >= 4.5 for ground in (GROUND, LOW, KEYS)), colour
        assert contrast(suits.ON_DARK[colour], HIGH) >= 3.9, colour
        assert all(contrast(suits.ON_LIGHT[colour], ground) >= 3.5 for ground in (MAT, INK)), colour
    for colour in SEAT_COLOURS:
        paint = plates.filled(colour)
        assert contrast(paint.ink, paint.ground) >= 4.5 and contrast(paint.on_paper, paint.paper) >= 4.5
    assert contrast(plates.DARK.on_paper, plates.DARK.paper) >= 7


# --- the queue


def tiles(scene: Scene) -> list[Slab]:
    """The tiles of the queue, as they are painted."""
    lines = {*suits.ON_DARK.values(), INK}
    return [
        i for i in scene.items if isinstance(i, Slab) and i.line in lines and i.h == pytest.approx(i.w * suits.TALL)
    ]


def colour_of(tile: Slab, scene: Scene) -> str:
    inside = [i for i in scene.items if isinstance(i, Picture) and abs(i.x - tile.x) < 0.01]
    return inside[0].name.removeprefix("tile_")


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_r30_the_strongest_colour_is_the_largest_tile_and_all_four_lie_in_order(panel: str, around: str) -> None:
    for players in PLAYERS:
        play = plays(players)["table"]
        scene = shown(play, looks(panel, around))
        lying = tiles(scene)
        assert [colour_of(tile, scene) for tile in lying] == list(play.state.queue)
        assert all(a.w > 1.15 * b.w and a.x < b.x for a, b in pairwise(lying))


def test_the_largest_tile_is_as_large_as_the_layout_promises() -> None:
    """screens/layout.md's picture has 34 by 42 mm where plates stand all around."""
    for players, least in ((3, 35), (4, 35), (5, 34)):
        largest = tiles(shown(plays(players)["table"], PANELS["7 inch"]))[0]
        assert largest.w >= least


def test_a_tile_tells_its_strength_to_both_long_sides() -> None:
    for n, colour in enumerate(COLOURS):
        items = suits.tile(colour, suits.Slot(50, 40, 30), 4 - n)
        pips = [i for i in items if isinstance(i, Disc) and i.fill == INK]
        assert len(pips) == 2 * (4 - n)
        assert {(round(100 - p.x, 2), round(80 - p.y, 2)) for p in pips} == {
            (round(p.x, 2), round(p.y, 2)) for p in pips
        }


def test_r49_the_tile_climbs_over_the_others_and_then_stands_still() -> None:
    look, play = PANELS["7 inch"], plays(4)["climbed"]
    colour = play.state.queue[0]
    still = shown(replace(play, ended=None), look)
    begin, middle, end = (shown(play, look, T + part * CLIMB // 4) for part in (0, 2, 4))
    assert begin.moving and middle.moving and not end.moving and end == still
    assert colour_of(tiles(middle)[-1], middle) == colour and tiles(middle)[-1].line == INK
    widths = [next(i.w for i in tiles(s) if colour_of(i, s) == colour) for s in (begin, middle, end)]
    assert widths == sorted(widths) and widths[0] < widths[2] / 1.5


def test_b12_nothing_moves_when_the_colour_was_on_top() -> None:
    play = plays(4)["climbed"]
    assert play.ended is not None
    same = replace(play, ended=replace(play.ended, queue=play.state.queue))
    assert not shown(same, PANELS["7 inch"], T + CLIMB // 2).moving


# --- plates


def plate_of(scene: Scene, seat: int) -> tuple[Slab, list[str]]:
    """A seat's plate and the words on it."""
    plate = next(i for i in scene.items if isinstance(i, Slab) and i.tap == ("seat", seat) and i.round == "top")
    left, top, right, bottom = bounds(plate)
    words = [i for i in scene.items if isinstance(i, Text) and left <= i.x <= right and top <= i.y <= bottom]
    return plate, [i.text for i in words]


@pytest.mark.parametrize("around", AROUND)
def test_every_plate_has_cards_bowl_total_and_what_the_round_adds(around: str) -> None:
    for players in PLAYERS:
        play = plays(players)["table"]
        state, scene = play.state, shown(play, looks("7 inch", around))
        for i, seat in enumerate(state.setup.seats):
            bowl = (7 if players == 3 else 5) if state.bowls[i] is None else state.bowls[i]
            wanted = [state.counts[i], bowl, totals(state)[i], f"+{bowl + state.counts[i]}"]
            assert sorted(plate_of(scene, seat)[1]) == sorted(map(str, wanted))


def test_r59_an_empty_bowl_is_outlined_and_one_with_a_card_without_bones_is_not() -> None:
    def shapes(bones: int | None) -> int:
        return sum(isinstance(i, Shape) for i in plates.bowl(bones, 5, plates.DARK, 1).items)

    assert shapes(None) == 2 and shapes(0) == shapes(5) == 1
    assert [i.text for i in plates.bowl(None, 5, plates.DARK, 1).items if isinstance(i, Text)] == ["5"]


@pytest.mark.parametrize("around", AROUND)
def test_the_leaders_plate_alone_is_filled_and_points_to_the_middle(around: str) -> None:
    for players in PLAYERS:
        play = plays(players)["table"]
        scene = shown(play, looks("7 inch", around))
        fills = {seat: plate_of(scene, seat)[0].fill for seat in play.state.setup.seats}
        leader = play.state.leader
        assert fills[leader] == SEAT_COLOURS[leader - 1]
        assert {fill for seat, fill in fills.items() if seat != leader} == {LOW}
        left, top, right, bottom = bounds(plate_of(scene, leader)[0])
        shapes = [i for i in scene.items if isinstance(i, Shape) and i.colour == SEAT_COLOURS[leader - 1]]
        tongues = [i for i in shapes if bounds(i)[1] < 76]  # not the signs of the keys
        assert len(tongues) == 1
        x, y = tongues[0].points[1]
        assert not (left < x < right and top < y < bottom)


def test_plates_are_turned_to_those_who_sit_there() -> None:
    scene = shown(plays(5)["table"], looks("7 inch", "around"))
    turns = {}
    for seat in range(1, 6):
        left, top, right, bottom = bounds(plate_of(scene, seat)[0])
        turns[seat] = {
            i.turn for i in scene.items if isinstance(i, Text) and left <= i.x <= right and top <= i.y <= bottom
        }
    assert turns == {1: {0}, 2: {90}, 3: {180}, 4: {180}, 5: {270}}


def test_nobodys_hand_is_in_a_picture() -> None:
    """The box knows begged cards in hands; no screen but the trick that shows them lying open may tell them."""
    for players in PLAYERS:
        play = told(cards(players, 4, 0))
        assert any(play.state.hands)
        scene = shown(play, PANELS["7 inch"])
        bare = replace(play.state, hands=((),) * players)
        assert scene == shown(replace(play, history=replace(play.history, state=bare)), PANELS["7 inch"])


@pytest.mark.parametrize("seed", range(3))
def test_a_game_whose_hands_are_known_tells_nothing_of_them(seed: int) -> None:
    """In full mode the box knows every hand: the entry must not offer what is in it."""
    game = random_game(seed)
    states = [state for state, _ in game if state.phase == "trick" and len(state.table) == 1][:20]
    for state in states:
        play = told(begin(len(state.setup.seats)))
        asked = asking.ask(replace(play, history=replace(play.history, state=state)), T)
        mixed = replace(state, hands=tuple(reversed(state.hands)))
        other = asking.ask(replace(play, history=replace(play.history, state=mixed)), T)
        assert shown(asked, PANELS["7 inch"]) == shown(other, PANELS["7 inch"])


# --- a whole trick


def test_who_won_is_asked_of_both_long_sides_and_every_badge_may_be_touched() -> None:
    play = plays(5)["trick 0 of 1"]
    scene = shown(play, looks("7 inch", "around"))
    assert texts(scene).count("Wer hat den Stich?") == 2
    assert {i.tap[1] for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "seat"} == {1, 2, 3, 4, 5}
    assert texts(shown(play, looks("7 inch", "front"))).count("Wer hat den Stich?") == 1


@pytest.mark.parametrize("around", AROUND)
def test_bones_are_asked_at_the_winners_edge_nought_to_nine(around: str) -> None:
    for seat in range(1, 6):
        play = plays(5)[f"trick 1 of {seat}"]
        scene = shown(play, looks("7 inch", around))
        keys = [i for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "bones"]
        assert [k.tap[1] for k in keys if k.tap] == list(range(10))
        place = seating.places(play.state.setup.seats, looks("7 inch", around), 76)[Seat(seat)]
        assert {k.turn for k in keys} == {place.turn}
        assert [k.tap[1] for k in keys if k.tap and k.line == INK] == [play.bones]  # proposed: outlined
        assert not any(k.fill == INK for k in keys)
        said = shown(replace(play, bones=9, touched=True), looks("7 inch", around))
        assert [i.tap for i in said.items if isinstance(i, Slab) and i.tap and i.fill == INK] == [("bones", 9)]


def test_r48_who_won_cannot_beg() -> None:
    play = plays(4)["trick 2 of 3"]
    looks_of = {
        i.seat: i.look for i in shown(play, PANELS["7 inch"]).items if isinstance(i, Badge) and i.d == f.SMALL_BADGE
    }
    assert looks_of[Seat(3)] == "free" and set(looks_of.values()) == {"free", "on"}


def test_menu_buttons_say_the_neighbours_in_the_order_of_the_queue() -> None:
    play = plays(4)["trick 3 of 2"]
    queue = play.state.queue
    assert play.colour == queue[3]
    shown_words = texts(shown(play, PANELS["7 inch"]))
    assert [w for w in shown_words if w in ("rot", "gelb", "blau", "Katze")] == [say(queue[n], "de") for n in (2, 3, 0)]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("around", AROUND)
def test_r49_the_beggar_is_asked_what_it_laid_at_its_own_edge_and_an_arrow_says_that_goes_up(
    around: str, language: str
) -> None:
    look = looks("7 inch", around, language)
    for players in PLAYERS:
        for won in range(1, players + 1):
            play = plays(players)[f"trick 3 of {won}"]
            scene = shown(play, look)
            place = seating.places(play.state.setup.seats, look, 76)[teller(play)]
            asked = {say("colour-laid", language), say("laid", language)}
            words = [i for i in scene.items if isinstance(i, Text) and any(i.text in words for words in asked)]
            said = " ".join(i.text for i in words if len(i.text) > 1)
            assert said in asked and {i.turn for i in words} == {place.turn}
            lit = bounds(next(i for i in scene.items if isinstance(i, Slab) and i.fill == INK and i.w > 20))
            arrows = [bounds(i) for i in scene.items if isinstance(i, Shape) and len(i.points) == 7]
            assert [seating.apart(arrow, lit) for arrow in arrows].count(False) == 1


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("around", AROUND)
def test_why_a_trick_cannot_be_told_so_stands_in_place_of_the_question(around: str, language: str) -> None:
    look = looks("7 inch", around, language)
    begs, bones = shown(plays(4)["winner begs"], look), shown(plays(4)["bones, too many of 2"], look)
    assert texts(begs).count(say("winner-begs", language)) == (1 if around == "front" else 2)
    assert say("who-begs", language) not in texts(begs)
    assert say("bones-most", language) in texts(bones) and say("bones-on-it", language) not in texts(bones)


def test_entered_anew_the_old_is_faded_beside_the_new_and_the_crown_stays() -> None:
    play = plays(4)["trick anew"]
    old = play.correcting.old if play.correcting else {}
    scene = shown(play, PANELS["7 inch"])
    faded = [i.seat for i in scene.items if isinstance(i, Badge) and i.look == "free"]
    assert faded == [old["won"]] and play.winner != old["won"]
    crowns = [i for i in scene.items if isinstance(i, Shape) and i.colour in (STAR, STAR_ON_LIGHT)]
    assert [crown.colour for crown in crowns] == [STAR_ON_LIGHT]
    assert texts(scene).count("Runde 1, Stich 2") == 2


# --- card by card


def offered(scene: Scene, what: str) -> list[int]:
    return [i.tap[1] for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == what]


def test_b27_only_cards_that_can_be_are_offered_to_a_finger() -> None:
    for players in PLAYERS:
        for played in range(players):
            play = plays(players)[f"value {played}"]
            assert offered(shown(play, PANELS["7 inch"]), "value") == list(values(play))
            keys = [i for i in shown(play, PANELS["7 inch"]).items if isinstance(i, Text) and i.text == "16"]
            assert keys


def test_the_cards_on_the_table_lie_in_playing_order_and_the_next_place_shows_what_is_dialled() -> None:
    play = plays(5)["value 3"]
    state, scene = play.state, shown(play, PANELS["7 inch"])
    lying = [i for i in scene.items if isinstance(i, Slab) and i.fill == MAT]
    assert [c.x for c in lying] == sorted(c.x for c in lying) and len(lying) == 3
    numbers = [i.text for i in scene.items if isinstance(i, Text) and any(abs(i.x - c.x) < 5 for c in lying) and i.bold]
    assert [n for n in numbers if n.isdecimal()][:3] == [card[1:] for _, card in state.table]
    place = next(i for i in scene.items if isinstance(i, Slab) and i.fill == KEYS and i.line == INK)
    assert place.x > lying[-1].x
    assert any(isinstance(i, Text) and i.text == str(play.value) and abs(i.x - place.x) < 5 for i in scene.items)


@pytest.mark.parametrize("panel", ALL_PANELS)
def test_r44_while_cards_are_told_the_queue_lies_above_them_each_colour_with_its_pips(panel: str) -> None:
    upright = ALL_PANELS[panel].h > ALL_PANELS[panel].w
    for around in AROUND[2:] if upright else AROUND:  # an upright panel's picture for people around it is a turned one
        look = replace(ALL_PANELS[panel], seats_around=around)  # type: ignore[arg-type]
        high = suits.ROW_H * f.unit(look)
        for players in PLAYERS:
            for name, play in plays(players).items():
                if play.mode not in ("card", "beg"):
                    continue
                items = shown(play, look).items
                row = [i for i in items if isinstance(i, Slab) and i.line and i.h == high and i.fill == LOW]
                order = tuple(next(c for c in COLOURS if suits.ON_DARK[c] == tile.line) for tile in row)
                assert order == play.asked.queue and [t.x for t in row] == sorted(t.x for t in row), name
                pips = [i for i in items if isinstance(i, Disc) and i.fill == INK and i.d < 2 * f.unit(look)]
                inside = [sum(abs(p.x - t.x) < t.w / 2 and abs(p.y - t.y) < t.h / 2 for p in pips) for t in row]
                assert inside == [4, 3, 2, 1], name
                badges = [i for i in items if isinstance(i, Badge) and i.d < f.SMALL_BADGE * f.unit(look) - 0.01]
                assert all(row[0].y < badge.y for badge in badges) or all(row[3].x < badge.x for badge in badges)


@pytest.mark.parametrize("around", AROUND)
def test_the_tab_is_turned_to_whose_turn_it_is(around: str) -> None:
    look = looks("7 inch", around)
    for players in PLAYERS:
        for played in range(players):
            play = plays(players)[f"colour {played}"]
            place = seating.places(play.state.setup.seats, look, 76)[teller(play)]
            asked = [i for i in shown(play, look).items if isinstance(i, Text) and i.text == "Welche Karte?"]
            assert [i.turn for i in asked] == [place.turn]


def test_r51_the_beggar_is_offered_what_others_played_but_not_the_winners_card() -> None:
    for players in (4, 5):
        play = plays(players)["beg"]
        scene = shown(play, PANELS["7 inch"])
        assert offered(scene, "card") == list(range(players - 2))
        rings = [
            i
            for i in scene.items
            if isinstance(i, Slab) and i.line is None and i.fill == SEAT_COLOURS[teller(play) - 1]
        ]
        assert len([r for r in rings if r.w > 12]) == 2  # the tab's edge and the ringed card


@pytest.mark.parametrize("around", AROUND)
def test_the_queue_keeps_clear_of_the_badges_below_it_whose_colours_they_are_not(around: str) -> None:
    for players in PLAYERS:
        scene = shown(plays(players)["colour 0"], looks("7 inch", around))
        queue = [bounds(i) for i in scene.items if isinstance(i, Slab) and i.line in suits.ON_DARK.values() and i.h < 7]
        badges = [bounds(i) for i in scene.items if isinstance(i, Badge) and i.y > queue[0][3]]
        assert len(queue) == 4 and all(seating.apart(chip, badge, 2.5) for chip in queue for badge in badges)


def test_why_a_card_cannot_be_is_said_at_the_tab_in_words() -> None:
    scene = shown(plays(5)["refused 1"], PANELS["7 inch"])
    assert say("only-held", "de") in " ".join(texts(scene)) and "Welche Karte?" not in texts(scene)


# --- remarks


def test_b26_a_revoke_is_remarked_with_round_trick_and_card_for_a_while() -> None:
    play, look = plays(5)["remark"], PANELS["7 inch"]
    scene = shown(play, look, T + SECOND)
    assert texts(scene).count("Nicht bedient") == 2 and texts(scene).count("Runde 1, Stich 2") == 2
    assert "16" in texts(scene) and any(isinstance(i, Badge) and i.seat == 2 and i.d == 9 for i in scene.items)
    ends = view.next_change(play, T + SECOND)
    assert ends is not None and ends > T + 3 * SECOND
    assert shown(play, look, ends) == shown(replace(play, noticed=()), look, ends)
    assert view.next_change(play, ends) is None


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", ALL_PANELS)
def test_b26_a_remark_warns_however_little_room_there_is(panel: str, around: str) -> None:
    look = replace(ALL_PANELS[panel], seats_around=around)  # type: ignore[arg-type]
    for players in PLAYERS:
        play = plays(players)["remark"]
        scene, plain_ = shown(play, look, T + SECOND), shown(replace(play, noticed=()), look, T + SECOND)
        added = [i for i in scene.items if i not in plain_.items]
        assert [i for i in added if isinstance(i, Shape) and i.colour == STAR and len(i.points) == 3], players


@pytest.mark.parametrize("panel", PANELS)
def test_b26_the_sheets_remark_keeps_apart_from_the_numbers(panel: str) -> None:
    for players in PLAYERS:
        look = looks(panel, "around")
        scene = shown(plays(players)["sheet, high, revokes"], look)
        gold = [bounds(i) for i in scene.items if isinstance(i, Text) and i.colour == STAR]
        white = [bounds(i) for i in scene.items if isinstance(i, Text) and i.colour == INK and i.text.isdecimal()]
        for _, top, right, bottom in gold:
            beside = [a - right for a, b, _, d in white if a > right and b < bottom and d > top]
            assert not beside or min(beside) > 1.6 * f.unit(look)


def test_b26_the_sheet_keeps_a_sign_beside_who_did_not_follow() -> None:
    play = plays(4)["sheet"]
    state = replace(play.state, revokes=(Revoke(Seat(3), 1, 2, Card("Y16")),))
    noted = replace(play, history=replace(play.history, state=state))
    for language, trick in (("de", "S2"), ("en", "T2")):
        scene = shown(noted, looks("7 inch", "around", language))
        badge = next(i for i in scene.items if isinstance(i, Badge) and i.seat == 3)
        gold = [i for i in scene.items if isinstance(i, Text) and i.colour == STAR]
        assert {i.text for i in gold} == {"R1", trick} and all(abs(i.y - badge.y) < 5 for i in gold)


@pytest.mark.parametrize("around", AROUND)
def test_b26_while_a_trick_is_told_the_tab_keeps_badge_and_question_and_the_middle_has_the_remark(around: str) -> None:
    look = looks("7 inch", around)
    for players in PLAYERS:
        for played in range(players):
            play = plays(players)[f"colour {played}, remark"]
            scene, bare = shown(play, look), shown(replace(play, noticed=()), look)
            assert [i for i in scene.items if i in set(bare.items)] == list(bare.items), "nothing else has changed"
            assert texts(scene).count("Welche Karte?") == 1
            left, top, right, bottom = bounds(next(i for i in scene.items if is_remark(i)))
            more = scene.items[next(n for n, i in enumerate(scene.items) if is_remark(i)) :]
            inside = [
                i for i in more if left <= bounds(i)[0] and bounds(i)[2] <= right and top <= bounds(i)[1] <= bottom
            ]
            assert {2} <= {i.seat for i in inside if isinstance(i, Badge)}
            assert {"Nicht bedient", "16"} <= {i.text for i in inside if isinstance(i, Text)}
            assert {"Runde 1, Stich 2", "R1 S2"} & {i.text for i in inside if isinstance(i, Text)}


@pytest.mark.parametrize("panel", ALL_PANELS)
def test_b26_a_remark_lies_in_the_middle_and_on_nothing_else(panel: str) -> None:
    for n, around in enumerate(AROUND):
        look = replace(ALL_PANELS[panel], seats_around=around, language=LANGUAGES[n % 2])  # type: ignore[arg-type]
        for name in ("table, remarks", "value 0, remark", "value 2, remarks", "value 4, remark", "sheet, remark"):
            scene = show.scene(replace(at("mopsen", plays(5)[name]), language=look.language), LATE, look)
            from_it_on = scene.items[next(n for n, i in enumerate(scene.items) if is_remark(i)) :]
            assert not faults(Scene(from_it_on), look), (name, around)


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_b26_all_that_one_card_gave_away_is_told(panel: str, around: str) -> None:
    for players in PLAYERS:
        for name, play in plays(players).items():
            if name.endswith("remarks"):
                told_so = {"Runde 3, Stich 4, 6, 10", "R3 S4, 6, 10"} & set(texts(shown(play, looks(panel, around))))
                assert len(told_so) == 1, (name, players)


# --- an exchange


@pytest.mark.parametrize("around", AROUND)
def test_b14_looked_back_on_every_exchange_says_who_and_how_many(around: str) -> None:
    look = looks("7 inch", around, "en")
    for players in PLAYERS:
        steps = exchanging(players)
        scenes = [shown(host.settle(history, 0)[0], look, 10 * SECOND) for history in steps]
        assert len(steps) == players + 1 and len(set(scenes)) == len(scenes)
        for history, scene in zip(steps[1:], scenes[1:], strict=True):
            line = history.lines[-1]
            n = next(n for n, i in enumerate(scene.items) if isinstance(i, Text) and i.text.startswith("Exchanges"))
            assert f"Exchanges {len(line['out']) or 'none'}" in texts(scene)
            badge = [i for i in scene.items[:n] if isinstance(i, Badge)][-1]
            assert badge.seat == line["seat"] and badge.d == 9
        begun = add(steps[-1], plain(cardplay.random_bot(steps[-1].state, random.Random(1))))
        assert not [word for word in texts(shown(host.settle(begun, 0)[0], look)) if word.startswith("Exchanges")]


# --- the sheet


def row(scene: Scene, seat: int) -> list[str]:
    """The words in a seat's row, from left to right."""
    badge = next(i for i in scene.items if isinstance(i, Badge) and i.seat == seat)
    words = [i for i in scene.items if isinstance(i, Text) and abs(i.y - badge.y) < 3]
    return [i.text for i in sorted(words, key=lambda i: i.x)]


@pytest.mark.parametrize("name", ["sheet", "sheet, two rounds", "sheet, over", "sheet, high"])
def test_r61_every_row_is_an_addition_that_is_right(name: str) -> None:
    for players in PLAYERS:
        play = plays(players)[name]
        for i, seat in enumerate(play.state.setup.seats):
            words = row(shown(play, PANELS["7 inch"]), seat)
            total, equals = int(words[-1]), len(words) - 2
            rounds = [bones[i] for bones in play.state.rounds]
            assert words[equals] == "=" and total == sum(rounds) == totals(play.state)[i]
            *earlier, bowl, plus, hand, eq, last = words[:equals][: 2 * (len(rounds) - 1) + 5]
            assert (plus, eq) == ("+", "=") and int(bowl) + int(hand) == int(last) == rounds[-1]
            assert [int(w) for w in earlier if w != "+"] == rounds[:-1]


def test_the_newest_round_counts_up_and_stands() -> None:
    play, look = plays(4)["sheet, two rounds"], PANELS["7 inch"]
    play = replace(play, since=T)
    best = max(play.state.rounds[-1])
    begin, middle, end = (shown(play, look, T + n * COUNT_STEP) for n in (0, 2, best))
    assert begin.moving and middle.moving and not end.moving
    for i, seat in enumerate(play.state.setup.seats):
        before = play.state.rounds[0][i]
        assert int(row(begin, seat)[-1]) == before
        assert int(row(middle, seat)[-1]) == before + min(2, play.state.rounds[1][i])
        assert int(row(end, seat)[-1]) == totals(play.state)[i]


def test_a_round_in_progress_is_shown_but_not_added() -> None:
    play = plays(4)["sheet in a round"]
    scene = shown(play, PANELS["7 inch"])
    for i, seat in enumerate(play.state.setup.seats):
        words = row(scene, seat)
        assert int(words[-1]) == totals(play.state)[i]
        assert str(tally(play.state)[i]) in words
    assert not scene.moving


def test_r62_all_who_lead_have_a_crown() -> None:
    for name in ("sheet, over", "podium"):
        play = plays(5)[name]
        crowns = [i for i in shown(play, PANELS["7 inch"]).items if isinstance(i, Shape) and len(i.points) == 7]
        gold = [c for c in crowns if c.colour == STAR]
        assert len(play.state.winners) == 3 and len(gold) == 3, name


# --- corrections


def test_every_trick_can_be_touched_and_says_who_won_it() -> None:
    for history in (quick(5, 2, 4), cards(4, 6, 2), cards(3, 7, 0)):
        play = correcting.pick(told(history), T)
        scene = shown(play, PANELS["7 inch"])
        assert play.draft is not None
        rows = [n for n, piece in enumerate(play.draft.pieces) if piece.kind in ("round", "trick")]
        assert offered(scene, "row") == rows
        won = []
        for n in rows:
            until = journal.begin(history.header)
            for number, action in journal.standing(history):
                if number <= play.draft.pieces[n].lines[-1][0]:
                    until = journal.add(until, action)
            won.append(until.state.leader)
        badges = [i.seat for i in scene.items if isinstance(i, Badge) and i.y < 60]
        assert badges[: len(won)] == won


def test_first_a_round_is_ringed_then_one_of_its_tricks_which_is_told_below() -> None:
    look = PANELS["7 inch"]

    def lit(play: Play) -> list[tuple[str, int] | None]:
        return [i.tap for i in shown(play, look).items if isinstance(i, Slab) and i.tap and i.fill == INK]

    whole, one = plays(5)["pick"], plays(5)["pick trick"]
    assert whole.draft is not None and one.draft is not None
    assert [whole.draft.pieces[tap[1]].round for tap in lit(whole) if tap] == [3, 3, 3, 3, 3]
    assert lit(one) == [("row", one.picked)]
    piece = one.draft.pieces[one.picked]
    assert {"Welcher Stich?", f"Runde {piece.round}, Stich {piece.trick}"} <= set(texts(shown(one, look)))
    assert {tap for tap in offered_all(one) if tap[0] == "row"} == {("row", at) for at in correcting.row(one.draft, 2)}


def offered_all(play: Play) -> set[tuple[str, int]]:
    scene = shown(play, PANELS["7 inch"])
    return {i.tap for i in scene.items if isinstance(i, Slab) and i.tap}


def test_the_way_out_is_on_every_page_on_which_something_is_chosen() -> None:
    for players in PLAYERS:
        for name, play in plays(players).items():
            if play.mode == "pick" and play.part == "how":
                assert ("choice", len(correcting.choices(play)) - 1) in offered_all(play), name
                assert correcting.choices(play)[-1] == "leave" and "zurück" in texts(shown(play, PANELS["7 inch"]))
            elif play.mode == "pick":
                assert ("leave", 0) in offered_all(play), name
    look = PANELS["7 inch"]
    assert "zurück" in texts(shown(plays(3)["pick out"], look))
    assert "verwerfen" in texts(shown(plays(3)["stuck, too many, out"], look))


def test_a_change_shows_totals_before_and_after_and_waits_for_yes() -> None:
    play, look = plays(4)["change"], PANELS["7 inch"]
    assert play.change is not None
    scene = shown(play, look)
    pairs = view_correct.differing(play.state, play.change.state)
    assert pairs and all(str(a) in texts(scene) and str(b) in texts(scene) for _, (a, b) in pairs)
    assert ("key-ok", 0) in {i.tap for i in scene.items if isinstance(i, Slab)}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", ALL_PANELS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_colon_is_followed_by_what_it_promises(panel: str, around: str, language: str) -> None:
    look = replace(ALL_PANELS[panel], seats_around=around, language=language)  # type: ignore[arg-type]
    for players in PLAYERS:
        for name, play in plays(players).items():
            if not name.startswith("stuck"):
                continue
            for line, after in pairwise([*texts(shown(play, look)), ""]):
                assert not line.endswith(":") or re.search(r"[1-9]", after), (players, name, line, after)


def test_what_no_longer_fits_is_ringed_and_nothing_after_it_can_be_touched() -> None:
    for players in PLAYERS:
        for name, words in (
            ("too many", "Passt nicht mehr:"),
            ("too few", "Es fehlt:"),
            ("order", "Passt nicht mehr:"),
        ):
            play = plays(players)[f"stuck, {name}"]
            assert play.draft is not None and play.picked == play.draft.stuck
            assert words in texts(shown(play, PANELS["7 inch"]))
            touched = [value for what, value in offered_all(play) if what == "row"]
            assert max(touched) == play.draft.stuck


def test_a_change_of_several_tricks_says_which_came_and_which_went() -> None:
    play = plays(4)["change, several"]
    assert play.draft is not None
    differs = drafts.differences(play.draft)
    came, gone = [new for old, new in differs if new], [old for old, new in differs if old]
    assert [piece.trick for piece in came] == [1] and gone
    shown_words = texts(shown(play, PANELS["7 inch"]))
    assert {"Runde 1", "1", *[str(piece.trick) for piece in gone]} <= set(shown_words)
    assert "Runde 3, Stich 4: eingefügt" in texts(shown(plays(4)["insert"], PANELS["7 inch"]))
    assert "Runde 3, Stich 4: entfällt" in texts(shown(plays(4)["remove"], PANELS["7 inch"]))


# --- the end, and what is drawn beforehand


@pytest.mark.parametrize("around", AROUND)
def test_a25_a_game_ended_early_is_marked_for_both_long_sides(around: str) -> None:
    for language in LANGUAGES:
        for panel in PANELS:
            scene = shown(plays(4)["podium, early"], looks(panel, around, language))
            marked = [i for i in scene.items if isinstance(i, Text) and i.text == say("ended-early", language)]
            assert sorted(i.turn for i in marked) == ([0] if around == "front" else [0, 180])


def test_what_comes_next_is_drawn_beforehand() -> None:
    look = looks("7 inch", "around")
    asked = shown(plays(5)["trick 3 of 3"], look)
    pictures = {(i.name, i.d, i.turn) for i in asked.items if isinstance(i, Picture) and i.d < 12 and i.turn}
    ready = {(i.name, i.d, i.turn) for i in view.coming(plays(5)["trick 1 of 3"], look) if isinstance(i, Picture)}
    assert pictures and pictures <= ready
    play = told(cards(4, 1, 0))
    first = {i for i in shown(replace(asking.ask(play, T)), look).items if isinstance(i, Picture)}
    assert first <= set(view.coming(play, look))


# --- an evening of fingers


def touch(table: Table, lots: random.Random, scene: Scene) -> None:
    """A finger on something the picture offers; rarely on what leads back."""
    offered = sorted({i.tap for i in scene.items if isinstance(i, Slab | Disc | Picture) and i.tap})
    going_on = [tap for tap in offered if tap[0] not in ("key-left", "erase", "part")]
    what, value = lots.choice(offered if lots.random() < 0.1 else going_on)
    if what.startswith("key-"):
        table.key(what.removeprefix("key-"))
    else:
        table.tap(what, value)


@pytest.mark.parametrize("seed", range(6))
def test_who_touches_only_what_is_offered_plays_a_whole_game_and_every_picture_is_clean(seed: int) -> None:
    lots, players = random.Random(seed), 3 + seed % 3
    look = looks(("7 inch", "TD2", "10 inch")[seed % 3], AROUND[seed // 2], ("de", "en")[seed % 2])
    table = Table(players, seed=seed, game="mopsen")
    table.key("ok")
    table.choose("enter-cards" if seed % 2 else "leader")
    for _ in range(900):
        scene = shown(table.play, look, table.clock.t + 10 * SECOND)
        assert not overlaps(scene) and not cut(scene) and not outside(scene, look), table.play
        assert all(i.cap >= 4.699 for i in scene.items if isinstance(i, Text))
        if table.mode == "podium":
            break
        if table.mode == "sheet":
            table.wait(500)
        if table.mode in ("pick", "change") and lots.random() < 0.4:
            table.key("back")
        else:
            touch(table, lots, scene)
    assert table.mode == "podium" and len(table.state.rounds) == 3
