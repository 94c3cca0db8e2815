"""How much memory the box's drawings and words take on a full HD panel, its picture turned: the most there is."""

from __future__ import annotations

from functools import partial

import pygame

from .. import journal
from ..config import Config
from ..games import GAMES
from ..journal import History
from ..paint.painter import Painter
from ..panels import framed
from ..parts import look_for
from ..table import SECOND

SIZE = (1920, 1080)
EVERY = 3  # of the actions, to be done in a few seconds
LATE = 10 * SECOND  # each picture as it stands once nothing moves any more


def art_mb(games: list[History]) -> float:
    """What is kept at most while pictures of these games are painted, one game after the other as in an evening."""
    surface, look = pygame.Surface(SIZE, 0, 32), look_for(Config(), SIZE)
    painter, most = Painter(SIZE, look, 180), 0
    for history in games:
        game = GAMES[str(history.header["game"])]
        here = journal.begin(history.header)
        for n, line in enumerate(history.lines):
            here = journal.add(here, dict(line))
            if n % EVERY:
                continue
            still, _ = game.host.settle(here, 0)
            painter.paint(surface, framed(partial(game.scene, still, LATE), look))
            most = max(most, painter.bytes)
    return round(most / 1e6, 1)
