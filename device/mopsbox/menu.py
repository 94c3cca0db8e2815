"""The menu of the host: what it offers where, and what its entries do. Pure."""

from __future__ import annotations

from dataclasses import replace

from . import settings
from .games import GAMES
from .settings import Settings
from .stage import Box, Saved, Step, from_game, notice, result, to_lobby, to_wizard
from .table import Over, Quit


def entries(box: Box) -> tuple[str, ...]:
    """What the menu offers just now, as words."""
    inside = (*GAMES[box.game].host.entries(box.play), "leave") if box.mode == "game" else ()
    outside = () if box.mode in ("game", "wizard") else ("test-buzzers",)
    return ("go-on", *inside, "settings", *outside, "power-off")


def opened(box: Box, t: int) -> Step:
    """The box with its menu open; whatever runs stands still. From a page of the menu: back to it."""
    if box.page is not None:
        return settings.left(box, box.page)
    if box.menu is not None:
        return box, ()
    if box.mode != "game":
        lobby = replace(box.lobby, leaving=())  # under the menu nobody leaves
        return replace(notice(box, "lobby", None), lobby=lobby, menu=0), ()
    play, effects = GAMES[box.game].host.pause(box.play, t)
    return replace(box, play=play, menu=0), effects


def tap(box: Box, what: str, value: int, t: int) -> Step:
    """A finger on the menu, or on the page that lies on it."""
    if box.page is not None and what == "set":
        return settings.chosen(box, box.page, value, t)
    if box.page is None and what == "choose":
        return key(replace(box, menu=value), "ok", t)
    return box, ()


def due(box: Box) -> int | None:
    """When time does something to the page on the menu."""
    return settings.due(box.page) if box.page else None


def tick(box: Box, t: int) -> Step:
    """Time went on."""
    at = due(box)
    return settings.undone(box, box.page) if box.page and at is not None and t >= at else (box, ())


def key(box: Box, name: str, t: int) -> Step:
    """A menu button while the menu is open."""
    if box.page is not None:
        return settings.key(box, box.page, name, t)
    offered = entries(box)
    here = min(box.menu or 0, len(offered) - 1)
    if name in ("left", "right"):
        return replace(box, menu=(here + (1 if name == "right" else -1)) % len(offered)), ()
    entry = "go-on" if name == "back" else offered[here]
    if entry == "settings":
        return replace(box, page=Settings()), ()
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
