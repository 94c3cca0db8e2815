"""Everybody's plate: cards in hand, bones in the bowl, total and what this round would add now. Pure.

A number stands in the thing it counts. A bowl that is only outlined is empty: its number is printed on it (R59).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating, signs
from ...look import shortened, width
from ...scene import GROUND, INK, KEYS, LOW, SOFT, Item, Look, Shape, Slab, Text, mixed, placed
from ...seating import Box, Place
from ...table import Seat
from .counting import printed, scores, tally
from .state import State

ROW = 9.2  # a row on a plate, in units
TONGUE = 2.6  # the leader's mark, towards the middle
LEAST = 20.0  # room for a plate; where there is less, every other one stands further in


@dataclass(frozen=True, slots=True)
class Cell:
    """A thing on a plate and its width, made around (0, 0)."""

    w: float
    items: f.Items


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a plate. The leader's is filled."""

    ground: str
    ink: str
    soft: str
    paper: str
    on_paper: str


DARK = Paint(LOW, INK, SOFT, SOFT, KEYS)


def filled(colour: str) -> Paint:
    return Paint(colour, KEYS, KEYS, KEYS, INK)


def hand(count: int, paint: Paint, u: float) -> Cell:
    """So many cards: the number on the front one of two."""
    number = _lifted(f.word(str(count), f.CAP * u, paint.on_paper, True))
    behind = Slab(-0.9 * u, 0.1 * u, 6 * u, 7 * u, _faint(paint), radius=u, turn=-12)
    front = Slab(0.5 * u, 0, 6.2 * u, 8 * u, paint.paper, paint.ground, 0.4 * u, u)
    return Cell(8.4 * u, (behind, front, replace(number, x=0.5 * u)))


def bowl(bones: int | None, empty: int, paint: Paint, u: float) -> Cell:
    """Bones in the bowl; `bones` None: the `empty` bowl, outlined, with the bones printed on it (R58, R59)."""
    text = str(empty if bones is None else bones)
    w = max(10.6 * u, width(text, f.CAP * u, True) + 2.6 * u)
    ink = paint.paper if bones is None else paint.on_paper
    shape = _bowl_shape(w, 7.9 * u, paint.paper)
    inner: f.Items = ()
    if bones is None:
        inner = (_bowl_shape(w - 1.9 * u, 6.2 * u, paint.ground),)
    number = _lifted(f.word(text, f.CAP * u, ink, True))
    return Cell(w, (shape, *inner, number))


def _bowl_shape(w: float, h: float, colour: str) -> Shape:
    """A dog's bowl: a foot wider than its rim."""
    k, j = w / 2, h / 2
    return Shape(((-0.86 * k, -j), (0.86 * k, -j), (0.9 * k, -0.2 * j), (k, j), (-k, j), (-0.9 * k, -0.2 * j)), colour)


def total(bones: int, paint: Paint, u: float) -> Cell:
    """The sum sign and the bones of all finished rounds."""
    number = f.word(str(bones), f.SCORE * u, paint.ink, True)
    far = width(number.text, number.cap, True)
    w = 5.2 * u + far
    sign = sum_sign(-w / 2 + 2.1 * u, 0, 5.4 * u, paint.soft)
    return Cell(w, (sign, replace(_lifted(number), x=w / 2 - far / 2)))


def sum_sign(x: float, y: float, s: float, colour: str) -> Shape:
    """A capital sigma, `s` high."""
    k, h = 0.36 * s, 0.45 * s
    return signs.stroke(
        [(x + k, y - h), (x - k, y - h), (x + 0.2 * k, y), (x - k, y + h), (x + k, y + h)], 0.14 * s, colour
    )


def now(bones: int, paint: Paint, u: float) -> Cell:
    """What the round would add if it ended now."""
    text = f"+{bones}"
    return Cell(width(text, f.CAP * u), (f.word(text, f.CAP * u, paint.soft),))


def _lifted(number: Text) -> Text:
    """A number with a foot line stands a little higher, so that both together are in the middle."""
    return replace(number, y=number.y - 0.17 * number.cap) if number.foot else number


def _faint(paint: Paint) -> str:
    return mixed(paint.paper, paint.ground, 0.45)


# --- a plate


@dataclass(frozen=True, slots=True)
class Laid:
    """A plate in its place's frame: from `x` - w/2 to `x` + w/2, `depth` deep, its rows from the middle to the edge."""

    place: Place
    x: float
    w: float
    depth: float
    rows: tuple[tuple[Cell, ...], ...]
    paint: Paint

    @property
    def box(self) -> Box:
        return seating.edge_box(self.place, self.x - self.w / 2, self.x + self.w / 2, self.depth)


def laid(state: State, look: Look, floor: float, leads: Seat | None) -> list[Laid]:
    """All plates. Those at the long sides own the corners. `leads`: whose plate is marked."""
    u = f.unit(look)
    places = seating.places(state.setup.seats, look, floor)
    places = seating.staggered(places, LEAST * u, (2.2 + 3 * ROW + TONGUE + 0.6) * u, look)
    long = [p for p in places.values() if p.edge in "BT"]
    short = [p for p in places.values() if p.edge in "LR"]
    gap = f.GAP * u
    found = [_laid(state, p, (-p.room / 2 + gap / 2, p.room / 2 - gap / 2), look, leads) for p in long]
    boxes = [plate.box for plate in found]
    for p in short:
        found.append(_laid(state, p, seating.span(p, 21 * u, boxes, look, floor, gap), look, leads))
    return found


def _laid(state: State, place: Place, span: tuple[float, float], look: Look, leads: Seat | None) -> Laid:
    u, at = f.unit(look), state.setup.seats.index(place.seat)
    paint = filled(look.colour(place.seat)) if place.seat == leads else DARK
    badge = Cell(f.SMALL_BADGE * u, (seating.seat_badge(place, 0, 0, f.SMALL_BADGE * u),))
    cards = hand(state.counts[at], paint, u)
    bones = bowl(state.bowls[at], printed(len(state.setup.seats)), paint, u)
    summed = total(scores(state)[place.seat], paint, u)
    added = now(tally(state)[at], paint, u)
    between = state.phase in ("trick", "beg")
    tail = (summed, added) if between else (summed,)
    named = _name(look.name(place.seat), paint, u)
    choices = (
        *(((badge, cell, cards, bones, *tail),) for cell in named),
        ((badge, cards, bones, *tail),),
        ((badge, cards, bones), tail),
        ((badge, cards), (bones, added) if between else (bones,), (summed,)),
        ((badge, cards), (bones,), (added,) if between else (), (summed,)),
    )
    room = span[1] - span[0] - 2 * u
    rows = next((rows for rows in choices if all(_row_width(row, u) <= room for row in rows)), choices[-1])
    want = max(_row_width(row, u) for row in rows) + 3 * u
    x, w = seating.within(max(want, min(span[1] - span[0], 30 * u)), *span)
    depth = f.PLATE * u if len(rows) == 1 else (2.2 + ROW * len(rows)) * u
    return Laid(place, x, w, depth, rows, paint)


def _name(name: str, paint: Paint, u: float) -> list[Cell]:
    """A name whole or shortened, the longest first."""
    texts = [shortened(name, most * u, f.CAP * u) for most in (34, 22, 15)]
    return [
        Cell(width(text, f.CAP * u), (_lifted(f.word(text, f.CAP * u, paint.ink)),))
        for text in dict.fromkeys(texts)
        if text
    ]


def _row_width(row: tuple[Cell, ...], u: float) -> float:
    return sum(cell.w for cell in row) + 1.3 * u * (len(row) - 1)


def plate(laid: Laid, look: Look, leads: bool) -> f.Items:
    """The plate at its edge. The leader's has a tongue towards the middle."""
    u = f.unit(look)
    colour = look.colour(laid.place.seat)
    items: list[Item] = list(f.plate(laid.x, laid.w, laid.depth, u, colour, laid.paint.ground))
    items[0] = Slab(
        laid.x,
        -laid.depth / 2,
        laid.w,
        laid.depth,
        laid.paint.ground,
        radius=f.RADIUS * u,
        round="top",
        tap=("seat", laid.place.seat),
    )
    if leads:
        items[1] = Slab(laid.x, -0.75 * u, laid.w, 1.5 * u, mixed(colour, GROUND, 0.35))
        k = 6 * u
        top = -laid.depth
        items.append(
            Shape(((laid.x - k, top), (laid.x, top - TONGUE * u), (laid.x + k, top)), colour),
        )
    for n, row in enumerate(laid.rows):
        y = -(1.7 + ROW * (len(laid.rows) - n - 0.5)) * u
        room = laid.w - 2 * u
        gap = min(2.6 * u, (room - sum(cell.w for cell in row)) / max(1, len(row) - 1))
        at = laid.x - (sum(cell.w for cell in row) + gap * (len(row) - 1)) / 2
        for cell in row:
            items += placed(cell.items, at + cell.w / 2, y)
            at += cell.w + gap
    return laid.place.put(*items)


def middle(plates: list[Laid], look: Look, floor: float) -> Box:
    """What the plates leave free, the leader's tongue kept clear wherever it is."""
    u = f.unit(look)
    gap = (TONGUE + 0.5) * u
    left, top, right, bottom = gap, gap, look.w - gap, floor - gap
    for laid in plates:
        x0, y0, x1, y1 = laid.box
        match laid.place.edge:
            case "B":
                bottom = min(bottom, y0 - gap)
            case "T":
                top = max(top, y1 + gap)
            case "L":
                left = max(left, x1 + gap)
            case "R":
                right = min(right, x0 - gap)
    return left, top, right, bottom
