"""While somebody answers: coasters covered, the dial faces them, the photo finish the other side."""

from __future__ import annotations

from dataclasses import replace

from ... import furniture as f
from ... import seating
from ...scene import (
    Item,
    Look,
    Picture,
    Scene,
    placed,
)
from ...seating import Box, Place
from ...words import say
from . import board as b
from . import dial as d
from . import motion, photo
from .dice import dice_cell
from .frame import FLASH, FRAME, frame
from .play import Play, dialled
from .rules import State


def answer(play: Play, t: int, look: Look) -> Scene:
    """Coasters covered, the dial faces who answers, the photo finish the other side."""
    seat = play.judged or play.state.active
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    seats = seating.places(play.state.setup.seats, look, floor)
    me = seats[seat]
    base = floor
    here = me
    out = motion.opened(play, t)
    if look.seats_around == "front":
        base = floor - f.ROW * u
        here = replace(me, y=base)
    others = [p for p in seats.values() if p.seat != seat]
    boxes = [seating.badge_box(p, u, 10) for p in others] if look.seats_around != "front" else []
    items: list[Item] = [*frame(look, floor, look.colour(seat))]
    for p in others:
        items += seating.bystander(p, u, look, "locked" if p.seat in play.state.locked else "on")
    if look.seats_around == "front":
        items += seating.bystander(me, u, look, "glow")
    dial_span, pads, box = d.arranged(here, boxes, look, base)
    items += here.put(*motion.tab(d.dial(play, here, dial_span, t, look), out))
    for pad in pads:
        items += here.put(*d.pad_keys(pad, u))
    area = _left_over(here, box, boxes, look, base)
    items += _middle(play, here, area, look)
    items += _strip(play, look)
    return Scene(tuple(items), out < 1)


def covering(play: Play, part: float, look: Look) -> Scene:
    """`part` of the coasters' way from face to back, where they lie; round it all at once the frame of who was
    first."""
    state, u = play.state, f.unit(look)
    seat, board = play.judged or state.active, b.race_board(look)
    items: list[Item] = [*frame(look, look.h, look.colour(seat), FLASH)]
    items += motion.covered(b.coasters(state, board), part)
    items += [*b.mat(state, board), *dice_cell(state, board, look)]
    for p in seating.places(state.setup.seats, look, look.h).values():
        how: seating.BadgeLook = "locked" if p.seat in state.locked else "glow" if p.seat == seat else "on"
        items += badge(p, u, how)
    return Scene(tuple(items), True)


def badge(place: Place, u: float, how: seating.BadgeLook) -> f.Items:
    """A badge where it is in the race, without the bar: the frame is there."""
    return place.put(seating.seat_badge(place, 0, f.DEPTH * u, f.BADGE * u, how))


def _strip(play: Play, look: Look) -> f.Items:
    less, more = dialled(play, -1), dialled(play, 1)
    done = say("done", look.language)
    here = f.Key(done, str(play.number)) if play.number is not None else f.Key(works=False)
    return f.key_strip(look, f.Key(number=str(less)), here, f.Key(number=str(more)))


def _left_over(here: Place, dial: Box, boxes: list[Box], look: Look, base: float) -> Box:
    """What dial, pad and bystanders leave free."""
    u, gap = f.unit(look), 1.3 * f.unit(look)
    left, top, right, bottom = (FRAME * u + gap, FRAME * u + gap, look.w - FRAME * u - gap, base - FRAME * u - gap)
    match here.edge:
        case "B":
            bottom = dial[1] - gap
        case "T":
            top = dial[3] + gap
        case "L":
            left = dial[2] + gap
        case _:
            right = dial[0] - gap
    for box in boxes:
        if seating.apart((left, top, right, bottom), box):
            continue
        at_side = box[0] < 1.5 * u or box[2] > look.w - 1.5 * u
        if at_side and box[0] < look.w / 2:
            left = max(left, box[2] + gap)
        elif at_side:
            right = min(right, box[0] - gap)
        elif box[1] < look.h / 2:
            top = max(top, box[3] + gap)
        else:
            bottom = min(bottom, box[1] - gap)
    return left, top, right, bottom


def _middle(play: Play, here: Place, area: Box, look: Look) -> f.Items:
    """Backs of the coasters with the dice between them, and the photo finish beyond, seen from the dial."""
    u = f.unit(look)
    left, top, right, bottom = area
    w, h, mx = right - left, bottom - top, (left + right) / 2
    row_h = min(12.5 * u, (w + 0.8 * u) / 8 - 0.8 * u, h * 0.42)
    above = here.edge == "T"
    turn = 180 if here.edge == "B" and look.seats_around != "front" else 0
    finish = play.finish
    if finish is None or not finish.shown:
        return _covered(play.state, mx, (top + bottom) / 2, row_h, u)
    at = top + row_h / 2 if above or here.edge in "LR" else bottom - row_h / 2
    lanes_h = h - row_h - 1.2 * u
    ly = bottom - lanes_h / 2 if above or here.edge in "LR" else top + lanes_h / 2
    lanes = photo.finish(finish, w, lanes_h, look)
    return _covered(play.state, mx, at, row_h, u) + placed(lanes, mx, ly, turn)


def _covered(state: State, x: float, y: float, d: float, u: float) -> f.Items:
    """Backs in a row, dice between, dashed rings for free places."""
    step = d + 0.8 * u
    lying = [True] * len(state.table) + [False] * (6 - len(state.table))
    items: list[Item] = []
    for i, there in enumerate(lying):
        cx = x + (i - 3.5 + (2 if i > 2 else 0)) * step
        items.append(Picture("coaster_back", cx, y, d) if there else b.ring(cx, y, d))
    if state.dice:
        items.append(b.die("g", state.dice[0], x - step / 2, y, 0.86 * d, -6))
        items.append(b.die("r", state.dice[1], x + step / 2, y, 0.86 * d, 6))
    return tuple(items)
