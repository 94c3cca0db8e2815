"""Names: picked or typed with the buttons; colour, symbol and voice come along; forgotten in one action."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import show
from mopsbox.lobby import Lobby, called
from mopsbox.names import DONE, ERASE, LETTERS, SPACE, Names, choices, drawn
from mopsbox.people import LONGEST, Person
from mopsbox.scene import OWN_STYLES, SEAT_COLOURS, Badge, Look, Slab
from mopsbox.stage import new
from mopsbox.styles import new_style, styles
from mopsbox.table import SEATS, SECOND, Sound

from .at_table import Table
from .waiting import step_by_step

ADA, BEN = Person(1, "Ada", SEATS[2]), Person(2, "Ben", SEATS[2])


class Heard(Table):
    """A table where every sound is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder=folder)
        self.heard: list[Sound] = []
        self.loop.sound = self.heard.append
        self.press(8)  # wakes the box

    def voices(self) -> list[int | None]:
        return [sound.seat for sound in self.heard if sound.name == "voice"]

    @property
    def page(self) -> Names:
        assert isinstance(self.box.page, Names)
        return self.box.page

    def write(self, name: str) -> None:
        """With the three buttons."""
        for sign in name.upper():
            self.turn_to(sign)
            self.key("ok")

    def turn_to(self, sign: str) -> None:
        step_by_step(lambda: LETTERS[self.page.letter] == sign, lambda: self.key("right"))

    def names(self) -> dict[int, str]:
        return {int(seat): person.name for seat, person in self.box.lobby.named}


def with_ada(folder: Path | None = None, seat: int = 3) -> Heard:
    """Ada has joined there and typed her name; another sits at seat 1."""
    table = Heard(folder)
    table.press(1)
    table.press(seat)
    table.choose("names")
    table.press(seat)  # whoever presses is asked
    table.key("right")
    table.write("ada")
    table.press(seat)  # and their buzzer ends it
    return table


# --- typing and picking


def test_a_name_typed_with_three_buttons_and_the_own_buzzer_stands_on_the_plate() -> None:
    table = with_ada()
    assert table.box.menu is None and table.box.page is None, "the last who was asked: the lobby is back"
    assert table.names() == {3: "Ada"} and "Ada" in table.words()
    (ada,) = table.store.people()
    assert (ada.name, ada.style) == ("Ada", 3), "what she sees at her seat is hers from now on"


def test_seat_by_seat_ok_takes_what_is_lit_and_the_own_buzzer_turns_the_list() -> None:
    table = with_ada()
    table.choose("names")
    assert table.page.seat == 1 and table.page.at == 0, "the first who has no name; none is lit"
    assert [person and person.name for person in choices(table.box, table.page.seat)] == [None], "she sits already"
    table.key("ok")
    assert table.page.seat == 3 and table.page.at == 1
    table.press(3)
    assert table.page.at == 0
    table.key("ok")
    assert table.names() == {} and table.box.page is None


def test_where_nobody_is_known_no_buzzer_is_asked_to_turn_the_list() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    assert "Who are you?" in table.words() and "Buzzer: the next" not in table.words()
    table.key("back")
    table.store.add_person("Ada", SEATS[0])
    table.loop.box = replace(table.box, people=table.store.people())
    table.choose("names")
    assert "Buzzer: the next" in table.words()


def test_a_wrong_letter_is_taken_back_and_words_begin_with_a_capital() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    table.key("right")
    table.write("jo")
    table.turn_to(ERASE)
    table.key("ok")
    table.write("im")
    table.turn_to(SPACE)
    table.key("ok")
    table.write("a")
    assert table.page.typed == "Jim A"
    table.turn_to(DONE)
    table.key("ok")
    assert table.names() == {2: "Jim A"}


def test_on_a_keyboard_it_is_typed_directly_and_enter_ends_it() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    for sign in "zoë":
        table.tap("sign", ord(sign))
    table.tap("erase")
    table.tap("sign", ord("é"))
    table.key("ok")
    assert table.names() == {2: "Zoé"}


def test_letters_on_a_keyboard_mean_nothing_where_no_name_is_asked_for() -> None:
    table = Heard()
    table.press(2)
    was = table.box.lobby
    table.tap("sign", ord("a"))
    assert table.box.lobby == was and table.box.page is None
    playing = Table(players=2)
    state = playing.play
    playing.tap("sign", ord("a"))
    assert playing.play == state


def test_holding_an_arrow_runs_through_the_letters() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    table.key("right")
    table.key("right", for_ms=1500)
    assert 8 < table.page.letter < len(LETTERS)


def test_a_name_is_no_longer_than_the_store_keeps_it() -> None:
    table = Heard()
    table.press(2)
    table.choose("names")
    for _ in range(LONGEST + 5):
        table.tap("sign", ord("w"))
    assert len(table.page.typed or "") == LONGEST


def test_somebody_elses_buzzer_takes_no_letters_away_but_before_the_first_they_are_asked() -> None:
    table = Heard()
    table.press(2, 3)
    table.choose("names")
    table.key("right")
    table.press(3)
    assert (table.page.seat, table.page.typed) == (3, None)
    table.key("right")
    table.write("ad")
    table.press(2)
    assert (table.page.seat, table.page.typed) == (3, "Ad")


def test_a_name_that_is_known_is_the_same_person_and_sits_once() -> None:
    table = with_ada()
    table.choose("names")
    assert table.page.seat == 1
    table.key("right")
    table.write("ada")
    table.press(1)
    assert "! Whoever has that name sits elsewhere" in " ".join(f"! {w}" for w in table.words())
    assert table.names() == {3: "Ada"} and len(table.store.people()) == 1


# --- the next evening


def test_the_name_is_picked_the_next_evening_and_colour_symbol_and_voice_come_along(tmp_path: Path) -> None:
    first = with_ada(tmp_path)
    first.store.close()
    table = Heard(tmp_path)
    table.press(1)
    table.press(5)
    table.choose("names")
    table.key("ok")
    table.press(5)
    table.key("ok")
    assert table.names() == {5: "Ada"}
    plates = {item.fill for item in table.scene().items if isinstance(item, Slab)}
    assert SEAT_COLOURS[2] in plates and SEAT_COLOURS[4] not in plates
    table.key("ok")
    assert table.mode == "fill" and table.store.sat(table.box.number) == {5: first.store and table.box.people[0]}
    table.roll()
    table.heard.clear()
    table.press(5)
    assert table.voices() == [3], "her voice, not that of the buzzer"
    badges = {item.seat for item in table.scene().items if isinstance(item, Badge)}
    assert 3 in badges and 5 not in badges


def test_a_pulled_plug_and_leaving_to_the_menu_keep_who_sits_where(tmp_path: Path) -> None:
    first = with_ada(tmp_path)
    first.key("ok")
    assert first.mode == "fill"
    first.store.close()
    table = Heard(tmp_path)
    assert table.box.mode == "offer"
    table.key("ok")
    assert table.mode == "fill" and table.names() == {3: "Ada"}
    table.choose("leave")
    table.key("ok")
    assert table.mode == "fill" and table.names() == {3: "Ada"}


def test_who_plays_again_keeps_the_name_and_after_a_while_nobody_is_taken_for_somebody() -> None:
    table = with_ada()
    table.key("ok")
    table.choose("end-game")
    table.wait(600)
    table.key("ok")
    table.wait(9000)
    step_by_step(lambda: table.mode == "podium", lambda: table.key("ok"))
    table.key("left")
    assert table.box.mode == "lobby" and table.box.lobby.joined == ()
    table.press(3)
    assert "Ada" in table.words()
    table.hold(3)
    table.wait(1100)
    table.let_go(3)
    assert table.names() == {}, "who leaves takes the name along"


# --- styles


def test_of_two_with_the_same_style_the_later_has_a_free_one() -> None:
    named = ((SEATS[0], ADA), (SEATS[1], BEN))
    assert styles(named) == (3, 2, 1, 4, 5, 6, 7, 8)
    assert styles(tuple(reversed(named))) == (1, 3, 2, 4, 5, 6, 7, 8), "whoever took the name first has it"


def test_without_names_every_seat_is_as_printed_on_its_buzzer() -> None:
    assert styles(()) == OWN_STYLES and Look().colour(SEATS[4]) == SEAT_COLOURS[4]


people = st.builds(Person, st.integers(1, 99), st.text(min_size=1), st.sampled_from(SEATS))


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(SEATS), people))
def test_no_two_ever_look_alike(who: dict[object, Person]) -> None:
    shared = styles(tuple(who.items()))  # type: ignore[arg-type]
    assert sorted(shared) == list(OWN_STYLES)
    if who:
        seat, person = next(iter(who.items()))
        assert shared[seat - 1] == person.style  # type: ignore[operator]


def test_a_new_name_takes_the_style_of_the_seat_unless_it_is_somebodys() -> None:
    assert new_style(SEATS[4], (ADA,), ()) == 5
    assert new_style(SEATS[2], (ADA,), ()) == 1, "one that nobody has"


def test_whoever_stays_without_a_name_sees_the_badge_they_will_have() -> None:
    table = with_ada(seat=3)
    table.press(3, for_ms=1300)
    table.press(5)
    table.choose("names")
    table.press(5)
    table.press(5)
    table.key("ok")  # Ada, with the style of seat 3, sits at seat 5 now
    table.press(3)
    table.choose("names")
    table.press(3)
    assert table.names() == {5: "Ada"} and table.page.seat == 3
    shown = {item.seat for item in table.scene().items if isinstance(item, Badge)}
    assert shown == {styles(table.box.lobby.named)[2]} != {3}


def test_one_person_sits_at_one_seat() -> None:
    lobby = called(called(Lobby(0, joined=SEATS[:3]), SEATS[0], ADA), SEATS[2], ADA)
    assert lobby.named == ((SEATS[2], ADA),)


# --- what cannot be drawn


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ada", "Ada"),
        ("🐶", ""),
        ("Ada 🐶 Bo", "Ada Bo"),
        ("דוד", ""),
        ("<b>Jo</b>", "<b>Jo</b>"),
        ("Zoë", "Zoë"),
        ("李 Li", "Li"),
        ("Ｍax", "Max"),
    ],
)
def test_of_a_name_what_our_fonts_have_is_drawn(name: str, seen: str) -> None:
    assert drawn(name) == seen


def test_where_nothing_of_a_name_can_be_drawn_the_badge_stands_as_without_one() -> None:
    lobby = Lobby(SECOND, joined=SEATS[:2])
    plain = replace(new(SECOND), mode="lobby", lobby=lobby)
    dog = Person(7, "🐶", SEATS[0])
    named = replace(plain, people=(dog,), lobby=called(lobby, SEATS[0], dog))
    assert show.scene(named, SECOND, Look()) == show.scene(plain, SECOND, Look())
