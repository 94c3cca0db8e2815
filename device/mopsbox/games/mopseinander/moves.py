"""The moves of an evening of Mopseinander: from one question to the next, and what is called and recorded on the way.

Pure: each takes the play as it is and gives (play, effects). `host` decides which move a press or the clock means.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ... import journal
from ...table import Act, Call, Effect, Over, Ruling, Seat, Sound, Want
from . import play as times
from .play import Finish, Play, Verdict, dialled, fill_choices
from .practice import answered
from .rules import State

Step = tuple[Play, tuple[Effect, ...]]


def settle(history: journal.History, t: int, was: Play | None = None, answer_ns: int | None = None) -> Step:
    """The play that belongs to a state of the rules: a new game, after an undo, after a pulled plug."""
    state = history.state
    calls: tuple[Effect, ...] = (Call("close"),)
    if was and was.court == "closed":
        calls = ()
    elif was is None and state.phase == "race" and state.drawn is None:
        calls = ()  # a pulled plug broke the race off: it goes on with the locks of its log
    play = Play(history, "fill", t, was.answer_ns if was else answer_ns, taken=was.taken if was else None)
    play = replace(play, practice=was.practice if was else None)
    if was and state.phase != "race":  # until the next race it can be looked at
        play = replace(play, finish=was.finish)
    match state.phase:
        case "fill":
            return replace(play, choice=fill_choices(state)[0]), calls
        case "race" if state.drawn is not None:
            return ask(play, state.drawn, t), calls
        case "race":
            return replace(play, mode="tumble", court="armed"), (*calls, arm(state), Sound("rattle"))
        case "take":
            return replace(play, mode="take"), calls
        case "final":
            return replace(play, mode="final"), (*calls, Sound("flip"))
        case _:
            return replace(play, mode="podium"), calls


def arm(state: State) -> Call:
    """Arm the referee, who may not know who has answered already: after an undo, after a pulled plug."""
    return Call("arm", out=frozenset(state.locked))


def open_race(play: Play) -> Step:
    return replace(play, court="open", opened=None, presses=()), (Call("open", shown=True), Sound("open"))


def hurried(play: Play, t: int) -> Play:
    """The play with nothing on its way any more: whoever presses has seen enough (layout.md, Motion)."""
    since = min(play.since, t - times.flipping(play.state)) if play.mode == "final" else play.since
    return replace(play, since=since, taken=None, astir=None)


def skip(play: Play, t: int) -> Step:
    """A press while something is only shown: on, unless it was still meant for what stood there before."""
    return go_next(play, t) if t >= play.since + times.SKIP_AFTER else (play, ())


def go_next(play: Play, t: int) -> Step:
    """What follows a verdict, the final's tumbling dice or a tally."""
    state = play.state
    if play.mode == "tumble":
        return replace(play, mode="tally", since=t), (Sound("count"),)
    if play.mode == "tally":
        done = state.phase == "over"
        return replace(play, mode="podium" if done else "final", since=t), (Sound("fanfare"),) if done else ()
    if play.verdict in ("wrong", "late") and state.phase == "race":
        play = replace(play, mode="race", since=t, astir=t, verdict=None, judged=None, finish=None, number=None)
        if play.court == "decided":
            return replace(play, court="open", opened=None, presses=()), (Call("wrong", shown=True), Sound("open"))
        play, calls = open_race(play)  # after a break the referee has forgotten who had won: a new race
        return play, (arm(state), *calls)
    if play.verdict in ("wrong", "late"):
        return nobody(play, t)
    return settle(play.history, t, play)


def nobody(play: Play, t: int) -> Step:
    """All locked out, or the host closed the round: nobody wins it (A8)."""
    calls: tuple[Effect, ...] = (Call("close"),) if play.court != "closed" else ()
    play = replace(play, mode="verdict", verdict="nobody", since=t, judged=None, court="closed")
    return play, (*calls, Sound("sigh"))


def verdict_lasts(play: Play) -> int:
    if play.practice and play.verdict in ("right", "nobody"):
        return times.VERDICT_PRACTICE
    lasts = {"right": times.VERDICT_RIGHT, "nobody": times.VERDICT_NOBODY}
    return lasts.get(play.verdict or "", times.VERDICT_WRONG)


# --- the race is decided


def won(play: Play, ruling: Ruling) -> Step:
    seat = ruling.seat
    among = list(ruling.tied)
    acts: tuple[Effect, ...] = ()
    if len(among) > 1:  # A12: the fair draw is logged
        action: dict[str, object] = {"do": "draw", "among": among, "seat": seat}
        play, acts = replace(play, history=journal.add(play.history, action)), (Act(action),)
    lanes = play.presses if any(s == seat for s, _ in play.presses) else ((seat, ruling.at), *play.presses)
    if play.paused is None:
        play = replace(play, court="decided")
    play = replace(play, presses=lanes)
    finish = Finish(seat, ruling.tied, lanes)
    taken = (Sound("shutter"),) if finish.shown else ()
    return replace(ask(play, seat, ruling.t), finish=finish), (*acts, Sound("voice", seat), *taken)


def ask(play: Play, seat: Seat, t: int) -> Play:
    deadline = t + play.answer_ns if play.answer_ns is not None else None  # D2: from the ruling
    return replace(
        play, mode="answer", since=t, judged=seat, number=None, typed=False, deadline=deadline, ticked=0, early=()
    )


# --- the answer


def dial(play: Play, by: int) -> Play:
    return replace(play, number=dialled(play, by), typed=False)


def answer(play: Play, t: int, number: int | None) -> Step:
    seat = cast(Seat, play.judged)
    action: dict[str, object] = {"do": "answer", "seat": seat, "number": number}
    history = journal.add(play.history, action)
    play = replace(play, history=history, mode="verdict", since=t, number=number, deadline=None)
    right = history.state.phase == "take"
    verdict: Verdict = "right" if right else "late" if number is None else "wrong"
    if play.practice:
        first = len(history.state.locked) == (0 if right else 1)
        told = answered(play.practice, play.presses, play.opened, seat, verdict, first)
        play = replace(play, practice=told)
    if right:
        call = Call("right" if play.court == "decided" else "close")  # after a break the referee has no winner
        return replace(play, verdict=verdict, court="closed"), (Act(action), call, Sound("right", seat))
    return replace(play, verdict=verdict), (Act(action), Sound("wrong", seat))


# --- fill, roll, take


def choose_fill(play: Play, by: int, choices: tuple[int, ...]) -> Play:
    here = choices.index(play.choice) if play.choice in choices else 0
    return replace(play, choice=choices[(here + by) % len(choices)])


def fill_and_roll(play: Play, t: int) -> Step:
    acts: tuple[Effect, ...] = ()
    if play.choice > len(play.state.table):
        action: dict[str, object] = {"do": "fill", "to": max(4, play.choice)}
        play, acts = replace(play, history=journal.add(play.history, action)), (Act(action), Sound("slide"))
    return replace(play, choice=len(play.state.table), held=None), (*acts, Want("dice"))


def rolled(play: Play, t: int, green: int, red: int) -> Step:
    action: dict[str, object] = {"do": "roll", "green": green, "red": red}
    history = journal.add(play.history, action)
    if history.state.phase == "race":
        settled, calls = settle(history, t, replace(play, taken=None))
        return replace(settled, astir=t), (Act(action), *calls)
    over: tuple[Effect, ...] = (Over(done=True),) if history.state.phase == "over" else ()
    return replace(play, history=history, mode="tumble", since=t), (Act(action), *over, Sound("rattle"))


def take(play: Play, t: int, coaster: int) -> Step:
    seat = cast(Seat, play.state.winner)
    action: dict[str, object] = {"do": "take", "seat": seat, "coaster": coaster}
    history = journal.add(play.history, action)
    play, calls = settle(history, t, replace(play, taken=(coaster, seat, t)))
    return play, (Act(action), *calls, Sound("slide"))
