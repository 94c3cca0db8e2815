"""A trick, a card or a begged card is told: what < OK >, a press, a finger or a digit does to the entry. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ...table import Seat, Sound, Tap
from . import correcting, moves
from .asking import ask, ask_beggar, ask_bones, ask_colour, ask_value, at, colours
from .bones import MOST
from .cards import COLOUR, COLOURS, HIGHEST, LETTER, Card
from .counting import after, begged_from, turn
from .legal import refuse
from .moves import Step
from .play import TRICK_PARTS, Play, Refused, values
from .state import Play as CardPlayed
from .state import State

V = TypeVar("V")


def key(play: Play, by: int, t: int) -> Step:
    """`by` -1: <, 1: >, 0: OK."""
    play = replace(play, refused=None)
    match play.mode, play.part:
        case "trick", _:
            return (_turned(play, by), ()) if by else _told(play, t)
        case "card", "colour" if by:
            return replace(play, colour=_next(colours(play), play.colour, by), value=None), ()
        case "card", "colour":
            return (ask_value(play, t), ()) if play.colour else (play, ())
        case "card", _ if by:
            return replace(play, value=_next(values(play), play.value, by), touched=True, typed=False), ()
        case "card", _:
            return _lay(play, t)
        case "beg", _ if by:
            return replace(play, begs=_next(begged_from(play.asked), play.begs, by)), ()
        case "beg", _ if play.begs:
            return _say(play, t, {"do": "beg", "seat": play.asked.beggar, "card": play.begs})
        case _:
            return play, ()


def _next(offered: Sequence[V], here: V | None, by: int) -> V | None:
    """The next or previous one; goes round. From nothing to the first or the last."""
    if not offered:
        return None
    if here not in offered:
        return offered[0 if by > 0 else -1]
    return offered[(offered.index(here) + by) % len(offered)]


def _say(play: Play, t: int, action: dict[str, object]) -> Step:
    """A line is told: the next one, or an earlier one anew."""
    return correcting.entered(play, t, action) if play.correcting else moves.record(play, t, action)


# --- a whole trick


def _turned(play: Play, by: int) -> Play:
    state = play.asked
    seats = [after(state.setup, state.leader, n) for n in range(len(state.setup.seats))]
    match play.part:
        case "winner":
            return replace(play, winner=_next(seats, play.winner, by), touched=True)
        case "bones":
            return replace(play, bones=_next(range(MOST + 1), play.bones, by), touched=True)
        case "beggar":
            rest = [seat for seat in seats if seat != play.winner]
            return replace(play, beggar=_next(rest, play.beggar, by), touched=True)
        case _:
            return replace(play, colour=_next(state.queue, play.colour, by), touched=True)


def _told(play: Play, t: int) -> Step:
    """What is ringed is so."""
    match play.part:
        case "winner" if play.winner:
            return ask_bones(play, t), ()
        case "bones":
            return ask_beggar(play, t), ()
        case "beggar" if play.beggar:
            return ask_colour(play, t), ()
        case "colour":
            won = {"won": play.winner, "bones": play.bones, "begged": play.beggar, "colour": play.colour}
            return _say(play, t, {"do": "trick", **won})
        case _:
            return play, ()


def seat_said(play: Play, t: int, seat: Seat) -> Step:
    """This seat's buzzer or plate: I won it, or I beg. Who presses while the bones are being chosen begs, and says with
    it that they are right; as long as only the likely number stands there, an eager press says nothing."""
    if play.mode == "table" and play.state.mode == "quick":
        return ask_bones(replace(ask(play, t), winner=seat), t), (Sound("voice", seat),)
    if play.mode == "table" and seat == turn(play.state):
        return ask(play, t), (Sound("voice", seat),)
    match play.mode, play.part:
        case "trick", "winner":
            return ask_bones(replace(play, winner=seat), t), (Sound("voice", seat),)
        case "trick", "beggar" if seat != play.winner:
            return ask_colour(replace(play, beggar=seat), t), (Sound("voice", seat),)
        case "trick", "beggar":
            return _no(play, Refused(t, "winner-begs", seat=seat), seat)
        case "trick", "bones" if seat != play.winner and play.touched:
            return ask_colour(replace(play, beggar=seat), t), (Sound("voice", seat),)
        case _:
            return play, ()


def _no(play: Play, why: Refused, seat: Seat) -> Step:
    """What is told cannot be: the table reads and hears why, and nothing else has changed."""
    return replace(play, refused=why, typed=False), (Sound("wrong", seat),)


# --- a card


def _lay(play: Play, t: int) -> Step:
    """The card is played, or it cannot be and the table hears why."""
    if play.colour is None or play.value is None:
        return play, ()
    seat, card = turn(play.asked), Card(f"{LETTER[play.colour]}{play.value}")
    if why := refused(play.asked, seat, card, t):
        return _no(play, why, seat)
    return _say(play, t, {"do": "play", "seat": seat, "card": card})


def refused(state: State, seat: Seat, card: Card, t: int) -> Refused | None:
    """Why this card cannot be played now, as a word for the table (B27)."""
    if card not in COLOUR:
        return Refused(t, "card-none", card)
    if refuse(state, CardPlayed(seat, card)) is None:
        return None
    if any(card == played for _, played in state.table):
        return Refused(t, "card-table", card)
    for word, places in (("card-bowl", state.cards), ("card-held", state.hands)):
        for whose, there in zip(state.setup.seats, places, strict=True):
            if card in there:
                return Refused(t, word, card, whose)
    return Refused(t, "card-gone" if card in state.discards else "only-held", card, seat)


def _digit(play: Play, t: int, digit: int) -> Play:
    """A number typed: its digits one after the other; one that no card has begins anew."""
    if play.part == "colour":
        play = at(play, t, "value")
    number = (play.value or 0) * 10 + digit if play.typed else digit
    if play.colour and number > HIGHEST[play.colour]:
        number = digit
    return replace(play, value=number or None, touched=True, typed=True, refused=None)


def dialled(play: Play, t: int, number: int) -> Step:
    """A whole number for whoever is asked for one: bones, or the value of a card of the ringed colour."""
    if play.mode == "trick" and play.part == "bones" and play.winner:
        if number > MOST:
            return _no(play, Refused(t, "bones-most", seat=play.winner), play.winner)
        return _told(replace(play, bones=number, touched=True), t)
    if play.mode == "card" and play.colour:
        return _lay(at(replace(play, value=number), t, "value"), t)
    return play, ()


# --- fingers


def tap(play: Play, touched: Tap) -> Step:
    """A finger on something of the entry, or a digit."""
    t, what, value = touched.t, touched.what, touched.value
    match play.mode, what:
        case _, "seat" if value in play.state.setup.seats:
            return seat_said(play, t, Seat(value))
        case "trick", "part" if 0 <= value < len(TRICK_PARTS):
            return _again(play, t, value), ()
        case "trick", "digit" if play.part == "bones" and value <= MOST:
            return replace(play, bones=value, touched=True), ()
        case "trick", "typed" if play.part == "bones" and value <= MOST:
            return replace(play, bones=value, touched=True, typed_at=t), ()
        case "trick", "bones" if play.part == "bones" and 0 <= value <= MOST:
            return _told(replace(play, bones=value, touched=True), t)
        case "trick", "colour" if play.part == "colour" and 0 <= value < len(COLOURS):
            return _told(replace(play, colour=COLOURS[value]), t)
        case "card", "colour" if 0 <= value < len(COLOURS):
            return ask_value(replace(play, colour=COLOURS[value], value=None), t), ()
        case "card", "value" if play.colour:
            return _lay(at(replace(play, value=value), t, "value"), t)
        case "card", "digit":
            return _digit(play, t, value), ()
        case "card", "typed":
            return replace(_digit(play, t, value), typed_at=t), ()
        case "card", "erase" if play.part == "value" and play.value is None:
            return at(play, t, "colour"), ()
        case "card", "erase":
            left = play.value // 10 if play.value and play.value > 9 else None
            return replace(play, value=left, typed=left is not None, refused=None), ()
        case "beg", "card" if 0 <= value < len(begged_from(play.asked)):
            return key(replace(play, begs=begged_from(play.asked)[value]), 0, t)
        case _:
            return play, ()


def _again(play: Play, t: int, part: int) -> Play:
    """A part told already is told again; what was told after it is proposed as far as it can be."""
    if part >= TRICK_PARTS.index(play.part):
        return play
    return at(play, t, TRICK_PARTS[part])


def step_back(play: Play, t: int) -> Play | None:
    """One part of the entry back; None: nothing of it is told yet."""
    match play.mode, play.part:
        case "trick", "bones" | "beggar" | "colour":
            return at(play, t, TRICK_PARTS[TRICK_PARTS.index(play.part) - 1])
        case "card", "value":
            return at(replace(play, value=None), t, "colour")
        case _:
            return None
