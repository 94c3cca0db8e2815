"""The moves of an evening of Mopsen: from one trick to the next, from round to round, and what is recorded on the way.

Pure: each takes the play as it is and gives (play, effects). `host` decides which move a press or a button means.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ... import journal
from ...journal import History
from ...table import Act, Call, Effect, Over, Sound
from . import play as times
from .asking import ask, blank
from .counting import after, begged_from
from .events import Begged, GameOver, Noticed, Played, RoundOver, TrickWon
from .play import Ended, Play
from .state import State

Step = tuple[Play, tuple[Effect, ...]]


def settle(history: History, t: int, was: Play | None = None) -> Step:
    """The play that belongs to a state of the rules: a new game, after an undo, after a pulled plug. Nobody races
    here: the referee is told so once."""
    play = Play(history, "table", t) if was is None else blank(replace(was, history=history, mode="table", since=t))
    play = replace(play, correcting=None, change=None, draft=None)
    calls: tuple[Effect, ...] = (Call("close"),) if was is None else ()
    state = play.state
    match state.phase:
        case "deal":
            return replace(play, mode="sheet" if state.rounds else "deal"), calls
        case "over":
            return replace(play, mode="podium"), calls
        case "trick" if not state.table:
            return play, calls
        case _:
            return ask(play, t), calls


def record(play: Play, t: int, action: dict[str, object]) -> Step:
    """An action of the table is accepted. A begged card that is forced is told with it (B5)."""
    first = play.state.phase == "trick" and not play.state.table
    was, history, actions = play.state, journal.add(play.history, action), [action]
    events = list(history.events)
    if beg := forced(history.state):
        was, history = history.state, journal.add(history, beg)
        actions.append(beg)
        events += history.events
    found = tuple([event.revoke for event in events if isinstance(event, Noticed)])
    if found or first:
        play = replace(play, noticed=found if first else (*play.noticed, *found), noticed_at=t)
    begged = next((event for event in events if isinstance(event, Begged)), None)
    play = replace(play, ended=_ended(was, history.state, begged, events, t) if begged else None)
    settled, calls = settle(history, t, play)
    if settled.state.phase == "over":
        settled = replace(settled, mode="podium" if settled.state.ended_early else "sheet")
        calls = (*calls, Over(done=True))
    return settled, (*[Act(line) for line in actions], *calls, *_sounds(events))


def forced(state: State) -> dict[str, object] | None:
    """The `beg` that nobody need be asked: one card is left to take."""
    free = begged_from(state)
    return {"do": "beg", "seat": state.beggar, "card": free[0]} if len(free) == 1 else None


def _ended(was: State, state: State, begged: Begged, events: Iterable[object], t: int) -> Ended:
    """`was`: right before the trick's last action."""
    if begged.card is None or was.won is None:
        won = next(event for event in events if isinstance(event, TrickWon))
        return Ended(t, won.seat, won.bones, begged.seat, begged.colour, was.queue)
    setup, winner = was.setup, was.won
    card = was.cards[setup.seats.index(winner)][-1]
    played = {**dict(was.table), winner: card}
    order = [after(setup, was.leader, n) for n in range(len(setup.seats))]
    table = tuple([(seat, played[seat]) for seat in order])
    bones = setup.bones.of[card]
    return Ended(t, winner, bones, begged.seat, begged.colour, was.queue, card, begged.card, table)


def _sounds(events: Iterable[object]) -> tuple[Sound, ...]:
    """One for what happened last, and one for every remark."""
    sounds, last = list[Sound](), Sound("tick")
    for event in events:
        match event:
            case Noticed(revoke):
                sounds.append(Sound("remark", revoke.seat))
            case Played(seat=seat):
                last = Sound("slide", seat)
            case Begged(seat=seat, climbed=climbed):
                last = Sound("climb" if climbed else "slide", seat)
            case RoundOver():
                last = Sound("count")
            case GameOver() if last.name != "count":
                last = Sound("fanfare")
            case _:
                pass
    return (*sounds, last)


def deal(play: Play, t: int) -> Step:
    """Everybody has eight cards. In full mode somebody has to say which: no table does."""
    if play.state.mode == "full":
        return play, ()
    return record(play, t, {"do": "deal"})


def leave_sheet(play: Play, t: int) -> Step:
    """On from the sheet: to the deal, to the podium, back to the trick. A remark is what is left first."""
    if t < play.since + times.SKIP_AFTER:
        return play, ()
    if times.remarked(play, t):
        return replace(play, noticed=()), ()
    match play.state.phase:
        case "deal":
            return replace(blank(play), mode="deal", since=t, turned=False), ()
        case "over":
            return replace(blank(play), mode="podium", since=t, turned=False), (Sound("fanfare"),)
        case _:
            settled, calls = settle(play.history, t, play)
            return replace(settled, turned=False), calls


def take_back(play: Play, t: int) -> Step:
    """The last step that stands is taken back; a forced begged card with the card that forced it, as nobody said it."""
    history, actions = play.history, list[Act]()
    while journal.standing(history):
        history = journal.add(history, {"do": "undo"})
        actions.append(Act({"do": "undo"}))
        if not forced(history.state):
            break
    settled, calls = settle(history, t, replace(play, ended=None, noticed=()))
    return settled, (*actions, *calls)
