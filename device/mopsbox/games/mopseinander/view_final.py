"""The final: everybody's own coasters open at their edge, what counts bright, scores counting up.

Only here is a won coaster's face in a picture (R16, R22).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating
from ...scene import (
    INK,
    LOW,
    MUTE,
    SOFT,
    Badge,
    Coaster,
    Item,
    Look,
    Scene,
    Slab,
    seat_colour,
)
from ...seating import Box, Place
from ...table import Seat
from ...words import say
from . import board as b
from . import layout
from .dice import medallion, operator, pointed_at, tumbled
from .play import COUNT_STEP, FLIP, FLIP_APART, TUMBLE, Play, flipping, roller
from .rules import State

LEAST = 14.0  # a plate is so wide, in units: a score of two digits


@dataclass(frozen=True, slots=True)
class Deep:
    """A final plate in its place's frame: its middle, width and depth. `tall`: narrow, so everything stacks."""

    place: Place
    w: float
    depth: float

    @property
    def tall(self) -> bool:
        return self.depth > self.w


def plates(seats: dict[Seat, Place], look: Look) -> tuple[dict[Seat, Deep], Box]:
    """Everybody's plate, and the middle they leave free."""
    gap = f.GAP * f.unit(look)
    if look.seats_around == "front":
        high = 0.52 * look.h
        rows = seating.staggered(seats, LEAST * f.unit(look), (high + gap) / 2, look)
        depth = high if rows == seats else (high - gap) / 2
        deep = {s: Deep(p, min(p.room - gap, 0.64 * look.w), depth) for s, p in rows.items()}
        return deep, (gap, gap, look.w - gap, look.h - high - gap)
    long, short = 0.3 * look.h, 0.179 * look.w
    many = {e: sum(p.edge == e for p in seats.values()) for e in "BLTR"}
    sides = bool(many["L"] or many["R"])
    lone = max(many["B"], many["T"]) <= 1
    height = look.h - 2 * gap - 2 * long
    if lone and sides:
        height = 0.52 * look.h
    found = {}
    for seat, p in seats.items():
        if p.edge in "LR":
            found[seat] = Deep(p, height, short)
        elif many[p.edge] == 1:
            room = look.w - 2 * (short + gap) if sides and lone else 0.7 * look.w
            found[seat] = Deep(p, min(room, p.room - gap), long)
        else:
            found[seat] = Deep(p, min(p.room - gap, 0.42 * look.w), long)
    left = short if many["L"] else 0
    right = short if many["R"] else 0
    box = (
        left + gap,
        (long if many["T"] else 0) + gap,
        look.w - right - gap,
        look.h - (long if many["B"] else 0) - gap,
    )
    return found, box


def grid(n: int, w: float, h: float) -> tuple[float, tuple[tuple[float, float], ...]]:
    """Diameter and middles of `n` coasters, as large as they fit into `w` by `h` around (0, 0)."""
    best, rows = 0.0, 1
    for r in range(1, max(2, n + 1)):
        d = min(w / math.ceil(n / r), h / r) if n else 0
        if d > best:
            best, rows = d, r
    columns = math.ceil(n / rows) if n else 1
    middles = []
    for i in range(n):
        r, c = divmod(i, columns)
        here = min(columns, n - r * columns)
        middles.append(((c - (here - 1) / 2) * best, (r - (math.ceil(n / columns) - 1) / 2) * best))
    return 0.95 * best, tuple(middles)


def _plate(play: Play, deep: Deep, score: int | None, lit: bool, dim: bool, shown: f.Items, look: Look) -> f.Items:
    """`lit`: still in it; `dim`: beaten. Who is to roll glows, as in the middle."""
    u, place = f.unit(look), deep.place
    colour = seat_colour(place.seat)
    items: list[Item] = [*f.plate(0, deep.w, deep.depth, u, colour)]
    if lit:
        items[0] = Slab(0, -deep.depth / 2, deep.w, deep.depth, LOW, colour, 0.8 * u, f.RADIUS * u, "top")
    rolls = play.mode == "final" and place.seat == roller(play.state)
    badge = seating.seat_badge(place, 0, 0, f.SMALL_BADGE * u, "glow" if rolls else "on")
    column = -deep.w / 2 + 7.6 * u
    if deep.tall:
        items.append(replace(badge, x=0, y=-6.4 * u))
    else:
        items.append(replace(badge, x=column, y=-6.6 * u))
    if score is not None:
        x, y = (0.0, -16.8 * u) if deep.tall else (column, -17.6 * u)
        number = f.word(str(score), f.SCORE * u, SOFT if dim else INK, True, x, y)
        items.append(seating.as_its_badge(place, number))
    return place.put(*items, *shown)


def _area(deep: Deep, u: float) -> tuple[float, float, float, float]:
    """Middle and size of a plate's room for coasters, in its frame."""
    if deep.tall:
        low, high = 21.0 * u, deep.depth - 1.2 * u
        return 0, -(low + high) / 2, deep.w - 1.6 * u, high - low
    left, right = -deep.w / 2 + 13.6 * u, deep.w / 2 - 1.6 * u
    low, high = 2.4 * u, deep.depth - 1.4 * u
    return (left + right) / 2, -(low + high) / 2, right - left, high - low


def final(play: Play, t: int, look: Look) -> Scene:
    """Mode final: coasters turn over one after another, then the roller is asked. Mode tally: scores count up."""
    state = play.state
    tally = play.mode == "tally"
    seats = seating.places(state.setup.seats, look, look.h)
    deep, middle = plates(seats, look)
    items: list[Item] = []
    flips = 0 if tally or state.rolls else sum(map(len, state.won))
    moving = bool(flips) and t < play.since + flipping(state)
    counted = (t - play.since) // COUNT_STEP if tally else 1 << 30
    best = max(state.final or (0,))
    moving = moving or (tally and counted < best)
    turned = 0
    for i, seat in enumerate(state.setup.seats):
        start = play.since + turned * FLIP_APART if flips else None
        turned += len(state.won[i])
        score = min(state.final[i], max(0, counted)) if state.final is not None else None
        lit = bool(state.rolls) and counted >= best and seat in state.contenders
        beaten = bool(state.rolls) and counted >= best and seat not in state.contenders
        shown = _own(state, i, deep[seat], start, t, counts(state) if tally or state.rolls else None, look)
        items += _plate(play, deep[seat], score, lit, beaten, shown, look)
    items += _asked(play, middle, look) if not tally else _rolled(state, middle, look, counted >= best)
    return Scene(tuple(items), moving)


def counts(state: State) -> frozenset[str]:
    """The drawings that count under the last roll (R24, R25)."""
    bright = set(pointed_at(state)) if state.dice else set()
    return frozenset(bright | ({"star"} if state.dice and sum(state.dice) == 7 else set()))


def _own(
    state: State, i: int, deep: Deep, start: int | None, t: int, bright: frozenset[str] | None, look: Look
) -> f.Items:
    """A seat's coasters on its plate, turning over from `start` on."""
    u = f.unit(look)
    x, y, w, h = _area(deep, u)
    ids = state.won[i]
    if not ids:
        return (Slab(x, y, 4 * u, 0.9 * u, MUTE),)
    d, middles = grid(len(ids), w, h)
    d = min(d, 24 * u)
    items: list[Item] = []
    for n, (id, (cx, cy)) in enumerate(zip(ids, middles, strict=True)):
        part = 1.0 if start is None else (t - start - n * FLIP_APART) / FLIP
        if part < 0.5:
            squash = 1 - 2 * max(0.0, part)
            items.append(Coaster((), x + cx, y + cy, d, back=True, squash=round(squash, 2)))
        else:
            spots = layout.spots(state.setup.coasters, id)
            squash = min(1.0, 2 * part - 1)
            items.append(Coaster(spots, x + cx, y + cy, d, bright=bright, squash=round(squash, 2)))
    return tuple(items)


def _size(middle: Box, u: float) -> tuple[float, float, float]:
    """Middle of the free room and the size of a thing in the row of five there."""
    left, top, right, bottom = middle
    return (left + right) / 2, (top + bottom) / 2, min(16 * u, (right - left) / 6, (bottom - top) * 0.5)


def _said(words: str, y: float, middle: Box, look: Look, colour: str = SOFT) -> f.Items:
    u = f.unit(look)
    mx, my, _ = _size(middle, u)
    cap = f.fitted(words, middle[2] - middle[0] - 2 * u, f.PHRASE * u, 4.7 * u, True)
    said = [f.word(words, cap, colour, True, y=y)]
    return f.doubled(said, mx, my, look)


def _asked(play: Play, middle: Box, look: Look) -> f.Items:
    """The roller's badge between two dice that wait; what to do, for both long sides."""
    state, u = play.state, f.unit(look)
    x, y, s = _size(middle, u)
    seat = roller(state)
    badge = Badge(seat, x, y, min(12 * u, s), 0, "glow")
    dice = (
        b.die("g", 0, x - 1.3 * s, y, s, -8, tap=("key-ok", 0)),
        b.die("r", 0, x + 1.3 * s, y, s, 8, tap=("key-ok", 0)),
    )
    words = say("press-again" if state.rolls else "press-to-roll", look.language)
    return (*dice, badge, *_said(words, 0.5 * s + 4.2 * u, middle, look, INK))


def _rolled(state: State, middle: Box, look: Look, done: bool) -> f.Items:
    """Pug, die, operator, die, pug; a tie is said once the scores stand."""
    if state.dice is None:
        return ()
    u = f.unit(look)
    x, y, s = _size(middle, u)
    green, red = pointed_at(state)
    items: list[Item] = [
        *medallion("g", green, x - 2.35 * s, y, s),
        b.die("g", state.dice[0], x - 1.15 * s, y, s, -6),
        b.die("r", state.dice[1], x + 1.15 * s, y, s, 6),
        *medallion("r", red, x + 2.35 * s, y, s),
        *operator(state.dice, x, y, 0.7 * s),
    ]
    if done and state.phase == "final":
        items += _said(say("tie", look.language), 0.5 * s + 4.2 * u, middle, look)
    return tuple(items)


def tumble(play: Play, t: int, look: Look) -> Scene:
    """The final roll: what it brings is not shown before the dice lie."""
    state = play.state
    ends = play.since + TUMBLE
    if t >= ends:
        return final(replace(play, mode="tally", since=t), t, look)
    u = f.unit(look)
    seats = seating.places(state.setup.seats, look, look.h)
    deep, middle = plates(seats, look)
    items: list[Item] = []
    for i, seat in enumerate(state.setup.seats):
        items += _plate(play, deep[seat], None, False, False, _own(state, i, deep[seat], None, t, None, look), look)
    x, y, s = _size(middle, u)
    green, red, turn = tumbled(t, play.since, ends)
    items += [
        b.die("g", green, x - 1.15 * s, y, s, -6 + turn),
        b.die("r", red, x + 1.15 * s, y, s, 6 - turn),
    ]
    return Scene(tuple(items), True)
