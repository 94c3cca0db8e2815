"""The referee's desk: takes edges, readings and commands, gives rulings, owns the lamps, keeps the edge log.

`Desk` is driven from outside and knows no clock; `DeskThread` drives one in a thread of its own, so that no slow
frame, sound or disk delays a decision or a lamp.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue

from . import audit, edgelog
from .edgelog import Header
from .lamps import Lamps
from .referee import DEAD_HEAT, DELIVERY, court
from .referee.lane import Lane, unfinished
from .referee.round import Round
from .referee.sorter import Late, Sorter, Told
from .table import MS, SEATS, SECOND, Command, Edge, Lamp, Levels, Order, Ruling, Seat

Write = Callable[[list[str]], None]
"""Takes lines of the edge log, in order, without line ends."""


class Desk:
    """`start`: a box time before all events; `held`: buzzers closed at the start. Not for several threads at once."""

    def __init__(self, lamps: Lamps, start: int = 0, held: Iterable[Seat] = ()) -> None:
        self._out = lamps
        self._sorter = Sorter()
        self._main = Lane(court.new(SEATS, held, start=start))  # who plays; without a game: everybody
        self._rest: Lane | None = None  # during a game: who does not
        self._read_from: dict[int, int] = {}
        self._last_edge = start - 1
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
        for ruling in rulings:
            if ruling.said == "winner":
                self._won = ruling.seat
        return rulings

    def light(self) -> None:
        """Shows the lamps, if they change."""
        lamps: dict[Seat, Lamp] = {}
        bouncing = {c.seat for lane in self._lanes() for c in lane.court.channels if c.state == "candidate"}
        for seat in SEATS:
            if self._won is not None:
                lamps[seat] = "on" if seat == self._won else "off"
            elif seat in bouncing or self._contacts.get(seat, (0, False))[1]:
                lamps[seat] = "on"
            else:
                lamps[seat] = self._base.get(seat, "off")
        if lamps != self._shown:
            self._out.show(lamps)
            self._shown = lamps

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
        no header is written, and the old header's seats, seed and penalty hold.
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
            lane = Lane(audit.opening(header, told))
            self._lines = [edgelog.header_line(header)]
        else:
            lane = audit.replayed(*past)
            now = max(now, lane.court.now + 1)
            told = [Command(now, "close"), Levels(now, frozenset(c.seat for c in players if c.closed))]
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
            case Edge(t) | Late(edge=Edge(t)):
                self._last_edge = max(self._last_edge, t)
            case Levels(t, closed):
                if self._last_edge >= self._read_from.pop(t, t + 1):
                    return False
                for seat in SEATS:
                    self._contacts[seat] = (t, seat in closed)
        return True


_READ_AGAIN = 5 * MS  # while a candidate is open (facts/timing.md D)
_HEARTBEAT = SECOND  # the longest sleep
_AFTER_FAULT = 20 * MS  # a part that fails again and again must not take the processor


class DeskThread:
    """A desk in a thread of its own; its methods may be called from any other.

    `clock`: box time. `deliver`: takes rulings, in the desk's thread, and must not block. `fault`: takes one sentence
    whenever something fails; the desk goes on all the same. `read_levels`: reads all lines at once and gives the closed
    ones, or None when it cannot.
    """

    def __init__(
        self,
        desk: Desk,
        clock: Callable[[], int],
        deliver: Callable[[list[Ruling]], None],
        fault: Callable[[str], None],
        read_levels: Callable[[], frozenset[Seat] | None] | None = None,
    ) -> None:
        self._desk, self._clock, self._deliver, self._fault = desk, clock, deliver, fault
        self._read_levels = read_levels
        self._inbox: SimpleQueue[Told | Callable[[], None] | None] = SimpleQueue()
        self._beat = self._last_read = self._not_before = clock()
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread once it has done what it was told so far."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def alive(self) -> bool:
        """Has the desk lately been seen to work?"""
        return self._thread.is_alive() and self._clock() - self._beat < 3 * _HEARTBEAT

    def put(self, event: Told) -> None:
        self._inbox.put(event)

    def command(self, do: Order) -> int:
        """Stamps an order and puts it on the desk in one go; gives the stamp."""
        t = self._clock()
        self._inbox.put(Command(t, do))
        return t

    def lamps(self, pattern: Mapping[Seat, Lamp]) -> None:
        kept = dict(pattern)
        self._inbox.put(lambda: self._desk.lamps(kept))

    def start_log(
        self,
        seats: Sequence[Seat],
        seed: int,
        early_penalty_ms: int = 0,
        write: Write | None = None,
        past: tuple[Header, Sequence[Told]] | None = None,
    ) -> None:
        """As Desk.start_log; `write` is called in the desk's thread."""
        self._inbox.put(lambda: self._desk.start_log(seats, seed, early_penalty_ms, write, past))

    def stop_log(self) -> None:
        """As Desk.stop_log; returns when the last line has been handed to `write`."""
        done = threading.Event()

        def stop() -> None:
            try:
                self._desk.stop_log()
            finally:
                done.set()

        self._inbox.put(stop)
        if self._thread.is_alive():
            done.wait(timeout=2)

    # -- in the thread

    def _run(self) -> None:
        going = True
        while going:
            batch: list[Told | Callable[[], None] | None] = []
            with suppress(Empty):
                batch.append(self._inbox.get(timeout=self._patience()))
            now = self._beat = self._clock()  # before the rest is taken out, so that nothing delivered by now is missed
            with suppress(Empty):
                while True:
                    batch.append(self._inbox.get_nowait())
            edges = False
            for item in batch:
                if item is None:
                    going = False
                elif callable(item):
                    self._safely(item)
                else:
                    self._desk.put(item)
                    edges = edges or isinstance(item, Edge)
            self._safely(lambda now=now: self._rule(now))  # type: ignore[misc]
            self._safely(self._desk.light)
            self._safely(self._desk.flush)
            if self._read_levels and (edges or (self._desk.unresolved() and now - self._last_read >= _READ_AGAIN)):
                self._safely(self._read)

    def _patience(self) -> float:
        """Seconds to sleep, as long as nothing comes in."""
        now = self._clock()
        until = now + _HEARTBEAT
        if (due := self._desk.due()) is not None:
            until = min(until, due)
        if self._read_levels and self._desk.unresolved():
            until = min(until, self._last_read + _READ_AGAIN)
        return max(0, max(until, self._not_before) - now) / SECOND

    def _rule(self, now: int) -> None:
        if rulings := self._desk.decide(now):
            self._safely(self._desk.light)  # the winner's lamp waits for nobody
            self._deliver(rulings)

    def _read(self) -> None:
        assert self._read_levels
        before = self._last_read = self._clock()
        closed = self._read_levels()
        if closed is not None:
            self._desk.read(before, self._clock(), closed)

    def _safely(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            self._not_before = self._clock() + _AFTER_FAULT
            self._fault(f"the referee's desk: {type(error).__name__}: {error}")
