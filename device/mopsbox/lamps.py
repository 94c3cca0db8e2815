"""The way out to the buzzers' lamps. Their owner is the referee's desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .table import Lamp, Seat


class Lamps(Protocol):
    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        """All eight lamps as they are to be from now on. Called only when something changes."""


class Remembered:
    """Lamps of a box without lamps: what they would show now."""

    def __init__(self) -> None:
        self.now: dict[Seat, Lamp] = {}

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        self.now = dict(lamps)
