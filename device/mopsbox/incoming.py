"""`mopsbox import FILE`: the games of another box, from its backup or its export, each once.

A game is known by what it began with and when: its header (with the lot of its pile or its queue) and its date. Is
there one here whose actions are the same, or go on from those that come in, nothing is taken; do those that come in go
on from ours, only the rest is. Running games stay where they run.

People are known by name and style together: two boxes may have an Otto each. Equal names with different styles are
never one; the one that comes in is called "Otto (2)", so that a person who knows can rename or forget. The file is only
read: its copy is what is brought up to this version.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from . import forgetting, places, sittings
from .backups import copied_for, judged, make, remove
from .database import DAMAGE, DATABASE, Damaged, code, prepared, say
from .gamefiles import edge_log
from .jsonl import BadInput, fault, object_of, unread
from .people import BadName, cleaned, free_style, same
from .places import StoreFault, disk_fault
from .store import open_store
from .summing import sum_up
from .table import SEATS, Seat

Database = sqlite3.Connection
SLICE = 100
MOST_POINTS, MOST_COUNT = 2**31, 2**40  # no box writes more; sums of larger ones would no longer be whole numbers
DAY = "-".join("[0-9]" * digits for digits in (4, 2, 2))


@dataclass
class Came:
    """What an import did. `new`: games that are here now; `longer`: games here that got their end; `known`: those that
    were here; `running`: those left where they run; `people`: names that are new here."""

    new: int = 0
    longer: int = 0
    known: int = 0
    running: int = 0
    people: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        told = [f"{self.new + self.longer} games came in", f"{self.known} were here already"]
        if self.running:
            told.append(f"{self.running} without an end stayed out")
        if self.people:
            told.append(f"new names: {', '.join(self.people)}")
        return "; ".join(told)


def command(data: Path | None, file: Path, out: TextIO | None = None) -> int:
    """The command, while no box is on. Raises BadInput, StoreFault."""
    print(take_in(places.data_dir(data), file), file=out or sys.stdout)
    return 0


def take_in(folder: Path, file: Path) -> Came:
    """All of it or, with StoreFault or BadInput, nothing."""
    source = _source(file)
    store = open_store(folder)
    try:
        if store.notice:  # it was set aside just now: not the moment to take in somebody else's games
            raise fault(folder / DATABASE, None, "was damaged and is set aside; restore a backup first, then import")
        with _copy(folder, source, file) as copy:
            came = _merged(store._db, folder, copy, file, store.next_number())
        with contextlib.suppress(StoreFault):  # they have no journals here; the next one has them, too
            make(folder, date.today())
        return came
    except sqlite3.Error as error:
        raise say(error, folder / DATABASE, folder) from error
    except OSError as error:
        raise disk_fault(error, folder) from error
    finally:
        store.close()


def _source(file: Path) -> Path:
    """The database that is meant by a backup or an export's folder. Raises BadInput: there is none, or it lies where
    this user may not look."""
    try:
        if not stat.S_ISDIR(file.stat().st_mode):
            return file
        names = sorted(os.listdir(file))
    except OSError as error:
        raise unread(file, error) from error
    if DATABASE in names:
        return file / DATABASE
    inside = ", ".join(name for name in names if os.path.exists(file / name / DATABASE))
    meant = f"but {inside}: name that one" if inside else "name a backup, or the folder an export has made"
    raise fault(file, None, f"holds no {DATABASE}, {meant}")


@contextlib.contextmanager
def _copy(folder: Path, source: Path, named: Path) -> Iterator[Path]:
    """A copy that is whole and of this version, gone afterwards. Raises BadInput about `named`, OSError."""
    copy = folder / "import.tmp"
    try:
        remove(copy)
        copied_for(source, copy, named)
        judged(copy, named)
        try:
            with contextlib.closing(prepared(copy)) as database:
                if rotten := _rotten(database):
                    raise _damaged(named, rotten)
                database.execute("PRAGMA journal_mode = DELETE")
        except Damaged as error:
            raise _damaged(named, str(error)) from error
        yield copy
    finally:
        with contextlib.suppress(OSError):
            remove(copy)


def _damaged(named: Path, why: str) -> BadInput:
    return fault(named, None, f"is a damaged backup ({why}); nothing was taken in, choose another one")


def _rotten(database: Database) -> str | None:
    """What no box writes: rows that could not be added up, seats that are none, dates that would say something else."""
    numbers = ("points", "place", "won", "quickest", "bot", "practice")
    odd = " OR ".join(
        f"typeof(coalesce({n}, 0)) <> 'integer' OR abs(coalesce({n}, 0)) > {MOST_POINTS}" for n in numbers
    )
    no_object = "NOT json_valid({0}) OR json_type({0}) <> 'object'"
    wanted = (
        "SELECT (SELECT count(*) FROM sitting JOIN game ON game.id = sitting.game WHERE seat NOT BETWEEN 1 AND 8"
        f" OR {odd} OR kind <> game.game OR day <> '' AND day NOT GLOB '{DAY}'"
        f" OR figures IS NOT NULL AND ({no_object.format('figures')}"
        f" OR EXISTS (SELECT 1 FROM json_each(figures) WHERE type <> 'integer' OR abs(value) > {MOST_COUNT})))"
        " + (SELECT count(*) FROM bot WHERE seat NOT BETWEEN 1 AND 8)"
        " + (SELECT count(*) FROM game WHERE game GLOB '*[^a-z0-9_-]*' OR started GLOB '*[^0-9TZ:.+-]*'"
        f" OR finished GLOB '*[^0-9TZ:.+-]*' OR {no_object.format('header')}"
        f" OR result IS NOT NULL AND ({no_object.format('result')}))"
        f" + (SELECT count(*) FROM action WHERE {no_object.format('body')})"
    )
    try:
        lines = int(database.execute(wanted).fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return f"{lines} lines cannot be read" if lines else None


def _merged(database: Database, folder: Path, copy: Path, named: Path, first: int) -> Came:
    database.execute("ATTACH ? AS other", (str(copy),))
    try:
        database.execute("BEGIN IMMEDIATE")
        came = Came()
        _games(database, came, first, forgetting.highest(folder))
        database.execute("COMMIT")
    except BaseException as error:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error) and code(error) in DAMAGE:
            raise _damaged(named, str(error)) from error
        raise
    finally:
        with contextlib.suppress(sqlite3.Error):
            database.execute("DETACH other")
    while sum_up(database, lambda game: edge_log(folder, game), SLICE) == SLICE:
        pass
    return came


def _games(database: Database, came: Came, first: int, above: int) -> None:
    """`first`: the number of the first new game; `above`: numbers that nobody new gets (sittings.add)."""
    ours = _known(database)
    people: dict[int, int] = {}
    wanted = "SELECT id, header, started, finished IS NOT NULL AND result IS NOT NULL FROM other.game ORDER BY id"
    for theirs, header, started, over in database.execute(wanted).fetchall():
        if not over:
            came.running += 1
            continue
        key = _key(header, started)
        there = next((game for game in ours.get(key, ()) if _goes_on(database, game, theirs)), None)
        if there is None:
            there = first + came.new
            came.new += 1
            database.execute(
                "INSERT INTO game (id, game, header, at_us, version, started)"
                " SELECT ?, game, header, at_us, version, started FROM other.game WHERE id = ?",
                (there, theirs),
            )
            database.execute("INSERT INTO bot SELECT ?, seat FROM other.bot WHERE game = ?", (there, theirs))
            ours.setdefault(key, []).append(there)
        elif _length(database, "main", there) >= _length(database, "other", theirs):
            came.known += 1
            continue
        else:
            came.longer += 1
            sittings.unsettle(database, there)
        _take(database, there, theirs, people, came, above)


def _known(database: Database) -> dict[bytes, list[int]]:
    found: dict[bytes, list[int]] = {}
    for game, header, started in database.execute("SELECT id, header, started FROM main.game"):
        found.setdefault(_key(header, started), []).append(game)
    return found


def _key(header: str, started: str) -> bytes:
    return sha256(json.dumps([object_of(header), started], sort_keys=True).encode()).digest()


def _goes_on(database: Database, ours: int, theirs: int) -> bool:
    """Is one of the two the beginning of the other?"""
    differ = (
        "SELECT 1 FROM main.action AS a JOIN other.action AS b ON b.game = ? AND b.n = a.n"
        " WHERE a.game = ? AND a.body <> b.body LIMIT 1"
    )
    return database.execute(differ, (theirs, ours)).fetchone() is None


def _length(database: Database, schema: str, game: int) -> int:
    """A game without its end is shorter than the same one with it."""
    wanted = f"SELECT 2 * (SELECT count(*) FROM {schema}.action WHERE game = id) + (result IS NOT NULL)"
    return int(database.execute(f"{wanted} FROM {schema}.game WHERE id = ?", (game,)).fetchone()[0])


def _take(database: Database, ours: int, theirs: int, people: dict[int, int], came: Came, above: int) -> None:
    """The actions that are not here yet, the end, and what it came to."""
    have = database.execute("SELECT count(*) FROM main.action WHERE game = ?", (ours,)).fetchone()[0]
    database.execute(
        "INSERT INTO action SELECT ?, n, at_us, body FROM other.action WHERE game = ? AND n > ?", (ours, theirs, have)
    )
    database.execute(
        "UPDATE main.game SET (finished, ended_early, result, summed) ="
        " (SELECT finished, ended_early, result, summed FROM other.game WHERE id = ?) WHERE id = ?",
        (theirs, ours),
    )
    rows = database.execute(
        "SELECT seat, person, kind, bot, practice, day, points, place, won, quickest, figures FROM other.sitting"
        " WHERE game = ?",
        (theirs,),
    ).fetchall()
    database.execute("DELETE FROM main.sitting WHERE game = ?", (ours,))
    for seat, person, *rest in rows:
        who = None if person is None else _here(database, person, people, came, above)
        database.execute(
            "INSERT INTO main.sitting (game, seat, person, kind, bot, practice, day, points, place, won, quickest,"
            " figures) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (ours, seat, who, *rest),
        )
    sittings.streaks_of(database, ours)


def _here(database: Database, theirs: int, people: dict[int, int], came: Came, above: int) -> int | None:
    """Our number of their person; None: a name that nobody could see."""
    if theirs not in people:
        row = database.execute("SELECT name, style, created FROM other.person WHERE id = ?", (theirs,)).fetchone()
        try:
            people[theirs] = _person(database, cleaned(str(row[0])), row[1], str(row[2]), came, above)
        except (BadName, TypeError):
            return None
    return people[theirs]


def _person(database: Database, name: str, style: object, created: str, came: Came, above: int) -> int:
    known = {same(person.name): person for person in sittings.people(database)}
    seat = Seat(style) if isinstance(style, int) and style in SEATS else free_style(known.values())
    for n in range(1, len(known) + 2):
        called = name if n == 1 else cleaned(f"{_shortened(name)} ({n})")
        person = known.get(same(called))
        if person is None:
            came.people.append(called)
            return sittings.add(database, called, seat, created, above)
        if person.style == seat:
            return person.id
    raise AssertionError("there are more names than people")


def _shortened(name: str) -> str:
    """So that a number fits behind it."""
    return name[:18].rstrip()
