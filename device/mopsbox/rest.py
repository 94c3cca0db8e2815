"""What the box does when nobody has done anything for long, so that nothing burns in: an open lobby, a menu over it, a
podium go back to attract; a game stays, but darker. Pure: the box remembers when it was last touched.
"""

from __future__ import annotations

from dataclasses import replace

from .games import GAMES
from .games.protocol import Racing
from .stage import Box, Step, from_wizard, notice, result, to_lobby
from .table import SECOND, Button, Dial, Effect, Message, Over, Ruling, Tap

AFTER = 600 * SECOND


def by_hand(message: Message) -> bool:
    """Has somebody done something? A contact that chatters is nobody. What a keyboard types beside a buzzer (Tap
    "typed") comes before it and is told by it."""
    match message:
        case Button(down=True) | Dial():
            return True
        case Tap(what=what):
            return what != "typed"
        case Ruling(said=said):
            return said in ("press", "early", "winner")
        case _:
            return False


def woken(box: Box, message: Message) -> tuple[Box, bool]:
    """The box, touched just now, and whether that was all: the first touch in the dark only makes it light. A press in
    an open race counts, however dark it is."""
    now = replace(box, touched=message.t, dark=False)
    return now, box.dark and not (isinstance(message, Ruling) and (message.said != "press" or _races(box)))


def _races(box: Box) -> bool:
    host = GAMES[box.game].host
    return box.menu is None and isinstance(host, Racing) and host.races(box.play)


def due(box: Box) -> int | None:
    """When the box has waited long enough; None: it has its rest already, or looks after itself."""
    if box.dark or (box.menu is None and box.mode in ("attract", "wizard")):
        return None
    return max(box.since, box.touched) + AFTER


def rested(box: Box, t: int) -> Step:
    """Nobody has been there for so long: whoever was in is in no more; an unfinished game stands where it stood."""
    match box.mode:
        case "game" if result(box.play.history) is None:
            return replace(box, dark=True), ()
        case "wizard":
            return replace(from_wizard(box, t), menu=None, page=None), ()
        case _:
            effects: tuple[Effect, ...] = (Over(done=False),) if box.mode == "game" else ()
            empty = notice(to_lobby(box, t), "lobby", None)
            return replace(empty, mode="attract", held=(), far=False), effects
