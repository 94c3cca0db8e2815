"""What a journal says of Mopseinander (formats.md): the header's part, and where a game ends."""

from __future__ import annotations

from collections.abc import Mapping

from ...journal import Reader
from ...jsonl import whole
from ...ownfile import Unfit
from ...table import Illegal, Seat
from . import coasters as data
from .rules import Setup, State

HEADER = ("pile", "face", "coasters", "faces")
"""The header's keys besides those of any game."""

OPTIONS: tuple[str, ...] = ()
READERS: dict[object, Reader] = {}  # its actions hold nothing but numbers
PLAYERS = range(2, 9)  # 2 to 4 by the printed rules; 5 to 8 with two sets, our house rule (D5)
ONE_SET = 4  # players; more play with two sets
HOUSE_RULES = {players: "house-rule" for players in PLAYERS if players > ONE_SET}


def usual(players: int) -> data.Coasters:
    """Our own coasters for so many players (rules.md 7.2, D5)."""
    return data.default() if players <= ONE_SET else data.twice(data.default())


def setup(header: Mapping[str, object], seats: tuple[Seat, ...], first: Seat) -> Setup:
    """The game's part of a journal header, checked. Raises Illegal."""
    if len(seats) not in PLAYERS:
        raise Illegal(f"Mopseinander is for 2 to 8 seats, not {len(seats)}")
    if ("coasters" in header) != ("faces" in header):
        raise Illegal("coasters and faces belong together; give both or neither")
    coasters = usual(len(seats))
    if "coasters" in header:
        try:
            coasters = data.read(header["coasters"], header["faces"])
        except Unfit as why:
            raise Illegal(str(why)) from why
    up = header.get("face")
    if up != "front" and up != "back":
        raise Illegal('face must be "front" or "back"')
    return Setup(seats, first, _pile(header.get("pile"), coasters), "front" if up == "front" else "back", coasters)


def _pile(value: object, coasters: data.Coasters) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(whole(id) for id in value):
        raise Illegal("pile must be a list of coaster ids, first drawn first")
    known, seen = set(coasters.ids), set[int]()
    for id in value:
        if id not in known:
            raise Illegal(f"there is no coaster {id}; pile must name each coaster once")
        if id in seen:
            raise Illegal(f"coaster {id} stands twice in the pile; name each coaster once")
        seen.add(id)
    if missing := sorted(known - seen):
        raise Illegal(f"coaster {missing[0]} is not in the pile; name each coaster once")
    return tuple(value)


def header(setup: Setup) -> dict[str, object]:
    """A whole journal header for this setup; `setup` takes it back. Our own coasters are not spelled out."""
    whole_header: dict[str, object] = {
        "journal": 1,
        "game": "mopseinander",
        "seats": list(setup.seats),
        "first": setup.first,
        "pile": list(setup.pile),
        "face": setup.face,
    }
    return whole_header if setup.coasters == usual(len(setup.seats)) else whole_header | setup.coasters.as_header()


def ends(state: State) -> dict[str, object]:
    """What `replay --json` prints: exactly the keys of formats.md."""
    seats = [str(seat) for seat in state.setup.seats]
    return {
        "game": "mopseinander",
        "over": state.phase == "over",
        "round": state.round,
        "active": state.active,
        "table": list(state.table),
        "pile": len(state.pile),
        "won": {seat: list(ids) for seat, ids in zip(seats, state.won, strict=True)},
        "locked": list(state.locked),
        "correct": state.correct,
        "phase": state.phase,
        "final": None if state.final is None else dict(zip(seats, state.final, strict=True)),
        "rolls": state.rolls,
        "winners": list(state.winners),
    }


def says(state: State) -> tuple[str, ...]:
    """Where the game stands, in a few lines for a person."""
    setup = state.setup
    moment = {
        "fill": f"round {state.round}: seat {state.active} fills the table and rolls",
        "race": f"round {state.round}: the dice show {state.dice}, who answers?",
        "take": f"round {state.round}: seat {state.winner} takes a coaster",
        "final": "the final: everybody's own coasters score",
        "over": "over",
    }[state.phase]
    lines = [
        f"Mopseinander, {len(setup.seats)} players, {moment}" + (" (ended early)" if state.ended_early else ""),
        f"on the table: {_listed(state.table)}; left in the pile: {len(state.pile)}",
    ]
    for at, seat in enumerate(setup.seats):
        points = "" if state.final is None else f"; final score {state.final[at]}"
        lines.append(f"seat {seat}: {_listed(state.won[at])}{points}")
    if state.winners:
        lines.append(f"won by seat {_listed(state.winners)}")
    return tuple(lines)


def _listed(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values)) or "nothing"
