"""The podium of Mopseinander: who stands on which step, by the final rolls."""

from __future__ import annotations

from ... import furniture as f
from ... import podium as shared
from ...scene import Look, Scene
from ...table import Seat
from .counting import standing
from .play import Play
from .rules import State


def podium(play: Play, t: int, look: Look) -> Scene:
    """Scores of the final; without one the coasters that were won count (A25)."""
    state = play.state
    scores = dict(zip(state.setup.seats, state.final or map(len, state.won), strict=True))
    result = shared.Result(scores, ranked(state, scores), state.winners, state.ended_early)
    return shared.scene(result, t - play.since, look, f.Key(works=False))


def ranked(state: State, scores: dict[Seat, int]) -> list[tuple[int, list[Seat]]]:
    """Who stands on a step, as (place, its seats)."""
    return shared.ranked(state.setup.seats, lambda seat: standing(state, seat, scores[seat]))
