"""Which card a bot plays, all hands being known: one plays anything legal, one plays simply. Pure but for the generator
given.

A bot knows only what its player sees: its own hand, the table, the queue. The hands in the state are everybody's, so
each bot looks at no hand but that of whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ...table import Seat
from .cards import CARDS, COLOUR, VALUE, Card, pushed, strength
from .counting import begged_from, playable, turn
from .deal import drawn, hands
from .rules import step
from .state import EXCHANGE, Action, Beg, Exchange, Play, State


class Lots(Protocol):
    """What is needed of a random generator (random.Random has it)."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int) -> int: ...
    def shuffle(self, x: Any) -> None: ...
    def choice(self, seq: Any) -> Any: ...
    def sample(self, population: Any, k: int) -> Any: ...


Bot = Callable[[State, Lots], Action]
"""The action of whoever's turn it is: plays, begs, or exchanges while seats may (B14). Not asked for a deal."""


def random_bot(state: State, lots: Lots) -> Action:
    """Anything legal."""
    if state.exchanging:
        seat = state.exchanging[0]
        out = lots.sample(_hand(state, seat), lots.randint(0, EXCHANGE))
        return Exchange(seat, tuple(out), drawn(lots, state, len(out)))
    if state.phase == "beg":
        return _begs(state, lots.choice(begged_from(state)))
    return Play(turn(state), lots.choice(playable(state)))


def simple_bot(state: State, lots: Lots) -> Action:
    """Exchanges cards with few bones. Takes the trick with the most bones it can if it is the last to play, or else
    with the strongest card; if it cannot win, it tries to beg with its weakest. Begs for the card that is strongest
    once its own colour has climbed."""
    bones = state.setup.bones.of
    if state.exchanging:
        seat = state.exchanging[0]
        poor = sorted([card for card in _hand(state, seat) if bones[card] <= 1 and VALUE[card] < 16], key=CARDS.index)
        return Exchange(seat, tuple(poor[:EXCHANGE]), drawn(lots, state, len(poor[:EXCHANGE])))
    if state.phase == "beg":
        own = next(card for seat, card in state.table if seat == state.beggar)
        queue = pushed(state.queue, COLOUR[own])
        return _begs(state, max(begged_from(state), key=lambda card: strength(card, queue)))
    cards, queue = playable(state), state.queue
    to_beat = max([strength(card, queue) for _, card in state.table], default=(-len(queue), 0))
    winning = [card for card in cards if strength(card, queue) > to_beat]
    if winning and len(state.table) == len(state.setup.seats) - 1:
        card = max(winning, key=lambda card: (bones[card], lots.random()))
    else:
        card = (max if winning else min)(cards, key=lambda card: strength(card, queue))
    return Play(turn(state), card)


BOTS: tuple[Bot, ...] = (random_bot, simple_bot)


def bot(seat: Seat) -> Bot:
    """Seats take turns in skill, so every table has both."""
    return BOTS[(seat - 1) % len(BOTS)]


def _hand(state: State, seat: Seat) -> tuple[Card, ...]:
    return state.hands[state.setup.seats.index(seat)]


def _begs(state: State, card: Card) -> Beg:
    assert state.beggar is not None
    return Beg(state.beggar, card)


def asked(state: State) -> Seat:
    """Whose bot has to act."""
    if state.exchanging:
        return state.exchanging[0]
    return state.beggar if state.beggar is not None else turn(state)


def moves(state: State, lots: Lots, bots: Callable[[Seat], Bot] = bot) -> Iterator[tuple[State, Action]]:
    """(state, action taken in it) from this state to the end of the game, in full mode; deals by lot."""
    while state.phase != "over":
        if state.phase == "deal":
            action: Action = hands(lots, state.setup.seats)
        else:
            action = bots(asked(state))(state, lots)
        yield state, action
        state, _ = step(state, action)
