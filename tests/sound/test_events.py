"""What is heard when: the sounds the box and its games ask for, with the real referee in virtual time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from mopsbox.games import GAMES
from mopsbox.sounds import make
from mopsbox.table import MS, SECOND, Sound
from tests.at_table import Table

PACKAGE = Path(make.__file__).parents[1]


def listened(table: Table) -> list[tuple[int, Sound]]:
    """What the table hears from now on, each with its time in milliseconds."""
    heard = list[tuple[int, Sound]]()
    table.loop.sound = lambda sound: heard.append((table.clock.t // MS, sound))
    return heard


def names(heard: list[tuple[int, Sound]]) -> list[str]:
    return [sound.name for _, sound in heard]


# --- every name has its file


def asked_for(folder: Path) -> set[str]:
    """Every name of a Sound(...) in the sources below `folder`."""
    return {name for file in folder.rglob("*.py") for name in _asked_for(file)}


def _asked_for(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sound" and node.args:
            for part in (node.args[0], *ast.walk(node.args[0])):
                if isinstance(part, ast.Constant):
                    yield str(part.value)


def test_every_sound_somebody_asks_for_has_a_file_and_every_file_is_asked_for() -> None:
    files = {file.stem for file in (PACKAGE / "sounds").glob("*.wav")}
    voices = {f"voice_{seat}" for seat in range(1, 9)}
    assert asked_for(PACKAGE) - {"voice"} == files - voices
    assert voices <= files and "voice" in asked_for(PACKAGE)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_says_which_sounds_it_makes(game: str) -> None:
    assert set(GAMES[game].SOUNDS) == asked_for(PACKAGE / "games" / game)


# --- the box itself


def test_who_joins_hears_the_own_voice_and_who_leaves_hears_it_too() -> None:
    table = Table()
    heard = listened(table)
    table.press(3)
    assert heard == []  # the press that wakes the box joins nobody
    table.press(3)
    table.press(7)
    assert [sound for _, sound in heard] == [Sound("voice", 3), Sound("voice", 7)]
    table.press(3)
    assert len(heard) == 2, "in already"
    table.press(7, for_ms=1100)
    assert heard[-1][1] == Sound("leave", 7) and len(heard) == 3


def test_the_menu_ticks_and_a_game_for_more_players_is_refused_aloud() -> None:
    table = Table()
    table.press(1)
    table.press(1)
    heard = listened(table)
    table.key("right")
    assert names(heard) == ["tick"]
    table.key("ok")
    assert names(heard) == ["tick", "wrong"] and table.box.mode == "lobby"
    table.key("ok", for_ms=1100)
    assert names(heard)[2:] == ["tick"] and table.box.menu is not None
    table.key("right")
    table.key("back")
    assert names(heard)[3:] == ["tick", "tick"] and table.box.menu is None


def test_who_tries_the_buzzers_hears_which_one_answered() -> None:
    table = Table(wizard=True)
    heard = listened(table)
    table.press(4)
    assert [sound for _, sound in heard] == [Sound("voice", 4)]


# --- a round of Mopseinander


def test_a_round_sounds_like_coasters_dice_a_click_the_buzzer_and_the_verdict() -> None:
    table = Table(4)
    heard = listened(table)
    table.roll()
    table.press(2)
    table.dial(True)
    table.wait(1600)
    table.key("ok")
    expected = [("slide", None), ("rattle", None), ("open", None), ("voice", 2), ("right", 2), ("slide", None)]
    assert [(sound.name, sound.seat) for _, sound in heard] == expected


def test_a_second_press_takes_the_photo_finish_and_a_third_no_other() -> None:
    for seats, apart_us in (((1,), 0), ((1, 2, 3), 900), ((1, 2), 0)):
        table = Table(3)
        table.roll()
        heard = listened(table)
        table.press(*seats, apart_us=apart_us)
        assert names(heard) == (["voice", "shutter"] if seats[1:] else ["voice"])
    table = Table(2)
    table.roll()
    heard = listened(table)
    table.press(1)
    table.wait(500)
    table.press(2)  # late, and on the picture all the same
    assert names(heard) == ["voice", "shutter"]


def test_the_last_three_seconds_of_an_answer_tick_and_then_it_is_too_late() -> None:
    table = Table(2)
    table.roll()
    heard = listened(table)
    table.press(1)
    late = table.play.deadline // MS
    table.wait(11_000)
    ticks = [late - at for at, sound in heard if sound.name == "countdown"]
    assert ticks == [3000, 2000, 1000]
    assert [at for at, sound in heard if sound.name == "wrong"] == [late]


def test_whoever_answers_ends_the_countdown() -> None:
    table = Table(2)
    table.roll()
    heard = listened(table)
    table.press(1)
    table.wait(8500)
    table.dial(False)
    table.wait(5000)
    assert names(heard) == ["voice", "countdown", "countdown", "wrong", "open"]
    table.press(2)
    table.wait(7500)
    assert names(heard)[5:] == ["voice", "countdown"], "the next answer counts down from its own three seconds"


def test_the_menu_stops_the_countdown_and_it_goes_on_where_it_stood() -> None:
    table = Table(2)
    table.roll()
    heard = listened(table)
    table.press(1)
    table.wait(6500)
    table.key("ok", for_ms=1100)
    table.wait(60_000)
    assert names(heard) == ["voice", "countdown", "tick"]
    table.key("back")
    late = table.play.deadline // MS
    table.wait(3000)
    assert [late - at for at, sound in heard[-3:] if sound.name == "countdown"] == [2000, 1000]


def test_an_answer_without_a_limit_never_ticks() -> None:
    table = Table(2, answer_ns=None)
    table.roll()
    heard = listened(table)
    table.press(1)
    table.wait(60_000)
    assert names(heard) == ["voice"]


def test_a_slow_box_counts_down_what_is_left_and_nothing_twice() -> None:
    table = Table(2, answer_ns=5 * SECOND)
    table.roll()
    table.press(1)
    heard = listened(table)
    table.clock.t = table.play.deadline - 1400 * MS  # nothing moved the box for two seconds
    table.wait(5000)
    assert names(heard) == ["countdown", "countdown", "wrong", "open"]


def test_the_final_turns_coasters_over_and_counts_up_to_the_fanfare() -> None:
    table = Table(2)
    table.play_to_final((1, 2))
    assert table.mode == "final"
    heard = listened(table)
    for _ in range(20):
        if table.mode == "podium":
            break
        table.key("ok")
        table.wait(9000)
    rolls = names(heard).count("rattle")
    assert names(heard) == ["rattle", "count"] * rolls + ["fanfare"] and rolls


def test_the_last_coaster_taken_slides_and_all_are_turned_over() -> None:
    table = Table(2)
    heard = listened(table)
    table.play_to_final((1, 2))
    assert names(heard)[-2:] == ["flip", "slide"]
