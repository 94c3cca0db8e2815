"""Mopsen in a real window: three rounds of five players by key events only.

The evening is rehearsed at a table in virtual time; the same fingers then play it in the window, and both journals tell
the same game.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.at_table import Table
from tests.games.mopsen_box import quick
from tests.window.desktop import wait_for
from tests.window.test_evening_in_a_window import SIZE, Player, box_in_a_window, needs_x

SEED = 11
NAMES = {"left": "Left", "right": "Right", "ok": "Return"}
COLOURS = ("red", "yellow", "blue", "cat")


class Rehearsal(Table):
    """A table that remembers what was pressed for how long, and how many actions stood before it."""

    def __init__(self) -> None:
        self.pressed: list[tuple[str, float, int]] = []
        super().__init__(seed=SEED)

    def press(self, *seats: int, for_ms: float = 80, apart_us: float = 1000) -> None:
        self.pressed += [(str(seat), for_ms, self.told()) for seat in seats]
        super().press(*seats, for_ms=for_ms, apart_us=apart_us)

    def key(self, name: Any, for_ms: float = 60) -> None:
        self.pressed.append((NAMES[name], for_ms, self.told()))
        super().key(name, for_ms)

    def told(self) -> int:
        return len(self.actions()) if self.loop.game else 0


def rehearsed() -> Rehearsal:
    """From attract to the podium, with a round's first trick told wrongly and taken back."""
    table = Rehearsal()
    table.press(5)
    table.press(1, 2, 3, 4, 5, apart_us=200_000)
    table.key("right")
    table.key("ok")
    tricks = 0
    while table.state.phase != "over":
        if table.mode == "deal":
            table.key("ok")
        elif table.mode == "sheet":
            table.wait(500)
            table.key("ok")
        else:
            won = 1 + tricks % 5
            quick(table, won, tricks % 3, 1 + (won + tricks % 4) % 5, COLOURS[tricks % 4])
            tricks += 1
        if tricks == 1 and len(table.actions()) == 2:
            table.choose("take-back")
    table.wait(500)
    if table.mode == "sheet":
        table.key("ok")
    return table


@needs_x
@pytest.mark.slow
def test_three_rounds_of_five_players_by_keys_alone(tmp_path: Path) -> None:
    table = rehearsed()
    assert table.mode == "podium" and len(table.state.rounds) == 3
    script = tmp_path / "seed.jsonl"
    script.write_text(f'{{"script":1,"seed":{SEED},"size":[800,480]}}\n')
    with box_in_a_window(tmp_path, SIZE, "--script", script) as player:
        play(player, table.pressed)
        wait_for(lambda: told(player) == table.told(), "the last trick")
        history = player.history()
        assert history is not None
        assert history.state == table.state  # with its setup: the very same game
        player.desktop.key("Return", for_s=1.3)  # the menu
        player.desktop.key("Left")  # its last entry: power off
        player.desktop.key("Return")


def told(player: Player) -> int:
    history = player.history()
    return history.count if history else 0


def play(player: Player, pressed: list[tuple[str, float, int]]) -> None:
    """The fingers of the rehearsal; nobody goes on before the box has written what was told before."""
    time.sleep(1)
    stood = 0
    for name, ms, before in pressed:
        if before > stood:
            wait_for(lambda before=before: told(player) == before, f"action {before}")  # type: ignore[misc]
            time.sleep(0.5)
            stood = before
        held = 1.3 if ms > 1000 else 0.08  # in one command: a slow machine must not make a short press a long one
        player.desktop.xdotool("keydown", name, "sleep", held, "keyup", name, "sleep", 0.15)
