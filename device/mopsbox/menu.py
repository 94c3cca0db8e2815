"""The menu of the host: what it offers where, and what its entries do. Pure."""

from __future__ import annotations

from dataclasses import replace

from .games import GAMES
from .stage import Box, Saved, Step, from_game, notice, result, to_lobby, to_wizard
from .table import Over, Quit, Setting
from .words import following


def entries(box: Box) -> tuple[str, ...]:
    """What the menu offers just now, as words."""
    inside = (*GAMES[box.game].host.entries(box.play), "leave") if box.mode == "game" else ()
    outside = () if box.mode in ("game", "wizard") else ("test-buzzers",)
    return ("go-on", *inside, *outside, "language", "power-off")


def opened(box: Box, t: int) -> Step:
    """The box with its menu open; whatever runs stands still."""
    if box.menu is not None:
        return box, ()
    if box.mode != "game":
        lobby = replace(box.lobby, leaving=())  # under the menu nobody leaves
        return replace(notice(box, "lobby", None), lobby=lobby, menu=0), ()
    play, effects = GAMES[box.game].host.pause(box.play, t)
    return replace(box, play=play, menu=0), effects


def key(box: Box, name: str, t: int) -> Step:
    """A menu button while the menu is open."""
    offered = entries(box)
    here = min(box.menu or 0, len(offered) - 1)
    if name in ("left", "right"):
        return replace(box, menu=(here + (1 if name == "right" else -1)) % len(offered)), ()
    entry = "go-on" if name == "back" else offered[here]
    if entry == "language":
        language = following(box.language)
        return replace(box, language=language), (Setting("screen.language", language),)
    if entry == "power-off":
        return box, (Quit(),)
    if entry == "test-buzzers":
        return to_wizard(box, t), ()
    box = replace(box, menu=None)
    if box.mode != "game":
        return box, ()
    host = GAMES[box.game].host
    play, effects = host.go_on(box.play, t)
    if entry == "go-on":
        return from_game(box, t, (play, effects))
    if entry == "leave":  # the game stays unfinished in the store and is offered again, now and at the next start
        saved = Saved(box.number, box.play.history) if result(box.play.history) is None else None
        box = replace(to_lobby(box, t), saved=saved)
        return replace(box, mode="offer") if saved else box, (Over(done=False),)
    return from_game(box, t, host.choose(box.play, entry, t))
