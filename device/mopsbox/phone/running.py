"""The game that is played just now, followed from its journal: each look takes in only the actions since the last."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from .. import journal, sittings
from ..counted import ranked
from ..people import Person
from ..table import Seat
from ..wallclock import believed


@dataclass(frozen=True, slots=True)
class Row:
    """One seat. `points`: what the box shows on its plate, no more (a box never leaks)."""

    seat: Seat
    person: Person | None
    bot: bool
    points: int
    place: int
    won: bool = False


@dataclass(frozen=True, slots=True)
class Running:
    """A game. `rows`: by place, then seat. `over`: it has an end; `started`: ISO 8601, "" unknown."""

    n: int
    kind: str
    started: str
    rows: tuple[Row, ...]
    over: bool = False
    early: bool = False


class Follower:
    """Keeps the game played back as far as it was read."""

    def __init__(self) -> None:
        self._of: tuple[int, str] | None = None  # which game: its number and header
        self._history: journal.History | None = None

    def look(self, database: sqlite3.Connection) -> Running | None:
        """The running game, else the last finished one; None: there is none, or it is of a kind not known here."""
        found = database.execute(
            "SELECT id, game, started FROM game WHERE finished IS NULL ORDER BY id DESC LIMIT 1"
        ).fetchone()
        if found is None:
            return _last(database)
        n, kind, started = found
        try:
            history = self._played(database, n)
        except (journal.Refused, ValueError):  # of a newer Mopsbox, or rotten: the box passes over it too
            self._of, self._history = None, None
            return _last(database)
        points = history.game.scores(history.state)
        bots = {seat for (seat,) in database.execute("SELECT seat FROM bot WHERE game = ?", (n,))}
        sat, places = sittings.sat(database, n), ranked(points, ())
        rows = [Row(seat, sat.get(seat), seat in bots, points[seat], places[seat]) for seat in points]
        return Running(n, kind, believed(started), tuple(sorted(rows, key=lambda row: (row.place, row.seat))))

    def _played(self, database: sqlite3.Connection, n: int) -> journal.History:
        header = database.execute("SELECT header FROM game WHERE id = ?", (n,)).fetchone()[0]
        history = self._history if self._of == (n, header) else None  # else a backup was put back
        count = database.execute("SELECT coalesce(max(n), 0) FROM action WHERE game = ?", (n,)).fetchone()[0]
        if history is None or history.count > count:
            history = journal.begin(json.loads(header))
        later = "SELECT body FROM action WHERE game = ? AND n > ? ORDER BY n"
        for (body,) in database.execute(later, (n, history.count)).fetchall():
            history = journal.add(history, json.loads(body))
        self._of, self._history = (n, header), history
        return history


def _last(database: sqlite3.Connection) -> Running | None:
    for past in sittings.past(database, 1):
        rows = tuple(Row(s.seat, s.person, s.bot, s.points, s.place, s.won) for s in past.sat)
        return Running(past.n, past.kind, past.started, rows, over=True, early=past.ended_early)
    return None
