"""The backups of the scores: are there any, is the newest one whole, and can another be made?"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ..backups import FOLDER, judged, listed, newest_good, reading
from ..database import CHECKED_WHOLE, DATABASE, DOUBTED, read_through
from ..jsonl import BadInput
from ..rotation import OFTEN
from .found import Finding, ok, warn
from .parts import Parts

NAME = "backups"
ASKS = (
    "start the box anew: it sets them aside (nothing is deleted) and asks whether to go on with the newest good backup"
)


def check(parts: Parts) -> list[Finding]:
    if why := _damaged(parts.data):
        return [warn(NAME, f"{why}, so that none can be made; {ASKS}")]
    there = listed(parts.data)
    if not there:
        return [ok(NAME, "none yet: the box makes one after every finished game")]
    newest = there[-1]
    try:
        games = judged(parts.data / FOLDER / newest.name).games
    except BadInput as bad:
        good = newest_good(parts.data)
        left = f"{good.path.name} is whole" if good else "none is whole: mopsbox export keeps the scores elsewhere"
        return [warn(NAME, f"{bad}; {left}")]
    if missing := _missing(parts.data, parts.data / FOLDER / newest.name):
        why = f"{missing} games were finished since the newest of {newest.day} and are in none"
        return [warn(NAME, f"{why}: the log says why (no backup: ...); mopsbox export keeps the scores elsewhere")]
    return [ok(NAME, f"{len(there)}, the newest of {newest.day} is whole ({games} game{'s' if games != 1 else ''})")]


def _damaged(data: Path) -> str:
    """What is wrong with the scores themselves, "": nothing. Of very many games only what the box has found itself."""
    database = data / DATABASE
    try:
        if (data / DOUBTED).exists():
            return "the scores are damaged"
        if database.exists() and 0 < database.stat().st_size <= CHECKED_WHOLE:
            with reading(database) as scores:
                found = read_through(scores)
            return "" if found == "ok" else f"the scores are damaged ({found})"
    except sqlite3.DatabaseError as error:
        if not isinstance(error, sqlite3.OperationalError):  # that is a disk or a permission: disk.py
            return f"the scores are damaged ({error})"
    except (OSError, ValueError):
        pass
    return ""


def _missing(data: Path, newest: Path) -> int:
    """Finished games that should be in a backup by now (rotation.due) and are not; one may be in the making."""
    try:
        with reading(newest) as backup:
            (last,) = backup.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
        with reading(data / DATABASE) as scores:
            wanted = "SELECT count(*) FROM game WHERE result IS NOT NULL AND id > ?"
            (since,) = scores.execute(wanted, (last,)).fetchone()
        return since if since > max(1, (data / DATABASE).stat().st_size // OFTEN) else 0
    except (sqlite3.Error, OSError):
        return 0
