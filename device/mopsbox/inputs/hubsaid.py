"""What is known of a buzzer hub at one end of a line, and what follows from a frame (hublink, huborder). Values only;
times are box ns, what the board says is microseconds of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from ..firmware.hubproto import Hello, Message
from ..table import Seat
from .hubclock import Line, Ping

Why = Literal["silent", "other-protocol", "gone", "wrong-clock"]


@dataclass(frozen=True, slots=True)
class Say:
    """Write this to the board."""

    kind: str
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Up:
    """The board is a hub, and its clock is known. `closed`: the buzzers that are pressed."""

    hello: Hello
    closed: frozenset[Seat]
    t: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A buzzer was pressed or let go."""

    t: int
    seat: Seat
    closed: bool


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something may have happened here that nobody will ever know."""


@dataclass(frozen=True, slots=True)
class Known:
    """Everything that happened up to `t` has been told."""

    t: int


@dataclass(frozen=True, slots=True)
class Ended:
    """Nothing more comes of this port. `detail`: the other protocol's number, or the processor's Hz."""

    why: Why
    detail: int = 0


Outcome = Say | Up | Moved | Doubt | Known | Ended


@dataclass(frozen=True, slots=True)
class Link:
    """`nonce`: the newest; `asked`: that of the Hello asked for, and when; `asking`: it has not come yet. `hello`: of
    the start of the board that all else belongs to. `next`: the number awaited; `behind`: what came with later ones;
    `gap`: since when one is missing, and when it was last asked for. `out`: the newest ping, and when it was sent.
    `told`: board's time until which everything is known."""

    nonce: int
    asked: tuple[int, int]
    asking: bool = True
    tries: int = 1
    proved: bool = False  # it has said Hello before: whatever is wrong now, it is a hub
    hello: Hello | None = None
    heard: int = 0
    next: int = 0
    behind: Mapping[int, Message] = field(default_factory=lambda: MappingProxyType({}))
    gap: tuple[int, int] | None = None
    out: tuple[int, int] | None = None
    burst: int = 0  # pings still to be asked of this one
    bursts: int = 0  # when the last one began
    judged: int = 0  # that of which the line knows
    pings: tuple[Ping, ...] = ()  # since then
    best: tuple[Ping, ...] = ()
    line: Line | None = None
    answered: int = 0  # when the last ping was
    told: int = 0
    state: int = 0
    drops: int = 0


Step = tuple[Link, tuple[Outcome, ...]]
