"""What a game of Mopsen counts for the statistics: rounds and bones, empty bowls, who begged (names: counted.py)."""

from __future__ import annotations

from collections import Counter

from ...counted import Figures, Seen
from ...journal import History, steps
from ...table import Seat
from .counting import totals
from .state import State


def figures(history: History, seen: Seen) -> dict[Seat, Figures]:
    """By seat. Of a game that was ended early its finished rounds count (A25), as they do for its points."""
    state: State = history.state
    seats = state.setup.seats
    counts = {seat: Counter(rounds=0, bones=0, kept_empty=0, tricks=0, begged=0) for seat in seats}
    this_round: list[tuple[Seat, Seat]] = []  # who won and who begged
    won: Seat | None = None
    finished = 0
    for _, action, after in steps(history):
        now: State = after
        if action["do"] == "trick":
            this_round.append((Seat(_whole(action["won"])), Seat(_whole(action["begged"]))))
        elif action["do"] == "beg" and won is not None:
            this_round.append((won, Seat(_whole(action["seat"]))))
        won = now.won
        if len(now.rounds) > finished:
            finished = len(now.rounds)
            for winner, beggar in this_round:
                counts[winner]["tricks"] += 1
                counts[beggar]["begged"] += 1
            this_round = []
            for seat, bowl in zip(seats, now.bowls, strict=True):
                counts[seat]["kept_empty"] += bowl is None
    for seat, bones in zip(seats, totals(state), strict=True):
        counts[seat].update(rounds=finished, bones=bones)
    return {seat: Figures(dict(counted)) for seat, counted in counts.items()}


def _whole(value: object) -> int:
    return int(str(value))
