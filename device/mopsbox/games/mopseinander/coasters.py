"""What is on the coasters, as data: an owner of the printed game can replace it (rules.md 7.2).

`default()` is our own set, `twice()` the two sets of the house rule for 5 to 8 players (D5), `load()` an owner's
file. `read()` checks the same data wherever it comes from: a file or a journal's header.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from ... import ownfile
from ...jsonl import unknown_key, whole
from ...ownfile import Unfit

FaceUp = Literal["front", "back"]
Column = dict[int, int]
"""Coaster id -> how many of one pug are on it."""

FEWEST = 4  # the table holds at least four (A1)
MOST = 99  # of one kind, or of stars, on one coaster


@dataclass(frozen=True, slots=True)
class Coaster:
    """`counts`: how many of each kind, in the order of `Coasters.kinds`."""

    id: int
    counts: tuple[int, ...]
    stars: int


@dataclass(frozen=True, slots=True)
class Face:
    """One face of the scoring coaster: the kinds that 1 to 6 pips of each die pick (R8, A3)."""

    green: tuple[str, ...]
    red: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coasters:
    """A whole set. `columns` and `picked` are worked out once, because the rules count all the time."""

    kinds: tuple[str, ...]
    coasters: tuple[Coaster, ...]
    front: Face
    back: Face
    stars: Column = field(init=False, repr=False, compare=False)
    columns: dict[str, Column] = field(init=False, repr=False, compare=False)
    picked: dict[tuple[str, int, int], tuple[Column, Column]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        columns = {k: {c.id: c.counts[i] for c in self.coasters} for i, k in enumerate(self.kinds)}
        picked = {
            (face, g, r): (columns[self.face(face).green[g - 1]], columns[self.face(face).red[r - 1]])
            for face in ("front", "back")
            for g in range(1, 7)
            for r in range(1, 7)
        }
        object.__setattr__(self, "stars", {c.id: c.stars for c in self.coasters})
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "picked", picked)

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(c.id for c in self.coasters)

    def face(self, up: str) -> Face:
        return self.front if up == "front" else self.back

    def coaster(self, id: int) -> Coaster:
        return next(c for c in self.coasters if c.id == id)

    def on(self, id: int) -> dict[str, int]:
        """The pugs on one coaster: kind -> how many, those that are there."""
        return {k: n for k, n in zip(self.kinds, self.coaster(id).counts, strict=True) if n}

    def pugs(self, id: int) -> int:
        """How many pugs of any kind are on one coaster."""
        return sum(self.coaster(id).counts)

    def as_header(self) -> dict[str, object]:
        """The set as a journal's header has it (formats.md): coasters and faces; `read` takes it back."""
        faces = (("front", self.front), ("back", self.back))
        return {
            "coasters": [{"id": c.id, "counts": self.on(c.id), "stars": c.stars} for c in self.coasters],
            "faces": {up: {"green": list(face.green), "red": list(face.red)} for up, face in faces},
        }


def _open(given: Mapping[str, object], keys: Sequence[str], where: str) -> None:
    """Has `given` exactly these keys (and perhaps a note)?"""
    if key := unknown_key(given, (*keys, "at_us", "note")):
        raise Unfit(f"{where}: unknown key {key!r:.40}; allowed are {', '.join(keys)}")
    if missing := next((k for k in keys if k not in given), None):
        raise Unfit(f"{where}: {missing!r} is missing; add it")


def _amount(value: object, where: str) -> int:
    if not isinstance(value, int) or not whole(value) or not 0 <= value <= MOST:
        raise Unfit(f"{where} must be a whole number from 0 to {MOST}")
    return value


def _coaster(value: object, number: int) -> tuple[int, dict[str, int], int]:
    where = f"coaster entry {number}"
    if not isinstance(value, dict):
        raise Unfit(f"{where} must have id, counts and stars")
    _open(value, ("id", "counts", "stars"), where)
    id, counts = value["id"], value["counts"]
    if not isinstance(id, int) or not whole(id) or id < 1:
        raise Unfit(f"{where}: id must be a whole number from 1")
    if not isinstance(counts, dict):
        raise Unfit(f"coaster {id}: counts must name kinds with their numbers")
    return (
        id,
        {k: _amount(n, f"coaster {id}: the count of {k!r:.40}") for k, n in counts.items()},
        _amount(value["stars"], f"coaster {id}: stars"),
    )


def _side(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != 6 or not all(isinstance(k, str) for k in value):
        raise Unfit(f"{where} must be a list of exactly six names, one for each number of pips")
    return tuple(value)


def _face(faces: Mapping[str, object], up: str) -> Face:
    value, where = faces[up], f"faces: {up}"
    if not isinstance(value, dict):
        raise Unfit(f"{where} must have green and red")
    _open(value, ("green", "red"), where)
    return Face(_side(value["green"], f"{where}: green"), _side(value["red"], f"{where}: red"))


def read(coasters: object, faces: object, kinds: object = None) -> Coasters:
    """Checks plain data (JSON or TOML, formats.md) and makes the set of it. `kinds`, where given, must name every
    kind that is used; left out, kinds are those met on faces and coasters. Raises Unfit."""
    if not isinstance(coasters, list) or len(coasters) < FEWEST:
        raise Unfit(f"coasters must be a list of at least {FEWEST}")
    if not isinstance(faces, dict):
        raise Unfit("faces must have front and back")
    _open(faces, ("front", "back"), "faces")
    front, back = _face(faces, "front"), _face(faces, "back")
    rows = [_coaster(c, n) for n, c in enumerate(coasters, 1)]
    seen: set[int] = set()
    for id, _, _ in rows:
        if id in seen:
            raise Unfit(f"coaster {id} stands twice; give each coaster its own id")
        seen.add(id)
    used = dict.fromkeys((*front.green, *front.red, *back.green, *back.red))
    used |= dict.fromkeys(k for _, counts, _ in rows for k in counts)
    names = tuple(used)
    if kinds is not None:
        if not isinstance(kinds, list) or not all(isinstance(k, str) for k in kinds) or len(set(kinds)) < len(kinds):
            raise Unfit("kinds must be a list of different names")
        listed = set(kinds)
        if stray := next((k for k in used if k not in listed), None):
            raise Unfit(f"{stray!r:.40} is used but is not among the kinds; add it there or mend the name")
        names = tuple(kinds)
    made = tuple(Coaster(id, tuple(counts.get(k, 0) for k in names), stars) for id, counts, stars in rows)
    return Coasters(names, made, front, back)


def _from_table(table: Mapping[str, object]) -> Coasters:
    if key := unknown_key(table, ("kinds", "coasters", "faces")):
        raise Unfit(f"unknown key {key!r:.40}; allowed are kinds, coasters, faces")
    return read(table.get("coasters"), table.get("faces"), table.get("kinds"))


def load(path: Path | str) -> Coasters:
    """An owner's coaster file (TOML, same form as coasters.toml). Raises BadInput naming file, what and remedy."""
    return ownfile.load(path, _from_table)


@cache
def default() -> Coasters:
    """Our own set of twelve (rules.md 7.2)."""
    return ownfile.shipped(__package__, "coasters.toml", _from_table)


@cache
def twice(coasters: Coasters) -> Coasters:
    """Two sets for 5 to 8 players (D5): every coaster again under a new id (13 to 24 repeat 1 to 12)."""
    more = max(coasters.ids)
    again = tuple(Coaster(c.id + more, c.counts, c.stars) for c in coasters.coasters)
    return Coasters(coasters.kinds, coasters.coasters + again, coasters.front, coasters.back)
