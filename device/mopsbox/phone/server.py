"""The sockets of the page: one loop, a bounded number of connections, each with a time limit, each for one request.

No thread for anybody: who sends a byte a second costs a place in a list. When all places are taken, the oldest request
of whoever has most of them goes.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from . import page
from .buckets import Buckets, near, owner
from .request import MOST_BYTES, Answer, Refused, Request, read, written

PLACES = 128  # connections at a time
ASK_S, SEND_S, LINGER_S = 5.0, 20.0, 1.0  # until all is asked; until all is sent; until the other side has hung up
MOST_LEFT = 64 * 1024  # bytes that are still taken from somebody who is told no
CHUNK = 16 * 1024


@dataclass(eq=False)
class Connection:
    """`state`: it asks, is answered, or hangs up. `until`: its time limit (clock's seconds)."""

    socket: socket.socket
    address: str
    until: float
    state: Literal["asks", "answered", "hangs up"] = "asks"
    incoming: bytearray = field(default_factory=bytearray)
    outgoing: memoryview = field(default_factory=lambda: memoryview(b""))
    dropped: int = 0


class Server:
    """Serves what `answer` gives for a request, until `close`. `listener`: bound already. `log`: takes a sentence."""

    def __init__(
        self,
        listener: socket.socket,
        answer: Callable[[Request], Answer],
        log: Callable[[str], None],
        *,
        buckets: Buckets | None = None,
        places: int = PLACES,
        ask_s: float = ASK_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._listener, self._answer, self._log = listener, answer, log
        self._buckets, self._places, self._ask_s, self._clock = buckets or Buckets(), places, ask_s, clock
        self._there: dict[Connection, None] = {}  # oldest first
        self._selector = selectors.DefaultSelector()
        listener.setblocking(False)
        listener.listen(PLACES)
        self._selector.register(listener, selectors.EVENT_READ)

    @property
    def connections(self) -> int:
        """How many there are now."""
        return len(self._there)

    def turn(self, most_s: float = 1.0) -> None:
        """Whatever is to do now; waits for it, `most_s` at most."""
        now = self._clock()
        rest = min((c.until for c in self._there), default=now + most_s) - now
        for key, _ in self._selector.select(max(0.0, min(most_s, rest))):
            if key.data is None:
                self._accept()
            elif key.data in self._there:
                self._go_on(key.data)
        now = self._clock()
        for late in [c for c in self._there if c.until <= now]:
            if late.state == "asks" and late.incoming:
                self._send(late, self._refusal(Refused(408, "phone-too-slow")))
            else:
                self._drop(late)

    def close(self) -> None:
        for each in list(self._there):
            self._drop(each)
        self._selector.close()
        self._listener.close()

    def _accept(self) -> None:
        for _ in range(self._places):
            try:
                accepted, (address, *_) = self._listener.accept()
            except OSError:  # nobody else waits; or no more files can be opened, and somebody will leave
                return
            if not near(address):
                accepted.close()
                continue
            if len(self._there) >= self._places:
                self._drop(self._in_the_way())
            accepted.setblocking(False)
            new = Connection(accepted, address, self._clock() + self._ask_s)
            self._there[new] = None
            self._selector.register(accepted, selectors.EVENT_READ, new)

    def _in_the_way(self) -> Connection:
        most = Counter(owner(c.address) for c in self._there).most_common(1)[0][0]
        return next(c for c in self._there if owner(c.address) == most)

    def _drop(self, gone: Connection) -> None:
        del self._there[gone]
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(gone.socket)
        gone.socket.close()

    def _go_on(self, there: Connection) -> None:
        try:
            match there.state:
                case "asks":
                    self._hear(there)
                case "answered":
                    self._say(there)
                case "hangs up":
                    said = there.socket.recv(CHUNK)
                    there.dropped += len(said)
                    if not said or there.dropped > MOST_LEFT:
                        self._drop(there)
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:  # it went away
            if there in self._there:
                self._drop(there)

    def _hear(self, there: Connection) -> None:
        said = there.socket.recv(CHUNK)
        if not said:
            self._drop(there)
            return
        there.incoming += said
        asked: Request | Refused | None
        try:
            asked = read(bytes(there.incoming))
        except Refused as no:
            asked = no
        if asked is not None:
            self._send(there, self._reply(there.address, asked))

    def _reply(self, address: str, asked: Request | Refused) -> bytes:
        """A request that is none takes a token too."""
        if not self._buckets.take(address, self._clock()):
            return self._refusal(Refused(429, "phone-too-often", asked.language, asked.body))
        if isinstance(asked, Refused):
            return self._refusal(asked)
        try:
            return written(self._answered(asked), page.POLICY, asked.body)
        except Refused as no:
            return self._refusal(no)

    def _answered(self, asked: Request) -> Answer:
        try:
            return self._answer(asked)
        except Exception as error:  # a fault of ours costs this answer, not the page
            self._log(f"the page {asked.page} failed: {error!r}")
            raise Refused(500, "phone-failed", asked.language, asked.body) from error

    def _refusal(self, no: Refused) -> bytes:
        content = page.whole(Request("", no.language), page.sentence(no.word, no.language)).encode()
        headers = {"Retry-After": "5"} if no.status in (429, 503) else {}
        return written(Answer(no.status, content, headers=headers), page.POLICY, no.body)

    def _send(self, there: Connection, data: bytes) -> None:
        there.outgoing, there.state, there.until = memoryview(data), "answered", self._clock() + SEND_S
        there.incoming.clear()
        self._selector.modify(there.socket, selectors.EVENT_WRITE, there)
        self._go_on(there)

    def _say(self, there: Connection) -> None:
        there.outgoing = there.outgoing[there.socket.send(there.outgoing) :]
        if there.outgoing:
            return
        # Whoever is still sending must get our answer, not a reset: wait for them to hang up.
        there.socket.shutdown(socket.SHUT_WR)
        there.state, there.until = "hangs up", self._clock() + LINGER_S
        self._selector.modify(there.socket, selectors.EVENT_READ, there)


assert CHUNK > MOST_BYTES  # one gulp shows that a request is too long
