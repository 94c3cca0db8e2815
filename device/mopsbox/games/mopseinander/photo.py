"""The photo finish: who pressed when, in lanes from the finish line, on a square-root scale. While somebody answers it
is as large as there is room beside the dial; as a page of its own, which the menu opens, it shows everybody's time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain, pairwise

from ... import furniture as f
from ...look import width
from ...lying import from_far
from ...scene import GROUND, INK, SOFT, Badge, Item, Line, Look, Scene, Slab, mixed, placed
from ...table import Seat
from ...words import say
from .play import Finish

LANE = 9.6  # height of one, in units
LEAST_BAR = 2.5  # shorter ones look alike

Lane = tuple[Seat, int, bool]
"""Seat, microseconds after the earliest, in the dead heat."""


def behind(finish: Finish) -> tuple[Lane, ...]:
    """Who answers first, then all others in order."""
    first = min(at for _, at in finish.lanes)
    lanes = [(seat, round((at - first) / 1000), seat in finish.tied) for seat, at in finish.lanes]
    head = [lane for lane in lanes if lane[0] == finish.winner] or [(finish.winner, 0, True)]
    return (*head, *(lane for lane in lanes if lane[0] != finish.winner))


def micro(n: int) -> str:
    """+18 300 µs"""
    return f"+{n:,} µs".replace(",", " ")


def milli(n: int) -> str:
    """The same where there is no room for it: +18 ms. What is nearer than a hundredth of a second stays as it is."""
    return micro(n) if n < 10_000 else f"+{n / 1000:.0f} ms"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of the lanes one under another: from one to the next, a badge, a capital, the longest bar; mm."""

    step: float
    badge: float
    cap: float
    bar: float


def page(photo: Finish, far: bool, look: Look) -> Scene:
    """All lanes with their times, as large as the panel has room, for one reader; `far`: on the other side."""
    u, lanes = f.unit(look), behind(photo)
    floor, top = look.h - f.strip_of(look), 9.2 * u
    step, w = min(15 * u, (floor - top - u) / len(lanes)), look.w - 7 * u
    d = min(1.3 * f.BADGE * u, step - 0.5 * u, 0.1 * look.w)
    longest = max((micro(us) for _, us, _ in lanes), key=len)
    cap = f.fitted(longest, 0.5 * w - 1.5 * d, 0.55 * step, f.CAP * u, True)  # the bars need room too
    sizes = Sizes(step, d, cap, 0.6 * look.w)
    title = f.word(say("photo-finish", look.language), f.PHRASE * u, SOFT, x=look.w / 2, y=5.2 * u)
    shown = _list(photo, lanes, w, look, sizes)
    keys = f.key_strip(look, f.Key(works=False), f.Key(say("on", look.language)), f.Key(say("turn", look.language)))
    scene = Scene((title, *placed(shown, look.w / 2, (top + floor - u) / 2), *keys))
    return from_far(scene, look, floor) if far else scene


def finish(photo: Finish, w: float, h: float, look: Look) -> f.Items:
    """The lanes within `w` by `h` mm around (0, 0): one under another where there is room, else one after another."""
    u = f.unit(look)
    lanes = behind(photo)
    if h >= LANE * u * min(3, len(lanes)):
        sizes = Sizes(LANE * u, f.SMALL_BADGE * u, f.CAP * u, 60 * u)
        return _list(photo, lanes[: int(h / (LANE * u))], w, look, sizes)
    return _row(photo, lanes, w, look)


def _told(photo: Finish, lane: Lane, look: Look, room: float, cap: float, narrow: bool) -> str:
    """What stands beside a lane's badge. `narrow`: times in the shorter form."""
    _, us, tied = lane
    if not tied or len(photo.tied) < 2:
        return milli(us) if narrow else micro(us)
    heat = say("dead-heat", look.language)
    both = f"{micro(us)} = {heat}"
    return both if width(both, cap, True) <= room - 2 * cap else heat


def _first(photo: Finish, y: float, look: Look, d: float, cap: float) -> list[f.Part]:
    u = f.unit(look)
    seat = photo.winner
    parts: list[f.Part] = [
        0.6 * u,
        Badge(seat, 0, y, d, 0, "glow"),
        0.4 * u,
        f.word("1.", cap * f.SCORE / f.CAP, look.colour(seat), True, y=y),
    ]
    if len(photo.tied) > 1:
        parts.append(f.word(say("by-lot", look.language), cap, SOFT, y=y))
    return parts


def _list(photo: Finish, lanes: tuple[Lane, ...], w: float, look: Look, sizes: Sizes) -> f.Items:
    """One under another; the badges stand as far from the line as their presses."""
    u, step, d, cap = f.unit(look), sizes.step, sizes.badge, sizes.cap
    left = -w / 2 + d / 2 + 1.85 * u
    top = -step * (len(lanes) - 1) / 2
    most = max((math.sqrt(us) for _, us, _ in lanes[1:]), default=1) or 1
    free = w - d - 3.7 * u
    narrow = any(width(micro(us), cap, True) > free for _, us, _ in lanes[1:])  # one unit for the whole list
    texts = [_told(photo, lane, look, free, cap, narrow) for lane in lanes[1:]]
    parts = [math.sqrt(us) / most for _, us, _ in lanes[1:]]
    room = w - 1.5 * d - 4.85 * u
    reach = min(
        sizes.bar, *((room - width(text, cap, True)) / max(part, 0.01) for text, part in zip(texts, parts, strict=True))
    )
    items: list[Item] = [Line(left, top, left, top + step * (len(lanes) - 0.55), 0.5 * u, INK)]
    items += f.row(_first(photo, top, look, d, cap), max(u, 0.2 * cap), left - d / 2 - 1.6 * u, "left")
    for i, ((seat, _, _), text, part) in enumerate(zip(lanes[1:], texts, parts, strict=True), 1):
        y, x = top + i * step, left + part * max(0.0, reach)
        if x - left > d / 2:
            items.append(Line(left, y, x, y, 1.4 * u, mixed(look.colour(seat), GROUND, 0.2)))
        items.append(Badge(seat, x, y, d))
        items.append(f.word(text, cap, INK, True, x + d / 2 + 1.4 * u + width(text, cap, True) / 2, y))
    return tuple(items)


def _row(photo: Finish, lanes: tuple[Lane, ...], w: float, look: Look) -> f.Items:
    """One after another behind the finish line: as many with their time as there is room for, the next as badges,
    the last ones, if need be, not at all. Between them bars as long as what lies between two presses, unless they
    would be too short to be compared."""
    u, gap = f.unit(look), 1.0 * f.unit(look)
    d, cap = f.SMALL_BADGE * u, f.CAP * u
    head: list[f.Part] = [Slab(0, 0, 0.8 * u, 11 * u, INK), *_first(photo, 0, look, d, cap)]
    others = lanes[1:]
    most = len(others)
    for told, shown in [(k, most) for k in range(most, 0, -1)] + [(1, k) for k in range(most - 1, 0, -1)]:
        tails = [_one(photo, lane, i < told, w, look) for i, lane in enumerate(others[:shown])]
        free = w - f.row_width([*head, *chain.from_iterable(tails)], gap)
        if free >= 0:
            break
    bars = min(free, 60 * u) - len(tails) * (u + gap)
    parts = list(head)
    roots = [0.0, *(math.sqrt(us) for _, us, _ in others[:shown])]
    steps = [max(0.0, after - before) for before, after in pairwise(roots)]
    for step, lane, tail in zip(steps, others, tails, strict=False):
        if bars >= LEAST_BAR * u * len(tails):
            wide = u + bars * step / (sum(steps) or 1)
            parts.append(Slab(0, 0, wide, 1.4 * u, mixed(look.colour(lane[0]), GROUND, 0.2), radius=0.7 * u))
        parts += tail
    return f.row(parts, gap)


def _one(photo: Finish, lane: Lane, told: bool, w: float, look: Look) -> list[f.Part]:
    """A badge, and if it is `told`, the time."""
    u = f.unit(look)
    badge = Badge(lane[0], 0, 0, f.SMALL_BADGE * u)
    said = _told(photo, lane, look, w if len(photo.tied) < 2 else 0, f.CAP * u, narrow=False)
    return [badge, f.word(said, f.CAP * u, INK, True)] if told else [badge]
