"""An evening at the table: real loop, referee and store in virtual time, pressed by fingers."""

from pathlib import Path

import pytest

from mopsbox.games.mopseinander import host
from mopsbox.table import MS, SEATS, Seat, Tick
from tests.at_table import Table
from tests.waiting import step_by_step

# --- attract and lobby


def test_the_press_that_wakes_the_box_does_not_join() -> None:
    table = Table()
    assert table.box.mode == "attract"
    table.press(3)
    assert table.box.mode == "lobby" and table.box.lobby.joined == ()


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_join_by_their_own_buzzers_and_ok_starts(players: int) -> None:
    table = Table()
    table.press(1)
    for seat in SEATS[:players]:
        table.press(seat)
    assert table.box.lobby.joined == SEATS[:players]
    table.key("ok")
    assert table.box.mode == "game" and set(table.state.setup.seats) == set(SEATS[:players])
    assert len(table.state.setup.pile) == (12 if players < 5 else 24)  # D5: two sets from five players on


def test_one_player_alone_is_refused_with_a_word() -> None:
    table = Table()
    table.press(1)
    table.press(4)
    table.key("ok")
    assert table.box.mode == "lobby" and "At least 2 players" in table.words()


def in_the_lobby(players: int, *keys: str) -> Table:
    """So many have joined, and these menu buttons were pressed."""
    table = Table()
    table.press(1)
    for seat in SEATS[:players]:
        table.press(seat)
    for key in keys:
        table.key(key)
    return table


def test_right_chooses_the_game_and_who_is_in_stays_in() -> None:
    table = in_the_lobby(3)
    games = [table.box.lobby.game]
    for key in ("right", "right", "left", "right"):  # of two games one key chooses: the other one is dim
        table.key(key)
        games.append(table.box.lobby.game)
    assert games == ["mopseinander", "mopsen", "mopseinander", "mopseinander", "mopsen"]
    assert table.box.lobby.joined == SEATS[:3] and {"Mopsen", "Mopseinander"} <= table.words()


@pytest.mark.parametrize("players", range(3, 6))
def test_r28_three_to_five_play_mopsen(players: int) -> None:
    table = in_the_lobby(players, "right", "ok")
    assert (table.box.mode, table.box.game) == ("game", "mopsen")
    assert set(table.state.setup.seats) == set(SEATS[:players])


@pytest.mark.parametrize(("players", "reason"), [(2, "At least 3 players"), (6, "At most 5 players")])
def test_r28_two_and_six_are_refused_with_the_reason_until_the_other_game_is_chosen(players: int, reason: str) -> None:
    table = in_the_lobby(players, "right", "ok")
    assert table.box.mode == "lobby" and table.loop.game is None and reason in table.words()
    table.key("right")
    assert reason not in table.words()
    table.key("ok")
    assert (table.box.mode, table.box.game) == ("game", "mopseinander")


def test_who_comes_back_from_mopsen_finds_it_chosen() -> None:
    table = in_the_lobby(3, "right", "ok")
    table.choose("leave")
    table.key("left")  # not on with it
    assert (table.box.mode, table.box.lobby.game) == ("lobby", "mopsen")


def test_holding_the_own_buzzer_for_a_second_leaves_and_a_short_press_does_not() -> None:
    table = Table()
    table.press(1)
    table.press(1)
    table.press(2)
    table.press(2)
    assert table.box.lobby.joined == (1, 2)
    table.press(2, for_ms=1100)
    assert table.box.lobby.joined == (1,)
    table.press(2)
    assert table.box.lobby.joined == (1, 2)


def test_an_empty_lobby_goes_back_to_attract() -> None:
    table = Table()
    table.press(1)
    table.wait(121_000)
    assert table.box.mode == "attract"


# --- fill and roll


def test_r5_the_active_player_fills_to_4_5_or_6_and_the_fewest_is_proposed() -> None:
    table = Table(4)
    assert table.mode == "fill" and table.play.choice == 4  # D6
    table.key("right")
    assert table.play.choice == 5
    table.key("left")
    table.key("left")
    assert table.play.choice == 6
    table.roll()
    assert len(table.state.table) == 6 and table.mode == "race"
    assert [a["do"] for a in table.actions()] == ["fill", "roll"]


def test_taps_of_the_own_buzzer_choose_and_holding_it_rolls_others_do_nothing() -> None:
    table = Table(4)
    active = table.state.active
    table.press(*(s for s in SEATS[:4] if s != active))
    assert table.play.choice == 4
    table.press(active)
    assert table.play.choice == 5
    table.press(active, for_ms=700)
    table.wait(1100)
    assert table.mode == "race" and len(table.state.table) == 5


# --- the race


def test_the_first_press_wins_and_the_others_stand_in_the_photo_finish() -> None:
    table = Table(4)
    table.roll()
    table.press(3, 1, 4, apart_us=412)
    assert table.mode == "answer" and table.play.judged == 3
    first = table.play.finish.lanes[0][1]
    assert [(s, at - first) for s, at in table.play.finish.lanes] == [(3, 0), (1, 412_000), (4, 824_000)]
    assert table.play.finish.tied == (3,)
    assert table.lamps[Seat(3)] == "on" and table.lamps[Seat(1)] == "off"


def test_buzzers_nobody_sits_at_are_in_no_photo_finish_and_take_none() -> None:
    table = Table(2)
    table.roll()
    table.press(5)
    table.press(2, 6)
    assert table.mode == "answer" and table.play.judged == 2
    assert [seat for seat, _ in table.play.finish.lanes] == [2] and not table.play.finish.shown
    table.press(5, 1, 7)
    assert [seat for seat, _ in table.play.finish.lanes] == [2, 1]


def test_a10_a_press_while_the_dice_tumble_is_told_and_has_no_effect() -> None:
    table = Table(2)
    table.key("ok")
    table.wait(300)
    table.press(2)
    assert [seat for seat, _ in table.play.early] == [2]
    table.wait(900)
    assert table.mode == "race"
    table.press(2)
    assert table.play.judged == 2


def test_d3_a_buzzer_held_while_the_race_opens_counts_only_after_it_was_let_go() -> None:
    table = Table(2)
    table.key("ok")
    table.hold(2)
    table.wait(1500)
    assert table.mode == "race" and table.play.presses == ()
    table.let_go(2)
    assert table.mode == "race"
    table.press(2)
    assert table.play.judged == 2


def test_a12_a_dead_heat_is_drawn_by_lot_and_the_draw_is_in_the_journal() -> None:
    table = Table(4)
    table.roll()
    table.press(2, 4, apart_us=30)
    assert table.play.finish.tied == (2, 4)
    draw = table.actions()[-1]
    assert draw["do"] == "draw" and draw["among"] == [2, 4] and draw["seat"] == table.play.judged
    table.dial(False)
    table.wait(900)
    other = 2 if draw["seat"] == 4 else 4  # A12: the loser of the draw keeps the answer and races again
    assert table.mode == "race" and table.state.locked == (draw["seat"],)
    table.press(other)
    assert table.play.judged == other


def test_the_race_counts_from_when_its_picture_stands_on_the_screen() -> None:
    table = Table(2)
    table.key("ok")
    table.wait(900)
    table.clock.t = begun = host.due(table.play)
    table.loop.receive(Tick(begun))
    assert table.mode == "race"
    table.clock.t += 15 * MS  # painting takes its time
    assert table.play.opened is None
    table.loop.shown()
    assert table.play.opened == begun + 15 * MS


# --- the answer


def test_a6_a_right_answer_is_told_with_its_number_a_wrong_one_without() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.dial(False)
    assert table.play.verdict == "wrong" and table.state.correct is None
    assert "Wrong" in table.words() and not any(word.isdigit() for word in table.words())
    table.wait(900)
    table.press(2)
    table.dial(True)
    assert table.play.verdict == "right" and str(table.state.correct) in table.words()


def test_d1_a_wrong_answer_locks_out_and_the_race_is_open_for_fresh_presses_only() -> None:
    table = Table(3)
    table.roll()
    table.press(1)
    table.hold(2)  # held all through the verdict
    table.dial(False)
    table.wait(900)
    assert table.mode == "race" and table.state.locked == (1,)
    assert table.lamps[Seat(1)] == "blink"
    table.press(1)
    assert table.mode == "race"  # R10: one answer a round
    table.let_go(2)
    assert table.mode == "race"
    table.press(2)
    assert table.play.judged == 2


def test_d2_ten_seconds_to_answer_then_it_is_too_late() -> None:
    table = Table(2)
    table.roll()
    table.press(2)
    table.wait(9_850)
    assert table.mode == "answer"
    table.wait(200)
    assert table.play.verdict == "late" and "Too late" in table.words()
    assert table.actions()[-1] == {"do": "answer", "seat": 2, "number": None}


def test_a8_all_locked_out_nobody_wins_the_round_and_the_turn_passes() -> None:
    table = Table(2)
    before = table.state.active
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    assert table.play.verdict == "nobody" and {"Nobody", str(table.state.correct)} <= table.words()
    table.key("ok")
    assert table.mode == "verdict"  # too soon: an eager OK does not skip what has just appeared
    table.wait(500)
    table.key("ok")
    assert table.mode == "fill" and table.state.active != before and len(table.state.table) == 4


def test_the_dial_by_buttons_by_pad_and_by_holding() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.key("ok")
    assert table.mode == "answer"  # nothing dialled: OK does not answer by accident
    table.key("right")
    start = table.play.number
    table.key("right")
    table.key("left")
    table.key("left")
    assert table.play.number == start - 1
    table.key("right", for_ms=1000)
    assert table.play.number >= start + 6
    for digit in (1, 2):
        table.tap("digit", digit)
    assert table.play.number == 12
    table.tap("erase")
    assert table.play.number == 1
    table.tap("digit", 7)
    table.key("ok")
    assert table.actions()[-1]["number"] == 17


def test_the_keyboards_digits_are_the_answerers_once_late_presses_are_over() -> None:
    table = Table(3)
    table.roll()
    table.press(1)
    table.tap("typed", 2)  # the key of buzzer 2, pressed too late
    assert table.play.number is None
    table.wait(800)
    for digit in (1, 7):
        table.tap("typed", digit)
    assert table.play.number == 17


def test_a_number_typed_with_the_keys_of_buzzers_is_no_late_press_in_the_photo_finish() -> None:
    table = Table(3)
    table.roll()
    table.press(1)
    table.wait(800)
    for digit in (2, 3):
        table.tap("typed", digit)
        table.press(digit)
    assert table.play.number == 23 and [seat for seat, _ in table.play.finish.lanes] == [1]


# --- take, final, podium


def test_r14_the_winner_picks_any_coaster_by_taps_and_a_hold() -> None:
    table = Table(4)
    table.roll()
    table.press(2)
    table.dial(True)
    table.wait(1600)
    assert table.mode == "take"
    table.press(1)
    assert table.play.choice == 0  # not yours
    table.press(2)
    table.press(2)
    wanted = table.state.table[2]
    table.press(2, for_ms=700)
    assert table.actions()[-1] == {"do": "take", "seat": 2, "coaster": wanted}
    assert table.mode == "fill" and wanted not in table.state.table


def test_r14_or_by_touch() -> None:
    table = Table(2)
    table.roll()
    table.press(2)
    table.dial(True)
    table.wait(1600)
    wanted = table.state.table[3]
    table.tap("coaster", wanted)
    assert table.actions()[-1]["coaster"] == wanted


def test_a_whole_evening_from_the_first_round_to_the_podium_and_the_rematch() -> None:
    table = Table(3)
    table.play_to_final([1, 2, 3])
    assert table.mode == "final" and len(table.state.table) == 3 and table.state.pile == ()

    def rolled() -> None:
        roller = table.state.last_winner
        table.press(*(s for s in (1, 2, 3) if s != roller))
        assert table.mode == "final"  # R23: the winner of the last coaster rolls
        table.press(roller)
        table.wait(12_000)

    step_by_step(lambda: table.mode == "podium", rolled)
    assert table.state.winners
    assert table.store.unfinished() is None
    number = table.loop.game
    table.key("ok")
    assert table.mode == "fill" and table.loop.game == number + 1 and table.box.lobby.joined == (1, 2, 3)


def test_at_the_podium_left_leads_back_to_the_lobby() -> None:
    table = Table(2)
    table.play_to_final([1])
    table.press(1)
    table.wait(20_000)
    assert table.mode == "podium" and table.state.winners == (1,)
    table.key("left")
    assert table.box.mode == "lobby" and table.loop.game is None


def test_a_game_cut_off_before_its_first_action_goes_on_later_than_it_began(tmp_path: Path) -> None:
    table = Table(folder=tmp_path)
    table.wait(60_000)
    table.store.begin(table.loop.chance.deal("mopseinander", SEATS[:2]), table.clock.t // 1000)
    table.store.close()  # the plug is pulled before anything else, also before the edge log begins
    again = Table(folder=tmp_path)
    assert again.box.mode == "offer" and again.clock.t > table.clock.t
