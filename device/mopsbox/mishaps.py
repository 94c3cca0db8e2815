"""What the referee's desk has survived: the table is told at once, and no more once nothing went wrong for a while."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from .table import SECOND

WORD = "referee-fault"  # of words.py; a desk that is dead is another matter (Loop.health)
STAYS = 10 * SECOND  # after the last one: long enough to be read
LOGGED = 8  # sentences of one bout: a part that fails fifty times a second fills no log


class Mishaps:
    """`told`: takes a word for the table, "" when it is over. `log`: takes a sentence. From any thread."""

    def __init__(self, told: Callable[[str], None], log: Callable[[str], None]) -> None:
        self._told, self._log = told, log
        self._lock = Lock()
        self._said: list[str] = []
        self._count = self._last = 0

    def add(self, t: int, why: str) -> None:
        """Something went wrong at box time `t`, and the desk goes on."""
        with self._lock:
            if not self._count:
                self._told(WORD)
            self._count, self._last = self._count + 1, t
            new = why not in self._said and len(self._said) < LOGGED
            if new:
                self._said.append(why)
        if new:
            self._log(why)

    def look(self, t: int) -> None:
        """Is it over by now?"""
        with self._lock:
            if not self._count or t - self._last < STAYS:
                return
            count, self._count = self._count, 0
            self._said.clear()
            self._told("")
        self._log(f"the referee's desk works again (mishaps: {count})")
