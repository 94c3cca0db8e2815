"""Who drives the referee's desk: a thread of its own, so that no slow frame, sound or disk delays a decision or a lamp;
or, in virtual time, the loop itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue

from .desk import Desk, Write
from .edgelog import Header
from .referee import DELIVERY, VALIDATE
from .referee.sorter import Told
from .table import MS, SECOND, Command, Edge, Lamp, Order, Ruling, Seat

_READ_AGAIN = 5 * MS  # while a candidate is open (facts/timing.md D)
_HEARTBEAT = SECOND  # the longest sleep
_AFTER_FAULT = 20 * MS  # a part that fails again and again must not take the processor
_RULED = DELIVERY + VALIDATE  # a press older than that has been ruled on
_ASK_AGAIN = 4 * MS  # a source that knows more wakes the desk; should it not, it is asked again


@dataclass(frozen=True, slots=True)
class _After:
    t: int
    do: Callable[[], None]


class DeskInline:
    """The desk without a thread, at the loop's own clock: whoever turns the loop calls `desk.step`."""

    def __init__(self, desk: Desk, clock: Callable[[], int]) -> None:
        self._desk, self._clock = desk, clock
        self.put, self.lamps = desk.put, desk.lamps
        self.start_log, self.stop_log = desk.start_log, desk.stop_log

    def alive(self) -> bool:
        return True

    @property
    def late(self) -> int:
        return self._desk.late

    @property
    def lost(self) -> int:
        return self._desk.lost

    def command(self, do: Order, out: frozenset[Seat] = frozenset()) -> int:
        """Stamps an order and puts it on the desk; gives the stamp."""
        t = self._clock()
        self._desk.put(Command(t, do, out))
        return t


class DeskThread:
    """A desk in a thread of its own; its methods may be called from any other.

    `clock`: box time. `deliver`: takes rulings, in the desk's thread, and must not block. `fault`: takes one sentence
    whenever something fails; the desk goes on all the same. `read_levels`: reads all lines at once and gives the closed
    ones, or None when it cannot. `catch_up`: puts everything on the desk that has a stamp by now (GpioInputs.catch_up),
    so that an edge is not late because a thread was. `known`: for a source that cannot be caught up with, the box time
    up to which everything is on the desk: nothing later is decided on. `ask`: has it know more, and `wake` the desk.
    """

    def __init__(
        self,
        desk: Desk,
        clock: Callable[[], int],
        deliver: Callable[[list[Ruling]], None],
        fault: Callable[[str], None],
        read_levels: Callable[[], frozenset[Seat] | None] | None = None,
        catch_up: Callable[[], None] | None = None,
        known: Callable[[], int] | None = None,
        ask: Callable[[], None] = lambda: None,
    ) -> None:
        self._desk, self._clock, self._deliver, self._fault = desk, clock, deliver, fault
        self._read_levels, self._catch_up = read_levels, catch_up
        self._known, self._ask = known, ask
        self._inbox: SimpleQueue[Told | _After | Callable[[], None] | None] = SimpleQueue()
        self._after: list[_After] = []
        self._ruled = 0  # everything delivered by then is decided on
        self._beat = self._last_read = self._not_before = clock()
        self._longest = _HEARTBEAT
        self.beats = 0
        """How many turns it has made: of a desk that lives it grows at least once in `rests_at_most`."""
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def rests_at_most(self, seconds: float) -> None:
        """Before the start: somebody watches whether it turns, also when there is nothing to do."""
        self._longest = min(_HEARTBEAT, round(seconds * SECOND))

    def stop(self) -> None:
        """Ends the thread once it has done what it was told so far."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def alive(self) -> bool:
        """Has the desk lately been seen to work?"""
        return self._thread.is_alive() and self._clock() - self._beat < 3 * _HEARTBEAT

    @property
    def late(self) -> int:
        """How many events came too late to be decided on in their turn (Desk.late)."""
        return self._desk.late

    @property
    def lost(self) -> int:
        """As Desk.lost."""
        return self._desk.lost

    @property
    def counted(self) -> dict[str, int]:
        """As Desk.counted."""
        return self._desk.counted

    def put(self, event: Told) -> None:
        self._inbox.put(event)

    def wake(self) -> None:
        """The source knows more now."""
        self._inbox.put(lambda: None)

    def after(self, t: int, do: Callable[[], None]) -> None:
        """Has this done, in the desk's thread, once what was put here is ruled on up to `t` and before anything later
        is: a buzzer, OK and another buzzer are heard in this order, however late all were read. A desk that has died
        holds nothing up."""
        if self._thread.ident is None or self._thread.is_alive():
            self._inbox.put(_After(t, do))
        else:
            do()

    def command(self, do: Order, out: frozenset[Seat] = frozenset()) -> int:
        """Stamps an order and puts it on the desk in one go; gives the stamp."""
        t = self._clock()
        self._inbox.put(Command(t, do, out))
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
        self._going = True
        while self._going:
            try:
                self._turn()
            except Exception as error:  # whatever it is, buzzers must not go dead in silence
                self._failed(error)

    def _turn(self) -> None:
        batch: list[Told | _After | Callable[[], None] | None] = []
        with suppress(Empty):
            batch.append(self._inbox.get(timeout=self._patience()))
        self.beats += 1
        now = self._beat = self._clock()  # before the rest is taken out, so that nothing delivered by now is missed
        if self._catch_up:
            self._safely(self._catch_up)
        complete = now if self._known is None else min(now, self._known() + DELIVERY)
        with suppress(Empty):
            while True:
                batch.append(self._inbox.get_nowait())
        news = False
        for item in batch:
            if item is None:
                self._going = False
            elif isinstance(item, _After):
                self._after.append(item)
            elif callable(item):
                self._safely(item)
            else:
                self._desk.put(item)
                news = news or isinstance(item, Edge)
        while self._after and self._after[0].t + _RULED <= complete:
            after = self._after.pop(0)
            self._safely(partial(self._rule, after.t + _RULED))
            self._safely(after.do)
        self._safely(partial(self._rule, complete))
        self._asks(now, complete)
        self._safely(self._desk.light)
        self._safely(self._desk.flush)
        again = news or (self._desk.unresolved() and now - self._last_read >= _READ_AGAIN)
        if self._read_levels and (again or now - self._last_read >= _HEARTBEAT):
            self._safely(partial(self._read, again))

    def _patience(self) -> float:
        """Seconds to sleep, as long as nothing comes in."""
        now = self._clock()
        until = now + self._longest
        if (due := self._desk.due()) is not None:
            until = min(until, due)
        if self._read_levels and self._desk.unresolved():
            until = min(until, self._last_read + _READ_AGAIN)
        if self._after:
            until = min(until, self._after[0].t + _RULED)
        return max(0, max(until, self._not_before) - now) / SECOND

    def _asks(self, now: int, complete: int) -> None:
        """Where something is owed that the source has not vouched for, it is asked to; until then the desk rests."""
        due = self._desk.due()
        owed = self._after or (due is not None and due <= now)
        if owed and complete < now:
            self._ask()
            self._not_before = max(self._not_before, now + _ASK_AGAIN)

    def _rule(self, now: int) -> None:
        if now <= self._ruled:
            return
        self._ruled = now
        if rulings := self._desk.decide(now):
            self._safely(self._desk.light)  # the winner's lamp waits for nobody
            self._deliver(rulings)

    def _read(self, keep: bool) -> None:
        """`keep`: what is read is worth telling whatever it says; now and then it is only if it is news."""
        assert self._read_levels
        before = self._last_read = self._clock()
        closed = self._read_levels()
        if closed is not None and (keep or closed != self._desk.closed):
            self._desk.read(before, self._clock(), closed)

    def _safely(self, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self._not_before = self._clock() + _AFTER_FAULT
        with suppress(Exception):
            self._fault(f"the referee's desk: {type(error).__name__}: {error}")
