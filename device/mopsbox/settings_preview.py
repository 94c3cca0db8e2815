"""What a setting looks like, beside its row on the page of the settings: items made around (0, 0). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from . import furniture as f
from . import seating, signs
from .box import Box
from .look import broken
from .scene import (
    GREEN_DIE,
    INK,
    KEYS,
    MAT,
    RED_DIE,
    RULE,
    SOFT,
    STAR,
    Badge,
    Disc,
    Item,
    Look,
    Picture,
    Slab,
    placed,
)
from .settings import TRIAL, Row, Settings, house_rules, said, value
from .table import SEATS, Seat
from .words import say

BLOCKS = 10  # of time, while a rotation is tried


def preview(box: Box, row: Row, w: float, h: float, look: Look) -> f.Items:
    u, now = f.unit(look), value(box, row)
    match row.key:
        case "screen.language":
            return _words(w, look, u)
        case "sound.on" | "sound.volume":
            loud = dict(box.settings).get("sound.volume", 70) if row.key == "sound.on" else now
            return _loud(bool(now), loud if isinstance(loud, int) else 0, u)
        case "sound.night":
            return _night(bool(now), w, h, look)
        case "players.arrangement":
            seats = box.lobby.joined if len(box.lobby.joined) > 1 else SEATS[:6]
            return _table(seats, w, h, look)
        case "screen.rotation":
            return _turned(look.rotation, w, h, u)
        case "screen.formula":
            return _dice(look, u)
        case "mopseinander.bots":
            return _bot(str(now), w, look)
        case "answer_s":
            return _blocks(BLOCKS if now else 0, said(row, now, look.language), w, u)
        case _:
            if row in house_rules(box.game):
                return _meaning(say(f"{row.word}-means", look.language), w, u)
            return _table(SEATS, w, h, look) if row.word == "set-places" else (Picture("pug_g1", 0, 0, 26 * u),)


def _meaning(sentence: str, w: float, u: float) -> f.Items:
    """What a house rule says."""
    cap, lines = f.CAP * u, broken(sentence, w, f.CAP * u)
    return tuple(f.word(line, cap, y=1.6 * cap * (n - (len(lines) - 1) / 2)) for n, line in enumerate(lines))


def _words(w: float, look: Look, u: float) -> f.Items:
    name, phrase = say("language", look.language), say("right", look.language)
    lines = broken(name, w, f.CAP * u, True)
    cap = min(f.fitted(line, w, 7.6 * u, f.CAP * u, True) for line in lines)
    names = [f.word(line, cap, INK, True, y=6 * u + 1.5 * cap * n) for n, line in enumerate(lines)]
    below = f.fitted(phrase, w, f.PHRASE * u, f.CAP * u)
    return (
        Picture("pug_g6", 0, -12 * u, 22 * u),
        *names,
        f.word(phrase, below, SOFT, y=15 * u + 1.5 * cap * (len(lines) - 1)),
    )


def _loud(on: bool, volume: int, u: float) -> f.Items:
    """A loudspeaker, and ten bars that grow."""
    items: list[Item] = [Picture("icon_sound" if on else "icon_mute", 0, -11 * u, 20 * u)]
    for i in range(10):
        tall = (3 + 1.1 * i) * u
        lit = on and volume >= 10 * (i + 1)
        items.append(Slab((i - 4.5) * 3.6 * u, 18 * u - tall / 2, 2.4 * u, tall, STAR if lit else RULE, radius=0.6 * u))
    return tuple(items)


def _night(on: bool, w: float, h: float, look: Look) -> f.Items:
    """The moon over whoever sleeps, or the flower in the light; and how long it holds: no clock ends it."""
    u = f.unit(look)
    d = min(34 * u, h / 2)
    y = 2 * u - d / 2
    sentence = placed(_meaning(say("night-on" if on else "night-off", look.language), w, u), 0, d / 2)
    if not on:
        return (Picture("pug_g6", 0, y, 0.65 * d), *sentence)
    moon = Disc(0, y - 0.34 * d, 0.17 * d, STAR), Disc(0.05 * d, y - 0.37 * d, 0.14 * d, KEYS)
    return (Disc(0, y, d, KEYS), *moon, Picture("pug_g2", 0, y + 0.1 * d, 0.5 * d), *sentence)


def _table(seats: Sequence[Seat], w: float, h: float, look: Look) -> f.Items:
    """The screen from above, small, and where these sit round it."""
    u = f.unit(look)
    d = 7 * u
    wide = min(w - 2 * d - 2 * u, (h - 2 * d - 2 * u) * look.w / look.h)
    tall = wide * look.h / look.w
    items: list[Item] = [
        Slab(0, 0, wide, tall, KEYS, RULE, 0.6 * u, 2 * u),
        Picture("pug_g1", 0, 0, 0.6 * min(wide, tall)),
    ]
    order = sorted(seats, key=look.place)
    where = seating.buzzers(order, look)
    for seat in order:
        edge, part = where[seat]
        across, down = (part - 0.5) * wide * 1.15, (part - 0.5) * tall * 1.15
        x = {"L": -wide / 2 - d / 2 - u, "R": wide / 2 + d / 2 + u}.get(edge, across)
        y = {"T": -tall / 2 - d / 2 - u, "B": tall / 2 + d / 2 + u}.get(edge, down)
        near = min((abs(p - part) for e, p in (where[s] for s in order) if e == edge and p != part), default=1)
        items.append(Badge(seat, x, y, min(d, near * (wide if edge in "BT" else tall)), seating.TURN[edge]))
    return tuple(items)


def _turned(rotation: int, w: float, h: float, u: float) -> f.Items:
    """The picture as it is read, and on which side of it the three buttons are."""
    wide, tall = (0.62 * w, 0.44 * w) if rotation % 180 == 0 else (0.44 * w, 0.62 * w)
    part = min(1.0, (h - 8 * u) / tall)
    wide, tall = part * wide, part * tall
    items: list[Item] = [
        Slab(0, 0, wide, tall, KEYS, RULE, 0.6 * u, 2 * u),
        Picture("pug_g1", 0, 0, 0.62 * min(wide, tall)),
    ]
    far = (tall if rotation % 180 == 0 else wide) / 2 + 3.4 * u
    buttons = [Disc((i - 1) * 6.4 * u, far, 4.2 * u, STAR) for i in range(3)]
    return (*items, *placed(buttons, 0, 0, -rotation))


def _dice(look: Look, u: float) -> f.Items:
    """Two dice, and beside each the pug it means if that is shown."""
    shown = look.formula == "always" or (look.formula == "auto" and u < 1.5)
    a, size = 8.6 * u, 14 * u
    if not shown:
        return Picture("die_g3", -a, -a / 2, 20 * u, -8), Picture("die_r4", a, a / 2, 20 * u, 8)
    return (
        Picture("die_g3", -a, -a, size / 0.79, -6),
        Disc(a, -a, size, MAT, GREEN_DIE, 0.06 * size),
        Picture("pug_g3", a, -a, 0.9 * size),
        Slab(-a, a, size, size, MAT, RED_DIE, 0.06 * size),
        Picture("pug_r4", -a, a, 0.9 * size),
        Picture("die_r4", a, a, size / 0.79, 6),
    )


def _blocks(lit: int, words: str, w: float, u: float) -> f.Items:
    """Ten blocks of time, so many of them lit, and words above."""
    step = min(7.2 * u, w / BLOCKS)
    fills = [STAR] * lit + [RULE] * (BLOCKS - lit)
    blocks = [Slab((i - 4.5) * step, 6 * u, 0.76 * step, 4 * u, fill, radius=u) for i, fill in enumerate(fills)]
    return (f.word(words, f.fitted(words, w, 7.6 * u, f.CAP * u, True), INK, True, y=-6 * u), *blocks)


def _bot(pace: str, w: float, look: Look) -> f.Items:
    """A bot's wheel over whoever takes it easy, is wide awake or always wins, and how fast it is."""
    u = f.unit(look)
    pug = Picture({"easy": "asleep", "sharp": "champion"}.get(pace, "awake"), 0, -10 * u, 22 * u)
    sentence = _meaning(say({"easy": "bots-easy", "sharp": "bots-sharp"}.get(pace, "bots-quick"), look.language), w, u)
    return (pug, *signs.gear(-9 * u, -18 * u, 9 * u, STAR, KEYS), *placed(sentence, 0, 14 * u))


def trial(page: Settings, t: int, w: float, look: Look) -> f.Items:
    """Can everybody read it so? How long until it turns back."""
    u, begun = f.unit(look), page.trial.since if page.trial else t
    gone = (t - begun) * BLOCKS // TRIAL
    return _blocks(max(0, BLOCKS - gone), say("keep-so", look.language), w, u)
