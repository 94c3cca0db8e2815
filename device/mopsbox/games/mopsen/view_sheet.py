"""The sheet of three rounds. It is read from one side; `>` turns it, as the other pages of this kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...look import width
from ...scene import HIGH, INK, LOW, MUTE, SOFT, STAR, Badge, Item, Look, Scene, Slab, placed, seat_colour
from ...words import say
from . import plates
from .counting import printed, tally, totals
from .play import COUNT_STEP, Play
from .state import ROUNDS, State

HEAD = 9.0  # the line of words on top, in units
ADDED = 29.0  # room for bowl + cards = bones


def page(items: Sequence[Item], keys: f.Items, play: Play, look: Look, moving: bool = False) -> Scene:
    """The page, turned to the other long side or not, above the key strip."""
    floor = seating.floor_of(look, strip=True)
    shown = placed(items, look.w, floor, 180) if play.turned else tuple(items)
    return Scene((*shown, *keys), moving)


# --- the sheet


def sheet(play: Play, t: int, look: Look) -> Scene:
    """A row for every seat: its rounds, the last one as bowl + cards, and their sum, which counts up (R55, R61)."""
    state, u = play.state, f.unit(look)
    floor = seating.floor_of(look, strip=True)
    running = state.phase in ("trick", "beg")
    bones = tally(state)
    ready = state.phase in ("deal", "over") and bool(state.rounds)
    counted = max(0, t - play.since) // COUNT_STEP if ready else 1 << 30
    moving = ready and counted < max(state.rounds[-1], default=0)
    columns = _columns(state, look.w, u)
    items = list(_head(state, columns, look))
    h = (floor - (HEAD + 1.2) * u) / len(state.setup.seats)
    best = max(totals(state), default=0)
    for i, seat in enumerate(state.setup.seats):
        y = (HEAD + 0.4) * u + (i + 0.5) * h
        leads = bool(state.rounds) and totals(state)[i] == best and not moving
        ground = HIGH if leads else LOW
        high = min(h - 1.1 * u, 14 * u)
        items += [
            Slab(look.w / 2, y, look.w - 4 * u, high, ground, radius=2.4 * u),
            Slab(3.1 * u, y, 2.2 * u, high, seat_colour(seat), radius=u),
            Badge(seat, 11 * u, y, f.SMALL_BADGE * u),
        ]
        if any(r.seat == seat for r in state.revokes):
            items += signs.warning(19.4 * u, y, 5.4 * u)
        items += placed(_sums(state, i, columns, counted, bones[i] if running else None, u), 0, y)
        if leads:
            items.append(signs.crown(look.w - 7.4 * u, y + 2.1 * u, 6 * u, STAR))
    words = [f.Key(say(k, look.language)) for k in ("mend", "on", "turn")]
    if not state.rounds and state.trick == 1:
        words[0] = replace(words[0], works=False)
    return page(items, f.key_strip(look, *words), play, look, moving)


def _columns(state: State, w: float, u: float) -> tuple[tuple[float, ...], int]:
    """The middles of the three rounds' numbers and of the sum, and which of the rounds is the wide one."""
    wide = min(ROUNDS - 1, max(0, len(state.rounds) - (state.phase in ("deal", "over"))))
    left, right = 24 * u, w - 12 * u
    widths = [(ADDED + 11) * u if n == wide else 11 * u for n in range(ROUNDS)] + [17 * u]
    gap = (right - left - sum(widths)) / len(widths)
    found, x = [], left
    for each in widths:
        found.append(x + each / 2)
        x += each + gap
    return tuple(found), wide


def _head(state: State, columns: tuple[tuple[float, ...], int], look: Look) -> f.Items:
    u, y = f.unit(look), HEAD * f.unit(look) / 2
    middles, wide = columns
    title = say("round", look.language)
    at = 4 * u + width(title, f.CAP * u) / 2
    words = [f.word(title, f.CAP * u, SOFT, x=at, y=y)]
    for n in range(ROUNDS):
        x = middles[n] + (ADDED / 2 * u if n == wide else 0)
        words.append(f.word(str(n + 1), f.CAP * u, SOFT, x=x, y=y))
    total = say("total", look.language)
    words.append(f.word(total, f.CAP * u, SOFT, x=min(middles[-1], look.w - 2 * u - width(total, f.CAP * u) / 2), y=y))
    return tuple(words)


def _sums(
    state: State, i: int, columns: tuple[tuple[float, ...], int], counted: int, running: int | None, u: float
) -> f.Items:
    """8 + 11 + 6 = 25 around y = 0; the wide round as bowl + cards = 6. `running`: what a round in progress would
    add."""
    middles, wide = columns
    items: list[Item] = []
    for n in range(ROUNDS):
        done = n < len(state.rounds)
        x = middles[n] + (ADDED / 2 * u if n == wide else 0)
        newest = n == len(state.rounds) - 1
        value = min(state.rounds[n][i], counted) if done and newest else state.rounds[n][i] if done else None
        if n == wide and (done or running is not None):
            items += placed(_added(state, i, u), middles[n] - 5.5 * u, 0)
        if value is None and running is not None and n == wide:
            items.append(f.word(str(running), f.SCORE * u, SOFT, x=x))
        elif value is None:
            items.append(Slab(x, 0, 3 * u, 0.8 * u, MUTE))
        else:
            items.append(_number(value, f.SCORE * u, False, x))
        if n:
            before = middles[n - 1] + (ADDED / 2 * u if n - 1 == wide else 0)
            start = x - (ADDED * u if n == wide else 0)
            items.append(f.word("+", f.CAP * u, SOFT, x=(before + start) / 2))
    whole = sum(bones[i] for bones in state.rounds[:-1])
    whole += min(state.rounds[-1][i], counted) if state.rounds else 0
    last = middles[ROUNDS - 1] + (ADDED / 2 * u if wide == ROUNDS - 1 else 0)
    items.append(f.word("=", f.CAP * u, SOFT, x=(last + middles[-1]) / 2 - 1.6 * u))
    cap = f.fitted(str(whole), 16 * u, 7.4 * u, f.SCORE * u, True)
    items.append(_number(whole, cap, True, middles[-1]))
    return tuple(items)


def _number(value: int, cap: float, bold: bool, x: float) -> Item:
    number = f.word(str(value), cap, INK, bold, x)
    return replace(number, y=-0.15 * cap) if number.foot else number


def _added(state: State, i: int, u: float) -> f.Items:
    """What a round is made of: the bowl (outlined: its printed bones) and a bone for each card in hand (R57-R60)."""
    bowl = plates.bowl(state.bowls[i], printed(len(state.setup.seats)), plates.DARK, u)
    cards = plates.hand(state.counts[i], plates.DARK, u)
    return (
        *placed(bowl.items, -9.2 * u, 0),
        f.word("+", f.CAP * u, SOFT, x=-1.4 * u),
        *placed(cards.items, 5.2 * u, 0),
        f.word("=", f.CAP * u, SOFT, x=11.8 * u),
    )
