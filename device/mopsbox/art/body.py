"""What is below a head: a sitting body, a collar, paws, and the buzzer under them."""

from __future__ import annotations

from .palette import POLISHED, RED, RED_DARK
from .pen import Number, both, group, oval, path, pipe


def sitting(fur: str) -> list[str]:
    """From the front, under a head at (0, 0)."""
    leg = "M{0} 66V106C{0} 122 {1} 122 {1} 106V66"
    return [
        both(lambda s: oval(s * 40, 94, 22, 26, fur)),
        path("M-32 30C-46 60-42 96-34 112H34C42 96 46 60 32 30Z", fur),
        both(lambda s: path(leg.format(s * 4, s * 30), fur)),
    ]


def collar(y: int, half: int, colour: str) -> str:
    return pipe(f"M-{half} {y}Q0 {y + 16} {half} {y}", colour, 20)


def foreleg(x: Number, y: Number, fur: str, turn: Number = 0) -> str:
    """A paw seen from the front, its middle at (x, y)."""
    paw = "M-19-14C-22-2-22 16 0 16S22-2 19-14C14-24-14-24-19-14Z"
    return group([path(paw, fur), path("M-7 5V9M7 5V9")], x, y, turn)


def buzzer(x: Number, y: Number, scale: float = 1, down: bool = False) -> str:
    """A big round button on its foot, (x, y) the middle of the foot; 148 wide, 88 high."""
    top = -18 if down else -58
    parts = [
        path("M-71-2C-71-20 71-20 71-2V16C71 36-71 36-71 16Z", POLISHED),
        path("M-71-2C-71 18 71 18 71-2"),
        path(f"M-52-6C-54 {top} 54 {top} 52-6C52 8-52 8-52-6Z", RED),
    ]
    if not down:
        parts.append(path("M-34-26C-30-37-20-42-8-44", stroke="#ff9a94"))
        parts.append(path("M42-6C40 0 14 3 0 3", stroke=RED_DARK))
    return group(parts, x, y, scale=scale)
