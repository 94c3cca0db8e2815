"""Who denied a colour and showed it later (R40, B26), where cards are entered but hands are not known.

A card that is neither of the led pug's colour nor a cat says: I have none of that colour. A cat says nothing (R42),
and when a cat leads nothing can be denied (B8). A card begged since then gives nothing away. In a trick told as a whole
the box does not see what its beggar took, so all it denied before is forgotten: better no remark than a false one.
"""

from __future__ import annotations

from dataclasses import replace

from ...table import Seat
from .cards import COLOUR, Card
from .state import Denial, Revoke, State


def shown(state: State, seat: Seat, card: Card) -> tuple[tuple[Denial, ...], tuple[Revoke, ...]]:
    """The denials that stand once this seat plays this card, and the ones that it proves untrue."""
    colour, denials = COLOUR[card], state.denials
    untrue = [d for d in denials if d.seat == seat and d.colour == colour and card not in d.begged]
    if untrue:
        denials = tuple([d for d in denials if d not in untrue])
    if state.table:
        led = COLOUR[state.table[0][1]]
        if led != "cat" and colour not in (led, "cat"):
            denials = (*denials, Denial(seat, led, state.trick))
    return denials, tuple([Revoke(seat, state.round, d.trick, card) for d in untrue])


def begged(denials: tuple[Denial, ...], seat: Seat, card: Card) -> tuple[Denial, ...]:
    """The denials that stand once this seat takes this card: it may show it."""
    colour = COLOUR[card]
    return tuple(
        [replace(d, begged=(*d.begged, card)) if d.seat == seat and d.colour == colour else d for d in denials]
    )


def begged_unseen(denials: tuple[Denial, ...], seat: Seat) -> tuple[Denial, ...]:
    """The denials that stand once this seat takes a card the box does not see."""
    return tuple([d for d in denials if d.seat != seat])
