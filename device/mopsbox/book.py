"""The pages of the scores: games that were, everybody's sums, everybody's trend, the records. Pure.

They lie on the menu (menu.py opens them once the store has answered): OK goes through the chapters, `<` and `>` through
the pages of one. book_view.py shows them, recall.py looks up what they show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .counted import Seen
from .stage import Box, Step, practised
from .statistics import Past, Record, Sat, Totals
from .table import Recalled, Want

GAMES_A_PAGE, PEOPLE_A_PAGE, RECORDS_A_PAGE = 5, 6, 5


@dataclass(frozen=True, slots=True)
class Volume:
    """What there is of one game: a person's sums each, most wins first, and beside each their last games, oldest
    first. `practice`: played alone against bots."""

    game: str
    practice: bool
    totals: tuple[Totals, ...]
    trends: tuple[tuple[Sat, ...], ...]


@dataclass(frozen=True, slots=True)
class Book:
    """What the store knows. `past`: newest first, as far as it has been looked up; `whole`: there are no older ones.
    `records`: each with its game."""

    past: tuple[Past, ...] = ()
    whole: bool = True
    volumes: tuple[Volume, ...] = ()
    records: tuple[tuple[str, Record], ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """`word`: its name (words.py). `volume`: whose it is, by place in the book; None: of all games."""

    word: str
    volume: int | None = None


@dataclass(frozen=True, slots=True)
class Scores:
    """The open page `at` of a chapter."""

    book: Book
    chapter: int = 0
    at: int = 0


def chapters(book: Book) -> tuple[Chapter, ...]:
    """What can be read: always the games that were, and whatever else there is."""
    found = [Chapter("past-games")]
    for n, volume in enumerate(book.volumes):
        if volume.totals:
            found += [Chapter("sums", n), Chapter("trend", n)]
    return (*found, *([Chapter("records")] if book.records else []))


def pages(book: Book, chapter: Chapter) -> int:
    """How many pages of it there are, as far as is known; at least one."""
    match chapter.word:
        case "past-games":
            number, each = len(book.past), GAMES_A_PAGE
        case "records":
            number, each = len(book.records), RECORDS_A_PAGE
        case word:
            number = len(book.volumes[chapter.volume or 0].totals)
            each = PEOPLE_A_PAGE if word == "sums" else 1
    return max(1, -(-number // each))


def here(page: Scores) -> Chapter:
    return chapters(page.book)[page.chapter]


def more(page: Scores) -> bool:
    """Is there another page after this one?"""
    older = here(page).word == "past-games" and not page.book.whole
    return older or page.at + 1 < pages(page.book, here(page))


def key(box: Box, page: Scores, name: str) -> Step:
    """A menu button while they are open: back from the first page leads to the menu, as OK does after the last
    chapter."""
    book, last = page.book, len(chapters(page.book)) - 1
    match name:
        case "right" if page.at + 1 < pages(book, here(page)):
            page = replace(page, at=page.at + 1)
            near = page.at + 2 > pages(book, here(page)) and not book.whole and here(page).word == "past-games"
            return replace(box, page=page), (Want("past", before=book.past[-1].n),) if near else ()
        case "right":
            return box, ()
        case "left" if page.at:
            return replace(box, page=replace(page, at=page.at - 1)), ()
        case "ok" if page.chapter < last:
            return replace(box, page=replace(page, chapter=page.chapter + 1, at=0)), ()
        case _:
            return left(box), ()


def told(box: Box, message: Recalled) -> Box:
    """The store has answered: the page opens, older games stand behind those that are known, records were set, or a
    game that was practice goes on."""
    match message.what:
        case Book() as book if box.menu is not None and box.page is None:
            return replace(box, page=Scores(book))
        case Book() as older if isinstance(box.page, Scores):
            book = replace(box.page.book, past=(*box.page.book.past, *older.past), whole=older.whole)
            return replace(box, page=replace(box.page, book=book))
        case Seen() as seen:
            return practised(box, seen)
        case tuple() as records:
            return replace(box, records=tuple(record for record in records if isinstance(record, Record)))
        case _:
            return box


def left(box: Box) -> Box:
    """Back to the menu."""
    return replace(box, page=None, menu=0)
