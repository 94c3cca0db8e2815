"""The podium every game ends on: steps, a crown for every winner, confetti, everybody's score at their edge. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from . import furniture as f
from . import seating, signs
from .look import foot, shortened, width
from .scene import (
    HIGH,
    INK,
    LOW,
    SEAT_COLOURS,
    SOFT,
    STAR,
    Badge,
    Item,
    Look,
    Picture,
    Scene,
    Slab,
    mixed,
    placed,
)
from .seating import Place
from .table import SECOND, Seat
from .words import say

CONFETTI, CONFETTI_LASTS = 70, 4 * SECOND
EARLY = 8.4  # room for the words that the game was ended early, in units
FRONT = 19.0  # badge and score side by side, in units
CHEERING, SEEN = 22.0, 9.0  # how large a pug beside the steps is, in units, and the smallest one that is shown
HEIGHTS = {1: 1.0, 2: 0.66, 3: 0.46}  # of a place's step

_BITS = (*SEAT_COLOURS, STAR)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `places`: who stands on which step, as `ranked` says."""

    scores: Mapping[Seat, int]
    places: list[tuple[int, list[Seat]]]
    winners: Collection[Seat]
    ended_early: bool


def ranked(seats: Iterable[Seat], rank: Callable[[Seat], Any]) -> list[tuple[int, list[Seat]]]:
    """Who stands on a step, as (place, its seats): the least `rank` first. Equals share a place, and who comes after
    two firsts is third; nobody beyond the third place stands there, so never one of two equals alone."""
    places: list[tuple[int, list[Seat]]] = []
    before = 0
    for _, equals in groupby(sorted(seats, key=rank), key=rank):
        together = list(equals)
        if before < 3:
            places.append((1 + before, together))
        before += len(together)
    return places


def scene(result: Result, age: int, look: Look, right: f.Key) -> Scene:
    """Steps for the best, a crown for every winner, everybody's score at their edge. `age`: for how long it has been
    shown; `right`: what `>` does."""
    u = f.unit(look)
    floor = seating.floor_of(look, strip=True)
    seats = seating.staggered(seating.places(tuple(result.scores), look, floor), FRONT * u, f.ROW * u, look)
    ends = [_depth(p, result.scores[seat], u) for seat, p in seats.items() if p.edge in "LR"]
    higher = max(floor - p.y for p in seats.values() if p.edge == "B") if look.seats_around == "front" else 0
    items: list[Item] = []
    falling = age < CONFETTI_LASTS
    high, early = _ended_early(look) if result.ended_early and not look.records else _set_records(look)
    top = (f.PLATE + 1) * u + high
    items += _confetti(age, look, top, floor - higher)
    for seat, place in seats.items():
        items += _score_plate(place, result.scores[seat], seat in result.winners, look)
    items += _steps(result, look, top, floor - higher, max(ends) + 4 * u if ends else 3 * u)
    items += early
    items += f.key_strip(look, f.Key(say("end", look.language)), f.Key(say("again", look.language)), right)
    return Scene(tuple(items), falling)


def _ended_early(look: Look) -> tuple[float, f.Items]:
    """The words for it below the plates, and how high they are: for both long sides beside each other, which leaves the
    steps their height, or above each other where the panel is narrow."""
    u, words = f.unit(look), say("ended-early", look.language)
    x, y, far = look.w / 2, (f.PLATE + 4.4) * u, width(words, f.CAP * u) + 4 * u
    said = f.word(words, f.CAP * u, SOFT)
    if look.seats_around == "front":
        return EARLY * u, placed((said,), x, y)
    if 2 * far <= look.w:
        return EARLY * u, (*placed((said,), x - far / 2, y), *placed((said,), x + far / 2, y, 180))
    return 2 * EARLY * u, (*placed((said,), x, y, 180), *placed((said,), x, y + EARLY * u))


def _set_records(look: Look) -> tuple[float, f.Items]:
    """Who has set records, in a line below the plates, and how high that is."""
    if not look.records:
        return 0, ()
    u, room = f.unit(look), look.w - 2 * (f.PLATE + 2) * f.unit(look)
    lines = _record_lines(look)
    line = next((line for line in lines if f.row_width(line, f.BESIDE * u) <= room), lines[-1])
    said = f.row(line, f.BESIDE * u)
    x, y = look.w / 2, (f.PLATE + 4.4) * u
    if look.seats_around == "front":
        return EARLY * u, placed(said, x, y)
    return 2 * EARLY * u, (*placed(said, x, y, 180), *placed(said, x, y + EARLY * u))


def _record_lines(look: Look) -> list[list[f.Part]]:
    """What may be said of the records, the most of it first: all of them, in short if there are several; two, and that
    there are more; the first, as much as there is room for."""
    first, language = look.records[0], look.language
    texts = [(seat, short if len(look.records) > 1 else whole) for seat, whole, short in look.records]
    lines = [_told(texts, "", look)]
    if (more := len(texts) - 2) > 0:
        for tail in (say("more-records", language).format(more), "…"):
            lines.append(_told(texts[:2], tail, look))
    u = f.unit(look)
    title = f.word(say("new-record", language), f.CAP * u, STAR, True)
    room = look.w - (2 * (f.PLATE + 2) + 6.6 + f.BESIDE) * u
    least = _told([(first[0], shortened(first[1], room, f.CAP * u))], "", look)
    star = Picture("star", 0, 0, 6 * u)  # of the word what there is always room for, or nearly
    return [[title, 1.2 * u, *lines[0]], *(line for full in lines for line in ([star, *full], full)), least]


def _told(records: Sequence[tuple[Seat, str]], tail: str, look: Look) -> list[f.Part]:
    """Behind everybody's badge what they did."""
    u = f.unit(look)
    held: dict[Seat, list[str]] = {}
    for seat, text in records:
        held.setdefault(seat, []).append(text)
    parts: list[f.Part] = []
    for seat, texts in held.items():
        parts += [1.2 * u] if parts else []
        parts += [Badge(seat, 0, 0, 6.6 * u), f.word(", ".join(texts), f.CAP * u, STAR)]
    return [*parts, f.word(tail, f.CAP * u, STAR)] if tail else parts


def _depth(place: Place, score: int, u: float) -> float:
    """Of a plate: where a number lies across it, as deep as that is wide."""
    return max(f.PLATE * u, width(str(score), f.SCORE * u, True) + 3 * u) if place.bare else f.PLATE * u


def _score_plate(place: Place, score: int, won: bool, look: Look) -> f.Items:
    u = f.unit(look)
    front = look.seats_around == "front"
    number = f.word(str(score), f.SCORE * u, bold=True)
    raised = 0.8 if number.foot else 0  # clear of the seat's colour
    if front:
        room = place.room - 0.5 * u
        d = min(7 * u, room - f.row_width([number], 0) - 1.2 * u)
        number = replace(number, y=-(5.2 + raised) * u)
        parts: list[f.Part] = [seating.seat_badge(place, 0, 5.2 * u, d), number]
        left = room - f.row_width(parts, u) - u
        if name := shortened(look.name(place.seat), left, f.CAP * u):
            parts.insert(1, f.word(name, f.CAP * u, y=-5.2 * u))
        return place.put(*f.row(parts, u))
    name = "" if place.bare else look.name(place.seat)
    most = (56 if name else 34) if place.edge in "BT" else 40 if name else 32
    w = min(most * u, place.room - f.GAP * u)
    badge = seating.seat_badge(place, -w / 2 + 6.6 * u, 6.6 * u, f.SMALL_BADGE * u, "on")
    room = max(8 * u, f.row_width([number], 0) / 2 + u)  # a long one begins further from the plate's end
    depth = _depth(place, score, u)
    number = seating.as_its_badge(place, replace(number, x=w / 2 - room, y=-depth / 2 - 0.6 * u), raised * u)
    plate = f.plate(0, w, depth, u, look.colour(place.seat), mixed(LOW, look.colour(place.seat), 0.35 if won else 0))
    left = -w / 2 + (6.6 + f.SMALL_BADGE / 2 + 1.2) * u
    free = w / 2 - room - f.row_width([number], 0) / 2 - 1.4 * u - left
    if text := shortened(name, free, f.CAP * u):
        half = width(text, f.CAP * u) / 2
        return place.put(*plate, badge, f.word(text, f.CAP * u, x=left + half, y=-depth / 2 - 0.6 * u), number)
    return place.put(*plate, badge, number)


def _steps(result: Result, look: Look, top: float, floor: float, aside: float) -> f.Items:
    """A step for each of the first three places, as wide as its equals and its number need, `aside` mm from both
    ends."""
    u = f.unit(look)
    places = result.places
    if len(places) == 3:
        places = [places[1], places[0], places[2]]
    gap, rim = 1.6 * u, 0.8 * u
    numbers = [str(result.scores[seats[0]]) for _, seats in places]
    least = [width(number, f.SCORE * u, True) + 2 * rim for number in numbers]
    room = look.w - 2 * aside - gap * (len(places) - 1)
    widths = _widths([len(seats) for _, seats in places], least, room, 26 * u)
    each = min(w / len(seats) for w, (_, seats) in zip(widths, places, strict=True))
    d = min(f.BADGE * u, each - 1.2 * u)
    crown = min(9 * u, 0.8 * d)
    base = floor - (f.PLATE + 2) * u
    tall = min(24 * u, base - top - 0.72 * crown - d - 4.6 * u)
    low = (10.2 if any(map(foot, numbers)) else 9) * u  # the seats' colours, a number and the line under it
    left = (look.w - sum(widths) - gap * (len(places) - 1)) / 2
    items = _cheering(left, aside, base, look)
    for (place, seats), w, points in zip(places, widths, numbers, strict=True):
        h, each = max(low, HEIGHTS[place] * tall), w / len(seats)
        x = left + w / 2
        left += w + gap
        won = place == 1
        ground = mixed(HIGH, look.colour(seats[0]), 0.28) if won and len(seats) == 1 else HIGH
        items.append(Slab(x, base - h / 2, w, h, ground, radius=2 * u))
        most = min((1.35 if won else 1) * f.SCORE * u, (h - 1.2 * u) / 1.4)
        big = f.fitted(points, w - 2 * rim, most, f.SCORE * u, True)
        number = f.word(points, big, INK, True, x)
        items.append(replace(number, y=base - h / 2 + (0.3 * u - 0.19 * big if number.foot else 0)))
        for i, seat in enumerate(seats):
            bx, y = x + (i - (len(seats) - 1) / 2) * each, base - h - d / 2 - 2.4 * u
            items.append(Slab(bx, base - h - 0.1 * u, each, 1.5 * u, look.colour(seat)))
            items.append(Badge(seat, bx, y, d, 0, "glow" if won else "on"))
            if won:
                items.append(signs.crown(bx, y - d / 2 - 2 * u, crown, STAR))
    return tuple(items)


def _cheering(steps: float, aside: float, base: float, look: Look) -> list[Item]:
    """A pug on either side of the steps, which begin at `steps`, if it is not too small to be seen."""
    u = f.unit(look)
    d = min(CHEERING, (steps - aside) / u - 1)
    if d < SEEN:
        return []
    far = look.w / 2 - steps + (0.5 + d / 2) * u
    return [Picture("champion", look.w / 2 + side * far, base - 0.48 * d * u, d * u) for side in (-1, 1)]


def _widths(badges: Sequence[int], least: Sequence[float], room: float, most: float) -> list[float]:
    """How wide each step is, of so many `badges`: `most` for every badge, less where the `room` is less, but never less
    than `least`."""
    narrow = set[int]()
    each = most
    for _ in range(len(badges) + 1):  # what a narrow step gets beyond its share, the others have less
        left = room - sum(least[i] for i in narrow)
        each = min(most, left / max(1, sum(n for i, n in enumerate(badges) if i not in narrow)))
        narrow |= {i for i, n in enumerate(badges) if n * each < least[i]}
    return [least[i] if i in narrow else n * each for i, n in enumerate(badges)]


def _confetti(age: int, look: Look, top: float, floor: float) -> f.Items:
    """Bits that fall and stay: each has its own column, height and moment by small arithmetic."""
    u = f.unit(look)
    left = 16 * u
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
