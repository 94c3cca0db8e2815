"""The photo finish: everybody's time as a page of its own, and what of it there is room for beside the dial."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from mopsbox.games.mopseinander import photo, view
from mopsbox.games.mopseinander.play import Finish, Play
from mopsbox.scene import INK, Badge, Line, Look, Scene, Slab, Text, hit
from mopsbox.table import SEATS, SECOND, Seat

from ..at_table import Table
from ..catalogue import PANELS
from ..clean import faults
from ..screens import AROUND, T, plays, texts
from ..test_guests import asked_of_a_bot, at_the_table

SEVEN = replace(PANELS["7 inch"], language="en")
APART_US = (412, 18_300, 91_055, 140_000, 200_000, 1_250_000, 2_000_000)  # as screens.answering has it
ALL = ["+412 µs", "+18 300 µs", "+91 055 µs", "+140 000 µs", "+200 000 µs", "+1 250 000 µs", "+2 000 000 µs"]


def opened(play: Play, look: Look, far: bool = False) -> Scene:
    return view.scene(replace(play, photo="far" if far else "near", paused=T), T + SECOND, look)


# --- the page


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_all_eight_stand_there_with_their_time(panel: str, around: str) -> None:
    look = replace(PANELS[panel], seats_around=around)  # type: ignore[arg-type]
    shown = opened(plays(8)["answer 1"], look)
    assert [text for text in texts(shown) if text.startswith("+")] == ALL
    assert [i.seat for i in shown.items if isinstance(i, Badge)] == list(SEATS)
    assert not faults(shown, look) and not faults(opened(plays(8)["answer 1"], look, far=True), look)


@pytest.mark.parametrize("panel", PANELS)
def test_the_badges_stand_as_far_from_the_line_as_the_root_of_their_time(panel: str) -> None:
    shown = opened(plays(8)["answer 1"], PANELS[panel])
    (line,) = (i for i in shown.items if isinstance(i, Line) and i.colour == INK)
    _, *others = (i.x - line.x1 for i in shown.items if isinstance(i, Badge))
    scale = others[-1] / APART_US[-1] ** 0.5
    assert others == pytest.approx([scale * us**0.5 for us in APART_US], abs=0.01)
    assert others[-1] > 10  # mm


def test_who_was_drawn_by_lot_is_said_with_the_dead_heat_and_its_distance() -> None:
    said = texts(opened(plays(4)["dead heat"], SEVEN))
    assert {"1.", "by lot", "+412 µs = dead heat"} <= set(said)


def test_it_is_read_from_the_other_side_too_and_the_keys_stay_at_their_buttons() -> None:
    for panel in ("7 inch", "7 inch, upright"):
        look = replace(PANELS[panel], language="en")
        near, far = (opened(plays(5)["answer 3"], look, far) for far in (False, True))
        for scene, turn in ((near, 0), (far, 180)):
            assert {i.turn for i in scene.items if isinstance(i, Text) and i.text.startswith("+")} == {turn}
            assert {i.turn for i in scene.items if isinstance(i, Text) and i.text in ("go on", "turn")} == {0}
            assert hit(scene, look.w / 2, look.h - 1) == ("key-ok", 0)
            assert hit(scene, 5 / 6 * look.w, look.h - 1) == ("key-right", 0)
            assert hit(scene, 1 / 6 * look.w, look.h - 1) is None


# --- how it is opened, and what it costs


def buzzed() -> Table:
    """A round of eight: 5 is first, everybody else 20 ms later than the one before."""
    table = Table(8)
    table.roll()
    table.press(5, 6, 7, 8, 1, 2, 3, 4, apart_us=20_000)
    assert (table.mode, table.play.judged) == ("answer", 5)
    return table


def test_the_menu_opens_it_while_somebody_answers_and_no_time_is_lost() -> None:
    table = buzzed()
    table.key("ok", for_ms=1100)
    left = table.play.deadline - table.play.paused
    table.choose("photo-finish")
    assert {"Photo finish", "+20 000 µs", "+140 000 µs"} <= table.words()
    assert table.lamps[Seat(5)] == "on" and table.lamps[Seat(6)] == "off"
    table.wait(60_000)
    table.key("ok")
    assert table.mode == "answer" and "Your number?" in table.words()
    assert table.play.deadline - table.clock.t == pytest.approx(left, abs=SECOND // 10)
    table.dial(True)
    assert table.play.verdict == "right"


@pytest.mark.parametrize("name", ["left", "ok", "5", "2"])
def test_any_press_ends_it_and_does_nothing_else(name: str) -> None:
    table = buzzed()
    table.choose("photo-finish")
    if name in ("left", "ok"):
        table.key(name)
    else:
        table.press(int(name))
    assert (table.play.photo, table.mode, table.play.number) == (None, "answer", None)
    assert len(table.play.finish.lanes) == 8


def test_right_turns_it_and_holding_it_turns_it_once() -> None:
    table = buzzed()
    table.choose("photo-finish")
    table.key("right", for_ms=2000)
    assert table.play.photo == "far"
    table.key("right")
    assert table.play.photo == "near"


def test_it_can_be_looked_at_until_the_dice_roll_again() -> None:
    table = buzzed()
    table.dial(True)
    table.wait(1600)
    for mode in ("take", "fill"):
        assert table.mode == mode
        table.choose("photo-finish")
        assert "+20 000 µs" in table.words()
        table.key("ok")
        table.key("ok")
    table.key("back")
    assert table.mode == "tumble" and table.box.menu is not None and "Photo finish" not in table.words()


def test_the_menu_opens_over_it_and_puts_it_away() -> None:
    table = buzzed()
    table.choose("photo-finish")
    table.key("ok", for_ms=1100)
    table.choose("go-on")
    assert (table.mode, table.play.photo) == ("answer", None)


def test_what_is_taken_back_was_never_photographed() -> None:
    table = buzzed()
    table.dial(True)
    table.wait(1600)
    table.choose("take-back")
    table.key("ok", for_ms=1100)
    assert table.state.phase == "race" and "Photo finish" not in table.words()


def test_one_who_pressed_alone_needs_no_picture() -> None:
    table = Table(3)
    table.roll()
    table.press(2)
    table.key("ok", for_ms=1100)
    assert table.mode == "answer" and "Photo finish" not in table.words()


@pytest.mark.parametrize("mode", ["answer", "take"])
def test_a_bot_waits_until_it_has_been_seen(mode: str) -> None:
    table = at_the_table()
    table.until(lambda: asked_of_a_bot(table, mode), 600)
    stood = table.state
    finish = Finish(Seat(1), (Seat(1),), ((Seat(1), T), (Seat(3), T + SECOND)))
    table.loop.box = replace(table.box, play=replace(table.play, finish=finish))
    table.key("back")
    table.choose("photo-finish")
    table.wait(30_000)
    assert table.state == stood and table.play.photo == "near"
    table.key("ok")
    table.until(lambda: table.state != stood, 30)


# --- beside the dial


def bars(play: Play, look: Look) -> list[float]:
    shown = photo.finish(play.finish or pytest.fail("nobody pressed"), 118, 14, look)
    return [i.w for i in shown if isinstance(i, Slab) and i.h < 2]


def test_bars_too_short_to_be_compared_are_left_out() -> None:
    """+412 µs, 18 ms and 2 s looked alike: three equal dots."""
    assert bars(plays(8)["answer 1"], SEVEN) == []
    shown = photo.finish(plays(8)["answer 1"].finish, 118, 14, SEVEN)  # type: ignore[arg-type]
    assert [i.seat for i in shown if isinstance(i, Badge)] == list(SEATS)


def test_bars_there_are_are_as_long_as_what_lies_between_two_presses() -> None:
    wide = bars(plays(3)["answer 1"], PANELS["7 inch"])
    roots = [0, *(us**0.5 for us in APART_US[:2])]
    steps = [b - a for a, b in pairwise(roots)]
    assert len(wide) == 2 and (wide[1] - 1) / (wide[0] - 1) == pytest.approx(steps[1] / steps[0])
