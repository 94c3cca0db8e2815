"""`make sheet`: all drawings on one picture, docs/pugs.png, to look at: large, at playing size, as other eyes see them.

Playing size is 44 px, 9 mm on the 7-inch panel (layout.md). The colour visions are those of tests/vision.py.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pygame

from mopsbox.art.drawings import PICTURES
from mopsbox.paint import text
from mopsbox.paint.sprites import Sprites

from .vision import VISIONS, as_seen

OUT = Path(__file__).parent.parent / "docs" / "pugs.png"
WIDTH, MARGIN, GAP = 1080, 20, 12
LARGE, PLAYING, MIDDLE, SMALL = 165, 44, 94, 44
PAPER, TABLE, COASTER, INK, SOFT = "#f1e6d0", "#101820", "#f7e8cc", "#2a211a", "#a9b8c6"

PUGS = [name for name in PICTURES if name.startswith("pug_")]
SPRITES = Sprites()


def named(*families: str) -> list[str]:
    return [name for name in PICTURES if name.startswith(families)]


def row(sheet: pygame.Surface, y: int, names: Iterable[str], size: int, x: int = MARGIN) -> int:
    """Drawings side by side, in as many lines as they need; where the next row begins."""
    left = x
    for name in names:
        if x + size > WIDTH - MARGIN + GAP:
            x, y = left, y + size + GAP
        sheet.blit(SPRITES.exact(("picture", name), size), (x, y))
        x += size + GAP
    return y + size + GAP


def label(sheet: pygame.Surface, words: str, y: int, colour: str = INK) -> None:
    sprite, dx, dy = text.line(words, 11, colour, False, 0, "left", False)
    middle = MARGIN + dx, y + dy
    sheet.blit(sprite, sprite.get_rect(center=middle))


def seen(picture: pygame.Surface, vision: str) -> pygame.Surface:
    """The picture as somebody with that colour vision sees it."""
    pixels = pygame.image.tobytes(picture, "RGB")
    colours = zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True)
    shown = b"".join(bytes(as_seen(r, g, b, vision)) for r, g, b in colours)
    return pygame.image.frombytes(shown, picture.get_size(), "RGB")


def playing(turn: int) -> pygame.Surface:
    """The twelve in a row, as large as they are played with."""
    strip = pygame.Surface((12 * (PLAYING + GAP), PLAYING), 0, 24)
    strip.fill(COASTER)
    for n, name in enumerate(PUGS):
        strip.blit(SPRITES.exact(("picture", name), PLAYING, turn * n), (n * (PLAYING + GAP) + GAP // 2, 0))
    return strip


def draw() -> pygame.Surface:
    sheet = pygame.Surface((WIDTH, 2000), 0, 24)
    sheet.fill(PAPER)
    y = row(sheet, MARGIN, PUGS, LARGE)
    for vision in VISIONS:
        strip = seen(playing(0 if vision == "normal" else 35), vision)
        sheet.fill(COASTER, (0, y, WIDTH, PLAYING + GAP))
        label(sheet, vision, y + (PLAYING + GAP) // 2)
        sheet.blit(strip, (130, y + GAP // 2))
        y += PLAYING + GAP
    things = ["star", "bone", "bowl", "card_back", "coaster_back", "die_g3", "die_r5"]
    y = row(
        sheet, y + GAP, [*named("suit_"), *named("card_red", "card_yellow", "card_blue", "card_cat"), *things], MIDDLE
    )
    top = y
    sheet.fill(TABLE, (0, top, WIDTH, sheet.get_height() - top))
    y = row(sheet, top + GAP, [*named("tile_"), "logo", "asleep", "awake", "champion", "buzzer", "buzzer_down"], MIDDLE)
    y = row(sheet, y, [*named("seat_"), *named("icon_")], SMALL)
    return sheet.subsurface((0, 0, WIDTH, y + MARGIN - GAP)).copy()


def with_few_colours(picture: pygame.Surface) -> pygame.Surface:
    """The same in the 256 colours that fill most of it: a quarter of the file. Edges take the nearest one."""
    pixels = pygame.image.tobytes(picture, "RGB")
    colours = list(zip(pixels[0::3], pixels[1::3], pixels[2::3], strict=True))
    palette = [colour for colour, _ in Counter(colours).most_common(256)]
    nearest = {colour: min(range(256), key=lambda n: math.dist(palette[n], colour)) for colour in set(colours)}
    small = pygame.image.frombytes(bytes(nearest[colour] for colour in colours), picture.get_size(), "P")
    small.set_palette(palette)
    return small


if __name__ == "__main__":
    pygame.image.save(with_few_colours(draw()), OUT)
    print(f"{OUT}: {OUT.stat().st_size // 1024} KiB")
