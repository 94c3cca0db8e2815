"""Bots play Mopsen at the box (`mopsbox sim --game mopsen`): it knows nothing but what their fingers tell it."""

from __future__ import annotations

import json
import random

import pytest

from mopsbox import sim
from mopsbox.games.mopsen import bots
from mopsbox.games.mopsen.cards import CARDS
from mopsbox.games.mopsen.counting import tally
from mopsbox.games.mopsen.rules import step
from mopsbox.games.mopsen.state import Deal, Trick
from mopsbox.table import Seat

from .mopsen_tables import begun


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_box_comes_to_the_scores_that_lie_on_the_table(players):
    table, _ = sim.simulate("mopsen", players, 4, seed=players)
    assert len(table.finished) == 4
    assert [c for history in table.finished for c in bots.complaints(history)] == []
    assert table.finished[-1].state.rounds == tuple(played.scores for played in table.memory)


def test_bots_tell_their_tricks_both_ways_and_nothing_is_remarked():
    table, _ = sim.simulate("mopsen", 4, 12, seed=2)
    told = [line["do"] for history in table.finished for line in history.lines]
    assert {"trick", "play", "beg", "mode"} <= set(told)
    assert [history.state.revokes for history in table.finished] == [()] * 12


def test_the_same_seed_gives_the_same_games_and_another_one_others():
    first, again, other = (sim.simulate("mopsen", 3, 1, seed)[0].finished[0].lines for seed in (5, 5, 6))
    assert first == again != other


def test_sim_says_how_often_each_seat_won(capsys):
    assert sim.sim("mopsen", 5, 3, seed=1, as_json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["game"], result["players"], result["finished"]) == ("mopsen", 5, 3)
    assert list(result["winners"]) == ["1", "2", "3", "4", "5"] and sum(result["winners"].values()) >= 3


def test_a_round_on_the_table_is_a_whole_one_of_cards_that_are_there_once():
    state = begun((1, 2, 3, 4), mode="quick")
    played = bots.play_round(state, random.Random(1))
    state, _ = step(state, Deal())
    for trick in played.tricks:
        assert set(trick.cards) == {Seat(1), Seat(2), Seat(3), Seat(4)} and set(trick.cards.values()) <= set(CARDS)
        assert trick.taken in trick.cards.values() and trick.taken != trick.cards[trick.begged]
        state, _ = step(state, Trick(trick.won, trick.bones, trick.begged, trick.colour))
    assert state.phase == "deal" and tally(state) == played.scores
