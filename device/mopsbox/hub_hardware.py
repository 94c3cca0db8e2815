"""A box whose buzzers hang on a hub: its inputs and lamps, and a Raspberry Pi's own menu buttons if there are any."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .desk import Desk
from .desk_thread import DeskThread
from .hardware import Found, Log
from .inputs.gpio import GpioInputs, Told
from .inputs.hub import HubInputs
from .loop import Raw
from .parts import BoxClock
from .table import Button, Edge, Fault, Message, Ruling, Seat
from .turning import Screen


class HubHardware:
    """`post` takes messages for the loop, from any thread."""

    def __init__(self, found: Found, clock: BoxClock, post: Callable[[Sequence[Message]], None], log: Log) -> None:
        self._post = post
        self._edge: Callable[[Edge], None] = lambda edge: None
        self._button: Callable[[Button], None] = lambda button: post([button])
        self._wake: Callable[[], None] = lambda: None
        self.hub = HubInputs(clock, self._told, lambda: self._wake(), log, found.hub or "")
        self._buttons = (
            GpioInputs(found.wiring, found.factory, clock.offset, self._menu, log)
            if found.factory is not None and found.wiring is not None
            else None
        )

    def desk(
        self,
        clock: Callable[[], int],
        deliver: Callable[[list[Ruling]], None],
        failed: Callable[[str], None],
        down: Callable[[], frozenset[Seat]],
    ) -> DeskThread:
        """Decides on what the hub has vouched for, and on nothing later."""
        desk = DeskThread(
            Desk(self.hub, clock(), number=0), clock, deliver, failed, known=self.hub.known, ask=self.hub.ask
        )
        self._wake = desk.wake
        return desk

    def readers(self, rest_s: float) -> dict[str, Callable[[], int]]:
        """Before the start: who reads, and how often each has turned; none will rest longer than that (the hub's never
        does)."""
        found: dict[str, Callable[[], int]] = {"the reader": lambda: self.hub.beats}
        if buttons := self._buttons:
            buttons.rests_at_most(rest_s)
            found["the menu buttons' reader"] = lambda: buttons.beats
        return found

    @property
    def counted(self) -> dict[str, int]:
        return self.hub.counted

    def start(self, edge: Callable[[Edge], None], button: Callable[[Button], None]) -> None:
        """Hand on what moves, from any thread."""
        self._edge, self._button = edge, button
        self.hub.start()
        if self._buttons:
            self._buttons.start()

    def close(self) -> None:
        self.hub.close()
        if self._buttons:
            self._buttons.close()

    def dark(self) -> None:
        """The lamps went out with the port."""

    def _told(self, told: Sequence[Edge | Fault]) -> None:
        for each in told:
            if isinstance(each, Edge):
                self._edge(each)
            else:
                self._post([each])

    def _menu(self, told: Sequence[Told]) -> None:
        """Of the pins only the buttons: their running numbers are not the hub's."""
        for each in told:
            if isinstance(each, Button):
                self._button(each)
            elif isinstance(each, Fault):
                self._post([each])


class OneSource:
    """A screen whose keyboard and drawn buzzers press only while there is no hub: all seats of a game come from one
    source, so that their order is exact."""

    def __init__(self, screen: Screen, hub: HubInputs) -> None:
        self._screen, self._hub = screen, hub
        self.present, self.place, self.warm = screen.present, screen.place, screen.warm

    def wait(self, timeout_s: float) -> Sequence[Raw]:
        raws = self._screen.wait(timeout_s)
        return [raw for raw in raws if not (isinstance(raw, Edge) and raw.closed and self._hub.up)]
