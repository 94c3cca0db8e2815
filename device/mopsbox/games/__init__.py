"""The games. A third one is a folder, a line here and a playthrough under tests/playthroughs.

A game's folder has `rules` (what is legal, what comes of it) and `record` (how a journal says it); the box plays
whatever stands here.
"""

from __future__ import annotations

from types import ModuleType

from . import mopseinander
from .mopseinander import record, rules  # noqa: F401 - the journal needs them; a package does not load its parts

GAMES: dict[str, ModuleType] = {"mopseinander": mopseinander}

__all__ = ["GAMES"]
