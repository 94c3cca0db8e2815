"""What an evening is put together from, worked out of the settings and the store."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import cast

from .box import Saved
from .config_keys import FILES, Config, Screen, flat
from .edid import Panel
from .games import GAMES
from .games.protocol import Owned
from .jsonl import BadInput
from .places import StoreFault
from .scene import Look
from .store import Store
from .table import SECOND

PANELS = {  # the screens we lay out for (screens/layout.md), millimetres
    (800, 480): (154.1, 85.9),
    (1280, 720): (155.0, 87.0),
    (1280, 800): (216.6, 135.4),
    (1920, 1080): (293.8, 165.2),
}
USUAL = (800, 480)


class BoxClock:
    """Box nanoseconds: the machine's monotonic clock, moved so that a game begun before a reboot goes on later."""

    def __init__(self, after: int) -> None:
        self.offset = max(0, after - time.monotonic_ns() + SECOND)

    def __call__(self) -> int:
        return time.monotonic_ns() + self.offset


def last_stamp(store: Store, saved: Saved | None) -> int:
    """The latest stamp of the game that may go on: the box's clock goes on after it. 0: no such game."""
    if saved is None:
        return 0
    actions = (store.last_us(saved.number) + 1) * 1000
    try:
        return max(actions, store.last_edge_t(saved.number) or 0)
    except StoreFault:
        return actions


def measured(screen: Screen, size: tuple[int, int], panel: Panel | None = None) -> tuple[float, float, str]:
    """Width and height in millimetres of the panel that shows so many pixels, and who says so: the settings, the panel
    itself (`panel`), our table of usual panels, or nobody ("")."""
    standing = size[1] > size[0]
    known = PANELS.get(size[::-1] if standing else size)
    w, h = known if known else (size[0] / 5.59, size[1] / 5.59)
    if known and standing:
        w, h = h, w
    if screen.width_mm or screen.height_mm:
        return screen.width_mm or w, screen.height_mm or h, "settings"
    if panel:
        return panel.w, panel.h, f"told by {panel.plug}"
    return w, h, "usual for so many pixels" if known else ""


def look_for(config: Config, size: tuple[int, int], panel: Panel | None = None) -> Look:
    """The picture's measures: from the settings, else what the panel itself says, else the usual panel of that many
    pixels."""
    screen = config.screen
    w, h, _ = measured(screen, size, panel)
    px = max(size[0] / w, size[1] / h)  # screens/layout.md: the finer axis
    look = Look(size[0] / px, size[1] / px, px, screen.language)
    flat_now = flat(config)
    for key in ("players.arrangement", "screen.formula", "players.seats", "screen.rotation"):
        look = look.after(key, flat_now[key])
    return look


def resized(size: tuple[int, int], look: Look, to: tuple[int, int]) -> tuple[tuple[int, int], Look]:
    """The same panel drawn with more or fewer pixels."""
    part = to[0] / size[0]
    return to, replace(look, px=look.px * part)


def tables_of(config: Config) -> dict[str, object]:
    """The owner's own coasters or cards, by game, checked before anything opens. Raises BadInput."""
    return {game: _owned(game, file) for game, file in _files(config).items()}


def tables_for_play(config: Config) -> tuple[dict[str, object], tuple[str, ...]]:
    """Like `tables_of`, but the box starts whatever the files look like: a bad one is passed over, its game has the set
    that ships with it. And what is wrong with each of those, a sentence for the log."""
    good, bad = dict[str, object](), list[str]()
    for game, file in _files(config).items():
        try:
            good[game] = _owned(game, file)
        except BadInput as mistake:
            bad.append(f"{mistake}; until then {game} is played with the set that comes with the box")
    return good, tuple(bad)


def _files(config: Config) -> dict[str, str]:
    """The owner's files that are set, by game."""
    values = flat(config)
    return {key.split(".")[0]: values[key] for key in FILES if values[key]}


def _owned(game: str, file: str) -> object:
    return cast("Owned", GAMES[game].host).load(Path(file))
