"""The page of what can be changed about somebody: the choices, and eight styles to choose from. Pure."""

from __future__ import annotations

from . import furniture as f
from . import seating
from .changing import OFFERED, about
from .front import label
from .icons import icon
from .look import shortened, width
from .names import Change, drawn
from .people import Person
from .scene import GROUND, INK, KEYS, LOW, SOFT, STAR, Badge, Disc, Item, Look, Scene, Slab
from .stage import Box
from .table import SEATS, Seat
from .words import say

HEAD, BETWEEN, SIDE = 14.0, 1.6, 2.0  # what stands above, between two choices, left and right, in units
HIGHEST = 14.4  # a choice


def scene(box: Box, page: Change, look: Look) -> Scene:
    """The page about whoever is lit in the list of names."""
    person, language = about(box, page), look.language
    if person is None:
        return Scene(())
    if page.style is not None:
        keys = f.Key(), f.Key(say("take", language)), f.Key()
        return Scene((*_head(person, page, look), *_styles(box, person, page.style, look), *f.key_strip(look, *keys)))
    no = say("no", language) if page.asks else ""
    keys = f.Key(no), f.Key(say("yes" if page.asks else "choose", language)), f.Key(no)
    return Scene((*_head(person, page, look), *_choices(page, look), *f.key_strip(look, *keys)))


def _head(person: Person, page: Change, look: Look) -> f.Items:
    """Who it is, or what they are asked; the badge is as it would be."""
    u, y = f.unit(look), HEAD / 2 * f.unit(look)
    badge = Badge(page.style or person.style, 0, y, f.SMALL_BADGE * u, look="glow")
    room = look.w - 6 * u - badge.d - f.BESIDE * u
    if page.style is not None:
        return f.row((badge, _asked(say("which-style", look.language), room, y, u)), f.BESIDE * u, look.w / 2)
    if page.asks:
        ask = say("really-forget", look.language)
        name = shortened(drawn(person.name), room - width(ask.format(""), f.CAP * u, True), f.CAP * u, True)
        said = f.word(ask.format(name), f.CAP * u, STAR, True, y=y)
        return f.row((badge, said), f.BESIDE * u, look.w / 2)
    name = shortened(drawn(person.name), room, f.PHRASE * u, True)
    return f.row((badge, f.word(name, f.PHRASE * u, INK, True, y=y)), f.BESIDE * u, look.w / 2)


def _asked(text: str, room: float, y: float, u: float) -> f.Part:
    cap = f.fitted(text, room, f.PHRASE * u, f.CAP * u, True)
    return f.word(shortened(text, room, cap, True), cap, INK, True, y=y)


def _choices(page: Change, look: Look) -> list[Item]:
    """One below the other, the lit one light, or yellow while it asks."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    w, gap = min(look.w - 2 * SIDE * u, f.NARROW * u), BETWEEN * u
    h = min(HIGHEST * u, (floor - HEAD * u - 2 * u - (len(OFFERED) - 1) * gap) / len(OFFERED))
    items: list[Item] = []
    for n, word in enumerate(OFFERED):
        y, chosen = HEAD * u + h / 2 + n * (h + gap), n == page.at
        ink, ground = (KEYS, STAR if page.asks else INK) if chosen else (INK, LOW)
        items.append(Slab(look.w / 2, y, w, h, ground, radius=2.6 * u, tap=("change", n)))
        left = (look.w - w) / 2
        items += icon("go-on" if word == "done" else word, left + 6.4 * u, y, 7.4 * u, ink, ground)
        text = say("go-on" if word == "done" else word, look.language)
        items += label(text, left + 12 * u, y, w - 14 * u, ink, chosen, u)
    return items


def _styles(box: Box, person: Person, style: Seat, look: Look) -> list[Item]:
    """All eight, the lit one light; below each, who else has it."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    columns = 2 if look.w < f.NARROW * u else 4
    rows = len(SEATS) // columns
    w, h = (look.w - 2 * SIDE * u) / columns, (floor - HEAD * u - u) / rows
    d = min(0.5 * h, 0.6 * w)
    items: list[Item] = []
    for n, seat in enumerate(SEATS):
        line, column = divmod(n, columns)
        x, y = SIDE * u + (column + 0.5) * w, HEAD * u + (line + 0.5) * h
        chosen = seat == style
        ink, ground = (KEYS, INK) if chosen else (SOFT, LOW)
        items.append(Slab(x, y, w - BETWEEN * u, h - BETWEEN * u, ground, radius=2.6 * u, tap=("style", seat)))
        others = [drawn(one.name) for one in box.people if one.style == seat and one.id != person.id]
        text = shortened(", ".join(filter(None, others)), w - BETWEEN * u - 3 * u, f.CAP * u, chosen)
        up = 4 * u if text else 0
        items += [Disc(x, y - up, d + 0.9 * u, GROUND)] if chosen else []
        items.append(Badge(seat, x, y - up, d, 0, "on"))
        items += [f.word(text, f.CAP * u, ink, chosen, x, y + d / 2 + 1.4 * u)] if text else []
    return items
