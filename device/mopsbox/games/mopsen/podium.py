"""The podium of Mopsen: most bones win, equal totals together (R61, R62)."""

from __future__ import annotations

from ... import furniture as f
from ... import podium as shared
from ...scene import Look, Scene
from ...words import say
from .counting import scores
from .play import Play


def podium(play: Play, t: int, look: Look) -> Scene:
    """Every winner has a crown; `>` shows the sheet again."""
    state, total = play.state, scores(play.state)
    places = shared.ranked(state.setup.seats, lambda seat: -total[seat])
    result = shared.Result(total, places, state.winners, state.ended_early)
    return shared.scene(result, t - play.since, look, f.Key(say("sheet", look.language)))
