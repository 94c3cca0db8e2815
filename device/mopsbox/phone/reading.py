"""The box's database, read without ever writing to it or keeping the box waiting.

Nothing is made beside it, no lock is taken that a writer waits for: in SQLite's WAL a reader sees one moment and the
box writes on. That needs the shared index (-shm) of whoever writes, which is opened read-only too (`readonly_shm`); the
process may lack every right to write. Where no box is on and the log is gone, nobody changes the file, and it is read
as it lies (`immutable`). A copy was not taken: one of 100,000 games costs the card more than all readers together.

Whoever reads opens anew every time: a backup may have been put in the place of the file.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..database import DAMAGE, DATABASE, MIGRATIONS, code
from ..tables import SINCE

PATIENCE_S = 0.2  # for a moment in which the box has the file to itself (a backup is put back)
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
Found = TypeVar("Found")
Stamp = tuple[tuple[int, int, int] | None, ...]


class Unread(Exception):
    """There is nothing to show. `word`: the sentence (words.py); `passing`: it may be otherwise in a moment."""

    def __init__(self, word: str, passing: bool = False) -> None:
        super().__init__(word)
        self.word, self.passing = word, passing


def stamp(folder: Path) -> Stamp:
    """Changes whenever something is written; costs a look at two file names."""
    return tuple(_stamp(folder / (DATABASE + end)) for end in ("", "-wal"))


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def read(folder: Path, look: Callable[[sqlite3.Connection], Found]) -> Found:
    """What `look` finds in the database of a data folder, all of one moment. Raises Unread."""
    source = folder / DATABASE
    if not source.exists():
        raise Unread("phone-no-games")
    try:
        return _read(source, look)
    except sqlite3.Error as error:
        if code(error) in BUSY:
            raise Unread("phone-busy", passing=True) from error
        if code(error) in DAMAGE:
            raise Unread("phone-damaged") from error
        raise Unread("phone-unread", passing=True) from error


def _log(source: Path) -> int | None:
    """The size of SQLite's log beside it; None: nobody has it open, and nobody was torn away from it."""
    found = _stamp(source.with_name(source.name + "-wal"))
    return None if found is None else found[1]


def _read(source: Path, look: Callable[[sqlite3.Connection], Found]) -> Found:
    # Asked for first: SQLite would make a log where there is none, were it only allowed to.
    log, index = _log(source), source.with_name(source.name + "-shm").exists()
    if log and not index:
        raise Unread("phone-unread", passing=True)  # the last evening is in a log that only the box may take in
    still = not index or log is None
    how = "immutable=1" if still else "readonly_shm=1"
    address = f"{source.absolute().as_uri()}?mode=ro&{how}"
    with contextlib.closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)) as database:
        database.execute("PRAGMA query_only = ON")
        database.execute("BEGIN")
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version > len(MIGRATIONS):
            raise Unread("phone-newer")
        if version < SINCE:
            raise Unread("phone-older" if version else "phone-no-games")
        found = look(database)
        if still and _log(source):  # a box was switched on meanwhile: what was read may be of two moments
            raise Unread("phone-busy", passing=True)
        return found
