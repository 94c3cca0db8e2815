"""Bots through the same loop, referee included (`mopsbox sim`)."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from mopsbox.games.mopseinander.bots import complaints
from mopsbox.sim import simulate


def test_two_hundred_games_of_four_finish_and_break_nothing() -> None:
    bots, _ = simulate("mopseinander", 4, 200, seed=1)
    assert len(bots.finished) == 200
    assert [c for history in bots.finished for c in complaints(history)] == []
    for history in bots.finished:
        won = [coaster for seat in history.state.won for coaster in seat]
        assert len(won) == len(set(won)) == 9 and len(history.state.table) == 3
    winners = {seat for history in bots.finished for seat in history.state.winners}
    assert winners == {1, 2, 3, 4}  # every skill wins now and then


def test_eight_bots_play_the_house_rule_to_its_end() -> None:
    bots, _ = simulate("mopseinander", 8, 3, seed=2)
    assert all(sum(map(len, h.state.won)) == 21 for h in bots.finished) and len(bots.finished) == 3


def test_two_bots_and_another_seed_give_other_games() -> None:
    first, second = (simulate("mopseinander", 2, 2, seed)[0].finished for seed in (3, 4))
    assert [h.lines for h in first] != [h.lines for h in second]


@pytest.mark.parametrize("players", [3, 5])
def test_mopsen_goes_through_the_same_loop_to_its_end(players: int) -> None:
    bots, _ = simulate("mopsen", players, 4, seed=1)
    assert [len(h.state.rounds) for h in bots.finished] == [3] * 4
    assert [c for h in bots.finished for c in bots.brains.complaints(h)] == []


def test_complaints_are_heard() -> None:
    history = simulate("mopseinander", 3, 1, seed=5)[0].finished[0]
    n = next(n for n, line in enumerate(history.lines) if line["do"] == "answer")
    twice = SimpleNamespace(state=history.state, lines=(*history.lines[: n + 1], *history.lines[n:]))
    assert complaints(twice) == [f"seat {history.lines[n]['seat']} answered twice in a round"]
    lost = SimpleNamespace(state=replace(history.state, table=()), lines=())
    assert "not conserved" in complaints(lost)[0]
