"""Small tables for stories about Mopsen, and random games.

`plays("1R5 2R9 3B2")` are three cards in playing order; `dealt("R1 R2 ...", "Y1 ...")` deals hands seat by seat, filled
up to eight with cards nobody speaks of. QUEUE is red, yellow, blue, cat: red is the strongest.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from mopsbox.games.mopsen import bones as data
from mopsbox.games.mopsen import rules
from mopsbox.games.mopsen.cards import CARDS, COLOUR, Card, Colour, Queue
from mopsbox.games.mopsen.events import Begged, TrickWon
from mopsbox.games.mopsen.state import (
    Action,
    Beg,
    ChangeMode,
    Deal,
    Exchange,
    Leader,
    Mode,
    NextLeader,
    Options,
    Play,
    Setup,
    State,
    Trick,
)
from mopsbox.table import Seat

QUEUE: Queue = ("red", "yellow", "blue", "cat")


def begun(
    seats: tuple[int, ...] = (1, 2, 3),
    first: int | None = None,
    mode: Mode = "cards",
    queue: Queue = QUEUE,
    bones: data.Bones | None = None,
    exchange: bool = False,
    queue_reset: bool = False,
    next_leader: NextLeader = "winner",
) -> State:
    """A game before its first deal."""
    options = Options(exchange, queue_reset, next_leader)
    ours = tuple(Seat(s) for s in seats)
    return rules.new(Setup(ours, Seat(first or seats[0]), queue, mode, bones or data.default(), options))


def after(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = rules.step(state, action)
    return state


def plays(text: str) -> tuple[Play, ...]:
    return tuple(Play(Seat(int(one[0])), Card(one[1:])) for one in text.split())


def beg(seat: int, card: str) -> Beg:
    return Beg(Seat(seat), Card(card))


def trick(won: int, bones: int, begged: int, colour: Colour) -> Trick:
    return Trick(Seat(won), bones, Seat(begged), colour)


def leader(seat: int) -> Leader:
    return Leader(Seat(seat))


def swap(seat: int, out: str, come: str) -> Exchange:
    return Exchange(Seat(seat), cards(out), cards(come))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(card) for card in text.split())


def dealt(*hands: str, seats: tuple[int, ...] = (1, 2, 3)) -> Deal:
    """Each hand's first cards; the rest comes from the end of the deck: cats of 8 and below, then blue 16 and below."""
    named = [cards(hand) for hand in hands] + [()] * (len(seats) - len(hands))
    rest = iter([card for card in reversed(CARDS) if not any(card in hand for hand in named)])
    full = [(*hand, *[next(rest) for _ in range(8 - len(hand))]) for hand in named]
    return Deal(tuple((Seat(seat), tuple(hand)) for seat, hand in zip(seats, full, strict=True)))


def count(state: State, seat: int) -> int:
    return state.counts[state.setup.seats.index(Seat(seat))]


def bowl(state: State, seat: int) -> int | None:
    return state.bowls[state.setup.seats.index(Seat(seat))]


def hand(state: State, seat: int) -> tuple[Card, ...]:
    return state.hands[state.setup.seats.index(Seat(seat))]


def quick_round(state: State, winner: int, beggar: int, bones: int = 1) -> State:
    """Deals and plays a round of eight tricks that all end the same way."""
    return after(state, Deal(), *[trick(winner, bones, beggar, "red")] * 8)


# --- random games, with the legal cards worked out from the words of the rules and not from `refuse`


def may_play(state: State, held: tuple[Card, ...]) -> list[Card]:
    if not state.table or COLOUR[state.table[0][1]] == "cat":
        return list(held)
    led = COLOUR[state.table[0][1]]
    follows = [card for card in held if COLOUR[card] == led]
    return [*follows, *[card for card in held if COLOUR[card] == "cat"]] if follows else list(held)


def whose(state: State) -> Seat:
    seats = state.setup.seats
    return seats[(seats.index(state.leader) + len(state.table)) % len(seats)]


def a_setup(lots: random.Random, mode: Mode = "full") -> Setup:
    seats = tuple(Seat(s) for s in lots.sample(range(1, 9), lots.randint(3, 5)))
    queue: Queue = tuple(lots.sample(QUEUE, 4))
    options = Options(lots.random() < 0.5, lots.random() < 0.5, lots.choice(("winner", "round")))
    bones = data.Bones(tuple(lots.randint(0, 9) for _ in CARDS)) if lots.random() < 0.5 else data.default()
    return Setup(seats, lots.choice(seats), queue, mode, bones, options)


def random_game(seed: int) -> Iterator[tuple[State, Action]]:
    """(state, the legal action taken in it) of a whole game in full mode, from the first deal on."""
    lots = random.Random(seed)
    state = rules.new(a_setup(lots))
    while state.phase != "over":
        action = full_action(state, lots)
        yield state, action
        state = after(state, action)


def full_action(state: State, lots: random.Random) -> Action:
    if state.phase == "deal":
        deck = lots.sample(CARDS, len(CARDS))
        return Deal(tuple((seat, tuple(deck[8 * n : 8 * n + 8])) for n, seat in enumerate(state.setup.seats)))
    if state.phase == "beg":
        assert state.beggar is not None
        return Beg(state.beggar, lots.choice([card for seat, card in state.table if seat != state.beggar]))
    first_card = state.trick == 1 and not state.table
    if first_card and lots.random() < 0.1:
        return Leader(lots.choice(state.setup.seats))
    if first_card and state.exchanging and lots.random() < 0.8:
        seat, many = lots.choice(state.exchanging), lots.randint(0, 3)
        out = lots.sample(hand(state, seat), many)
        return Exchange(seat, tuple(out), tuple(lots.sample(sorted(state.unseen), many)))
    return Play(whose(state), lots.choice(may_play(state, hand(state, whose(state)))))


def told_in(mode: Mode, game: list[tuple[State, Action]], change: Callable[[], bool] = lambda: False) -> list[Action]:
    """The same game as a table tells it that enters cards or whole tricks. `change`: asked before every trick whether
    the table changes to the other way."""
    told: list[Action] = []
    pending: list[Action] = []
    won: TrickWon | None = None
    for state, action in game:
        _, events = rules.step(state, action)
        won = next((e for e in events if isinstance(e, TrickWon)), won)
        match action:
            case Deal():
                told.append(Deal())
            case Exchange():
                pass  # behind the box's back
            case Play() | Beg():
                if isinstance(action, Play) and not state.table and change():
                    mode = "quick" if mode == "cards" else "cards"
                    told.append(ChangeMode(mode))
                pending.append(action)
                begged = next((e for e in events if isinstance(e, Begged)), None)
                if begged and won:
                    whole = Trick(won.seat, won.bones, begged.seat, begged.colour)
                    told.extend(pending if mode == "cards" else [whole])
                    pending = []
            case _:
                told.append(action)
    return told


Given = tuple[Seat, int, int, Card]
"""A revoke: seat, round, trick, and the card that gave it away."""


def careless_game(seed: int, careless: float) -> tuple[list[tuple[State, Action]], list[Given]]:
    """A game entered card by card whose players often (`careless`: 0 to 1) do not follow. With the revokes the box
    must notice, worked out from the true hands: what was held then and shown first since."""
    lots = random.Random(seed)
    setup = a_setup(lots, "cards")
    state, game, expected = rules.new(setup), list[tuple[State, Action]](), list[Given]()
    held: dict[Seat, list[Card]] = {}
    hidden: list[tuple[Seat, int, frozenset[Card]]] = []  # who did not follow when, and with what in hand
    while state.phase != "over":
        if state.phase == "deal":
            deck = lots.sample(CARDS, len(CARDS))
            held = {seat: deck[8 * n : 8 * n + 8] for n, seat in enumerate(setup.seats)}
            hidden, action = [], Deal()
        elif state.beggar is not None:
            action = Beg(state.beggar, lots.choice([card for seat, card in state.table if seat != state.beggar]))
            held[state.beggar].append(action.card)
        else:
            seat = whose(state)
            fair = may_play(state, tuple(held[seat]))
            action = Play(seat, lots.choice(held[seat] if lots.random() < careless else fair))
            held[seat].remove(action.card)
            given_away = [one for one in hidden if one[0] == seat and action.card in one[2]]
            hidden = [one for one in hidden if one not in given_away]
            expected += [(seat, state.round, number, action.card) for _, number, _ in given_away]
            if action.card not in fair:
                led = COLOUR[state.table[0][1]]
                hidden.append((seat, state.trick, frozenset(c for c in held[seat] if COLOUR[c] == led)))
        game.append((state, action))
        state = after(state, action)
    return game, expected


def given(state: State) -> list[Given]:
    return [(r.seat, r.round, r.trick, r.card) for r in state.revokes]


def in_mode(setup: Setup, mode: Mode) -> State:
    return rules.new(Setup(setup.seats, setup.first, setup.queue, mode, setup.bones, setup.options))
