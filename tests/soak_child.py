"""Bots play evening after evening as fast as the machine can, on a real store, with what the service has beside its
loop: journals and edge logs, the keeper's backups, the log that goes round. Every tenth change is painted; as often the
supply voltage dips, so that there is something to be said.

FOLDER SECONDS HOURS SEED LOG_BYTES GAMES_MB: at least so long, and at least so many hours of play. Each evening is one
line of JSON on stdout: what the store acknowledged (of every game how many actions, and a sum over them), how much play
it was, and what it all weighs then.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from mopsbox import box as boxes
from mopsbox.chance import Chance
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskInline
from mopsbox.keeper import Keeper
from mopsbox.lamps import Remembered
from mopsbox.loop import Loop
from mopsbox.opening import kept, log
from mopsbox.paint.painter import Painter
from mopsbox.ring import Ring
from mopsbox.scene import Look
from mopsbox.sim import Bots, bots_of
from mopsbox.status import status
from mopsbox.store import Json, Store, open_store
from mopsbox.table import Fault
from mopsbox.turning import Fast, run_fast

SIZE = (800, 480)
GAMES = 3  # an evening
EVENINGS = (("mopseinander", 4), ("mopsen", 4), ("mopseinander", 8), ("mopsen", 5), ("mopseinander", 2), ("mopsen", 3))
EVERY = 10  # so many changes to a picture, and to a change of the voltage


class Witness:
    """Writes down what the store acknowledged, apart from it: by game, how many actions and a sum over them."""

    def __init__(self, store: Store) -> None:
        self.seen: dict[int, tuple[int, int]] = {}
        self._append_all = store.append_all
        store.append_all = self.append_all  # type: ignore[method-assign]

    def append_all(self, game: int, actions: Sequence[Json], at_us: int) -> None:
        self._append_all(game, actions, at_us)
        number, total = self.seen.get(game, (0, 0))
        self.seen[game] = number + len(actions), summed(actions, total)


def summed(actions: Sequence[Json], total: int = 0) -> int:
    """One number for all of them in this order."""
    for action in actions:
        total = crc32(json.dumps(action, sort_keys=True).encode(), total)
    return total


class Soaked(Bots):
    """Bots whose box is painted, whose supply is poor, and who remember nothing of a game that is over."""

    def watch(self, painter: Painter, surface: pygame.Surface) -> None:
        self.painter, self.surface = painter, surface
        self.changes, self.low = 0, False

    def pop(self, t: int, loop: Loop) -> Any:
        if loop.box is not self.seen:
            self.changes += 1
            if self.changes % EVERY == 0:
                self.painter.paint(self.surface, loop.picture())
                status(loop.box)  # what the service tells systemd
                self.low = not self.low
                loop.receive(Fault(t, "supply", "low-power" if self.low else ""))
        return super().pop(t, loop)

    def over(self, t: int, history: Any) -> None:
        super().over(t, history)
        self.finished.clear()


def weight(folder: Path, painter: Painter) -> dict[str, Any]:
    """What there is of this process and of its files: MB in memory, and how many of them the painter keeps to paint
    with; Python's own pieces of memory; threads, open files; bytes of logs and of games, how many backups."""
    gc.collect()
    return {
        "rss_mb": int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6,
        "drawn_mb": painter.bytes / 1e6,
        "pieces": sys.getallocatedblocks(),
        "threads": threading.active_count(),
        "open": len(os.listdir("/proc/self/fd")),
        "log": sum(file.stat().st_size for file in folder.glob("mopsbox.log*")),
        "files": sum(file.stat().st_size for file in (folder / "games").iterdir()),
        "backups": len(list((folder / "backups").glob("*.db"))),
    }


def main(folder: str, seconds: str, hours: str, seed: str, log_bytes: str, games_mb: str) -> None:
    pygame.font.init()
    data = Path(folder)
    painter, surface, look = Painter(SIZE, Look()), pygame.Surface(SIZE), Look()
    store, keeper = open_store(data, int(games_mb)), Keeper(data, log)
    witness = Witness(store)
    end, clock = time.monotonic() + float(seconds), Fast()
    keeper.start()
    with kept(Ring(data, int(log_bytes))):
        for evening in count():
            if time.monotonic() > end and clock.t >= float(hours) * 3.6e12:
                break
            game, players = EVENINGS[evening % len(EVENINGS)]
            brains = bots_of(game)
            assert brains is not None
            bots = Soaked(brains, players, GAMES, int(seed) + evening, clock)
            bots.watch(painter, surface)
            desk = Desk(Remembered())
            box = boxes.new(clock(), game=game)
            loop = Loop(
                box,
                DeskInline(desk, clock),
                store,
                Chance(int(seed) + evening),
                clock,
                look,
                finished=keeper.finished,
                log=log,
            )
            begun = clock.t
            run_fast(loop, desk, clock, bots)
            said = {
                "evening": evening,
                "acknowledged": witness.seen,
                "hours": (clock.t - begun) / 3.6e12,
                "wall_s": time.monotonic(),
            }
            print(json.dumps(said | weight(data, painter)), flush=True)
            witness.seen.clear()
    keeper.close()
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
