"""The final: everybody's own coasters open at their edge, what counts bright, scores counting up.

Only here is a won coaster's face in a picture (R16, R22).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating
from ...look import width
from ...scene import (
    INK,
    LOW,
    SOFT,
    Badge,
    Coaster,
    Item,
    Look,
    Scene,
    Slab,
    placed,
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
FLAT_W = 20.0  # the plate of who won nothing, in units: badge and 0 side by side
BANNER, SIDE_BY_SIDE = 12.0, 24.0  # depth and width of badge and score side by side at the edge
ACROSS = 2.0  # more depth where the score lies across the strip
STACKED = 22.0  # depth of both one above the other
FIVE = 66.0  # the five things in the middle never get less, nor do the words there


@dataclass(frozen=True, slots=True)
class Deep:
    """A final plate in its place's frame: its middle, width and depth, and how many coasters it holds."""

    place: Place
    x: float
    w: float
    depth: float
    n: int


def plates(seats: dict[Seat, Place], won: Mapping[Seat, int], look: Look) -> tuple[dict[Seat, Deep], Box]:
    """Everybody's plate, and the middle they leave free. Who won nothing has badge and 0; the others share the room."""
    u = f.unit(look)
    gap = f.GAP * u
    if look.seats_around == "front":
        high = (0.52 if len(seats) <= 4 else 0.6) * look.h
        rows = seating.staggered(seats, LEAST * u, (high + gap) / 2, look)
        depth = high if rows == seats else (high - gap) / 2
        deep = {}
        for s, p in rows.items():
            w = min(p.room - gap, (0.64 * look.w if won[s] else FLAT_W * u))
            flat = (BANNER if w >= FLAT_W * u else STACKED) * u
            deep[s] = Deep(p, 0, w, depth if won[s] else min(depth, flat), won[s])
        return deep, (gap, gap, look.w - gap, look.h - high - gap)
    edges = {edge: [s for s, p in seats.items() if p.edge == edge] for edge in "BLTR"}
    depths = {edge: max((_depth(won[s], u, 0.3 * look.h) for s in there), default=0) for edge, there in edges.items()}
    words = max(width(say(word, look.language), f.CAP, True) for word in ("press-to-roll", "press-again", "tie"))
    free = look.w - 2 * gap - max(FIVE, words + 2.2) * u
    full = [edge for edge in "LR" if any(won[s] for s in edges[edge])]
    flat = sum(BANNER * u for edge in "LR" if edges[edge] and edge not in full)
    for edge in full:
        depths[edge] = min((free - flat) / len(full), 0.3 * look.w)
    lone = max(len(edges["B"]), len(edges["T"])) <= 1
    found = {}
    for edge, there in edges.items():
        for s in there:
            start, end = _span(s, there, seats, won, depths, lone, look)
            w = min(end - start, (0.7 if len(there) == 1 else 0.5) * look.w) if won[s] else FLAT_W * u
            x = max(start + w / 2, min(end - w / 2, 0.0))
            found[s] = Deep(seats[s], x, w, _depth(won[s], u, depths[edge]), won[s])
    box = (depths["L"] + gap, depths["T"] + gap, look.w - depths["R"] - gap, look.h - depths["B"] - gap)
    return found, box


def _depth(n: int, u: float, full: float) -> float:
    return full if n else BANNER * u


def _span(
    seat: Seat,
    there: Sequence[Seat],
    seats: Mapping[Seat, Place],
    won: Mapping[Seat, int],
    depths: Mapping[str, float],
    lone: bool,
    look: Look,
) -> tuple[float, float]:
    """From where to where a plate may reach along its edge, in its frame: up to its neighbours, the flat plate of who
    won nothing being a narrow one. One alone at each long side leaves the corners to the short sides."""
    gap = f.GAP * f.unit(look)
    place = seats[seat]
    long = place.edge in "BT"
    here = place.x if long else place.y
    if long:
        aside = lone and bool(depths["L"] or depths["R"])
        low, high = (depths["L"] + gap, look.w - depths["R"] - gap) if aside else (gap, look.w - gap)
    elif lone:
        low, high = here - 0.26 * look.h, here + 0.26 * look.h
    else:
        low, high = depths["T"] + gap, look.h - depths["B"] - gap
    for other in there:
        at = seats[other].x
        if other == seat or not long:
            continue
        half = FLAT_W / 2 * f.unit(look) + gap if won[seat] and not won[other] else abs(at - here) / 2 + gap / 2
        if at < here:
            low = max(low, at + half)
        else:
            high = min(high, at - half)
    return (low - here, high - here) if place.edge in "BL" else (here - high, here - low)


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
    colour = look.colour(place.seat)
    items: list[Item] = [*f.plate(0, deep.w, deep.depth, u, colour)]
    if lit:
        items[0] = Slab(0, -deep.depth / 2, deep.w, deep.depth, LOW, colour, 0.8 * u, f.RADIUS * u, "top")
    rolls = play.mode == "final" and place.seat == roller(play.state)
    at, said, _ = _parted(deep, u)
    badge = seating.seat_badge(place, 0, 0, f.SMALL_BADGE * u, "glow" if rolls else "on")
    items.append(replace(badge, x=at[0], y=at[1]))
    if score is not None:
        number = f.word(str(score), f.SCORE * u, SOFT if dim else INK, True, *said)
        items.append(seating.as_its_badge(place, number))
    return place.put(*placed((*items, *shown), deep.x, 0))


def _parted(deep: Deep, u: float) -> tuple[tuple[float, float], tuple[float, float], f.Room]:
    """Where on a plate the badge stands, where the score, and the room for its coasters (middle and size), in a frame
    around the plate's middle: badge and score side by side at the edge or one above the other, whichever leaves the
    coasters larger."""
    found = []
    half, deepest = deep.w / 2, deep.depth - 1.4 * u
    across = deep.n and (deep.place.face - deep.place.turn) % 180  # then the score lies across that strip
    strip = BANNER + (ACROSS if across else 0)
    if deep.w >= (SIDE_BY_SIDE if deep.n else FLAT_W) * u:
        left = -min(half, SIDE_BY_SIDE / 2 * u) + 6 * u
        room = (0.0, -(strip * u + deepest) / 2, deep.w - 1.6 * u, deepest - strip * u)
        found.append(((left, -6.6 * u), (left + (11 if deep.n else 8) * u, -(8.0 if across else 7.2) * u), room))
    if deep.n or not found:
        column, low = -half + 7.6 * u, 2.4 * u
        room = (6 * u, -(low + deepest) / 2, deep.w - 15.2 * u, deepest - low)
        if deep.n:
            found.append(((column, -6.6 * u), (column, -17.6 * u), room))
        room = (0.0, -(21 * u + deepest) / 2, deep.w - 1.6 * u, deepest - 21 * u)
        found.append(((0.0, -6.4 * u), (0.0, -16.8 * u), room))
    return max(found, key=lambda parted: grid(deep.n, parted[2][2], parted[2][3])[0])


def final(play: Play, t: int, look: Look) -> Scene:
    """Mode final: coasters turn over one after another, then the roller is asked. Mode tally: scores count up."""
    state = play.state
    tally = play.mode == "tally"
    seats = seating.places(state.setup.seats, look, look.h)
    won = {seat: len(ids) for seat, ids in zip(state.setup.seats, state.won, strict=True)}
    deep, middle = plates(seats, won, look)
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
    x, y, w, h = _parted(deep, u)[2]
    ids = state.won[i]
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
    won = {seat: len(ids) for seat, ids in zip(state.setup.seats, state.won, strict=True)}
    deep, middle = plates(seats, won, look)
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
