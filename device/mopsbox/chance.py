"""Chance, drawn in the shell: dice, piles, who begins. It enters the core only as logged messages."""

from __future__ import annotations

import random

from .games import GAMES
from .table import Seat


class Chance:
    """Dice and deals from one generator. `seed` None: the system's own entropy (a real evening)."""

    def __init__(self, seed: int | None = None) -> None:
        self.random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def dice(self) -> tuple[int, int]:
        """(green, red)."""
        return self.random.randint(1, 6), self.random.randint(1, 6)

    def deal(self, game: str, seats: tuple[Seat, ...], table: object = None) -> dict[str, object]:
        """A journal header: start player and pile by lot (D4). `table`: the owner's coasters or cards, if any."""
        return dict(GAMES[game].host.deal(self.random, seats, table))
