"""The window: what hands do becomes what people did at the box; the simulated box shows it."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from mopsbox.audit import decide
from mopsbox.edgelog import Header
from mopsbox.paint.case import BEZEL, Case
from mopsbox.paint.hands import Raw
from mopsbox.paint.snap import shot
from mopsbox.paint.sprites import Sprites
from mopsbox.paint.window import Window, _turned, fitting
from mopsbox.parts import resized
from mopsbox.places import NoScreen
from mopsbox.scene import Badge, Coaster, Look, Scene, Slab, Text
from mopsbox.table import MS, SEATS, SECOND, Button, Edge, Quit, Seat, Tap

LOOK = Look(w=80, h=48, px=5)
SIZE = (400, 240)
TICK = 10 * MS  # so long after one thing the next one is seen


@pytest.fixture
def window() -> Iterator[Window]:
    ticks = itertools.count(TICK, TICK)
    opened = Window(SIZE, LOOK, simulate=True, clock=lambda: next(ticks))
    opened.wait(0)
    yield opened
    opened.close()


def post(kind: int, **attributes: object) -> None:
    pygame.event.post(pygame.Event(kind, **attributes))


def at(window: Window, part: object) -> tuple[int, int]:
    """A window pixel on that button of the drawn box."""
    width, height = pygame.display.get_window_size()
    return next((x, y) for y in range(0, height, 4) for x in range(0, width, 4) if window._touched(x, y) == part)


def pressed(window: Window) -> list[Raw]:
    """What was pressed, without what the same keys mean to somebody who types a number."""
    return [raw for raw in ticked(window.wait(1)) if not (isinstance(raw, Tap) and raw.what == "typed")]


def ticked(raws: list[Raw]) -> list[Any]:
    """The same with stamps in ticks."""
    return [raw if isinstance(raw, Quit) else replace(raw, t=raw.t // TICK) for raw in raws]


def test_the_digits_of_the_keyboard_can_be_typed_too_and_the_last_taken_back(window: Window) -> None:
    for key in (pygame.K_3, pygame.K_9, pygame.K_0, pygame.K_BACKSPACE):
        post(pygame.KEYDOWN, key=key)
    taps = [raw for raw in window.wait(1) if isinstance(raw, Tap)]
    assert [(tap.what, tap.value) for tap in taps] == [("typed", 3), ("typed", 9), ("typed", 0), ("erase", 0)]


def test_letters_of_any_layout_can_be_typed_for_a_name_and_other_keys_are_none(window: Window) -> None:
    keys = (pygame.K_a, ord("ö"), ord("ø"), pygame.K_SPACE, pygame.K_MINUS, pygame.K_F5, pygame.K_LSHIFT, pygame.K_TAB)
    for key in keys:
        post(pygame.KEYDOWN, key=key)
    assert [(tap.what, chr(tap.value)) for tap in window.wait(1)] == [("sign", sign) for sign in "aöø -"]


def test_the_keys_of_a_keyboard_are_buzzers_and_buttons(window: Window) -> None:
    for key in (pygame.K_1, pygame.K_8, pygame.K_LEFT, pygame.K_RETURN, pygame.K_ESCAPE):
        post(pygame.KEYDOWN, key=key)
        post(pygame.KEYUP, key=key)
    assert pressed(window) == [
        Edge(1, Seat(1), True), Edge(2, Seat(1), False), Edge(3, Seat(8), True), Edge(4, Seat(8), False),
        Button(5, "left", True), Button(6, "left", False), Button(7, "ok", True), Button(8, "ok", False),
        Button(9, "back", True), Button(10, "back", False),
    ]  # fmt: skip


def test_a_keyboard_with_digits_on_shift_still_has_eight_buzzers(window: Window) -> None:
    post(pygame.KEYDOWN, key=pygame.K_AMPERSAND, scancode=pygame.KSCAN_1)
    post(pygame.KEYUP, key=pygame.K_AMPERSAND, scancode=pygame.KSCAN_1)
    assert pressed(window) == [Edge(1, Seat(1), True), Edge(2, Seat(1), False)]


def test_the_number_pad_types_digits(window: Window) -> None:
    for key in (pygame.K_KP_0, pygame.K_KP_7, pygame.K_KP_ENTER):
        post(pygame.KEYDOWN, key=key)
    assert ticked(window.wait(1)) == [Tap(1, "digit", 0), Tap(2, "digit", 7), Button(3, "ok", True)]


def test_a_finger_that_a_busy_window_saw_come_and_go_at_once_has_pressed() -> None:
    """Both are stamped when they are seen, here in the same instant: still no disturbance of the contact."""
    window = Window(SIZE, LOOK, simulate=True, clock=lambda: SECOND)
    window.wait(0)
    post(pygame.KEYDOWN, key=pygame.K_2)
    post(pygame.KEYUP, key=pygame.K_2)
    edges = [raw for raw in window.wait(1) if isinstance(raw, Edge)]
    window.close()
    first, *_ = decide(Header(seats=(Seat(2),)), edges)[0]
    assert (first.said, first.seat) == ("press", 2)


def test_a_key_that_repeats_itself_is_one_press(window: Window) -> None:
    for _ in range(3):
        post(pygame.KEYDOWN, key=pygame.K_2)
    assert pressed(window) == [Edge(1, Seat(2), True)]


def test_a_buzzer_held_twice_opens_when_the_last_lets_go(window: Window) -> None:
    post(pygame.KEYDOWN, key=pygame.K_3)
    post(pygame.MOUSEBUTTONDOWN, button=1, pos=at(window, 3))
    post(pygame.KEYUP, key=pygame.K_3)
    assert pressed(window) == [Edge(1, Seat(3), True)]
    post(pygame.MOUSEBUTTONUP, button=1, pos=(0, 0))
    assert pressed(window) == [Edge(2, Seat(3), False)]


def test_who_looks_away_holds_nothing(window: Window) -> None:
    post(pygame.KEYDOWN, key=pygame.K_4)
    post(pygame.KEYDOWN, key=pygame.K_RIGHT)
    post(pygame.WINDOWFOCUSLOST)
    post(pygame.KEYUP, key=pygame.K_4)
    assert pressed(window) == [
        Edge(1, Seat(4), True), Button(2, "right", True), Edge(3, Seat(4), False), Button(4, "right", False),
    ]  # fmt: skip


@pytest.mark.parametrize("seat", SEATS)
def test_two_fingers_and_a_mouse_reach_every_buzzer(window: Window, seat: Seat) -> None:
    x, y = at(window, seat)
    width, height = pygame.display.get_window_size()
    post(pygame.FINGERDOWN, finger_id=7, x=(x + 1) / width, y=(y + 1) / height)
    post(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y), touch=True)  # SDL tells of a finger twice
    post(pygame.MOUSEBUTTONUP, button=1, pos=(x, y), touch=True)
    post(pygame.FINGERUP, finger_id=7, x=0, y=0)
    assert ticked(window.wait(1)) == [Edge(1, seat, True), Edge(2, seat, False)]


def test_a_tap_on_the_screen_means_what_lies_there(window: Window) -> None:
    window.present(Scene((Slab(40, 24, 80, 48, "#1a2632"), Coaster((), 20, 20, 20, back=True, tap=("coaster", 5)))))
    dx, dy = window._screen.get_offset()
    for x, y in ((20, 20), (60, 20)):
        post(pygame.MOUSEBUTTONDOWN, button=1, pos=(dx + x * 5, dy + y * 5))
        post(pygame.MOUSEBUTTONUP, button=1, pos=(0, 0))
    assert ticked(window.wait(1)) == [Tap(1, "coaster", 5)]


def test_closing_the_window_ends_the_program(window: Window) -> None:
    post(pygame.QUIT)
    assert ticked(window.wait(1)) == [Quit()]


def test_another_thread_ends_a_long_wait(window: Window) -> None:
    threading.Timer(0.05, window.wake).start()
    assert window.wait(3600) == []


def test_a_wake_before_the_wait_is_not_lost(window: Window) -> None:
    window.wake()
    assert window.wait(3600) == []


def test_only_the_lamp_that_changed_is_painted(window: Window) -> None:
    before = pygame.display.get_surface().copy()
    window.lamps({Seat(6): "on"})
    window.wait(0)
    changed = pygame.mask.from_threshold(pygame.display.get_surface(), (0, 0, 0), (1, 1, 1, 255), before)
    changed.invert()
    assert changed.count() > 100
    box = changed.get_bounding_rects()[0].unionall(changed.get_bounding_rects())
    assert box.collidepoint(at(window, 6)) and box.w < SIZE[1] * BEZEL


def test_the_screen_is_saved_without_the_box_around_it(window: Window, tmp_path) -> None:  # type: ignore[no-untyped-def]
    window.present(Scene((Slab(40, 24, 80, 48, "#ff0000"),)))
    window.save(tmp_path / "a.png")
    picture = pygame.image.load(tmp_path / "a.png")
    assert picture.get_size() == SIZE == window.surface_screen().get_size()
    assert {tuple(picture.get_at(p)) for p in ((0, 0), (399, 239), (200, 120))} == {(255, 0, 0, 255)}


def test_without_the_simulated_box_the_window_is_the_screen() -> None:
    window = Window(SIZE, LOOK, simulate=False)
    assert pygame.display.get_window_size() == SIZE
    window.lamps({Seat(1): "on"})
    post(pygame.MOUSEBUTTONDOWN, button=1, pos=(100, 100))
    assert window.wait(0) == []  # nothing shown yet: nothing to touch
    window.close()


def test_without_a_screen_a_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")
    with pytest.raises(NoScreen, match=r"no screen: .*; start it on a desktop or"):
        Window(SIZE, LOOK, simulate=False, fullscreen=True)


def test_the_console_is_known_by_the_name_its_driver_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "KMSDRM")
    window = Window(SIZE, LOOK, simulate=False)
    assert window._devices, "it would look at the events thirty times a second"
    window.close()


@pytest.mark.parametrize("room", (None, (1024, 768), (800, 600), (640, 480)))
def test_a_small_desktop_takes_from_the_box_never_from_the_screen(room: tuple[int, int] | None) -> None:
    case = Case((800, 480), room, Sprites())
    assert case.screen.size == (800, 480)
    if room == (1024, 768):
        assert case.size[0] <= 1024 and case.size[1] <= 768
    parts = {case.touched(x, y) for x in range(0, case.size[0], 3) for y in range(0, case.size[1], 3)}
    assert parts == {None, *SEATS, "left", "ok", "right", "back"}
    on_screen = itertools.product(
        range(case.screen.left + 8, case.screen.right - 8, 8), (case.screen.top + 8, case.screen.bottom - 8)
    )
    assert {case.touched(x, y) for x, y in on_screen} == {None}


@pytest.mark.parametrize("room", [(1920, 1080), (1366, 768), (800, 1280)])
def test_a_box_over_the_whole_screen_stands_in_its_middle(
    room: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As large as it goes, larger than set too, all its buttons on the screen and none elsewhere."""
    monkeypatch.setattr("mopsbox.paint.window._find_screen", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [room])
    size = fitting((800, 480), fullscreen=True)
    case = Case(size, room, Sprites(), fill=True)
    assert case.size == room and abs(case.screen.centerx - room[0] / 2) <= 1
    assert size[0] / size[1] == pytest.approx(800 / 480, rel=0.01)
    spare = min(room[0] - case.screen.w, room[1] - case.screen.h)
    assert spare <= 0.62 * case.screen.h  # the ring of buttons has that room, the screen all the rest
    corners = {(x, y) for x in (0, room[0] - 1) for y in (0, room[1] - 1)}
    assert {case.touched(*corner) for corner in corners} == {None}
    for part in (*SEATS, "left", "ok", "right", "back"):
        x, y = case.at(part)  # type: ignore[arg-type]
        assert case.touched(x, y) == part and not case.screen.collidepoint(x, y)
        assert 0 < x < room[0] and 0 < y < room[1]
    assert fitting((800, 480)) == (800, 480) or room[0] < 1000, "a window is never larger than it was set"


def test_a_script_s_screen_that_leaves_no_room_for_its_buttons_is_not_moved() -> None:
    case = Case((1920, 1080), (1920, 1080), Sprites(), fill=True)
    assert case.size[0] > 1920 and case.touched(*case.at("ok")) == "ok"


def test_the_ring_of_buzzers_turns_with_the_picture() -> None:
    assert [_turned(("B", 0.25), n) for n in range(4)] == [("B", 0.25), ("L", 0.25), ("T", 0.75), ("R", 0.75)]
    assert _turned(("L", 0.5), 1) == ("T", 0.5) and _turned(("R", 0.25), 1) == ("B", 0.75)


def test_a_panel_too_large_for_the_desktop_is_drawn_with_fewer_pixels() -> None:
    look = Look(293.8, 165.2, 6.53)
    size, smaller = resized((1920, 1080), look, (1440, 810))
    assert size == (1440, 810) and (smaller.w, smaller.h) == (look.w, look.h)
    assert smaller.px == pytest.approx(6.53 * 0.75)


def test_a_picture_turned_while_it_is_shown_is_painted_and_touched_turned(window: Window) -> None:
    scene = Scene((Slab(10, 10, 20, 20, "#ff0000", tap=("corner", 1)),))
    window.present(scene)
    dx, dy = window._screen.get_offset()
    for turn, (x, y) in ((0, (50, 50)), (180, (350, 190)), (90, (350, 50)), (270, (50, 190))):
        window.turn(LOOK.after("screen.rotation", turn))
        window.present(scene)
        assert window.surface_screen().get_at((x, y))[:3] == (255, 0, 0), turn
        post(pygame.MOUSEBUTTONDOWN, button=1, pos=(x + dx, y + dy), touch=False)
        post(pygame.MOUSEBUTTONUP, button=1, pos=(x + dx, y + dy), touch=False)
        taps = [raw for raw in window.wait(1) if isinstance(raw, Tap)]
        assert [(tap.what, tap.value) for tap in taps] == [("corner", 1)], turn


# --- a window that somebody else resizes

PICTURE = Scene(
    (
        Slab(40, 24, 80, 48, "#1a2632"),
        Badge(Seat(3), 20, 14, 12),
        Text("Mopsbox", 40, 30, 6, "#f4f1ea"),
        Slab(70, 40, 12, 10, "#f2b01e", tap=("corner", 1)),
    )
)
SIZES = ((584, 382), (400, 240), (200, 700), (900, 90), (1600, 1100), (333, 251), (60, 40), (7, 3), (1, 300), (1, 1))


def resize(window: Window, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)  # SDL tells of it as if somebody had drawn at its edge
    window.wait(0)
    assert pygame.display.get_window_size() == size


def differ(a: pygame.Surface, b: pygame.Surface) -> int:
    """Pixels that are not the same."""
    assert a.get_size() == b.get_size()
    return a.get_width() * a.get_height() - pygame.mask.from_threshold(a, (0, 0, 0), (1, 1, 1, 255), b).count()


def made_for(size: tuple[int, int], rotation: int = 0) -> pygame.Surface:
    look = LOOK.after("screen.rotation", rotation)
    return shot(PICTURE, replace(look, px=LOOK.px * max(size[0] / SIZE[0], size[1] / SIZE[1])), size, rotation)


@pytest.mark.parametrize("simulate", [True, False])
@pytest.mark.parametrize("rotation", [0, 90])
def test_whatever_size_a_window_gets_all_of_the_picture_stands_in_it(simulate: bool, rotation: int) -> None:
    window = Window(SIZE, LOOK.after("screen.rotation", rotation), rotation, simulate=simulate)
    window.wait(0)
    window.present(PICTURE)
    for size in (*SIZES, *SIZES[-2::-1]):
        resize(window, size)
        shown = window._screen.get_rect(topleft=window._screen.get_offset())
        assert pygame.Rect(0, 0, *size).contains(shown)
        assert differ(pygame.display.get_surface().subsurface(shown), made_for(shown.size, rotation)) == 0
        assert abs(shown.w - shown.h * SIZE[0] / SIZE[1]) * min(1, shown.h / shown.w) < 2, "its shape stays"
        if not simulate:
            assert shown.w >= size[0] - 2 or shown.h >= size[1] - 2, "as large as it goes"
        window.present(replace(PICTURE, items=PICTURE.items[:1]))  # what changes later lands there too
        window.present(PICTURE)
        assert differ(window._screen, made_for(shown.size, rotation)) == 0
    window.close()


@pytest.mark.parametrize("size", SIZES[:6])
def test_in_a_window_of_another_size_hands_hit_what_they_see(window: Window, size: tuple[int, int]) -> None:
    window.present(PICTURE)
    window.place({seat: ("T", seat / 10) for seat in SEATS})
    resize(window, size)
    (dx, dy), (w, h) = window._screen.get_offset(), window._screen.get_size()
    for part in (*SEATS, "left", "ok", "right", "back"):
        x, y = window._case.at(part)  # type: ignore[union-attr, arg-type]
        assert window._touched(x, y) == part and 0 <= x < size[0] and 0 <= y < size[1]
        assert part not in SEATS or y < dy, "where they had been placed"
    for kind in ("mouse", "finger"):
        x, y = dx + w * 70 / 80, dy + h * 40 / 48
        if kind == "mouse":
            post(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y))
        else:
            post(pygame.FINGERDOWN, finger_id=1, x=x / size[0], y=y / size[1])
        post(pygame.MOUSEBUTTONUP, button=1, pos=(0, 0))
        assert [(tap.what, tap.value) for tap in window.wait(1) if isinstance(tap, Tap)] == [("corner", 1)], kind


def test_all_of_the_box_is_seen_as_large_as_the_window_lets_it_be(window: Window) -> None:
    whole = pygame.display.get_window_size()
    for size in (whole, (2 * whole[0], 2 * whole[1]), (300, 200)):
        resize(window, size)
        reach = [window._case.at(part) for part in (*SEATS, "ok")]  # type: ignore[union-attr]
        room = window._case._big / 2  # type: ignore[union-attr]
        assert all(room <= x <= size[0] - room and room <= y <= size[1] - room for x, y in reach[:-1])
        assert window._screen.get_height() >= 0.6 * size[1]


def test_a_turned_picture_keeps_the_size_of_its_window(window: Window) -> None:
    window.present(PICTURE)
    resize(window, (900, 700))
    window.turn(LOOK.after("screen.rotation", 180))
    window.present(PICTURE)
    assert differ(window._screen, pygame.transform.rotate(made_for(window._screen.get_size()), 180)) == 0


def test_a_saved_picture_has_the_pixels_that_were_set(window: Window, tmp_path: Path) -> None:
    """A script's size is a promise, whatever a desktop does with its window."""
    window.present(PICTURE)
    resize(window, (300, 200))
    window.save(tmp_path / "a.png")
    assert differ(pygame.image.load(tmp_path / "a.png").convert(32), made_for(SIZE)) == 0


def test_f11_is_the_whole_screen_and_back(window: Window) -> None:
    window.present(PICTURE)
    before = pygame.display.get_window_size()
    for full in (True, False, True, False):
        post(pygame.KEYDOWN, key=pygame.K_F11)
        post(pygame.KEYUP, key=pygame.K_F11)
        assert [raw for raw in window.wait(0) if isinstance(raw, Button | Edge | Tap)] == []
        window.wait(0)
        assert pygame.display.is_fullscreen() == full
        assert pygame.display.get_window_size() == (pygame.display.get_desktop_sizes()[0] if full else before)
        assert differ(window._screen, made_for(window._screen.get_size())) == 0
