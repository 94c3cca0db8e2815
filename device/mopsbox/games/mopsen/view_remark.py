"""What is remarked in the middle, over whatever lies there: a revoke, with who, when, and the card that gave it away
(B26); an exchange (B14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ... import furniture as f
from ... import signs
from ...look import width
from ...scene import GLOW, INK, STAR, Badge, Disc, Item, Look, Slab, placed
from ...seating import Box
from ...table import Seat
from ...words import say
from . import marks, suits
from .plates import Cell
from .play import Play, remarked
from .state import Revoke

LINE, APART = 6.0, 2.4  # from one line of words to the next, from one thing to the next, in units
HIGH, LOW = 29.2, 16.4  # with the words of both long sides one above the other, with one line of each


def over(play: Play, t: int, room: Box, look: Look) -> f.Items:
    """The remark that is due, () if there is none."""
    found = remarked(play, t)
    return remark(found, room, look) if found else ()


def remark(revokes: Sequence[Revoke], room: Box, look: Look) -> f.Items:
    """Revokes of one seat that one card gave away. What tells the most and fits the room."""
    u = f.unit(look)
    left, top, right, bottom = room
    layouts = [(_in_a_row(cells, u), h * u) for h, cells in _layouts(revokes, look)]
    fits = [one for one in layouts if one[0].w <= right - left and one[1] <= bottom - top]
    row, h = fits[0] if fits else layouts[-1]
    x, y = (left + right) / 2, (top + bottom) / 2
    return Slab(x, y, row.w, h, GLOW, STAR, 0.8 * u, 3 * u), *placed(row.items, x, y)


def exchange(seat: Seat, cards: int, room: Box, look: Look) -> f.Items:
    """Who has exchanged how many cards."""
    u = f.unit(look)
    told = say("exchanges", look.language).format(cards) if cards else say("exchanges-none", look.language)
    words = f.word(told, f.CAP * u, INK, True)
    off = 0 if look.seats_around == "front" else 4 * u
    row = _in_a_row(
        [
            Cell(9 * u, (Badge(seat, 0, 0, 9 * u),)),
            Cell(width(words.text, words.cap, True), f.doubled((replace(words, y=off),), 0, 0, look)),
            Cell(7 * u, marks.swap(0, 0, 7 * u, INK)),
        ],
        u,
    )
    left, top, right, bottom = room
    x, y = (left + right) / 2, (top + bottom) / 2
    return Slab(x, y, row.w, LOW * u, GLOW, INK, 0.8 * u, 3 * u), *placed(row.items, x, y)


def when(revokes: Sequence[Revoke], key: str, look: Look) -> str:
    """Round and tricks in which the seat denied what its card shows. `key`: of the words to say it with."""
    tricks = ", ".join(str(revoke.trick) for revoke in revokes)
    return say(key, look.language).format(revokes[0].round, tricks)


def _layouts(revokes: Sequence[Revoke], look: Look) -> Iterator[tuple[float, list[Cell]]]:
    """Height and what lies side by side, from the largest to the smallest."""
    u = f.unit(look)
    badge = Cell(9 * u, (Badge(revokes[0].seat, 0, 0, 9 * u),))
    card = Cell(13.4 * u, suits.card(revokes[0].card, 0, 0, 13.4 * u, 9.4 * u, u))
    sign = Cell(7 * u, signs.warning(0, 0, 7 * u))
    once = look.seats_around == "front"
    marked = Cell(10 * u, (Badge(revokes[0].seat, -0.5 * u, 0, 9 * u), *_corner(3.6 * u, 2.6 * u, u)))
    signed = ([sign, badge], [marked])
    told = [_words(when(revokes, key, look), look) for key in ("round-trick", "round-trick-short")]
    if once:
        yield from ((LOW, [*who, words, card]) for words in told for who in signed)
        return
    yield from ((HIGH, [*who, _twice(words, 0, u), card]) for words in told for who in signed)
    for words in told:
        between = _in_a_row([sign, badge, card], u)
        both = _twice(words, 5 * u, u)
        yield HIGH + 10, [Cell(max(between.w, both.w), (*between.items, *both.items))]
    for words in told:
        above = Cell(words.w, placed(words.items, 0, 0, 180))
        yield from ((LOW, [above, *who, words]) for who in ([sign, badge, card], [marked, card], [marked]))


def _corner(x: float, y: float, u: float) -> f.Items:
    """The small warning sign on the corner of a badge with no room beside it."""
    return Disc(x, y, 5.6 * u, GLOW), *signs.warning(x, y - 0.2 * u, 4.2 * u)


def _words(told: str, look: Look) -> Cell:
    """Two lines around (0, 0)."""
    u, words = f.unit(look), say("revoked", look.language)
    first = f.word(words, f.CAP * u, STAR, True, y=-(LINE / 2 + 0.4) * u)
    second = f.word(told, f.CAP * u, INK, y=(LINE / 2 - 0.4) * u)
    return Cell(max(width(words, first.cap, True), width(told, second.cap)), (first, second))


def _twice(words: Cell, off: float, u: float) -> Cell:
    """For the readers below and for those above, both `off` from the middle."""
    below = placed(words.items, 0, off + (LINE + 0.9) * u)
    return Cell(words.w, (*below, *placed(below, 0, 0, 180)))


def _in_a_row(cells: Sequence[Cell], u: float) -> Cell:
    """The cells side by side around (0, 0), with room at both ends."""
    gap = APART * u
    w = sum(cell.w for cell in cells) + gap * (len(cells) + 1)
    at, items = -w / 2 + gap, list[Item]()
    for cell in cells:
        items += placed(cell.items, at + cell.w / 2, 0)
        at += cell.w + gap
    return Cell(w, tuple(items))
