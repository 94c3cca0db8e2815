"""What a trick tells in four chips: crown, bones, arrow, colour, as far as it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ... import furniture as f
from ...scene import (
    HIGH,
    INK,
    KEYS,
    LOW,
    MUTE,
    RULE,
    SOFT,
    Badge,
    Item,
    Line,
    Slab,
    placed,
)
from ...signs import arrow
from ...table import Seat
from . import marks, suits
from .cards import COLOURS, Colour
from .play import TRICK_PARTS, Part

CHIP, SLIM, CHIP_H, BETWEEN, ROWS_APART = 22.0, 18.4, 18.0, 7.2, 2.4  # in units


@dataclass(frozen=True, slots=True)
class Parts:
    """A trick as far as it is told; None: not yet."""

    winner: Seat | None = None
    bones: int | None = None
    beggar: Seat | None = None
    colour: Colour | None = None

    def of(self, part: Part) -> Seat | int | Colour | None:
        found: Seat | int | Colour | None = getattr(self, part)
        return found


def told(line: Mapping[str, object]) -> Parts:
    """A trick as a journal has it."""
    won, bones, begged, colour = (line.get(key) for key in ("won", "bones", "begged", "colour"))
    return Parts(
        Seat(won) if isinstance(won, int) else None,
        bones if isinstance(bones, int) else None,
        Seat(begged) if isinstance(begged, int) else None,
        next((c for c in COLOURS if c == colour), None),
    )


def chips(parts: Parts, old: Parts, lit: Part, room: float, u: float) -> f.Items:
    """The four chips around (0, 0), the one that is asked lit; in two rows where the room is narrow. What differs from
    `old` shows both."""
    chip, columns = _chip(parts, old, room, u)
    between = min(BETWEEN * u, (room - columns * chip) / (columns - 1))
    pitch = chip + between
    asked = TRICK_PARTS.index(lit) if lit in TRICK_PARTS else len(TRICK_PARTS)
    items: list[Item] = []
    for i, part in enumerate(TRICK_PARTS):
        row, column = divmod(i, columns)
        x = (column - (columns - 1) / 2) * pitch
        y = (row - (len(TRICK_PARTS) / columns - 1) / 2) * (CHIP_H + ROWS_APART) * u
        fill = INK if i == asked else HIGH if i < asked else LOW
        tap = ("part", i) if i < asked and lit else None
        items.append(Slab(x, y, chip, CHIP_H * u, fill, radius=3 * u, tap=tap))
        items += placed(_inside(part, parts.of(part), old.of(part), i == asked, u), x, y)
        if column and between > 4.4 * u:
            items.append(arrow(x - pitch / 2, y, 3.4 * u, "right", RULE))
    return tuple(items)


def chips_high(parts: Parts, old: Parts, room: float, u: float) -> float:
    """Height of the chips in that room."""
    rows = len(TRICK_PARTS) // _chip(parts, old, room, u)[1]
    return (rows * CHIP_H + (rows - 1) * ROWS_APART) * u


def _chip(parts: Parts, old: Parts, room: float, u: float) -> tuple[float, int]:
    """Width of a chip, and how many stand side by side. Where none shows old and new they may be slim."""
    for chip in (CHIP, SLIM):
        if room >= (4 * chip + 3 * 2) * u and (chip == CHIP or not _differ(parts, old)):
            return chip * u, 4
    return CHIP * u, 2


def _differ(parts: Parts, old: Parts) -> bool:
    pairs = [(parts.of(part), old.of(part)) for part in TRICK_PARTS]
    return any(new is not None and was is not None and new != was for new, was in pairs)


def _inside(part: Part, value: object, old: object, lit: bool, u: float) -> f.Items:
    ink = KEYS if lit else INK
    if value is not None and old is not None and old != value:
        return (
            *placed(_value(part, old, lit, True, u), -5.7 * u, 0),
            arrow(0, 0, 2.4 * u, "right", ink),
            *placed(_value(part, value, lit, False, u), 5.9 * u, 0),
        )
    if part == "colour":
        return _climbing(value, lit, u)
    if part == "winner":
        sign: Item = marks.won(-5.6 * u, 0, 6.4 * u)
    elif part == "bones":
        sign = marks.bone(-5.4 * u, 0, 9 * u)
    else:
        sign = marks.up(-5.6 * u, 0, 7 * u, MUTE if lit else SOFT)
    if value is None:
        return sign, f.word("?", f.SCORE * u, KEYS if lit else SOFT, True, x=4.6 * u)
    return sign, *placed(_value(part, value, lit, False, u), 4.8 * u, 0)


def _value(part: Part, value: object, lit: bool, was: bool, u: float) -> f.Items:
    """`was`: what no longer holds, struck out."""
    ink = MUTE if was else KEYS if lit else INK
    if part in ("winner", "beggar") and isinstance(value, int):
        return (Badge(Seat(value), 0, 0, 8.2 * u, 0, "locked" if was else "on"),)
    if part == "bones":
        number = f.word(str(value), 7.4 * u if not was else f.SCORE * u, ink, True)
        y = -1.2 * u if number.foot else 0
        strike = (Line(-3.6 * u, 0, 3.6 * u, 0, 0.9 * u, ink),) if was else ()
        return (*placed((number,), 0, y), *strike)
    colour = next(c for c in COLOURS if c == value)
    shade = suits.ON_LIGHT[colour] if lit else suits.ON_DARK[colour]
    strike = (Line(-3.6 * u, 0, 3.6 * u, 0, 0.9 * u, ink),) if was else ()
    return suits.sign(colour, 0, 0, 5.4 * u, shade), *strike


def _climbing(value: object, lit: bool, u: float) -> f.Items:
    """The beggar's card, of which only the colour counts: it goes up (R49)."""
    arrow_up = marks.up(-6.4 * u, 0, 7 * u, MUTE if lit else SOFT)
    ink = KEYS if lit else SOFT
    if value is None:
        return (
            arrow_up,
            Slab(4.2 * u, 0, 10 * u, 13.4 * u, None, ink, 0.7 * u, 2 * u),
            f.word("?", f.CAP * u, ink, True, x=4.2 * u),
        )
    colour = next(c for c in COLOURS if c == value)
    return arrow_up, *suits.blank_card(colour, 4.2 * u, 0, 11 * u, 15 * u, u)
