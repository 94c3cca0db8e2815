"""How many bones each card has, as data: an owner of the printed game can replace it (rules.md 7.3).

`default()` is our own table, `load()` an owner's file. `read()` checks the same data wherever it comes from: a file or
a journal's header.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ... import ownfile
from ...jsonl import unknown_key, whole
from ...ownfile import Unfit
from .cards import CARDS, Card

MOST = 9  # bones on one card (formats.md)


@dataclass(frozen=True, slots=True)
class Bones:
    """`values`: bones of every card, in the order of CARDS. `of`: the same by card, worked out once."""

    values: tuple[int, ...]
    of: dict[Card, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", dict(zip(CARDS, self.values, strict=True)))

    def as_header(self) -> dict[str, int]:
        """The table as a journal's header has it (formats.md); `read` takes it back."""
        return {str(card): n for card, n in self.of.items()}


def read(table: object) -> Bones:
    """Checks plain data (JSON or TOML): all 56 cards, each 0 to 9. Raises Unfit."""
    if not isinstance(table, dict):
        raise Unfit("bones must name every card with its bones, as R5 = 4")
    if stray := unknown_key(table, (*CARDS, "note", "at_us")):
        raise Unfit(f"bones: there is no card {stray!r:.40}; cards are R1 to R16, Y1 to Y16, B1 to B16, C1 to C8")
    if missing := next((card for card in CARDS if card not in table), None):
        raise Unfit(f"bones: card {missing} is missing; give all 56 cards, each once")
    return Bones(tuple(_amount(card, table[card]) for card in CARDS))


def _amount(card: Card, value: object) -> int:
    if not isinstance(value, int) or not whole(value) or not 0 <= value <= MOST:
        raise Unfit(f"bones: card {card} must have a whole number from 0 to {MOST}")
    return value


def _from_table(table: Mapping[str, object]) -> Bones:
    if stray := unknown_key(table, ("bones",)):
        raise Unfit(f"unknown key {stray!r:.40}; the cards stand below [bones]")
    if "bones" not in table:
        raise Unfit("[bones] is missing; write the cards below it, as R5 = 4")
    return read(table["bones"])


def load(path: Path | str) -> Bones:
    """An owner's bones file (TOML, same form as bones.toml). Raises BadInput naming file, what and remedy."""
    return ownfile.load(path, _from_table)


@cache
def default() -> Bones:
    """Our own table (rules.md 7.3)."""
    return ownfile.shipped(__package__, "bones.toml", _from_table)
