"""A box whose plug will be pulled: plays on and on in FOLDER and says on stdout what has been acknowledged.

Run by test_kills.py. One line after every picture that a player could have seen: the running game's number, how many
actions it has and where it stands.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from mopsbox.box import menu_entries
from tests.at_table import Table
from tests.waiting import step_by_step


def acknowledge(table: Table) -> None:
    """What is on the screen now is on the disk: say so."""
    if table.box.mode == "game" and table.loop.game:
        history = table.play.history
        ends = history.game.host.record.ends(history.state)
        print(json.dumps({"game": table.loop.game, "count": history.count, "ends": ends}), flush=True)


def move(table: Table, lots: random.Random) -> None:
    """One thing somebody at the table might do now."""
    seats = list(table.state.setup.seats)
    if lots.random() < 0.06 and table.box.menu is None:
        table.key("ok", for_ms=1100)
        wanted = lots.choice([e for e in menu_entries(table.box) if e in ("go-on", "take-back", "close-round")])
        step_by_step(lambda: menu_entries(table.box)[table.box.menu or 0] == wanted, lambda: table.key("right"))
        table.key("ok")
        if table.box.asked:
            table.key("ok")
        return
    match table.mode:
        case "race":
            lots.shuffle(seats)
            table.press(*seats[:2], apart_us=lots.choice([10, 40, 800]))
        case "answer":
            table.dial(lots.random() < 0.6)
        case "take" | "fill":
            for _ in range(lots.randint(0, 2)):
                table.key("right")
            table.key("ok")
        case "final" | "podium":
            table.key("ok")
        case _:
            table.wait(1000)


def says(table: Table) -> None:
    """From now on it acknowledges every picture."""
    shown = table.loop.shown

    def shown_and_said() -> None:
        shown()
        acknowledge(table)

    table.loop.shown: Any = shown_and_said  # type: ignore[method-assign]


def main(folder: str, seed: str) -> None:
    lots = random.Random(seed)
    table = Table(folder=Path(folder), seed=int(seed))
    says(table)
    if table.box.mode == "offer":
        table.key("ok")
    else:
        table.press(1)
        for seat in range(1, lots.choice([3, 4, 5])):
            table.press(seat)
        table.key("ok")
    while True:
        move(table, lots)


if __name__ == "__main__":
    main(*sys.argv[1:])
