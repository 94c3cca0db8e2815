"""Who sat where and what it came to, in SQL: over any connection to a database of version 3 (evenings.py).

What writes runs inside the caller's transaction; what reads needs no more than a read-only connection, and takes well
under a second with 100,000 games. Raises sqlite3.Error.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .counted import Figures, ranked
from .jsonl import object_of, whole
from .people import BadName, Person, cleaned, same
from .statistics import Evening, Past, Record, Sat, Totals
from .table import SEATS, Seat
from .wallclock import believed, seconds
from .wallclock import evening as evening_of

Database = sqlite3.Connection
LAST = 20  # games that are asked for the newest date: they are read at once, however many there are
_LOT = "'lot ' || lower(hex(randomblob(16)))"
_PERSON = "person.id, person.name, person.style, person.created"
_SAT = f"sitting.game, kind, day, seat, bot, points, place, won, quickest, figures, {_PERSON}"


def newest(database: Database) -> str:
    """The newest date of the last games, ISO 8601; "": they have none."""
    last = f"SELECT started, finished FROM game ORDER BY id DESC LIMIT {LAST}"
    stamps = (believed(stamp or "") for row in database.execute(last) for stamp in row)
    return max(stamps, key=seconds, default="")


# --- people


def people(database: Database) -> tuple[Person, ...]:
    """Everybody known, who played last comes first."""
    last = (
        "SELECT max((SELECT max(game) FROM sitting AS s"
        " WHERE s.person = t.person AND s.kind = t.kind AND s.practice = t.practice))"
        " FROM total AS t WHERE t.person = person.id AND t.name = 'games'"
    )
    rows = database.execute(f"SELECT {_PERSON}, ({last}) AS last FROM person ORDER BY last IS NULL, last DESC, id")
    return tuple(_person(*row) for *row, _ in rows)


def _person(id: int, name: str, style: int, created: str) -> Person:
    return Person(id, _readable(name), Seat(style) if style in SEATS else SEATS[0], believed(created))


@lru_cache(256)
def _readable(name: object) -> str:
    """A backup that was put back may be anybody's: what its names do on a terminal or a page is nothing."""
    try:
        return cleaned(name) if isinstance(name, str) else "?"
    except BadName:
        return "?"


def add(database: Database, name: str, style: Seat, created: str, above: int = 0) -> int:
    """Somebody new, whose name is cleaned and not known; their number, higher than any that is there and than `above`.

    `created`: ISO 8601. Where it is "", as on a box whose clock is never set, a lot stands in its place, which is no
    date to anybody who reads (wallclock.believed): a number and that are one person alone, in every copy and under
    every name (forgetting.py).
    """
    return (
        database.execute(
            "INSERT INTO person (id, name, same, style, created)"
            f" SELECT nullif(max(?, last), last) + 1, ?, ?, ?, coalesce(nullif(?, ''), {_LOT})"
            " FROM (SELECT coalesce(max(id), 0) AS last FROM person)",
            (above, name, same(name), style, created),
        ).lastrowid
        or 0
    )


def sit(database: Database, game: int, who: Mapping[Seat, int]) -> None:
    """Says anew who sits where with a name, in a game that runs or is over; a bot has none. Raises ValueError: one
    person on two seats."""
    if len(set(who.values())) < len(who):
        raise ValueError("a person sits on one seat of a game")
    (kind,) = database.execute("SELECT game FROM game WHERE id = ?", (game,)).fetchone()
    bots = {seat for (seat,) in database.execute("SELECT seat FROM bot WHERE game = ?", (game,))}
    before = database.execute(
        "SELECT person, practice FROM sitting WHERE game = ? AND person IS NOT NULL AND points IS NOT NULL", (game,)
    ).fetchall()
    database.execute("UPDATE sitting SET person = NULL, streak = NULL WHERE game = ? AND person IS NOT NULL", (game,))
    database.executemany(
        "INSERT INTO sitting (game, seat, person, kind) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (game, seat) DO UPDATE SET person = excluded.person",
        [(game, seat, person, kind) for seat, person in who.items() if seat not in bots],
    )
    database.execute("DELETE FROM sitting WHERE game = ? AND person IS NULL AND points IS NULL", (game,))
    for person, practice in before:
        _streaks(database, person, kind, practice, game)
    streaks_of(database, game)


def sat(database: Database, game: int) -> dict[Seat, Person]:
    """Who sat where with a name."""
    rows = database.execute(
        f"SELECT seat, {_PERSON} FROM sitting JOIN person ON person.id = person WHERE game = ? ORDER BY seat", (game,)
    )
    return {Seat(seat): _person(*person) for seat, *person in rows}


def forget(database: Database, person: int) -> None:
    """The name is gone; the games stay, by seat."""
    database.execute("PRAGMA defer_foreign_keys = ON")
    database.execute("DELETE FROM person WHERE id = ?", (person,))  # first: of nobody no sums are kept meanwhile
    database.execute("UPDATE sitting SET person = NULL, streak = NULL WHERE person = ?", (person,))
    for table in ("total", "evening"):
        database.execute(f"DELETE FROM {table} WHERE person = ?", (person,))


# --- a game is over, or runs again


def settle(database: Database, game: int, result: Mapping[str, Any], figures: Mapping[Seat, Figures]) -> None:
    """A row for every seat that has a score in the result (stage.result)."""
    kind, started = database.execute("SELECT game, started FROM game WHERE id = ?", (game,)).fetchone()
    points, winners = _came_to(result)
    bots = {seat for (seat,) in database.execute("SELECT seat FROM bot WHERE game = ?", (game,))} & points.keys()
    practice, places = bool(bots) and len(points) - len(bots) == 1, ranked(points, winners)
    rows: list[tuple[object, ...]] = []
    for seat, n in points.items():
        own = figures.get(seat, Figures())
        counts = json.dumps(own.counts, separators=(",", ":")) if own.counts else None
        where: tuple[object, ...] = (game, seat, kind, seat in bots, practice, evening_of(started))
        rows.append((*where, n, own.place or places[seat], seat in winners, own.quickest_us, counts))
    keys = ("bot", "practice", "day", "points", "place", "won", "quickest", "figures")
    database.executemany(
        f"INSERT INTO sitting (game, seat, kind, {', '.join(keys)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        f" ON CONFLICT (game, seat) DO UPDATE SET {', '.join(f'{key} = excluded.{key}' for key in keys)}",
        rows,
    )
    database.execute("UPDATE game SET summed = 1 WHERE id = ?", (game,))
    streaks_of(database, game)


def _came_to(result: object) -> tuple[dict[Seat, int], frozenset[Seat]]:
    """Points by seat and who won; of somebody else's result only what can be one."""
    told: dict[str, object] = result if isinstance(result, dict) else {}
    scores, winners = told.get("scores"), told.get("winners")
    given = scores if isinstance(scores, dict) else {}
    points = {seat: given[str(seat)] for seat in SEATS if whole(given.get(str(seat)))}
    won = winners if isinstance(winners, list) else []
    return points, frozenset(seat for seat in points if seat in won)


def unsettle(database: Database, game: int) -> None:
    """A finished game runs again: what it came to was not yet so; who sits there stays."""
    rows = "SELECT person, kind, practice FROM sitting WHERE game = ? AND person IS NOT NULL AND points IS NOT NULL"
    before = database.execute(rows, (game,)).fetchall()
    database.execute("DELETE FROM sitting WHERE game = ? AND person IS NULL", (game,))
    database.execute(
        "UPDATE sitting SET points = NULL, place = NULL, won = NULL, streak = NULL, quickest = NULL, figures = NULL"
        " WHERE game = ?",
        (game,),
    )
    database.execute("UPDATE game SET summed = 0 WHERE id = ?", (game,))
    for person, kind, practice in before:
        _streaks(database, person, kind, practice, game)


def streaks_of(database: Database, game: int) -> None:
    """Works out anew how many games in a row its people had won after it."""
    rows = "SELECT person, kind, practice FROM sitting WHERE game = ? AND person IS NOT NULL AND points IS NOT NULL"
    for person, kind, practice in database.execute(rows, (game,)).fetchall():
        _streaks(database, person, kind, practice, game)


def _streaks(database: Database, person: int, kind: str, practice: int, since: int) -> None:
    """How many games in a row the person had won after each, from game `since` on, as far as it changes."""
    own = "person = ? AND points IS NOT NULL AND kind = ? AND practice = ?"
    last = database.execute(
        f"SELECT streak FROM sitting WHERE {own} AND game < ? ORDER BY game DESC LIMIT 1",
        (person, kind, practice, since),
    ).fetchone()
    streak = (last and last[0]) or 0
    later = f"SELECT game, seat, won, streak FROM sitting WHERE {own} AND game >= ? ORDER BY game"
    for game, seat, won, stored in database.execute(later, (person, kind, practice, since)).fetchall():
        streak = streak + 1 if won else 0
        if streak == stored and game > since:
            return
        database.execute("UPDATE sitting SET streak = ? WHERE game = ? AND seat = ?", (streak, game, seat))


# --- what it adds up to


def totals(database: Database, kind: str, practice: bool = False) -> tuple[Totals, ...]:
    """A person each who has played it, most wins first."""
    of = (kind, practice)
    sums: dict[int, dict[str, int]] = {}
    for person, name, value in database.execute(
        "SELECT person, name, value FROM total WHERE kind = ? AND practice = ?", of
    ):
        sums.setdefault(person, {})[name] = value
    found = []
    for person in people(database):
        own = sums.get(person.id, {})
        if own.get("games"):
            points, streak, quickest = (
                _best(database, name, person.id, of) for name in ("points", "streak", "fastest")
            )
            counts = {name[1:]: value for name, value in own.items() if name.startswith(".")}
            sums_of = (own["games"], own.get("wins", 0), own.get("points", 0))
            evening = _best_evening(database, person.id, of)
            best = (points and points[0], (streak and streak[0]) or 0, quickest and quickest[0])
            found.append(Totals(person, kind, *sums_of, *best, evening, counts))
    return tuple(sorted(found, key=lambda total: (-total.wins, -total.points, total.person.id)))


def _best_evening(database: Database, person: int, of: tuple[str, bool]) -> Evening | None:
    row = database.execute(
        "SELECT day, games, wins, points FROM evening WHERE person = ? AND kind = ? AND practice = ? AND games > 0"
        " AND day <> '' ORDER BY wins DESC, points DESC, day LIMIT 1",
        (person, *of),
    ).fetchone()
    return Evening(believed(row[0]), *row[1:]) if row else None


def trend(database: Database, person: int, kind: str, last: int = 50, practice: bool = False) -> tuple[Sat, ...]:
    """The last games of a person, oldest first."""
    rows = database.execute(
        f"SELECT {_SAT} FROM sitting JOIN person ON person.id = person WHERE person = ? AND points IS NOT NULL"
        " AND kind = ? AND practice = ? ORDER BY sitting.game DESC LIMIT ?",
        (person, kind, practice, last),
    ).fetchall()
    return tuple(_sat(*row) for row in reversed(rows))


def counts_of(figures: str | None) -> dict[str, int]:
    """The counts of one seat as they are stored; what is none does not count."""
    return {name: value for name, value in object_of(figures).items() if whole(value)}


def _sat(
    game: int,
    kind: str,
    day: str,
    seat: int,
    bot: int,
    points: int,
    place: int,
    won: int,
    quickest: int | None,
    figures: str | None,
    person: int | None,
    *whose: Any,
) -> Sat:
    who = _person(person, *whose) if person is not None else None
    counts = counts_of(figures)
    return Sat(game, kind, believed(day), Seat(seat), who, bool(bot), points, place, bool(won), quickest, counts)


_BEST = {  # by name: the column, the least that counts, the order
    "fastest": ("quickest", 0, "ASC"),
    "points": ("points", 1, "DESC"),
    "streak": ("streak", 1, "DESC"),
}


def _best(database: Database, name: str, person: int | None, of: tuple[str, bool]) -> tuple[int, int, str, int] | None:
    """A person's best (None: of those without a name), by whichever game had it first: value, game, day, seat."""
    column, least, order = _BEST[name]
    row: tuple[int, int, str, int] | None = database.execute(
        f"SELECT {column}, game, day, seat FROM sitting WHERE person IS ? AND kind = ? AND practice = ?"
        f" AND {column} IS NOT NULL AND {column} >= {least} AND NOT bot ORDER BY {column} {order}, game, seat LIMIT 1",
        (person, *of),
    ).fetchone()
    return row


def records(database: Database, kind: str) -> tuple[Record, ...]:
    """What stands now, each by whoever did it first."""
    everybody = (None, *people(database))
    found = []
    for name, (_, _, order) in _BEST.items():
        bests = [
            (best, who) for who in everybody if (best := _best(database, name, who.id if who else None, (kind, False)))
        ]
        if bests:
            sign = 1 if order == "ASC" else -1
            (value, game, day, seat), who = min(bests, key=lambda best: (sign * best[0][0], best[0][1:]))
            found.append(Record(name, value, game, believed(day), Seat(seat), who))
    return tuple(record for record in found if record.name != "streak" or record.value > 1)


def past(database: Database, last: int = 20, before: int | None = None) -> tuple[Past, ...]:
    """Finished games, newest first; of one that is not summed up yet the result alone."""
    rows = database.execute(
        "SELECT id, game, started, finished, ended_early, result FROM game WHERE result IS NOT NULL AND id < ?"
        " ORDER BY id DESC LIMIT ?",
        (2**62 if before is None else before, last),
    ).fetchall()
    return tuple(_past(database, *row) for row in rows)


def _past(database: Database, n: int, kind: str, started: str, finished: str, early: int, result: str) -> Past:
    wanted = f"SELECT {_SAT} FROM sitting LEFT JOIN person ON person.id = person WHERE sitting.game = ?"
    rows = database.execute(f"{wanted} AND points IS NOT NULL ORDER BY place, seat", (n,)).fetchall()
    seats = tuple(_sat(*row) for row in rows) or _of_result(n, kind, evening_of(started), object_of(result))
    bots = sum(each.bot for each in seats)
    practice = bool(bots) and len(seats) - bots == 1
    return Past(n, kind, believed(started), believed(finished), bool(early), practice, seats)


def _of_result(n: int, kind: str, day: str, result: Mapping[str, Any]) -> tuple[Sat, ...]:
    points, winners = _came_to(result)
    places = ranked(points, winners)
    seats = sorted(points, key=lambda seat: (places[seat], seat))
    return tuple(Sat(n, kind, day, s, None, False, points[s], places[s], s in winners) for s in seats)
