"""The pages of the scores as pictures (book.py). Pure.

Badges stand in the style of who is meant: of a person their own, of somebody without a name the seat's.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import furniture as f
from . import plot, seating, signs
from .book import (
    GAMES_A_PAGE,
    PEOPLE_A_PAGE,
    RECORDS_A_PAGE,
    Book,
    Chapter,
    Scores,
    Volume,
    chapters,
    here,
    more,
    pages,
)
from .games import GAMES
from .look import broken, shortened, width
from .names import drawn
from .people import Person
from .scene import INK, LOW, SEAT_COLOURS, SOFT, STAR, Badge, Disc, Item, Look, Picture, Scene, Slab, placed
from .statistics import Past, Record, Sat, Totals
from .table import Seat
from .telling import best_evening, day, decimal, record_value, record_word, seconds, short_day
from .words import say

HEAD, SIDE, BETWEEN = 9.2, 2.0, 1.1  # the title, left and right of all, between two rows; in units
ICON, BADGE = 9.4, 7.2  # a game's drawing, a badge in a row
TALL = 16.4  # a row with room for two lines
HALF = 76.0  # the words beside a plot


def scene(page: Scores, look: Look) -> Scene:
    """The open page."""
    u, book, chapter = f.unit(look), page.book, here(page)
    room = (SIDE * u, HEAD * u + u, look.w - SIDE * u, seating.floor_of(look, strip=True) - u)
    volume = book.volumes[chapter.volume] if chapter.volume is not None else None
    match chapter.word:
        case "past-games":
            shown = _past(book.past[page.at * GAMES_A_PAGE :][:GAMES_A_PAGE], room, look)
        case "sums" if volume:
            shown = _sums(volume, page.at * PEOPLE_A_PAGE, room, look)
        case "trend" if volume:
            trend = volume.trends[page.at] if page.at < len(volume.trends) else ()
            shown = _person(volume.totals[page.at], trend, room, look)
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


# --- what all pages share


def _rows(room: f.Room, number: int, u: float) -> tuple[float, float]:
    """Height of a row, and from one to the next."""
    step = (room[3] - room[1] + BETWEEN * u) / number
    return step - BETWEEN * u, step


def _badge(seat: Seat, person: Person | None, d: float) -> Badge:
    return Badge(person.style if person else seat, 0, 0, d)


def _game(name: str, u: float) -> Picture:
    return Picture(GAMES[name].host.PICTURES[0], 0, 0, ICON * u)


# --- the games that were


def _past(past: Sequence[Past], room: f.Room, look: Look) -> list[Item]:
    u = f.unit(look)
    high, step = _rows(room, GAMES_A_PAGE, u)
    left, top, right, _ = room
    items: list[Item] = []
    for n, one in enumerate(past):
        items += placed(_past_row(one, right - left, high, look), (left + right) / 2, top + high / 2 + n * step)
    return items


def _past_row(past: Past, w: float, high: float, look: Look) -> f.Items:
    """A game: which, when, and everybody's points by place; who won has a crown."""
    u = f.unit(look)
    when = f.word(short_day(past.finished or past.started, look.language), f.CAP * u, SOFT)
    head: list[f.Part] = [_game(past.kind, u)]
    if when.text and w - (ICON + 6) * u - f.row_width([when], 0) > _room_of(past.sat, u):
        head.append(when)
    items: list[Item] = [Slab(0, 0, w, high, LOW, radius=2.4 * u), *f.row(head, 1.2 * u, -w / 2 + u, "left")]
    start = -w / 2 + f.row_width(head, 1.2 * u) + 2.6 * u
    lines = 2 if high >= TALL * u else 1
    each = min(34 * u, (w / 2 - u - start) / max(1, -(-len(past.sat) // lines)))
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
    parts: list[f.Part] = [_badge(sat.seat, sat.person, d), number]
    free = room - f.row_width(parts, 0.8 * u) - 2.4 * u
    name = shortened(drawn(sat.person.name), free, f.CAP * u) if sat.person else ""
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


# --- everybody's sums


def _sums(volume: Volume, first: int, room: f.Room, look: Look) -> list[Item]:
    """Who has played how often and won how often; and how soon they buzz, or how many bones they have."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    high, step = _rows((left, top + 7 * u, right, bottom), PEOPLE_A_PAGE, u)
    words = ["sum-games", "sum-wins"]
    quick = any(one.median_us for one in volume.totals)
    bones = any(one.bones_a_round for one in volume.totals)
    last = "sum-reaction" if quick else "mean-bones" if bones else ""
    words += [last] if last else []
    said = [say(word, language) for word in words]
    gap, ends = 3.2 * u, list[float]()
    at = right - 2.6 * u
    for text in reversed(said):
        ends.insert(0, at)
        at -= max(width(text, f.CAP * u), width("0,000 s", f.CAP * u, True)) + gap
    if at - left < 26 * u:  # a narrow panel: games can be counted elsewhere
        said, words, ends = said[1:], words[1:], ends[1:]
        at = ends[0] - max(width(said[0], f.CAP * u), width("000", f.CAP * u)) - gap
    items: list[Item] = []
    for text, end in zip(said, ends, strict=True):
        items += f.row((f.word(text, f.CAP * u, SOFT, y=top + 3 * u),), 0, end, "right")
    for n, one in enumerate(volume.totals[first : first + PEOPLE_A_PAGE]):
        y = top + 7 * u + high / 2 + n * step
        values = {"sum-games": str(one.games), "sum-wins": str(one.wins), last: _measure(one, language)}
        items.append(Slab((left + right) / 2, y, right - left, high, LOW, radius=2.4 * u))
        badge = _badge(one.person.style, one.person, BADGE * u)
        free = at - left - 2 * u - BADGE * u - f.BESIDE * u
        name = f.word(shortened(drawn(one.person.name), free, f.CAP * u), f.CAP * u)
        items += f.row(f.level((badge, name), y), f.BESIDE * u, left + 1.4 * u, "left")
        for word, end in zip(words, ends, strict=True):
            items += f.row((f.word(values[word], f.CAP * u, INK, True, y=y),), 0, end, "right")
    return items


def _measure(one: Totals, language: str) -> str:
    if one.median_us is not None:
        return seconds(one.median_us, language, 2)
    return decimal(one.bones_a_round, 1, language) if one.bones_a_round is not None else "–"


# --- one person


def figures(one: Totals, language: str) -> list[tuple[str, str]]:
    """What is known of a person in a game: word and value; what was never counted is left out."""
    found: list[tuple[str, object]] = [("sum-games", one.games), ("sum-wins", one.wins)]
    if one.median_us is not None:
        found.append(("sum-reaction", seconds(one.median_us, language, 2)))
    if one.quickest_us is not None:
        found.append(("sum-quickest", seconds(one.quickest_us, language)))
    if one.right is not None or one.wrong is not None:
        found.append(("sum-right", f"{one.right or 0} / {(one.right or 0) + (one.wrong or 0)}"))
    found += [("sum-early", one.early)] if one.early is not None else []
    if one.bones_a_round is not None:
        found.append(("sum-bones", decimal(one.bones_a_round, 1, language)))
    found += [("sum-empty", one.kept_empty)] if one.kept_empty is not None else []
    found += [("sum-begged", one.begged)] if one.begged is not None else []
    if one.evening:
        found.append(("sum-evening", best_evening(one.evening, language)))
    return [(say(word, language), str(value)) for word, value in found]


def _person(one: Totals, trend: tuple[Sat, ...], room: f.Room, look: Look) -> list[Item]:
    """Badge, name and figures; beside them, or below on a narrow panel, the trend."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    wide = right - left >= f.NARROW * u
    rows = figures(one, language)
    end = left + HALF * u if wide else right
    line = min(8.4 * u, (bottom - top - 8.6 * u) / len(rows))
    badge = _badge(one.person.style, one.person, BADGE * u)
    name = f.word(shortened(drawn(one.person.name), end - left - 12 * u, f.PHRASE * u, True), f.PHRASE * u, INK, True)
    items: list[Item] = list(f.row(f.level((badge, name), top + 4 * u), f.BESIDE * u, left + u, "left"))
    for n, (word, value) in enumerate(rows):
        y = top + 8.6 * u + (n + 0.5) * line
        number = f.word(value, f.CAP * u, INK, True, y=y)
        room_left = end - left - 4 * u - f.row_width((number,), 0)
        items += f.row((f.word(shortened(word, room_left, f.CAP * u), f.CAP * u, SOFT, y=y),), 0, left + u, "left")
        items += f.row((number,), 0, end - u, "right")
    beside = (end + 3 * u, top, right, bottom) if wide else (left, top + 10.6 * u + len(rows) * line, right, bottom)
    return [*items, *_trend(one, trend, beside, look)]


def _trend(one: Totals, trend: tuple[Sat, ...], room: f.Room, look: Look) -> f.Items:
    """How it went from game to game: games that were won are marked, as the line above says."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    quick, bones = (any(getattr(sat, what) for sat in trend) for what in ("median_us", "bones_a_round"))
    word = "trend-reaction" if quick else "trend-bones" if bones else "trend-points"
    points = [plot.Point(_value(sat, quick, bones), sat.won) for sat in trend]
    if sum(point.value is not None for point in points) < 2:
        return ()
    title = f.word(say(word, language), f.CAP * u, SOFT)
    legend: list[f.Part] = [title, 1.5 * u, Disc(0, 0, 2.8 * u, STAR), f.word(say("a-win", language), f.CAP * u, SOFT)]
    head = f.level(legend if f.row_width(legend, u) <= right - left else [title], top + 4 * u)
    days = short_day(trend[0].day, language), short_day(trend[-1].day, language)
    ends = ("", days[1]) if days[0] == days[1] else days
    whole = not quick and not bones
    drawn_plot = plot.plot(
        points, (left, top + 8 * u, right, bottom), u, SEAT_COLOURS[one.person.style - 1], _axis(language), ends, whole
    )
    return (*f.row(head, u, (left + right) / 2), *drawn_plot)


def _value(sat: Sat, quick: bool, bones: bool) -> float | None:
    if quick:
        return sat.median_us / 1_000_000 if sat.median_us is not None else None
    return sat.bones_a_round if bones else sat.points


def _axis(language: str) -> plot.Said:
    return lambda value: decimal(value, 0 if value == int(value) else 1, language)


# --- records


def _records(records: Sequence[tuple[str, Record]], room: f.Room, look: Look) -> list[Item]:
    """Which, whose and since when; in two lines where a row has room for them."""
    u = f.unit(look)
    high, step = _rows(room, RECORDS_A_PAGE, u)
    left, top, right, _ = room
    items: list[Item] = []
    for n, (game, record) in enumerate(records):
        items += placed(_record(game, record, right - left, high, look), (left + right) / 2, top + high / 2 + n * step)
    return items


def _record(game: str, record: Record, w: float, high: float, look: Look) -> f.Items:
    u, language, gap = f.unit(look), look.language, 1.6 * f.unit(look)
    value = f.word(record_value(record, language), f.SCORE * u, STAR, True)
    badge, icon = _badge(record.seat, record.person, BADGE * u), _game(game, u)
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
