"""Keys, mouse and fingers become what people did at the box: pygame events in, table values out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from typing import Literal

import pygame

from ..table import MS, Button, Edge, Fault, Quit, Seat, Tap

Raw = Edge | Button | Tap | Quit | Fault
Key = Literal["left", "ok", "right", "back"]
Part = Seat | Key
"""A buzzer or a menu button: what can be held down."""

BUTTONS: dict[int, Key] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "ok",
    pygame.K_KP_ENTER: "ok",
    pygame.K_ESCAPE: "back",
}
BUZZERS = {pygame.K_1 + n: Seat(n + 1) for n in range(8)}
BUZZERS_BY_PLACE = {pygame.KSCAN_1 + n: Seat(n + 1) for n in range(8)}  # keyboards with digits on shift
SIGNS_OF_NAMES = " -'."
TYPED = {pygame.K_9: 9, pygame.K_0: 0}  # in the row of the buzzers' keys: digits too, for whoever answers
TYPED_BY_PLACE = {pygame.KSCAN_9: 9, pygame.KSCAN_0: 0}
DIGITS = {key: n for n, key in enumerate((pygame.K_KP_0, *range(pygame.K_KP_1, pygame.K_KP_9 + 1)))}

PRESSED = 5 * MS
"""So long a finger is down at the least. A window busy with a picture sees it come and go at once; by those stamps it
would be a disturbance of the contact, and no press."""

WANTED = (
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSIZECHANGED,
)


def _sign(key: int) -> str:
    """What a key writes into a name, by the keyboard's own layout; "": nothing of the kind."""
    sign = chr(key) if key <= sys.maxunicode else ""  # others have a number beyond all signs
    return sign if sign.isalpha() or (sign and sign in SIGNS_OF_NAMES) else ""


class Hands:
    """Remembers who holds what, so that a buzzer under two fingers closes once and opens once.

    `clock`: stamps in box nanoseconds. `touched`: the part of the drawn box at a window pixel, or None. `tapped`: what
    a tap on the screen at that pixel means, or None. `size`: the window's now, since fingers come in fractions of it.
    """

    def __init__(
        self,
        clock: Callable[[], int],
        touched: Callable[[float, float], Part | None],
        tapped: Callable[[float, float], tuple[str, int] | None],
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self._clock, self._touched, self._tapped, self._size = clock, touched, tapped, size
        self._held: dict[Hashable, Part] = {}
        self._closed: dict[Part, int] = {}

    @property
    def down(self) -> frozenset[Part]:
        return frozenset(self._held.values())

    def take(self, event: pygame.Event) -> list[Raw]:
        """What this event means at the table."""
        match event.type:
            case pygame.QUIT:
                return [Quit()]
            case pygame.KEYDOWN:
                return self._key(event)
            case pygame.KEYUP:
                return self._release(("key", event.key))
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and not getattr(event, "touch", False):
                return self._point("mouse", *event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1 and not getattr(event, "touch", False):
                return self._release("mouse")
            case pygame.FINGERDOWN:
                w, h = self._size()
                return self._point(("finger", event.finger_id), event.x * w, event.y * h)
            case pygame.FINGERUP:
                return self._release(("finger", event.finger_id))
            case pygame.WINDOWFOCUSLOST:  # their key-up goes to another window
                return [raw for holder in tuple(self._held) for raw in self._release(holder)]
        return []

    def _key(self, event: pygame.Event) -> list[Raw]:
        if event.key in DIGITS:
            return [Tap(self._clock(), "digit", DIGITS[event.key])]
        if event.key == pygame.K_BACKSPACE:
            return [Tap(self._clock(), "erase")]
        typed = TYPED.get(event.key, TYPED_BY_PLACE.get(getattr(event, "scancode", 0)))
        if typed is not None:
            return [Tap(self._clock(), "typed", typed)]
        part: Part | None = BUTTONS.get(event.key)
        if part is not None:
            return self._hold(("key", event.key), part)
        seat = BUZZERS.get(event.key) or BUZZERS_BY_PLACE.get(getattr(event, "scancode", 0))
        if seat is None:
            return [Tap(self._clock(), "sign", ord(sign)) for sign in _sign(event.key)]
        held = self._hold(("key", event.key), seat)
        return [*held, *(Tap(edge.t, "typed", seat) for edge in held if isinstance(edge, Edge))]

    def _point(self, holder: Hashable, x: float, y: float) -> list[Raw]:
        part = self._touched(x, y)
        if part is not None:
            return self._hold(holder, part)
        tap = self._tapped(x, y)
        return [Tap(self._clock(), *tap)] if tap else []

    def _hold(self, holder: Hashable, part: Part) -> list[Raw]:
        again = holder in self._held  # a key that repeats itself
        before = self.down
        self._held[holder] = part
        return [] if again or part in before else [self._raw(part, True)]

    def _release(self, holder: Hashable) -> list[Raw]:
        part = self._held.pop(holder, None)
        return [self._raw(part, False)] if part is not None and part not in self.down else []

    def _raw(self, part: Part, down: bool) -> Raw:
        if isinstance(part, str):
            return Button(self._clock(), part, down)
        t = self._clock()
        if down:
            self._closed[part] = t
        return Edge(t if down else max(t, self._closed[part] + PRESSED), part, down)
