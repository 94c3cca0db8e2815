"""One buzzer's contact: from edges to findings (facts/timing.md D, layer 2).

idle: at rest. candidate: any edge on a line at rest begins one, whatever its level, for the kernel stamps first and
reads the level later. down: pressed, held or chattering, must be let go. fault: stuck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ..table import Said, Seat
from . import REARM, STUCK, UNRESOLVED, VALIDATE
from .sorter import Gap


@dataclass(frozen=True, slots=True)
class Channel:
    """`since`: last change of level. `first`: stamp of the first edge of the present candidate or press; `earliest`:
    when that edge may have come at the earliest (the same, unless an edge was lost). `seen_open`: when the line was
    last seen open. `early`: the candidate began while the round was armed. `gap`: in it an edge of this line may have
    been lost, so all this is in doubt until the line has come to rest by edges seen after it."""

    seat: Seat
    state: Literal["idle", "candidate", "down", "fault"]
    closed: bool
    since: int
    first: int
    earliest: int
    seen_open: int
    early: bool = False
    gap: Gap | None = None


def at_rest(seat: Seat, start: int) -> Channel:
    return Channel(seat, "idle", False, start - REARM, start, start, start)


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
            return replace(channel, state="down"), "press"
        case "candidate" if not channel.closed and t >= channel.since + REARM:
            return _rested(channel), "glitch"
        case "candidate":
            return replace(channel, state="down"), "chatter"
        case "down" if channel.closed:
            return replace(channel, state="fault"), "stuck"
        case _:
            return _rested(channel), "rearmed"


def _rested(channel: Channel) -> Channel:
    """At rest; whatever it did in a gap before it opened, it is at rest now."""
    known = channel.gap is None or channel.since >= channel.gap.b
    return replace(channel, state="idle", gap=None if known else channel.gap)


def blinded(channel: Channel, gap: Gap) -> Channel:
    """An edge of this line may have been lost in this gap."""
    if channel.gap is None or (gap.a > channel.gap.b + UNRESOLVED and _idle_in(channel, channel.gap)):
        return replace(channel, gap=gap)
    return replace(channel, gap=Gap(min(channel.gap.a, gap.a), max(channel.gap.b, gap.b)))


def _idle_in(channel: Channel, gap: Gap) -> bool:
    """Was it at rest all through the gap, as far as was seen, and still is?"""
    return channel.state == "idle" and channel.since + REARM <= gap.a


def _known(channel: Channel, gap: Gap, t: int, closed: bool) -> bool:
    """Was this line surely at rest before this edge, well after the gap? It was if it was seen open in between; and if
    it was at rest when the gap came and this edge closes it: after one lost edge, the next would open it."""
    return t > gap.b + UNRESOLVED and (channel.seen_open > gap.b or (closed and _idle_in(channel, gap)))


def edge(channel: Channel, t: int, closed: bool, early: bool) -> Channel:
    """An edge at `t`. If it begins a candidate soon after a gap, the true first edge may have been lost there."""
    seen_open = channel.seen_open if closed else t
    if channel.state == "idle":
        gap = channel.gap
        if gap is not None and _known(channel, gap, t, closed):
            gap = None
        near = gap is not None and t <= gap.b + UNRESOLVED
        earliest = min(t, max(channel.seen_open, gap.a)) if gap is not None and near else t
        return Channel(channel.seat, "candidate", closed, t, t, earliest, seen_open, early, gap)
    if closed == channel.closed:
        return replace(channel, seen_open=seen_open)
    return replace(channel, closed=closed, since=t, seen_open=seen_open)


def level(channel: Channel, t: int, closed: bool, early: bool) -> Channel:
    """The line was read at `t`. A level no edge explains is a lost edge, somewhere since the last sight of the line."""
    seen_open = channel.seen_open if closed else t
    if channel.state == "idle" and closed:
        gap = blinded(channel, Gap(seen_open, t)).gap
        return Channel(channel.seat, "candidate", True, t, t, seen_open, seen_open, early, gap)
    if closed == channel.closed or channel.state == "idle":
        return replace(channel, seen_open=seen_open)
    if channel.state != "candidate":  # whose first level may have been read wrongly, as nobody trusts it
        channel = blinded(channel, Gap(channel.since, t))
    return replace(channel, closed=closed, since=t, seen_open=seen_open)
