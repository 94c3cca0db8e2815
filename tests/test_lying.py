"""Panels higher than wide, and such as nobody planned: who sits where, and what stays upright (layout.md, Grid)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mopsbox import furniture as f
from mopsbox import seating
from mopsbox.games.mopseinander import view
from mopsbox.lying import laid, lies, turned, upright
from mopsbox.panels import framed
from mopsbox.scene import Badge, Coaster, Look, Picture, Scene, Shape, Slab, Text, hit
from mopsbox.table import SEATS, SECOND

from .catalogue import PANELS
from .screens import T, bounds, plays, texts

UPRIGHT = PANELS["7 inch, upright"]
LATE = T + 5 * SECOND


def edges(players: int, look: Look) -> str:
    """At which edges the seats in play lie, in their order."""
    where = seating.buzzers(SEATS[:players], look)
    return "".join(where[seat][0] for seat in SEATS[:players])


@pytest.mark.parametrize(
    ("players", "around", "sides"),
    [(2, "LR", "LR"), (3, "BLT", "LLR"), (4, "BLTR", "LLRR"), (6, "BLLTRR", "LLLRRR"), (8, "BLLLTRRR", "BLLLTRRR")],
)
def test_most_sit_at_the_long_sides_clockwise_from_the_menu_buttons(players: int, around: str, sides: str) -> None:
    assert edges(players, UPRIGHT) == around
    assert edges(players, replace(UPRIGHT, seats_around="sides")) == sides


@pytest.mark.parametrize("players", range(2, 9))
def test_buzzers_lie_where_the_picture_has_their_badges(players: int) -> None:
    scene = view.scene(plays(players)["race"], LATE, UPRIGHT)
    for seat, (edge, part) in seating.buzzers(SEATS[:players], UPRIGHT).items():
        for badge in (i for i in scene.items if isinstance(i, Badge) and i.seat == seat):
            x, y = badge.x / UPRIGHT.w, badge.y / UPRIGHT.h
            away = {"B": 1 - y, "T": y, "L": x, "R": 1 - x}[edge]
            assert away < 0.08 and abs((x if edge in "BT" else y) - part) < 0.02


def test_plates_are_turned_to_the_long_sides_and_the_key_strip_to_the_menu_buttons() -> None:
    scene = view.scene(plays(4)["fill"], LATE, UPRIGHT)
    strip = UPRIGHT.h - f.strip_of(UPRIGHT)
    below = [i for i in scene.items if isinstance(i, Text) and i.y > strip]
    assert [i.text for i in below] == ["weniger", "würfeln", "mehr"] and all(i.turn == 0 for i in below)
    for name, x in (("key-left", 1 / 6), ("key-ok", 1 / 2), ("key-right", 5 / 6)):
        assert hit(scene, x * UPRIGHT.w, UPRIGHT.h - 1) == (name, 0)
    counts = {i.turn for i in scene.items if isinstance(i, Badge)}
    assert counts == {0, 90, 180, 270}


def test_a_race_takes_the_whole_panel_and_its_coasters_are_as_large_as_on_the_same_one_lying() -> None:
    def size(look: Look) -> float:
        return next(i.d for i in view.scene(plays(4)["race"], LATE, look).items if isinstance(i, Coaster))

    assert size(UPRIGHT) == size(PANELS["7 inch"])
    assert size(replace(UPRIGHT, seats_around="front")) > 0.9 * size(PANELS["7 inch"])


def test_where_all_sit_in_front_of_it_everything_is_upright() -> None:
    look = replace(UPRIGHT, seats_around="front")
    assert not lies(look)
    for name in ("fill", "answer 2", "right", "take", "final", "podium"):
        scene = view.scene(plays(5)[name], LATE, look)
        assert all(i.turn == 0 for i in scene.items if isinstance(i, Text)), name
        assert len(texts(scene)) > 0


def test_a_lying_picture_turned_back_is_what_it_was() -> None:
    items = (Text("mm", 10, 20, 5), Slab(30, 40, 8, 3), Shape(((1, 2), (3, 5), (4, 1)), "#ffffff"))
    made = laid(lambda look: Scene(items), UPRIGHT, 12)
    flat = replace(UPRIGHT, w=UPRIGHT.h - 12, h=UPRIGHT.w, lying=True)
    assert upright(made.items, flat) == items and turned(items, UPRIGHT) == made.items


# --- panels nobody planned


def test_a_planned_panel_is_left_as_it_is() -> None:
    for look in PANELS.values():
        seen: list[Look] = []
        framed(lambda look, seen=seen: seen.append(look) or Scene(()), look)  # type: ignore[misc, func-returns-value]
        assert seen == [look]


def test_a_square_panel_has_the_nearest_layout_in_its_middle() -> None:
    square = Look(200, 200, 5)
    scene = framed(lambda look: Scene((Slab(look.w / 2, look.h / 2, look.w, look.h, "#ffffff"),)), square)
    left, top, right, bottom = bounds(scene.items[0])
    assert (
        (left, right) == (0, 200) and top == pytest.approx(200 - bottom) and bottom - top == pytest.approx(125, abs=1)
    )


def test_on_a_panel_smaller_than_planned_everything_is_smaller_by_the_same_part() -> None:
    small = Look(62, 37.2, 12.9)
    scene = framed(lambda look: Scene((Picture("star", look.w, look.h, 10), Text("m", look.w, look.h, 5))), small)
    star, word = scene.items
    assert isinstance(star, Picture) and isinstance(word, Text)
    assert star.d / 10 == pytest.approx(word.cap / 5, abs=1e-4) and 0.4 < star.d / 10 < 0.45
    assert (star.x, star.y) == pytest.approx((62, 37.2), abs=1e-3)
