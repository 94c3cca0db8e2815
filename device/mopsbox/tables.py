"""Games and statistics as rows, for spreadsheets and other programs: over a read-only connection of version 3."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any

from . import sittings
from .counted import median_us
from .statistics import Record, Totals
from .wallclock import believed

Database = sqlite3.Connection
SINCE = 3  # the version of the database from which on there is something to read here

COUNTS = (
    *("right", "wrong", "late", "early", "races"),
    *("rounds", "bones", "kept_empty", "tricks", "begged"),
)
SEATS = (
    *("number", "game", "started", "finished", "ended_early", "practice", "seat", "name", "bot", "points", "place"),
    *("won", "reaction_best_ms", "reaction_median_ms", *COUNTS),
)
"""The columns of what every seat of every finished game came to."""
PLAYERS = (
    *("name", "style", "game", "practice", "games", "wins", "points", "most_points", "longest_streak"),
    *("best_evening", "best_evening_wins", "reaction_best_ms", "reaction_median_ms", "reaction_mean_ms"),
    *("bones_a_round", *COUNTS),
)
"""The columns of what every person came to, a row for each game, and one more for practice."""
ACTIONS = ("number", "line", "at_us", "do", "seat", "action")
"""The columns of what was done in every game that has an end, in order, also what was taken back later. `action`: the
whole of it, as in the journal (formats.md)."""


def kinds(database: Database) -> list[str]:
    """The games that somebody has played to the end."""
    found = {kind for (kind,) in database.execute("SELECT DISTINCT kind FROM total WHERE name = 'games'")}
    after = ""  # of those without a name, from one to the next: there may be very many
    while after is not None:
        wanted = "SELECT min(kind) FROM sitting WHERE person IS NULL AND kind > ?"
        (after,) = database.execute(wanted, (after,)).fetchone()
        found.add(after)
    return sorted(kind for kind in found if kind)


def unsummed(database: Database) -> int:
    """Games that are not added up yet."""
    wanted = "SELECT count(*) FROM game WHERE result IS NOT NULL AND NOT summed"
    return int(database.execute(wanted).fetchone()[0])


def seats(database: Database) -> Iterator[list[Any]]:
    """As SEATS has it, oldest first."""
    wanted = (
        "SELECT s.game, s.kind, started, finished, ended_early, practice, seat, name, bot, points, place, won,"
        " quickest, figures FROM sitting AS s JOIN game ON game.id = s.game LEFT JOIN person ON person.id = s.person"
        " WHERE points IS NOT NULL ORDER BY s.game, seat"
    )
    for n, kind, started, finished, early, practice, seat, name, bot, *rest in database.execute(wanted):
        points, place, won, quickest, figures = rest
        counts = sittings.counts_of(figures)
        when = [believed(started), believed(finished)]
        own = [
            int(practice),
            seat,
            name or "",
            int(bot),
            points,
            place,
            int(won),
            _ms(quickest),
            _ms(median_us(counts)),
        ]
        yield [n, kind, *when, int(early), *own, *(counts.get(count, "") for count in COUNTS)]


def actions(database: Database) -> Iterator[list[Any]]:
    """As ACTIONS has it, oldest first."""
    wanted = (
        "SELECT a.game, n, a.at_us, json_extract(body, '$.do'), json_extract(body, '$.seat'), body FROM action AS a"
        " JOIN game ON game.id = a.game WHERE finished IS NOT NULL ORDER BY a.game, n"
    )
    for *row, seat, body in database.execute(wanted):
        yield [*row, "" if seat is None else seat, body]


def players(database: Database) -> Iterator[list[Any]]:
    """As PLAYERS has it."""
    for kind in kinds(database):
        for practice in (False, True):
            for total in sittings.totals(database, kind, practice):
                yield _player(total, practice)


def _player(total: Totals, practice: bool) -> list[Any]:
    evening, bones = total.evening, total.bones_a_round
    times = map(_ms, (total.quickest_us, total.median_us, total.mean_us))
    return [
        *(total.person.name, total.person.style, total.game, int(practice), total.games, total.wins, total.points),
        *("" if total.most_points is None else total.most_points, total.longest_streak),
        *((evening.day, evening.wins) if evening else ("", "")),
        *times,
        "" if bones is None else round(bones, 2),
        *(total.counts.get(count, "") for count in COUNTS),
    ]


def _ms(us: int | None) -> int | str:
    return "" if us is None else round(us / 1000)


# --- CSV


def csv_lines(columns: Iterable[str], rows: Iterable[list[Any]], language: str) -> Iterator[bytes]:
    """As the spreadsheets of that language open it without asking: German ones part columns by semicolons. No text is
    taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if language == "de" else ",", lineterminator="\r\n")
    writer.writerow(columns)
    yield b"\xef\xbb\xbf"
    for row in rows:
        writer.writerow([defused(value) if isinstance(value, str) else value for value in row])
        if text.tell() > BLOCK:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


BLOCK = 1 << 16
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")  # some spreadsheets take wide ones as well


def defused(text: str) -> str:
    """A text that a spreadsheet would calculate with gets a quote in front, which it shows as text."""
    return f"'{text}" if text.startswith(FORMULA) else text


# --- JSON


def document(database: Database) -> Iterator[str]:
    """All as one JSON document, in pieces: games, players, records."""
    yield '{"games":['
    between = ""
    for piece in _games(database):
        yield between + piece
        between = ","
    yield '],"players":' + json.dumps(_players(database), ensure_ascii=False)
    records = {kind: [_record(r) for r in sittings.records(database, kind)] for kind in kinds(database)}
    yield f',"records":{json.dumps(records, ensure_ascii=False)},"not_added_up":{unsummed(database)}}}\n'


def _games(database: Database) -> Iterator[str]:
    """A game each, made by SQLite: with many of them that is several times as fast."""
    seats = (
        "SELECT json_group_array(json_object('seat', seat, 'name', name, 'bot', json(iif(bot, 'true', 'false')),"
        " 'points', points, 'place', place, 'won', json(iif(won, 'true', 'false')), 'reaction_best_us', quickest,"
        " 'counts', json(coalesce(figures, '{}')))) FROM sitting LEFT JOIN person ON person.id = person"
        " WHERE sitting.game = game.id AND points IS NOT NULL"
    )
    practice = "EXISTS (SELECT 1 FROM sitting WHERE sitting.game = game.id AND practice)"
    for n, kind, started, finished, early, practised, sat in database.execute(
        f"SELECT id, game, started, finished, ended_early, {practice}, ({seats}) FROM game"
        " WHERE result IS NOT NULL ORDER BY id"
    ):
        flags = f'"ended_early":{_flag(early)},"practice":{_flag(practised)}'
        when = f'"started":"{believed(started)}","finished":"{believed(finished)}"'
        yield f'{{"number":{n},"game":{json.dumps(kind)},{when},{flags},"seats":{sat}}}'


def _flag(value: object) -> str:
    return "true" if value else "false"


def _players(database: Database) -> list[dict[str, Any]]:
    found = []
    for row in players(database):
        player = {key: value for key, value in zip(PLAYERS, row, strict=True) if value != ""}
        found.append(player | {"practice": bool(player["practice"])})
    return found


def _record(record: Record) -> dict[str, Any]:
    name = record.person.name if record.person else None
    return {"record": record.name, "value": record.value, "game": record.game, "seat": record.seat, "name": name}
