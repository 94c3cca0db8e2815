"""As kill_child.py, but one person plays with two bots, game after game."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.kill_child import says
from tests.test_guests import ME, Mixed, my_part


def main(folder: str, seed: str) -> None:
    table = Mixed(folder=Path(folder), seed=int(seed))
    says(table)
    table.press(ME)
    table.press(ME)
    table.choose("add-bot")
    table.choose("add-bot")
    table.key("ok")
    while True:
        my_part(table)
        if table.mode == "podium":
            table.key("ok")


if __name__ == "__main__":
    main(*sys.argv[1:])
