"""What the outcomes of a hub's link mean to the table: edges in one running count, and what somebody has to do. Pure.

A doubt takes a running number that no edge gets: the referee then says "uncertain" (referee/sorter.py). The gap shows
only with the next edge, so after a doubt every contact is told once more, as it is. Numbers and stamps run together:
what is older than something that was told is not told any more (referee/lane.py counts on it).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..firmware.hubproto import Hello
from ..table import SEATS, Edge, Fault, Seat
from .hubsaid import Doubt, Known, Moved, Outcome, Up

Told = tuple[Edge | Fault, ...]
"""In the order in which it is to be told."""


@dataclass(frozen=True, slots=True)
class Teller:
    """`number`, `last`: of the last edge. `doubted`: a doubt came after it. `stale`: how the contacts are is to be told
    as soon as something is known. `closed`: the contacts that are, as far as is told. `known`: box ns until which all
    is told; None: no hub, so nothing can come. `word`: what is wrong with the hub, as last told, "" nothing. `doubts`:
    how many there were."""

    number: int = 0
    last: int = 0
    doubted: bool = False
    stale: bool = False
    closed: frozenset[Seat] = frozenset()
    known: int | None = None
    word: str = ""
    doubts: int = 0


def tell(teller: Teller, outs: Iterable[Outcome], now: int) -> tuple[Teller, Told]:
    """What these outcomes add to what the table was told. `now`: box ns."""
    told: Told = ()
    for out in outs:
        more: Told = ()
        match out:
            case Up():
                teller, more = _came_up(teller, out.closed, now)
            case Moved():
                teller, more = _happened(teller, out.t, out.seat, out.closed)
            case Doubt():
                teller = doubted(teller)
            case Known():
                known = max(out.t, (teller.known or 0) + 1, teller.last)
                teller, more = _restated(teller, known) if teller.doubted or teller.stale else (teller, ())
                teller = replace(teller, known=known)
        told += more
    return teller, told


def doubted(teller: Teller) -> Teller:
    """Something may have happened that nobody will ever know."""
    return replace(_unseen(teller), doubts=teller.doubts + 1)


def strange(teller: Teller) -> Teller:
    """A board comes of which nothing is known: at its buzzers anything may have happened until it is up."""
    return teller if teller.doubted else _unseen(teller)


def gone(teller: Teller, now: int) -> tuple[Teller, Told]:
    """Without a hub no contact is closed: nothing may go on by itself because somebody held a buzzer just then. What
    was on its way is lost, and no contact says so itself: a press that was told just now looks like a glitch, for it is
    told as open at once. So it is a doubt, told before anything is decided without the hub."""
    if teller.known is None:
        return teller, ()
    t = max(now, teller.known + 1, teller.last)
    teller, told = _restated(replace(doubted(teller), closed=frozenset()), t)
    return replace(teller, known=None), told


def news(teller: Teller, word: str, now: int) -> tuple[Teller, Told]:
    """The table is told once each time it changes."""
    if word == teller.word:
        return teller, ()
    return replace(teller, word=word), (Fault(now, "hub", word),)


def about(hello: Hello, device: str, doubt: int) -> str:
    """Which hub it is, and to how many ns its clock is known, for the log."""
    return (
        f"hub {hello.uid} on {device}: firmware {hello.fw}, MicroPython {hello.mpy}, {hello.chip}; "
        f"its clock is known to {doubt // 1000} us"
    )


def _came_up(teller: Teller, closed: frozenset[Seat], now: int) -> tuple[Teller, Told]:
    """Who is pressed now has pressed nobody knows when: that counts from the next press on. Without a hub time went on
    by itself: nothing is told of before now."""
    stale = teller.doubted or bool(teller.closed - closed)
    known = max(now, teller.last) if teller.known is None else teller.known
    teller = replace(teller, closed=teller.closed & closed, known=known, stale=stale)
    return news(teller, "", now)


def _restated(teller: Teller, t: int) -> tuple[Teller, Told]:
    """After a doubt, how every contact is: the missing number shows before anything is decided on, and who presses
    from here on is not in doubt any more. A contact that is told as it is begins like a press (referee/channel.py), so
    one right after it has that stamp: never without a doubt."""
    teller = replace(teller if teller.doubted else _unseen(teller), stale=False)
    told: Told = ()
    for seat in SEATS:
        teller, more = _told(teller, t, seat, seat in teller.closed)
        told += more
    return teller, told


def _happened(teller: Teller, t: int, seat: Seat, closed: bool) -> tuple[Teller, Told]:
    """Of what is older than `known` decisions were made already: a press of then counts no more, and whoever let go
    is told of with the next doubt. What is only older than the last edge (a contact of which the hub said later how it
    is) is told as of then."""
    if t <= (teller.known or 0):
        contacts = teller.closed if closed else teller.closed - {seat}
        return replace(doubted(teller), closed=contacts, stale=True), ()
    if t < teller.last:
        teller, t = doubted(teller), teller.last
    return _told(teller, t, seat, closed)


def _told(teller: Teller, t: int, seat: Seat, closed: bool) -> tuple[Teller, Told]:
    number = teller.number + 1
    contacts = teller.closed | {seat} if closed else teller.closed - {seat}
    edge = Edge(t, seat, closed, number)
    return replace(teller, number=number, last=t, doubted=False, closed=contacts), (edge,)


def _unseen(teller: Teller) -> Teller:
    """A number that no edge gets."""
    return replace(teller, number=teller.number + 1, doubted=True)
