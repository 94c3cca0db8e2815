"""Mopsen's four colours, each an animal with a posture of its own; as tiles of the queue they are at home."""

from __future__ import annotations

import math
from collections.abc import Callable

from .body import collar, sitting
from .head import pug
from .palette import BLUE, CATTY, COATS, CREAM, GOLD, GREEN, GREEN_PALE, LINE, PINK, RED, TINTS, TONGUE, WHITE, W
from .pen import Number, both, circle, group, oval, path, pipe, svg

HOME = 0.84  # an animal's size on its tile


def _red(line: Number) -> str:
    """Sits up straight, tongue out: tall."""
    fur = COATS["red"].fur
    tail = pipe("M40 104C70 104 74 74 58 66", fur, 20)
    parts = [tail, *sitting(fur), collar(54, 30, WHITE), *pug("red", scale=1)]
    return group(parts, 100, 66, scale=0.96, line=line)


def _yellow(line: Number) -> str:
    """Lies curled up asleep: a round loaf."""
    fur = COATS["yellow"].fur
    back = "M26 150C8 92 56 46 112 50C170 54 194 106 184 150C182 166 172 168 160 168H48C36 168 30 164 26 150Z"
    body = [
        path(back, fur),
        pipe("M150 84C176 76 178 46 158 46C142 46 144 66 158 64", fur, 20),
        path("M124 168C116 132 156 118 174 138"),
        path("M96 168C92 148 128 146 130 168Z", fur),
    ]
    return group([*body, group(pug("yellow", "shut", False, line=line), 76, 118)], -6, -8)


def _blue(line: Number) -> str:
    """Trots along sideways: four legs and a curly tail."""
    fur = COATS["blue"].fur

    def leg(x: int, lean: int) -> str:
        foot, end = x - lean - 2, x + 24 - lean
        return path(f"M{x} 120L{x - lean} 168C{foot} 180 {end} 180 {x + 22 - lean} 168L{x + 26} 120", fur)

    trunk = "M60 92C80 76 150 70 168 90C182 106 178 138 160 142C130 148 90 150 70 138Z"
    behind = [pipe("M164 92C194 84 196 48 172 48C152 48 156 72 172 68", fur, 20), leg(84, 14), leg(146, -10)]
    head = group(pug("blue", (-3, 0), scale=0.9, line=line), 68, 78)
    return group([*behind, path(trunk, fur), leg(58, -8), leg(126, 10), head], 9, 9, scale=0.9, line=line)


def _cat(line: Number) -> str:
    """The cat: pointed ears, whiskers, a tall tail."""
    tail = pipe("M36 108C84 110 78 60 66 34C60 20 72 8 80 18", GREEN, 22)
    return group([tail, *sitting(GREEN), *cat_head()], 98, 74, scale=0.9, line=line)


def cat_head() -> list[str]:
    """Around (0, 0); 140 wide with its whiskers."""
    head = "M0-44C34-44 56-22 56 2C56 30 32 44 0 44S-56 30-56 2C-56-22-34-44 0-44Z"

    def ear(s: int) -> str:
        outer = path(f"M{s * 50}-8L{s * 52}-62L{s * 10}-40Z", GREEN)
        return outer + path(f"M{s * 41}-32L{s * 43}-46L{s * 29}-36Z", PINK, stroke="none")

    def eye_and_whiskers(s: int) -> str:
        ball = circle(s * 26, -4, 14, "#f8f0a0", stroke="none") + oval(s * 25, -4, 8, 12, LINE, stroke="none")
        light = circle(s * 25 - 3, -9, 4, WHITE, stroke="none")
        return ball + light + path(f"M{s * 38} 17L{s * 68} 12M{s * 38} 27L{s * 66} 30", stroke_width=4)

    return [
        both(ear),
        path(head, GREEN),
        path("M-12-38V-26M0-40V-26M12-38V-26", stroke=CATTY),
        oval(0, 24, 25, 16, GREEN_PALE, stroke="none"),
        path("M-14 23C-12 31-2 31 0 23C2 31 12 31 14 23"),
        path("M-7 12H7L0 19Z", TONGUE),
        both(eye_and_whiskers),
    ]


ANIMALS: dict[str, Callable[[Number], str]] = {"red": _red, "yellow": _yellow, "blue": _blue, "cat": _cat}


def suit(colour: str) -> str:
    """The animal alone."""
    return svg([ANIMALS[colour](W)])


# --- tiles


def tile(colour: str) -> str:
    """The animal at home, on a light disc."""
    behind, before, x, y = HOMES[colour]()
    animal = group([ANIMALS[colour](W / HOME)], x, y, scale=HOME, line=W)
    return svg([circle(100, 100, 97, TINTS[colour], stroke="none"), *behind, animal, *before])


Home = tuple[list[str], list[str], int, int]
"""What is behind the animal and before it, and where its box's upper left corner is."""


def _floor(y: int, colour: str, up: int = 0) -> str:
    """The disc below `y`, bulging `up` in the middle."""
    half = round(math.sqrt(97**2 - (y - 100) ** 2), 1)
    left, right = round(100 - half, 1), round(100 + half, 1)
    return path(f"M{left} {y}Q100 {y - 2 * up} {right} {y}A97 97 0 0 1 {left} {y}Z", colour, stroke="none")


def _on_a_cushion() -> Home:
    pillow = "M40 156C66 149 134 149 160 156C168 161 168 171 160 176C134 187 66 187 40 176C32 171 32 161 40 156Z"
    return [_floor(150, "#d99a6c", 4), path(pillow, GOLD)], [], 16, 4


def _in_a_basket() -> Home:
    weave = "M40 150V174M62 152V179M84 153V181M106 153V181M128 153V181M150 151V176"
    rim = "M24 138C24 130 176 130 176 138C176 148 24 148 24 138Z"
    basket = "M24 140C28 166 40 184 58 184H142C160 184 172 166 176 140Z"
    asleep = path("M38 38H52L38 54H52M62 17H72L62 29H72", stroke=COATS["yellow"].mask)
    before = [path(basket, "#b9753e"), path(weave, stroke="#7c4622"), path(rim, "#d9a866")]
    return [_floor(146, "#d9bd6a", 4), asleep], before, 16, 2


def _on_the_grass() -> Home:
    ball = [circle(47, 156, 15, RED), path("M35 149Q47 161 59 149", stroke=WHITE, stroke_width=5)]
    run = path("M176 100H188M172 122H184", stroke=BLUE)
    return [_floor(150, "#8cc6a0", 8), run], ball, 20, 10


def _on_a_wall() -> Home:
    bricks = path("M26 158H174M70 158V178M130 158V178M50 178H150M100 178V192", stroke="#8a5a4a", stroke_width=5)
    moon = path("M42 32A21 21 0 1 0 56 68A26 26 0 0 1 42 32Z", CREAM)
    return [moon, _floor(156, "#c98a72"), bricks], [], 18, -4


HOMES: dict[str, Callable[[], Home]] = {
    "red": _on_a_cushion,
    "yellow": _in_a_basket,
    "blue": _on_the_grass,
    "cat": _on_a_wall,
}
