"""Which backups there are and which of them may go. Pure.

A backup's name says all that is needed: its number, the day it was made and how many games it holds. Order is by
number alone: a box without a clock that remembers may say any day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

NEWEST, WEEKS = 7, 8  # kept: the newest, and of what is older one a week
OFTEN = 16 * 1024 * 1024  # bytes that are copied after every game; a memory card wears out
MOST = NEWEST + WEEKS + 2  # files at most: those, the one with most games, the one known to be good

_NAME = re.compile(r"mopsbox-([0-9]{5,9})-([0-9]{4})-([0-9]{2})-([0-9]{2})-games-([0-9]{1,9})\.db")


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """`day`: as the box's clock had it, only for people and for thinning out. `games`: how many it holds."""

    number: int
    day: date
    games: int

    @property
    def name(self) -> str:
        """Its file name, in order of numbers also where a PC sorts by letters."""
        return f"mopsbox-{self.number:05}-{self.day.isoformat()}-games-{self.games}.db"


def read(name: str) -> Backup | None:
    """The backup with this file name; None: no name of ours."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        return Backup(int(match[1]), date(int(match[2]), int(match[3]), int(match[4])), int(match[5]))
    except ValueError:  # the 31st of February
        return None


def following(there: Iterable[Backup], day: date, games: int) -> Backup:
    """The next backup, after all that are there."""
    return Backup(max((b.number for b in there), default=0) + 1, day, games)


def wanted(there: Iterable[Backup], today: date) -> bool:
    """Is the newest of another day, or is there none? A clock that was set back makes one too many, never none."""
    newest = max(there, default=None)
    return newest is None or newest.day != today


def due(there: Iterable[Backup], games: int, size: int) -> bool:
    """Is it time for one, a game being over, now that the database has `games` and so many bytes? Beyond OFTEN it waits
    for as many games as it is times as large: what came since then the journals have (restore.py)."""
    newest = max(there, default=None)
    return size < 2 * OFTEN or newest is None or not 0 <= games - newest.games < size // OFTEN


def spare(there: Iterable[Backup], good: Backup) -> tuple[Backup, ...]:
    """Those that may go now that `good` was read back and found whole: all but the NEWEST, of older ones the last of
    each of WEEKS weeks, the one with most games (a new database after a damage must not push out the old evenings),
    and `good` itself. None of them if `good` is not there."""
    ordered = sorted(set(there), reverse=True)
    if good not in ordered:
        return ()
    kept = {good, *ordered[:NEWEST], max(ordered, key=lambda b: (b.games, b))}
    weeks: dict[tuple[int, int], Backup] = {}
    for backup in ordered[NEWEST:]:
        year, week, _ = backup.day.isocalendar()
        weeks.setdefault((year, week), backup)
    kept |= set(list(weeks.values())[:WEEKS])
    return tuple(sorted(backup for backup in ordered if backup not in kept))
