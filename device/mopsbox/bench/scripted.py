"""Contacts written down by hand, played to the kernel's model and the real desk: the recording that ships.

`python -m mopsbox.bench.scripted` writes it anew. The shapes are ours, after what is reported of switches (facts/
timing.md C: three bounces in 0.57 ms; others up to 6 ms); none is a measurement.
"""

from __future__ import annotations

import random
from itertools import permutations

from ..table import MS, SEATS
from .races import HELD, US, Race, told
from .recordings import SHIPPED, Kind, write

NAME = "scripted"
HOW = "contacts written down by hand (none measured), stamps and levels as modelled, the log by the real desk"
GAPS_US = (1, 10, 50, 100, 1_000, 10_000)

Contact = tuple[tuple[int, ...], tuple[int, ...]]
"""Its changes, in microseconds: from the first touch until it is closed, from the first parting until it is open."""

CLEAN: Contact = (0,), (0,)
BOUNCING: dict[str, Contact] = {
    "arcade switch": ((0, 60, 140, 230, 330, 430, 570), (0,)),
    "worn switch": ((0, 30, 400, 900, 1500, 2600, 3100, 4200, 4500, 5900, 6000), (0, 200, 700, 1900, 2400)),
    "touched, then pressed": ((0, 25, 3000), (0, 40, 900)),
}


def races() -> list[tuple[Kind, Race]]:
    """At every gap: clean contacts, and every bouncing one before every other one, on changing seats."""
    lots, found = random.Random(1), []
    for gap in GAPS_US:
        pairs = [(CLEAN, CLEAN)] * 4 + [*permutations(BOUNCING.values(), 2)]
        for earlier, later in pairs:
            first, second = lots.sample(SEATS, 2)
            begin = 10 * MS
            changes = {first: _changes(earlier, begin), second: _changes(later, begin + gap * US)}
            found.append(((gap, earlier is not CLEAN), Race(first, changes, told(lots, changes, lossy=False), 0.0)))
    return found


def _changes(contact: Contact, t: int) -> list[int]:
    down, up = contact
    return [t + us * US for us in down] + [t + HELD + us * US for us in up]


if __name__ == "__main__":
    print(write(SHIPPED, NAME, HOW, races()))
