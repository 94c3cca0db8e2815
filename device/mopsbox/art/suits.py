"""Mopsen's four colours, each an animal with a posture of its own."""

from __future__ import annotations

from .head import pug
from .palette import COATS, GREEN, GREEN_PALE, LINE, PINK, TONGUE, WHITE
from .pen import both, circle, group, oval, path, pipe, svg


def red() -> str:
    """Sits up straight, tongue out: tall."""
    fur = COATS["red"].fur
    tail = pipe("M40 104C70 104 74 74 58 66", fur, 20)
    return svg([group([tail, *_sitting(fur), _collar(54, 30, WHITE), *pug("red", scale=1)], 100, 66, scale=0.96)])


def yellow() -> str:
    """Lies curled up asleep: a round loaf."""
    fur = COATS["yellow"].fur
    back = "M26 150C8 92 56 46 112 50C170 54 194 106 184 150C182 166 172 168 160 168H48C36 168 30 164 26 150Z"
    body = [
        path(back, fur),
        pipe("M150 84C176 76 178 46 158 46C142 46 144 66 158 64", fur, 20),
        path("M124 168C116 132 156 118 174 138"),
        path("M96 168C92 148 128 146 130 168Z", fur),
    ]
    return svg([group([*body, group(pug("yellow", "shut", False), 76, 118)], -6, -8)])


def blue() -> str:
    """Trots along sideways: four legs and a curly tail."""
    fur = COATS["blue"].fur

    def leg(x: int, lean: int) -> str:
        foot, end = x - lean - 2, x + 24 - lean
        return path(f"M{x} 120L{x - lean} 168C{foot} 180 {end} 180 {x + 22 - lean} 168L{x + 26} 120", fur)

    trunk = "M60 92C80 76 150 70 168 90C182 106 178 138 160 142C130 148 90 150 70 138Z"
    behind = [pipe("M164 92C194 84 196 48 172 48C152 48 156 72 172 68", fur, 20), leg(84, 14), leg(146, -10)]
    before = [path(trunk, fur), leg(58, -8), leg(126, 10), group(pug("blue", (-3, 0), scale=0.9), 68, 78)]
    return svg([group([*behind, *before], 9, 9, scale=0.9)])


def cat() -> str:
    """The cat: pointed ears, whiskers, a tall tail."""
    dark = "#2f7a3c"
    head = "M0-44C34-44 56-22 56 2C56 30 32 44 0 44S-56 30-56 2C-56-22-34-44 0-44Z"

    def ear(s: int) -> str:
        outer = path(f"M{s * 50}-8L{s * 52}-62L{s * 10}-40Z", GREEN)
        return outer + path(f"M{s * 41}-32L{s * 43}-46L{s * 29}-36Z", PINK, stroke="none")

    def eye_and_whiskers(s: int) -> str:
        ball = circle(s * 26, -4, 14, "#f8f0a0", stroke="none") + oval(s * 25, -4, 8, 12, LINE, stroke="none")
        light = circle(s * 25 - 3, -9, 4, WHITE, stroke="none")
        return ball + light + path(f"M{s * 38} 17L{s * 68} 12M{s * 38} 27L{s * 66} 30", stroke_width=4)

    face = [
        path(head, GREEN),
        path("M-12-38V-26M0-40V-26M12-38V-26", stroke=dark),
        oval(0, 24, 25, 16, GREEN_PALE, stroke="none"),
        path("M-14 23C-12 31-2 31 0 23C2 31 12 31 14 23"),
        path("M-7 12H7L0 19Z", TONGUE),
        both(eye_and_whiskers),
    ]
    tail = pipe("M36 108C84 110 78 60 66 34C60 20 72 8 80 18", GREEN, 22)
    return svg([group([tail, *_sitting(GREEN), both(ear), *face], 98, 74, scale=0.9)])


def _sitting(fur: str) -> list[str]:
    """A body from the front, under a head at (0, 0)."""
    paw = "M{0} 66V106C{0} 122 {1} 122 {1} 106V66"
    return [
        both(lambda s: oval(s * 40, 94, 22, 26, fur)),
        path("M-32 30C-46 60-42 96-34 112H34C42 96 46 60 32 30Z", fur),
        both(lambda s: path(paw.format(s * 4, s * 30), fur)),
    ]


def _collar(y: int, half: int, colour: str) -> str:
    return pipe(f"M-{half} {y}Q0 {y + 16} {half} {y}", colour, 20)
