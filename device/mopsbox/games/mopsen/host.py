"""The host of Mopsen: what is asked of whom, and what a press means just now. Pure.

`step(play, message) -> (play, effects)`. Nobody races here: the referee stays closed, and its "press" says whose buzzer
it was. asking has what is asked next, entry how a trick is told, correcting how an earlier one is told anew.
"""

from __future__ import annotations

from dataclasses import replace

from ... import journal
from ...table import Choice, Dial, Effect, Message, Over, Ruling, Seat, Sound, Tap, Tick, Want
from . import correcting, entry, moves, record, tour
from . import play as times
from .asking import ask, blank
from .bones import load
from .counting import after
from .deal import deal
from .draft import any_trick
from .figures import figures
from .legal import refuse
from .lights import lamps
from .moves import Step, leave_sheet
from .play import Play, teller
from .rules import State
from .state import Leader
from .view import coming, next_change

Key = str  # "left", "ok", "right": a menu button, pressed
BY = {"left": -1, "ok": 0, "right": 1}
PICTURES = ("card_red", "card_cat")
CHOICES = (  # B14, B16, B15
    Choice("exchange", "set-exchange"),
    Choice("queue_reset", "set-queue"),
    Choice("next_leader", "set-next", ("winner", "round")),
)
NEEDS = "own-cards"  # R28: the box has no cards
HOUSE_RULES: dict[int, str] = {}  # for 3 to 5 by the printed rules, for nobody else (B25)


def settle(history: journal.History, t: int, was: Play | None = None, answer_ns: int | None = None) -> Step:
    """The play that belongs to a state of the rules. `answer_ns`: nobody answers against time here."""
    return moves.settle(history, t, was)


def step(play: Play, message: Message) -> Step:
    """Move the table on by one message. A Tick does what time alone does."""
    match message:
        case Tick(t) if play.held and t >= play.held[1] + times.HOLD:
            return key(replace(play, held=None), "ok", t)
        case Ruling():
            return _ruling(play, message)
        case Tap():
            return _tap(play, message)
        case Dial(t, number) if not isinstance(number, bool):
            return entry.dialled(play, t, number)
        case _:
            return play, ()


def key(play: Play, name: Key, t: int) -> Step:
    """A menu button was pressed (left, right: on the way down and while it is held; ok: let go in time)."""
    by = BY.get(name, 0)
    match play.mode:
        case "deal" if not by:
            return moves.deal(play, t)
        case "leader":
            return _who_leads(play, t, by)
        case "table" if by < 0:
            return moves.take_back(play, t) if journal.standing(play.history) else (play, ())
        case "table" if by > 0:
            return replace(play, mode="sheet", since=t), ()
        case "table":
            return ask(play, t), ()
        case "trick" | "card" | "beg":
            return entry.key(play, by, t)
        case "sheet" if by > 0:
            return replace(play, turned=not play.turned), ()
        case "sheet":
            return (correcting.pick(play, t), ()) if by else leave_sheet(play, t)
        case "pick":
            return (correcting.turn(play, by), ()) if by else correcting.chosen(play, t)
        case "change":
            return _weighed(play, t, by)
        case "podium" if name == "ok":
            return play, (Want("deal", str(play.history.header["game"]), play.state.setup.seats),)
        case "podium" if by < 0:
            return play, (Over(done=False),)
        case "podium":
            return replace(play, mode="sheet", since=t), ()
        case _:
            return play, ()


def _who_leads(play: Play, t: int, by: int) -> Step:
    setup = play.state.setup
    if by and play.starter:
        return replace(play, starter=after(setup, play.starter, by)), ()
    return _leads(play, t, play.starter or play.state.leader)


def _leads(play: Play, t: int, seat: Seat) -> Step:
    """This seat starts the round, or did."""
    return correcting.led(play, t, seat) if play.correcting else moves.record(play, t, {"do": "leader", "seat": seat})


def _weighed(play: Play, t: int, by: int) -> Step:
    if by > 0:
        return replace(play, turned=not play.turned), ()
    if by < 0:
        return correcting.pick_again(play, t), ()
    return correcting.accept(play, t)


def back(play: Play, t: int) -> Step | None:
    """The fourth menu button: one step of what is being told back, nothing recorded is touched. None: there is none,
    the button opens the menu."""
    if stepped := entry.step_back(play, t):
        return stepped, ()
    match play.mode:
        case "pick" | "change":
            return correcting.back(play, t), ()
        case "leader" | "trick" | "card" | "beg" if play.correcting:
            return correcting.back(play, t), ()
        case "trick" | "card" | "leader" if not play.state.table:
            return moves.settle(play.history, t, play)
        case "sheet" if play.state.phase not in ("deal", "over"):
            return moves.settle(play.history, t, play)
        case _:
            return None


def runs(play: Play) -> bool:
    """Does a held < or > repeat?"""
    return play.part in ("bones", "value")


def due(play: Play) -> int | None:
    """The box time at which the next Tick is owed, None while the table only waits for people."""
    return play.held[1] + times.HOLD if play.held else None


# --- the menu


def entries(play: Play) -> tuple[str, ...]:
    """What the menu offers besides going on and leaving, as words."""
    state = play.state
    offers = ["take-back"] if journal.standing(play.history) or back(play, 0) else []
    if any_trick(play.history):
        offers.append("correct")
    if state.phase == "over":
        return tuple(offers)
    if refuse(state, Leader(state.leader)) is None:
        offers.append("leader")
    if _may_change(state):
        offers.append("enter-cards" if state.mode == "quick" else "enter-tricks")
    if state.rounds:  # before a round is finished nothing counts: then the game is left
        offers.append("end-here")
    return tuple(offers)


def _may_change(state: State) -> bool:
    """Between tricks the table may tell the next one the other way."""
    return state.mode != "full" and state.phase != "beg" and not state.table


def pause(play: Play, t: int) -> Step:
    """The menu opens; what was being told stands still."""
    return replace(play, paused=t, held=None), ()


def go_on(play: Play, t: int) -> Step:
    """The menu closes, and what was being told goes on."""
    gone = t - (play.paused if play.paused is not None else t)
    return replace(play, paused=None, since=play.since + gone, noticed_at=play.noticed_at + gone), ()


def choose(play: Play, entry: str, t: int) -> Step:
    """One of `entries` was chosen; the menu has closed."""
    play = replace(play, paused=None)
    match entry:
        case "take-back":
            return back(play, t) or moves.take_back(play, t)
        case "correct":
            return correcting.pick(play, t), ()
        case "leader":
            return replace(blank(play), mode="leader", since=t, starter=play.state.leader, correcting=None), ()
        case "enter-cards" | "enter-tricks":
            mode = "cards" if entry == "enter-cards" else "quick"
            return moves.record(replace(play, correcting=None), t, {"do": "mode", "mode": mode})
        case _:
            return moves.record(replace(play, correcting=None), t, {"do": "end"})


# --- rulings and fingers


def _ruling(play: Play, ruling: Ruling) -> Step:
    seat, at = ruling.seat, ruling.at
    match ruling.said:
        case "press" if seat in play.state.setup.seats and at != play.typed_at:
            return _press(play, ruling.t, seat, at)
        case "rearmed" if play.held and play.held[0] == seat:
            return key(replace(play, held=None), "right", ruling.t)
        case _:
            return play, ()


def _press(play: Play, t: int, seat: Seat, at: int) -> Step:
    if seat == teller(play):  # whose turn it is has its buzzer as a button
        return replace(play, held=(seat, at)), ()
    match play.mode:
        case "sheet":
            return leave_sheet(play, t)
        case "leader":
            said, effects = _leads(play, t, seat)
            return said, (*effects, Sound("voice", seat))
        case _:
            return entry.seat_said(play, t, seat)


def _tap(play: Play, tap: Tap) -> Step:
    t, value = tap.t, tap.value
    match play.mode, tap.what:
        case _, "less" | "more" | "done":
            return key(play, {"less": "left", "more": "right"}.get(tap.what, "ok"), t)
        case "table", "sheet":
            return replace(play, mode="sheet", since=t), ()
        case "leader", "seat" if value in play.state.setup.seats:
            return _press(play, t, Seat(value), t)
        case "pick", _:
            return correcting.tap(play, tap)
        case _:
            return entry.tap(play, tap)


__all__ = [
    "CHOICES",
    "HOUSE_RULES",
    "NEEDS",
    "PICTURES",
    "Effect",
    "back",
    "choose",
    "coming",
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
    "record",
    "runs",
    "settle",
    "step",
    "tour",
]
