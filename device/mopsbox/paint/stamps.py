"""An item becomes a stamp: fills and blits at whole pixels, with the rectangle they cover."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import pygame

from ..scene import Badge, Coaster, Disc, Item, Line, Picture, Shape, Slab, Text
from . import svg, text
from .sprites import Sprites, squashed, thinned

Fill = tuple[str, pygame.Rect]
Blit = tuple[pygame.Surface, tuple[int, int], pygame.Rect | None]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Fills first, then blits (sprite, upper left corner, part of the sprite). `rough`: to be done again at rest."""

    rect: pygame.Rect
    fills: tuple[Fill, ...] = ()
    blits: tuple[Blit, ...] = ()
    rough: bool = False

    def put(self, surface: pygame.Surface) -> None:
        for colour, rect in self.fills:
            filled(surface, colour, rect)
        for sprite, corner, part in self.blits:
            surface.blit(sprite, corner, part)


TILE = (256, 32)
NARROW = 16  # px: from here on SDL fills by streaming stores


@lru_cache(maxsize=32)
def tile(colour: str) -> pygame.Surface:
    """A piece of one colour, 32 KB."""
    piece = pygame.Surface(TILE, 0, 32)
    piece.fill(colour)
    return piece


def tiles_weigh() -> int:
    """Bytes of all pieces."""
    return tile.cache_info().currsize * TILE[0] * TILE[1] * 4


def filled(surface: pygame.Surface, colour: str, rect: pygame.Rect) -> None:
    """As `surface.fill`. On x86 that streams past the cache, and each row that does not begin and end with a line of
    the cache waits for memory: 207 us for 222 x 264 px, a tenth of it by copying tiles."""
    if rect.w < NARROW:
        surface.fill(colour, rect)
        return
    piece, (w, h) = tile(colour), TILE
    for y in range(rect.top, rect.bottom, h):
        for x in range(rect.left, rect.right, w):
            surface.blit(piece, (x, y), (0, 0, min(w, rect.right - x), min(h, rect.bottom - y)))


def stamp(item: Item, px: float, sprites: Sprites, moving: bool) -> Stamp:
    """`px`: pixels a millimetre. `moving`: a rough picture will do, it is gone in a moment."""
    match item:
        case Picture():
            return _picture(item, px, sprites, moving)
        case Coaster():
            return _coaster(item, px, sprites, moving)
        case Badge():
            size = max(1, round(item.d * px * svg.BADGE_BOX))
            return _at(sprites.exact(("badge", item.seat, item.look), size, item.turn), item.x * px, item.y * px)
        case Text():
            sprite, dx, dy = text.line(
                item.text, item.cap * px, item.colour, item.bold, item.turn % 360, item.anchor, item.foot
            )
            return _at(sprite, item.x * px + dx, item.y * px + dy)
        case Disc():
            return _disc(item, px, sprites)
        case Line():
            return _line(item, px, sprites)
        case Shape():
            return _shape(item, px, sprites)
        case Slab():
            return _slab(item, px, sprites) if item.turn % 90 == 0 else _odd_slab(item, px, sprites)


def _at(sprite: pygame.Surface, x: float, y: float, rough: bool = False) -> Stamp:
    """The sprite with its middle at (x, y) px."""
    width, height = sprite.get_size()
    corner = round(x - width / 2), round(y - height / 2)
    return Stamp(pygame.Rect(corner, (width, height)), (), ((sprite, corner, None),), rough)


NOTHING = Stamp(pygame.Rect(0, 0, 0, 0))


def _picture(item: Picture, px: float, sprites: Sprites, moving: bool) -> Stamp:
    if item.fade >= 1:
        return NOTHING
    sprite, exact = _sprite(("picture", item.name), item.d * px, item.turn, sprites, moving)
    if item.fade > 0:
        sprite = thinned(sprite, item.fade)
    return _at(sprite, item.x * px, item.y * px, not exact)


def _coaster(item: Coaster, px: float, sprites: Sprites, moving: bool) -> Stamp:
    name = ("coaster", () if item.back else item.spots, None if item.back else item.bright, item.back)
    sprite, exact = _sprite(name, item.d * px, item.turn, sprites, moving)
    if item.squash < 1:
        sprite = squashed(sprite, max(0.0, item.squash))
    return _at(sprite, item.x * px, item.y * px, not exact)


def _sprite(name: svg.Name, d: float, turn: float, sprites: Sprites, moving: bool) -> tuple[pygame.Surface, bool]:
    size = max(1, round(d))
    if moving:
        return sprites.rough(name, size, turn)
    return sprites.exact(name, size, turn), True


def _disc(item: Disc, px: float, sprites: Sprites) -> Stamp:
    d = max(1, round(item.d * px))
    name = ("disc", d, item.fill, item.line, _thin(item.line_w, px), item.dash)
    return _at(sprites.exact(name), item.x * px, item.y * px)


def _thin(width: float, px: float) -> float:
    """A line's width in px, at least one, in steps that let sprites be found again."""
    return max(1.0, round(width * px * 4) / 4)


def _line(item: Line, px: float, sprites: Sprites) -> Stamp:
    dx, dy = ((b - a) * px for a, b in ((item.x1, item.x2), (item.y1, item.y2)))
    name = ("line", round(dx, 1), round(dy, 1), _thin(item.w, px), item.colour, item.dash)
    return _at(sprites.exact(name), (item.x1 + item.x2) / 2 * px, (item.y1 + item.y2) / 2 * px)


def _shape(item: Shape, px: float, sprites: Sprites) -> Stamp:
    points = [(x * px, y * px) for x, y in item.points]
    if len(points) < 3:
        return NOTHING
    (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    mx, my = (left + right) / 2, (top + bottom) / 2
    around = tuple((round(x - mx, 1), round(y - my, 1)) for x, y in points)
    name = ("shape", around, math.ceil(right - left) + 2, math.ceil(bottom - top) + 2, item.colour)
    return _at(sprites.exact(name), mx, my)


def _odd_slab(item: Slab, px: float, sprites: Sprites) -> Stamp:
    w, h, radius = (round(length * px, 1) for length in (item.w, item.h, item.radius))
    name = ("slab", w, h, item.fill, item.line, _thin(item.line_w, px), radius, item.round)
    return _at(sprites.exact(name, 0, item.turn), item.x * px, item.y * px)


_SIDES = ("top", "right", "bottom", "left")


def _slab(item: Slab, px: float, sprites: Sprites) -> Stamp:
    """Upright or lying: fills for the sides and the middle, corners cut from a disc."""
    quarter = round(item.turn / 90) % 4
    w, h = (item.h, item.w) if quarter % 2 else (item.w, item.h)
    left, top, right, bottom = (round(e * px) for e in (item.x - w / 2, item.y - h / 2, item.x + w / 2, item.y + h / 2))
    rect = pygame.Rect(left, top, max(1, right - left), max(1, bottom - top))
    r = min(round(item.radius * px), rect.w // 2, rect.h // 2)
    side = item.round if item.round == "all" else _SIDES[(_SIDES.index(item.round) + quarter) % 4]
    line_w = max(1, round(item.line_w * px)) if item.line else 0
    corners = {
        "tl": side in ("all", "top", "left"),
        "tr": side in ("all", "top", "right"),
        "bl": side in ("all", "bottom", "left"),
        "br": side in ("all", "bottom", "right"),
    }
    fills = _fills(item, rect, r, line_w, corners)
    return Stamp(rect, fills, _corners(item, rect, r, line_w, corners, sprites) if r else ())


def _fills(item: Slab, rect: pygame.Rect, r: int, line_w: int, corners: dict[str, bool]) -> tuple[Fill, ...]:
    fills: list[Fill] = []
    squares = [_corner(rect, r, at) for at, rounded in corners.items() if not rounded] if r else []
    if item.fill:
        strip = rect.x, rect.y + r, r, rect.h - 2 * r
        strips = [rect.inflate(-2 * r, 0), pygame.Rect(strip), pygame.Rect(strip).move(rect.w - r, 0)]
        fills += [(item.fill, part) for part in (*strips, *squares) if part.w > 0 and part.h > 0]
    if item.line:
        at = {name: r if rounded else 0 for name, rounded in corners.items()}
        bars = (
            (rect.left + at["tl"], rect.top, rect.w - at["tl"] - at["tr"], line_w),
            (rect.left + at["bl"], rect.bottom - line_w, rect.w - at["bl"] - at["br"], line_w),
            (rect.left, rect.top + at["tl"], line_w, rect.h - at["tl"] - at["bl"]),
            (rect.right - line_w, rect.top + at["tr"], line_w, rect.h - at["tr"] - at["br"]),
        )
        fills += [(item.line, pygame.Rect(bar)) for bar in bars if bar[2] > 0 and bar[3] > 0]
    return tuple(fills)


def _corner(rect: pygame.Rect, r: int, at: str) -> pygame.Rect:
    x = rect.left if at[1] == "l" else rect.right - r
    y = rect.top if at[0] == "t" else rect.bottom - r
    return pygame.Rect(x, y, r, r)


def _corners(
    item: Slab, rect: pygame.Rect, r: int, line_w: int, corners: dict[str, bool], sprites: Sprites
) -> tuple[Blit, ...]:
    if not item.fill and not item.line:
        return ()
    disc = sprites.exact(("disc", 2 * r, item.fill, item.line, float(line_w), False))
    blits: list[Blit] = []
    for at, rounded in corners.items():
        if rounded:
            part = pygame.Rect(0 if at[1] == "l" else r, 0 if at[0] == "t" else r, r, r)
            blits.append((disc, _corner(rect, r, at).topleft, part))
    return tuple(blits)
