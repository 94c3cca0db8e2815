"""An earlier trick is entered anew: which there are, what its change would do, how it is appended. Pure.

Nothing is erased. One line that is said otherwise is a `correct`. Where several lines are (a trick told card by card),
no line could change alone without being impossible for a moment: then the journal takes back, by `undo`, until what
stands is as it should be, and tells the rest again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ... import journal
from ...journal import History, Object, Refused
from ...table import Act, Effect, Over, Sound
from .asking import ask, blank
from .moves import Step, forced, settle
from .play import Change, Correcting, Play, Told

Where = tuple[int, int]
"""Round and trick."""


def told(history: History) -> tuple[Told, ...]:
    """All tricks that are over, in order."""
    tricks, lines = list[Told](), list[tuple[int, Object]]()
    for (number, action), (round_, trick) in zip(journal.standing(history), _places(history), strict=True):
        if action["do"] in ("play", "beg", "trick"):
            lines.append((number, action))
        if action["do"] in ("beg", "trick"):
            tricks.append(Told(round_, trick, tuple(lines)))
            lines = []
    return tuple(tricks)


def _places(history: History) -> Sequence[Where]:
    """For every line that stands the round and trick it belongs to."""
    places, round_, trick = list[Where](), 0, 1
    for _, action in journal.standing(history):
        if action["do"] == "deal":
            round_, trick = round_ + 1, 1
        places.append((round_, trick))
        if action["do"] in ("beg", "trick"):
            trick += 1
    return places


# --- which trick


def pick(play: Play, t: int) -> Play:
    """The page to choose on: the last trick is ringed. With one round there is no round to choose."""
    tricks = told(play.history)
    if not tricks:
        return play
    play = pick_again(replace(play, told=tricks, picked=len(tricks) - 1), t)
    return replace(play, part="round") if tricks[-1].round > 1 else play


def pick_again(play: Play, t: int) -> Play:
    """Back to the tricks, the one that was to be entered anew ringed as before."""
    return replace(blank(play), mode="pick", since=t, part="trick", correcting=None, change=None)


def turn_page(play: Play, by: int) -> Play:
    """< and >: another round (its last trick is the likeliest), or another trick of the round. Goes round."""
    tricks, here = play.told, play.told[play.picked]
    if play.part == "round":
        rounds = tricks[-1].round
        wanted = (here.round - 1 + by) % rounds + 1
        return replace(play, picked=max(n for n, one in enumerate(tricks) if one.round == wanted))
    of_round = [n for n, one in enumerate(tricks) if one.round == here.round]
    return replace(play, picked=of_round[(of_round.index(play.picked) + by) % len(of_round)])


def begin(play: Play, t: int) -> Play:
    """The ringed trick is entered anew."""
    trick = play.told[play.picked]
    before = _before(play.history, trick.lines[0][0]).state
    return ask(replace(play, correcting=Correcting(trick, before), change=None), t)


def _before(history: History, number: int) -> History:
    """What stood before the line of this number, corrections of it included."""
    again = journal.begin(history.header)
    for n, action in journal.standing(history):
        if n >= number:
            break
        again = journal.add(again, action)
    return again


# --- the new lines


def entered(play: Play, t: int, action: Object) -> Step:
    """One line of the trick is entered anew; once it is whole, its change is shown, or nothing has changed."""
    now = play.correcting
    assert now is not None
    lines = [action]
    state, _ = play.history.game.step(now.before, journal.read(action, play.history.game))
    if beg := forced(state):
        lines.append(beg)
        state, _ = play.history.game.step(state, journal.read(beg, play.history.game))
    now = replace(now, before=state, entered=(*now.entered, *lines))
    if lines[-1]["do"] not in ("beg", "trick"):
        return ask(replace(play, correcting=now), t), (Sound("slide"),)
    play = replace(blank(play), correcting=now)
    change = weigh(play.history, now.told, now.entered)
    if change is None:
        return pick_again(play, t), ()
    return replace(play, mode="change", since=t, change=change), ()


def weigh(history: History, trick: Told, new: Sequence[Object]) -> Change | None:
    """What it would do to tell this trick so; None: nothing, it says the same."""
    old = [line for _, line in trick.lines]
    if [_bare(line) for line in old] == [_bare(line) for line in new]:
        return None
    first, last = trick.lines[0][0], trick.lines[-1][0]
    standing = journal.standing(history)
    again = _before(history, first)
    for line in new:
        again = journal.add(again, line)
    for (number, action), place in zip(standing, _places(history), strict=True):
        if number <= last:
            continue
        try:
            again = journal.add(again, action)
        except Refused as why:
            return Change((), None, place, str(why))
    wanted = [action for _, action in journal.standing(again)]
    changed = [n for n, line in enumerate(new) if n < len(old) and _bare(line) != _bare(old[n])]
    if len(old) == len(new) and len(changed) == 1:
        number = trick.lines[changed[0]][0]
        lines: list[dict[str, object]] = [{"do": "correct", "action": number, "with": dict(new[changed[0]])}]
    else:
        lines = retold(history, wanted)
    for line in lines:
        history = journal.add(history, line)
    return Change(tuple(lines), history)


def retold(history: History, wanted: Sequence[Object]) -> list[dict[str, object]]:
    """The lines after which exactly the wanted actions stand: undos until a beginning of them does, then the rest."""
    lines = list[dict[str, object]]()
    while (stands := [action for _, action in journal.standing(history)]) != list(wanted[: len(stands)]):
        lines.append({"do": "undo"})
        history = journal.add(history, lines[-1])
    return [*lines, *[_bare(action) for action in wanted[len(stands) :]]]


def _bare(line: Object) -> dict[str, object]:
    """Without stamp and note, which belong to the line that was said first."""
    return {key: value for key, value in line.items() if key not in journal.ANYWHERE}


def accept(play: Play, t: int) -> Step:
    """The change that is shown happens; the table sees the sheet as it is now."""
    change = play.change
    if change is None or change.after is None:
        return play, ()
    acts = tuple([Act(line) for line in change.lines])
    settled, calls = settle(change.after, t, replace(play, ended=None, noticed=()))
    over: tuple[Effect, ...] = (Over(done=True),) if settled.state.phase == "over" else ()
    return replace(blank(settled), mode="sheet"), (*acts, *calls, *over, Sound("count"))
