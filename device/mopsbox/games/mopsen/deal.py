"""What is drawn by lot: a new game's journal header, a round's hands, cards of the pile. The generator comes in:
chance belongs to the shell and enters the rules as logged actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...table import Seat
from .bones import Bones, default
from .cards import CARDS, COLOURS, Card
from .record import header
from .state import HAND, Deal, Mode, Options, Setup, State


class Lots(Protocol):
    """What is needed of a random generator (random.Random has it)."""

    def shuffle(self, x: Any) -> None: ...
    def choice(self, seq: Any) -> Any: ...
    def sample(self, population: Any, k: int) -> Any: ...


def deal(
    lots: Lots, seats: Sequence[Seat], table: object = None, mode: Mode = "quick", options: Options | None = None
) -> dict[str, object]:
    """R32, R37, B15: the queue and who starts by lot (whose dog it was, no box can know: the table may name another).
    `table`: the owner's Bones, or None for our own. `seats`: in the order of play, clockwise."""
    queue = list(COLOURS)
    lots.shuffle(queue)
    bones = table if isinstance(table, Bones) else default()
    return header(Setup(tuple(seats), lots.choice(list(seats)), tuple(queue), mode, bones, options or Options()))


def hands(lots: Lots, seats: Sequence[Seat]) -> Deal:
    """R34, B19: all 56 cards mixed, eight to each. For full mode."""
    cards = list(CARDS)
    lots.shuffle(cards)
    return Deal(tuple((seat, tuple(cards[HAND * at : HAND * (at + 1)])) for at, seat in enumerate(seats)))


def drawn(lots: Lots, state: State, wanted: int) -> tuple[Card, ...]:
    """B14: so many cards from the top of the pile, in full mode."""
    return tuple(lots.sample([card for card in CARDS if card in state.unseen], wanted))
