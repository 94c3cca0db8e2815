"""The pictures and lamps of trying the buzzers (wizard.py). Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from . import front, seating, signs
from . import furniture as f
from .look import broken, width
from .scene import INK, SOFT, STAR, Badge, Item, Look, Scene, Shape, Text, placed
from .table import SEATS, Lamp, Seat
from .wizard import Pair, Wizard, places
from .words import say

BIG = 19.0  # the badge whose lamp is lit, in units
HALO = 1.4  # of its diameter, how far a glowing badge reaches
PITCH = 9.6  # of the small badges in a row
WIDE = 134.0  # a panel so wide, in units, has room for a row of eight
BETWEEN, CLOSER = 2.4, 2.0  # two lines, and two of a list


def scene(wizard: Wizard, look: Look) -> Scene:
    """The screen of its phase."""
    match wizard.phase:
        case "wiring":
            return _wiring(wizard, look)
        case "places":
            return _places(wizard, look)
        case _:
            return _summary(wizard, look)


def lamps(wizard: Wizard) -> dict[Seat, Lamp]:
    """While wires are tried one lamp, and no other."""
    return {seat: _lamp(wizard, seat) for seat in SEATS}


def _lamp(wizard: Wizard, seat: Seat) -> Lamp:
    match wizard.phase:
        case "wiring":
            return "on" if seat == wizard.lit else "off"
        case "places":
            return "on" if seat in wizard.order else "off" if seat in wizard.missing else "breathing"
        case _:
            return "fault" if seat in wizard.bad else "on" if seat in wizard.good else "off"


# --- one lamp after the other


def _wiring(wizard: Wizard, look: Look) -> Scene:
    """The seat that is asked, big, between what the others were found to be."""
    u = f.unit(look)
    if wizard.other:
        asked = [(say("is-crossed", look.language).format(wizard.lit, wizard.other), f.SCORE * u, STAR)]
    else:
        asked = [(say("press-lit", look.language), f.SCORE * u, INK)]
    wide = look.w >= WIDE * u
    words = _said(asked, (15 if wide else 31) * u, look.w - 8 * u, u)
    x, y = f.heart(look, seating.floor_of(look, strip=True), _reach(words))
    items = [*placed(_asked(wizard, look, u), x, y), *f.doubled(words, x, y, look)]
    for i, seat in enumerate(SEATS):
        column, second = i % 4 - 1.5, i // 4
        if wide:
            far = look.w / 2 - (3 + 1.5 * PITCH + 3.6 * HALO) * u  # as far from the numbers as the panel lets them
            at = x + (2 * second - 1) * far + column * PITCH * u, y - 2.2 * u
        else:
            at = x + column * 17 * u, y + ((2 * second - 1) * 20 - 2.2) * u
        items += placed(_small(wizard, seat, 7.2 * u), *at)
        items += placed(_mark(wizard, seat, 3.8 * u), at[0], at[1] + 6.8 * u)
    right = f.Key(say("on" if wizard.other else "missing", look.language))
    keys = f.key_strip(look, f.Key(works=bool(wizard.found)), f.Key(say("seats", look.language)), right)
    return Scene((*items, *keys))


def _asked(wizard: Wizard, look: Look, u: float) -> f.Items:
    """The badge whose lamp is lit, its number for both sides; or that badge and the one that answered."""
    if wizard.other:
        d = 0.72 * BIG * u
        lit, other = Badge(wizard.lit, 0, 0, d, look="glow"), Badge(wizard.other, 0, 0, d)
        first, second = f.row([lit, other], 9 * u)
        return first, *signs.cross(1.2 * u, 0, 4 * u, STAR), second
    number = str(wizard.lit)
    aside = (0.5 * HALO * BIG + 1) * u + width(number, f.NUMBER * u, True) / 2
    below = f.word(number, f.NUMBER * u, bold=True, x=aside)
    above = placed((below,), 0, 0, 180) if look.seats_around != "front" else ()
    return Badge(wizard.lit, 0, 0, BIG * u, look="glow"), below, *above


def _small(wizard: Wizard, seat: Seat, d: float) -> f.Items:
    """How a seat stands: asked now, found, missing (struck), or not tried yet (dashed)."""
    tried = {lamp for lamp, _ in wizard.found}
    if wizard.phase == "wiring" and seat == wizard.lit:
        return (Badge(seat, 0, 0, d, look="glow"),)
    missing = seat in wizard.missing
    return (Badge(seat, 0, 0, d, look="locked" if missing else "on" if seat in tried else "free"),)


def _mark(wizard: Wizard, seat: Seat, s: float) -> f.Items:
    """Beside the badge: good, or somebody should look at it."""
    if seat in wizard.bad:
        return signs.warning(0, 0, 1.1 * s)
    return (signs.tick(0, 0, s),) if seat in wizard.good else ()


# --- places round the table


def _places(wizard: Wizard, look: Look) -> Scene:
    """Who has pressed sits where a game of so many would have them; an arrow says which way round."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    items: list[Item] = []
    if wizard.order:
        sitting = replace(look, places=tuple(places(wizard.order)))
        for place in seating.places(wizard.order, sitting, floor).values():
            items += front.joined_plate(place, False, look)
    along = look.seats_around == "front"
    asked = [
        (say("press-along" if along else "press-around", look.language), f.PHRASE * u, INK),
        (say("from-left" if along else "from-buttons", look.language), f.PHRASE * u, SOFT),
    ]
    words = _said(asked, (5 if along else 10.4) * u, look.w - 28 * u, u)
    x, y = f.heart(look, floor, _reach(words))
    items += placed((signs.arrow(0, 0, 6 * u, "right"),) if along else _round(7 * u), x, y)
    left, right = f.Key(works=bool(wizard.order)), f.Key(say("keep", look.language), works=not wizard.order)
    ok = f.Key(say("done", look.language), works=bool(wizard.order))
    return Scene((*items, *f.doubled(words, x, y, look), *f.key_strip(look, left, ok, right)))


def _round(r: float) -> tuple[Shape, Shape]:
    """An arrow clockwise that begins at the side of the menu buttons."""

    def at(degrees: float, radius: float) -> tuple[float, float]:
        a = math.radians(degrees)
        return round(radius * math.cos(a), 4), round(radius * math.sin(a), 4)

    arc = signs.stroke([at(90 + 8 * n, r) for n in range(36)], 0.22 * r, INK)
    end = 90 + 8 * 35
    return arc, Shape((at(end, 0.6 * r), at(end + 36, r), at(end, 1.4 * r)), INK)


# --- what was found


def _summary(wizard: Wizard, look: Look) -> Scene:
    """All eight with their marks, how many are good, and what is wrong in words."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    wide = look.w >= WIDE * u
    rows, pitch = (1, 15.8 * u) if wide else (2, 19.5 * u)
    half = 0.5 * rows * 12 * u
    words = _said([(_counted(wizard, look.language), f.SCORE * u, INK)], half + 2 * u, look.w - 8 * u, u, bold=True)
    x, y = f.heart(look, floor, 30 * u)
    words += _told(wizard, look, _reach(words) + 1.2 * u, floor - y)
    items = list(f.doubled(words, x, y, look))
    for i, seat in enumerate(SEATS):
        column, line = i % (8 // rows) - (8 // rows - 1) / 2, i // (8 // rows) - (rows - 1) / 2
        at = x + column * pitch, y + line * 12 * u
        items += placed(_small(wizard, seat, 7.6 * u), at[0] - 2.9 * u, at[1])
        items += placed(_mark(wizard, seat, 4.6 * u), at[0] + 4.2 * u, at[1])
    ok, right = f.Key(say("done", look.language)), f.Key(say("again", look.language))
    return Scene((*items, *f.key_strip(look, f.Key(works=False), ok, right)))


def _counted(wizard: Wizard, language: str) -> str:
    """How many of those that are there are good."""
    good, there = len(wizard.good), len(wizard.found) - len(wizard.missing)
    if not there:
        return say("none-tried", language)
    if good == there > 1:
        return say("all-good", language).format(there)
    return say("buzzers-good", language).format(good, there)


def _told(wizard: Wizard, look: Look, top: float, bottom: float) -> list[Text]:
    """What is wrong, from `top` downwards: with all buzzers it is wrong with or, where that goes below `bottom`, with
    so many and how many more. Every kind is told."""
    u = f.unit(look)
    told: list[Text] = []
    for most in range(len(SEATS), 0, -1):
        lines = _gathered(_findings(wizard, look.language, most), look.w - 8 * u, f.CAP * u)
        told = _said([(line, f.CAP * u, SOFT) for line in lines], top, look.w - 8 * u, u, between=CLOSER)
        if not told or told[-1].y + 0.8 * told[-1].cap <= bottom:
            break
    return told


def _findings(wizard: Wizard, language: str, most: int) -> Iterable[str]:
    """What is wrong with which, the worst first; of the buzzers at most so many."""
    kinds = (
        ("found-crossed", [*map(_pair, _once(wizard.crossed))]),
        ("found-joined", [*map(_pair, wizard.joined)]),
        ("found-stuck", [*map(str, sorted(wizard.stuck))]),
        ("found-loose", [*map(str, sorted(wizard.loose))]),
        ("found-missing", [*map(str, wizard.missing)]),
    )
    for word, seats in kinds:
        if seats:
            more = f" +{len(seats) - most}" if len(seats) > most else ""
            yield f"{say(word, language)} {', '.join(seats[:most])}{more}"


def _gathered(findings: Iterable[str], room: float, cap: float) -> list[str]:
    """As many findings a line as fit."""
    lines: list[str] = []
    for found in findings:
        if lines and width(f"{lines[-1]}   {found}", cap) <= room:
            lines[-1] += f"   {found}"
        else:
            lines.append(found)
    return lines


def _once(crossed: tuple[Pair, ...]) -> Iterable[Pair]:
    """Two wires that changed places are one finding."""
    return (pair for pair in crossed if pair[0] < pair[1] or (pair[1], pair[0]) not in crossed)


def _pair(pair: Pair) -> str:
    return f"{pair[0]}–{pair[1]}"


# --- words


def _said(
    lines: list[tuple[str, float, str]], top: float, room: float, u: float, bold: bool = False, between: float = BETWEEN
) -> list[Text]:
    """Lines of (text, largest capital, colour) from `top` downwards round x = 0: smaller where that makes them fit,
    broken where that does not."""
    found: list[Text] = []
    for text, most, colour in lines:
        cap = f.fitted(text, room, most, f.CAP * u, bold)
        for line in broken(text, room, cap, bold):
            found.append(f.word(line, cap, colour, bold, y=top + cap / 2))
            top += cap + between * u
    return found


def _reach(words: list[Text]) -> float:
    """How far below the middle the words reach, tails included."""
    return max(line.y + 0.8 * line.cap for line in words)
