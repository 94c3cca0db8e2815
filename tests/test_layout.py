"""Every state on every panel: nothing overlaps, is cut or leaves the panel, and all can be read (layout.md, Grid).

`make test` looks at every state on three or four panels, each panel in every arrangement and both languages; `make
slow` at all of them everywhere. A picture turned by 180 degrees is the same picture, one turned by 90 or 270 that of
an upright panel: tests/paint holds that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from mopsbox.config_keys import Config, Players, Screen
from mopsbox.games.mopsen.counting import scores
from mopsbox.paint.snap import shot
from mopsbox.parts import look_for
from mopsbox.scene import Badge, Look, Text

from .catalogue import LANGUAGES, PANELS, Shown, scene, states
from .clean import SCORE, faults, tabs, unsigned
from .screens import AROUND

SETTINGS = [(panel, around) for panel in PANELS for around in AROUND]


def unclean(shown: Iterable[Shown], look: Look) -> list[str]:
    return [f"{state.name}: {fault}" for state in shown for fault in faults(scene(state, look), look, state.on_purpose)]


@pytest.mark.parametrize("panel", PANELS)
def test_nothing_overlaps_is_cut_or_leaves_the_panel(panel: str) -> None:
    at = list(PANELS).index(panel)
    for n, around in enumerate(AROUND):
        look = replace(PANELS[panel], seats_around=around, language=LANGUAGES[(at + n) % len(LANGUAGES)])  # type: ignore[arg-type]
        assert not unclean(states()[(at + 3 * n) % 9 :: 9], look)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_no_state_is_unclean_anywhere(panel: str, around: str, language: str) -> None:
    assert not unclean(states(), replace(PANELS[panel], seats_around=around, language=language))  # type: ignore[arg-type]


@pytest.mark.parametrize(("panel", "around"), SETTINGS)
def test_scores_are_at_least_6_4_mm_high(panel: str, around: str) -> None:
    look = replace(PANELS[panel], seats_around=around)  # type: ignore[arg-type]
    for state in states():
        if not state.name.endswith((", final", ", tally", ", podium", ", table", "long totals", "sheet, over")):
            continue
        numbers = [i for i in scene(state, look).items if isinstance(i, Text) and i.text.isdecimal()]
        if "table" in state.name or "totals" in state.name or "sheet" in state.name:
            read = {i.text for i in numbers if i.cap >= SCORE - 1e-3}
            assert read >= {str(total) for total in scores(state.box.play.state).values()}, state.name
        else:
            assert all(i.cap >= SCORE - 1e-3 for i in numbers), state.name


def test_the_catalogue_has_every_mode_of_the_box_and_of_its_games() -> None:
    assert {state.box.mode for state in states()} == {"attract", "wizard", "lobby", "restore", "offer", "game"}
    seen: dict[str, set[str]] = {}
    for state in states():
        if state.box.mode == "game":
            seen.setdefault(state.box.game, set()).add(state.box.play.mode)
    assert seen["mopseinander"] == {
        *("fill", "tumble", "race", "answer", "verdict", "take", "final", "tally", "podium"),
    }
    assert seen["mopsen"] == {
        *("deal", "leader", "table", "trick", "card", "beg", "sheet", "pick", "change", "podium"),
    }


def test_whoever_must_act_has_a_badge_on_their_tab() -> None:
    """Every test of a whole picture looks for it; here is that it looks in every mode that has a tab."""
    found: dict[str, set[str]] = {}
    for state in states():
        if state.box.mode != "game" or not state.name.startswith("mops"):
            continue
        shown = scene(state, PANELS["7 inch"])
        assert not unsigned(shown), state.name
        if not shown.moving and tabs(shown):
            found.setdefault(state.box.game, set()).add(state.box.play.mode)
            bare = replace(shown, items=tuple(i for i in shown.items if not isinstance(i, Badge)))
            assert len(unsigned(bare)) == len(tabs(shown))
    assert found == {"mopseinander": {"fill", "answer", "take"}, "mopsen": {"trick", "card", "beg"}}


ODD = {  # pixels, and millimetres where the settings name them: as no panel we know
    "640x480": ((640, 480), None),
    "1024x600": ((1024, 600), None),
    "320x240": ((320, 240), None),
    "3440x1440": ((3440, 1440), (797.0, 334.0)),
    "1000x1000": ((1000, 1000), (250.0, 250.0)),
    "480x1920": ((480, 1920), (60.0, 240.0)),
    "1366x768": ((1366, 768), (31.0, 250.0)),
    "240x320": ((240, 320), None),
}


@pytest.mark.parametrize("panel", ODD)
def test_a_panel_nobody_planned_gets_the_nearest_layout_and_nothing_is_clipped(panel: str) -> None:
    size, mm = ODD[panel]
    screen = Screen(width_mm=mm[0], height_mm=mm[1]) if mm else Screen()
    at = list(ODD).index(panel)
    for n, around in enumerate(AROUND):
        look = look_for(Config(screen=screen, players=Players(arrangement=around)), size)  # type: ignore[arg-type]
        few = states()[(at + 3 * n) % 19 :: 19]
        for state in few:
            shown = scene(state, look)
            whole = [f for f in faults(shown, look, state.on_purpose) if not f.startswith("too small")]
            assert not whole, (state.name, whole)
        assert shot(scene(few[n], look), look, size).get_size() == size
