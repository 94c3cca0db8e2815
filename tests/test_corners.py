"""What must not go wrong in a corner of the evening: breaks, undos, pulled plugs and full disks at the worst moment."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from mopsbox import show
from mopsbox.audit import audit
from mopsbox.places import StoreFault
from mopsbox.table import MS, Button, Edge, Ruling, Seat, Tick
from tests.at_table import Table


def end_unnoted(table: Table, seat: int) -> Callable[..., None]:
    """One seat wins it all, and the disk has no room to note that the game is over. What would note it."""
    table.play_to_final([seat])
    finish = table.store.finish

    def no_room(*_: object) -> None:
        raise StoreFault("disk-full", "somewhere")

    table.store.finish = no_room  # type: ignore[method-assign]
    table.press(seat)
    table.wait(20_000)
    return finish


def hold(table: Table, seat: int, ms: int) -> None:
    """A buzzer held so long while the box was busy: it hears of all of it at once."""
    t = table.clock.t
    table.loop.receive(Ruling(t + 1, "press", Seat(seat), t))
    table.loop.receive(Ruling(t + ms * MS, "rearmed", Seat(seat), t))


def test_who_held_the_own_buzzer_while_the_box_was_busy_has_left_the_lobby() -> None:
    table = Table()
    table.press(1)
    table.press(1, 2)
    hold(table, 1, 900)
    assert table.box.lobby.joined == (1, 2)
    hold(table, 1, 1100)
    assert table.box.lobby.joined == (2,)


def test_who_held_the_own_buzzer_while_the_box_was_busy_has_said_yes() -> None:
    table = Table(4, game="mopsen")
    table.key("ok")
    table.press(4)
    hold(table, 4, 500)
    assert (table.play.part, table.play.bones) == ("bones", 3)
    hold(table, 4, 700)
    assert (table.play.part, table.play.bones) == ("beggar", 3)


def test_a_break_keeps_who_is_locked_out_and_the_honest_press_wins() -> None:
    table = Table(3)
    table.roll()
    table.answer_wrongly(1)
    table.choose("go-on")
    table.wait(1100)
    table.press(1, 3, apart_us=2000)
    assert table.play.judged == 3 and table.play.finish.tied == (3,)


def test_a_locked_seat_in_a_dead_heat_after_taking_back_leaves_the_answer_to_the_other() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    table.choose("take-back")
    table.wait(1100)
    table.press(1, 3, apart_us=20)
    assert table.play.judged == 3 and table.lamps[Seat(3)] == "on"
    assert table.actions()[-1] == {"do": "undo"}  # no draw among those who may not answer


def test_when_only_a_locked_seat_pressed_the_lamps_go_on_telling_the_truth() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    table.choose("take-back")
    table.wait(1100)
    table.press(1)
    table.wait(200)
    assert table.mode == "race"
    assert (table.lamps[Seat(1)], table.lamps[Seat(2)], table.lamps[Seat(3)]) == ("blink", "dim", "dim")


def test_the_menu_opened_before_the_open_races_picture_leaves_no_race_open_behind_it() -> None:
    table = Table(2)
    table.key("ok")
    table.clock.t += 1100 * MS
    table.loop.receive(Tick(table.clock.t))  # the dice lie, but no picture of it stands yet
    assert table.mode == "race" and list(table.loop.waiting) == ["open"]
    table.loop.receive(Button(table.clock.t, "back", True))
    table.loop.shown()
    table.press(2)
    assert table.mode == "race" and table.play.presses == () and table.play.judged is None


def test_a_game_whose_end_was_not_noted_is_not_offered_again(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    finish = end_unnoted(table, 1)
    assert table.mode == "podium"
    table.store.finish = finish  # type: ignore[method-assign]
    table.store.close()
    again = Table(folder=tmp_path)
    assert again.box.mode == "attract" and again.store.games()[0].result is not None
    again.store.close()


def test_seats_sit_and_play_in_the_order_of_their_places() -> None:
    table = Table()
    table.loop.look = replace(table.loop.look, places=(2, 1, 3, 4, 5, 6, 7, 8))
    table.press(1)
    table.press(1, 2, 3, apart_us=200_000)
    table.key("ok")
    assert table.state.setup.seats == (2, 1, 3)
    where = show.buzzers(table.box, table.loop.look)
    assert where[Seat(2)] == ("B", 0.5) and where[Seat(1)] == ("L", 0.5)


def test_with_two_sets_a_hundred_can_be_the_number_and_be_said() -> None:
    table = Table(6)
    table.roll()
    table.press(1)
    for digit in (1, 0, 0):
        table.tap("digit", digit)
    table.key("ok")
    assert table.actions()[-1]["number"] == 100


def test_with_one_set_the_dial_goes_round_at_99() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.tap("digit", 0)
    table.key("left")
    assert table.play.number == 99
    table.key("right")
    assert table.play.number == 0


def test_after_taking_back_the_audit_names_the_very_seats_that_answered(tmp_path: Path) -> None:
    table = Table(3, folder=tmp_path)
    table.roll()
    for seat in (1, 3, 2):
        table.answer_wrongly(seat)
    table.choose("take-back")
    table.wait(1100)
    table.press(1, 2, apart_us=1000)  # 1 has answered: its press is nobody's business
    assert table.play.judged == 2
    table.dial(True)
    table.wait(1600)
    table.key("ok")
    table.roll()
    table.press(1)  # and in the next round it counts again
    assert table.play.judged == 1
    number = table.loop.game
    table.store.close()
    out = io.StringIO()
    assert audit(tmp_path / "games" / f"{number}.edges.jsonl", True, out) == 0
    winners = [r["seat"] for r in map(json.loads, out.getvalue().splitlines()) if r["ruling"] == "winner"]
    assert winners == [1, 3, 2, 2, 1]


def test_an_edge_that_reaches_the_referee_too_late_is_said_until_the_next_game() -> None:
    table = Table(2)
    table.roll()
    long_ago = table.clock.t - 50 * MS
    table.loop.take(Edge(long_ago, Seat(2), True))
    table.wait(10)
    table.loop.health()
    assert table.loop.referee.late == 1 and table.words() == {"!"}  # a race has no words
    table.press(1)
    assert "A buzzer was late" in " ".join(table.words())
    table.choose("leave")
    table.key("left")
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert "A buzzer was late" not in " ".join(table.words())


def test_behind_the_menu_nobody_rolls_takes_or_types() -> None:
    table = Table(2)
    table.play_to_final([1])
    before = table.actions()
    table.key("back")
    table.press(1, for_ms=700)
    table.wait(3000)
    assert table.actions() == before and table.mode == "final"
    table.key("back")
    table.press(1)
    assert len(table.actions()) == len(before) + 1
    table = Table(2)
    table.roll()
    table.press(1)
    table.tap("digit", 4)
    table.key("back")
    table.tap("digit", 2)
    table.dial(True)
    assert (table.mode, table.play.number) == ("answer", 4)


def test_who_is_out_and_holds_the_buzzer_is_not_called_stuck_and_can_join_the_next_game() -> None:
    table = Table(2)
    table.roll()
    table.answer_wrongly(1)
    table.hold(1)
    table.key("back")  # the referee is armed anew: 1 is out
    table.let_go(1)
    table.wait(15_000)
    assert "Buzzer stuck" not in " ".join(table.words())
    table.choose("leave")
    table.key("left")
    table.press(1)
    assert table.box.lobby.joined == (1,)


def test_a_press_in_attract_behind_the_menu_wakes_nobody() -> None:
    table = Table()
    table.key("ok", for_ms=1100)
    table.press(3)
    assert table.box.mode == "attract" and table.box.menu == 0


def test_a_rematch_keeps_the_result_of_the_game_whose_end_could_not_be_noted(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    finish = end_unnoted(table, 2)
    table.store.finish = finish  # type: ignore[method-assign]
    table.key("ok")
    assert table.loop.game == 2
    first = table.store.games()[0]
    assert first.n == 1 and first.result is not None and not first.ended_early
    table.store.close()
