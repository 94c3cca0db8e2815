"""A trick is told card by card: colour and value at the tab of whose turn it is; the beggar takes a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import furniture as f
from ... import seating
from ...scene import INK, SOFT, Badge, Item, Look, Scene, Slab, Text
from ...seating import Box
from ...table import Seat
from ...words import say
from . import marks, suits, view_remark
from . import tab as t_
from .asking import colours
from .cards import HIGHEST, Card, Colour
from .counting import after, begged_from, turn
from .play import Play, values
from .state import State
from .view_trick import bystander, refusal

CARD_W, CARD_H, LOWEST = 15.5, 21.0, 9.2  # a card, in units; how low it may become
BELOW = 2.8  # from the queue to the badges, whose it is not, where cards stay as high as to show their animal
NEAR, LOW_BADGE = 1.2, 4.6  # from one thing to the next; a badge above a card that is as low as it may become


def card(play: Play, t: int, look: Look) -> Scene:
    """The tab of who plays, the cards on the table, free places for those to come. Where the box knows the hands
    nothing is offered: it would tell them."""
    u, state, seat = f.unit(look), play.asked, turn(play.asked)
    if state.mode == "full":
        blind = replace(play, colour=None, value=None)
        body = t_.colours(state.queue, (), None, u)
        return _entry(blind, seat, body, "which-card", colour_keys(None, (), look), t, look)
    if play.part == "colour" or play.colour is None:
        offered = colours(play)
        body = t_.colours(state.queue, offered, play.colour, u)
        keys = colour_keys(play.colour, offered, look)
    else:
        offered_values = values(play)
        highest = range(1, HIGHEST[play.colour] + 1)
        columns = (8, 6, 4) if len(highest) > 8 else (8, 4)
        body = t_.numbers(offered_values, highest, play.value, True, "value", columns, u)
        keys = _value_keys(play.value, offered_values, look)
    return _entry(play, seat, body, "which-card", keys, t, look)


def beg(play: Play, t: int, look: Look) -> Scene:
    """The beggar's tab has the cards it may take (R51)."""
    u, state = f.unit(look), play.asked
    seat = state.beggar or state.leader
    offered = begged_from(state)

    def draw(i: int, x: float, y: float, w: float, h: float) -> f.Items:
        ring = (Slab(x, y, w + 1.6 * u, h + 1.6 * u, look.colour(seat), radius=2.8 * u),)
        shown = suits.card(offered[i], x, y, w, h, u, ("card", i))
        return (*ring, *shown) if offered[i] == play.begs else shown

    body = t_.Body(len(offered), CARD_W * u, 17.6 * u, (max(1, len(offered)),), draw)
    many = len(offered) > 1
    keys = f.key_strip(look, f.Key(works=many), f.Key(say("take", look.language)), f.Key(works=many))
    return _entry(play, seat, body, "which-card", keys, t, look)


def _entry(play: Play, seat: Seat, body: t_.Body, question: str, keys: f.Items, t: int, look: Look) -> Scene:
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    state = play.asked
    seats = seating.places(state.setup.seats, look, floor)
    here, others = seats[seat], [p for p in seats.values() if p.seat != seat]
    laid = t_.tab(here, others, headers(play, seat, question, look), body, look, floor)
    items: list[Item] = []
    for place in others:
        items += bystander(place, "on", u, look)
    if look.seats_around == "front":
        items += bystander(here, "glow", u, look)
    coming = (play.colour, play.value) if play.mode == "card" else (None, None)
    room = t_.left_over(laid, here, others, look, floor)
    items += table(state, seat, coming, room, u)
    items += view_remark.over(play, t, room, look)
    return Scene((*items, *laid.items, *keys))


def headers(play: Play, seat: Seat, question: str, look: Look) -> Sequence[Sequence[f.Part]]:
    """The tab's line: why a card cannot be, which trick is entered anew, or what is asked. Shorter ones for narrow tabs
    follow."""
    u = f.unit(look)
    badge = Badge(seat, 0, 0, f.SMALL_BADGE * u)

    def words(key: str, colour: str = INK) -> Text:
        return f.word(key, f.CAP * u, colour, True)

    if play.refused is not None:
        return refusal(play.refused, seat, look)
    if play.correcting:
        told = play.correcting.told
        when = words(say("round-trick", look.language).format(told.round, told.trick), SOFT)
        return (badge, when), (badge, replace(when, bold=False))
    asked = words(say(question, look.language))
    if play.mode == "card" and play.part == "value" and play.colour:
        which, erase = suits.head(play.colour, 0, 0, 8.6 * u), t_.eraser(u)
        return (badge, which, asked, erase), (badge, which, erase)
    return (badge, asked), (badge, replace(asked, bold=False))


# --- colours and values


def colour_keys(chosen: Colour | None, offered: Sequence[Colour], look: Look) -> f.Items:
    """< OK >: the colour before, the ringed one, the one after."""
    if chosen not in offered:
        return f.key_strip(look, f.Key(works=bool(offered)), f.Key(works=False), f.Key(works=bool(offered)))
    at = offered.index(chosen)
    names = [say(offered[(at + by) % len(offered)], look.language) for by in (-1, 0, 1)]
    others = len(offered) > 1
    return f.key_strip(look, f.Key(names[0], works=others), f.Key(names[1]), f.Key(names[2], works=others))


def _value_keys(chosen: int | None, offered: Sequence[int], look: Look) -> f.Items:
    lay = say("lay", look.language)
    if not offered:
        return f.key_strip(look, f.Key(works=False), f.Key(lay, works=False), f.Key(works=False))
    if chosen in offered:
        at = offered.index(chosen)
        less, more = offered[at - 1], offered[(at + 1) % len(offered)]
    else:
        less, more = offered[-1], offered[0]
    ok = f.Key(say("lay-number", look.language), str(chosen)) if chosen is not None else f.Key(lay, works=False)
    return f.key_strip(look, f.Key(number=str(less)), ok, f.Key(number=str(more)))


# --- the cards on the table


Coming = tuple[Colour | None, int | None]
"""What is dialled so far of the card that comes next."""


def table(state: State, asked: Seat, coming: Coming, room: Box, u: float) -> f.Items:
    """The queue that this trick is decided by, and below it badges and cards in playing order; beside them where the
    room is low."""
    left, top, right, bottom = room
    near = max(NEAR * u, min(BELOW * u, bottom - top - (suits.ROW_H + 8 + NEAR + suits.SMALL_CARD) * u))
    below = top + suits.ROW_H * u + near
    beside = left + (suits.ROW_W + 2 * NEAR) * u
    if bottom - below < (LOW_BADGE + NEAR + LOWEST) * u and right - beside > bottom - top:
        cards = _cards(state, asked, coming, (beside, top, right, bottom), u)
        return *suits.small_queue(state.queue, left + suits.ROW_W / 2 * u, (top + bottom) / 2, u), *cards
    free = bottom - below - (8 + NEAR + CARD_H) * u
    off = max(0.0, free) / 2
    cards = _cards(state, asked, coming, (left, below + off, right, bottom - off), u)
    return *suits.small_queue(state.queue, (left + right) / 2, top + off + suits.ROW_H / 2 * u, u), *cards


def _cards(state: State, asked: Seat, coming: Coming, room: Box, u: float) -> f.Items:
    """Whose card comes next has a brighter place, with what is dialled in it. Once the trick is complete the winner's
    card has a crown, the beggar's an arrow."""
    left, top, right, bottom = room
    order = [after(state.setup, state.leader, n) for n in range(len(state.setup.seats))]
    lying: dict[Seat, Card] = dict(state.table)
    if state.won is not None:
        lying[state.won] = state.cards[state.setup.seats.index(state.won)][-1]
    n = len(order)
    gap = 2.4 * u
    w = min(CARD_W * u, (right - left - gap * (n - 1)) / n)
    gap = min((right - left - n * w) / max(1, n - 1), 6 * u)
    between = NEAR * u
    badge = min(8 * u, bottom - top - LOWEST * u - between)
    h = min(CARD_H * u, bottom - top - badge - between)
    y = (top + bottom - h - badge - between) / 2
    x = (left + right - n * w - (n - 1) * gap) / 2 + w / 2
    items: list[Item] = []
    for seat in order:
        mark: f.Items = ()
        if seat == state.won:
            mark = (marks.won(x + 5.2 * u, y + badge / 2, 5 * u),)
        elif seat == state.beggar:
            mark = (marks.up(x + 5.2 * u, y + badge / 2, 6.4 * u),)
        items += [Badge(seat, x - (3 * u if mark else 0), y + badge / 2, badge), *mark]
        middle = y + badge + between + h / 2
        if seat in lying:
            items += suits.card(lying[seat], x, middle, w, h, u)
        elif seat == asked:
            items += suits.coming_card(*coming, x, middle, w, h, u)
        else:
            items.append(suits.no_card(x, middle, w, h, u))
        x += w + gap
    return tuple(items)
