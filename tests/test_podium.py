"""The podium every game ends on, with the scores and ties a game could end with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mopsbox import furniture as f
from mopsbox import podium
from mopsbox.lying import laid
from mopsbox.scene import Look, Scene
from mopsbox.table import SEATS, SECOND

from .catalogue import PANELS
from .clean import faults
from .screens import AROUND

TIES = [  # how many stand on the first step, the second, the third
    *((1, 1, n) for n in range(7)),
    *((1, n, 0) for n in range(2, 8)),
    *((n, 1, 0) for n in range(1, 8)),
    (2, 0, 6),
    (8, 0, 0),
]


def stands(ties: Sequence[int], points: Sequence[int], look: Look, early: bool = False) -> Scene:
    """So many equals on each step, with so many points."""
    scores = [points[step] for step, equals in enumerate(ties) for _ in range(equals)]
    by_seat = dict(zip(SEATS, scores, strict=False))
    places = podium.ranked(by_seat, lambda seat: -by_seat[seat])
    result = podium.Result(by_seat, places, places[0][1], early)
    return laid(lambda look: podium.scene(result, 10 * SECOND, look, f.Key(works=False)), look, f.strip_of(look))


@pytest.mark.parametrize("points", [(3, 1, 0), (68, 44, 9), (16, 9, 6), (144, 100, 88)])
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_every_number_stands_on_its_step(panel: str, around: str, points: tuple[int, int, int]) -> None:
    look = replace(PANELS[panel], seats_around=around)  # type: ignore[arg-type]
    for ties in TIES:
        for early in (False, True):
            assert faults(stands(ties, points, look, early), look) == [], ties
