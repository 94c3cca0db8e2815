"""The Raspberry Pi under the perfboard: where it and its screws are, and what would stand in the way, on the board and
in the box, where the Pi's middle is on the display's and its header towards the back wall.

board.toml's table [pi] has its measures in mm: x from the edge with the microSD card, y from the edge with the header.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any

from mopsbox.jsonl import BadInput

from .board import Board, boards
from .case import Case, load
from .checks import PITCH, place_of

PAD = 1.0  # mm from the middle of a hole to the edge of its pad
APART = 5.0  # mm from the board to what else is in the box
Point = tuple[float, float]


@dataclass(frozen=True)
class Under:
    """The Pi on the board's own measures: mm from the upper left corner of the parts' side. `free`: how far to the left
    the board may go; further on are the Pi's high sockets. `holes`: for its screws."""

    left: float
    top: float
    right: float
    bottom: float
    free: float
    holes: tuple[Point, ...]
    hole: float
    room: float


def under(board: Board) -> Under:
    """J20's numbers run to the left and its even row is the lower one, so the Pi lies turned by half a turn."""
    pi: Mapping[str, Any] = board.source.values["pi"]
    column, row = board.places["J20"]
    x, y = at(board, column, row)
    right, bottom = x + pi["pin_1"][0], y + pi["pin_1"][1]
    return Under(
        right - pi["size"][0],
        bottom - pi["size"][1],
        right,
        bottom,
        right - pi["free"],
        tuple((right - along, bottom - across) for along, across in pi["holes"]),
        pi["hole"],
        pi["room"],
    )


def at(board: Board, column: float, row: float) -> Point:
    """The middle of a hole, mm from the board's upper left corner."""
    sheet = board.source.values["perfboard"]
    return sheet["left"] + (column - 1) * PITCH, sheet["top"] + (row - 1) * PITCH


def troubles(folder: Path) -> list[BadInput]:
    found = [board for board in boards(folder) if "J20" in board.places]
    return [trouble for board in found for trouble in (*_troubles(board), *_in_the_box(board, load(folder)))]


def _troubles(board: Board) -> Iterator[BadInput]:
    try:
        pi = under(board)
    except (KeyError, TypeError, ValueError) as error:
        says = f"has not what the Pi under the board needs ({type(error).__name__}: {error})"
        raise board.source.fault("pi", says) from error
    if pi.free > 0.5:
        columns = -int(-pi.free // PITCH)
        says = f"J20: the board would lie on the Pi's USB and network sockets; move J20 {columns} columns to the left"
        yield board.source.fault("places.J20", says)
    width, height = board.source.values["perfboard"]["size_mm"]
    for x, y in pi.holes:
        if not (pi.hole / 2 + 1 <= x <= width - pi.hole / 2 - 1 and pi.hole / 2 + 1 <= y <= height - pi.hole / 2 - 1):
            says = f"J20: the Pi's screw hole at {x:.1f}, {y:.1f} mm would miss the board; move J20"
            yield board.source.fault("places.J20", says)
        for ref in sorted(_near(board, x, y, pi.room / 2)):
            says = f"{ref} is in the way of the Pi's screw at {x:.1f}, {y:.1f} mm from the corner; move it"
            yield board.source.fault(place_of(board, ref), says)


def _in_the_box(board: Board, case: Case) -> Iterator[BadInput]:
    """The sockets in the back wall and the menu buttons hang into the box as deep as the board does."""
    pi, height = under(board), board.source.values["perfboard"]["size_mm"][1]
    middle, front, sockets = (pi.top + pi.bottom) / 2, case.table("front"), case.table("sockets")
    buttons = case.table("front.buttons")
    behind = front.size("display_y") - (height - middle) - case.table("box").size("thickness") - sockets.size("behind")
    before = buttons.size("y") - buttons.size("room") / 2 - front.size("display_y") - middle
    for key, free, what, way in (
        ("display_y", behind, "sockets in the back wall", "further from the back wall"),
        ("buttons.y", before, "menu buttons", "or the display further from each other"),
    ):
        if free < APART:
            says = f"between the interface board and the {what} are {free:.1f} mm, not {APART:g}; move them {way}"
            yield case.source.fault(f"front.{key}", says)


def _near(board: Board, x: float, y: float, radius: float) -> Iterator[str]:
    """What has a pad or its body within `radius` of this point."""
    parts, pins = board.part_of(), board.pins()
    for ref in board.places:
        if ref not in parts or parts[ref].package not in board.packages:
            continue
        package = board.packages[parts[ref].package]
        pads = [at(board, *pins[f"{ref}.{pin}"]) for pin in package.pins]
        first, (left, top, right, bottom) = at(board, *board.places[ref]), package.body
        inside = (
            min(max(x, first[0] + left), first[0] + right) - x,
            min(max(y, first[1] + top), first[1] + bottom) - y,
        )
        if hypot(*inside) < radius or any(hypot(x - px, y - py) < radius + PAD for px, py in pads):
            yield ref
