"""Every animation of the games, met while bots play them at a full table, and what one picture of each takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from .. import box as boxes
from ..chance import Chance
from ..desk import Desk
from ..desk_thread import DeskInline
from ..games import GAMES
from ..lamps import Remembered
from ..loop import Loop
from ..paint.window import Window
from ..scene import Look
from ..sim import Bots, bots_of
from ..store import open_store
from ..table import MS
from ..turning import FRAME, Fast, run_fast
from .figures import Spread, middle, spread

LONGEST = 600 * MS  # so much of an animation is shown: all but confetti are over by then, or go on as they are


Moving = tuple[Any, Any, int]
"""The play whose picture stood there, the play whose picture moves, and since when."""


class Watching(Bots):
    """Bots, and the first play of every kind whose picture moves: by the names of what is shown, with the play before
    it and its time."""

    def __init__(self, game: str, look: Look, clock: Fast) -> None:
        brains = bots_of(game)
        assert brains is not None
        super().__init__(brains, max(GAMES[game].SEATS), 1, 1, clock)
        self.game, self.look = game, look
        self.met: dict[str, Moving] = {}

    def pop(self, t: int, loop: Loop) -> Sequence[Any]:
        box = loop.box
        if box is not self.seen and box.mode == "game":
            name = f"{self.game}: {box.play.mode}, {box.play.state.phase}"
            if name not in self.met and GAMES[self.game].scene(box.play, t, self.look).moving:
                before = self.seen.play if isinstance(self.seen, boxes.Box) and self.seen.mode == "game" else box.play
                self.met[name] = before, box.play, t
        return super().pop(t, loop)


def met(game: str, look: Look) -> dict[str, Moving]:
    """The animations of one whole game of as many as may play it."""
    clock, desk = Fast(), Desk(Remembered())
    bots = Watching(game, look, clock)
    box = boxes.new(clock(), game=game)
    run_fast(Loop(box, DeskInline(desk, clock), open_store(None), Chance(1), clock, look), desk, clock, bots)
    return bots.met


def animations(window: Window, look: Look, runs: int) -> dict[str, Spread]:
    """What one picture of each takes until it is shown, the median of the runs; its drawings are there already, as the
    box prepares them while nothing moves."""
    found = {}
    for game in filter(bots_of, GAMES):
        for name, moving in met(game, look).items():
            _shown(window, game, moving, look)
            found[name] = middle([spread(_shown(window, game, moving, look)) for _ in range(runs)])
    return found


def _shown(window: Window, game: str, moving: Moving, look: Look) -> list[int]:
    """Its pictures one after another, on the picture before it; what each took, ns."""
    before, play, since = moving
    window.present(GAMES[game].scene(before, since, look))
    took = []
    for t in range(since, since + LONGEST, FRAME):
        began = time.perf_counter_ns()
        scene = GAMES[game].scene(play, t, look)
        window.present(scene)
        took.append(time.perf_counter_ns() - began)
        if not scene.moving:
            break
    return took
