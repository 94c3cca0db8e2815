"""What Mopseinander shows to who does not know it: how it is played in four pictures, and a round for who passes by.

Both are made of the board's own pieces and of a real round, so what they say is right by construction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from ... import furniture as f
from ... import journal, signs
from ...scene import INK, STAR, Badge, Coaster, Item, Look, Picture, Slab
from ...table import MS, Seat
from . import board as b
from .board import Board
from .counting import value
from .dice import dice_cell, medallion, operator, pointed_at, tumbling, waiting_dice
from .rules import LEFT, State, correct_number
from .view_final import grid
from .view_verdict import counted

GREEN, RED = 2, 6  # the dice of the sample round: neither 7 nor 9 together
PILE = (3, 8, 4, 7, 10)
WINNER, TAKEN = Seat(2), 10
OWN = (TAKEN, 3)  # at the end, of the winner


@cache
def _round(many: int, dice: tuple[int, int] = (GREEN, RED), taken: bool = False) -> State:
    """Four players, so many coasters and the dice lie; or a coaster is taken already."""
    rest = [n for n in range(1, 13) if n not in PILE]
    header = {"journal": 1, "game": "mopseinander", "seats": [1, 2, 3, 4], "first": 1, "face": "front"}
    history = journal.begin({**header, "pile": [*PILE, *rest]})
    history = journal.add(history, {"do": "fill", "to": many})
    history = journal.add(history, {"do": "roll", "green": dice[0], "red": dice[1]})
    if taken:
        number = correct_number(history.state)
        history = journal.add(history, {"do": "answer", "seat": WINNER, "number": number})
        history = journal.add(history, {"do": "take", "seat": WINNER, "coaster": TAKEN})
    state: State = history.state
    return state


# --- how it is played


def pages() -> tuple[tuple[str, tuple[object, ...], Callable[[f.Room, Look], f.Items]], ...]:
    """Roll, count and buzz, the two sums that are different, what is won."""
    state = _round(4)
    green, red, _ = counted(state)
    return (
        ("learn-dice", (), _pointing),
        ("learn-count", (green, red, correct_number(state)), _counting),
        ("learn-sums", (), _sums),
        ("learn-take", (LEFT,), _taking),
    )


def _pointing(room: f.Room, look: Look) -> f.Items:
    """The mat with the two fields the dice point at, and each die beside its pug."""
    state = _round(4)
    mat, dice = f.halves(room, 0.45, 3 * f.unit(look))
    x, y, w, h = f.middle(mat)
    side = min(w, h)
    board = Board(side / b.MAT_PART, (), (x, y), (0, 0))
    items: list[Item] = list(b.mat(state, board))
    for colour, pips in (("g", GREEN), ("r", RED)):
        fx, fy = b.field(board, colour, pips)
        items.append(Slab(fx, fy, 0.32 * side, 0.225 * side, None, STAR, 0.025 * side, 0.03 * side))
    x, y, w, h = f.middle(dice)
    size = min(0.42 * h, 0.28 * w)
    for n, (colour, pips) in enumerate((("g", GREEN), ("r", RED))):
        at = y + (n - 0.5) * 1.16 * size
        items.append(b.die(colour, pips, x - 1.2 * size, at, size, 12 * n - 6))
        items.append(signs.arrow(x, at, 0.4 * size, "right", STAR))
        items += medallion(colour, pointed_at(state)[n], x + 1.2 * size, at, size)
    return tuple(items)


def _counting(room: f.Room, look: Look) -> f.Items:
    """The two pugs, and coasters on which only they are bright."""
    state = _round(4)
    two, lying = f.halves(room, 0.2, 2 * f.unit(look))
    x, y, w, h = f.middle(two)
    size = min(0.46 * max(w, h), 0.9 * min(w, h))
    items: list[Item] = []
    for n, colour in enumerate("gr"):
        off = (n - 0.5) * 1.12 * size
        dx, dy = (0, off) if h > w else (off, 0)
        items += medallion(colour, pointed_at(state)[n], x + dx, y + dy, size)
    x, y, w, h = f.middle(lying)
    d, middles = grid(len(state.table), w, h)
    bright = frozenset(pointed_at(state))
    for id, (dx, dy) in zip(state.table, middles, strict=True):
        items.append(b.face_up(state, id, x + dx, y + dy, d, bright=bright))
    return tuple(items)


def _sums(room: f.Room, look: Look) -> f.Items:
    """Dice that make 7 and dice that make 9, and what they do: times stands between two pugs, for a cross alone says
    wrong."""
    items: list[Item] = []
    for part, dice in zip(f.halves(room, 0.5, 6 * f.unit(look)), ((3, 4), (5, 4)), strict=True):
        x, y, w, h = f.middle(part)
        size = min(0.42 * h, 0.27 * w)
        items.append(b.die("g", dice[0], x - 1.2 * size, y - 0.52 * size, size, -6))
        items.append(b.die("r", dice[1], x - 0.45 * size, y + 0.52 * size, size, 6))
        items.append(signs.arrow(x + 0.4 * size, y, 0.3 * size, "right", STAR))
        if sum(dice) == 7:
            items += operator(dice, x + 1.15 * size, y, 0.9 * size)
            continue
        pugs = pointed_at(replace(_round(5), dice=dice))
        for colour, pug, dy in zip("gr", pugs, (-0.52, 0.52), strict=True):
            items += medallion(colour, pug, x + 1.2 * size, y + dy * size, 0.7 * size)
        items += operator(dice, x + 1.2 * size, y, 0.4 * size)
    return tuple(items)


def _taking(room: f.Room, look: Look) -> f.Items:
    """Right: a coaster, face down before whoever was first. At the end: the dice, the own coasters, what they give."""
    u, state = f.unit(look), _round(5)
    right, end = f.halves(room, 0.46, 4 * u)
    x, y, w, h = f.middle(right)
    d = min(h, w / 3.3)
    badge = min(0.6 * d, 14 * u)
    items: list[Item] = [
        Badge(WINNER, x - 1.27 * d, y, badge, look="glow"),
        signs.tick(x - 1.27 * d, y + badge / 2 + 0.2 * d, 0.24 * d),
        b.face_up(state, TAKEN, x - 0.3 * d, y, d),
        signs.arrow(x + 0.36 * d, y, 0.16 * d, "right", STAR),
        Picture("coaster_back", x + 1.05 * d, y, d),
    ]
    x, y, w, h = f.middle(end)
    d = min(0.9 * h, w / 3.9)
    bright = frozenset(pointed_at(state))
    for n, (colour, pips) in enumerate((("g", GREEN), ("r", RED))):
        items.append(b.die(colour, pips, x - 1.6 * d, y + (n - 0.5) * 0.54 * d, 0.42 * d, 12 * n - 6))
    items += [b.face_up(state, id, x + (n - 0.75) * 1.04 * d, y, d, bright=bright) for n, id in enumerate(OWN)]
    items.append(f.word(str(_own()), f.SCORE * u, INK, True, x + 1.44 * d, y + 0.16 * d))
    items.append(signs.crown(x + 1.44 * d, y - 0.1 * d, 0.4 * d, STAR))
    return tuple(items)


def _own() -> int:
    """What the winner's coasters give under the sample dice (R24)."""
    setup = _round(5).setup
    return value(setup.coasters, setup.face, OWN, (GREEN, RED))


# --- a round for who passes by

LAID, ROLLED, BUZZED, TOOK, LASTS = 1000 * MS, 2000 * MS, 5000 * MS, 7400 * MS, 10_000 * MS
SLIDES = 800 * MS


def demo(age: int, room: f.Room, look: Look) -> tuple[f.Items, bool]:
    """Coasters are laid, the dice tumble, somebody is first and right, and takes one."""
    u = f.unit(look)
    left, top, right, bottom = room
    upright = bottom - top > right - left
    inside = (left, top + 12 * u, right, bottom - 12 * u) if upright else (left + 12 * u, top, right - 12 * u, bottom)
    board = b.small_board(*inside, f.GAP * u)
    took = age >= TOOK
    state = _round(5, taken=took)
    lying = min(5, 1 + age * 5 // LAID)
    shown = replace(state, places=tuple(id if n < lying else None for n, id in enumerate(state.places)))
    laid = b.coasters(shown, board)
    if age >= BUZZED:
        bright = frozenset(pointed_at(_round(5)))
        laid = tuple(replace(i, bright=bright) if isinstance(i, Coaster) else i for i in laid)
    items: list[Item] = [*laid, *b.mat(state, board)]
    tumbles = LAID <= age < ROLLED
    if age < LAID:
        items += waiting_dice(board)
    elif tumbles:
        items += tumbling(board, look, age, LAID, ROLLED)
    else:
        items += dice_cell(_round(5), board, look)
    x, y, w, h = f.middle(room)
    seats = [(x - w / 2 + 6 * u, y + h / 4, 90), (x - w / 2 + 6 * u, y - h / 4, 90)]
    seats += [(x + w / 2 - 6 * u, y - h / 4, 270), (x + w / 2 - 6 * u, y + h / 4, 270)]
    if upright:
        seats = [(x - w / 4, y + h / 2 - 6 * u, 0), (x - w / 4, y - h / 2 + 6 * u, 180)]
        seats += [(x + w / 4, y - h / 2 + 6 * u, 180), (x + w / 4, y + h / 2 - 6 * u, 0)]
    for n, (bx, by, turn) in enumerate(seats):
        first = n + 1 == WINNER and age >= BUZZED
        items.append(Badge(Seat(n + 1), bx, by, 9 * u, turn, "glow" if first else "on"))
    hx, hy, _ = seats[WINNER - 1]
    beside = (hx + 9 * u, hy) if upright else (hx, hy + 9 * u)
    slides = took and age < TOOK + SLIDES
    if took:
        at = _round(5).places.index(TAKEN)
        part = min(1.0, (age - TOOK) / SLIDES)
        items.append(_taken(board.cells[at], beside, part, board.d, 8 * u))
    elif age >= BUZZED:
        items.append(signs.tick(*beside, 5 * u))
    return tuple(items), tumbles or slides


def _taken(start: tuple[float, float], end: tuple[float, float], part: float, d: float, small: float) -> Picture:
    """The coaster on its way, face down and ever smaller, to its winner."""
    ease = part * part * (3 - 2 * part)
    x, y = (round(p + (q - p) * ease, 2) for p, q in zip(start, end, strict=True))
    return Picture("coaster_back", x, y, round(d + (small - d) * ease, 2))
