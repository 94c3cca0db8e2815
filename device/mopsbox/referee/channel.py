"""One buzzer's contact: from edges to findings (facts/timing.md D, layer 2).

idle: at rest. candidate: any edge on a line at rest begins one, whatever its level, for the kernel stamps first and
reads the level later. down: pressed, held or chattering, must be let go. fault: stuck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..table import Said, Seat
from . import REARM, STUCK, UNRESOLVED, VALIDATE


@dataclass(frozen=True, slots=True)
class Channel:
    """`since`: last change of level. `first`: stamp of the first edge of the present candidate or press; `earliest`:
    when that edge may have come at the earliest (the same, unless an edge was lost). `seen_open`: when the line was
    last seen open. `early`: the candidate began while the round was armed. `unsure`: a lost edge lies behind this."""

    seat: Seat
    state: Literal["idle", "candidate", "down", "fault"]
    closed: bool
    since: int
    first: int
    earliest: int
    seen_open: int
    early: bool = False
    unsure: bool = False


def at_rest(seat: Seat, start: int) -> Channel:
    return Channel(seat, "idle", False, start, start, start, start)


def held(seat: Seat, start: int) -> Channel:
    """Closed before the log begins: no press until it was let go."""
    return Channel(seat, "down", True, start, start, start, start)


def due(channel: Channel) -> int | None:
    """When this contact's next finding is ripe if no edge comes before; None: never."""
    match channel.state:
        case "idle":
            return None
        case "candidate":
            settled = channel.since + (VALIDATE if channel.closed else REARM)
            return min(settled, channel.first + UNRESOLVED)
        case "down" if channel.closed:
            return channel.since + STUCK
        case "fault" if channel.closed:
            return None
        case _:
            return channel.since + REARM


def ripe(channel: Channel, t: int) -> tuple[Channel, Said]:
    """The finding due at `t`, and the contact after it."""
    match channel.state:
        case "candidate" if channel.closed and t >= channel.since + VALIDATE:
            return replace(channel, state="down", unsure=False), "press"
        case "candidate" if not channel.closed and t >= channel.since + REARM:
            return replace(channel, state="idle", unsure=False), "glitch"
        case "candidate":
            return replace(channel, state="down", unsure=False), "chatter"
        case "down" if channel.closed:
            return replace(channel, state="fault"), "stuck"
        case _:
            return replace(channel, state="idle", unsure=False), "rearmed"


def edge(channel: Channel, t: int, closed: bool, earliest: int, early: bool) -> Channel:
    """An edge at `t`. `earliest`: if it begins a candidate, when the true first edge may have come (`t`: no doubt)."""
    seen_open = channel.seen_open if closed else t
    if channel.state == "idle":
        return Channel(channel.seat, "candidate", closed, t, t, earliest, seen_open, early, earliest < t)
    if closed == channel.closed:
        return replace(channel, seen_open=seen_open)
    unsure = channel.unsure and channel.state == "candidate"
    return replace(channel, closed=closed, since=t, seen_open=seen_open, unsure=unsure)


def level(channel: Channel, t: int, closed: bool, early: bool) -> Channel:
    """The line was read at `t`. A level no edge explains is a lost edge, somewhere since the last sight of the line."""
    if channel.state == "idle":
        if not closed:
            return replace(channel, seen_open=t)
        return Channel(channel.seat, "candidate", True, t, t, channel.seen_open, channel.seen_open, early, True)
    seen_open = channel.seen_open if closed else t
    if closed == channel.closed:
        return replace(channel, seen_open=seen_open)
    unsure = channel.unsure if channel.state == "candidate" else True
    return replace(channel, closed=closed, since=t, seen_open=seen_open, unsure=unsure)
