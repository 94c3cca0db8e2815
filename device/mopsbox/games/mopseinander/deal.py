"""A new game's journal header, drawn by lot. The generator comes in: chance belongs to the shell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...table import Seat
from .coasters import Coasters, default, twice
from .record import ONE_SET


class Lots(Protocol):
    """What is needed of a random generator (random.Random has it)."""

    def shuffle(self, x: Any) -> None: ...
    def choice(self, seq: Any) -> Any: ...


def deal(lots: Lots, seats: Sequence[Seat], table: object = None) -> dict[str, object]:
    """R2, R3, D4: the pile mixed, start player and face of the scoring coaster by lot. `table`: the owner's
    Coasters, or None for our own set. `seats`: in the order of play, clockwise."""
    own = table if isinstance(table, Coasters) else None
    coasters = own or default()
    if len(seats) > ONE_SET:
        coasters = twice(coasters)
    pile = list(coasters.ids)
    lots.shuffle(pile)
    header: dict[str, object] = {
        "journal": 1,
        "game": "mopseinander",
        "seats": list(seats),
        "first": lots.choice(list(seats)),
        "pile": pile,
        "face": lots.choice(["front", "back"]),
    }
    return header | (coasters.as_header() if own else {})
