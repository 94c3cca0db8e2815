"""What the journal files have beyond a database that was a backup: taken into its copy before that takes the
database's place (store.py), so that a pulled plug leaves all of it or nothing.

A journal is only text beside the database, and may be anybody's: a game is taken up to the first line that the box
would not have written.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any

from . import __version__, sittings
from .gamefiles import GameFiles
from .jsonl import object_of

Json = dict[str, Any]
MOST_US = 2**50  # some 35 years of box time; a larger stamp is no stamp of ours
GAME = re.compile(r"[a-z0-9_-]*")


class Unfit(ValueError):
    """A line that the database could not keep."""


def encode(value: Mapping[str, Any]) -> str:
    """One JSON line, without its end. Raises ValueError: it holds what is not JSON; RecursionError."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def catch_up(database: sqlite3.Connection, files: GameFiles, now: str, log: Callable[[str], None]) -> None:
    """Take what is missing, in the caller's transaction. A journal that has no more lines than the database is not even
    parsed. `now`: the date for games that came here in no other way, "" where nobody vouches for the clock. `log` takes
    one sentence of every game that could be taken only in part. Raises sqlite3.Error."""
    counted = "SELECT id, (SELECT count(*) FROM action WHERE game = id) FROM game"
    have: dict[int, int] = dict(database.execute(counted).fetchall())
    for game in files.numbers():
        if files.lines(game) > have.get(game, -1) + 1:
            _take(database, files, game, now, log)


def _take(database: sqlite3.Connection, files: GameFiles, game: int, now: str, log: Callable[[str], None]) -> None:
    told: list[tuple[str, int]] = []
    try:
        for line in files.told(game):
            told.append(_fit(database, line))
        if len(told) < files.lines(game):
            raise Unfit("is no JSON object")
    except (ValueError, RecursionError, OverflowError) as error:
        why = error if isinstance(error, Unfit) else "holds what cannot be stored"
        log(f"{files.journal(game)}: line {len(told) + 1} {why}; the game is taken up to there")
    if not told:
        return
    (text, at_us), *actions = told
    header = json.loads(text)
    name = str(header.get("game", ""))
    if not GAME.fullmatch(name):
        log(f"{files.journal(game)}: line 1 names no game of a Mopsbox; nothing of it is taken")
        return
    day = (files.written(game) or now) if now else now
    database.execute(
        "INSERT OR IGNORE INTO game (id, game, header, at_us, version, started) VALUES (?, ?, ?, ?, ?, ?)",
        (game, name, text, at_us, __version__, day),
    )
    stored = database.execute("SELECT header FROM game WHERE id = ?", (game,)).fetchone()[0]
    have = database.execute("SELECT count(*) FROM action WHERE game = ?", (game,)).fetchone()[0]
    if object_of(stored) != header or have >= len(actions):
        return  # somebody else's backup has another game of this number
    rows = [(game, n, at_us, body) for n, (body, at_us) in enumerate(actions[have:], have + 1)]
    database.executemany("INSERT INTO action VALUES (?, ?, ?, ?)", rows)
    runs_again(database, game)


def _fit(database: sqlite3.Connection, line: Mapping[str, object]) -> tuple[str, int]:
    """A line as the database keeps it: text and stamp. Raises ValueError, RecursionError."""
    at_us = line.get("at_us", 0)
    if not isinstance(at_us, int) or isinstance(at_us, bool) or not 0 <= at_us < MOST_US:
        raise Unfit("has a time that is none")
    text = encode({key: value for key, value in line.items() if key != "at_us"})
    if not database.execute("SELECT json_valid(?)", (text,)).fetchone()[0]:  # nested deeper than SQLite reads
        raise Unfit("is nested too deeply")
    return text, at_us


def runs_again(database: sqlite3.Connection, game: int) -> None:
    """If the game was finished, it no longer is. Raises sqlite3.Error."""
    reset = "UPDATE game SET finished = NULL, ended_early = 0, result = NULL WHERE id = ? AND finished IS NOT NULL"
    if database.execute(reset, (game,)).rowcount:
        sittings.unsettle(database, game)
