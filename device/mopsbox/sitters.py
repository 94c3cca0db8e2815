"""The part of the store that knows people by name and what evenings add up to (interface: people.py, statistics.py)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any, TypeVar

from . import forgetting, sittings, wallclock
from .people import MOST_PEOPLE, BadName, Person, cleaned, same
from .statistics import Past, Record, Sat, Totals
from .table import Seat

Found = TypeVar("Found")


class Sitters:
    """Every method may raise StoreFault; then nothing of that call is stored."""

    _db: sqlite3.Connection

    @property
    def folder(self) -> Path | None:
        raise NotImplementedError

    def _transaction(self) -> AbstractContextManager[None]:
        raise NotImplementedError

    def _said(self, error: Exception) -> Exception:
        raise NotImplementedError

    def _now(self) -> str:
        """The date and time, for people to read; "" where the clock cannot be believed."""
        return wallclock.stamp(self._facts())

    def doubt(self) -> str:
        """A sentence where the clock cannot be believed, else ""."""
        return wallclock.doubt(self._facts())

    def _facts(self) -> wallclock.Facts:
        newest = ""
        with suppress(sqlite3.Error):  # then what was to be dated cannot be stored either
            newest = sittings.newest(self._db)
        return wallclock.facts(newest)

    # -- people

    def people(self) -> tuple[Person, ...]:
        """Everybody known, who played last comes first."""
        return self._read(sittings.people)

    def add_person(self, name: str, style: Seat, created: str = "") -> Person:
        """Somebody new. Raises BadName: nothing is left of the name, it is known, there are too many."""
        name = cleaned(name)
        with self._transaction():
            above = forgetting.highest(self.folder) if self.folder else 0
            known = self._db.execute("SELECT count(*) FROM person").fetchone()[0]
            if known >= MOST_PEOPLE:
                raise BadName("name-many", f"{MOST_PEOPLE} names are known; forget one first")
            self._new_to(name, None)
            number = sittings.add(self._db, name, style, created or self._now(), above)
        return self._person(number)

    def rename(self, person: int, name: str) -> Person:
        """Raises BadName."""
        name = cleaned(name)
        with self._transaction():
            self._new_to(name, person)
            self._db.execute("UPDATE person SET name = ?, same = ? WHERE id = ?", (name, same(name), person))
        self._wiped()
        return self._person(person)

    def restyle(self, person: int, style: Seat) -> Person:
        """Another colour, symbol and voice, also for the games that were."""
        with self._transaction():
            self._db.execute("UPDATE person SET style = ? WHERE id = ?", (style, person))
        return self._person(person)

    def forget(self, person: int) -> None:
        """The name is gone, also from the bytes of the file; the games stay, by seat. What is to be done to the backups
        is noted (forgetting.py); exports that were made before have it still."""
        found = self._read(lambda db: db.execute("SELECT created FROM person WHERE id = ?", (person,)).fetchone())
        if found is None:
            return
        if self.folder:
            forgetting.note(self.folder, person, found[0])
        with self._transaction():
            sittings.forget(self._db, person)
        self._wiped()

    def sit(self, game: int, people: Mapping[Seat, int]) -> None:
        """Says anew who sits where with a name."""
        with self._transaction():
            sittings.sit(self._db, game, people)

    def sat(self, game: int) -> dict[Seat, Person]:
        """Who sits where with a name."""
        return self._read(sittings.sat, game)

    def _person(self, number: int) -> Person:
        return next(person for person in self.people() if person.id == number)

    def _new_to(self, name: str, but: int | None) -> None:
        row = self._db.execute("SELECT id, name FROM person WHERE same = ?", (same(name),)).fetchone()
        if row and row[0] != but:
            raise BadName("name-known", f"{row[1]} is known already; take another name")

    def _wiped(self) -> None:
        """What was deleted leaves the log beside the database too, unless somebody reads just now (then the keeper does
        it, or closing); in the file secure_delete writes zeros over it."""
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # -- what it adds up to

    def totals(self, game: str, practice: bool = False) -> tuple[Totals, ...]:
        """A person each who has played it, most wins first."""
        return self._read(sittings.totals, game, practice)

    def trend(self, person: int, game: str, last: int = 50, practice: bool = False) -> tuple[Sat, ...]:
        """The last games of a person, oldest first."""
        return self._read(sittings.trend, person, game, last, practice)

    def records(self, game: str) -> tuple[Record, ...]:
        """What stands now, each by whoever did it first."""
        return self._read(sittings.records, game)

    def past(self, last: int = 20, before: int | None = None) -> tuple[Past, ...]:
        """Finished games, newest first."""
        return self._read(sittings.past, last, before)

    def _read(self, read: Callable[..., Found], *asked: Any) -> Found:
        try:
            return read(self._db, *asked)
        except Exception as error:  # of a damaged database anything
            raise self._said(error) from error
