"""The menu at the table: pause, take back, close, score now, leave, language, power off."""

from dataclasses import replace

import pytest

from mopsbox import box as boxes
from mopsbox.menu import stays_on
from mopsbox.places import StoreFault
from mopsbox.scene import Slab, Text, hit
from mopsbox.stage import Lost
from mopsbox.table import MS, Button, Ready, Restore
from tests.at_table import Table


def test_holding_ok_pauses_and_the_race_begins_anew_with_the_same_dice() -> None:
    table = Table(2)
    table.roll()
    dice = table.state.dice
    table.key("ok", for_ms=1100)
    assert table.box.menu == 0
    table.press(1)
    table.wait(60_000)
    assert table.mode == "race" and table.state.phase == "race"  # the press in the break is none
    table.choose("go-on")
    assert table.mode == "tumble" and table.state.dice == dice
    table.wait(1100)
    table.press(2)
    assert table.play.judged == 2


def test_a_hold_that_a_busy_box_hears_of_at_once_is_a_hold_and_a_short_press_is_none() -> None:
    table = Table(2)
    for lasts, menu, phase in ((1000 * MS, 0, "fill"), (990 * MS, None, "race")):
        down = table.clock.t
        table.loop.take(Button(down, "ok", True))
        table.loop.take(Button(down + lasts, "ok", False))
        assert (table.box.menu, table.state.phase) == (menu, phase)
        if menu is not None:
            table.choose("go-on")


def test_holding_right_turns_the_menu_to_the_other_side_of_the_table_and_chooses_nothing() -> None:
    table = Table(2)
    table.key("ok", for_ms=1100)
    near = words(table)
    table.key("right", for_ms=1100)
    assert table.box.menu == 0
    far = words(table)
    (x, y, turn), (fx, fy, far_turn) = near["Weiter"], far["Weiter"]
    assert (turn, far_turn) == (0, 180) and x + fx == pytest.approx(800 / 5.59) and fy > y
    assert near["wählen"] == far["wählen"]  # the label stays beside its button
    table.key("right")
    assert table.box.menu == 1  # a short press is the next entry
    table.key("left")
    table.key("right", for_ms=1100)
    assert words(table)["Weiter"] == near["Weiter"]


def test_a_finger_hits_an_entry_of_the_turned_menu_where_it_is_seen() -> None:
    table = Table(2)
    table.key("ok", for_ms=1100)
    table.key("right", for_ms=1100)
    x, y, _ = words(table)["Einstellungen"]
    entry = hit(table.scene("de"), x, y)
    assert entry == ("choose", boxes.menu_entries(table.box).index("settings"))


def test_where_right_turns_nothing_it_acts_at_once() -> None:
    table = Table(2)
    before = table.play.choice
    table.loop.take(Button(table.clock.t, "right", True))
    assert table.play.choice == before + 1


def words(table: Table) -> dict[str, tuple[float, float, float]]:
    """The words on the screen: where, and how far turned."""
    return {item.text: (item.x, item.y, item.turn) for item in table.scene("de").items if isinstance(item, Text)}


def test_a_break_stops_the_answer_time() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.wait(5_000)
    table.key("ok", for_ms=1100)
    table.wait(30_000)
    table.choose("go-on")
    assert table.mode == "answer"
    table.dial(True)
    assert table.play.verdict == "right"


def test_take_back_undoes_a_wrong_answer_and_appends_never_erases() -> None:
    table = Table(3)
    table.roll()
    table.answer_wrongly(1)
    table.choose("take-back")
    assert table.state.locked == () and table.actions()[-1] == {"do": "undo"}
    table.wait(1100)
    table.press(1)
    assert table.play.judged == 1


def test_after_taking_back_a_later_answer_the_earlier_lock_still_holds() -> None:
    table = Table(3)
    table.roll()
    for seat in (1, 2):
        table.answer_wrongly(seat)
    table.choose("take-back")
    table.wait(1100)
    assert table.state.locked == (1,)
    table.press(1)
    assert table.mode == "race"
    table.press(2)
    assert table.play.judged == 2


def test_the_host_closes_the_round() -> None:
    table = Table(2)
    table.roll()
    table.choose("close-round")
    assert table.play.verdict == "nobody" and table.actions()[-1] == {"do": "close"}


def test_a25_ending_early_scores_what_is_held_and_says_so() -> None:
    table = Table(2)
    table.win_round(2)
    table.choose("end-game")
    assert table.mode == "final" and table.state.ended_early
    table.key("ok")
    table.wait(12_000)
    assert table.mode == "podium" and "ended early" in table.words()


@pytest.mark.parametrize("entry", ["end-game", "close-round"])
def test_what_ends_something_asks_once_and_anything_but_yes_takes_it_back(entry: str) -> None:
    table = Table(2)
    table.roll()
    stood = table.actions()
    ask = "Score now?" if entry == "end-game" else "Really close it?"  # for two lines there is no room
    for no in ("left", "right", "back"):
        reach(table, entry)
        table.key("ok")
        assert table.actions() == stood and {ask, "yes", "no"} <= table.words(), no
        table.key(no)
        assert table.box.asked is None and not {ask, "yes"} & table.words()
        assert boxes.menu_entries(table.box)[table.box.menu or 0] == entry, "no is no step to the next one"
    table.key("ok")
    table.key("ok")
    assert table.box.menu is None and table.actions()[-1]["do"] in ("end", "close")


def test_a_click_on_score_now_does_nothing_before_a_second_one_that_is_meant() -> None:
    """Where it lies something else lay a moment ago."""
    table = Table(2)
    table.key("ok", for_ms=1100)
    entries = boxes.menu_entries(table.box)
    here = entries.index("end-game")
    for _ in range(2):  # a double click is one
        table.tap("choose", here)
        table.wait(150)
    assert table.box.menu == here and table.state.phase == "fill"
    table.tap("choose", entries.index("settings"))
    assert table.box.asked is None and table.box.page is not None
    table.key("back")
    table.tap("choose", here)
    table.wait(500)
    assert table.state.phase == "fill", "what was asked before is forgotten"
    table.tap("choose", here)
    assert table.box.menu is None and table.state.ended_early


def test_an_entry_that_asks_is_lit_in_another_colour_than_one_that_is_chosen() -> None:
    table = Table(2)
    reach(table, "end-game")
    before = lit_slab(table)
    table.key("ok")
    assert lit_slab(table).fill not in (before.fill, None)
    table.key("left")
    assert lit_slab(table) == before


def lit_slab(table: Table) -> Slab:
    here = ("choose", table.box.menu)
    return next(item for item in table.scene().items if isinstance(item, Slab) and item.tap == here)


def test_leaving_asks_nothing_as_the_game_can_go_on() -> None:
    table = Table(2)
    reach(table, "leave")
    table.key("ok")
    assert table.box.mode == "offer"


def reach(table: Table, entry: str) -> None:
    """The menu is open and this entry lit."""
    if table.box.menu is None:
        table.key("back")
    for _ in range(boxes.menu_entries(table.box).index(entry) - (table.box.menu or 0)):
        table.key("right")
    assert boxes.menu_entries(table.box)[table.box.menu or 0] == entry


def test_what_could_not_be_stored_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    stood = table.play

    def full(*_: object) -> None:
        raise StoreFault("disk-full", "here")

    with monkeypatch.context() as patch:
        patch.setattr(table.store, "append_all", full)
        table.dial(True)
    assert table.play == stood
    assert table.actions()[-1]["do"] == "roll"
    table.dial(True)
    assert table.play.verdict == "right" and table.actions()[-1]["do"] == "answer"


def test_leaving_keeps_the_game_and_offers_it_until_another_one_begins() -> None:
    table = Table(2)
    table.win_round(2)
    table.choose("leave")
    assert table.box.mode == "offer" and "Go on playing?" in table.words()
    table.key("ok")
    assert table.mode == "fill" and table.state.round == 2
    table.choose("leave")
    table.key("left")  # new: but nobody has begun anything yet
    assert table.box.mode == "lobby"
    table.wait(121_000)
    table.press(1)
    assert table.box.mode == "offer"
    table.key("left")
    for seat in (1, 2):
        table.press(seat)
    table.key("ok")
    assert table.loop.game == 2
    table.choose("leave")
    table.key("ok")
    assert table.loop.game == 2 and table.state.round == 1


def test_under_the_menu_nobody_joins_or_leaves_the_lobby() -> None:
    table = Table()
    table.press(1)
    table.press(1)
    table.press(2)
    table.hold(1)
    table.key("back")
    assert table.box.menu == 0
    table.wait(2000)
    table.press(3)
    table.key("back")
    assert table.box.menu is None and table.box.lobby.joined == (1, 2)


def test_the_language_changes_at_once() -> None:
    table = Table(language="de")
    table.key("back")
    assert table.box.mode == "lobby"
    table.choose("settings")
    table.key("right")
    assert table.box.language == "en"


def test_power_off_leaves() -> None:
    table = Table()
    table.choose("power-off")
    assert table.loop.over


# --- switching the machine off


def at_power_off(players: int | None = None) -> tuple[Table, list[str]]:
    """A box that can have its machine switched off, its menu's last entry lit; and what was asked of the system."""
    table, asked = Table(players, powers=True), list[str]()
    table.loop.power_off = lambda: asked.append("off")
    table.key("ok", for_ms=1100)
    table.key("left")
    assert boxes.menu_entries(table.box)[table.box.menu or 0] == "power-off"
    return table, asked


def test_holding_ok_on_power_off_blinks_and_after_three_seconds_has_the_machine_switched_off() -> None:
    table, asked = at_power_off(2)
    table.loop.take(Button(table.clock.t, "ok", True))
    table.wait(2900)
    assert set(table.lamps.values()) == {"blink"} and len(table.lamps) == 8 and not asked
    assert {"Switch off?", "hold 3 s"} <= table.words()
    table.wait(200)
    assert asked == ["off"] and set(table.lamps.values()) == {"on"}
    table.loop.take(Button(table.clock.t, "ok", False))
    table.press(1)
    table.key("back")
    assert asked == ["off"] and not table.loop.over, "it goes on until it is told to end"
    assert {"Switching off", "Wait until everything is dark"} <= table.words()
    assert set(table.lamps.values()) == {"on"}


def test_whoever_lets_go_too_soon_switches_nothing_off_however_often() -> None:
    table, asked = at_power_off()
    before = table.lamps
    for _ in range(3):
        table.key("ok", for_ms=2900)
        assert not asked and table.lamps == before
        assert {"Switch off?", "hold 3 s"} <= table.words()
    table.key("left")
    table.key("ok", for_ms=60)  # another entry, and none of the time it was held for counts
    assert not asked and table.box.off is None


def test_ok_that_was_down_before_power_off_was_lit_is_not_meant_for_it() -> None:
    table, asked = at_power_off()
    table.key("right")
    table.loop.take(Button(table.clock.t, "ok", True))
    table.wait(500)
    table.key("left")
    table.wait(5000)
    assert not asked and table.box.off is None
    table.loop.take(Button(table.clock.t, "ok", False))
    table.key("ok", for_ms=3100)
    assert asked == ["off"]


def test_a_finger_on_the_screen_says_yes_by_a_second_touch_and_not_by_a_double_one() -> None:
    table, asked = at_power_off()
    entry = boxes.menu_entries(table.box).index("power-off")
    table.tap("choose", entry)
    table.tap("choose", entry)
    assert not asked
    table.wait(500)
    table.tap("choose", entry)
    assert asked == ["off"]


def test_a_machine_that_cannot_be_asked_stays_on_and_the_box_says_so_and_goes_on() -> None:
    table, _ = at_power_off(2)

    def broken() -> None:
        raise OSError(28, "No space left on device")

    table.loop.power_off = broken
    table.key("ok", for_ms=3100)
    assert table.box.off is None and "Still on: pull the plug" in table.words()
    table.choose("go-on")
    table.roll()
    assert table.mode == "race" and "Still on: pull the plug" not in table.words()


def test_a_machine_that_is_asked_and_stays_on_is_noticed_after_twenty_seconds() -> None:
    table, asked = at_power_off(2)
    table.key("ok", for_ms=3100)
    table.wait(19_000)
    assert "Switching off" in table.words()
    table.wait(1500)
    assert "Still on: pull the plug" in table.words() and table.box.menu is not None
    table.key("ok", for_ms=3100)
    assert asked == ["off", "off"]


def test_a_backup_that_is_ready_while_the_machine_goes_off_is_asked_about_again_if_it_stays_on() -> None:
    box, effects = said_yes(replace(boxes.new(0), mode="restore", lost=Lost(1)), 1)
    assert box.readying and Restore() in effects
    box, effects = boxes.step(replace(box, off=3), Ready(4))
    assert not effects and not box.readying and not box.notices, "nothing is taken over on the way out"
    _, effects = said_yes(stays_on(box), 5)
    assert Restore() in effects


def said_yes(box: boxes.Box, t: int) -> boxes.Step:
    down, first = boxes.step(box, Button(t, "ok", True))
    up, then = boxes.step(down, Button(t + 1, "ok", False))
    return up, (*first, *then)
