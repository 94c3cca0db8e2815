"""Whole rounds on a hub, in virtual time, with every kind of harm in them: whoever is named for certain was first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from mopsbox.referee import DEAD_HEAT
from mopsbox.table import MS, SECOND, Ruling
from tests.inputs.test_hub_storm import Harmful
from tests.inputs.virtual import US, VirtualBox
from tests.inputs.wire import whole

SEATS = (1, 2, 3, 4, 5)
ROUNDS = 4  # of one game
APART = (60 * US, 300 * US, 2 * MS, 20 * MS, 200 * MS)
HELD = (5 * MS, 40 * MS, 150 * MS, 700 * MS)
NEAR = (-2 * MS, -200 * US, 100 * US, 600 * US, 1500 * US, 12 * MS, 60 * MS)  # an accident, seen from a press
KINDS = ("E", "EK", "EKX", "EKRTBXH", "T", "R", "K", "B")


@dataclass
class Accident:
    at: int
    kind: str
    ends: int


class Evening:
    """A game of a few rounds in which what happens is drawn by lot."""

    def __init__(self, seed: int) -> None:
        self.lots = random.Random(seed)
        self.box = VirtualBox()
        self.pico = self.box.pico
        self.noise = Harmful(seed)
        self.accidents = self.lots.choice((("hiccup",), ("unplug",), ("reset",), ("loss",), ("restart",), ()))
        if not self.accidents:
            self.accidents = ("hiccup", "unplug", "reset", "stall", "loss", "restart")
        self.opened: list[int] = []
        self.presses: list[tuple[int, int]] = []  # of this round: (when, who)
        self.soon = self.lots.random() < 0.1  # the game begins before the hub is there
        self.pico.delay = lambda: self.lots.randrange(MS)

    def play(self) -> Iterator[tuple[str, str]]:
        """Each round: what happened in it, and how it ended."""
        box = self.box
        if self.soon:
            box.pico.unplug()
        box.run(300 * MS)
        assert box.hub.up != self.soon
        box.play(*SEATS)
        for _ in range(ROUNDS):
            yield self.round()
        again = box.audited()
        assert [(r.seat, r.at, r.tied) for r in box.winners()] == [(r.seat, r.at, r.tied) for r in again]
        # A log does not say what the hub had vouched for before it was lost: it may doubt more, never less.
        assert not [(a, b) for a, b in zip(box.winners(), again, strict=True) if a.uncertain and not b.uncertain]
        assert not [said for said in box.said if "Error" in said]

    def round(self) -> tuple[str, str]:
        box, lots = self.box, self.lots
        box.call("arm")
        box.run(30 * MS)
        self.open()
        ruled, lost = len(box.winners()), box.desk.lost
        box.run(lots.randrange(10 * MS, 60 * MS))
        plan, self.presses = self.planned(), []
        accident = None
        if lots.random() < 0.8 or not box.hub.up:
            at = lots.choice([t for t, _, closed in plan if closed]) + lots.choice(NEAR)
            accident = Accident(max(at, box.now + US), lots.choice(self.accidents), 0)
        self.noise.on = len(self.accidents) > 1
        self.pico.harm = self.noise
        happened = self.happens(plan, accident)
        self.noise.on = False
        self.pico.harm, self.pico.delay = whole, lambda: lots.randrange(MS)
        if not self.pico.plugged:
            self.pico.plug()
        box.once(lambda: box.hub.up, 6 * SECOND)
        box.run(300 * MS)
        if happened != "restart":  # which counts anew, and begins the race anew
            # Where not even a hello is heard, the next beat or answer tells that the board has started anew.
            box.once(lambda: len(box.winners()) > ruled or box.desk.lost > lost, 3 * SECOND)
        winners = box.winners()[ruled:]
        assert len(winners) <= (2 if happened == "restart" else 1)
        ended = [self.judged(winner) for winner in winners] or ["nobody, doubted"]
        box.call("right" if winners and winners[-1].at > self.opened[-1] else "close")
        box.run(50 * MS)
        return happened, ended[-1]

    def open(self) -> None:
        self.box.call("open")
        self.opened.append(self.box.now)

    def planned(self) -> list[tuple[int, int, bool]]:
        """(when, who, closed)."""
        plan, t = [], self.box.now
        for seat in self.lots.sample(SEATS, self.lots.randrange(1, 5)):
            t += self.lots.choice(APART) + self.lots.randrange(100) * US
            plan += [(t, seat, True), (t + self.lots.choice(HELD), seat, False)]
        return sorted(plan)

    def happens(self, plan: list[tuple[int, int, bool]], accident: Accident | None) -> str:
        box, what = self.box, accident.kind if accident else "nothing"
        end = max(plan[-1][0], accident.at if accident else 0) + 50 * MS
        while box.now < end or (accident and accident.ends):
            times = [end if box.now < end else box.now + MS, *(t for t, _, _ in plan[:1])]
            if accident:
                times.append(accident.ends or accident.at)
            box.until(min(times))
            while plan and plan[0][0] <= box.now:
                _, seat, closed = plan.pop(0)
                (self.pico.press if closed else self.pico.let_go)(seat)
                if closed:
                    self.presses.append((box.now, seat))
            if accident and not accident.ends and box.now >= accident.at:
                accident.ends = self.begins(accident.kind)
            elif accident and accident.ends and box.now >= accident.ends:
                self.is_over(accident.kind)
                accident = None
        return what

    def begins(self, kind: str) -> int:
        """When it is over."""
        box, lots = self.box, self.lots
        match kind:
            case "hiccup" | "unplug":
                self.pico.unplug()
                return box.now + lots.randrange(50 * MS, 1500 * MS)
            case "reset":
                self.pico.power()
            case "stall":
                self.pico.delay = lambda: 400 * MS
                return box.now + 200 * MS
            case "loss":
                lost = lots.choice(KINDS).encode()
                self.pico.harm = lambda frame: () if frame[1:2] in lost else (frame,)
                return box.now + lots.choice((40, 130, 240, 300, 600)) * MS
            case "restart":
                box.desk.flush()
                box.start()
                if lots.random() < 0.5:
                    box.run(lots.choice((1, 10, 300)) * MS)  # so long until somebody says that the game goes on
                box.play(*SEATS)
                box.call("close")
                box.call("arm")
                box.run(30 * MS)
                self.open()
                if lots.random() < 0.5:
                    return self.begins("reset")
        return box.now + US

    def is_over(self, kind: str) -> None:
        if kind == "unplug":
            self.pico.power()
        if not self.pico.plugged:
            self.pico.plug()
        self.pico.harm, self.pico.delay = self.noise, lambda: self.lots.randrange(MS)

    def judged(self, winner: Ruling) -> str:
        """A dead heat is decided by lot; two presses in neighbouring microseconds may be one."""
        if winner.uncertain:
            return "uncertain"
        # A race may begin anew in between (`restart`); against the box's own clock a press is known to 2 ms.
        opened = max(t for t in self.opened if t <= winner.at + 2 * MS)
        sure = [(t, seat) for t, seat in self.presses if t > opened + 2 * MS]
        first = {seat for t, seat in sure if t <= sure[0][0] + DEAD_HEAT + 2 * US}
        first |= {seat for t, seat in self.presses if abs(t - opened) <= 2 * MS}
        assert winner.seat in first, (winner, self.presses)
        return "certain"


def played(seeds: range) -> Counter[tuple[str, str]]:
    return Counter(round for seed in seeds for round in Evening(seed).play())


@pytest.mark.parametrize("part", [0, *(pytest.param(n, marks=pytest.mark.firmware) for n in range(1, 20))])
def test_whoever_is_named_for_certain_was_first(part: int, figure: Callable[[str], None]) -> None:
    ended = played(range(60 * part, 60 * part + 60))
    assert ended.total() == 60 * ROUNDS
    ends = Counter[str]()
    for (_, end), n in ended.items():
        ends[end] += n
    figure(f"hub, {ended.total()} rounds with harm, no wrong winner: {', '.join(f'{n} {e}' for e, n in ends.items())}")
    for happened in ("nothing", "hiccup", "unplug", "reset", "loss", "restart"):
        assert ended[happened, "certain"], ended
    for unsure in ("uncertain", "nobody, doubted"):
        assert ended["reset", unsure], ended
