"""The rules of Mopseinander: `step(state, action) -> (state, events)` over frozen values. RULES.md has the numbers.

A round: the active player fills the table and rolls, all race, each seat answers once; the first right answer takes
a coaster. Three left and none to draw: the final, in which everybody's own coasters score. Dice and draws come in
as actions, so the same actions always give the same game. Values: state.py; what they tell: counting.py; what cannot
be: legal.py. All of it can be had from here.
"""

from __future__ import annotations

from ...table import Illegal, Seat
from .counting import correct_number, kinds, listening, scores, value
from .legal import refuse
from .state import (
    ACTIONS,
    Action,
    Answer,
    Answered,
    Close,
    Dice,
    Draw,
    Drawn,
    End,
    Event,
    Fill,
    Filled,
    FinalBegan,
    GameOver,
    Outcome,
    Phase,
    Roll,
    Rolled,
    RoundOver,
    Scored,
    Setup,
    State,
    Take,
    Taken,
    but,
    new,
)

LEFT = 3  # this many or fewer left and none to draw: the game ends (R21)
ROLLS: tuple[Dice, ...] = tuple((green, red) for green in range(1, 7) for red in range(1, 7))

__all__ = [
    "ACTIONS",
    "LEFT",
    "ROLLS",
    "Action",
    "Answer",
    "Answered",
    "Close",
    "Dice",
    "Draw",
    "Drawn",
    "End",
    "Event",
    "Fill",
    "Filled",
    "FinalBegan",
    "GameOver",
    "Illegal",
    "Outcome",
    "Phase",
    "Roll",
    "Rolled",
    "RoundOver",
    "Scored",
    "Setup",
    "State",
    "Take",
    "Taken",
    "correct_number",
    "kinds",
    "listening",
    "new",
    "refuse",
    "scores",
    "step",
    "value",
]


def step(state: State, action: Action) -> Outcome:
    """The state after the action, and what came of it. Raises Illegal with refuse's sentence."""
    why = refuse(state, action)
    if why is not None:
        raise Illegal(why)
    match action:
        case Answer():
            return _answer(state, action)
        case Fill(to=to):
            return _fill(state, to)
        case Roll():
            return _final_roll(state, action) if state.phase == "final" else _roll(state, action)
        case Take():
            return _take(state, action)
        case Draw(among=among, seat=seat):
            return but(state, drawn=seat), (Drawn(among, seat),)
        case Close():
            return _round_over(state, None, correct_number(state), state.table)
        case End():
            return _end(state)


def _fill(state: State, to: int) -> Outcome:
    want = to - len(state.table)
    ids, pile = state.pile[:want], state.pile[want:]
    coming = iter(ids)
    places = tuple([next(coming, None) if here is None else here for here in state.places])
    return but(state, pile=pile, table=state.table + ids, places=places, filled=True), (Filled(ids),)


def _roll(state: State, roll: Roll) -> Outcome:
    dice = (roll.green, roll.red)
    return but(state, phase="race", dice=dice, correct=None), (Rolled(roll.green, roll.red),)


def _answer(state: State, answer: Answer) -> Outcome:
    number, seat = correct_number(state), answer.seat
    if answer.number == number:  # R14; the first right answer, for answers come in the order of the rulings (A7)
        return but(state, phase="take", winner=seat, drawn=None, correct=number), (Answered(seat, True),)
    locked = (*state.locked, seat)  # R10, A5, A11, D1
    if len(locked) < len(state.setup.seats):
        return but(state, locked=locked, drawn=None), (Answered(seat, False),)
    after, events = _round_over(state, None, number, state.table)  # A8
    return after, (Answered(seat, False), *events)


def _take(state: State, take: Take) -> Outcome:
    at = state.setup.seats.index(take.seat)
    held = (*state.won[at], take.coaster)
    after, events = _round_over(
        state,
        take.seat,
        state.correct,
        tuple([id for id in state.table if id != take.coaster]),
        places=tuple([None if id == take.coaster else id for id in state.places]),
        won=(*state.won[:at], held, *state.won[at + 1 :]),
        last_winner=take.seat,
    )
    return after, (Taken(take.seat, take.coaster), *events)


def _round_over(
    state: State, winner: Seat | None, correct: int | None, table: tuple[int, ...], **taken: object
) -> Outcome:
    """R17, R18: what was not won stays, the next in line is active. R21: or the final begins."""
    seats = state.setup.seats
    last = not state.pile and len(table) <= LEFT
    after = but(
        state,
        phase="final" if last else "fill",
        round=state.round if last else state.round + 1,
        active=seats[(seats.index(state.active) + 1) % len(seats)],
        table=table,
        filled=False,
        locked=(),
        drawn=None,
        winner=None,
        correct=correct,
        **taken,
    )
    return after, (RoundOver(winner), FinalBegan(early=False)) if last else (RoundOver(winner),)


def _end(state: State) -> Outcome:
    """A25: the round in progress is dropped."""
    after = but(state, phase="final", filled=False, locked=(), drawn=None, winner=None, ended_early=True)
    return after, (FinalBegan(early=True),)


def _final_roll(state: State, roll: Roll) -> Outcome:
    """R24 to R27: those still in it score their own coasters; a tie goes on among the tied (A18)."""
    setup, dice = state.setup, (roll.green, roll.red)
    held = dict(zip(setup.seats, state.won, strict=True))
    now = {seat: value(setup.coasters, setup.face, held[seat], dice) for seat in state.contenders}
    before = state.final or (0,) * len(setup.seats)
    final = tuple(now.get(seat, old) for seat, old in zip(setup.seats, before, strict=True))
    top = max(now.values())
    tied = tuple(seat for seat in state.contenders if now[seat] == top)
    tied = tuple(seat for seat in tied if held[seat]) or tied  # A19: without coasters nobody can ever lead
    over = len(tied) == 1 or _unbreakable(setup, [held[seat] for seat in tied])
    most = max(len(held[seat]) for seat in tied)
    winners = tuple(sorted(seat for seat in tied if len(held[seat]) == most)) if over else ()
    after = but(
        state,
        phase="over" if over else "final",
        dice=dice,
        correct=None,
        contenders=tied,
        final=final,
        rolls=state.rolls + 1,
        winners=winners,
    )
    scored = Scored(tuple(now.items()), tied)
    rolled = Rolled(roll.green, roll.red)
    return after, (rolled, scored, GameOver(winners)) if over else (rolled, scored)


def _unbreakable(setup: Setup, held: list[tuple[int, ...]]) -> bool:
    """A20: would each of the 36 rolls score all of them equally?"""
    return all(len({value(setup.coasters, setup.face, ids, dice) for ids in held}) == 1 for dice in ROLLS)
