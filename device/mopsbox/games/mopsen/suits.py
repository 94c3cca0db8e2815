"""The four colours as they are drawn: each has a shape and an animal of its own, so none is told by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ... import furniture as f
from ...scene import (
    HIGH,
    INK,
    KEYS,
    LOW,
    MAT,
    MAT_INK,
    MUTE,
    RULE,
    Disc,
    Item,
    Picture,
    Shape,
    Slab,
    Target,
    mixed,
    placed,
)
from .cards import COLOUR, VALUE, Card, Colour, Queue

ON_DARK: dict[Colour, str] = {"red": "#e8702a", "yellow": "#f0e442", "blue": "#4aa3df", "cat": "#2fb98c"}
ON_LIGHT: dict[Colour, str] = {"red": "#b04a00", "yellow": "#8a7400", "blue": "#0068a8", "cat": "#00745a"}
TINT: dict[Colour, str] = {colour: mixed(shade, MAT, 0.72) for colour, shade in ON_DARK.items()}

TALL = 1.24  # a tile's height, of its width
SIZES = (1.0, 0.8, 0.65, 0.54)  # of the tiles, the strongest first
PIPS = 4  # the strongest tile has so many
ROW_W, ROW_H, ROW_GAP = 47.6, 5.8, 1.2  # the queue in a row, in units

CELL_W, CELL_H, LEAST = 13.4, 15.6, 10.4  # a colour to choose, in units; its least width
SMALL_CARD = 15.0  # a card lower than this shows no animal, in units


def sign(colour: Colour, x: float, y: float, s: float, ink: str) -> Item:
    """Red square, yellow triangle, blue circle, cat's diamond, `s` high."""
    k = s / 2
    match colour:
        case "red":
            return Slab(x, y, 0.88 * s, 0.88 * s, ink)
        case "yellow":
            return Shape(((x - 0.56 * s, y + k), (x, y - k), (x + 0.56 * s, y + k)), ink)
        case "blue":
            return Disc(x, y, s, ink)
        case "cat":
            h = 0.58 * s
            return Shape(((x - h, y), (x, y - h), (x + h, y), (x, y + h)), ink)


def animal(colour: Colour, x: float, y: float, d: float) -> Picture:
    return Picture(f"suit_{colour}", x, y, d)


def head(colour: Colour, x: float, y: float, d: float) -> Picture:
    """As on a card: the animal's head on a cushion of the colour's sign."""
    return Picture(f"card_{colour}", x, y, d)


def ground(colour: Colour, x: float, y: float, d: float) -> Disc:
    """The light disc an animal stands on."""
    return Disc(x, y, d, TINT[colour])


# --- the queue


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a tile lies: its middle and width."""

    x: float
    y: float
    w: float


def slots(left: float, top: float, right: float, bottom: float, u: float) -> tuple[Slot, ...]:
    """Places of the four tiles in that room, the strongest first, as large as they go."""
    gap = 2.2 * u
    w = min((right - left - 3 * gap) / sum(SIZES), (bottom - top) / TALL)
    gap = min((right - left - w * sum(SIZES)) / 3, 4.4 * u)
    x = (left + right - w * sum(SIZES) - 3 * gap) / 2
    found = []
    for size in SIZES:
        found.append(Slot(round(x + size * w / 2, 3), round((top + bottom) / 2, 3), round(size * w, 3)))
        x += size * w + gap
    return tuple(found)


def tile(colour: Colour, slot: Slot, pips: int, climbs: bool = False) -> f.Items:
    """A colour of the queue: its animal, and from both long sides its sign and as many pips as it is strong."""
    x, y, w, h = slot.x, slot.y, slot.w, slot.w * TALL
    ink, m = ON_DARK[colour], 0.14 * w
    corner: list[Item] = [sign(colour, -w / 2 + m, -h / 2 + m, 0.15 * w, ink)]
    for i in range(PIPS):
        fill = INK if i < pips else RULE
        corner.append(Disc(round(w / 2 - m - i * 0.105 * w, 3), round(-h / 2 + m, 3), round(0.075 * w, 3), fill))
    return (
        Slab(x, y, w, h, HIGH if climbs else LOW, INK if climbs else ink, 0.04 * w, 0.1 * w),
        *placed(corner, x, y),
        *placed(corner, x, y, 180),
        Picture(f"tile_{colour}", x, y, round(0.78 * w, 3)),
    )


def queue(order: Queue, at: Sequence[Slot]) -> f.Items:
    """The tiles at rest."""
    return tuple(item for n, colour in enumerate(order) for item in tile(colour, at[n], PIPS - n))


def small_queue(order: Queue, x: float, y: float, u: float) -> f.Items:
    """The queue in a row around (x, y), ROW_W by ROW_H: each colour's sign beside as many pips as it is strong."""
    w, pitch = (ROW_W - 3 * ROW_GAP) / 4 * u, ((ROW_W - 3 * ROW_GAP) / 4 + ROW_GAP) * u
    items: list[Item] = []
    for n, colour in enumerate(order):
        at = x + (n - 1.5) * pitch
        items.append(Slab(at, y, w, ROW_H * u, LOW, ON_DARK[colour], 0.5 * u, 1.4 * u))
        items.append(sign(colour, at - 2.4 * u, y, 3.6 * u, ON_DARK[colour]))
        for i in range(PIPS):
            fill = INK if i < PIPS - n else RULE
            items.append(Disc(at + (1.8 + 2.1 * (i % 2)) * u, y + (2.1 * (i // 2) - 1.05) * u, 1.5 * u, fill))
    return tuple(items)


def climbing(before: Queue, order: Queue, at: Sequence[Slot], part: float) -> f.Items:
    """The tiles on their way from one order to the next, the one that climbs over the others. `part`: 0 to 1."""
    ease = part * part * (3 - 2 * part)

    def between(colour: Colour) -> Slot:
        a, b = at[before.index(colour)], at[order.index(colour)]
        x, y, w = ((round(p + (q - p) * ease, 2)) for p, q in ((a.x, b.x), (a.y, b.y), (a.w, b.w)))
        return Slot(x, y, w)

    items: list[Item] = []
    for n, colour in reversed(list(enumerate(order))):  # the new top one is painted last
        items += tile(colour, between(colour), PIPS - n, climbs=n == 0)
    return tuple(items)


# --- a card


def card(which: Card, x: float, y: float, w: float, h: float, u: float, tap: Target | None = None) -> f.Items:
    """A card face up: animal, sign, value; low ones without the animal. `tap`: what a finger on it means."""
    colour = COLOUR[which]
    paper = Slab(x, y, w, h, MAT, ON_DARK[colour], 0.8 * u, 2 * u, tap=tap)
    return paper, *_face(colour, str(VALUE[which]), x, y, w, h, u, ON_LIGHT[colour], MAT_INK)


def blank_card(colour: Colour, x: float, y: float, w: float, h: float, u: float) -> f.Items:
    """A card of which only the colour is said."""
    paper = Slab(x, y, w, h, MAT, ON_DARK[colour], 0.8 * u, 2 * u)
    d = w - 2.4 * u
    mark = sign(colour, x, y + h / 2 - 3 * u, 3.2 * u, ON_LIGHT[colour])
    return paper, head(colour, x, y - h / 2 + u + d / 2, d), mark


def no_card(x: float, y: float, w: float, h: float, u: float) -> Slab:
    """Where a card is still to come."""
    return Slab(x, y, w, h, None, MUTE, 0.7 * u, 2 * u)


def coming_card(colour: Colour | None, value: int | None, x: float, y: float, w: float, h: float, u: float) -> f.Items:
    """Where the next card will lie, with what is dialled of it: not yet on paper."""
    place = Slab(x, y, w, h, KEYS, INK, 0.9 * u, 2 * u)
    if colour is None:
        return (place,)
    return place, *_face(colour, "?" if value is None else str(value), x, y, w, h, u, ON_DARK[colour], INK)


def _face(
    colour: Colour, text: str, x: float, y: float, w: float, h: float, u: float, ink: str, numeral_ink: str
) -> f.Items:
    number, at, items = f.word(text, f.CAP * u, numeral_ink, True), y, list[Item]()
    if h >= SMALL_CARD * u:
        at = y + h / 2 - 5.2 * u
        d = min(w - 2.4 * u, h - 10 * u)
        items.append(head(colour, x, y - h / 2 + 1.2 * u + d / 2, d))
    mark, numeral = f.row([Disc(0, 0, 3.4 * u), number], 0.7 * u, x)
    assert isinstance(mark, Disc)
    items.append(sign(colour, mark.x, at, mark.d, ink))
    items += placed((numeral,), 0, at - (0.8 * u if number.foot else 0))
    return tuple(items)


def colour_cell(
    colour: Colour, x: float, y: float, w: float, h: float, u: float, chosen: bool, tap: Target | None
) -> f.Items:
    """A colour to choose: sign above its animal."""
    fill = INK if chosen else KEYS if tap else None
    ink = ON_LIGHT[colour] if chosen else ON_DARK[colour] if tap else MUTE
    d = min(w - 1.6 * u, h - 5.4 * u)
    at = y + h / 2 - 0.7 * u - d / 2
    picture = replace(animal(colour, x, at, 0.92 * d), fade=0 if tap else 0.6)
    back = (ground(colour, x, at, d),) if tap else ()
    return (
        Slab(x, y, w, h, fill, radius=2 * u, tap=tap),
        sign(colour, x, y - h / 2 + 2.6 * u, 3 * u, ink),
        *back,
        picture,
    )
