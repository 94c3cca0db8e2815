"""Pugs and stars on a coaster: all there, none overlapping, the same every time."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from importlib import resources

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox.games.mopseinander import board, layout
from mopsbox.games.mopseinander import coasters as data
from mopsbox.paint.sprites import Sprites
from mopsbox.scene import Look, Picture, Spot

from .. import screens
from .tables import FACES

FACE = 0.92  # of a coaster: its rim begins there (art/coaster.svg)


def clear(spots: tuple[Spot, ...]) -> None:
    """Within the rim, and no two overlap by as much as a tenth of a pixel on the largest coaster."""
    for n, a in enumerate(spots):
        assert math.hypot(a.x, a.y) + a.r <= FACE + 1e-3
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


def test_another_box_lays_them_the_same() -> None:
    """Not by anything that differs from one start of the program to the next."""
    ask = "from mopsbox.games.mopseinander import coasters, layout; c = coasters.default()"
    ask += "; print([layout.spots(c, n) for n in c.ids])"
    said = {
        subprocess.run(
            [sys.executable, "-c", ask], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {(repr([layout.spots(data.default(), id) for id in range(1, 13)]) + "\n").encode()}


def test_pugs_are_turned_freely_as_real_coasters_lie():
    """Every way about as often as any other, and on no coaster mostly the same way."""
    by_coaster = [[s.turn for s in layout.spots(data.default(), id)] for id in range(1, 13)]
    turns = [turn for one in by_coaster for turn in one]
    assert all(0 <= turn <= 360 for turn in turns) and len(set(turns)) > 100
    quarters = Counter(int(turn % 360 // 90) for turn in turns)
    assert all(quarters[q] > 0.15 * len(turns) for q in range(4)), quarters
    for one in by_coaster:
        east, north = (sum(f(math.radians(turn)) for turn in one) / len(one) for f in (math.cos, math.sin))
        assert math.hypot(east, north) < 0.7


def test_no_two_coasters_lie_alike():
    """Neither by where things lie nor by their turns: who counts cannot learn a picture for another."""
    places = [tuple(sorted((s.x, s.y) for s in layout.spots(data.default(), id))) for id in range(1, 13)]
    assert len(set(places)) == 12


def test_seen_from_the_pixels_no_drawing_touches_another():
    """The circles do not overlap; nor does what is drawn in them, on the largest coaster of a race (450 px)."""
    sprites, size = Sprites(), 450
    for id in range(1, 13):
        covered = pygame.mask.Mask((size, size))
        for spot in layout.spots(data.default(), id):
            drawn = pygame.mask.from_surface(sprites.exact(("picture", spot.name), round(spot.r * size), spot.turn), 60)
            corner = [round((1 + at) * size / 2 - spot.r * size / 2) for at in (spot.x, spot.y)]
            assert covered.overlap_area(drawn, corner) == 0, (id, spot.name)
            covered.draw(drawn, corner)


def test_the_scoring_coaster_shows_the_same_drawings():
    """Each of the twelve once, what lies on the coasters and nothing else."""
    state = screens.plays(4)["race"].history.state
    shown = board.mat(state, board.race_board(Look()))
    mat = Counter(i.name for i in shown if isinstance(i, Picture) and i.name.startswith("pug_"))
    coasters = {s.name for id in range(1, 13) for s in layout.spots(state.setup.coasters, id)} - {"star"}
    assert set(mat) == coasters and set(mat.values()) == {1}


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
