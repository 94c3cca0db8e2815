"""The hub's lamps: on or off, for there is no PWM over USB; said when one changes, and now and then anyway."""

from __future__ import annotations

from collections.abc import Mapping

from ..glow import lit, next_change
from ..table import SECOND, Lamp, Seat

AGAIN = 2 * SECOND  # a frame for the lamps may get lost
MINUTE = 60 * SECOND  # so long a lamp is shown already: it breathes by steps (glow.py)


class Lights:
    """`lamps`: as they are to be. `again`, `due`: box times from which all is said anyway, and from which there may be
    something to say."""

    def __init__(self) -> None:
        self.lamps: Mapping[Seat, Lamp] = {}
        self.again = self.due = 0
        self._lit: int | None = None

    def forget(self) -> None:
        """Nobody knows how the lamps are."""
        self._lit = None

    def to_say(self, now: int) -> int | None:
        """The mask of the lit ones, when it has to be said."""
        mask, changes = 0, []
        for seat, lamp in self.lamps.items():
            mask |= (lit(lamp, seat, now, now - MINUTE) >= 0.5) << seat - 1
            if (change := next_change(lamp, seat, now, now - MINUTE)) is not None:
                changes.append(change)
        if now >= self.again:
            self.again, self._lit = now + AGAIN, None
        self.due = min([self.again, *changes])
        was, self._lit = self._lit, mask
        return None if mask == was else mask
