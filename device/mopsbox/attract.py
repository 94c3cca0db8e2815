"""Nobody plays: pugs drift round the edge, and between them a demo round of each game; later half the pugs, darker.

Pure: a picture of the time alone. Nothing stands in one place for long, so that nothing burns in.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from . import furniture as f
from .games import GAMES, tour_of
from .look import broken, width
from .scene import GROUND, INK, MAT, SOFT, Disc, Item, Look, Picture, Scene, Slab, mixed
from .table import MS, SEATS, SECOND, Lamp, Seat
from .words import say

DRIFT = 2.2  # mm a second: slow enough to be calm, fast enough that nothing burns in
STEP, LATE_STEP = 200 * MS, 500 * MS  # the picture changes so often; nobody there, a box need hardly wake
DIM_AFTER, DIM_OVER, DIMMED = 120 * SECOND, 20 * SECOND, 0.55
PAUSE, FADES = 10 * SECOND, SECOND  # between two demos; how fast the pugs make room for one
BAND = 9.0  # room for the words above and below a demo, in units
PUGS = ("g1", "r2", "g3", "r3", "g6", "r1", "g4", "r5", "g5", "r4", "g2", "r6")
WAKE = ("wake", 0)  # what a finger anywhere means


def scene(t: int, since: int, look: Look) -> Scene:
    """The picture at box time `t`, nobody having been here since `since`."""
    age = max(0, t - since)
    still = change(t, since) - since - _step(age)
    for start, end, game in demos():
        if start <= age < end:
            shown = _demo(game, age - start, still - start, age, look)
            break
    else:
        shown = Scene(tuple(_drifting(still, look)))
    finger = Slab(look.w / 2, look.h / 2, look.w, look.h, tap=WAKE)
    return Scene((*shown.items, finger), shown.moving)


def change(t: int, since: int) -> int:
    """When the picture of `t` gives way to the next one."""
    age = max(0, t - since)
    step = _step(age)
    return since + (age // step + 1) * step


def _step(age: int) -> int:
    return STEP if age < DIM_AFTER + DIM_OVER else LATE_STEP


def lamps() -> dict[Seat, Lamp]:
    """All in a slow wave, whatever the time."""
    return dict.fromkeys(SEATS, "wave")


@cache
def demos() -> tuple[tuple[int, int, str], ...]:
    """From when to when which game is shown, counted from the beginning: each in turn, until it gets dark."""
    shown = {game: tour.LASTS for game in GAMES if (tour := tour_of(game))}
    found: list[tuple[int, int, str]] = []
    start = PAUSE
    while shown:
        for game, lasts in shown.items():
            if start + lasts > DIM_AFTER:
                return tuple(found)
            found.append((start, start + lasts, game))
            start += lasts + PAUSE
    return ()


# --- a demo


def _demo(game: str, exact: int, still: int, age: int, look: Look) -> Scene:
    """The game's own round between the words for both long sides. `exact`, `still`: its age, and at the last step."""
    u, tour = f.unit(look), tour_of(game)
    assert tour is not None
    once = look.seats_around == "front"
    room = (2 * u, 2 * u if once else BAND * u, look.w - 2 * u, look.h - BAND * u)
    items, moving = tour.demo(still, room, look)
    if moving:
        items, moving = tour.demo(exact, room, look)
    words = say("press-any", look.language)
    cap = f.fitted(words, look.w - 12 * u, f.PHRASE * u, f.CAP * u)
    x = look.w / 2 + round(2.5 * u * math.sin((age - age % STEP) / SECOND / 5), 1)
    said = f.doubled([f.word(words, cap, INK, y=(look.h - BAND * u) / 2)], x, look.h / 2, look)
    return Scene((*items, *said), moving)


def _gone(age: int) -> float:
    """How far the pugs have made room for a demo: 0 .. 1."""
    gone = 0.0
    for start, end, _ in demos():
        if start - FADES <= age < end + FADES:
            gone = max(gone, min(1.0, (age - start + FADES) / FADES, (end + FADES - age) / FADES))
    return gone


# --- the pugs


def _drifting(age: int, look: Look) -> list[Item]:
    u, seconds = f.unit(look), age / SECOND
    part, swayed = (max(0.0, min(1.0, (age - begun) / DIM_OVER)) for begun in (DIM_AFTER, DIM_AFTER + DIM_OVER))
    dark, gone = DIMMED * part, _gone(age)
    d = 17 * u
    items: list[Item] = []
    for i, pug in enumerate(PUGS):
        fade = 1 - (1 - dark) * (1 - gone) * (1 - part if i % 2 else 1)  # so many that corners were always lit
        if fade >= 1:
            continue
        x, y, turn = _round_the_edge(seconds * DRIFT + i * _way(look, d) / len(PUGS), look, d)
        items.append(Disc(x, y, d, mixed(MAT, GROUND, fade)))
        items.append(Picture("pug_" + pug, x, y, 0.9 * d, turn, round(fade, 2)))
    room, name, line = look.w - 2 * (d + 2) - 6 * u, say("mopsbox", look.language), f.PHRASE * u
    title = f.fitted(name, room, f.TITLE * u, f.CAP * u, True)
    asked = broken(say("press-any", look.language), room, line)
    words = [f.word(text, line, mixed(SOFT, GROUND, dark), y=(18.6 + 7.4 * n) * u) for n, text in enumerate(asked)]
    if part < 1:  # the name is too large to be out of its own way
        words.append(f.word(name, title, mixed(INK, GROUND, 1 - (1 - dark) * (1 - part)), True, y=8.5 * u))
    wide = max(width(word.text, word.cap, word.bold) for word in words)
    half, low = look.h / 2 - d - 3 * u, words[len(asked) - 1].y + 1.2 * line
    least = -half if look.seats_around == "front" else 0.6 * line
    up, down = least - (words[0].y - line), max(0.0, half - low)
    rise = swayed * ((up + down) / 2 + (down - up) / 2 * math.sin(seconds / 17))
    words = [replace(word, y=round(word.y + rise, 1)) for word in words]
    sway = 2.5 * u + swayed * max(0.0, (room - wide) / 2 - 2.5 * u)  # the longer it stands, the further it goes
    x = round(look.w / 2 + sway * math.sin(seconds / 31), 1)
    y = round(look.h / 2 + (1 - swayed) * 1.5 * u * math.sin(seconds / 23), 1)
    items += f.doubled(words, x, y, look)
    if part < 1:  # they leave no room to sway in
        pug = "asleep" if part else "logo"
        items += f.beside(pug, x, y, wide, room, look, round(1 - (1 - part) * (1 - gone), 2))
    return items


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
