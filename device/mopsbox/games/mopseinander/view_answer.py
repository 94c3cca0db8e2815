"""The screens of an answer: dial, touch pad, photo finish; then right, wrong, late, nobody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ... import furniture as f
from ...look import foot
from ...scene import (
    HIGH,
    INK,
    KEYS,
    RULE,
    SOFT,
    Item,
    Line,
    Look,
    Picture,
    Scene,
    Slab,
    Text,
    placed,
    seat_colour,
)
from ...table import Seat
from ...words import say
from . import board as b
from . import photo
from .play import FIRST_NUMBER, MOST_NUMBER, Play
from .rules import State

BLOCKS = 10  # time blocks
KEY, KEY_GAP = 9.0, 0.6  # of the touch pad, in units: a finger needs 9 mm
FRAME = 1.5
WIDE, NARROW = 78.0, 50.0  # the dial, in units
PAD = "12345<67890+"  # two rows of six, read across the dial; < erases, + is done
PAD_FOUR = "1234567890<+"  # three rows of four


def blocks_left(play: Play, t: int) -> int | None:
    """Time blocks that are still lit; None: no limit."""
    if play.deadline is None or play.answer_ns is None:
        return None
    return max(0, min(BLOCKS, -((t - play.deadline) * BLOCKS // play.answer_ns)))


def next_block(play: Play, t: int) -> int | None:
    """When the next time block goes."""
    left = blocks_left(play, t)
    if left is None or play.deadline is None or play.answer_ns is None or left == 0:
        return None
    gone = play.deadline - (left - 1) * play.answer_ns // BLOCKS
    return gone if gone > t else t + 1


def frame(look: Look, floor: float, colour: str) -> f.Items:
    """The whole screen says whose moment it is."""
    w = FRAME * f.unit(look)
    return (
        Slab(look.w / 2, w / 2, look.w, w, colour),
        Slab(look.w / 2, floor - w / 2, look.w, w, colour),
        Slab(w / 2, floor / 2, w, floor, colour),
        Slab(look.w - w / 2, floor / 2, w, floor, colour),
    )


# --- answer


def answer(play: Play, t: int, look: Look) -> Scene:
    """Coasters covered, the dial faces who answers, the photo finish the other side."""
    seat = play.judged or play.state.active
    u, floor = f.unit(look), f.floor_of(look, strip=True)
    seats = f.places(play.state.setup.seats, look, floor)
    me = seats[seat]
    base = floor
    here = me
    if look.seats_around == "front":
        base = floor - f.STRIP * u
        here = replace(me, y=base)
    others = [p for p in seats.values() if p.seat != seat]
    boxes = [f.badge_box(p, u, 10) for p in others] if look.seats_around != "front" else []
    items: list[Item] = [*frame(look, floor, seat_colour(seat))]
    for p in others:
        items += f.bystander(p, u, "locked" if p.seat in play.state.locked else "on")
    if look.seats_around == "front":
        items += f.bystander(me, u, "glow")
    dial_span, pads, box = _arranged(here, boxes, look, base)
    items += here.put(*_dial(play, here, dial_span, t, look))
    for pad, at in pads:
        items += here.put(*_pad(pad, at, u))
    area = _left_over(here, box, boxes, look, base)
    items += _middle(play, here, area, look)
    items += _strip(play, look)
    return Scene(tuple(items))


Span = tuple[float, float]
"""(middle, width) along the edge."""


def _arranged(
    here: f.Place, boxes: list[f.Box], look: Look, base: float
) -> tuple[Span, list[tuple[tuple[str, ...], tuple[float, float]]], f.Box]:
    """The widest dial that leaves room for the pad: the dial's span, the pad's rows with their upper left corners
    (reader's frame), and the box of it all. The pad's two rows are cut by the dial, or stand beside it; at a short
    edge the pad is a square block above the dial."""
    u, gap = f.unit(look), f.GAP * f.unit(look)
    depth = f.DIAL * u
    edge = FRAME * u
    start, end = f.span(here, depth, boxes, look, base, gap)
    if here.edge in "LR":
        x, w = f.within(52 * u, start, end)
        cols, rows = 4, 3
        pw, ph = _size(cols, rows, u)
        pad = tuple(PAD_FOUR[i * cols : (i + 1) * cols] for i in range(rows))
        px = max(start, min(end - pw, x - pw / 2))
        top = -(depth + gap + ph)
        return (x, w), [(pad, (px, top))], f.edge_box(here, min(x - w / 2, px), max(x + w / 2, px + pw), -top)
    for width in _widths(u):
        if width > end - start:
            continue
        x, w = f.within(width, start, end)
        for layout, near in _tries(x, w, u, edge + gap, depth):
            found = [(rows, at, _box(here, rows, at, u)) for rows, at in layout]
            inside = all(
                0 + edge <= c[0] and c[2] <= look.w - edge and edge <= c[1] and c[3] <= base for *_, c in found
            )
            if inside and all(f.apart(c, o, 0.5 * u) for *_, c in found for o in boxes):
                del near
                return (x, w), [(rows, at) for rows, at, _ in found], f.edge_box(here, x - w / 2, x + w / 2, depth)
    x, w = f.within(NARROW * u, start, end)
    return (x, w), [], f.edge_box(here, x - w / 2, x + w / 2, depth)


def _widths(u: float) -> Iterator[float]:
    w = WIDE
    while w >= NARROW:
        yield w * u
        w -= 1


def _size(cols: int, rows: int, u: float) -> tuple[float, float]:
    return (cols * KEY + (cols - 1) * KEY_GAP) * u, (rows * KEY + (rows - 1) * KEY_GAP) * u


def _tries(
    x: float, w: float, u: float, least: float, depth: float
) -> Iterator[tuple[list[tuple[tuple[str, ...], tuple[float, float]]], float]]:
    """Where the pad could stand: cut by the dial, right of it, left of it; at several depths."""
    gap = f.GAP * u
    half, high = _size(3, 2, u)
    whole = _size(6, 2, u)[0]
    upper, lower = PAD[:6], PAD[6:]
    for near in (least, 11.2 * u, depth - high):
        y = -(near + high)
        left, right = x - w / 2 - gap, x + w / 2 + gap
        yield [((upper[:3], lower[:3]), (left - half, y)), ((upper[3:], lower[3:]), (right, y))], near
        yield [((upper, lower), (right, y))], near
        yield [((upper, lower), (left - whole, y))], near


def _box(here: f.Place, rows: tuple[str, ...], at: tuple[float, float], u: float) -> f.Box:
    w, h = _size(len(rows[0]), len(rows), u)
    return f.edge_box(here, at[0], at[0] + w, -at[1], -at[1] - h)


def _pad(rows: tuple[str, ...], at: tuple[float, float], u: float) -> f.Items:
    """Keys for a finger. Erase is an arrow, done a tick, as on the caps."""
    items: list[Item] = []
    step, k = (KEY + KEY_GAP) * u, KEY * u
    for j, line in enumerate(rows):
        for i, sign in enumerate(line):
            x, y = at[0] + k / 2 + i * step, at[1] + k / 2 + j * step
            if sign == "<":
                items += [_key(x, y, k, u, ("erase", 0)), f.arrow(x, y, 4 * u, "left", SOFT)]
            elif sign == "+":
                items += [_key(x, y, k, u, ("done", 0)), f.tick(x, y, 4.4 * u, INK)]
            else:
                items += [_key(x, y, k, u, ("digit", int(sign))), Text(sign, x, y, f.CAP * u, INK)]
    return tuple(items)


def _key(x: float, y: float, k: float, u: float, target: tuple[str, int]) -> Slab:
    return Slab(x, y, k, k, HIGH, radius=1.8 * u, tap=target)


def neighbours(number: int | None) -> tuple[int, int]:
    """What < and > would make of the number (they go round at 99)."""
    if number is None:
        return FIRST_NUMBER, FIRST_NUMBER
    return (number - 1) % (MOST_NUMBER + 1), (number + 1) % (MOST_NUMBER + 1)


def _dial(play: Play, here: f.Place, span: Span, t: int, look: Look) -> f.Items:
    """Phrase, the number between its neighbours, ten time blocks; in the reader's frame."""
    u, (x, w) = f.unit(look), span
    colour = seat_colour(here.seat)
    depth = f.DIAL * u
    items: list[Item] = [*f.plate(x, w, depth, u, colour, HIGH)]
    left = blocks_left(play, t)
    if left is not None:
        step = min(7.2 * u, (w - 5 * u) / BLOCKS)
        for i in range(BLOCKS):
            fill = colour if i < left else RULE
            items.append(Slab(x + (i - 4.5) * step, -4.1 * u, step - 1.1 * u, 2 * u, fill, radius=u))
    y = -15.2 * u
    items.append(Slab(x, y, 24 * u, 17 * u, KEYS, colour, 0.8 * u, radius=3 * u))
    shown = "?" if play.number is None else str(play.number)
    ink = SOFT if play.number is None else INK
    items.append(f.word(shown, f.NUMBER * u, ink, True, x, y - (0.8 * u if foot(shown) else 0)))
    side = (w / 2 - 12.5 * u) - u
    wide = w >= 62 * u
    for sign, what, number in ((-1, "less", neighbours(play.number)[0]), (1, "more", neighbours(play.number)[1])):
        middle = x + sign * (12.5 * u + side / 2)
        items.append(Slab(middle, y, side, 12 * u, tap=(what, 0)))
        items.append(
            f.arrow(middle + (sign * side / 4 if wide else 0), y, 6 * u, "left" if sign < 0 else "right", colour)
        )
        if wide and play.number is not None:
            items.append(f.word(str(number), f.CAP * u, SOFT, False, middle - sign * side * 0.2, y))
    phrase = say("your-number", look.language)
    row: list[f.Part] = [f.seat_badge(here, 0, -y, f.SMALL_BADGE * u), f.word(phrase, f.PHRASE * u, bold=True)]
    if f.row_width(row, 1.6 * u) > w - 3 * u:
        row = [f.word(phrase, f.CAP * u, bold=True)]
    items += f.row(f.level(row, -29.4 * u), 1.6 * u, x)
    return tuple(items)


def _strip(play: Play, look: Look) -> f.Items:
    less, more = neighbours(play.number)
    done = say("done", look.language)
    here = f.Key(done, str(play.number)) if play.number is not None else f.Key(works=False)
    return f.key_strip(look, f.Key(number=str(less)), here, f.Key(number=str(more)))


def _left_over(here: f.Place, dial: f.Box, boxes: list[f.Box], look: Look, base: float) -> f.Box:
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
        if f.apart((left, top, right, bottom), box):
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


def _middle(play: Play, here: f.Place, area: f.Box, look: Look) -> f.Items:
    """Backs of the coasters with the dice between them, and the photo finish beyond, seen from the dial."""
    u = f.unit(look)
    left, top, right, bottom = area
    w, h, mx = right - left, bottom - top, (left + right) / 2
    row_h = min(12.5 * u, (w + 0.8 * u) / 8 - 0.8 * u, h * 0.42)
    above = here.edge == "T"
    turn = 180 if here.edge == "B" and look.seats_around != "front" else 0
    finish = play.finish
    if finish is None or len(finish.lanes) < 2:
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


# --- verdict


def verdict(play: Play, t: int, look: Look) -> Scene:
    u = f.unit(look)
    seats = f.places(play.state.setup.seats, look, look.h)
    match play.verdict:
        case "right":
            return Scene(_right(play, seats, look, u))
        case "nobody":
            return Scene(_nobody(play, seats, look, u))
        case _:
            return Scene(_wrong(play, seats, look, u))


def _right(play: Play, seats: dict[Seat, f.Place], look: Look, u: float) -> f.Items:
    seat = play.judged or play.state.active
    x, y = look.w / 2, look.h / 2
    items: list[Item] = [*frame(look, look.h, seat_colour(seat))]
    for p in seats.values():
        items += f.bystander(p, u)
    items += [replace(f.seat_badge(seats[seat], 0, 0, 12 * u, "glow"), x=x, y=y, turn=0)]
    items += [f.tick(x - 21 * u, y, 11 * u), f.tick(x + 21 * u, y, 11 * u)]
    said: list[Item] = [f.word(say("right", look.language), 8 * u, bold=True, y=14.5 * u)]
    said += _sum(play.state, 26 * u, u, look.w - 26 * u)
    return (*items, *f.doubled(said, x, y))


def _wrong(play: Play, seats: dict[Seat, f.Place], look: Look, u: float) -> f.Items:
    """No number: others still have their answer (A6)."""
    state, seat = play.state, play.judged or play.state.active
    locked = state.locked if state.phase == "race" else state.setup.seats
    x, y = look.w / 2, look.h / 2
    items: list[Item] = []
    for p in seats.values():
        items += f.racer(p, u, look, "locked" if p.seat in locked else "on")
    items.append(replace(f.seat_badge(seats[seat], 0, 0, 12 * u, "locked"), x=x, y=y, turn=0))
    items += [*f.cross(x - 21 * u, y, 8 * u), *f.cross(x + 21 * u, y, 8 * u)]
    word = say("late" if play.verdict == "late" else "wrong", look.language)
    return (*items, *f.doubled([f.word(word, 8 * u, bold=True, y=16.5 * u)], x, y))


def _nobody(play: Play, seats: dict[Seat, f.Place], look: Look, u: float) -> f.Items:
    x, y = look.w / 2, look.h / 2
    items: list[Item] = []
    for p in seats.values():
        items += f.racer(p, u, look, "locked")
    dice = play.state.dice
    if dice:
        items += [b.die("g", dice[0], x - 4.6 * u, y, 7.6 * u, -6), b.die("r", dice[1], x + 4.6 * u, y, 7.6 * u, 6)]
        items += [Line(x - 34 * u, y, x - 11 * u, y, 0.4 * u, RULE), Line(x + 11 * u, y, x + 34 * u, y, 0.4 * u, RULE)]
    said: list[Item] = [f.word(say("nobody", look.language), 7 * u, SOFT, True, y=13.5 * u)]
    said += _sum(play.state, 25.5 * u, u, look.w - 26 * u)
    return (*items, *f.doubled(said, x, y))


def counted(state: State) -> tuple[int, int, int]:
    """Pugs of the green die, of the red one, stars on the table (R9, R12)."""
    coasters, dice = state.setup.coasters, state.dice or (1, 1)
    green, red = coasters.picked[state.setup.face, dice[0], dice[1]]
    return (
        sum(green[id] for id in state.table),
        sum(red[id] for id in state.table),
        sum(coasters.stars[id] for id in state.table),
    )


def _sum(state: State, y: float, u: float, room: float) -> f.Items:
    """5 pug + 3 pug = 8, as the dice meant it. Only shown once the round is decided."""
    if state.dice is None or state.correct is None:
        return ()
    a, c, stars = counted(state)
    green, red = b.pointed_at(state)
    cap, pug = f.SCORE * u, 9.4 * u

    def numeral(n: int) -> Text:
        return f.word(str(n), cap, bold=True, y=y)

    def sign(text: str) -> Text:
        return f.word(text, cap, SOFT, y=y)

    between = "×" if sum(state.dice) == 9 else "+"
    parts: list[f.Part] = [
        numeral(a),
        Picture(green, 0, y, pug),
        sign(between),
        numeral(c),
        Picture(red, 0, y, pug),
    ]
    if sum(state.dice) == 7:
        parts += [sign("+"), numeral(stars), Picture("star", 0, y, 0.8 * pug)]
    parts += [sign("="), numeral(state.correct)]
    gap = min(1.4 * u, max(0.3 * u, (room - f.row_width(parts, 0)) / len(parts)))
    return f.row(parts, gap)
