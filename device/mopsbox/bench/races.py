"""Races whose truth is known: when two contacts closed, and what the kernel tells of it (facts/timing.md B3, C)."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ..referee import DELIVERY
from ..table import MS, SEATS, Edge, Seat

US = 1000
STAMP_DELAY = (2 * US, 10 * US)  # interrupt latency, idle (C)
LEVEL_DELAY = (5 * US, 60 * US)  # the level is read in the interrupt's thread (B3)
HELD = 80 * MS
REST = 200 * MS


@dataclass(frozen=True, slots=True)
class Race:
    """Two presses, the first by `first`. `changes`: when each contact truly changed, closed and open in turn, ns from
    the start of the race. `edges`: the same as the kernel tells them, in order of stamps, numbered."""

    first: Seat
    changes: dict[Seat, list[int]]
    edges: list[tuple[int, Edge]]  # (delivered, edge)
    phase: float  # where in its period a poller stands

    @property
    def over(self) -> int:
        """When every contact has long come to rest."""
        return max((delivered for delivered, _ in self.edges), default=0) + REST


@dataclass(frozen=True, slots=True)
class Verdict:
    """`winner` None: nobody was seen. `heat`: declared a dead heat; `uncertain`: an edge is known to be lost. Both are
    no confident claim."""

    winner: Seat | None
    heat: bool = False
    uncertain: bool = False


def race(lots: random.Random, gap: int, bounce: bool, lossy: bool = False) -> Race:
    """One race of two random seats, `gap` ns apart. `lossy`: see `told`."""
    first, second = lots.sample(SEATS, 2)
    begin = 30 * MS + lots.randrange(20 * MS)
    changes = {first: _contact(lots, begin, bounce), second: _contact(lots, begin + gap, bounce)}
    return Race(first, changes, told(lots, changes, lossy), lots.random())


def _contact(lots: random.Random, t: int, bounce: bool) -> list[int]:
    """The changes of one press, down and up, as a microswitch gives them: up to 4 bounces within 0.1 to 3 ms."""
    times = []
    for start in (t, t + HELD):
        times.append(start)
        for _ in range(2 * lots.randint(1, 4) if bounce else 0):
            times.append(times[-1] + lots.randint(20 * US, 400 * US))
    return times


def told(lots: random.Random, changes: dict[Seat, list[int]], lossy: bool) -> list[tuple[int, Edge]]:
    """What the kernel makes of contacts: stamps a little late, levels as they were when read, numbers in the order of
    the stamps, delivery within DELIVERY. `lossy`: a change that comes before the one before it was read takes its
    place, and the number of that one stays a gap (B3, inferred from the source, not measured)."""
    stamped = [each for seat, times in changes.items() for each in _line(lots, seat, times, lossy)]
    found, delivered = [], dict.fromkeys(changes, 0)
    for number, (stamp, seat, closed) in enumerate(sorted(stamped, key=lambda each: each[0])):
        if closed is not None:
            delivered[seat] = max(delivered[seat], stamp + lots.randrange(DELIVERY))
            found.append((delivered[seat], Edge(stamp, seat, closed, number)))
    return found


def _line(lots: random.Random, seat: Seat, changes: list[int], lossy: bool) -> list[tuple[int, Seat, bool | None]]:
    """(stamp, seat, level read) of one line's interrupts; None: its event was overwritten by the next."""
    found: list[tuple[int, Seat, bool | None]] = []
    read = 0
    for at in changes:
        if lossy and at < read:
            found[-1] = (found[-1][0], seat, None)
        else:
            read = at + lots.randint(*LEVEL_DELAY)
        closed = sum(change <= read for change in changes) % 2 == 1
        found.append((at + lots.randint(*STAMP_DELAY), seat, closed))
    return found
