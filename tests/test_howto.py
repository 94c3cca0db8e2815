"""How to play: four pictures a game, from the menu and from an empty lobby."""

from __future__ import annotations

from typing import Any

import pytest

from mopsbox.games import GAMES, tour_of
from mopsbox.games.mopsen.counting import printed
from mopsbox.howto import HowTo
from mopsbox.scene import Badge, Coaster, Item, Look, Picture, Text
from mopsbox.words import LANGUAGES, say

from .at_table import Table
from .screens import PANELS

SEVEN = PANELS["7 inch"]
ROOM = (6.0, 12.0, 137.0, 64.0)


def at(table: Table) -> tuple[str, int]:
    page = table.box.page
    assert isinstance(page, HowTo)
    return page.game, page.at


def sentences(game: str, language: str) -> list[str]:
    tour = tour_of(game)
    assert tour
    return [say(word, language).format(*numbers) for word, numbers, _ in tour.pages()]


def picture(game: str, n: int) -> tuple[Item, ...]:
    tour = tour_of(game)
    assert tour
    return tour.pages()[n][2](ROOM, SEVEN)


# --- finding one's way


@pytest.mark.parametrize("game", GAMES)
def test_from_the_menu_the_pages_are_turned_and_read_from_both_long_sides(game: str) -> None:
    table = Table(3, game=game, language="en")
    table.choose("how-to")
    for n, sentence in enumerate(sentences(game, "en")):
        assert at(table) == (game, n)
        words = [i for i in table.scene().items if isinstance(i, Text)]
        for turn in (0, 180):
            lines = sorted((i for i in words if i.turn == turn), key=lambda i: i.y, reverse=turn == 180)
            assert sentence in " ".join(i.text for i in lines), (sentence, turn)
        table.key("right")
    assert at(table)[1] == len(sentences(game, "en")) - 1  # after the last comes none
    table.key("left")
    assert at(table)[1] == len(sentences(game, "en")) - 2
    table.key("ok")
    assert table.box.page is None and table.box.menu == 0


def test_reading_stops_the_game_and_afterwards_it_goes_on() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.wait(5_000)
    table.choose("how-to")
    table.wait(60_000)
    table.press(2)
    table.key("back")
    table.key("ok")
    assert table.mode == "answer" and table.play.judged == 1


def test_an_empty_lobby_teaches_the_chosen_game_on_ok() -> None:
    table = Table(language="en")
    table.press(1)  # wakes the box
    assert "how to" in table.words() and "start" not in table.words()
    table.key("right")
    table.key("ok")
    assert at(table) == (tuple(GAMES)[1], 0)
    table.key("ok")
    assert table.box.mode == "lobby" and table.box.menu is None and table.box.page is None
    table.press(1)
    assert "start" in table.words() and "how to" not in table.words()


def test_whoever_presses_while_reading_in_the_lobby_wants_to_play() -> None:
    table = Table()
    table.press(1)
    table.key("ok")
    table.press(3)
    assert table.box.page is None and table.box.lobby.joined == (3,)


def test_where_nobody_reads_any_more_the_box_advertises_again() -> None:
    table = Table()
    table.press(1)
    table.key("ok")
    table.wait(110_000)
    table.key("right")
    table.wait(110_000)
    assert at(table)[1] == 1
    table.wait(250_000)
    assert table.box.mode == "attract" and table.box.page is None


def test_a_game_that_shows_nothing_is_not_offered_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(GAMES["mopseinander"].host, "tour")
    table = Table()
    table.press(1)
    assert "start" in table.words() and "how to" not in table.words()
    table.key("ok")
    assert table.box.page is None
    table.key("back")
    assert "How to play" not in table.words()


# --- what is shown


@pytest.mark.parametrize("game", GAMES)
def test_at_most_four_pictures_a_sentence_each(game: str) -> None:
    tour = tour_of(game)
    assert tour and 1 <= len(tour.pages()) <= 4
    for language in LANGUAGES:
        assert len(set(sentences(game, language))) == len(tour.pages())


def test_what_is_counted_on_the_picture_is_what_the_sentence_says() -> None:
    """Somebody counts the two pugs shown large on the coasters beside them, with a finger."""
    items = picture("mopseinander", 1)
    wanted = [i.name for i in items if isinstance(i, Picture)]
    coasters = [i for i in items if isinstance(i, Coaster)]
    counts = [sum(spot.name == name for coaster in coasters for spot in coaster.spots) for name in wanted]
    assert len(wanted) == 2 and all(coaster.bright == frozenset(wanted) for coaster in coasters)
    assert all(counts) and f"{counts[0]} + {counts[1]} = {sum(counts)}" in sentences("mopseinander", "en")[1]


def pips(items: Any) -> list[int]:
    return [int(i.name[-1]) for i in items if isinstance(i, Picture) and i.name.startswith("die_") and i.d > 8]


def test_the_dice_of_the_first_picture_point_at_the_pugs_beside_them_on_the_mat() -> None:
    items = picture("mopseinander", 0)
    rolled = [i for i in items if isinstance(i, Picture) and i.name.startswith("die_") and i.d > 10]
    for die in rolled:
        beside = next(i for i in items if isinstance(i, Picture) and i.name.startswith("pug_") and i.y == die.y)
        small = next(i for i in items if isinstance(i, Picture) and i.name == die.name and i.d < 10)
        on_mat = [i for i in items if isinstance(i, Picture) and i.name == beside.name and i is not beside]
        assert [round(i.y, 3) for i in on_mat] == [round(small.y, 3)]  # in the field with as many pips
    assert sum(pips(rolled)) not in (7, 9)


def test_the_sums_that_are_different_are_7_and_9() -> None:
    rolled = pips(picture("mopseinander", 2))
    assert [rolled[0] + rolled[1], rolled[2] + rolled[3]] == [7, 9]


def test_in_mopsen_the_highest_card_of_the_first_colour_of_the_queue_wins() -> None:
    """Red stands first, so seat 2's 11 beats seat 1's 7, and seat 3's yellow is the weakest."""
    assert next(i.name for i in picture("mopsen", 0) if isinstance(i, Picture)) == "tile_red"
    glows = [i.seat for i in picture("mopsen", 1) if isinstance(i, Badge) and i.look == "glow"]
    assert glows == [2, 2]
    begs = picture("mopsen", 2)
    assert [i.seat for i in begs if isinstance(i, Badge)] == [3]
    tiles = [i.name for i in begs if isinstance(i, Picture) and i.name.startswith("tile_")]
    assert tiles[4] == "tile_yellow" and tiles[5:] == [t for t in tiles[:4] if t != "tile_yellow"]


def test_mopseinanders_last_picture_counts_the_own_coasters_and_its_sentence_says_when_it_ends() -> None:
    """R21, R24: at three left the dice roll once more, and everybody counts on what they have won."""
    items = picture("mopseinander", 3)
    taken, *own = [i for i in items if isinstance(i, Coaster)]
    assert len(own) == 2 and own[0].spots == taken.spots, "what was taken is what is counted in the end"
    counted = sum(spot.name in coaster.bright for coaster in own for spot in coaster.spots if coaster.bright)
    assert [int(i.text) for i in items if isinstance(i, Text)] == [counted] and counted > 0
    assert sum(pips(items)) not in (7, 9)
    for language, end in (("de", "nur noch 3 da"), ("en", "only 3 are left")):
        assert end in sentences("mopseinander", language)[3]


@pytest.mark.parametrize(("language", "cards"), [("de", "euren Mopsen-Karten"), ("en", "your own Mopsen cards")])
def test_mopsens_first_sentence_says_whose_cards_are_needed(language: str, cards: str) -> None:
    assert cards in sentences("mopsen", language)[0]


def test_mopsens_last_picture_adds_up_with_the_printed_bones_of_an_empty_bowl_and_a_round_at_its_end() -> None:
    """R54: somebody has no card left; R57 to R60: bowl, or what is printed on an empty one, and cards in hand."""
    items = picture("mopsen", 3)
    words = [i for i in items if isinstance(i, Text)]
    rows = [[int(i.text) for i in words if abs(i.y - y) < 3] for y in sorted({round(i.y) for i in words}, reverse=True)]
    (bowl, hand, total), (empty, none, printed_alone) = rows[-1], rows[0]
    assert bowl + hand == total > printed_alone == empty + none
    assert (empty, none) == (printed(3), 0)
    assert "7 bones" in sentences("mopsen", "en")[3] and "Napf 7" in sentences("mopsen", "de")[3]


def test_in_front_of_the_screen_each_sentence_is_said_once() -> None:
    table = Table()
    table.press(1)
    table.key("ok")
    table.loop.look = Look(seats_around="front")
    shown = table.loop.picture()
    assert all(i.turn == 0 for i in shown.items if isinstance(i, Text))
