"""What adds up over the evenings: totals of a person, trends, records. Pure values; sittings.py gets them by SQL.

Of the store (store.py), each in well under a second with 100,000 games stored; each may raise StoreFault:

    store.totals(game, practice=False) -> tuple[Totals, ...]   a person each, most wins first; of one game ("mopsen")
    store.trend(person.id, game, last=50, practice=False) -> tuple[Sat, ...]   a person's last games, oldest first
    store.records(game) -> tuple[Record, ...]                  what stands now, at most one of each name in RECORDS
    store.past(last=20, before=None) -> tuple[Past, ...]       finished games with everybody in them, newest first;
                                                               `before`: only games older than this number (paging)
    store.finish(game, result, ended_early, figures)           keeps figures (figures_of, counted.py) with the result

For the podium: `before = store.records(game)` when a game begins (or before `finish`), and after `finish`
`new_records(before, store.records(game), number)` says what this game set.

A game is *practice* if exactly one person played it against bots: it counts in its own statistics only, sets no record.
Bots have none. Who sat without a name counts in no person's totals, but can hold a record (`person` None, by seat).
A game without figures (statistics of a newer kind of game) has games, wins, points and evenings alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .counted import median_us
from .people import Person
from .table import Seat

RECORDS = ("fastest", "points", "streak")
"""The fastest right buzz (µs, least), most points in a game, most games won one after the other."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening: games, wins and points of a person on it. `day`: "2026-11-28", until the morning after
    (wallclock.py); "" where the clock was not set."""

    day: str
    games: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Totals:
    """One person's sums in one game. `counts`: by the figures' names (counted.py has them); what follows is read off
    them, None where nothing was counted."""

    person: Person
    game: str
    games: int
    wins: int
    points: int
    most_points: int | None = None
    longest_streak: int = 0  # of games won
    quickest_us: int | None = None  # the fastest buzz that was right
    evening: Evening | None = None  # with most wins, then points; never one without a date
    counts: Mapping[str, int] = field(default_factory=dict)

    # Mopseinander
    @property
    def right(self) -> int | None:
        """Right answers."""
        return self.counts.get("right")

    @property
    def wrong(self) -> int | None:
        """Wrong ones, and those too late."""
        return self.counts.get("wrong")

    @property
    def early(self) -> int | None:
        """Presses before the dice lay."""
        return self.counts.get("early")

    @property
    def median_us(self) -> int | None:
        """Reaction time: half of their deciding presses came sooner after the opening (to about 5 %)."""
        return median_us(self.counts)

    @property
    def mean_us(self) -> int | None:
        """Reaction time, the mean."""
        buzzes = self.counts.get("buzzes")
        return self.counts["reaction_us"] // buzzes if buzzes else None

    # Mopsen
    @property
    def bones_a_round(self) -> float | None:
        return _bones_a_round(self.counts)

    @property
    def kept_empty(self) -> int | None:
        """Rounds that ended with an empty bowl."""
        return self.counts.get("kept_empty")

    @property
    def begged(self) -> int | None:
        return self.counts.get("begged")


@dataclass(frozen=True, slots=True)
class Sat:
    """One seat of one finished game. `place`: 1 for whoever won. `counts`: this game's figures."""

    game: int
    kind: str  # "mopseinander"
    day: str  # "" unknown
    seat: Seat
    person: Person | None
    bot: bool
    points: int
    place: int
    won: bool
    quickest_us: int | None = None
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def median_us(self) -> int | None:
        """The reaction time of this game's deciding presses."""
        return median_us(self.counts)

    @property
    def bones_a_round(self) -> float | None:
        return _bones_a_round(self.counts)


@dataclass(frozen=True, slots=True)
class Past:
    """One finished game of the history. `started`, `finished`: ISO 8601, "" unknown. `sat`: by place, then seat."""

    n: int
    kind: str
    started: str
    finished: str
    ended_early: bool
    practice: bool
    sat: tuple[Sat, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """`name`: of RECORDS. `value`: µs, points or games. `game`: the number of the game that set it, the first to."""

    name: str
    value: int
    game: int
    day: str
    seat: Seat
    person: Person | None


def new_records(before: Iterable[Record], now: Iterable[Record], game: int) -> tuple[Record, ...]:
    """What game number `game` set: records it holds now that are better than before. Where there was none before, a
    first game sets none: somebody must have been beaten."""
    beaten = {record.name: record.value for record in before}
    return tuple(r for r in now if r.game == game and r.name in beaten and r.value != beaten[r.name])


def _bones_a_round(counts: Mapping[str, int]) -> float | None:
    return counts["bones"] / counts["rounds"] if counts.get("rounds") else None
