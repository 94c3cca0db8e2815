"""What a journal says of Hau den Pug: the header's `to`, and where a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mopsbox.journal import Reader
from mopsbox.jsonl import whole
from mopsbox.table import Illegal, Seat

from .rules import Setup, State, scores

HEADER = ("to",)
OPTIONS: tuple[str, ...] = ()
READERS: dict[object, Reader] = {}  # seats the journal can read itself
USUAL = 3


def deal(lots: Any, seats: Any, table: object = None) -> dict[str, object]:
    """A new game's header. Nothing here is by lot but who is named first, as any header must."""
    return {"journal": 1, "game": "haudenpug", "seats": list(seats), "first": lots.choice(list(seats)), "to": USUAL}


def setup(header: Mapping[str, object], seats: tuple[Seat, ...], first: Seat) -> Setup:
    """The game's part of a header, checked. Raises Illegal."""
    if len(seats) < 2:
        raise Illegal("Hau den Pug is for 2 to 8 seats; one alone is always first")
    to = header.get("to")
    if not isinstance(to, int) or not whole(to) or not 1 <= to <= 99:
        raise Illegal("to must be a number of points, 1 to 99")
    return Setup(seats, to)


def ends(state: State) -> dict[str, object]:
    """Where the game stands, as JSON."""
    return {
        "game": "haudenpug",
        "over": state.over,
        "points": {str(seat): points for seat, points in scores(state).items()},
        "winners": list(state.winners),
    }


def says(state: State) -> tuple[str, ...]:
    """Where the game stands, for a person."""
    first = f"Hau den Pug, {len(state.points)} players, " + ("over" if state.over else f"to {state.setup.to} points")
    won = [f"won by seat {', '.join(map(str, state.winners))}"] if state.over else []
    return first, *(f"seat {seat}: {points}" for seat, points in scores(state).items()), *won
