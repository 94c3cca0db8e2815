"""Who plays what: joining by the own buzzer, leaving by holding it, bots beside people, choosing the game. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .games import GAMES, company_of
from .people import Person
from .styles import Named, styles
from .table import SEATS, SECOND, Ruling, Seat

HOLD_TO_LEAVE = SECOND
IDLE = 120 * SECOND  # nobody in for so long: back to attract
PACES = ("easy", "quick", "sharp")  # how fast bots are, as the settings name it; who practises meets one of each
FIRST = next(iter(GAMES))  # what is offered when the box is switched on


@dataclass(frozen=True, slots=True)
class Lobby:
    """`since`: when it opened or last emptied; `leaving`: buzzers of who is in, (seat, held down since); `bots`: which
    of the joined are none of the people."""

    since: int
    game: str = FIRST
    joined: tuple[Seat, ...] = ()
    leaving: tuple[tuple[Seat, int], ...] = ()
    bots: frozenset[Seat] = frozenset()
    practice: bool = False  # one person plays, against bots of all paces
    named: Named = ()  # who sat where by name, also those who are not in just now


def ruling(lobby: Lobby, said: Ruling) -> Lobby:
    """A buzzer: press to join, also where a bot sits, which makes room; in already: the beginning of a hold; let go: no
    hold any more."""
    seat = said.seat
    match said.said:
        case "press" if seat in lobby.bots:
            return replace(lobby, bots=lobby.bots - {seat}, practice=False)
        case "press" if seat in lobby.joined:
            return replace(lobby, leaving=(*lobby.leaving, (seat, said.at)))
        case "press":
            return replace(lobby, joined=tuple(sorted((*lobby.joined, seat))))
        case "rearmed":
            return replace(lobby, leaving=tuple(h for h in lobby.leaving if h[0] != seat))
        case _:
            return lobby


def time(lobby: Lobby, t: int) -> Lobby:
    """Whoever held long enough by `t` leaves."""
    gone = {seat for seat, at in lobby.leaving if t >= at + HOLD_TO_LEAVE}
    if not gone:
        return lobby
    joined = tuple(s for s in lobby.joined if s not in gone)
    named = tuple(pair for pair in lobby.named if pair[0] not in gone)
    leaving = tuple(h for h in lobby.leaving if h[0] not in gone)
    return replace(lobby, since=t, joined=joined, leaving=leaving, named=named)


def idle(lobby: Lobby, t: int) -> bool:
    """Has nobody been in for so long that the box may advertise again?"""
    return not people(lobby) and t >= lobby.since + IDLE


def due(lobby: Lobby) -> int | None:
    """When time does something next."""
    holds = [at + HOLD_TO_LEAVE for _, at in lobby.leaving]
    return min(holds, default=None if people(lobby) else lobby.since + IDLE)


def other(lobby: Lobby, by: int) -> Lobby:
    """The next (1) or previous (-1) game; bots that cannot play it go."""
    names = tuple(GAMES)
    lobby = replace(lobby, game=names[(names.index(lobby.game) + by) % len(names)])
    return lobby if company_of(lobby.game) else without_bots(lobby)


# --- names


def named(lobby: Lobby) -> Named:
    """Who is in by name."""
    return tuple((seat, person) for seat, person in lobby.named if seat in people(lobby))


def called(lobby: Lobby, seat: Seat, person: Person | None) -> Lobby:
    """Who sits there is this person, who sits nowhere else; None: nobody we know."""
    others = tuple(pair for pair in lobby.named if pair[0] != seat and (person is None or pair[1].id != person.id))
    return replace(lobby, named=(*others, (seat, person)) if person else others)


def known(lobby: Lobby, everybody: tuple[Person, ...]) -> Lobby:
    """The names as they are now: who is forgotten has none."""
    by_id = {person.id: person for person in everybody}
    return replace(lobby, named=tuple((seat, by_id[old.id]) for seat, old in lobby.named if old.id in by_id))


def shared_out(lobby: Lobby) -> tuple[int, ...]:
    """Whose symbol, colour and voice each seat has (Look.styles)."""
    return styles(named(lobby))


# --- bots


def people(lobby: Lobby) -> tuple[Seat, ...]:
    """Who has pressed the own buzzer."""
    return tuple(seat for seat in lobby.joined if seat not in lobby.bots)


def takes_a_bot(lobby: Lobby) -> bool:
    """Has the game bots that sit with people, and a place for one more?"""
    return company_of(lobby.game) is not None and len(lobby.joined) < max(GAMES[lobby.game].SEATS)


def with_a_bot(lobby: Lobby) -> Lobby:
    """One more, at the next free seat."""
    seat = next(seat for seat in SEATS if seat not in lobby.joined)
    return replace(lobby, joined=tuple(sorted((*lobby.joined, seat))), bots=lobby.bots | {seat})


def may_practise(lobby: Lobby) -> bool:
    """Is somebody in alone, at a game with bots?"""
    return company_of(lobby.game) is not None and len(people(lobby)) == 1


def practising(lobby: Lobby) -> Lobby:
    """Who is in alone, and a bot of each pace."""
    lobby = without_bots(lobby)
    for _ in PACES:
        lobby = with_a_bot(lobby)
    return replace(lobby, practice=True)


def practised(seats: tuple[Seat, ...], bots: frozenset[Seat]) -> bool:
    """Is one person playing against as many bots as there are paces? So a game that was interrupted is taken for
    practice: nothing else is kept of it."""
    return len(seats) - len(bots) == 1 and len(bots) == len(PACES)


def without_bots(lobby: Lobby) -> Lobby:
    """People alone."""
    return replace(lobby, joined=people(lobby), bots=frozenset(), practice=False)


def wrong_number(lobby: Lobby) -> tuple[str, int] | None:
    """None when the game fits as many as have joined, else the word for what is wrong and the number it needs."""
    seats = GAMES[lobby.game].SEATS
    if len(lobby.joined) in seats:
        return None
    return ("too-few", min(seats)) if len(lobby.joined) < min(seats) else ("too-many", max(seats))
