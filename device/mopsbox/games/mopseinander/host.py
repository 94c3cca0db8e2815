"""The host of Mopseinander: what is asked of whom, and what a press means just now. Pure.

`step(play, message) -> (play, effects)`. The rules decide what is legal; the host only asks when it is somebody's
turn. The referee is called, never consulted: who was first comes back as a ruling. What else the box asks of a game
besides rules and picture can be had from here.
"""

from __future__ import annotations

from dataclasses import replace

from ...counted import NOTHING_SEEN, Seen
from ...table import (
    SECOND,
    Called,
    Dial,
    Dice,
    Message,
    Over,
    Ruling,
    Seat,
    Sound,
    Tap,
    Tick,
    Want,
)
from . import bots, moves, record, tour
from . import play as times
from .coasters import load
from .deal import deal
from .figures import figures, timed_buzzes
from .legal import HIGHEST
from .menu import choose, entries, go_on, pause, timed
from .moves import Step, settle
from .play import Play, fill_choices, most_number, next_tick, roller
from .practice import Practice, begun
from .record import HOUSE_RULES
from .rules import correct_number
from .view import coming, lamps, next_change

PICTURES = ("pug_g1", "pug_r2")  # one of each family
company = bots  # everything lies open on the table, so bots may sit with people
Key = str  # "left", "ok", "right": a menu button, pressed


def step(play: Play, message: Message) -> Step:
    """Move the table on by one message. A Tick does what time alone does."""
    if play.photo:  # the table waits until it has been seen
        return go_on(play, message.t) if isinstance(message, Ruling) and message.said == "press" else (play, ())
    match message:
        case Tick(t):
            return _time(play, t)
        case Ruling():
            return _ruling(play, message)
        case Tap():
            return _tap(moves.hurried(play, message.t), message)
        case Dial(t, number) if play.mode == "answer":
            if isinstance(number, bool):  # truly or falsely, without knowing the number
                number = correct_number(play.state) + (0 if number else 1)
            return moves.answer(play, t, number) if number <= HIGHEST else (play, ())
        case Dice(t, green, red) if play.mode in ("fill", "final"):
            return moves.rolled(play, t, green, red)
        case Called(t, do) if do in ("open", "wrong"):
            fresh = play.practice and do == "open" and not play.state.locked
            practice = begun(play.practice) if play.practice and fresh else play.practice
            return replace(play, opened=t, presses=(), practice=practice), ()
        case _:
            return play, ()


def key(play: Play, name: Key, t: int) -> Step:
    """A menu button was pressed (left, right: on the way down and while it is held; ok: let go in time)."""
    if play.photo:
        return (
            (replace(play, photo="far" if play.photo == "near" else "near"), ()) if name == "right" else go_on(play, t)
        )
    by, play = {"left": -1, "right": 1}.get(name, 0), moves.hurried(play, t)
    match play.mode:
        case "fill" if by:
            return moves.choose_fill(play, by, fill_choices(play.state)), ()
        case "fill":
            return moves.fill_and_roll(play, t)
        case "answer" if by:
            return moves.dial(play, by), ()
        case "answer" if play.number is not None:
            return moves.answer(play, t, play.number)
        case "take" if by:
            return replace(play, choice=(play.choice + by) % len(play.state.table)), ()
        case "take":
            return moves.take(play, t, play.state.table[play.choice])
        case "final" if not by:
            return play, (Want("dice"),)
        case "podium" if name == "ok":
            return play, (Want("deal", str(play.history.header["game"]), play.state.setup.seats),)
        case "podium" if name == "left":
            return play, (Over(done=False),)
        case "verdict" | "tally":
            return moves.skip(play, t)
        case "tumble" if play.state.phase != "race":
            return moves.skip(play, t)
        case _:
            return play, ()


def back(play: Play, t: int) -> Step | None:
    """The fourth menu button: nothing here is told in steps, it opens the menu."""
    return None


def runs(play: Play) -> bool:
    """Does a held < or > repeat?"""
    return play.mode == "answer" and not play.photo


def practised(play: Play, seat: Seat, seen: Seen = NOTHING_SEEN) -> Play:
    """The play, with everybody's times after each round: this seat plays alone against bots. `seen`: what the referee
    saw of the rounds before."""
    times = tuple(us for who, us, _ in timed_buzzes(play.history, seen) if who == seat)
    return replace(play, practice=Practice(seat, times=times))


def races(play: Play) -> bool:
    """Is a race open, or do its dice tumble: does every press count?"""
    return play.mode in ("tumble", "race") and play.state.phase == "race"


def due(play: Play) -> int | None:
    """The box time at which the next Tick is owed, None while the table only waits for people."""
    if play.photo:
        return None
    ends = {
        "tumble": play.since + times.TUMBLE,
        "answer": next_tick(play) or play.deadline,
        "verdict": play.since + moves.verdict_lasts(play),
        "tally": play.since + tally_lasts(play),
    }
    hold = play.held[1] + times.HOLD_TAKE if play.held else None
    return min((e for e in (ends.get(play.mode), hold) if e is not None), default=None)


def tally_lasts(play: Play) -> int:
    """How long the scores of a final roll count up, with time to read them (a tie is announced faster)."""
    best = max(play.state.final or (0,))
    return times.COUNT_STEP * min(best, 60) + (4 if play.state.phase == "over" else 3) * SECOND


# --- time


def _time(play: Play, t: int) -> Step:
    if play.held and t >= play.held[1] + times.HOLD_TAKE:
        play = replace(play, held=None)
        if play.mode == "take":
            return moves.take(play, t, play.state.table[play.choice])
        if play.mode == "fill":
            return moves.fill_and_roll(play, t)
    at = due(play)
    if at is None or t < at:
        return play, ()
    match play.mode:
        case "tumble" if play.state.phase == "race":
            return moves.open_race(replace(play, mode="race", since=t))
        case "answer" if play.deadline is not None and t < play.deadline:
            left = (play.deadline - t - 1) // SECOND
            return replace(play, ticked=times.COUNTDOWN - left), (Sound("countdown"),)
        case "answer":
            return moves.answer(play, t, None)
        case _:
            return moves.go_next(play, t)


# --- rulings


def _ruling(play: Play, ruling: Ruling) -> Step:
    seat, at = ruling.seat, ruling.at
    match ruling.said:
        case "winner" if play.mode == "race":
            return moves.won(play, ruling)
        case "early" if play.mode in ("tumble", "race") and play.paused is None:
            return replace(play, early=(*play.early, (seat, at))), (Sound("early", seat),)
        case "press":
            was, play = play.finish, _race_press(moves.hurried(play, ruling.t), seat, at)
            if play.finish and was and play.finish.shown > was.shown:
                return play, (Sound("shutter"),)
            return _own_press(play, seat, ruling)
        case "rearmed" if play.held and play.held[0] == seat:
            play = replace(play, held=None)
            return key(play, "right", ruling.t) if play.mode in ("fill", "take") else (play, ())
        case _:
            return play, ()


def _race_press(play: Play, seat: Seat, at: int) -> Play:
    """Keep every press of this opening for the photo finish, in the order of first edges. Who does not play or has
    answered is in no race, and once late presses are over a key is a digit."""
    if play.opened is None or at < play.opened or play.mode not in ("race", "answer"):
        return play
    if play.mode == "answer" and at >= play.since + times.TYPED_AFTER:
        return play
    state = play.state
    if seat not in state.setup.seats or seat in state.locked or any(s == seat for s, _ in play.presses):
        return play
    presses = tuple(sorted((*play.presses, (seat, at)), key=lambda lane: lane[1]))
    return replace(play, presses=presses, finish=play.finish and replace(play.finish, lanes=presses))


def _own_press(play: Play, seat: Seat, ruling: Ruling) -> Step:
    """A buzzer outside the race: the one whose turn it is has it as a button."""
    state = play.state
    mine = {"fill": state.active, "take": state.winner}.get(play.mode)
    if seat == mine:
        return replace(play, held=(seat, ruling.at)), ()
    if play.mode == "final" and seat == roller(state):
        return play, (Want("dice"),)
    if play.mode == "tally" or (play.mode == "tumble" and state.phase != "race"):
        return moves.skip(play, ruling.t)
    if play.mode == "verdict" and play.verdict in ("right", "nobody"):
        return moves.skip(play, ruling.t)
    return play, ()


# --- the answer


def _tap(play: Play, tap: Tap) -> Step:
    t, value = tap.t, tap.value
    match play.mode, tap.what:
        case "answer", "digit":
            number = (play.number or 0) * 10 + value if play.typed else value
            return replace(play, number=number if number <= most_number(play.state) else value, typed=True), ()
        case "answer", "typed" if t >= play.since + times.TYPED_AFTER:
            return _tap(play, Tap(t, "digit", value))
        case "answer", "erase":
            left = None if play.number is None or play.number < 10 else play.number // 10
            return replace(play, number=left, typed=left is not None), ()
        case "answer", "less" | "more":
            return key(play, "left" if tap.what == "less" else "right", t)
        case "answer", "done":
            return key(play, "ok", t)
        case "fill", "fill" if value in fill_choices(play.state):
            return replace(play, choice=value), ()
        case "take", "coaster" if value in play.state.table:
            return moves.take(play, t, value)
        case _:
            return play, ()


__all__ = [
    "HOUSE_RULES",
    "PICTURES",
    "back",
    "choose",
    "coming",
    "company",
    "deal",
    "due",
    "entries",
    "figures",
    "go_on",
    "key",
    "lamps",
    "load",
    "next_change",
    "pause",
    "practised",
    "races",
    "record",
    "runs",
    "settle",
    "step",
    "timed",
    "tour",
]
