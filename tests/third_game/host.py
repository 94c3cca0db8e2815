"""The host of Hau den Pug: OK lets the pug look out, the referee says who hit it first. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from mopsbox import journal
from mopsbox.scene import Item, Look
from mopsbox.table import Act, Call, Called, Effect, Lamp, Message, Over, Ruling, Seat, Sound, Want

from . import record
from .record import deal
from .rules import State

Mode = Literal["hidden", "out", "podium"]
HOUSE_RULES: dict[int, str] = {}
PICTURES = ("pug_g1", "pug_r6")


@dataclass(frozen=True, slots=True)
class Play:
    """`opened`: when the players could see the pug. `last`: who hit it the last time."""

    history: journal.History
    mode: Mode
    since: int
    opened: int | None = None
    last: Seat | None = None

    @property
    def state(self) -> State:
        state: State = self.history.state
        return state


Step = tuple[Play, tuple[Effect, ...]]


def settle(history: journal.History, t: int, *, answer_ns: int | None = None) -> Step:
    """A pulled plug, a correction, a new game: the pug is down."""
    return Play(history, "podium" if history.state.over else "hidden", t), (Call("close"),)


def step(play: Play, message: Message) -> Step:
    match message:
        case Ruling(said="winner") if play.mode == "out":
            return _hit(play, message)
        case Called(t, "open"):
            return replace(play, opened=t), ()
        case _:
            return play, ()


def _hit(play: Play, ruling: Ruling) -> Step:
    action: dict[str, object] = {"do": "hit", "seat": ruling.seat}
    if len(ruling.tied) > 1:
        action["among"] = list(ruling.tied)
    settled, calls = settle(journal.add(play.history, action), ruling.t)
    over: tuple[Effect, ...] = (Over(done=True), Sound("fanfare")) if settled.mode == "podium" else ()
    return replace(settled, last=ruling.seat), (Act(action), *calls, Sound("voice", ruling.seat), *over)


def key(play: Play, name: str, t: int) -> Step:
    match play.mode, name:
        case "hidden", "ok":
            return _look_out(play, t)
        case "podium", "ok":
            return play, (Want("deal", str(play.history.header["game"]), play.state.setup.seats),)
        case "podium", "left":
            return play, (Over(done=False),)
        case _:
            return play, ()


def _look_out(play: Play, t: int) -> Step:
    out = replace(play, mode="out", since=t, opened=None)
    return out, (Call("arm"), Call("open", shown=True), Sound("open"))


def back(play: Play, t: int) -> Step | None:
    return None


def runs(play: Play) -> bool:
    return False


def due(play: Play) -> int | None:
    return None


# --- the menu


def entries(play: Play) -> tuple[str, ...]:
    if play.state.over:
        return ()
    return (*(("take-back",) if journal.standing(play.history) else ()), "end-game")


def pause(play: Play, t: int) -> Step:
    """Nobody hits behind the menu."""
    return play, (Call("close"),) if play.mode == "out" else ()


def go_on(play: Play, t: int) -> Step:
    return _look_out(play, t) if play.mode == "out" else (play, ())


def choose(play: Play, entry: str, t: int) -> Step:
    action: dict[str, object] = {"do": {"take-back": "undo", "end-game": "end"}[entry]}
    settled, calls = settle(journal.add(play.history, action), t)
    over: tuple[Effect, ...] = (Over(done=True), Sound("fanfare")) if settled.mode == "podium" else ()
    return settled, (Act(action), *calls, *over)


# --- beside the picture


def lamps(play: Play) -> dict[Seat, Lamp]:
    how: Lamp = "dim" if play.mode == "out" else "off"
    lit: dict[Seat, Lamp] = dict.fromkeys(play.state.setup.seats, how)
    if play.mode == "hidden" and play.last:
        lit[play.last] = "on"
    return lit | dict.fromkeys(play.state.winners, "wave")


def next_change(play: Play, t: int) -> int | None:
    return None


def coming(play: Play, look: Look) -> tuple[Item, ...]:
    return ()


__all__ = [
    "HOUSE_RULES",
    "PICTURES",
    "back",
    "choose",
    "coming",
    "deal",
    "due",
    "entries",
    "go_on",
    "key",
    "lamps",
    "next_change",
    "pause",
    "record",
    "runs",
    "settle",
    "step",
]
