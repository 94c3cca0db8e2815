"""The edge log (formats.md): what the referee was told, so that anybody can have it decided again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import cast, get_args

from .jsonl import fault, read_objects, unknown_key, whole
from .referee.sorter import Told
from .table import SEATS, Command, Edge, Levels, Order, Seat

_ORDERS = get_args(Order)
_HEADER = ("edges", "seats", "held", "early_penalty_ms", "seed")


@dataclass(frozen=True, slots=True)
class Header:
    """First line: the game's seats, those closed before the log begins, the early penalty, the seed of draws."""

    seats: tuple[Seat, ...]
    held: tuple[Seat, ...] = ()
    early_penalty_ms: int = 0
    seed: int = 0


def read(path: Path | str) -> tuple[Header, list[tuple[int, Told]]]:
    """Header and (line number, event) of a file, in the file's order. Raises BadInput at the first fault."""
    (number, head), *rest = read_objects(path)
    try:
        header = parse_header(head)
        events: list[tuple[int, Told]] = []
        for number, given in rest:
            events.append((number, parse(given, header.seats)))
    except ValueError as error:
        raise fault(path, number, str(error)) from error
    return header, events


def parse_header(given: dict[str, object]) -> Header:
    """Raises ValueError saying what is wrong and what to do."""
    if not whole(given.get("edges")):
        raise ValueError('is no edge log header; begin the file with {"edges":1,...}')
    if given["edges"] != 1:
        raise ValueError(f"is an edge log of version {given['edges']}; this program reads version 1")
    _only(given, _HEADER)
    seats = _seats(given, "seats", SEATS)
    if not seats:
        raise ValueError('has no seats; list at least one in "seats"')
    held = _seats(given, "held", seats)
    return Header(seats, held, _count(given, "early_penalty_ms"), _whole(given, "seed"))


def parse(given: dict[str, object], seats: tuple[Seat, ...]) -> Told:
    """One line. Raises ValueError saying what is wrong and what to do."""
    if "edge" in given:
        _only(given, ("t", "seat", "edge", "seq"))
        if given["edge"] not in ("closed", "open"):
            raise ValueError('has an unknown edge; write "closed" or "open"')
        seat = given.get("seat")
        if not whole(seat) or seat not in seats:
            raise ValueError('names a seat that is not in the header; correct "seat"')
        seq = _count(given, "seq") if "seq" in given else None
        return Edge(_count(given, "t"), cast(Seat, seat), given["edge"] == "closed", seq)
    if "levels" in given:
        _only(given, ("t", "levels"))
        return Levels(_count(given, "t"), frozenset(_seats(given, "levels", seats)))
    if "do" in given:
        _only(given, ("t", "do"))
        if given["do"] not in _ORDERS:
            raise ValueError(f'has an unknown command; write one of {", ".join(_ORDERS)} in "do"')
        return Command(_count(given, "t"), cast(Order, given["do"]))
    raise ValueError('is neither an edge, nor levels, nor a command; give it "edge", "levels" or "do"')


def header_line(header: Header) -> str:
    """The header as one line, without its line end."""
    return _dump(
        {
            "edges": 1,
            "seats": header.seats,
            "held": header.held,
            "early_penalty_ms": header.early_penalty_ms,
            "seed": header.seed,
        }
    )


def line(event: Told) -> str:
    """An event as one line, without its line end."""
    match event:
        case Edge(t, seat, closed, seq):
            number: dict[str, object] = {} if seq is None else {"seq": seq}
            return _dump({"t": t, "seat": seat, "edge": "closed" if closed else "open", **number})
        case Levels(t, shut):
            return _dump({"t": t, "levels": sorted(shut)})
        case Command(t, do):
            return _dump({"t": t, "do": do})


def _dump(value: dict[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"))


def _only(given: dict[str, object], allowed: tuple[str, ...]) -> None:
    if (key := unknown_key(given, allowed)) is not None:
        raise ValueError(f'has the unknown key "{key}"; leave it out (allowed here: {", ".join(allowed)})')


def _whole(given: dict[str, object], key: str) -> int:
    value = given.get(key)
    if not whole(value):
        raise ValueError(f'has no usable "{key}"; write a whole number')
    return cast(int, value)


MOST = 2**62  # ns: 146 years; what is larger is no stamp and no number of a source


def _count(given: dict[str, object], key: str) -> int:
    value = given.get(key)
    if not whole(value) or not 0 <= cast(int, value) < MOST:
        raise ValueError(f'has no usable "{key}"; write a whole number from 0 up to {MOST - 1}')
    return cast(int, value)


def _seats(given: dict[str, object], key: str, allowed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    value = given.get(key)
    where = "of 1 to 8" if allowed == SEATS else "of the header"
    if not isinstance(value, list) or not all(whole(s) and s in allowed for s in value) or len(set(value)) < len(value):
        raise ValueError(f'has no usable "{key}"; list distinct seats {where}, or none: []')
    return tuple(value)
