"""Sprites: SVG text rasterised once for each size and turn, and kept as long as there is room."""

from __future__ import annotations

import io
import math

import pygame

from . import svg
from .kept import Kept

MOST_BYTES = 30 * 2**20  # a whole game at full HD needs 24; with words and grounds below 60 MB (Painter.bytes)
ROUGH_FROM = 0.6  # a kept sprite smaller than this part of what is wanted would look blurred

Key = tuple[svg.Name, int, float]
"""Name, width in px (0: the natural size), turn in half degrees."""

_FORMAT = pygame.Surface((1, 1), pygame.SRCALPHA, 32)  # needs no display, so a one-shot picture may use it too


def half(turn: float) -> float:
    """The turn rounded to half a degree, which nobody sees, so that sprites are found again."""
    return round(turn * 2) / 2 % 360


def weight(picture: pygame.Surface) -> int:
    return picture.get_width() * picture.get_height() * picture.get_bytesize()


class Sprites:
    """`made` counts the rasterisations: `Painter.warm` pays them out one at a time."""

    def __init__(self) -> None:
        self.made = 0
        self._kept: Kept[Key, pygame.Surface] = Kept(MOST_BYTES, weight)
        self._of: dict[svg.Name, set[Key]] = {}

    @property
    def bytes(self) -> int:
        return self._kept.bytes

    def exact(self, name: svg.Name, size: int = 0, turn: float = 0) -> pygame.Surface:
        """The sprite, rasterised now if it is not there yet (about 10 ms for a coaster on a desk computer)."""
        key = (name, size, half(turn))
        found = self._kept.get(key)
        return self._keep(key, _raster(svg.text(name, key[2]), size)) if found is None else found

    def rough(self, name: svg.Name, size: int, turn: float) -> tuple[pygame.Surface, bool]:
        """For things in motion: the sprite if it is there, else the nearest one scaled and turned. And: is it exact?"""
        turn = half(turn)
        wanted = (name, size, turn)
        near = [key for key in self._of.get(name, ()) if key[1] >= ROUGH_FROM * size]
        if wanted in self._kept or not near:
            return self.exact(name, size, turn), True
        best = min(near, key=lambda key: (key[2] != turn, abs(math.log(key[1] / size))))
        base = self.exact(*best)
        if best[2] == turn:
            return pygame.transform.smoothscale(base, (size, size)), False
        return pygame.transform.rotozoom(base, best[2] - turn, size / best[1]), False

    def _keep(self, key: Key, sprite: pygame.Surface) -> pygame.Surface:
        self.made += 1
        self._of.setdefault(key[0], set()).add(key)
        for old in self._kept.keep(key, sprite):
            self._of[old[0]].discard(old)
            if not self._of[old[0]]:
                del self._of[old[0]]
        return sprite


def _raster(text: str, size: int) -> pygame.Surface:
    file = io.BytesIO(text.encode())
    if not size:
        return pygame.image.load(file, "sprite.svg").convert(_FORMAT)
    sprite = pygame.image.load_sized_svg(file, (size, size))  # sometimes one px too large: rounded up from a float
    return sprite.subsurface((0, 0, size, size)).convert(_FORMAT)


def squashed(sprite: pygame.Surface, part: float) -> pygame.Surface:
    """Seen from the side while it turns over: `part` of its width."""
    width, height = sprite.get_size()
    return pygame.transform.smoothscale(sprite, (max(1, round(width * part)), height))


def thinned(sprite: pygame.Surface, fade: float) -> pygame.Surface:
    """A copy with `fade` (0..1) of it gone."""
    copy = sprite.copy()
    copy.fill((255, 255, 255, round(255 * (1 - min(1, max(0, fade))))), special_flags=pygame.BLEND_RGBA_MULT)
    return copy
