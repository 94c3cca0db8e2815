"""Corrections: which trick shall be told anew, and what its change would do before it is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from ... import furniture as f
from ... import seating, signs
from ...journal import Object
from ...scene import HIGH, INK, KEYS, LOW, MUTE, SOFT, STAR, Badge, Item, Line, Look, Scene, Slab, placed
from ...signs import arrow
from ...table import Seat
from ...words import say
from . import marks, suits, view_sheet
from .cards import COLOUR, Card, Queue, pushed, strength
from .counting import tally, totals
from .play import Change, Play, Told
from .state import State
from .view_trick import Parts, chips, chips_high, told

LEAST = 9.6  # width of a trick's cell, in units
TITLE = 9.0  # room for the words above a page, in units

# --- which trick to correct


def pick(play: Play, look: Look) -> Scene:
    """A row for every round: its tricks with who won them. Ringed: a round, then one of its tricks, told below."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    here = play.told[play.picked]
    rounds = [(number, list(tricks)) for number, tricks in groupby(enumerate(play.told), lambda one: one[1].round)]
    most = max(max(len(tricks) for _, tricks in rounds), 8)
    left, gap = 13 * u, 0.9 * u
    if (look.w - left - 3 * u) / most < LEAST * u + gap:
        most = -(-most // 2)
    lines = [(number, tricks[i : i + most]) for number, tricks in rounds for i in range(0, len(tricks), most)]
    w = (look.w - left - 3 * u - gap * (most - 1)) / most
    h = min(17 * u, (floor - 30 * u) / max(2, len(lines)) - gap)
    won = winners(play)
    items: list[Item] = []
    for n, (number, tricks) in enumerate(lines):
        y = 2 * u + h / 2 + n * (h + gap)
        ringed = number == here.round
        if not n or lines[n - 1][0] != number:
            items.append(f.word(str(number), f.SCORE * u, INK if ringed else SOFT, True, x=6.5 * u, y=y))
        for k, (index, trick) in enumerate(tricks):
            lit = index == play.picked if play.part == "trick" else ringed
            x = left + w / 2 + k * (w + gap)
            items += placed(_trick_cell(index, trick, won[index], lit, w, h, u), x, y)
    top = 2 * u + len(lines) * (h + gap)
    items += _told_below(play, here, top, floor, look)
    last = f.Key(say("choose", look.language))
    return view_sheet.page(items, f.key_strip(look, f.Key(), last, f.Key()), play, look)


def _trick_cell(index: int, trick: Told, won: Seat, lit: bool, w: float, h: float, u: float) -> f.Items:
    """Its number above the badge of who won it."""
    number = f.word(str(trick.trick), f.CAP * u, KEYS if lit else INK, lit)
    d = min(w - 1.2 * u, h - 9.6 * u)
    badge = Badge(won, 0, h / 2 - 0.8 * u - d / 2, d)
    ground = Slab(0, 0, w, h, INK if lit else LOW, radius=2 * u, tap=("row", index))
    raised = 0.8 * u if number.foot else 0
    return ground, replace(number, y=-h / 2 + 4.2 * u - raised), badge


def winners(play: Play) -> list[Seat]:
    """Who won each of the told tricks: said, or worked out with the queue as it was then (R44, R49, B16)."""
    setup = play.state.setup
    queue, found, before = setup.queue, list[Seat](), 0
    for trick in play.told:
        if trick.round != before and setup.options.queue_reset:
            queue = setup.queue
        before = trick.round
        parts = told(trick.lines[-1][1])
        if parts.winner is not None and parts.colour is not None:
            found.append(parts.winner)
            queue = pushed(queue, parts.colour)
            continue
        cards = [_played(line) for _, line in trick.lines if line["do"] == "play"]
        inorder = sorted(cards, key=lambda one: strength(one[1], queue))
        found.append(inorder[-1][0])
        queue = pushed(queue, COLOUR[inorder[0][1]])
    return found


def _played(line: Object) -> tuple[Seat, Card]:
    return Seat(int(str(line["seat"]))), Card(str(line["card"]))


def _told_below(play: Play, here: Told, top: float, floor: float, look: Look) -> f.Items:
    """The ringed trick as it was told."""
    u = f.unit(look)
    words = say("round-trick", look.language).format(here.round, here.trick)
    if play.part == "round":
        words = f"{say('round', look.language)} {here.round}"
    y = (top + floor) / 2
    if play.part == "round":
        return (f.word(words, f.SCORE * u, INK, True, look.w / 2, y),)
    if here.lines[-1][1]["do"] == "trick":
        parts = told(here.lines[-1][1])
        shown, high = chips(parts, Parts(), "", look.w - 6 * u, u), chips_high(parts, Parts(), look.w - 6 * u, u)
    else:
        shown, high = _cards(here.lines, here.lines, look.w - 6 * u, u)
    return (
        f.word(words, f.CAP * u, SOFT, False, look.w / 2, y + 2.4 * u - high / 2 - 3 * u),
        *placed(shown, look.w / 2, y + 3 * u),
    )


def _cards(
    old: Sequence[tuple[int, Object]], new: Sequence[tuple[int, Object]], room: float, u: float
) -> tuple[f.Items, float]:
    """Badge and card of every line of a trick told card by card, and how high they are without the struck ones; in two
    rows where the room is narrow. The begged card has an arrow. A card that differs from the old one is lit, the old
    one stands below it, struck."""
    items: list[Item] = []
    n = max(1, len(new))
    columns = n if room >= n * 15 * u else -(-n // 2)
    rows = -(-n // columns)
    struck = any(i < len(old) and old[i][1].get("card") != line.get("card") for i, (_, line) in enumerate(new))
    w, step = min(22 * u, (room - (columns - 1) * u) / columns), (30 if struck else 19) * u
    for i, (_, line) in enumerate(new):
        row, column = divmod(i, columns)
        x, y = (column - (min(columns, n - row * columns) - 1) / 2) * (w + u), (row - (rows - 1) / 2) * step
        seat, card = _played(line)
        differs = i >= len(old) or old[i][1].get("card") != card
        items.append(Slab(x, y, w, 18 * u, INK if differs else LOW, radius=2 * u))
        mark = marks.up(x + 5 * u, y - 4.2 * u, 6 * u) if line["do"] == "beg" else None
        items.append(Badge(seat, x - (3 * u if mark else 0), y - 4.4 * u, 7.4 * u))
        if mark:
            items.append(mark)
        wide = min(w - 2 * u, 14 * u)
        items += suits.card(card, x, y + 4.2 * u, wide, 8 * u, u)
        if i < len(old) and differs:
            items += suits.card(_played(old[i][1])[1], x, y + 14.6 * u, wide, 8 * u, u)
            items.append(Line(x - wide / 2 - u, y + 14.6 * u, x + wide / 2 + u, y + 14.6 * u, u, STAR))
    return tuple(items), (rows - 1) * step + 18 * u


# --- what a correction would do


def change(play: Play, look: Look) -> Scene:
    """The trick with old and new, and everybody's total before and after; or from where on it no longer fits."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    now, what = play.correcting, play.change
    assert now is not None and what is not None
    title = say("round-trick", look.language).format(now.told.round, now.told.trick)
    items: list[Item] = [f.word(title, f.CAP * u, SOFT, x=look.w / 2, y=5 * u)]
    new = now.entered[-1] if now.entered else {}
    if new.get("do") == "trick":
        parts, old = told(new), told(now.told.lines[-1][1])
        shown, high = chips(parts, old, "", look.w - 6 * u, u), chips_high(parts, old, look.w - 6 * u, u)
        struck = 0.0
    else:
        shown, high = _cards(now.told.lines, [(0, line) for line in now.entered], look.w - 6 * u, u)
        struck = 10 * u
    items += placed(shown, look.w / 2, (TITLE + 1) * u + high / 2)
    items += _outcome(play.state, what, (TITLE + 3) * u + high + struck, floor, look)
    ok = f.Key(say("enter", look.language), works=what.after is not None)
    keys = f.key_strip(look, f.Key(say("discard", look.language)), ok, f.Key(say("turn", look.language)))
    return view_sheet.page(items, keys, play, look)


def _outcome(state: State, what: Change, top: float, floor: float, look: Look) -> f.Items:
    u, x = f.unit(look), look.w / 2
    after = what.state
    if after is None:
        where = say("round-trick", look.language).format(*what.stuck) if what.stuck else ""
        words = say("no-longer-fits", look.language)
        y = (top + floor) / 2
        return (
            *signs.warning(x, y - 12 * u, 9 * u),
            f.word(words, f.PHRASE * u, STAR, True, x, y - 1.6 * u),
            f.word(where, f.PHRASE * u, INK, x=x, y=y + 6.6 * u),
        )
    cells = [_before_after(seat, pair, u) for seat, pair in differing(state, after)]
    lines: list[f.Items] = []
    if state.queue != after.queue:
        lines.append(_queues(state.queue, after.queue, u))
    if not cells:
        lines.insert(0, (f.word(say("same-totals", look.language), f.PHRASE * u, SOFT),))
    columns = max(1, min(3, int(look.w / (44 * u))))
    rows = [cells[i : i + columns] for i in range(0, len(cells), columns)]
    for row in rows:
        laid: list[Item] = []
        for k, cell in enumerate(row):
            laid += placed(cell, (k - (len(row) - 1) / 2) * 45 * u, 0)
        lines.append(tuple(laid))
    step = min(14 * u, (floor - top) / max(1, len(lines)))
    y = (top + floor) / 2 - (len(lines) - 1) / 2 * step
    found: list[Item] = []
    for n, line in enumerate(lines):
        found += placed(line, x, y + n * step)
    return tuple(found)


def differing(state: State, after: State) -> list[tuple[Seat, tuple[int, int]]]:
    """Whose total changes, and how: with what the round in progress would add."""

    def sums(s: State) -> list[int]:
        running = tally(s) if s.phase in ("trick", "beg") else (0,) * len(s.setup.seats)
        return [whole + now for whole, now in zip(totals(s), running, strict=True)]

    pairs = zip(state.setup.seats, zip(sums(state), sums(after), strict=True), strict=True)
    return [(seat, pair) for seat, pair in pairs if pair[0] != pair[1]]


def _before_after(seat: Seat, pair: tuple[int, int], u: float) -> f.Items:
    was, now = (
        f.word(str(n), f.SCORE * u, ink, bold) for n, ink, bold in zip(pair, (SOFT, INK), (False, True), strict=True)
    )
    raise_by = 0.15 * f.SCORE * u
    return (
        Slab(0, 0, 43 * u, 11.6 * u, HIGH, radius=2.4 * u),
        Badge(seat, -15.6 * u, 0, f.SMALL_BADGE * u),
        replace(was, x=-4.6 * u, y=-raise_by if was.foot else 0),
        arrow(4.2 * u, 0, 3.4 * u, "right", SOFT),
        replace(now, x=13.4 * u, y=-raise_by if now.foot else 0),
    )


def _queues(before: Queue, after: Queue, u: float) -> f.Items:
    """The queue's signs before and after, the strongest first."""
    items: list[Item] = [arrow(0, 0, 3.4 * u, "right", SOFT)]
    for side, queue, s in ((-1, before, 5.0), (1, after, 6.4)):
        for n, colour in enumerate(queue):
            size = s * (1 - 0.14 * n) * u
            ink = suits.ON_DARK[colour] if side > 0 else MUTE
            items.append(suits.sign(colour, side * 20 * u + (n - 1.5) * 8.4 * u, 0, size, ink))
    return tuple(items)
