"""What Mopsen shows to who does not know it: how it is played in four pictures, and a trick for who passes by.

Both are made of the table's own pieces and of a real trick told to the rules, so what they say is right by
construction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from ... import furniture as f
from ... import journal, signs
from ...scene import INK, STAR, Badge, Item, Look, placed
from ...table import MS, Seat
from . import marks, plates, suits
from .cards import COLOUR, Card
from .counting import printed
from .state import State

CARDS: tuple[tuple[Seat, Card], ...] = ((Seat(1), Card("R7")), (Seat(2), Card("R11")), (Seat(3), Card("Y4")))
ENDS = ((Seat(2), 12, 2), (Seat(3), None, 0))  # in the fourth picture: bones in the bowl (None: empty), cards in hand
SHAPE = 1.4  # a card's height, of its width


@dataclass(frozen=True, slots=True)
class _Trick:
    """The sample trick: when its cards lie, and once the card is begged. `bones`: on the card that won it."""

    lies: State
    after: State
    bones: int


@cache
def _trick() -> _Trick:
    header = {"journal": 1, "game": "mopsen", "seats": [1, 2, 3], "first": 1, "mode": "cards"}
    history = journal.begin({**header, "queue": ["red", "blue", "yellow", "cat"]})
    history = journal.add(history, {"do": "deal"})
    for seat, card in CARDS:
        history = journal.add(history, {"do": "play", "seat": seat, "card": card})
    lies: State = history.state
    history = journal.add(history, {"do": "beg", "seat": lies.beggar, "card": CARDS[0][1]})
    after: State = history.state
    return _Trick(lies, after, after.bowls[after.setup.seats.index(after.leader)] or 0)


# --- how it is played


def pages() -> tuple[tuple[str, tuple[object, ...], Callable[[f.Room, Look], f.Items]], ...]:
    """The queue, who wins a trick, who begs, what counts."""
    return (
        ("learn-queue", (), _queue),
        ("learn-trick", (), _won),
        ("learn-beg", (), _begs),
        ("learn-bones", (printed(len(CARDS)),), _counts),
    )


def _queue(room: f.Room, look: Look) -> f.Items:
    """The four colours as they rank."""
    return suits.queue(_trick().lies.queue, suits.slots(*room, f.unit(look)))


def _cards(room: f.Room, look: Look, shown: int = len(CARDS), crowned: bool = True) -> f.Items:
    """The trick's cards, each above who played it; the winner's with the crown."""
    u, trick = f.unit(look), _trick()
    x, y, w, h = f.middle(room)
    badge, crown = 8 * u, 6 * u
    high = min(h - 1.3 * badge - crown - 3 * u, SHAPE * (w / len(CARDS) - 3 * u), 34 * u)
    wide = high / SHAPE
    pitch = wide + 3 * u
    y += (crown - badge) / 2
    items: list[Item] = []
    for n, (seat, card) in enumerate(CARDS):
        at = x + (n - (len(CARDS) - 1) / 2) * pitch
        won = crowned and seat == trick.lies.won
        items.append(Badge(seat, at, y + high / 2 + u + 0.6 * badge, badge, look="glow" if won else "on"))
        if n < shown:
            items += suits.card(card, at, y, wide, high, u)
        else:
            items.append(suits.no_card(at, y, wide, high, u))
        if won:
            items.append(marks.won(at, y - high / 2 - 0.6 * crown, crown))
    return tuple(items)


def _won(room: f.Room, look: Look) -> f.Items:
    """The cards, and what the winner tells: the bones on the card that won."""
    u, trick = f.unit(look), _trick()
    cards, told = f.halves(room, 0.6, 2 * u)
    x, y, w, _ = f.middle(told)
    d = min(14 * u, 0.3 * w)
    number = f.word(str(trick.bones), f.NUMBER * u, INK, True, y=y)
    winner = Badge(trick.after.leader, 0, y, d, look="glow")
    return (*_cards(cards, look), *f.row([winner, 0.1 * d, marks.bone(0, y, d), number], 2 * u, x))


def _begs(room: f.Room, look: Look) -> f.Items:
    """The weakest card, and its colour on its way to the front."""
    u, trick = f.unit(look), _trick()
    _, _, w, h = f.middle(room)
    weakest, queues = f.halves(room, 0.26 if w > h else 0.4, 3 * u)
    x, y, w, h = f.middle(weakest)
    card = next(card for seat, card in CARDS if seat == trick.lies.beggar)
    high = min(h - 12 * u, SHAPE * w, 34 * u)
    items: list[Item] = list(suits.card(card, x, y - 5 * u, high / SHAPE, high, u))
    items.append(Badge(trick.lies.beggar or CARDS[0][0], x, y + high / 2 + 1.4 * u, 8 * u, look="glow"))
    left, top, right, bottom = queues
    half = (top + bottom) / 2
    before, after = trick.lies.queue, trick.after.queue
    above = suits.slots(left, top, right, half - u, u)
    below = suits.slots(left, half + u, right, bottom, u)
    items += suits.queue(before, above)
    for n, colour in enumerate(after):
        items += suits.tile(colour, below[n], suits.PIPS - n, climbs=colour == COLOUR[card])
    return tuple(items)


def _counts(room: f.Room, look: Look) -> f.Items:
    """Bones in the bowl and one more for each card in hand; below, whose last card is gone and whose bowl is empty: it
    has the bones printed on it. The crown for who has more."""
    u = f.unit(look)
    x, y, w, h = f.middle(room)
    k = max(u, min(2.4 * u, w / 64, h / 21))
    lines = [_line(seat, bones, held, k) for seat, bones, held in ENDS]
    gap, apart = 2.2 * k, 10.4 * k
    wide = [max(line[n].w for line in lines) for n in range(len(lines[0]))]
    left = x - (sum(wide) + gap * (len(wide) - 1)) / 2
    items: list[Item] = []
    for n, line in enumerate(lines):
        at = left
        for cell, room_for in zip(line, wide, strict=True):
            items += placed(cell.items, at + room_for / 2, y + (n - (len(lines) - 1) / 2) * apart)
            at += room_for + gap
    return tuple(items)


def _line(seat: Seat, bones: int | None, held: int, k: float) -> list[plates.Cell]:
    """Badge, bowl, plus, hand, sum, and the crown for the first."""
    dark, empty = plates.DARK, printed(len(CARDS))
    summed = (empty if bones is None else bones) + held
    best = seat == ENDS[0][0]
    return [
        plates.Cell(8.7 * k, (Badge(seat, 0, 0, 8.7 * k),)),
        plates.bowl(bones, empty, dark, k),
        plates.Cell(3 * k, signs.plus(0, 0, 3 * k)),
        plates.hand(held, dark, k),
        plates.Cell(3.4 * k, (signs.arrow(0, 0, 3.4 * k, "right", STAR),)),
        plates.total(summed, dark, k),
        plates.Cell(6 * k, (marks.won(0, 0, 5.6 * k),) if best else ()),
    ]


# --- a trick for who passes by

LAID, WON, CLIMBS, LASTS = 2400 * MS, 4400 * MS, 6400 * MS, 9000 * MS
CLIMB = 400 * MS


def demo(age: int, room: f.Room, look: Look) -> tuple[Iterable[Item], bool]:
    """Three cards are played, one wins, the weakest one's colour climbs to the front of the queue."""
    u, trick = f.unit(look), _trick()
    queue, cards = f.halves(room, 0.5, 4 * u)
    shown = min(len(CARDS), age * (len(CARDS) + 1) // LAID)
    at = suits.slots(*queue, u)
    climbs = CLIMBS <= age < CLIMBS + CLIMB
    before, after = trick.lies.queue, trick.after.queue
    if climbs:
        tiles = suits.climbing(before, after, at, (age - CLIMBS) / CLIMB)
    else:
        tiles = suits.queue(after if age >= CLIMBS else before, at)
    return (*tiles, *_cards(cards, look, shown, age >= WON)), climbs
