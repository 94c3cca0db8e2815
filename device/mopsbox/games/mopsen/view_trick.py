"""A whole trick is told: crown, bones, arrow, colour, one after the other (quick entry)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ... import furniture as f
from ... import seating
from ...look import broken
from ...scene import (
    INK,
    SOFT,
    STAR,
    Badge,
    Item,
    Look,
    Scene,
    Slab,
    placed,
)
from ...seating import Place
from ...table import Seat
from ...words import say
from . import marks
from . import tab as t_
from .bones import MOST
from .chips import Parts, chips, chips_high, told
from .play import Part, Play, Refused, teller

QUESTIONS: Mapping[Part, str] = {
    "winner": "who-won",
    "bones": "bones-on-it",
    "beggar": "who-begs",
    "colour": "colour-laid",  # the beggar's own card, which climbs (R49)
}


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
            items += bystander(place, _how(place.seat, play), u)
    words = say(QUESTIONS[play.part], look.language) if play.part in QUESTIONS else ""
    if who is None:
        aside = 0.5 if look.seats_around == "front" else f.DEPTH + f.SMALL_BADGE / 2
        room = look.w - 2 * (aside + 1.4) * u
        half = chips_high(parts, old, room, u) / 2
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
        return Scene((*items, *placed(chips(parts, old, play.part, room, u), x, y), *_keys(play, look)))
    here, others = seats[who], [p for p in seats.values() if p.seat != who]
    badge = Badge(who, 0, 0, f.SMALL_BADGE * u)
    asked = f.word(words, f.CAP * u, INK, True)
    headers: list[list[f.Part]] = [[badge, asked], [asked], [badge, f.word("?", f.SCORE * u, INK, True)]]
    if play.part == "bones":
        headers[-1].insert(1, marks.bone(0, 0, 9 * u))
    if play.part == "colour":
        headers.insert(2, [f.word(say("laid", look.language), f.CAP * u, INK, True)])
    if play.correcting:
        headers.insert(0, [badge, asked, f.word(_when(play, look), f.CAP * u, SOFT)])
    if play.refused:
        headers = refusal(play.refused, who, look)
    laid = t_.tab(here, others, headers, _body(play, u), look, floor)
    left, top, right, bottom = t_.left_over(laid, here, others, look, floor)
    middle = placed(chips(parts, old, play.part, right - left, u), (left + right) / 2, (top + bottom) / 2)
    return Scene((*items, *middle, *laid.items, *_keys(play, look)))


def _body(play: Play, u: float) -> t_.Body:
    if play.part == "bones":
        numbers = range(MOST + 1)
        return t_.numbers(numbers, numbers, play.bones, play.touched, "bones", (10, 5), u)
    queue = play.asked.queue
    return t_.colours(queue, queue, play.colour, u)


def refusal(why: Refused, seat: Seat, look: Look) -> list[list[f.Part]]:
    """A tab's line of words while an entry is refused, narrower ones following. `seat`: whose tab it is."""
    u = f.unit(look)
    words = f.word(say(why.word, look.language), f.CAP * u, STAR, True)
    return [[Badge(why.seat or seat, 0, 0, f.SMALL_BADGE * u), words], [words], [replace(words, bold=False)]]


def _when(play: Play, look: Look) -> str:
    """Which trick is entered anew."""
    assert play.correcting is not None
    trick = play.correcting.told
    return say("round-trick", look.language).format(trick.round, trick.trick)


def bystander(place: Place, how: seating.BadgeLook, u: float) -> f.Items:
    """A seat's badge at its edge, to be tapped as its buzzer may be pressed."""
    finger = Slab(0, -5 * u, f.BADGE * u, f.BADGE * u, tap=("seat", place.seat))
    return (*seating.bystander(place, u, how), *place.put(finger))


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
