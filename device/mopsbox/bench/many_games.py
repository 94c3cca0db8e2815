"""A database full of plausible evenings, filled by SQL in seconds: `python -m mopsbox.bench.many_games FOLDER 100000`.

A few games that bots really played are the pattern; every other one is a copy with another number, day, people and
points, its actions too. Named people sit in all of them; the sums are made by one statement each instead of by the
triggers, which are off meanwhile (tests/test_sittings.py has both compared).
"""

from __future__ import annotations

import sys
from pathlib import Path

from .. import box as boxes
from .. import evenings
from ..chance import Chance
from ..desk import Desk
from ..desk_thread import DeskInline
from ..lamps import Remembered
from ..loop import Loop
from ..scene import Look
from ..sim import Bots, bots_of
from ..store import Store, open_store
from ..table import Seat
from ..turning import Fast, run_fast

NAMES = ("Otto", "Ada", "Zoë", "Grace", "Emmy", "Kurt", "שרה", "Ｍax")
PATTERNS = {"mopseinander": 7, "mopsen": 3}  # how many of each are really played
EVENING = 8  # games on one


def played(store: Store, game: str, games: int, seed: int = 1, players: int = 4) -> None:
    """Bots play in `store` as people would: nobody of them counts as a bot."""
    clock, desk = Fast(), Desk(Remembered())
    brains = bots_of(game)
    assert brains is not None
    bots = Bots(brains, players, games, seed, clock)
    loop = Loop(boxes.new(clock(), game=game), DeskInline(desk, clock), store, Chance(seed), clock, Look())
    run_fast(loop, desk, clock, bots)


def fill(folder: Path, wanted: int) -> None:
    """`wanted` finished games in the database of `folder`, which is made."""
    store = open_store(folder)
    people = [store.add_person(name, Seat(n)).id for n, name in enumerate(NAMES, 1)]
    for game, games in PATTERNS.items():
        played(store, game, min(games, wanted))
    pattern = store.last()
    for number in range(1, pattern + 1):
        store.sit(number, {Seat(n): people[(number + n) % len(people)] for n in range(1, 5)})
    if wanted > pattern:
        _copied(store, pattern, wanted)
    store.close()


TRIGGERS = tuple(statement for statement in evenings.SCHEMA if statement.startswith("CREATE TRIGGER"))


def _copied(store: Store, pattern: int, wanted: int) -> None:
    database = store._db
    database.execute("PRAGMA journal_mode = OFF")  # once to the disk is enough; who pulls the plug begins anew
    database.execute("BEGIN")
    for name in ("new", "gone", "else"):
        database.execute(f"DROP TRIGGER sitting_{name}")
    database.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY, of INTEGER, day TEXT)")
    database.execute(
        "WITH RECURSIVE n (n) AS (SELECT ?1 + 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)"
        # The last evening is yesterday's: games of tomorrow would make the box doubt its clock.
        " INSERT INTO copy SELECT n, n % ?1 + 1, date('now', '-' || (1 + (?2 - n) / ?3) || ' days') FROM n",
        (pattern, wanted, EVENING),
    )
    database.execute(
        "INSERT INTO game (id, game, header, at_us, version, started, finished, ended_early, result, summed)"
        " SELECT n, game, header, at_us, version, day || 'T20:15:00+01:00', day || 'T20:45:00+01:00', ended_early,"
        " result, 1 FROM copy JOIN game ON id = of"
    )
    database.execute("INSERT INTO action SELECT copy.n, action.n, at_us, body FROM copy JOIN action ON game = of")
    database.execute(
        "INSERT INTO sitting SELECT n, seat, (n * 7 + seat * (1 + n % 3)) % ?1 + 1, kind, bot, practice, copy.day,"
        " points + n % 5, place, won, won * (n % 4 + 1), quickest + n % 9973 * 10, figures"
        " FROM copy JOIN sitting ON game = of",
        (len(NAMES),),
    )
    database.execute("DELETE FROM total")
    database.execute("DELETE FROM evening")
    for statement in SUMS:
        database.execute(statement)
    for trigger in TRIGGERS:
        database.execute(trigger)
    database.execute("COMMIT")
    database.execute("PRAGMA journal_mode = WAL")


_COUNTS = "person IS NOT NULL AND points IS NOT NULL AND NOT bot"
SUMS = (
    "INSERT INTO total SELECT person, kind, practice, '.' || key, sum(value) FROM"
    f" (SELECT * FROM sitting WHERE {_COUNTS}) AS s, json_each(s.figures) AS f GROUP BY 1, 2, 3, 4",
    *(
        f"INSERT INTO total SELECT person, kind, practice, '{name}', {of} FROM sitting WHERE {_COUNTS} GROUP BY 1, 2, 3"
        for name, of in (("games", "count(*)"), ("wins", "sum(won)"), ("points", "sum(points)"))
    ),
    "INSERT INTO evening SELECT person, kind, practice, day, count(*), sum(won), sum(points) FROM sitting"
    f" WHERE {_COUNTS} GROUP BY 1, 2, 3, 4",
)
"""What the triggers keep, added up anew."""


if __name__ == "__main__":
    fill(Path(sys.argv[1]), int(sys.argv[2]))
