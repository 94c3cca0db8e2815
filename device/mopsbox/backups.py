"""Backups of the database: made beside it, checked, found again, and put in its place.

A backup is one plain SQLite file in `backups`, whole or not there: written under a temporary name, read back, made
durable, renamed. Its number orders it (rotation.py). The database itself is read through SQLite only: another open file
on it, once closed, would take the running box's locks away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from .database import (
    CHECKED_WHOLE,
    DAMAGE,
    DATABASE,
    DOUBTED,
    MIGRATIONS,
    PATIENCE_S,
    SIDECARS,
    Unreadable,
    code,
    forgiving,
    read_through,
    say,
    set_aside,
    sizes,
    version_of,
)
from .jsonl import BadInput, fault, unread
from .places import StoreFault, disk_fault, sync_folder
from .rotation import Backup, due, following, read, spare

FOLDER = "backups"
ROOM = 2 * 1024 * 1024  # bytes left over for the game: it never stops because of a backup
CHUNK = 1024 * 1024
COPY = f"{DATABASE}.tmp"  # of a backup, made ready to take the database's place
THE_COPYS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)  # never what is wrong with the file that is read
ANOTHER = "choose another one (mopsbox restore --list shows all)"


@dataclass(frozen=True, slots=True)
class Good:
    """A backup that was read through and is whole. `games`: how many it holds; `last_us`: the last stamp in it, 0
    without; `day`: from its name, None if it says none."""

    path: Path
    games: int
    last_us: int
    day: date | None


def listed(data: Path) -> list[Backup]:
    """The backups of a data folder, oldest first, as their names have it."""
    try:
        names = os.listdir(data / FOLDER)
    except OSError:
        return []
    return sorted(backup for backup in map(read, names) if backup)


def make(data: Path, today: date) -> Backup | None:
    """A new backup, and those that are spare removed; None: no game is stored yet. Raises StoreFault; then everything
    is as it was."""
    folder, source = data / FOLDER, data / DATABASE
    spare_file = folder / "backup.tmp"
    try:
        folder.mkdir(exist_ok=True)
        remove(spare_file)
        with reading(source) as database:
            games = int(database.execute("SELECT count(*) FROM game").fetchone()[0])
            if not games:
                return None
            room_for(_size(database), folder)
            snapshot(database, spare_file)
        judged(spare_file)
        backup = following(listed(data), today, games)
        os.replace(spare_file, folder / backup.name)
        sync_folder(folder)
        there = listed(data)
        for old in spare(there, backup, [each for each in there if _another_versions(folder / each.name)]):
            (folder / old.name).unlink(missing_ok=True)
        return backup
    except BadInput as bad:
        raise _blamed(bad, source, folder) from bad
    except sqlite3.Error as error:
        raise say(error, source, folder) from error
    except OSError as error:
        raise disk_fault(error, folder) from error
    finally:
        with contextlib.suppress(OSError):
            remove(spare_file)


def _blamed(bad: BadInput, source: Path, folder: Path) -> StoreFault:
    """A copy is not good: is it the database, or the disk under the copy?"""
    try:
        with reading(source) as database:
            if read_through(database) == "ok":
                return StoreFault("disk-fault", folder, str(bad))
    except (sqlite3.Error, ValueError) as error:
        if isinstance(error, sqlite3.Error) and code(error) not in DAMAGE:
            return StoreFault("disk-fault", source, str(error))
    return Unreadable("disk-fault", source, f"no good backup of it can be made: {bad}")


def keep_as_it_was(data: Path, today: date) -> None:
    """A backup for the program that was here before, made before this one changes the schema. It is only tried: a disk
    without room does not keep the box from starting, nor does a database so large that it would take a minute (of the
    older program's own backups the last is never removed)."""
    with contextlib.suppress(StoreFault, OSError):
        if (data / DATABASE).stat().st_size <= CHECKED_WHOLE:
            make(data, today)


def _another_versions(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return version_of(path) not in (0, len(MIGRATIONS))
    return False


@contextlib.contextmanager
def reading(source: Path) -> Iterator[sqlite3.Connection]:
    """The database as it stands at one moment, however long it is read; whoever writes is not held up."""
    database = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE_S)
    forgiving(database)
    try:
        database.execute("BEGIN")
        yield database
    finally:
        database.close()


def after_game(data: Path) -> bool:
    """Shall one be made, a game being over? Also if nobody can tell: making one then says what is wrong."""
    try:
        with reading(data / DATABASE) as database:
            games = int(database.execute("SELECT count(*) FROM game").fetchone()[0])
            return due(listed(data), games, _size(database))
    except sqlite3.Error:
        return True


def _size(database: sqlite3.Connection) -> int:
    pages, size = (int(database.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "page_size"))
    return pages * size


def room_for(size: int, folder: Path) -> None:
    """Raises StoreFault: so many bytes more would take the game's room; OSError."""
    if shutil.disk_usage(folder).free < size + ROOM:
        raise StoreFault("disk-full", folder)


def snapshot(database: sqlite3.Connection, target: Path) -> None:
    """Write what `database` holds to the new file `target`, durably: one plain file without a log beside it.
    Raises sqlite3.Error, OSError."""
    copy = sqlite3.connect(target, isolation_level=None)
    try:
        # Nobody knows this file until it is whole: what SQLite would do against a power cut is done once, at the end.
        copy.execute("PRAGMA synchronous = OFF")
        database.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    durable(target)


def durable(path: Path) -> None:
    """The file's content is on the disk. Raises OSError."""
    with open(path, "rb+") as file:
        os.fsync(file.fileno())


def remove(path: Path) -> None:
    """The file and what SQLite puts beside it."""
    for end in ("", *SIDECARS):
        path.with_name(path.name + end).unlink(missing_ok=True)


HALF_DONE = (COPY, "import.tmp", "forget.tmp", f"{FOLDER}/forget.tmp", f"{FOLDER}/backup.tmp")
"""Under these names copies of the database are made ready, here and elsewhere."""


def tidied(data: Path) -> None:
    """What a pulled plug left of copies goes: it may have names that are forgotten since. Whoever has the data folder
    locked may say so, before anything is begun."""
    for name in HALF_DONE:
        with contextlib.suppress(OSError):
            remove(data / name)


# --- is it good?


def judged(path: Path, named: Path | None = None) -> Good:
    """Read a backup through. Raises BadInput, one sentence about `named` (as the person called it): cannot be read, cut
    off, damaged, no Mopsbox's, a newer one's."""
    named = named or path
    _whole(path, named)
    try:
        # immutable: no log, no lock, no file is made beside it
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            return _read_through(database, path, named)
        finally:
            database.close()
    except (sqlite3.Error, ValueError, TypeError, OverflowError) as error:
        if isinstance(error, BadInput):
            raise
        raise fault(named, None, f"is a damaged backup ({error}); {ANOTHER}") from error


def _whole(path: Path, named: Path) -> None:
    """Is the file as long as its header says? SQLite takes a last page that is cut off for one full of zeros."""
    try:
        found = sizes(path)
    except OSError as error:
        raise unread(named, error) from error
    if found is None:
        raise fault(named, None, f"is no backup of a Mopsbox; {ANOTHER}")
    size, whole = found
    if size != whole:
        raise fault(named, None, f"is cut off or not as it was written ({size} of {whole} bytes); {ANOTHER}")


def _read_through(database: sqlite3.Connection, path: Path, named: Path) -> Good:
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise fault(named, None, "was written by a newer Mopsbox; update this one first")
    verdict = read_through(database)
    if verdict != "ok":
        raise fault(named, None, f"is a damaged backup ({verdict}); {ANOTHER}")
    if version < 1:
        raise fault(named, None, f"holds no games of a Mopsbox; {ANOTHER}")
    database.execute("SELECT id, game, header, at_us, version, started, finished, ended_early, result FROM game")
    games = int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    last = "SELECT max(coalesce((SELECT max(at_us) FROM game), 0), coalesce((SELECT max(at_us) FROM action), 0))"
    last_us = int(database.execute(last).fetchone()[0])
    backup = read(named.name)
    return Good(path, games, last_us, backup.day if backup else None)


def newest_good(data: Path) -> Good | None:
    """The newest backup that is whole and holds a game; None: there is none."""
    for backup in reversed(listed(data)):
        with contextlib.suppress(BadInput):
            good = judged(data / FOLDER / backup.name)
            if good.games:
                return good
    return None


# --- put in the database's place


def put_back(data: Path, chosen: Path, more: Callable[[Path], object] = lambda copy: None) -> Path | None:
    """`made_ready` and `put_in_place`, one after the other."""
    made_ready(data, chosen, more)
    return put_in_place(data)


def made_ready(data: Path, chosen: Path, more: Callable[[Path], object] = lambda copy: None) -> None:
    """A copy of the backup `chosen` lies beside the database, whole and durable, and may take its place. `more`: what
    is done to the copy before that; it leaves one file. The database may be open meanwhile. Raises BadInput,
    StoreFault; then there is no copy."""
    copy = data / COPY
    try:
        remove(copy)
        copied_for(chosen, copy, chosen)
        judged(copy, chosen)
        more(copy)
        durable(copy)
    except BaseException as error:
        with contextlib.suppress(OSError):
            remove(copy)
        if isinstance(error, OSError):
            raise disk_fault(error, data) from error
        raise


def put_in_place(data: Path) -> Path | None:
    """What `made_ready` left takes the place of the database, which nobody has open and which is set aside first; where
    it lies now, None: there was none. A power cut leaves the old one, or none, and then the next start asks about
    the backups. Raises StoreFault."""
    copy, database = data / COPY, data / DATABASE
    try:
        copy.stat()  # before anything is set aside for it
        if database.exists():
            with contextlib.suppress(sqlite3.Error):
                _settled(database)
        aside = set_aside(database, "replaced")
        os.replace(copy, database)
        (data / DOUBTED).unlink(missing_ok=True)  # that was the one before; this was read through
        sync_folder(data)
        return aside
    except OSError as error:
        raise disk_fault(error, data) from error
    finally:
        with contextlib.suppress(OSError):
            remove(copy)


def copied_for(chosen: Path, copy: Path, named: Path) -> None:
    """`copied`, of a file that the person called `named`. Raises BadInput: it cannot be read; StoreFault, OSError: the
    copy cannot be written."""
    try:
        copied(chosen, copy)
    except OSError as error:
        # On a full disk, too, what copies names the file it copies from.
        if error.errno in THE_COPYS or error.filename not in (str(chosen), f"{chosen}-wal"):
            raise
        raise unread(named, error) from error


def copied(chosen: Path, copy: Path) -> None:
    """The file `chosen` as `copy`. A database that was set aside with its log beside it comes with that. Raises
    OSError, StoreFault."""
    log = chosen.with_name(chosen.name + "-wal")
    shutil.copyfile(chosen, copy)
    if log.exists():
        shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        try:
            _settled(copy)
        except sqlite3.Error as error:
            if code(error) not in DAMAGE:  # it would come without what stands in its log
                raise say(error, copy, copy.parent) from error
    _owned_as(copy.parent, copy)
    durable(copy)


def _owned_as(folder: Path, file: Path) -> None:
    """Whoever put it there (root, on the command line), the box may write it."""
    with contextlib.suppress(OSError, AttributeError):
        there = folder.stat()
        os.chown(file, there.st_uid, there.st_gid)


def _settled(path: Path) -> None:
    """Take what stands in the log into the database, so that it is one file. A damaged one stays as it is. Raises
    sqlite3.Error."""
    with contextlib.closing(sqlite3.connect(path, timeout=0)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
