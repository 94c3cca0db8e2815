"""Nobody plays: drifting pugs, a demo round of each game, later only the pugs, darker; any press wakes the box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from mopsbox import attract
from mopsbox.games import GAMES, tour_of
from mopsbox.paint.painter import Painter
from mopsbox.scene import Badge, Coaster, Look, Picture, Scene, Text, hit
from mopsbox.table import MS, SEATS, SECOND
from mopsbox.words import say

from .at_table import Table
from .screens import AROUND, PANELS, T, texts
from .vision import LINEAR

SEVEN = PANELS["7 inch"]
BRIGHT = attract.DIM_AFTER + attract.DIM_OVER


def at(seconds: float, look: Look = SEVEN) -> Scene:
    return attract.scene(T + round(seconds * SECOND), T, look)


def evening(until: int, step: int = attract.STEP) -> Iterator[int]:
    """Times since it began, in ns."""
    yield from range(0, until, step)


# --- the pugs


def test_the_boxs_own_pug_falls_asleep_as_it_gets_dark_and_is_gone() -> None:
    def shown(seconds: float) -> set[str]:
        return {i.name for i in at(seconds).items if isinstance(i, Picture) and not i.name.startswith("pug_")}

    assert shown(3) == {"logo"} and shown(130) == {"asleep"} and shown(600) == set()


def test_the_pugs_drift() -> None:
    def pugs(seconds: float) -> set[tuple[float, float]]:
        return {(i.x, i.y) for i in at(seconds).items if isinstance(i, Picture) and i.name.startswith("pug_")}

    assert len(pugs(0)) == 12
    assert not pugs(0) & pugs(8)


def test_it_gets_dark_within_twenty_seconds_and_stays_so() -> None:
    """In light (linear, 0 to 1), not in shades: the picture's mean, and the brightest there is."""
    size = (400, 240)
    look = replace(SEVEN, px=size[0] / SEVEN.w)
    painter, surface = Painter(size, look), pygame.Surface(size, 0, 32)

    def light(seconds: float) -> tuple[float, float]:
        painter.paint_all(surface, at(seconds, look))
        grey = pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")[::3]
        return sum(LINEAR[g] for g in grey) / len(grey), LINEAR[max(grey)]

    mean, brightest = light(0)
    assert light(119) == (pytest.approx(mean, rel=0.1), brightest)
    assert mean > 1.2 * light(130)[0] > 1.2 * light(135)[0]
    for seconds in (141, 600, 3600):
        dark, most = light(seconds)
        assert dark < 0.3 * mean and most < 0.5 * brightest  # half are gone, the rest less than half as bright


def test_all_lamps_wave() -> None:
    assert attract.lamps() == dict.fromkeys(SEATS, "wave")


def test_over_an_hour_nothing_burns_in() -> None:
    """No dot of the panel is lit for more than half of the hour, and every drawn thing leaves its place."""
    size = (160, 96)
    look = replace(SEVEN, px=size[0] / SEVEN.w)
    painter, surface = Painter(size, look), pygame.Surface(size, 0, 32)
    lit = [0] * (size[0] * size[1])
    shots = 120
    before: tuple[object, ...] = ()
    for n in range(shots):
        scene = at(n * 30.7, look)
        painter.paint(surface, scene)
        dots = pygame.image.tobytes(surface, "RGB")
        bright = (r + g + b > 160 for r, g, b in zip(dots[::3], dots[1::3], dots[2::3], strict=True))
        lit = [count + on for count, on in zip(lit, bright, strict=True)]
        seen = tuple(i for i in scene.items if isinstance(i, Picture | Text))
        assert not set(seen) & set(before)
        before = seen
    assert sum(map(bool, lit)) > 0 and max(lit) <= 0.5 * shots


# --- demos


def test_every_game_is_shown_in_turn_while_it_is_bright_and_never_when_it_is_dark() -> None:
    shown = [game for _, _, game in attract.demos()]
    assert shown[: len(GAMES)] == list(GAMES) and len(shown) >= 2 * len(GAMES)
    for (_, ends, _), (starts, _, _) in pairwise(attract.demos()):
        assert starts - ends == attract.PAUSE
    assert attract.demos()[-1][1] <= attract.DIM_AFTER
    for age in evening(3600 * SECOND, 7 * SECOND):
        if age > attract.DIM_AFTER:
            assert not attract.scene(T + age, T, SEVEN).moving


@pytest.mark.parametrize("around", AROUND)
def test_press_any_buzzer_is_always_on_the_picture_and_a_finger_anywhere_wakes_it(around: str) -> None:
    look = replace(SEVEN, seats_around=around)  # type: ignore[arg-type]
    for age in evening(BRIGHT):
        scene = attract.scene(T + age, T, look)
        assert texts(scene).count(say("press-any", "de")) == (1 if around == "front" else 2)
        assert all(hit(scene, x, y) == attract.WAKE for x, y in ((1, 1), (70, 40), (142, 85)))


def test_a_picture_that_does_not_move_stays_until_the_next_step() -> None:
    still = moving = 0
    for age in evening(BRIGHT + 20 * SECOND, attract.STEP):
        t = T + age
        scene = attract.scene(t, T, SEVEN)
        if scene.moving:
            moving += 1
            continue
        still += 1
        step = attract.change(t, T) - t
        assert step in (attract.STEP, attract.LATE_STEP) or age > BRIGHT
        assert attract.scene(attract.change(t, T) - MS, T, SEVEN) == scene
    assert 0 < moving < 0.1 * still  # frames are drawn for a tenth of the time at most


def test_a_box_that_nobody_looks_at_wakes_twice_a_second() -> None:
    for minute in range(3, 60, 8):
        t = T + minute * 60 * SECOND
        assert attract.change(t, T) - t == attract.LATE_STEP
        assert at(minute * 60) == attract.scene(t + attract.LATE_STEP - MS, T, SEVEN)
        assert at(minute * 60) != attract.scene(t + attract.LATE_STEP, T, SEVEN)


def test_without_any_demo_the_pugs_drift_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game needs none."""
    for game in GAMES.values():
        monkeypatch.delattr(game.host, "tour")
    attract.demos.cache_clear()
    try:
        assert attract.demos() == ()
        assert sum(isinstance(i, Picture) and i.name.startswith("pug_") for i in at(15).items) == 12
    finally:
        attract.demos.cache_clear()


def played(game: str, ms: int) -> Scene:
    """That far into its first demo."""
    start = next(start for start, _, shown in attract.demos() if shown == game)
    return attract.scene(T + start + ms * MS, T, SEVEN)


def test_mopseinanders_demo_is_a_round_by_the_rules() -> None:
    """Coasters are laid, the dice roll, one is first; what it counts lights up, and its coaster goes face down."""
    laid = [sum(isinstance(i, Coaster) for i in played("mopseinander", ms).items) for ms in (0, 400, 900)]
    assert laid == [1, 3, 5]
    assert played("mopseinander", 1500).moving and not played("mopseinander", 3000).moving
    race = played("mopseinander", 3000)
    assert not [i for i in race.items if isinstance(i, Badge) and i.look == "glow"]
    right = played("mopseinander", 6000)
    assert [i.seat for i in right.items if isinstance(i, Badge) and i.look == "glow"] == [2]
    pointed = {i.name for i in right.items if isinstance(i, Picture) and i.name.startswith("pug_") and i.d > 8}
    bright = {i.bright for i in right.items if isinstance(i, Coaster)}
    assert len(pointed) == 2 and bright == {frozenset(pointed)}
    end = played("mopseinander", 9500)
    assert sum(isinstance(i, Coaster) for i in end.items) == 4
    assert [i.name for i in end.items if isinstance(i, Picture) and i.name.startswith("coaster")] == ["coaster_back"]


def test_in_mopsens_demo_the_colour_of_the_weakest_card_climbs() -> None:
    def tiles(ms: int) -> list[str]:
        scene = played("mopsen", ms)
        drawn = [i for i in scene.items if isinstance(i, Picture) and i.name.startswith("tile_")]
        return [i.name for i in sorted(drawn, key=lambda i: -i.d)]

    assert tiles(6000)[0] == "tile_red" and tiles(8000)[0] == "tile_yellow"
    assert tiles(8000)[1:] == [tile for tile in tiles(6000) if tile != "tile_yellow"]
    assert played("mopsen", 6600).moving


@pytest.mark.parametrize("game", GAMES)
def test_what_does_not_move_changes_at_steps_only(game: str) -> None:
    tour = tour_of(game)
    assert tour
    room = (2.0, 9.0, 141.0, 77.0)
    for age in range(0, tour.LASTS, attract.STEP):
        items, moving = tour.demo(age, room, SEVEN)
        if not moving:
            assert tour.demo(age + attract.STEP - MS, room, SEVEN) == (items, False), age


# --- waking


@pytest.mark.parametrize("how", ["buzzer", "left", "right", "ok", "finger"])
def test_whatever_is_pressed_wakes_it_at_once_also_in_the_middle_of_a_demo(how: str) -> None:
    table = Table()
    start = attract.demos()[0][0]
    table.wait(start / MS + 1_300)
    assert table.loop.picture().moving  # the dice tumble
    match how:
        case "buzzer":
            table.press(5)
        case "finger":
            table.tap(*attract.WAKE)
        case _:
            table.key(how)
    assert table.box.mode == "lobby" and table.box.lobby.joined == ()


def test_a_key_of_the_keyboard_that_is_a_buzzer_and_a_digit_wakes_it_once_and_joins_nobody() -> None:
    """The window says both at once; the digit is only for who answers."""
    table = Table()
    table.tap("typed", 8)
    assert table.box.mode == "attract"
    table.press(8)
    assert table.box.mode == "lobby" and table.box.lobby.joined == ()
