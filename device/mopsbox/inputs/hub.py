"""The buzzer hub on USB: opens it, reads it, lights its lamps, and opens it again. One thread does all of that. Which
board it is hubfind says, what its frames mean hublink, what the table is told of that hubtell.

Whoever decides asks `known` first: everything the hub stamped up to there is on the desk. `ask` has it know more soon.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..firmware import hubproto
from ..table import SECOND, Edge, Fault, Lamp, Seat
from . import hublink, huborder, hubport, hubtell
from .hubears import Ears
from .hubfind import Boards
from .hublights import Lights
from .hublink import Ended, Known, Link, Say, Up
from .hubport import Found, Port
from .hubtell import Teller

RESCAN_S, SOON_S = 0.5, 0.1
OTHERS = 4 * SECOND  # so often a second board is looked for; listing the ports takes a millisecond or two


class HubInputs:
    """`clock`: box time, ns. `deliver`: takes what happened, in this thread; it must not block. `wake`: ends a sleep of
    whoever waits for `known`. `log`: takes one sentence. `name`: the port to use, "": whichever has a hub. `ports`:
    lists them, `opened`: opens one, `longest_s`: asleep in it (hubport)."""

    def __init__(
        self,
        clock: Callable[[], int],
        deliver: Callable[[Sequence[Edge | Fault]], None],
        wake: Callable[[], None],
        log: Callable[[str], None],
        name: str = "",
        ports: Callable[[], Iterable[Any]] = hubport.listed,
        opened: Callable[[str], Port] = hubport.opened,
        longest_s: float = hubport.LONGEST_S,
    ) -> None:
        self._clock, self._deliver, self._wake, self._log = clock, deliver, wake, log
        self._boards, self._longest_s = Boards(name, ports, opened, log), longest_s
        self._port: Port | None = None
        self._at = Found("")
        self._link: Link | None = None
        self._teller = Teller()
        self._known: int | None = None  # the teller's, once all before it was delivered
        self._granting = threading.Lock()
        self._granted = 0  # box time up to which somebody may have decided without a hub
        self._ears = Ears()
        self._written = 0
        self._about = ""
        self._said: set[str] = set()  # of what is wrong, since it was last right
        self._others_due = 0
        self._wanted = threading.Event()  # more is to be known
        self._awaited = False  # and somebody sleeps until it is
        self._lights = Lights()
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

    @property
    def pressed(self) -> frozenset[Seat]:
        """The buzzers that the hub says are down."""
        link = self._link
        return frozenset(huborder.seats(link.state)) if link and self.up else frozenset()

    def known(self) -> int:
        """Everything that happened up to this box time has been delivered."""
        with self._granting:
            if self._known is None:  # nothing can come
                self._granted = self._clock()
                return self._granted
            return self._known

    def ask(self) -> None:
        """`known` is to grow as soon as possible; then `wake` is called."""
        self._awaited = True
        self._wanted.set()
        self._stir()

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """The lamps as they are to be from now on (lamps.py)."""
        self._lights.lamps = dict(lamps)
        self._stir()

    @property
    def about(self) -> str:
        """Which hub is used, a sentence for the log; "" none so far."""
        return self._about

    @property
    def counted(self) -> dict[str, int]:
        """What this source lost, in words."""
        return {"times the hub was not sure": self._teller.doubts, "pieces of noise from it": self._ears.noise}

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
            rest_s = self.turn()
            if rest_s:
                self._stopped.wait(rest_s)
        if self.up:  # nobody else is told anything
            with suppress(Exception):
                self._say(Say("l", (0,)))
        if port := self._port:
            self._port = None
            with suppress(Exception):
                port.close()
        self._known = None  # nobody has to wait for it

    def turn(self) -> float:
        """What the thread does, again and again; it sleeps in the port's reading. Gives the seconds to rest before the
        next one. Never raises."""
        try:
            if self._port is None:
                return self._look_for_it()
            try:
                self._turn(self._port)
            except OSError as error:  # unplugged: reading or writing says so (serial.SerialException is one)
                self._ended(Ended("gone"), str(error))
        except Exception as error:  # whatever it is, buzzers must not go dead in silence
            with suppress(Exception):
                self._complain(f"the hub: {type(error).__name__}: {error}")
            with suppress(Exception):
                self._drop("hub-lost")
            return RESCAN_S
        return 0 if self._port else SOON_S

    def _turn(self, port: Port) -> None:
        assert self._link
        self._light(self._clock())
        if self._wanted.is_set():
            self._wanted.clear()
            self._step(hublink.asked(self._link, self._clock()))
        until = min(hublink.due(self._link), self._lights.due)
        hubport.nap(port, (until - self._clock()) / SECOND, self._longest_s)
        data = port.read(1)
        now = self._clock()
        if data:
            data += port.read(port.in_waiting)
            self._hear(data, now)
        if self._link and now >= hublink.due(self._link):
            self._step(hublink.tick(self._link, now))

    def _hear(self, data: bytes, now: int) -> None:
        frames = self._ears.frames(data, now)
        if frames is None:
            self._refuse("flood")
        for frame in frames or ():
            if self._link is None:
                return
            self._step(hublink.heard(self._link, frame, now))

    def _step(self, step: hublink.Step) -> None:
        """First all is told, then something may be said: a port that breaks in the middle takes nothing along."""
        self._link, outs = step
        now = self._clock()
        for up in (out for out in outs if isinstance(out, Up)):
            self._came_up(up)
            now = self._from_now()
        self._tell(*hubtell.tell(self._teller, outs, now))
        if self._awaited and any(isinstance(out, Known) for out in outs):
            self._awaited = False
            self._wake()
        for out in outs:
            if isinstance(out, Ended):
                self._ended(out)
                return
        for say in (out for out in outs if isinstance(out, Say)):
            self._say(say)

    def _tell(self, teller: Teller, told: Sequence[Edge | Fault]) -> None:
        self._teller = teller
        if told:
            self._deliver(told)
        self._known = teller.known

    def _from_now(self) -> int:
        """The moment from which time goes on by what the hub vouches for; nobody has decided beyond it."""
        with self._granting:
            now = max(self._clock(), self._granted)
            self._known = now if self._known is None else self._known
            return now

    def _came_up(self, up: Up) -> None:
        line = self._link and self._link.line
        self._about = hubtell.about(up.hello, self._at.device, line.doubt if line else 0)
        self._log(self._about)
        self._said.clear()
        self._lights.forget()
        self._look_for_others()

    def _look_for_others(self) -> None:
        self._others_due = self._clock() + OTHERS
        if (word := self._boards.others(self._at)) is not None:
            self._deliver([Fault(self._clock(), "hub-two", word)])

    def _say(self, say: Say) -> None:
        if self._port:
            self._port.write(hubproto.encode(say.kind, self._written, list(say.values)))
            self._written += 1

    def _light(self, now: int) -> None:
        if self.up and now >= self._others_due:
            self._look_for_others()
        mask = self._lights.to_say(now)
        if self.up and mask is not None:
            self._say(Say("l", (mask,)))

    # -- finding it

    def _look_for_it(self) -> float:
        there = self._boards.open(self._is_known, self._clock())
        if there is None:
            self._news(self._boards.word)
            return RESCAN_S
        at, port = there
        before = self._link if self._is_known(at) else None
        if before is None:
            self._teller = hubtell.strange(self._teller)
        self._at, self._port, self._ears = at, port, Ears(self._ears.noise)
        now, nonce = self._clock(), random.getrandbits(31) + 1
        self._step(hublink.reopened(before, now, nonce) if before else hublink.opened(now, nonce))
        return 0

    def _is_known(self, port: Found) -> bool:
        """Is it the last hub? Without a USB serial number: is it where that was?"""
        if self._link is None or self._link.hello is None:
            return False
        return port.serial.lower() == self._link.hello.uid if port.serial else port.device == self._at.device

    def _ended(self, ended: Ended, detail: str = "") -> None:
        if ended.why != "gone":
            self._refuse(ended.why, ended.detail)
            return
        at, link = self._at.device, self._link
        if link and link.asking and not detail:  # it is plugged in, and what it runs is no hub any more
            self._complain(f"the hub on {at} does not answer: plug it in anew; if that does not help, mopsbox flash")
        else:
            why = f" ({detail})" if detail else ""
            self._complain(f"the hub on {at} is gone{why}; plug it in again (a cable for data), it is looked for")
        self._drop("hub-lost")

    def _refuse(self, why: str, detail: int = 0) -> None:
        word = self._boards.blame(self._at, why, detail)
        self._drop(word)
        self._link = None
        self._boards.refuse(self._at, word, self._clock())

    def _news(self, word: str) -> None:
        self._tell(*hubtell.news(self._teller, word, self._clock()))

    def _complain(self, sentence: str) -> None:
        """Once: what does not work is tried again several times a second."""
        if sentence not in self._said:
            self._said.add(sentence)
            self._log(sentence)

    def _drop(self, word: str) -> None:
        """Without a port, because of `word`. All is told first: closing one may take a while."""
        port, self._port = self._port, None
        self._tell(*hubtell.gone(self._teller, self._clock()))
        self._news(word)
        self._wake()
        if port is not None:
            with suppress(Exception):  # else closing waits half a minute for a board that takes nothing any more
                port.reset_output_buffer()
            with suppress(Exception):
                port.close()
