"""Mopsen in a real window: three rounds of five players by key events only; in the machine the same by its buzzers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from tests.games.mopsen_evening import FIVE, Rehearsal, Touch
from tests.window.desktop import wait_for
from tests.window.test_evening_in_a_window import SIZE, Player, box_in_a_window, needs_x

KEYS = {"left": "Left", "right": "Right", "ok": "Return"}


@needs_x
@pytest.mark.slow
def test_three_rounds_of_five_players_by_keys_alone(tmp_path: Path) -> None:
    with box_in_a_window(tmp_path, SIZE) as player:
        time.sleep(1)
        for key in ("5", *map(str, FIVE.seats), "Right", "Return"):
            player.desktop.key(key)
        player.until(lambda s: s.phase == "deal", "a new game")
        history = player.history()
        assert history is not None
        table = Rehearsal(dict(history.header), FIVE)
        play(player, table.touches)
        history = player.history()
        assert history is not None
        assert history.state == table.state  # with its setup: the very same game
        ends = history.game.record.ends(history.state)
        assert {key: ends[key] for key in FIVE.ends()} == FIVE.ends()
        player.desktop.key("Return", for_s=1.3)  # the menu
        player.desktop.key("Left")  # its last entry: power off
        player.desktop.key("Return")


def told(player: Player) -> int:
    history = player.history()
    return history.count if history else 0


def play(player: Player, touches: Sequence[Touch]) -> None:
    """The fingers of the rehearsal; nobody goes on before the box has written what was told before."""
    for actions, together in groupby(touches, lambda touch: touch.told):
        wait_for(lambda actions=actions: told(player) == actions, f"action {actions}")  # type: ignore[misc]
        time.sleep(0.5)
        for touch in together:
            name = KEYS.get(str(touch.part), str(touch.part))
            held = 1.3 if touch.held else 0.08  # in one command: a slow machine makes no short press long
            player.desktop.xdotool("keydown", name, "sleep", held, "keyup", name, "sleep", 0.15)
