"""A forgotten name leaves the copies too: the backups, and databases that were set aside beside ours.

What is to be done is noted on the disk before the name goes (`note`), without the name: a number, and when that person
was made or the lot that stands there without a date (sittings.add). Both together mean one person alone, whatever they
are called in a copy: also on a box that never knows the date, and beside the databases it had before. The keeper's
thread does it (`fulfil`), after a pulled plug at the next start. A copy is changed as a whole or not at all: its own
copy is, is read back, and takes its place.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path

from . import sittings
from .backups import FOLDER, copied, durable, judged, listed, remove, room_for
from .database import DAMAGE, DATABASE, SIDECARS, code
from .jsonl import BadInput
from .places import StoreFault, disk_fault, sync_folder, write_whole

NOTES = "forgotten"
ASIDE = "mopsbox-*-*.db"  # as database.set_aside calls them
SINCE = 3  # the version of the database from which on there are names
PATIENCE_S = 5.0  # for whoever reads just now

KNOWN = "SELECT 1 FROM person WHERE id = ? AND created = ?"
Gone = tuple[int, str]
"""A person's number, and when they were made or their lot: two people may have had one number, one after the other. ""
(a Mopsbox before there were lots): the number alone."""
HIGHEST = 2**53  # more people than any box will know; a stranger's backup may have any number


def note(folder: Path, person: int, created: str) -> None:
    """This person is to be forgotten in every copy. Raises StoreFault."""
    notes = folder / NOTES
    name = f"{person}-{sha256(created.encode()).hexdigest()[:12]}.json"
    try:
        notes.mkdir(exist_ok=True)
        write_whole(notes / name, json.dumps([person, created]).encode())
        sync_folder(folder)
    except OSError as error:
        raise disk_fault(error, notes) from error


def noted(folder: Path) -> dict[Path, Gone]:
    """Who is still to be forgotten, by the file that says so."""
    found: dict[Path, Gone] = {}
    for path in sorted((folder / NOTES).glob("*.json")):
        with contextlib.suppress(OSError, ValueError, TypeError):
            person, created = json.loads(path.read_bytes())
            found[path] = int(person), str(created)
    return found


def highest(folder: Path) -> int:
    """The highest number that is noted, 0: none. Nobody new gets it or one below: who is typed anew within the same
    second would be the one who was forgotten. Raises StoreFault."""
    try:
        return max((person for person, _ in noted(folder).values() if person < HIGHEST), default=0)
    except OSError as error:
        raise disk_fault(error, folder / NOTES) from error


def meant(database: sqlite3.Connection, notes: Mapping[Path, Gone]) -> dict[Path, Gone]:
    """The notes that may take somebody out of the box's own database. One with a number alone may mean somebody else
    than who has it now: it is taken away, and whoever is still there can be forgotten again. Raises sqlite3.Error,
    OSError."""
    sure: dict[Path, Gone] = {}
    for path, gone in notes.items():
        if gone[1] or not database.execute(KNOWN, gone).fetchone():
            sure[path] = gone
        else:
            path.unlink(missing_ok=True)
    return sure


def forget(database: sqlite3.Connection, those: Iterable[Gone]) -> None:
    """Forget those of them who are known there, in the caller's transaction. Raises sqlite3.Error."""
    for gone in those:
        if database.execute(KNOWN, gone).fetchone():
            sittings.forget(database, gone[0])


def fulfil(folder: Path, log: Callable[[str], None]) -> None:
    """Do what is noted, and take the notes away; what could not be done now stays noted, also while the database itself
    has the name still (the next start takes it out: Store.forget_noted). Of a copy that nobody can read any more `log`
    says so."""
    notes = noted(folder)
    if not notes:
        return
    done = _log_emptied(folder) and _left(folder, notes.values())
    for copy in copies(folder):
        try:
            _forgotten(copy, tuple(notes.values()))
        except (OSError, StoreFault, ValueError, sqlite3.Error) as why:
            if _damaged(why):
                log(f"{copy}: cannot be read through and may still have a name that was forgotten; delete it")
                continue
            log(f"{copy}: still has a name that was forgotten ({why}); the next start tries again")
            done = False
    if done:
        for path in notes:
            path.unlink(missing_ok=True)
        sync_folder(folder / NOTES)


def _damaged(why: Exception) -> bool:
    """Will the copy never be readable? A full disk or somebody else's lock is over some day."""
    error = (why.__cause__ or why) if isinstance(why, BadInput) else why
    return code(error) in DAMAGE if isinstance(error, sqlite3.Error) else isinstance(error, ValueError)


def copies(folder: Path) -> Iterator[Path]:
    """The backups of a data folder, and what was set aside."""
    for backup in listed(folder):
        yield folder / FOLDER / backup.name
    yield from sorted(folder.glob(ASIDE))


def _log_emptied(folder: Path) -> bool:
    """What was deleted leaves the log beside the database, too; False: somebody reads just now."""
    address = f"{(folder / DATABASE).absolute().as_uri()}?mode=rw"
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S)) as ours:
        busy, *_ = ours.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy
    return False


def _left(folder: Path, those: Iterable[Gone]) -> bool:
    """Does the database itself know none of them?"""
    address = f"{(folder / DATABASE).absolute().as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S)) as ours:
        return not any(ours.execute(KNOWN, gone).fetchone() for gone in those)
    return False


def _forgotten(copy: Path, those: tuple[Gone, ...]) -> None:
    """Raises BadInput, ValueError, sqlite3.Error: it cannot be read, or not now (`_damaged`); OSError, StoreFault: not
    now."""
    if not _knows(copy, those):
        return
    spare = copy.with_name("forget.tmp")
    try:
        remove(spare)
        room_for(copy.stat().st_size, copy.parent)
        copied(copy, spare)
        with closing(sqlite3.connect(spare, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = OFF")  # nobody knows this file until it is whole
            database.execute("PRAGMA foreign_keys = ON")
            database.execute("PRAGMA secure_delete = ON")
            database.execute("BEGIN")
            forget(database, those)
            database.execute("COMMIT")
            database.execute("PRAGMA journal_mode = DELETE")
        judged(spare, copy)
        durable(spare)
        shutil.copystat(copy, spare)
        os.replace(spare, copy)
        for end in SIDECARS:
            copy.with_name(copy.name + end).unlink(missing_ok=True)
        sync_folder(copy.parent)
    finally:
        with contextlib.suppress(OSError):
            remove(spare)


def _knows(copy: Path, those: tuple[Gone, ...]) -> bool:
    """Is one of them in it? With a log beside it nobody can say without taking that in."""
    if any(copy.with_name(copy.name + end).exists() for end in SIDECARS):
        return True
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        if int(database.execute("PRAGMA user_version").fetchone()[0]) < SINCE:
            return False
        return any(database.execute(KNOWN, gone).fetchone() for gone in those)
