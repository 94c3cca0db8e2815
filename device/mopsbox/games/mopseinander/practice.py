"""Practice: what one person sees after each round about how fast and how right everybody was. Pure.

A time goes from the opening a press fell into to its first edge; who was locked out when the race was open again, or
had not pressed by the time somebody was right, has none. Means are of this game's first answers only: whoever buzzes
when the race is open again has had the others' answer time to count in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...journal import History, steps
from ...table import Seat


@dataclass(frozen=True, slots=True)
class Tried:
    """A press of this round, `us` microseconds after the race was opened for it. `said`: what came of it ("right",
    "wrong", "late"); "": somebody else was before them."""

    seat: Seat
    us: int
    said: str = ""


@dataclass(frozen=True, slots=True)
class Practice:
    """`seat`: who practises. `tried`: this round's presses. `times`: of those of theirs that were first, in us."""

    seat: Seat
    tried: tuple[Tried, ...] = ()
    times: tuple[int, ...] = ()

    @property
    def mean_us(self) -> int | None:
        return sum(self.times) // len(self.times) if self.times else None


def begun(practice: Practice) -> Practice:
    """A new round's race is open."""
    return replace(practice, tried=())


def answered(
    practice: Practice, presses: Sequence[tuple[Seat, int]], opened: int | None, seat: Seat, said: str, first: bool
) -> Practice:
    """The seat has answered: `said`. `presses`: of this opening, with their first edges; `first`: nobody had answered
    in this round before."""
    if opened is None:  # after a pause the race is not the one they pressed in
        return practice
    new = {who: Tried(who, max(0, at - opened) // 1000, said if who == seat else "") for who, at in presses}
    kept = tuple(one for one in practice.tried if one.seat not in new)
    times = practice.times
    if first and seat == practice.seat and seat in new:
        times = (*times, new[seat].us)
    return replace(practice, tried=(*kept, *new.values()), times=times)


def counted(history: History, seat: Seat) -> tuple[int, int]:
    """How many of the seat's answers in this game were right, and how many there were."""
    after = [state.phase for _, action, state in steps(history) if action["do"] == "answer" and action["seat"] == seat]
    return after.count("take"), len(after)
