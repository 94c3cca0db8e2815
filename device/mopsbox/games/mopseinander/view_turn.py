"""The screens of a turn with the board open: filling the table, taking a coaster. The actor's tab is open."""

from __future__ import annotations

from ... import furniture as f
from ... import journal, seating
from ...scene import (
    HIGH,
    KEYS,
    SOFT,
    Coaster,
    Disc,
    Item,
    Look,
    Picture,
    Scene,
    Slab,
    seat_colour,
)
from ...seating import Box, Place
from ...table import Seat
from ...words import say
from . import board as b
from .dice import dice_cell, waiting_dice
from .play import SLIDE, Play, fill_choices

SIGNED = 27.0  # a count plate has room for the sign of a coaster from here on, in units


def fill(play: Play, t: int, look: Look) -> Scene:
    """The actor's tab with 4 5 6 at their edge, everybody else's count of won coasters, the open board."""
    state, u = play.state, f.unit(look)
    floor = seating.floor_of(look, strip=True)
    seats = seating.places(state.setup.seats, look, floor)
    actor = seats[state.active]
    others = [p for p in seats.values() if p.seat != state.active]
    tab_items, tab_box = _fill_tab(play, actor, others, look, floor)
    counts = {s: len(ids) for s, ids in zip(state.setup.seats, state.won, strict=True)}
    items: list[Item] = []
    boxes = [tab_box]
    spans = {p.seat: plate_span(p, others, tab_box, look, floor) for p in others}
    signed = all(end - start > SIGNED * u for start, end in spans.values())
    for place in others:
        plate, box = count_plate(place, counts[place.seat], spans[place.seat], signed, look)
        items += plate
        boxes.append(box)
    if look.seats_around == "front":
        items += actor.put(seating.seat_badge(actor, 0, 5 * u, 8 * u, "glow"))
    board = _board_between(boxes, look, floor, f.GAP * u)
    items += b.mat(state, board)
    coming = max(0, play.choice - len(state.table))
    items += b.coasters(state, board, coming=coming, colour=seat_colour(actor.seat))
    items += waiting_dice(board)
    items += tab_items
    some = len(fill_choices(state)) > 1
    words = [say(k, look.language) for k in ("fewer", "roll", "more")]
    items += f.key_strip(look, f.Key(words[0], works=some), f.Key(words[1]), f.Key(words[2], works=some))
    slid = sliding(play, t, look)
    return Scene((*items, *slid), bool(slid))


def _board_between(boxes: list[Box], look: Look, floor: float, gap: float) -> b.Board:
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


def _fill_tab(play: Play, actor: Place, others: list[Place], look: Look, floor: float) -> tuple[f.Items, Box]:
    u, colour = f.unit(look), seat_colour(actor.seat)
    here = front_row(actor, look)
    badge = seating.seat_badge(actor, 0, 0, 8.2 * u)
    phrase = f.word(say("how-many", look.language), f.PHRASE * u, bold=True)
    keys: list[f.Part] = []
    for n in fill_choices(play.state):
        keys.append(Slab(0, 0, 9 * u, 9.8 * u, colour if n == play.choice else HIGH, radius=2 * u, tap=("fill", n)))
    wanted: list[f.Part] = [badge, phrase, *keys]
    want = f.row_width(wanted, 1.6 * u) + 5 * u
    boxes = _standing(others, u, look)
    start, end = seating.span(here, f.TAB * u, boxes, look, floor, f.GAP * u)
    if want <= end - start:
        x, w = seating.within(want, start, end)
        depth = f.TAB * u
        laid = f.row(f.level(wanted, -8.6 * u), 1.6 * u, x)
    else:
        depth = 20.4 * u
        start, end = seating.span(here, depth, boxes, look, floor, f.GAP * u)
        upper: list[f.Part] = (
            [phrase] if f.row_width([badge, phrase], 1.2 * u) > end - start - 2 * u else [badge, phrase]
        )
        rows = max(f.row_width(upper, 1.2 * u), f.row_width(keys, 1.6 * u))
        x, w = seating.within(rows + 3 * u, start, end)
        laid = f.row(f.level(upper, -16.0 * u), 1.2 * u, x) + f.row(f.level(keys, -6.9 * u), 1.6 * u, x)
    numerals = []
    for item in laid:
        if isinstance(item, Slab) and item.tap:
            n = item.tap[1]
            ink = KEYS if n == play.choice else SOFT
            numerals.append(f.word(str(n), f.SCORE * u, ink, True, item.x, item.y - (1.25 * u if n == 6 else 0)))
    base = f.plate(x, w, depth, u, colour, HIGH)
    return here.put(*base, *laid, *numerals), seating.edge_box(here, x - w / 2, x + w / 2, depth)


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
    half = 14 * u if place.edge in "LR" else 17 * u
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
    row = f.row(f.level(parts, -6.6 * u), 1.4 * u, x)
    return place.put(*f.plate(x, w, f.PLATE * u, u, seat_colour(place.seat)), *row), seating.edge_box(
        place, x - w / 2, x + w / 2, f.PLATE * u
    )


def take_board(winner: Seat, seats: dict[Seat, Place], look: Look, floor: float, tab: Box) -> b.Board:
    u = f.unit(look)
    boxes = [tab]
    for p in seats.values():
        if look.seats_around == "front":
            boxes.append(seating.edge_box(p, -1, 1, f.strip_of(look)))
        elif p.seat != winner:
            boxes.append(seating.edge_box(p, -1, 1, (f.DEPTH + f.SMALL_BADGE / 2) * u))
    return _board_between(boxes, look, floor, 1.9 * u)


def _take_tab(winner: Seat, count: int, seats: dict[Seat, Place], look: Look, floor: float) -> tuple[f.Items, Box]:
    u, place = f.unit(look), seats[winner]
    here = front_row(place, look)
    others = [seating.badge_box(p, u, 10) for p in seats.values() if p.seat != winner and look.seats_around != "front"]
    start, end = seating.span(here, f.TAB * u, others, look, floor, f.GAP * u)
    room = end - start - 3 * u
    phrase = say("take-one", look.language)
    badge: list[f.Part] = [seating.seat_badge(place, 0, 0, f.BADGE * u)]
    mark: list[f.Part] = [Picture("coaster_back", 0, 0, 6 * u), f.word(str(count), f.SCORE * u, bold=True)]
    choices: tuple[list[f.Part], ...] = (
        [*badge, f.word(phrase, f.PHRASE * u, bold=True), *mark],
        [*badge, f.word(phrase, f.CAP * u, bold=True)],
        [f.word(phrase, f.CAP * u, bold=True)],
    )
    for parts in choices:
        if f.row_width(parts, 1.6 * u) <= room:
            break
    x, w = seating.within(f.row_width(parts, 1.6 * u) + 5 * u, start, end)
    items = (
        *f.plate(x, w, f.TAB * u, u, seat_colour(winner), HIGH),
        *f.row(f.level(parts, -8.6 * u), 1.6 * u, x),
    )
    return here.put(*items), seating.edge_box(here, x - w / 2, x + w / 2, f.TAB * u)


def take(play: Play, look: Look) -> Scene:
    """The winner's tab and a ring round the chosen coaster; nothing is dimmed."""
    state, u = play.state, f.unit(look)
    winner = state.winner or state.active
    floor = seating.floor_of(look, strip=True)
    seats = seating.places(state.setup.seats, look, floor)
    count = len(state.won[state.setup.seats.index(winner)])
    tab, box = _take_tab(winner, count, seats, look, floor)
    board = take_board(winner, seats, look, floor, box)
    items: list[Item] = []
    chosen = state.table[play.choice % len(state.table)]
    for id, (x, y) in zip(state.places, board.cells, strict=True):
        if id == chosen:
            items.append(Disc(x, y, board.d + 3.2 * u, seat_colour(winner)))
    items += b.coasters(state, board, taps=True)
    items += b.mat(state, board)
    items += dice_cell(state, board, look)
    for place in seats.values():
        if place.seat != winner:
            items += seating.bystander(place, u)
        elif look.seats_around == "front":
            items += seating.bystander(place, u, "glow")
    items += tab
    items += f.key_strip(look, f.Key(), f.Key(say("take", look.language)), f.Key())
    return Scene(tuple(items))


def sliding(play: Play, t: int, look: Look) -> f.Items:
    """A taken coaster on its way to its new owner, face down (R15)."""
    if play.taken is None:
        return ()
    id, seat, at = play.taken
    part = (t - at) / SLIDE
    if not 0 <= part < 1:
        return ()
    before = journal.add(play.history, {"do": "undo"}).state
    if id not in before.places:
        return ()
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    seats = seating.places(play.state.setup.seats, look, floor)
    tab = _take_tab(seat, 0, seats, look, floor)[1]
    board = take_board(seat, seats, look, floor, tab)
    x, y = board.cells[before.places.index(id)]
    to = seating.badge_box(seats[seat], u)
    tx, ty = (to[0] + to[2]) / 2, (to[1] + to[3]) / 2
    ease = part * part * (3 - 2 * part)
    d = board.d + (f.SMALL_BADGE * u - board.d) * ease
    return (Coaster((), round(x + (tx - x) * ease, 2), round(y + (ty - y) * ease, 2), round(d, 2), back=True),)
