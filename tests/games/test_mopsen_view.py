"""Mopsen's screens: what stands where, and what is never told (layout.md, rules.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mopsbox.games.mopsen import view
from mopsbox.games.mopsen.play import Play
from mopsbox.scene import Disc, Look, Picture, Scene, Slab, Text, hit
from mopsbox.table import SECOND

from ..screens import AROUND, PANELS, T, cut, outside, overlaps
from .mopsen_screens import plays

pytestmark = pytest.mark.usefixtures("mopsen_on_offer")

LATE = T + 5 * SECOND  # every motion is over, a remark still stands
SETTINGS = [(panel, around) for panel in PANELS for around in AROUND]
PLAYERS = (3, 4, 5)


def looks(panel: str, around: str, language: str = "de") -> Look:
    return replace(PANELS[panel], seats_around=around, language=language)


def shown(play: Play, look: Look, t: int = LATE) -> Scene:
    return view.scene(play, t, look)


# --- every screen, every panel, every number of players


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("panel", "around"), SETTINGS)
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_lies_on_anything_else_or_leaves_the_panel(
    players: int, panel: str, around: str, language: str
) -> None:
    look = looks(panel, around, language)
    for name, play in plays(players).items():
        scene = shown(play, look)
        if name != "remark":  # it covers the queue on purpose
            assert not overlaps(scene), (name, overlaps(scene))
        assert not cut(scene), (name, cut(scene))
        assert not outside(scene, look), (name, outside(scene, look))


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_capitals_are_never_smaller_than_4_7_mm_and_totals_than_6_4(panel: str, around: str) -> None:
    look = looks(panel, around)
    for players in PLAYERS:
        for name, play in plays(players).items():
            for item in shown(play, look).items:
                if isinstance(item, Text):
                    assert item.cap >= 4.699, (name, item)


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_a_finger_finds_everything_that_offers_something(panel: str, around: str) -> None:
    look = looks(panel, around)
    for players in PLAYERS:
        for name, play in plays(players).items():
            scene = shown(play, look)
            for item in scene.items:
                if isinstance(item, Slab | Disc | Picture) and item.tap:
                    assert hit(scene, item.x, item.y) == item.tap, (name, players, item)
