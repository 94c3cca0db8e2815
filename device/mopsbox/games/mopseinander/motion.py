"""What moves between two pictures of the table: tabs come out of their edge, plates go back into it, coasters turn
over. Pure: how far each is follows from the time alone, so whatever changes the play ends it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from ... import furniture as f
from ...scene import Badge, Coaster, Disc, Item, Line, Picture, Shape, Slab, Text
from .board import Board
from .play import COVER, GROW, OPENS, UNCOVER, Play, fill_choices

EDGE_ON = 0.25  # a coaster that turns up again begins so wide: what lies there can be seen from the first picture on


def eased(part: float) -> float:
    """From 0 to 1, fast at first."""
    return 1.0 if part >= 1 else round(math.sin(max(0.0, part) * math.pi / 2), 3)


# --- tabs


def opened(play: Play, t: int) -> float:
    """How far the tab of who must act is out, 0 to 1. Who has touched it has seen it."""
    match play.mode:
        case "fill":
            touched = play.choice != fill_choices(play.state)[0]
        case "answer":
            touched = play.number is not None
        case _:
            touched = play.choice != 0
    begins = play.since + (COVER if play.mode == "answer" else 0)
    return 1.0 if touched or play.held else eased((t - begins) / OPENS)


def tab(items: f.Items, part: float) -> f.Items:
    """A tab in its edge's frame, its plate and the colour at its edge first: as deep as it is out, with what there is
    room for already."""
    plate, colour, *rest = items
    assert isinstance(plate, Slab) and isinstance(colour, Slab)
    if part >= 1:
        return items
    depth = round(colour.h + (plate.h - colour.h) * part, 2)
    return replace(plate, y=-depth / 2, h=depth), colour, *(item for item in rest if _reach(item) <= depth)


def _reach(item: Item) -> float:
    """How far from the edge the item's far side is."""
    match item:
        case Line():
            return -min(item.y1, item.y2)
        case Shape():
            return -min(y for _, y in item.points)
        case Text():
            return item.cap / 2 - item.y
        case Slab():
            return item.h / 2 - item.y
        case Picture() | Coaster() | Disc() | Badge():
            return item.d / 2 - item.y


# --- coasters turn over


def covering(play: Play, t: int) -> float | None:
    """How far the coasters are turned face down for who answers, 0 to 1; None: their own picture stands."""
    if play.mode != "answer" or play.number is not None or t >= play.since + COVER:
        return None
    return max(0.0, (t - play.since) / COVER)


def covered(items: Iterable[Item], part: float) -> f.Items:
    """The lying coasters on their way from face to back."""
    squash = round(abs(1 - 2 * part), 2)
    return tuple(
        replace(i, squash=squash, back=part >= 0.5, spots=() if part >= 0.5 else i.spots)
        if isinstance(i, Coaster)
        else i
        for i in items
    )


def uncovering(play: Play, t: int) -> bool:
    """Do the coasters turn up again? The race is open already."""
    return play.mode == "race" and _stirring(play, t, UNCOVER)


def uncovered(items: Iterable[Item], play: Play, t: int) -> f.Items:
    """The lying coasters on their way from edge-on to flat; no back is seen, for the race is open."""
    squash = round(EDGE_ON + (1 - EDGE_ON) * eased((t - (play.astir or 0)) / UNCOVER), 2)
    return tuple(replace(i, squash=squash) if isinstance(i, Coaster) else i for i in items)


# --- from fill to race


def growing(play: Play, t: int) -> float | None:
    """How far the table is on its way from fill to race, 0 to 1; None: it is there."""
    if play.mode != "tumble" or play.astir is None or not _stirring(play, t, GROW):
        return None
    return eased((t - play.astir) / GROW)


def _stirring(play: Play, t: int, lasts: int) -> bool:
    return play.astir is not None and not play.early and t < play.astir + lasts


def between(small: Board, large: Board, part: float) -> Board:
    """A board on its way. One that lies the other way round grows where it will lie, else coasters would cross."""
    if _upright(small) != _upright(large):
        small = replace(large, d=small.d)

    def mixed(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
        return round(a[0] + (b[0] - a[0]) * part, 3), round(a[1] + (b[1] - a[1]) * part, 3)

    cells = tuple(mixed(a, b) for a, b in zip(small.cells, large.cells, strict=True))
    d = round(small.d + (large.d - small.d) * part, 3)
    return Board(d, cells, mixed(small.mat, large.mat), mixed(small.dice, large.dice), large.loose)


def _upright(board: Board) -> bool:
    """Do the two coasters of the first column lie side by side?"""
    return abs(board.cells[0][1] - board.cells[3][1]) < abs(board.cells[0][0] - board.cells[3][0])
