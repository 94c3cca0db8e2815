"""Real buzzers and menu buttons: a gpiozero-style device that reads all of them with the kernel's own stamps.

A thread sleeps until a line moves and hands on what moved. Whoever decides may call `catch_up` first and then knows
that everything the kernel has stamped is on the desk: a slow thread here makes nobody late.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gpiozero import Device

from ..places import NoGpio
from ..table import NOBODY, SECOND, Button, Edge, Fault, Seat
from ..wiring import Wiring
from .contacts import Contacts
from .lines import KernelLines, Lines, PinLines

RETRY_S = 1.0  # between two attempts to get lines that are gone or held by somebody else
AFTER_FAULT_S = 0.02  # a part that fails again and again must not take the processor
STORM_S, STORM_EDGES = 0.01, 32  # so many edges in so long: no finger does that
STORM_PAUSE_S = 0.002  # then the reader lets more of them come together: the kernel's queue holds far more

Told = Edge | Button | Fault


class GpioInputs(Device):  # type: ignore[misc]
    """`wiring`: which pins. `factory`: pins.GpiodFactory, or any gpiozero factory with monotonic ticks. `offset`: box
    time minus machine time, ns. `deliver`: takes what happened, in the thread of the reader or of `catch_up`; it must
    not block. `log`: takes one sentence for whoever reads the log.

    Lines that cannot be had are told of (Fault "gpio", or "pin n" for a single one) and asked for again every second;
    the others work meanwhile. Raises gpiozero's GPIOPinInUse when this program uses one of the pins already.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: Any,
        offset: int,
        deliver: Callable[[Sequence[Told]], None],
        log: Callable[[str], None],
    ) -> None:
        self._pins: tuple[int, ...] = ()
        super().__init__(pin_factory=factory)
        self._wiring, self._offset, self._deliver, self._log = wiring, offset, deliver, log
        self._names = wiring.names()
        self._seats = {contact.pin: seat for seat, contact in wiring.buzzers.items()}
        self._wanted = {c.pin: c for c in (*wiring.buzzers.values(), *wiring.buttons.values())}
        factory.reserve_pins(self, *self._wanted)
        self._pins = tuple(self._wanted)
        self._lock = threading.RLock()  # one reader at a time, and what it read is on the desk before the next one
        self._lines: Lines | None = None
        self._contacts = Contacts(wiring, offset)
        self._base, self._top = 0, 0  # running numbers go on when the kernel's count begins anew
        self._missing: dict[int, str] = {}  # lines somebody else holds, and who
        self._faults: set[str] = set()
        self._retry_at: float | None = None
        self._stopped = threading.Event()
        self._rest_s: float | None = None
        self.beats = 0
        """How many turns the reader has made: while it lives it grows at least once in `rests_at_most`."""
        self.dropped = self._thinned = self._heard = 0
        self._heard_since = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="buzzers", daemon=True)
        self._open()

    # -- for everybody

    def start(self) -> None:
        """Begin to hand on what moves. What moved since the lines were opened comes first."""
        self._thread.start()

    def rests_at_most(self, seconds: float) -> None:
        """Before the start: somebody watches whether the reader turns, also when nothing moves."""
        self._rest_s = seconds

    def alive(self) -> bool:
        return self._thread.is_alive()

    def catch_up(self) -> None:
        """Deliver everything the kernel has stamped so far. From any thread."""
        with self._lock:
            if self._lines is not None:
                self._read(self._lines)

    def levels(self) -> frozenset[Seat] | None:
        """The buzzers that are closed now, all read at once; None when they cannot be read. From any thread."""
        with self._lock:
            if self._lines is None:
                return None
            try:
                return self._contacts.seats(self._lines.closed())
            except OSError as error:
                self._lost(error)
                return None

    @property
    def counted(self) -> dict[str, int]:
        """What this source left out or lost itself, in words."""
        return {"edges thinned out": self._thinned + self._contacts.thinned, "edges not delivered": self.dropped}

    @property
    def value(self) -> tuple[int, ...]:
        """1 for every closed buzzer, by seat."""
        closed = self.levels() or frozenset()
        return tuple(int(seat in closed) for seat in self._wiring.buzzers)

    @property
    def closed(self) -> bool:
        return not self._pins

    def close(self) -> None:
        """Give the lines back."""
        if not self._pins:
            return
        self._stopped.set()
        with self._lock:
            if self._lines is not None:
                self._lines.wake()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=2)
        with self._lock:
            self._drop()
        self.pin_factory.release_pins(self, *self._pins)
        self._pins = ()
        super().close()

    # -- the lines

    def _open(self) -> None:
        """Ask for the lines: all of them, or those nobody else holds."""
        missing: dict[int, str] = {}
        source = KernelLines if self._kernel else PinLines
        try:
            missing = self._held_elsewhere(self._wanted)
            free = {pin: contact for pin, contact in self._wanted.items() if pin not in missing}
            if released := self._contacts.let_go(time.monotonic_ns()):
                self._deliver(released)
            self._count_on()
            if free:
                self._lines = source(self.pin_factory, free)
                self._thinned += self._contacts.thinned
                self._contacts = Contacts(self._wiring, self._offset, self._lines.closed())
            self._say("gpio", "", "")
        except NoGpio as fault:
            self._say("gpio", fault.word, str(fault))
        except OSError as error:
            self._lost(error)
        self._tell_missing(missing)
        self._retry_at = time.monotonic() + RETRY_S if missing or self._lines is None else None

    def _count_on(self) -> None:
        """The source counts from 1; our numbers go on. One is left out if lines were gone: while nobody looked,
        anything may have happened. The present number is told, so that the first edge too can be missed."""
        self._base = self._top = self._top + 2 if self._top else 1
        self._deliver([Edge(time.monotonic_ns() + self._offset, NOBODY, False, self._base)])

    @property
    def _kernel(self) -> bool:
        """Does the factory give line requests, so that one queue has all edges?"""
        return hasattr(self.pin_factory, "request")

    def _held_elsewhere(self, wanted: Iterable[int]) -> dict[int, str]:
        if not self._kernel:
            return {}
        return {pin: holder for pin in wanted if (holder := self.pin_factory.holder(pin))}

    def _try_again(self) -> None:
        """Lines are missing: is that over? As long as some work, they are not given up for one that is still held."""
        with self._lock:
            self._retry_at = time.monotonic() + RETRY_S
            try:
                still = len(self._held_elsewhere(self._missing))
            except NoGpio:
                still = 0
            if self._lines is None or still < len(self._missing):
                self._drop()
                self._open()

    def _tell_missing(self, missing: dict[int, str]) -> None:
        for pin, holder in missing.items():
            sentence = f"{self._names[pin]}: GPIO {pin} is held by {holder}; stop that program, it is tried again"
            self._say(f"pin {pin}", "gpio-busy", sentence, self._seats.get(pin))
        for pin in self._missing.keys() - missing.keys():
            self._say(f"pin {pin}", "", "")
        self._missing = missing

    def _drop(self) -> None:
        if self._lines is not None:
            lines, self._lines = self._lines, None
            with suppress(OSError):
                lines.close()

    def _lost(self, error: OSError) -> None:
        self._drop()
        self._retry_at = time.monotonic() + RETRY_S
        self._say("gpio", "gpio-lost", f"the buzzers' lines are gone ({error.strerror or error}); they are tried again")

    # -- in the thread

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                self.beats += 1
                try:
                    self._turn()
                except Exception as error:  # whatever it is, buzzers must not go dead in silence
                    self._failed(error)
        finally:
            if not self._stopped.is_set():
                self._say("reader", "reader-dead", "the thread that reads the buzzers has ended; start the box again")

    def _turn(self) -> None:
        if self._retry_at is not None and time.monotonic() >= self._retry_at:
            self._try_again()
        lines, times = self._lines, [t for t in (self._retry_at, self._settles()) if t is not None]
        timeout = max(0.0, min(times) - time.monotonic()) if times else None
        if self._rest_s is not None:
            timeout = self._rest_s if timeout is None else min(timeout, self._rest_s)
        if lines is None:
            self._stopped.wait(timeout)
        else:
            lines.wait(timeout)
            self.catch_up()
            if self._storms():  # whoever decides catches up by itself and waits for nobody here
                self._stopped.wait(STORM_PAUSE_S)

    def _storms(self) -> bool:
        return self._heard > STORM_EDGES and time.monotonic() - self._heard_since < STORM_S + STORM_PAUSE_S

    def _hear(self, moves: int) -> None:
        """Counts the edges of the last STORM_S."""
        now = time.monotonic()
        if now - self._heard_since > STORM_S:
            self._heard, self._heard_since = 0, now
        self._heard += moves

    def _settles(self) -> float | None:
        due = self._contacts.due()
        return None if due is None else due / SECOND

    def _read(self, lines: Lines) -> None:
        try:
            moves = lines.read()
            self._hear(len(moves))
            told: list[Told] = [*self._contacts.take(moves)]
            due, now = self._contacts.due(), time.monotonic_ns()
            if due is not None and due <= now:
                closed = lines.closed()
                told += self._contacts.take(lines.read())  # first what moved before the levels were read
                told += self._contacts.settled(now, closed)
        except OSError as error:
            self._lost(error)
            return
        if due is not None and threading.current_thread() is not self._thread:
            lines.wake()  # the reader may sleep on: what should have woken it has been read here
        if not told:
            return
        try:
            self._deliver([self._numbered(each) for each in told])
        except Exception:
            self.dropped += len(told)  # their numbers are missing now: the referee will doubt, not guess
            raise

    def _numbered(self, told: Told) -> Told:
        if not isinstance(told, Edge) or told.seq is None:
            return told
        seq = self._base + told.seq
        self._top = max(self._top, seq)
        return replace(told, seq=seq)

    # -- what goes wrong

    def _failed(self, error: Exception) -> None:
        with suppress(Exception):
            self._log(f"reading the buzzers: {type(error).__name__}: {error}")
        self._stopped.wait(AFTER_FAULT_S)

    def _say(self, source: str, word: str, sentence: str, seat: Seat | None = None) -> None:
        """Tell the table, once each time it changes."""
        if bool(word) == (source in self._faults):
            return
        self._faults ^= {source}
        with suppress(Exception):
            self._deliver([Fault(time.monotonic_ns() + self._offset, source, word, seat)])
        if word:
            with suppress(Exception):
                self._log(sentence)
