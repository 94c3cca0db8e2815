"""From a finger to the lamp: the real box's own buzzers and lamps on gpiozero's mock pins, the screen animating at 60
pictures a second in the same process; and, beside it, lamps written by the screen's loop.

One seat's lamp is dark and the others are lit; its contact closes without a bounce. The press lamp is that lamp's going
on, which waits for nothing; the winner's lamp is the others' going dark, and before that the referee has to wait for
slower edges (DELIVERY) and for the contact to stay closed (VALIDATE): only what comes on top is told.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from .. import wiring
from ..desk import Desk
from ..desk_thread import DeskThread
from ..games.mopseinander.play import TUMBLE
from ..hardware import Found, Hardware
from ..lamps import Lamps
from ..live import SWITCH_S
from ..paint.window import Window
from ..referee import DELIVERY, REARM, VALIDATE
from ..table import SEATS, SECOND, Lamp, Seat
from .figures import Spread, Unmeasured, middle, progress, spread
from .live import LOOK, SIZE, animate, now
from .speed import race

OWN_WAITING = DELIVERY + VALIDATE


class LampPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that tells its board when it was written."""

    def _set_state(self, value: float) -> None:
        before = self.state
        super()._set_state(value)
        if self.state != before:
            self.factory.writes.put((now(), self, self.state > 0))


class Board(MockFactory):  # type: ignore[misc]
    """gpiozero's mock board. `writes`: (ns, pin, lit) of every output that changed."""

    def __init__(self) -> None:
        super().__init__(pin_class=LampPin)
        self.writes: SimpleQueue[tuple[int, Any, bool]] = SimpleQueue()


class Way:
    """From the desk to the lamps: at once, or (`loop`) as a program with one loop does it, what is new once a picture,
    after that was shown. `lamps`: given later."""

    lamps: Lamps

    def __init__(self, loop: bool) -> None:
        self._loop = loop
        self._newest: dict[Seat, Lamp] = {}

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        self._newest = dict(lamps)
        if not self._loop:
            self.lamps.show(lamps)

    def pictured(self) -> None:
        if self._loop:
            self.lamps.show(self._newest)


@dataclass
class Hand:
    """A thread of its own that presses one buzzer after another and notes how late the lamps were, ns. One that is not
    written in time counts with all of `patience`."""

    board: Board
    wiring: wiring.Wiring
    thread: DeskThread
    lots: random.Random
    patience: int = SECOND
    press: list[int] = field(default_factory=list)
    winner: list[int] = field(default_factory=list)
    going: bool = True

    def run(self) -> None:
        while self.going:
            seat = self.lots.choice(SEATS)
            self.thread.lamps({each: "off" if each == seat else "dim" for each in SEATS})
            self.thread.command("open")
            if self._ready(seat):
                time.sleep(self.lots.uniform(0.0, 0.017))  # at any moment of a picture
                self.try_once(seat)
            self._drive(seat, False)
            self.thread.command("close")
            time.sleep(REARM / SECOND + 0.002)

    def try_once(self, seat: Seat) -> None:
        """Presses; gives up after `patience`. The buzzer stays down."""
        while not self.board.writes.empty():
            self.board.writes.get()
        own = self._lamp(seat)
        awaited = {self._lamp(each) for each in SEATS}
        t = now()
        lit = dark = until = t + self.patience
        self._drive(seat, True)
        while awaited and (left := until - now()) > 0:
            try:
                at, pin, on = self.board.writes.get(timeout=left / SECOND)
            except Empty:
                break
            if pin in awaited and on == (pin is own):
                awaited.remove(pin)
                lit, dark = (at, dark) if on else (lit, at)
        self.press.append(lit - t)
        self.winner.append((until if awaited - {own} else dark) - t - OWN_WAITING)

    def _ready(self, seat: Seat) -> bool:
        """The lamps stand as ordered, however long their way is."""
        until = now() + self.patience
        while any((self._lamp(each).state > 0) == (each == seat) for each in SEATS):
            if now() > until:
                return False
            time.sleep(0.001)
        return True

    def _lamp(self, seat: Seat) -> Any:
        return self.board.pin(self.wiring.lamps[seat])

    def _drive(self, seat: Seat, closed: bool) -> None:
        contact = self.wiring.buzzers[seat]
        pin = self.board.pin(contact.pin)
        (pin.drive_low if closed == contact.active_low else pin.drive_high)()


def from_finger(runs: int, seconds: float) -> dict[str, Spread]:
    """`press_lamp_ms`, `winner_lamp_ms` (beyond the referee's own waiting), `press_lamp_loop_ms`, each the median of
    the runs, and `press_lamp_ratio`, loop to ours. Raises NoScreen, Unmeasured."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    window = Window(SIZE, LOOK, simulate=False)
    try:
        animate(window, race(len(SEATS), 6, now()), TUMBLE / SECOND)  # now every sprite is there
        ours = [presses(window, seconds, seed, loop=False) for seed in range(runs)]
        theirs = [presses(window, seconds, seed, loop=True) for seed in range(runs)]
    finally:
        window.close()
        sys.setswitchinterval(before)
    press, loop = (middle([spread(hand.press) for hand in hands]) for hands in (ours, theirs))
    return {
        "press_lamp_ms": press,
        "winner_lamp_ms": middle([spread(hand.winner) for hand in ours]),
        "press_lamp_loop_ms": loop,
        "press_lamp_ratio": {key: round(loop[key] / press[key], 1) for key in press},
    }


def presses(window: Window, seconds: float, seed: int, loop: bool) -> Hand:
    """One run. `loop`: the screen's loop writes the lamps."""
    board, wires, way = Board(), wiring.read("pi"), Way(loop)
    thread = DeskThread(
        Desk(way),
        now,
        deliver=lambda _: window.wake(),
        fault=progress,
        read_levels=lambda: hardware.inputs.levels(),
        catch_up=lambda: hardware.inputs.catch_up(),
    )
    hardware = Hardware(Found(wires, board), 0, post=lambda _: None, log=progress)
    way.lamps = hardware.lamps
    hand = Hand(board, wires, thread, random.Random(seed))
    pressing = threading.Thread(target=hand.run, name="hand", daemon=True)
    play = race(len(SEATS), 6, now())
    thread.start()
    hardware.start(thread.put)
    pressing.start()
    try:
        animate(window, play, seconds, way.pictured)
        hand.going = False
        while pressing.is_alive():
            animate(window, play, 0.05, way.pictured)
    finally:
        hand.going = False
        hardware.close()
        thread.stop()
        hardware.lamps.close()
        board.close()
    if not hand.press:
        raise Unmeasured("no lamp could be measured; measure again with less else running")
    return hand
