"""The page of the settings: rows with the lit one's value between arrows, and beside them what it looks like. Pure."""

from __future__ import annotations

from dataclasses import replace

from . import furniture as f
from . import seating, signs
from .box import Box
from .look import width
from .scene import (
    INK,
    KEYS,
    LOW,
    MUTE,
    SOFT,
    Disc,
    Item,
    Look,
    Scene,
    Slab,
    placed,
)
from .settings import TRIAL, Row, Settings, beside, rows, said, value
from .settings_preview import BLOCKS, preview, trial
from .words import say

LOWEST, HIGHEST, BETWEEN = 9.6, 13.0, 1.3  # a row, and from one to the next, in units: a finger needs 9 mm
SIDE = 5.2  # left of the rows: which of them is lit
LIST = 0.66  # of the width, where the preview stands beside the rows


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
    seen = trial(page, t, w - 6 * u, look) if page.trial else preview(box, offered[lit], w - 6 * u, h - 4 * u, look)
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
    taken = 3 * u + (15.2 if lit else 4) * u  # by the left edge and the arrows
    small = f.fitted(told, w - taken, f.CAP * u, 0, True)  # under 4.7 mm is better than on the arrows
    wide = width(told, small, True)
    ground = Slab(0, 0, w, h, INK if lit else LOW, radius=2.6 * u, tap=("set", at))
    items: list[Item] = [replace(ground, tap=None) if lit and told else ground]
    room = w - 4 * u - (wide + taken if told else 3 * u)
    label = say(row.word, look.language)
    cap = f.fitted(label, room, f.PHRASE * u, f.CAP * u, lit)
    long = width(label, cap, lit) > room + 3.5 * u
    if not (long and row.key == "screen.language"):  # a language's own name says what it is, if there is no more room
        items.append(f.word(label, cap, ink, lit, -w / 2 + 3 * u + width(label, cap, lit) / 2))
    if not told:
        return tuple(items)
    number = f.word(told, small, ink if lit else SOFT, True)
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
