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
    """`base`: the source's number when the lane began, None: not known. `skipped`: by how much its running numbers lie
    below the source's, for edges of other lanes must not look lost. They are counted as they pass, in the order of
    their stamps: a source's numbers must run with its stamps, or one gap may hide behind another lane's edges.
    `follow`: the number its next edge's shall follow, where a log goes on with a source that counts anew. `out`: seats
    that are out for this round (Command.out), and whether their contact is closed really; here it counts as open."""

    court: Court
    base: int | None = None
    numbers: Numbers = field(default_factory=Numbers)
    skipped: int = 0
    follow: int | None = None
    out: dict[Seat, bool] = field(default_factory=dict)
    seats: frozenset[Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = frozenset(c.seat for c in self.court.channels)

    def own(self, events: Sequence[Told | Late]) -> list[Told | Late]:
        """Those of the events that concern this lane, as they do. Every event is to pass here once."""
        return [mine for event in events for mine in self._own(event)]

    def _own(self, event: Told | Late) -> Sequence[Told | Late]:
        match event:
            case Edge(t, seat, closed, seq, thinned):
                if seat in self.out:
                    self.out[seat] = closed
                self.skipped += thinned
                if seat in self.out or seat not in self.seats:
                    self.skipped += seq is not None
                    return ()
                if seq is None:
                    return (event,)
                if self.follow is not None:
                    # Without a base nobody knows what was lost before the first edge; with one it leaves a gap.
                    source = seq - 1 if self.base is None else self.base + self.skipped
                    self.skipped, self.follow, self.base = source - self.follow, None, None
                here = Edge(t, seat, closed, max(0, seq - self.skipped))
                before, self.base = self.base, None
                if before is not None and seq - self.skipped > before + 1:
                    # Edges were lost before this lane's first one. Told twice, the log shows the gap in its numbers.
                    return (replace(here, seq=before), here)
                return (here,)
            case Late(_, edge) if edge.seat in self.out:
                self.out[edge.seat] = edge.closed
                return ()
            case Late(_, edge):
                return (event,) if edge.seat in self.seats else ()
            case Levels(t, closed):
                return (Levels(t, closed & self.seats - self.out.keys()),)
            case Command(t, "arm" | "right" | "close", out):
                return (replace(event, out=frozenset()), *self.send_out(t, out))
            case _:
                return (event,)

    def send_out(self, t: int, out: frozenset[Seat]) -> list[Edge]:
        """From now on these are out, and nobody else; the edges that make the contacts stand accordingly."""
        known = {c.seat: c.closed for c in self.court.channels}
        was, self.out = self.out, {}
        for seat in out & self.seats:
            self.out[seat] = was.get(seat, known[seat])
        goes = [Edge(t, seat, False) for seat in sorted(self.out) if seat not in was and known[seat]]
        comes = [Edge(t, seat, True) for seat, closed in sorted(was.items()) if seat not in self.out and closed]
        return goes + comes

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
