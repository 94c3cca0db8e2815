"""gpiozero's own `Button` in a race: the real classes on gpiozero's mock board, told edges as its lgpio pins would be.

Real: gpiozero's Button, its events and callbacks, and a careful program on top that works out each press's stamp and
takes the earliest, better than most programs do, which go by the order of the callbacks. A model of ours, a few lines
after the source (facts/timing.md B1, B2): the pin. Without bounce_time it hands on every edge with the kernel's stamp.
With bounce_time it tells a level once no edge came for so long, if it is another than it told last, stamped last edge +
bounce_time; gpiozero's own mock pin has no debounce.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gpiozero import Button
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from ..table import SEATS, SECOND, Seat
from .races import Race, Verdict

PINS = dict(zip(SEATS, (4, 17, 27, 22, 10, 9, 5, 6), strict=True))


class Line(MockPin):  # type: ignore[misc]
    """A pin that is told stamped edges (ns) instead of being driven now."""

    _newest: tuple[int, bool] | None = None  # waits until it was stable for the bounce time

    def edge(self, t: int, high: bool) -> None:
        if self.bounce is None:
            self._tell(t, high)
        else:
            self.until(t)
            self._newest = t, high

    def until(self, t: int) -> None:
        """Time goes on to `t`."""
        if self._newest is None:
            return
        (at, high), wait = self._newest, round(self.bounce * SECOND)
        if t - at > wait:
            self._newest = None
            if high != self._state:
                self._tell(at + wait, high)

    def _tell(self, t: int, high: bool) -> None:
        self._state = high
        PiPin._call_when_changed(self, t / SECOND, high)


class Board(MockFactory):  # type: ignore[misc]
    """gpiozero's mock board, its clock at the delivery of the edge in hand."""

    def __init__(self) -> None:
        super().__init__(pin_class=Line)
        self.now = 0.0

    def ticks(self) -> float:
        return self.now


class Buttons:
    """Eight Buttons, active low, and a program that names the winner. Close it: each Button has a thread."""

    def __init__(self, bounce_ns: int | None = None) -> None:
        self._board = Board()
        bounce = None if bounce_ns is None else bounce_ns / SECOND
        self._buttons = {
            seat: Button(pin, pull_up=True, bounce_time=bounce, pin_factory=self._board) for seat, pin in PINS.items()
        }
        self._seats = {id(button): seat for seat, button in self._buttons.items()}
        self._presses: list[tuple[float, Seat]] = []
        for button in self._buttons.values():
            button.when_pressed = self._pressed

    def _pressed(self, button: Any) -> None:
        """A callback gets no stamp, but how long the button has been active gives it away."""
        self._presses.append((self._board.ticks() - button.active_time, self._seats[id(button)]))

    def __call__(self, race: Race) -> Verdict:
        self._presses = []
        for delivered, edge in sorted(race.edges, key=lambda told: told[0]):
            self._board.now = delivered / SECOND
            self._buttons[edge.seat].pin.edge(edge.t, not edge.closed)
        self._board.now = race.over / SECOND
        for seat in race.changes:
            self._buttons[seat].pin.until(race.over)
        return Verdict(min(self._presses)[1] if self._presses else None)

    def close(self) -> None:
        with ThreadPoolExecutor(len(self._buttons)) as pool:  # each waits for its thread, which looks up every 100 ms
            list(pool.map(Button.close, self._buttons.values()))
        self._board.close()
