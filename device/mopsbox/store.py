"""What happened, on the disk before anybody sees it: games and their accepted actions in SQLite (formats.md, files).

The database is the truth; the files beside it (gamefiles.py) are made from it. One transaction for every accepted
action, WAL with synchronous FULL: when `append` returns, a power cut no longer takes the action away. One thread:
the loop's.
"""

from __future__ import annotations

import contextlib
import functools
import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar, cast

from . import __version__, backups, forgetting, sittings, wallclock
from .backups import keep_as_it_was, tidied
from .catching_up import MOST_US, catch_up, encode, runs_again
from .counted import Figures
from .database import DAMAGED, DATABASE, DOUBT, Damaged, Unreadable, doubted, locked, opened, prepared, say, set_aside
from .gamefiles import Append, GameFiles, Looked
from .jsonl import fault, object_of
from .places import StoreFault, disk_fault, sync_folder
from .sitters import Sitters
from .table import Seat

__all__ = ["Append", "Played", "Store", "StoreFault", "open_store"]

MEGABYTE = 1_000_000

Json = dict[str, Any]
NO_FIGURES: Mapping[Seat, Figures] = {}
NOBODY_NAMED: Mapping[Seat, int] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the store. `started`, `finished`: wall-clock ISO 8601, "" where the clock was not set (wallclock.py);
    `finished` None: still running. Which game was first is told by `n` alone."""

    n: int
    game: str
    header: Json
    started: str
    finished: str | None
    ended_early: bool
    result: Json | None


def nothing(asked: object) -> None:
    """Nobody wants to know."""


def open_store(
    data_dir: Path | None,
    games_mb: int = 200,
    instead: Path | None = None,
    more: Callable[[Store], object] = nothing,
    log: Callable[[str], None] = nothing,
) -> Store:
    """The store in `data_dir`, which is made if missing; None: in memory, without files (sim). `instead`: a backup
    that first takes the place of the database, which is set aside whatever it is, also a newer Mopsbox's; what came
    after it is taken from the journal files. `more`, `log`: as in Store.made_ready.

    Raises StoreFault (full, read-only, not a folder) and BadInput (another Mopsbox is using it; a newer one
    wrote it; `instead` is no good backup, and nothing was changed). A damaged database is set aside under a dated
    name, a new one begun, and `notice` says so. One of an older Mopsbox is kept as a backup, then brought up to date.
    """
    if data_dir is None:
        return Store(prepared(":memory:"), None, None)
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        lock = locked(data_dir)
    except OSError as error:
        raise disk_fault(error, data_dir) from error
    try:
        tidied(data_dir)
        files = GameFiles(data_dir / "games", games_mb * MEGABYTE)
        if instead:
            backups.put_back(data_dir, instead, partial(_caught_up, data_dir, files, instead, more, log))
        database, notice = opened(data_dir / DATABASE, lambda: keep_as_it_was(data_dir, date.today()))
        sync_folder(data_dir)
        store = Store(database, files, lock, data_dir, notice, files.highest())
        store.forget_noted()
        return store
    except BaseException as error:
        lock.close()
        if isinstance(error, OSError):
            raise disk_fault(error, data_dir) from error
        raise


Method = TypeVar("Method", bound=Callable[..., Any])


def _answering(method: Method) -> Method:
    """A method that reads: of what no box has written it raises Unreadable, whatever Python says to that."""

    @functools.wraps(method)
    def asked(self: Store, *of: Any) -> Any:
        try:
            return method(self, *of)
        except Exception as error:
            raise self._said(error) from error

    return cast(Method, asked)


class Store(Sitters):
    """Open one with `open_store`. `notice`: None, or the word of what the table should know.

    Every method may raise StoreFault; then nothing of that call is stored, everything before it is, and the
    store goes on as soon as the disk does.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        files: GameFiles | None,
        lock: IO[bytes] | None,
        folder: Path | None = None,
        notice: str | None = None,
        highest: int = 0,
    ) -> None:
        self.notice = notice
        self._db, self._files, self._lock, self._folder = database, files, lock, folder
        # A new database beside the files of an older one must not write over them.
        self._highest = highest

    @property
    def folder(self) -> Path | None:
        """Where it lies; None: in memory."""
        return self._folder

    def begin(
        self, header: Json, at_us: int, bots: Collection[Seat] = (), people: Mapping[Seat, int] = NOBODY_NAMED
    ) -> int:
        """A new game with its journal header, which does not say where bots sit, nor who has a name (`people`: the
        numbers of persons); its number."""
        text = encode(header)
        with self._transaction():
            game = self.next_number()
            self._db.execute(
                "INSERT INTO game (id, game, header, at_us, version, started) VALUES (?, ?, ?, ?, ?, ?)",
                (game, str(header.get("game", "")), text, at_us, __version__, self._now()),
            )
            self._db.executemany("INSERT INTO bot (game, seat) VALUES (?, ?)", [(game, seat) for seat in sorted(bots)])
            if people:
                sittings.sit(self._db, game, people)
        if self._files:
            self._files.prune(game)
        self._copy(game)
        return game

    def append(self, game: int, action: Json, at_us: int) -> None:
        """Store one accepted action, durably. On a finished game (an undo at the podium) it runs again."""
        self.append_all(game, (action,), at_us)

    def append_all(self, game: int, actions: Sequence[Json], at_us: int) -> None:
        """Store actions that were accepted together: all of them, or StoreFault and none."""
        bodies = [encode(action) for action in actions]
        with self._transaction():
            for body in bodies:
                self._db.execute(
                    "INSERT INTO action SELECT ?1, coalesce(max(n), 0) + 1, ?2, ?3 FROM action WHERE game = ?1",
                    (game, at_us, body),
                )
            runs_again(self._db, game)
        if self._files and not self._files.add(game, [encode({**action, "at_us": at_us}) for action in actions]):
            self._copy(game)

    def finish(
        self,
        game: int,
        result: Json,
        ended_early: bool = False,
        figures: Mapping[Seat, Figures] = NO_FIGURES,
    ) -> None:
        """The game is over, and counts for the statistics. `ended_early`: the table ended it (A25)."""
        self._end(game, result, ended_early, figures)

    def abandon(self, game: int) -> None:
        """Nobody will play this one on; it stays stored, without a result."""
        self._end(game, None, True)

    def _end(
        self, game: int, result: Json | None, ended_early: bool, figures: Mapping[Seat, Figures] = NO_FIGURES
    ) -> None:
        text = None if result is None else encode(result)
        with self._transaction():
            self._db.execute(
                "UPDATE game SET finished = ?, ended_early = ?, result = ? WHERE id = ?",
                (self._now(), ended_early, text, game),
            )
            if result is not None:
                sittings.settle(self._db, game, result, figures)
        self._copy(game)
        if self._files:
            self._files.prune(game)

    @_answering
    def unfinished(self, before: int | None = None) -> tuple[int, Json, list[Json]] | None:
        """The newest game not finished (older than game `before`): its number, header and actions. Its journal file is
        made whole again.

        A game whose lines are no longer JSON (a rotten card) is passed over, and `notice` says so: the next start sets
        the database aside.
        """
        for (game,) in self._rows(
            "SELECT id FROM game WHERE finished IS NULL AND id < ? ORDER BY id DESC", before or 2**62
        ):
            try:
                header = _written(self._rows("SELECT header FROM game WHERE id = ?", game)[0][0])
                actions = self._actions(game)
            except ValueError:
                self.notice = DOUBT
                if self._folder:
                    doubted(self._folder)
                continue
            self._copy(game)
            return game, header, actions
        return None

    @_answering
    def actions(self, game: int) -> list[Json]:
        """The accepted actions of a game in order, as they were appended."""
        return self._actions(game)

    def _actions(self, game: int) -> list[Json]:
        return [_written(body) for (body,) in self._rows("SELECT body FROM action WHERE game = ? ORDER BY n", game)]

    @_answering
    def stamps(self, game: int) -> list[int]:
        """When each of them was accepted (box microseconds), in order."""
        return [int(at_us) for (at_us,) in self._rows("SELECT at_us FROM action WHERE game = ? ORDER BY n", game)]

    def bots(self, game: int) -> frozenset[Seat]:
        """Where bots sit in the game."""
        return frozenset(seat for (seat,) in self._rows("SELECT seat FROM bot WHERE game = ?", game))

    @_answering
    def games(self) -> list[Played]:
        """All games, oldest first."""
        wanted = "SELECT id, game, header, started, finished, ended_early, result FROM game ORDER BY id"
        return [
            Played(
                n,
                game,
                object_of(header),
                wallclock.believed(started),
                None if finished is None else wallclock.believed(finished),
                bool(early),
                object_of(result) if result else None,
            )
            for n, game, header, started, finished, early, result in self._rows(wanted)
        ]

    @_answering
    def last(self) -> int:
        """The number of the last game that is stored; 0: none."""
        return int(self._rows("SELECT coalesce(max(id), 0) FROM game")[0][0])

    def next_number(self) -> int:
        """The number of a game that begins now."""
        return max(self.last(), self._highest) + 1

    def edges(self, game: int, header: str | None = None) -> Append:
        """What appends encoded lines to the game's edge log; a new log begins with `header`."""
        if self._files is None:
            return lambda lines: None
        return self._files.edges(game, header)

    def edge_log(self, game: int) -> Path | None:
        """The file of the game's edge log; None: in memory."""
        return self._files.edge_log(game) if self._files else None

    @_answering
    def last_us(self, game: int) -> int:
        """When the last stored action of the game was accepted, before the first when it began (microseconds)."""
        action = "coalesce((SELECT max(at_us) FROM action WHERE game = id), 0)"
        return int(self._rows(f"SELECT max(at_us, {action}) FROM game WHERE id = ?", game)[0][0])

    def last_edge_t(self, game: int) -> int | None:
        """The biggest stamp in the game's edge log (ns); None: no edge yet."""
        return self._files.last_edge_t(game) if self._files else None

    def last_us_of_all(self) -> int:
        """The latest stamp in any journal file (microseconds), of games that a backup does not have yet too."""
        games = self._files.numbers() if self._files else []
        stamps = [self._files.last_told(game).get("at_us") for game in games] if self._files else []
        return max((stamp for stamp in stamps if isinstance(stamp, int) and stamp < MOST_US), default=0)

    def last_edge_of_all(self) -> int:
        """The biggest stamp (ns) in the edge log of the last game that has files; 0: none."""
        with contextlib.suppress(StoreFault):
            return (self._files.last_edge_t(self._files.highest()) if self._files else None) or 0
        return 0

    def made_ready(
        self, backup: Path, more: Callable[[Store], object] = nothing, log: Callable[[str], None] = nothing
    ) -> None:
        """A copy of the backup, with all that came after it and without who was forgotten since, lies ready to take
        this database's place. `more`: gets the copy's own store before that. `log`: takes a sentence about every
        journal that cannot be read. From any thread, the store goes on meanwhile. Raises BadInput: no good backup;
        StoreFault. Nothing is changed then."""
        assert self._folder and self._files, "a store in memory has no backups"
        backups.made_ready(self._folder, backup, partial(_caught_up, self._folder, self._files, backup, more, log))

    def take_over(self) -> None:
        """What lies ready takes the place of this database, which is set aside. Raises StoreFault."""
        assert self._folder and self._files, "a store in memory has no backups"
        self._db.close()
        read = False
        try:
            backups.put_in_place(self._folder)
            self._files.doubt()
            self.notice, read = None, True
        finally:
            self._reopened(read)
        self.forget_noted()  # who was forgotten since it was made ready

    def _reopened(self, read: bool) -> None:
        """`read`: what lies there was read through just now. Raises StoreFault, and so does every method then."""
        assert self._folder
        try:
            self._db = opened(self._folder / DATABASE, read=read)[0]
        except OSError as error:
            raise disk_fault(error, self._folder) from error

    def forget_noted(self) -> None:
        """Who is noted as forgotten (forgetting.py) leaves this database too: it may have been put back by hand, or the
        plug was pulled between the two. Without room for that the note stays, and the next start tries again."""
        if self._folder and (notes := forgetting.noted(self._folder)):
            with contextlib.suppress(StoreFault, sqlite3.Error, OSError), self._transaction():
                forgetting.forget(self._db, forgetting.meant(self._db, notes).values())

    def close(self) -> None:
        """End it; twice does no harm."""
        self._db.close()
        if self._lock:
            self._lock.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error | LookupError | TypeError):  # the latter of rows that are not there
                raise self._said(error) from error
            raise

    def begin_anew(self) -> None:
        """The database cannot be read: it is set aside, and an empty one begun. Raises StoreFault."""
        assert self._folder is not None, "a store in memory is never damaged"
        self._db.close()
        try:
            set_aside(self._folder / DATABASE)
        except OSError as error:
            raise disk_fault(error, self._folder) from error
        self._reopened(read=False)
        self.notice = DAMAGED

    def _rows(self, wanted: str, *values: object) -> list[Any]:
        try:
            return self._db.execute(wanted, values).fetchall()
        except sqlite3.Error as error:
            raise self._said(error) from error

    def _said(self, error: Exception) -> Exception:
        """What it means for whoever asked. Of a damage the next start is told."""
        where = self._folder / DATABASE if self._folder else "memory"
        if isinstance(error, sqlite3.ProgrammingError) and _is_shut(self._db):
            error = StoreFault("disk-fault", where, "it could not be opened again; the next start tries")
        elif isinstance(error, sqlite3.Error):
            error = say(error, where, self._folder)
        elif not isinstance(error, StoreFault | MemoryError):
            error = Unreadable("disk-fault", where, f"what is stored was not written by a box: {error!r}")
        if isinstance(error, Unreadable) and self._folder:
            doubted(self._folder)
        return error

    def _copy(self, game: int) -> None:
        """Make the journal file anew. It may fail: the database has it all, and the next append tries again."""
        if self._files:
            with contextlib.suppress(StoreFault, ValueError):
                self._files.rewrite(game, self._lines(game))

    def _lines(self, game: int) -> list[str]:
        """The journal of a game: header, then actions, each with its time."""
        header = self._rows("SELECT header, at_us FROM game WHERE id = ?", game)
        actions = self._rows("SELECT body, at_us FROM action WHERE game = ? ORDER BY n", game)
        return [encode({**_written(text), "at_us": at_us}) for text, at_us in header + actions]


def _is_shut(database: sqlite3.Connection) -> bool:
    try:
        database.total_changes  # noqa: B018 - it is asked, and says that it is closed
    except sqlite3.ProgrammingError:
        return True
    return False


def _written(text: str) -> Json:
    """A header or an action. Raises ValueError: it is no JSON object any more."""
    try:
        value = json.loads(text)
    except (TypeError, RecursionError) as error:
        raise ValueError("no JSON that a box writes") from error
    if not isinstance(value, dict):
        raise ValueError("no JSON object")
    return value


def _caught_up(
    folder: Path,
    files: GameFiles,
    backup: Path,
    more: Callable[[Store], object],
    log: Callable[[str], None],
    copy: Path,
) -> None:
    """The copy of a backup is brought up to this version and to what the folder knows beyond it, and is one file."""
    try:
        with contextlib.closing(Store(prepared(copy), Looked(files), None, folder)) as store:
            store._db.execute("PRAGMA synchronous = OFF")  # nobody knows this file until it is whole
            with store._transaction():
                forgetting.forget(store._db, forgetting.noted(folder).values())
                catch_up(store._db, files, store._now(), log)
            more(store)
            store._db.execute("PRAGMA journal_mode = DELETE")
    except (sqlite3.Error, Damaged, Unreadable) as error:
        said = say(error, copy, folder) if isinstance(error, sqlite3.Error) else error
        if not isinstance(said, Damaged | Unreadable):
            raise said from error
        raise fault(backup, None, f"is a damaged backup ({error}); {backups.ANOTHER}") from error
