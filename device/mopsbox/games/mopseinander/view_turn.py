"""Filling the table: the actor's tab, everybody else's count of won coasters, the open board; and how it becomes the
race's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ... import furniture as f
from ... import journal, seating
from ...look import shortened, width
from ...scene import (
    HIGH,
    INK,
    KEYS,
    SOFT,
    Item,
    Look,
    Picture,
    Scene,
    Slab,
    Text,
    placed,
)
from ...seating import Box, Place
from ...words import say
from . import board as b
from . import motion
from .dice import waiting_dice
from .play import Play, fill_choices

SIGNED = 27.0  # a count plate has room for the sign of a coaster from here on, in units


@dataclass(frozen=True, slots=True)
class Laid:
    """The picture of the fill in its parts: the tab in its edge's frame and on the panel, the others' plates and
    theirs, the board between them."""

    here: Place
    tab: f.Items
    tab_box: Box
    plates: f.Items
    others: tuple[Place, ...]
    boxes: tuple[Box, ...]
    board: b.Board


@lru_cache(maxsize=2)  # the same in all pictures of one animation, and dear
def _arranged(play: Play, look: Look) -> Laid:
    state, u = play.state, f.unit(look)
    floor = seating.floor_of(look, strip=True)
    seats = seating.places(state.setup.seats, look, floor)
    actor = seats[state.active]
    others = [p for p in seats.values() if p.seat != state.active]
    here, tab, tab_box = _fill_tab(play, actor, others, look, floor)
    counts = {s: len(ids) for s, ids in zip(state.setup.seats, state.won, strict=True)}
    plates: list[Item] = []
    boxes: list[Box] = []
    spans = {p.seat: plate_span(p, others, tab_box, look, floor) for p in others}
    signed = all(end - start > SIGNED * u for start, end in spans.values())
    for place in others:
        plate, box = count_plate(place, counts[place.seat], spans[place.seat], signed, look)
        plates += plate
        boxes.append(box)
    if look.seats_around == "front":
        plates += actor.put(seating.seat_badge(actor, 0, 5 * u, 8 * u, "glow"))
    board = board_between([tab_box, *boxes], look, floor, f.GAP * u)
    return Laid(here, tab, tab_box, tuple(plates), tuple(others), tuple(boxes), board)


def fill(play: Play, t: int, look: Look, slid: f.Items = ()) -> Scene:
    """The actor's tab with 4 5 6 at their edge; on top what slides to its owner's place still."""
    state = play.state
    laid, out = _arranged(play, look), motion.opened(play, t)
    items: list[Item] = [*laid.plates, *b.mat(state, laid.board)]
    coming = max(0, play.choice - len(state.table))
    items += b.coasters(state, laid.board, coming=coming, colour=look.colour(state.active))
    items += waiting_dice(laid.board)
    free = [xy for id, xy in zip(state.places, laid.board.cells, strict=True) if id is None]
    if free:
        items += placed(_pile(len(state.pile), laid.board.d, f.unit(look)), *free[-1], laid.here.turn)
    items += laid.here.put(*motion.tab(laid.tab, out))
    some = len(fill_choices(state)) > 1
    words = [say(k, look.language) for k in ("fewer", "roll", "more")]
    items += f.key_strip(look, f.Key(words[0], works=some), f.Key(words[1]), f.Key(words[2], works=some))
    return Scene((*items, *slid), bool(slid) or out < 1)


def _pile(left: int, d: float, u: float) -> f.Items:
    """How many coasters can still be drawn, in a free place `d` wide: one from behind, and their number."""
    number = f.word(str(left), f.PHRASE * u, INK if left else SOFT, True)
    wide = width(number.text, number.cap, True)
    size = min(0.45 * d, 0.8 * d - wide - 1.2 * u)
    row = f.row([Picture("coaster_back", 0, 0, size), number], 1.2 * u)
    return tuple(replace(i, y=-0.17 * i.cap) if isinstance(i, Text) and i.foot else i for i in row)


def leaving(play: Play, part: float, look: Look) -> tuple[f.Items, b.Board]:
    """From fill to race, `part` of the way: the plates of the picture before the roll go back into their edges, those
    above the key strip down with it, while the board grows."""
    strip = f.strip_of(look)
    laid = _before(play, replace(look, w=look.w - strip) if look.lying else look)
    u = f.unit(look)
    items = list(_sunk(laid.here, part, look).put(*motion.tab(laid.tab[:2], 1 - part)))
    shown = () if look.seats_around == "front" else zip(laid.others, laid.boxes, strict=True)
    for place, (left, top, right, bottom) in shown:
        long = place.edge in "BT"
        place = replace(place, x=(left + right) / 2) if long else replace(place, y=(top + bottom) / 2)
        plate = f.plate(0, right - left if long else bottom - top, f.PLATE * u, u, look.colour(place.seat))
        items += _sunk(place, part, look).put(*motion.tab(plate, 1 - part))
    return tuple(items), motion.between(laid.board, b.race_board(look), part)


@lru_cache(maxsize=1)  # the same in all pictures of one animation
def _before(play: Play, look: Look) -> Laid:
    """The fill as it was asked: before the roll, and before coasters were laid out for it."""
    chosen, history = len(play.state.table), journal.add(play.history, {"do": "undo"})
    if history.state.filled:
        history = journal.add(history, {"do": "undo"})
    return _arranged(replace(play, history=history, choice=chosen), look)


def _sunk(place: Place, part: float, look: Look) -> Place:
    """A place above the key strip, `part` of its way to the panel's edge."""
    match place.edge:
        case "B":
            return replace(place, y=place.y + (look.h - place.y) * part)
        case "R":
            return replace(place, x=place.x + (look.w - place.x) * part)
        case _:
            return place


def board_between(boxes: list[Box], look: Look, floor: float, gap: float) -> b.Board:
    """The board in what the plates leave free; each plate takes from the side it stands at."""
    left, top, right, bottom = gap, gap, look.w - gap, floor - gap
    for x0, y0, x1, y1 in boxes:
        if y0 <= 0.01:
            top = max(top, y1 + gap)
        elif y1 >= floor - 0.01 or look.seats_around == "front":
            bottom = min(bottom, y0 - gap)
        elif x0 <= 0.01:
            left = max(left, x1 + gap)
        else:
            right = min(right, x0 - gap)
    return b.small_board(left, top, right, bottom, gap)


def front_row(place: Place, look: Look) -> Place:
    """Where an actor's tab stands: at the edge, or above the row of badges when all sit in front."""
    if look.seats_around != "front":
        return place
    return Place(place.seat, "B", place.x, place.y - f.ROW * f.unit(look), 0, 0, place.room)


def _fill_tab(play: Play, actor: Place, others: list[Place], look: Look, floor: float) -> tuple[Place, f.Items, Box]:
    """Where it stands, what is on it, in that edge's frame, and its box on the panel."""
    u, colour = f.unit(look), look.colour(actor.seat)
    here = front_row(actor, look)
    badge = seating.seat_badge(actor, 0, 0, 8.2 * u)
    keys: list[f.Part] = []
    for n in fill_choices(play.state):
        keys.append(Slab(0, 0, 9 * u, 9.8 * u, colour if n == play.choice else HIGH, radius=2 * u, tap=("fill", n)))
    boxes = _standing(others, u, look)
    start, end = seating.span(here, f.TAB * u, boxes, look, floor, f.GAP * u)
    alone = look.seats_around == "front" or all(p.edge != here.edge for p in others)  # else their plates need the room
    for word in ("how-many-coasters", "how-many") if alone else ("how-many",):
        phrase = f.word(say(word, look.language), f.PHRASE * u, bold=True)
        wanted: list[f.Part] = [badge, phrase, *keys]
        want = f.row_width(wanted, 1.6 * u) + 5 * u
        if want <= end - start:
            break
    if want <= end - start:
        x, w = seating.within(want, start, end)
        depth = f.TAB * u
        laid = f.row(f.level(wanted, -8.6 * u), 1.6 * u, x)
    else:
        depth = 20.4 * u
        start, end = seating.span(here, depth, boxes, look, floor, f.GAP * u)
        upper = f.asked(badge, [phrase.text], end - start - 2 * u, u)
        rows = max(f.row_width(upper, f.BESIDE * u), f.row_width(keys, 1.6 * u))
        x, w = seating.within(rows + 3 * u, start, end)
        laid = f.row(f.level(upper, -16.0 * u), f.BESIDE * u, x) + f.row(f.level(keys, -6.9 * u), 1.6 * u, x)
    numerals = []
    for item in laid:
        if isinstance(item, Slab) and item.tap:
            n = item.tap[1]
            ink = KEYS if n == play.choice else SOFT
            numerals.append(f.word(str(n), f.SCORE * u, ink, True, item.x, item.y - (1.25 * u if n == 6 else 0)))
    base = f.plate(x, w, depth, u, colour, HIGH)
    return here, (*base, *laid, *numerals), seating.edge_box(here, x - w / 2, x + w / 2, depth)


def _standing(others: list[Place], u: float, look: Look) -> list[Box]:
    """What a tab must keep clear of: badges on its own edge, plates at the short edges."""
    if look.seats_around == "front":
        return []
    short = [seating.edge_box(p, -14 * u, 14 * u, f.PLATE * u) for p in others if p.edge in "LR"]
    return short + [seating.badge_box(p, u, 10) for p in others if p.edge in "BT"]


def plate_span(place: Place, others: list[Place], tab: Box, look: Look, floor: float) -> tuple[float, float]:
    """From where to where the plate of who does not act reaches: up to the tab and its neighbours' plates."""
    u = f.unit(look)
    neighbours = [seating.badge_box(p, u, 0.1) for p in others if p.edge == place.edge and p.seat != place.seat]
    start, end = seating.span(place, f.PLATE * u, [tab, *neighbours], look, floor, f.GAP * u)
    if len(neighbours):
        start, end = max(start, -place.room / 2 + 0.55 * u), min(end, place.room / 2 - 0.55 * u)
    half = 14 * u if place.edge in "LR" else (27 if look.name(place.seat) else 17) * u
    return max(start, -half), min(end, half)


def count_plate(place: Place, count: int, span: tuple[float, float], signed: bool, look: Look) -> tuple[f.Items, Box]:
    """Badge and number of won coasters of who does not act. `signed`: with a coaster as the sign of what is counted,
    which all plates of a picture have or none."""
    u = f.unit(look)
    number = f.word(str(count), f.SCORE * u, bold=True)
    if look.seats_around == "front":
        room = place.room - 0.5 * u
        d = min(8 * u, room - f.row_width([number], 0) - 0.6 * u)
        row = f.row(f.level([seating.seat_badge(place, 0, 0, d), number], -5 * u), 0.6 * u)
        return place.put(*row), seating.edge_box(place, -room / 2, room / 2, f.strip_of(look))
    x, w = (span[0] + span[1]) / 2, span[1] - span[0]
    parts: list[f.Part] = [seating.seat_badge(place, 0, 0, f.SMALL_BADGE * u), number]
    if signed:
        parts.insert(1, Picture("coaster_back", 0, 0, 5.5 * u))
    room = w - f.row_width(parts, 1.4 * u) - 3.4 * u
    if not place.bare and (name := shortened(look.name(place.seat), room, f.CAP * u)):
        parts.insert(1, f.word(name, f.CAP * u))
    level = f.row(f.level(parts, -6.6 * u), 1.4 * u, x)
    row = tuple(seating.as_its_badge(place, part) if isinstance(part, Text) else part for part in level)
    return place.put(*f.plate(x, w, f.PLATE * u, u, look.colour(place.seat)), *row), seating.edge_box(
        place, x - w / 2, x + w / 2, f.PLATE * u
    )
