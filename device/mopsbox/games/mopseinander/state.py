"""A game of Mopseinander as values: how it was set up, where it stands, what can be done, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...frozen import changer
from ...table import Seat
from .coasters import Coasters, FaceUp

Phase = Literal["fill", "race", "take", "final", "over"]
Dice = tuple[int, int]  # (green, red)
MOST = 6  # coasters on the table (R5, R19, A1)


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

but = changer(State)
"""The state with some fields changed."""


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
