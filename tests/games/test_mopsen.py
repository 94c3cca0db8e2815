"""The rules of Mopsen, rule by rule (games/mopsen/RULES.md). The queue is red, yellow, blue, cat unless a story says
otherwise; sums are done by hand beside the tests."""

from __future__ import annotations

import pytest

from mopsbox.games.mopsen import bones as data
from mopsbox.games.mopsen import rules
from mopsbox.games.mopsen.cards import CARDS, COLOURS, Card, pushed
from mopsbox.games.mopsen.counting import begged_from, next_leader, playable, printed, tally, totals, turn
from mopsbox.games.mopsen.events import (
    Begged,
    Exchanged,
    GameOver,
    Leads,
    ModeChanged,
    Noticed,
    Played,
    RoundBegan,
    RoundOver,
    TrickWon,
)
from mopsbox.games.mopsen.rules import listening, refuse, scores, step
from mopsbox.games.mopsen.state import ChangeMode, Deal, End, Play, Revoke, State
from mopsbox.table import Seat

from .mopsen_tables import (
    QUEUE,
    after,
    beg,
    begun,
    bowl,
    cards,
    count,
    dealt,
    hand,
    leader,
    plays,
    quick_round,
    swap,
    trick,
)

FOUR, FIVE = (1, 2, 3, 4), (1, 2, 3, 4, 5)


def table(seats: tuple[int, ...] = (1, 2, 3), **how) -> State:
    """Cards are dealt, seat 1 leads; every card is entered."""
    return after(begun(seats, **how), Deal())


def quick(seats: tuple[int, ...] = (1, 2, 3), **how) -> State:
    return after(begun(seats, mode="quick", **how), Deal())


def full(*hands: str, **how) -> State:
    """Seats 1, 2, 3 (or as many as hands) hold these cards and others."""
    seats = tuple(range(1, max(3, len(hands)) + 1))
    return after(begun(seats, mode="full", **how), dealt(*hands, seats=seats))


# --- before the first card


def test_r28_b6_there_are_56_cards_each_once():
    assert len(CARDS) == len(set(CARDS)) == 56
    assert [sum(card[0] == letter for card in CARDS) for letter in "RYBC"] == [16, 16, 16, 8]


@pytest.mark.parametrize(("players", "bones"), [(3, 7), (4, 5), (5, 5)])
def test_r29_b7_seven_bones_on_the_bowl_for_three_players_and_five_for_more(players, bones):
    assert printed(players) == bones


def test_r34_b19_each_round_eight_cards_are_dealt_to_everybody():
    state = after(begun(), Deal())
    assert (state.counts, state.bowls, state.round, state.trick) == ((8, 8, 8), (None,) * 3, 1, 1)
    again = after(quick_round(begun(mode="quick"), 1, 2), Deal())
    assert (again.counts, again.bowls, again.round, again.trick) == ((8, 8, 8), (None,) * 3, 2, 1)


def test_nothing_can_be_played_before_the_deal():
    assert refuse(begun(), *plays("1R5")) == "no cards are dealt; deal first"
    assert refuse(begun(mode="quick"), trick(1, 2, 2, "red")) == "no cards are dealt; deal first"


def test_a_round_is_dealt_once():
    assert refuse(table(), Deal()) == "the round is not over; deal only after it"
    assert refuse(after(table(), *plays("1R5 2R6 3R7")), Deal())


def test_r37_the_first_of_the_header_starts_and_the_table_may_name_another():
    state, events = step(begun((4, 2, 8), first=2), Deal())
    assert (state.leader, turn(state), events) == (2, 2, (RoundBegan(1, Seat(2)),))
    state, events = step(state, leader(8))
    assert (turn(state), events) == (8, (Leads(Seat(8)),))
    assert turn(after(state, leader(8))) == 8, "the present leader may be named"


def test_b15_the_leader_is_named_after_the_deal_and_before_the_first_card_or_trick():
    assert refuse(begun(), leader(2)) == "the table says who starts only after the deal; deal first"
    state = table()
    assert refuse(state, leader(4)) == "seat 4 does not play"
    only = "the table says who starts only before the first card of a round"
    assert refuse(after(state, *plays("1R5")), leader(2)) == only
    assert refuse(after(state, *plays("1R5 2R6 3R7")), leader(2)) == only
    assert refuse(after(quick(), trick(1, 2, 2, "red")), leader(2)) == only


# --- dealing with known hands


def test_in_full_mode_hands_are_dealt_and_the_rest_is_the_pile():
    state = full("R1 R2", "Y1", "B1 C1")
    assert hand(state, 1)[:2] == cards("R1 R2") and [len(h) for h in state.hands] == [8, 8, 8]
    assert len(state.unseen) == 56 - 24


def test_hands_that_cannot_be_dealt_are_refused():
    state = begun(mode="full")
    good = dealt()
    assert refuse(state, good) is None
    (one, ones), (two, twos), (three, threes) = good.hands
    for hands, why in {
        None: "in full mode the hands are known; name them",
        ((one, ones), (two, twos)): "every seat is dealt one hand; name each seat once",
        ((one, ones), (two, twos), (two, threes)): "every seat is dealt one hand; name each seat once",
        ((one, ones), (two, twos), (Seat(5), threes)): "seat 5 does not play",
        ((one, ones), (two, twos), (three, threes[:7])): "every seat is dealt 8 cards, but seat 3 has 7",
        ((one, ones), (two, twos), (three, (*threes, Card("R1")))): "every seat is dealt 8 cards, but seat 3 has 9",
        ((one, ones), (two, twos), (three, (*threes[:7], ones[0]))): f"{ones[0]} is dealt twice",
        ((one, ones), (two, twos), (three, (*threes[:7], Card("R17")))): "there is no card R17",
    }.items():
        assert refuse(state, Deal(hands)) == why
    assert "face down" in refuse(begun(), good) and "face down" in refuse(begun(mode="quick"), good)


# --- the exchange


def exchanging(**how) -> State:
    """Three hold red, yellow and blue 1 to 8; 9 to 16 and all cats are in the pile."""
    hands = [" ".join(f"{c}{n}" for n in range(1, 9)) for c in "RYB"]
    return full(*hands, exchange=True, **how)


def test_b14_without_the_option_nothing_is_exchanged():
    state = full("R1")
    assert refuse(state, swap(1, "R1", "Y2")) == "cards are not exchanged in this game; the option is off"


def test_b14_up_to_three_cards_go_and_as_many_come():
    state, events = step(exchanging(), swap(1, "R1 R2 R3", "C1 R16 Y9"))
    assert hand(state, 1) == cards("R4 R5 R6 R7 R8 C1 R16 Y9")
    assert count(state, 1) == 8 and events == (Exchanged(Seat(1), 3),)
    assert state.discards == cards("R1 R2 R3") and len(state.unseen) == 29
    assert hand(after(exchanging(), swap(1, "", "")), 1) == hand(exchanging(), 1), "none is a number, too"


def test_b14_each_once_in_turn_order_from_the_first_player():
    state = after(exchanging(first=2), swap(2, "Y1", "C1"))
    once = "had its turn to exchange; each has one, in turn order from who starts"
    assert refuse(state, swap(2, "Y2", "C2")) == f"seat 2 {once}"
    state = after(state, swap(1, "R1", "C2"))
    assert refuse(state, swap(3, "B1", "C3")) == f"seat 3 {once}", "passed over: 2, then 3, then 1"


def test_b14_whoever_is_named_to_start_the_others_keep_their_exchange():
    state = after(exchanging(), swap(1, "R1", "C1"), leader(3))
    assert state.exchanging == (3, 2)
    assert refuse(after(state, swap(3, "B1", "C2")), swap(2, "Y1", "C3")) is None


def test_b14_the_first_card_ends_the_exchange():
    state = after(exchanging(), *plays("1R1"))
    assert refuse(state, swap(2, "Y1", "C1")) == "cards are exchanged only before the first card of a round"


def test_b14_what_was_given_away_lies_under_the_pile_and_comes_no_more():
    state = after(exchanging(), swap(1, "R1", "C1"))
    assert refuse(state, swap(2, "Y1", "R1")) == "R1 cannot come from the pile"


@pytest.mark.parametrize(
    ("out", "come", "why"),
    [
        ("R1 R2 R3 R4", "C1 C2 C3 C4", "up to 3 cards are exchanged, and as many come in as go out"),
        ("R1 R2", "C1", "up to 3 cards are exchanged, and as many come in as go out"),
        ("R1 R1", "C1 C2", "a card stands twice; name each once"),
        ("R1 R2", "C1 C1", "a card stands twice; name each once"),
        ("Y1", "C1", "seat 1 does not hold Y1"),
        ("R9", "C1", "seat 1 does not hold R9"),
        ("R1", "B8", "B8 cannot come from the pile"),
        ("R1", "R1", "R1 cannot come from the pile"),
    ],
)
def test_b14_an_exchange_that_cannot_be(out, come, why):
    assert refuse(exchanging(), swap(1, out, come)) == why


def test_b14_where_hands_are_unknown_the_table_exchanges_without_the_box():
    state = table(exchange=True)
    assert state.exchanging == ()
    assert refuse(state, swap(1, "R1", "C1")) == "hands are not known; cards are exchanged without the box"
    assert refuse(exchanging(), swap(4, "R1", "C1")) == "seat 4 does not play"


# --- playing a card


def test_r38_r39_the_leader_plays_and_the_others_follow_clockwise():
    state, events = step(after(begun((5, 2, 7), first=2), Deal()), *plays("2R5"))
    assert events == (Played(Seat(2), Card("R5")),)
    assert turn(state) == 7
    state = after(state, *plays("7Y3"))
    assert turn(state) == 5 and listening(state) == {5}
    assert count(state, 2) == count(state, 7) == 7 and count(state, 5) == 8


def test_a_card_out_of_turn_is_refused():
    state = after(table(), *plays("1R5"))
    assert refuse(state, *plays("1R6")) == "seat 1 is not in turn; seat 2 plays"
    assert refuse(state, *plays("3R6")) == "seat 3 is not in turn; seat 2 plays"
    assert refuse(state, *plays("4R6")) == "seat 4 does not play"


def test_r40_who_holds_the_led_colour_must_follow():
    state = after(full("R5", "R9 Y1 C1"), *plays("1R5"))
    assert refuse(state, *plays("2Y1")) == "seat 2 holds red, which was led; play red or a cat"
    assert refuse(state, *plays("2R9")) is None
    assert set(playable(state)) == {c for c in hand(state, 2) if c[0] in "RC"}


def test_r42_b9_a_cat_may_be_played_though_the_led_colour_is_held():
    state = after(full("R5", "R9 Y1 C1"), *plays("1R5"))
    assert refuse(state, *plays("2C1")) is None


def test_r41_b9_who_does_not_hold_the_led_colour_plays_anything():
    state = after(full("R5", "Y1 C1 B1 Y2 Y3 Y4 Y5 Y6"), *plays("1R5"))
    assert playable(state) == hand(state, 2)
    assert [refuse(state, *plays(card)) for card in ("2Y1", "2C1", "2B1")] == [None] * 3


def test_r43_b8_b10_a_led_cat_gives_the_trick_no_colour():
    state = after(full("C5", "R9 Y1 C1", "R1 B3 C2"), *plays("1C5"))
    assert [refuse(state, *plays(card)) for card in ("2R9", "2Y1", "2C1")] == [None] * 3
    state = after(state, *plays("2R9"))
    assert refuse(state, *plays("3B3")) is None, "the pug after the cat leads nothing"


def test_a_card_not_in_hand_cannot_be_played_in_full_mode():
    assert refuse(full("R5", "Y1"), *plays("1Y1")) == "seat 1 does not hold Y1"


# --- who wins and who begs


@pytest.mark.parametrize(
    ("played", "winner", "beggar"),
    [
        ("1R5 2R9 3R7", 2, 1),  # one colour: the values
        ("1R1 2Y16 3B16", 1, 3),  # the colour comes first, whatever the values
        ("1B16 2R1 3B15", 2, 3),  # B11: what was led has no strength of its own
        ("1Y9 2Y3 3B16", 1, 3),  # B3: the weakest is not the lowest number
        ("1C8 2C1 3C3", 1, 2),  # cats among themselves
        ("1C8 2B1 3C7", 2, 3),  # the cat is at the end of the queue
        ("1R16 2Y1 3C8", 1, 3),
    ],
)
def test_r44_r45_r48_strength_is_the_colours_place_then_the_value(played, winner, beggar):
    state, events = after(table(), *plays(played)[:2]), ()
    state, events = step(state, plays(played)[2])
    assert (state.won, state.beggar) == (winner, beggar)
    assert isinstance(events[-1], TrickWon) and events[-1].seat == winner


def test_r44_the_cat_on_top_is_the_strongest():
    state = after(table(queue=("cat", "blue", "yellow", "red")), *plays("1R16 2C1 3R15"))
    assert (state.won, state.beggar) == (2, 3)


def test_r45_r46_the_winners_card_goes_into_its_own_bowl_with_its_bones():
    state, events = step(after(table(), *plays("1R5 2R9")), *plays("3R7"))
    assert state.bowls == (None, 3, None) and state.cards == ((), cards("R9"), ())
    assert events == (Played(Seat(3), Card("R7")), TrickWon(Seat(2), 3, Card("R9")))
    assert state.table == ((1, "R5"), (3, "R7"))


def test_r46_r47_the_bones_of_the_header_count():
    own = data.Bones(tuple(range(10)) * 5 + (0,) * 6)
    state = after(table(bones=own), *plays("1R5 2R9 3R7"))
    assert bowl(state, 2) == 8, "R9 is the ninth card: 0 to 8"


def test_b4_begging_is_compulsory():
    state = after(table(), *plays("1R5 2R9 3R7"))
    assert refuse(state, *plays("2Y1")) == "seat 1 takes a card first"
    assert listening(state) == {1}


def test_r49_the_beggars_colour_goes_on_top():
    state, events = step(after(table(), *plays("1R5 2R9 3B2")), beg(3, "R5"))
    assert state.queue == ("blue", "red", "yellow", "cat")
    assert events == (Begged(Seat(3), "blue", True, Card("R5")),)


def test_b12_if_it_was_on_top_the_queue_stays():
    state, events = step(after(table(), *plays("1R5 2R9 3R7")), beg(1, "R7"))
    assert state.queue == QUEUE and events == (Begged(Seat(1), "red", False, Card("R7")),)


@pytest.mark.parametrize("colour", COLOURS)
def test_r49_the_others_keep_their_order(colour):
    assert pushed(QUEUE, colour) == (colour, *[c for c in QUEUE if c != colour])


@pytest.mark.parametrize(("seats", "played"), [((1, 2, 3), 1), (FOUR, 2), (FIVE, 3)])
def test_r51_b5_two_fewer_cards_to_take_than_players(seats, played):
    state = after(table(seats), *[Play(Seat(s), Card(f"R{s}")) for s in seats])
    assert len(begged_from(state)) == played


def test_r51_b5_neither_the_own_card_nor_the_winners_can_be_taken():
    state = after(table(FOUR), *plays("1R5 2R9 3B2 4Y1"))
    assert refuse(state, beg(3, "B2")) == "seat 3 cannot take B2; it takes R5 or Y1"
    assert refuse(state, beg(3, "R9")) == "seat 3 cannot take R9; it takes R5 or Y1"
    assert refuse(state, beg(3, "C1")) == "seat 3 cannot take C1; it takes R5 or Y1"
    assert refuse(state, beg(1, "Y1")) == "seat 3 begs, not seat 1: its card is the weakest"
    assert refuse(state, beg(6, "Y1")) == "seat 6 does not play"
    assert refuse(after(table(), *plays("1R5 2R9 3B2")), beg(3, "R9")) == "seat 3 cannot take R9; it takes R5"


def test_nobody_begs_before_the_trick_is_complete():
    assert "trick must be complete" in refuse(after(table(), *plays("1R5 2R9")), beg(1, "R9"))
    assert "trick must be complete" in refuse(begun(), beg(1, "R9"))


def test_r50_r51_r52_b2_one_card_comes_to_hand_and_the_rest_is_discarded():
    state = after(table(FIVE), *plays("1R5 2R9 3B2 4Y1 5Y2"), beg(3, "Y1"))
    assert state.counts == (7, 7, 8, 7, 7)
    assert state.hands == ((), (), cards("Y1"), (), ())
    assert state.discards == cards("R5 B2 Y2") and state.cards[1] == cards("R9") and state.table == ()


def test_r53_the_winner_leads_the_next_trick():
    state = after(table(), *plays("1R5 2R9 3B2"), beg(3, "R5"))
    assert (state.leader, turn(state), state.trick) == (2, 2, 2)
    state = after(state, *plays("2B9 3B8 1B10"), beg(3, "B9"))
    assert (turn(state), state.trick) == (1, 3)


# --- the round ends


def test_r54_the_round_is_over_when_somebody_has_no_card_left_after_begging():
    state = quick()
    for _ in range(7):
        state = after(state, trick(1, 2, 2, "red"))
    assert (state.counts, state.phase) == ((1, 8, 1), "trick")
    state, events = step(state, trick(1, 2, 3, "blue"))
    assert (state.counts, state.phase) == ((0, 7, 1), "deal"), "seat 3 begged and has a card again"
    assert [type(e) for e in events] == [TrickWon, Begged, RoundOver]


def test_r54_not_before_the_card_is_taken():
    state = after(quick(), *[trick(1, 1, 3, "blue")] * 7, ChangeMode("cards"), *plays("1B9 2R2 3Y8"))
    assert (state.counts, state.phase, state.beggar) == ((0, 0, 7), "beg", 3)
    state = after(state, beg(3, "R2"))
    assert (state.counts, state.phase, len(state.rounds)) == ((0, 0, 8), "deal", 1)


def test_b17_several_out_of_cards_at_once_end_one_round():
    state = quick_round(begun(FIVE, mode="quick"), 1, 2)
    assert state.counts == (0, 8, 0, 0, 0) and len(state.rounds) == 1


@pytest.mark.parametrize(("seats", "longest"), [((1, 2, 3), 11), (FOUR, 10), (FIVE, 9)])
def test_b18_the_shortest_round_has_eight_tricks_and_the_longest_is_bounded(seats, longest):
    assert quick_round(begun(seats, mode="quick"), 1, 2).trick == 8
    state = quick(seats)
    while state.phase == "trick":  # whoever has fewest cards begs
        beggar = min(seats, key=lambda seat: count(state, seat))
        state = after(state, trick(max(s for s in seats if s != beggar), 1, beggar, "red"))
    assert state.trick == longest


def test_r57_r58_r60_bowl_cards_and_one_bone_for_every_card_in_hand():
    # Seat 1 wins six tricks of 2 bones, seat 3 two of 4; seat 2 begs in all. Hands: 0, 8, 0.
    state = after(quick(), *[trick(1, 2, 2, "red")] * 6, *[trick(3, 4, 2, "red")] * 2)
    assert state.rounds == ((12 + 0, 7 + 8, 8 + 0),)


def test_r59_b21_the_printed_bones_count_for_an_empty_bowl_and_hand_cards_on_top():
    assert quick_round(begun(FOUR, mode="quick"), 1, 2, bones=3).rounds == ((24, 5 + 8, 5, 5),)


def test_b20_a_card_without_bones_is_a_card_all_the_same():
    state = quick_round(begun(mode="quick"), 1, 2, bones=0)
    assert bowl(state, 1) == 0 and state.rounds == ((0, 15, 7),)
    nothing = data.Bones((0,) * 56)
    assert bowl(after(table(bones=nothing), *plays("1R5 2R9 3B2")), 2) == 0


def test_b22_bones_are_counted_when_the_round_is_over():
    state = after(quick(), trick(1, 4, 2, "red"))
    assert state.rounds == () and totals(state) == (0, 0, 0)
    assert tally(state) == (4 + 7, 7 + 8, 7 + 7), "what it would be now"


def test_r56_b15_the_left_neighbour_of_the_last_tricks_winner_starts_the_next_round():
    state = quick_round(begun((4, 1, 6), mode="quick"), 1, 4)
    assert next_leader(state) == 6
    assert after(state, Deal()).leader == 6


def test_b15_as_an_option_the_left_neighbour_of_who_started_the_round():
    state = quick_round(begun((4, 1, 6), mode="quick", next_leader="round"), 1, 4)
    assert after(state, Deal()).leader == 1, "4 started"
    state = after(quick((4, 1, 6), next_leader="round"), leader(6), *[trick(1, 1, 4, "red")] * 8, Deal())
    assert state.leader == 4, "the table had 6 start, so 4 comes next"


def test_b15_the_table_may_name_another_in_any_round():
    state = after(quick_round(begun(mode="quick"), 1, 2), Deal(), leader(3))
    assert (state.leader, state.round) == (3, 2)


def test_b16_the_queue_goes_on_into_the_next_round():
    state = after(quick(), *[trick(1, 1, 2, "blue")] * 8, Deal())
    assert state.queue == ("blue", "red", "yellow", "cat")


def test_b16_as_an_option_every_round_begins_with_the_first_queue():
    state = after(quick(queue_reset=True), *[trick(1, 1, 2, "blue")] * 8)
    assert state.queue[0] == "blue"
    assert after(state, Deal()).queue == QUEUE


# --- the game ends


def test_r33_r61_after_three_rounds_the_most_bones_win():
    state = begun(mode="quick")
    for winner, bones in ((1, 3), (3, 1)):
        state = quick_round(state, winner, 2, bones)
    assert state.phase == "deal" and state.winners == ()
    state, events = step(after(state, Deal(), *[trick(3, 2, 2, "red")] * 7), trick(3, 2, 2, "red"))
    # 1: 24 + 7 + 7. 2: 15 each round. 3: 7 + 8 + 16.
    assert state.rounds == ((24, 15, 7), (7, 15, 8), (7, 15, 16))
    assert scores(state) == {1: 38, 2: 45, 3: 31}
    assert (state.phase, state.winners, events[-1]) == ("over", (2,), GameOver((Seat(2),)))


def test_r62_b24_equal_totals_win_together():
    # 1 and 3 win eight tricks of 1 bone by turns, 2 begs.
    state = begun((3, 2, 1), mode="quick")
    for winner in (1, 3):
        state = quick_round(state, winner, 2, bones=9)
    state = after(state, Deal(), *[trick(1, 1, 2, "red")] * 4, *[trick(3, 1, 2, "red")] * 4)
    assert scores(state) == {1: 72 + 7 + 4, 2: 45, 3: 7 + 72 + 4}
    assert state.winners == (1, 3), "ascending, though 3 sits first"


def test_nothing_can_be_done_in_a_game_that_is_over():
    state = after(begun(), End())
    for action in (Deal(), *plays("1R5"), leader(1), trick(1, 1, 2, "red"), ChangeMode("quick"), End()):
        assert refuse(state, action) == "the game is over; nothing more can be done in it"


def test_a25_ended_early_finished_rounds_count_and_the_one_in_progress_does_not():
    state = after(quick_round(begun(mode="quick"), 1, 2, bones=3), Deal(), trick(2, 9, 1, "red"))
    ended, events = step(state, End())
    assert ended.rounds == ((24, 15, 7),) and ended.winners == (1,)
    assert ended.ended_early and events == (GameOver((Seat(1),)),)
    assert ended.bowls == state.bowls, "the table is left as it lies"


def test_a25_a_game_can_be_ended_at_any_time():
    begging = after(table(), *plays("1R5 2R9 3B2"))
    for state in (begun(), table(), after(table(), *plays("1R5")), begging):
        assert refuse(state, End()) is None
    assert after(begun(), End()).winners == (1, 2, 3), "nobody has a bone more than the others"


def test_step_refuses_what_refuse_refuses():
    with pytest.raises(rules.Illegal, match="no cards are dealt; deal first"):
        step(begun(), *plays("1R5"))


# --- whole tricks


def test_quick_a_whole_trick_does_what_its_cards_would_do():
    played = after(table(), *plays("1Y5 2R9 3B2"), beg(3, "Y5"))
    told, events = step(quick(), trick(2, 3, 3, "blue"))
    for key in ("queue", "counts", "bowls", "leader", "trick", "phase"):
        assert getattr(told, key) == getattr(played, key)
    assert events == (TrickWon(Seat(2), 3, None), Begged(Seat(3), "blue", True, None))
    assert listening(told) == {1, 2, 3}, "anybody may win the next"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (trick(1, 2, 1, "red"), "seat 1 cannot win a trick and beg in it; name two seats"),
        (trick(1, 10, 2, "red"), "a card has 0 to 9 bones, not 10"),
        (trick(1, -1, 2, "red"), "a card has 0 to 9 bones, not -1"),
        (trick(1, 2, 2, "green"), "the colour is red, yellow, blue or cat"),
        (trick(4, 2, 1, "red"), "seat 4 does not play"),
        (trick(1, 2, 4, "red"), "seat 4 does not play"),
    ],
)
def test_quick_a_trick_that_cannot_be(told, why):
    assert refuse(quick(), told) == why


def test_quick_the_bones_are_those_of_the_real_card_whatever_our_table_says():
    state = after(quick(), trick(1, 9, 2, "red"), trick(1, 0, 2, "red"))
    assert bowl(state, 1) == 9 and max(data.default().values) == 5


def test_cards_and_whole_tricks_are_not_mixed_without_a_word():
    assert "the table enters every card" in refuse(table(), trick(1, 2, 2, "red"))
    assert "the table enters whole tricks" in refuse(quick(), *plays("1R5"))
    assert "the table enters every card" in refuse(full("R5"), trick(1, 2, 2, "red"))


# --- changing the way of entry


def test_the_way_of_entry_changes_before_any_trick():
    state, events = step(begun(), ChangeMode("quick"))
    assert events == (ModeChanged("quick"),)
    state = after(state, Deal(), trick(2, 3, 3, "blue"), ChangeMode("cards"), *plays("2R9 3R8 1R7"))
    assert (state.trick, state.won, state.beggar) == (2, 2, 1)


def test_the_way_of_entry_does_not_change_inside_a_trick():
    state = after(table(), *plays("1R5"))
    between = "the mode changes between tricks; finish this one first"
    assert refuse(state, ChangeMode("quick")) == between
    assert refuse(after(state, *plays("2R9 3B2")), ChangeMode("quick")) == between
    assert refuse(after(state, *plays("2R9 3B2"), beg(3, "R5")), ChangeMode("quick")) is None


def test_full_is_told_as_a_whole_or_not_at_all():
    for state, mode in ((table(), "full"), (quick(), "full"), (full("R5"), "cards"), (full("R5"), "quick")):
        assert "in full mode the hands are known from the start" in refuse(state, ChangeMode(mode))
    assert refuse(table(), ChangeMode("half")) == "the mode is cards or quick"


# --- where a card cannot be


def test_b27_a_card_is_where_it_is():
    state = after(table(FOUR), *plays("1R5 2R9 3B2 4Y1"), beg(3, "R5"), *plays("2R8"))
    for card, why in {
        "R8": "lies on the table already",
        "R9": "is in the bowl of seat 2",
        "Y1": "was discarded this round",
        "B2": "was discarded this round",
    }.items():
        assert refuse(state, Play(Seat(3), Card(card))) == f"{card} {why}; play another card"
    assert refuse(state, *plays("3R5")) is None, "begged: it may show it"
    state = after(state, *plays("3R7"))
    assert refuse(state, *plays("4R5")) == "R5 was begged and is held by seat 3; play another card"
    assert refuse(state, *plays("4R17")) == "R17 is no card of this game; play another card"


def test_b19_b27_in_the_next_round_all_cards_are_back():
    state = after(table(), *plays("1R5 2R9 3B2"), beg(3, "R5"), ChangeMode("quick"), *[trick(1, 1, 3, "red")] * 7)
    state = after(state, ChangeMode("cards"), Deal(), leader(1))
    assert refuse(state, *plays("1R9")) is None and refuse(state, *plays("1B2")) is None


def test_a_card_told_in_a_whole_trick_may_be_gone_and_may_be_any():
    state = after(table(), *plays("1R5 2R9 3B2"), beg(3, "R5"), ChangeMode("quick"), trick(2, 3, 1, "red"))
    state = after(state, ChangeMode("cards"))
    assert state.hands == ((), (), ()), "seat 3 may have played R5"
    assert refuse(state, *plays("2R5")) is None, "or seat 2 begged it"
    assert refuse(state, *plays("2R9")) == "R9 is in the bowl of seat 2; play another card"


# --- who did not follow


def denied() -> State:
    """Red was led, seat 2 played a yellow card and begged R2; seat 1 leads again."""
    return after(table(), *plays("1R5 2Y9 3R2"), beg(2, "R2"))


def test_b26_a_colour_denied_and_shown_later_is_noticed_with_round_and_trick():
    state, events = step(after(denied(), *plays("1R9")), *plays("2R3"))
    assert state.revokes == (Revoke(Seat(2), 1, 1, Card("R3")),)
    assert events == (Played(Seat(2), Card("R3")), Noticed(state.revokes[0]))
    assert refuse(state, *plays("3R4")) is None, "a remark, no more"


def test_b26_what_was_begged_since_gives_nothing_away():
    state = after(denied(), *plays("1R9 2R2 3R3"), beg(2, "R3"), *plays("1R15 2R3 3R4"), beg(2, "R4"))
    assert state.revokes == ()
    assert after(state, *plays("1R16 2R6")).revokes == (Revoke(Seat(2), 1, 1, Card("R6")),), "but another does"


def test_b26_what_was_begged_before_was_in_hand():
    # 2 begs R2, then plays yellow when red is led, begs R7 and may show that, but R2 it held.
    state = after(table(), *plays("1R5 2R1 3R2"), beg(2, "R2"), *plays("1R9 2Y9 3R7"), beg(2, "R7"))
    assert state.queue[0] == "yellow" and state.leader == 1
    state = after(state, *plays("1R10 2R7 3R11"), beg(2, "R10"))
    assert state.revokes == ()
    assert after(state, *plays("3R12 1R13 2R2")).revokes == (Revoke(Seat(2), 1, 2, Card("R2")),)


def test_r42_b26_a_cat_denies_nothing():
    state = after(table(), *plays("1R5 2C1 3R2"), beg(2, "R2"))
    assert state.denials == () and after(state, *plays("1R9 2R3")).revokes == ()


def test_b8_b26_under_a_led_cat_nothing_is_denied():
    state = after(table(), *plays("1C5 2Y1 3R1"), beg(1, "Y1"))
    assert state.denials == () and after(state, *plays("3C2 1C6 2C7")).revokes == ()


def test_b26_one_show_gives_every_earlier_denial_away_once():
    state = after(denied(), *plays("1R9 2Y8 3R8"))
    assert (state.won, state.beggar) == (2, 3), "yellow had climbed"
    state = after(state, beg(3, "R9"), *plays("2R3"))
    assert state.revokes == (Revoke(Seat(2), 1, 1, Card("R3")), Revoke(Seat(2), 1, 2, Card("R3")))
    state = after(state, *plays("3R10 1R11"), beg(2, "R10"), *plays("1R12 2R4"))
    assert len(state.revokes) == 2, "the second red card tells nothing new"


def test_b26_only_the_seat_that_denied_is_meant():
    assert after(denied(), *plays("1R9 2Y3 3R3")).revokes == ()


def test_b26_in_another_round_all_hands_are_new():
    state = after(denied(), ChangeMode("quick"), *[trick(1, 1, 3, "red")] * 7)
    assert state.phase == "deal"
    state = after(state, ChangeMode("cards"), Deal(), leader(2), *plays("2R3"))
    assert state.revokes == ()


def test_b26_what_was_noticed_stays_noticed_in_later_rounds():
    state = after(denied(), *plays("1R9 2R3 3R4"), beg(2, "R4"), ChangeMode("quick"), *[trick(1, 1, 3, "red")] * 6)
    assert len(state.rounds) == 1 and after(state, Deal()).revokes == (Revoke(Seat(2), 1, 1, Card("R3")),)


def test_b26_whose_begged_card_was_not_seen_is_not_suspected():
    between = ChangeMode("quick"), trick(1, 3, 2, "cat"), ChangeMode("cards")
    assert after(denied(), *between, *plays("1R9 2R3")).revokes == (), "2 may have begged R3"
    between = ChangeMode("quick"), trick(1, 3, 3, "cat"), ChangeMode("cards")
    assert len(after(denied(), *between, *plays("1R9 2R3")).revokes) == 1, "3 begged, 2 did not"
