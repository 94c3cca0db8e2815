"""Scores as the store would tell them, made by small arithmetic: many games of many people, and hardly any."""

from __future__ import annotations

from collections.abc import Mapping

from mopsbox.book import Book, Volume
from mopsbox.counted import band
from mopsbox.people import Person
from mopsbox.statistics import Evening, Past, Record, Sat, Totals
from mopsbox.table import SEATS, Seat

CALLED = ("Ada", "Friedrich-Wilhelm", "Jo", "Großtante Hildegard", "Ben", "Mia", "Zoë", "Wolfgang Amadeus Wilhelm")
PEOPLE = tuple(Person(n + 1, name, SEATS[(3 * n + 2) % 8]) for n, name in enumerate(CALLED))
CROWD = tuple(Person(n + 1, f"{CALLED[n % 8]} {n + 1}"[-24:], SEATS[n % 8]) for n in range(99))


def day(n: int) -> str:
    return f"2026-{1 + n // 28 % 12:02}-{1 + n % 28:02}"


def figures(kind: str, n: int) -> Mapping[str, int]:
    """Of one seat in one game; with the years they get quicker."""
    if kind == "mopsen":
        return {"rounds": 3, "bones": 60 - n % 17 * 2, "kept_empty": n % 3, "tricks": 11, "begged": 4 + n % 5}
    us = 2_600_000 - 30_000 * n + 210_000 * (n * 7 % 5)
    return {"right": 3 + n % 3, "wrong": n % 2, "early": n % 4, "buzzes": 1, "reaction_us": us, band(us): 1}


def sat(kind: str, n: int, seat: Seat, person: Person | None, place: int, points: int, bot: bool = False) -> Sat:
    quickest = 412_000 + 1000 * n if kind == "mopseinander" else None
    return Sat(n, kind, day(n), seat, person, bot, points, place, place == 1, quickest, figures(kind, n))


def past(n: int, kind: str = "mopseinander", players: int = 4, points: int = 11) -> Past:
    """Half of them have names, one is a bot where it is practice."""
    practice = n % 5 == 4
    everybody = tuple(
        sat(
            kind,
            n,
            SEATS[at],
            None if at % 4 == 3 or (practice and at) else PEOPLE[(n + at) % 8],
            1 + at,
            max(0, points - 2 * at),
            practice and at > 0,
        )
        for at in range(players)
    )
    return Past(n, kind, day(n) + "T19:02:11+01:00", day(n) + "T20:15:42+01:00", n % 7 == 0, practice, everybody)


def totals(kind: str, n: int, person: Person) -> Totals:
    seen = [figures(kind, m) for m in range(50)]
    counts = {name: sum(one.get(name, 0) for one in seen) for name in {key for one in seen for key in one}}
    quickest = 412_345 if kind == "mopseinander" else None
    return Totals(person, kind, 128 - n, 57 - n, 1234, 38, 5, quickest, Evening("2026-11-28", 6, 3, 44), counts)


def volume(kind: str, people: tuple[Person, ...], games: int, practice: bool = False) -> Volume:
    trend = tuple(sat(kind, n, SEATS[0], people[0], 1 + n % 3, 17 - n % 5) for n in range(games))
    return Volume(kind, practice, tuple(totals(kind, n, one) for n, one in enumerate(people)), (trend,) * len(people))


LONG = Book(
    tuple(
        past(n, *(("mopsen", 5, 111) if n % 3 == 0 else ("mopseinander", 8 if n % 3 == 1 else 2, 99)))
        for n in range(40, 18, -1)
    ),
    False,
    (volume("mopseinander", PEOPLE, 50), volume("mopseinander", PEOPLE[:1], 3, True), volume("mopsen", PEOPLE[:5], 12)),
    (
        ("mopseinander", Record("fastest", 412_345, 12, "2026-11-28", SEATS[3], PEOPLE[1])),
        ("mopseinander", Record("points", 44, 30, "2026-10-03", SEATS[5], None)),
        ("mopseinander", Record("streak", 12, 31, "", SEATS[0], PEOPLE[7])),
        ("mopsen", Record("points", 111, 32, "2026-10-03", SEATS[2], PEOPLE[2])),
        ("mopsen", Record("streak", 3, 33, "2026-01-31", SEATS[1], PEOPLE[0])),
    ),
)
SHORT = Book((past(1, players=2),), True, (volume("mopseinander", PEOPLE[1:2], 1),), ())
