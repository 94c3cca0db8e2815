"""The page of the names: who is asked, whom they may be, and the letters of a new name. Pure."""

from __future__ import annotations

from dataclasses import replace

from . import furniture as f
from . import seating, signs
from .look import shortened, width
from .names import DONE, ERASE, LETTERS, SPACE, Names, choices, drawn, lit, preview
from .people import Person
from .scene import GROUND, INK, KEYS, LOW, MUTE, SOFT, STAR, Badge, Disc, Item, Look, Scene, Slab, placed
from .stage import Box, result
from .words import say

HEAD, LOWEST, HIGHEST, BETWEEN = 12.0, 10.4, 12.4, 1.3  # what stands above, a row, and between two, in units
WRITTEN = 17.0  # what stands above the letters
COLUMNS, NARROW_COLUMNS = 12, 6  # of letters


def scene(box: Box, page: Names, look: Look) -> Scene:
    """The page; badges on it are drawn in the styles that are taken with the names."""
    if page.typed is not None:
        return Scene((*_written(box, page, page.typed, look), *_letters(page, look), *_typing_keys(page, look)))
    language = look.language
    edit = f.Key(say("edit", language), works=lit(box, page) is not None)
    keys = f.key_strip(look, edit, f.Key(say("take", language)), f.Key(say("type", language)))
    return Scene((*_head(box, page, look), *_list(box, page, look), *keys))


# --- the list


def _head(box: Box, page: Names, look: Look) -> f.Items:
    """Whose name is wanted, and what their buzzer does where there is something to choose from. After a game it asks
    for who has played it."""
    u, y = f.unit(look), 0.5 * HEAD * f.unit(look) + 0.6 * f.unit(look)
    badge = Badge(preview(box, page), 0, y, f.SMALL_BADGE * u, look="glow")
    over = box.mode == "game" and result(box.play.history) is not None
    who = f.word(say("who-played" if over else "who-are-you", look.language), f.PHRASE * u, INK, True, y=y)
    how = f.word(say("buzzer-next", look.language), f.CAP * u, SOFT, y=y)
    both = (badge, who, 1.5 * u, how)
    fits = len(choices(box, page.seat)) > 1 and f.row_width(both, f.BESIDE * u) <= look.w - 6 * u
    return f.row(both if fits else both[:2], f.BESIDE * u, look.w / 2)


def _list(box: Box, page: Names, look: Look) -> list[Item]:
    """As many names as fit, in columns; a dot for every such page."""
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    offered, columns = choices(box, page.seat), 1 if look.w < f.NARROW * u else 2
    between, side, top = BETWEEN * u, 2 * u, HEAD * u + 1.4 * u
    rows = max(1, int((floor - top - 4 * u + between) / (LOWEST * u + between)))
    w = (look.w - 2 * side - (columns - 1) * between) / columns
    h = min(HIGHEST * u, (floor - top - 4 * u - (rows - 1) * between) / rows)
    at = min(page.at, len(offered) - 1)
    each = rows * columns
    first = at // each * each
    items: list[Item] = []
    for n, person in enumerate(offered[first : first + each]):
        column, line = divmod(n, rows)
        x, y = side + w / 2 + column * (w + between), top + h / 2 + line * (h + between)
        items += placed(_row(box, page, person, first + n, w, h, look), x, y)
    pages = -(-len(offered) // each)
    for n in range(pages if pages > 1 else 0):
        x = look.w / 2 + (n - (pages - 1) / 2) * 4.4 * u
        here = n == first // each
        items.append(Disc(x, floor - 2 * u, (2.6 if here else 1.5) * u, INK if here else MUTE))
    return items


def _row(box: Box, page: Names, person: Person | None, at: int, w: float, h: float, look: Look) -> f.Items:
    u, chosen = f.unit(look), person == lit(box, page)
    ink, ground = (KEYS, INK) if chosen else (INK, LOW)
    slab = Slab(0, 0, w, h, ground, radius=2.6 * u, tap=("name", at))
    x, d = -w / 2 + 6.4 * u, 7.8 * u
    left = x + d / 2 + f.BESIDE * u
    name = drawn(person.name) if person else say("no-name", look.language)
    text = shortened(name, w / 2 - left - 2 * u, f.PHRASE * u, chosen)
    style = person.style if person else preview(box, replace(page, at=0))
    badge = Badge(style, x, 0, d, 0, "on" if person else "free")
    word = f.word(text, f.PHRASE * u, ink, chosen, left + width(text, f.PHRASE * u, chosen) / 2)
    return (slab, *((Disc(x, 0, d + 0.9 * u, GROUND),) if chosen else ()), badge, word)


# --- the letters


def _written(box: Box, page: Names, typed: str, look: Look) -> f.Items:
    """What has been typed so far, behind the badge, and where the next letter goes."""
    u, y = f.unit(look), WRITTEN / 2 * f.unit(look)
    badge = Badge(preview(box, page), 0, y, f.BADGE * u, look="glow")
    room = look.w - 8 * u - badge.d - 2 * f.BESIDE * u
    if not typed:
        ask = say("type-name", look.language)
        cap = f.fitted(ask, room, f.PHRASE * u, f.CAP * u)
        said = f.word(shortened(ask, room, cap), cap, SOFT, y=y)
        return f.row((badge, said), f.BESIDE * u, look.w / 2)
    cap = f.fitted(typed, room, f.TITLE * u, f.CAP * u, True)
    shown = typed
    if width(typed, cap, True) > room:  # its end is what they are writing
        shown = "…" + next(typed[n:] for n in range(len(typed)) if width("…" + typed[n:], cap, True) <= room)
    cursor = Slab(0, y, 0.6 * u, 1.3 * cap, STAR)
    return f.row((badge, f.word(shown, cap, INK, True, y=y), cursor), f.BESIDE * u, look.w / 2)


def _letters(page: Names, look: Look) -> list[Item]:
    u, floor = f.unit(look), seating.floor_of(look, strip=True)
    columns = NARROW_COLUMNS if look.w < f.NARROW * u else COLUMNS
    rows, side, top = -(-len(LETTERS) // columns), 2 * u, WRITTEN * u
    w, h = (look.w - 2 * side) / columns, (floor - top - 2 * u) / rows
    items: list[Item] = []
    for n, letter in enumerate(LETTERS):
        line, column = divmod(n, columns)
        x, y = side + (column + 0.5) * w, top + (line + 0.5) * h
        here = n == page.letter
        ink, ground = (KEYS, INK) if here else (INK, LOW)
        items.append(Slab(x, y, w - 0.9 * u, h - 0.9 * u, ground, radius=2 * u, tap=("letter", n)))
        items += _letter(letter, x, y, 1.25 * f.SCORE * u, ink, ground, here)
    return items


def _letter(letter: str, x: float, y: float, cap: float, ink: str, ground: str, bold: bool) -> f.Items:
    match letter:
        case "done":
            return (signs.tick(x, y, cap, ink),)
        case "erase":
            return signs.eraser(x, y, 1.25 * cap, ink, ground)
        case " ":
            return (signs.stroke([(x + dx * cap, y + dy * cap) for dx, dy in _GAP], 0.13 * cap, ink),)
        case _:
            return (f.word(letter, cap, ink, bold, x, y),)


_GAP = ((-0.5, 0.1), (-0.5, 0.4), (0.5, 0.4), (0.5, 0.1))  # the sign of a space, in capitals


def _typing_keys(page: Names, look: Look) -> f.Items:
    """OK writes the lit letter; the gap is said by its name."""
    letter = LETTERS[page.letter]
    names = {DONE: "done", ERASE: "erase", SPACE: "space"}
    ok = f.Key(say(names[letter], look.language)) if letter in names else f.Key(number=letter)
    return f.key_strip(look, f.Key(), ok, f.Key())
