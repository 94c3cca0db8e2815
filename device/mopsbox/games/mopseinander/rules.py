"""The rules of Mopseinander: `step(state, action) -> (state, events)` over frozen values. RULES.md has the numbers.

A round: the active player fills the table and rolls, all race, each seat answers once; the first right answer takes
a coaster. Three left and none to draw: the final, in which everybody's own coasters score. Dice and draws come in
as actions, so the same actions always give the same game. `refuse` is the only place of legality.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, make_dataclass
from operator import attrgetter
from typing import Any, Literal

from ...table import Seat
from .coasters import Coasters, FaceUp

Phase = Literal["fill", "race", "take", "final", "over"]
Dice = tuple[int, int]  # (green, red)

FEWEST, MOST = 4, 6  # coasters on the table when the dice roll (R5, R19, A1)
LEFT = 3  # this many or fewer left and none to draw: the game ends (R21)
HIGHEST = 9999  # the largest number that can be said; the right one never comes near it with our coasters
ROLLS: tuple[Dice, ...] = tuple((green, red) for green in range(1, 7) for red in range(1, 7))


class Illegal(ValueError):
    """An action or a setup that the rules do not allow: one short sentence."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first round. `seats`: in order of play. `pile`: all coasters, first drawn first."""

    seats: tuple[Seat, ...]
    first: Seat
    pile: tuple[int, ...]
    face: FaceUp
    coasters: Coasters


@dataclass(frozen=True, slots=True)
class State:
    """Where the game stands. Tuples "per seat" are aligned with `setup.seats`."""

    setup: Setup
    phase: Phase
    round: int  # rounds begun, from 1; the final is none
    active: Seat
    pile: tuple[int, ...]  # still to draw
    table: tuple[int, ...]  # in laying order
    places: tuple[int | None, ...]  # six places on the screen; a taken coaster leaves a gap, drawn ones fill gaps
    filled: bool  # this turn's one fill is used
    won: tuple[tuple[int, ...], ...]  # per seat
    locked: tuple[Seat, ...]  # answered wrongly or too late this round, in order
    drawn: Seat | None  # won a logged draw: the next action must be its answer
    winner: Seat | None  # who takes a coaster
    dice: Dice | None  # of the last roll
    correct: int | None  # the number of the last decided round, until the next roll
    last_winner: Seat | None  # of the last coaster: rolls in the final (R23, A16)
    contenders: tuple[Seat, ...]  # final: who can still win
    final: tuple[int, ...] | None  # per seat, its last final score
    rolls: int  # final rolls so far
    ended_early: bool
    winners: tuple[Seat, ...]  # ascending; () until over


@dataclass(frozen=True, slots=True)
class Fill:
    """The active player has the table filled up to `to`, or as far as the pile goes (R5, R19, A2)."""

    to: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Both dice (R7, R20); in the final: the final roll (R23)."""

    green: int
    red: int


@dataclass(frozen=True, slots=True)
class Draw:
    """A fair draw among the seats of a dead heat, ascending (A12)."""

    among: tuple[Seat, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answer:
    """A seat's one answer (R10); None: time ran out (A9)."""

    seat: Seat
    number: int | None


@dataclass(frozen=True, slots=True)
class Close:
    """The round ends without a winner (A8)."""


@dataclass(frozen=True, slots=True)
class Take:
    """The winner's choice (R14)."""

    seat: Seat
    coaster: int


@dataclass(frozen=True, slots=True)
class End:
    """The host ends the game early: score with what is held (A25)."""


Action = Fill | Roll | Draw | Answer | Close | Take | End
ACTIONS: dict[str, type] = {
    "fill": Fill,
    "roll": Roll,
    "draw": Draw,
    "answer": Answer,
    "close": Close,
    "take": Take,
    "end": End,
}
"""By their names in a journal (formats.md)."""


@dataclass(frozen=True, slots=True)
class Filled:
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rolled:
    green: int
    red: int


@dataclass(frozen=True, slots=True)
class Drawn:
    among: tuple[Seat, ...]
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    seat: Seat
    right: bool


@dataclass(frozen=True, slots=True)
class Taken:
    seat: Seat
    coaster: int


@dataclass(frozen=True, slots=True)
class RoundOver:
    """`winner`: who won a coaster in it, or None."""

    winner: Seat | None


@dataclass(frozen=True, slots=True)
class FinalBegan:
    early: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """A final roll: `scores` of those still in it, `tied`: who goes on (one: the winner)."""

    scores: tuple[tuple[Seat, int], ...]
    tied: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameOver:
    winners: tuple[Seat, ...]


Event = Filled | Rolled | Drawn | Answered | Taken | RoundOver | FinalBegan | Scored | GameOver
Outcome = tuple[State, tuple[Event, ...]]

_values = attrgetter(*(f.name for f in fields(State)))
_Draft = make_dataclass("_Draft", [f.name for f in fields(State)], slots=True)


def _but(state: State, **changed: object) -> State:
    """dataclasses.replace at a quarter of its cost, which is most of a game's: a frozen dataclass sets its twenty
    fields one slow call each, so an unfrozen twin with the same slots is filled and then becomes a State."""
    draft: Any = _Draft(*_values(state))
    for name, value in changed.items():
        setattr(draft, name, value)
    draft.__class__ = State
    made: State = draft
    return made


def new(setup: Setup) -> State:
    """The first round of a game; `setup` has been checked (record.setup)."""
    return State(
        setup=setup,
        phase="fill",
        round=1,
        active=setup.first,
        pile=setup.pile,
        table=(),
        places=(None,) * MOST,
        filled=False,
        won=((),) * len(setup.seats),
        locked=(),
        drawn=None,
        winner=None,
        dice=None,
        correct=None,
        last_winner=None,
        contenders=setup.seats,
        final=None,
        rolls=0,
        ended_early=False,
        winners=(),
    )


# What a state tells.


def value(coasters: Coasters, face: FaceUp, ids: Iterable[int], dice: Dice) -> int:
    """The number these coasters give under these dice: R11, with a sum of 7 R12, with a sum of 9 R13. Where both
    dice pick one kind it counts for both (A13). The scoring coaster's own stars never count (A15)."""
    green, red = coasters.picked[face, dice[0], dice[1]]
    ids = tuple(ids)
    a, b = sum(map(green.__getitem__, ids)), sum(map(red.__getitem__, ids))
    match dice[0] + dice[1]:
        case 7:
            return a + b + sum(map(coasters.stars.__getitem__, ids))
        case 9:
            return a * b
        case _:
            return a + b


def kinds(state: State) -> tuple[str, str] | None:
    """The kinds the last roll points at, (green's, red's) (R8); None before the first roll."""
    if state.dice is None:
        return None
    face = state.setup.coasters.face(state.setup.face)
    return face.green[state.dice[0] - 1], face.red[state.dice[1] - 1]


def correct_number(state: State) -> int:
    """The right answer under the dice that lie, in race and take. Not to be shown before the round is decided (A6).
    Raises Illegal when no round is open."""
    if state.dice is None or state.phase not in ("race", "take"):
        raise Illegal("no round is open; there is no right number")
    return value(state.setup.coasters, state.setup.face, state.table, state.dice)


def listening(state: State) -> frozenset[Seat]:
    """The seats whose press counts now: everybody (A4) who has not answered yet (R10)."""
    if state.phase != "race":
        return frozenset()
    return frozenset(state.setup.seats).difference(state.locked)


def scores(state: State) -> dict[Seat, int]:
    """What stands on every seat's plate: its coasters, and from the first final roll on its final score."""
    if state.final is not None:
        return dict(zip(state.setup.seats, state.final, strict=True))
    return {seat: len(ids) for seat, ids in zip(state.setup.seats, state.won, strict=True)}


# Legality.


def refuse(state: State, action: Action) -> str | None:
    """Why this action cannot be now, in one short sentence, or None: it can."""
    if state.phase == "over":
        return "the game is over; nothing more can be done in it"
    match action:
        case Answer():
            return _refuse_answer(state, action)
        case Fill(to=to):
            return _refuse_fill(state, to)
        case Roll():
            return _refuse_roll(state, action)
        case Take(seat=seat, coaster=coaster):
            if state.phase != "take":
                return "nobody has won a coaster; take one only after a right answer"
            if seat != state.winner:
                return f"seat {seat} has not won this round; seat {state.winner} takes"
            if coaster not in state.table:
                return f"coaster {coaster} does not lie on the table; take one that does"
        case Draw():
            return _refuse_draw(state, action)
        case Close():
            if state.phase != "race":
                return "no round is open; close one only after the roll"
            if state.drawn is not None:
                return f"seat {state.drawn} was drawn; its answer comes next"
        case End():
            if state.phase == "final":
                return "the final has begun; roll on"
    return None


def _refuse_fill(state: State, to: int) -> str | None:
    if state.phase != "fill":
        return "the table is filled only before the roll"
    if state.filled:
        return "the table was filled this turn already; roll"
    if not FEWEST <= to <= MOST:
        return f"the table is filled up to {FEWEST}, 5 or {MOST}, not {to}"
    if not state.pile:
        return "the pile is empty; roll"
    if to <= len(state.table):
        return f"{len(state.table)} coasters lie there already; fill up to more, or roll"
    return None


def _refuse_roll(state: State, roll: Roll) -> str | None:
    if state.phase not in ("fill", "final"):
        return "the dice lie already; the round must end first"
    if not (1 <= roll.green <= 6 and 1 <= roll.red <= 6):
        return "a die shows 1 to 6"
    if state.phase == "fill" and len(state.table) < FEWEST:
        return f"only {len(state.table)} coasters lie there; fill up to at least {FEWEST} first"
    return None


def _refuse_draw(state: State, draw: Draw) -> str | None:
    if state.phase != "race":
        return "no round is open; draw only during the race"
    if state.drawn is not None:
        return f"seat {state.drawn} was drawn already; its answer comes next"
    if len(draw.among) < 2 or any(a >= b for a, b in zip(draw.among, draw.among[1:], strict=False)):
        return "a draw is among at least two different seats, ascending"
    if not set(draw.among) <= listening(state):
        return "only seats that may still answer can be drawn from"
    if draw.seat not in draw.among:
        return f"seat {draw.seat} is not among the seats drawn from"
    return None


def _refuse_answer(state: State, answer: Answer) -> str | None:
    if state.phase != "race":
        return "no round is open; answer only during the race"
    if answer.seat not in state.setup.seats:
        return f"seat {answer.seat} does not play"
    if answer.seat in state.locked:
        return f"seat {answer.seat} has used its answer this round"
    if state.drawn is not None and answer.seat != state.drawn:
        return f"seat {state.drawn} was drawn; its answer comes next"
    if answer.number is not None and not 0 <= answer.number <= HIGHEST:
        return f"an answer is a number from 0 to {HIGHEST}"
    return None


# What an action does.


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
            return _but(state, drawn=seat), (Drawn(among, seat),)
        case Close():
            return _round_over(state, None, correct_number(state), state.table)
        case End():
            return _end(state)


def _fill(state: State, to: int) -> Outcome:
    want = to - len(state.table)
    ids, pile = state.pile[:want], state.pile[want:]
    coming = iter(ids)
    places = tuple([next(coming, None) if here is None else here for here in state.places])
    return _but(state, pile=pile, table=state.table + ids, places=places, filled=True), (Filled(ids),)


def _roll(state: State, roll: Roll) -> Outcome:
    dice = (roll.green, roll.red)
    return _but(state, phase="race", dice=dice, correct=None), (Rolled(roll.green, roll.red),)


def _answer(state: State, answer: Answer) -> Outcome:
    number, seat = correct_number(state), answer.seat
    if answer.number == number:  # R14; the first right answer, for answers come in the order of the rulings (A7)
        return _but(state, phase="take", winner=seat, drawn=None, correct=number), (Answered(seat, True),)
    locked = (*state.locked, seat)  # R10, A5, A11, D1
    if len(locked) < len(state.setup.seats):
        return _but(state, locked=locked, drawn=None), (Answered(seat, False),)
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
    after = _but(
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
    after = _but(state, phase="final", filled=False, locked=(), drawn=None, winner=None, ended_early=True)
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
    after = _but(
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
