"""Corrections: which trick shall be told anew, and what is to be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ... import furniture as f
from ... import seating, signs
from ...look import width
from ...scene import INK, KEYS, LOW, SOFT, STAR, STAR_ON_LIGHT, Badge, Item, Look, Scene, Slab, placed
from ...table import Seat
from ...words import say
from . import correcting, marks, view_sheet
from . import draft as drafts
from .correcting import the
from .draft import Draft, Line
from .play import Choice, Play
from .view_correct import laid
from .view_trick import Parts, chips, chips_high, told

HEAD = 10.4  # the line on top: what is asked, where, and the way out; in units
LEAST = 9.6  # width of a trick's cell

WORDS: Mapping[Choice, str] = {
    "same": "as-told",
    "change": "change",
    "insert": "insert",
    "remove": "remove",
    "leave": "back",
}


def pick(play: Play, look: Look) -> Scene:
    """A row for every round, or the ringed one's alone: who led it, its tricks with who won them. The ringed trick is
    told below; once it is chosen, what can be done with it."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    items = list(_head(play, look))
    if play.part == "how":
        ways, high = _ways(play, look)
        items += placed(_told(play, look)[0], look.w / 2, (HEAD * u + floor - high - 4 * u) / 2)
        items += placed(ways, look.w / 2, floor - 3 * u - high / 2)
    else:
        items += _rows(play, floor, look)
    return view_sheet.page(items, f.key_strip(look, f.Key(), f.Key(say("choose", look.language)), f.Key()), play, look)


def _narrow(look: Look) -> bool:
    return look.w < 120 * f.unit(look)


def _top(look: Look) -> float:
    """Where the rows begin: on a narrow panel the way out has a line of its own."""
    return (HEAD * (2 if _narrow(look) else 1) + 0.6) * f.unit(look)


def _head(play: Play, look: Look) -> f.Items:
    """What is asked, or what no longer fits; and the way out."""
    u, draft, at = f.unit(look), the(play), play.picked
    y, left = HEAD * u / 2 + 0.4 * u, 3 * u
    out = () if play.part == "how" else _way_out(play, y + (HEAD * u if _narrow(look) else 0), look)
    stuck = at == draft.stuck and not play.leaving
    if stuck:
        words = say("missing-trick" if correcting.missing(draft, at) else "no-longer-fits", look.language)
        said: list[f.Part] = [7 * u, f.word(words, f.CAP * u, STAR, True)]
    else:
        words = _where(play, look)[0] if play.part == "how" else say("which-trick", look.language)
        said = [f.word(words, f.PHRASE * u, INK, True)]
    beside = 0 if _narrow(look) else sum(item.w for item in out if isinstance(item, Slab)) + 2 * u
    gap, room = 2.6 * u, look.w - left - beside - 2 * u
    where = [] if play.leaving or (play.part == "how" and not stuck) else _where(play, look)
    added: list[list[f.Part]] = [[f.word(words, f.CAP * u, INK if stuck else SOFT)] for words in where]
    row = next((parts for more in added if f.row_width(parts := [*said, *more], gap) <= room), None)
    if row is None:  # no colon without what follows
        row = [
            *said[:-1],
            f.word(words.rstrip(":"), f.CAP * u if stuck else f.PHRASE * u, STAR if stuck else INK, True),
        ]
    sign = signs.warning(left + 3.5 * u, y, 6.4 * u) if stuck else ()
    return *sign, *f.row(f.level(row, y), gap, left, "left"), *out


def _where(play: Play, look: Look) -> tuple[str, ...]:
    """Round and trick that are ringed, in words, and in ever fewer words."""
    draft, at = the(play), play.picked
    number, trick = _place(draft, at)
    if play.part == "round" or not trick:
        return (f"{say('round', look.language)} {number}",)
    short = say("round-trick-short", look.language).format(number, trick)
    return (
        say("round-trick", look.language).format(number, trick),
        f"{say('trick', look.language)} {trick}",
        *(short, short.split()[-1]),
    )


def _place(draft: Draft, at: int) -> tuple[int, int]:
    """Round and trick of a piece; of a missing one those it would have."""
    if correcting.missing(draft, at):
        tricks = [n for n in correcting.row(draft, correcting.round_of(draft, at)) if draft.pieces[n].kind == "trick"]
        return correcting.round_of(draft, at), len(tricks) + 1
    return draft.pieces[at].round, draft.pieces[at].trick


def _way_out(play: Play, y: float, look: Look) -> f.Items:
    u = f.unit(look)
    up = play.part == "trick" and len(correcting.rounds(the(play))) > 1
    words = say("discard" if play.past and not up else "back", look.language)
    sign, cap = 3.4 * u, f.CAP * u
    w = width(words, cap) + sign + 5.4 * u
    x, ink = look.w - 2 * u - w / 2, KEYS if play.leaving else INK
    return (
        Slab(x, y, w, 8.4 * u, INK if play.leaving else LOW, radius=2 * u, tap=("leave", 0)),
        signs.arrow(x - w / 2 + 3.6 * u, y, sign, "left", ink),
        f.word(words, cap, ink, x=x + (sign + 0.8 * u) / 2, y=y),
    )


# --- the rounds


def _rows(play: Play, floor: float, look: Look) -> f.Items:
    u, draft = f.unit(look), the(play)
    here = correcting.round_of(draft, play.picked)
    every = {number: _row(draft, number) for number in correcting.rounds(draft)}
    gap, left = 0.9 * u, 15 * u
    most = max(8, *[len(row) - 1 for row in every.values()])
    if (look.w - left - 2 * u) / most < LEAST * u + gap:
        most = -(-most // 2)
    shown = every if play.part == "round" else {here: every[here]}
    lines = [(number, row[0], at, row[1:][at : at + most]) for number, row in shown.items() for at in _lines(row, most)]
    told, high = ((), 0.0) if play.part == "round" or play.leaving else _told(play, look)
    top = _top(look)
    w = (look.w - left - 2 * u - gap * (most - 1)) / most
    h = min(17 * u, (floor - top - high - 3 * u) / len(lines) - gap)
    items: list[Item] = []
    for n, (number, head, begin, row) in enumerate(lines):
        y = top + h / 2 + n * (h + gap)
        for column, at in enumerate(row if begin else [head, *row], 0 if begin else -1):
            ringed = at == play.picked if play.part == "trick" else number == here
            size = (11 * u, h) if column < 0 else (w, h)
            cell = _cell(draft, at, ringed and not play.leaving, begin + column + 1, size, u)
            items += placed(cell, 7.5 * u if column < 0 else left + w / 2 + column * (w + gap), y)
    below = top + len(lines) * (h + gap)
    return *items, *placed(told, look.w / 2, (below + floor) / 2)


def _lines(row: Sequence[int], most: int) -> range:
    """Where each line of a round's tricks begins."""
    return range(0, max(1, len(row) - 1), most)


def _row(draft: Draft, number: int) -> list[int]:
    """What stands in a round's row: what can be ringed of it, and the tricks beyond what no longer fits."""
    reach = correcting.row(draft, number)
    beyond = [] if draft.stuck is None else range(draft.stuck + 1, len(draft.pieces))
    return [*reach, *[at for at in beyond if draft.pieces[at].kind == "trick" and draft.pieces[at].round == number]]


def _cell(draft: Draft, at: int, lit: bool, number: int, size: tuple[float, float], u: float) -> f.Items:
    """The number above the badge of who won the trick; at the beginning of a round its own, above who led it."""
    (w, h), begins, won = size, number == 0, winner(draft, at)
    shown = draft.pieces[at].round if begins else number
    known = won is not None or at == draft.stuck
    label = f.word(str(shown), f.CAP * u, KEYS if lit else INK if known else SOFT, lit or begins)
    raised = 0.8 * u if label.foot else 0
    tap = ("row", at) if known else None
    items: list[Item] = [
        Slab(0, 0, w, h, INK if lit else LOW, radius=2 * u, tap=tap),
        replace(label, y=-h / 2 + 4.2 * u - raised),
    ]
    d = min(w - 1.2 * u, h - 9.6 * u)
    y = h / 2 - 0.8 * u - d / 2
    if at == draft.stuck:
        items += signs.warning(0, y, 0.8 * d, STAR_ON_LIGHT if lit else STAR)
    elif won is not None:
        items.append(Badge(won, 0, y, d))
    return tuple(items)


def winner(draft: Draft, at: int) -> Seat | None:
    """Who won the trick, or led the round that begins here; None: it does not fit."""
    return draft.states[at].leader if at < len(draft.states) else None


# --- the ringed trick


def _told(play: Play, look: Look) -> tuple[f.Items, float]:
    """The ringed piece as it was told, around (0, 0), and how high it is."""
    u, draft, at = f.unit(look), the(play), play.picked
    piece, room = draft.pieces[at], look.w - 6 * u
    if piece.kind == "round" and not correcting.missing(draft, at):
        asked = f.word(say("leader", look.language), f.PHRASE * u, SOFT)
        return f.row([asked, Badge(draft.states[at].starter, 0, 0, f.BADGE * u)], 3 * u), f.BADGE * u
    if piece.kind == "round" or piece.lines[-1][1]["do"] == "trick":
        parts = Parts() if piece.kind == "round" else told(piece.lines[-1][1])
        return chips(parts, Parts(), "", room, u), chips_high(parts, Parts(), room, u)
    lines: Sequence[Line] = piece.lines
    if play.part == "how" and play.choice == "same":
        lines = [(0, line) for line in drafts.same(draft, at) or ()]
    return laid(lines, lines, room, u)


def _ways(play: Play, look: Look) -> tuple[f.Items, float]:
    """What can be done with it, side by side, each as wide as its word wants; in rows where that is too wide. And how
    high they are."""
    u, offered = f.unit(look), correcting.choices(play)
    words = [say(WORDS[choice], look.language) for choice in offered]
    least, gap = [max(18 * u, width(word, f.CAP * u) + 2.4 * u) for word in words], 1.6 * u
    rows = 1
    while rows < len(offered) and max(sum(least[row]) + gap * 4 for row in _parted(len(offered), rows)) > look.w:
        rows += 1
    items: list[Item] = []
    for n, row in enumerate(_parted(len(offered), rows)):
        count = row.stop - row.start
        more = min(8 * u, (look.w - 4 * u - sum(least[row]) - gap * (count - 1)) / count)
        left = (-sum(least[row]) - more * count - gap * (count - 1)) / 2
        for at in range(row.start, row.stop):
            w = least[at] + more
            lit = offered[at] == play.choice
            tile = _way(offered[at], words[at], lit, w, at, u)
            items += placed(tile, left + w / 2, (n - (rows - 1) / 2) * 18.6 * u)
            left += w + gap
    return tuple(items), (rows * 18.6 - 1.6) * u


def _parted(count: int, rows: int) -> list[slice]:
    """So many side by side in so many rows."""
    each = -(-count // rows)
    return [slice(at, min(count, at + each)) for at in range(0, count, each)]


def _way(choice: Choice, words: str, lit: bool, w: float, at: int, u: float) -> f.Items:
    ink = KEYS if lit else INK
    tile = Slab(0, 0, w, 17 * u, INK if lit else LOW, radius=2.4 * u, tap=("choice", at))
    return tile, *_sign(choice, 0, -3.6 * u, 5 * u, ink), f.word(words, f.CAP * u, ink, y=4.2 * u)


def _sign(choice: Choice, x: float, y: float, s: float, ink: str) -> f.Items:
    match choice:
        case "same":
            return (signs.tick(x, y, s, ink),)
        case "change":
            return (
                signs.arrow(x - 2.2 * s / 5, y, 0.8 * s, "right", ink),
                signs.arrow(x + 2.2 * s / 5, y, 0.8 * s, "right", ink),
            )
        case "insert":
            return marks.put_in(x, y, s, ink)
        case "remove":
            return signs.cross(x, y, 0.8 * s, ink)
        case _:
            return (signs.arrow(x, y, 0.9 * s, "left", ink),)
