"""The rules of Mopseinander, rule by rule (games/mopseinander/RULES.md). Sums are done by hand beside the tests."""

from __future__ import annotations

import pytest

from mopsbox.games.mopseinander import coasters as data
from mopsbox.games.mopseinander import rules
from mopsbox.games.mopseinander.rules import (
    Answered,
    Close,
    End,
    Fill,
    Filled,
    FinalBegan,
    GameOver,
    Roll,
    RoundOver,
    Scored,
    Taken,
    correct_number,
    kinds,
    listening,
    refuse,
    scores,
    step,
    value,
)

from .tables import COMMON, NINE, SEVEN, after, answer, begun, draw, holding, take, tiny, wins, won_by

# Seven coasters: (pugs A, pugs B, stars). The first four have A 1+2+0+3 = 6, B 2+0+1+1 = 4, stars 0+1+2+0 = 3.
SEVEN_COASTERS = tiny((1, 2, 0), (2, 0, 1), (0, 1, 2), (3, 1, 0), (1, 1, 1), (0, 0, 0), (2, 2, 1))


def racing(roll: Roll = COMMON, seats: tuple[int, ...] = (1, 2, 3)) -> rules.State:
    """Coasters 1 to 4 lie there, three in the pile, the dice lie."""
    return after(begun(SEVEN_COASTERS, seats), Fill(4), roll)


# --- before the first roll


def test_r1_r2_all_coasters_but_the_scoring_one_are_in_the_pile_at_first():
    state = begun()
    assert sorted(state.pile) == list(range(1, 13))
    assert state.table == () and all(ids == () for ids in state.won)


def test_r3_the_starting_player_begins_round_one():
    state = begun(seats=(5, 2, 7), first=2)
    assert (state.active, state.round, state.phase) == (2, 1, "fill")


@pytest.mark.parametrize("to", [4, 5, 6])
def test_r5_r6_four_to_six_coasters_are_uncovered_from_the_top_of_the_pile(to):
    state, events = step(begun(pile=(9, 3, 12, 1, 2, 4, 5, 6, 7, 8, 10, 11)), Fill(to))
    assert state.table == (9, 3, 12, 1, 2, 4)[:to]
    assert len(state.pile) == 12 - to
    assert events == (Filled(state.table),)


@pytest.mark.parametrize("to", [-1, 0, 3, 7, 12])
def test_a1_never_fewer_than_four_and_never_more_than_six(to):
    assert refuse(begun(), Fill(to))


def test_r5_without_four_coasters_there_is_no_roll():
    assert refuse(begun(), COMMON)
    assert refuse(after(begun(), Fill(4)), COMMON) is None


def test_r19_one_fill_a_turn():
    state = after(begun(), Fill(4))
    assert refuse(state, Fill(5)) == "the table was filled this turn already; roll"


def test_r19_the_next_player_may_go_up_to_six_or_leave_it():
    state = after(racing(), Close())
    assert refuse(state, COMMON) is None, "four lie there: nobody must fill"
    assert refuse(state, Fill(4)), "four lie there already"
    assert after(state, Fill(6)).table == (1, 2, 3, 4, 5, 6)


def test_a1_six_stay_six_after_a_round_without_winner():
    state = after(begun(), Fill(6), COMMON, Close())
    assert len(state.table) == 6
    assert refuse(state, Fill(6))
    assert refuse(state, COMMON) is None


def test_a2_a_short_pile_gives_what_it_has():
    state = after(begun(tiny((1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0))), Fill(4), COMMON, Close())
    state = after(state, Fill(6))
    assert state.table == (1, 2, 3, 4, 5) and state.pile == ()
    assert after(state, COMMON).phase == "race"


def test_a2_filling_is_compulsory_below_four_while_the_pile_lasts():
    state = wins(begun(SEVEN_COASTERS), 1, 1)
    assert state.table == (2, 3, 4)
    assert refuse(state, COMMON)
    assert after(state, Fill(4)).table == (2, 3, 4, 5)


def test_a2_an_empty_pile_is_played_on_without_filling():
    state = wins(after(begun(tiny(*[(1, 1, 0)] * 6)), Fill(6)), 1, 1)
    assert (state.phase, state.pile, len(state.table)) == ("fill", (), 5)
    assert refuse(state, Fill(6)) == "the pile is empty; roll"
    assert refuse(state, COMMON) is None


def test_a_taken_coaster_leaves_its_place_and_the_next_drawn_one_lies_there():
    state = after(begun(SEVEN_COASTERS), Fill(5))
    assert state.places == (1, 2, 3, 4, 5, None)
    state = wins(state, 1, 2)
    assert state.places == (1, None, 3, 4, 5, None)
    state = after(state, Fill(6))
    assert state.places == (1, 6, 3, 4, 5, 7)
    assert state.table == (1, 3, 4, 5, 6, 7), "the table keeps the order of laying"


# --- the dice and the right number


def test_r7_r20_the_roll_opens_the_race_for_everybody():
    state = racing(Roll(2, 6))
    assert (state.phase, state.dice) == ("race", (2, 6))
    assert refuse(state, Roll(2, 6)), "the dice are rolled once"


@pytest.mark.parametrize("roll", [Roll(0, 3), Roll(3, 0), Roll(7, 1), Roll(1, 7), Roll(-1, 1)])
def test_r7_a_die_shows_one_to_six(roll):
    assert refuse(after(begun(), Fill(4)), roll) == "a die shows 1 to 6"


@pytest.mark.parametrize(
    ("face", "roll", "picked"),
    [
        ("front", Roll(1, 6), ("G1", "R6")),
        ("front", Roll(5, 2), ("G5", "R2")),
        ("back", Roll(1, 6), ("G6", "R1")),
        ("back", Roll(5, 2), ("G2", "R3")),
    ],
)
def test_r8_a3_each_die_picks_one_pug_on_its_half_of_the_face_that_lies_up(face, roll, picked):
    state = begun(face=face)
    assert kinds(state) is None
    assert kinds(after(state, Fill(4), roll)) == picked


def test_r9_r11_pugs_a_and_b_on_all_open_coasters():
    # Ours, coasters 1 to 4: G1 3+0+0+1, R2 0+2+0+3 by rules.md 7.2.
    state = after(begun(), Fill(4), Roll(1, 2))
    assert correct_number(state) == 4 + 5


def test_r9_a_won_coaster_counts_no_more():
    state = wins(begun(SEVEN_COASTERS), 1, 4)  # (3, 1, 0) goes, coaster 5 (1, 1, 1) comes
    state = after(state, Fill(4), COMMON)
    assert correct_number(state) == (1 + 2 + 0 + 1) + (2 + 0 + 1 + 1)


def test_r11_common_rule_adds():
    assert correct_number(racing(COMMON)) == 6 + 4


@pytest.mark.parametrize("roll", [Roll(1, 6), Roll(2, 5), Roll(3, 4), Roll(4, 3), Roll(5, 2), Roll(6, 1)])
def test_r12_a_sum_of_seven_adds_the_stars(roll):
    assert correct_number(racing(roll)) == 6 + 4 + 3


@pytest.mark.parametrize("roll", [Roll(3, 6), Roll(4, 5), Roll(5, 4), Roll(6, 3)])
def test_r13_a_sum_of_nine_multiplies(roll):
    assert correct_number(racing(roll)) == 6 * 4


@pytest.mark.parametrize("roll", [r for r in (Roll(g, r) for g, r in rules.ROLLS) if r.green + r.red not in (7, 9)])
def test_r12_r13_no_other_sum_has_a_rule_of_its_own(roll):
    assert correct_number(racing(roll)) == 6 + 4


def test_a13_one_kind_on_both_dice_counts_for_both():
    same = data.read(
        [{"id": n, "counts": {"A": 3}, "stars": 1} for n in (1, 2, 3, 4)],
        {"front": {"green": ["A"] * 6, "red": ["A"] * 6}, "back": {"green": ["A"] * 6, "red": ["A"] * 6}},
    )
    assert [value(same, "front", (1, 2), (r.green, r.red)) for r in (COMMON, SEVEN, NINE)] == [12, 14, 36]


def test_a14_zero_is_an_answer():
    state = after(begun(tiny(*[(0, 5, 0)] * 4)), Fill(4), NINE)
    assert after(state, answer(2, 0)).winner == 2


def test_a15_a_name_that_is_on_no_coaster_counts_zero_and_the_face_has_no_stars():
    faces = {"front": {"green": ["nobody"] * 6, "red": ["B"] * 6}, "back": {"green": ["B"] * 6, "red": ["B"] * 6}}
    few = data.read([{"id": n, "counts": {"B": 1}, "stars": 0} for n in (1, 2, 3, 4)], faces)
    assert value(few, "front", (1, 2, 3, 4), (3, 4)) == 4


# --- answering


def test_a4_everybody_may_answer_also_who_rolled():
    state = racing()
    assert listening(state) == {1, 2, 3} and state.active == 1
    assert after(state, answer(1, 10)).winner == 1


def test_r10_a5_one_answer_a_round_and_a_wrong_one_locks():
    state, events = step(racing(), answer(2, 9))
    assert events == (Answered(2, False),)
    assert state.locked == (2,) and listening(state) == {1, 3}
    assert refuse(state, answer(2, 10)) == "seat 2 has used its answer this round"
    assert after(state, answer(3, 10)).winner == 3, "a wrong answer does not end the round"


def test_a11_a_wrong_answer_costs_no_coaster_and_the_lock_ends_with_the_round():
    state = wins(begun(SEVEN_COASTERS), 2, 1)
    state = after(state, Fill(4), COMMON, answer(2, 9999))
    assert won_by(state, 2) == (1,)
    state = after(state, Close())
    assert state.locked == ()
    assert 2 in listening(after(state, COMMON))


def test_a9_time_ran_out_is_an_answer_used():
    assert after(racing(), answer(1, None)).locked == (1,)


@pytest.mark.parametrize("number", [-1, 10000])
def test_an_answer_is_a_number_that_can_be_said(number):
    assert refuse(racing(), answer(1, number))
    assert refuse(racing(), answer(1, 9999)) is None


def test_a_seat_that_does_not_play_cannot_answer():
    assert refuse(racing(), answer(4, 10)) == "seat 4 does not play"


def test_a6_the_number_is_known_only_when_the_round_is_decided():
    state = racing()
    assert state.correct is None
    state = after(state, answer(2, 1))
    assert state.correct is None
    state = after(state, answer(3, 10))
    assert state.correct == 10
    state = after(state, take(3, 1))
    assert state.correct == 10, "until the next roll"
    assert after(state, Fill(4), COMMON).correct is None


@pytest.mark.parametrize("phase", ["fill", "final"])
def test_a6_outside_a_round_there_is_no_right_number(phase):
    state = begun() if phase == "fill" else after(begun(), End())
    with pytest.raises(rules.Illegal):
        correct_number(state)


def test_a7_the_first_right_answer_wins_and_nobody_answers_after_it():
    state = after(racing(), answer(3, 10))
    assert (state.phase, state.winner) == ("take", 3)
    assert listening(state) == frozenset()
    assert refuse(state, answer(1, 10))


def test_a8_when_all_have_answered_wrongly_the_round_ends_at_once():
    state, events = step(after(racing(), answer(1, 0), answer(2, None)), answer(3, 11))
    assert events == (Answered(3, False), RoundOver(None))
    assert (state.phase, state.round, state.active) == ("fill", 2, 2)
    assert (state.locked, state.correct, state.table) == ((), 10, (1, 2, 3, 4))


def test_a8_the_host_may_close_the_round():
    state, events = step(after(racing(), answer(1, 0)), Close())
    assert events == (RoundOver(None),)
    assert (state.phase, state.round, state.active, state.locked, state.correct) == ("fill", 2, 2, (), 10)
    assert refuse(state, Close()), "no round is open"


def test_a8_rounds_without_winner_have_no_limit():
    state = after(begun(), Fill(4))
    for _ in range(100):
        state = after(state, COMMON, Close())
    assert (state.round, state.phase) == (101, "fill")


def test_a12_the_seat_drawn_in_a_dead_heat_answers_next_and_the_others_keep_their_answers():
    state = after(racing(), draw((1, 3), 3))
    assert refuse(state, answer(1, 10)) == "seat 3 was drawn; its answer comes next"
    assert refuse(state, Close()) and refuse(state, draw((1, 2), 1))
    state = after(state, answer(3, 0))
    assert state.drawn is None and listening(state) == {1, 2}
    assert after(state, answer(1, 10)).winner == 1


def test_a12_a_right_answer_after_a_draw_leaves_no_draw_pending():
    state = after(racing(), draw((1, 2), 2), answer(2, 10))
    assert (state.drawn, state.winner) == (None, 2)


@pytest.mark.parametrize(
    ("among", "seat"),
    [((), 1), ((1,), 1), ((1, 1), 1), ((1, 3), 2), ((1, 4), 1), ((1, 2, 2), 2)],
)
def test_a12_a_draw_is_among_two_or_more_different_seats_that_race(among, seat):
    assert refuse(racing(), draw(among, seat))


def test_a12_who_has_answered_is_not_in_a_draw():
    assert refuse(after(racing(), answer(1, 0)), draw((1, 3), 3))
    assert refuse(begun(), draw((1, 2), 1)), "nor is anybody before the roll"


# --- winning a coaster


def test_r14_r15_the_winner_takes_the_open_coaster_of_his_choice():
    state, events = step(after(racing(), answer(2, 10)), take(2, 3))
    assert events == (Taken(2, 3), RoundOver(2))
    assert won_by(state, 2) == (3,) and state.table == (1, 2, 4)
    assert state.last_winner == 2


def test_r14_only_the_winner_takes_and_only_what_lies_there():
    state = after(racing(), answer(2, 10))
    assert refuse(state, take(1, 3)) == "seat 1 has not won this round; seat 2 takes"
    assert refuse(state, take(2, 5)), "coaster 5 is still in the pile"
    assert refuse(state, take(2, 99))
    assert refuse(racing(), take(2, 3)), "nobody has won yet"


def test_locked_seats_are_still_shown_until_the_take():
    state = after(racing(), answer(1, 0), answer(2, 10))
    assert state.locked == (1,)
    assert after(state, take(2, 1)).locked == ()


def test_r17_r18_what_was_not_won_stays_and_the_next_in_line_is_active():
    state = wins(begun(SEVEN_COASTERS, seats=(2, 7, 4), first=7), 2, 1)
    assert state.table == (2, 3, 4)
    assert (state.active, state.round) == (4, 2)
    state = wins(state, 2, 2)
    assert (state.active, state.round) == (2, 3), "after the last seat the first"


def test_a23_with_two_players_the_turn_alternates():
    state, turns = after(begun(seats=(1, 2)), Fill(4)), []
    for _ in range(4):
        turns.append(state.active)
        state = after(state, COMMON, Close())
    assert turns == [1, 2, 1, 2]


# --- the end


def test_r21_three_left_and_none_to_draw_ends_the_game_at_once():
    state = wins(begun(tiny(*[(1, 0, 0)] * 5)), 1, 1)
    assert (len(state.table), len(state.pile), state.phase) == (3, 1, "fill"), "one can still be drawn"
    state = after(state, Fill(4), COMMON)
    state, events = step(after(state, answer(2, correct_number(state))), take(2, 2))
    assert events == (Taken(2, 2), RoundOver(2), FinalBegan(early=False))
    assert (state.phase, state.round, state.active) == ("final", 2, 3), "the final is no round"
    assert listening(state) == frozenset()


def test_r21_four_left_and_none_to_draw_is_not_the_end():
    state = wins(after(begun(tiny(*[(1, 0, 0)] * 5)), Fill(5)), 1, 1)
    assert (len(state.table), state.pile, state.phase) == (4, (), "fill")


def test_r21_a_round_without_winner_does_not_end_the_game():
    state = after(begun(tiny(*[(1, 0, 0)] * 4)), Fill(4), COMMON, Close())
    assert (state.phase, state.round) == ("fill", 2)


@pytest.mark.parametrize(("seats", "rounds"), [((1, 2), 9), ((1, 2, 3, 4), 9), ((1, 2, 3, 4, 5), 21)])
def test_a2_d5_twelve_coasters_are_nine_wins_and_two_sets_twenty_one(seats, rounds):
    state = begun(seats=seats)
    for _ in range(rounds):
        assert state.phase == "fill"
        state = wins(state, seats[0], (state.table or state.pile)[0])
    assert state.phase == "final"


def test_r23_a16_the_winner_of_the_last_coaster_rolls():
    assert holding(tiny(*[(1, 0, 0)] * 5), (1,), (2,), left=(3, 4, 5)).last_winner == 2


# Finals. Kept coasters are (A, B, stars); three empty ones are left on the table.
EMPTY = [(0, 0, 0)] * 3


def test_r22_r24_r26_everybody_scores_his_own_coasters_and_the_highest_wins():
    state = holding(tiny((2, 1, 5), (4, 0, 0), (1, 0, 0), *EMPTY), (1,), (2, 3), left=(4, 5, 6))
    assert scores(state) == {1: 1, 2: 2}, "until the roll: coasters won"
    state, events = step(state, COMMON)
    assert scores(state) == {1: 2 + 1, 2: 5 + 0}
    assert (state.phase, state.winners, state.rolls, state.correct) == ("over", (2,), 1, None)
    assert events[1:] == (Scored(((1, 3), (2, 5)), (2,)), GameOver((2,)))


def test_r25_a17_the_rules_of_seven_and_nine_hold_in_the_final():
    state = holding(tiny((2, 1, 5), (4, 0, 0), (1, 0, 0), *EMPTY), (1,), (2, 3), left=(4, 5, 6))
    assert scores(after(state, SEVEN)) == {1: 2 + 1 + 5, 2: 5 + 0 + 0}
    assert scores(after(state, NINE)) == {1: 2 * 1, 2: 5 * 0}


def test_a17_without_coasters_the_score_is_zero_under_all_rules():
    state = holding(tiny((0, 1, 0), *EMPTY), (1,), (), left=(2, 3, 4))
    assert [scores(after(state, roll))[2] for roll in (COMMON, SEVEN)] == [0, 0]


def test_r27_a18_a_tie_is_rolled_again_among_the_tied_alone():
    # Common: 3, 3, 2. Then with 7 the stars tell 1 and 2 apart; seat 3, who would have 8, is beaten already.
    state = holding(tiny((2, 1, 0), (1, 2, 1), (1, 1, 6), *EMPTY), (1,), (2,), (3,), left=(4, 5, 6))
    state, events = step(state, COMMON)
    assert (state.phase, state.contenders, state.rolls) == ("final", (1, 2), 1)
    assert events[1:] == (Scored(((1, 3), (2, 3), (3, 2)), (1, 2)),)
    state = after(state, SEVEN)
    assert (state.phase, state.winners, state.rolls) == ("over", (2,), 2)
    assert scores(state) == {1: 3, 2: 4, 3: 2}, "a new score replaces the old one, the beaten keeps his"


def test_r27_as_often_as_it_takes():
    state = holding(tiny((2, 1, 0), (1, 2, 1), *EMPTY), (1,), (2,), left=(3, 4, 5))
    state = after(state, COMMON, NINE, COMMON)
    assert (state.phase, state.rolls, state.contenders) == ("final", 3, (1, 2))
    assert after(state, SEVEN).winners == (2,)


def test_a19_who_owns_no_coaster_drops_out_of_a_tie_at_zero():
    # Seats 1 and 2 own a coaster each, seat 3 none; 9 gives all three 0.
    state = after(holding(tiny((1, 0, 0), (0, 1, 1), *EMPTY), (1,), (2,), (), left=(3, 4, 5)), NINE)
    assert scores(state) == {1: 0, 2: 0, 3: 0}
    assert (state.phase, state.contenders) == ("final", (1, 2))


def test_a19_the_only_owner_in_a_tie_at_zero_has_won():
    state = after(holding(tiny((1, 0, 0), *EMPTY), (1,), (), (), left=(2, 3, 4)), NINE)
    assert scores(state) == {1: 0, 2: 0, 3: 0}
    assert (state.phase, state.winners) == ("over", (1,))


def test_a20_a_tie_no_roll_can_break_goes_to_who_has_more_coasters():
    # 1+1 pugs on two coasters are worth 2 on one, under every roll.
    alike = tiny((1, 1, 0), (1, 1, 0), (2, 2, 0), *EMPTY)
    state = after(holding(alike, (3,), (1, 2), left=(4, 5, 6)), COMMON)
    assert scores(state) == {1: 4, 2: 4}
    assert (state.phase, state.winners, state.rolls) == ("over", (2,), 1)


def test_a20_or_is_shared_ascending_if_they_have_equally_many():
    alike = tiny((1, 2, 3), (1, 2, 3), (0, 1, 0), *EMPTY)
    state = begun(alike, seats=(8, 3, 5), pile=(1, 2, 3, 4, 5, 6))
    state = after(wins(wins(wins(state, 8, 1), 3, 2), 5, 3), COMMON)
    assert (state.phase, state.winners) == ("over", (3, 8))


def test_a20_is_looked_at_among_those_who_are_left_after_every_roll():
    # Seats 1 and 2 are alike, seat 3 ties with them under the common rule only.
    coasters = tiny((2, 2, 0), (2, 2, 0), (3, 1, 0), *EMPTY)
    state = after(holding(coasters, (1,), (2,), (3,), left=(4, 5, 6)), COMMON)
    assert (state.phase, state.contenders) == ("final", (1, 2, 3)), "seat 3 could still fall behind"
    state = after(state, NINE)  # 4, 4, 3
    assert (state.phase, state.winners, state.rolls) == ("over", (1, 2), 2)


def test_a18_a19_a20_in_one_final():
    # 7: 1, 2 and 3 have 6, seat 4 (no coaster) 0. Then 9: 8, 8, 5. Then nothing can part 1 and 2.
    coasters = tiny((2, 4, 0), (2, 4, 0), (5, 1, 0), *EMPTY)
    state = holding(coasters, (1,), (2,), (3,), (), left=(4, 5, 6))
    state = after(state, SEVEN)
    assert (state.contenders, state.final) == ((1, 2, 3), (6, 6, 6, 0))
    state = after(state, NINE)
    assert (state.phase, state.winners, state.final, state.rolls) == ("over", (1, 2), (8, 8, 5, 0), 2)


# --- ended early


def test_a25_after_a_draw_the_answer_comes_first_then_the_game_may_end():
    state = after(begun(SEVEN_COASTERS), Fill(4), COMMON, draw((1, 2), 2))
    assert refuse(state, End()) == "seat 2 was drawn; its answer comes next"
    assert refuse(after(state, answer(2, 0)), End()) is None


@pytest.mark.parametrize("phase", ["fill", "race", "take"])
def test_a25_ended_early_the_round_is_dropped_and_what_is_held_scores(phase):
    state = wins(begun(SEVEN_COASTERS), 2, 4)
    if phase != "fill":
        state = after(state, Fill(4), COMMON, answer(1, 0))  # 1, 2, 3, 5: A 4, B 4
    if phase == "take":
        state = after(state, answer(3, 8))
    state, events = step(state, End())
    assert events == (FinalBegan(early=True),)
    assert (state.phase, state.ended_early, state.locked, state.drawn, state.winner) == ("final", True, (), None, None)
    state = after(state, COMMON)
    assert scores(state) == {1: 0, 2: 4, 3: 0} and state.winners == (2,)


def test_a25_ended_before_anybody_won_all_share_it_after_one_roll():
    state = after(begun(), End(), COMMON)
    assert (state.phase, state.winners, state.rolls) == ("over", (1, 2, 3), 1)


def test_a25_the_final_cannot_be_ended_and_a_game_that_is_over_takes_nothing_more():
    final = after(begun(), End())
    assert refuse(final, End()) == "the final has begun; roll on"
    over = after(final, COMMON)
    for action in (Fill(4), COMMON, draw((1, 2), 1), answer(1, 0), Close(), take(1, 1), End()):
        assert refuse(over, action) == "the game is over; nothing more can be done in it"


def test_a_refused_action_raises_with_the_reason():
    with pytest.raises(rules.Illegal, match="fill up to at least 4 first"):
        step(begun(), COMMON)


@pytest.mark.parametrize("action", [Fill(4), answer(1, 1), Close(), take(1, 1), draw((1, 2), 1)])
def test_in_the_final_only_the_dice_count(action):
    assert refuse(after(begun(), End()), action)


@pytest.mark.parametrize("action", [COMMON, Fill(5), answer(1, 1), Close(), draw((1, 2), 1)])
def test_while_the_winner_chooses_nothing_else_happens(action):
    assert refuse(after(racing(), answer(1, 10)), action)
