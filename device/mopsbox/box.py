"""The box itself: attract -> lobby -> game -> podium, the menu, the notices. Pure: (box, message) -> (box, effects).

A game is one entry of GAMES; the box routes messages to it and never looks inside. Time comes in as stamps on
messages; `due` says when the next Tick is owed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from . import journal
from . import lobby as lobbies
from .games import GAMES
from .lobby import Lobby
from .table import (
    MS,
    SECOND,
    Button,
    Dealt,
    Dial,
    Effect,
    Fault,
    Message,
    Over,
    Quit,
    Resume,
    Ruling,
    Seat,
    Setting,
    Tap,
    Tick,
    Want,
)

HOLD = SECOND  # holding OK opens the menu
RUN_AFTER, RUN_EVERY = 400 * MS, 90 * MS  # holding < or > repeats


@dataclass(frozen=True, slots=True)
class Saved:
    """An unfinished game found at the start: its number in the store and its journal."""

    number: int
    history: journal.History


@dataclass(frozen=True, slots=True)
class Held:
    """A menu button that is down. `next`: when holding it does the next thing; None: it has done its thing."""

    name: str
    since: int
    next: int | None


@dataclass(frozen=True, slots=True)
class Notice:
    word: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Box:
    mode: Literal["attract", "lobby", "offer", "game"]
    since: int
    lobby: Lobby
    play: Any = None  # the game's own value
    number: int = 0  # of the running game in the store
    menu: int | None = None  # the chosen entry while the menu is open
    held: tuple[Held, ...] = ()
    saved: Saved | None = None
    language: str = "de"
    answer_ns: int | None = 10 * SECOND
    notices: tuple[tuple[str, Notice], ...] = ()  # by source: the newest is shown

    @property
    def game(self) -> str:
        """The name of the game that is chosen or runs."""
        return self.lobby.game


def new(
    t: int,
    saved: Saved | None = None,
    *,
    game: str = lobbies.NAMES[0],
    language: str = "de",
    answer_ns: int | None = 10 * SECOND,
) -> Box:
    """The box at power-on; with `saved` it first offers to go on with the unfinished game."""
    mode: Literal["offer", "attract"] = "offer" if saved else "attract"
    return Box(mode, t, Lobby(t, game), saved=saved, language=language, answer_ns=answer_ns)


Step = tuple[Box, tuple[Effect, ...]]


def step(box: Box, message: Message) -> Step:
    """Move the box on by one message."""
    match message:
        case Button():
            return _button(box, message)
        case Tap(t, what):
            return _tap(box, message, t, what)
        case Tick(t):
            return _tick(box, t)
        case Dealt(t, number, header):
            return _begin(box, t, number, journal.begin(header))
        case Fault(_, source, why):
            return notice(box, source, Notice(why) if why else None), ()
        case Ruling():
            return _ruling(box, message)
        case Dial() if box.menu is not None:
            return box, ()
        case _:
            return _to_game(box, message)


def notice(box: Box, source: str, told: Notice | None) -> Box:
    """Say something in one sentence on the screen, or stop saying it. One sentence a source."""
    rest = tuple(n for n in box.notices if n[0] != source)
    return replace(box, notices=(*rest, (source, told)) if told else rest)


def due(box: Box) -> int | None:
    """The box time at which the next Tick is owed."""
    times = [h.next for h in box.held]
    if box.mode == "lobby" and box.menu is None:
        times.append(lobbies.due(box.lobby))
    if box.mode == "game" and box.menu is None:
        times.append(GAMES[box.game].host.due(box.play))
    return min((t for t in times if t is not None), default=None)


# --- menu buttons


def _button(box: Box, button: Button) -> Step:
    t, name = button.t, button.name
    if not button.down:
        held = next((h for h in box.held if h.name == name), None)
        box = replace(box, held=tuple(h for h in box.held if h.name != name))
        return _key(box, "ok", t) if name == "ok" and held and held.next is not None else (box, ())
    if any(h.name == name for h in box.held):
        return box, ()
    box = replace(box, held=(*box.held, Held(name, t, t + (HOLD if name == "ok" else RUN_AFTER))))
    return (box, ()) if name == "ok" else _key(box, name, t)


def _repeat(box: Box, t: int) -> Step:
    """Held menu buttons: OK opens the menu once, < and > run where running makes sense."""
    effects: tuple[Effect, ...] = ()
    for held in box.held:
        if held.next is None or t < held.next:
            continue
        again = None
        if held.name == "ok":
            box, more = _open_menu(box, t)
            effects += more
        elif box.mode == "game" and box.menu is None and GAMES[box.game].host.runs(box.play):
            again = held.next + RUN_EVERY
            box, more = _key(box, held.name, t)
            effects += more
        moved = replace(held, next=again)
        box = replace(box, held=tuple(moved if h.name == held.name else h for h in box.held))
    return box, effects


def _key(box: Box, name: str, t: int) -> Step:
    """A menu button did its thing: which thing depends on where the box stands."""
    if box.menu is not None:
        return _menu_key(box, name, t)
    match box.mode, name:
        case "attract", _:
            return _woken(box, t), ()
        case _, "back":
            return _open_menu(box, t)
        case "offer", "ok" if box.saved:
            return _resume(box, t, box.saved)
        case "offer", "left":
            return _to_lobby(box, t), ()
        case "lobby", "ok":
            return _start(box, t)
        case "lobby", "left" | "right":
            return replace(box, lobby=lobbies.other(box.lobby, 1 if name == "right" else -1)), ()
        case "game", _:
            return _from_game(box, t, GAMES[box.game].host.key(box.play, name, t))
        case _:
            return box, ()


def _tap(box: Box, tap: Tap, t: int, what: str) -> Step:
    if what.startswith("key-"):
        return _key(box, what.removeprefix("key-"), t)
    if what == "choose" and box.menu is not None:
        return _menu_key(replace(box, menu=tap.value), "ok", t)
    return _to_game(box, tap) if box.menu is None else (box, ())


# --- time and rulings


def _tick(box: Box, t: int) -> Step:
    box, effects = _repeat(box, t)
    if box.mode == "lobby" and box.menu is None:
        box = replace(box, lobby=lobbies.time(box.lobby, t))
        if lobbies.idle(box.lobby, t):
            box = replace(notice(box, "lobby", None), mode="attract", since=t)
    if box.mode == "game" and box.menu is None:
        box, more = _to_game(box, Tick(t))
        effects += more
    return box, effects


def _ruling(box: Box, ruling: Ruling) -> Step:
    seat = ruling.seat
    if ruling.said == "stuck":
        box = notice(box, f"buzzer {seat}", Notice("stuck", seat))
    elif ruling.said == "rearmed":
        box = notice(box, f"buzzer {seat}", None)
    match box.mode:
        case "attract" if ruling.said == "press" and box.menu is None:
            return _woken(box, ruling.t), ()
        case "lobby" if box.menu is None:
            lobby = lobbies.ruling(box.lobby, ruling)
            return replace(notice(box, "lobby", None), lobby=lobby), ()
        case "game" if box.menu is None or ruling.said in ("winner", "rearmed"):
            return _to_game(box, ruling)  # behind the menu nobody plays; but who was first before it opened, was
        case _:
            return box, ()


# --- lobby and game


def seats_of(history: journal.History) -> tuple[Seat, ...]:
    """Who sits at a game, by number."""
    return tuple(sorted(cast("list[Seat]", history.header["seats"])))


def _to_lobby(box: Box, t: int) -> Box:
    return replace(box, mode="lobby", since=t, lobby=Lobby(t, box.game), play=None, menu=None)


def _woken(box: Box, t: int) -> Box:
    """From attract: an unfinished game is offered until it goes on or another one begins."""
    return replace(box, mode="offer", since=t) if box.saved else _to_lobby(box, t)


def _start(box: Box, t: int) -> Step:
    word = lobbies.wrong_number(box.lobby)
    if word:
        return notice(box, "lobby", Notice(word)), ()
    return notice(box, "lobby", None), (Want("deal", box.game, box.lobby.joined),)


def _begin(box: Box, t: int, number: int, history: journal.History) -> Step:
    game = str(history.header["game"])
    play, effects = GAMES[game].host.settle(history, t, answer_ns=box.answer_ns)
    lobby = Lobby(t, game, seats_of(history))
    return replace(box, mode="game", lobby=lobby, play=play, number=number, since=t, menu=None, saved=None), effects


def _resume(box: Box, t: int, saved: Saved) -> Step:
    box, effects = _begin(box, t, saved.number, saved.history)
    return box, (Resume(saved.number, saved.history.header), *effects)


def _to_game(box: Box, message: Message) -> Step:
    if box.mode != "game":
        return box, ()
    return _from_game(box, message.t, GAMES[box.game].host.step(box.play, message))


def _from_game(box: Box, t: int, stepped: tuple[Any, tuple[Effect, ...]]) -> Step:
    play, effects = stepped
    box = replace(box, play=play)
    if any(isinstance(e, Over) and not e.done for e in effects):
        return _to_lobby(box, t), effects
    return box, effects


# --- the menu


def menu_entries(box: Box) -> tuple[str, ...]:
    """What the menu offers just now, as words."""
    inside = (*GAMES[box.game].host.entries(box.play), "leave") if box.mode == "game" else ()
    return ("go-on", *inside, "language", "power-off")


def _open_menu(box: Box, t: int) -> Step:
    if box.menu is not None:
        return box, ()
    if box.mode != "game":
        lobby = replace(box.lobby, leaving=())  # under the menu nobody leaves
        return replace(notice(box, "lobby", None), lobby=lobby, menu=0), ()
    play, effects = GAMES[box.game].host.pause(box.play, t)
    return replace(box, play=play, menu=0), effects


def _menu_key(box: Box, name: str, t: int) -> Step:
    entries = menu_entries(box)
    here = min(box.menu or 0, len(entries) - 1)
    if name in ("left", "right"):
        return replace(box, menu=(here + (1 if name == "right" else -1)) % len(entries)), ()
    entry = "go-on" if name == "back" else entries[here]
    if entry == "language":
        language = "en" if box.language == "de" else "de"
        return replace(box, language=language), (Setting("screen.language", language),)
    if entry == "power-off":
        return box, (Quit(),)
    box = replace(box, menu=None)
    if box.mode != "game":
        return box, ()
    host = GAMES[box.game].host
    play, effects = host.go_on(box.play, t)
    if entry == "go-on":
        return _from_game(box, t, (play, effects))
    if entry == "leave":  # the game stays unfinished in the store and is offered again, now and at the next start
        saved = Saved(box.number, box.play.history) if result(box.play.history) is None else None
        box = replace(_to_lobby(box, t), saved=saved)
        return replace(box, mode="offer") if saved else box, (Over(done=False),)
    return _from_game(box, t, host.choose(replace(box.play, paused=None), entry, t))


def result(history: journal.History) -> dict[str, object] | None:
    """What the store keeps of a finished game: scores by seat, and who won; None while it goes on."""
    ends = history.game.record.ends(history.state)
    if not ends["over"]:
        return None
    scores = {str(seat): points for seat, points in history.game.rules.scores(history.state).items()}
    return {"scores": scores, "winners": ends["winners"]}


def ended_early(history: journal.History) -> bool:
    """Did the table end the game before its time (A25)?"""
    return any(action["do"] == "end" for _, action in journal.standing(history))
