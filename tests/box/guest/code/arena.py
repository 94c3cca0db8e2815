"""In the machine: the program's own buzzers, referee and lamps, without the screen, for many races in little time."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import NamedTuple

from mopsbox import hardware
from mopsbox.config_keys import Config
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskThread
from mopsbox.live import SWITCH_S
from mopsbox.table import SEATS, Edge, Message, Ruling, Seat

WAITING, AT_ONCE = 10, 60
"""Priorities of whoever pulls (native/pull.c): each edge is handed on before the next step; or later, all together."""


class Step(NamedTuple):
    at: int  # microseconds from the start
    pin: int
    level: int


class Write(NamedTuple):
    pin: int
    level: int
    before: int  # machine nanoseconds
    after: int


class Arena:
    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_S)
        found = hardware.look(Config(), print)
        assert found.wiring, "no GPIO chip"
        self.idle_pin = found.wiring.buttons["left"].pin  # a menu button; nobody here minds it
        self.pins = {seat: contact.pin for seat, contact in found.wiring.buzzers.items()}
        self.told: list[str] = []
        self.rulings: SimpleQueue[Ruling] = SimpleQueue()
        self.edges: list[Edge] = []
        self.won: list[tuple[int, int, bool]] = []  # every winner: when, who, doubted
        self.hardware = hardware.Hardware(found, 0, self._post, self.told.append)
        self.inputs = self.hardware.inputs
        desk = Desk(self.hardware.lamps, time.monotonic_ns(), self.hardware.held())
        self.desk = DeskThread(
            desk, time.monotonic_ns, self._ruled, self.told.append, self.inputs.levels, self.inputs.catch_up
        )
        self.log: list[str] = []  # the edge log of all races
        self.desk.start()
        self.hardware.start(self._edge)
        self.desk.start_log(SEATS, 1, write=self.log.extend)
        self._puller = subprocess.Popen(["/opt/box/pull"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self) -> None:
        assert self._puller.stdin
        self.desk.stop_log()
        self._puller.stdin.close()
        self._puller.wait()
        self.hardware.close()
        self.desk.stop()
        self.hardware.lamps.close()

    def _edge(self, edge: Edge) -> None:
        self.edges.append(edge)
        self.desk.put(edge)

    def _ruled(self, rulings: list[Ruling]) -> None:
        self.won += [(r.t, r.seat, r.uncertain) for r in rulings if r.said == "winner"]
        for ruling in rulings:
            self.rulings.put(ruling)

    def _post(self, messages: Iterable[Message]) -> None:
        self.told += [repr(message) for message in messages]

    # -- a race

    def open(self) -> int:
        """The round is open; its stamp."""
        while not self.rulings.empty():
            self.rulings.get()
        self.desk.command("arm")
        return self.desk.command("open")

    def end(self) -> None:
        self.desk.command("close")

    def begin(self, steps: Iterable[Step], priority: int = WAITING) -> None:
        """Pull these lines; `finish` waits for it."""
        assert self._puller.stdin
        for step in sorted(steps, key=lambda step: step.at):
            self._puller.stdin.write(f"{step.at} {step.pin} {step.level}\n")
        self._puller.stdin.write(f"run {priority}\n")
        self._puller.stdin.flush()

    def finish(self) -> list[Write]:
        """What was pulled, in the order of the steps, once the program has heard all of it."""
        assert self._puller.stdout
        found: list[Write] = []
        while (line := self._puller.stdout.readline().strip()) != "done":
            found.append(Write(*map(int, line.split())))
        self.inputs.catch_up()
        return found

    def pull(self, steps: Iterable[Step], priority: int = WAITING) -> list[Write]:
        self.begin(steps, priority)
        return self.finish()

    def winner(self, patience_s: float = 2) -> Ruling | None:
        """The round's winner, once it is known."""
        return self.until(lambda r: r.said == "winner", patience_s)

    def until(self, true: Callable[[Ruling], bool], patience_s: float = 2) -> Ruling | None:
        """The next ruling of which this is true."""
        end = time.monotonic() + patience_s
        while True:
            try:
                ruling = self.rulings.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                return None
            if true(ruling):
                return ruling

    def press(self, seat: int, at: int = 0, for_us: int = 3000) -> list[Step]:
        pin = self.pins[Seat(seat)]
        return [Step(at, pin, 0), Step(at + for_us, pin, 1)]
