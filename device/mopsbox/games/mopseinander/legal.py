"""What cannot be now, and why: `refuse` is the only place of legality."""

from __future__ import annotations

from .counting import listening
from .state import MOST, Action, Answer, Close, Draw, End, Fill, Roll, State, Take

FEWEST = 4  # coasters on the table when the dice roll (R5, R19, A1)
HIGHEST = 9999  # the largest number that can be said; the right one never comes near it with our coasters


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
        case Close() | End() if state.drawn is not None:
            return f"seat {state.drawn} was drawn; its answer comes next"
        case Close():
            if state.phase != "race":
                return "no round is open; close one only after the roll"
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
    if len(draw.among) < 2 or len(set(draw.among)) < len(draw.among):
        return "a draw is among at least two different seats"
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
