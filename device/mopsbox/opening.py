"""What an evening begins with: the settings, the store, perhaps a script; and the box made from them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from . import box as boxes
from . import config as settings
from .backups import Good, newest_good
from .config_keys import flat
from .database import CHECKED_WHOLE, DATABASE
from .inputs.script import Script
from .lobby import FIRST
from .loop import Loop
from .nostore import NoStore
from .parts import last_stamp
from .people import Person
from .places import StoreFault
from .restoring import made_ready
from .ring import Ring
from .saved import games, open_readable
from .settings import KEYS
from .store import MEGABYTE, Store
from .table import SECOND, Ready, Seat
from .wallclock import believed
from .words import WRONG, spoken, unknown

A_MEGABYTE_S, A_START_S = 1.0, 60.0


@dataclass(frozen=True, slots=True)
class Opening:
    """`folder`: of the store. `tables`: the owner's own coasters and cards, by game. `lost`: the backup to offer,
    because no game is stored. `passed_over`: was a file of theirs no good?"""

    loaded: settings.Loaded
    store: Store
    folder: Path
    tables: dict[str, object]
    script: Script | None = None
    lost: Good | None = None
    passed_over: bool = False

    def saved(self) -> boxes.Saved | None:
        """The game to offer; a script with players begins its own."""
        if self.script and self.script.players:
            return None
        return next(games(self.store), None)

    def people(self) -> tuple[Person, ...]:
        """Who is known by name; a store that cannot say so costs the names, not the evening."""
        with suppress(StoreFault):
            return self.store.people()
        return ()

    def begins_after(self) -> int:
        """The box's clock goes on after this stamp: the last of the game that may go on, or of the backup's."""
        store, lost = self.store, self.lost
        if lost is None:
            return last_stamp(store, self.saved())
        return max((max(lost.last_us, store.last_us_of_all()) + 1) * 1000, store.last_edge_of_all())

    def made_ready(self, clock: Callable[[], int]) -> Ready:
        """The backup that was offered is made ready, from any thread; what the loop is to be told."""
        return made_ready(self.store, self.lost.path, clock, log) if self.lost else Ready(clock(), None, "backup-bad")

    def box(
        self, saved: boxes.Saved | None, clock: Callable[[], int], real: bool = False, powers: bool = False
    ) -> boxes.Box:
        """The box at power-on. `real`: with real buzzers, which are tried before the first evening. `powers`: can it
        have the machine switched off?"""
        config, values = self.loaded.config, flat(self.loaded.config)
        box = boxes.new(
            clock(),
            saved,
            lost=question(self.lost, self.store.notice) if self.lost else None,
            game=self.script.game if self.script else FIRST,
            language=spoken(config.screen.language),
            answer_ns=config.answer_s * SECOND if config.answer_s else None,
            settings=tuple((key, values[key]) for key in KEYS),
            people=self.people(),
            wizard=real and not config.buzzers.tried,
            powers=powers,
        )
        for source, word in (
            ("config", self.loaded.notice),
            ("game-file", "game-file-bad" if self.passed_over else None),
            ("store", None if self.lost else self.store.notice),
            ("words", "words-bad" if WRONG or unknown(config.screen.language) else None),
        ):
            box = boxes.notice(box, source, boxes.Notice(word)) if word else box
        return box

    def begin(self, loop: Loop) -> None:
        """A script with players starts in the middle: they have joined and the game has begun."""
        if self.script and self.script.players:
            seats = tuple(Seat(n + 1) for n in range(self.script.players))
            for message in loop.deal(self.script.game, seats):
                loop.receive(message)


def slow_s(folder: Path) -> float:
    """How long opening the store of `folder` may take, seconds; 0: no longer than any start. A large database is read
    through where it is doubted and copied where an older Mopsbox wrote it: some 20 ms a megabyte on a computer, fifteen
    times that on the slowest Pi."""
    try:
        size = (folder / DATABASE).stat().st_size
    except OSError:
        return 0
    return A_MEGABYTE_S * size / MEGABYTE + A_START_S if size > CHECKED_WHOLE else 0


def opened_again(folder: Path, games_mb: int) -> Store:
    """The store of a disk that could not be used at the start. If it has lost its scores and there is a backup to go on
    with, the table is to be asked, and that the next start does. Raises StoreFault, BadInput."""
    store = open_readable(folder, games_mb)
    if lost(store, folder, None):
        store.close()
        raise StoreFault("disk-fault", folder, "the scores are gone; the next start asks about the backup")
    return store


def lost(store: Store, folder: Path, script: Script | None) -> Good | None:
    """The newest good backup, if no game is stored. A script with players begins its own game."""
    if isinstance(store, NoStore) or (script and script.players) or store.last():
        return None
    return newest_good(folder)


def question(good: Good, notice: str | None) -> boxes.Lost:
    """What the table is asked about this backup. `notice`: the store's."""
    day = good.day if good.day and believed(good.day.isoformat()) else None
    return boxes.Lost(good.games, (day.year, day.month, day.day) if day else None, damaged=notice is not None)


_RINGS: list[Ring] = []  # of the evening that is on


@contextmanager
def kept(ring: Ring) -> Iterator[None]:
    """What is logged meanwhile is kept in the ring too."""
    _RINGS.append(ring)
    try:
        yield
    finally:
        _RINGS.remove(ring)


def log(sentence: str) -> None:
    """For whoever reads the log. That nobody does is no reason to fail."""
    with suppress(OSError, ValueError):
        print(f"mopsbox: {sentence}", file=sys.stderr, flush=True)
    for ring in _RINGS:
        ring.add(sentence)
