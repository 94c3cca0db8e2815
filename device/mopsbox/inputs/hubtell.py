"""What the outcomes of a hub's link mean to the table: edges in one running count, and what somebody has to do. Pure.

A doubt takes a running number that no edge gets: the referee then says "uncertain" (referee/sorter.py). The gap shows
only with the next edge, so after a doubt every contact is told once more, as it is.
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
    """`number`: of the last edge. `doubted`: a doubt came after it. `closed`: the contacts that are, as far as is told.
    `known`: box ns until which all is told; None: no hub, so nothing can come. `word`: what is wrong with the hub, as
    last told, "" nothing. `doubts`: how many there were."""

    number: int = 0
    doubted: bool = False
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
                teller, more = _moved(teller, out.t, out.seat, out.closed)
            case Doubt():
                teller = doubted(teller)
            case Known():
                known = max(out.t, (teller.known or 0) + 1)
                teller, more = _restated(teller, known) if teller.doubted else (teller, ())
                teller = replace(teller, known=known)
        told += more
    return teller, told


def doubted(teller: Teller) -> Teller:
    """Something may have happened that nobody will ever know."""
    return replace(teller, number=teller.number + 1, doubted=True, doubts=teller.doubts + 1)


def gone(teller: Teller, now: int) -> tuple[Teller, Told]:
    """Without a hub no contact is closed: nothing may go on by itself because somebody held a buzzer just then."""
    doubt, told = teller.doubted, Told(())
    for seat in sorted(teller.closed):
        teller, more = _moved(teller, now, seat, False)
        told += more
    return replace(teller, known=None, doubted=doubt), told


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
    let_go = teller.closed - closed
    teller = replace(teller, closed=teller.closed & closed, known=now)
    teller, told = _restated(teller, now + 1) if teller.doubted or let_go else (teller, ())
    teller, more = news(teller, "", now)
    return teller, told + more


def _restated(teller: Teller, t: int) -> tuple[Teller, Told]:
    """After a doubt, how every contact is: the missing number shows before anything is decided on, and who presses
    from here on is not in doubt any more."""
    told: Told = ()
    for seat in SEATS:
        teller, more = _moved(teller, t, seat, seat in teller.closed)
        told += more
    return teller, told


def _moved(teller: Teller, t: int, seat: Seat, closed: bool) -> tuple[Teller, Told]:
    number = teller.number + 1
    contacts = teller.closed | {seat} if closed else teller.closed - {seat}
    return replace(teller, number=number, doubted=False, closed=contacts), (Edge(t, seat, closed, number),)
