"""Mopseinander on paper: every coaster as the box shows it, the scoring coaster with both its faces, the rules."""

from __future__ import annotations

import math

from ...scene import Coaster, Disc, Item, Picture
from ...sheets import RIM_DARK, Items, Piece, Rules, Run, rules_of
from . import layout
from .coasters import Coasters, Face, default

ROUND = 94.0  # mm, a usual round beer mat
RIM = 0.985  # of a coaster's drawing: so far from its middle the rim's line reaches
BLEED, GAP = 1.5, 3.0  # two coasters side by side are as wide as A4 lets them be

PUG_AT, PUG = 0.695, 0.365  # on the scoring coaster, of its radius: the pug's middle, the room its drawing has
DIE_AT, DIE = 0.405, 0.21


def runs(table: object = None) -> tuple[Run, ...]:
    """The coasters of an owner's set, or of ours, then the scoring coaster."""
    coasters = table if isinstance(table, Coasters) else default()
    back = (_bleed(), Coaster((), 0, 0, ROUND / RIM, back=True))
    playing = tuple(Piece(f"coaster-{id}", face_up(coasters, id), back) for id in coasters.ids)
    scoring = Piece("scoring", scored(coasters, coasters.front), scored(coasters, coasters.back))
    return (
        Run("sheet-coasters", ROUND, ROUND, (2, 2), playing, round=True, gap=GAP, bleed=BLEED),
        Run("sheet-scoring", ROUND, ROUND, (1,), (scoring,), round=True, gap=GAP, bleed=BLEED),
    )


def rules(table: object = None) -> Rules:
    return rules_of(__package__)


def face_up(coasters: Coasters, id: int) -> Items:
    """The very coaster of the screen (`board.face_up`), its rim ending where it is cut."""
    return _bleed(), Coaster(layout.spots(coasters, id), 0, 0, ROUND / RIM)


def scored(coasters: Coasters, face: Face) -> Items:
    """A face of the scoring coaster: the dice from 1 to 6 round the green half and on round the red one, outside each
    the pug it picks (R8). All have their feet inward, so it is read from anywhere."""
    drawn, items = layout.drawings(coasters), list[Item]()
    for n, (colour, kind) in enumerate([*(("r", k) for k in face.red), *(("g", k) for k in face.green)]):
        angle = 15.0 + 30 * n
        items.append(_picture(f"die_{colour}{n % 6 + 1}", angle, DIE_AT, DIE))
        items.append(_picture(drawn[kind], angle, PUG_AT, PUG))
    return (_bleed(), Picture("coaster_score", 0, 0, ROUND / RIM), *items)


def _bleed() -> Disc:
    return Disc(0, 0, ROUND + 2 * BLEED, RIM_DARK)


def _picture(name: str, angle: float, far: float, size: float) -> Picture:
    """`angle`: clockwise from above; `far` and `size` in radii of the coaster."""
    a, r = math.radians(angle), ROUND / 2
    return Picture(name, round(far * r * math.sin(a), 3), round(-far * r * math.cos(a), 3), size * r, angle)
