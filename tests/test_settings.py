"""Settings by three buttons: rows, values that hold at once, a turned picture that turns back, who sits where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mopsbox import box as boxes
from mopsbox import settings, settings_view, show
from mopsbox.config import load, load_for_play
from mopsbox.config_keys import KEYS, Config, flat
from mopsbox.games.mopsen.state import Options
from mopsbox.live import Live
from mopsbox.lobby import Lobby
from mopsbox.parts import look_for
from mopsbox.scene import Badge, Look, Scene, Shape, Slab, Text, hit
from mopsbox.settings import ROWS, Settings, Trial, beside
from mopsbox.table import SEATS, SECOND, Setting
from mopsbox.words import LANGUAGES, say

from .at_table import Table, round_from
from .screens import PANELS, bounds, outside, overlaps, texts
from .waiting import step_by_step

UPRIGHT = Look(480 / 5.59, 800 / 5.59, 5.59)
WORDS = [row.word for row in ROWS if row is not settings.PHONE]  # that one is a service's


class Sat(Table):
    """A table that keeps what its buttons set. It begins in the lobby with the settings open."""

    def __init__(self, players: int | None = None, **box: Any) -> None:
        super().__init__(players, **box)
        self.told: list[Setting] = []
        self.loop.setting = self.told.append
        if players is None:
            self.press(1)  # wakes the box
            self.press(1)
        self.choose("settings")

    @property
    def row(self) -> str:
        assert self.box.page is not None
        return settings.rows(self.box)[self.box.page.row].word

    def to(self, word: str) -> None:
        """OK goes on, row by row."""
        step_by_step(lambda: self.row == word, lambda: self.key("ok"))

    @property
    def kept(self) -> list[tuple[str, object]]:
        return [(s.key, s.value) for s in self.told if s.keep]


# --- finding one's way


def test_ok_goes_from_row_to_row_and_at_the_end_out_to_the_menu_whose_first_entry_goes_on() -> None:
    table = Sat()
    seen = []
    for word in WORDS:
        seen.append(table.row)
        assert say(word, "en") in table.words()
        table.key("ok")
    assert table.box.page is None
    assert seen == WORDS and table.told == []
    assert table.box.menu == 0 and {"Go on", "Settings"} <= table.words()
    table.key("ok")
    assert table.box.menu is None and table.box.mode == "lobby"


def test_the_fourth_button_and_a_long_ok_lead_back_to_the_menu() -> None:
    table = Sat()
    table.key("ok")
    table.key("back")
    assert table.box.page is None and table.box.menu == 0
    table.choose("settings")
    table.key("ok", for_ms=1200)
    assert table.box.page is None and table.box.menu == 0


def test_from_the_last_row_back_to_the_first() -> None:
    table = Sat()
    table.to("finished")
    table.key("right")
    assert table.row == "finished"
    table.key("left")
    assert table.row == WORDS[0]


def test_a_finger_lights_a_row_and_on_the_lit_one_goes_on_to_the_next_value() -> None:
    table = Sat(language="de")
    table.tap("set", WORDS.index("set-answer"))
    assert table.row == "set-answer" and table.told == []
    table.tap("set", WORDS.index("set-answer"))
    table.tap("key-left")
    table.tap("key-left")
    assert table.kept == [("answer_s", 20), ("answer_s", 10), ("answer_s", 5)]
    table.tap("set", 99)
    table.tap("set", WORDS.index("finished"))
    assert table.row == "finished"
    table.tap("set", WORDS.index("finished"))
    assert table.box.page is None


def test_buzzers_do_nothing_to_the_page() -> None:
    table = Sat()
    before = table.box.page
    table.press(3)
    assert table.box.page == before and table.box.lobby.joined == (1,)


# --- what a value does


def test_the_language_holds_at_once_and_goes_round_all_there_are() -> None:
    table = Sat(language="de")
    for language in round_from("de"):
        table.key("right")
        assert table.box.language == language
        assert {say("language", language), say("set-sound", language)} <= set(texts(table.scene()))
    table.key("left")
    assert table.kept[-1] == ("screen.language", round_from("de")[-2])


def test_the_volume_ends_where_it_ends() -> None:
    """From soft to loud in one step would wake the house."""
    table = Sat()
    table.to("set-volume")
    for _ in range(12):
        table.key("left")
    assert table.kept == [("sound.volume", v) for v in (60, 50, 40, 30, 20, 10)]


@pytest.mark.parametrize(("now", "by", "then"), [(37, 1, 40), (37, -1, 30), (0, 1, 10), (3, -1, 10), (100, 1, 100)])
def test_beside_a_volume_from_a_file_lies_the_nearest_of_ours(now: int, by: int, then: int) -> None:
    assert beside(ROWS[WORDS.index("set-volume")], now, by) == then


def test_where_people_sit_holds_at_once() -> None:
    table = Sat()
    table.to("set-seating")
    table.key("right")
    assert table.loop.look.seats_around == "sides" and table.kept == [("players.arrangement", "sides")]
    table.to("set-formula")
    table.key("left")
    assert table.loop.look.formula == "never"


def test_the_answer_time_holds_for_who_answers_just_now() -> None:
    table = Table(2)
    table.roll()
    table.press(1)
    table.wait(4000)
    table.choose("settings")
    step_by_step(
        lambda: settings.rows(table.box)[table.box.page.row].word == "set-answer",  # type: ignore[union-attr]
        lambda: table.key("ok"),
    )
    table.key("right")
    assert table.box.answer_ns == 20 * SECOND
    table.key("back")
    table.key("ok")
    table.wait(14_000)
    assert table.mode == "answer"
    table.wait(2_000)
    assert table.state.locked == (1,)


def test_without_a_limit_nobody_is_late() -> None:
    table = Sat(2)
    table.to("set-answer")
    table.key("left")
    table.key("left")
    assert table.kept == [("answer_s", 5), ("answer_s", 0)]
    table.key("back")
    table.key("ok")
    table.roll()
    table.press(2)
    table.wait(300_000)
    assert table.mode == "answer"


def test_in_mopsen_nobody_answers_against_time_and_the_game_goes_on_as_it_was() -> None:
    table = Sat(3, game="mopsen")
    play = table.play
    table.to("set-answer")
    table.key("right")
    assert table.box.play == play and table.box.answer_ns == 20 * SECOND


# --- a turned picture


def test_a_turned_picture_holds_once_somebody_says_yes() -> None:
    table = Sat()
    table.to("set-rotation")
    table.key("right")
    assert table.loop.look.rotation == 90 and table.kept == []
    assert (table.loop.look.w, table.loop.look.h) == (85.9, 143.1)
    table.key("right")
    assert table.loop.look.rotation == 180 and (table.loop.look.w, table.loop.look.h) == (143.1, 85.9)
    table.key("ok")
    table.wait(20_000)
    assert table.loop.look.rotation == 180 and table.kept == [("screen.rotation", 180)]
    assert table.row == "set-formula"


@pytest.mark.parametrize("how", ["nobody", "back", "menu"])
def test_a_picture_turned_by_mistake_turns_back_and_nothing_is_kept(how: str) -> None:
    table = Sat()
    table.to("set-rotation")
    table.key("right")
    table.wait(6_000)
    table.key("right")
    table.wait(9_500)
    assert table.loop.look.rotation == 180
    if how == "back":
        table.key("back")
    else:
        table.wait(600)
    if how == "menu":
        table.key("ok", for_ms=1200)
    assert table.loop.look == Look() and table.kept == []
    assert dict(table.box.settings)["screen.rotation"] == 0


def test_while_a_picture_is_tried_its_time_is_seen_to_go() -> None:
    table = Sat()
    table.to("set-rotation")
    table.key("left")
    lit = []
    for _ in range(9):
        at = show.next_change(table.box, table.clock.t)
        assert at is not None
        lit.append(show.scene(table.box, at, table.loop.look))
        table.wait((at - table.clock.t) / 1e6)
    assert len(set(lit)) == 9


# --- who sits where


def test_who_sits_where_is_asked_anew_from_here_and_back_again() -> None:
    table = Sat()
    table.to("set-places")
    table.key("ok")
    assert table.row == "set-rotation"  # going on asks nobody
    table.tap("set", WORDS.index("set-places"))
    table.key("right")
    table.key("ok")
    assert table.box.mode == "wizard" and table.box.menu is None
    for seat in (4, 2, 1):
        table.press(seat)
    table.key("ok")
    assert table.box.mode == "lobby" and table.kept == [("players.seats", [3, 2, 4, 1, 5, 6, 7, 8])]
    assert table.loop.look.places[:4] == (3, 2, 4, 1)


@pytest.mark.parametrize("key", ["right", "back"])
def test_who_would_rather_not_say_where_they_sit_changes_nothing(key: str) -> None:
    table = Sat()
    table.to("set-places")
    table.key("left")
    table.key("ok")
    table.key(key)
    assert table.box.mode == "lobby" and table.told == []


def test_during_a_game_everybody_keeps_their_place() -> None:
    table = Sat(2)
    assert "set-places" not in [row.word for row in settings.rows(table.box)]


# --- kept


def test_every_value_may_stand_in_a_settings_file_and_the_usual_one_is_the_shipped_one() -> None:
    shipped = flat(Config())
    for row in (*ROWS, *settings.house_rules("mopsen")):
        for value in row.values:
            assert KEYS[row.key](value) is None, (row, value)
        assert not row.key or row.usual == shipped[row.key]


def test_b14_b15_b16_are_settings_shown_in_the_lobby_and_hold_for_the_next_game() -> None:
    """Rulings of rules.md; D8: the lobby shows them."""
    table = Sat()
    assert "set-exchange" not in [row.word for row in settings.rows(table.box)], "Mopseinander has none"
    table.key("back")
    table.key("back")
    for seat in (2, 3):
        table.press(seat)
    table.key("right")
    table.choose("settings")
    assert table.row == "set-exchange"
    table.key("right")
    assert table.told[-1] == Setting("mopsen.exchange", True)
    table.key("back")
    table.key("back")
    assert "House rule: Exchange" in table.words()
    table.choose("settings")
    table.to("set-next")
    table.key("right")
    assert table.told[-1] == Setting("mopsen.next_leader", "round")
    table.key("back")
    table.key("back")
    assert "2 house rules" in table.words()
    table.key("ok")
    assert table.play.history.header["options"] == {"exchange": True, "next_leader": "round"}
    assert table.state.setup.options == Options(exchange=True, next_leader="round")
    assert "Round 1: 8 each, then swap" in table.words()
    table.choose("settings")
    assert "set-exchange" not in [row.word for row in settings.rows(table.box)], "a running game keeps its rules"


def test_usual_rules_are_no_options_and_nothing_to_say() -> None:
    table = Table(3, game="mopsen")
    assert "options" not in table.play.history.header
    assert settings.changed_rules(table.box, "mopsen") == ()


def test_what_the_file_says_stands_on_the_page(tmp_path: Path) -> None:
    from mopsbox.opening import Opening
    from mopsbox.store import open_store

    file = tmp_path / "config.toml"
    file.write_text('answer_s = 5\n[screen]\nrotation = 180\nformula = "never"\n[sound]\nvolume = 37\n')
    box = Opening(load_for_play(file), open_store(None), tmp_path, {}).box(None, lambda: 0)
    values = {row.key: settings.value(box, row) for row in ROWS if row.key}
    assert (values["answer_s"], values["screen.rotation"], values["screen.formula"]) == (5, 180, "never")
    shown = show.scene(
        replace(box, menu=0, page=Settings(WORDS.index("set-volume"))), 0, look_for(Config(), (800, 480))
    )
    assert {"37 %", "30 %", "40 %"} <= set(texts(shown))


class TurningScreen:
    """The little of a screen that a setting reaches."""

    def __init__(self) -> None:
        self.looks: list[Look] = []

    def wake(self) -> None:
        pass

    def lamps(self, pattern: object) -> None:
        pass

    def turn(self, look: Look) -> None:
        self.looks.append(look)


@pytest.fixture
def living(tmp_path: Path) -> Iterator[tuple[Live, TurningScreen, Path]]:
    from mopsbox.hardware import Found
    from mopsbox.opening import Opening
    from mopsbox.parts import BoxClock
    from mopsbox.store import open_store

    file = tmp_path / "config.toml"
    file.write_text("answer_s = 20\n")
    screen: Any = TurningScreen()
    loaded = load(file)
    live = Live(
        Opening(loaded, open_store(None), tmp_path, {}),
        Found(),
        screen,
        look_for(loaded.config, (800, 480)),
        BoxClock(0),
    )
    yield live, screen, file


def test_a_box_in_wall_time_turns_its_screen_at_once_and_writes_what_is_kept(
    living: tuple[Live, TurningScreen, Path],
) -> None:
    live, screen, file = living
    live.loop._do(Setting("screen.rotation", 270, keep=False))
    assert [look.rotation for look in screen.looks] == [270] and load(file).config.screen.rotation == 0
    live.loop._do(Setting("screen.rotation", 270))
    live.loop._do(Setting("players.arrangement", "front"))
    after = load(file).config
    assert (after.screen.rotation, after.players.arrangement, after.answer_s) == (270, "front", 20)
    assert live.loop.look == look_for(after, (800, 480))


def told(live: Live) -> dict[str, str]:
    """What the table is told, by its source, once the loop has taken everything that was posted."""
    while not live.inbox.empty():
        live.loop.receive(live.inbox.get())
    return {source: notice.word for source, notice in live.loop.box.notices}


def lives(folder: Path, system: str = "", word: str = "") -> Live:
    """A box in wall time whose user has a bad file in `folder`; `system`: what the file for everybody says, `word`:
    what is wrong with its pins."""
    from mopsbox.hardware import Found
    from mopsbox.opening import Opening
    from mopsbox.parts import BoxClock
    from mopsbox.store import open_store

    (folder / "config.toml").write_text("answer_s = ten\n")
    (folder / "system.toml").write_text(system or "answer_s = 5\n")
    loaded = load_for_play(system=folder / "system.toml", env={"CONFIGURATION_DIRECTORY": str(folder)})
    screen: Any = TurningScreen()
    return Live(Opening(loaded, open_store(None), folder, {}), Found(word=word), screen, Look(), BoxClock(0))


def test_the_notice_of_a_bad_file_ends_when_a_button_has_written_a_good_one(tmp_path: Path) -> None:
    live = lives(tmp_path)
    assert told(live) == {"config": "config-bad"}
    live.loop._do(Setting("screen.rotation", 90, keep=False))
    assert told(live) == {"config": "config-bad"}, "nothing is written yet"
    live.loop._do(Setting("answer_s", 20))
    assert told(live) == {}
    assert load(tmp_path / "config.toml").config.answer_s == 20


def test_a_bad_file_no_button_writes_is_still_bad(tmp_path: Path) -> None:
    live = lives(tmp_path, system="[sond]\n")
    live.loop._do(Setting("answer_s", 20))
    assert told(live) == {"config": "config-bad"}


def test_a_setting_that_could_not_be_written_is_said_until_one_is(tmp_path: Path) -> None:
    live = lives(tmp_path, word="pins-bad")
    (tmp_path / "config.toml.tmp").mkdir()  # stands in the way of the temporary file
    live.loop._do(Setting("answer_s", 20))
    assert told(live) == {"config": "disk-fault", "pins": "pins-bad"}
    (tmp_path / "config.toml.tmp").rmdir()
    live.loop._do(Setting("answer_s", 20))
    assert told(live) == {"pins": "pins-bad"}, "they are wrong as before"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720), (720, 1280), (1280, 800), (1000, 700)])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_picture_turned_at_the_table_is_the_one_of_the_next_start(size: tuple[int, int], rotation: int) -> None:
    config = Config()
    turned = replace(config, screen=replace(config.screen, rotation=rotation))  # type: ignore[arg-type]
    assert look_for(config, size).after("screen.rotation", rotation) == look_for(turned, size)


# --- what is seen


@pytest.mark.parametrize("around", ["around", "sides", "front"])
def test_how_people_sit_is_shown_with_those_who_are_in(around: str) -> None:
    """Six sat there on the picture, whoever had joined."""
    at = WORDS.index("set-seating")
    seats = (SEATS[0], SEATS[3], SEATS[4])
    box = replace(boxes.new(0), mode="lobby", menu=0, lobby=Lobby(0, joined=seats))
    look = replace(PANELS["7 inch"], seats_around=around)  # type: ignore[arg-type]
    badges = [i for i in settings_view.scene(box, Settings(at), 0, look).items if isinstance(i, Badge)]
    assert sorted(i.seat for i in badges) == list(seats)
    if around != "around":  # nobody reads from a short side
        assert {i.turn % 180 for i in badges} == {0}
    alone = replace(box, lobby=Lobby(0, joined=seats[:1]))
    assert len([i for i in settings_view.scene(alone, Settings(at), 0, look).items if isinstance(i, Badge)]) == 6


def with_rules(language: str) -> list[boxes.Box]:
    """Mopsen's lobby of four: with the usual rules, each changed alone, all."""
    lobby = Lobby(0, "mopsen", SEATS[:4])
    box = replace(boxes.new(0, game="mopsen", language=language), mode="lobby", lobby=lobby, menu=0)
    others = [(row.key, row.values[1]) for row in settings.house_rules("mopsen")]
    return [replace(box, settings=tuple(changed)) for changed in ([], *([other] for other in others), others)]


def pages(look: Look, language: str) -> list[Scene]:
    box = replace(boxes.new(0, language=language), mode="lobby", menu=0)
    turned = replace(box, settings=(("screen.rotation", 90), ("sound.on", False), ("sound.night", True)))
    around = [look.after("players.arrangement", a) for a in ("around", "sides", "front")]
    found = [
        settings_view.scene(replace(box, answer_ns=ns), Settings(n), 0, look)
        for n in range(len(ROWS))
        for ns in (None, SECOND)
    ]
    found += [
        settings_view.scene(turned, Settings(n), 0, look.after("screen.formula", "never")) for n in range(len(ROWS))
    ]
    found += [
        settings_view.scene(box, Settings(WORDS.index(w)), 0, a) for w in ("set-seating", "set-places") for a in around
    ]
    found.append(settings_view.scene(box, Settings(WORDS.index("set-places"), anew=True), 0, look))
    for rules in with_rules(language):
        found += [settings_view.scene(rules, Settings(n), 0, look) for n in range(3)]
        found.append(show.scene(replace(rules, menu=None), 0, look))
    return [*found, settings_view.scene(turned, Settings(WORDS.index("set-rotation"), trial=Trial(0, 0)), SECOND, look)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("panel", [*PANELS, "upright"])
def test_nothing_lies_on_anything_else_or_leaves_the_panel(panel: str, language: str) -> None:
    look = replace(PANELS.get(panel, UPRIGHT), language=language)
    for scene in pages(look, language):
        assert not overlaps(scene), overlaps(scene)
        assert not covered(scene), covered(scene)
        assert not outside(scene, look), outside(scene, look)
        assert all(i.cap >= 4.699 for i in scene.items if isinstance(i, Text))


def covered(scene: Scene) -> list[tuple[Text, Shape]]:
    """Words that an arrow or a tick lies on."""
    signs = [(i, bounds(i)) for i in scene.items if isinstance(i, Shape)]
    words = [(i, bounds(i)) for i in scene.items if isinstance(i, Text)]
    return [(a, b) for a, w in words for b, s in signs if w[0] < s[2] and s[0] < w[2] and w[1] < s[3] and s[1] < w[3]]


@pytest.mark.parametrize("look", [PANELS["7 inch"], UPRIGHT])
def test_the_lit_row_is_among_those_shown_and_every_row_shown_can_be_touched(look: Look) -> None:
    box = replace(boxes.new(0, powers=True), mode="lobby", menu=0)
    for n in range(len(ROWS)):
        scene = settings_view.scene(box, Settings(n), 0, look)
        rows = {i.tap[1]: i for i in scene.items if isinstance(i, Slab) and i.tap and i.tap[0] == "set"}
        assert n in rows and len({i.fill for at, i in rows.items() if at != n}) == 1 != len(
            {i.fill for i in rows.values()}
        )
        assert all(hit(scene, i.x - 0.4 * i.w, i.y) == i.tap and i.h >= 9 for i in rows.values())
