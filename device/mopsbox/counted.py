"""What is counted of one finished game, per seat, and how reaction times are kept so that they add up. Pure.

A game's host that is `Counting` (games/protocol.py) makes Figures of its journal and of what the referee saw. Counts
are whole numbers whose sum over games means something; their names:

    Mopseinander  right, wrong (with late: of these, those too late), early (presses before the dice lay),
                  races (coasters won), buzzes and reaction_us (deciding presses that were timed, their sum),
                  r0, r1, ... (how many of these fell into each band of the histogram)
    Mopsen        rounds, bones (in finished rounds), kept_empty (rounds ended with an empty bowl), tricks, begged

A reaction time goes from the opening of a round to the press that decided it. Only the round's first answer is timed:
whoever buzzes when the race is open again has had the others' answer time to count in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log2

from .table import Seat

BAND = "r"
SHORTEST_US = 20_000  # nobody is faster; shorter ones count as this
BANDS_A_DOUBLING = 8  # a band is 9 % wide: a median read off its middle is right to 5 %
BANDS = 96  # up to 80 s


@dataclass(frozen=True, slots=True)
class Figures:
    """One seat's part in one game. `quickest_us`: its fastest timed press that was right. `place`: on the podium, from
    1; None: as the points say."""

    counts: Mapping[str, int] = field(default_factory=dict)
    quickest_us: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Buzz:
    """A press that won the right to answer, at its first edge (box ns)."""

    seat: Seat
    at: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What stands beside a journal. `stamps`: of its action lines, in order (box microseconds); the rest is of the
    edge log, in order, and empty without one: when races were opened (box ns), who won them, early presses by seat."""

    stamps: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    buzzes: tuple[Buzz, ...] = ()
    early: Mapping[Seat, int] = field(default_factory=dict)


NOTHING_SEEN = Seen()


def band(us: int) -> str:
    """The name of the histogram's band for a reaction time."""
    return f"{BAND}{min(BANDS - 1, int(BANDS_A_DOUBLING * log2(max(us, SHORTEST_US) / SHORTEST_US)))}"


def median_us(counts: Mapping[str, int]) -> int | None:
    """Read off the histogram, to about 5 %; None: nothing was timed."""
    bands = sorted((int(name[1:]), n) for name, n in counts.items() if name[0] == BAND and name[1:].isdecimal() and n)
    half, below = sum(n for _, n in bands) / 2, 0
    for number, n in bands:
        if below + n >= half:
            within = (half - below) / n
            return round(SHORTEST_US * 2 ** ((number + within) / BANDS_A_DOUBLING))
        below += n
    return None


def ranked(points: Mapping[Seat, int], winners: Iterable[Seat]) -> dict[Seat, int]:
    """Everybody's place: 1 for all winners, then by points; equals share one, and who comes after two firsts is
    third."""
    won = set(winners)
    ranks = {seat: (seat not in won, -n) if seat not in won else (False, 0) for seat, n in points.items()}
    return {seat: 1 + sum(other < rank for other in ranks.values()) for seat, rank in ranks.items()}
