"""Whose symbol, colour and voice a seat has. Pure.

A seat has what is printed on its buzzer, unless somebody with a name sits there: theirs came with them from the seat
they first sat at. Of two who bring the same the later has a free one.
"""

from __future__ import annotations

from collections.abc import Iterable

from .people import Person, free_style
from .scene import OWN_STYLES
from .table import SEATS, Seat

Named = tuple[tuple[Seat, Person], ...]
"""Who sits where by name, in the order they took their names."""


def styles(named: Iterable[tuple[Seat, Person]]) -> tuple[int, ...]:
    """Look.styles of a table: each style is at one seat."""
    found: dict[Seat, int] = {}
    for seat, person in named:
        if person.style not in found.values():
            found[seat] = person.style
    for seat in SEATS:
        if seat not in found and seat not in found.values():
            found[seat] = seat
    free = (style for style in OWN_STYLES if style not in found.values())
    return tuple(found[seat] if seat in found else next(free) for seat in SEATS)


def new_style(seat: Seat, people: Iterable[Person], named: Named) -> Seat:
    """What somebody has from now on who gets a name at this seat: what they see there, if it is nobody's yet."""
    known = tuple(people)
    here = Seat(styles(pair for pair in named if pair[0] != seat)[seat - 1])
    return free_style(known) if any(person.style == here for person in known) else here
