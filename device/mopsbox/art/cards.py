"""Mopsen's cards: the face of each colour, a head on a cushion of the colour's sign; and the back of all."""

from __future__ import annotations

from collections.abc import Callable

from .body import collar
from .head import pug
from .palette import BACK, CREAM, CUSHIONS, GOLD, RIM, RIM_DARK, WHITE
from .pen import Parts, circle, group, path, svg
from .props import bone_path
from .suits import cat_head
from .things import paw

SIGNS = {  # red's square, yellow's triangle, blue's disc, the cat's diamond
    "red": "M46 32H154Q168 32 168 46V154Q168 168 154 168H46Q32 168 32 154V46Q32 32 46 32Z",
    "yellow": "M88 16Q100-2 112 16L180 138Q188 152 170 152H30Q12 152 20 138Z",
    "blue": "M100 14A86 86 0 0 1 100 186A86 86 0 0 1 100 14Z",
    "cat": "M90 12Q100 2 110 12L188 90Q198 100 188 110L110 188Q100 198 90 188L12 110Q2 100 12 90Z",
}


def card(colour: str) -> str:
    head, turn, y = HEADS[colour]()
    return svg([path(SIGNS[colour], CUSHIONS[colour]), group(head, 100, y, turn, scale=0.98)])


Head = tuple[Parts, int, int]
"""A head around (0, 0), its turn, and how low it lies."""


def _red() -> Head:
    tag = circle(0, 66, 9, GOLD)
    return [collar(48, 36, WHITE), *pug("red", tongue=False, scale=1), tag], 0, 96


def _yellow() -> Head:
    return pug("yellow", "shut", False, scale=1), 0, 106


def _blue() -> Head:
    return pug("blue", (-3, 0), scale=1), -18, 104


def _cat() -> Head:
    return cat_head(), 0, 106


HEADS: dict[str, Callable[[], Head]] = {"red": _red, "yellow": _yellow, "blue": _blue, "cat": _cat}


def card_back() -> str:
    """A card upright in its box: 116 by 156."""
    frame = "M54 22H146Q158 22 158 34V166Q158 178 146 178H54Q42 178 42 166V34Q42 22 54 22Z"
    inner = "M58 33H142Q147 33 147 38V162Q147 167 142 167H58Q53 167 53 162V38Q53 33 58 33Z"
    paws = ((70, 54, -20), (130, 54, 20), (70, 146, 200), (130, 146, 160))
    bones = [group([path(bone_path(9, 3, 5), WHITE, stroke="none")], 100, y) for y in (47, 153)]
    return svg(
        [
            path(frame, CREAM),
            path(inner, BACK, stroke=RIM_DARK, stroke_width=3),
            *(paw(x, y, turn, 0.42, RIM) for x, y, turn in paws),
            *bones,
            circle(100, 100, 38, CREAM, stroke=RIM, stroke_width=4),
            group(pug("fawn", scale=1), 100, 101, scale=0.5, line=3),
        ]
    )
