"""The screens of the box itself: attract, lobby, the offer of an unfinished game, menu. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from . import furniture as f
from . import seating, signs
from .icons import icon
from .look import broken, width
from .scene import (
    GROUND,
    INK,
    KEYS,
    LOW,
    MAT,
    RULE,
    SOFT,
    STAR,
    Badge,
    Disc,
    Item,
    Look,
    Picture,
    Scene,
    Slab,
    mixed,
    placed,
    seat_colour,
)
from .seating import Place
from .table import MS, SEATS, SECOND, Lamp, Seat
from .words import say

DRIFT = 2.2  # mm a second: slow enough to be calm, fast enough that nothing burns in
DRIFT_STEP, LATE_STEP = 200 * MS, 500 * MS  # the picture changes so often; nobody there, a box need hardly wake
DIM_AFTER, DIM_OVER = 120 * SECOND, 20 * SECOND
LOGO = 20  # the box's pug beside the words, in units
OFFERED = 4  # seats that are shown while nobody beyond them is in
SMALLEST = 9.0  # of a pug, in units: smaller ones are not told apart
PUGS = ("g1", "r2", "g3", "r3", "g6", "r1", "g4", "r5", "g5", "r4", "g2", "r6")


# --- attract


def attract(t: int, since: int, look: Look) -> Scene:
    """Nobody plays: the pugs drift round the edge, after a while darker; nothing stands in one place for long."""
    u = f.unit(look)
    age = attract_change(t, since) - since - _drift_step(t - since)
    dark = 0.55 * max(0.0, min(1.0, (age - DIM_AFTER) / DIM_OVER))
    seconds = age / SECOND
    d = 17 * u
    items: list[Item] = []
    for i, pug in enumerate(PUGS):
        x, y, turn = _round_the_edge(seconds * DRIFT + i * _way(look, d) / len(PUGS), look, d)
        items.append(Disc(x, y, d, mixed(MAT, GROUND, dark)))
        items.append(Picture("pug_" + pug, x, y, 0.9 * d, turn, round(dark, 2)))
    x = look.w / 2 + 2.5 * u * math.sin(seconds / 31)
    y = look.h / 2 + 1.5 * u * math.sin(seconds / 23)
    room, name = look.w - 2 * (d + 2) - 6 * u, say("mopsbox", look.language)
    title = f.fitted(name, room, f.TITLE * u, f.CAP * u, True)
    words = [f.word(name, title, mixed(INK, GROUND, dark), True, y=8.5 * u)]
    for n, line in enumerate(broken(say("press-any", look.language), room, f.PHRASE * u)):
        words.append(f.word(line, f.PHRASE * u, mixed(SOFT, GROUND, dark), y=(18.6 + 7.4 * n) * u))
    items += f.doubled(words, round(x, 1), round(y, 1), look)
    wide = max(width(word.text, word.cap, word.bold) for word in words)
    items += _logos(round(x, 1), round(y, 1), wide, room, round(dark, 2), look)
    return Scene(tuple(items))


def _logos(x: float, y: float, wide: float, room: float, dark: float, look: Look) -> list[Item]:
    """The box's pug on either side of the words, if there is room; one for each long side."""
    u = f.unit(look)
    d = min(LOGO * u, (room - wide) / 2 - u)
    if d < 0.5 * LOGO * u:
        return []
    far = round(wide / 2 + u + d / 2, 1)
    above = 0 if look.seats_around == "front" else 180
    return [Picture("logo", x - far, y, d, above, dark), Picture("logo", x + far, y, d, 0, dark)]


def attract_change(t: int, since: int) -> int:
    """When the picture of `t` gives way to the next one."""
    age, step = max(0, t - since), _drift_step(t - since)
    return since + (age // step + 1) * step


def _drift_step(age: int) -> int:
    return DRIFT_STEP if age < DIM_AFTER + DIM_OVER else LATE_STEP


def _way(look: Look, d: float) -> float:
    """Once round the panel, half a pug from its edge."""
    return 2 * (look.w + look.h) - 4 * (d + 2)


def _round_the_edge(far: float, look: Look, d: float) -> tuple[float, float, int]:
    """Where one is after `far` mm clockwise round the panel, and turned so that its feet point outwards."""
    a, w, h = d / 2 + 1, look.w - d - 2, look.h - d - 2
    far %= _way(look, d)
    turn = 180
    for length, clockwise in ((w, 270), (h, 0), (w, 90)):
        if far <= length:
            break
        far, turn = far - length, clockwise
    x, y = {180: (a + far, a), 270: (a + w, a + far), 0: (a + w - far, a + h), 90: (a, a + h - far)}[turn]
    return round(x, 1), round(y, 1), turn


def attract_lamps() -> dict[Seat, Lamp]:
    """All lamps in a slow wave, whatever the time."""
    return dict.fromkeys(SEATS, "wave")


# --- lobby


def lobby(
    title: str,
    pictures: tuple[str, str],
    joined: tuple[Seat, ...],
    holding: Seat | None,
    fits: bool,
    most: int,
    house: Mapping[int, str],
    other: str | None,
    t: int,
    look: Look,
    rules: str = "",
    teaches: bool = False,
) -> Scene:
    """Who is in, which game. `pictures`: beside its name; `rules`: what this table
    has otherwise than usual; `holding`: is just leaving; `fits`: the number of players
    fits the game; `most`: how many may play; `house`: words for the numbers that only a house rule lets play; `other`:
    the next game's name, on the `>` key. `teaches`: OK shows
    how to play."""
    u = f.unit(look)
    floor = seating.floor_of(look, strip=True)
    everywhere = seating.places(offered(joined), look, floor)
    items: list[Item] = []
    for seat, place in everywhere.items():
        out = seat == holding or seat in joined[most:]
        items += joined_plate(place, out, look) if seat in joined else _free(place, u)
    x, y = f.heart(look, floor, 22 * u)
    row = _who_is_in(joined, most, min(house, default=0), u)
    items += f.row(f.level(row, y), 1.1 * u, x)
    words, ink = say(house.get(len(joined), "press-your"), look.language), SOFT
    if rules:
        words, ink = rules, INK
    if len(joined) > most:
        words, ink = say("too-many", look.language).format(most), STAR
    said = [f.word(title, 7.6 * u, bold=True, y=9.6 * u), f.word(words, f.PHRASE * u, ink, y=18 * u)]
    items += f.doubled(said, x, y, look)
    inner = max(width(title, 7.6 * u, True), f.row_width(row, 1.1 * u)) / 2
    beside = look.w / 2 - 12.4 * u - inner
    d = min(15 * u, beside - 1.5 * u)
    far = inner + min(3 * u + d / 2, beside - d / 2)
    above = 0 if look.seats_around == "front" else 180
    if d >= SMALLEST * u:
        items += [Picture(pictures[0], x - far, y, d, above), Picture(pictures[1], x + far, y, d)]
    start = f.Key(say("how-key" if teaches else "start", look.language), works=fits or teaches)
    items += f.key_strip(look, f.Key(works=other is not None), start, f.Key(other or "", works=other is not None))
    return Scene(tuple(items))


def offered(joined: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats the lobby shows: four, or all eight once somebody beyond them is in."""
    return SEATS if max(joined, default=0) > OFFERED else SEATS[:OFFERED]


def joined_plate(place: Place, out: bool, look: Look) -> f.Items:
    """Who is in, at their place: badge and tick; `out`: is just about to leave, or is one too many."""
    u, colour = f.unit(look), seat_colour(place.seat)
    badge = seating.seat_badge(place, 0, f.DEPTH * u, f.SMALL_BADGE * u, "free" if out else "on")
    sign: f.Items = signs.cross(0, 0, 4 * u) if out else (signs.tick(0, 0, 5.6 * u),)
    w = min(48 * u if place.edge in "BT" else 40 * u, place.room - f.GAP * u)
    if place.bare:  # who sits at the end of a long side finds the sign below the badge
        w = 28 * u
        sign = placed(placed(sign, 0, 8.6 * u), 0, -f.DEPTH * u, place.face - place.turn)
    else:
        sign = placed(sign, 8.8 * u, -5.9 * u) if w >= 26 * u else ()
    fill = mixed(colour, GROUND, 0.72)
    return place.put(*f.plate(0, w, 11.3 * u, u, colour, fill), badge, *sign)


def _free(place: Place, u: float) -> f.Items:
    return place.put(seating.seat_badge(place, 0, f.DEPTH * u, f.SMALL_BADGE * u, "free"))


def _who_is_in(joined: Sequence[Seat], most: int, beyond: int, u: float) -> list[f.Part]:
    """A row of signs: those by the printed rules, a gap, those from the `beyond`th on (0: none) by a house rule.
    Behind a line, dim, who is too many for the game."""
    d = 6.6 * u
    parts: list[f.Part] = []
    for i in range(most):
        if i + 1 == beyond:
            parts.append(2.4 * u)
        taken = i < len(joined)
        parts.append(Badge(joined[i], 0, 0, d) if taken else Disc(0, 0, 0.75 * d, line=RULE, line_w=0.4 * u))
    if len(joined) > most:
        parts += [0.6 * u, Slab(0, 0, 0.6 * u, 1.2 * d, STAR), 0.6 * u]
    return parts + [Badge(seat, 0, 0, d, 0, "free") for seat in joined[most:]]


def lobby_lamps(joined: tuple[Seat, ...]) -> dict[Seat, Lamp]:
    """Who is in: on. Free places breathe: press me."""
    return {seat: "on" if seat in joined else "breathing" for seat in SEATS}


# --- offer


def offer(title: str, seats: tuple[Seat, ...], t: int, look: Look) -> Scene:
    """An unfinished game was found: go on with it (OK) or begin anew (<)."""
    u = f.unit(look)
    x, y = f.heart(look, seating.floor_of(look, strip=True), 24 * u)
    signs: list[f.Part] = [Badge(seat, 0, y, f.SMALL_BADGE * u) for seat in seats]
    said = [
        f.word(title, 7.6 * u, bold=True, y=12 * u),
        f.word(say("unfinished", look.language), f.PHRASE * u, SOFT, y=21.4 * u),
    ]
    keys = f.key_strip(look, f.Key(say("new-game", look.language)), f.Key(say("on", look.language)), f.Key(works=False))
    return Scene((*f.row(signs, 1.4 * u, x), *f.doubled(said, x, y, look), *keys))


# --- menu


def menu(entries: tuple[str, ...], cursor: int, t: int, look: Look) -> Scene:
    """A page of words in two columns, in one where the panel is narrow, the chosen one lit."""
    u = f.unit(look)
    floor = seating.floor_of(look, strip=True)
    columns = 1 if look.w < f.NARROW * u else 2
    rows = max(4, -(-len(entries) // columns))
    gap, side, between = 2.2 * u, 2 * u, 1.2 * u
    w = (look.w - 2 * side - (columns - 1) * between) / columns
    h = min(13.2 * u, (floor - 2 * gap - (rows - 1) * gap) / rows)
    top = (floor - rows * h - (rows - 1) * gap) / 2
    items: list[Item] = []
    for i, entry in enumerate(entries):
        column, line = divmod(i, rows) if len(entries) > rows else (0, i)
        x, y = side + w / 2 + column * (w + between), top + h / 2 + line * (h + gap)
        chosen = i == cursor
        ink = KEYS if chosen else INK
        items.append(Slab(x, y, w, h, INK if chosen else LOW, radius=2.6 * u, tap=("choose", i)))
        items += icon(entry, x - w / 2 + 5.4 * u, y, 7.4 * u, ink, INK if chosen else LOW)
        label = say(entry, look.language)
        cap = f.fitted(label, w - 11.2 * u, f.PHRASE * u, f.CAP * u, chosen)
        items.append(f.word(label, cap, ink, chosen, x - w / 2 + 10.1 * u + width(label, cap, chosen) / 2, y))
    items += f.key_strip(look, f.Key(), f.Key(say("choose", look.language)), f.Key())
    return Scene(tuple(items))
