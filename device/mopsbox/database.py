"""The database file: opened, checked, brought up to date, and set aside when it is damaged. What stands in it is
the business of store.py.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import IO

from . import evenings
from .jsonl import BadInput, fault
from .places import StoreFault, no_room, sync_folder

try:
    import fcntl
except ImportError:  # Windows: two boxes on one folder are not noticed there
    fcntl = None  # type: ignore[assignment]

DATABASE = "mopsbox.db"
SIDECARS = ("-wal", "-shm", "-journal")
HEAD = 100  # bytes of SQLite's file header
NEWER = (
    "was written by a newer Mopsbox; update this one, or go on with a backup it can read (mopsbox restore), or give"
    " another --data"
)
DAMAGED = "db-damaged"  # Store.notice, a word of words.py
DOUBT = "db-doubt"  # another: it is damaged, and the next start sets it aside
# ERROR: the file is a sound database, but its tables are not ours.
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
CHECKED_WHOLE = 32 * 1024 * 1024  # bytes, some 9,000 games; a larger one is not read through at every start
LARGE = frozenset({"action", "sitting"})  # tables that grow with every action or seat
EVERY_LINE = (
    8 * 1024 * 1024
)  # bytes: of a larger one their lines are not read at every start, which takes as long again
KINDS = {"INTEGER": "integer", "TEXT": "text"}
OURS = {"game", "action", "bot", "person", "sitting", "total", "evening"}
OBJECTS = {"game": ("header", "result"), "action": ("body",), "sitting": ("figures",)}  # JSON, an object each
DOUBTED = "read-through"  # a file beside the database: at the next start it is read through, however large
PATIENCE_S = 2.0  # how long somebody's look into the database may hold up a write

# One entry a version of the schema (PRAGMA user_version); never change one that was released, add the next.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE game (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            header TEXT NOT NULL,
            at_us INTEGER NOT NULL,
            version TEXT NOT NULL,
            started TEXT NOT NULL,
            finished TEXT,
            ended_early INTEGER NOT NULL DEFAULT 0,
            result TEXT
        )""",
        """CREATE TABLE action (
            game INTEGER NOT NULL REFERENCES game (id),
            n INTEGER NOT NULL,
            at_us INTEGER NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (game, n)
        ) WITHOUT ROWID""",
    ),
    (  # where bots sit: beside the journal, which knows seats alone
        """CREATE TABLE bot (
            game INTEGER NOT NULL REFERENCES game (id),
            seat INTEGER NOT NULL,
            PRIMARY KEY (game, seat)
        ) WITHOUT ROWID""",
    ),
    evenings.SCHEMA,
)


class Read(Enum):
    """How much of a database is read when it is opened."""

    NOTHING = "it was read just now"
    USUAL = "what its size allows"
    ALL = "every line, however long that takes"


class Damaged(Exception):
    """The database cannot be trusted: it is to be set aside."""


class Unreadable(StoreFault):
    """The disk answers, but not with what a box has written: the database is damaged."""


def locked(folder: Path) -> IO[bytes]:
    """The lock file, ours until it is closed or the process ends, however it ends."""
    lock = open(folder / "mopsbox.lock", "ab")  # noqa: SIM115 - held open as long as the store
    if fcntl is not None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.close()
            what = "another Mopsbox is using this folder; end that one, or give another folder with --data"
            raise fault(folder, None, what) from error
        except OSError:
            pass  # a network disk without locks: better unguarded than not at all
    return lock


def opened(
    path: Path, older: Callable[[], object] = lambda: None, read: bool = False
) -> tuple[sqlite3.Connection, str | None]:
    """The database ready for use, and a notice. A damaged one is set aside. `older`: called before one that an older
    Mopsbox wrote is brought up to date. `read`: it was read through just now, which takes long."""
    notice = None
    mark = path.with_name(DOUBTED)
    much = Read.NOTHING if read else Read.ALL if mark.exists() else Read.USUAL
    wal = path.with_name(path.name + "-wal")
    # SQLite would delete a log without its database; it may hold the last evening.
    if wal.exists() and wal.stat().st_size and not (path.exists() and path.stat().st_size):
        notice = DAMAGED
        set_aside(path)
    try:
        database = prepared(path, much, older)
    except Damaged:
        set_aside(path)
        notice = DAMAGED
        try:
            database = prepared(path)
        except Damaged as error:
            raise StoreFault("disk-fault", path, str(error)) from error
    with contextlib.suppress(OSError):
        mark.unlink(missing_ok=True)
    return database, notice


def prepared(
    path: Path | str, much: Read = Read.USUAL, older: Callable[[], object] = lambda: None
) -> sqlite3.Connection:
    """Connect, check, bring up to date. Raises Damaged, StoreFault, BadInput."""
    folder = path.parent if isinstance(path, Path) else None
    database = None
    if isinstance(path, Path) and _cut_off(path):
        raise Damaged("its end is missing")
    try:
        database = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None)
        forgiving(database)
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version > len(MIGRATIONS):
            raise fault(path, None, NEWER)
        verdict = _verdict(database, path, much) if version >= 0 else "no such version"
        if verdict != "ok":
            raise Damaged(verdict)
        if not version and database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise Damaged("it holds somebody else's tables")  # ours come together with a version
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA secure_delete = ON")  # a forgotten name leaves no bytes; little else is ever deleted
        if 0 < version < len(MIGRATIONS):
            older()
        _migrate(database, version)
        database.execute("SELECT id, game, header, at_us, version, started, finished, ended_early, result FROM game")
        database.execute("SELECT game, n, at_us, body FROM action")
        database.execute("SELECT game, seat FROM bot")
        database.execute(f"EXPLAIN {evenings.CHECK}")
        return database
    except BaseException as error:
        if database is not None:
            database.close()
        if not isinstance(error, sqlite3.Error):
            if isinstance(error, BadInput) or not isinstance(error, ValueError | TypeError | LookupError):
                raise
            raise Damaged("it holds text that is none") from error  # a table's name, or what SQLite says of the damage
        if code(error) in DAMAGE:
            raise Damaged(str(error)) from error
        raise say(error, path, folder) from error


def doubted(folder: Path) -> None:
    """Something in the database was found damaged while the box is on: the next start reads through it, and sets it
    aside if it is. It is only tried; a small one is read through at every start."""
    with contextlib.suppress(OSError):
        (folder / DOUBTED).touch()
        sync_folder(folder)


def forgiving(database: sqlite3.Connection) -> None:
    """A letter that a dying card has spoilt may be none any more, and SQLite does not mind: whoever reads it here gets
    another in its place, instead of an error that looks like the disk's. What is no JSON then is passed over."""
    database.text_factory = lambda text: text.decode(errors="replace")


def _verdict(database: sqlite3.Connection, path: Path | str, much: Read) -> str:
    """What is wrong with it, or "ok". Of a very large one the small tables alone, so that the box starts within a
    second: every backup of it is read through as a small one is here, and so is what a game needs."""
    size = path.stat().st_size if isinstance(path, Path) and much is not Read.ALL else 0
    if much is Read.NOTHING:
        return "ok"
    if size > CHECKED_WHOLE:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        checks = [f"quick_check({table})" for table in sorted(tables - LARGE)]
        verdicts = [str(database.execute(f"PRAGMA {check}").fetchone()[0]) for check in checks]
        return next((verdict for verdict in verdicts if verdict != "ok"), "ok")
    return read_through(database, LARGE if size > EVERY_LINE else frozenset())


def read_through(database: sqlite3.Connection, but: frozenset[str] = frozenset()) -> str:
    """What is wrong with a database, "ok": nothing. Unlike SQLite's quick_check its integrity_check compares tables
    with their indexes, through which games are found; and to SQLite a number where a text was, or JSON that is none,
    is in order. `but`: tables whose lines are not looked at one by one. Raises sqlite3.Error, UnicodeDecodeError."""
    verdict = str(database.execute("PRAGMA integrity_check(1)").fetchone()[0])
    if verdict != "ok":
        return verdict
    rows = sum(
        int(database.execute(f"SELECT count(*) FROM {table} WHERE {_odd(database, table)}").fetchone()[0])
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if table in OURS - but
    )
    return f"{rows} lines cannot be read" if rows else "ok"


def _odd(database: sqlite3.Connection, table: str) -> str:
    """The condition for a row of ours that no box has written."""
    odd = ["0"]
    for _, name, kind, needed, *_ in database.execute(f"PRAGMA table_info({table})"):
        kinds = f"'{KINDS.get(kind)}'" + ("" if needed else ", 'null'")
        odd.append(f"typeof({name}) NOT IN ({kinds})")
    for name in OBJECTS.get(table, ()):
        odd.append(f"{name} IS NOT NULL AND (NOT json_valid({name}) OR substr({name}, 1, 1) <> '{{')")
    return " OR ".join(odd)


def sizes(path: Path) -> tuple[int, int] | None:
    """The size of the file and what it should be by its own header, in bytes; None: it is no SQLite file. Not of a
    database that this process has open: closing the file would take its locks away. Raises OSError."""
    with open(path, "rb") as file:
        head = file.read(HEAD)
        size = os.fstat(file.fileno()).st_size
    if len(head) < HEAD or not head.startswith(b"SQLite format 3\0"):
        return None
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    return size, (65536 if page == 1 else page) * pages


def version_of(path: Path) -> int:
    """The version of the schema as the file's header has it, 0 without; under the same condition as `sizes`. Raises
    OSError."""
    with open(path, "rb") as file:
        head = file.read(HEAD)
    return int.from_bytes(head[60:64], "big") if head.startswith(b"SQLite format 3\0") else 0


def _cut_off(path: Path) -> bool:
    """Is its end missing? SQLite takes a last page that is cut off for one full of zeros, and finds nothing wrong. With
    a log beside it the file may be behind, and the log mends it."""
    log = path.with_name(path.name + "-wal")
    with contextlib.suppress(OSError):
        if not (log.exists() and log.stat().st_size):
            found, size = sizes(path), path.stat().st_size
            return size < found[1] if found else 0 < size < HEAD
    return False


def _migrate(database: sqlite3.Connection, version: int) -> None:
    for number, statements in enumerate(MIGRATIONS[version:], version + 1):
        database.execute("BEGIN IMMEDIATE")
        for statement in statements:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {number}")
        database.execute("COMMIT")


def set_aside(path: Path, why: str = "damaged") -> Path | None:
    """Rename the database and its sidecars; nothing is deleted. The database first: a log left alone by a power
    cut in between is noticed at the next start, a database left alone would pass for whole. Where the database lies
    now; None: there was none. Raises OSError."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    aside, again = f"mopsbox-{why}-{stamp}.db", 1
    while any(path.with_name(aside + end).exists() for end in ("", *SIDECARS)):
        again += 1
        aside = f"mopsbox-{why}-{stamp}-{again}.db"
    there = path.exists()
    for end in ("", *SIDECARS):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + end).rename(path.with_name(aside + end))
    sync_folder(path.parent)
    return path.with_name(aside) if there else None


def code(error: sqlite3.Error) -> int:
    """SQLite's primary result code; 0 when the error is Python's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def say(error: sqlite3.Error, where: Path | str, folder: Path | None) -> Exception:
    if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
        return error  # our own mistake, not the disk's
    full = code(error) == sqlite3.SQLITE_FULL or (folder is not None and no_room(folder))
    if not full and code(error) in DAMAGE:
        return Unreadable("disk-fault", where, str(error))
    return StoreFault("disk-full" if full else "disk-fault", where, str(error))
