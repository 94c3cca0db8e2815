"""Paints a scene at the screen's real pixels, and of the next scene only what differs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import pygame

from ..scene import GLOW, GROUND, Item, Look, Scene, mixed
from . import text
from .sprites import Sprites, weight
from .stamps import Stamp, stamp, tiles_weigh

RIM = "#0d141b"  # the ground towards the corners (layout.md, "Colour")

Entry = tuple[Item, int]
"""An item and how many equal ones lie under it."""


class Painter:
    """For one screen. `size`: its pixels as the hardware has them; `rotation`: clockwise turn of the picture on it
    (0, 90, 180, 270), done here because SDL on the bare console turns nothing. `look` measures the turned picture."""

    def __init__(self, size: tuple[int, int], look: Look, rotation: int = 0, sprites: Sprites | None = None) -> None:
        if rotation not in (0, 90, 180, 270):
            raise ValueError(f"rotation {rotation} is not 0, 90, 180 or 270")
        self.look, self.rotation = look, rotation
        self.size = (size[1], size[0]) if rotation % 180 else size
        self.sprites = sprites or Sprites()
        self._ground = ground(self.size)
        self._turned = pygame.Surface(self.size, 0, 32) if rotation else None
        self._last: dict[Entry, Stamp] = {}
        self._scene: Scene | None = None
        self._onto: pygame.Surface | None = None

    @property
    def bytes(self) -> int:
        """What is kept to paint with: sprites, words, pieces of colour, the ground, the picture before it is turned."""
        grounds = [self._ground, *([self._turned] if self._turned else [])]
        return self.sprites.bytes + text.LINES.bytes + tiles_weigh() + sum(map(weight, grounds))

    def paint(self, surface: pygame.Surface, scene: Scene) -> list[pygame.Rect]:
        """Paint what changed since the last scene; the parts of `surface` that are new. Nothing changed: []."""
        if self._scene is None or surface is not self._onto or scene.dark != self._scene.dark:
            return self.paint_all(surface, scene)
        if scene == self._scene:
            return []
        before, after = self._last, self._stamps(scene)
        dirty = _merged(_changed(before, after), pygame.Rect((0, 0), self.size))
        self._scene, self._last = scene, after
        return [self._repaint(surface, rect) for rect in dirty]

    def paint_all(self, surface: pygame.Surface, scene: Scene) -> list[pygame.Rect]:
        """Paint everything, whatever was there before."""
        self._last = self._stamps(scene)
        self._scene, self._onto = scene, surface
        return [self._repaint(surface, pygame.Rect((0, 0), self.size))]

    def warm(self, items: Iterable[Item], most: int = 1) -> bool:
        """Rasterise up to `most` sprites that these items will need, so that showing them costs nothing. True once
        all are there: call it again in idle moments until then."""
        start = self.sprites.made
        for item in items:
            stamp(item, self.look.px, self.sprites, False)
            if self.sprites.made - start >= most:
                return False
        return True

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """Millimetres in the scene of a pixel of the surface."""
        w, h = self.size
        turned = {0: (x, y), 90: (y, h - x), 180: (w - x, h - y), 270: (w - y, x)}[self.rotation]
        return turned[0] / self.look.px, turned[1] / self.look.px

    def _stamps(self, scene: Scene) -> dict[Entry, Stamp]:
        """In order. A stamp of the last scene stays, unless it was rough and things stand still now."""
        seen: Counter[Item] = Counter()
        stamps: dict[Entry, Stamp] = {}
        for item in scene.items:
            entry = (item, seen[item])
            seen[item] += 1
            old = self._last.get(entry)
            if old is None or (old.rough and not scene.moving):
                old = stamp(item, self.look.px, self.sprites, scene.moving)
            stamps[entry] = old
        return stamps

    def _repaint(self, surface: pygame.Surface, rect: pygame.Rect) -> pygame.Rect:
        """Everything within `rect`, from the ground up; where that lies on the surface."""
        canvas = surface if self._turned is None else self._turned
        canvas.set_clip(rect)
        canvas.blit(self._ground, rect, rect)
        for each in self._last.values():
            if each.rect.colliderect(rect):
                each.put(canvas)
        if self._scene and self._scene.dark:
            canvas.fill((round(255 * (1 - self._scene.dark)),) * 3, rect, pygame.BLEND_RGB_MULT)
        canvas.set_clip(None)
        if self._turned is None:
            return rect
        w, h = self.size
        corner = {90: (h - rect.bottom, rect.x), 180: (w - rect.right, h - rect.bottom), 270: (rect.y, w - rect.right)}
        part = pygame.transform.rotate(self._turned.subsurface(rect), -self.rotation)
        return surface.blit(part, corner[self.rotation])


def ground(size: tuple[int, int]) -> pygame.Surface:
    """The dark table with a soft light on its middle."""
    w, h = 64, 36
    small = pygame.Surface((w, h), 0, 32)
    for x in range(w):
        for y in range(h):
            away = min(1.0, math.hypot((x + 0.5) / w - 0.5, (y + 0.5) / h - 0.5) / 0.62)
            small.set_at((x, y), mixed(GLOW, GROUND, away * 2) if away < 0.5 else mixed(GROUND, RIM, away * 2 - 1))
    return pygame.transform.smoothscale(small, size)


def _changed(before: dict[Entry, Stamp], after: dict[Entry, Stamp]) -> list[pygame.Rect]:
    """What left, what came, what was stamped anew, and what changed its place in the order."""
    rects = [old.rect for entry, old in before.items() if after.get(entry) is not old]
    rects += [new.rect for entry, new in after.items() if before.get(entry) is not new]
    stayed = [entry for entry in before if entry in after], [entry for entry in after if entry in before]
    rects += [after[b].rect for a, b in zip(*stayed, strict=True) if a != b]
    return rects


def _merged(rects: Sequence[pygame.Rect], screen: pygame.Rect) -> list[pygame.Rect]:
    """The rectangles within the screen, joined until none overlap."""
    done: list[pygame.Rect] = []
    for rect in (r.clip(screen) for r in rects):
        if not rect.w or not rect.h:
            continue
        while (at := rect.collidelist(done)) >= 0:
            rect = rect.union(done.pop(at))
        done.append(rect)
    return done
