"""Trying the buzzers at the table: lamp after lamp, places in turn, what was found (issue 3, the first start)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from mopsbox import show, wizard_view
from mopsbox.scene import Badge, Look, Scene, Slab, Text
from mopsbox.table import MS, SEATS, SECOND, Ruling, Seat, Setting
from mopsbox.wizard import Wizard, key, places
from mopsbox.words import say
from tests.at_table import Table

from .catalogue import LANGUAGES, scene, states, wizards
from .catalogue import PANELS as ALL_PANELS
from .screens import AROUND, PANELS, bounds, cut, outside, overlaps, texts

UPRIGHT = Look(480 / 5.59, 800 / 5.59, 5.59)
LOOKS = {**PANELS, "7 inch upright": UPRIGHT}


class Box(Table):
    """A box that has its buzzers tried, and the settings it wrote."""

    def __init__(self, **box: Any) -> None:
        super().__init__(**{"wizard": True, **box})
        self.settings: list[tuple[str, object]] = []
        self.loop.setting = lambda told: self.settings.append((told.key, told.value))

    @property
    def wizard(self) -> Wizard:
        assert self.box.wizard
        return self.box.wizard

    def lit(self) -> list[int]:
        return [seat for seat, lamp in self.lamps.items() if lamp != "off"]


# --- one lamp after the other


def test_on_the_first_start_one_lamp_after_the_other_is_lit_and_its_buzzer_pressed() -> None:
    table = Box()
    for seat in SEATS:
        assert table.lit() == [seat] and str(seat) in table.words()
        assert "Press the buzzer that is lit" in table.words()
        table.press(seat)
    assert table.wizard.phase == "places" and table.wizard.good == SEATS


def test_crossed_wiring_is_said_naming_both_and_believed_the_second_time() -> None:
    table = Box()
    table.press(1)
    table.press(5)
    assert "Lamp 2 and buzzer 5 are crossed" in table.words()
    assert table.lit() == [2]
    table.press(5)
    assert table.lit() == [3] and table.wizard.crossed == ((2, 5),)


def test_a_slip_is_forgotten_once_the_right_one_is_pressed() -> None:
    table = Box()
    table.press(7)
    table.press(1)
    assert table.wizard.crossed == () and table.wizard.good == (1,)
    assert "Press the buzzer that is lit" in table.words()


def test_somebody_who_has_had_their_turn_and_goes_on_pressing_is_not_believed() -> None:
    table = Box()
    for _ in range(4):
        table.press(1)
    assert table.lit() == [2] and table.wizard.good == (1,)


def test_the_right_key_remembers_who_answered_instead_or_that_nobody_did() -> None:
    table = Box()
    table.press(3)
    table.key("right")
    table.key("right")
    assert table.wizard.crossed == ((1, 3),) and table.wizard.missing == (2,)
    assert table.lit() == [3]


def test_the_left_key_tries_the_lamp_before_anew() -> None:
    table = Box()
    table.key("left")
    assert table.lit() == [1]
    table.key("right")
    table.key("left")
    table.press(1)
    assert table.wizard.good == (1,) and table.wizard.missing == ()


def test_buzzers_that_answer_together_are_joined_in_whatever_order_they_do() -> None:
    table = Box()
    table.press(1, 6, apart_us=3)
    assert table.lit() == [2] and table.wizard.joined == ((1, 6),)
    table.press(4, 2, apart_us=3)
    assert table.lit() == [3] and table.wizard.joined == ((1, 6), (2, 4))
    assert table.wizard.crossed == () and "Press the buzzer that is lit" in table.words()
    assert set(table.wizard.bad) == {1, 2, 4, 6} and table.wizard.good == ()


@pytest.mark.parametrize("first", [1, 2])
def test_of_joined_buzzers_only_the_one_whose_lamp_was_lit_has_answered(first: int) -> None:
    table = Box()
    table.press(first, 3 - first, apart_us=3)
    assert table.wizard.found == ((1, 1),) and table.wizard.joined == ((1, 2),) and table.lit() == [2]
    table.press(first, 3 - first, apart_us=3)
    assert table.wizard.found == ((1, 1), (2, 2)) and table.lit() == [3]


def test_three_that_are_joined_answer_once() -> None:
    table = Box()
    table.press(1, 4, 2, apart_us=3)
    assert table.wizard.found == ((1, 1),) and table.wizard.joined == ((1, 4), (2, 4))


@pytest.mark.parametrize("first", [7, 8])
def test_what_is_joined_to_the_last_one_takes_no_place(first: int) -> None:
    table = Box()
    for seat in SEATS[:7]:
        table.press(seat)
    table.press(first, 15 - first, apart_us=3)
    assert table.wizard.phase == "places" and table.wizard.order == ()
    assert table.wizard.joined == ((7, 8),)
    table.press(7)
    assert table.wizard.order == (7,)


def test_a_pair_that_was_mended_is_good_when_it_is_tried_anew() -> None:
    table = Box()
    table.press(1, 2, apart_us=3)
    table.press(6, 2, apart_us=3)
    table.press(7, 8, apart_us=3)
    table.key("left")
    assert table.wizard.joined == ((7, 8),) and table.lit() == [2]
    table.key("left")
    for seat in (1, 2):
        table.press(seat)
    assert table.wizard.good == (1, 2) and table.wizard.joined == ((7, 8),)


def test_a_pair_that_was_not_mended_is_found_again() -> None:
    table = Box()
    table.press(1, 2, apart_us=3)
    table.key("left")
    table.press(1, 2, apart_us=3)
    assert table.wizard.joined == ((1, 2),) and table.wizard.good == ()


def test_two_presses_one_after_the_other_are_not_joined() -> None:
    table = Box()
    table.press(1, 2, apart_us=40_000)
    assert table.wizard.joined == () and table.wizard.good == (1, 2)


def test_a_stuck_buzzer_is_named_and_marked_until_it_is_free() -> None:
    table = Box()
    table.hold(4)
    table.wait(11_000)
    assert "Buzzer stuck" in table.words() and table.wizard.stuck == {4}
    table.let_go(4)
    assert table.wizard.stuck == frozenset() and "Buzzer stuck" not in table.words()


def test_one_that_was_stuck_before_the_wizard_came_is_known_to_it() -> None:
    table = Table()
    table.hold(4)
    table.wait(11_000)
    table.choose("test-buzzers")
    assert table.box.wizard and table.box.wizard.stuck == {4}


def test_a_stuck_buzzer_that_is_passed_over_is_not_called_missing() -> None:
    stuck = replace(Wizard(SECOND), stuck=frozenset({SEATS[0]}), found=((SEATS[0], None), (SEATS[1], None)))
    assert stuck.missing == (2,) and stuck.bad == {1}


def chatter(table: Box, seat: int) -> None:
    table.press(*[seat] * 60, for_ms=0.3, apart_us=600)  # neither open nor closed for 36 ms


def test_a_contact_that_chatters_again_and_again_is_remembered() -> None:
    table = Box()
    for _ in range(3):
        assert table.wizard.loose == frozenset(), "once or twice, it was a clumsy press"
        chatter(table, 3)
        table.wait(2000)
    assert table.wizard.loose == {3} and table.wizard.bad == {3}
    assert table.wizard.other is None and table.lit() == [1]


def test_clumsy_presses_leave_a_buzzer_good() -> None:
    table = Box()
    for seat in (1, 2):
        chatter(table, seat)
        table.press(seat)
    for _ in range(3):
        chatter(table, 3)
        table.wait(6000)
    table.press(3)
    assert table.wizard.good == (1, 2, 3)


def test_a_loose_contact_that_was_mended_is_good_when_it_is_tried_anew() -> None:
    table = Box()
    for _ in range(3):
        chatter(table, 1)
        chatter(table, 5)
    table.press(1)
    assert table.wizard.loose == {1, 5}
    table.key("left")
    table.press(1)
    assert table.wizard.good == (1,) and table.wizard.loose == {5}


def test_a_box_with_four_buzzers_goes_on_with_ok() -> None:
    table = Box()
    table.press(1)
    table.key("ok")
    assert table.wizard.phase == "places" and table.wizard.missing == ()


# --- places


def to_places(table: Box) -> None:
    for seat in SEATS[:4]:
        table.press(seat)
    table.key("ok")


def test_who_presses_in_turn_sits_in_that_order_and_the_others_follow() -> None:
    table = Box()
    to_places(table)
    assert not set(table.lamps.values()) - {"breathing"}
    for seat in (3, 1, 4):
        table.press(seat)
    assert table.lamps[Seat(3)] == "on" and table.lamps[Seat(2)] == "breathing"
    table.key("ok")
    assert table.settings == [("players.seats", [2, 4, 1, 3, 5, 6, 7, 8])]
    assert table.loop.look.places == (2, 4, 1, 3, 5, 6, 7, 8)


def test_the_new_places_hold_for_the_next_game() -> None:
    table = Box()
    to_places(table)
    for seat in (3, 1, 2):
        table.press(seat)
    table.key("ok")
    table.key("ok")
    for seat in (1, 1, 2, 3):
        table.press(seat)
    assert table.box.lobby.joined == (1, 2, 3)
    table.key("ok")
    assert table.state.setup.seats == (3, 1, 2)


def test_nobody_sits_twice_and_the_left_key_takes_the_last_one_back() -> None:
    table = Box()
    to_places(table)
    for seat in (3, 3, 1):
        table.press(seat)
    assert table.wizard.order == (3, 1)
    table.key("left")
    assert table.wizard.order == (3,)


def test_each_who_pressed_is_seen_at_the_place_a_game_would_give_them() -> None:
    table = Box()
    to_places(table)
    for seat in (3, 1, 4, 2):
        table.press(seat)
    badges = {i.seat: i for i in table.scene().items if isinstance(i, Badge)}
    assert badges[Seat(3)].turn == 0 and badges[Seat(1)].turn == 90
    assert badges[Seat(4)].turn == 180 and badges[Seat(2)].turn == 270


@pytest.mark.parametrize("name", ["right", "back"])
def test_places_can_be_left_as_they_are(name: str) -> None:
    table = Box()
    to_places(table)
    if name == "back":
        table.press(3)
    table.key(name)
    assert table.wizard.phase == "summary" and table.settings == []
    assert table.loop.look.places == (1, 2, 3, 4, 5, 6, 7, 8)


def test_ok_without_a_press_gives_nobody_a_place() -> None:
    table = Box()
    to_places(table)
    table.key("ok")
    assert table.wizard.phase == "places" and table.settings == []


def test_places_are_those_of_seat_1_of_seat_2_and_so_on() -> None:
    assert places((Seat(8),)) == [2, 3, 4, 5, 6, 7, 8, 1]
    assert places(SEATS) == [1, 2, 3, 4, 5, 6, 7, 8]


# --- what was found


def test_in_the_end_it_says_what_was_found_and_is_not_asked_again() -> None:
    table = Box()
    table.press(1)
    for _ in range(2):
        table.press(3)
    for _ in range(2):
        table.press(2)
    for _ in range(5):
        table.key("right")
    table.key("right")
    assert {"1 of 3 good", "missing: 4, 5, 6, 7, 8"} <= table.words()
    assert "lamp/buzzer crossed: 2–3" in table.words()
    assert {s: lamp for s, lamp in table.lamps.items() if lamp != "off"} == {1: "on", 2: "fault", 3: "fault"}
    table.key("ok")
    assert table.settings == [("buzzers.tried", True)] and table.box.mode == "attract"


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", ALL_PANELS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_kind_of_fault_is_left_out_however_many_there_are(panel: str, around: str, language: str) -> None:
    """Where all buzzers of a kind have no room, it says how many more there are."""
    look = replace(ALL_PANELS[panel], seats_around=around, language=language)  # type: ignore[arg-type]
    (state,) = (s for s in states() if s.box.mode == "wizard" and s.name.startswith("wizard 26") and not s.box.far)
    assert state.box.wizard and state.box.wizard.phase == "summary" and len(state.box.wizard.bad) == 8
    said = " ".join(texts(scene(state, look)))
    for kind in ("found-crossed", "found-joined", "found-stuck", "found-loose"):
        assert say(kind, language) in said, kind
    for seats in re.findall(r": ((?:[1-8]–?[1-8]?(?:, )?)+)( \+[1-7])?", said):
        listed = len(seats[0].strip(", ").split(","))
        assert listed + int(seats[1] or 0) in (1, 8), seats


def test_crossed_one_way_only_lamp_and_buzzer_are_told_in_this_order() -> None:
    found = ((SEATS[1], SEATS[0]), (SEATS[4], SEATS[5]), (SEATS[5], SEATS[4]))
    shown = wizard_view.scene(Wizard(SECOND, "summary", found=found), replace(PANELS["7 inch"], language="en"))
    assert texts(shown).count("lamp/buzzer crossed: 2–1, 5–6") == 2


def test_eight_of_eight() -> None:
    table = Box()
    table.press(*SEATS, apart_us=200_000)
    table.key("back")
    assert "All 8 buzzers good" in table.words()
    table.key("right")
    assert table.wizard.phase == "wiring" and table.lit() == [1]


def test_nothing_tried_is_not_called_good() -> None:
    table = Box()
    table.key("ok")
    table.key("right")
    assert "No buzzer tried" in table.words()


def test_back_ends_it_and_the_next_start_asks_again() -> None:
    table = Box()
    table.key("back")
    assert table.box.mode == "attract" and table.settings == []


# --- from the menu and back


def test_it_is_in_the_menu_outside_a_game_and_leads_back_to_who_had_joined() -> None:
    table = Box(wizard=False)
    for seat in (1, 1, 2):
        table.press(seat)
    table.choose("test-buzzers")
    assert table.box.mode == "wizard" and table.box.menu is None
    table.key("back")
    assert table.box.mode == "lobby" and table.box.lobby.joined == (1, 2)


def test_in_a_game_it_is_not_offered() -> None:
    table = Table(2)
    table.key("back")
    assert "Test buzzers" not in table.words()


def test_the_menu_over_it_changes_the_language_and_goes_back_to_it() -> None:
    table = Box(language="de")
    table.press(1)
    table.choose("settings")
    table.key("right")
    table.press(2)
    assert table.box.menu is not None and table.wizard.found == ((1, 1),)
    assert "Places" not in table.words()  # they are asked for there anyway
    table.key("back")
    table.key("ok")
    assert table.lit() == [2] and table.box.language == "en"


def test_an_unfinished_game_is_offered_after_it(tmp_path: Any) -> None:
    table = Table(2, folder=tmp_path)
    table.win_round(2)
    table.store.close()
    table = Table(folder=tmp_path, wizard=True)
    assert table.box.mode == "wizard"
    table.key("back")
    assert table.box.mode == "offer"
    table.store.close()


def test_where_nobody_does_anything_the_box_advertises_again() -> None:
    table = Box()
    table.wait(500_000)
    table.press(1)
    table.wait(500_000)
    assert table.box.mode == "wizard"
    table.wait(110_000)
    assert table.box.mode == "attract" and table.settings == []


def test_a_key_that_does_nothing_changes_nothing() -> None:
    order = Wizard(SECOND, "places", order=(SEATS[0],))
    assert key(order, "right", SECOND) == (order, ())
    summary = Wizard(SECOND, "summary")
    assert key(summary, "left", SECOND) == (summary, ())
    assert key(summary, "ok", SECOND) == (None, (Setting("buzzers.tried", True),))


# --- what is seen


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", LOOKS)
def test_nothing_lies_on_anything_else_or_leaves_the_panel(panel: str, around: str, language: str) -> None:
    look = replace(LOOKS[panel], seats_around=around, language=language)
    for state in wizards():
        scene = wizard_view.scene(state, look)
        assert not overlaps(scene), (state, overlaps(scene))
        assert not cut(scene), (state, cut(scene))
        assert not outside(scene, look), (state, outside(scene, look))
        assert all(i.cap >= 4.699 for i in scene.items if isinstance(i, Text))
        strip = min(i.y - i.h / 2 for i in scene.items if isinstance(i, Slab) and i.tap)
        assert all(bounds(i)[3] <= strip for i in scene.items if isinstance(i, Text) and i.y < strip), state


@pytest.mark.parametrize("panel", LOOKS)
def test_readers_on_both_long_sides_are_asked_and_told(panel: str) -> None:
    for state in wizards():
        around = wizard_view.scene(state, LOOKS[panel])
        below = sorted(words(around, 0))
        assert sorted(words(around, 180)) == below != []
        front = wizard_view.scene(state, replace(LOOKS[panel], seats_around="front"))
        assert not words(front, 180)


def words(scene: Scene, turn: int) -> list[str]:
    """What is said above the key strip to the readers of one side."""
    strip = min(i.y - i.h / 2 for i in scene.items if isinstance(i, Slab) and i.tap)
    return [i.text for i in scene.items if isinstance(i, Text) and i.turn == turn and i.y < strip]


def test_where_the_sentence_is_too_long_it_is_broken_but_never_before_a_number() -> None:
    crossed = replace(Wizard(SECOND), other=SEATS[4])
    said = texts(wizard_view.scene(crossed, UPRIGHT))
    assert said.count("Lampe 1 und") == said.count("Buzzer 5 vertauscht") == 2


def test_how_a_seat_was_found_is_seen_at_its_badge() -> None:
    state = wizards()[9]
    badges = {
        i.seat: i.look for i in wizard_view.scene(state, PANELS["7 inch"]).items if isinstance(i, Badge) and i.d < 9
    }
    assert badges[SEATS[1]] == "on" and badges[SEATS[2]] == "locked" and badges[SEATS[7]] == "free"
    assert badges[SEATS[5]] == "glow"


def test_the_lamps_of_the_wizard_are_those_the_box_shows() -> None:
    table = Box()
    assert show.lamps(table.box) == wizard_view.lamps(table.wizard)


# --- notices of single buzzers


def told(table: Table) -> list[tuple[str, int | None]]:
    return [(n.word, n.seat) for _, n in table.box.notices]


def feed(table: Table, said: Any, seat: int, ms: int) -> None:
    t = SECOND + ms * MS
    table.loop.receive(Ruling(t, said, Seat(seat), t))


def test_a_loose_contact_is_told_with_its_seat_when_it_chatters_often() -> None:
    table = Table()
    for n in range(3):
        assert told(table) == []
        feed(table, "chatter", 5, 3000 * n)
        feed(table, "rearmed", 5, 3000 * n + 100)
    assert told(table) == [("chatter", 5)]
    assert say("chatter", "en") in table.words()


def test_clumsy_presses_now_and_then_or_of_several_are_no_loose_contact() -> None:
    table = Table()
    for n in range(6):
        feed(table, "chatter", 5, 6000 * n)
        feed(table, "chatter", 1 + n % 3, 6000 * n + 1)
    assert told(table) == []


def test_a_loose_contact_is_forgotten_when_it_works_again() -> None:
    table = Table()
    for n in range(3):
        feed(table, "chatter", 5, n)
    feed(table, "rearmed", 5, 9000)
    assert told(table) == [("chatter", 5)]
    feed(table, "rearmed", 6, 20_000)
    assert told(table) == [("chatter", 5)]
    feed(table, "rearmed", 5, 20_000)
    assert told(table) == []


def test_a_loose_contact_that_then_gets_stuck_is_stuck() -> None:
    table = Table()
    for n in range(3):
        feed(table, "chatter", 5, n)
    feed(table, "stuck", 5, 2000)
    assert told(table) == [("stuck", 5)]
    feed(table, "rearmed", 5, 3000)
    assert told(table) == []
