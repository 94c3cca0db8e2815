"""Small tables for stories about Mopseinander: coasters whose sums a reader does in the head, and random games.

`tiny((a, b, stars), ...)` makes coasters 1, 2, 3, ... with `a` pugs of kind A and `b` of kind B. Every face of the
green die picks A, every face of the red one B, so the dice only choose the rule: COMMON, SEVEN or NINE.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from mopsbox.games.mopseinander import coasters as data
from mopsbox.games.mopseinander import record, rules
from mopsbox.games.mopseinander.rules import Action, Answer, Close, Draw, End, Fill, Roll, State, Take
from mopsbox.table import Seat

COMMON, SEVEN, NINE = Roll(1, 1), Roll(3, 4), Roll(4, 5)
ALL_A, ALL_B = ["A"] * 6, ["B"] * 6
FACES = {"front": {"green": ALL_A, "red": ALL_B}, "back": {"green": ALL_B, "red": ALL_A}}


def tiny(*rows: tuple[int, int, int]) -> data.Coasters:
    coasters = [{"id": n, "counts": {"A": a, "B": b}, "stars": stars} for n, (a, b, stars) in enumerate(rows, 1)]
    return data.read(coasters, FACES)


def begun(
    coasters: data.Coasters | None = None,
    seats: tuple[int, ...] = (1, 2, 3),
    first: int | None = None,
    pile: tuple[int, ...] | None = None,
    face: data.FaceUp = "front",
) -> State:
    """A game before its first action; left out: our own coasters in the order of their ids."""
    coasters = coasters or record.usual(len(seats))
    ours = tuple(Seat(s) for s in seats)
    return rules.new(rules.Setup(ours, Seat(first or seats[0]), pile or coasters.ids, face, coasters))


def after(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = rules.step(state, action)
    return state


def answer(seat: int, number: int | None) -> Answer:
    return Answer(Seat(seat), number)


def take(seat: int, coaster: int) -> Take:
    return Take(Seat(seat), coaster)


def draw(among: tuple[int, ...], seat: int) -> Draw:
    return Draw(tuple(Seat(s) for s in among), Seat(seat))


def won_by(state: State, seat: int) -> tuple[int, ...]:
    return state.won[state.setup.seats.index(Seat(seat))]


def wins(state: State, seat: int, coaster: int) -> State:
    """A whole round in which the table is filled to four if it must be, and `seat` takes `coaster`."""
    if len(state.table) < 4:
        state = after(state, Fill(4))
    state = after(state, COMMON)
    return after(state, answer(seat, rules.correct_number(state)), take(seat, coaster))


def holding(coasters: data.Coasters, *held: tuple[int, ...], left: tuple[int, ...]) -> State:
    """The final of a game in which seat 1 won held[0], seat 2 held[1], ... and `left` (three) lie there."""
    order = [(seat, id) for seat, ids in enumerate(held, 1) for id in ids]
    pile = tuple(id for _, id in order) + left
    state = begun(coasters, seats=tuple(range(1, len(held) + 1)), pile=pile)
    for seat, id in order:
        state = wins(state, seat, id)
    assert state.phase == "final", "holding: these wins do not end the game"
    return state


Chooser = Callable[[list[Action]], Action]


def legal(state: State, lots: random.Random) -> list[Action]:
    """What could be done now, worked out from the words of formats.md and not from `refuse`: one of each kind."""
    dice = Roll(lots.randint(1, 6), lots.randint(1, 6))
    if state.phase == "final":
        return [dice]
    if state.phase == "take":
        assert state.winner is not None
        return [Take(state.winner, lots.choice(state.table))]
    if state.phase == "fill":
        lying, pile = len(state.table), len(state.pile)
        fills: list[Action] = [Fill(to) for to in (4, 5, 6) if to > lying and pile and not state.filled]
        return fills + ([dice] if lying >= 4 else [])
    number = rules.correct_number(state)
    if state.drawn is not None:
        return [Answer(state.drawn, number), Answer(state.drawn, number + 1)]
    free = [s for s in state.setup.seats if s not in state.locked]
    seat = lots.choice(free)
    found: list[Action] = [Answer(seat, number), Answer(seat, number), Answer(seat, number + 1), Answer(seat, None)]
    if len(free) > 1:
        among = tuple(sorted(lots.sample(free, lots.randint(2, len(free)))))
        found.append(Draw(among, lots.choice(among)))
    return [*found, Close()] if lots.random() < 0.1 else found


def random_game(
    seed: int, coasters: data.Coasters | None = None, early: bool = False
) -> Iterator[tuple[State, Action]]:
    """(state, the legal action taken in it) from the first to the last; `early`: the host may end it."""
    lots = random.Random(seed)
    seats = lots.sample(range(1, 9), lots.randint(2, 8))
    coasters = coasters or record.usual(len(seats))
    pile = tuple(lots.sample(coasters.ids, len(coasters.ids)))
    state = begun(coasters, tuple(seats), lots.choice(seats), pile, lots.choice(("front", "back")))
    while state.phase != "over":
        action = lots.choice(legal(state, lots))
        if early and state.phase != "final" and state.drawn is None and lots.random() < 0.02:
            action = End()
        yield state, action
        state = after(state, action)
