"""The tables in which evenings add up (version 3 of the schema): who they are, where they sat, what it came to.

`sitting` has a row a seat of a finished game, and one for every named person in a game that runs, without points yet.
What is asked for often is not added up anew each time: triggers keep `total` and `evening` as the sums of a person's
sittings, whoever writes those, also backwards when a finished game runs again. Bots have no sums, and no names.
Pure text; sittings.py reads and writes.
"""

from __future__ import annotations

_COUNTS = "{0}.person IS NOT NULL AND {0}.points IS NOT NULL AND NOT {0}.bot"


def _sums(row: str, sign: str) -> str:
    """What a sitting (NEW or OLD) adds to its person's sums, or takes from them."""
    counts = _COUNTS.format(row)
    return f"""
        INSERT INTO total
            SELECT {row}.person, {row}.kind, {row}.practice, key, {sign}value FROM (
                SELECT 'games' AS key, 1 AS value
                UNION ALL SELECT 'wins', {row}.won
                UNION ALL SELECT 'points', {row}.points
                UNION ALL SELECT '.' || key, value FROM json_each({row}.figures) WHERE type = 'integer'
            ) WHERE {counts}
            ON CONFLICT DO UPDATE SET value = value + excluded.value;
        INSERT INTO evening
            SELECT {row}.person, {row}.kind, {row}.practice, {row}.day, {sign}1, {sign}{row}.won, {sign}{row}.points
            WHERE {counts}
            ON CONFLICT DO UPDATE SET
                games = games + excluded.games, wins = wins + excluded.wins, points = points + excluded.points;"""


SCHEMA: tuple[str, ...] = (
    """CREATE TABLE person (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        same TEXT NOT NULL UNIQUE,
        style INTEGER NOT NULL,
        created TEXT NOT NULL
    )""",
    """CREATE TABLE sitting (
        game INTEGER NOT NULL REFERENCES game (id),
        seat INTEGER NOT NULL,
        person INTEGER REFERENCES person (id),
        kind TEXT NOT NULL,
        bot INTEGER NOT NULL DEFAULT 0,
        practice INTEGER NOT NULL DEFAULT 0,
        day TEXT NOT NULL DEFAULT '',
        points INTEGER,
        place INTEGER,
        won INTEGER,
        streak INTEGER,
        quickest INTEGER,
        figures TEXT,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID""",
    """CREATE TABLE total (
        person INTEGER NOT NULL,
        kind TEXT NOT NULL,
        practice INTEGER NOT NULL,
        name TEXT NOT NULL,
        value INTEGER NOT NULL,
        PRIMARY KEY (person, kind, practice, name)
    ) WITHOUT ROWID""",
    """CREATE TABLE evening (
        person INTEGER NOT NULL,
        kind TEXT NOT NULL,
        practice INTEGER NOT NULL,
        day TEXT NOT NULL,
        games INTEGER NOT NULL,
        wins INTEGER NOT NULL,
        points INTEGER NOT NULL,
        PRIMARY KEY (person, kind, practice, day)
    ) WITHOUT ROWID""",
    "ALTER TABLE game ADD COLUMN summed INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX game_running ON game (id) WHERE finished IS NULL",
    "CREATE INDEX game_unsummed ON game (id) WHERE result IS NOT NULL AND NOT summed",
    "CREATE INDEX sitting_of ON sitting (person, kind, practice, game)",
    "CREATE INDEX sitting_points ON sitting (person, kind, practice, points DESC) WHERE NOT bot",
    "CREATE INDEX sitting_streak ON sitting (person, kind, practice, streak DESC) WHERE NOT bot",
    "CREATE INDEX sitting_quickest ON sitting (person, kind, practice, quickest)"
    " WHERE NOT bot AND quickest IS NOT NULL",
    "CREATE INDEX evening_best ON evening (person, kind, practice, wins DESC, points DESC)"
    " WHERE games > 0 AND day <> ''",
    f"CREATE TRIGGER sitting_new AFTER INSERT ON sitting BEGIN {_sums('NEW', '')} END",
    f"CREATE TRIGGER sitting_gone AFTER DELETE ON sitting BEGIN {_sums('OLD', '-')} END",
    f"""CREATE TRIGGER sitting_else AFTER UPDATE OF person, kind, bot, practice, day, points, won, figures ON sitting
        WHEN EXISTS (SELECT 1 FROM person WHERE id IN (OLD.person, NEW.person))
        BEGIN {_sums("OLD", "-")} {_sums("NEW", "")} END""",
)
"""One entry of database.MIGRATIONS: never to be changed once released."""

CHECK = (
    "SELECT game, seat, bot, place, streak, quickest, figures, person.name, same, style, total.name, value, games"
    " FROM sitting JOIN person ON person.id = person JOIN total USING (person, kind, practice)"
    " JOIN evening USING (person, kind, practice, day)"
)
"""A statement that says whether these tables are ours; without any work."""
