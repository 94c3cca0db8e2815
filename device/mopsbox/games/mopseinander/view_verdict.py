"""Right, wrong, too late, nobody: said in words, signs and frame, for both long sides."""

from __future__ import annotations

from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...scene import (
    RULE,
    SOFT,
    Item,
    Line,
    Look,
    Picture,
    Scene,
    Text,
    placed,
)
from ...seating import Place
from ...table import Seat
from ...words import say
from . import board as b
from . import view_practice
from .dice import pointed_at
from .frame import frame
from .play import Play
from .rules import State


def verdict(play: Play, t: int, look: Look) -> Scene:
    u = f.unit(look)
    seats = seating.places(play.state.setup.seats, look, look.h)
    if play.practice and play.verdict in ("right", "nobody"):
        sums = _sum(play.state, 0, u, look.w - 8 * u)
        return view_practice.scene(play, play.practice, seats[play.practice.seat], sums, look)
    match play.verdict:
        case "right":
            return Scene(_right(play, seats, look, u))
        case "nobody":
            return Scene(_nobody(play, seats, look, u))
        case _:
            return Scene(_wrong(play, seats, look, u))


def _right(play: Play, seats: dict[Seat, Place], look: Look, u: float) -> f.Items:
    seat = play.judged or play.state.active
    x, y = f.heart(look, look.h, 31 * u)
    items: list[Item] = [*frame(look, look.h, look.colour(seat))]
    for p in seats.values():
        items += seating.bystander(p, u, look)
    items += [replace(seating.seat_badge(seats[seat], 0, 0, 12 * u, "glow"), x=x, y=y, turn=0)]
    tick = (signs.tick(0, 0, 11 * u),)  # one for either side
    above = 0 if look.seats_around == "front" else 180
    items += [*placed(tick, x - 21 * u, y, above), *placed(tick, x + 21 * u, y)]
    said: list[Item] = [f.word(say("right", look.language), 8 * u, bold=True, y=14.5 * u)]
    said += _sum(play.state, 26 * u, u, look.w - 26 * u)
    return (*items, *f.doubled(said, x, y, look))


def _wrong(play: Play, seats: dict[Seat, Place], look: Look, u: float) -> f.Items:
    """No number: others still have their answer (A6)."""
    state, seat = play.state, play.judged or play.state.active
    locked = state.locked if state.phase == "race" else state.setup.seats
    x, y = f.heart(look, look.h, 21 * u)
    items: list[Item] = []
    for p in seats.values():
        items += seating.racer(p, u, look, "locked" if p.seat in locked else "on")
    items += signs.cross(x, y, 12 * u)
    word = say("late" if play.verdict == "late" else "wrong", look.language)
    badge = replace(seating.seat_badge(seats[seat], 0, 0, 12 * u, "locked"), turn=0)
    line = f.row(f.level([badge, f.word(word, 8 * u, bold=True)], 16.5 * u), 3 * u)
    return (*items, *f.doubled(line, x, y, look))


def _nobody(play: Play, seats: dict[Seat, Place], look: Look, u: float) -> f.Items:
    x, y = f.heart(look, look.h, 30 * u)
    items: list[Item] = []
    for p in seats.values():
        items += seating.racer(p, u, look, "locked")
    dice = play.state.dice
    if dice:
        items += [b.die("g", dice[0], x - 4.6 * u, y, 7.6 * u, -6), b.die("r", dice[1], x + 4.6 * u, y, 7.6 * u, 6)]
        items += [Line(x - 34 * u, y, x - 11 * u, y, 0.4 * u, RULE), Line(x + 11 * u, y, x + 34 * u, y, 0.4 * u, RULE)]
    said: list[Item] = [f.word(say("nobody", look.language), 7 * u, SOFT, True, y=13.5 * u)]
    said += _sum(play.state, 25.5 * u, u, look.w - 26 * u)
    return (*items, *f.doubled(said, x, y, look))


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
    green, red = pointed_at(state)
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
