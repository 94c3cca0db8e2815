"""Who plays what: joining by the own buzzer, leaving by holding it, choosing the game. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .games import GAMES
from .table import SECOND, Ruling, Seat

HOLD_TO_LEAVE = SECOND
IDLE = 120 * SECOND  # nobody in for so long: back to attract
FIRST = next(iter(GAMES))  # what is offered when the box is switched on


@dataclass(frozen=True, slots=True)
class Lobby:
    """`since`: when it opened or last emptied; `leaving`: buzzers of who is in, (seat, held down since)."""

    since: int
    game: str = FIRST
    joined: tuple[Seat, ...] = ()
    leaving: tuple[tuple[Seat, int], ...] = ()


def ruling(lobby: Lobby, said: Ruling) -> Lobby:
    """A buzzer: press to join; in already: the beginning of a hold; let go: no hold any more."""
    seat = said.seat
    match said.said:
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
    return replace(lobby, since=t, joined=joined, leaving=tuple(h for h in lobby.leaving if h[0] not in gone))


def idle(lobby: Lobby, t: int) -> bool:
    """Has nobody been in for so long that the box may advertise again?"""
    return not lobby.joined and t >= lobby.since + IDLE


def due(lobby: Lobby) -> int | None:
    """When time does something next."""
    holds = [at + HOLD_TO_LEAVE for _, at in lobby.leaving]
    return min(holds, default=None if lobby.joined else lobby.since + IDLE)


def other(lobby: Lobby, by: int) -> Lobby:
    """The next (1) or previous (-1) game."""
    names = tuple(GAMES)
    return replace(lobby, game=names[(names.index(lobby.game) + by) % len(names)])


def wrong_number(lobby: Lobby) -> tuple[str, int] | None:
    """None when the game fits as many as have joined, else the word for what is wrong and the number it needs."""
    seats = GAMES[lobby.game].SEATS
    if len(lobby.joined) in seats:
        return None
    return ("too-few", min(seats)) if len(lobby.joined) < min(seats) else ("too-many", max(seats))
