"""The page of the settings: rows with the lit one's value between arrows, and beside them what it looks like. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from . import furniture as f
from . import seating, signs
from .box import Box
from .look import broken, width
from .scene import (
    GREEN_DIE,
    INK,
    KEYS,
    LOW,
    MAT,
    MUTE,
    RED_DIE,
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
    placed,
)
from .settings import TRIAL, Row, Settings, beside, house_rules, rows, value
from .table import SEATS
from .words import say

LOWEST, HIGHEST, BETWEEN = 9.6, 13.0, 1.3  # a row, and from one to the next, in units: a finger needs 9 mm
SIDE = 5.2  # left of the rows: which of them is lit
LIST = 0.66  # of the width, where the preview stands beside the rows
BLOCKS = 10  # of time, while a rotation is tried
WORDS: dict[object, str] = {"around": "all-around", "sides": "two-sides", "front": "in-front"}
WORDS |= {"winner": "left-of-winner", "round": "in-turn"}
WORDS |= {"auto": "by-itself", "always": "always", "never": "never", True: "is-on", False: "is-off"}


def scene(box: Box, page: Settings, t: int, look: Look) -> Scene:
    """The page at box time `t`."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    offered = rows(box)
    lit = min(page.row, len(offered) - 1)
    upright = look.h > look.w
    top = max(0.36 * floor, 48 * u) if upright else 0.0
    listed = _list(box, page, offered, lit, (look.w - 1.6 * u if upright else LIST * look.w, top, floor), look)
    w, h = (look.w, top) if upright else ((1 - LIST) * look.w, floor)
    x, y = (look.w / 2, top / 2) if upright else (look.w - w / 2, floor / 2)
    seen = _trial(page, t, w - 6 * u, look) if page.trial else _preview(box, offered[lit], w - 6 * u, h - 4 * u, look)
    return Scene((*listed, *placed(seen, x, y), *_keys(box, page, offered[lit], look)))


def next_change(page: Settings, t: int) -> int | None:
    """When a block of time goes while a rotation is tried."""
    if page.trial is None:
        return None
    step = TRIAL // BLOCKS
    return page.trial.since + ((t - page.trial.since) // step + 1) * step


# --- rows


def _list(
    box: Box, page: Settings, offered: tuple[Row, ...], lit: int, room: tuple[float, float, float], look: Look
) -> list[Item]:
    """As many rows as fit, the lit one among them, and a row of dots that shows how many there are. `room`: right,
    top, bottom."""
    u, (right, top, floor) = f.unit(look), room
    between, tall = BETWEEN * u, floor - top - 4 * u
    shown = min(len(offered), int((tall + between) / (LOWEST * u + between)))
    first = max(0, min(len(offered) - shown, lit - (shown - 1) // 2))
    h = min(HIGHEST * u, (tall - (shown - 1) * between) / shown)
    start = (top + floor - shown * h - (shown - 1) * between) / 2
    left = SIDE * u
    items: list[Item] = []
    for n in range(len(offered)):
        y = (top + floor) / 2 + (n - (len(offered) - 1) / 2) * 4.4 * u
        items.append(Disc(left / 2, y, (2.6 if n == lit else 1.5) * u, INK if n == lit else MUTE))
    for at in range(first, first + shown):
        y = start + h / 2 + (at - first) * (h + between)
        items += placed(_row(box, page, offered[at], at, at == lit, right - left, h, look), (left + right) / 2, y)
    return items


def _row(box: Box, page: Settings, row: Row, at: int, lit: bool, w: float, h: float, look: Look) -> f.Items:
    u = f.unit(look)
    ink = KEYS if lit else INK
    told = _said(box, page, row, look)
    ground = Slab(0, 0, w, h, INK if lit else LOW, radius=2.6 * u, tap=("set", at))
    items: list[Item] = [replace(ground, tap=None) if lit and told else ground]
    room = w - 7 * u - (width(told, f.CAP * u, True) + (15.2 if lit else 4) * u if told else 0)
    label = say(row.word, look.language)
    cap = f.fitted(label, room, f.PHRASE * u, f.CAP * u, lit)
    items.append(f.word(label, cap, ink, lit, -w / 2 + 3 * u + width(label, cap, lit) / 2))
    if not told:
        return tuple(items)
    number = f.word(told, f.CAP * u, ink if lit else SOFT, True)
    wide = width(told, f.CAP * u, True)
    if not lit:
        items.append(replace(number, x=w / 2 - 3.5 * u - wide / 2))
        return tuple(items)
    x = w / 2 - 7.6 * u - wide / 2
    items.append(replace(number, x=x))
    for sign, name in ((-1, "left"), (1, "right")):
        here = x + sign * (wide / 2 + 3.8 * u)
        more = row.values == () or beside(row, value(box, row), sign) != value(box, row)
        items.append(signs.arrow(here, 0, 4 * u, "left" if sign < 0 else "right", KEYS if more else MUTE))
        items.append(Slab(here, 0, 9 * u, h, tap=("key-" + name, 0)))
    free = x - wide / 2 - 8.3 * u + w / 2  # for the same finger as on the other rows
    return (*items, Slab(free / 2 - w / 2, 0, free, h, tap=("set", at)))


def _said(box: Box, page: Settings, row: Row, look: Look) -> str:
    """A row's value in words."""
    if row.word == "set-places":
        return say("new-game" if page.anew else "keep", look.language)
    return said(row, value(box, row), look.language)


def said(row: Row, now: object, language: str) -> str:
    """A value of a setting in words; "" where the row is none."""
    match row.key:
        case "":
            return ""
        case "screen.language":
            return say("language", str(now))
        case "screen.rotation":
            return f"{now}°"
        case "sound.volume":
            return f"{now} %"
        case "answer_s":
            return f"{now} s" if now else say("no-limit", language)
        case _:
            return say(WORDS[now], language)


def _keys(box: Box, page: Settings, row: Row, look: Look) -> f.Items:
    """The values on both sides where there is room for them."""
    now = value(box, row)
    match row.word:
        case "finished":
            less, ok, more, works = say("again", look.language), "done", "", (True, False)
        case "set-places":
            less, ok, more, works = "", "start" if page.anew else "on", "", (True, True)
        case _:
            new = beside(row, now, -1), beside(row, now, 1)
            less, more = (said(row, v, look.language) for v in new)
            ok, works = "keep" if page.trial else "on", (new[0] != now, new[1] != now)
    words = [less, say(ok, look.language), more]
    if sum(width(each, f.CAP) + 2 for each in words) > look.w / f.unit(look):
        words[0] = words[2] = ""
    return f.key_strip(look, f.Key(words[0], works=works[0]), f.Key(words[1]), f.Key(words[2], works=works[1]))


# --- previews, made around (0, 0)


def _preview(box: Box, row: Row, w: float, h: float, look: Look) -> f.Items:
    u, now = f.unit(look), value(box, row)
    match row.key:
        case "screen.language":
            return _words(w, look, u)
        case "sound.on" | "sound.volume":
            loud = dict(box.settings).get("sound.volume", 70) if row.key == "sound.on" else now
            return _loud(bool(now), loud if isinstance(loud, int) else 0, u)
        case "sound.night":
            return _night(bool(now), min(w, h, 52 * u))
        case "players.arrangement":
            return _table(6, w, h, look)
        case "screen.rotation":
            return _turned(look.rotation, w, h, u)
        case "screen.formula":
            return _dice(look, u)
        case "answer_s":
            return _blocks(BLOCKS if now else 0, said(row, now, look.language), w, u)
        case _:
            if row in house_rules(box.game):
                return _meaning(say(f"{row.word}-means", look.language), w, u)
            return _table(8, w, h, look) if row.word == "set-places" else (Picture("pug_g1", 0, 0, 26 * u),)


def _meaning(sentence: str, w: float, u: float) -> f.Items:
    """What a house rule says."""
    cap, lines = f.CAP * u, broken(sentence, w, f.CAP * u)
    return tuple(f.word(line, cap, y=1.6 * cap * (n - (len(lines) - 1) / 2)) for n, line in enumerate(lines))


def _words(w: float, look: Look, u: float) -> f.Items:
    name, phrase = say("language", look.language), say("right", look.language)
    return (
        Picture("pug_g6", 0, -12 * u, 22 * u),
        f.word(name, f.fitted(name, w, 7.6 * u, f.CAP * u, True), INK, True, y=6 * u),
        f.word(phrase, f.PHRASE * u, SOFT, y=15 * u),
    )


def _loud(on: bool, volume: int, u: float) -> f.Items:
    """A loudspeaker, and ten bars that grow."""
    items: list[Item] = [Picture("icon_sound" if on else "icon_mute", 0, -11 * u, 20 * u)]
    for i in range(10):
        tall = (3 + 1.1 * i) * u
        lit = on and volume >= 10 * (i + 1)
        items.append(Slab((i - 4.5) * 3.6 * u, 18 * u - tall / 2, 2.4 * u, tall, STAR if lit else RULE, radius=0.6 * u))
    return tuple(items)


def _night(on: bool, d: float) -> f.Items:
    """The moon over whoever sleeps, or the flower in the light; `d` across."""
    if not on:
        return (Picture("pug_g6", 0, 0, 0.5 * d),)
    moon = Disc(0, -0.36 * d, 0.17 * d, STAR), Disc(0.05 * d, -0.39 * d, 0.14 * d, KEYS)
    return (Disc(0, 0, d, KEYS), *moon, Picture("pug_g2", 0, 0.08 * d, 0.46 * d))


def _table(players: int, w: float, h: float, look: Look) -> f.Items:
    """The screen from above, small, and who sits where round it."""
    u = f.unit(look)
    d = 7 * u
    wide = min(w - 2 * d - 2 * u, (h - 2 * d - 2 * u) * look.w / look.h)
    tall = wide * look.h / look.w
    items: list[Item] = [
        Slab(0, 0, wide, tall, KEYS, RULE, 0.6 * u, 2 * u),
        Picture("pug_g1", 0, 0, 0.6 * min(wide, tall)),
    ]
    order = sorted(SEATS[:players], key=look.place)
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
    fills: Callable[[int], str] = lambda i: STAR if i < lit else RULE  # noqa: E731
    blocks = [Slab((i - 4.5) * step, 6 * u, 0.76 * step, 4 * u, fills(i), radius=u) for i in range(BLOCKS)]
    return (f.word(words, f.fitted(words, w, 7.6 * u, f.CAP * u, True), INK, True, y=-6 * u), *blocks)


def _trial(page: Settings, t: int, w: float, look: Look) -> f.Items:
    """Can everybody read it so? How long until it turns back."""
    u, begun = f.unit(look), page.trial.since if page.trial else t
    gone = (t - begun) * BLOCKS // TRIAL
    return _blocks(max(0, BLOCKS - gone), say("keep-so", look.language), w, u)
