"""Taking a coaster: the winner's tab, a ring round the chosen one, and its way to the winner's place."""

from __future__ import annotations

import math
from dataclasses import replace

from ... import furniture as f
from ... import journal, seating, signs
from ...scene import HIGH, INK, KEYS, Coaster, Disc, Item, Look, Picture, Scene, placed
from ...seating import Box, Place
from ...table import Seat
from ...words import say
from . import board as b
from . import motion
from .dice import dice_cell
from .play import SLIDE, Play
from .view_turn import board_between, front_row


def take_board(winner: Seat, seats: dict[Seat, Place], look: Look, floor: float, tab: Box) -> b.Board:
    u = f.unit(look)
    boxes = [tab]
    for p in seats.values():
        if look.seats_around == "front":
            boxes.append(seating.edge_box(p, -1, 1, f.strip_of(look)))
        elif p.seat != winner:
            boxes.append(seating.edge_box(p, -1, 1, (f.DEPTH + f.SMALL_BADGE / 2) * u))
    return board_between(boxes, look, floor, 2.6 * u)


def _take_tab(
    winner: Seat, count: int, seats: dict[Seat, Place], look: Look, floor: float, part: float = 1
) -> tuple[f.Items, Box]:
    """`part`: how far it is out."""
    u, place = f.unit(look), seats[winner]
    here = front_row(place, look)
    others = [seating.badge_box(p, u, 10) for p in seats.values() if p.seat != winner and look.seats_around != "front"]
    start, end = seating.span(here, f.TAB * u, others, look, floor, f.GAP * u)
    room = end - start - 3 * u
    phrase = say("take-one", look.language)
    badge = seating.seat_badge(place, 0, 0, f.BADGE * u)
    mark: list[f.Part] = [Picture("coaster_back", 0, 0, 6 * u), f.word(str(count), f.SCORE * u, bold=True)]
    parts: list[f.Part] = [badge, f.word(phrase, f.PHRASE * u, bold=True), *mark]
    if f.row_width(parts, 1.6 * u) > room:
        parts = f.asked(replace(badge, d=f.SMALL_BADGE * u), [phrase], room, u)
    x, w = seating.within(f.row_width(parts, 1.6 * u) + 5 * u, start, end)
    items = (
        *f.plate(x, w, f.TAB * u, u, look.colour(winner), HIGH),
        *f.row(f.level(parts, -8.6 * u), 1.6 * u, x),
    )
    return here.put(*motion.tab(items, part)), seating.edge_box(here, x - w / 2, x + w / 2, f.TAB * u)


def take(play: Play, t: int, look: Look) -> Scene:
    """The winner's tab and a ring round the chosen coaster; nothing is dimmed."""
    state, u = play.state, f.unit(look)
    winner = state.winner or state.active
    floor = seating.floor_of(look, strip=True)
    seats = seating.places(state.setup.seats, look, floor)
    count = len(state.won[state.setup.seats.index(winner)])
    out = motion.opened(play, t)
    tab, box = _take_tab(winner, count, seats, look, floor, out)
    board = take_board(winner, seats, look, floor, box)
    items: list[Item] = []
    chosen = state.table[play.choice % len(state.table)]
    for id, (x, y) in zip(state.places, board.cells, strict=True):
        if id == chosen:
            ring = Disc(x, y, board.d + 3.6 * u, None, look.colour(winner), 1.1 * u)
            mark = _chosen(x, y, ring.d / 2, board, seats[winner].face, u)
    items += [ring, *b.coasters(state, board, taps=True), *mark]
    items += b.mat(state, board)
    items += dice_cell(state, board, look)
    for place in seats.values():
        if place.seat != winner:
            items += seating.bystander(place, u, look)
        elif look.seats_around == "front":
            items += seating.bystander(place, u, look, "glow")
    items += tab
    items += f.key_strip(look, f.Key(), f.Key(say("take", look.language)), f.Key())
    return Scene(tuple(items), out < 1)


def _chosen(x: float, y: float, r: float, board: b.Board, face: int, u: float) -> f.Items:
    """A tick for the winner on the ring round (x, y), on its side towards the board's middle."""
    mx, my = (sum(at) / len(at) for at in zip(*board.cells, strict=True))
    x, y = (at + math.copysign(r * math.sqrt(0.5), middle - at) for at, middle in ((x, mx), (y, my)))
    return placed((Disc(0, 0, 6.4 * u, KEYS), signs.tick(0, 0, 4 * u, INK)), x, y, face)


def sliding(play: Play, t: int, look: Look) -> f.Items:
    """A taken coaster on its way to its new owner, face down (R15)."""
    if play.taken is None:
        return ()
    id, seat, at = play.taken
    part = (t - at) / SLIDE
    if not 0 <= part < 1:
        return ()
    before = journal.add(play.history, {"do": "undo"}).state
    if id not in before.places:
        return ()
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    seats = seating.places(play.state.setup.seats, look, floor)
    tab = _take_tab(seat, 0, seats, look, floor)[1]
    board = take_board(seat, seats, look, floor, tab)
    x, y = board.cells[before.places.index(id)]
    to = seating.badge_box(seats[seat], u)
    tx, ty = (to[0] + to[2]) / 2, (to[1] + to[3]) / 2
    ease = part * part * (3 - 2 * part)
    d = board.d + (f.SMALL_BADGE * u - board.d) * ease
    return (Coaster((), round(x + (tx - x) * ease, 2), round(y + (ty - y) * ease, 2), round(d, 2), back=True),)
