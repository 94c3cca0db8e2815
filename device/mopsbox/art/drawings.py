"""Every drawing by its name: what is written to NAME.svg."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import suits, things
from .icons import ICONS
from .kinds import KINDS, kind

PICTURES: dict[str, Callable[[], str]] = {
    **{f"pug_{name}": partial(kind, name) for name in KINDS},
    "star": things.star,
    "bone": things.bone,
    "bowl": things.bowl,
    "suit_red": suits.red,
    "suit_yellow": suits.yellow,
    "suit_blue": suits.blue,
    "suit_cat": suits.cat,
    "coaster": things.coaster,
    "coaster_score": things.coaster_score,
    "coaster_back": things.coaster_back,
    "die_green": partial(things.die, "g"),
    "die_red": partial(things.die, "r"),
    **{f"die_{side}{pips}": partial(things.die, side, pips) for side in "gr" for pips in range(1, 7)},
    **{f"icon_{name}": draw for name, draw in ICONS.items()},
}
