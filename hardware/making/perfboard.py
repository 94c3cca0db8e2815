"""The perfboard's maps: generated/board-*.svg shows where each part sits (parts' side, as seen from above), and
generated/wires-*.svg what is joined underneath (solder side, so mirrored). Both are drawn in the board's size.
"""

from __future__ import annotations

from pathlib import Path

from .board import Board, Package, boards
from .checks import PITCH
from .stack import under
from .svg import Drawing
from .wires import joints

MARGIN = 12.0  # mm round the board, for the numbers of columns and rows
INK = {"black": "#000", "red": "#c00", "orange": "#d70", "yellow": "#a80", "green": "#070", "blue": "#04b"}
INK |= {"violet": "#80b", "grey": "#777", "white": "#0aa"}
MARKS = {"plus": "+", "minus": "–", "K": "K"}  # of pins that must not be turned round
FILL = {"RS": "#dfe8f5", "RP": "#f3e3cf", "RO": "#e2f0dc", "RM": "#dfe8f5", "U": "#ddd", "J": "#eee", "P": "#eee"}


def made(folder: Path) -> dict[str, str]:
    drawn = {}
    for board in boards(folder):
        drawn[f"board-{board.name}.svg"] = str(_Map(board, mirrored=False).parts())
        drawn[f"wires-{board.name}.svg"] = str(_Map(board, mirrored=True).wires())
    return drawn


class _Map:
    def __init__(self, board: Board, mirrored: bool) -> None:
        self._board, self._mirrored = board, mirrored
        sheet = board.source.values["perfboard"]
        self._width, self._height = map(float, sheet["size_mm"])
        self._left, self._top = float(sheet["left"]), float(sheet["top"])
        side = "solder side, mirrored" if mirrored else "parts' side"
        self._drawing = Drawing(
            self._width + 2 * MARGIN, self._height + 2 * MARGIN, f"Mopsbox interface board, {board.name}: {side}"
        )
        self._drawing.text(MARGIN, 4, f"Interface board {board.name}: {side}", size=2.6, font_weight="bold")
        self._drawing.text(MARGIN, 7.2, board.says, size=2.2)
        self._drawing.rect(MARGIN, MARGIN, self._width, self._height, fill="#fffdf5", stroke_width=0.4)
        self._grid()
        self._pi()

    def parts(self) -> Drawing:
        """Bodies with designators; the first pin of each is filled."""
        for ref, package in self._packages().items():
            self._body(ref, package, "#222")
            for number, pin in enumerate(package.pins):
                x, y = self._at(*self._board.pins()[f"{ref}.{pin}"])
                self._drawing.circle(x, y, 0.5, fill="#000" if number == 0 else "#fff", stroke_width=0.2)
                if mark := MARKS.get(pin):
                    self._drawing.text(x + 0.8, y - 0.4, mark, size=1.8)
            self._name(ref, package)
        return self._drawing

    def wires(self) -> Drawing:
        """Every joint on the board, the bodies of the other side in pale; pins by number."""
        holes = self._board.pins()
        for ref, package in self._packages().items():
            self._body(ref, package, "#ccc")
        for joint in joints(self._board):
            if joint.mm is not None:
                (x1, y1), (x2, y2) = self._at(*holes[joint.start]), self._at(*holes[joint.end])
                width = 1.1 if joint.how == "bridge" else 0.35
                self._drawing.line(x1, y1, x2, y2, stroke=INK[joint.colour], stroke_width=width, stroke_linecap="round")
        for pin, hole in holes.items():
            ref, _, name = pin.partition(".")
            x, y = self._at(*hole)
            self._drawing.circle(x, y, 0.75, fill="#fff", stroke_width=0.15)
            self._drawing.text(x, y + 0.4, name if len(name) < 3 else MARKS.get(name, "-"), 1.1, text_anchor="middle")
        for ref, package in self._packages().items():
            self._name(ref, package, fill="#555", stroke="#fffdf5", stroke_width="0.5", paint_order="stroke")
        return self._drawing

    def _packages(self) -> dict[str, Package]:
        """Designator -> its package, for all that sit on the board."""
        packages = self._board.packages
        return {ref: packages[part.package] for ref, part in self._board.part_of().items() if part.package in packages}

    def _box(self, ref: str, package: Package) -> tuple[float, float, float, float]:
        """Left, top, right, bottom on the sheet."""
        x, y = self._at(*self._board.places[ref])
        left, top, right, bottom = package.body
        return (
            (x - right, y + top, x - left, y + bottom) if self._mirrored else (x + left, y + top, x + right, y + bottom)
        )

    def _body(self, ref: str, package: Package, ink: str) -> None:
        left, top, right, bottom = self._box(ref, package)
        fill = "none" if self._mirrored else FILL.get(ref.rstrip("0123456789"), "#f7f0d8")
        self._drawing.rect(left, top, right - left, bottom - top, fill=fill, stroke=ink, stroke_width=0.2, rx=0.4)

    def _name(self, ref: str, package: Package, **style: str) -> None:
        """In the middle of its body, or where no pin is in the way: at its lower edge, or above it."""
        left, top, right, bottom = self._box(ref, package)
        x, middle = (left + right) / 2, (top + bottom) / 2
        tall = bottom - top > right - left + 0.1
        pins = [self._at(*self._board.pins()[f"{ref}.{pin}"]) for pin in package.pins]
        free = (
            y
            for y in (middle, bottom - 0.9, top - 1)
            if not any(abs(y - py) < 1.3 and abs(x - px) < 2 for px, py in pins)
        )
        y = middle if tall else next(free, bottom + 1.4)
        turn = {"transform": f"rotate(-90 {x:.3f} {y:.3f})"} if tall else {}
        self._drawing.text(x, y + 0.6, ref, 1.8, text_anchor="middle", font_weight="bold", **turn, **style)

    def _grid(self) -> None:
        columns, rows = self._board.size
        for column in range(1, columns + 1):
            for row in range(1, rows + 1):
                x, y = self._at(column, row)
                self._drawing.circle(x, y, 0.5, stroke="#bbb", stroke_width=0.1)
        for column in range(1, columns + 1):
            x, _ = self._at(column, 1)
            for y in (MARGIN - 1.5, MARGIN + self._height + 3):
                self._drawing.text(x, y, str(column), size=1.6, text_anchor="middle")
        for row in range(1, rows + 1):
            _, y = self._at(1, row)
            for x, anchor in ((MARGIN - 1, "end"), (MARGIN + self._width + 1, "start")):
                self._drawing.text(x, y + 0.6, str(row), size=1.6, text_anchor=anchor)

    def _pi(self) -> None:
        """The Pi under the board, as far as the board covers it, and the holes for its screws."""
        pi = under(self._board)
        left, right = max(pi.left, 0.0), min(pi.right, self._width)
        top, bottom = max(pi.top, 0.0), min(pi.bottom, self._height)
        turned = self._width - right if self._mirrored else left
        dashed: dict[str, str | float] = {"stroke": "#888", "stroke_width": 0.2, "stroke_dasharray": "2 1"}
        self._drawing.rect(MARGIN + turned, MARGIN + top, right - left, bottom - top, **dashed)
        for x, y in pi.holes:
            x = self._width - x if self._mirrored else x
            self._drawing.circle(MARGIN + x, MARGIN + y, pi.hole / 2, fill="#fff", stroke="#c00")
            for dx, dy in ((2.2, 0.0), (0.0, 2.2)):
                self._drawing.line(
                    MARGIN + x - dx, MARGIN + y - dy, MARGIN + x + dx, MARGIN + y + dy, stroke="#c00", stroke_width=0.15
                )
        words = f"dashed: the Raspberry Pi; drill Ø{pi.hole:g} mm where the crosses are"
        if self._mirrored:
            words += "; solder J20 on the parts' side"
        self._drawing.text(MARGIN, self._height + 2 * MARGIN - 4, words, 2.2)

    def _at(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a hole on the sheet, mm."""
        x = self._left + (column - 1) * PITCH
        return MARGIN + (self._width - x if self._mirrored else x), MARGIN + self._top + (row - 1) * PITCH
