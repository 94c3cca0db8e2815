"""Puts events into the order of their stamps, whatever the order of their delivery, and notices lost numbers
(facts/timing.md D, layer 1)."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from ..table import Command, Edge, Levels
from . import DELIVERY

Told = Edge | Levels | Command
"""What comes from outside."""


@dataclass(frozen=True, slots=True)
class Late:
    """An edge delivered after its time had been decided on: it takes effect at `t`, its true stamp is the edge's."""

    t: int
    edge: Edge


@dataclass(frozen=True, slots=True)
class Gap:
    """At least one edge, of an unknown line, was lost between the stamps `a` and `b`."""

    a: int
    b: int


Event = Told | Late | Gap

_COMMANDS = ("wrong", "right", "close", "arm", "open")  # at one stamp: what ends a round, then what begins the next


def _key(event: Told | Late) -> tuple[int, int, int, int, int]:
    """The order of events: stamp, commands first, running number; the rest makes it independent of arrival."""
    match event:
        case Command(t, do):
            return t, 0, _COMMANDS.index(do), 0, 0
        case Edge(t, seat, closed, seq):
            return t, 1, -1 if seq is None else seq, seat, closed
        case Late(t, edge):
            return t, 1, -1 if edge.seq is None else edge.seq, edge.seat, edge.closed
        case Levels(t, closed):
            return t, 2, sum(1 << s for s in closed), 0, 0


class Sorter:
    """Holds events back until nothing older can come. `late`: how many came after that all the same: each one is a
    doubt about the box's fairness and worth a notice."""

    def __init__(self) -> None:
        self.late = 0
        self.watermark: int | None = None
        self._heap: list[tuple[tuple[int, int, int, int, int], int, Told | Late]] = []
        self._arrived = 0
        self._late_at = -1

    def push(self, event: Told) -> None:
        """Takes an event in. A late one takes effect at the first instant not decided on; a late reading is void."""
        placed: Told | Late = event
        if self.watermark is not None and event.t <= self.watermark:
            self.late += 1
            match event:
                case Edge():
                    # Each at an instant of its own: a log has no other way to keep their order.
                    self._late_at = max(self.watermark, self._late_at) + 1
                    placed = Late(self._late_at, event)
                case Command():
                    placed = replace(event, t=self.watermark + 1)
                case Levels():
                    return
        heapq.heappush(self._heap, (_key(placed), self._arrived, placed))
        self._arrived += 1

    def pop(self, now: int) -> list[Told | Late]:
        """What is complete at box time `now`: everything up to `now` - DELIVERY, the new watermark, in order."""
        self.watermark = now - DELIVERY if self.watermark is None else max(self.watermark, now - DELIVERY)
        events = []
        while self._heap and self._heap[0][0][0] <= self.watermark:
            events.append(heapq.heappop(self._heap)[2])
        return events

    def drain(self) -> list[Told | Late]:
        """Everything at once, in order: a whole log is complete by nature."""
        return [heapq.heappop(self._heap)[2] for _ in range(len(self._heap))]

    def waiting(self) -> list[Told | Late]:
        """What it still holds, in order."""
        return [event for *_, event in sorted(self._heap)]

    def due(self) -> int | None:
        """The box time at which `pop` will give something; None: it holds nothing."""
        return self._heap[0][0][0] + DELIVERY if self._heap else None


_RESTART = 64  # a number this far below the last one is a source that began anew, not two edges out of order


class Numbers:
    """Watches the running numbers of one source. A number that fails to come is an edge lost between its neighbours;
    a late edge stays lost here, for the order was decided without it."""

    def __init__(self) -> None:
        self._last: Edge | None = None

    def checked(self, events: list[Told | Late]) -> list[Event]:
        """The events, each gap right behind the last edge before it, as far as that one is among them."""
        here = sorted({e.seq for e in events if isinstance(e, Edge) and e.seq is not None})
        gaps: dict[int, Gap] = {}
        last_at = -1
        for index, event in enumerate(events):
            if not isinstance(event, Edge) or event.seq is None:
                continue
            if self._last is not None and self._last.seq is not None:
                last = self._last.seq
                if last - _RESTART <= event.seq <= last:
                    continue
                missing = event.seq - last - 1 - (bisect_left(here, event.seq) - bisect_right(here, last))
                if event.seq > last and missing > 0:
                    gaps[last_at] = Gap(self._last.t, event.t)
            self._last, last_at = event, index
        if not gaps:
            return list(events)
        out: list[Event] = [gaps[-1]] if -1 in gaps else []
        for index, event in enumerate(events):
            out.append(event)
            if index in gaps:
                out.append(gaps[index])
        return out
