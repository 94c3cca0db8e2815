"""Nobody has touched the box for ten minutes: nothing stands there bright all night, and nothing is lost (rest.py)."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from mopsbox import box as boxes
from mopsbox import show
from mopsbox.attract import DIMMED
from mopsbox.paint.painter import Painter
from mopsbox.scene import hit
from mopsbox.table import SECOND, Ruling, Seat, Tick

from .at_table import Table
from .games.mopsen_box import by_cards
from .screens import PANELS

MINUTE = 60_000  # ms
SEVEN = PANELS["7 inch"]


def brightness(table: Table) -> float:
    """The mean of all pixels, 0 to 255."""
    surface = pygame.Surface((800, 480), 0, 32)
    Painter((800, 480), SEVEN).paint(surface, table.loop.picture())
    return sum(pygame.transform.average_color(surface)[:3]) / 3


# --- back to attract


def lobby_of_one() -> Table:
    table = Table()
    table.press(1)
    table.wait(500)
    table.press(1)
    return table


def menu_over_lobby() -> Table:
    table = lobby_of_one()
    table.key("ok", for_ms=1100)
    return table


def settings_over_lobby() -> Table:
    table = lobby_of_one()
    table.choose("settings")
    return table


def menu_over_attract() -> Table:
    table = Table()
    table.key("ok", for_ms=1100)
    table.key("ok", for_ms=1100)
    return table


def podium() -> Table:
    table = Table(2)
    table.play_to_final([1])
    table.key("ok")
    table.wait(30_000)
    assert table.mode == "podium"
    return table


def how_to_on_menu() -> Table:
    table = lobby_of_one()
    table.choose("how-to")
    return table


@pytest.mark.parametrize(
    "stands", [lobby_of_one, menu_over_lobby, settings_over_lobby, how_to_on_menu, menu_over_attract, podium]
)
def test_after_ten_minutes_of_nobody_the_box_advertises_again(stands: object) -> None:
    table = stands()  # type: ignore[operator]
    table.wait(9 * MINUTE)
    assert table.box.mode != "attract" or table.box.menu is not None
    table.wait(MINUTE)
    assert (table.box.mode, table.box.menu, table.box.page) == ("attract", None, None)
    assert table.box.lobby.joined == () and table.loop.game is None
    table.press(3)
    table.wait(500)
    assert table.box.mode == "lobby"


def test_who_does_something_now_and_then_stays(tmp_path: Path) -> None:
    table = lobby_of_one()
    for _ in range(3):
        table.wait(7 * MINUTE)
        table.key("right")
    assert table.box.mode == "lobby" and table.box.lobby.joined == (1,)


def test_a_question_whether_to_go_on_with_a_game_is_asked_again_when_somebody_comes(tmp_path: Path) -> None:
    first = Table(3, folder=tmp_path)
    first.win_round(1)
    first.store.close()
    table = Table(folder=tmp_path)
    assert table.box.mode == "offer"
    table.wait(10 * MINUTE)
    assert table.box.mode == "attract"
    table.press(2)
    assert table.box.mode == "offer"
    table.key("ok")
    assert table.box.mode == "game"


def test_a_menu_over_the_trial_of_the_buzzers_ends_it() -> None:
    table = Table(wizard=True)
    table.key("ok", for_ms=1100)
    assert table.box.menu is not None
    table.wait(10 * MINUTE)
    assert (table.box.mode, table.box.menu) == ("attract", None)


# --- a game stays, darker


def test_a_game_nobody_touches_is_dark_until_a_press_which_does_nothing_else() -> None:
    table = Table(4)
    table.wait(1000)
    before, bright = table.box.play, brightness(table)
    table.wait(9 * MINUTE)
    assert brightness(table) == bright
    table.wait(MINUTE)
    assert brightness(table) == pytest.approx((1 - DIMMED) * bright, abs=1)
    table.key("right")
    assert table.box.play == before and brightness(table) == bright
    table.key("right")
    assert table.box.play.choice == before.choice + 1


@pytest.mark.parametrize("wakes", ["key", "hold", "buzzer", "finger", "keyboard"])
def test_whatever_is_pressed_in_the_dark_only_makes_it_light(wakes: str) -> None:
    table = Table(4)
    table.wait(10 * MINUTE)
    assert table.box.dark
    match wakes:
        case "key":
            table.key("ok")
        case "hold":
            table.key("ok", for_ms=1500)
        case "buzzer":
            table.press(table.state.active, for_ms=900)
        case "finger":
            assert hit(table.scene(), 20, 20) == ("wake", 0)
            table.tap(*hit(table.scene(), 20, 20))  # type: ignore[misc]
        case "keyboard":  # a desk computer's 1 is a buzzer and, for whoever answers, a digit
            table.tap("typed", table.state.active)
            table.press(table.state.active)
    assert not table.box.dark and table.box.menu is None
    assert table.actions() == [] and table.mode == "fill"


def test_a_press_in_an_open_race_counts_in_the_dark_too() -> None:
    table = Table(4)
    table.roll()
    table.wait(10 * MINUTE)
    assert table.box.dark and table.mode == "race"
    table.press(3, 2)
    assert not table.box.dark and (table.mode, table.play.judged) == ("answer", 3)
    assert [seat for seat, _ in table.play.finish.lanes] == [3, 2]


@pytest.mark.parametrize("seed", range(4))
def test_a_dead_heat_in_the_dark_has_everybody_in_its_picture(seed: int) -> None:
    """Whose press made it light stands there too, also where another is drawn."""
    table = Table(4, seed)
    table.roll()
    table.wait(10 * MINUTE)
    table.press(1, 2, 3, 4, apart_us=0)
    assert table.play.finish.tied == (1, 2, 3, 4)
    assert sorted(seat for seat, _ in table.play.finish.lanes) == [1, 2, 3, 4]


def test_a_key_in_a_race_only_wakes() -> None:
    table = Table(4)
    table.roll()
    table.wait(10 * MINUTE)
    table.key("ok", for_ms=1500)
    assert (table.box.dark, table.box.menu, table.mode) == (False, None, "race")


def test_the_menu_over_a_game_gets_dark_and_stays() -> None:
    table = Table(4)
    table.key("ok", for_ms=1100)
    table.key("right")
    at = table.box.menu
    table.wait(10 * MINUTE)
    table.key("right")
    assert (table.box.dark, table.box.menu, table.box.mode) == (False, at, "game")


def test_a_contact_that_chatters_is_nobody() -> None:
    table = Table(4)
    for _ in range(10):
        table.wait(MINUTE)
        t = table.clock.t
        table.loop.receive(Ruling(t, "chatter", Seat(2), t))
    assert table.box.dark


def test_a_sleeping_box_is_woken_by_time_once_and_no_more() -> None:
    """What `due` says is all that wakes it by itself."""
    table = Table(4)
    start = max(table.box.since, table.box.touched)
    assert boxes.due(table.box) == start + 600 * SECOND
    asleep, effects = boxes.step(table.box, Tick(start + 600 * SECOND))
    assert asleep.dark and effects == () and boxes.due(asleep) is None
    assert show.next_change(asleep, start + 601 * SECOND) is None


def test_where_nobody_races_a_buzzer_only_wakes() -> None:
    table = by_cards(4)
    before = table.box.play
    table.wait(10 * MINUTE)
    assert table.box.dark
    table.press(2)
    assert not table.box.dark and table.box.play == before
