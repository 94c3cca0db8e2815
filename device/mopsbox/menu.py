"""The menu of the host: what it offers where, and what its entries do. Pure."""

from __future__ import annotations

from dataclasses import replace

from . import book, changing, howto, lobby, names, phone_view, settings
from .book import Scores
from .games import GAMES, tour_of
from .howto import HowTo
from .names import Change, Names
from .phone_view import OnPhone
from .settings import Settings
from .stage import Box, Notice, Saved, Step, from_game, notice, result, to_lobby, to_wizard
from .table import MS, SECOND, Export, Over, PowerOff, Quit, Seat, Want

ASKS = {"close-round": "really-close", "end-game": "really-score", "end-here": "really-end"}
"""Entries after which what was cannot simply go on, and what they ask before they do it. Leaving asks nothing: the
game is offered again."""
MEANT_AFTER = 400 * MS  # a second finger sooner than this was the same one
OFF_AFTER = 3 * SECOND  # holding OK on "power off": nobody does that by accident
GIVEN_UP = 20 * SECOND  # after which a machine that was asked to switch itself off will not
POWER = "power-off"  # the entry, and the source of what there is to say about it


def entries(box: Box) -> tuple[str, ...]:
    """What the menu offers just now, as words."""
    inside = (*GAMES[box.game].host.entries(box.play), "leave") if box.mode == "game" else ()
    names = ("names",) if box.mode in ("lobby", "game") and lobby.people(box.lobby) else ()
    shown = ("how-to",) if tour_of(box.game) else ()
    counted = ("scores",) if box.mode != "wizard" else ()
    outside = () if box.mode in ("game", "wizard") else ("test-buzzers", *(("export",) if box.sticks else ()))
    outside += ("phone",) if box.phone else ()
    return ("go-on", *inside, *_of_bots(box), *names, *shown, *counted, "settings", *outside, POWER)


def _of_bots(box: Box) -> tuple[str, ...]:
    """In the lobby of a game they may play: one more, or none any more."""
    if box.mode != "lobby":
        return ()
    practice = ("practice",) if lobby.may_practise(box.lobby) else ()
    more = ("add-bot",) if lobby.takes_a_bot(box.lobby) else ()
    return (*more, *(("no-bots",) if box.lobby.bots else ()), *practice)


def opened(box: Box, t: int) -> Step:
    """The box with its menu open; whatever runs stands still. From a page of the menu: back to it."""
    if box.page is not None:
        return _left(box, t)
    if box.menu is not None:
        return box, ()
    if box.mode != "game":
        stays = replace(box.lobby, leaving=())  # under the menu nobody leaves
        box = replace(notice(box, "lobby", None), lobby=stays, menu=0, asked=None)
        return box, () if box.mode == "wizard" else (Want("sticks"), Want("phone"))
    play, effects = GAMES[box.game].host.pause(box.play, t)
    return replace(box, play=play, menu=0, asked=None), (*effects, Want("phone"))


def taught(box: Box, t: int) -> Box:
    """How to play the chosen game, over a lobby that waits for people."""
    box, _ = opened(box, t)
    return replace(box, page=HowTo(box.game, t, on_menu=False))


def pressed(box: Box, seat: Seat, t: int) -> Step:
    """A buzzer: whoever reads how to play over the lobby, and presses, wants to play; whoever is asked for a name looks
    for it."""
    if isinstance(box.page, Names):
        return names.pressed(box, box.page, seat)
    if isinstance(box.page, Change):
        return changing.pressed(box, box.page, seat)
    if isinstance(box.page, HowTo) and not box.page.on_menu:
        return howto.left(box, box.page, t), ()
    return box, ()


def _left(box: Box, t: int) -> Step:
    match box.page:
        case Settings() as page:
            return settings.left(box, page)
        case HowTo() as page:
            return howto.left(box, page, t), ()
        case OnPhone():
            return phone_view.left(box), ()
        case Names():
            return names.left(box), ()
        case Change() as page:
            return changing.left(box, page), ()
        case Scores():
            return book.left(box), ()
        case None:
            return box, ()


def tap(box: Box, what: str, value: int, t: int) -> Step:
    """A finger on the menu, or on the page that lies on it."""
    if isinstance(box.page, Settings) and what == "set":
        return settings.chosen(box, box.page, value, t)
    if isinstance(box.page, Names):
        return names.tap(box, box.page, what, value)
    if isinstance(box.page, Change):
        return changing.tap(box, box.page, what, value)
    if box.page is None and what == "choose":
        if box.asked and value != box.menu:
            box = replace(box, asked=None)
        elif box.asked and t < box.asked[1] + MEANT_AFTER:
            return box, ()
        return key(replace(box, menu=value), "ok", t)
    return box, ()


def due(box: Box) -> int | None:
    """When time does something to the page on the menu."""
    if box.off is not None:
        return box.off + GIVEN_UP
    match box.page:
        case Settings() as page:
            return settings.due(page)
        case HowTo() as page:
            return howto.due(page)
        case _:
            return None


def tick(box: Box, t: int) -> Step:
    """Time went on."""
    at = due(box)
    if at is None or t < at:
        return box, ()
    if box.off is not None:
        return stays_on(box), ()
    return settings.undone(box, box.page) if isinstance(box.page, Settings) else _left(box, t)


def key(box: Box, name: str, t: int) -> Step:
    """A menu button while the menu is open."""
    match box.page:
        case Settings() as page:
            return settings.key(box, page, name, t)
        case HowTo() as page:
            return howto.key(box, page, name, t)
        case OnPhone():
            return phone_view.left(box), ()
        case Names() as page:
            return names.key(box, page, name)
        case Change() as page:
            return changing.key(box, page, name)
        case Scores() as page:
            return book.key(box, page, name)
    offered, asked = entries(box), asks(box)
    here = min(box.menu or 0, len(offered) - 1)
    box = replace(notice(box, POWER, None), asked=None)
    if name in ("left", "right"):
        step = 0 if asked else 1 if name == "right" else -1
        return replace(box, menu=(here + step) % len(offered)), ()
    entry = "go-on" if name == "back" and not asked else offered[here]
    if _question(box, entry) and not (asked and name == "ok"):
        return replace(box, asked=None if asked else (entry, t)), ()
    return _done(box, entry, t)


def asks(box: Box) -> str:
    """What the lit entry asks before it is done, as a word; "": nothing."""
    lit = _lit(box)
    return _question(box, lit) if is_held(box) or (box.asked and box.asked[0] == lit) else ""


def _lit(box: Box) -> str:
    offered = entries(box)
    return offered[min(box.menu or 0, len(offered) - 1)]


def _question(box: Box, entry: str) -> str:
    return "really-off" if entry == POWER and box.powers else ASKS.get(entry, "")


# --- switching the machine off


def to_hold(box: Box) -> bool:
    """Is OK to be held for what is lit? Whoever only presses it is asked; a finger on the screen, which cannot hold,
    says yes by a second touch."""
    return box.powers and box.menu is not None and box.page is None and _lit(box) == POWER


def is_held(box: Box) -> bool:
    """Is it being held just now?"""
    return to_hold(box) and any(h.name == "ok" and h.next == h.since + OFF_AFTER for h in box.held)


def let_go(box: Box, t: int) -> Box:
    """OK was not held for long enough."""
    return replace(notice(box, POWER, None), asked=(POWER, t))


def switched_off(box: Box, t: int) -> Step:
    """The machine is asked to switch itself off. It will end the box; until then that only waits."""
    return replace(notice(box, POWER, None), off=t, held=(), asked=None), (PowerOff(),)


def stays_on(box: Box) -> Box:
    """It was not to be had. All is stored: pulling the plug does no harm."""
    return notice(replace(box, off=None), POWER, Notice("no-power-off"))


def _done(box: Box, entry: str, t: int) -> Step:
    """What an entry does."""
    if entry == "settings":
        return replace(box, page=Settings()), ()
    if entry == "how-to":
        return replace(box, page=HowTo(box.game, t)), ()
    if entry == "phone":
        return replace(box, page=OnPhone(box.phone)), ()
    if entry == "scores":
        return box, (Want("scores"),)
    if entry == "names":
        return replace(box, page=names.opened(box)), ()
    if entry == POWER:
        return switched_off(box, t) if box.powers else (box, (Quit(),))
    if entry == "test-buzzers":
        return to_wizard(box, t), ()
    box = replace(box, menu=None)
    if entry == "export":
        return notice(box, "export", Notice("exporting")), (Export(),)
    if entry == "add-bot":
        return replace(box, lobby=replace(lobby.with_a_bot(box.lobby), since=t)), ()
    if entry == "practice":
        box = replace(box, lobby=replace(lobby.practising(box.lobby), since=t))
        return box, (Want("deal", box.game, box.lobby.joined),)
    if entry == "no-bots":
        return replace(box, lobby=replace(lobby.without_bots(box.lobby), since=t)), ()
    if box.mode != "game":
        return box, ()
    host = GAMES[box.game].host
    play, effects = host.go_on(box.play, t)
    if entry == "go-on":
        return from_game(box, t, (play, effects))
    if entry == "leave":  # the game stays unfinished in the store and is offered again, now and at the next start
        over = result(box.play.history) is not None
        saved = (
            None if over else Saved(box.number, box.play.history, box.lobby.bots, box.lobby.named, box.lobby.practice)
        )
        box = replace(to_lobby(box, t), saved=saved)
        return replace(box, mode="offer") if saved else box, (Over(done=False),)
    return from_game(box, t, host.choose(box.play, entry, t))
