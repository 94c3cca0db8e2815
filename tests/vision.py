"""How far two drawings are apart for an eye: in CIELAB, as seen with every kind of colour vision, and by outline.

Colour vision: Machado, Oliveira, Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency",
IEEE Transactions on Visualization and Computer Graphics 15(6), 2009; the matrices for severity 1.0, on linear RGB.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache

import pygame

Matrix = tuple[tuple[float, float, float], ...]
Lab = tuple[float, float, float]

VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,  # luminance alone: dim light, a photograph
}
XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))  # of linear sRGB
WHITE = (0.9505, 1.0, 1.089)  # D65
LINEAR = tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in range(256)))


def times(matrix: Matrix, vector: Sequence[float]) -> tuple[float, float, float]:
    x, y, z = (row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2] for row in matrix)
    return x, y, z


def linear_seen(r: int, g: int, b: int, vision: str) -> tuple[float, float, float]:
    """An sRGB colour as that eye sees it: linear RGB, 0 to 1."""
    x, y, z = (min(1.0, max(0.0, v)) for v in times(VISIONS[vision], (LINEAR[r], LINEAR[g], LINEAR[b])))
    return x, y, z


@cache
def as_seen(r: int, g: int, b: int, vision: str) -> tuple[int, int, int]:
    """An sRGB colour that shows everybody what that eye sees."""
    shades = (v * 12.92 if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in linear_seen(r, g, b, vision))
    x, y, z = (round(255 * shade) for shade in shades)
    return x, y, z


@cache
def lab(r: int, g: int, b: int, vision: str = "normal") -> Lab:
    """CIELAB (D65) of an sRGB colour as that eye sees it."""
    parts = (v / n for v, n in zip(times(XYZ, linear_seen(r, g, b, vision)), WHITE, strict=True))
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@cache
def disc(size: int) -> tuple[int, ...]:
    """Which pixels of a square, counted row by row, lie in its circle."""
    middle = (size - 1) / 2
    rows = itertools.product(range(size), repeat=2)
    return tuple(n for n, (y, x) in enumerate(rows) if math.hypot(x - middle, y - middle) <= size / 2)


def glance(picture: pygame.Surface, vision: str) -> list[Lab]:
    """A round picture as it is seen in a glance: each two pixels run into one."""
    size = picture.get_width() // 2
    pixels = pygame.image.tobytes(pygame.transform.smoothscale(picture, (size, size)), "RGB")
    return [lab(*pixels[3 * n : 3 * n + 3], vision) for n in disc(size)]


def distance(one: list[Lab], other: list[Lab]) -> float:
    """The mean distance of what lies at the same place. 2.3 is just noticeable between two flat colours."""
    return sum(map(math.dist, one, other)) / len(one)


def outline(sprite: pygame.Surface) -> int:
    """What a picture with a clear ground covers: a bit for each pixel."""
    alpha = pygame.image.tobytes(sprite, "RGBA")[3::4]
    return int("".join("1" if a > 127 else "0" for a in alpha), 2)


def apart(one: int, other: int) -> float:
    """Of what two outlines cover together, the part that only one of them covers: 0 the same .. 1 nothing shared."""
    return 1 - (one & other).bit_count() / (one | other).bit_count()
