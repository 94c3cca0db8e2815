"""The photo finish: who pressed when, in lanes from the finish line, on a square-root scale."""

from __future__ import annotations

import math
from itertools import pairwise

from ... import furniture as f
from ...look import width
from ...scene import GROUND, INK, SOFT, Badge, Item, Line, Look, Slab, mixed, seat_colour
from ...table import Seat
from ...words import say
from .play import Finish

LANE = 9.6  # height of one, in units


def behind(finish: Finish) -> tuple[tuple[Seat, int, bool], ...]:
    """Who answers first, then all others in order: (seat, microseconds after the earliest, in the dead heat)."""
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


def finish(photo: Finish, w: float, h: float, look: Look) -> f.Items:
    """The lanes within `w` by `h` mm around (0, 0): one under another where there is room, else one after another."""
    u = f.unit(look)
    lanes = behind(photo)
    if h >= LANE * u * min(3, len(lanes)):
        return _list(photo, lanes[: int(h / (LANE * u))], w, look)
    return _row(photo, lanes, w, look)


def _told(photo: Finish, lane: tuple[Seat, int, bool], look: Look, room: float) -> str:
    """What stands beside a lane's badge."""
    u = f.unit(look)
    _, us, tied = lane
    if not tied or len(photo.tied) < 2:
        return micro(us) if width(micro(us), f.CAP * u, True) <= room else milli(us)
    heat = say("dead-heat", look.language)
    both = f"{micro(us)} = {heat}"
    return both if width(both, f.CAP * u, True) <= room - 9.6 * u else heat


def _first(photo: Finish, y: float, look: Look) -> list[f.Part]:
    u = f.unit(look)
    seat = photo.winner
    parts: list[f.Part] = [
        0.6 * u,
        Badge(seat, 0, y, f.SMALL_BADGE * u, 0, "glow"),
        0.4 * u,
        f.word("1.", f.SCORE * u, seat_colour(seat), True, y=y),
    ]
    if len(photo.tied) > 1:
        parts.append(f.word(say("by-lot", look.language), f.CAP * u, SOFT, y=y))
    return parts


def _list(photo: Finish, lanes: tuple[tuple[Seat, int, bool], ...], w: float, look: Look) -> f.Items:
    """One under another; the badges stand as far from the line as their presses."""
    u = f.unit(look)
    step, left, d = LANE * u, -w / 2 + 6.2 * u, f.SMALL_BADGE * u
    top = -step * (len(lanes) - 1) / 2
    most = max((math.sqrt(us) for _, us, _ in lanes[1:]), default=1) or 1
    texts = [_told(photo, lane, look, w - 12.4 * u) for lane in lanes[1:]]
    widest = max((width(text, f.CAP * u, True) for text in texts), default=0)
    reach = max(0.0, min(60 * u, w - 6.2 * u - d - 2 * u - widest - u))
    items: list[Item] = [Line(left, top, left, top + step * (len(lanes) - 0.55), 0.5 * u, INK)]
    items += f.row(_first(photo, top, look), 1.0 * u, left - d / 2 - 1.6 * u, "left")
    for i, ((seat, us, _), text) in enumerate(zip(lanes[1:], texts, strict=True), 1):
        y, x = top + i * step, left + math.sqrt(us) / most * reach
        if x - left > d / 2:
            items.append(Line(left, y, x, y, 1.4 * u, mixed(seat_colour(seat), GROUND, 0.35)))
        items.append(Badge(seat, x, y, d))
        items.append(f.word(text, f.CAP * u, INK, True, x + d / 2 + 1.4 * u + width(text, f.CAP * u, True) / 2, y))
    return tuple(items)


def _row(photo: Finish, lanes: tuple[tuple[Seat, int, bool], ...], w: float, look: Look) -> f.Items:
    """One after another behind the finish line: as many with their time as there is room for, the next as badges,
    the last ones, if need be, not at all."""
    u = f.unit(look)
    gap = 1.0 * u
    head: list[f.Part] = [Slab(0, 0, 0.8 * u, 11 * u, INK), *_first(photo, 0, look)]
    others = lanes[1:]
    most = len(others)
    for told, shown in [(k, most) for k in range(most, 0, -1)] + [(1, k) for k in range(most - 1, 0, -1)]:
        tail = _tail(photo, others[:shown], told, w, look)
        free = w - f.row_width([*head, *tail], gap)
        if free >= 0:
            break
    roots = [0.0, *(math.sqrt(us) for _, us, _ in others[:shown])]
    steps = [max(0.0, far - near) for near, far in pairwise(roots)]
    whole = sum(steps) or 1
    bars = [at for at, part in enumerate(tail) if isinstance(part, Slab)]
    for at, step, lane in zip(bars, steps, others, strict=False):
        wide = u + max(0.0, min(free, 60 * u)) * step / whole
        tail[at] = Slab(0, 0, wide, 1.4 * u, mixed(seat_colour(lane[0]), GROUND, 0.35), radius=0.7 * u)
    return f.row([*head, *tail], gap)


def _tail(photo: Finish, others: tuple[tuple[Seat, int, bool], ...], told: int, w: float, look: Look) -> list[f.Part]:
    """Bar, badge and, for the first `told`, the time."""
    room = w if len(photo.tied) < 2 else 0
    u = f.unit(look)
    tail: list[f.Part] = []
    for i, lane in enumerate(others):
        tail += [Slab(0, 0, u, 1.4 * u), Badge(lane[0], 0, 0, f.SMALL_BADGE * u)]
        if i < told:
            tail.append(f.word(_told(photo, lane, look, room), f.CAP * u, INK, True))
    return tail
