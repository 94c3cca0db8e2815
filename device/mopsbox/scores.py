"""`mopsbox scores [--csv FILE | --json]`: past games, players, statistics (formats.md)."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from . import config as settings
from . import places, sittings, tables
from .backups import reading
from .database import DAMAGE, DATABASE, MIGRATIONS, Damaged, code, locked, prepared, say
from .gamefiles import edge_log
from .jsonl import BadInput, fault
from .people import Person
from .places import StoreFault, disk_fault, write_whole
from .statistics import Past, Record, Totals
from .summing import sum_up

LAST = 10  # games in the text
SLICE = 100


def command(
    data: Path | None, config_file: Path | None, csv_file: Path | None, as_json: bool, out: TextIO | None = None
) -> int:
    """The command. Raises BadInput, StoreFault."""
    out = out or sys.stdout
    with opened(places.data_dir(data)) as database:
        if left := tables.unsummed(database):
            print(f"mopsbox: {left} games are not added up yet; the box that is on is at it", file=sys.stderr)
        if csv_file:
            language = settings.load_for_play(config_file).config.screen.language
            _write(csv_file, tables.csv_lines(tables.SEATS, tables.seats(database), language))
        elif as_json:
            out.writelines(tables.document(database))
        else:
            out.writelines(line + "\n" for line in text(database))
    return 0


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """What is stored in a data folder, to be read, of one moment. Where no box is on, games of an older Mopsbox are
    added up first. Raises BadInput: no games, damaged, a newer one's."""
    source = folder / DATABASE
    if not source.exists():
        raise fault(folder, None, "holds no games yet; play one, or give another folder with --data")
    try:
        with reading(source) as database:
            version = int(database.execute("PRAGMA user_version").fetchone()[0])
            behind = version < len(MIGRATIONS) or tables.unsummed(database)
        if version > len(MIGRATIONS):
            raise fault(source, None, "was written by a newer Mopsbox; update this one, or give another --data")
        if behind:
            _bring_up(folder, source)
        with reading(source) as database:
            if int(database.execute("PRAGMA user_version").fetchone()[0]) < len(MIGRATIONS):
                raise fault(source, None, "is of an older Mopsbox, which is on; end that one first")
            yield database
    except Damaged as error:
        raise _damaged(source) from error
    except sqlite3.Error as error:
        if code(error) in DAMAGE:
            raise _damaged(source) from error
        raise say(error, source, folder) from error


def _damaged(source: Path) -> BadInput:
    return fault(source, None, "is damaged; mopsbox restore puts a backup in its place")


def _bring_up(folder: Path, source: Path) -> None:
    """Unless a box is on: that one does it, or is of the version that wrote it."""
    try:
        lock = locked(folder)
    except (BadInput, OSError):
        return
    with lock, contextlib.suppress(StoreFault), contextlib.closing(prepared(source)) as database:
        while sum_up(database, lambda game: edge_log(folder, game), SLICE) == SLICE:
            pass


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    try:
        write_whole(path, pieces)
    except OSError as error:
        raise disk_fault(error, path) from error


# --- for people


def text(database: sqlite3.Connection) -> Iterator[str]:
    """What stands on the terminal."""
    for kind in tables.kinds(database):
        for practice in (False, True):
            if totals := sittings.totals(database, kind, practice):
                yield f"{kind}, practice against bots" if practice else kind
                yield from _table(HEADS.get(kind, HEAD), [_cells(total) for total in totals])
                yield ""
        if records := sittings.records(database, kind):
            yield "records: " + "; ".join(_record(record) for record in records)
            yield ""
    games = sittings.past(database, LAST)
    yield f"the last {len(games)} games" if games else "no game has been played to its end yet"
    yield from map(_game, games)


HEAD = ("", "games", "wins", "points", "most", "streak", "best evening")
HEADS = {
    "mopseinander": (*HEAD, "median s", "best s", "right", "wrong", "early"),
    "mopsen": (*HEAD, "bones/round", "kept empty", "begged"),
}


def _cells(total: Totals) -> list[str]:
    evening = f"{total.evening.wins} on {total.evening.day}" if total.evening else "-"
    cells = [_name(total.person), *map(str, (total.games, total.wins, total.points, total.most_points or 0))]
    cells += [str(total.longest_streak), evening]
    if total.game == "mopseinander":
        cells += [_seconds(total.median_us), _seconds(total.quickest_us)]
        cells += [_said(n) for n in (total.right, total.wrong, total.early)]
    if total.game == "mopsen":
        bones = total.bones_a_round
        cells += ["-" if bones is None else f"{bones:.1f}", _said(total.kept_empty), _said(total.begged)]
    return cells


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(_columns, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *rest = zip(row, widths, strict=True)
        cells = [first[0] + " " * (first[1] - _columns(first[0]))]
        yield "  ".join(cells + [" " * (width - _columns(cell)) + cell for cell, width in rest]).rstrip()


def _columns(cell: str) -> int:
    """How wide a terminal shows it, as well as can be known."""
    seen = [sign for sign in cell if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf"]
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in seen)


def _name(person: Person) -> str:
    """What is written from right to left ends there: the numbers after it stay in their columns."""
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in person.name)
    return person.name + ("\u200e" if turns else "")


def _said(number: int | None) -> str:
    return "-" if number is None else str(number)


def _seconds(us: int | None) -> str:
    return "-" if us is None else f"{us / 1e6:.2f}"


def _record(record: Record) -> str:
    who = _name(record.person) if record.person else f"seat {record.seat}"
    what = {
        "fastest": f"fastest right buzz {_seconds(record.value)} s",
        "points": f"most points {record.value}",
        "streak": f"{record.value} games won in a row",
    }[record.name]
    return f"{what} ({who}, game {record.game})"


def _game(game: Past) -> str:
    who = [_name(s.person) if s.person else f"seat {s.seat}" + (" (bot)" if s.bot else "") for s in game.sat]
    told = ", ".join(f"{name} {s.points}" + ("*" if s.won else "") for name, s in zip(who, game.sat, strict=True))
    return f"{game.n:>6}  {game.started[:10] or 'no date':<10}  {game.kind}: {told}" + (
        " (ended early)" if game.ended_early else ""
    )
