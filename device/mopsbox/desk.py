"""The referee's desk: takes edges, readings and commands, gives rulings, owns the lamps, keeps the edge log.

Driven from outside, it knows no clock: desk_thread.py drives it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from . import audit, edgelog
from .edgelog import Header
from .lamps import Lamps
from .referee import DEAD_HEAT, DELIVERY, court
from .referee.lane import Lane, unfinished
from .referee.round import Round
from .referee.sorter import Late, Sorter, Told
from .table import SEATS, Command, Edge, Lamp, Levels, Ruling, Seat

Write = Callable[[list[str]], None]
"""Takes lines of the edge log, in order, without line ends."""


class Desk:
    """`start`: a box time before all events; `held`: buzzers closed at the start; `number`: the source's running number
    before its first edge, None where it may begin anywhere. Not for several threads at once."""

    def __init__(self, lamps: Lamps, start: int = 0, held: Iterable[Seat] = (), number: int | None = None) -> None:
        self._out = lamps
        self._sorter = Sorter()
        self._main = Lane(court.new(SEATS, held, start=start))  # who plays; without a game: everybody
        self._rest: Lane | None = None  # during a game: who does not
        self._read_from: dict[int, int] = {}
        self._last_edge = start - 1
        self._number = number  # of the edges decided on
        self._contacts: dict[Seat, tuple[int, bool]] = dict.fromkeys(held, (start, True))
        self._base: dict[Seat, Lamp] = {}
        self._won: Seat | None = None
        self._shown: dict[Seat, Lamp] | None = None
        self._write: Write | None = None
        self._lines: list[str] = []

    # -- in

    def put(self, event: Told) -> None:
        """An edge, a reading or a command, in any order of stamps."""
        if isinstance(event, Edge) and event.t >= self._contacts.get(event.seat, (event.t, False))[0]:
            self._contacts[event.seat] = (event.t, event.closed)
        self._sorter.push(event)

    def read(self, before: int, after: int, closed: frozenset[Seat]) -> None:
        """All lines were read at once, some time between two stamps. It says something only if no edge fell near."""
        t = after + DEAD_HEAT  # an edge's stamp may be this much later than the change that was read
        while t in self._read_from:  # a second reading of the very same moment
            t += 1
        self._read_from[t] = before
        self._sorter.push(Levels(t, closed))

    def lamps(self, pattern: Mapping[Seat, Lamp]) -> None:
        """The lamps as the game wants them. A winner's light lasts until here; closed contacts shine on top."""
        self._base, self._won = dict(pattern), None
        self.light()

    # -- on

    def step(self, now: int) -> list[Ruling]:
        """Everything that can be ruled at box time `now`, in event time; lamps and log follow at once."""
        rulings = self.decide(now)
        self.light()
        self.flush()
        return rulings

    def decide(self, now: int) -> list[Ruling]:
        """The rulings alone; `light` and `flush` do the rest."""
        events = [e for e in self._sorter.pop(now) if self._trusted(e)]
        watermark = now - DELIVERY
        own = self._main.own(events)
        self._log(own)
        rulings = self._main.run(own, watermark)
        if self._rest is not None:
            others = self._rest.own([e for e in events if not isinstance(e, Command)])
            rulings = sorted(rulings + self._rest.run(others, watermark), key=lambda r: r.t)
        told = max((e.t for e in own if isinstance(e, Command)), default=None)
        if told is not None:
            self._won = None  # the round went on: the winner's light has had its time
        for ruling in rulings:
            if ruling.said == "winner" and (told is None or ruling.t >= told):
                self._won = ruling.seat
        return rulings

    def light(self) -> None:
        """Shows the lamps, if they change."""
        lamps: dict[Seat, Lamp] = {}
        states = {c.seat: c.state for lane in self._lanes() for c in lane.court.channels}
        for seat in SEATS:
            if self._won is not None:
                lamps[seat] = "on" if seat == self._won else "off"
            elif states[seat] == "fault":
                lamps[seat] = "fault"
            elif states[seat] != "idle" or self._moved(seat):
                lamps[seat] = "on"
            else:
                lamps[seat] = self._base.get(seat, "off")
        if lamps != self._shown:
            self._out.show(lamps)
            self._shown = lamps

    def _moved(self, seat: Seat) -> bool:
        """Is the contact closed, or has its last edge not been decided on yet? No lamp flickers with a bounce."""
        t, closed = self._contacts.get(seat, (0, False))
        return closed or t > self._main.court.now

    def flush(self) -> None:
        """Hands the new lines of the edge log on. A log whose writer fails ends; its exception passes through."""
        lines, self._lines = self._lines, []
        write = self._write
        if lines and write is not None:
            self._write = None
            write(lines)
            self._write = write

    def due(self) -> int | None:
        """The box time at which `step` should come next; None: nothing will happen by itself."""
        found = [d for lane in self._lanes() if (d := court.due(lane.court)) is not None]
        times = [d + DELIVERY for d in found]
        if (ready := self._sorter.due()) is not None:
            times.append(ready)
        return min(times) if times else None

    def unresolved(self) -> bool:
        """Is a candidate open, so that the lines should be read again soon?"""
        return any(court.deciding(lane.court) for lane in self._lanes())

    @property
    def late(self) -> int:
        """Events that came after their time had been decided on. Each one is a doubt about the box's fairness."""
        return self._sorter.late

    @property
    def lost(self) -> int:
        """How often, in this game, running numbers were missing: edges of nobody knows which buzzer."""
        return self._main.court.lost

    @property
    def counted(self) -> dict[str, int]:
        """What this game's referee had to doubt, in words."""
        court = self._main.court
        return {"edges late": self.late, "gaps in the count": court.lost, "levels without an edge": court.mended}

    @property
    def closed(self) -> frozenset[Seat]:
        """The contacts that are closed, as far as has been told."""
        return frozenset(seat for seat, (_, closed) in self._contacts.items() if closed and seat in SEATS)

    @property
    def ignored(self) -> int:
        """Verdicts of this game that came while nobody had won."""
        return self._main.court.ignored

    # -- the log of a game

    def start_log(
        self,
        seats: Sequence[Seat],
        seed: int,
        early_penalty_ms: int = 0,
        write: Write | None = None,
        past: tuple[Header, Sequence[Told]] | None = None,
    ) -> None:
        """A game begins: from here on its seats have a court of their own, exactly the one `audit` will make from the
        lines. Those go to `write`, the header first. `past`: what the game's log says so far, if the game goes on; then
        no header is written, and the old header's seats, seed and penalty hold, and who was locked out still is.
        """
        self.stop_log()
        everybody, now = self._main.court, self._main.court.now
        seats = past[0].seats if past else tuple(seats)
        players = [c for c in everybody.channels if c.seat in seats]
        told: list[Told]
        if past is None:
            held = tuple(c.seat for c in players if c.state in ("down", "fault"))
            header = Header(seats, held, early_penalty_ms, seed)
            told = [Command(now, "close"), *unfinished(players)]  # `close` dates the beginning of the log
            lane = Lane(audit.opening(header, told), self._number)
            self._lines = [edgelog.header_line(header)]
        else:
            lane = audit.replayed(*past)
            lane.base = self._number
            now = max(now, lane.court.now + 1)
            told = [Levels(now, frozenset(c.seat for c in players if c.closed))]
        self._main, self._write = lane, write
        others = tuple(c for c in everybody.channels if c.seat not in seats)
        self._rest = Lane(replace(everybody, channels=others, round=Round()))
        in_order: list[Told | Late] = [*sorted(told, key=lambda e: e.t)]
        self._log(in_order)
        lane.run(in_order, now)
        self.flush()

    def stop_log(self) -> None:
        """The game is over: what is still to be decided is written too, and all buzzers are one lane again."""
        if self._rest is None:
            return
        self._log(self._main.own([e for e in self._sorter.waiting() if not isinstance(e, Levels)]))
        self.flush()
        now = self._main.court.now
        self._main.run([*self._main.send_out(now, frozenset())], now)
        lines = sorted((*self._main.court.channels, *self._rest.court.channels), key=lambda c: c.seat)
        self._main = Lane(replace(self._main.court, channels=tuple(lines), round=Round(), penalty=0))
        self._rest = self._write = None

    def _log(self, events: Sequence[Told | Late]) -> None:
        if self._write is None:
            return
        for event in events:
            if isinstance(event, Late):  # logged when it took effect; its number stays lost, as it was for the ruling
                event = Edge(event.t, event.edge.seat, event.edge.closed)
            self._lines.append(edgelog.line(event))

    def _lanes(self) -> list[Lane]:
        return [self._main] if self._rest is None else [self._main, self._rest]

    def _trusted(self, event: Told | Late) -> bool:
        """False: a reading so near an edge that nobody knows which came first."""
        match event:
            case Edge(t, seq=seq) | Late(edge=Edge(t, seq=seq)):
                self._last_edge = max(self._last_edge, t)
                if seq is not None:
                    self._number = max(self._number or 0, seq)
            case Levels(t, closed):
                if self._last_edge >= self._read_from.pop(t, t + 1):
                    return False
                for seat in SEATS:
                    self._contacts[seat] = (t, seat in closed)
        return True
