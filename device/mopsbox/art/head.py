"""The pug's head, the same for all of them: skull, wrinkles, mask, eyes, muzzle, ears."""

from __future__ import annotations

from typing import Literal

from .palette import COATS, LINE, TONGUE, WHITE, W
from .pen import Number, Parts, both, circle, group, oval, path

Eyes = Literal["shut", "happy", "left", "half", "none"] | tuple[int, int]
"""How they look, or where: (dx, dy) of the pupils; with a dy they squint."""


def eye(x: Number, y: Number, r: Number = 15, dx: Number = 0, dy: Number = 0) -> str:
    return (
        circle(x, y, r, WHITE, stroke="none")
        + circle(x + dx, y + 1 + dy, r - 3.6, LINE, stroke="none")
        + circle(x + dx - 3, y - 4 + dy, 4.6, WHITE, stroke="none")
        + circle(x + dx + 4, y + 6 + dy, 2.2, WHITE, stroke="none")
    )


def _lid(s: int, mask: str) -> str:
    """Half over the eye, hanging outwards: has seen it all."""
    edge = f"{s * 9}-12L{s * 44}-5"
    lid = path(f"M{edge}C{s * 44}-15 {s * 38}-21 {s * 27}-21S{s * 10}-16 {s * 9}-12Z", mask, stroke="none")
    return lid + path(f"M{edge}")


def _eyes(look: Eyes, mask: str) -> list[str]:
    match look:
        case "shut":
            return [both(lambda s: path(f"M{s * 14}-5Q{s * 26} 9 {s * 38}-5", stroke=WHITE))]
        case "happy":
            return [both(lambda s: path(f"M{s * 14} 3Q{s * 26}-19 {s * 38} 3", stroke=WHITE))]
        case "left":
            return [eye(-26, -4)]
        case "half":
            return [both(lambda s: eye(s * 26, -3, 15, 0, 2) + _lid(s, mask))]
        case (dx, dy):
            return [eye(-26, -4, 15, dx, dy), eye(26, -4, 15, -dx if dy else dx, dy)]
        case _:
            return []


def face(coat: str, eyes: Eyes) -> list[str]:
    """Skull, wrinkles, dark mask and eyes around (0, 0); 112 wide, 104 high."""
    fur, wrinkle, mask = COATS[coat]
    skull = "M-50-8C-50-38-28-52 0-52S50-38 50-8C50 4 57 12 55 25C52 43 26 51 0 51S-52 43-55 25C-57 12-50 4-50-8Z"
    dark = "M0-8C8-22 24-26 36-20C48-14 48 2 42 10C40 34 24 46 0 46S-40 34-42 10C-48 2-48-14-36-20C-24-26-8-22 0-8Z"
    return [
        path(skull, fur),
        path("M-13-37Q0-29 13-37M-9-24Q0-17 9-24", stroke=wrinkle),
        path(dark, mask, stroke="none"),
        *_eyes(eyes, mask),
    ]


def muzzle(coat: str, tongue: bool) -> list[str]:
    """Tongue, jowls and nose, over the mask."""
    jowls = "M0 14C0 30-8 34-16 34S-28 30-30 24M0 14C0 30 8 34 16 34S28 30 30 24"
    nose = "M-12 5C-12-2-6-4 0-4S12-2 12 5S4 16 0 16S-12 12-12 5Z"
    return [
        *([path("M-2 30C-4 46 0 57 9 57S21 46 17 28Z", TONGUE)] if tongue else []),
        path(jowls, COATS[coat].mask),
        path(nose, LINE, stroke="none"),
        oval(-3, 2, 4, 2.4, "#a99aa5", stroke="none"),
    ]


def _ear(s: int) -> str:
    return (
        f"M{s * 22}-48C{s * 44}-58 {s * 62}-46 {s * 65}-22C{s * 65}-12 {s * 58}-6 {s * 52}-10"
        f"C{s * 42}-18 {s * 34}-30 {s * 22}-48Z"
    )


def pug(
    coat: str,
    eyes: Eyes = (1, 0),
    tongue: bool = True,
    back: Parts = (),
    mid: Parts = (),
    front: Parts = (),
    scale: float = 0.92,
    ear_y: int = 0,
    line: Number = W,
) -> list[str]:
    """A head around (0, 0). `back`: behind it; `mid`: on the face, under the muzzle; `front`: over all; `line`: as
    `group` has it."""
    ears = group([both(lambda s: path(_ear(s), COATS[coat].mask))], y=ear_y)
    return [*back, group([*face(coat, eyes), *mid, *muzzle(coat, tongue), ears], scale=scale, line=line), *front]
