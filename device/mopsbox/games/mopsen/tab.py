"""The tab of who is asked, at their edge and turned to them: a line of words above things to choose from by finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating, signs
from ...look import broken
from ...scene import HIGH, INK, KEYS, SOFT, Badge, Item, Look, Slab, Target, Text, placed
from ...seating import Box, Place
from . import suits
from .cards import COLOURS, Colour, Queue

HEADER, NEAR, KEYS_NEAR = 10.4, 1.5, 0.7  # the line of words; from one thing to the next; from one key
LINE = 6.6  # a further line of words, in units
FINGER = 9.0  # of a key, in mm: a finger needs as much
LEAST = 8.3  # of a key, in units, so that two digits fit in

Draw = Callable[[int, float, float, float, float], f.Items]
"""What the thing of this index looks like: (index, x, y, w, h)."""


@dataclass(frozen=True, slots=True)
class Body:
    """`n` things of `w` by `h` mm to choose from. `columns`: how many side by side, most welcome first. `least`: as
    narrow as they may become."""

    n: int
    w: float
    h: float
    columns: tuple[int, ...]
    draw: Draw
    least: float = 0
    near: float = NEAR  # from one to the next, in units


@dataclass(frozen=True, slots=True)
class Tab:
    """`items` lie at the edge already; `box`: what they cover."""

    items: f.Items
    box: Box


def base_of(look: Look, floor: float) -> float:
    """The y tabs of the lower edge stand at: above the row of badges where all sit in front."""
    return floor - f.ROW * f.unit(look) if look.seats_around == "front" else floor


def tab(
    here: Place,
    others: Sequence[Place],
    headers: Sequence[Sequence[f.Part]],
    body: Body,
    look: Look,
    floor: float,
) -> Tab:
    """`headers`: words for the line, the first that fits is said."""
    u, base = f.unit(look), base_of(look, floor)
    front = look.seats_around == "front"
    if front:
        here = replace(here, y=base)
    boxes = [] if front else [seating.badge_box(p, u, f.BADGE) for p in others]
    head = HEADER * u
    columns, cell, depth, start, end = _grid(here, body, head, boxes, look, base)
    room = end - start - 2.4 * u
    lines = [next((h for h in headers if f.row_width(h, 1.6 * u) <= room), headers[-1])]
    if f.row_width(lines[0], 1.6 * u) > room:
        lines = _broken(lines[0], room, u)
        head += (len(lines) - 1) * LINE * u
        columns, cell, depth, start, end = _grid(here, body, head, boxes, look, base)
    wide = columns * cell + (columns - 1) * body.near * u
    said = max(f.row_width(line, 1.6 * u) for line in lines)
    x, w = seating.within(max(wide, said) + 2.4 * u, start, end)
    items: list[Item] = list(f.plate(x, w, depth, u, look.colour(here.seat), HIGH))
    for n, line in enumerate(lines):
        for part in f.row(f.level(line, -depth + (HEADER / 2 + 0.2 + n * LINE) * u), 1.6 * u, x - said / 2, "left"):
            if isinstance(part, Badge):
                part = replace(part, y=part.y + (len(lines) - 1) / 2 * LINE * u)
            items.append(part)
            if isinstance(part, Slab):
                items += signs.eraser(part.x, part.y, 5.4 * u, SOFT, KEYS)
    rows = -(-body.n // columns)
    for i in range(body.n):
        row, column = divmod(i, columns)
        at = x - wide / 2 + cell / 2 + column * (cell + body.near * u)
        y = -depth + head + body.h / 2 + row * (body.h + body.near * u)
        items += body.draw(i, at, y, cell, body.h)
    assert rows * columns >= body.n
    return Tab(here.put(*items), seating.edge_box(here, x - w / 2, x + w / 2, depth))


def _broken(header: Sequence[f.Part], room: float, u: float) -> list[Sequence[f.Part]]:
    """A badge and words beside it that are too long for one line, in lines, the badge left of all."""
    badge, words = header[0], header[-1]
    if len(header) != 2 or not isinstance(words, Text):
        return [header]
    free = room - f.row_width([badge, 0.0], 1.6 * u)
    lines = [replace(words, text=line) for line in broken(words.text, free, words.cap, words.bold)]
    parted: list[Sequence[f.Part]] = [[badge, lines[0]]]
    parted += [[f.row_width([badge], 0), line] for line in lines[1:]]
    return parted


def _grid(
    here: Place, body: Body, head: float, boxes: list[Box], look: Look, base: float
) -> tuple[int, float, float, float, float]:
    """Columns, width of a cell, depth, and the span along the edge: the first number of columns that fits."""
    u = f.unit(look)
    for columns in body.columns:
        rows = -(-body.n // columns)
        depth = 2.4 * u + head + rows * body.h + (rows - 1) * body.near * u
        start, end = seating.span(here, depth, boxes, look, base, f.GAP * u)
        each = (end - start - 1.8 * u - (columns - 1) * body.near * u) / columns
        if each >= min(body.w, body.least or body.w) or columns == body.columns[-1]:
            break
    return columns, min(body.w, each), depth, start, end


# --- numbers


def numbers(
    offered: Sequence[int],
    all_: Sequence[int],
    chosen: int | None,
    sure: bool,
    what: str,
    columns: tuple[int, ...],
    u: float,
) -> Body:
    """Keys with numbers; those not offered are faint and dead. The chosen one is lit, or only outlined while nobody
    has touched it yet (`sure`)."""
    k = max(FINGER, LEAST * u)

    def draw(i: int, x: float, y: float, w: float, h: float) -> f.Items:
        n = all_[i]
        lit, there = n == chosen and sure, n in offered
        ink = KEYS if lit else INK if there else SOFT
        number = f.word(str(n), f.CAP * u, ink, lit)
        raised = 0.17 * number.cap if number.foot else 0
        target: Target | None = (what, n) if there else None
        fill = INK if lit else KEYS if there else None
        line = INK if n == chosen else None
        key = Slab(x, y, w, h, fill, line, 0.6 * u, 1.8 * u, tap=target)
        return key, *placed((number,), x, y - raised)

    return Body(len(all_), k, k, columns, draw, max(FINGER, LEAST * u), KEYS_NEAR)


def eraser(u: float) -> Slab:
    """A key for the line of words: takes back what is dialled."""
    k = max(FINGER, LEAST * u)
    return Slab(0, 0, k, k, KEYS, radius=1.8 * u, tap=("erase", 0))


# --- colours


def colours(queue: Queue, offered: Sequence[Colour], chosen: Colour | None, u: float) -> Body:
    """The four colours as they stand in the queue; those not offered are faint and dead."""

    def draw(i: int, x: float, y: float, w: float, h: float) -> f.Items:
        target: Target | None = ("colour", COLOURS.index(queue[i])) if queue[i] in offered else None
        return suits.colour_cell(queue[i], x, y, w, h, u, queue[i] == chosen, target)

    return Body(len(queue), suits.CELL_W * u, suits.CELL_H * u, (4, 2), draw, suits.LEAST * u)


# --- what is left


def left_over(tab: Tab, here: Place, others: Sequence[Place], look: Look, floor: float) -> Box:
    """What tab and badges leave free."""
    u = f.unit(look)
    gap = 1.4 * u
    left, top, right, bottom = gap, gap, look.w - gap, base_of(look, floor) - gap
    match here.edge:
        case "B":
            bottom = tab.box[1] - gap
        case "T":
            top = tab.box[3] + gap
        case "L":
            left = tab.box[2] + gap
        case "R":
            right = tab.box[0] - gap
    if look.seats_around == "front":
        return left, top, right, bottom
    for place in others:
        box = seating.badge_box(place, u, f.BADGE)
        if seating.apart((left, top, right, bottom), box):
            continue
        match place.edge:
            case "B":
                bottom = min(bottom, box[1] - gap)
            case "T":
                top = max(top, box[3] + gap)
            case "L":
                left = max(left, box[2] + gap)
            case "R":
                right = min(right, box[0] - gap)
    return left, top, right, bottom
