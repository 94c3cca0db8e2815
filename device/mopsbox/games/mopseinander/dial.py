"""The dial at the answerer's edge and the touch pad beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import furniture as f
from ... import seating, signs
from ...look import foot
from ...scene import (
    HIGH,
    INK,
    KEYS,
    SOFT,
    Item,
    Look,
    Slab,
    Target,
    Text,
)
from ...seating import Box, Place
from ...words import say
from .frame import FRAME
from .play import Play, dialled

BLOCKS = 10  # time blocks
KEY, KEY_GAP = 9.0, 0.6  # of the touch pad, in units: a finger needs 9 mm
WIDE, NARROW, SIDE = 78, 50, 52  # the dial, in units: at most, at least, at a short edge
TWO_ROWS = ("12345<", "67890+")  # read across the dial; < erases, + is done
THREE_ROWS = ("1234", "5678", "90<+")

Span = tuple[float, float]
"""(middle, width) along the edge."""


@dataclass(frozen=True, slots=True)
class Pad:
    """Rows of keys, their upper left corner at (x, y) in the reader's frame."""

    rows: tuple[str, ...]
    x: float
    y: float


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


def arranged(here: Place, boxes: list[Box], look: Look, base: float) -> tuple[Span, tuple[Pad, ...], Box]:
    """The dial's span, the pads and the box to keep clear of. On a long edge: the widest dial that leaves room for the
    pad, whose two rows are cut by the dial or stand beside it. At a short edge the pad is a block above the dial."""
    u, gap, depth = f.unit(look), f.GAP * f.unit(look), f.DIAL * f.unit(look)
    start, end = seating.span(here, depth, boxes, look, base, gap)
    if here.edge in "LR":
        x, w = seating.within(SIDE * u, start, end)
        wide, high = _size(THREE_ROWS, u)
        left = max(start, min(end - wide, x - wide / 2))
        top = -(depth + gap + high)
        box = seating.edge_box(here, min(x - w / 2, left), max(x + w / 2, left + wide), -top)
        return (x, w), (Pad(THREE_ROWS, left, top),), box
    edge = FRAME * u
    for width in range(WIDE, NARROW - 1, -1):
        if width * u > end - start:
            continue
        x, w = seating.within(width * u, start, end)
        for pads in _tries(x, w, u, edge + gap):
            found = [_box(here, pad, u) for pad in pads]
            inside = all(min(c[:2]) >= edge and c[2] <= look.w - edge and c[3] <= base for c in found)
            if inside and all(seating.apart(c, o, 0.5 * u) for c in found for o in boxes):
                return (x, w), pads, seating.edge_box(here, x - w / 2, x + w / 2, depth)
    x, w = seating.within(NARROW * u, start, end)
    return (x, w), (), seating.edge_box(here, x - w / 2, x + w / 2, depth)


def _size(rows: tuple[str, ...], u: float) -> tuple[float, float]:
    wide, high = len(rows[0]), len(rows)
    return (wide * KEY + (wide - 1) * KEY_GAP) * u, (high * KEY + (high - 1) * KEY_GAP) * u


def _tries(x: float, w: float, u: float, least: float) -> Iterator[tuple[Pad, ...]]:
    """Where the pad could stand: cut by the dial, right of it, left of it; at several depths."""
    gap = f.GAP * u
    halves = tuple(row[:3] for row in TWO_ROWS), tuple(row[3:] for row in TWO_ROWS)
    half, high = _size(halves[0], u)
    left, right = x - w / 2 - gap, x + w / 2 + gap
    for near in (least, 11.2 * u, f.DIAL * u - high):
        y = -(near + high)
        yield Pad(halves[0], left - half, y), Pad(halves[1], right, y)
        yield (Pad(TWO_ROWS, right, y),)
        yield (Pad(TWO_ROWS, left - _size(TWO_ROWS, u)[0], y),)


def _box(here: Place, pad: Pad, u: float) -> Box:
    w, h = _size(pad.rows, u)
    return seating.edge_box(here, pad.x, pad.x + w, -pad.y, -pad.y - h)


def pad_keys(pad: Pad, u: float) -> f.Items:
    """Keys for a finger. Done is a tick, as on the cap of OK."""
    items: list[Item] = []
    step, k = (KEY + KEY_GAP) * u, KEY * u
    for j, row in enumerate(pad.rows):
        for i, sign in enumerate(row):
            x, y = pad.x + k / 2 + i * step, pad.y + k / 2 + j * step
            if sign == "<":
                items += [_key(x, y, k, u, ("erase", 0)), *signs.eraser(x, y, 5.4 * u, SOFT, HIGH)]
            elif sign == "+":
                items += [_key(x, y, k, u, ("done", 0)), signs.tick(x, y, 4.4 * u, INK)]
            else:
                items += [_key(x, y, k, u, ("digit", int(sign))), Text(sign, x, y, f.CAP * u, INK)]
    return tuple(items)


def _key(x: float, y: float, k: float, u: float, target: Target) -> Slab:
    return Slab(x, y, k, k, HIGH, radius=1.8 * u, tap=target)


def dial(play: Play, here: Place, span: Span, t: int, look: Look) -> f.Items:
    """Phrase, the number between its neighbours, ten time blocks; in the reader's frame."""
    u, (x, w) = f.unit(look), span
    colour = look.colour(here.seat)
    depth = f.DIAL * u
    items: list[Item] = [*f.plate(x, w, depth, u, colour, HIGH)]
    left = blocks_left(play, t)
    if left is not None:
        step = min(7.2 * u, (w - 5 * u) / BLOCKS)
        for i in range(BLOCKS):
            fill = colour if i < left else KEYS
            items.append(Slab(x + (i - 4.5) * step, -3.3 * u, step - 1.1 * u, 2 * u, fill, radius=u))
    y = -15.4 * u
    items.append(Slab(x, y, 26 * u, 21 * u, KEYS, colour, 0.8 * u, radius=3 * u))
    shown = "?" if play.number is None else str(play.number)
    ink = SOFT if play.number is None else INK
    cap = f.fitted(shown, 23 * u, f.NUMBER * u, f.CAP * u, bold=True)
    items.append(f.word(shown, cap, ink, True, x, y - (f.FOOT / 2 * cap if foot(shown) else 0)))
    side = w / 2 - 14.5 * u
    wide = w >= 62 * u
    for sign, what in ((-1, "less"), (1, "more")):
        middle = x + sign * (13.5 * u + side / 2)
        items.append(Slab(middle, y, side, 12 * u, tap=(what, 0)))
        items.append(
            signs.arrow(middle + (sign * side / 4 if wide else 0), y, 6 * u, "left" if sign < 0 else "right", colour)
        )
        if wide:
            items.append(f.word(str(dialled(play, sign)), f.CAP * u, SOFT, False, middle - sign * side * 0.2, y))
    badge = seating.seat_badge(here, 0, -y, f.SMALL_BADGE * u)
    phrases = [say(word, look.language) for word in ("your-number", "number")]
    row = f.asked(badge, phrases, w - 3 * u, u)
    items += f.row(f.level(row, -30.5 * u), f.BESIDE * u, x)
    return tuple(items)
