"""Of the book of scores what is about people: everybody's sums, and one person's with their trend. Pure."""

from __future__ import annotations

from . import furniture as f
from . import plot
from .book import PEOPLE_A_PAGE, Volume
from .look import shortened, width
from .names import drawn
from .people import Person
from .scene import INK, LOW, SEAT_COLOURS, SOFT, STAR, Badge, Disc, Item, Look, Slab
from .statistics import Sat, Totals
from .table import Seat
from .telling import best_evening, decimal, seconds, short_day
from .words import say

BETWEEN = 1.1  # between two rows, in units
BADGE = 7.2  # in a row
HALF, ALONE = 77.0, 110.0  # the words beside a plot, and without one


# --- what other pages have too


def rows_of(room: f.Room, number: int, u: float) -> tuple[float, float]:
    """Height of a row, and from one to the next."""
    step = (room[3] - room[1] + BETWEEN * u) / number
    return step - BETWEEN * u, step


def badge_of(seat: Seat, person: Person | None, d: float) -> Badge:
    return Badge(person.style if person else seat, 0, 0, d)


# --- everybody's sums


def sums(volume: Volume, first: int, room: f.Room, look: Look) -> list[Item]:
    """Who has played how often and won how often; and how soon they buzz, or how many bones they have."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    high, step = rows_of((left, top + 7 * u, right, bottom), PEOPLE_A_PAGE, u)
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
        badge = badge_of(one.person.style, one.person, BADGE * u)
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
    if one.evening and one.evening.wins:
        found.append(("sum-evening", best_evening(one.evening, language)))
    return [(say(word, language), str(value)) for word, value in found]


def person(one: Totals, trend: tuple[Sat, ...], room: f.Room, look: Look) -> list[Item]:
    """Badge, name and figures; beside them, or below on a narrow panel, the trend."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    wide = right - left >= f.NARROW * u
    rows = figures(one, language)
    half = HALF if len(_points(trend)) > 1 else ALONE
    end = min(right, left + half * u) if wide else right
    line = min(8.4 * u, (bottom - top - 8.6 * u) / len(rows))
    badge = badge_of(one.person.style, one.person, BADGE * u)
    name = f.word(shortened(drawn(one.person.name), end - left - 12 * u, f.PHRASE * u, True), f.PHRASE * u, INK, True)
    items: list[Item] = list(f.row(f.level((badge, name), top + 4 * u), f.BESIDE * u, left + u, "left"))
    for n, (word, value) in enumerate(rows):
        y = top + 8.6 * u + (n + 0.5) * line
        number = f.word(value, f.CAP * u, INK, True, y=y)
        room_left = end - left - 2.8 * u - f.row_width((number,), 0)
        items += f.row((f.word(shortened(word, room_left, f.CAP * u), f.CAP * u, SOFT, y=y),), 0, left + u, "left")
        items += f.row((number,), 0, end - u, "right")
    beside = (end + 3 * u, top, right, bottom) if wide else (left, top + 10.6 * u + len(rows) * line, right, bottom)
    return [*items, *_trend(one, trend, beside, look)]


def _trend(one: Totals, trend: tuple[Sat, ...], room: f.Room, look: Look) -> f.Items:
    """How it went from game to game: games that were won are marked, as the line above says."""
    u, language = f.unit(look), look.language
    left, top, right, bottom = room
    quick, bones = _measured(trend)
    word = "trend-reaction" if quick else "trend-bones" if bones else "trend-points"
    if len(_points(trend)) < 2:
        return ()
    points = [plot.Point(_value(sat, quick, bones), sat.won) for sat in trend]
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


def _measured(trend: tuple[Sat, ...]) -> tuple[bool, bool]:
    """Are there reaction times, are there bones a round?"""
    return any(sat.median_us for sat in trend), any(sat.bones_a_round for sat in trend)


def _points(trend: tuple[Sat, ...]) -> list[float]:
    """What a plot of it has to show."""
    return [value for sat in trend if (value := _value(sat, *_measured(trend))) is not None]


def _value(sat: Sat, quick: bool, bones: bool) -> float | None:
    if quick:
        return sat.median_us / 1_000_000 if sat.median_us is not None else None
    return sat.bones_a_round if bones else sat.points


def _axis(language: str) -> plot.Said:
    return lambda value: decimal(value, 0 if value == int(value) else 1, language)
