"""What the core does in a second: whole games through the rules, through the loop, actions onto the disk."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from .. import journal
from ..games import GAMES
from ..journal import History
from ..sim import simulate
from ..store import Store, open_store
from ..table import SECOND, Seat

PLAYERS = 4
DISK = Path("/var/tmp")  # on the disk, where /tmp may be memory and make every write look free


@contextmanager
def folder() -> Iterator[Path]:
    """A temporary folder on a disk, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mopsbox-bench-", dir=DISK if DISK.is_dir() else None) as name:
        yield Path(name)


def sim(game: str, wanted: int) -> tuple[float, list[History]]:
    """Games a second of bots through loop and referee, and the finished games."""
    seats = GAMES[game].SEATS
    bots, seconds = simulate(game, PLAYERS if PLAYERS in seats else max(seats), wanted, seed=1)
    return round(len(bots.finished) / seconds, 1), bots.finished


def rules(histories: list[History], seconds: float) -> float:
    """The same games again through `step` alone: games a second on one core, the median of five slices."""
    played = [(h._start, h.game.step, _actions(h)) for h in histories]
    return round(median(_slice(played, seconds / 5) for _ in range(5)))


def _slice(played: list[tuple[Any, Any, list[Any]]], seconds: float) -> float:
    games, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds or not games:
        for state, step, actions in played:
            for action in actions:
                state, _ = step(state, action)
        games += len(played)
    return games / passed


def _actions(history: History) -> list[Any]:
    """Its lines as the rules' own values (bots never undo)."""
    return [journal.read(line, history.game) for line in history.lines]


def appends(history: History, wanted: int) -> float:
    """Accepted actions a second onto the disk, one durable transaction each."""
    with folder() as data:
        store = open_store(data)
        took = timed_appends(store, history, wanted)
        store.close()
    return round(SECOND * wanted / sum(took), 1)


def timed_appends(store: Store, history: History, wanted: int) -> list[int]:
    """So many actions into a new game; what each took, ns."""
    game, lines, took = store.begin(history.header, 0), [dict(line) for line in history.lines], []
    for n in range(wanted):
        began = time.perf_counter_ns()
        store.append(game, lines[n % len(lines)], n)
        took.append(time.perf_counter_ns() - began)
    return took


def race(players: int, coasters: int, t: int, roll: tuple[int, int] = (3, 5)) -> Any:
    """A game's Play whose dice begin to tumble at `t`."""
    game = GAMES["mopseinander"]
    history = journal.begin(game.host.deal(random.Random(1), tuple(Seat(n + 1) for n in range(players))))
    history = journal.add(history, {"do": "fill", "to": coasters})
    history = journal.add(history, {"do": "roll", "green": roll[0], "red": roll[1]})
    return game.host.settle(history, t)[0]
