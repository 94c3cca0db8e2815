"""The dice as pictures: as they lie, as they tumble, and the pugs they point at (screens/layout.md, Grid)."""

from __future__ import annotations

from ... import furniture as f
from ... import signs
from ...scene import GREEN_DIE, KEYS, MAT, RED_DIE, Disc, Item, Look, Picture, Slab
from .board import Board, die, drawing
from .rules import State, kinds


def pointed_at(state: State) -> tuple[str, str]:
    """The drawings the dice point at, green's and red's (R8)."""
    found = kinds(state)
    if found is None:
        raise ValueError("no dice lie there yet")
    return drawing(state, found[0]), drawing(state, found[1])


def medallion(colour: str, name: str, x: float, y: float, size: float) -> f.Items:
    """The pug a die points at: a round card for green, an angular one for red."""
    line = max(0.5, 0.06 * size)
    card: Item = Disc(x, y, size, MAT, GREEN_DIE, line) if colour == "g" else Slab(x, y, size, size, MAT, RED_DIE, line)
    return card, Picture(name, x, y, 0.9 * size)


def operator(dice: tuple[int, int], x: float, y: float, d: float) -> f.Items:
    """How the two counts go together: a star (sum 7, R12), times (sum 9, R13), else plus (R11)."""
    ground = Disc(x, y, d, KEYS)
    match sum(dice):
        case 7:
            return ground, Picture("star", x, y, 1.05 * d)
        case 9:
            return ground, *signs.cross(x, y, 0.46 * d)
        case _:
            return ground, *signs.plus(x, y, 0.56 * d)


def formula_shown(look: Look) -> bool:
    """Are the dice shown beside the pugs they mean? On small panels, where the mat's pugs are small."""
    return look.formula == "always" or (look.formula == "auto" and f.unit(look) < 1.5)


def dice_cell(state: State, board: Board, look: Look) -> f.Items:
    """The dice as they lie."""
    if state.dice is None:
        return waiting_dice(board)
    (x, y), d, (green, red) = board.dice, board.d, state.dice
    pointed = pointed_at(state)
    if not formula_shown(look):
        return loose_dice(board, green, red, -8, 8)
    a, size = 0.22 * d, 0.385 * d
    return (
        die("g", green, x - a, y - a, size, -6),
        *medallion("g", pointed[0], x + a, y - a, size),
        *medallion("r", pointed[1], x - a, y + a, size),
        die("r", red, x + a, y + a, size, 6),
        *operator(state.dice, x, y, 0.24 * d),
    )


def loose_dice(board: Board, green: int, red: int, green_turn: float, red_turn: float) -> f.Items:
    (x, y), d, (a, b) = board.dice, board.d, board.loose
    return (
        die("g", green, x + a * d, y + b * d, 0.46 * d, green_turn),
        die("r", red, x - a * d, y - b * d, 0.46 * d, red_turn),
    )


def waiting_dice(board: Board) -> f.Items:
    """Before the roll: no pips."""
    return loose_dice(board, 0, 0, -8, 8)


def tumbling(board: Board, look: Look, t: int, since: int, ends: int) -> f.Items:
    """The dice while they roll: their faces change ever more slowly. Where they will lie."""
    (x, y), d = board.dice, board.d
    (a, b), size = ((-0.22, -0.22), 0.385 * d) if formula_shown(look) else (board.loose, 0.46 * d)
    green, red, turn = tumbled(t, since, ends)
    return (
        die("g", green, x + a * d, y + b * d, size, -6 + turn),
        die("r", red, x - a * d, y - b * d, size, 6 - turn),
    )


def tumbled(t: int, since: int, ends: int) -> tuple[int, int, float]:
    """Pips of both dice and how far they are turned on their way: small arithmetic, not chance, and each die for
    itself, as if any pair could come."""
    left = max(0, ends - t) / max(1, ends - since)  # 1 .. 0
    thrown = since // 1_000_000
    green = _face(2 * thrown, int(13 * left * left))  # faces change fast, then slowly
    red = _face(2 * thrown + 1, int(11 * left * left + 0.5))
    return green, red, round(360 * left * left / 15) * 15.0


def _face(thrown: int, change: int) -> int:
    """The pips after so many changes: bits of a product, which look mixed; never the same face twice in a row."""

    def mixed_bits(n: int) -> int:
        n = (n * 0x9E3779B1) & 0xFFFFFFFF
        n = ((n ^ n >> 15) * 0x85EBCA6B) & 0xFFFFFFFF
        return n >> 16

    face = mixed_bits(thrown) % 6
    for i in range(change):
        face += 1 + mixed_bits(64 * thrown + i + 1) % 5
    return 1 + face % 6
