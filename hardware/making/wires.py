"""Every joint of the box, one by one: generated/from-to-*.csv, and what the perfboard's map draws.

On the board each net is a tree of the shortest pieces: a bridge of solder between neighbouring pads, else a wire.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import dist
from pathlib import Path

from .board import Board, boards
from .checks import PITCH

HEAD = ("no.", "net", "from", "from hole", "to", "to hole", "how", "mm", "colour")
COLOURS = {"GND": "black", "5V": "red", "5V_PI": "red", "3V3": "orange"}
KINDS = {
    "SW": "blue",
    "LEDN": "grey",
    "LEDP": "red",
    "LAMP": "green",
    "IN": "yellow",
    "FILTER": "violet",
    "CLEAN": "white",
}
PAD = 0.4  # of the pitch, from its middle
OVER = 2.0  # so many holes a way may be longer to spare one pad
Hole = tuple[int, int]
PARTNER = {"B": "J", "J": "P"}  # a buzzer's cable ends at its socket, the socket's wires at its plug on the board


@dataclass(frozen=True)
class Joint:
    """From one pin to another. `how`: "bridge", "wire" (on the board), "loom" (in the box), "cable" (to the buzzer).
    `mm`: on the board, from hole to hole."""

    net: str
    start: str
    end: str
    how: str
    mm: float | None
    colour: str


def made(folder: Path) -> dict[str, str]:
    return {f"from-to-{board.name}.csv": _csv(board) for board in boards(folder)}


def joints(board: Board) -> list[Joint]:
    """All of them: net by net, first on the board, then in the box, then to the buzzers."""
    found = [joint for net, pins in board.nets.items() for joint in (*_tree(board, net, pins), *_looms(net, pins))]
    order = ("bridge", "wire", "loom", "cable")
    return sorted(found, key=lambda joint: order.index(joint.how) // 2 * 2)


def colour(net: str) -> str:
    return COLOURS.get(net) or KINDS.get(net.rstrip("12345678"), "white")


def _tree(board: Board, net: str, pins: Sequence[str]) -> Iterator[Joint]:
    """Prim's tree over the net's holes, rather round the pads of other nets than over them; of two ways as good the
    first in the net's order."""
    holes = board.pins()
    others = [hole for pin, hole in holes.items() if pin not in pins]
    rest = [pin for pin in pins if pin in holes]
    cost = {
        (a, b): dist(holes[a], holes[b]) + OVER * sum(_over(hole, holes[a], holes[b]) for hole in others)
        for a, b in permutations(rest, 2)
    }
    inside, rest = rest[:1], rest[1:]
    while rest:
        start, end = min(((a, b) for b in rest for a in inside), key=cost.__getitem__)
        far = dist(holes[start], holes[end])
        yield Joint(net, start, end, "bridge" if far == 1 else "wire", far * PITCH, colour(net))
        inside.append(end)
        rest.remove(end)


def _over(hole: Hole, start: Hole, end: Hole) -> bool:
    """Would a straight wire from start to end lie on this pad?"""
    along, across = (end[0] - start[0], end[1] - start[1]), (hole[0] - start[0], hole[1] - start[1])
    way = (along[0] * across[0] + along[1] * across[1]) / (along[0] ** 2 + along[1] ** 2)
    return 0 < way < 1 and dist((start[0] + way * along[0], start[1] + way * along[1]), hole) < PAD


def _looms(net: str, pins: Sequence[str]) -> Iterator[Joint]:
    buttons = [pin for pin in pins if pin.startswith("S")]
    for before, pin in zip([*(pin for pin in pins if pin.startswith("P9.")), *buttons], buttons, strict=False):
        yield Joint(net, before, pin, "loom", None, colour(net))
    for pin in pins:
        ref = pin.partition(".")[0]
        if partner := PARTNER.get(ref[0]):
            for other in (other for other in pins if other.partition(".")[0] == partner + ref[1:]):
                yield Joint(net, other, pin, "cable" if ref[0] == "B" else "loom", None, colour(net))


def _csv(board: Board) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(HEAD)
    holes = {pin: f"{column}/{row}" for pin, (column, row) in board.pins().items()}
    for number, joint in enumerate(joints(board), start=1):
        mm = "" if joint.mm is None else f"{joint.mm:.0f}"
        ends = joint.start, holes.get(joint.start, ""), joint.end, holes.get(joint.end, "")
        table.writerow([number, joint.net, *ends, joint.how, mm, joint.colour])
    return out.getvalue()
