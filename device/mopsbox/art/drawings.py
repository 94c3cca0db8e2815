"""Every drawing by its name: what is written to NAME.svg."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from . import cards, mascot, suits, symbols, things
from .icons import ICONS
from .kinds import KINDS, kind

PICTURES: dict[str, Callable[[], str]] = {
    **{f"pug_{name}": partial(kind, name) for name in KINDS},
    "star": things.star,
    "bone": things.bone,
    "bowl": things.bowl,
    **{f"suit_{colour}": partial(suits.suit, colour) for colour in suits.ANIMALS},
    **{f"tile_{colour}": partial(suits.tile, colour) for colour in suits.ANIMALS},
    **{f"card_{colour}": partial(cards.card, colour) for colour in suits.ANIMALS},
    "card_back": cards.card_back,
    "coaster": things.coaster,
    "coaster_score": things.coaster_score,
    "coaster_back": things.coaster_back,
    "die_green": partial(things.die, "g"),
    "die_red": partial(things.die, "r"),
    **{f"die_{side}{pips}": partial(things.die, side, pips) for side in "gr" for pips in range(1, 7)},
    "logo": mascot.logo,
    "asleep": mascot.asleep,
    "awake": mascot.awake,
    "champion": mascot.champion,
    "buzzer": mascot.the_buzzer,
    "buzzer_down": partial(mascot.the_buzzer, True),
    **{f"seat_{symbol}": partial(symbols.label, symbol) for symbol in symbols.PATHS},
    **{f"icon_{name}": draw for name, draw in ICONS.items()},
}
