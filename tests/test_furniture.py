"""Building blocks of all screens: places, rows, the key strip (layout.md)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox import furniture, seating, signs
from mopsbox.look import width
from mopsbox.scene import Badge, Disc, Look, Scene, Shape, Slab, Text, hit
from mopsbox.table import SEATS

from .catalogue import PANELS as ALL_PANELS
from .screens import PANELS, bounds, outside, overlaps

SEVEN = PANELS["7 inch"]


def test_the_unit_is_one_on_seven_inches_and_never_more_than_two() -> None:
    assert [round(furniture.unit(look), 2) for look in PANELS.values()] == [1.0, 1.02, 1.57, 1.92, 2.0]


# --- places


def test_four_sit_clockwise_from_the_button_side() -> None:
    found = seating.places(SEATS[:4], SEVEN, SEVEN.h)
    assert [(p.edge, p.turn) for p in found.values()] == [("B", 0), ("L", 90), ("T", 180), ("R", 270)]


@pytest.mark.parametrize("around", ["around", "sides", "front"])
@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_has_a_place_of_their_own(around: str, players: int) -> None:
    look = replace(SEVEN, seats_around=around)
    found = seating.places(SEATS[:players], look, look.h)
    assert list(found) == list(SEATS[:players])
    assert len({(p.x, p.y) for p in found.values()}) == players
    scene = Scene(tuple(i for p in found.values() for i in seating.racer(p, furniture.unit(look), look)))
    assert not overlaps(scene) and not outside(scene, look)


def test_two_sides_means_that_nobody_reads_from_the_short_edges() -> None:
    look = replace(SEVEN, seats_around="sides")
    for players in range(2, 9):
        found = seating.places(SEATS[:players], look, look.h)
        assert {p.face for p in found.values()} <= {0, 180}
    assert [p.seat for p in found.values() if p.bare] == [2, 6]  # L½ and R½: badge only


def test_in_front_all_read_upright_from_left_to_right() -> None:
    look = replace(SEVEN, seats_around="front")
    found = list(seating.places(SEATS, look, look.h).values())
    assert {p.face for p in found} == {0}
    assert [p.x for p in found] == sorted(p.x for p in found)


def test_which_seats_play_does_not_matter_only_how_many() -> None:
    few = seating.places((SEATS[1], SEATS[4], SEATS[7]), SEVEN, SEVEN.h)
    first = seating.places(SEATS[:3], SEVEN, SEVEN.h)
    assert [(p.x, p.y) for p in few.values()] == [(p.x, p.y) for p in first.values()]


def test_the_key_strip_moves_the_lower_edge_but_no_middle_along_it() -> None:
    with_strip = seating.places(SEATS, SEVEN, seating.floor_of(SEVEN, strip=True))
    without = seating.places(SEATS, SEVEN, SEVEN.h)
    for seat, place in with_strip.items():
        assert place.x == without[seat].x
        assert place.y == pytest.approx(without[seat].y - (10 if place.edge == "B" else 0), abs=0.01)


@pytest.mark.parametrize("seat", SEATS[:4])
def test_what_is_put_at_a_place_is_turned_to_its_reader(seat: int) -> None:
    place = seating.places(SEATS[:4], SEVEN, SEVEN.h)[SEATS[seat - 1]]
    right, left = place.put(Text("R", 20, -5, 5), Text("L", -20, -5, 5))
    assert isinstance(right, Text) and isinstance(left, Text)
    assert right.turn == left.turn == place.turn
    along = {1: right.x - left.x, 2: right.y - left.y, 3: left.x - right.x, 4: left.y - right.y}[seat]
    assert along == pytest.approx(40)


def test_a_plate_stops_at_what_others_have_at_the_edge() -> None:
    place = seating.places(SEATS, SEVEN, SEVEN.h)[SEATS[2]]  # T¼, read from above
    free = seating.span(place, 16, [], SEVEN, SEVEN.h, 1)
    stopped = seating.span(place, 16, [(60, 0, 70, 10)], SEVEN, SEVEN.h, 1)
    assert free[1] == stopped[1]  # to the reader's right, the panel's left
    assert stopped[0] == pytest.approx(-(60 - 1 - place.x))


# --- rows


def test_a_row_is_as_wide_as_its_parts_and_centred() -> None:
    parts = [furniture.word("12", 6.4, bold=True), Badge(SEATS[0], 0, 0, 8), 3.0, Slab(0, 0, 5, 5)]
    laid = furniture.row(parts, 1.5, x=50)
    assert furniture.row_width(parts, 1.5) == pytest.approx(width("12", 6.4, True) + 8 + 3 + 5 + 4.5)
    boxes = [bounds(i) for i in laid]
    assert (boxes[0][0] + boxes[-1][2]) / 2 == pytest.approx(50)
    assert all(a[2] < b[0] for a, b in pairwise(boxes))


@pytest.mark.parametrize(("numeral", "foot"), [("6", True), ("16", True), ("66", True), ("8", False), ("12", False)])
def test_numerals_that_turn_into_others_carry_a_foot_line(numeral: str, foot: bool) -> None:
    assert furniture.word(numeral, 6.4).foot is foot


def test_shared_words_stand_twice_once_upside_down() -> None:
    said = furniture.doubled([furniture.word("Richtig!", 8, y=14)], 70, 40, SEVEN)
    assert [(i.y, i.turn) for i in said if isinstance(i, Text)] == [(54, 0), (26, 180)]


def test_words_shrink_to_their_room_but_not_below_the_least() -> None:
    assert furniture.fitted("los", 100, 6, 4.7) == 6
    assert 4.7 < furniture.fitted("Hausregel", 33, 6, 4.7) < 6
    assert furniture.fitted("Hausregel", 5, 6, 4.7) == 4.7


# --- key strip


@pytest.mark.parametrize("look", PANELS.values(), ids=PANELS)
def test_labels_stand_beside_their_buttons_and_can_be_touched(look: Look) -> None:
    key = furniture.Key
    strip = furniture.key_strip(look, key("weniger"), key("fertig", "12"), key("Mopseinander"))
    scene = Scene(strip)
    assert not outside(scene, look) and not overlaps(scene)
    y = look.h - 5 * furniture.unit(look)
    for part, name in ((1, "left"), (3, "ok"), (5, "right")):
        assert hit(scene, look.w * part / 6, y) == (f"key-{name}", 0)


CROWDED = (  # what the keys say where there is least room for it
    (furniture.Key("verwerfen"), furniture.Key("eintragen"), furniture.Key("drehen")),
    (furniture.Key("korrigieren"), furniture.Key("weiter"), furniture.Key("drehen")),
    (furniture.Key(works=False), furniture.Key("So geht’s"), furniture.Key("Mopseinander", short="wechseln")),
)


@pytest.mark.parametrize("keys", CROWDED)
@pytest.mark.parametrize("panel", ALL_PANELS)
def test_words_on_the_key_strip_keep_apart(panel: str, keys: tuple[furniture.Key, ...]) -> None:
    look = ALL_PANELS[panel]
    strip = furniture.key_strip(look, *keys)
    words = sorted(bounds(i) for i in strip if isinstance(i, Text | Disc))
    assert all(b[0] - a[2] > 1.3 * furniture.unit(look) for a, b in pairwise(words))
    assert not outside(Scene(strip), look)


@pytest.mark.parametrize("keys", CROWDED)
@pytest.mark.parametrize("panel", [name for name in ALL_PANELS if name.endswith("upright") and name[:2] != "24"])
def test_on_a_narrow_strip_the_signs_stay_at_the_buttons(panel: str, keys: tuple[furniture.Key, ...]) -> None:
    look = ALL_PANELS[panel]
    signs_ = [bounds(i) for i in furniture.key_strip(look, *keys) if isinstance(i, Shape)]
    middles = [(left + right) / 2 / look.w for left, _, right, _ in signs_]
    assert middles == pytest.approx([1 / 6, 1 / 2, 5 / 6], abs=0.02)


def test_a_long_name_makes_room_for_the_others_only_where_it_would_push_them_from_their_buttons() -> None:
    upright, wide = ALL_PANELS["7 inch, upright"], SEVEN
    said = [{i.text for i in furniture.key_strip(look, *CROWDED[2]) if isinstance(i, Text)} for look in (upright, wide)]
    assert said == [{"So geht’s", "wechseln"}, {"So geht’s", "Mopseinander"}]


def test_a_key_that_does_nothing_offers_nothing() -> None:
    key = furniture.Key
    scene = Scene(furniture.key_strip(SEVEN, key(works=False), key("los"), key(works=False)))
    assert [i.tap for i in scene.items if isinstance(i, Slab) and i.tap] == [("key-ok", 0)]


# --- signs


def test_signs_stay_within_their_size() -> None:
    for made in (
        [signs.tick(0, 0, 10)],
        signs.cross(0, 0, 10),
        signs.plus(0, 0, 10),
        [signs.arrow(0, 0, 10, "left")],
        [signs.crown(0, 5, 10, "#ffffff")],
        signs.eraser(0, 0, 10, "#ffffff", "#000000"),
    ):
        for sign in made:
            assert isinstance(sign, Shape) and len(sign.points) >= 3
            left, top, right, bottom = bounds(sign)
            assert min(left, top) > -6.5 and max(right, bottom) < 6.5


def test_arrows_point_where_they_say() -> None:
    assert max(signs.arrow(0, 0, 4, "right").points)[1] == 0
    assert min(signs.arrow(0, 0, 4, "left").points)[1] == 0


def test_a_locked_seat_has_no_colour_left_in_its_bar() -> None:
    place = seating.places(SEATS[:4], SEVEN, SEVEN.h)[SEATS[1]]
    (on, _), (off, badge) = seating.racer(place, 1, SEVEN), seating.racer(place, 1, SEVEN, "locked")
    assert isinstance(on, Slab) and on.fill == "#56b4e9"
    assert not isinstance(off, Slab | Disc) and isinstance(badge, Badge) and badge.look == "locked"


@pytest.mark.parametrize("around", ["around", "sides", "front"])
@pytest.mark.parametrize("n", range(9))
def test_every_buzzer_lies_somewhere_of_its_own_and_the_players_at_their_plates(n: int, around: str) -> None:
    look = Look(seats_around=around)  # type: ignore[arg-type]
    spots = seating.buzzers(SEATS[:n], look)
    if around != "front":  # in front of the screen eight buzzers fill one edge
        assert set(spots) == set(SEATS)
    assert len(set(spots.values())) == len(spots)
    plates = seating.places(SEATS[:n], look, look.h)
    assert all(plates[seat].edge == spots[seat][0] for seat in plates)
