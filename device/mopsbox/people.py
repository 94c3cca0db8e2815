"""Who plays, by name: optional, and kept beside the games. Pure; the store keeps them.

A person has a name, a style (the seat number whose colour, symbol and voice they keep wherever they sit) and a number.
A journal knows seats alone (formats.md): which person sat where stands beside it in the database, as where bots sit
does, so forgetting a person touches no journal.

Of the store (store.py), for whoever shows names; each may raise StoreFault, `add_person` and `rename` also BadName:

    store.people() -> tuple[Person, ...]                 everybody known, who played last comes first
    store.add_person(name, style) -> Person              a new one; a name that is known is refused
    store.rename(person.id, name) -> Person
    store.restyle(person.id, style) -> Person
    store.forget(person.id) -> None                      the name is gone everywhere, durably; their games stay, by seat
    store.begin(header, at_us, bots, people)             people: {seat: person.id}, of those who are known
    store.sit(game, {seat: person.id}) -> None           says it of a game anew: who is not named has no name
    store.sat(game) -> dict[Seat, Person]                who sat where with a name

`cleaned` is for every name that comes from outside; `same` says which names are one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from .table import SEATS, Seat

LONGEST = 24  # signs as a person counts them
MOST_PEOPLE = 99
MARKS = 4  # on one sign; more would climb over the lines around it
JOINER = "\u200d"
LONGEST_JOINED = 11  # code points: a family of four with their skins
SKIN = tuple(map(chr, range(0x1F3FB, 0x1F400)))
FLAG = tuple(map(chr, range(0x1F1E6, 0x1F200)))
UNSEEN = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f" + "".join(map(chr, range(0xE0100, 0xE01F0)))  # marks, and nothing
LOOKS = tuple(map(chr, range(0xFE00, 0xFE10)))  # say how the sign before them is drawn
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and pictures by their kind, and empty to the eye


class BadName(ValueError):
    """A name that cannot be taken. `word`: "name-empty", "name-known" or "name-many"; str(): a sentence."""

    def __init__(self, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.word = word


@dataclass(frozen=True, slots=True)
class Person:
    """`style`: the seat number (1 to 8) whose colour, symbol and voice are theirs. `created`: ISO 8601, "" unknown."""

    id: int
    name: str
    style: Seat
    created: str = ""


def cleaned(name: str) -> str:
    """The name as it is kept and shown: NFC, one line, no signs that cannot be seen or turn the line round, at most
    LONGEST signs as a person counts them. Raises BadName: nothing is left."""
    for _ in range(3):  # what falls away may let its neighbours join, and a joined sign is one less
        before, name = name, _once(name)
        if name == before:
            break
    if not any(unicodedata.category(sign)[0] not in "MZ" for sign in name):
        raise BadName("name-empty", "a name needs a letter, a digit or a picture; give one")
    return name


def _once(name: str) -> str:
    spaced = "".join(" " if _parts_words(sign) else sign for sign in unicodedata.normalize("NFC", name))
    seen = unicodedata.normalize("NFC", "".join(sign for sign in spaced if _seen(sign)))
    return "".join(_signs(" ".join(seen.split()))[:LONGEST]).strip(" " + JOINER)


def _parts_words(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "Z" or sign in "\t\n\v\f\r\x85" or sign in BLANK


def _seen(sign: str) -> bool:
    """Controls, overrides of the direction, halves of signs, signs of nobody; the joiner holds pictures together."""
    return sign == JOINER or (unicodedata.category(sign)[0] != "C" and sign not in UNSEEN)


def _signs(name: str) -> list[str]:
    """What a person counts as one each: with the marks on it (MARKS at most), a picture with all that is joined to it,
    a flag of two letters."""
    signs: list[str] = []
    for sign in name:
        last = signs[-1] if signs else ""
        if last and (unicodedata.combining(sign) or unicodedata.category(sign)[0] == "M" or sign in SKIN):
            if len(last) <= MARKS or JOINER in last:
                signs[-1] += sign
        elif sign == JOINER:
            if last and last[-1] != JOINER and last != " ":
                signs[-1] += sign
        elif (last.endswith(JOINER) and len(last) < LONGEST_JOINED) or (last in FLAG and sign in FLAG):
            signs[-1] += sign
        else:
            signs.append(sign)
    return signs


def same(name: str) -> str:
    """Names for which this is equal are one name: OTTO, Otto, a full-width Ｏｔｔｏ, and one with a joiner in it."""
    seen = "".join(sign for sign in name if sign != JOINER and sign not in LOOKS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


def free_style(people: Iterable[Person]) -> Seat:
    """A style for one more: the one fewest of these have, the lowest of those."""
    styles = [person.style for person in people]
    return min(SEATS, key=lambda seat: (styles.count(seat), seat))
