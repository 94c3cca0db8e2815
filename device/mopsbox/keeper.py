"""The thread that keeps backups while people play: after a finished game (rotation.due), and at the start if the newest
one is of another day. It makes one ready that the table wants back (restoring.py), takes forgotten names out of all
(forgetting.py), and adds up what an older Mopsbox left (summing.py).

It has its own connection and the lowest of priorities, and whatever goes wrong with a backup is a line in the log. That
the database cannot be copied because it is damaged the table hears, too.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal

from .backups import after_game, listed, make
from .database import DATABASE, DOUBT, Unreadable, doubted
from .forgetting import fulfil
from .gamefiles import edge_log
from .places import StoreFault
from .rotation import wanted
from .summing import sum_up

NICE = 15
SLICE, BETWEEN_S = 2, 0.3  # old games added up at once, and the pause after it: nobody at the table shall notice
PATIENCE_S = 5.0  # at the end: a backup that was begun may be finished


class Keeper:
    """`data`: the folder of the store, which is open meanwhile; None: nothing is stored, nothing kept; or what says so
    whenever it is asked, of a store whose disk could not be used at the start (nostore.py). `log`: takes one
    sentence. `tell`: takes a word of the vocabulary for the table, "": it is over. From any thread."""

    def __init__(
        self,
        data: Path | Callable[[], Path | None] | None,
        log: Callable[[str], None],
        today: Callable[[], date] = date.today,
        tell: Callable[[str], None] = lambda word: None,
    ) -> None:
        self._folder, self._log, self._today, self._tell = data, log, today, tell
        self._asked: SimpleQueue[Literal["backup", "forget", "end"] | Callable[[], None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._keep, name="keeper", daemon=True)

    @property
    def _data(self) -> Path | None:
        return self._folder() if callable(self._folder) else self._folder

    def start(self) -> None:
        self._thread.start()

    def finished(self) -> None:
        """A game is over: keep it, whenever there is time."""
        self._asked.put("backup")

    def forgotten(self) -> None:
        """A name is to leave the backups, too."""
        self._asked.put("forget")

    def restore(self, made_ready: Callable[[], None]) -> None:
        """`made_ready` is called in this thread, in which no name is being taken out of the backups then."""
        self._asked.put(made_ready)

    def close(self) -> None:
        """What was asked for is done, then it ends; twice does no harm."""
        self._asked.put("end")
        if self._thread.is_alive():
            self._thread.join(PATIENCE_S)

    def _keep(self) -> None:
        """Backups as they are asked for; between them, a few old games at a time are added up."""
        with contextlib.suppress(OSError, AttributeError):  # of this thread alone, where threads have one
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
        if self._data and wanted(listed(self._data), self._today()):
            self._make(self._data)
        if self._data:
            self._forget(self._data)
        more = self._data is not None
        while True:
            try:
                asked = self._asked.get(timeout=BETWEEN_S if more else None)
            except Empty:
                more = self._data is not None and self._sum_up(self._data)
                continue
            kinds = {asked}
            while "end" not in kinds and not self._asked.empty():
                kinds.add(self._asked.get())  # games that were over meanwhile: one backup has them all
            if self._data and "backup" in kinds and after_game(self._data):
                self._make(self._data)
            if self._data and "forget" in kinds:
                self._forget(self._data)
            if "end" in kinds:
                return
            for made_ready in kinds:
                if callable(made_ready):
                    made_ready()

    def _sum_up(self, data: Path) -> bool:
        """A few games that were not added up yet; is there more to do?"""
        try:
            with closing(sqlite3.connect(data / DATABASE, timeout=PATIENCE_S, isolation_level=None)) as database:
                return sum_up(database, lambda game: edge_log(data, game), SLICE) == SLICE
        except Exception as error:  # a disk that cannot be written now; the next start goes on
            self._log(f"old games are not added up: {error}")
            return False

    def _forget(self, data: Path) -> None:
        try:
            fulfil(data, self._log)
        except Exception as error:  # the notes stay; the next start tries again
            self._log(f"a forgotten name is still in a backup: {error!r}")

    def _make(self, data: Path) -> None:
        try:
            make(data, self._today())
            self._tell("")
        except Unreadable as fault:  # the games of this evening will not be in any: the table shall know
            doubted(data)
            self._log(f"no backup: {fault}")
            self._tell(DOUBT)
        except StoreFault as fault:
            self._log(f"no backup: {fault}")
        except Exception as error:  # a fault of ours costs the backup, not the evening
            self._log(f"no backup: {error!r}")
