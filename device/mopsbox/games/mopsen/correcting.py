"""What was told earlier is told anew: which piece, what is to be done with it, the change shown, then accepted. Pure.

The table works on a draft. As long as all of it fits, each step shows its change, to be accepted or not. Where it does
not, the first piece that no longer fits is ringed, and the table goes on from there: tells it otherwise, puts in a
trick that was forgotten, leaves out one that never was. The way out with nothing changed is ringed like the rest.
"""

from __future__ import annotations

from dataclasses import replace

from ... import journal
from ...journal import Object
from ...table import Act, Effect, Over, Seat, Sound, Tap
from . import draft as drafts
from .asking import ask, blank
from .draft import Draft, Told
from .moves import Step, forced, settle
from .play import Choice, Correcting, Play

# --- which piece


def pick(play: Play, t: int) -> Play:
    """The page to choose on: the last trick is ringed. With one round there is no round to choose."""
    if not drafts.any_trick(play.history):
        return play
    draft = drafts.of(play.history)
    last = [at for at, piece in enumerate(draft.pieces) if piece.kind == "trick"][-1]
    play = _page(replace(play, draft=draft, past=(), picked=last), t)
    return replace(play, part="round") if len(rounds(draft)) > 1 else play


def pick_again(play: Play, t: int) -> Play:
    """Back to what stands: nothing has changed. What was ringed is so again."""
    draft = drafts.of(play.history)
    return _page(replace(play, draft=draft, past=(), picked=min(play.picked, len(draft.pieces) - 1)), t)


def _page(play: Play, t: int) -> Play:
    """The tricks of a round; where something no longer fits, that is ringed."""
    return replace(blank(play), mode="pick", since=t, part="trick", leaving=False, correcting=None, change=None)


def the(play: Play) -> Draft:
    """The draft that is worked on."""
    assert play.draft is not None
    return play.draft


def row(draft: Draft, number: int) -> list[int]:
    """What can be ringed of a round: who leads, its tricks; what no longer fits, but nothing after it. A round that
    cannot begin yet is a trick missing in the one before."""
    return [at for at in _within_reach(draft) if round_of(draft, at) == number]


def rounds(draft: Draft) -> list[int]:
    return sorted({round_of(draft, at) for at in _within_reach(draft)})


def _within_reach(draft: Draft) -> list[int]:
    stuck = draft.stuck
    fit = len(draft.pieces) if stuck is None else stuck
    found = [at for at, piece in enumerate(draft.pieces[:fit]) if piece.kind in ("round", "trick")]
    return found if stuck is None else [*found, stuck]


def round_of(draft: Draft, at: int) -> int:
    return draft.pieces[at].round - missing(draft, at)


def missing(draft: Draft, at: int) -> bool:
    """Does a trick have to be told before this round can begin?"""
    return at == draft.stuck and draft.pieces[at].kind == "round"


def turn(play: Play, by: int) -> Play:
    """< and >: another round (its last trick is the likeliest), another trick, another thing to do. The way out is the
    last of them; goes round."""
    draft, here = the(play), round_of(the(play), play.picked)
    if play.part == "how":
        offered = choices(play)
        return replace(play, choice=offered[(offered.index(play.choice or offered[0]) + by) % len(offered)])
    ring = rounds(draft) if play.part == "round" else row(draft, here)
    at = len(ring) if play.leaving else ring.index(here if play.part == "round" else play.picked)
    at = (at + by) % (len(ring) + 1)
    if at == len(ring):
        return replace(play, leaving=True)
    picked = row(draft, ring[at])[-1] if play.part == "round" else ring[at]
    return replace(play, leaving=False, picked=picked)


# --- what to do with it


def choices(play: Play) -> tuple[Choice, ...]:
    """same: the cards as they were told, now that another leads.  change: it was otherwise.  insert: one is missing
    before it.  remove: there was none; of a trick in progress: its cards are told again.  leave: nothing."""
    draft, at = the(play), play.picked
    stuck, can_come = at == draft.stuck, draft.before(at).phase == "trick"
    whole = draft.pieces[at].kind == "trick" and can_come
    offered: tuple[tuple[Choice, bool], ...] = (
        ("same", stuck and drafts.same(draft, at) is not None),
        ("change", whole),
        ("insert", can_come and draft.pieces[at].kind != "open"),
        ("remove", draft.pieces[at].kind != "round"),
        ("leave", True),
    )
    return tuple([choice for choice, can in offered if can])


def chosen(play: Play, t: int) -> Step:
    """What is ringed is taken: a round, a piece of it, what to do with it, or the way out."""
    draft = the(play)
    match play.part, play.choice:
        case "round" | "trick", _ if play.leaving:
            return _out(play, t), ()
        case "round", _:
            return replace(play, part="trick", since=t), ()
        case "how", "same":
            return _edited(play, t, drafts.put(draft, play.picked, drafts.same(draft, play.picked) or ()))
        case "how", "remove":
            return _edited(play, t, drafts.remove(draft, play.picked))
        case "how", "change" | "insert" as choice:
            return begin(play, t, choice == "insert"), ()
        case "how", _:
            return _page(play, t), ()
        case _ if missing(draft, play.picked):
            return begin(play, t, insert=True), ()
        case _ if draft.pieces[play.picked].kind == "round":
            return _who_led(play, t), ()
        case _:
            how = replace(play, part="how", since=t, choice=None)
            return replace(how, choice=choices(how)[0]), ()


def tap(play: Play, tap: Tap) -> Step:
    """A finger on a round, a piece of it, on what to do with it, or on the way out."""
    t, at = tap.t, tap.value
    match tap.what, play.part:
        case "row", "round" | "trick" if at in _within_reach(the(play)):
            return chosen(replace(play, picked=at, leaving=False), t)
        case "choice", "how" if 0 <= at < len(choices(play)):
            return chosen(replace(play, choice=choices(play)[at]), t)
        case "leave", "round" | "trick":
            return _out(play, t), ()
        case _:
            return play, ()


def _out(play: Play, t: int) -> Play:
    """From the tricks to the rounds, from there to the sheet, which is as it was."""
    if play.part == "trick" and len(rounds(the(play))) > 1:
        return replace(play, part="round", since=t, leaving=False)
    return replace(blank(play), mode="sheet", since=t, draft=None, past=(), leaving=False)


# --- telling


def begin(play: Play, t: int, insert: bool = False) -> Play:
    """The ringed trick is told anew; or one that was forgotten before it."""
    draft, at = the(play), play.picked
    piece = draft.pieces[at]
    if insert:
        number = 1 + sum(one.kind == "trick" and one.round == round_of(draft, at) for one in draft.pieces[:at])
        piece = Told(round_of(draft, at), number, ())
    return ask(replace(play, correcting=Correcting(piece, draft.before(at), insert=insert), change=None), t)


def _who_led(play: Play, t: int) -> Play:
    """Who started this round is said anew (B15)."""
    draft, at = the(play), play.picked
    correcting = Correcting(draft.pieces[at], draft.states[at])
    return replace(blank(play), mode="leader", since=t, correcting=correcting, starter=draft.states[at].starter)


def led(play: Play, t: int, seat: Seat) -> Step:
    """This seat did."""
    now, draft = play.correcting, the(play)
    assert now is not None
    if seat == now.before.starter:
        return _page(play, t), ()
    lines = [line for _, line in now.told.lines]
    said = [n for n, line in enumerate(lines) if line["do"] == "leader"]
    at = said[-1] if said else 1
    lines[at : at + len(said[-1:])] = [{"do": "leader", "seat": seat}]
    return _edited(play, t, drafts.put(draft, play.picked, lines))


def entered(play: Play, t: int, action: Object) -> Step:
    """One line of the trick is told anew; once it is whole, the draft has it."""
    now, game = play.correcting, play.history.game
    assert now is not None
    lines = [action]
    state, _ = game.step(now.before, journal.read(action, game))
    if beg := forced(state):
        lines.append(beg)
        state, _ = game.step(state, journal.read(beg, game))
    now = replace(now, before=state, entered=(*now.entered, *lines))
    if lines[-1]["do"] not in ("beg", "trick"):
        return ask(replace(play, correcting=now), t), (Sound("slide"),)
    draft, tell = the(play), drafts.insert if now.insert else drafts.put
    return _edited(play, t, tell(draft, play.picked, now.entered))


def _edited(play: Play, t: int, draft: Draft) -> Step:
    """The draft is another one: its change is shown, or what no longer fits; or it says what stands."""
    was = the(play)
    if drafts.said(draft) == drafts.said(was):
        return _page(play, t), ()
    play = replace(play, draft=draft, past=(*play.past, (was, play.picked)))
    if draft.stuck is not None:
        return replace(_page(play, t), picked=draft.stuck), (Sound("wrong"),)
    change = drafts.weigh(draft)
    if change is None:
        return pick_again(play, t), ()
    return replace(blank(play), mode="change", since=t, correcting=None, change=change), ()


def back(play: Play, t: int) -> Play:
    """One step out of a correction: of the telling, of the draft, of the choosing."""
    match play.mode, play.part:
        case "change", _:
            return _undone(play, t)
        case "pick", "how":
            return _page(play, t)
        case "pick", "trick" if play.past:
            return _undone(play, t)
        case "pick", _:
            return _out(play, t)
        case _, _ if play.correcting and play.correcting.entered:
            return begin(play, t, play.correcting.insert)
        case _:
            return _page(play, t)


def _undone(play: Play, t: int) -> Play:
    """The draft as it was before its last change, and the same piece again."""
    draft, picked = play.past[-1]
    return _page(replace(play, draft=draft, past=play.past[:-1], picked=picked), t)


def accept(play: Play, t: int) -> Step:
    """The change that is shown happens; the table sees the sheet as it is now."""
    change = play.change
    assert change is not None
    acts = tuple([Act(line) for line in change.lines])
    settled, calls = settle(change.after, t, replace(play, ended=None, noticed=(), draft=None, past=()))
    over: tuple[Effect, ...] = (Over(done=True),) if settled.state.phase == "over" else ()
    return replace(blank(settled), mode="sheet"), (*acts, *calls, *over, Sound("count"))
