"""Who names the wrong winner how often: our referee, and the usual ways of reading buzzers.

`mopsbox` is the real desk, fed edge by edge. The others are MODELS of ours, a few lines each, after the sources
read for facts/timing.md (A1, B1 to B3); no foreign program runs here:

- gpiozero: gpiozero on lgpio without bounce_time. Every edge has the kernel's stamp, but `Button` ignores an event
  that repeats the level it knows: a leading edge whose level was read too late is lost, a later bounce is credited.
- gpiozero-bounce: the same with bounce_time 5 ms. lgpio reports a level once it was stable for so long, stamped last
  bounce + 5 ms.
- poll-60hz, poll-1ms: a loop that reads all levels at a fixed pace and takes the lowest number it finds pressed
  (pygame frames; scanning microcontrollers and USB pads).
- arrival: whoever's message is delivered first (networks, callbacks), each message under way for less than 3 ms.

Each press is two contacts' truth: seat `first` closes `gap` before another one, either of them bouncing or not. All
methods see the same edges; those with the kernel's stamps see its delay too (C: 2 to 10 us), and levels that were
read up to 60 us after the stamp (B3).
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass

from ..desk import Desk
from ..lamps import Remembered
from ..referee import DELIVERY
from ..table import MS, SEATS, SECOND, Command, Edge, Seat

US = 1000
STAMP_DELAY = (2 * US, 10 * US)  # interrupt latency, idle (facts/timing.md C)
LEVEL_DELAY = (5 * US, 60 * US)  # the level is read in the interrupt's thread
BOUNCE_TIME = 5 * MS  # a usual bounce_time
HELD = 80 * MS
FRAME, POLL = SECOND // 60, MS


@dataclass(frozen=True, slots=True)
class Race:
    """Two presses, the first by `first`. `changes`: when each contact truly changed, closed and open in turn, ns from
    the start of the race. `edges`: the same as the kernel tells them, in order of stamps."""

    first: Seat
    changes: dict[Seat, list[int]]
    edges: list[tuple[int, Edge]]  # (delivered, edge)
    phase: float  # where in its period a poller stands


@dataclass(frozen=True, slots=True)
class Verdict:
    """`winner` None: nobody was seen. `heat`: declared a dead heat, and then no claim at all."""

    winner: Seat | None
    heat: bool = False


def race(lots: random.Random, gap: int, bounce: bool) -> Race:
    """One race of two random seats, `gap` ns apart."""
    first, second = lots.sample(SEATS, 2)
    begin = 30 * MS + lots.randrange(20 * MS)
    changes = {first: _contact(lots, begin, bounce), second: _contact(lots, begin + gap, bounce)}
    told = [each for seat, times in changes.items() for each in _told(lots, seat, times)]
    return Race(first, changes, sorted(told, key=lambda d: d[1].t), lots.random())


def _contact(lots: random.Random, t: int, bounce: bool) -> list[int]:
    """The changes of one press, down and up, as a microswitch gives them: up to 4 bounces within 0.1 to 3 ms."""
    times = []
    for start in (t, t + HELD):
        times.append(start)
        for _ in range(2 * lots.randint(1, 4) if bounce else 0):
            times.append(times[-1] + lots.randint(20 * US, 400 * US))
    return times


def _told(lots: random.Random, seat: Seat, changes: list[int]) -> list[tuple[int, Edge]]:
    """What the kernel makes of them: stamps a little late, levels as they were when read, delivery within DELIVERY."""
    found, delivered = [], 0
    for at in changes:
        stamp, read = at + lots.randint(*STAMP_DELAY), at + lots.randint(*LEVEL_DELAY)
        closed = sum(change <= read for change in changes) % 2 == 1
        delivered = max(delivered, stamp + lots.randrange(DELIVERY))
        found.append((delivered, Edge(stamp, seat, closed)))
    return found


# --- the methods


class Mopsbox:
    """The real desk; box time goes on from race to race."""

    def __init__(self, seed: int) -> None:
        self.desk, self.t = Desk(Remembered()), SECOND
        self.desk.start_log(SEATS, seed)

    def __call__(self, race: Race) -> Verdict:
        start, rulings = self.t, []
        self.desk.put(Command(start, "open"))
        for delivered, edge in sorted(race.edges, key=lambda d: d[0]):
            self.desk.put(Edge(start + edge.t, edge.seat, edge.closed))
            rulings += self.desk.step(start + delivered)
        self.t = start + SECOND
        rulings += self.desk.step(self.t)
        self.desk.put(Command(self.t, "close"))
        winner = next((r for r in rulings if r.said == "winner"), None)
        return Verdict(winner.seat, len(winner.tied) > 1) if winner else Verdict(None)


def gpiozero(race: Race) -> Verdict:
    """Earliest stamp of the first event of each line that tells a new level and says "pressed"."""
    level = dict.fromkeys(race.changes, False)
    for _, edge in race.edges:
        if edge.closed and not level[edge.seat]:
            return Verdict(edge.seat)
        level[edge.seat] = edge.closed
    return Verdict(None)


def gpiozero_bounce(race: Race) -> Verdict:
    """Earliest stamp "last bounce + bounce_time" of a closure that was stable for so long."""
    stable = []
    for seat in race.changes:
        own = [edge for _, edge in race.edges if edge.seat == seat]
        for edge, following in zip(own, [*own[1:], None], strict=True):
            if edge.closed and (following is None or following.t - edge.t >= BOUNCE_TIME):
                stable.append((edge.t + BOUNCE_TIME, seat))
                break
    return Verdict(min(stable)[1]) if stable else Verdict(None)


def poller(period: int) -> Callable[[Race], Verdict]:
    """Reads the true levels every `period`; the lowest seat found closed has won."""

    def poll(race: Race) -> Verdict:
        t = round(race.phase * period)
        while t < SECOND:
            for seat in sorted(race.changes):
                if sum(change <= t for change in race.changes[seat]) % 2 == 1:
                    return Verdict(seat)
            t += period
        return Verdict(None)

    return poll


def arrival(race: Race) -> Verdict:
    """The first message that says "pressed"."""
    heap = [(delivered, edge.seat) for delivered, edge in race.edges if edge.closed]
    heapq.heapify(heap)
    return Verdict(heap[0][1]) if heap else Verdict(None)


def methods(seed: int) -> dict[str, Callable[[Race], Verdict]]:
    return {
        "mopsbox": Mopsbox(seed),
        "gpiozero": gpiozero,
        "gpiozero-bounce": gpiozero_bounce,
        "poll-60hz": poller(FRAME),
        "poll-1ms": poller(POLL),
        "arrival": arrival,
    }


def compare(gaps_us: tuple[int, ...], rounds: int, seed: int = 1) -> list[dict[str, object]]:
    """One row for every method, gap and kind of contact: `wrong` counts winners named with confidence who were not
    first, `dead_heat` races declared undecidable."""
    rows: list[dict[str, object]] = []
    for gap in gaps_us:
        for bounce in (False, True):
            lots = random.Random(f"{seed} {gap} {bounce}")
            races = [race(lots, gap * US, bounce) for _ in range(rounds)]
            for name, judge in methods(seed).items():
                verdicts = [(r, judge(r)) for r in races]
                wrong = sum(v.winner is not None and not v.heat and v.winner != r.first for r, v in verdicts)
                heat = sum(v.heat for _, v in verdicts)
                rows.append(
                    {
                        "method": name,
                        "gap_us": gap,
                        "bounce": bounce,
                        "rounds": rounds,
                        "wrong": wrong,
                        "dead_heat": heat,
                    }
                )
    return rows
