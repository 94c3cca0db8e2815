"""Random whole games of Mopsen: what must be true in every one of them, however it is told."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given as whenever
from hypothesis import settings
from hypothesis import strategies as st

from mopsbox import journal
from mopsbox.games import GAMES
from mopsbox.games.mopsen import bots, cardplay, record, rules
from mopsbox.games.mopsen.cards import CARDS, COLOURS, Card
from mopsbox.games.mopsen.counting import tally
from mopsbox.games.mopsen.deal import deal
from mopsbox.games.mopsen.events import Begged, RoundOver, TrickWon
from mopsbox.games.mopsen.state import (
    Action,
    Beg,
    ChangeMode,
    Deal,
    End,
    Exchange,
    Leader,
    Options,
    Play,
    Setup,
    State,
    Trick,
)
from mopsbox.table import Seat

from . import mopsen_oracle
from .mopsen_tables import after, careless_game, given, in_mode, random_game, told_in

SEEDS = st.integers(0, 2**32)
FEWEST, MOST = {3: 8, 4: 8, 5: 8}, {3: 11, 4: 10, 5: 9}  # B18
UNDO = {"do": "undo"}


def sound(state: State) -> None:
    """No card is lost or doubled; the counts, the table and the phase fit together."""
    known = [card for held in (*state.hands, *state.cards, state.discards) for card in held]
    everywhere = [*known, *[card for _, card in state.table], *state.unseen]
    assert sorted(everywhere) == sorted(CARDS)
    players = len(state.setup.seats)
    assert all(len(held) <= n for held, n in zip(state.hands, state.counts, strict=True))
    if state.mode == "full" and (state.rounds or state.phase != "deal"):
        assert [len(held) for held in state.hands] == list(state.counts)
    assert all(bowl is not None for bowl, held in zip(state.bowls, state.cards, strict=True) if held), "B20"
    assert sorted(state.queue) == sorted(COLOURS)
    assert (state.won is not None) == (state.beggar is not None) == (state.phase == "beg")
    assert state.won is None or state.won != state.beggar, "B6"
    assert len(state.table) == players - 1 if state.phase == "beg" else len(state.table) < players
    assert bool(state.winners) == (state.phase == "over")
    assert (rules.listening(state) == frozenset()) == (state.phase in ("deal", "over"))
    if state.phase == "trick":
        assert all(state.counts[state.setup.seats.index(s)] > 0 for s in rules.listening(state)), "B18: no deadlock"


def all_ways(seed: int) -> list[tuple[State, list[Action]]]:
    """A random game in full, card by card, in whole tricks, and changing between these: (start, actions)."""
    game = list(random_game(seed))
    setup, lots = game[0][0].setup, random.Random(seed)
    return [
        (in_mode(setup, "full"), [action for _, action in game]),
        (in_mode(setup, "cards"), told_in("cards", game)),
        (in_mode(setup, "quick"), told_in("quick", game)),
        (in_mode(setup, "cards"), told_in("cards", game, lambda: lots.random() < 0.3)),
    ]


def as_lines(setup: Setup, actions: list[Action]) -> tuple[dict[str, object], list[dict[str, object]]]:
    """Header and action lines as they stand in a file."""
    lines = [journal.plain(action, GAMES["mopsen"]) for action in actions]
    return json.loads(json.dumps(record.header(setup))), json.loads(json.dumps(lines))


@settings(max_examples=40, deadline=None)
@whenever(SEEDS)
def test_all_56_cards_are_somewhere_in_every_state_of_every_game(seed):
    for state, actions in all_ways(seed):
        for action in actions:
            sound(state)
            state = after(state, action)
        sound(state)


@settings(max_examples=40, deadline=None)
@whenever(SEEDS)
def test_every_trick_takes_one_card_of_each_hand_and_gives_one_back(seed):
    for state, actions in all_ways(seed):
        players, tricks = len(state.setup.seats), 0
        for action in actions:
            state, events = rules.step(state, action)
            kinds = [type(e) for e in events]
            if isinstance(action, Deal):
                tricks = 0
            if Begged in kinds:
                tricks += 1
                assert sum(state.counts) == 8 * players - tricks * (players - 1)
                won = next((e.seat for e in events if isinstance(e, TrickWon)), state.leader)
                begged = next(e.seat for e in events if isinstance(e, Begged))
                assert won == state.leader != begged, "R53, B6"
            if RoundOver in kinds:
                assert FEWEST[players] <= tricks <= MOST[players], "B18"
                assert tricks == state.trick and min(state.counts) == 0 < max(state.counts), "R54, B17"
                assert state.rounds[-1] == tally(state)


@settings(max_examples=40, deadline=None)
@whenever(SEEDS)
def test_the_same_game_told_in_full_in_cards_and_in_whole_tricks_ends_the_same(seed):
    ends = [record.ends(after(state, *actions)) for state, actions in all_ways(seed)]
    assert all(end == ends[0] for end in ends[1:])
    assert ends[0]["over"] and ends[0]["revokes"] == [] and len(ends[0]["rounds"]) == 3


@settings(max_examples=40, deadline=None)
@whenever(SEEDS, st.integers(0, 200))
def test_any_part_of_a_game_stands_where_a_count_of_its_own_says(seed, part):
    for state, actions in all_ways(seed):
        header, lines = as_lines(state.setup, actions[:part])
        assert json.loads(json.dumps(record.ends(after(state, *actions[:part])))) == mopsen_oracle.ends(header, lines)


@settings(max_examples=20, deadline=None)
@whenever(SEEDS)
def test_a_game_written_and_read_again_is_the_same_game_and_undo_is_as_if_never_done(seed):
    for state, actions in all_ways(seed):
        header, lines = as_lines(state.setup, actions)
        history = journal.begin(header)
        assert history.state == state
        for action, line in zip(actions, lines, strict=True):
            longer = journal.add(history, line)
            state = after(state, action)
            assert longer.state == state
            assert journal.add(longer, UNDO).state == history.state
            history = longer


@settings(max_examples=30, deadline=None)
@whenever(SEEDS, SEEDS)
def test_undo_and_correct_at_random_end_where_a_count_of_its_own_says(seed, pick):
    lots = random.Random(pick)
    state, actions = lots.choice(all_ways(seed)[1:])
    header, lines = as_lines(state.setup, actions)
    history, told = journal.begin(header), list[dict[str, object]]()
    for line in lines[: lots.randint(1, len(lines))]:
        history = journal.add(history, line)
        told.append(line)
    for _ in range(12):
        line = UNDO if lots.random() < 0.3 else changed(history, lots)
        if journal.fits(history, line) is None:
            history = journal.add(history, line)
            told.append(line)
    assert json.loads(json.dumps(record.ends(history.state))) == mopsen_oracle.ends(header, told)
    assert list(history.lines) == told, "nothing is erased"


def changed(history: journal.History, lots: random.Random) -> dict[str, object]:
    """A correction of any action that stands: another card, other bones."""
    standing = journal.standing(history)
    if not standing:
        return UNDO
    number, action = lots.choice(standing)
    other = dict(action)
    if "card" in other:
        other["card"] = lots.choice(CARDS)
    if "bones" in other:
        other["bones"] = lots.randint(0, 9)
    return {"do": "correct", "action": number, "with": other}


@settings(max_examples=30, deadline=None)
@whenever(SEEDS, SEEDS)
def test_correct_agrees_with_telling_the_corrected_game_from_the_start(seed, pick):
    lots = random.Random(pick)
    state, actions = lots.choice(all_ways(seed))
    header, lines = as_lines(state.setup, actions)
    history = journal.begin(header)
    for line in lines:
        history = journal.add(history, line)
    correction = changed(history, lots)
    number, other = int(str(correction["action"])), correction["with"]
    refused = journal.fits(history, correction)
    again = journal.begin(header)
    try:
        for line in (*lines[: number - 1], other, *lines[number:]):
            again = journal.add(again, line)
    except journal.Refused:
        assert refused
    else:
        assert refused is None and journal.add(history, correction).state == again.state


# --- who did not follow


def test_in_legal_games_nobody_is_said_not_to_have_followed():
    for seed in range(150):
        check_legal(seed)


@pytest.mark.slow
def test_in_three_thousand_legal_games_nobody_is_said_not_to_have_followed():
    for seed in range(3000):
        check_legal(seed)


def check_legal(seed: int) -> None:
    game, lots = list(random_game(seed)), random.Random(seed)
    setup = game[0][0].setup
    for told in (told_in("cards", game), told_in("cards", game, lambda: lots.random() < 0.3)):
        assert after(in_mode(setup, "cards"), *told).revokes == (), seed


@settings(max_examples=60, deadline=None)
@whenever(SEEDS, st.sampled_from([0.05, 0.3, 1.0]))
def test_everybody_who_shows_a_card_he_should_have_followed_with_is_noticed(seed, careless):
    game, expected = careless_game(seed, careless)
    assert given(after(*game[-1])) == expected
    header, lines = as_lines(game[0][0].setup, [action for _, action in game])
    assert json.loads(json.dumps(record.ends(after(*game[-1])))) == mopsen_oracle.ends(header, lines)


@settings(max_examples=60, deadline=None)
@whenever(SEEDS)
def test_with_whole_tricks_between_fewer_are_noticed_but_none_wrongly(seed):
    game, expected = careless_game(seed, 0.5)
    lots = random.Random(seed)
    told = told_in("cards", game, lambda: lots.random() < 0.2)
    start = game[0][0]
    state = after(start, *told)
    held_then = {(seat, number, trick) for seat, number, trick, _ in expected}
    assert {revoke[:3] for revoke in given(state)} <= held_then
    header, lines = as_lines(start.setup, told)
    assert json.loads(json.dumps(record.ends(state))) == mopsen_oracle.ends(header, lines)


def test_b27_who_begged_all_it_still_holds_can_play_nothing_else():
    seen = 0
    for seed in range(40):
        state, actions = all_ways(seed)[1]
        for action in actions:
            if isinstance(action, Play):
                held = state.hands[state.setup.seats.index(action.seat)]
                if len(held) == state.counts[state.setup.seats.index(action.seat)]:
                    other = Play(action.seat, min(state.unseen))
                    assert f"seat {action.seat} begged all it still holds: {held[0]}" in rules.refuse(state, other)
                    seen += 1
            state = after(state, action)
    assert seen >= 5


# --- anything whatever

near = st.integers(-1, 10)
seat = near.map(Seat)
card = st.sampled_from([*CARDS, Card("R17"), Card("X1")])
some = st.lists(card, max_size=9).map(tuple)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Deal()),
    st.builds(Deal, st.lists(st.tuples(seat, some), max_size=5).map(tuple)),
    st.builds(Exchange, seat, some, some),
    st.builds(Leader, seat),
    st.builds(Play, seat, card),
    st.builds(Beg, seat, card),
    st.builds(Trick, seat, near, seat, st.sampled_from([*COLOURS, "green"])),
    st.builds(ChangeMode, st.sampled_from(["full", "cards", "quick", "half"])),
    st.just(End()),
)


@settings(max_examples=80, deadline=None)
@whenever(SEEDS, st.integers(0, 3), st.integers(0, 150), st.lists(actions, max_size=20))
def test_any_action_is_either_refused_or_leads_to_a_sound_state(seed, way, at, tried):
    state, told = all_ways(seed)[way]
    state = after(state, *told[:at])
    for action in tried:
        why = rules.refuse(state, action)
        if why is None:
            sound(rules.step(state, action)[0])
        else:
            assert why and "\n" not in why
            with pytest.raises(rules.Illegal) as illegal:
                rules.step(state, action)
            assert str(illegal.value) == why


def test_the_same_actions_give_the_same_game():
    states = [s for s, _ in random_game(7)]
    assert [s for s, _ in random_game(7)] == states
    assert len({hash(s) for s in states}) > 1, "states can be told apart and kept in sets"


# --- bots


def bots_game(seed: int, players: int, exchange: bool = False, bot=cardplay.bot) -> journal.History:
    lots = random.Random(seed)
    seats = [Seat(n + 1) for n in range(players)]
    history = journal.begin(deal(lots, seats, None, "full", Options(exchange=exchange)))
    for _, action in cardplay.moves(history.state, lots, bot):
        history = journal.add(history, journal.plain(action, GAMES["mopsen"]))
    return history


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("exchange", [False, True])
def test_bots_play_whole_games_without_a_complaint(players, exchange):
    for seed in range(10):
        history = bots_game(seed, players, exchange)
        assert history.state.phase == "over" and bots.complaints(history) == []
        assert bots_game(seed, players, exchange).lines == history.lines, "the same seed, the same game"


def test_the_simple_bot_wins_more_often_than_the_one_that_plays_anything():
    won = [0, 0]
    for seed in range(60):
        for winner in bots_game(seed, 4).state.winners:
            won[winner % 2] += 1  # 1 and 3 play anything, 2 and 4 simply
    assert won[0] > 1.5 * won[1]


def test_complaints_are_heard():
    history = bots_game(1, 3)
    state = history.state

    def heard(lines=history.lines, **changed: object) -> str:
        return " ".join(bots.complaints(SimpleNamespace(state=replace(state, **changed), lines=lines)))

    assert "2 rounds" in heard(rounds=state.rounds[:2])
    assert "most bones have" in heard(winners=(Seat(8),))
    assert "round 1 had 7 tricks" in heard(lines=history.lines[: 1 + 7 * 4])
    assert "cards not conserved" in heard(discards=())
