"""What cannot be now, and why: `refuse` is the only place of legality."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import Seat
from .bones import MOST
from .cards import COLOUR, COLOURS, Card
from .counting import begged_from, must_follow, turn
from .state import EXCHANGE, HAND, Action, Beg, ChangeMode, Deal, Exchange, Hands, Leader, Play, State, Trick


def refuse(state: State, action: Action) -> str | None:
    """Why this action cannot be now, in one short sentence, or None: it can."""
    if state.phase == "over":
        return "the game is over; nothing more can be done in it"
    match action:
        case Play():
            return _not_now(state, "cards") or _refuse_play(state, action)
        case Beg():
            return _refuse_beg(state, action)
        case Trick():
            return _not_now(state, "quick") or _refuse_trick(state, action)
        case Deal(hands=hands):
            return _refuse_deal(state, hands)
        case Exchange():
            return _refuse_exchange(state, action)
        case Leader(seat=seat):
            return _before_first_card(state, "the table says who starts") or _stranger(state, seat)
        case ChangeMode(mode=mode):
            return _refuse_mode(state, mode)
    return None


def _stranger(state: State, seat: Seat) -> str | None:
    return None if seat in state.setup.seats else f"seat {seat} does not play"


def _not_now(state: State, told: str) -> str | None:
    """Can a card, or else a whole trick, come next?"""
    if state.phase == "deal":
        return "no cards are dealt; deal first"
    if state.phase == "beg":
        return f"seat {state.beggar} takes a card first"
    if (state.mode == "quick") != (told == "quick"):
        other = "whole tricks" if state.mode == "quick" else "every card"
        return f"the table enters {other}; change the mode between tricks, or enter it so"
    return None


def _before_first_card(state: State, what: str) -> str | None:
    if state.phase == "deal":
        return f"{what} only after the deal; deal first"
    if state.phase == "beg" or state.table or state.trick > 1:
        return f"{what} only before the first card of a round"
    return None


def _refuse_play(state: State, play: Play) -> str | None:
    seat, card = play.seat, play.card
    if seat != (whose := turn(state)):
        return _stranger(state, seat) or f"seat {seat} is not in turn; seat {whose} plays"
    at = state.setup.seats.index(seat)
    hand = state.hands[at]
    if state.mode == "full":
        if card not in hand:
            return f"seat {seat} does not hold {card}"
        colours = must_follow(state, hand)
        if colours is not None and COLOUR[card] not in colours:
            led = COLOUR[state.table[0][1]]
            return f"seat {seat} holds {led}, which was led; play {led} or a cat"
    elif card not in hand:
        if card not in state.unseen:
            return f"{card} {where(state, card)}; play another card"
        if len(hand) == state.counts[at]:
            return f"seat {seat} begged all it still holds: {_listed(hand)}; play one of these"
    return None


def where(state: State, card: Card) -> str:
    """Where this card is, as far as the box knows (B27)."""
    seats = state.setup.seats
    if any(card == played for _, played in state.table):
        return "lies on the table already"
    for places, is_there in ((state.cards, "is in the bowl of seat"), (state.hands, "was begged and is held by seat")):
        if seat := next((seat for seat, cards in zip(seats, places, strict=True) if card in cards), None):
            return f"{is_there} {seat}"
    return "was discarded this round" if card in state.discards else "is no card of this game"


def _refuse_beg(state: State, beg: Beg) -> str | None:
    if state.phase != "beg":
        return "nobody begs now; the trick must be complete first"
    if beg.seat != state.beggar:
        return _stranger(state, beg.seat) or f"seat {state.beggar} begs, not seat {beg.seat}: its card is the weakest"
    if beg.card not in (free := begged_from(state)):
        return f"seat {beg.seat} cannot take {beg.card}; it takes {_listed(free, ' or ')}"
    return None


def _refuse_trick(state: State, trick: Trick) -> str | None:
    if strange := _stranger(state, trick.won) or _stranger(state, trick.begged):
        return strange
    if trick.won == trick.begged:
        return f"seat {trick.won} cannot win a trick and beg in it; name two seats"
    if not 0 <= trick.bones <= MOST:
        return f"a card has 0 to {MOST} bones, not {trick.bones}"
    if trick.colour not in COLOURS:
        return f"the colour is {_listed(COLOURS, ' or ')}"
    return None


def _refuse_deal(state: State, hands: Hands | None) -> str | None:
    if state.phase != "deal":
        return "the round is not over; deal only after it"
    if state.mode != "full":
        return None if hands is None else "hands are dealt face down; leave them out, or play in full mode"
    if hands is None:
        return "in full mode the hands are known; name them"
    seats = [seat for seat, _ in hands]
    if strange := next((seat for seat in seats if seat not in state.setup.seats), None):
        return f"seat {strange} does not play"
    if len(seats) != len(state.setup.seats) or len(set(seats)) < len(seats):
        return "every seat is dealt one hand; name each seat once"
    seen = set[Card]()
    for seat, cards in hands:
        if len(cards) != HAND:
            return f"every seat is dealt {HAND} cards, but seat {seat} has {len(cards)}"
        for card in cards:
            if card in seen or card not in COLOUR:
                return f"{card} is dealt twice" if card in seen else f"there is no card {card}"
            seen.add(card)
    return None


def _refuse_exchange(state: State, exchange: Exchange) -> str | None:
    seat, out, come = exchange.seat, exchange.out, exchange.in_
    if not state.setup.options.exchange:
        return "cards are not exchanged in this game; the option is off"
    if state.mode != "full":
        return "hands are not known; cards are exchanged without the box"
    if why := _before_first_card(state, "cards are exchanged") or _stranger(state, seat):
        return why
    if seat not in state.exchanging:
        return f"seat {seat} had its turn to exchange; each has one, in turn order from who starts"
    if len(out) > EXCHANGE or len(out) != len(come):
        return f"up to {EXCHANGE} cards are exchanged, and as many come in as go out"
    if len(set(out)) < len(out) or len(set(come)) < len(come):
        return "a card stands twice; name each once"
    if missing := next((card for card in out if card not in state.hands[state.setup.seats.index(seat)]), None):
        return f"seat {seat} does not hold {missing}"
    if missing := next((card for card in come if card not in state.unseen), None):
        return f"{missing} cannot come from the pile"
    return None


def _refuse_mode(state: State, mode: str) -> str | None:
    if "full" in (mode, state.mode):
        return "in full mode the hands are known from the start; a game is told so as a whole or not at all"
    if mode not in ("cards", "quick"):
        return "the mode is cards or quick"
    if state.table or state.phase == "beg":
        return "the mode changes between tricks; finish this one first"
    return None


def _listed(names: Sequence[str], last: str = ", ") -> str:
    return last.join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
