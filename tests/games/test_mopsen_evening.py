"""The evenings that are played for real elsewhere, in virtual time: told by fingers they end as a pencil adds them."""

from __future__ import annotations

import random

import pytest

from mopsbox.games.mopsen.deal import deal
from mopsbox.table import Seat

from .mopsen_evening import FIVE, THREE, Evening, Rehearsal
from .mopsen_oracle import ends

both = pytest.mark.parametrize("evening", [THREE, FIVE], ids=["three", "five"])


@both
@pytest.mark.parametrize("seed", range(3))
def test_told_with_slips_that_are_mended_it_ends_as_a_pencil_adds_it_up(evening: Evening, seed: int) -> None:
    header = deal(random.Random(seed), [Seat(seat) for seat in evening.seats])
    table = Rehearsal(header, evening)
    assert table.mode == "podium"
    assert {"undo", "correct"} <= {action["do"] for action in table.actions()}
    counted = ends(header, table.actions())
    said = table.play.history.game.record.ends(table.state)
    for key, planned in evening.ends().items():
        assert (key, counted[key]) == (key, said[key]) == (key, planned)


@both
def test_a_round_of_the_plan_is_over_when_somebody_is_out_of_cards_and_not_before(evening: Evening) -> None:
    for tricks in evening.rounds:
        begged = [trick.begged for trick in tricks]
        least = [min(8 - n + begged[:n].count(seat) for seat in evening.seats) for n in range(1, len(tricks) + 1)]
        assert min(least[:-1]) > 0 == least[-1]
        assert all(trick.won != trick.begged for trick in tricks)
