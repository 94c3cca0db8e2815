"""What moves on the lines becomes what people did: buzzers' edges as they come, menu buttons once they are at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from ..referee import VALIDATE
from ..table import MS, NOBODY, Button, Edge, Seat
from ..wiring import Wiring

SETTLE = 5 * MS
"""A menu button counts once its contact has been quiet for so long. Nobody races on it, so it may be debounced; a
buzzer never is (facts/timing.md, section 0)."""

STORM = 16
"""So many moves at one reading, and a line that chatters faster than anybody decides is thinned out."""
WITHIN = VALIDATE * 9 // 20
"""Edges closer together than this decide nothing between them: no contact is pressed or at rest that soon, not even if
a reading of the levels falls between them and moves one of them forward by as much again."""

Name = Literal["left", "ok", "right", "back"]


@dataclass(frozen=True, slots=True)
class Moved:
    """A line changed at `t` (machine nanoseconds, CLOCK_MONOTONIC). `closed`: its level as far as the source could
    tell, polarity taken into account. `seq`: the source's running number over all its lines."""

    t: int
    pin: int
    closed: bool
    seq: int | None
    thinned: int = 0


@dataclass(slots=True)
class _Key:
    """A menu button: what was reported last, and since when and until when it has been moving (machine ns)."""

    pin: int
    down: bool = False
    first: int | None = None
    last: int = 0
    closed: bool = False


class Contacts:
    """`offset`: box time minus machine time, ns. `closed`: the pins that are closed at the start; a menu button among
    them is told of only after it was let go."""

    def __init__(self, wiring: Wiring, offset: int, closed: frozenset[int] = frozenset()) -> None:
        self._offset = offset
        self._seats: dict[int, Seat] = {contact.pin: seat for seat, contact in wiring.buzzers.items()}
        self._keys = {name: _Key(c.pin, c.pin in closed) for name, c in wiring.buttons.items()}
        self._by_pin = {key.pin: key for key in self._keys.values()}
        self.thinned = 0

    def take(self, moves: Sequence[Moved]) -> list[Edge | Button]:
        """The buzzers' edges, each as it came. Those of menu buttons make a Button once the contact had come to rest;
        their numbers go along, so that they do not look lost."""
        told: list[Edge | Button] = []
        for m in moves if len(moves) < STORM else thin(moves):
            seat = self._seats.get(m.pin, NOBODY)
            self.thinned += m.thinned
            if seat != NOBODY or m.seq is not None:
                told.append(Edge(m.t + self._offset, seat, m.closed, m.seq, m.thinned))
            if key := self._by_pin.get(m.pin):
                told += self.settled(m.t)  # read late, a short press is a press all the same
                key.first = m.t if key.first is None else min(key.first, m.t)
                if m.t >= key.last:
                    key.last, key.closed = m.t, m.closed
        return told

    def due(self) -> int | None:
        """The machine time at which a menu button comes to rest if nothing moves before."""
        return min((k.last + SETTLE for k in self._keys.values() if k.first is not None), default=None)

    def settled(self, now: int, closed: frozenset[int] | None = None) -> list[Button]:
        """The menu buttons that came to rest by machine time `now` somewhere else than before. `closed`: the pins
        found closed just now, if they could be read; else the last edge is believed."""
        buttons = []
        for name, key in self._keys.items():
            if key.first is None or now < key.last + SETTLE:
                continue
            down = key.closed if closed is None else key.pin in closed
            if down != key.down:
                buttons.append(Button(key.first + self._offset, cast("Name", name), down))
            key.first, key.down = None, down
        return buttons

    def let_go(self, now: int) -> list[Button]:
        """The lines are gone at machine time `now`: whoever holds a menu button holds nothing any more."""
        down = [name for name, key in self._keys.items() if key.down]
        for name in down:
            self._keys[name].down = False
        return [Button(now + self._offset, cast("Name", name), False) for name in down]

    def seats(self, closed: frozenset[int]) -> frozenset[Seat]:
        """The buzzers among the closed pins."""
        return frozenset(seat for pin, seat in self._seats.items() if pin in closed)


def thin(moves: Sequence[Moved]) -> list[Moved]:
    """The moves without those of a chattering line that can change no ruling. Of edges of one line that follow each
    other in the running count, the first and the last stay, and in between enough, of changing level, that the line is
    seen to move within every WITHIN."""
    ordered = sorted(moves, key=lambda m: (m.seq or 0, m.t))
    kept: list[Moved] = []
    here = out = 0
    while here < len(ordered):
        kept.append(replace(ordered[here], thinned=out) if out else ordered[here])
        onward = _onward(ordered, here)
        here, out = onward, onward - here - 1
    return kept


def _onward(ordered: Sequence[Moved], here: int) -> int:
    """Which edge has to stay next after this one."""
    best = here + 1
    for ahead in range(here + 1, len(ordered) - 1):
        edge = ordered[ahead]
        if not (_follows(ordered[ahead - 1], edge) and _follows(edge, ordered[ahead + 1])):
            break
        if edge.t - ordered[here].t >= WITHIN:
            break
        if edge.closed != ordered[here].closed:
            best = ahead
    return best


def _follows(a: Moved, b: Moved) -> bool:
    """Is `b` the next edge of the source, and of the same line?"""
    return a.pin == b.pin and a.seq is not None and b.seq == a.seq + 1 and b.t >= a.t
