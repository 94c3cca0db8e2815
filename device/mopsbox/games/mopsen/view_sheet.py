"""The sheet of three rounds. It is read from one side; `>` turns it, as the other pages of this kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating, signs
from ...look import shortened, width
from ...scene import HIGH, INK, LOW, MUTE, SOFT, STAR, Badge, Item, Look, Scene, Slab, placed
from ...table import Seat
from ...words import say
from . import plates, view_remark
from .counting import printed, tally, totals
from .play import COUNT_STEP, Play
from .state import ROUNDS, Revoke, State

HEAD = 9.0  # the line of words on top, in units
ADDED = 29.0  # room for bowl + cards = bones
JOINED = 4.6  # so much between two numbers takes a sign, beside a bowl a little more
BELOW = 5.2  # two lines of a row, from its middle
NOTED, CLEAR = 4.0, 8.0  # so much more room beside the badges where a round and a trick stand there; at best
NAMED, FEW = 26.0, 13.0  # the same for names, at best; where there is less, badges stand alone


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
    columns = _columns(state, look.w, u, any(map(look.name, state.setup.seats)))
    items = list(_head(state, columns, look))
    h = (floor - (HEAD + 1.2) * u) / len(state.setup.seats)
    best = max(totals(state), default=0)
    for i, seat in enumerate(state.setup.seats):
        y = (HEAD + 0.4) * u + (i + 0.5) * h
        leads = bool(state.rounds) and totals(state)[i] == best and not moving
        ground = HIGH if leads else LOW
        high = min(h - 1.1 * u, (22 if columns.below else 14) * u)
        items += [
            Slab(look.w / 2, y, look.w - 4 * u, high, ground, radius=2.4 * u),
            Slab(3.1 * u, y, 2.2 * u, high, look.colour(seat), radius=u),
        ]
        last = next((revoke for revoke in reversed(state.revokes) if revoke.seat == seat), None)
        items += placed(_who(seat, last, columns, look), 0, y)
        items += placed(_sums(state, i, columns, counted, bones[i] if running else None, u), 0, y)
        if leads:
            items.append(signs.crown(look.w - 7.4 * u, y + 2.1 * u, 6 * u, STAR))
    words = [f.Key(say(k, look.language)) for k in ("mend", "on", "turn")]
    words[0] = replace(words[0], short=say("change", look.language))
    if not state.rounds and state.trick == 1:
        words[0] = replace(words[0], works=False)
    shown = page(items, f.key_strip(look, *words), play, look, moving)
    remark = view_remark.over(play, t, (0, 0, look.w, floor), look)
    return replace(shown, items=(*shown.items, *remark))


@dataclass(frozen=True, slots=True)
class Columns:
    """The middles of the three rounds' numbers and of the sum; which of the rounds is told as bowl + cards, and
    whether beside its number or, where the page is narrow, below all. `joined`: there is room for + and = between."""

    middles: tuple[float, ...]
    told: int
    below: bool
    joined: bool
    start: float  # of the first round's

    def number(self, n: int, u: float) -> float:
        """The middle of a round's number."""
        return self.middles[n] + (ADDED / 2 * u if n == self.told and not self.below else 0)


def _columns(state: State, w: float, u: float, named: bool = False) -> Columns:
    told = min(ROUNDS - 1, max(0, len(state.rounds) - (state.phase in ("deal", "over"))))
    below = w < f.NARROW * u
    left, right = (22 * u, w - 10 * u) if below else (24 * u, w - 10.6 * u)
    widths = [(ADDED + 11) * u if n == told and not below else 11 * u for n in range(ROUNDS)] + [17 * u]
    spare = right - left - sum(widths) - len(widths) * (JOINED + 0.35) * u
    if state.revokes and not below:  # not so much that the signs between the numbers have no room
        left += max(NOTED * u, min(CLEAR * u, spare))
    elif named and not below and spare >= FEW * u:
        left += min(NAMED * u, spare)
    gap = (right - left - sum(widths)) / len(widths)
    found, x = [], left
    for each in widths:
        found.append(x + each / 2)
        x += each + gap
    return Columns(tuple(found), told, below, gap >= JOINED * u, left)


def _who(seat: Seat, last: Revoke | None, columns: Columns, look: Look) -> f.Items:
    """Whose row it is, around y = 0, by name where there is room; that this seat did not follow, and in
    which round and trick (B26)."""
    u, below = f.unit(look), columns.below
    if last is None:
        room = columns.start - 16.2 * u
        room = 0.0 if below or room < FEW * u else room
        name = shortened(look.name(seat), room, f.CAP * u)
        said = (f.word(name, f.CAP * u, x=14.8 * u + width(name, f.CAP * u) / 2),) if name else ()
        return (Badge(seat, 9.2 * u, 0, f.SMALL_BADGE * u), *said)
    words = view_remark.when((last,), "round-trick-short", look)
    if below:
        badge = Badge(seat, 9.2 * u, -4.6 * u, f.SMALL_BADGE * u)
        return badge, *signs.warning(9.2 * u, 5.4 * u, 5 * u), f.word(words, f.CAP * u, STAR, x=63.6 * u, y=BELOW * u)
    round_, trick = words.split()
    return (
        Badge(seat, 9.2 * u, 0, f.SMALL_BADGE * u),
        *signs.warning(15.8 * u, -3.5 * u, 4.2 * u),
        f.word(round_, f.CAP * u, STAR, x=22.3 * u, y=-3.4 * u),
        f.word(trick, f.CAP * u, STAR, x=19.7 * u, y=3.4 * u),
    )


def _head(state: State, columns: Columns, look: Look) -> f.Items:
    u, y = f.unit(look), HEAD * f.unit(look) / 2
    title = say("round", look.language)
    at = 2 * u + width(title, f.CAP * u) / 2
    words = [f.word(title, f.CAP * u, SOFT, x=at, y=y)]
    for n in range(ROUNDS):
        words.append(f.word(str(n + 1), f.CAP * u, SOFT, x=columns.number(n, u), y=y))
    total = say("total", look.language)
    end = look.w - 2 * u - width(total, f.CAP * u) / 2
    words.append(f.word(total, f.CAP * u, SOFT, x=min(columns.middles[-1], end), y=y))
    return tuple(words)


def _sums(state: State, i: int, columns: Columns, counted: int, running: int | None, u: float) -> f.Items:
    """8 + 11 + 6 = 25 around y = 0; the newest round as bowl + cards = 6. `running`: what a round in progress would
    add."""
    items: list[Item] = []
    middles, y = columns.middles, -BELOW * u if columns.below else 0.0
    for n in range(ROUNDS):
        done = n < len(state.rounds)
        x = columns.number(n, u)
        newest = n == len(state.rounds) - 1
        value = min(state.rounds[n][i], counted) if done and newest else state.rounds[n][i] if done else None
        if n == columns.told and (done or running is not None):
            at = (middles[ROUNDS - 1] - 22 * u, BELOW * u) if columns.below else (middles[n] - 5.5 * u, 0)
            items += placed(_added(state, i, u), *at)
            if columns.below:
                last = value if value is not None else running or 0
                items.append(_number(last, f.CAP * u, False, at[0] + 18.8 * u, at[1]))
        if value is None and running is not None and n == columns.told:
            items.append(f.word(str(running), f.SCORE * u, SOFT, x=x, y=y))
        elif value is None:
            items.append(Slab(x, y, 3 * u, 0.8 * u, MUTE))
        else:
            items.append(_number(value, f.SCORE * u, False, x, y))
        if n and columns.joined:
            start = x - (ADDED * u if n == columns.told and not columns.below else 0)
            items.append(f.word("+", f.CAP * u, SOFT, x=(columns.number(n - 1, u) + start) / 2, y=y))
    whole = sum(bones[i] for bones in state.rounds[:-1])
    whole += min(state.rounds[-1][i], counted) if state.rounds else 0
    if columns.joined:
        x = (columns.number(ROUNDS - 1, u) + middles[-1]) / 2 - 1.6 * u
        items.append(f.word("=", f.CAP * u, SOFT, x=x, y=y))
    cap = f.fitted(str(whole), 16 * u, 7.4 * u, f.SCORE * u, True)
    items.append(_number(whole, cap, True, middles[-1], y))
    return tuple(items)


def _number(value: int, cap: float, bold: bool, x: float, y: float) -> Item:
    number = f.word(str(value), cap, INK, bold, x, y)
    return replace(number, y=y - 0.15 * cap) if number.foot else number


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
