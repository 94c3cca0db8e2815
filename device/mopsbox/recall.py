"""What the scores' pages show, looked up in the store."""

from __future__ import annotations

from .book import GAMES_A_PAGE, Book, Volume
from .games import GAMES
from .store import Store

AT_ONCE = 4 * GAMES_A_PAGE  # games that are looked up together
TRENDS = 24  # people whose trend is looked up: those with most wins


def book(store: Store) -> Book:
    """All but the older games. Raises StoreFault."""
    volumes = tuple(_volume(store, game, practice) for game in GAMES for practice in (False, True))
    records = tuple((game, record) for game in GAMES for record in store.records(game))
    first = older(store, None)
    return Book(first.past, first.whole, tuple(volume for volume in volumes if volume.totals), records)


def _volume(store: Store, game: str, practice: bool) -> Volume:
    totals = store.totals(game, practice)
    trends = tuple(store.trend(one.person.id, game, practice=practice) for one in totals[:TRENDS])
    return Volume(game, practice, totals, trends)


def older(store: Store, before: int | None) -> Book:
    """The games that come before this one, None: the newest; nothing else. Raises StoreFault."""
    found = store.past(AT_ONCE, before)
    return Book(found, whole=len(found) < AT_ONCE)
