"""What has been told, piece by piece, to be told anew: what of it still fits, and how the journal gets there. Pure.

A draft is all that stands with some pieces told otherwise, put in or left out. Nothing is recorded while it is made,
and it need not be possible: what no longer fits is named. Nothing is erased either when it is: the journal gets
`correct`s where line by line fits, or else `undo`s until what stands is a beginning of what is wanted, then the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ... import journal
from ...journal import History, Object, Refused
from ...table import Illegal
from .counting import begged_from, turn
from .state import State

Kind = Literal["round", "trick", "open", "aside"]
"""round: its deal and who leads.  trick: one that is over.  open: the last one, cards lie on the table.  aside: cards
or whole tricks from now on; the end before its time."""

Line = tuple[int, Object]
"""Number of the action line (0: it is told anew), action."""

Bare = dict[str, object]


@dataclass(frozen=True, slots=True)
class Told:
    """A piece: `lines` as a journal has them, one `trick`, or `play`s and a `beg`, or a `deal` and what comes before
    the first card; () while a trick that was forgotten is told. `trick`: 0 at the beginning of a round. `first`: its
    first line's number as it was told at first; 0: it was not."""

    round: int
    trick: int
    lines: tuple[Line, ...]
    first: int = 0

    @property
    def kind(self) -> Kind:
        if not self.lines:
            return "trick"
        match self.lines[0][1]["do"], self.lines[-1][1]["do"]:
            case "deal", _:
                return "round"
            case "trick" | "play", "trick" | "beg":
                return "trick"
            case "play", _:
                return "open"
            case _:
                return "aside"


@dataclass(frozen=True, slots=True)
class Draft:
    """`history`: what stands in truth. `states`: the state after each of the pieces, as many as fit. `why`: the rules'
    sentence (English) to the first one that does not."""

    history: History
    pieces: tuple[Told, ...]
    states: tuple[State, ...] = ()
    why: str = ""

    @property
    def stuck(self) -> int | None:
        """Index of the first piece that does not fit: a trick, or a round that cannot begin yet; None: all fit."""
        return len(self.states) if len(self.states) < len(self.pieces) else None

    def before(self, at: int) -> State:
        """The state that the piece `at` comes upon; all before it fit."""
        state: State = self.states[at - 1] if at else journal.begin(self.history.header).state
        return state


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction would do; `lines`: what the journal gets. `after`: the history with them."""

    lines: tuple[Bare, ...]
    after: History

    @property
    def state(self) -> State:
        """Where the game would stand: totals(change.state), tally(change.state) beside those of play.state."""
        state: State = self.after.state
        return state


def of(history: History) -> Draft:
    """All that stands, as it stands."""
    return _fitted(Draft(history, ()), 0, _pieces(history))


def _pieces(history: History) -> tuple[Told, ...]:
    found = list[list[Line]]()
    for number, action in journal.standing(history):
        last = found[-1] if found else []
        begins = last and last[0][1]["do"] == "deal" and action["do"] in ("leader", "mode", "exchange")
        goes_on = last and last[-1][1]["do"] == "play" and action["do"] in ("play", "beg")
        if begins or goes_on:
            last.append((number, action))
        else:
            found.append([(number, action)])
    return _numbered([Told(0, 0, tuple(lines), lines[0][0]) for lines in found])


def any_trick(history: History) -> bool:
    """Is there a trick that is over?"""
    return any(action["do"] in ("beg", "trick") for _, action in journal.standing(history))


def said(draft: Draft) -> list[Bare]:
    """All its lines."""
    return [_bare(action) for piece in draft.pieces for _, action in piece.lines]


# --- telling otherwise


def put(draft: Draft, at: int, lines: Sequence[Object]) -> Draft:
    """This piece says that."""
    piece = replace(draft.pieces[at], lines=tuple([(0, _bare(line)) for line in lines]))
    return _fitted(draft, at, [*draft.pieces[:at], piece, *draft.pieces[at + 1 :]])


def insert(draft: Draft, at: int, lines: Sequence[Object]) -> Draft:
    """A trick that was forgotten comes before the piece `at`."""
    piece = Told(0, 0, tuple([(0, _bare(line)) for line in lines]))
    return _fitted(draft, at, [*draft.pieces[:at], piece, *draft.pieces[at:]])


def remove(draft: Draft, at: int) -> Draft:
    """There was no such trick."""
    return _fitted(draft, at, [*draft.pieces[:at], *draft.pieces[at + 1 :]])


def _fitted(draft: Draft, at: int, pieces: Sequence[Told]) -> Draft:
    """The pieces in their places, those before `at` as they were. An aside to a game that is over by itself is
    nothing any more."""
    states, kept, why = list(draft.states[:at]), list(pieces[:at]), ""
    for piece in pieces[at:]:
        if not why:
            came = _stepped(draft, states[-1] if states else draft.before(0), piece)
            if isinstance(came, str) and piece.kind == "aside":
                continue
            if isinstance(came, str):
                why = came
            else:
                states.append(came)
        kept.append(piece)
    return replace(draft, pieces=_numbered(kept), states=tuple(states), why=why)


def _stepped(draft: Draft, state: State, piece: Told) -> State | str:
    """The state after it, or why it does not fit."""
    game = draft.history.game
    try:
        for _, action in piece.lines:
            state, _ = game.step(state, journal.read(action, game))
    except Illegal as why:
        return str(why)
    return state


def _numbered(pieces: Sequence[Told]) -> tuple[Told, ...]:
    found, round_, trick = list[Told](), 0, 0
    for piece in pieces:
        if piece.kind == "round":
            round_, trick = round_ + 1, 0
        elif piece.kind != "aside":
            trick += 1
        found.append(replace(piece, round=round_, trick=trick))
    return tuple(found)


def same(draft: Draft, at: int) -> tuple[Bare, ...] | None:
    """The trick with everybody's card as it was told, in the order in which they are laid now that another leads;
    None: that cannot be, or it is no other order."""
    piece, state, game = draft.pieces[at], draft.before(at), draft.history.game
    plays = {line["seat"]: line for _, line in piece.lines if line["do"] == "play"}
    lines = list[Bare]()
    try:
        while plays and state.phase == "trick":
            lines.append(_bare(plays.pop(turn(state))))
            state, _ = game.step(state, journal.read(lines[-1], game))
        if piece.kind == "trick":
            card = piece.lines[-1][1].get("card")
            free = begged_from(state)
            lines.append({"do": "beg", "seat": state.beggar, "card": card if card in free else free[0]})
            game.step(state, journal.read(lines[-1], game))
            if card not in free and len(free) > 1:
                return None
    except (Illegal, Refused, KeyError, IndexError):
        return None
    return tuple(lines) if not plays and lines != [_bare(line) for _, line in piece.lines] else None


# --- the journal


def weigh(draft: Draft) -> Change | None:
    """What it would do to the game that all were as in the draft, in which all fits; None: nothing at all."""
    history = draft.history
    wanted = said(draft)
    if wanted == [_bare(action) for _, action in journal.standing(history)]:
        return None
    lines = _corrected(history, wanted)
    if lines is None:
        lines = retold(history, wanted)
    for line in lines:
        history = journal.add(history, line)
    return Change(tuple(lines), history)


def _corrected(history: History, wanted: Sequence[Object]) -> list[Bare] | None:
    """Line by line, each possible by itself, from the front or from the back; None: that is no way."""
    standing = journal.standing(history)
    if len(standing) != len(wanted):
        return None
    pairs = [(number, new) for (number, old), new in zip(standing, wanted, strict=True) if _bare(old) != new]
    for inorder in (pairs, pairs[::-1]):
        lines: list[Bare] = [{"do": "correct", "action": number, "with": dict(new)} for number, new in inorder]
        again = history
        try:
            for line in lines:
                again = journal.add(again, line)
        except Refused:
            continue
        return lines
    return None


def retold(history: History, wanted: Sequence[Object]) -> list[Bare]:
    """The lines after which exactly the wanted actions stand: undos until a beginning of them does, then the rest."""
    lines = list[Bare]()
    while (stands := [_bare(action) for _, action in journal.standing(history)]) != list(wanted[: len(stands)]):
        lines.append({"do": "undo"})
        history = journal.add(history, lines[-1])
    return [*lines, *[_bare(action) for action in wanted[len(stands) :]]]


def _bare(line: Object) -> Bare:
    """Without stamp and note, which belong to the line that was said first."""
    return {key: value for key, value in line.items() if key not in journal.ANYWHERE}


# --- what is otherwise

Differs = tuple[Told | None, Told | None]
"""As it was told and as it is told now; None: there was or is none."""


def differences(draft: Draft) -> tuple[Differs, ...]:
    """Everything that is otherwise than it stands, in order."""
    old = {piece.first: piece for piece in _pieces(draft.history) if piece.kind != "aside"}
    found = list[Differs]()
    for piece in draft.pieces:
        if piece.kind == "aside":
            continue
        was = old.pop(piece.first, None)
        found += [(gone, None) for gone in _before(old, piece)]
        if was is None or [_bare(line) for _, line in was.lines] != [_bare(line) for _, line in piece.lines]:
            found.append((was, piece))
    return (*found, *[(gone, None) for gone in old.values()])


def _before(old: dict[int, Told], piece: Told) -> list[Told]:
    """Takes out what was told before this piece and is not there any more."""
    return [old.pop(first) for first in list(old) if first < piece.first]
