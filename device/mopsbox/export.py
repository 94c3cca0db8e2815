"""`mopsbox export [FOLDER]`: the finished games and the database as files that any PC can read.

Everything goes into a new folder with a number of its own, called unfinished until the last byte is safe: a stick that
is pulled leaves the earlier exports whole and a folder that says what it is.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from . import config as settings
from . import media, places, tables
from .backups import judged, reading, snapshot
from .database import DAMAGE, DATABASE, code
from .jsonl import BadInput, fault, object_of
from .places import no_room, sync_folder, write_whole
from .table import SEATS
from .tables import csv_lines

UNFINISHED = "-unfinished"
ROTTEN = "is damaged and cannot be exported; mopsbox restore puts a backup in its place"
COLUMNS = ("number", "game", "started", "finished", "ended_early", "players", "winners", *(f"score_{s}" for s in SEATS))
_NAME = re.compile(rf"mopsbox-([0-9]{{4,9}})(?:{UNFINISHED})?")

README = """\
Mopsbox: Spielstände / scores

scores.csv   Ergebnisse, eine Zeile je Spiel (für Tabellenprogramme) / results, one line a game (for spreadsheets)
seats.csv    jeder Platz in jedem Spiel, mit Reaktionszeiten / every seat in every game, with reaction times
actions.csv  jeder Zug in jedem Spiel / every action in every game
players.csv  was zusammenkam, je Name und Spiel / what it adds up to, by name and game
scores.json  dasselbe für Programme / the same for programs
games        Verlauf jedes Spiels, eine JSON-Zeile je Zug / what happened in each game, one JSON line an action:
             mopsbox replay games/1.jsonl
mopsbox.db   alles, auch für eine andere Box / everything, also for another box:  mopsbox import mopsbox.db

Die Zeiten sind die der Box; ohne Netz geht ihre Uhr falsch, die Nummern stimmen.
The times are the box's own; without a network its clock is wrong, the numbers are right.
"""


class Full(BadInput):
    """There is no room for the export."""


def command(data: Path | None, config_file: Path | None, folder: Path | None, out: TextIO | None = None) -> int:
    """The command: into `folder`, else onto the stick. Raises BadInput, StoreFault."""
    to = folder or media.target(media.mounted())
    if not to.is_dir():
        raise fault(to, None, "is no folder; name one that is there")
    language = settings.load_for_play(config_file).config.screen.language
    print(export(places.data_dir(data), to, language), file=out or sys.stdout)
    return 0


def export(data: Path, to: Path, language: str, more: Callable[[Path], None] = lambda folder: None) -> Path:
    """The finished games of a data folder, in a new folder below `to`; which. `language`: how its spreadsheets part
    columns. `more`: puts other files beside. Raises BadInput, also when the stick is pulled."""
    source = data / DATABASE
    if not source.exists():
        raise fault(data, None, "holds no games yet; play one, or give another folder with --data")
    folder = None
    try:
        folder = _new(to)
        _write(source, folder, language)
        more(folder)
        done = folder.with_name(folder.name.removesuffix(UNFINISHED))
        os.replace(folder, done)
        folder = done
        sync_folder(to)
        return done
    except BaseException as error:
        full = isinstance(error, sqlite3.Error) and no_room(to)  # SQLite may say less than it knows
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, sqlite3.DatabaseError) and code(error) in DAMAGE and not _gone(to):
            raise fault(source, None, ROTTEN) from error
        if isinstance(error, OSError | sqlite3.Error):
            raise _said(error, to, full) from error
        raise


def _gone(to: Path) -> bool:
    return not to.is_dir()


def _said(error: OSError | sqlite3.Error, to: Path, full: bool) -> BadInput:
    full = full or (isinstance(error, sqlite3.Error) and code(error) == sqlite3.SQLITE_FULL)
    full = full or (isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT))
    if full:
        return Full(f"{to}: is full; make room there, or take another one")
    said = (isinstance(error, OSError) and error.strerror) or str(error)
    what = f"the export was not finished ({said}); is the stick still in? Earlier exports are whole, try again"
    return fault(to, None, what)


def _new(to: Path) -> Path:
    """A new folder, after all there are. Raises OSError."""
    numbers = [int(match[1]) for name in os.listdir(to) if (match := _NAME.fullmatch(name))]
    folder = to / f"mopsbox-{max(numbers, default=0) + 1:04}{UNFINISHED}"
    folder.mkdir()
    return folder


def _write(source: Path, folder: Path, language: str) -> None:
    """All files, each under its name once it is whole, of the same moment. Raises OSError, sqlite3.Error, BadInput."""
    (folder / "games").mkdir()
    with reading(source) as database:
        spare = folder / f"{DATABASE}.tmp"
        snapshot(database, spare)
        try:
            judged(spare)
        except BadInput as bad:
            raise fault(source, None, ROTTEN) from bad
        os.replace(spare, folder / DATABASE)
        games = database.execute(
            "SELECT id, game, header, started, finished, ended_early, result FROM game"
            " WHERE finished IS NOT NULL ORDER BY id"
        ).fetchall()
        write_whole(folder / "scores.csv", csv_lines(COLUMNS, (_row(*game) for game in games if game[-1]), language))
        write_whole(folder / "actions.csv", csv_lines(tables.ACTIONS, tables.actions(database), language))
        if database.execute("PRAGMA user_version").fetchone()[0] >= tables.SINCE:
            write_whole(folder / "seats.csv", csv_lines(tables.SEATS, tables.seats(database), language))
            write_whole(folder / "players.csv", csv_lines(tables.PLAYERS, tables.players(database), language))
            write_whole(folder / "scores.json", (piece.encode() for piece in tables.document(database)))
        for number, *_ in games:
            lines = "".join(line + "\n" for line in _journal(database, number))
            write_whole(folder / "games" / f"{number}.jsonl", lines.encode())
    write_whole(folder / "README.txt", README.replace("\n", "\r\n").encode("utf-8-sig"))


def _row(number: int, game: str, header: str, started: str, finished: str, early: int, result: str) -> list[Any]:
    """One game that was played to its end, as COLUMNS has it."""
    seats, ended = object_of(header).get("seats"), object_of(result)
    scores = given if isinstance(given := ended.get("scores"), dict) else {}
    told = [" ".join(map(str, those)) if isinstance(those, list) else "" for those in (seats, ended.get("winners"))]
    return [number, game, started, finished, int(bool(early)), *told, *(scores.get(str(seat), "") for seat in SEATS)]


def _journal(database: sqlite3.Connection, game: int) -> Iterator[str]:
    wanted = (
        "SELECT header, at_us, 0 FROM game WHERE id = ?1 UNION ALL SELECT body, at_us, n FROM action WHERE game = ?1"
    )
    for text, at_us, _ in database.execute(f"{wanted} ORDER BY 3", (game,)):
        yield json.dumps({**json.loads(text), "at_us": at_us}, ensure_ascii=False, separators=(",", ":"))
