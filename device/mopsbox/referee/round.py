"""One question: armed, open, somebody won, reopened or closed (facts/timing.md D, layer 3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Literal

from ..table import Command, Ruling, Seat
from . import DEAD_HEAT


@dataclass(frozen=True, slots=True)
class Entry:
    """A press that may win. `earliest` is before `first` only where an edge was lost."""

    first: int
    seat: Seat
    earliest: int


@dataclass(frozen=True, slots=True)
class Round:
    """`opened`: stamp of the last opening; only presses from then on count. `began`: stamp of the first arming (before:
    of the end of the round before); no press before it is early. `locked`: answered wrongly; `unsure`: after a win that
    was uncertain. `barred`: until when an early press keeps a seat out; `suspect`: until when a lost edge may decide on
    that. `entries`: presses of this opening that may win, earliest first, one a seat. `doubt`: the earliest stamp from
    which a press of this opening may have been missed or misjudged; of a winner: not None if he is uncertain."""

    phase: Literal["closed", "armed", "open", "committed"] = "closed"
    opened: int = 0
    began: int = 0
    locked: frozenset[Seat] = frozenset()
    unsure: bool = False
    barred: tuple[tuple[Seat, int], ...] = ()
    suspect: tuple[tuple[Seat, int], ...] = ()
    entries: tuple[Entry, ...] = ()
    winner: Seat | None = None
    doubt: int | None = None


def ordered(round: Round, command: Command) -> Round | None:
    """The round after a command; None: `wrong` or `right` where nobody has won."""
    match command.do:
        case "arm":
            began = command.t if round.phase == "closed" else round.began
            return replace(round, phase="armed", began=began, entries=(), winner=None)
        case "open":
            return _opened(round, command.t, round.locked)
        case "close":
            return Round(began=command.t)
        case "wrong" if round.winner is not None:
            locked, unsure = round.locked | {round.winner}, round.unsure or round.doubt is not None
            return _opened(replace(round, unsure=unsure), command.t, locked)
        case "right" if round.winner is not None:
            return Round(began=command.t)
        case _:
            return None


def _opened(round: Round, t: int, locked: frozenset[Seat]) -> Round:
    return replace(round, phase="open", opened=t, locked=locked, entries=(), winner=None, doubt=None)


def pressed(round: Round, entry: Entry, early: bool, penalty: int, blind: int) -> Round:
    """A validated press: it may win, or it only bars its seat (early, or while barred), or it is just seen. `blind`:
    the end of the last gap, in which an early press of this seat may have been lost."""
    seat, first = entry.seat, entry.first
    if (blind >= round.began and first < blind + penalty) or first < dict(round.suspect).get(seat, first):
        round = doubted(round, seat, first, entry.earliest, penalty)
    barred = dict(round.barred)
    if early or first < barred.get(seat, first):
        if first < round.began:  # the round it was too early for is over, and every seat is free again
            return round
        return replace(round, barred=tuple(sorted({**barred, seat: first + penalty}.items())))
    if not _counts(round, seat, first) or any(e.seat == seat for e in round.entries):
        return round
    entry = replace(entry, earliest=max(entry.earliest, round.opened))
    return replace(round, entries=tuple(sorted((*round.entries, entry), key=lambda e: (e.first, e.seat))))


def doubted(round: Round, seat: Seat, first: int, earliest: int, penalty: int) -> Round:
    """What this seat did from `first`, or from `earliest`, may have been a press, or none, had no edge been lost."""
    if first >= round.began:
        suspect = {**dict(round.suspect), seat: first + penalty}
        round = replace(round, suspect=tuple(sorted(suspect.items())))
    if round.phase != "open":
        return round
    return replace(round, doubt=earliest if round.doubt is None else min(earliest, round.doubt))


def _counts(round: Round, seat: Seat, first: int) -> bool:
    return round.phase == "open" and first >= round.opened and seat not in round.locked


def decided(round: Round, t: int, candidates: list[int], doubts: list[int], seed: int) -> tuple[Round, Ruling] | None:
    """The winner, if nothing undecided can change it. `candidates`: when each open candidate, of any seat, may have
    begun. `doubts`: the same of those that would be open had no edge been lost. `t` is past the dead heat by itself,
    for validation takes longer."""
    if round.phase != "open" or not round.entries:
        return None
    at = round.entries[0].first
    last = at + DEAD_HEAT
    if any(begun <= last for begun in candidates):
        return None
    heat = [e for e in round.entries if e.earliest <= last]
    tied = tuple(sorted(e.seat for e in heat))
    seat = tied[int(sha256(f"{seed}:{at}".encode()).hexdigest(), 16) % len(tied)]
    margin = round.entries[1].first - at if len(round.entries) > 1 else None
    told = t if margin is None else max(last, at + margin)
    doubts = doubts if round.doubt is None else [*doubts, round.doubt]
    lost = round.unsure or any(begun <= told for begun in doubts)
    won = replace(round, phase="committed", entries=(), winner=seat, doubt=at if lost else None)
    return won, Ruling(t, "winner", seat, at, tied, margin, lost)
