"""A whole trick is told: crown, bones, arrow, colour, one after the other (quick entry)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ... import furniture as f
from ... import seating
from ...look import broken
from ...scene import (
    HIGH,
    INK,
    KEYS,
    LOW,
    MUTE,
    SOFT,
    STAR,
    STAR_ON_LIGHT,
    Badge,
    Item,
    Look,
    Scene,
    Slab,
    placed,
)
from ...seating import Place
from ...signs import arrow
from ...table import Seat
from ...words import say
from . import marks, suits
from . import tab as t_
from .bones import MOST
from .cards import COLOURS, Colour
from .play import TRICK_PARTS, Part, Play, Refused, teller

CHIP, SLIM, CHIP_H, BETWEEN, ROWS_APART = 22.0, 18.4, 18.0, 7.2, 2.4  # in units
QUESTIONS: Mapping[Part, str] = {
    "winner": "who-won",
    "bones": "bones-on-it",
    "beggar": "who-begs",
    "colour": "colour-laid",  # the beggar's own card, which climbs (R49)
}


@dataclass(frozen=True, slots=True)
class Parts:
    """A trick as far as it is told; None: not yet."""

    winner: Seat | None = None
    bones: int | None = None
    beggar: Seat | None = None
    colour: Colour | None = None

    def of(self, part: Part) -> Seat | int | Colour | None:
        found: Seat | int | Colour | None = getattr(self, part)
        return found


def told(line: Mapping[str, object]) -> Parts:
    """A trick as a journal has it."""
    won, bones, begged, colour = (line.get(key) for key in ("won", "bones", "begged", "colour"))
    return Parts(
        Seat(won) if isinstance(won, int) else None,
        bones if isinstance(bones, int) else None,
        Seat(begged) if isinstance(begged, int) else None,
        next((c for c in COLOURS if c == colour), None),
    )


def trick(play: Play, look: Look) -> Scene:
    """Four chips in the middle, the asked one lit, everybody's badge to tap. Who won and who begs is asked of all, in
    words for both long sides; bones and colour of the one who knows, at their tab."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    seats = seating.places(play.asked.setup.seats, look, floor)
    parts = Parts(play.winner, play.bones, play.beggar, play.colour)
    old = told(play.correcting.old) if play.correcting else Parts()
    who = teller(play)
    items: list[Item] = []
    for place in seats.values():
        if place.seat != who or look.seats_around == "front":
            items += bystander(place, _how(place.seat, play), u, look)
    words = say(QUESTIONS[play.part], look.language) if play.part in QUESTIONS else ""
    if who is None:
        aside = 0.5 if look.seats_around == "front" else f.DEPTH + f.SMALL_BADGE / 2
        room = look.w - 2 * (aside + 1.4) * u
        high = floor / 2  # half of it is kept for the words
        half = chips_high(parts, old, room, u, high) / 2
        ink = STAR if play.refused else INK
        if play.refused:
            words = say(play.refused.word, look.language)
        cap = f.fitted(words, room, 6 * u, f.CAP * u, True)
        lines = broken(words, room, cap, True)
        x, y = f.heart(look, floor, half + (6 + 7 * len(lines)) * u)
        said: list[Item] = [f.word(line, cap, ink, True, y=half + (5.4 + 7 * n) * u) for n, line in enumerate(lines)]
        if play.correcting:
            said.append(f.word(_when(play, look), f.CAP * u, SOFT, y=half + (6.6 + 7 * len(lines)) * u))
        items += f.doubled(said, x, y, look)
        return Scene((*items, *placed(chips(parts, old, play.part, room, u, high), x, y), *_keys(play, look)))
    here, others = seats[who], [p for p in seats.values() if p.seat != who]
    badge = Badge(who, 0, 0, f.SMALL_BADGE * u)
    asked = f.word(words, f.CAP * u, INK, True)
    headers: list[list[f.Part]] = [[badge, asked], [badge, replace(asked, bold=False)]]
    if play.part == "colour":
        shorter = f.word(say("laid", look.language), f.CAP * u, INK, True)
        headers += [[badge, shorter], [badge, replace(shorter, bold=False)]]
    if play.part == "bones":
        headers.append([badge, marks.bone(0, 0, 9 * u), f.word("?", f.SCORE * u, INK, True)])
    if play.correcting:
        headers.insert(0, [badge, asked, f.word(_when(play, look), f.CAP * u, SOFT)])
    if play.refused:
        headers = refusal(play.refused, who, look)
    laid = t_.tab(here, others, headers, _body(play, u), look, floor)
    left, top, right, bottom = t_.left_over(laid, here, others, look, floor)
    laid_out = chips(parts, old, play.part, right - left, u, bottom - top)
    middle = placed(laid_out, (left + right) / 2, (top + bottom) / 2)
    return Scene((*items, *middle, *laid.items, *_keys(play, look)))


def _body(play: Play, u: float) -> t_.Body:
    if play.part == "bones":
        numbers = range(MOST + 1)
        return t_.numbers(numbers, numbers, play.bones, play.touched, "bones", (10, 5), u)
    queue = play.asked.queue
    return t_.colours(queue, queue, play.colour, u)


def refusal(why: Refused, seat: Seat, look: Look) -> list[list[f.Part]]:
    """A tab's line of words while an entry is refused, narrower ones following. `seat`: whose tab it is; the seat
    the words are about, if another, follows them."""
    u = f.unit(look)
    badge = Badge(seat, 0, 0, f.SMALL_BADGE * u)
    words = f.word(say(why.word, look.language), f.CAP * u, STAR, True)
    about: list[f.Part] = [replace(badge, seat=why.seat)] if why.seat not in (None, seat) else []
    light = replace(words, bold=False)
    return [[badge, words, *about], [badge, light, *about], [badge, words], [badge, light]]


def _when(play: Play, look: Look) -> str:
    """Which trick is entered anew."""
    assert play.correcting is not None
    trick = play.correcting.told
    return say("round-trick", look.language).format(trick.round, trick.trick)


def bystander(place: Place, how: seating.BadgeLook, u: float, look: Look) -> f.Items:
    """A seat's badge at its edge, to be tapped as its buzzer may be pressed."""
    finger = Slab(0, -5 * u, f.BADGE * u, f.BADGE * u, tap=("seat", place.seat))
    return (*seating.bystander(place, u, look, how), *place.put(finger))


def _how(seat: Seat, play: Play) -> seating.BadgeLook:
    """Ringed, or free to be chosen; who won cannot beg."""
    if play.part == "winner":
        return "glow" if seat == play.winner else "on"
    if seat == play.winner:
        return "free" if play.part == "beggar" else "on"
    return "glow" if seat == play.beggar else "on"


def _keys(play: Play, look: Look) -> f.Items:
    """What < OK > mean: the neighbours of what is lit."""
    match play.part:
        case "bones" if play.bones is not None:
            less, more = (str((play.bones + by) % (MOST + 1)) for by in (-1, 1))
            chosen = f.Key(number=str(play.bones))
            return f.key_strip(look, f.Key(number=less), chosen, f.Key(number=more))
        case "colour" if play.colour is not None:
            queue = play.asked.queue
            at = queue.index(play.colour)
            names = [say(queue[(at + by) % len(queue)], look.language) for by in (-1, 0, 1)]
            return f.key_strip(look, *map(f.Key, names))
        case _:
            ringed = {"winner": play.winner, "beggar": play.beggar}.get(play.part)
            ok = f.Key(say("on", look.language)) if ringed is not None else f.Key(works=False)
            return f.key_strip(look, f.Key(), ok, f.Key())


# --- chips


def chips(parts: Parts, old: Parts, lit: Part, room: float, u: float, high: float = 0) -> f.Items:
    """The four chips around (0, 0), the one that is asked lit; in two rows where the room is narrow. What differs from
    `old` shows both. `high`: so much room there is for two rows."""
    chip, columns = _chip(parts, old, room, u, high)
    between = min(BETWEEN * u, (room - columns * chip) / (columns - 1))
    pitch = chip + between
    asked = TRICK_PARTS.index(lit) if lit in TRICK_PARTS else len(TRICK_PARTS)
    items: list[Item] = []
    for i, part in enumerate(TRICK_PARTS):
        row, column = divmod(i, columns)
        x = (column - (columns - 1) / 2) * pitch
        y = (row - (len(TRICK_PARTS) / columns - 1) / 2) * (CHIP_H + ROWS_APART) * u
        fill = INK if i == asked else HIGH if i < asked else LOW
        tap = ("part", i) if i < asked and lit else None
        items.append(Slab(x, y, chip, CHIP_H * u, fill, radius=3 * u, tap=tap))
        items += placed(_inside(part, parts.of(part), old.of(part), i == asked, u), x, y)
        if column and between > 4.4 * u:
            items.append(arrow(x - pitch / 2, y, 3.4 * u, "right", MUTE))
    return tuple(items)


def chips_high(parts: Parts, old: Parts, room: float, u: float, high: float = 0) -> float:
    """Height of the chips in that room."""
    rows = len(TRICK_PARTS) // _chip(parts, old, room, u, high)[1]
    return (rows * CHIP_H + (rows - 1) * ROWS_APART) * u


def _chip(parts: Parts, old: Parts, room: float, u: float, high: float) -> tuple[float, int]:
    """Width of a chip, and how many stand side by side. Where there is no room for two rows and none shows old and new
    they may be slim."""
    two_rows = high >= (2 * CHIP_H + ROWS_APART) * u
    for chip in (CHIP,) if two_rows else (CHIP, SLIM):
        if room >= (4 * chip + 3 * 2) * u and (chip == CHIP or not _differ(parts, old)):
            return chip * u, 4
    return CHIP * u, 2


def _differ(parts: Parts, old: Parts) -> bool:
    pairs = [(parts.of(part), old.of(part)) for part in TRICK_PARTS]
    return any(new is not None and was is not None and new != was for new, was in pairs)


def _inside(part: Part, value: object, old: object, lit: bool, u: float) -> f.Items:
    ink = KEYS if lit else INK
    if value is not None and old is not None and old != value:
        return (
            *_mark(part, 0, (-5.6 if part == "bones" else -5.2) * u, 0.68 * u, lit),
            *placed(_value(part, old, lit, True, u), -5.8 * u, 3.2 * u),
            arrow(0, 3.2 * u, 2.4 * u, "right", ink),
            *placed(_value(part, value, lit, False, u), 6 * u, 3.2 * u),
        )
    if part == "colour":
        return _climbing(value, lit, u)
    sign = _mark(part, -5.6 * u, 0, u, lit)
    if value is None:
        return *sign, f.word("?", f.SCORE * u, KEYS if lit else SOFT, True, x=4.6 * u)
    return *sign, *placed(_value(part, value, lit, False, u), 4.8 * u, 0)


def _mark(part: Part, x: float, y: float, u: float, lit: bool) -> f.Items:
    """What is told: who won, how many bones, who begs and of which colour, which go up."""
    if part == "winner":
        return (marks.won(x, y, 6.4 * u, STAR_ON_LIGHT if lit else STAR),)
    if part == "bones":
        return (marks.bone(x, y, 9 * u),)
    return (marks.up(x, y, 7 * u, MUTE if lit else SOFT),)


def _value(part: Part, value: object, lit: bool, was: bool, u: float) -> f.Items:
    """`was`: what no longer holds: a seat in its own colour, faded; a number or a sign struck out."""
    ink = MUTE if was and lit else SOFT if was else KEYS if lit else INK
    if part in ("winner", "beggar") and isinstance(value, int):
        return (Badge(Seat(value), 0, 0, (7.4 if was else 8.2) * u, 0, "free" if was else "on"),)
    strike = marks.strike(0, 0, 3.6 * u, 0.9 * u) if was else ()
    if part == "bones":
        number = f.word(str(value), 7.4 * u if not was else f.SCORE * u, ink, True)
        return (*placed((number,), 0, -1.2 * u if number.foot else 0), *strike)
    colour = next(c for c in COLOURS if c == value)
    shade = suits.ON_LIGHT[colour] if lit else suits.ON_DARK[colour]
    return suits.sign(colour, 0, 0, 5.4 * u, shade), *strike


def _climbing(value: object, lit: bool, u: float) -> f.Items:
    """The beggar's card, of which only the colour counts: it goes up (R49)."""
    arrow_up = marks.up(-6.4 * u, 0, 7 * u, MUTE if lit else SOFT)
    ink = KEYS if lit else SOFT
    if value is None:
        return (
            arrow_up,
            Slab(4.2 * u, 0, 10 * u, 13.4 * u, None, ink, 0.7 * u, 2 * u),
            f.word("?", f.CAP * u, ink, True, x=4.2 * u),
        )
    colour = next(c for c in COLOURS if c == value)
    return arrow_up, *suits.blank_card(colour, 4.2 * u, 0, 11 * u, 15 * u, u)
