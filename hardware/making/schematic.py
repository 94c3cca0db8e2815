"""A sheet of a schematic: schemdraw, with the designators, values and pin numbers of a board."""

# mypy: disallow-untyped-calls=False
# (schemdraw leaves its constructors without types)

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Literal

import schemdraw
import schemdraw.elements as elm
from schemdraw.backends import svg

from .board import Board, Part
from .forty import PINS
from .quantity import WRITTEN
from .svg import FONT, number

Point = tuple[float, float]
Align = Literal["left", "center", "right"]
SIZE, SMALL = 13.0, 11.0
PAGE = 0.8  # around the drawing
DROP, ASIDE = 0.2, 0.1  # schemdraw sets a label so much above its place, and one in the middle so much to the right
SIDES = {"3V3": "3V3", "5V": "+5 V"}


def short(part: Part) -> str:
    """What stands beside its symbol: "1 kΩ", "1 nF", "100 mA", "SN74AHC14N"."""
    if part.refs[0].startswith(("R", "C", "F")) and (match := re.search(WRITTEN.pattern, part.value)):
        return match[0]
    return part.number


class Sheet:
    """A drawing with the board's designators; `net_pin` finds what a net joins."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._parts = board.part_of()
        svg.config.text = "text"
        self._drawing = schemdraw.Drawing(canvas="svg", show=False)
        self._drawing.config(font=FONT, fontsize=SIZE, lw=1.6, unit=2, margin=PAGE)

    def add(self, element: schemdraw.elements.Element) -> None:
        self._drawing.add(element)

    def line(self, *points: Point) -> None:
        for start, end in pairwise(points):
            self.add(elm.Line().at(start).to(end))

    def dot(self, at: Point) -> None:
        self.add(elm.Dot().at(at))

    def text(self, at: Point, says: str, align: Align = "left", size: float = SMALL) -> None:
        """Its middle line at `at`; `align`: "left", "center", "right"."""
        place = at[0] - (ASIDE if align == "center" else 0), at[1] - DROP
        label = elm.Label().at(place).theta(0)
        self.add(label.label(says, loc="center", halign=align, valign="center", fontsize=size, ofst=0))

    def part(self, symbol: Callable[[], elm.Element2Term], ref: str, start: Point, end: Point, beside: Point) -> None:
        """A two-legged part from `start` to `end`, its name and value at `beside`, to the right of it."""
        self.add(symbol().at(start).to(end))
        self.text(beside, f"{ref}\n{self.value(ref)}")

    def value(self, ref: str) -> str:
        return short(self._parts[ref])

    def ground(self, at: Point) -> None:
        self.add(elm.Ground().at(at))

    def supply(self, at: Point, net: str) -> None:
        self.add(elm.Vdd().at(at))
        self.text((at[0], at[1] + 0.75), SIDES[net], "center")

    def box(self, corner: Point, other: Point, says: str, dashed: bool = False) -> None:
        frame = elm.Rect(corner1=corner, corner2=other).at((0, 0)).theta(0)
        self.add(frame.linestyle("--") if dashed else frame)
        self.text(((corner[0] + other[0]) / 2, max(corner[1], other[1]) + 0.35), says, "center", SIZE)

    def pin(self, net: str, ref: str) -> str:
        """The number of the pin of `ref` the net joins: ("LAMP1", "U3") -> "8"."""
        return next(pin.partition(".")[2] for pin in self.board.nets[net] if pin.startswith(f"{ref}."))

    def header(self, use: str) -> str:
        """ "buzzer1" -> "header pin 7\nGPIO4"."""
        pin = self.board.header[use]
        return f"header pin {pin}\nGPIO{PINS[pin]}"

    def tag(self, at: Point, says: str) -> None:
        """The end of a wire at a pin of the Pi's header."""
        self.add(elm.Dot(open=True).at(at))
        self.text((at[0] + 0.3, at[1]), says)

    def drawn(self, title: str) -> str:
        text = self._drawing.get_imagedata("svg").decode("utf-8")
        text = re.sub(r"-?\d+\.\d{4,}", lambda long: number(float(long[0])), text)  # else the last digits are chance
        text = text.replace(' dominant-baseline="central"', "")  # not every program knows it
        head, _, rest = text.partition(">")
        return f"{head}>\n<title>{title}</title>{rest.rstrip()}\n"
