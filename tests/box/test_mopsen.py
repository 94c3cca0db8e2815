"""Mopsen at the buzzers and menu buttons of the machine: nothing but its lines is pulled."""

from __future__ import annotations

import json
import time
from itertools import groupby

import pytest

from tests.games import mopsen_oracle
from tests.games.mopsen_evening import FIVE, THREE, Evening, Rehearsal

from . import pictures
from .machine import DATA, Machine
from .player import Player

pytestmark = pytest.mark.box

REPLAY = "cd /tmp; PYTHONPATH=/opt/box python3 -m mopsbox replay {} --json"
CLOSE = 0.001  # of the pixels: all these pictures stand still; one other number at the table is 0.002


def test_three_to_five_may_play_and_two_or_six_are_refused_with_the_reason(machine: Machine) -> None:
    player = Player(machine)
    player.touch(5, 1, 2, "right", "ok")  # the first wakes the box
    player.sees(pictures.refused("mopsen", (1, 2), machine.size, "too-few", 3), "mopsen-two", most=CLOSE)
    player.touch(3, "ok")
    begun(player, 1, 2, 3)
    back_to_the_lobby(player)
    player.touch(1, 2, 3, 4, "ok")
    begun(player, 1, 2, 3, 4)
    back_to_the_lobby(player)
    player.touch(1, 2, 3, 4, 5, 6, "ok")
    six = pictures.refused("mopsen", (1, 2, 3, 4, 5, 6), machine.size, "too-many", 5)
    player.sees(six, "mopsen-six", most=CLOSE)
    assert player.history() is None
    player.press(6, for_ms=1300)  # leaves again
    player.touch("ok")
    begun(player, 1, 2, 3, 4, 5)


def begun(player: Player, *seats: int) -> None:
    """A game of these, and it is Mopsen's first deal."""
    state = player.until(lambda s: s.phase == "deal", f"the game of {seats}")
    assert state.setup.seats == seats and player.standing().header["game"] == "mopsen"


def back_to_the_lobby(player: Player) -> None:
    player.choose("leave")
    player.touch("left")  # not on with it
    player.number += 1


def test_a_round_of_three_and_the_box_scores(machine: Machine) -> None:
    told_at_the_buzzers(machine, THREE)


@pytest.mark.slow
def test_three_rounds_of_five_end_as_in_a_window(machine: Machine) -> None:
    told_at_the_buzzers(machine, FIVE)


def told_at_the_buzzers(machine: Machine, evening: Evening) -> None:
    """From attract to the podium; the journal it leaves is replayed there and counted here."""
    player = Player(machine)
    player.touch(8, *evening.seats, "right", "ok")
    begun(player, *evening.seats)
    table = Rehearsal(dict(player.standing().header), evening)
    play(player, table)
    player.until(lambda s: s.phase == "over", "the end")
    assert player.seen == table.actions()
    player.sees(pictures.game(player.standing(), machine.size), "mopsen-podium", most=CLOSE)
    status, said = machine.attempt(REPLAY.format(f"{DATA}/games/1.jsonl"))
    assert status == 0, said
    ends = json.loads(said)
    assert ends == mopsen_oracle.ends(dict(player.standing().header), player.seen)
    assert {key: ends[key] for key in evening.ends()} == evening.ends()


def play(player: Player, table: Rehearsal) -> None:
    """The fingers of the rehearsal; nobody goes on before the box has written what was told before."""
    for told, together in groupby(table.touches, lambda touch: touch.told):
        state = player.until(lambda s, told=told: len(player.seen) >= told, f"action {told}")  # type: ignore[misc]
        assert player.seen == table.actions()[:told]
        if state.phase == "deal" or state.trick == 2:
            player.sees(pictures.game(player.standing(), player.machine.size), f"mopsen-{told}", most=CLOSE)
        first, *rest = ("menu" if touch.held else touch.part for touch in together)
        time.sleep(0.5)
        if isinstance(first, int):
            player.touch(first)
            player.lit(first)  # who won the trick is asked for its bones
            player.touch(*rest)
        else:
            player.touch(first, *rest)
