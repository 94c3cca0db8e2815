"""Bots play evening after evening as fast as the machine can, on a real store, every tenth change painted.

FOLDER SECONDS SEED. Each evening is one line of JSON on stdout: the games finished, the actions each had, and what the
process weighs.
"""

from __future__ import annotations

import json
import os
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from mopsbox import box as boxes
from mopsbox.chance import Chance
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskInline
from mopsbox.lamps import Remembered
from mopsbox.loop import Loop
from mopsbox.paint.painter import Painter
from mopsbox.scene import Look
from mopsbox.sim import Bots, bots_of
from mopsbox.store import open_store
from mopsbox.turning import Fast, run_fast

SIZE = (800, 480)
GAMES = 3  # an evening
EVENINGS = (("mopseinander", 4), ("mopsen", 4), ("mopseinander", 8), ("mopsen", 5), ("mopseinander", 2), ("mopsen", 3))
EVERY = 10  # so many changes to a picture


class Soaked(Bots):
    """Bots whose box is painted, and who remember numbers instead of games."""

    def watch(self, painter: Painter, surface: pygame.Surface) -> None:
        self.painter, self.surface = painter, surface
        self.changes, self.played = 0, dict[int, int]()

    def pop(self, t: int, loop: Loop) -> Any:
        if loop.box is not self.seen:
            self.changes += 1
            if self.changes % EVERY == 0:
                self.painter.paint(self.surface, loop.picture())
        return super().pop(t, loop)

    def over(self, t: int, history: Any) -> None:
        assert self.loop is not None and self.loop.game is not None
        self.played[self.loop.game] = history.count
        super().over(t, history)
        self.finished.clear()


def rss_mb() -> float:
    """What of this process lies in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(folder: str, seconds: str, seed: str) -> None:
    pygame.font.init()
    painter, surface, look = Painter(SIZE, Look()), pygame.Surface(SIZE), Look()
    store = open_store(Path(folder))
    end, clock = time.monotonic() + float(seconds), Fast()
    for evening in count():
        if time.monotonic() > end:
            break
        game, players = EVENINGS[evening % len(EVENINGS)]
        brains = bots_of(game)
        assert brains is not None
        bots = Soaked(brains, players, GAMES, int(seed) + evening, clock)
        bots.watch(painter, surface)
        desk = Desk(Remembered())
        box = boxes.new(clock(), game=game)
        loop = Loop(box, DeskInline(desk, clock), store, Chance(int(seed) + evening), clock, look)
        begun = clock.t
        run_fast(loop, desk, clock, bots)
        said = {
            "evening": evening,
            "game": game,
            "played": bots.played,
            "rss_mb": rss_mb(),
            "hours": (clock.t - begun) / 3.6e12,
        }
        print(json.dumps(said), flush=True)
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
