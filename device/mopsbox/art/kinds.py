"""The twelve kinds of pugs: six on a round light cushion, six on a pointed dark one (rules.md 7.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import props
from .head import muzzle, pug
from .palette import COATS, GREEN, GREEN_DARK, RED, RED_DARK
from .pen import circle, group, path, svg


@dataclass(frozen=True, slots=True)
class Kind:
    """`x`, `y`: where the head's middle is; `cushion_y`: the cushion's; `draw`: the head with what belongs to it, in a
    given coat."""

    coat: str
    x: int
    y: int
    cushion_y: int
    draw: Callable[[str], list[str]]


def _diver(coat: str) -> list[str]:
    mask = group([*props.goggles(), *muzzle(coat, False)], y=5, scale=0.92)
    return pug(coat, "none", False, ear_y=-9, front=[mask, *props.snorkel()])


KINDS = {
    "g1": Kind("brown", 100, 122, 121, lambda c: pug(c, "half", False, front=[*props.ermine(), *props.crown()])),
    "g2": Kind("fawn", 85, 118, 113, lambda c: pug(c, "shut", False, front=props.nightcap())),
    "g3": Kind("grey", 100, 127, 122, lambda c: pug(c, front=props.chef())),
    "g4": Kind("black", 100, 102, 99, lambda c: pug(c, (3, 0), front=props.headphones())),
    "g5": Kind("fawn", 100, 80, 90, lambda c: pug(c, (4, 3), False, mid=props.bone_held())),
    "g6": Kind("cream", 100, 100, 100, lambda c: pug(c, "happy", back=props.petals())),
    "r1": Kind("black", 100, 118, 110, lambda c: pug(c, (0, 0), mid=props.monocle(), front=props.top_hat())),
    "r2": Kind("fawn", 92, 122, 111, lambda c: pug(c, (2, 0), False, front=props.party())),
    "r3": Kind(
        "grey", 100, 121, 110, lambda c: pug(c, (2, 0), False, front=[*props.fangs(), *props.plaits(), *props.viking()])
    ),
    "r4": Kind("brown", 100, 76, 92, lambda c: pug(c, tongue=False, front=props.bow_tie())),
    "r5": Kind(
        "cream", 100, 114, 109, lambda c: pug(c, "left", mid=props.eye_patch(COATS[c].fur), front=props.pirate_hat())
    ),
    "r6": Kind("fawn", 89, 112, 104, _diver),
}


def kind(name: str) -> str:
    """The drawing of one kind: "g1" .. "r6"."""
    k = KINDS[name]
    cushion = _round(k.cushion_y) if name.startswith("g") else _pointed(k.cushion_y)
    return svg([*cushion, group(k.draw(k.coat), k.x, k.y)])


def _round(y: int, r: int = 71) -> list[str]:
    return [circle(100, y, r, GREEN), circle(100, y, r - 9, "none", stroke=GREEN_DARK, stroke_width=3)]


def _pointed(y: int, h: int = 83) -> list[str]:
    def diamond(h: int, k: int) -> str:
        """Corners h from the middle, edges drawn in to k."""
        return f"M0-{h}Q{k}-{k} {h} 0Q{k} {k} 0 {h}Q-{k} {k}-{h} 0Q-{k}-{k} 0-{h}Z"

    seam = path(diamond(h - 14, h // 2 - 12), stroke=RED_DARK, stroke_width=3)
    return [group([path(diamond(h, h // 2 - 5), RED), seam], 100, y)]
