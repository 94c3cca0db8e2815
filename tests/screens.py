"""What the tests of the views share: panels, plays made by the journal, and what a picture covers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

from mopsbox import journal
from mopsbox.games.mopseinander import moves, rules
from mopsbox.games.mopseinander.play import Finish, Play, fill_choices
from mopsbox.look import width
from mopsbox.scene import Badge, Coaster, Disc, Item, Line, Look, Picture, Scene, Shape, Slab, Text
from mopsbox.table import SECOND, Seat

PANELS = {
    "7 inch": Look(800 / 5.59, 480 / 5.59, 5.59),
    "TD2": Look(1280 / 8.2, 720 / 8.2, 8.2),
    "10 inch": Look(1280 / 5.93, 800 / 5.93, 5.93),
    "13 inch": Look(1920 / 6.53, 1080 / 6.53, 6.53),
    "24 inch": Look(1920 / 3.61, 1080 / 3.61, 3.61),
}
AROUND = ("around", "sides", "front")
T = 100 * SECOND


# --- plays


def begin(players: int) -> journal.History:
    """A game whose pile is mixed by small arithmetic."""
    ids = range(12 if players <= 4 else 24)
    pile = [1 + i * 7 % len(ids) for i in ids]
    seats = list(range(1, players + 1))
    header = {"journal": 1, "game": "mopseinander", "seats": seats, "first": 1, "pile": pile, "face": "front"}
    return journal.begin(header)


def add(history: journal.History, *actions: dict[str, object]) -> journal.History:
    for action in actions:
        history = journal.add(history, action)
    return history


def opened(history: journal.History, green: int = 3, red: int = 4) -> journal.History:
    """A round of it, as far as the race."""
    if len(history.state.table) < 5 and history.state.pile:
        history = add(history, {"do": "fill", "to": 5})
    return add(history, {"do": "roll", "green": green, "red": red})


def answered(history: journal.History, seat: int) -> journal.History:
    return add(history, {"do": "answer", "seat": seat, "number": rules.correct_number(history.state)})


def won(history: journal.History, seat: int) -> journal.History:
    history = answered(opened(history), seat)
    return add(history, {"do": "take", "seat": seat, "coaster": history.state.table[0]})


@cache
def final(players: int) -> journal.History:
    """A whole game up to its final: the first seats win most."""
    history, n = begin(players), 0
    while history.state.phase == "fill":
        history = won(history, 1 + n * n % players)
        n += 1
    return history


@cache
def over(players: int) -> journal.History:
    history, n = final(players), 0
    while history.state.phase == "final":
        history = add(history, {"do": "roll", "green": 1 + n % 6, "red": 2 + n % 5})
        n += 1
    return history


@cache
def plays(players: int) -> dict[str, Play]:
    """One play for every screen."""
    middle = begin(players)
    for seat in (1, 2, 1, players):
        middle = won(middle, seat)
    race = opened(middle)
    wrong = add(race, {"do": "answer", "seat": 2, "number": 99})
    right = answered(race, players)
    closed = add(race, {"do": "close"})
    rolled = add(final(players), {"do": "roll", "green": 3, "red": 4})
    asked = moves.settle(middle, T, answer_ns=10 * SECOND)[0]
    found = {
        "fill": asked,
        "fill more": replace(asked, choice=fill_choices(middle.state)[-1]),
        "tumble": Play(race, "tumble", T),
        "race": Play(race, "race", T),
        "reopened": Play(wrong, "race", T),
        "wrong": Play(wrong, "verdict", T, verdict="wrong", judged=Seat(2), number=99),
        "late": Play(wrong, "verdict", T, verdict="late", judged=Seat(2)),
        "right": Play(right, "verdict", T, verdict="right", judged=Seat(players)),
        "nobody": Play(closed, "verdict", T, verdict="nobody"),
        "take": replace(moves.settle(right, T)[0], choice=2),
        "final": moves.settle(final(players), T)[0],
        "final tumble": Play(rolled, "tumble", T),
        "tally": Play(rolled, "tally", T),
        "podium": Play(over(players), "podium", T),
    }
    for seat in range(1, players + 1):
        found[f"answer {seat}"] = answering(race, Seat(seat))
    found["dead heat"] = answering(race, Seat(1), tied=(Seat(1), Seat(2)))
    found["untouched"] = replace(found["answer 1"], number=None, finish=None)
    return found


def answering(race: journal.History, seat: Seat, tied: tuple[Seat, ...] = ()) -> Play:
    """`seat` was first; all others pressed after it, ever later."""
    others = [s for s in race.state.setup.seats if s != seat]
    apart = (412, 18_300, 91_055, 140_000, 200_000, 1_250_000, 2_000_000)
    lanes = ((seat, T), *((s, T + us * 1000) for s, us in zip(others, apart, strict=False)))
    finish = Finish(seat, tied or (seat,), lanes)
    return Play(
        race, "answer", T, 10 * SECOND, judged=seat, number=66, deadline=T + 10 * SECOND, finish=finish, court="decided"
    )


# --- what a picture covers


@dataclass(frozen=True)
class Cover:
    """A disc (r) or a rectangle (half sizes w, h) with its middle and what it is."""

    what: Item
    x: float
    y: float
    r: float = 0
    w: float = 0
    h: float = 0


def cover(item: Item) -> Cover | None:
    """Where the item is seen. None: it is a ground for others."""
    match item:
        case Badge():
            return Cover(item, item.x, item.y, r=item.d / 2)
        case Coaster():
            return Cover(item, item.x, item.y, r=item.d / 2)
        case Picture(name=name) if name.startswith("die_"):
            half = 0.395 * item.d
            return Cover(item, item.x, item.y, w=half, h=half)
        case Picture():
            return Cover(item, item.x, item.y, r=0.49 * item.d)
        case Text():
            return _text(item)
        case _:
            return None


def _text(item: Text) -> Cover:
    assert item.turn % 90 == 0 and item.anchor == "middle"
    below = 0.39 if item.foot else 0.26 if set(item.text) & set("gjpqyQ,") else 0
    w, h = width(item.text, item.cap, item.bold) / 2, item.cap * (1 + below) / 2
    a = math.radians(item.turn)
    x, y = item.x - math.sin(a) * item.cap * below / 2, item.y + math.cos(a) * item.cap * below / 2
    return Cover(item, x, y, w=h, h=w) if item.turn % 180 else Cover(item, x, y, w=w, h=h)


def gap(a: Cover, b: Cover) -> float:
    """Room between the two, negative where they overlap."""
    if a.r and b.r:
        return math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r
    dx, dy = abs(a.x - b.x) - a.w - b.w, abs(a.y - b.y) - a.h - b.h
    if a.r or b.r:
        return math.hypot(max(dx, 0), max(dy, 0)) - a.r - b.r
    return max(dx, dy)


def bounds(item: Item) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of anything."""
    seen = cover(item)
    if seen is not None:
        w, h = seen.r or seen.w, seen.r or seen.h
        return seen.x - w, seen.y - h, seen.x + w, seen.y + h
    match item:
        case Slab():
            a = math.radians(item.turn)
            w = (abs(item.w * math.cos(a)) + abs(item.h * math.sin(a))) / 2
            h = (abs(item.w * math.sin(a)) + abs(item.h * math.cos(a))) / 2
            return item.x - w, item.y - h, item.x + w, item.y + h
        case Disc():
            return item.x - item.d / 2, item.y - item.d / 2, item.x + item.d / 2, item.y + item.d / 2
        case Line():
            return min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
        case Shape():
            xs, ys = zip(*item.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case _:
            raise AssertionError(item)


def outside(scene: Scene, look: Look) -> list[Item]:
    """What leaves the panel."""
    found = []
    for item in scene.items:
        left, top, right, bottom = bounds(item)
        if left < -0.05 or top < -0.05 or right > look.w + 0.05 or bottom > look.h + 0.05:
            found.append(item)
    return found


def overlaps(scene: Scene) -> list[tuple[Item, Item, float]]:
    """Every two things with a meaning of their own that lie on each other. The operator of the dice cell lies on the
    corners of its four cards on purpose."""
    covers = [c for c in map(cover, scene.items) if c and not (isinstance(c.what, Picture) and c.what.name == "star")]
    return [
        (a.what, b.what, round(gap(a, b), 2)) for i, a in enumerate(covers) for b in covers[:i] if gap(a, b) < -0.05
    ]


def cut(scene: Scene) -> list[tuple[Item, Item]]:
    """Every plate, and what it covers wholly or in part: things lie on a plate as a whole, painted after it, or keep
    clear of it, as do other plates. Confetti lies where it falls."""
    found: list[tuple[Item, Item]] = []
    items = [i for i in scene.items if not (isinstance(i, Slab) and (i.turn % 90 or _thin(i)))]
    for n, plate in enumerate(items):
        if not (isinstance(plate, Slab) and plate.round == "top" and min(plate.w, plate.h) > 6):
            continue
        left, top, right, bottom = bounds(plate)
        for m, item in enumerate(items):
            a, b, c, d = bounds(item)
            apart = c <= left + 0.05 or a >= right - 0.05 or d <= top + 0.05 or b >= bottom - 0.05
            inside = a >= left - 0.05 and b >= top - 0.05 and c <= right + 0.05 and d <= bottom + 0.05
            if m != n and not apart and not (inside and m > n) and not (m < n and _holds(item, plate)):
                found.append((plate, item))
    return found


def _thin(slab: Slab) -> bool:
    """The frame round the whole screen, the colour at a plate's edge."""
    return max(slab.w, slab.h) > 20 * min(slab.w, slab.h)


def _holds(item: Item, plate: Slab) -> bool:
    """Is the item the ground the plate lies on?"""
    a, b, c, d = bounds(item)
    left, top, right, bottom = bounds(plate)
    return isinstance(item, Slab) and a <= left and b <= top and c >= right and d >= bottom


def texts(scene: Scene) -> list[str]:
    return [i.text for i in scene.items if isinstance(i, Text)]
