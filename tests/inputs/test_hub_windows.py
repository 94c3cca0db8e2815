"""The hub on a port as pyserial has it on Windows, in virtual time: cancel_read ends a read that sleeps already and is
lost just before one, and each new timeout sets the whole port up anew. Nothing here has run on Windows."""

from __future__ import annotations

import threading

from mopsbox.firmware import hubproto
from mopsbox.inputs.hub import HubInputs
from mopsbox.inputs.hubport import KEPT_S, LOST_S, PICO
from mopsbox.table import MS, SECOND
from tests.firmware.model import Hub, TestBoard
from tests.inputs.plugged import Listed
from tests.waiting import eventually

STEP = MS // 4
US = 1_000


class WindowsPort:
    """A hub's own core at the other end. `asks`: box times at which somebody asks `hub` for more, each time just before
    a read. At `ends` time stands still until the port is closed."""

    def __init__(self, asks: list[int], ends: int) -> None:
        self.now = self.start = 10 * SECOND
        self.asks, self.ends = [self.start + t for t in asks], self.start + ends
        self.hub: HubInputs
        self.asked: list[int] = []
        self.pings: list[int] = []
        self.reads = self.set_up = 0
        self.over, self.closed = threading.Event(), threading.Event()
        self._timeout: float | None = None
        self._core = Hub(board=TestBoard([]))
        self._written, self._came = 0, b""

    @property
    def timeout(self) -> float | None:
        return self._timeout

    @timeout.setter
    def timeout(self, timeout: float | None) -> None:
        self.set_up += 1
        self._timeout = timeout

    @property
    def in_waiting(self) -> int:
        return len(self._came)

    def read(self, size: int = 1) -> bytes:
        assert self._timeout is not None
        self.reads += 1
        if self.now >= self.ends:
            self.over.set()
            self.closed.wait(60)
            raise OSError("closed")
        if self.asks and self.now >= self.asks[0]:
            self.asks.pop(0)
            self.asked.append(self.now)
            self.hub.ask()
        end = self.now + round(self._timeout * SECOND)
        while not self._came and self.now < end:
            self._go_on()
        data, self._came = self._came[:size], self._came[size:]
        return data

    def _go_on(self) -> None:
        self.now += STEP
        self._core.board.t = (self.now - self.start) // US
        self._core.core.turn()
        lines = self._core.board.lines
        self._came += b"".join(lines[self._written :])
        self._written = len(lines)

    def write(self, data: bytes) -> int:
        frame = hubproto.decode(data)
        if frame and frame.kind == "t":
            self.pings.append(self.now)
        self._core.board.to_board += data
        return len(data)

    def cancel_read(self) -> None:
        if self.over.is_set():
            self.closed.set()

    def close(self) -> None:
        self.closed.set()


def run(asks: list[int], ends: int, longest_s: float = LOST_S) -> WindowsPort:
    port = WindowsPort(asks, ends)
    listed = [Listed("COM3", *PICO, "E660583883724A32")]
    hub = port.hub = HubInputs(
        lambda: port.now,
        lambda told: None,
        lambda: None,
        lambda said: None,
        "",
        lambda: listed,
        lambda _: port,
        longest_s,
    )
    hub.start()
    eventually(port.over.is_set)
    assert hub.up
    hub.close()
    return port


def test_who_asks_just_before_a_read_is_heard_a_few_milliseconds_later() -> None:
    port = run([SECOND + n * 37 * MS for n in range(40)], 4 * SECOND)
    assert len(port.asked) == 40
    for asked in port.asked:
        assert any(asked <= ping <= asked + 6 * MS for ping in port.pings), asked - port.start


def test_a_port_is_set_up_anew_some_times_a_second_not_at_each_read() -> None:
    port = run([], 30 * SECOND)
    assert port.reads > 3000 and port.set_up < 10 * 30


def test_where_no_cancel_is_lost_it_sleeps_until_something_is_due() -> None:
    port = run([], 30 * SECOND, KEPT_S)
    assert port.reads < 50 * 30
