"""Practice: one person against a bot of each pace, and after every round how fast and how right everybody was."""

from __future__ import annotations

from pathlib import Path

from mopsbox.box import menu_entries
from mopsbox.games.mopseinander.practice import Practice, Tried, answered, begun
from mopsbox.lobby import PACES
from mopsbox.table import MS, SEATS, SECOND

from .test_guests import ME, Mixed, in_the_lobby
from .waiting import step_by_step


def practising() -> Mixed:
    table = in_the_lobby(0)
    table.choose("practice")
    assert table.mode == "fill"
    return table


def to_the_race(table: Mixed) -> None:
    """Whoever rolls: me by OK, a bot by itself."""

    def on() -> None:
        if table.state.active == ME:
            table.key("ok")
        table.wait(500)

    step_by_step(lambda: table.mode == "race" and table.play.opened is not None, on)


def test_whoever_is_in_alone_meets_a_bot_of_each_pace_at_once() -> None:
    table = practising()
    assert (table.state.setup.seats, table.box.lobby.bots) == ((1, ME, 3, 4), {1, 3, 4})
    assert table.guests is not None
    table.wait(100)
    assert [table.guests.pace(SEATS[n]) for n in (0, 2, 3)] == list(PACES)


def test_two_people_are_company_and_not_offered_practice_nor_is_it_at_a_game_without_bots() -> None:
    table = in_the_lobby(0)
    table.press(5)
    table.key("ok", for_ms=1100)
    assert "practice" not in menu_entries(table.box)
    alone = in_the_lobby(0)
    alone.key("right")
    alone.key("ok", for_ms=1100)
    assert alone.box.game == "mopsen" and "practice" not in menu_entries(alone.box)


def test_after_a_round_my_time_and_the_others_and_who_was_right_stand_there_until_i_press() -> None:
    table = practising()
    to_the_race(table)
    table.wait(900)
    after = table.clock.t - table.play.opened
    table.press(ME)
    table.dial(True)
    assert table.mode == "verdict" and table.play.verdict == "right"
    table.wait(5000)
    assert table.mode == "verdict", "it waits to be read"
    (mine,) = (one for one in table.play.practice.tried if one.seat == ME)
    assert mine == Tried(SEATS[ME - 1], after // 1000, "right") and after >= 900 * MS
    words = table.words()
    assert {f"{mine.us / 1e6:.2f} s", f"You on average: {mine.us / 1e6:.2f} s", "Counted right: 1 of 1"} <= words
    assert "Right" in words and len([word for word in words if word.endswith(" s")]) >= 2
    table.press(ME)
    assert table.mode == "take"


def test_a_bot_that_was_faster_stands_above_with_its_time_and_what_it_said() -> None:
    table = practising()
    to_the_race(table)
    table.until(lambda: table.play.verdict in ("right", "nobody") and table.mode == "verdict", 120)
    tried = table.play.practice.tried
    assert tried and all(one.seat != ME for one in tried)
    last = tried[-1]
    assert (last.said == "right") == (table.play.verdict == "right")
    assert "Counted right: 0 of 0" in table.words() and not any("average" in word for word in table.words())


def test_a_wrong_answer_counts_and_a_new_round_begins_with_an_empty_table() -> None:
    table = practising()
    to_the_race(table)
    table.wait(500)
    table.press(ME)
    table.dial(False)
    table.until(lambda: table.mode == "verdict" and table.play.verdict in ("right", "nobody"), 120)
    said = {one.seat: one.said for one in table.play.practice.tried}
    assert said[SEATS[ME - 1]] == "wrong" and "Counted right: 0 of 1" in table.words()
    table.wait(1000)
    table.press(ME)
    step_by_step(lambda: table.mode == "fill", lambda: table.wait(1000))
    to_the_race(table)
    assert table.play.practice.tried == () and len(table.play.practice.times) == 1


def test_practice_is_still_practice_in_the_next_game_and_when_it_was_left() -> None:
    table = practising()
    table.choose("leave")
    table.key("ok")
    assert table.mode == "fill" and table.box.lobby.practice and table.play.practice.seat == ME


def one_round_of_mine(table: Mixed) -> None:
    """I am first, right, and take the first coaster."""
    to_the_race(table)
    table.wait(900)
    table.press(ME)
    table.dial(True)
    table.wait(1000)
    table.press(ME)
    table.wait(700)
    table.key("ok")


def test_after_a_pulled_plug_it_is_practice_still_and_the_mean_is_that_of_the_whole_game(tmp_path: Path) -> None:
    table = in_the_lobby(0, tmp_path)
    table.choose("practice")
    one_round_of_mine(table)
    (mine,) = table.play.practice.times
    table.store.close()
    again = Mixed(folder=tmp_path)
    again.press(ME)
    assert again.box.mode == "offer"
    again.key("ok")
    assert again.box.lobby.practice and again.play.practice.times == (mine,)
    again.wait(100)
    assert again.guests is not None and [again.guests.pace(SEATS[n]) for n in (0, 2, 3)] == list(PACES)
    one_round_of_mine(again)
    first, second = again.play.practice.times
    assert first == mine and second >= 900_000
    again.choose("leave")
    again.key("ok")
    assert again.play.practice.times == (first, second), "leaving forgets them no more than the plug"


def test_somebody_with_two_bots_was_not_practising(tmp_path: Path) -> None:
    table = in_the_lobby(2, tmp_path)
    table.key("ok")
    table.store.close()
    again = Mixed(folder=tmp_path)
    again.key("ok")
    assert again.mode == "fill" and not again.box.lobby.practice and again.play.practice is None


def test_it_counts_for_itself_in_the_store() -> None:
    table = practising()
    one_round_of_mine(table)
    table.choose("end-game")

    def roll() -> None:
        table.key("ok")
        table.wait(1500)

    step_by_step(lambda: bool(table.store.past()), roll)
    assert [past.practice for past in table.store.past()] == [True]


def test_only_first_answers_make_the_mean() -> None:
    me, other = SEATS[1], SEATS[0]
    told = answered(Practice(me), [(other, 3 * SECOND), (me, 4 * SECOND)], SECOND, other, "wrong", first=True)
    assert told.tried == (Tried(other, 2_000_000, "wrong"), Tried(me, 3_000_000)) and told.mean_us is None
    told = answered(told, [(me, 8 * SECOND)], 7 * SECOND, me, "right", first=False)
    assert told.tried[-1] == Tried(me, 1_000_000, "right") and told.mean_us is None
    told = answered(begun(told), [(me, 12 * SECOND)], 10 * SECOND, me, "right", first=True)
    assert told.tried == (Tried(me, 2_000_000, "right"),) and told.mean_us == 2_000_000
