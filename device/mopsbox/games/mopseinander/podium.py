"""The podium: steps, a crown for every winner, confetti, everybody's score at their edge."""

from __future__ import annotations

from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...scene import (
    HIGH,
    INK,
    LOW,
    SEAT_COLOURS,
    SOFT,
    STAR,
    Badge,
    Item,
    Look,
    Scene,
    Slab,
    mixed,
    seat_colour,
)
from ...seating import Place
from ...table import SECOND, Seat
from ...words import say
from .play import Play
from .rules import State

CONFETTI, CONFETTI_LASTS = 70, 4 * SECOND

_BITS = (*SEAT_COLOURS, STAR)


def podium(play: Play, t: int, look: Look) -> Scene:
    """Steps for the best, a crown for every winner, everybody's score at their edge."""
    state = play.state
    floor = seating.floor_of(look, strip=True)
    seats = seating.places(state.setup.seats, look, floor)
    scores = dict(zip(state.setup.seats, state.final or map(len, state.won), strict=True))
    items: list[Item] = []
    falling = t - play.since < CONFETTI_LASTS
    items += _confetti(t - play.since, look, floor)
    for seat, place in seats.items():
        items += _score_plate(place, scores[seat], seat in state.winners, look)
    items += _steps(state, scores, look, floor, seats)
    items += f.key_strip(look, f.Key(say("end", look.language)), f.Key(say("again", look.language)), f.Key(works=False))
    return Scene(tuple(items), falling)


def _score_plate(place: Place, score: int, won: bool, look: Look) -> f.Items:
    u = f.unit(look)
    front = look.seats_around == "front"
    number = f.word(str(score), f.SCORE * u, bold=True)
    if front:
        room = place.room - 0.5 * u
        d = min(7 * u, room - f.row_width([number], 0) - 1.2 * u)
        parts: list[f.Part] = [seating.seat_badge(place, 0, 5.2 * u, d), replace(number, y=-5.2 * u)]
        return place.put(*f.row(parts, u))
    w = min((34 if place.edge in "BT" else 32) * u, place.room - f.GAP * u)
    badge = seating.seat_badge(place, -w / 2 + 6.6 * u, 6.6 * u, f.SMALL_BADGE * u, "on")
    number = replace(number, x=w / 2 - 8 * u, y=-6.6 * u)
    plate = f.plate(
        0, w, f.PLATE * u, u, seat_colour(place.seat), mixed(LOW, seat_colour(place.seat), 0.35 if won else 0)
    )
    return place.put(*plate, badge, number)


def ranked(state: State, scores: dict[Seat, int]) -> list[Seat]:
    """Winners first, then by score."""
    order = {s: i for i, s in enumerate(state.setup.seats)}
    return sorted(scores, key=lambda s: (s not in state.winners, s not in state.contenders, -scores[s], order[s]))


def _steps(state: State, scores: dict[Seat, int], look: Look, floor: float, seats: dict[Seat, Place]) -> f.Items:
    u = f.unit(look)
    order = ranked(state, scores)
    winners = len(state.winners)
    count = min(len(order), max(3, winners))
    best = order[:count]
    w = min(30 * u, 92 * u / count)
    base = floor - (f.PLATE + 2) * u
    room = base - (f.PLATE + 2.5) * u - (8 + f.BADGE + 3) * u
    tall = min(room, 24 * u)
    heights = [
        tall if s in state.winners else max(9 * u, tall * (0.66 if i == winners else 0.46)) for i, s in enumerate(best)
    ]
    columns = [best[1], best[0], best[2]] if count == 3 and winners == 1 else best
    items: list[Item] = []
    for c, seat in enumerate(columns):
        h = heights[best.index(seat)]
        x = look.w / 2 + (c - (count - 1) / 2) * (w + 1.6 * u)
        colour, won = seat_colour(seat), seat in state.winners
        items.append(Slab(x, base - h / 2, w, h, mixed(HIGH, colour, 0.4) if won else HIGH, radius=2 * u))
        items.append(Slab(x, base - h - 0.1 * u, w, 1.5 * u, colour))
        big = (1.35 if won else 1) * f.SCORE * u
        items.append(f.word(str(scores[seat]), big, INK, True, x, base - h / 2))
        d = min(f.BADGE * u, w - 1.5 * u)
        items.append(Badge(seat, x, base - h - d / 2 - 2.4 * u, d, 0, "glow" if won else "on"))
        if won:
            items.append(signs.crown(x, base - h - d - 4.4 * u, min(9 * u, w * 0.6), STAR))
    if state.ended_early:
        items += [f.word(say("ended-early", look.language), f.CAP * u, SOFT, x=look.w / 2, y=(f.PLATE + 4.5) * u)]
    return tuple(items)


def _confetti(age: int, look: Look, floor: float) -> f.Items:
    """Bits that fall and stay: each has its own column, height and moment by small arithmetic."""
    u = f.unit(look)
    left, top = 16 * u, (f.PLATE + 1) * u
    w, h = look.w - 2 * left, floor - top - (f.PLATE + 2) * u
    down = min(1.0, age / CONFETTI_LASTS)
    items: list[Item] = []
    for i in range(CONFETTI):
        x = left + w * (i * 0.61803 % 1)
        rest = i * 0.38197 * 2.7 % 1
        y = top + h * rest * (1 - (1 - down) ** 2)
        turn = round((i * 47 + age // 20_000_000 * (5 if i % 2 else -5) * (down < 1)) % 360)
        items.append(Slab(round(x, 2), round(y, 2), 2.2 * u, 1.1 * u, _BITS[i % len(_BITS)], radius=0.5 * u, turn=turn))
    return tuple(items)
