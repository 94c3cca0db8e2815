"""An evening at the table: real loop, referee and store in virtual time, pressed by fingers."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from mopsbox import show
from mopsbox.audit import audit
from mopsbox.games.mopseinander import host
from mopsbox.places import StoreFault
from mopsbox.table import MS, SEATS, Button, Edge, Seat, Tick
from tests.at_table import Table

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


@pytest.mark.parametrize("joined", [(), (4,)])
def test_nobody_and_one_player_are_refused_with_a_word(joined: tuple[int, ...]) -> None:
    table = Table()
    table.press(1)
    for seat in joined:
        table.press(seat)
    table.key("ok")
    assert table.box.mode == "lobby" and "Too few yet" in table.words()


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
    while table.mode != "podium":
        roller = table.state.last_winner
        table.press(*(s for s in (1, 2, 3) if s != roller))
        assert table.mode == "final"  # R23: the winner of the last coaster rolls
        table.press(roller)
        table.wait(12_000)
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


# --- the menu


def menu(table: Table, entry: str) -> None:
    from mopsbox.box import menu_entries

    if table.box.menu is None:
        table.key("ok", for_ms=1100)
    while menu_entries(table.box)[table.box.menu] != entry:
        table.key("right")
    table.key("ok")


def test_holding_ok_pauses_and_the_race_begins_anew_with_the_same_dice() -> None:
    table = Table(2)
    table.roll()
    dice = table.state.dice
    table.key("ok", for_ms=1100)
    assert table.box.menu == 0
    table.press(1)
    table.wait(60_000)
    assert table.mode == "race" and table.state.phase == "race"  # the press in the break is none
    menu(table, "go-on")
    assert table.mode == "tumble" and table.state.dice == dice
    table.wait(1100)
    table.press(2)
    assert table.play.judged == 2


def test_a_break_stops_the_answer_time() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.wait(5_000)
    table.key("ok", for_ms=1100)
    table.wait(30_000)
    menu(table, "go-on")
    assert table.mode == "answer"
    table.dial(True)
    assert table.play.verdict == "right"


def test_take_back_undoes_a_wrong_answer_and_appends_never_erases() -> None:
    table = Table(3)
    table.roll()
    table.answer_wrongly(1)
    menu(table, "take-back")
    assert table.state.locked == () and table.actions()[-1] == {"do": "undo"}
    table.wait(1100)
    table.press(1)
    assert table.play.judged == 1


def test_after_taking_back_a_later_answer_the_earlier_lock_still_holds() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    menu(table, "take-back")
    table.wait(1100)
    assert table.state.locked == (1,)
    table.press(1)
    assert table.mode == "race"
    table.press(2)
    assert table.play.judged == 2


def test_the_host_closes_the_round() -> None:
    table = Table(2)
    table.roll()
    menu(table, "close-round")
    assert table.play.verdict == "nobody" and table.actions()[-1] == {"do": "close"}


def test_a25_ending_early_scores_what_is_held_and_says_so() -> None:
    table = Table(2)
    table.win_round(2)
    menu(table, "end-game")
    assert table.mode == "final" and table.state.ended_early
    table.key("ok")
    table.wait(12_000)
    assert table.mode == "podium" and "ended early" in table.words()


def test_what_could_not_be_stored_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    stood = table.play

    def full(*_: object) -> None:
        raise StoreFault("disk-full", "here")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "append_all", full)
        table.dial(True)
    assert table.play == stood
    assert table.actions()[-1]["do"] == "roll"
    table.dial(True)
    assert table.play.verdict == "right" and table.actions()[-1]["do"] == "answer"


def test_leaving_keeps_the_game_and_offers_it_until_another_one_begins() -> None:
    table = Table(2)
    table.win_round(2)
    menu(table, "leave")
    assert table.box.mode == "offer" and "Go on playing?" in table.words()
    table.key("ok")
    assert table.mode == "fill" and table.state.round == 2
    menu(table, "leave")
    table.key("left")  # new: but nobody has begun anything yet
    assert table.box.mode == "lobby"
    table.wait(121_000)
    table.press(1)
    assert table.box.mode == "offer"
    table.key("left")
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert table.loop.game == 2
    menu(table, "leave")
    table.key("ok")
    assert table.loop.game == 2 and table.state.round == 1


def test_under_the_menu_nobody_joins_or_leaves_the_lobby() -> None:
    table = Table()
    table.press(1)
    table.press(1)
    table.press(2)
    table.hold(1)
    table.key("back")
    assert table.box.menu == 0
    table.wait(2000)
    table.press(3)
    table.key("back")
    assert table.box.menu is None and table.box.lobby.joined == (1, 2)


def test_the_language_changes_at_once() -> None:
    table = Table(language="de")
    table.key("back")
    assert table.box.mode == "lobby"
    menu(table, "language")
    assert table.box.language == "en"


def test_power_off_leaves() -> None:
    table = Table()
    menu(table, "power-off")
    assert table.loop.over


# --- what must not go wrong in a corner


def test_a_break_keeps_who_is_locked_out_and_the_honest_press_wins() -> None:
    table = Table(3)
    table.roll()
    table.answer_wrongly(1)
    menu(table, "go-on")
    table.wait(1100)
    table.press(1, 3, apart_us=2000)
    assert table.play.judged == 3 and table.play.finish.tied == (3,)


def test_a_locked_seat_in_a_dead_heat_after_taking_back_leaves_the_answer_to_the_other() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    menu(table, "take-back")
    table.wait(1100)
    table.press(1, 3, apart_us=20)
    assert table.play.judged == 3 and table.lamps[Seat(3)] == "on"
    assert table.actions()[-1] == {"do": "undo"}  # no draw among those who may not answer


def test_when_only_a_locked_seat_pressed_the_lamps_go_on_telling_the_truth() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    menu(table, "take-back")
    table.wait(1100)
    table.press(1)
    table.wait(200)
    assert table.mode == "race"
    assert (table.lamps[Seat(1)], table.lamps[Seat(2)], table.lamps[Seat(3)]) == ("blink", "dim", "dim")


def test_the_menu_opened_before_the_open_races_picture_leaves_no_race_open_behind_it() -> None:
    table = Table(2)
    table.key("ok")
    table.clock.t += 1100 * MS
    table.loop.receive(Tick(table.clock.t))  # the dice lie, but no picture of it stands yet
    assert table.mode == "race" and list(table.loop.waiting) == ["open"]
    table.loop.receive(Button(table.clock.t, "back", True))
    table.loop.shown()
    table.press(2)
    assert table.mode == "race" and table.play.presses == () and table.play.judged is None


def test_a_game_whose_end_was_not_noted_is_not_offered_again(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.play_to_final([1])
    finish = table.store.finish

    def no_room(*_: object) -> None:
        raise StoreFault("disk-full", tmp_path)

    table.store.finish = no_room  # type: ignore[method-assign]
    table.press(1)
    table.wait(20_000)
    assert table.mode == "podium"
    table.store.finish = finish  # type: ignore[method-assign]
    table.store.close()
    again = Table(folder=tmp_path)
    assert again.box.mode == "attract" and again.store.games()[0].result is not None
    again.store.close()


def test_seats_sit_and_play_in_the_order_of_their_places() -> None:
    table = Table()
    table.loop.look = replace(table.loop.look, places=(2, 1, 3, 4, 5, 6, 7, 8))
    table.press(1)
    table.press(1, 2, 3, apart_us=200_000)
    table.key("ok")
    assert table.state.setup.seats == (2, 1, 3)
    where = show.buzzers(table.box, table.loop.look)
    assert where[Seat(2)] == ("B", 0.5) and where[Seat(1)] == ("L", 0.5)


def test_with_two_sets_a_hundred_can_be_the_number_and_be_said() -> None:
    table = Table(6)
    table.roll()
    table.press(1)
    for digit in (1, 0, 0):
        table.tap("digit", digit)
    table.key("ok")
    assert table.actions()[-1]["number"] == 100


def test_with_one_set_the_dial_goes_round_at_99() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.tap("digit", 0)
    table.key("left")
    assert table.play.number == 99
    table.key("right")
    assert table.play.number == 0


def test_after_taking_back_the_audit_names_the_very_seats_that_answered(tmp_path: Path) -> None:
    table = Table(3, folder=tmp_path)
    table.roll()
    for seat in (1, 3, 2):
        table.answer_wrongly(seat)
    menu(table, "take-back")
    table.wait(1100)
    table.press(1, 2, apart_us=1000)  # 1 has answered: its press is nobody's business
    assert table.play.judged == 2
    table.dial(True)
    table.wait(1600)
    table.key("ok")
    table.roll()
    table.press(1)  # and in the next round it counts again
    assert table.play.judged == 1
    number = table.loop.game
    table.store.close()
    out = io.StringIO()
    assert audit(tmp_path / "games" / f"{number}.edges.jsonl", True, out) == 0
    winners = [r["seat"] for r in map(json.loads, out.getvalue().splitlines()) if r["ruling"] == "winner"]
    assert winners == [1, 3, 2, 2, 1]


def test_an_edge_that_reaches_the_referee_too_late_is_said_until_the_next_game() -> None:
    table = Table(2)
    table.roll()
    long_ago = table.clock.t - 50 * MS
    table.loop.take(Edge(long_ago, Seat(2), True))
    table.wait(10)
    table.loop.health()
    assert table.loop.referee.late == 1 and "A buzzer was late" in " ".join(table.words())
    menu(table, "leave")
    table.key("left")
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert "A buzzer was late" not in " ".join(table.words())


def test_behind_the_menu_nobody_rolls_takes_or_types() -> None:
    table = Table(2)
    table.play_to_final([1])
    before = table.actions()
    table.key("back")
    table.press(1, for_ms=700)
    table.wait(3000)
    assert table.actions() == before and table.mode == "final"
    table.key("back")
    table.press(1)
    assert len(table.actions()) == len(before) + 1
    table = Table(2)
    table.roll()
    table.press(1)
    table.tap("digit", 4)
    table.key("back")
    table.tap("digit", 2)
    table.dial(True)
    assert (table.mode, table.play.number) == ("answer", 4)


def test_who_is_out_and_holds_the_buzzer_is_not_called_stuck_and_can_join_the_next_game() -> None:
    table = Table(2)
    table.roll()
    table.answer_wrongly(1)
    table.hold(1)
    table.key("back")  # the referee is armed anew: 1 is out
    table.let_go(1)
    table.wait(15_000)
    assert "Buzzer stuck" not in " ".join(table.words())
    menu(table, "leave")
    table.key("left")
    table.press(1)
    assert table.box.lobby.joined == (1,)


def test_a_press_in_attract_behind_the_menu_wakes_nobody() -> None:
    table = Table()
    table.key("ok", for_ms=1100)
    table.press(3)
    assert table.box.mode == "attract" and table.box.menu == 0


def test_a_rematch_keeps_the_result_of_the_game_whose_end_could_not_be_noted(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.play_to_final([2])
    finish = table.store.finish

    def no_room(*_: object) -> None:
        raise StoreFault("disk-full", tmp_path)

    table.store.finish = no_room  # type: ignore[method-assign]
    table.press(2)
    table.wait(20_000)
    table.store.finish = finish  # type: ignore[method-assign]
    table.key("ok")
    assert table.loop.game == 2
    first = table.store.games()[0]
    assert first.n == 1 and first.result is not None and not first.ended_early
    table.store.close()
