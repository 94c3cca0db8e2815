"""The buzzer hub on USB: finds it, reads it, lights its lamps, and finds it again. One thread does all of that; what
the frames mean is hublink's.

Whoever decides asks `known` first: everything the hub stamped up to there is on the desk. `ask` has it know more soon.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..firmware import hubproto
from ..glow import lit, next_change
from ..table import SEATS, SECOND, Edge, Fault, Lamp, Seat
from . import hublink, hubport
from .hublink import Doubt, Ended, Known, Link, Moved, Outcome, Say, Up
from .hubport import Found, NoPort, Port

RESCAN_S = 0.5
RELIGHT = 2 * SECOND  # a frame for the lamps may get lost
LONGEST_S = 0.5  # asleep
FLOOD, FLOOD_WITHIN = 1 << 16, SECOND // 10  # so many bytes in so long: no fingers do that
FRAMES = 2000  # nor so many frames in a second: the hub itself can say some hundreds
MINUTE = 60 * SECOND  # so long a lamp is shown already: it breathes by steps, not by PWM (glow.py)

SAID: Mapping[str, str] = {
    "silent": "the board on {} is no buzzer hub: put its program on it (mopsbox flash), or unplug it",
    "other-protocol": "the hub on {} speaks protocol {}, this box {}: put this version's program on it (mopsbox flash)",
    "wrong-clock": "the hub on {} runs at {} Hz, at which it cannot stamp: reset it, then mopsbox flash",
    "gone": "the hub on {} is gone; plug it in again (a cable for data, not only for power), it is looked for",
    "flood": "the board on {} sends without an end: unplug it; if it is the hub, mopsbox flash",
}
WORDS = {"silent": "hub-silent", "other-protocol": "hub-other", "wrong-clock": "hub-clock", "gone": "hub-lost"}


class HubInputs:
    """`clock`: box time, ns. `deliver`: takes what happened, in this thread; it must not block. `wake`: ends a sleep of
    whoever waits for `known`. `log`: takes one sentence. `name`: the port to use, "": whichever has a hub. `ports`:
    lists them, `opened`: opens one (hubport)."""

    def __init__(
        self,
        clock: Callable[[], int],
        deliver: Callable[[Sequence[Edge | Fault]], None],
        wake: Callable[[], None],
        log: Callable[[str], None],
        name: str = "",
        ports: Callable[[], Iterable[Any]] = hubport.listed,
        opened: Callable[[str], Port] = hubport.opened,
    ) -> None:
        self._clock, self._deliver, self._wake, self._log = clock, deliver, wake, log
        self._name, self._ports, self._opened = name, ports, opened
        self._port: Port | None = None
        self._at = Found("")
        self._link: Link | None = None
        self._splitter = hubproto.Splitter()
        self._written = 0
        self._refused: dict[Found, str] = {}
        self._word = ""  # what the table was told last
        self._number = 0
        self._doubted = False
        self._closed: frozenset[Seat] = frozenset()
        self._known: int | None = None  # None: nothing can come, so everything is known
        self._wanted = threading.Event()  # more is to be known
        self._awaited = False  # and somebody sleeps until it is
        self._lamps: Mapping[Seat, Lamp] = {}
        self._lit, self._lit_at, self._relight = -1, 0, 0
        self._heard, self._heard_since = 0, 0
        self._frames, self._frames_since = 0, 0
        self._lost = self._noise = 0
        self._two = False  # another board is plugged in
        self._stopped = threading.Event()
        self.beats = 0  # turns of the thread, which never sleeps longer than LONGEST_S
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    # -- from any thread

    def start(self) -> None:
        self._thread.start()

    def alive(self) -> bool:
        return self._thread.is_alive()

    @property
    def up(self) -> bool:
        """Is a hub there that can be believed?"""
        return self._known is not None

    def known(self) -> int:
        """Everything that happened up to this box time has been delivered."""
        known = self._known
        return self._clock() if known is None else known

    def ask(self) -> None:
        """`known` is to grow as soon as possible; then `wake` is called."""
        self._awaited = True
        self._wanted.set()
        self._stir()

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """The lamps as they are to be from now on (lamps.py)."""
        self._lamps = dict(lamps)
        self._stir()

    @property
    def counted(self) -> dict[str, int]:
        """What this source lost, in words."""
        return {"times the hub was not sure": self._lost, "pieces of noise from it": self._noise + self._splitter.bad}

    def close(self) -> None:
        """All lamps dark, and the port is somebody else's."""
        self._stopped.set()
        self._stir()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def _stir(self) -> None:
        if port := self._port:
            with suppress(Exception):  # closed just now: nobody sleeps there
                port.cancel_read()

    # -- in the thread

    def _run(self) -> None:
        while not self._stopped.is_set():
            self.beats += 1
            try:
                if self._port is None:
                    self._look_for_it()
                else:
                    self._turn(self._port)
            except OSError as error:  # unplugged: reading or writing says so (serial.SerialException is one)
                self._ended(Ended("gone"), str(error))
            except Exception as error:  # whatever it is, buzzers must not go dead in silence
                with suppress(Exception):
                    self._log(f"the hub: {type(error).__name__}: {error}")
                with suppress(Exception):
                    self._gone()
                self._stopped.wait(RESCAN_S)
        if self.up:  # nobody else is told anything
            with suppress(Exception):
                self._say(Say("l", (0,)))
        self._drop()

    def _turn(self, port: Port) -> None:
        assert self._link
        now = self._clock()
        if self._wanted.is_set():
            self._wanted.clear()
            self._step(hublink.asked(self._link, now))
        self._light(now)
        until = min(hublink.due(self._link), self._lit_at)
        port.timeout = min(LONGEST_S, max(0.0, until - self._clock()) / SECOND)
        data = port.read(1)
        now = self._clock()
        if data:
            data += port.read(port.in_waiting)
            self._hear(data, now)
        if self._link and now >= hublink.due(self._link):
            self._step(hublink.tick(self._link, now))

    def _hear(self, data: bytes, now: int) -> None:
        if now - self._heard_since > FLOOD_WITHIN:
            self._heard, self._heard_since = 0, now
        self._heard += len(data)
        frames = self._splitter.feed(data)
        self._count_frames(len(frames), now)
        if self._heard > FLOOD or self._frames > FRAMES:
            self._refuse("flood", "hub-silent")
            return
        for frame in frames:
            if self._link is None:
                return
            self._step(hublink.heard(self._link, frame, now))

    def _count_frames(self, n: int, now: int) -> None:
        """Those of this second."""
        if now - self._frames_since > SECOND:
            self._frames, self._frames_since = 0, now
        self._frames += n

    def _step(self, step: hublink.Step) -> None:
        self._link, outs = step
        self._do(outs)

    def _do(self, outs: Iterable[Outcome]) -> None:
        """First all is told, then something may be said: a port that breaks in the middle takes nothing along."""
        told: list[Edge | Fault] = []
        says: list[Say] = []
        for out in outs:
            match out:
                case Say():
                    says.append(out)
                case Up():
                    told += self._came_up(out)
                case Moved():
                    told.append(self._numbered(out.t, out.seat, out.closed))
                    self._closed = self._closed | {out.seat} if out.closed else self._closed - {out.seat}
                case Doubt():
                    self._doubt()
                case Known():
                    known = max(out.t, (self._known or 0) + 1)
                    if self._doubted:
                        told += self._restated(known)
                    self._send(told)
                    told, self._known = [], known
                    if self._awaited:
                        self._awaited = False
                        self._wake()
                case Ended():
                    self._send(told)
                    self._ended(out)
                    return
        self._send(told)
        for say in says:
            self._say(say)

    def _send(self, told: Sequence[Edge | Fault]) -> None:
        if told:
            self._deliver(told)

    def _numbered(self, t: int, seat: Seat, closed: bool) -> Edge:
        self._number, self._doubted = self._number + 1, False
        return Edge(t, seat, closed, self._number)

    def _came_up(self, up: Up) -> list[Edge | Fault]:
        """Who is pressed now has pressed nobody knows when: that counts from the next press on. Without a hub time went
        on by itself: nothing is told of before now."""
        now, doubted = self._clock(), self._doubted or bool(self._closed - up.closed)
        self._closed = self._closed & up.closed
        self._known, self._lit = now, -1
        hello, line = up.hello, self._link and self._link.line
        self._log(
            f"hub {hello.uid} on {self._at.device}: firmware {hello.fw}, MicroPython {hello.mpy}, {hello.chip}; "
            f"its clock is known to {(line.doubt if line else 0) // 1000} us"
        )
        return [*(self._restated(now + 1) if doubted else ()), *self._news(""), *self._others()]

    def _restated(self, t: int) -> list[Edge]:
        """After a doubt, how every contact is: the missing number shows before anything is decided on, and who presses
        from here on is not in doubt any more."""
        return [self._numbered(t, seat, seat in self._closed) for seat in SEATS]

    def _others(self) -> list[Edge | Fault]:
        """The others' buzzers would press in vain."""
        rest = [p for p in hubport.candidates(self._name, self._ports) if p != self._at and p not in self._refused]
        was, self._two = self._two, bool(rest)
        if was == self._two:
            return []
        if not rest:
            return [Fault(self._clock(), "hub-two", "")]
        others = ", ".join(port.device for port in rest)
        self._log(f"this box uses the hub on {self._at.device}, not {others}: unplug that, or name one (buzzers.port)")
        return [Fault(self._clock(), "hub-two", "hub-two")]

    def _say(self, say: Say) -> None:
        if self._port:
            self._port.write(hubproto.encode(say.kind, self._written, list(say.values)))
            self._written += 1

    def _light(self, now: int) -> None:
        """Its lamps are on or off: no PWM over USB."""
        since, again = now - MINUTE, now >= self._relight
        mask, changes = 0, []
        for seat, lamp in self._lamps.items():
            mask |= (lit(lamp, seat, now, since) >= 0.5) << seat - 1
            if (change := next_change(lamp, seat, now, since)) is not None:
                changes.append(change)
        if again:
            self._relight = now + RELIGHT
            if self._two:  # is the other one still there?
                self._send(self._others())
        if self.up and (mask != self._lit or again):
            self._say(Say("l", (mask,)))
            self._lit = mask
        self._lit_at = min([self._relight, *changes])

    # -- finding it

    def _look_for_it(self) -> None:
        found = hubport.candidates(self._name, self._ports)
        self._refused = {port: word for port, word in self._refused.items() if port in found}
        fresh = [port for port in found if port not in self._refused]
        word = [*self._refused.values(), "hub-lost"][0]
        for at in sorted(fresh, key=lambda port: not self._is_known(port)):
            try:
                self._port, self._at = self._opened(at.device), at
                break
            except NoPort as why:
                if self._word != why.word:
                    self._log(str(why))
                word = why.word
        if self._port is None:
            self._tell(word)
            self._stopped.wait(RESCAN_S)
            return
        self._noise += self._splitter.bad
        self._splitter, self._heard, self._frames = hubproto.Splitter(), 0, 0
        now, nonce = self._clock(), random.getrandbits(31) + 1
        before = self._link if self._is_known(self._at) else None
        if before is None and self._link is not None:
            self._doubt()  # another board: what the last one has not said, nobody will say
        self._step(hublink.reopened(before, now, nonce) if before else hublink.opened(now, nonce))

    def _is_known(self, port: Found) -> bool:
        """Is it where, or what, the last hub was?"""
        link = self._link
        return link is not None and link.hello is not None and (port == self._at or port.serial == link.hello.uid)

    def _ended(self, ended: Ended, detail: str = "") -> None:
        if ended.why == "gone":
            self._log(SAID["gone"].format(self._at.device) + (f" ({detail})" if detail else ""))
            self._gone()
            self._stopped.wait(RESCAN_S / 5)
            return
        self._refuse(ended.why, WORDS[ended.why], ended.detail)

    def _refuse(self, why: str, word: str, detail: int = 0) -> None:
        self._log(SAID[why].format(self._at.device, detail, hubproto.PROTO))
        self._refused[self._at] = word
        if self.up:
            self._doubt()
        self._drop()
        self._link = None
        self._tell(word)

    def _gone(self) -> None:
        self._drop()
        self._tell("hub-lost")

    def _doubt(self) -> None:
        self._number, self._doubted = self._number + 1, True
        self._lost += 1

    def _drop(self) -> None:
        """Without a hub no contact is closed: nothing may go on by itself because somebody held a buzzer just then."""
        port, self._port, self._known = self._port, None, None
        if port is not None:
            with suppress(Exception):
                port.close()
        held, self._closed = sorted(self._closed), frozenset()
        self._send([self._opened_by_us(seat) for seat in held])
        self._wake()

    def _opened_by_us(self, seat: Seat) -> Edge:
        self._number += 1
        return Edge(self._clock(), seat, False, self._number)

    def _tell(self, word: str) -> None:
        self._send(self._news(word))

    def _news(self, word: str) -> list[Edge | Fault]:
        """The table is told once each time it changes."""
        if word == self._word:
            return []
        self._word = word
        return [Fault(self._clock(), "hub", word)]
