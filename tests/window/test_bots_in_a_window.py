"""One person and two bots play a whole game in a real window; the person has key events and what the screen says."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mopsbox.games.mopseinander.rules import correct_number
from tests.window.test_evening_in_a_window import SIZE, TUMBLED, VERDICT_SKIPPABLE, Player, box_in_a_window, needs_x

ME, BOTS = 2, {1, 3}
STEPS = 3000  # of a fifth of a second: a game takes two minutes


@needs_x
@pytest.mark.slow
def test_one_person_and_two_bots_play_to_the_podium(tmp_path: Path) -> None:
    with box_in_a_window(tmp_path, SIZE) as player:
        press = player.desktop.key
        time.sleep(1)
        press("5")  # wakes the box
        press(str(ME))
        for _ in BOTS:
            press("Return", for_s=1.3)
            press("Right")
            press("Return")
        press("Return")
        assert player.until(lambda s: s.phase == "fill", "a new game").setup.seats == (1, 2, 3)
        player.to_the_end(partial(my_part, player), STEPS)
        history = player.history()
        assert history is not None
        won = {seat for seat, held in zip(history.state.setup.seats, history.state.won, strict=True) if held}
        assert ME in won and won & BOTS, "the bots are no decoration, and can be beaten"
        time.sleep(6)
        press("Return", for_s=1.3)
        press("Left")  # the menu's last entry: power off
        press("Return")


def my_part(player: Player, state: Any) -> None:
    """I do what is asked of me; a third of the races I leave to the bots."""
    press = player.desktop.key
    match state.phase:
        case "fill" if state.active == ME:
            time.sleep(0.3)
            press("Return")
        case "race" if ME not in state.locked and (state.round % 3 or set(state.locked) == BOTS):
            time.sleep(TUMBLED)
            press(str(ME))
            time.sleep(0.2)
            player.answer(correct_number(state))
        case "take" if state.winner == ME:
            time.sleep(VERDICT_SKIPPABLE)
            press("Return")
            time.sleep(0.1)
            press("Return")
        case "final" if state.last_winner == ME:
            time.sleep(8)  # a tie is counted first
            press(str(ME))
