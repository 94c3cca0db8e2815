"""Words on the screen, in Atkinson Hyperlegible (shipped in fonts/; never a font of the system)."""

from __future__ import annotations

import math
import struct
from collections.abc import Hashable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

import pygame

from .kept import Kept

MOST_BYTES = 10 * 2**20  # the fullest page at full HD has 7 MiB of words
FONTS = {
    False: Path(__file__).parent.parent / "fonts" / "AtkinsonHyperlegible-Regular.ttf",
    True: Path(__file__).parent.parent / "fonts" / "AtkinsonHyperlegible-Bold.ttf",
}
CAP = 0.668  # height of a capital / em, of both weights
FOOT_GAP, FOOT_W = 0.26, 0.13  # the foot line under 6, 9, 16, ...: below the baseline, thickness; in capitals
WHOLE = 0xB1B0AFBA  # what the words of a TrueType file add up to (OpenType specification, head, checksumAdjustment)
ANCHORS = {"left": 0.0, "middle": 0.5, "right": 1.0}


@lru_cache(maxsize=64)
def font(em: int, bold: bool) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(usable(bold), em)


@cache
def usable(bold: bool) -> Path | None:
    """Our file; where it is missing or broken that of the other weight, else pygame's own (paint/whole.py tells)."""
    for weight in (bold, not bold):
        with suppress(OSError, pygame.error):
            return tried(FONTS[weight])
    return None


def tried(path: Path) -> Path:
    """The file, if all of it is there: one that is cut off still opens, and then draws some signs or none.
    Raises OSError or pygame.error."""
    data = path.read_bytes()
    words = struct.unpack(f">{len(data) // 4}I", data[: len(data) // 4 * 4])
    if sum(words) % 2**32 != WHOLE or len(data) % 4:
        raise pygame.error("its checksum is wrong")
    pygame.font.init()
    pygame.font.Font(path, 8)
    return path


Line = tuple[pygame.Surface, float, float]
"""The picture, and where its middle lies seen from the anchor point."""

LINES: Kept[Hashable, Line] = Kept(MOST_BYTES, lambda line: line[0].get_width() * line[0].get_height() * 4)


def line(text: str, cap: float, colour: str, bold: bool, turn: float, anchor: str, foot: bool) -> Line:
    """One line with capitals `cap` px high, made once."""
    key = (text, cap, colour, bold, turn, anchor, foot)
    found = LINES.get(key)
    if found is None:
        found = _line(*key)
        LINES.keep(key, found)
    return found


def _line(text: str, cap: float, colour: str, bold: bool, turn: float, anchor: str, foot: bool) -> Line:
    face = font(max(4, round(cap / CAP)), bold)
    flat = face.render(text, True, colour)
    below = math.ceil(cap * (FOOT_GAP + FOOT_W)) - (flat.get_height() - face.get_ascent()) if foot else 0
    if foot:
        width, height = flat.get_size()
        high = pygame.Surface((width, height + max(0, below)), pygame.SRCALPHA)
        high.blit(flat, (0, 0))
        thick = max(1, round(cap * FOOT_W))
        high.fill(colour, (0, face.get_ascent() + round(cap * FOOT_GAP), width, thick))
        flat = high
    width, height = flat.get_size()
    dx, dy = width * (0.5 - ANCHORS[anchor]), height / 2 - (face.get_ascent() - cap / 2)
    a = math.radians(turn)
    if turn % 90 == 0:
        flat = pygame.transform.rotate(flat, -turn) if turn % 360 else flat
    else:
        flat = pygame.transform.rotozoom(flat, -turn, 1)
    return flat, dx * math.cos(a) - dy * math.sin(a), dx * math.sin(a) + dy * math.cos(a)
