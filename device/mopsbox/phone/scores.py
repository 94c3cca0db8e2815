"""What stands on the pages, from the database; kept as long as nothing was written, so that fifty readers cost what one
does."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from .. import sittings, tables
from . import page
from .reading import Stamp, Unread, read, stamp
from .request import Answer, Request
from .running import Follower

GAMES_A_PAGE = 20
LOOK_S = 0.5  # so often the database is looked at for news
LAST_S = 30.0  # so long a page that cannot be made anew is shown once more: what it names may be forgotten since
MOST_KEPT = 64  # pages
Kept = TypeVar("Kept")


class Scores:
    """Answers requests. One thread."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._clock = folder, clock
        self._follower = Follower()
        self._stamp: Stamp | None = None
        self._looked = 0.0
        self._kept: dict[Request, Answer] = {}
        self._last: dict[Request, tuple[float, Answer]] = {}  # for the moments in which the box has the file to itself

    def answer(self, asked: Request) -> Answer:
        """The page that was asked for. Of what cannot be read just now the last one known."""
        wanted = replace(asked, tag="", body=True)
        self._look()
        found = self._kept.get(wanted)
        if found is None:
            try:
                found = self._made(wanted)
                _keep(self._kept, wanted, found)
            except Unread as why:
                at, last = self._last.get(wanted, (0.0, None))
                fresh = why.passing and self._clock() - at < LAST_S
                return self._unless_known(asked, (last if fresh else None) or self._without(wanted, why))
        _keep(self._last, wanted, (self._clock(), found))
        return self._unless_known(asked, found)

    def _unless_known(self, asked: Request, found: Answer) -> Answer:
        if asked.tag and asked.tag == found.headers.get("ETag"):
            return Answer(304, b"", headers=found.headers)
        return found

    def _look(self) -> None:
        now = self._clock()
        if self._stamp is not None and now - self._looked < LOOK_S:
            return
        self._looked, new = now, stamp(self._folder)
        if new != self._stamp:
            self._stamp = new
            self._kept.clear()

    def _made(self, asked: Request) -> Answer:
        inside = read(self._folder, lambda database: self._inside(database, asked))
        content = (inside if asked.page == "/now" else page.whole(asked, inside, live=asked.page == "/")).encode()
        return Answer(200, content, headers={"ETag": f'"{sha256(content).hexdigest()[:24]}"'})

    def _inside(self, database: sqlite3.Connection, asked: Request) -> str:
        match asked.page:
            case "/games":
                games = sittings.past(database, GAMES_A_PAGE + 1, asked.before)
                return page.history(games[:GAMES_A_PAGE], len(games) > GAMES_A_PAGE, asked)
            case "/players":
                sums = [
                    (k, sittings.totals(database, k), sittings.records(database, k)) for k in tables.kinds(database)
                ]
                return page.players(sums, asked.language)
            case _:
                return page.table(self._follower.look(database), asked.language)

    def _without(self, asked: Request, why: Unread) -> Answer:
        inside = page.sentence(why.word, asked.language)
        live = asked.page == "/" and (why.passing or why.word == "phone-no-games")
        content = (inside if asked.page == "/now" else page.whole(asked, inside, live=live)).encode()
        none_yet = why.word == "phone-no-games"
        return Answer(200 if none_yet else 503, content, headers={} if none_yet else {"Retry-After": "5"})


def _keep(pages: dict[Request, Kept], asked: Request, found: Kept) -> None:
    pages.pop(asked, None)
    pages[asked] = found
    if len(pages) > MOST_KEPT:
        del pages[next(iter(pages))]
