"""What can be changed about somebody who is known by name: the name, their style, or that they are known at all. Pure.

The page lies on the one of the names; `<` and `>` go through what there is, OK does it. Who is asked there may turn by
their buzzer, too. changing_view.py shows it.
"""

from __future__ import annotations

from dataclasses import replace

from .lobby import shared_out
from .names import ERASE, LETTERS, SOURCE, Change, Names, drawn, lit
from .people import Person
from .stage import Box, Step, notice
from .table import SEATS, Forget, Restyle, Seat, Sound

OFFERED = ("rename", "restyle", "forget", "done")
"""As words (words.py)."""


def about(box: Box, page: Change) -> Person | None:
    """Whom it is about."""
    return lit(box, page.names)


def key(box: Box, page: Change, name: str) -> Step:
    """A menu button while the page is open."""
    box, person = notice(box, SOURCE, None), about(box, page)
    if person is None or name == "back":
        return left(box, page), ()
    by = {"left": -1, "right": 1}.get(name, 0)
    if page.style is not None:
        if by:
            return _lit(box, page, SEATS[(SEATS.index(page.style) + by) % len(SEATS)])
        return box, (Restyle(person.id, page.style),)
    if page.asks:
        asked = replace(box, page=replace(page, asks=False))
        return asked, (Forget(person.id),) if name == "ok" else ()
    if by:
        return replace(box, page=replace(page, at=(page.at + by) % len(OFFERED))), ()
    return _chosen(box, page, person)


def _chosen(box: Box, page: Change, person: Person) -> Step:
    match OFFERED[page.at]:
        case "rename":  # what is wrong stands at its end, or all of it is
            letter = LETTERS.index(ERASE)
            typing = replace(page.names, typed=drawn(person.name), letter=letter, renames=True)
            return replace(box, page=typing), ()
        case "restyle":
            return _lit(box, page, person.style)
        case "forget":
            return replace(box, page=replace(page, asks=True)), ()
        case _:
            return left(box, page), ()


def _lit(box: Box, page: Change, style: Seat) -> Step:
    """This style is lit, and its voice heard: of the seat that has it just now, since that is how voices are asked
    for."""
    return replace(box, page=replace(page, style=style)), (Sound("voice", SEATS[shared_out(box.lobby).index(style)]),)


def pressed(box: Box, page: Change, seat: Seat) -> Step:
    """A buzzer: the next style for who is asked; to the rest it means nothing."""
    return key(box, page, "right") if page.style is not None and seat == page.names.seat else (box, ())


def tap(box: Box, page: Change, what: str, value: int) -> Step:
    """A finger on a choice or on a style: a second one takes the style."""
    if what == "change" and page.style is None and not page.asks and 0 <= value < len(OFFERED):
        return key(box, replace(page, at=value), "ok")
    if what == "style" and page.style is not None and value in SEATS:
        return key(box, page, "ok") if value == page.style else _lit(box, page, Seat(value))
    return box, ()


def left(box: Box, page: Change) -> Box:
    """One step back: to the choices, or to the list of names."""
    back: Change | Names = page.names if page.style is None and not page.asks else Change(page.names, page.at)
    return replace(box, page=back)
