"""Who names the wrong winner how often: our referee, and the usual ways of reading buzzers, on the same edges.

- mopsbox: the real desk, fed edge by edge.
- gpiozero, gpiozero-bounce: gpiozero's real Button without bounce_time and with 5 ms, see buttons.py; its pin is a
  model of lgpio.
- poll-60hz, poll-1ms: MODELS of a loop that reads all levels at a fixed pace and takes the lowest number it finds
  pressed (pygame frames; scanning microcontrollers and USB pads; facts/timing.md A1).
- arrival: a MODEL of whoever's message is delivered first (networks, callbacks), each message under way for less than
  3 ms.

The truth of each race is known: generated (races.py), or recorded (recorded.py).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

from ..desk import Desk, Write
from ..lamps import Remembered
from ..table import MS, SEATS, SECOND, Command, Edge
from .buttons import Buttons
from .races import Race, Verdict, race

BOUNCE_TIME = 5 * MS  # a usual bounce_time
FRAME, POLL = SECOND // 60, MS

Method = Callable[[Race], Verdict]
Row = dict[str, object]


class Mopsbox:
    """The real desk; box time and the source's numbers go on from race to race. `write`: takes its edge log."""

    def __init__(self, seed: int, write: Write | None = None) -> None:
        self.desk, self.t, self.number = Desk(Remembered()), SECOND, 0
        self.desk.start_log(SEATS, seed, write=write)

    def __call__(self, race: Race) -> Verdict:
        start, number, rulings = self.t, self.number, []
        self.desk.put(Command(start, "open"))
        for delivered, edge in sorted(race.edges, key=lambda told: told[0]):
            seq = None if edge.seq is None else number + edge.seq
            self.number = max(self.number, (seq or 0) + 1)
            self.desk.put(Edge(start + edge.t, edge.seat, edge.closed, seq))
            rulings += self.desk.step(start + delivered)
        self.t = start + race.over
        rulings += self.desk.step(self.t)
        self.desk.put(Command(self.t, "close"))
        winner = next((r for r in rulings if r.said == "winner"), None)
        return Verdict(winner.seat, len(winner.tied) > 1, winner.uncertain) if winner else Verdict(None)

    def close(self) -> None:
        """The log's last lines are written."""
        self.desk.step(self.t + SECOND)
        self.desk.stop_log()


def poller(period: int) -> Method:
    """Reads the true levels every `period`; the lowest seat found closed has won."""

    def poll(race: Race) -> Verdict:
        t = round(race.phase * period)
        while t < race.over:
            for seat in sorted(race.changes):
                if sum(change <= t for change in race.changes[seat]) % 2 == 1:
                    return Verdict(seat)
            t += period
        return Verdict(None)

    return poll


def arrival(race: Race) -> Verdict:
    """The first message that says "pressed"."""
    messages = [(delivered, edge.seat) for delivered, edge in race.edges if edge.closed]
    return Verdict(min(messages)[1] if messages else None)


@contextmanager
def methods(seed: int) -> Iterator[dict[str, Method]]:
    """All six, by their names in formats.md."""
    with closing(Buttons()) as buttons, closing(Buttons(BOUNCE_TIME)) as debounced:
        yield {
            "mopsbox": Mopsbox(seed),
            "gpiozero": buttons,
            "gpiozero-bounce": debounced,
            "poll-60hz": poller(FRAME),
            "poll-1ms": poller(POLL),
            "arrival": arrival,
        }


def compare(gaps_us: Sequence[int], rounds: int, seed: int = 1, lossy: bool = False) -> list[Row]:
    """For every kind of contact, gap and method: how many of the rounds ended with a wrong winner named confidently,
    how many with a declared dead heat, how many with a winner called uncertain. All methods judge the same races."""
    rows = []
    with methods(seed) as judges:
        for bounce in (False, True):
            for gap in gaps_us:
                lots = random.Random(f"{seed} {gap} {bounce}")
                races = [race(lots, gap * 1000, bounce, lossy) for _ in range(rounds)]
                rows += [tally(name, judge, races, gap, bounce) for name, judge in judges.items()]
    return rows


def tally(name: str, judge: Method, races: Sequence[Race], gap_us: int, bounce: bool) -> Row:
    """One method on some races of one kind."""
    found = Counter(_said(judge(race), race) for race in races)
    return {
        "method": name,
        "gap_us": gap_us,
        "bounce": bounce,
        "rounds": len(races),
        "wrong": found["wrong"],
        "dead_heat": found["heat"],
        "uncertain": found["uncertain"],
        "none": found["none"],
    }


def _said(verdict: Verdict, race: Race) -> str:
    if verdict.winner is None:
        return "none"
    if verdict.heat:
        return "heat"
    if verdict.uncertain:
        return "uncertain"
    return "right" if verdict.winner == race.first else "wrong"
