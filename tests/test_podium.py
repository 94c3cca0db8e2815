"""The podium every game ends on, with the scores and ties a game could end with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mopsbox import furniture as f
from mopsbox import podium
from mopsbox.lying import laid
from mopsbox.scene import Badge, Look, Scene, Text
from mopsbox.table import SEATS, SECOND, Seat

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


# --- records

THREE = (
    (SEATS[3], "Fastest buzz: 0.412 s", "0.412 s"),
    (SEATS[5], "Most points: 44", "44 points"),
    (SEATS[0], "Wins in a row: 12", "12 in a row"),
)


def told(records: Sequence[tuple[Seat, str, str]], look: Look) -> list[str]:
    """The words that stand in the line of the records, each once."""
    short = {text for record in THREE for text in record[1:]}
    items = stands((1, 1, 0), (6, 3), replace(look, records=tuple(records))).items
    found = [item.text for item in items if isinstance(item, Text)]
    return [text for text in dict.fromkeys(found) if set(text.split(", ")) & short or "more" in text or "Rec" in text]


def test_one_record_is_a_sentence_and_several_stand_in_a_row_with_their_units() -> None:
    look = replace(PANELS["7 inch"], language="en")
    assert told((), look) == []
    assert told(THREE[:1], look) == ["Record!", "Fastest buzz: 0.412 s"]
    assert told(THREE[:2], look) == ["Record!", "0.412 s", "44 points"]


def test_of_three_all_stand_there_that_have_room_or_how_many_more_there_are() -> None:
    look = replace(PANELS["7 inch"], language="en")
    assert told(THREE, look) in (["0.412 s", "44 points", "12 in a row"], ["0.412 s", "44 points", "and 1 more"])
    wide = replace(look, w=2 * look.w)
    assert told(THREE, wide) == ["Record!", "0.412 s", "44 points", "12 in a row"]


def test_who_has_set_them_all_stands_before_them_once() -> None:
    look = replace(PANELS["7 inch"], language="en")
    alone = [(SEATS[2], whole, short) for _, whole, short in THREE]
    assert told(alone, look) == ["0.412 s, 44 points, 12 in a row"]
    items = stands((1, 1, 0), (6, 3), replace(look, records=tuple(alone))).items
    small = [item for item in items if isinstance(item, Badge) and item.seat == SEATS[2]]
    assert len(small) == 2, "for both sides of the table"
