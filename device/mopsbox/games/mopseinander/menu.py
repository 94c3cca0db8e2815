"""The menu in a game of Mopseinander: what it offers, and what a break does to a race and to the answer time. Pure."""

from __future__ import annotations

from dataclasses import replace

from ... import journal
from ...table import Act, Effect, Sound
from . import moves
from .moves import Step
from .play import Play


def entries(play: Play) -> tuple[str, ...]:
    """What the menu offers besides going on and leaving, as words."""
    state = play.state
    offers = []
    if play.finish and play.finish.shown:
        offers.append("photo-finish")
    if journal.standing(play.history):
        offers.append("take-back")
    if state.drawn is not None:
        return tuple(offers)
    if state.phase == "race":
        offers.append("close-round")
    if state.phase in ("fill", "race", "take"):
        offers.append("end-game")
    return tuple(offers)


def pause(play: Play, t: int) -> Step:
    """The menu opens: the race is off (`arm` keeps the referee's locks), the answer time stands still."""
    calls: tuple[Effect, ...] = ()
    play = go_on(play, t)[0] if play.photo else play
    if play.court == "open":
        play, calls = replace(play, court="armed"), (moves.arm(play.state),)
    return replace(play, paused=t, held=None), calls


def go_on(play: Play, t: int) -> Step:
    """The menu closes, or the photo finish. A race that was off begins anew: the same dice tumble, then it opens."""
    gone = t - (play.paused if play.paused is not None else t)
    deadline = play.deadline + gone if play.deadline is not None else None
    play = replace(play, paused=None, photo=None, since=play.since + gone, deadline=deadline)
    if play.mode in ("tumble", "race") and play.state.phase == "race":
        return replace(play, mode="tumble", since=t, taken=None, early=()), (Sound("rattle"),)
    return play, ()


def timed(play: Play, answer_ns: int | None) -> Play:
    """The play with this time to answer; whoever answers just now has it too."""
    deadline = play.since + answer_ns if play.mode == "answer" and answer_ns is not None else None
    return replace(play, answer_ns=answer_ns, deadline=deadline, ticked=0)


def choose(play: Play, entry: str, t: int) -> Step:
    """One of `entries` was chosen; the menu has closed."""
    if entry == "photo-finish":
        return replace(play, photo="near"), ()  # still paused
    play = replace(play, paused=None)
    action: dict[str, object] = {"do": {"take-back": "undo", "close-round": "close", "end-game": "end"}[entry]}
    history = journal.add(play.history, action)
    if entry == "close-round":
        play, calls = moves.nobody(replace(play, history=history), t)
        return play, (Act(action), *calls)
    play, calls = moves.settle(history, t, replace(play, taken=None))
    return play, (Act(action), *calls)
