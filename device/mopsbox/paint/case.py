"""The simulated box around the screen: eight buzzers with their lamps, the menu buttons, and where they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set

import pygame

from ..art import symbols
from ..glow import level
from ..scene import GROUND, INK, KEYS, LOW, RULE, SEAT_COLOURS, SYMBOLS, mixed
from ..table import SEATS, Lamp, Seat
from . import svg, text
from .hands import Key, Part
from .sprites import Sprites

# Where the seats sit (layout.md, "Plates", eight all around): edge, and fraction from the left or the top.
PLACES = (("B", 0.25), ("L", 0.5), ("T", 0.25), ("T", 0.5), ("T", 0.75), ("R", 0.5), ("B", 0.75), ("B", 0.5))
KEY_AT: dict[Key, float] = {"left": 1 / 6, "ok": 1 / 2, "right": 5 / 6, "back": 0.97}
BEZEL, KEY_ROW = 0.23, 0.13  # of the screen's height: beside the screen; the row of menu buttons under it
LEAST_BEZEL = 0.21  # of the screen's height: what the narrowest ring of buttons takes, above and below together
STEPS = 8  # shades of a lamp between off and on


class Case:
    """Geometry in window pixels. `room`: the desktop, if known; the bezel shrinks for it, the screen never does.
    `fill`: the window is the whole room, if the box fits into it, the box in the middle."""

    def __init__(
        self, screen: tuple[int, int], room: tuple[int, int] | None, sprites: Sprites, fill: bool = False
    ) -> None:
        w, h = screen
        bezel, row = round(h * BEZEL), round(h * KEY_ROW)
        if room:
            spare = min((room[0] - w) / max(1, 2 * bezel), (room[1] - h) / max(1, 2 * bezel + row))
            part = min(1.0, max(0.35, spare))
            bezel, row = round(bezel * part), round(row * part)
        self.size = w + 2 * bezel, h + 2 * bezel + row
        self.screen = pygame.Rect(bezel, bezel, w, h)
        if fill and room and self.size[0] <= room[0] and self.size[1] <= room[1]:
            self.screen.move_ip((room[0] - self.size[0]) // 2, (room[1] - self.size[1]) // 2)
            self.size = room
        self._sprites = sprites
        self._big, self._small = max(1, round(bezel * 0.88)), max(1, round(row * 0.8))
        self._shown: dict[Part, tuple[int, bool]] = {}
        self._bezel, self._row = bezel, row
        self._lay()

    def stand_in(self, window: tuple[int, int]) -> None:
        """In the middle of a window of that size, in which the screen has room; the ring of buttons may be cut."""
        bezel, row = self._bezel, self._row
        whole = self.screen.w + 2 * bezel, self.screen.h + 2 * bezel + row
        x, y = ((there - mine) // 2 + bezel for there, mine in zip(window, whole, strict=True))
        self.size, self.screen.topleft = window, (x, y)
        self.screen.clamp_ip((0, 0, *window))
        self._lay()

    def _lay(self) -> None:
        """The buttons round the screen where it stands."""
        middle = self.screen.bottom + self._row / 2
        self._keys: dict[Part, tuple[float, float]] = {
            key: (self.screen.x + self.screen.w * share, middle) for key, share in KEY_AT.items()
        }
        self._at = self._keys | {seat: self._place(*PLACES[seat - 1]) for seat in SEATS}

    def place(self, buzzers: Mapping[Seat, tuple[str, float]]) -> bool:
        """Lay the buzzers somewhere else round the screen (edge, fraction along it); has anything moved?"""
        at = self._keys | {seat: self._place(*buzzers[seat]) for seat in buzzers}
        moved, self._at = at != self._at, at
        return moved

    def at(self, part: Part) -> tuple[float, float]:
        """The middle of a buzzer or button, window pixels."""
        return self._at[part]

    def _place(self, edge: str, share: float) -> tuple[float, float]:
        out = self._bezel / 2
        along_x, along_y = self.screen.x + self.screen.w * share, self.screen.y + self.screen.h * share
        return {
            "B": (along_x, self.screen.bottom + self._row + out),
            "T": (along_x, self.screen.top - out),
            "L": (self.screen.left - out, along_y),
            "R": (self.screen.right + out, along_y),
        }[edge]

    def _width(self, part: Part) -> int:
        return self._big if isinstance(part, int) else round(self._small * (0.7 if part == "back" else 1))

    def touched(self, x: float, y: float) -> Part | None:
        """The buzzer or button at a window pixel."""
        return next((p for p, at in self._at.items() if math.dist(at, (x, y)) <= self._width(p) / 2), None)

    def paint(self, window: pygame.Surface) -> None:
        """The box without its buttons, which `light` puts on it; what its screen shows stays."""
        screen = window.subsurface(self.screen).copy()
        window.fill(mixed(KEYS, "#000000", 0.35))
        frame = self.screen.inflate(round(self.screen.h * 0.03), round(self.screen.h * 0.03))
        pygame.draw.rect(window, RULE, frame.inflate(4, 4), border_radius=8)
        pygame.draw.rect(window, "#000000", frame, border_radius=7)
        window.blit(screen, self.screen)
        self._shown.clear()

    def light(self, window: pygame.Surface, lamps: Mapping[Seat, Lamp], down: Set[Part], t: float) -> list[pygame.Rect]:
        """Paint the buttons whose light or position changed; where."""
        rects = []
        for part in self._at:
            bright = round(level(lamps.get(part, "off"), part, t) * STEPS) if isinstance(part, int) else 0
            state = bright, part in down
            if self._shown.get(part) != state:
                self._shown[part] = state
                rects.append(self._button(window, part, *state))
        return rects

    def _button(self, window: pygame.Surface, part: Part, bright: int, down: bool) -> pygame.Rect:
        size, (x, y) = self._width(part), self._at[part]
        if isinstance(part, str):
            sprite = self._sprites.exact(("key", part, down), size)
            return window.blit(sprite, (round(x - size / 2), round(y - size / 2)))
        rect = window.blit(
            self._sprites.exact(("buzzer", part, bright, down), size), (round(x - size / 2), round(y - size / 2))
        )
        ink = GROUND if bright > STEPS / 2 else INK
        number, dx, dy = text.line(str(part), size * 0.17, ink, True, 0, "middle", False)
        middle = x + dx, y + size * 0.2 + dy
        window.blit(number, (round(middle[0] - number.get_width() / 2), round(middle[1] - number.get_height() / 2)))
        return rect


def spread(size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The screen of that shape round which the box fills the room: smaller than `size` only if there is no room for the
    narrowest ring of buttons, larger only with a whole one."""
    (w, h), (wide, high) = size, room
    narrow = min(wide / (w + LEAST_BEZEL * h), high / (h * (1 + LEAST_BEZEL)))
    whole = min(wide / (w + 2 * BEZEL * h), high / (h * (1 + 2 * BEZEL + KEY_ROW)))
    part = max(min(1.0, narrow), whole)
    return max(1, int(w * part)), max(1, int(h * part))


def _buzzer(seat: int, bright: int, down: bool, turn: float) -> str:
    """A dome of 200 units across with its symbol; the number is put on it as text."""
    colour, part = SEAT_COLOURS[seat - 1], bright / STEPS
    dome = mixed(mixed(colour, GROUND, 0.78), colour, part)
    ink = GROUND if bright > STEPS / 2 else colour
    r = 70 if down else 76
    marks = [
        f'<circle r="97" fill="{mixed(LOW, colour, 0.45 * part)}"/>',
        f'<circle r="86" fill="{KEYS}"/>',
        f'<circle r="{r}" fill="{dome}" stroke="{mixed(colour, GROUND, 0.35 * (1 - part))}" stroke-width="5"/>',
    ]
    marks.append(f'<g transform="translate(0 -22)scale(1.05)">{symbols.inked(SYMBOLS[seat - 1], ink)}</g>')
    return svg.box(200, 200, "".join(marks))


def _key(name: str, down: bool, turn: float) -> str:
    return svg.box(200, 200, svg.placed(f"icon_{name}", 0, 0, 0.92 if down else 1, 0))


svg.MAKERS["buzzer"] = _buzzer
svg.MAKERS["key"] = _key
