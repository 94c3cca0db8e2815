"""`mopsbox replay --screen`: a journal, stepped through in a window."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from . import config as settings
from . import journal
from .games import GAMES
from .paint.window import Window
from .panels import framed
from .parts import USUAL, look_for
from .replay import load
from .table import SECOND, Button, Quit

LONG_AFTER = 10 * SECOND  # every picture as it stands once nothing moves any more


def look_back(file: Path, config_file: Path | None) -> int:
    """`<` and `>` go a step back and on, OK or closing the window ends it. Raises BadInput, NoScreen."""
    history = load(file)
    loaded = settings.load_for_play(config_file)
    size = (loaded.config.screen.width or USUAL[0], loaded.config.screen.height or USUAL[1])
    look = look_for(loaded.config, size)
    game = GAMES[str(history.header["game"])]
    states = [journal.begin(history.header)]
    for line in history.lines:
        states.append(journal.add(states[-1], dict(line)))
    window = Window(size, look, loaded.config.screen.rotation, simulate=False)
    here = 0
    try:
        while True:
            still, _ = game.host.settle(states[here], 0)
            window.present(framed(partial(game.scene, still, LONG_AFTER), look))
            for raw in window.wait(3600):
                match raw:
                    case Quit() | Button(name="ok" | "back", down=True):
                        return 0
                    case Button(name="left" | "right" as name, down=True):
                        here = max(0, min(len(states) - 1, here + (1 if name == "right" else -1)))
    finally:
        window.close()
