"""The pages of the scores as pictures (book.py). Pure.

Badges stand in the style of who is meant: of a person their own, of somebody without a name the seat's.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import furniture as f
from . import people_view, seating, signs
from .book import (
    GAMES_A_PAGE,
    PEOPLE_A_PAGE,
    RECORDS_A_PAGE,
    Book,
    Chapter,
    Scores,
    chapters,
    here,
    more,
    pages,
)
from .games import GAMES
from .look import broken, shortened, width
from .names import drawn
from .people_view import BADGE, badge_of, rows_of
from .scene import INK, LOW, SOFT, STAR, Badge, Disc, Item, Look, Picture, Scene, Slab, placed
from .statistics import Past, Record, Sat
from .telling import day, record_value, record_word, short_day
from .words import say

HEAD, SIDE = 9.2, 2.0  # the title, left and right of all, in units
ICON = 9.4  # a game's drawing
TALL = 16.4  # a row with room for two lines
LEAST = 4  # signs of a name that was shortened, for its point too: fewer say less than the badge


def scene(page: Scores, look: Look) -> Scene:
    """The open page."""
    u, book, chapter = f.unit(look), page.book, here(page)
    room = (SIDE * u, HEAD * u + u, look.w - SIDE * u, seating.floor_of(look, strip=True) - u)
    volume = book.volumes[chapter.volume] if chapter.volume is not None else None
    match chapter.word:
        case "past-games":
            shown = _past(book.past[page.at * GAMES_A_PAGE :][:GAMES_A_PAGE], room, look)
        case "sums" if volume:
            shown = people_view.sums(volume, page.at * PEOPLE_A_PAGE, room, look)
        case "trend" if volume:
            trend = volume.trends[page.at] if page.at < len(volume.trends) else ()
            shown = people_view.person(volume.totals[page.at], trend, room, look)
        case _:
            shown = _records(book.records[page.at * RECORDS_A_PAGE :][:RECORDS_A_PAGE], room, look)
    if not shown:
        lines = broken(say("no-scores", look.language), room[2] - room[0], f.PHRASE * u)
        top = (room[1] + room[3] - (len(lines) - 1) * 7.4 * u) / 2
        shown = [f.word(line, f.PHRASE * u, SOFT, x=look.w / 2, y=top + n * 7.4 * u) for n, line in enumerate(lines)]
    return Scene((*_head(book, chapter, page, look), *shown, *_keys(page, look)))


def _head(book: Book, chapter: Chapter, page: Scores, look: Look) -> f.Items:
    """What the page is about, and which of how many it is."""
    u, y, language = f.unit(look), HEAD / 2 * f.unit(look) + 0.4 * f.unit(look), look.language
    what = say(chapter.word, language)
    number = pages(book, chapter)
    known = book.whole or chapter.word != "past-games"
    count = f"{page.at + 1}/{number}" if known else f"{page.at + 1}"
    tail = (f.word(count, f.CAP * u, SOFT, y=y),) if number > 1 else ()
    room = look.w - 2 * SIDE * u - f.row_width(tail, 0) - 2 * u
    if chapter.volume is not None:
        volume = book.volumes[chapter.volume]
        game = say("practice", language) if volume.practice else GAMES[volume.game].NAME
        what = game if chapter.word == "trend" else f"{game}: {what}"
    if chapter.word == "sums" and width(what, f.CAP * u, True) > room:  # its columns say what they are
        what = what.split(":")[0]
    cap = f.fitted(what, room, 1.2 * f.PHRASE * u, f.CAP * u, True)
    title = f.word(shortened(what, room, cap, True), cap, INK, True, y=y)
    return (*f.row((title,), 0, SIDE * u + u, "left"), *f.row(tail, 0, look.w - SIDE * u - u, "right"))


def _keys(page: Scores, look: Look) -> f.Items:
    """Onward by OK, which names where to."""
    language, after = look.language, chapters(page.book)[page.chapter + 1 :]
    ok = f.Key(say("done", language))
    if after:
        next_one = after[0]
        word = say(next_one.word, language)
        before = here(page).volume
        if next_one.word == "sums" and before is not None and next_one.volume is not None:  # of another game
            volume = page.book.volumes[next_one.volume]
            word = say("practice", language) if volume.practice else GAMES[volume.game].NAME
        ok = f.Key(word)
    on = more(page)
    return f.key_strip(look, f.Key(say("page-back", language)), ok, f.Key(say("on", language) if on else "", works=on))


# --- the games that were


def _game(name: str, u: float) -> Picture:
    return Picture(GAMES[name].host.PICTURES[0], 0, 0, ICON * u)


def _past(past: Sequence[Past], room: f.Room, look: Look) -> list[Item]:
    u = f.unit(look)
    high, step = rows_of(room, GAMES_A_PAGE, u)
    left, top, right, _ = room
    items: list[Item] = []
    for n, one in enumerate(past):
        items += placed(_past_row(one, right - left, high, look), (left + right) / 2, top + high / 2 + n * step)
    return items


def _past_row(past: Past, w: float, high: float, look: Look) -> f.Items:
    """A game: which, when, and everybody's points by place; who won has a crown."""
    u = f.unit(look)
    when = f.word(short_day(past.started or past.finished, look.language), f.CAP * u, SOFT)
    head: list[f.Part] = [_game(past.kind, u)] if past.kind in GAMES else []  # another box may have had another game
    if when.text and w - (ICON + 6) * u - f.row_width([when], 0) > _room_of(past.sat, u):
        head.append(when)
    items: list[Item] = [Slab(0, 0, w, high, LOW, radius=2.4 * u), *f.row(head, 1.2 * u, -w / 2 + u, "left")]
    start = -w / 2 + f.row_width(head, 1.2 * u) + 2.6 * u
    lines = 2 if high >= TALL * u else 1
    each = min(56 * u, (w / 2 - u - start) / max(1, -(-len(past.sat) // lines)))
    for n, sat in enumerate(past.sat):
        line, at = divmod(n, -(-len(past.sat) // lines))
        items += placed(_sat(sat, each, look), start + at * each, (line - (lines - 1) / 2) * 0.48 * high)
    return tuple(items)


def _room_of(sat: Sequence[Sat], u: float) -> float:
    """What everybody's badge and points take in one line."""
    least = max((width(str(one.points), f.CAP * u, one.won) for one in sat), default=0.0) + (BADGE + 1.2) * u
    return least * len(sat)


def _sat(sat: Sat, room: float, look: Look) -> f.Items:
    """Badge, name if there is room, points; from x = 0 to the right."""
    u = f.unit(look)
    number = f.word(str(sat.points), f.CAP * u, INK, sat.won)
    d = min(BADGE * u, room - f.row_width([number], 0) - 1.4 * u)
    parts: list[f.Part] = [badge_of(sat.seat, sat.person, d), number]
    free = room - f.row_width(parts, 0.8 * u) - 2.4 * u
    name = drawn(sat.person.name) if sat.person else ""
    short = shortened(name, free, f.CAP * u)
    name = short if short == name or len(short) > LEAST else ""
    if name:
        parts.insert(1, f.word(name, f.CAP * u, SOFT))
    row = f.row(parts, 0.8 * u, 0, "left")
    badge = row[0]
    assert isinstance(badge, Badge)
    extra: list[Item] = []
    if sat.won:
        extra.append(signs.crown(badge.x, -d / 2 + 0.4 * u, 4 * u, STAR))
    if sat.bot:
        x, y = badge.x + 0.36 * d, 0.36 * d
        extra += [Disc(x, y, 4 * u, LOW), *signs.gear(x, y, 3.2 * u, INK, LOW)]
    return (*row, *extra)


# --- records


def _records(records: Sequence[tuple[str, Record]], room: f.Room, look: Look) -> list[Item]:
    """Which, whose and since when; in two lines where a row has room for them."""
    u = f.unit(look)
    high, step = rows_of(room, RECORDS_A_PAGE, u)
    left, top, right, _ = room
    items: list[Item] = []
    for n, (game, record) in enumerate(records):
        items += placed(_record(game, record, right - left, high, look), (left + right) / 2, top + high / 2 + n * step)
    return items


def _record(game: str, record: Record, w: float, high: float, look: Look) -> f.Items:
    u, language, gap = f.unit(look), look.language, 1.6 * f.unit(look)
    value = f.word(record_value(record, language), f.SCORE * u, STAR, True)
    badge, icon = badge_of(record.seat, record.person, BADGE * u), _game(game, u)
    two = high >= TALL * u
    free = w - 3 * u - f.row_width((icon, value) if two else (icon, value, badge), gap) - gap
    word = f.word(shortened(record_word(record, language), free - gap, f.CAP * u), f.CAP * u)
    head: list[f.Part] = [icon, word, value]
    free = w - 3 * u - (badge.d + gap if two else f.row_width([*head, badge], gap) + 2 * gap)
    name = drawn(record.person.name) if record.person else ""
    told = shortened(name, free, f.CAP * u)
    when = day(record.day, language)
    shown = [f.word(told, f.CAP * u)] if told else []
    if when and told == name and width(told, f.CAP * u) + gap + width(when, f.CAP * u) <= free:
        shown.append(f.word(when, f.CAP * u, SOFT))
    up = 0.24 * high if two else 0
    return (
        Slab(0, 0, w, high, LOW, radius=2.4 * u),
        *f.row(f.level(head, -up), gap, -w / 2 + u, "left"),
        *f.row(f.level([badge, *shown], up), gap, w / 2 - 1.6 * u, "right"),
    )
