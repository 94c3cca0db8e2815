"""Corrections: what was told otherwise, and what it would do, before it is accepted; who led a round, told anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...journal import Object
from ...scene import HIGH, INK, LOW, MUTE, SOFT, STAR, Badge, Item, Look, Scene, Slab, placed
from ...signs import arrow
from ...table import Seat
from ...words import say
from . import draft as drafts
from . import marks, suits, view_sheet, view_table
from .cards import Card, Queue
from .counting import tally, totals
from .draft import Differs, Draft, Line, Told
from .play import Play
from .state import State
from .view_trick import Parts, chips, chips_high, told

TITLE = 9.0  # room for the words above a page, in units
CELL = 13.8  # of tricks that are told otherwise, side by side


def leader(play: Play, look: Look) -> Scene:
    """Who started that round: the table as it was then."""
    return view_table.leader(replace(play, history=replace(play.history, state=play.asked)), look)


def change(play: Play, look: Look) -> Scene:
    """What is told otherwise, and everybody's total before and after."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    assert play.draft is not None and play.change is not None
    found = drafts.differences(play.draft)
    title, shown, high, below = _one(play.draft, *found[0], look) if len(found) == 1 else _several(found, look)
    items: list[Item] = [f.word(title, f.CAP * u, SOFT, x=look.w / 2, y=5 * u)]
    items += placed(shown, look.w / 2, (TITLE + 1) * u + high / 2)
    items += _outcome(play.state, play.change.state, (TITLE + 3) * u + high + below, floor, look)
    words = [f.Key(say(key, look.language)) for key in ("discard", "enter", "turn")]
    return view_sheet.page(items, f.key_strip(look, *words), play, look)


Shown = tuple[str, f.Items, float, float]
"""Words above, what is shown around (0, 0), how high it is, and what hangs below that."""


def _one(draft: Draft, old: Told | None, new: Told | None, look: Look) -> Shown:
    """One piece is otherwise: it is shown with old and new."""
    u, it = f.unit(look), new or old
    room = look.w - 6 * u
    assert it is not None
    if it.kind == "round":
        words = f"{say('round', look.language)} {it.round}: {say('leader', look.language)}"
        return words, _led(draft, it, u), f.BADGE * u, 6 * u
    words = say("round-trick", look.language).format(it.round, it.trick)
    if old is None or new is None:
        words = f"{words}: {say('inserted' if new else 'removed', look.language)}"
    last = it.lines[-1][1]
    if last["do"] == "trick":
        parts, before = told(last), told(old.lines[-1][1]) if old and new else Parts()
        return words, chips(parts, before, "", room, u), chips_high(parts, before, room, u), 0
    return words, *laid((old or it).lines, it.lines, room, u), 10 * u if old and new else 0


def _led(draft: Draft, new: Told, u: float) -> f.Items:
    """Who was said to lead, and who is."""
    was = drafts.of(draft.history)
    before = next(state for piece, state in zip(was.pieces, was.states, strict=True) if piece.first == new.first)
    after = draft.states[draft.pieces.index(new)]
    old, now = (Badge(state.starter, 0, 0, f.BADGE * u) for state in (before, after))
    return (
        *placed((replace(old, look="free"),), -10 * u, 0),
        arrow(0, 0, 4 * u, "right", SOFT),
        *placed((now,), 10 * u, 0),
    )


def _several(found: Sequence[Differs], look: Look) -> Shown:
    """More than one is: each with its number, and whether it came, went or changed."""
    u = f.unit(look)
    pieces = [new or old for old, new in found]
    rounds = {piece.round for piece in pieces if piece}
    words = f"{say('round', look.language)} {min(rounds)}" if len(rounds) == 1 else say("correct", look.language)
    cells: list[f.Items] = []
    for (old, new), piece in zip(found, pieces, strict=True):
        assert piece is not None
        trick = str(piece.trick) if piece.trick else "–"
        cells.append(_cell(trick if len(rounds) == 1 else f"{piece.round}/{trick}", old, new, u))
    most = int((look.w - 4 * u) / (CELL * u))
    if len(cells) > most:
        more = f.word(f"+{len(cells) - most + 1}", f.CAP * u, SOFT)
        cells = [*cells[: most - 1], (more,)]
    side = [placed(cell, (n - (len(cells) - 1) / 2) * CELL * u, 0) for n, cell in enumerate(cells)]
    return words, tuple(item for cell in side for item in cell), 17 * u, 0


def _cell(words: str, old: Told | None, new: Told | None, u: float) -> f.Items:
    label = f.word(words, f.CAP * u, INK)
    raised = 0.8 * u if label.foot else 0
    sign: f.Items = (arrow(-1.4 * u, 4.4 * u, 3.6 * u, "right", SOFT), arrow(1.8 * u, 4.4 * u, 3.6 * u, "right", SOFT))
    if old is None:
        sign = marks.put_in(0, 4.4 * u, 5 * u, INK)
    if new is None:
        sign = signs.cross(0, 4.4 * u, 4.4 * u, STAR)
    return Slab(0, 0, 12.6 * u, 17 * u, HIGH, radius=2 * u), replace(label, y=-4 * u - raised), *sign


def laid(old: Sequence[Line], new: Sequence[Line], room: float, u: float) -> tuple[f.Items, float]:
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
            items += marks.strike(x, y + 14.6 * u, wide / 2 + u, u)
    return tuple(items), (rows - 1) * step + 18 * u


def _played(line: Object) -> tuple[Seat, Card]:
    return Seat(int(str(line["seat"]))), Card(str(line["card"]))


# --- what it would do


def _outcome(state: State, after: State, top: float, floor: float, look: Look) -> f.Items:
    u, x = f.unit(look), look.w / 2
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
