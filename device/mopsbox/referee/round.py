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
    unsure: bool


@dataclass(frozen=True, slots=True)
class Round:
    """`opened`: stamp of the last opening; only presses from then on count. `ended`: stamp of the last end of a round.
    `locked`: answered wrongly. `barred`: until when an early press keeps a seat out. `entries`: presses of this opening
    that may win, earliest first, one a seat. `doubt`: the earliest stamp at which a press of this opening may have been
    lost with its edges."""

    phase: Literal["closed", "armed", "open", "committed"] = "closed"
    opened: int = 0
    ended: int = 0
    locked: frozenset[Seat] = frozenset()
    barred: tuple[tuple[Seat, int], ...] = ()
    entries: tuple[Entry, ...] = ()
    winner: Seat | None = None
    doubt: int | None = None


def ordered(round: Round, command: Command) -> Round | None:
    """The round after a command; None: `wrong` or `right` where nobody has won."""
    match command.do:
        case "arm":
            return replace(round, phase="armed", entries=(), winner=None)
        case "open":
            return _opened(round, command.t, round.locked)
        case "close":
            return Round(ended=command.t)
        case "wrong" if round.winner is not None:
            return _opened(round, command.t, round.locked | {round.winner})
        case "right" if round.winner is not None:
            return Round(ended=command.t)
        case _:
            return None


def _opened(round: Round, t: int, locked: frozenset[Seat]) -> Round:
    return replace(round, phase="open", opened=t, locked=locked, entries=(), winner=None, doubt=None)


def pressed(round: Round, entry: Entry, early: bool, penalty: int) -> Round:
    """A validated press: it may win, or it only bars its seat (early, or while barred), or it is just seen."""
    seat, first = entry.seat, entry.first
    barred = dict(round.barred)
    if early or first < barred.get(seat, first):
        if first < round.ended:  # the round it was too early for is over, and every seat is free again
            return round
        return replace(round, barred=tuple(sorted({**barred, seat: first + penalty}.items())))
    if not _counts(round, seat, first) or any(e.seat == seat for e in round.entries):
        return round
    entry = replace(entry, earliest=max(entry.earliest, round.opened))
    return replace(round, entries=tuple(sorted((*round.entries, entry), key=lambda e: (e.first, e.seat))))


def doubted(round: Round, seat: Seat, first: int, earliest: int) -> Round:
    """Something that was no press, or not seen as one, may have been one had no edge been lost."""
    if not _counts(round, seat, first):
        return round
    return replace(round, doubt=earliest if round.doubt is None else min(earliest, round.doubt))


def _counts(round: Round, seat: Seat, first: int) -> bool:
    return round.phase == "open" and first >= round.opened and seat not in round.locked


def decided(round: Round, t: int, candidates: list[int], seed: int, gap: bool) -> tuple[Round, Ruling] | None:
    """The winner, if nothing undecided can change it. `candidates`: when each open candidate, of any seat, may have
    begun. `gap`: an edge was lost since the opening. `t` is past the dead heat by itself, for validation takes longer.
    """
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
    lost = gap or any(e.unsure for e in heat) or (round.doubt is not None and round.doubt <= last)
    won = replace(round, phase="committed", entries=(), winner=seat)
    return won, Ruling(t, "winner", seat, at, tied, margin, lost)
