"""The games. A third one is a folder, a line here and a playthrough under tests/playthroughs.

A game's folder has `rules` (what is legal, what comes of it) and `record` (how a journal says it), both loaded by
the folder itself; the box plays whatever stands here, in this order in the lobby.
"""

from __future__ import annotations

from types import ModuleType

from . import mopseinander, mopsen

GAMES: dict[str, ModuleType] = {"mopseinander": mopseinander, "mopsen": mopsen}

__all__ = ["GAMES"]
