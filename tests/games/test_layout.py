"""Pugs and stars on a coaster: all there, none overlapping, the same every time."""

from __future__ import annotations

import math
from collections import Counter
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.games.mopseinander import coasters as data
from mopsbox.games.mopseinander import layout
from mopsbox.scene import Spot

from .tables import FACES


def clear(spots: tuple[Spot, ...]) -> None:
    """Within the rim, and no two overlap by as much as a tenth of a pixel on the largest coaster."""
    for n, a in enumerate(spots):
        assert math.hypot(a.x, a.y) + a.r <= layout.EDGE + 1e-3
        for b in spots[:n]:
            assert math.hypot(a.x - b.x, a.y - b.y) >= a.r + b.r, (a, b)


def one(pugs: dict[str, int], stars: int) -> tuple[Spot, ...]:
    return layout.spots(data.read([{"id": n, "counts": pugs, "stars": stars} for n in (1, 2, 3, 4)], FACES), 1)


@pytest.mark.parametrize("id", range(1, 13))
def test_our_coasters_show_exactly_what_counts_at_full_size(id):
    ours = data.default()
    spots = layout.spots(ours, id)
    shown = Counter(s.name for s in spots)
    assert shown.pop("star", 0) == ours.stars[id]
    assert shown == {f"pug_{kind.lower()}": n for kind, n in ours.on(id).items()}
    assert {s.r for s in spots} <= {layout.PUG, layout.STAR}
    clear(spots)


def test_every_drawing_that_is_laid_is_there():
    art = resources.files("mopsbox").joinpath("art")
    names = {s.name for id in range(1, 13) for s in layout.spots(data.default(), id)}
    assert len(names) == 13
    assert all(art.joinpath(f"{name}.svg").is_file() for name in names)


def test_the_same_coaster_always_looks_the_same():
    first = layout.spots(data.default(), 9)
    layout._spots.cache_clear()
    assert layout.spots(data.default(), 9) == first


def test_pugs_are_turned_freely():
    turns = [s.turn for id in range(1, 13) for s in layout.spots(data.default(), id)]
    assert len(set(turns)) > 100 and all(0 <= t <= 360 for t in turns)


def test_d5_the_twin_shows_the_same_but_turned():
    two = data.twice(data.default())
    a, b = layout.spots(two, 1), layout.spots(two, 13)
    assert Counter(s.name for s in a) == Counter(s.name for s in b)
    assert [s.turn for s in a] != [s.turn for s in b]
    clear(b)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(0, 7)), st.integers(0, 9))
def test_an_owners_coasters_show_all_their_pugs_smaller_if_they_must(pugs, stars):
    spots = one(pugs, stars)
    assert len(spots) == sum(pugs.values()) + stars
    clear(spots)


def test_a_coaster_crammed_full_is_still_laid_without_overlap():
    spots = one({"A": 99, "B": 99, "C": 99}, 99)
    assert len(spots) == 4 * 99
    clear(spots)


def test_unknown_kinds_get_drawings_of_their_own_in_their_dies_family():
    kinds = [f"mops {n}" for n in range(12)]
    faces = {up: {"green": kinds[:6], "red": kinds[6:]} for up in ("front", "back")}
    names = layout.drawings(data.read([{"id": n, "counts": {}, "stars": 0} for n in (1, 2, 3, 4)], faces))
    assert {names[k] for k in kinds[:6]} == {f"pug_g{n}" for n in range(1, 7)}
    assert {names[k] for k in kinds[6:]} == {f"pug_r{n}" for n in range(1, 7)}


def test_known_kinds_keep_their_drawing_and_more_than_twelve_repeat():
    counts = {"R6": 1} | {f"k{n}": 1 for n in range(20)}
    names = layout.drawings(data.read([{"id": n, "counts": counts, "stars": 0} for n in (1, 2, 3, 4)], FACES))
    assert names["R6"] == "pug_r6"
    assert set(names.values()) == {f"pug_{side}{n}" for side in "gr" for n in range(1, 7)}
    assert Counter(names.values())["pug_r6"] <= 3
