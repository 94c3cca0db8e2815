"""What is asked next, and what is proposed: the first part of a trick, of a card, the card to beg. Pure.

What the box knows it does not ask: whose turn it is, a begged card that is forced. What is likely is ringed already.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from ...table import Seat
from .cards import COLOUR, VALUE, Card, Colour, pushed, strength
from .counting import begged_from
from .play import LIKELY_BONES, Part, Play, values
from .state import State

V = TypeVar("V")


def blank(play: Play) -> Play:
    """Nothing of a trick or card is told yet."""
    return replace(
        play,
        part="",
        winner=None,
        bones=None,
        beggar=None,
        colour=None,
        value=None,
        begs=None,
        starter=None,
        touched=False,
        typed=False,
        refused=None,
        held=None,
    )


def at(play: Play, t: int, part: Part) -> Play:
    """This part is asked from now on."""
    return replace(play, part=part, since=t, touched=False, typed=False, refused=None, held=None)


def ask(play: Play, t: int) -> Play:
    """The next thing to tell of the asked state: a whole trick, a card, or what is begged. A trick that is entered
    anew proposes what it said before."""
    play, state = blank(play), play.asked
    old = play.correcting.old if play.correcting else {}
    if state.phase == "beg":
        free = begged_from(state)
        card = old.get("card")
        return replace(play, mode="beg", since=t, begs=cast(Card, card) if card in free else _likely_begged(state))
    if state.mode == "quick":
        play = replace(play, mode="trick", winner=cast("Seat | None", old.get("won")))
        return at(play, t, "winner")
    play = replace(play, mode="card", since=t, part="colour")
    if old.get("do") == "play":
        card = cast(Card, old["card"])
        return replace(play, colour=COLOUR[card], value=VALUE[card])
    return replace(play, colour=_likely_colour(play))


def ask_bones(play: Play, t: int) -> Play:
    return at(replace(play, bones=_said(play, play.bones, "bones", LIKELY_BONES)), t, "bones")


def ask_beggar(play: Play, t: int) -> Play:
    beggar = _said(play, play.beggar, "begged", None)
    return at(replace(play, beggar=beggar if beggar != play.winner else None), t, "beggar")


def ask_colour(play: Play, t: int) -> Play:
    """The weakest card is most often of the colour at the bottom of the queue."""
    return at(replace(play, colour=_said(play, play.colour, "colour", play.asked.queue[-1])), t, "colour")


def _said(play: Play, before: V | None, key: str, likely: V | None) -> V | None:
    """What was told before somebody went back, or what an earlier trick said, or what is likely."""
    old = cast("V | None", play.correcting.old.get(key)) if play.correcting else None
    return next((value for value in (before, old) if value is not None), likely)


def ask_value(play: Play, t: int) -> Play:
    keep = play.value if play.value in values(play) else None
    return at(replace(play, value=keep), t, "value")


def colours(play: Play) -> tuple[Colour, ...]:
    """card: the colours that < > go through, as they stand in the queue: those of which the seat may hold one."""
    return tuple([colour for colour in play.asked.queue if values(replace(play, colour=colour))])


def _likely_colour(play: Play) -> Colour | None:
    """Most cards follow; who leads may lead anything."""
    table, offered = play.asked.table, colours(play)
    led = COLOUR[table[0][1]] if table else None
    if led in offered:
        return led
    return offered[0] if offered else None


def _likely_begged(state: State) -> Card:
    """The card that will be the strongest of them once the beggar's colour has climbed."""
    own = next(card for seat, card in state.table if seat == state.beggar)
    queue = pushed(state.queue, COLOUR[own])
    return max(begged_from(state), key=lambda card: strength(card, queue))
