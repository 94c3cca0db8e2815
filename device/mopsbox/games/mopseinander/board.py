"""The middle of the table as a picture: coasters in their cells, the scoring mat, the dice (screens/layout.md, Grid).

The board is 4 x 2 cells. Mat and dice lie point-symmetric, fair to both long sides; six cells hold coasters.
"""

from __future__ import annotations

from dataclasses import dataclass

from ... import furniture as f
from ...scene import (
    GREEN_DIE,
    GROUND,
    MAT,
    MUTE,
    RED_DIE,
    Coaster,
    Disc,
    Item,
    Look,
    Picture,
    Slab,
    Target,
    mixed,
)
from . import layout
from .rules import State

CELLS = ((1, 1), (4, 2), (4, 1), (1, 2), (3, 1), (2, 2))
"""Column and row of the six coaster places, in the order they fill; the mat lies at (2, 1), the dice at (3, 2)."""

MAT_PART = 0.88  # the mat's side, of a coaster
DIE_BOX = 0.79  # how much of a die's drawing is die
FREE = mixed(MUTE, GROUND, 0.2)
GREEN_SIDE, RED_SIDE = "#dcefc8", "#f9d5c8"  # as on the printed scoring coaster


@dataclass(frozen=True, slots=True)
class Board:
    """`d`: a coaster; `cells`: the six places; `mat` and `dice`: middles of theirs. `loose`: where the green die lies
    from the dice's middle when nothing lies between the two, in coasters; the red one lies opposite."""

    d: float
    cells: tuple[tuple[float, float], ...]
    mat: tuple[float, float]
    dice: tuple[float, float]
    loose: tuple[float, float] = (-0.24, -0.21)

    @property
    def mat_side(self) -> float:
        return MAT_PART * self.d

    @property
    def upright(self) -> Board:
        """The same board 2 x 4 instead of 4 x 2."""
        cells = tuple((y, x) for x, y in self.cells)
        return Board(self.d, cells, self.mat[::-1], self.dice[::-1], self.loose[::-1])


def _board(d: float, xs: tuple[float, ...], top: float, bottom: float, shift: float) -> Board:
    """`top`, `bottom`: the rows of the outer columns; the inner ones lie `shift` further in."""

    def cell(column: int, row: int, more: float = 0) -> tuple[float, float]:
        inner = shift + more if column in (2, 3) else 0
        return xs[column - 1], top + inner if row == 1 else bottom - inner

    more = 0.02 * d if shift else 0
    return Board(d, tuple(cell(*c) for c in CELLS), cell(2, 1, more), cell(3, 2, more))


def race_board(look: Look) -> Board:
    """As large as the panel allows, with a notch for a badge at 1/4, 1/2, 3/4 of the long edges and 1/2 of the
    short ones. Players in front have their own strip below; the coasters keep their size."""
    u = f.unit(look)
    w, h = look.w, look.h - (f.strip_of(look) if look.seats_around == "front" else 0)
    if h > w:
        return _race_board(h, w, u).upright
    return _race_board(w, h, u)


def _race_board(w: float, h: float, u: float) -> Board:
    gap, margin = f.GAP * u, f.BAR * u + 0.5
    d = min((w - 2 * margin - 3 * gap) / 4, (h - 2 * gap) / 2)
    pitch = (w - 2 * margin - d) / 3
    xs = tuple(margin + d / 2 + i * pitch for i in range(4))
    free = (h - 2 * d) / 3
    top = free + d / 2
    # The mat's lower edge keeps a gap to the coaster below it, so it moves in only as far as that allows.
    inward = (free + d / 2 - MAT_PART * d / 2 - 0.02 * d - gap) / 2
    return _board(d, xs, top, h - top, max(0.0, min(0.1 * d, inward)))


def small_board(left: float, top: float, right: float, bottom: float, gap: float) -> Board:
    """The board within a rectangle, while somebody's tab is open."""
    if bottom - top > right - left:
        return small_board(top, left, bottom, right, gap).upright
    d = min((right - left - 3 * gap) / 4, (bottom - top - gap) / 2)
    x_pitch = min((right - left - d) / 3, 1.4 * d)
    y_pitch = min(bottom - top - d, 1.25 * d)
    mx, my = (left + right) / 2, (top + bottom) / 2
    xs = tuple(mx + (i - 1.5) * x_pitch for i in range(4))
    return _board(d, xs, my - y_pitch / 2, my + y_pitch / 2, 0)


# --- coasters


def face_up(state: State, id: int, x: float, y: float, d: float, **more: object) -> Coaster:
    return Coaster(layout.spots(state.setup.coasters, id), x, y, d, **more)  # type: ignore[arg-type]


def coasters(state: State, board: Board, taps: bool = False, coming: int = 0, colour: str = MUTE) -> f.Items:
    """What lies in the six places; free ones are dashed rings, the next `coming` to be filled in `colour`."""
    items: list[Item] = []
    for id, (x, y) in zip(state.places, board.cells, strict=True):
        if id is None:
            items.append(ring(x, y, board.d, 0.9, colour) if coming > 0 else ring(x, y, board.d))
            coming -= 1
        else:
            items.append(face_up(state, id, x, y, board.d, tap=("coaster", id) if taps else None))
    return tuple(items)


def ring(x: float, y: float, d: float, line_w: float = 0.5, colour: str = FREE) -> Disc:
    """A free place."""
    return Disc(x, y, 0.98 * d, line=colour, line_w=line_w, dash=True)


def drawing(state: State, kind: str) -> str:
    """The drawing of a kind of pug."""
    return layout.drawings(state.setup.coasters)[kind]


def die(colour: str, pips: int, x: float, y: float, size: float, turn: float = 0, tap: Target | None = None) -> Picture:
    """A die of `size` mm; colour "g": green and round, "r": red and angular; 0 pips: not rolled yet."""
    blank = "die_green" if colour == "g" else "die_red"
    return Picture(f"die_{colour}{pips}" if pips else blank, x, y, size / DIE_BOX, turn, tap=tap)


# --- the scoring mat


def field(board: Board, colour: str, pips: int) -> tuple[float, float]:
    """The middle of what a die with these pips points at on the mat."""
    (x, y), side, sign = board.mat, board.mat_side, 1 if colour == "g" else -1
    across, down = ((pips - 1) % 3 - 1) * 0.314 * side, ((pips - 1) // 3 - 0.5) * 0.219 * side
    return x + sign * across, y + sign * (0.241 * side + down)


def mat(state: State, board: Board) -> f.Items:
    """The scoring coaster as a square, so that nobody counts its pugs: the green half is read from below, the red
    one from above."""
    face = state.setup.coasters.face(state.setup.face)
    (x, y), side = board.mat, board.mat_side
    half_w, half_h = 0.956 * side, 0.462 * side
    items: list[Item] = [Slab(x, y, side, side, MAT, "#d9a866", 0.02 * side, radius=0.08 * side)]
    for colour, names, fill, line, sign in (
        ("r", face.red, RED_SIDE, RED_DIE, -1),
        ("g", face.green, GREEN_SIDE, GREEN_DIE, 1),
    ):
        my = y + sign * 0.241 * side
        radius = 0.06 * side if colour == "g" else 0
        items.append(Slab(x, my, half_w, half_h, fill, line, 0.012 * side, radius=radius))
        for i, kind in enumerate(names):
            cx, cy = field(board, colour, i + 1)
            turn = 0 if sign == 1 else 180
            pair = Slab(cx, cy, 0.297 * side, 0.203 * side, mixed(fill, "#ffffff", 0.45), radius=0.5 * radius)
            items.append(pair)
            items.append(die(colour, i + 1, cx - sign * 0.094 * side, cy, 0.102 * side, turn))
            items.append(Picture(drawing(state, kind), cx + sign * 0.054 * side, cy, 0.188 * side, turn))
    return tuple(items)
