"""A hub at the end of a wire, in virtual time: the firmware's own core on a model of its board, the service's link, and
between them a wire that takes its time and may do harm."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from mopsbox.firmware import hubproto
from mopsbox.inputs import hublink
from mopsbox.inputs.hublink import Doubt, Ended, Known, Link, Moved, Outcome, Say, Up
from tests.firmware.model import Hub, TestBoard

US, MS, S = 1_000, 1_000_000, 1_000_000_000
TURN = MS // 2  # the board's

Harm = Callable[[bytes], Iterable[bytes]]
"""What becomes of the bytes of one frame on their way to the service: pieces that arrive in this order."""


def whole(frame: bytes) -> Iterable[bytes]:
    return (frame,)


class Wire:
    """`moves`: (ns of the board's own time, input, closed). `offset`: box time of the board's start; `ppm`: how much
    faster its crystal runs. `delay`: ns one piece takes, there or back. `origin`: us of the sampler's first sample.
    `harm`, `there`: what happens on the way to the service, and to the board. `nonce`: of the question who it is."""

    def __init__(
        self,
        moves: list[tuple[int, int, bool]],
        offset: int = 5 * S,
        ppm: float = 0,
        delay: Callable[[], int] = lambda: MS // 2,
        harm: Harm = whole,
        origin: int = 0,
        there: Harm = whole,
        nonce: int = 0x1234,
    ) -> None:
        self.hub, self.offset, self.rate = Hub(board=TestBoard(moves, origin)), offset, 1 + ppm * 1e-6
        self.delay, self.harm, self.there = delay, harm, there
        self.now = offset + origin * US
        self.outs: list[Outcome] = []
        self.cut = False  # nothing gets through
        self.over = False  # the service has closed the port
        self._heap: list[tuple[int, int, str, bytes]] = []
        self._order = count()
        self._splitter = hubproto.Splitter()
        self._written = 0
        self._seq = 0
        self._arrives = {"board": 0, "host": 0}  # bytes do not overtake each other
        self.hub.core.turn()
        self.link = self._did(hublink.opened(self.now, nonce))

    def us(self, box: int) -> int:
        """The board's time."""
        return int((box - self.offset) * self.rate / US)

    def run(self, until: int) -> Wire:
        """To that box time: the board turns twice a millisecond, and when something arrives."""
        while self.now < until:
            self.now = min(until, self.now + TURN, *(at for at, *_ in self._heap[:1]))
            while self._heap and self._heap[0][0] <= self.now:
                _, _, to, data = heapq.heappop(self._heap)
                self._arrive(to, data)
            self._turn_board()
            if not self.over and self.now >= hublink.due(self.link):
                self.link = self._did(hublink.tick(self.link, self.now))
        return self

    def reopen(self) -> None:
        """The port is found and opened once more."""
        self.cut = self.over = False
        self.link = self._did(hublink.reopened(self.link, self.now, 0x7777))

    def replug(self) -> None:
        """The port is opened by somebody who has never seen this board."""
        self.cut = self.over = False
        self.outs.clear()
        self._splitter = hubproto.Splitter()
        self.link = self._did(hublink.opened(self.now, 0x5555))

    def reboot(self, boot_id: int = 0xBEEF, moves: Sequence[tuple[int, int, bool]] = ()) -> None:
        """The board starts anew, its clock too; `moves` of that one."""
        self.hub, self.offset, self._written = Hub(list(moves)), self.now, 0
        self.hub.board.boot_id = boot_id
        self.hub.core.turn()

    def ask(self) -> None:
        self.link = self._did(hublink.asked(self.link, self.now))

    # -- inside

    def _turn_board(self) -> None:
        board: TestBoard = self.hub.board
        board.t = max(board.t, self.us(self.now))
        self.hub.core.turn()
        frames, self._written = board.lines[self._written :], len(board.lines)
        for frame in filter(None, frames):
            for piece in self.harm(frame):
                self._send("host", piece)

    def _send(self, to: str, data: bytes) -> None:
        at = self._arrives[to] = max(self._arrives[to], self.now + self.delay())
        if not self.cut:
            heapq.heappush(self._heap, (at, next(self._order), to, data))

    def _arrive(self, to: str, data: bytes) -> None:
        if to == "board":
            self.hub.board.to_board += data
            return
        for frame in self._splitter.feed(data) if not self.over else ():
            self.link = self._did(hublink.heard(self.link, frame, self.now))

    def _did(self, step: tuple[Link, tuple[Outcome, ...]]) -> Link:
        link, outs = step
        for out in outs:
            if isinstance(out, Say):
                for piece in self.there(hubproto.encode(out.kind, self._seq, list(out.values))):
                    self._send("board", piece)
                self._seq += 1
            else:
                self.outs.append(out)
                self.over = self.over or isinstance(out, Ended)
        return link

    # -- what came of it

    def moved(self, closed: bool | None = None) -> list[Moved]:
        return [out for out in self.outs if isinstance(out, Moved) and closed in (None, out.closed)]

    def of(self, kind: type[Up] | type[Doubt] | type[Known] | type[Ended]) -> list[Outcome]:
        return [out for out in self.outs if isinstance(out, kind)]
