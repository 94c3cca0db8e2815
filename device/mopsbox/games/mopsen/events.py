"""What comes of an action, for those who tell it: host, sounds, remarks."""

from __future__ import annotations

from dataclasses import dataclass

from ...table import Seat
from .cards import Card, Colour
from .state import Mode, Revoke, State


@dataclass(frozen=True, slots=True)
class RoundBegan:
    round: int
    leader: Seat


@dataclass(frozen=True, slots=True)
class Exchanged:
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Leads:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Played:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Noticed:
    """A revoke came to light."""

    revoke: Revoke


@dataclass(frozen=True, slots=True)
class TrickWon:
    """`card` None: the trick was told as a whole."""

    seat: Seat
    bones: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Begged:
    """`colour` is on top of the queue now; `climbed`: it was not before (B12). `card`: what was taken, if known."""

    seat: Seat
    colour: Colour
    climbed: bool
    card: Card | None


@dataclass(frozen=True, slots=True)
class RoundOver:
    """Each seat's bones of this round."""

    scores: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class ModeChanged:
    mode: Mode


@dataclass(frozen=True, slots=True)
class GameOver:
    winners: tuple[Seat, ...]


Event = RoundBegan | Exchanged | Leads | Played | Noticed | TrickWon | Begged | RoundOver | ModeChanged | GameOver
Outcome = tuple[State, tuple[Event, ...]]
