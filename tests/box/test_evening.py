"""From power-on to the podium, on a real screen, by real lines."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.window.goldens import compare, shows

from . import pictures
from .machine import Machine
from .player import Player

pytestmark = pytest.mark.box


def rolled(before: int, state: Any) -> bool:
    return bool(state.rolls > before or state.phase == "over")


def test_from_power_on_to_the_podium(machine: Machine) -> None:
    player = Player(machine)
    machine.until(lambda: not pictures.dark(machine.screen()), "a picture")
    time.sleep(2)
    pictures.keep("attract", machine.screen())
    player.press(5)  # wakes the box
    player.press(1)
    player.press(3)
    player.press(4)
    player.press(4, for_ms=1300)  # leaves again
    with suppress(AssertionError):  # then what differs is told
        machine.until(lambda: shows(machine.screen(), "lobby"), "the lobby of two")
    pictures.keep("lobby", machine.screen())
    compare(machine.screen(), "lobby")
    player.button("ok")
    state = player.until(lambda s: s.phase == "fill", "a new game")
    assert state.setup.seats == (1, 3)
    player.button("right", times=2)  # six coasters
    rounds = 0
    while state.phase == "fill":
        if rounds == 1:
            player.sees(pictures.game(player.standing(), machine.size), "fill")
        state = player.round((3, 1)[rounds % 2], wrong=1 if rounds == 0 else None, by_buttons=rounds == 2)
        rounds += 1
    roller = state.last_winner
    while state.phase != "over":
        before = state.rolls
        player.press(roller)
        state = player.until(partial(rolled, before), "the final roll")
        time.sleep(8)
    player.sees(pictures.game(player.standing(), machine.size), "podium")
