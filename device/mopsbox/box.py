"""The box itself: attract -> lobby -> game -> podium, the menu, the notices. Pure: (box, message) -> (box, effects).

A game is one entry of GAMES; the box routes messages to it and never looks inside. Time comes in as stamps on
messages; `due` says when the next Tick is owed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from . import book, journal, menu, names, rest, troubles, wizard
from . import lobby as lobbies
from .games import GAMES, tour_of
from .menu import entries as menu_entries
from .names import Change, Names
from .scene import OWN_STYLES
from .stage import (
    Box,
    Held,
    Lost,
    Notice,
    Saved,
    Step,
    begin,
    ended_early,
    from_game,
    from_wizard,
    new,
    notice,
    readied,
    restored,
    result,
    resume,
    seats_of,
    to_game,
    to_lobby,
    woken,
)
from .table import (
    MS,
    SECOND,
    Button,
    Dealt,
    Dial,
    Effect,
    Fault,
    Known,
    Message,
    Phone,
    Ready,
    Recalled,
    Restore,
    Restored,
    Ruling,
    Seat,
    Sit,
    Sound,
    Sticks,
    Tap,
    Tick,
    Want,
)

__all__ = [
    "Box",
    "Lost",
    "Notice",
    "Saved",
    "due",
    "ended_early",
    "menu_entries",
    "new",
    "notice",
    "result",
    "seats_of",
    "step",
]

HOLD = SECOND  # holding OK opens the menu; there and in the wizard, holding > turns the picture (layout.md)
RUN_AFTER, RUN_EVERY = 400 * MS, 90 * MS  # holding < or > repeats


def step(box: Box, message: Message) -> Step:
    """Move the box on by one message. Whoever has a name is heard with their own voice, wherever they sit; who gets one
    or another in a game has it recorded."""
    was, (box, effects) = box, _stepped(box, message)
    if was.mode == box.mode == "game" and was.number == box.number and _ids(was) != _ids(box):
        effects = (Sit(_ids(box)), *effects)
    styles = lobbies.shared_out(box.lobby)
    if styles != OWN_STYLES and box.mode in ("lobby", "game"):
        effects = tuple(
            Sound("voice", Seat(styles[effect.seat - 1]))
            if isinstance(effect, Sound) and effect.name == "voice" and effect.seat
            else effect
            for effect in effects
        )
    return box, effects


def _ids(box: Box) -> tuple[tuple[Seat, int], ...]:
    return tuple((seat, person.id) for seat, person in lobbies.named(box.lobby))


def _stepped(box: Box, message: Message) -> Step:
    if box.off is not None:
        return _switching_off(box, message)
    if rest.by_hand(message):
        box, only = rest.woken(box, message)
        if only:
            return box, ()
    match message:
        case Button():
            return _button(box, message)
        case Tap(t, what):
            return _tap(box, message, t, what)
        case Tick(t):
            return _tick(box, t)
        case Dealt(t, number, header):
            return begin(box, t, number, journal.begin(header))
        case Fault(_, source, why, seat):
            return notice(box, source, Notice(why, seat) if why else None), ()
        case Ready():
            return readied(box, message)
        case Restored(t, saved):
            return restored(box, t, cast("Saved | None", saved)), ()
        case Sticks(_, number):
            return replace(box, sticks=number), ()
        case Phone(_, address):
            return replace(box, phone=address), ()
        case Ruling(t, "rearmed") if (owed := due(box)) is not None and owed <= t:
            box, effects = _tick(box, t)  # a slow picture makes no hold a short press
            box, more = _ruling(box, message)
            return box, (*effects, *more)
        case Ruling():
            return _ruling(box, message)
        case Known():
            return names.told(box, message), ()
        case Recalled():
            return book.told(box, message), ()
        case Dial() if box.menu is not None:
            return box, ()
        case _:
            return to_game(box, message)


def _switching_off(box: Box, message: Message) -> Step:
    """Nothing counts any more, unless the machine stays on."""
    match message:
        case Fault(_, menu.POWER):
            return menu.stays_on(box), ()
        case Fault(_, source, why, seat):
            return notice(box, source, Notice(why, seat) if why else None), ()
        case Ready():
            return readied(box, message)[0], ()  # a machine that stays on asks once more
        case Tick(t):
            return menu.tick(box, t)
        case _:
            return box, ()


def due(box: Box) -> int | None:
    """The box time at which the next Tick is owed."""
    if box.off is not None:
        return menu.due(box)
    times = [*(h.next for h in box.held), menu.due(box), rest.due(box)]
    if box.mode == "lobby" and box.menu is None:
        times.append(lobbies.due(box.lobby))
    if box.wizard and box.menu is None:
        times.append(wizard.due(box.wizard))
    if box.mode == "game" and box.menu is None:
        times.append(GAMES[box.game].host.due(box.play))
    return min((t for t in times if t is not None), default=None)


# --- menu buttons


def _button(box: Box, button: Button) -> Step:
    t, name = button.t, button.name
    if not button.down:
        box, effects = _repeat(box, t)  # what it was held for: a slow picture makes no hold a short press
        held = next((h for h in box.held if h.name == name), None)
        box = replace(box, held=tuple(h for h in box.held if h.name != name))
        if held and held.waits and held.next is not None:
            asks = name == "ok" and menu.to_hold(box)
            box, more = (menu.let_go(box, t), (Sound("tick"),)) if asks else _key(box, name, t)
            effects += more
        return box, effects
    if any(h.name == name for h in box.held):
        return box, ()
    waits = name == "ok" or (name == "right" and _turns(box))
    long = menu.OFF_AFTER if name == "ok" and menu.to_hold(box) else HOLD
    box = replace(box, held=(*box.held, Held(name, t, t + (long if waits else RUN_AFTER), waits)))
    return (box, ()) if waits else _key(box, name, t)


def _turns(box: Box) -> bool:
    """Is what stands there for one reader, who may sit anywhere?"""
    return box.page is None and (box.menu is not None or box.mode == "wizard")


def _repeat(box: Box, t: int) -> Step:
    """Held menu buttons: OK opens the menu once, or from its last entry switches the machine off; > turns the menu
    once; < and > run where running makes sense."""
    effects: tuple[Effect, ...] = ()
    for held in box.held:
        if held.next is None or t < held.next:
            continue
        again = None
        if held.name == "ok" and menu.is_held(box):
            box, more = menu.switched_off(box, t)
            effects += more
        elif held.name == "ok":
            box, more = _menu_opened(box, t)
            effects += more
        elif held.waits:
            if _turns(box):
                box, effects = replace(box, far=not box.far), (*effects, Sound("tick"))
        elif _runs(box):
            again = held.next + RUN_EVERY
            box, more = _key(box, held.name, t)
            effects += more
        moved = replace(held, next=again)
        box = replace(box, held=tuple(moved if h.name == held.name else h for h in box.held))
    return box, effects


def _runs(box: Box) -> bool:
    """Does holding < or > repeat it?"""
    if box.menu is not None:
        return isinstance(box.page, Names) and box.page.typed is not None
    return box.mode == "game" and GAMES[box.game].host.runs(box.play)


def _key(box: Box, name: str, t: int) -> Step:
    """A menu button did its thing: which thing depends on where the box stands."""
    if box.menu is not None:
        return _menu_key(box, name, t)
    match box.mode, name:
        case "attract", _:
            return woken(box, t), ()
        case "wizard", _ if box.wizard:
            return _from_wizard(box, t, wizard.key(box.wizard, name, t))
        case "game", "back" if stepped := GAMES[box.game].host.back(box.play, t):
            return from_game(box, t, stepped)
        case _, "back":
            return _menu_opened(box, t)
        case "restore", _ if box.readying:
            return box, ()
        case "restore", "ok" if box.lost:
            return notice(replace(box, readying=True), "store", Notice("restoring")), (Restore(),)
        case "restore", "left":
            return woken(replace(box, lost=None), t), ()
        case "offer", "ok" if box.saved:
            return resume(box, t, box.saved)
        case "offer", "left":
            return to_lobby(box, t), ()
        case "lobby", "ok" if not box.lobby.joined and tour_of(box.game):
            return menu.taught(box, t), (Sound("tick"),)
        case "lobby", "ok":
            return _start(box, t)
        case "lobby", "left" if len(GAMES) < 3:
            return box, ()
        case "lobby", "left" | "right":
            lobby = lobbies.other(box.lobby, 1 if name == "right" else -1)
            return replace(notice(box, "lobby", None), lobby=lobby), (Sound("tick"),)
        case "game", _:
            return from_game(box, t, GAMES[box.game].host.key(box.play, name, t))
        case _:
            return box, ()


def _menu_opened(box: Box, t: int) -> Step:
    was, (box, effects) = box.menu, menu.opened(box, t)
    return box, effects if was is not None else (*effects, Sound("tick"))


def _menu_key(box: Box, name: str, t: int) -> Step:
    box, effects = menu.key(box, name, t)
    return box, (*effects, Sound("tick"))


def _tap(box: Box, tap: Tap, t: int, what: str) -> Step:
    if what.startswith("key-"):
        return _key(box, what.removeprefix("key-"), t)
    if what == "wake" and box.mode == "attract" and box.menu is None:
        return woken(box, t), ()
    if box.menu is not None:
        was, (box, effects) = box, menu.tap(box, what, tap.value, t)
        return box, effects if box == was else (*effects, Sound("tick"))
    return (box, ()) if what == "sign" else to_game(box, tap)


# --- time and rulings


def _tick(box: Box, t: int) -> Step:
    box, effects = _repeat(box, t)
    box, more = menu.tick(box, t)
    effects += more
    if box.mode == "lobby" and box.menu is None:
        was, box = box.lobby.joined, replace(box, lobby=lobbies.time(box.lobby, t))
        effects += tuple(Sound("leave", seat) for seat in was if seat not in box.lobby.joined)
        if lobbies.idle(box.lobby, t):
            box = replace(notice(box, "lobby", None), mode="attract", since=t)
    if box.wizard and box.menu is None and t >= wizard.due(box.wizard):
        box = from_wizard(box, t)
    if box.mode == "game" and box.menu is None:
        box, more = to_game(box, Tick(t))
        effects += more
    at = rest.due(box)
    if at is not None and t >= at:
        box, more = rest.rested(box, t)
        effects += more
    return box, effects


def _ruling(box: Box, ruling: Ruling) -> Step:
    box = troubles.told(box, ruling)
    if ruling.said in ("press", "early") and isinstance(box.page, Names | Change):  # early: over a race that waits
        return _menu_pressed(box, ruling)
    if ruling.said == "press":
        box, _ = menu.pressed(box, ruling.seat, ruling.t)
    match box.mode:
        case "attract" if ruling.said == "press" and box.menu is None:
            return woken(box, ruling.t), ()
        case "wizard" if box.wizard and box.menu is None:
            tried = wizard.ruling(box.wizard, ruling, troubles.often(box, ruling.seat))
            return replace(box, wizard=tried), (Sound("voice", ruling.seat),) if ruling.said == "press" else ()
        case "lobby" if box.menu is None:
            lobby = lobbies.ruling(box.lobby, ruling)
            joined = ruling.seat in lobbies.people(lobby) and ruling.seat not in lobbies.people(box.lobby)
            return replace(notice(box, "lobby", None), lobby=lobby), (Sound("voice", ruling.seat),) if joined else ()
        case "game" if box.menu is None or ruling.said in ("winner", "rearmed"):
            return to_game(box, ruling)  # behind the menu nobody plays; but who was first before it opened, was
        case _:
            return box, ()


def _menu_pressed(box: Box, ruling: Ruling) -> Step:
    was, (box, effects) = box, menu.pressed(box, ruling.seat, ruling.t)
    return box, effects if box == was else (*effects, Sound("tick"))


def _start(box: Box, t: int) -> Step:
    wrong = lobbies.wrong_number(box.lobby)
    if wrong:
        word, needed = wrong
        return notice(box, "lobby", Notice(word, number=needed)), (Sound("wrong"),)
    return notice(box, "lobby", None), (Want("deal", box.game, box.lobby.joined),)


def _from_wizard(box: Box, t: int, stepped: tuple[wizard.Wizard | None, tuple[Effect, ...]]) -> Step:
    going, effects = stepped
    return (replace(box, wizard=going) if going else from_wizard(box, t)), effects
