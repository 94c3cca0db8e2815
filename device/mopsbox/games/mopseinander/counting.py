"""What a state tells: the right number, who may answer, what everybody has. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ...table import Illegal, Seat
from .coasters import Coasters, FaceUp
from .state import MOST, Dice, State


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


@cache
def highest_asked(coasters: Coasters) -> int:
    """Up to where an answer must be possible: 99 (D2), or 999 or 9999 where six coasters of this set could give more.
    Two of our own sets can (100), one cannot (64)."""

    def six(column: dict[int, int]) -> int:
        return sum(sorted(column.values(), reverse=True)[:MOST])

    stars, columns = six(coasters.stars), {k: six(column) for k, column in coasters.columns.items()}
    top = 0
    for up in (coasters.front, coasters.back):
        for green, a in enumerate(up.green, 1):
            for red, b in enumerate(up.red, 1):
                n, m = columns[a], columns[b]
                top = max(top, n * m if green + red == 9 else n + m + (stars if green + red == 7 else 0))
    return 99 if top <= 99 else 999 if top <= 999 else 9999


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


def standing(state: State, seat: Seat, score: int) -> tuple[bool, bool, int]:
    """The less the better: winners first, who was beaten after who was not, then by score."""
    return seat not in state.winners, seat not in state.contenders, -score
