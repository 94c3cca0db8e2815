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

What only some hosts have stands at the end of protocol.py: an owner's file, answers against time, races, rules to
choose, figures for the statistics, a tour of how it is played, bots that sit with people. And if a game's folder has
the module `bots`, `mopsbox sim` plays it. A game's own words may lie in its folder; what the menu says stands in the
box's catalogues (words.py), a setting in config_keys.py.
"""

from __future__ import annotations

from . import mopseinander, mopsen
from .protocol import Bots, Game, Sociable, Teaching, Tour

GAMES: dict[str, Game] = {"mopseinander": mopseinander, "mopsen": mopsen}


def tour_of(game: str) -> Tour | None:
    """What a game shows to who does not know it; None: nothing."""
    host = GAMES[game].host
    return host.tour if isinstance(host, Teaching) else None


def company_of(game: str) -> Bots | None:
    """Bots that may sit with people at a game; None: only people play it."""
    host = GAMES[game].host
    return host.company if isinstance(host, Sociable) else None


__all__ = ["GAMES", "company_of", "tour_of"]
