"""Games of an older Mopsbox, or of a backup, that were not added up when they were finished: a few at a time, each in a
transaction of its own, beside a running box."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from . import journal, reckoning, sittings
from .counted import Figures
from .table import Seat

Edges = Callable[[int], Path | None]
"""The edge log of a game by its number; None: there is none."""


def sum_up(database: sqlite3.Connection, edges: Edges, most: int) -> int:
    """Add up at most so many; how many that were, fewer: all are done. Raises sqlite3.Error."""
    wanted = "SELECT id, header, result FROM game WHERE result IS NOT NULL AND NOT summed ORDER BY id LIMIT ?"
    games = database.execute(wanted, (most,)).fetchall()
    for game, header, result in games:
        figures = _figures(database, game, header, edges)
        database.execute("BEGIN IMMEDIATE")
        try:
            still = database.execute("SELECT 1 FROM game WHERE id = ? AND result = ?", (game, result)).fetchone()
            if still:  # else it runs again, and will be added up when it is over
                sittings.settle(database, game, _object(result), figures)
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
    return len(games)


def _figures(database: sqlite3.Connection, game: int, header: str, edges: Edges) -> Mapping[Seat, Figures]:
    """{}: it cannot be played back (a newer version's, a rotten line); its result still counts."""
    lines = database.execute("SELECT body, at_us FROM action WHERE game = ? ORDER BY n", (game,)).fetchall()
    try:
        history = journal.begin(json.loads(header))
        for body, _ in lines:
            history = journal.add(history, json.loads(body))
    except ValueError:
        return {}
    return reckoning.figures(history, [at_us for _, at_us in lines], edges(game))


def _object(result: str) -> dict[str, Any]:
    try:
        value = json.loads(result)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
