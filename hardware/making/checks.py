"""What can be wrong with board.toml: each finding names the line and says what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from mopsbox.jsonl import BadInput

from .board import FIELDS, PLAYERS, Board, Part, boards
from .forty import PINS

PITCH = 2.54  # mm, from hole to hole
TOUCH = 0.01  # mm: parts may stand against each other


def troubles(folder: Path) -> list[BadInput]:
    """Raises BadInput where a file cannot be read at all."""
    return [
        trouble
        for board in boards(folder)
        for look in (_parts, _nets, _pins, _supplies, _holes, _bodies)
        for trouble in look(board)
    ]


def _parts(board: Board) -> Iterator[BadInput]:
    said: set[str] = set()
    for part in board.parts:
        for field in (*FIELDS, "quantity"):
            if not getattr(part, field).strip():
                yield board.source.fault(part.where, f"{_name(part)} has no {field}; every part needs one")
        for twice in sorted(said & set(part.refs)):
            yield board.source.fault(f"{part.where}.refs", f"{twice} is two parts; give one of them another name")
        said |= set(part.refs)
        try:
            wanted, there = part.count(PLAYERS[-1]), len(part.refs)
        except ValueError:
            says = f'quantity {part.quantity!r}: write "1 per player", "2 per box" or "4 per 4 players"'
            yield board.source.fault(f"{part.where}.quantity", says)
            continue
        if wanted != there:
            says = f"{part.quantity} makes {wanted} for {PLAYERS[-1]} players, but refs are {there}; change one of them"
            yield board.source.fault(f"{part.where}.quantity", says)
        if part.package and part.package not in board.packages:
            says = f"package {part.package!r} is none of {', '.join(board.packages)}; take one, or add it to [packages]"
            yield board.source.fault(f"{part.where}.package", says)


def _name(part: Part) -> str:
    return part.refs[0] if part.refs else part.where


def _nets(board: Board) -> Iterator[BadInput]:
    for net, pins in board.nets.items():
        if len(pins) < 2:
            says = f"net {net} has one end only ({', '.join(pins)}); join it to something, or take it out"
            yield board.source.fault(board.asked[net], says)
    where: dict[str, str] = {}
    for net, pins in board.nets.items():
        for pin in pins:
            if pin in where:
                says = f"{pin} is in {where[pin]} and in {net}, which would join the two; leave it in one"
                yield board.source.fault(board.asked[net], says)
            where[pin] = net


def _pins(board: Board) -> Iterator[BadInput]:
    """Every pin of every part is in a net or open on purpose, and no net names a pin that is not there."""
    parts, joined = board.part_of(), {pin: net for net, pins in board.nets.items() for pin in pins}
    for ref, part in parts.items():
        for name in board.packages[part.package].pins if part.package in board.packages else part.contacts:
            pin = f"{ref}.{name}"
            if pin not in joined and pin not in board.open and not _spare(board, pin):
                yield board.source.fault(part.where, f"{pin} is joined to nothing; put it into a net, or into [open]")
    for pin, net in joined.items():
        ref, _, name = pin.partition(".")
        if ref not in parts:
            says = f"{pin}: there is no part {ref}; add it to [parts], or name another"
            yield board.source.fault(board.asked[net], says)
        elif parts[ref].package in board.packages and name not in board.packages[parts[ref].package].pins:
            says = f"{pin}: {ref} ({parts[ref].package}) has no pin {name}; name one it has"
            yield board.source.fault(board.asked[net], says)
        elif not parts[ref].package and name not in parts[ref].contacts:
            says = f"{pin}: {ref} has no contact {name} ({', '.join(parts[ref].contacts) or 'none'}); name one it has"
            yield board.source.fault(board.asked[net], says)
        elif pin in board.open:
            says = f"{pin} is open on purpose ([open]) and yet in {net}; take it out of one"
            yield board.source.fault(board.asked[net], says)


def _spare(board: Board, pin: str) -> bool:
    """A header pin that is reserved is left alone."""
    ref, _, name = pin.partition(".")
    return ref == "J20" and int(name) in board.reserved


def _supplies(board: Board) -> Iterator[BadInput]:
    """The header's 5V, 3V3 and GND pins are in nets of that kind, its GPIO in none of them; reserved ones in none."""
    kinds = {"5V": {"5V", "5V_PI"}, "3V3": {"3V3"}, "GND": {"GND"}}
    for net, pins in board.nets.items():
        for number in (int(pin[4:]) for pin in pins if pin.startswith("J20.") and pin[4:].isdigit()):
            what = PINS.get(number, "")
            right = net in kinds[what] if what in kinds else net not in {"5V", "5V_PI", "3V3", "GND"}
            if not right:
                says = f"J20.{number} is {what if what in kinds else 'GPIO' + what} of the Pi, so not in {net}; move it"
                yield board.source.fault(board.asked[net], says)
            if number in board.reserved:
                says = f"J20.{number} is reserved in pins.toml; take it out of {net}"
                yield board.source.fault(board.asked[net], says)


def _holes(board: Board) -> Iterator[BadInput]:
    for ref, part in board.part_of().items():
        if part.package in board.packages and ref not in board.places:
            yield board.source.fault("places", f"{ref} has no place on the perfboard; give it one, [column, row]")
    columns, rows = board.size
    taken: Counter[tuple[int, int]] = Counter()
    for pin, (column, row) in board.pins().items():
        if not (1 <= column <= columns and 1 <= row <= rows):
            says = f"{pin} would be in column {column}, row {row}, off the board of {columns} x {rows} holes; move it"
            yield board.source.fault(place_of(board, pin.partition(".")[0]), says)
        taken[column, row] += 1
        if taken[column, row] == 2:
            says = f"{pin} would be in column {column}, row {row}, where another pin is already; move one of them"
            yield board.source.fault(place_of(board, pin.partition(".")[0]), says)


def _bodies(board: Board) -> Iterator[BadInput]:
    parts = board.part_of()
    boxes = {
        ref: _box(board.places[ref], board.packages[parts[ref].package].body)
        for ref in parts
        if ref in board.places and parts[ref].package in board.packages
    }
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if min(a[2], b[2]) - max(a[0], b[0]) > TOUCH and min(a[3], b[3]) - max(a[1], b[1]) > TOUCH:
            says = f"{other} and {one} would lie on each other; move one of them"
            yield board.source.fault(place_of(board, other), says)


def _box(place: tuple[int, int], body: tuple[float, float, float, float]) -> tuple[float, ...]:
    x, y = place[0] * PITCH, place[1] * PITCH
    return x + body[0], y + body[1], x + body[2], y + body[3]


def place_of(board: Board, ref: str) -> str:
    """Where the place of a part stands: by its own name, or by that of its eight."""
    own, eight = f"places.{ref}", f"places.{ref.rstrip('12345678')}{{n}}"
    return own if own in board.source.lines else eight
