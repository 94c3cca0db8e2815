"""board.toml as parts, nets and places: what the lists and the perfboard's maps are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mopsbox import wiring
from mopsbox.jsonl import BadInput, whole

from . import forty
from .source import Source, read

CHANNELS = range(1, 9)
PLAYERS = range(3, 9)  # a parts list for each
FIELDS = ("does", "value", "maker", "number", "alternative")  # what every part says
RULE = re.compile(r"(\d+) per (?:(box)|(player)|(\d+) players)")


@dataclass(frozen=True)
class Part:
    """One row of the parts list. `where`: its table in board.toml. `refs`: all its designators, for eight channels."""

    where: str
    refs: tuple[str, ...]
    does: str
    value: str
    maker: str
    number: str
    alternative: str
    quantity: str
    package: str  # "" for what is not on the perfboard
    contacts: tuple[str, ...]  # of what is not on the perfboard and is joined all the same
    from_memory: tuple[str, ...]

    def count(self, players: int) -> int:
        """How many a box for so many players needs. Raises ValueError where `quantity` is no rule."""
        if (match := RULE.fullmatch(self.quantity)) is None:
            raise ValueError(self.quantity)
        number, box, player, group = match.groups()
        if box:
            return int(number)
        return int(number) * (players if player else -(-players // int(group)))


@dataclass(frozen=True)
class Package:
    """`pins`: name -> (columns, rows) from the first; `body`: left, top, right, bottom in mm from the first."""

    pins: Mapping[str, tuple[int, int]]
    body: tuple[float, float, float, float]


@dataclass(frozen=True)
class Board:
    """One of the boards. `nets`: name -> pins such as "RS3.2"; `asked`: net -> the table and key in board.toml it comes
    from. `places`: designator -> (column, row) of its first pin. `open`: pins joined to nothing on purpose, and why.
    `header`: use -> its pin on the Pi's header; `reserved`: header pins the box leaves alone."""

    name: str
    says: str
    source: Source
    size: tuple[int, int]
    parts: tuple[Part, ...]
    nets: Mapping[str, tuple[str, ...]]
    asked: Mapping[str, str]
    places: Mapping[str, tuple[int, int]]
    packages: Mapping[str, Package]
    open: Mapping[str, str]
    header: Mapping[str, int]
    reserved: frozenset[int]

    def part_of(self) -> dict[str, Part]:
        """Designator -> its part."""
        return {ref: part for part in self.parts for ref in part.refs}

    def pins(self) -> dict[str, tuple[int, int]]:
        """Pin -> its hole (column, row), for all parts that have a place and a package."""
        holes = {}
        for ref, part in self.part_of().items():
            if part.package in self.packages and ref in self.places:
                column, row = self.places[ref]
                for pin, (right, down) in self.packages[part.package].pins.items():
                    holes[f"{ref}.{pin}"] = column + right, row + down
        return holes


def boards(folder: Path) -> list[Board]:
    """Both boards. Raises BadInput where board.toml or pins.toml cannot be read."""
    source = read(folder / "board.toml")
    try:
        return [_board(source, name, table, folder / "pins.toml") for name, table in source.values["boards"].items()]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, BadInput):
            raise
        raise source.fault("", f"has not what a board needs ({type(error).__name__}: {error})") from error


def _board(source: Source, name: str, table: Mapping[str, Any], pins: Path) -> Board:
    values = source.values
    wired = wiring.read(table["profile"], file=pins)
    header = forty.uses(wired)
    nets: dict[str, list[str]] = {}
    asked: dict[str, str] = {}
    for section in ("nets", f"nets-{name}"):
        for key, members in values[section].items():
            for net, channel in _each(key):
                asked.setdefault(net, f"{section}.{key}")
                for member in members:
                    found = [_filled(member, channel)] if channel else [pin for pin, _ in _each(member)]
                    nets.setdefault(net, []).extend(_resolved(pin, values["aliases"], header) for pin in found)
    return Board(
        name,
        table["says"],
        source,
        (values["perfboard"]["columns"], values["perfboard"]["rows"]),
        tuple(_parts(values["parts"], name)),
        {net: tuple(members) for net, members in nets.items()},
        asked,
        dict(_places(source, values["places"])),
        {key: Package({pin: (x, y) for pin, (x, y) in package["pins"].items()}, tuple(package["body"]))
         for key, package in values["packages"].items()},
        values["open"],
        header,
        frozenset(forty.HEADER_PIN[int(pin)] for pin in wiring.reserved(table["profile"], pins)),
    )  # fmt: skip


def _parts(tables: Mapping[str, Any], board: str) -> Iterator[Part]:
    for key, table in tables.items():
        if table.get("board", board) == board:
            refs = table.get("refs", ())
            names = tuple(ref for ref, _ in _each(refs)) if isinstance(refs, str) else tuple(refs)
            said = {field: str(table.get(field, "")) for field in (*FIELDS, "quantity")}
            memory = tuple(table.get("from_memory", ()))
            contacts = tuple(map(str, table.get("contacts", ())))
            package = str(table.get("package", ""))
            yield Part(f"parts.{key}", names, **said, package=package, contacts=contacts, from_memory=memory)


def _places(source: Source, table: Mapping[str, Any]) -> Iterator[tuple[str, tuple[int, int]]]:
    if not whole(table["step"]):
        raise source.fault("places.step", "step must be a whole number of columns, such as -4")
    for key, place in table.items():
        if key != "step":
            if not isinstance(place, list) or len(place) != 2 or not all(map(whole, place)):
                raise source.fault(f"places.{key}", f"the place of {key} must be [column, row], such as [32, 10]")
            column, row = place
            for ref, channel in _each(key):
                yield ref, (column + table["step"] * (channel - 1 if channel else 0), row)


def _each(name: str) -> list[tuple[str, int]]:
    """A name with {n} is eight names, each with its channel; any other is itself, with channel 0."""
    return [(_filled(name, n), n) for n in CHANNELS] if "{n}" in name else [(name, 0)]


def _filled(name: str, channel: int) -> str:
    return name.replace("{n}", str(channel))


def _resolved(pin: str, aliases: Mapping[str, str], header: Mapping[str, int]) -> str:
    pin = aliases.get(pin, pin)
    ref, _, name = pin.partition(".")
    return f"{ref}.{header[name]}" if ref == "J20" and name in header else pin
