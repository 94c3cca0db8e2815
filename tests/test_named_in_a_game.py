"""Names in the middle of a game: given, changed and taken back from its menu; the game counts for who is named at its
end."""

from __future__ import annotations

from pathlib import Path

import pytest

from mopsbox.names import Names
from mopsbox.phone_view import OnPhone
from mopsbox.places import StoreFault
from mopsbox.table import MS

from .at_table import Table
from .catalogue import ADDRESS
from .test_book import Reading, played
from .test_names import Heard


def named(table: Table, seat: int, name: str) -> None:
    """In the menu of a game, with a keyboard."""
    table.choose("names")
    table.press(seat)
    if isinstance(table.box.page, Names) and table.box.page.typed is None:
        for sign in name:
            table.tap("sign", ord(sign))
    table.press(seat)
    if table.box.page is not None:
        table.key("back")
    table.choose("go-on")


def playing(folder: Path | None = None, players: int = 2) -> Heard:
    table = Heard(folder)
    table.press(*range(1, players + 1))
    table.key("ok")
    assert table.mode == "fill"
    return table


def names(table: Table) -> dict[int, str]:
    return {int(seat): person.name for seat, person in table.store.sat(table.box.number).items()}


def test_a_name_is_given_while_a_race_waits_and_the_race_begins_anew_with_the_same_dice() -> None:
    table = playing()
    table.win_round(2)
    table.roll()
    dice, won = table.state.dice, table.state.won
    table.choose("names")
    assert "Who are you?" in table.words()
    table.press(2)
    for sign in "ada":
        table.tap("sign", ord(sign))
    table.press(2)
    assert table.box.page is None and table.box.menu == 0, "back in the menu: the table says when it goes on"
    assert names(table) == {2: "Ada"}
    table.choose("go-on")
    assert (table.mode, table.state.dice, table.state.won) == ("tumble", dice, won)
    table.wait(1100)
    table.press(2)
    assert table.play.judged == 2


def test_a_buzzer_that_was_pressed_over_the_page_was_not_pressed_too_early(tmp_path: Path) -> None:
    table = playing(tmp_path)
    table.roll()
    table.choose("names")
    for sign in "ada":
        table.tap("sign", ord(sign))
    table.press(1)
    table.wait(2000)  # the other one thinks of a name
    table.key("back")
    table.choose("go-on")
    table.wait(400)
    table.press(1)  # the dice tumble again: that one was
    table.wait(1100)
    table.press(1)
    table.dial(True)
    table.wait(1600)
    table.key("ok")
    played(table, 1, 1)
    (total,) = table.store.totals("mopseinander")
    assert (total.right, total.early) == (2, 1)


def test_a_pulled_plug_keeps_a_name_that_was_given_in_the_game(tmp_path: Path) -> None:
    table = playing(tmp_path)
    named(table, 1, "ada")
    table.store.close()
    again = Heard(tmp_path)
    again.key("ok")
    assert again.names() == {1: "Ada"} and again.mode == "fill"


def test_the_whole_game_counts_for_whoever_is_named_at_its_end_and_the_scores_stay_with_the_seat() -> None:
    table = playing()
    named(table, 1, "ada")
    table.win_round(1)
    named(table, 1, "ben")  # sits down in her place
    played(table, 1, 1)
    (total,) = table.store.totals("mopseinander")
    assert (total.person.name, total.games, total.wins, total.right) == ("Ben", 1, 1, 2), "both rounds, hers too"


def test_after_the_game_the_page_asks_who_played_and_it_counts_for_them() -> None:
    table = playing()
    played(table, 1, 1)
    assert table.store.totals("mopseinander") == ()
    table.choose("names")
    assert "Who played?" in table.words()
    table.press(1)
    for sign in "ada":
        table.tap("sign", ord(sign))
    table.press(1)
    (total,) = table.store.totals("mopseinander")
    assert (total.person.name, total.wins) == ("Ada", 1)
    table.key("back")
    table.choose("go-on")
    table.key("ok")
    assert table.box.number == 2 and names(table) == {1: "Ada"}, "and she plays again"


def test_a_name_forgotten_in_the_game_leaves_the_seat_as_it_is_printed() -> None:
    table = playing()
    named(table, 2, "ada")
    table.choose("names")
    table.press(2)
    table.key("left")
    table.tap("change", 2)
    table.key("ok")
    assert table.store.people() == () and names(table) == {} and table.names() == {}


def test_what_cannot_be_stored_has_not_happened_and_can_be_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = playing()
    named(table, 2, "ada")
    table.choose("names")
    table.press(2)

    def full(*_: object) -> None:
        raise StoreFault("disk-full", "here")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "sit", full)
        table.press(2)  # no name is lit
        table.key("ok")
        assert dict(table.box.notices)["store"].word == "disk-full"
    assert table.names() == {2: "Ada"} == names(table)
    table.key("ok")
    assert table.names() == {} == names(table) and "store" not in dict(table.box.notices)


def test_a_new_name_that_could_not_be_seated_can_be_picked_as_soon_as_the_disk_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = playing()
    table.choose("names")

    def full(*_: object) -> None:
        raise StoreFault("disk-full", "here")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "sit", full)
        for sign in "ada":
            table.tap("sign", ord(sign))
        table.key("ok")
    assert names(table) == {} == table.names(), "she is known, but the game has not got her"
    table.key("ok")
    assert dict(table.box.notices)["names"].word == "name-known"
    table.press(1)
    table.key("ok")
    assert names(table) == {1: "Ada"} == table.names()


def test_bots_are_not_asked() -> None:
    table = Heard()
    table.press(1)
    table.choose("add-bot")
    table.key("ok")
    table.choose("names")
    table.press(2)
    assert isinstance(table.box.page, Names) and table.box.page.seat == 1


def test_mopsen_has_names_from_its_menu_too() -> None:
    table = Heard()
    table.press(1, 2, 3)
    table.key("right")
    table.key("ok")
    assert table.box.game == "mopsen" and table.box.mode == "game"
    named(table, 3, "ada")
    assert names(table) == {3: "Ada"} and "Ada" in table.words()


# --- the other pages of a game's menu


def test_the_scores_are_read_in_the_middle_of_an_answer_and_nothing_is_lost() -> None:
    table = Reading(games=3)
    table.press(1, 2)
    table.key("ok")
    table.roll()
    table.press(1)
    table.tap("digit", 7)
    before, left = table.play, table.play.deadline - table.clock.t
    table.choose("scores")
    assert {"2", "1"} <= table.words()
    table.wait(60_000)
    table.all_words()
    table.choose("go-on")
    after = table.play
    assert (after.state, after.mode, after.judged, after.number) == (before.state, "answer", 1, 7)
    assert left - 2000 * MS < after.deadline - table.clock.t <= left, "but for the time it took to open the menu"


def test_the_code_for_phones_is_in_the_menu_of_a_game() -> None:
    table = Table(2)
    table.loop.phone = lambda: ADDRESS
    table.key("ok", for_ms=1100)
    table.choose("phone")
    assert table.box.page == OnPhone(ADDRESS)
    table.key("ok")
    table.choose("go-on")
    assert table.mode == "fill"
