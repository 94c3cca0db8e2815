"""Who sits here by name: picked from those who are known, or typed. Pure.

The page lies on the menu of the lobby or of a game (menu.py opens it) and asks one seat after the other. The buzzer of
who is asked turns the list, OK takes what is lit; a press of somebody else's asks them. What can be changed about
whoever is lit is the matter of changing.py. names_view.py shows the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from unicodedata import normalize

from .lobby import Lobby, called, known, named, people, shared_out
from .look import SIGNS
from .people import LONGEST, BadName, Person, cleaned, same
from .stage import Box, Notice, Step, notice
from .styles import new_style
from .table import SEATS, Introduce, Known, Rename, Seat

DONE, ERASE, SPACE = "done", "erase", " "
LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß", "-", "'", ".", SPACE, ERASE, DONE)
"""What the three buttons can type; a keyboard has more."""
SOURCE = "names"  # of the notices about them


@dataclass(frozen=True, slots=True)
class Names:
    """The page. `seat`: who is asked. `at`: the lit one of `choices`. `typed`: what has been typed so far, None: they
    choose; `letter`: the lit one of LETTERS; `renames`: it will be the name of whoever is lit."""

    seat: Seat
    at: int = 0
    typed: str | None = None
    letter: int = 0
    renames: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What can be done about whoever is lit on the page `names` (changing.py). `at`: the lit one of its choices;
    `asks`: are they to be forgotten, really? `style`: the lit one while another is chosen, None: that is not."""

    names: Names
    at: int = 0
    asks: bool = False
    style: Seat | None = None


def opened(box: Box) -> Names | None:
    """The page, at the first seat that has no name yet; None: nobody is in."""
    seats = people(box.lobby)
    if not seats:
        return None
    have = {seat for seat, _ in box.lobby.named}
    return at_seat(box, next((seat for seat in seats if seat not in have), seats[0]))


def at_seat(box: Box, seat: Seat, who: Person | None = None) -> Names:
    """The page asks them; lit is `who`, else who sits there."""
    meant = [who.id if who else None, sits.id if (sits := dict(box.lobby.named).get(seat)) else None]
    offered = [person and person.id for person in choices(box, seat)]
    return Names(seat, next((offered.index(one) for one in meant if one and one in offered), 0))


def choices(box: Box, seat: Seat) -> tuple[Person | None, ...]:
    """Who may be meant: nobody we know, or whoever sits at no other seat."""
    elsewhere = {person.id for there, person in box.lobby.named if there != seat and there in people(box.lobby)}
    return (None, *(person for person in box.people if person.id not in elsewhere))


def lit(box: Box, page: Names) -> Person | None:
    offered = choices(box, page.seat)
    return offered[min(page.at, len(offered) - 1)]


def drawn(name: str) -> str:
    """What our fonts can draw of a name; "": nothing, and the badge stands for it."""
    return " ".join("".join(map(_sign, name)).split())


def _sign(sign: str) -> str:
    """A sign as it is drawn, one that is only another form of ours (full-width Ｍ) as ours; "": not at all."""
    plain = sign if sign in SIGNS else " " if sign.isspace() else normalize("NFKC", sign)
    return plain if set(plain) <= SIGNS else ""


def at_seats(lobby: Lobby) -> tuple[str, ...]:
    """Look.names of the table."""
    names = {seat: drawn(person.name) for seat, person in named(lobby)}
    return tuple(names.get(seat, "") for seat in SEATS)


# --- keys, buzzers, fingers


def key(box: Box, page: Names, name: str) -> Step:
    """A menu button while the page is open."""
    box = notice(box, SOURCE, None)
    if page.typed is not None:
        return _typing(box, page, page.typed, name)
    person = lit(box, page)
    match name:
        case "ok":
            return _taken(box, page.seat, person), ()
        case "left":
            return replace(box, page=Change(page) if person else page), ()
        case "right":
            return replace(box, page=replace(page, typed="")), ()
        case _:
            return left(box), ()


def pressed(box: Box, page: Names, seat: Seat) -> Step:
    """A buzzer: the next name for who is asked, or the end of what they type; who else is in, is asked instead, unless
    that would cost letters."""
    box = notice(box, SOURCE, None)
    if seat != page.seat:
        asked = seat in people(box.lobby) and not page.typed
        return replace(box, page=at_seat(box, seat) if asked else page), ()
    if page.typed is not None:
        return _named(box, page, page.typed)
    return replace(box, page=replace(page, at=(page.at + 1) % len(choices(box, seat)))), ()


def tap(box: Box, page: Names, what: str, value: int) -> Step:
    """A finger on a name or a letter, or a key of a keyboard."""
    match what:
        case "name" if page.typed is None and 0 <= value < len(choices(box, page.seat)):
            if value != page.at:
                return replace(notice(box, SOURCE, None), page=replace(page, at=value)), ()
            return key(box, page, "ok")
        case "letter" if page.typed is not None and 0 <= value < len(LETTERS):
            return key(box, replace(page, letter=value), "ok")
        case "sign":  # whoever has a keyboard ends it by Enter
            letter = LETTERS.index(DONE)
            return replace(box, page=replace(page, typed=_longer(page.typed or "", chr(value)), letter=letter)), ()
        case "erase" if page.typed is not None:
            return replace(box, page=replace(page, typed=page.typed[:-1])), ()
        case _:
            return box, ()


def left(box: Box) -> Box:
    """Back to the lobby; in a game to its menu, so that it goes on when they say so."""
    return replace(box, page=None, menu=0 if box.mode == "game" else None)


def _taken(box: Box, seat: Seat, person: Person | None) -> Box:
    """That is who sits there; the next one is asked, after the last the page is left."""
    box = replace(box, lobby=called(box.lobby, seat, person))
    after = [other for other in people(box.lobby) if other > seat]
    return replace(box, page=at_seat(box, after[0])) if after else left(box)


# --- typing


def _typing(box: Box, page: Names, typed: str, name: str) -> Step:
    letter = LETTERS[page.letter]
    match name:
        case "left" | "right":
            by = 1 if name == "right" else -1
            return replace(box, page=replace(page, letter=(page.letter + by) % len(LETTERS))), ()
        case "back":
            return replace(box, page=replace(page, typed=None, renames=False)), ()
        case _ if letter == DONE:
            return _named(box, page, typed)
        case _ if letter == ERASE:
            return replace(box, page=replace(page, typed=typed[:-1])), ()
        case _:
            return replace(box, page=replace(page, typed=_longer(typed, letter))), ()


def _longer(typed: str, sign: str) -> str:
    """One sign more, if it can be drawn and there is room: a capital where a word begins."""
    first = not typed or typed[-1] in " -"
    sign = sign.upper() if first and len(sign.upper()) == 1 else sign.lower()
    return typed + sign if sign in SIGNS and len(typed) < LONGEST and not (first and sign == SPACE) else typed


def _named(box: Box, page: Names, typed: str) -> Step:
    """What was typed is their name: of somebody who is known, or a new one; or what is lit is called so from now on.
    Nothing typed: back to the list."""
    if not typed.strip():
        return replace(box, page=replace(page, typed=None, renames=False)), ()
    try:
        name = cleaned(typed)
    except BadName as bad:
        return notice(box, SOURCE, Notice(bad.word)), ()
    if page.renames and (person := lit(box, page)):
        return box, (Rename(person.id, name),)
    there = next((person for person in box.people if same(person.name) == same(name)), None)
    if there is None:
        return box, (Introduce(page.seat, name, new_style(page.seat, box.people, box.lobby.named)),)
    if there not in choices(box, page.seat):
        return notice(box, SOURCE, Notice("name-sits")), ()
    return _taken(box, page.seat, there), ()


def told(box: Box, message: Known) -> Box:
    """The store has kept a name, changed or forgotten one; lit stays who was lit."""
    page = box.page.names if isinstance(box.page, Change) else box.page
    was = lit(box, page) if isinstance(page, Names) else None
    everybody = tuple(person for person in message.people if isinstance(person, Person))
    box = replace(notice(box, SOURCE, None), people=everybody, lobby=known(box.lobby, everybody))
    if box.saved:
        there = {person.id for person in everybody}
        kept = tuple(pair for pair in box.saved.named if pair[1].id in there)
        box = replace(box, saved=replace(box.saved, named=kept))
    if not isinstance(page, Names):
        return box
    new = next((p for p in everybody if message.sits and p.id == message.sits[1]), None)
    if message.sits and new:
        return _taken(box, message.sits[0], new)
    return replace(box, page=at_seat(box, page.seat, was))


def preview(box: Box, page: Names) -> Seat:
    """In whose style they will play if the lit one is taken."""
    return Seat(shared_out(called(box.lobby, page.seat, lit(box, page)))[page.seat - 1])
