"""Buzzers decided together, live: a court that is fed in batches, and its own count of edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..table import Command, Edge, Levels, Ruling, Seat
from . import court
from .channel import Channel
from .court import Court
from .sorter import Late, Numbers, Told


@dataclass(slots=True)
class Lane:
    """`skipped`: by how much its running numbers lie below the source's, for edges of other lanes must not look lost.
    `follow`: the number its next edge's shall follow, where a log goes on with a source that counts anew. `out`: seats
    that are out for this round (Command.out), each with the level of its last edge since, if there was one."""

    court: Court
    numbers: Numbers = field(default_factory=Numbers)
    skipped: int = 0
    follow: int | None = None
    out: dict[Seat, bool | None] = field(default_factory=dict)

    @property
    def seats(self) -> frozenset[Seat]:
        return frozenset(c.seat for c in self.court.channels)

    def own(self, events: Sequence[Told | Late]) -> list[Told | Late]:
        """Those of the events that concern this lane, as they do. Every event is to pass here once."""
        return [mine for event in events for mine in self._own(event)]

    def _own(self, event: Told | Late) -> Sequence[Told | Late]:
        match event:
            case Edge(_, seat, closed, seq):
                if seat in self.out:
                    self.out[seat] = closed
                if seat in self.out or seat not in self.seats:
                    self.skipped += seq is not None
                    return ()
                if seq is None:
                    return (event,)
                if self.follow is not None:
                    self.skipped, self.follow = seq - self.follow - 1, None
                return (replace(event, seq=max(0, seq - self.skipped)),)
            case Late(_, edge):
                return (event,) if edge.seat in self.seats and edge.seat not in self.out else ()
            case Levels(t, closed):
                unseen = {c.seat for c in self.court.channels if c.seat in self.out and c.closed}
                return (Levels(t, closed & self.seats - self.out.keys() | unseen),)
            case Command(t, "arm" | "right" | "close", out):
                return (replace(event, out=frozenset()), *self._back(t, out))
            case _:
                return (event,)

    def _back(self, t: int, out: frozenset[Seat]) -> list[Edge]:
        """From now on `out` are out. Who is not any more stands as the contact stands now."""
        known = {c.seat: c.closed for c in self.court.channels}
        was, self.out = self.out, {seat: self.out.get(seat) for seat in out & self.seats}
        return [
            Edge(t, seat, closed)
            for seat, closed in sorted(was.items())
            if seat not in out and closed is not None and closed != known[seat]
        ]

    def run(self, events: list[Told | Late], watermark: int) -> list[Ruling]:
        """Takes its own events, in order, and lets time go on to the watermark."""
        rulings: list[Ruling] = []
        for event in self.numbers.checked(events):
            self.court, found = court.advance(self.court, event)
            rulings += found
        self.court, found = court.until(self.court, watermark)
        return rulings + found


def unfinished(channels: Sequence[Channel]) -> list[Edge]:
    """Edges after which contacts (those held already taken as held) stand as these do."""
    edges = []
    for c in channels:
        if c.state == "candidate":
            if c.since > c.first:
                edges.append(Edge(c.first, c.seat, not c.closed))
            edges.append(Edge(c.since, c.seat, c.closed))
        elif c.state != "idle" and not c.closed:
            edges.append(Edge(c.since, c.seat, False))
    return edges
