"""Hubs in their sockets, the service's inputs and the referee's desk, all in virtual time: the firmware's own core, the
inputs' own turns, and between them cables that take their time, do harm and come out."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from mopsbox import audit, edgelog
from mopsbox.desk import Desk
from mopsbox.edgelog import Header
from mopsbox.firmware import hubcore
from mopsbox.inputs.hub import HubInputs
from mopsbox.inputs.hubport import PICO, NoPort
from mopsbox.referee import DELIVERY
from mopsbox.referee.sorter import Told
from mopsbox.table import MS, SECOND, Edge, Fault, Order, Ruling, Seat
from tests.firmware.model import TestBoard
from tests.inputs.plugged import Listed
from tests.inputs.wire import Harm, whole

US = 1_000
BUSY, QUIET = MS // 2, 2 * MS  # steps: while something is on its way, and else
ASK_AGAIN = 4 * MS  # as DeskThread
FIFO = 2000  # bytes that lie there at most when nobody reads
NAP = 5 * MS  # so long the inputs sleep when nothing comes and nobody asks


class Pico:
    """A hub in a socket of this box; `serial` also tells it apart. `harm`: what happens to its frames. `delay`: ns a
    piece takes, there or back. `mute`: its program has died. `deaf`: writing to it fails."""

    def __init__(self, box: VirtualBox, device: str, serial: str) -> None:
        self._box, self.device, self.serial = box, device, serial
        self.harm: Harm = whole
        self.delay: Callable[[], int] = lambda: MS // 2
        self.plugged, self.mute, self.deaf = True, False, False
        self.closed = frozenset[int]()
        self.came = bytearray()
        self._on_the_way: list[tuple[int, int, str, bytes]] = []
        self._order, self._boots = count(), count(1)
        self._arrives = {"host": 0, "board": 0}
        self.power()

    # -- what people do

    def power(self, hz: int = 0) -> None:
        """It starts anew; who is held is held. `hz`: it runs at this wrong clock."""
        self._began = self._box.now
        self._moves = [(0, seat - 1, True) for seat in sorted(self.closed)]
        self.board = TestBoard(self._moves)
        self.board.boot_id, self.board.uid, self.board.clock_hz = next(self._boots), self.serial, hz
        self.core = hubcore.Core(self.board)
        self._written = 0
        self._lose()

    def unplug(self) -> None:
        """As for the box; whether it has lost its power is `power`'s business."""
        self.plugged = False
        self._lose()
        self._box.wake()

    def plug(self, device: str = "") -> None:
        self.device = device or self.device
        self.plugged = True
        self._lose()

    def press(self, *seats: int) -> None:
        self._move(self.closed | set(seats))

    def let_go(self, *seats: int) -> None:
        self._move(self.closed - set(seats))

    def _move(self, closed: frozenset[int]) -> None:
        t = self._box.now - self._began
        self._moves += [(t, seat - 1, seat in closed) for seat in sorted(closed ^ self.closed)]
        self.closed = closed

    # -- time

    def stand_still(self, ns: int) -> None:
        """The box's thread waits so long, for the system."""
        self._box.now += ns

    def busy(self) -> bool:
        return bool(self._on_the_way or self.came)

    def turn(self) -> None:
        now = self._box.now
        while self._on_the_way and self._on_the_way[0][0] <= now:
            _, _, to, data = heapq.heappop(self._on_the_way)
            if to == "board":
                self.board.to_board += data
            elif self.plugged:
                self.came = self.came[-FIFO:] + data
        self.board.t = max(self.board.t, (now - self._began) // US)
        if self.mute:
            return
        self.core.turn()
        frames, self._written = self.board.lines[self._written :], len(self.board.lines)
        for frame in filter(None, frames):
            for piece in self.harm(frame):
                self.send("host", piece)

    def send(self, to: str, data: bytes) -> None:
        at = self._arrives[to] = max(self._arrives[to], self._box.now + self.delay())
        if self.plugged:
            heapq.heappush(self._on_the_way, (at, next(self._order), to, data))

    def _lose(self) -> None:
        self._on_the_way.clear()
        self.came.clear()
        self._arrives = {"host": 0, "board": 0}


CLOSING = 30 * SECOND  # Linux waits so long for what a closed port has still to send


class Cable:
    """As much of serial.Serial as HubInputs needs; reading never sleeps."""

    timeout: float | None = 0

    def __init__(self, pico: Pico) -> None:
        self._pico, self._closed, self._unsent = pico, False, False

    def _there(self) -> Pico:
        if self._closed or not self._pico.plugged:
            raise OSError("device reports readiness to read but returned no data")
        return self._pico

    @property
    def in_waiting(self) -> int:
        return len(self._there().came)

    def read(self, size: int = 1) -> bytes:
        came = self._there().came
        data = bytes(came[:size])
        del came[:size]
        return data

    def write(self, data: bytes) -> int:
        if self._there().deaf:
            self._unsent = True
            raise OSError(5, "Input/output error")
        self._there().send("board", data)
        return len(data)

    def cancel_read(self) -> None:
        pass

    def reset_output_buffer(self) -> None:
        self._unsent = False

    def close(self) -> None:
        self._closed = True
        if self._unsent:
            self._pico.stand_still(CLOSING)


class VirtualBox:
    """A box, and its hub `pico`. `told`, `said`, `ruled`: what the inputs told the table and the log, and the desk's
    rulings. `listing`: an exception that listing the ports raises."""

    def __init__(self) -> None:
        self.now = 5 * SECOND
        self.told: list[Edge | Fault] = []
        self.said: list[str] = []
        self.ruled: list[Ruling] = []
        self.log: list[str] = []
        self.listing: Exception | None = None
        self.pico = Pico(self, "/dev/ttyACM0", "e660583883724a32")
        self.picos = [self.pico]
        self.start()

    def another(self, serial: str) -> Pico:
        self.picos.append(Pico(self, f"/dev/ttyACM{len(self.picos)}", serial))
        return self.picos[-1]

    def start(self) -> None:
        """The service starts (again)."""
        self.hub = HubInputs(lambda: self.now, self._take, lambda: None, self.said.append, "", self._ports, self._open)
        self.desk = Desk(self.hub, self.now, number=0)
        self._decided = self._next_turn = self._next_ask = 0
        self._resting = False

    def play(self, *seats: int, seed: int = 0) -> None:
        """A game begins, or goes on where its edge log ends."""
        past = self.logged() if self.log else None
        self.desk.start_log([Seat(seat) for seat in seats], seed, write=self.log.extend, past=past)

    def logged(self) -> tuple[Header, Sequence[Told]]:
        head, *lines = map(json.loads, self.log)
        header = edgelog.parse_header(head)
        return header, [edgelog.parse(given, header.seats) for given in lines]

    def audited(self) -> list[Ruling]:
        """The winners that the edge log alone gives."""
        self.desk.flush()
        rulings, orphan = audit.decide(*self.logged())
        assert orphan is None
        return [ruling for ruling in rulings if ruling.said == "winner"]

    def call(self, do: Order) -> None:
        self.desk.put(edgelog.Command(self.now, do))

    def winners(self) -> list[Ruling]:
        return [ruling for ruling in self.ruled if ruling.said == "winner"]

    def edges(self) -> list[Edge]:
        return [each for each in self.told if isinstance(each, Edge)]

    def words(self, source: str = "hub") -> list[str]:
        return [each.why for each in self.told if isinstance(each, Fault) and each.source == source]

    # -- time

    def run(self, ns: int) -> None:
        self.until(self.now + ns)

    def until(self, end: int) -> None:
        while self.now < end:
            coming = not self._resting and any(pico.busy() for pico in self.picos)
            step = BUSY if coming or (self.desk.due() or end) <= self.now + QUIET else QUIET
            self.now = max(self.now, min(end, self.now + step, self._next_turn))
            for pico in self.picos:
                pico.turn()
            if self.now >= self._next_turn or (not self._resting and any(pico.came for pico in self.picos)):
                rest_s = self.hub.turn()
                self._resting = rest_s > 0
                self._next_turn = self.now + (round(rest_s * SECOND) or NAP)
            self._decide()

    def wake(self) -> None:
        """The inputs sleep no longer."""
        if not self._resting:
            self._next_turn = self.now

    def once(self, there: Callable[[], bool], within: int, step: int = BUSY) -> int:
        """Runs until it is so; after how many ns."""
        began = self.now
        while not there():
            assert self.now < began + within, "it never came"
            self.run(step)
        return self.now - began

    def _decide(self) -> None:
        """As DeskThread does."""
        complete = min(self.now, self.hub.known() + DELIVERY)
        if complete > self._decided:
            self._decided = complete
            self.ruled += self.desk.decide(complete)
            self.desk.light()
        due = self.desk.due()
        if due is not None and due <= self.now and complete < self.now and self.now >= self._next_ask:
            self.hub.ask()
            self.wake()
            self._next_ask = self.now + ASK_AGAIN

    def _take(self, told: Sequence[Edge | Fault]) -> None:
        self.told += told
        for each in told:
            if isinstance(each, Edge):
                self.desk.put(each)

    def _ports(self) -> Iterable[Listed]:
        if self.listing:
            raise self.listing
        return [Listed(pico.device, *PICO, pico.serial) for pico in self.picos if pico.plugged]

    def _open(self, device: str) -> Cable:
        for pico in self.picos:
            if pico.plugged and pico.device == device:
                return Cable(pico)
        raise NoPort("hub-lost", f"{device} is not there")
