"""What an evening begins with: the settings, the store, perhaps a script; and the box made from them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from . import box as boxes
from . import config as settings
from .config_keys import flat
from .inputs.script import Script
from .lobby import FIRST
from .loop import Loop
from .saved import games
from .settings import KEYS
from .store import Store
from .table import SECOND, Seat
from .words import WRONG, spoken, unknown


@dataclass(frozen=True, slots=True)
class Opening:
    """`folder`: of the store. `tables`: the owner's own coasters and cards, by game."""

    loaded: settings.Loaded
    store: Store
    folder: Path
    tables: dict[str, object]
    script: Script | None = None

    def saved(self) -> boxes.Saved | None:
        """The game to offer; a script with players begins its own."""
        if self.script and self.script.players:
            return None
        return next(games(self.store), None)

    def box(
        self, saved: boxes.Saved | None, clock: Callable[[], int], real: bool = False, powers: bool = False
    ) -> boxes.Box:
        """The box at power-on. `real`: with real buzzers, which are tried before the first evening. `powers`: can it
        have the machine switched off?"""
        config, values = self.loaded.config, flat(self.loaded.config)
        box = boxes.new(
            clock(),
            saved,
            game=self.script.game if self.script else FIRST,
            language=spoken(config.screen.language),
            answer_ns=config.answer_s * SECOND if config.answer_s else None,
            settings=tuple((key, values[key]) for key in KEYS),
            wizard=real and not config.buzzers.tried,
            powers=powers,
        )
        for source, word in (
            ("config", self.loaded.notice),
            ("store", self.store.notice),
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


def log(sentence: str) -> None:
    """For whoever reads the log. That nobody does is no reason to fail."""
    with suppress(OSError, ValueError):
        print(f"mopsbox: {sentence}", file=sys.stderr, flush=True)
