"""How well words and signs stand out from what is really painted under and around them (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import cache

import pygame

from mopsbox.art import symbols
from mopsbox.games.mopsen.suits import ON_DARK, ON_LIGHT
from mopsbox.paint import svg
from mopsbox.paint.painter import Painter
from mopsbox.paint.stamps import stamp
from mopsbox.scene import (
    GROUND,
    HIGH,
    KEYS,
    LOW,
    MUTE,
    RULE,
    SYMBOLS,
    Badge,
    Disc,
    Item,
    Line,
    Look,
    Picture,
    Scene,
    Shape,
    Slab,
    Text,
)
from mopsbox.table import Seat

from .vision import LINEAR

Rgb = tuple[int, int, int]
INK = 160  # of 255: so much of a letter's colour is on a pixel that counts as one of its own
WORST = 0.1  # part of a letter's pixels that may lie on something worse: edges of what lies beneath
BESIDE = 2.5  # px from a shape's edge
RIM = 0.16  # of a picture's width: what is drawn so near its edge tells it from its ground, not the dark outline alone
GROUNDS = (GROUND, LOW, HIGH)
SUITS = (*ON_DARK.values(), *ON_LIGHT.values())


@cache
def luminance(rgb: Rgb) -> float:
    r, g, b = (LINEAR[c] for c in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(one: Rgb, other: Rgb) -> float:
    """From 1, equal, to 21, black and white."""
    a, b = luminance(one), luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def rgb(colour: str | pygame.Color) -> Rgb:
    c = pygame.Color(colour)
    return c.r, c.g, c.b


class Wordless:
    """The picture without its words, to look at what is beneath them."""

    def __init__(self, size: tuple[int, int], look: Look) -> None:
        self.look, self.painter = look, Painter(size, look)
        self.surface = pygame.Surface(size, 0, 32)

    def show(self, scene: Scene) -> None:
        still = [item for item in scene.items if not isinstance(item, Text)]
        self.painter.paint_all(self.surface, Scene(tuple(still)))

    def at(self, x: int, y: int) -> Rgb | None:
        if not self.surface.get_rect().collidepoint(x, y):
            return None
        c = self.surface.get_at((x, y))
        return c.r, c.g, c.b

    def of_word(self, text: Text) -> float:
        """The contrast of a line with what is under its letters; all but a few of their pixels are better."""
        ink = rgb(text.colour)
        found = []
        ((sprite, (left, top), _),) = stamp(text, self.look.px, self.painter.sprites, False).blits
        for x in range(0, sprite.get_width(), 2):
            for y in range(0, sprite.get_height(), 2):
                if sprite.get_at((x, y)).a >= INK and (under := self.at(left + x, top + y)):
                    found.append(ratio(ink, under))
        found.sort()
        return found[int(len(found) * WORST)] if found else 21.0

    def of_picture(self, item: Picture) -> float:
        """The contrast of a drawing's rim with the ground around it: half of its edge is better."""
        ((sprite, (left, top), _),) = stamp(item, self.look.px, self.painter.sprites, False).blits
        mask, size, found = pygame.mask.from_surface(sprite), sprite.get_width(), list[float]()
        for n in range(36):
            cos, sin = math.cos(n * math.tau / 36), math.sin(n * math.tau / 36)

            def at(r: float, cos: float = cos, sin: float = sin) -> tuple[int, int]:
                return int(size / 2 + r * cos), int(size / 2 + r * sin)

            inward = (r for r in range(round(0.72 * size), 0, -1) if sprite.get_rect().collidepoint(at(r)))
            edge = next((r for r in inward if mask.get_at(at(r))), None)
            if edge is None:
                continue
            ground, *drawn = (at(edge + BESIDE), *(at(edge - r) for r in range(0, max(4, round(RIM * size)))))
            around = self.at(left + ground[0], top + ground[1])
            inside = [c for x, y in drawn if (c := self.at(left + x, top + y))]
            if around and inside:
                found.append(max(ratio(around, c) for c in inside))
        return sorted(found)[len(found) // 2] if found else 21.0

    def of_symbol(self, item: Badge) -> float:
        """The contrast of a seat's symbol with what is around it in its badge, middle colour with middle colour."""
        size = max(1, round(item.d * self.look.px * svg.BADGE_BOX))
        side = 100 * svg.BADGE_BOX
        drawn = svg.box(side, side, symbols.inked(SYMBOLS[item.seat - 1], "#ffffff", item.turn))
        sprite = pygame.transform.smoothscale(pygame.image.load(io.BytesIO(drawn.encode()), "svg"), (size, size))
        left, top = round(item.x * self.look.px - size / 2), round(item.y * self.look.px - size / 2)
        within, around = list[Rgb](), list[Rgb]()
        for x in range(size):
            for y in range(size):
                alpha, far = sprite.get_at((x, y)).a, math.hypot(x - size / 2, y - size / 2) / size * side
                if (alpha > 250 or (alpha == 0 and far < 38)) and (colour := self.at(left + x, top + y)):
                    (within if alpha else around).append(colour)
        return ratio(*(sorted(colours, key=luminance)[len(colours) // 2] for colours in (within, around)))

    def of_strike(self, item: Badge) -> float:
        """The contrast of what strikes a locked badge, from the lower left to the upper right, with what is beside."""
        found = []
        for n in range(-25, 26):
            along = [
                (item.x + (n - off) * item.d / 100, item.y - (n + off) * item.d / 100) for off in (0, -6, -5, 5, 6)
            ]
            on, *beside = (self.at(round(x * self.look.px), round(y * self.look.px)) for x, y in along)
            if on:
                found.append(max(ratio(on, other) for other in beside if other))
        return sorted(found)[len(found) // 4]

    def of_sign(self, item: Item) -> float:
        """The contrast of a shape with what is around it: a third of it is better, for signs cross themselves."""
        colour = ink_of(item)
        if colour is None:
            return 21.0
        found = []
        for points in self._around(item):
            there = [ratio(rgb(colour), under) for x, y in points if (under := self.at(x, y))]
            found += [max(there)] if there else []
        found.sort()
        return found[2 * len(found) // 3] if found else 21.0

    def _around(self, item: Item) -> Iterator[list[tuple[int, int]]]:
        """Pixels just beside its edge; of two given together the farther one in colour counts: one lies inside."""
        px = self.look.px
        match item:
            case Shape(points):
                for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
                    length = math.hypot(bx - ax, by - ay) or 1
                    nx, ny = BESIDE * (by - ay) / length, -BESIDE * (bx - ax) / length
                    for part in (0.2, 0.5, 0.8):
                        x, y = (ax + part * (bx - ax)) * px, (ay + part * (by - ay)) * px
                        yield [(round(x + nx), round(y + ny)), (round(x - nx), round(y - ny))]
            case Disc():
                r = item.d / 2 * px + BESIDE
                for n in range(24):
                    a = n * math.tau / 24
                    yield [(round(item.x * px + r * math.cos(a)), round(item.y * px + r * math.sin(a)))]
            case Slab():
                w, h = (item.h, item.w) if item.turn % 180 else (item.w, item.h)
                for n in range(9):
                    part = (n - 4) / 9
                    for side in (-1, 1):
                        yield [(round((item.x + part * w) * px), round((item.y + side * h / 2) * px + side * BESIDE))]
                        yield [(round((item.x + side * w / 2) * px + side * BESIDE), round((item.y + part * h) * px))]
            case Line(x1, y1, x2, y2, w):
                length = math.hypot(x2 - x1, y2 - y1) or 1
                off = w / 2 * px + 1.3  # a strike has a narrow rim
                nx, ny = off * (y2 - y1) / length, -off * (x2 - x1) / length
                for part in (0.2, 0.5, 0.8):
                    x, y = (x1 + part * (x2 - x1)) * px, (y1 + part * (y2 - y1)) * px
                    for side in (-1, 1):
                        yield [(round(x + side * nx), round(y + side * ny))]


def ink_of(item: Item) -> str | None:
    """The colour a sign is seen by; None: it is a ground, a line between grounds, or shows that nothing can be done."""
    match item:
        case Line(colour=colour):
            return None if colour in (RULE, *GROUNDS) else colour
        case Shape(colour=colour):
            return None if colour in (MUTE, RULE, KEYS, *GROUNDS) else colour
        case Disc(dash=True, line=colour):
            return colour
        case Disc(fill=colour):
            return colour if colour in SUITS else None
        case Slab(fill=colour, w=w, h=h):
            return colour if colour in SUITS and w == h else None
        case _:
            return None


def beside_the_stroke(seat: Seat) -> tuple[int, int]:
    """Of a struck badge's symbol, how many of 1000 pixels of the badge stand out, above the stroke and below it."""
    size = 96
    surface = pygame.Surface((size, size), 0, 32)
    surface.fill(GROUND)
    struck = Badge(seat, size / 2, size / 2, 0.9 * size, look="locked")
    Painter((size, size), Look(size, size, 1)).paint(surface, Scene((struck,)))
    far = 0.25 * size  # the ring is farther from the middle
    inside = [
        (x + y < size, ratio(rgb(surface.get_at((x, y))), rgb(GROUND)))
        for x in range(size)
        for y in range(size)
        if math.hypot(x - size / 2, y - size / 2) < far and abs(x + y - size) > 0.1 * size
    ]
    above = sum(contrast >= 3 for upper, contrast in inside if upper)
    below = sum(contrast >= 3 for upper, contrast in inside if not upper)
    return 1000 * above // len(inside), 1000 * below // len(inside)
