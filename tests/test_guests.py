"""Bots that sit with people: added in the lobby, they play for their own seats and for nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mopsbox import show
from mopsbox.__main__ import main
from mopsbox.box import menu_entries
from mopsbox.furniture import KEY_CAP, STRIP
from mopsbox.games import GAMES, company_of
from mopsbox.games.mopseinander.bots import SKILLS, number
from mopsbox.games.mopseinander.play import roller
from mopsbox.games.mopseinander.rules import correct_number
from mopsbox.guests import PRESS, Guests
from mopsbox.loop import Loop
from mopsbox.replay import load
from mopsbox.scene import INK, KEYS, Disc, Shape
from mopsbox.settings import BOTS, ROWS, rows
from mopsbox.table import MS, SEATS, SECOND, Button, Dial, Edge
from mopsbox.turning import Source, run_fast

from .at_table import SECONDS, Table, _Until
from .catalogue import PANELS
from .waiting import step_by_step

ME = 2


class Beside:
    """What a person does, and the bots, for as long as the person's part lasts."""

    def __init__(self, person: _Until, bots: Source) -> None:
        self.person, self.bots = person, bots

    def due(self) -> int | None:
        mine, theirs = self.person.due(), self.bots.due()
        return mine if mine is None or theirs is None else min(mine, theirs)

    def pop(self, t: int, loop: Loop) -> Sequence[Any]:
        return [*self.person.pop(t, loop), *self.bots.pop(t, loop)]


class Mixed(Table):
    """A table at which bots may sit. `done`: what they did, and how the table stood then."""

    guests: Guests | None = None

    def _run(self, lasts: int, raws: list[tuple[int, Any]]) -> None:
        self.guests = self.guests or self._watched()
        until = _Until(self.clock.t + lasts)
        until.raws = raws
        run_fast(self.loop, self.desk, self.clock, Beside(until, self.guests), aftermath=0)

    def _watched(self) -> Guests:
        self.done: list[tuple[Any, Any]] = []
        guests = Guests(self.loop, 3)
        pop = guests.pop

        def watched(t: int, loop: Loop) -> Sequence[Any]:
            raws = pop(t, loop)
            self.done += [(raw, self.box) for raw in raws]
            return raws

        guests.pop = watched  # type: ignore[method-assign]
        return guests

    def until(self, true: Callable[[], bool], seconds: int = 60) -> None:
        for _ in range(10 * seconds):
            if true():
                return
            self.wait(100)
        pytest.fail(f"not within {seconds} s, but {self.play and self.mode}")


def in_the_lobby(bots: int = 2, folder: Path | None = None, pace: str = "quick") -> Mixed:
    """I have joined by my buzzer, and asked for bots by the menu. `pace`: "": as shipped."""
    table = Mixed(folder=folder, settings=(("mopseinander.bots", pace),) if pace else ())
    table.press(1)
    table.press(ME)
    for _ in range(bots):
        table.choose("add-bot")
    return table


def at_the_table(folder: Path | None = None, pace: str = "quick") -> Mixed:
    table = in_the_lobby(folder=folder, pace=pace)
    table.key("ok")
    assert table.mode == "fill" and table.state.setup.seats == (1, ME, 3)
    return table


def asked_of_me(table: Mixed) -> bool:
    """Is it I who must do something?"""
    state = table.state
    who = {"fill": state.active, "take": state.winner, "answer": table.play.judged, "final": roller(state)}
    return bool(who.get(table.mode) == ME)


def my_part(table: Mixed) -> None:
    """One thing a person does: I press my own buzzer and dial, nothing else."""
    if table.mode == "race" and ME not in table.state.locked and table.play.opened:
        table.wait(5000)
        if table.mode == "race":
            table.press(ME)
    elif table.mode == "answer" and asked_of_me(table):
        table.dial(table.state.round % 3 > 0)
    elif table.mode in ("fill", "take") and asked_of_me(table):
        table.press(ME, for_ms=700)
    elif table.mode == "final" and asked_of_me(table):
        table.press(ME)
    table.wait(200)


def play_to_the_podium(table: Mixed) -> None:
    for _ in range(1000):
        if table.mode == "podium":
            return
        my_part(table)
    pytest.fail(f"no end: {table.mode}")


# --- a whole game


def test_one_person_and_two_bots_play_to_the_podium_and_each_for_itself(tmp_path: Path) -> None:
    table = at_the_table(tmp_path)
    play_to_the_podium(table)
    answers = [a["seat"] for a in table.actions() if a["do"] == "answer"]
    assert set(answers) == {1, ME, 3}, "everybody was first now and then"
    takes = {a["seat"] for a in table.actions() if a["do"] == "take"}
    assert ME in takes and takes & {1, 3}
    only_for_bots(table)
    table.store.close()
    assert load(tmp_path / "games" / "1.jsonl").state == table.state
    assert main(["audit", str(tmp_path / "games" / "1.edges.jsonl")]) == 0


def only_for_bots(table: Mixed) -> None:
    """They pressed their own buzzers; keys and numbers came from them only when one of them was asked."""
    assert {type(raw) for raw, _ in table.done} == {Edge, Button, Dial}
    for raw, box in table.done:
        state = box.play.state
        match raw:
            case Edge():
                assert raw.seat in (1, 3)
            case Button(name="left" | "back"):
                pytest.fail("no bot needs it")
            case Button(down=True):
                assert {"fill": state.active, "take": state.winner}[box.play.mode] in (1, 3)
            case Dial():
                assert box.play.mode == "answer" and box.play.judged in (1, 3)


def begins(raw: Any) -> bool:
    """Is it a press or a number, not the end of a press?"""
    return bool(getattr(raw, "closed", getattr(raw, "down", True)))


def test_they_wait_for_the_person_whose_turn_it_is() -> None:
    table = at_the_table()
    for wanted in ("fill", "race", "answer", "take"):
        step_by_step(
            lambda wanted=wanted: table.mode == wanted and (asked_of_me(table) or wanted == "race"),
            lambda: my_part(table),
        )
        if wanted == "race":
            continue
        table.done.clear()
        stood = table.state
        table.wait(8 * SECONDS)  # an answer has ten
        assert (table.mode, table.state) == (wanted, stood)
        assert [raw for raw, _ in table.done if begins(raw)] == []


def test_at_the_podium_they_wait_and_are_there_for_the_rematch() -> None:
    table = at_the_table()
    play_to_the_podium(table)
    table.wait(60 * SECONDS)
    assert table.mode == "podium" and table.loop.game == 1
    table.key("ok")
    assert (table.loop.game, table.box.lobby.bots) == (2, {1, 3})
    table.until(lambda: asked_of_me(table) or table.mode == "race")
    assert table.state.setup.seats == (1, ME, 3)


def test_a_game_that_was_left_goes_on_with_its_bots() -> None:
    table = at_the_table()
    table.choose("leave")
    assert (table.box.mode, table.box.lobby.bots) == ("offer", frozenset())
    table.key("ok")
    assert table.box.lobby.bots == {1, 3}
    table.key("left")
    play_to_the_podium(table)


def test_a_game_goes_on_with_its_bots_after_the_box_was_switched_off_in_the_middle(tmp_path: Path) -> None:
    table = at_the_table(tmp_path)
    table.until(partial(asked_of_a_bot, table, "take"), 600)
    table.store.close()
    again = Mixed(folder=tmp_path)
    assert again.box.mode == "offer" and gears(again) == 2, "who is asked sees that bots will play"
    again.key("ok")
    assert (again.play.mode, again.box.lobby.bots) == ("take", {1, 3})
    play_to_the_podium(again)
    only_for_bots(again)
    again.key("ok")
    again.store.close()
    third = Mixed(folder=tmp_path)
    assert third.box.saved is not None and third.box.saved.number == 2, "the rematch was cut off at once"
    third.key("ok")
    play_to_the_podium(third)
    assert {a["seat"] for a in third.actions() if a["do"] == "answer"} >= {1, 3}
    third.store.close()


def test_whoever_does_not_go_on_with_it_finds_a_lobby_without_bots(tmp_path: Path) -> None:
    table = at_the_table(tmp_path)
    table.store.close()
    again = Mixed(folder=tmp_path)
    again.key("left")
    assert (again.box.mode, again.box.lobby.joined, again.box.lobby.bots) == ("lobby", (), frozenset())
    for seat in (1, ME):
        again.press(seat)
    again.key("ok")
    again.store.close()
    third = Mixed(folder=tmp_path)
    third.key("ok")
    assert (third.loop.game, third.box.lobby.bots) == (2, frozenset())
    third.store.close()


# --- how fast they are


def paces(table: Mixed, races: int) -> list[float]:
    """Seconds from lying dice to the press of the first bot, in races in which nobody has answered yet."""
    found = []
    while len(found) < races and table.mode != "final":
        table.until(partial(in_a_race, table), 60)
        opened, fresh = table.play.opened, not table.state.locked
        table.until(lambda: table.mode != "race", 60)
        if fresh:
            found.append((table.play.presses[0][1] - opened) / SECOND)
        table.until(lambda: table.mode != "answer" and table.mode != "verdict", 60)
    return found


def test_a_child_has_at_least_six_seconds_to_count_against_bots_as_they_are_shipped() -> None:
    table = at_the_table(pace="")
    found = paces(table, 8)
    assert len(found) == 8 and min(found) >= 6 and max(found) <= 12.001
    state = table.state
    said = [number(state, seat, table.guests.lots, pace) for pace in ("easy", "quick") for seat in [3] * 1000]  # type: ignore[union-attr]
    wrong = [sum(n != correct_number(state) for n in part) for part in (said[:1000], said[1000:])]
    assert 1000 * SKILLS[2].miss * 1.5 < wrong[0] < 400 and wrong[1] < wrong[0], "now and then they are wrong"


def test_quick_bots_are_as_fast_as_they_were_and_can_be_had_in_a_running_game() -> None:
    table = at_the_table(pace="")
    assert min(paces(table, 3)) >= 6
    table.choose("settings")
    for _ in range(len(ROWS)):
        if rows(table.box)[table.box.page.row] is BOTS:  # type: ignore[union-attr]
            break
        table.key("ok")
    table.key("right")
    table.key("back")
    table.key("back")
    table.until(lambda: table.mode != "race", 60)
    assert min(paces(table, 5)) < 6


def test_where_no_bot_may_sit_nothing_is_asked_of_them() -> None:
    table = in_the_lobby(0)
    assert BOTS in rows(table.box)
    table.key("right")
    assert table.box.game == "mopsen" and BOTS not in rows(table.box)


# --- the menu


def test_behind_the_menu_they_press_nothing_and_then_go_on() -> None:
    table = at_the_table()
    for wanted in ("fill", "race", "answer", "take"):
        table.until(partial(in_a_race, table) if wanted == "race" else partial(asked_of_a_bot, table, wanted), 600)
        table.key("back")
        table.done.clear()
        stood = table.state
        table.wait(30 * SECONDS)
        assert table.box.menu == 0 and table.state == stood
        assert [raw for raw, _ in table.done if begins(raw)] == []
        table.choose("go-on")
        table.until(partial(changed, table, stood), 30)


def changed(table: Mixed, stood: object) -> bool:
    return bool(table.state != stood)


def in_a_race(table: Mixed) -> bool:
    if table.mode != "race":
        my_turns(table)
    return table.mode == "race" and bool(table.play.opened)


def asked_of_a_bot(table: Mixed, mode: str) -> bool:
    my_turns(table)
    state = table.state
    who = {"fill": state.active, "take": state.winner, "answer": table.play.judged}[mode]
    return table.mode == mode and who in (1, 3)


def my_turns(table: Mixed) -> None:
    """I never buzz in a race, so that bots win; what else is asked of me I do."""
    if table.mode in ("fill", "take") and asked_of_me(table):
        table.press(ME, for_ms=700)


def test_a_person_who_holds_ok_gets_the_menu_though_a_bot_is_about_to_press_it() -> None:
    table = at_the_table()
    table.until(lambda: asked_of_a_bot(table, "fill"), 600)
    table.wait(300)  # it presses a second after it is asked
    table.key("ok", for_ms=1100)
    assert table.box.menu == 0 and table.mode == "fill"


def test_ok_for_a_slow_bot_leaves_none_of_its_keys_for_later() -> None:
    table = at_the_table()
    table.until(lambda: asked_of_a_bot(table, "fill"), 600)
    table.key("ok")
    table.done.clear()
    table.until(lambda: table.mode == "race", 5)
    assert [raw for raw, _ in table.done if isinstance(raw, Button)] == []


# --- the lobby


def test_a_bot_takes_the_next_free_seat_and_shows_as_one() -> None:
    table = in_the_lobby(0)
    assert {"Alone? Hold", "for bots"} <= table.words() and ok_signs(table) == 2
    without = gears(table)
    table.choose("add-bot")
    assert (table.box.lobby.joined, table.box.lobby.bots) == ((1, ME), {1})
    assert "More bots: hold" in table.words() and ok_signs(table) == 2
    assert (table.lamps[SEATS[0]], gears(table)) == ("on", without + 1)
    table.choose("add-bot")
    assert (table.box.lobby.joined, table.box.lobby.bots) == ((1, ME, 3), {1, 3})
    assert "Press your buzzer" in table.words() and ok_signs(table) == 0
    table.choose("no-bots")
    assert (table.box.lobby.joined, table.box.lobby.bots, gears(table)) == ((ME,), frozenset(), without)
    table.key("ok", for_ms=1100)
    assert "no-bots" not in menu_entries(table.box)


def ok_signs(table: Table) -> int:
    """How often the sign of the OK button stands among the words: no button has the letters on it."""
    assert not any("OK" in word for word in table.words())
    scene = table.scene()
    caps = [i for i in scene.items if isinstance(i, Disc) and i.fill == INK and i.d == KEY_CAP]
    above = [i for i in caps if i.y < scene_floor(table)]
    ticks = [i.points for i in scene.items if isinstance(i, Shape) and i.colour == KEYS]
    return sum(any(abs(x - i.x) < 2 and abs(y - i.y) < 2 for points in ticks for x, y in points) for i in above)


def scene_floor(table: Table) -> float:
    """Where the key strip begins."""
    return table.loop.look.h - STRIP


def gears(table: Table) -> int:
    """How many wheels of eight teeth the lobby shows."""
    return len([i for i in table.scene().items if isinstance(i, Shape) and len(i.points) == 32])


def test_a_narrow_plate_has_its_gear_too() -> None:
    table = in_the_lobby(7)
    assert table.box.lobby.joined == SEATS
    for panel in ("7 inch", "7 inch, upright"):
        for around in ("around", "sides", "front"):
            scene = show.scene(table.box, table.clock.t, replace(PANELS[panel], seats_around=around))
            wheels = [i for i in scene.items if isinstance(i, Shape) and len(i.points) == 32]
            assert len(wheels) == 7, (panel, around)


def test_whoever_presses_where_a_bot_sits_gets_the_seat() -> None:
    table = in_the_lobby()
    table.press(3)
    assert (table.box.lobby.joined, table.box.lobby.bots) == ((1, ME, 3), {1})
    table.press(3, for_ms=1200)
    assert table.box.lobby.joined == (1, ME)


def test_a_full_table_takes_no_more_and_another_game_none() -> None:
    table = in_the_lobby(7)
    table.key("ok", for_ms=1100)
    assert "add-bot" not in menu_entries(table.box) and "no-bots" in menu_entries(table.box)
    table.choose("go-on")
    table.key("right")
    assert (table.box.game, table.box.lobby.joined) == ("mopsen", (ME,)), "nobody sees what cards a bot would hold"
    table.key("ok", for_ms=1100)
    assert not {"add-bot", "no-bots"} & set(menu_entries(table.box))
    assert [game for game in GAMES if company_of(game)] == ["mopseinander"]


def test_in_a_game_no_bot_comes_or_goes() -> None:
    table = at_the_table()
    table.key("ok", for_ms=1100)
    assert not {"add-bot", "no-bots"} & set(menu_entries(table.box))


def test_bots_alone_keep_no_lobby_open() -> None:
    table = in_the_lobby()
    table.press(ME, for_ms=1200)
    assert table.box.lobby.joined == (1, 3)
    table.wait(121 * SECONDS)
    assert table.box.mode == "attract"
    table.press(ME)
    assert table.box.lobby.joined == ()


def test_bots_alone_play_to_the_podium_while_somebody_watches() -> None:
    table = Mixed()
    table.press(1)
    for _ in range(3):
        table.choose("add-bot")
    table.key("ok")
    assert table.mode == "fill"
    table.until(lambda: table.mode == "podium", 600)
    table.wait(60 * SECONDS)
    assert table.mode == "podium" and table.loop.game == 1


# --- a busy box


def test_however_late_the_loop_is_a_press_is_down_and_up_in_order() -> None:
    table = at_the_table()
    guests = table.guests
    assert guests is not None
    table.until(partial(in_a_race, table), 600)
    first = guests.due()
    assert first is not None and [type(raw) for _, _, raw in guests.heap] == [Edge, Edge]
    late = max(t for t, _, _ in guests.heap) + 400 * MS
    guests.leave(first)  # the other one is not pressed
    table.clock.t = late
    (down,) = guests.pop(late, table.loop)
    assert (down.t, down.closed, guests.down) == (late, True, {down.seat})
    assert guests.pop(late, table.loop) == []
    table.clock.t = late + PRESS
    (up,) = guests.pop(late + PRESS, table.loop)
    assert (up.t, up.closed, guests.down) == (late + PRESS, False, frozenset())
