"""What lamps say of a game of Mopsen: lit means your move. Pure."""

from __future__ import annotations

from ...table import Lamp, Seat
from .counting import turn
from .play import Play, teller


def lamps(play: Play) -> dict[Seat, Lamp]:
    """Every player's lamp (screens/layout.md, States): the leader's is on between tricks; all breathe that may press;
    on while the own buzzer is a button."""
    state = play.state
    seats = state.setup.seats
    lit: dict[Seat, Lamp] = dict.fromkeys(seats, "off")
    match play.mode, play.part:
        case "table", _:
            lit = dict.fromkeys(seats, "breathing") if state.mode == "quick" else lit
            lit[turn(state)] = "on" if state.mode == "quick" else "breathing"
        case "trick", "winner":
            lit = dict.fromkeys(seats, "breathing")
        case "trick", "beggar":
            lit = {seat: "on" if seat == play.winner else "breathing" for seat in seats}
        case "leader", _:
            lit = {seat: "on" if seat == play.starter else "breathing" for seat in seats}
        case "deal", _:
            pass
        case "podium", _:
            lit |= dict.fromkeys(state.winners, "wave")
        case _:
            if whose := teller(play):
                lit[whose] = "on"
    return lit
