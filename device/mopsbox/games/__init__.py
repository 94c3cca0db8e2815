"""The games. A third one is a folder, a line in GAMES and a playthrough (tests/playthroughs).

The box plays whatever stands in GAMES, in this order in the lobby. Of a game it asks ten names, no other; protocol.py
has their types, and tests/games/test_third_game.py plays one that has nothing else:

    NAME       as the lobby writes it
    SEATS      how many may play
    ACTIONS    what can happen: the `do` of a journal's line -> the rules' own value for it, a dataclass
    SOUNDS     the sounds the game makes
    new        set-up (host.record.setup makes it of a header) -> the rules' state before the first action
    listening  state -> the seats whose buzzer may do something now
    step       state, action -> the state after it and what came of it; table.Illegal says why it cannot be
    scores     state -> everybody's points
    scene      play, stamp, look -> the picture
    host       all that is neither rules nor picture: who is asked what, lamps, menu, a new game's header, the journal

Besides, a game may have bots: `mopsbox sim` plays it if its folder has the module `bots`. It may have the module
`tour`: how it is played in four pictures, and a demo for who passes by. Words that several games say stand in the box's
catalogues (words.py); a setting that names an owner's file stands in config_keys.py.
"""

from __future__ import annotations

from . import mopseinander, mopsen
from .protocol import Game, Tour

GAMES: dict[str, Game] = {"mopseinander": mopseinander, "mopsen": mopsen}


def tour_of(game: str) -> Tour | None:
    """What a game shows to who does not know it; None: nothing."""
    tour: Tour | None = getattr(GAMES[game], "tour", None)
    return tour


__all__ = ["GAMES", "tour_of"]
