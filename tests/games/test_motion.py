"""What moves in Mopseinander between two pictures, and that it costs nobody anything (layout.md, Motion)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from mopsbox.games.mopseinander import host, moves, view
from mopsbox.games.mopseinander.play import Play, roller
from mopsbox.scene import HIGH, Badge, Coaster, Look, Picture, Scene, Slab
from mopsbox.table import MS, SECOND, Called, Dice, Ruling, Seat, Tap, Tick

from ..screens import AROUND, PANELS, T, answered, begin, opened, overlaps, plays, texts, won

SEVEN = PANELS["7 inch"]
LATE = 5000
FIRST = Seat(2)


def at(shown: Play, ms: int, look: Look = SEVEN) -> Scene:
    return view.scene(shown, T + ms * MS, look)


def lying(scene: Scene) -> list[Coaster]:
    return [i for i in scene.items if isinstance(i, Coaster)]


def race(players: int = 4) -> Play:
    """An open race that nobody has touched."""
    tumbling, _ = moves.settle(opened(begin(players)), T - SECOND, answer_ns=10 * SECOND)
    shown, _ = host.step(tumbling, Tick(T))
    return host.step(shown, Called(T, "open"))[0]


def buzzed(players: int = 4) -> Play:
    """The same, FIRST has just been told."""
    return host.step(race(players), Ruling(T, "winner", FIRST, T - MS, (FIRST,)))[0]


# --- somebody was first


def test_the_frame_stands_in_the_seats_colour_in_the_first_picture_after_the_press() -> None:
    for ms in (0, 60, 119, 120, LATE):
        sides = [i for i in at(buzzed(), ms).items if isinstance(i, Slab) and i.fill == SEVEN.colour(FIRST)]
        assert {(i.x, i.y) for i in sides if i.w == SEVEN.w} and {(i.x, i.y) for i in sides if i.x > SEVEN.w - 5}, ms


def test_the_very_coasters_of_the_race_are_turned_over_in_120_ms() -> None:
    before = lying(at(race(), LATE))
    assert lying(at(buzzed(), 0)) == before
    places = [(c.x, c.y, c.d) for c in before]
    for ms, back in ((0, False), (30, False), (60, True), (90, True), (119, True)):
        now = lying(at(buzzed(), ms))
        assert [(c.x, c.y, c.d) for c in now] == places
        assert {c.back for c in now} == {back}, ms
        assert not back or all(c.spots == () for c in now)
        assert all(c.squash == pytest.approx(abs(1 - ms / 60), abs=0.01) for c in now)
    assert not lying(at(buzzed(), 120))  # now backs in a row, beside the dial
    assert sum(isinstance(i, Picture) and i.name == "coaster_back" for i in at(buzzed(), 120).items) == len(before)


def test_who_answers_glows_in_their_place_while_the_coasters_turn() -> None:
    badges = {i.seat: i for i in at(buzzed(), 60).items if isinstance(i, Badge)}
    standing = {i.seat: i for i in at(race(), LATE).items if isinstance(i, Badge)}
    assert {seat for seat, badge in badges.items() if badge.look == "glow"} == {FIRST}
    assert {s: (b.x, b.y) for s, b in badges.items()} == {s: (b.x, b.y) for s, b in standing.items()}
    assert texts(at(buzzed(), 60)) == []


@pytest.mark.parametrize(
    "press", [Tap(T + 20 * MS, "digit", 7), Tap(T + 20 * MS, "more", 0), Tap(T + 20 * MS, "less", 0)]
)
def test_the_first_touch_of_the_dial_ends_covering_and_opening(press: Tap) -> None:
    touched, _ = host.step(buzzed(), press)
    assert "Deine Zahl?" in texts(at(touched, 20)) and not at(touched, 20).moving


def test_time_to_answer_runs_from_the_ruling_whatever_moves() -> None:
    assert buzzed().deadline == T + 10 * SECOND


# --- tabs come out of their edge


def take() -> Play:
    return moves.settle(answered(opened(begin(4)), 2), T)[0]


def fill() -> Play:
    return moves.settle(won(begin(4), 1), T)[0]


TABS: list[tuple[Callable[[], Play], int, str]] = [
    (buzzed, 120, "Deine Zahl?"),
    (fill, 0, "Wie viele?"),
    (take, 0, "Nimm einen!"),
]


def depth(shown: Play, ms: int, colour: str = HIGH) -> float:
    """How deep the tab is: the plate with round corners on one side."""
    plates = [i for i in at(shown, ms).items if isinstance(i, Slab) and i.fill == colour and i.round == "top"]
    (plate,) = plates
    return plate.h


@pytest.mark.parametrize(("tab", "begins", "words"), TABS)
def test_a_tab_grows_out_of_its_edge_in_200_ms_and_then_stands_still(
    tab: Callable[[], Play], begins: int, words: str
) -> None:
    shown = tab()
    deep = [depth(shown, begins + ms) for ms in (0, 60, 120, 200)]
    assert deep[0] < 2 and deep == sorted(set(deep)) and deep[-1] == depth(shown, LATE)
    assert [words in texts(at(shown, begins + ms)) for ms in (0, 200)] == [False, True]
    assert [at(shown, begins + ms).moving for ms in (0, 60, 190, 200)] == [True, True, True, False]
    assert at(shown, begins + 200) == at(shown, begins + 250)


def test_whoever_touches_a_tab_has_it_whole() -> None:
    more, _ = host.key(fill(), "right", T + 20 * MS)
    other, _ = host.key(take(), "right", T + 20 * MS)
    for touched, words in ((more, "Wie viele?"), (other, "Nimm einen!")):
        assert words in texts(at(touched, 20)) and not at(touched, 20).moving


def test_the_own_buzzer_is_a_touch_too() -> None:
    held, _ = host.step(fill(), Ruling(T + 20 * MS, "press", fill().state.active, T + 20 * MS, ()))
    assert held.held and not at(held, 20).moving


# --- from fill to race


def rolled() -> Play:
    filled, _ = host.key(fill(), "ok", T)
    return host.step(filled, Dice(T, 3, 5))[0]


def test_plates_go_and_coasters_grow_in_350_ms_long_before_the_race_opens() -> None:
    shown = rolled()
    sizes = [lying(at(shown, ms))[0].d for ms in (0, 100, 200, 350, 999)]
    assert sizes[0] < 0.8 * sizes[3] and sizes[:4] == sorted(set(sizes[:4])) and sizes[3] == sizes[4]
    opens, _ = host.step(shown, Tick(T + 1000 * MS))
    assert opens.mode == "race" and lying(at(opens, 1000)) == lying(at(shown, 350))
    assert not at(opens, 1000).moving  # a first race's coasters lie open: nothing turns up


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("upright", [False, True])
def test_the_tab_that_was_there_goes_back_into_its_edge(upright: bool, around: str) -> None:
    look = replace(PANELS["7 inch"], seats_around=around)  # type: ignore[arg-type]
    look = replace(look, w=look.h, h=look.w) if upright else look

    def tabs(play: Play, ms: int) -> list[Slab]:
        return [i for i in at(play, ms, look).items if isinstance(i, Slab) and i.fill == HIGH and i.round == "top"]

    (asked,) = tabs(fill(), 250)
    (first,), (later,) = tabs(rolled(), 0), tabs(rolled(), 200)
    assert first == asked and later.w == asked.w and 0 < later.h < asked.h
    assert not tabs(rolled(), 350)


def test_a_press_into_the_tumble_ends_the_growing() -> None:
    early, _ = host.step(rolled(), Ruling(T + 50 * MS, "early", FIRST, T + 50 * MS, ()))
    assert lying(at(early, 50)) == lying(at(rolled(), 400))


def test_after_a_break_the_race_is_as_large_as_it_was() -> None:
    paused, _ = host.pause(rolled(), T + 600 * MS)
    again, _ = host.go_on(paused, T + 3000 * MS)
    assert again.mode == "tumble" and lying(at(again, 3000)) == lying(at(rolled(), 400))


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("panel", PANELS)
def test_growing_coasters_never_cover_each_other_or_a_badge(panel: str, around: str) -> None:
    for upright in (False, True):
        look = replace(PANELS[panel], seats_around=around)  # type: ignore[arg-type]
        look = replace(look, w=look.h, h=look.w) if upright else look
        for players in (2, 5, 8):
            growing = replace(plays(players)["tumble"], astir=T)
            assert [overlaps(at(growing, ms, look)) for ms in range(0, 350, 50)] == [[]] * 7, (players, upright)


# --- wrong: the race is open again


def reopened() -> Play:
    """FIRST was wrong; the verdict has been said, at T + 800 ms."""
    dialled = replace(buzzed(), number=99)
    wrong, _ = host.key(dialled, "ok", T)
    assert wrong.verdict == "wrong"
    return host.step(wrong, Tick(T + 800 * MS))[0]


def test_the_race_reopens_as_fast_as_ever_and_its_coasters_turn_up_in_200_ms() -> None:
    again = reopened()
    assert again.mode == "race" and again.court == "open"
    squash = [lying(at(again, 800 + ms))[0].squash for ms in (0, 60, 120, 180, 200)]
    assert squash == sorted(set(squash)) and squash[-1] == 1
    assert [at(again, 800 + ms).moving for ms in (0, 100, 199, 200)] == [True, True, True, False]
    assert lying(at(again, 1000)) == lying(at(race(), LATE))


def test_an_open_race_shows_no_back_and_no_coaster_edge_on() -> None:
    """Who presses with the first picture has seen what everybody sees."""
    for ms in range(0, 250, 10):
        now = lying(at(reopened(), 800 + ms))
        assert now and all(c.spots and not c.back and c.squash >= 0.25 for c in now)


def test_a_press_into_the_turning_wins_at_once() -> None:
    other = Seat(3)
    race_on, _ = host.step(reopened(), Called(T + 810 * MS, "wrong"))
    answers, _ = host.step(race_on, Ruling(T + 850 * MS, "winner", other, T + 849 * MS, (other,)))
    assert (answers.mode, answers.judged) == ("answer", other)
    assert at(answers, 850).moving and lying(at(answers, 850)) and not at(answers, 850 + 320).moving


def test_still_pictures_are_drawn_once_until_a_time_block_goes() -> None:
    shown = buzzed()
    still = T + 320 * MS
    assert not view.scene(shown, still, SEVEN).moving
    assert view.next_change(shown, still) == T + SECOND
    for other in (fill(), take(), reopened()):
        assert view.next_change(other, T + SECOND) is None


# --- any press ends what only moves


def press(shown: Play, name: str, ms: int) -> Play:
    """A menu button, or `name` the buzzer."""
    t = T + ms * MS
    if name in ("left", "ok", "right"):
        return host.key(shown, name, t)[0]
    return host.step(shown, Ruling(t, "press", Seat(int(name)), t, ()))[0]


def last_roll() -> Play:
    """The dice of the final tumble."""
    return plays(4)["final tumble"]


@pytest.mark.parametrize("name", ["left", "ok", "right", "1", "3"])
def test_any_press_ends_the_tumbling_of_the_finals_dice_but_not_the_one_that_rolled_them(name: str) -> None:
    assert press(last_roll(), name, 100).mode == "tumble"
    counting = press(last_roll(), name, 450)
    assert counting.mode == "tally" and counting.since == T + 450 * MS
    assert host.step(last_roll(), Tick(T + 1000 * MS))[0].mode == "tally"  # nobody presses


@pytest.mark.parametrize("name", ["left", "ok", "right", "1", "3"])
def test_no_press_makes_a_races_dice_lie_earlier(name: str) -> None:
    assert press(rolled(), name, 450).mode == "tumble"


@pytest.mark.parametrize("name", ["left", "right", "2"])
def test_any_press_ends_the_turning_over_of_everybodys_coasters(name: str) -> None:
    shown = plays(4)["final"]
    assert at(shown, 200).moving and name != str(roller(shown.state))
    pressed = press(shown, name, 200)
    assert pressed.mode == "final" and at(pressed, 200) == at(shown, LATE)


def taken() -> Play:
    """Seat 2 has just taken a coaster, which slides there."""
    shown = take()
    return moves.take(shown, T, shown.state.table[0])[0]


@pytest.mark.parametrize("name", ["left", "right", "1", "2", "4"])
def test_any_press_ends_the_sliding_of_a_taken_coaster(name: str) -> None:
    def backs(shown: Play) -> int:
        return sum(coaster.back for coaster in lying(at(shown, 100)))

    assert (backs(taken()), backs(press(taken(), name, 100))) == (1, 0)
    offered = taken().choice + 1
    tapped, _ = host.step(taken(), Tap(T + 100 * MS, "fill", offered))
    assert backs(tapped) == 0


@pytest.mark.parametrize("name", ["left", "ok", "right"])
def test_a_key_ends_the_growing_of_the_coasters(name: str) -> None:
    assert lying(at(press(rolled(), name, 50), 50)) == lying(at(rolled(), 400))
