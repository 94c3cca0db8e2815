"""What a game of Mopseinander counts for the statistics: answers, races won, reaction times (names: counted.py)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator

from ...counted import Figures, Seen, band
from ...journal import History, steps
from ...table import Seat
from .counting import scores, standing
from .rules import State


def figures(history: History, seen: Seen) -> dict[Seat, Figures]:
    """By seat. An answer that was taken back never was."""
    state: State = history.state
    counts = {seat: Counter(right=0, wrong=0, late=0, early=0, races=0) for seat in state.setup.seats}
    quickest: dict[Seat, int] = {}
    for _, action, after in steps(history):
        if action["do"] == "take":
            counts[_seat(action)]["races"] += 1
        elif action["do"] == "answer":
            counts[_seat(action)].update(right=_right(after), wrong=not _right(after), late=action["number"] is None)
    for seat, us, right in timed_buzzes(history, seen):
        counts[seat].update({"buzzes": 1, "reaction_us": us, band(us): 1})
        if right:
            quickest[seat] = min(us, quickest.get(seat, us))
    for seat in counts.keys() & seen.early.keys():
        counts[seat]["early"] = seen.early[seat]
    ranks = {seat: standing(state, seat, score) for seat, score in scores(state).items()}
    return {
        seat: Figures(dict(counted), quickest.get(seat), 1 + sum(rank < ranks[seat] for rank in ranks.values()))
        for seat, counted in counts.items()
    }


def _seat(action: object) -> Seat:
    return Seat(action["seat"])  # type: ignore[index]


def _right(after: State) -> bool:
    """Was the answer that led to this state right?"""
    return after.phase == "take"


def timed_buzzes(history: History, seen: Seen) -> Iterator[tuple[Seat, int, bool]]:
    """Who decided each round's first race, so many microseconds after it was opened, and were they right? Only where
    the answer's line follows its roll's at once: where something was taken back in between, they had time to count."""
    rolled, before = 0, 0  # line of the roll whose race has had no answer; line of the action before this one
    for number, action, after in steps(history):
        if action["do"] == "roll":
            rolled = before = number
        elif action["do"] == "draw" and before == number - 1:
            before = number
        elif action["do"] == "answer" and before == number - 1 and number <= len(seen.stamps):
            before = 0
            us = _reaction(seen, seen.stamps[rolled - 1] * 1000, seen.stamps[number - 1] * 1000, _seat(action))
            if us is not None:
                yield _seat(action), us, _right(after)
        else:
            before = 0


def _reaction(seen: Seen, rolled: int, answered: int, seat: Seat) -> int | None:
    """From the opening after the roll to the last press of the seat that won before its answer (box ns to
    microseconds); None: the edge log does not say, or the race was opened more than once, after a break or a pulled
    plug: they had all of that to count in."""
    openings = seen.opened[bisect_left(seen.opened, rolled) : bisect_right(seen.opened, answered)]
    if len(openings) != 1:
        return None
    opened = openings[0]
    pressed = [buzz.at for buzz in seen.buzzes if buzz.seat == seat and opened <= buzz.at <= answered]
    return (pressed[-1] - opened) // 1000 if pressed else None
