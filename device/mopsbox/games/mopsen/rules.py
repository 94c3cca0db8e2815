"""The rules of Mopsen: `step(state, action) -> (state, events)` over frozen values. RULES.md has the numbers.

A round: eight cards each, then tricks. The strongest card goes into its owner's bowl, the owner of the weakest begs:
its colour climbs to the top of the queue, and it takes a card. The round is over when somebody has no card left; after
three the most bones win. Deals come in as actions, so the same actions always give the same game. Values: state.py;
what they tell: counting.py, revokes.py; what cannot be: legal.py; what came of it: events.py.
"""

from __future__ import annotations

from typing import TypeVar

from ...table import Illegal, Seat
from . import revokes
from .cards import ALL, COLOUR, Card, pushed
from .counting import after, listening, next_leader, scores, strongest_and_weakest, tally
from .events import (
    Begged,
    Event,
    Exchanged,
    GameOver,
    Leads,
    ModeChanged,
    Noticed,
    Outcome,
    Played,
    RoundBegan,
    RoundOver,
    TrickWon,
)
from .legal import refuse
from .state import (
    ACTIONS,
    HAND,
    ROUNDS,
    Action,
    Beg,
    ChangeMode,
    Deal,
    End,
    Exchange,
    Leader,
    Play,
    Setup,
    State,
    Trick,
    but,
    new,
)

__all__ = ["ACTIONS", "Illegal", "Setup", "State", "listening", "new", "refuse", "scores", "step"]

V = TypeVar("V")


def step(state: State, action: Action) -> Outcome:
    """The state after the action, and what came of it. Raises Illegal with refuse's sentence."""
    why = refuse(state, action)
    if why is not None:
        raise Illegal(why)
    match action:
        case Play(seat=seat, card=card):
            return _play(state, seat, card)
        case Beg(card=card):
            return _beg(state, card)
        case Trick():
            return _trick(state, action)
        case Deal(hands=hands):
            return _deal(state, dict(hands or ()))
        case Exchange():
            return _exchange(state, action)
        case Leader(seat=seat):
            waiting = _turn_order(state.setup, seat)
            exchanging = tuple([s for s in waiting if s in state.exchanging])
            return but(state, leader=seat, starter=seat, exchanging=exchanging), (Leads(seat),)
        case ChangeMode(mode=mode):
            return but(state, mode=mode), (ModeChanged(mode),)
        case End():
            return _game_over(but(state, ended_early=True, exchanging=(), won=None, beggar=None))


def _put(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    return tuple([c for c in cards if c != card])


def _turn_order(setup: Setup, first: Seat) -> tuple[Seat, ...]:
    return tuple([after(setup, first, n) for n in range(len(setup.seats))])


# --- before the first card


def _deal(state: State, hands: dict[Seat, tuple[Card, ...]]) -> Outcome:
    """R34, B19: all 56 cards are mixed again. B15, B16: who starts, and with which queue."""
    setup, seats = state.setup, state.setup.seats
    leader, number = next_leader(state), len(state.rounds) + 1
    begun = but(
        state,
        phase="trick",
        round=number,
        trick=1,
        queue=setup.queue if setup.options.queue_reset else state.queue,
        leader=leader,
        starter=leader,
        exchanging=_turn_order(setup, leader) if setup.options.exchange and hands else (),
        counts=(HAND,) * len(seats),
        hands=tuple([hands.get(seat, ()) for seat in seats]),
        bowls=(None,) * len(seats),
        cards=((),) * len(seats),
        discards=(),
        unseen=ALL.difference(*hands.values()),
        denials=(),
    )
    return begun, (RoundBegan(number, leader),)


def _exchange(state: State, exchange: Exchange) -> Outcome:
    """B14. The discards lie under the pile, which is never used up: no card comes back this round."""
    seat, out, come = exchange.seat, exchange.out, exchange.in_
    at = state.setup.seats.index(seat)
    kept = tuple([card for card in state.hands[at] if card not in out])
    exchanged = but(
        state,
        exchanging=state.exchanging[state.exchanging.index(seat) + 1 :],
        hands=_put(state.hands, at, kept + come),
        discards=state.discards + out,
        unseen=state.unseen.difference(come),
    )
    return exchanged, (Exchanged(seat, len(out)),)


# --- a trick, card by card


def _play(state: State, seat: Seat, card: Card) -> Outcome:
    at = state.setup.seats.index(seat)
    known = card in state.hands[at]
    denials, found = revokes.shown(state, seat, card) if state.mode == "cards" else (state.denials, ())
    played = but(
        state,
        exchanging=(),
        table=(*state.table, (seat, card)),
        counts=_put(state.counts, at, state.counts[at] - 1),
        hands=_put(state.hands, at, _without(state.hands[at], card)) if known else state.hands,
        unseen=state.unseen if known else state.unseen.difference((card,)),
        denials=denials,
        revokes=state.revokes + found,
    )
    events: tuple[Event, ...] = (Played(seat, card), *[Noticed(revoke) for revoke in found])
    if len(played.table) < len(state.setup.seats):
        return played, events
    won, trick_won = _won(played)
    return won, (*events, trick_won)


def _won(state: State) -> tuple[State, TrickWon]:
    """R45: the strongest card goes into its owner's bowl. R48: the weakest begs."""
    seat, beggar = strongest_and_weakest(state)
    at = state.setup.seats.index(seat)
    card = dict(state.table)[seat]
    bones = state.setup.bones.of[card]
    won = but(
        state,
        phase="beg",
        table=tuple([played for played in state.table if played[0] != seat]),
        bowls=_put(state.bowls, at, (state.bowls[at] or 0) + bones),
        cards=_put(state.cards, at, (*state.cards[at], card)),
        won=seat,
        beggar=beggar,
    )
    return won, TrickWon(seat, bones, card)


def _beg(state: State, card: Card) -> Outcome:
    """R49 to R53 in the order of the rulebook (B2): queue, discard, take."""
    seat, leader = state.beggar, state.won
    assert seat is not None and leader is not None  # legal: somebody begs
    at = state.setup.seats.index(seat)
    colour = COLOUR[dict(state.table)[seat]]
    begged = but(
        state,
        queue=pushed(state.queue, colour),
        table=(),
        counts=_put(state.counts, at, state.counts[at] + 1),
        hands=_put(state.hands, at, (*state.hands[at], card)),
        discards=(*state.discards, *[played for _, played in state.table if played != card]),
        denials=revokes.begged(state.denials, seat, card) if state.denials else (),
        won=None,
        beggar=None,
    )
    return _trick_over(begged, leader, (Begged(seat, colour, state.queue[0] != colour, card),))


# --- a trick as a whole


def _trick(state: State, trick: Trick) -> Outcome:
    """The same in one go, without the cards. Any known card of a hand may have been in it."""
    setup = state.setup
    winner, beggar = setup.seats.index(trick.won), setup.seats.index(trick.begged)
    told = but(
        state,
        queue=pushed(state.queue, trick.colour),
        counts=tuple([count - (at != beggar) for at, count in enumerate(state.counts)]),
        hands=((),) * len(setup.seats),
        bowls=_put(state.bowls, winner, (state.bowls[winner] or 0) + trick.bones),
        unseen=state.unseen.union(*state.hands),
        denials=revokes.begged_unseen(state.denials, trick.begged),
    )
    climbed = state.queue[0] != trick.colour
    events = (TrickWon(trick.won, trick.bones, None), Begged(trick.begged, trick.colour, climbed, None))
    return _trick_over(told, trick.won, events)


# --- the ends


def _trick_over(state: State, leader: Seat, events: tuple[Event, ...]) -> Outcome:
    """R53: the winner leads the next one. R54: or the round is over."""
    if all(state.counts):
        return but(state, phase="trick", trick=state.trick + 1, leader=leader), events
    bones = tally(state)  # R55, B22: counted now, not as they came
    over = but(state, phase="deal", leader=leader, rounds=(*state.rounds, bones))
    events = (*events, RoundOver(tuple(zip(state.setup.seats, bones, strict=True))))
    if len(over.rounds) < ROUNDS:
        return over, events
    ended, last = _game_over(over)
    return ended, (*events, *last)


def _game_over(state: State) -> Outcome:
    """R61, R62, B24: most bones in all finished rounds; equal totals win together."""
    total = scores(state)
    winners = tuple(sorted([seat for seat, bones in total.items() if bones == max(total.values())]))
    return but(state, phase="over", winners=winners), (GameOver(winners),)
