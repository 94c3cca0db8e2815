"""Bots that sit with people: a source of the loop that presses for exactly the seats where bots sit.

In wall time and in virtual time alike. What to press is the game's own matter (`company`, games/protocol.py); here are
the eyes and fingers.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, repeat

from .box import Box
from .games import company_of
from .lobby import PACES
from .loop import Loop
from .table import MS, Button, Dial, Edge, Seat

PRESS, TAP, BETWEEN = 120 * MS, 60 * MS, 120 * MS  # a buzzer is down, a menu button is down, from one tap to the next
PATIENCE = 300 * MS  # somebody has a menu button down: a bot waits so long before it looks again

Planned = Edge | Button | Dial


class Guests:
    """The bots of a running loop. `down`: the buzzers their fingers are on; any thread may read it. `paces`: how
    fast each counts, as the table has set it; where somebody practises, one of each."""

    def __init__(self, loop: Loop, seed: int | None = None) -> None:
        self.loop, self.lots = loop, random.Random(None if seed is None else f"guests {seed}")
        self.seats: frozenset[Seat] = frozenset()
        self.paces: dict[Seat, str] = {}
        self.down: frozenset[Seat] = frozenset()
        self.heap: list[tuple[int, int, Planned]] = []
        self.count = 0
        self.seen: Box | None = None  # the box as it was when they last looked; None: they do not play

    def due(self) -> int | None:
        """At once when there is something new to look at; without bots never."""
        if self.loop.box is not self.seen and (self.seen is not None or _plays(self.loop.box)):
            return self.loop.clock()
        return self.heap[0][0] if self.heap else None

    def pop(self, t: int, loop: Loop) -> Sequence[Planned]:
        """What their fingers do by `t`. A buzzer is stamped by the clock when it moves: what has been read of the lines
        before stays true, and nobody is told of it late."""
        if loop.box is not self.seen:
            self._look(t, loop.box)
        raws = list[Planned]()
        while self.heap and self.heap[0][0] <= t:
            raws += self._moved(self.loop.clock(), heapq.heappop(self.heap))
        return raws

    def _moved(self, t: int, planned: tuple[int, int, Planned]) -> Sequence[Planned]:
        at, _, raw = planned
        match raw:
            case Edge(seat=seat, closed=closed):
                self.down = self.down | {seat} if closed else self.down - {seat}
                if closed:
                    self.at(t + PRESS, Edge(t + PRESS, seat, False))
                return (replace(raw, t=t),)
            case Button(down=True):
                if self.loop.box.held:  # two fingers on the menu buttons make one press too few
                    self._keep([(when + PATIENCE * _taps(what), n, what) for when, n, what in [*self.heap, planned]])
                    return ()
                self.at(t + TAP, replace(raw, down=False))
                return (replace(raw, t=t),)
            case Button():
                return (replace(raw, t=at),)  # however late the loop is, this was no hold
            case Dial():
                return (replace(raw, t=t),)

    # -- eyes

    def _look(self, t: int, box: Box) -> None:
        was, self.seen = self.seen, box if _plays(box) else None
        brains = company_of(box.game)
        if self.seen is None or brains is None:
            self.leave(0)
            self.rest()
            return
        self.seats = box.lobby.bots
        usual = str(dict(box.settings).get(f"{box.game}.bots", PACES[0]))
        mixed = cycle(PACES) if box.lobby.practice else repeat(usual)
        self.paces = dict(zip(sorted(self.seats), mixed, strict=False))
        same = was is not None and was.number == box.number
        brains.play(self, t, box.play, was.play if was is not None and same else None)

    # -- hands: what a game's bots may do (its `Hands`)

    def pace(self, seat: Seat) -> str:
        """How fast the bot at this seat counts."""
        return self.paces.get(seat, PACES[0])

    def at(self, t: int, raw: Planned) -> None:
        """Planned for box time `t`."""
        self.count += 1
        heapq.heappush(self.heap, (t, self.count, raw))

    def key(self, t: int, name: str) -> int:
        """A tap on a menu button; gives the time of the next one."""
        self.at(t, Button(t, name, True))  # type: ignore[arg-type]
        return t + BETWEEN

    def buzz(self, t: int, seat: Seat) -> None:
        """A press, let go once it has happened."""
        assert seat in self.seats, "a bot presses for nobody but itself"
        self.at(t, Edge(t, seat, True))

    def leave(self, t: int) -> None:
        """Buzzers that were to be pressed after `t` are not."""
        self._keep([h for h in self.heap if not (isinstance(h[2], Edge) and h[2].closed and h[0] > t)])

    def rest(self) -> None:
        """Keys and numbers that were to come do not; what is down comes up."""
        self._keep([h for h in self.heap if isinstance(h[2], Edge) or (isinstance(h[2], Button) and not h[2].down)])

    def over(self, t: int, history: object) -> None:
        """Bots alone at the podium: whether they play again is for whoever watches."""

    def _keep(self, heap: list[tuple[int, int, Planned]]) -> None:
        heapq.heapify(heap)
        self.heap = heap


def _plays(box: Box) -> bool:
    """Behind the menu nobody plays."""
    return box.mode == "game" and box.menu is None and bool(box.lobby.bots)


def _taps(raw: Planned) -> bool:
    return isinstance(raw, Button) and raw.down
