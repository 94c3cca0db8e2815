"""An evening at a box with real buzzers, lamps and menu buttons (stand-in pins), in wall time."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import bundle, live, media, wiring
from mopsbox.__main__ import main
from mopsbox.backups import judged, listed
from mopsbox.games.mopseinander import bots
from mopsbox.hardware import Found
from mopsbox.table import MS, Dial, Ruling, Seat

from .real_box import RealBox


def test_a_round_is_played_with_buzzers_and_menu_buttons_alone(tmp_path: Path) -> None:
    with RealBox(tmp_path) as box:
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        for seat in (1, 4):
            box.tap(seat)
        box.until(lambda: box.box.lobby.joined == (1, 4))
        box.until(lambda: (box.lamp(1), box.lamp(4)) == (1, 1))
        box.key("ok")
        box.until(lambda: box.box.mode == "game" and box.box.play.mode == "fill")
        box.key("ok")
        box.until(lambda: box.box.play.opened)  # the picture stands: nobody is too early any more
        box.press(4)
        box.until(lambda: box.box.play.mode == "answer")
        box.until(lambda: (box.lamp(4), box.lamp(1)) == (1, 0))  # the winner's lamp alone
        box.press(4, False)
        box.screen.raws.append(Dial(box.live.clock(), True))
        box.screen.wake()
        box.until(lambda: box.box.play.mode == "take")
    actions = [json.loads(line) for line in (tmp_path / "games" / "1.jsonl").read_text().splitlines()]
    answers = [a["seat"] for a in actions if a.get("do") == "answer"]
    assert answers == [4]
    edges = (tmp_path / "games" / "1.edges.jsonl").read_text()
    assert '"seat":4' in edges and '"seq"' in edges


def test_bots_press_beside_real_buzzers_and_no_line_that_is_read_says_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing hangs on a bot's buzzer, and the lines are read again and again while a press is decided on."""
    monkeypatch.setattr(bots, "buzz_after", lambda state, seat, lots, easy: (300 + 40 * seat) * MS)
    with RealBox(tmp_path) as box:
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        box.tap(1)
        box.until(lambda: box.box.lobby.joined == (1,))
        for n in (2, 3):
            for key in ("back", "right", "ok"):  # its second entry
                box.key(key)
            box.until(lambda n=n: len(box.box.lobby.bots) == n - 1)  # type: ignore[misc]
        box.key("ok")
        box.until(lambda: box.box.mode == "game")
        if box.box.play.state.active == 1:
            box.key("ok")
        box.until(lambda: box.box.play.mode == "answer")
        assert box.box.play.judged == 2, "the quickest"
        box.until(lambda: (box.lamp(2), box.lamp(3)) == (1, 0))
        box.until(lambda: box.box.play.mode != "answer")
        doubts = box.live.desk.counted
        assert (doubts["gaps in the count"], doubts["levels without an edge"]) == (0, 0)
    edges = tmp_path / "games" / "1.edges.jsonl"
    assert '"seat":2' in edges.read_text() and main(["audit", str(edges)]) == 0
    actions = [json.loads(line) for line in (tmp_path / "games" / "1.jsonl").read_text().splitlines()]
    assert next(a["seat"] for a in actions if a.get("do") == "answer") == 2


def test_a_buzzer_and_then_ok_are_heard_in_this_order_however_late_both_are_read() -> None:
    with RealBox() as box:
        assert box.live.hardware
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        box.tap(1)
        with box.live.hardware.inputs._lock:  # nobody reads meanwhile
            box.tap(4)
            box.key("ok")
        box.until(lambda: box.box.mode == "game")
        assert set(box.box.play.state.setup.seats) == {1, 4}


def test_a_pressed_buzzer_shines_at_once_and_dark_at_the_end() -> None:
    with RealBox() as box:
        box.tap(2)
        box.until(lambda: box.box.mode == "lobby")
        box.press(5)
        box.until(lambda: box.lamp(5) == 1)
        box.press(5, False)
        pins = [box.factory.pin(n) for n in box.wiring.lamps.values()]
        states = [pin.states for pin in pins]
    assert all(state[-1].state == 0 for state in states)


class HeldFrom3(MockPWMPin):  # type: ignore[misc]
    """Somebody leans on buzzer 3: its pull does not get the line up."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name == f"GPIO{wiring.read('pi').buzzers[Seat(3)].pin}":
            self.drive_low()


def test_a_buzzer_held_from_power_on_joins_nobody() -> None:
    wires = wiring.read("pi")
    with RealBox(found=Found(wires, MockFactory(pin_class=HeldFrom3))) as box:
        assert box.live.hardware and box.live.hardware.held() == {3}
        time.sleep(1.6)  # the lines have been read again meanwhile
        assert box.box.mode == "attract"
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        box.tap(1)
        box.until(lambda: box.box.lobby.joined == (1,))
    assert Seat(3) not in box.box.lobby.joined


def test_the_first_start_tries_every_buzzer_and_finds_two_that_are_crossed() -> None:
    with RealBox(tried=False) as box:
        box.until(lambda: box.box.mode == "wizard" and box.lamp(1) == 1)
        box.tap(1)
        box.until(lambda: box.lamp(2) == 1)
        for _ in range(2):  # somebody may slip: another buzzer is believed the second time
            box.tap(3)
        box.until(lambda: box.lamp(2) == 0 and box.lamp(3) == 1)
        assert box.box.wizard.crossed == ((2, 3),)


def test_lines_that_are_lost_are_said_on_the_screen_and_in_the_log_and_come_back(monkeypatch, capsys) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("mopsbox.inputs.gpio.RETRY_S", 0.3)

    def gone() -> object:
        raise OSError(19, "No such device")

    with RealBox() as box:
        assert box.live.hardware
        lines = box.live.hardware.inputs._lines
        lines.read = gone  # type: ignore[union-attr, method-assign, assignment]
        lines.wake()  # type: ignore[union-attr]
        box.until(lambda: ("gpio-lost", None) in box.notices())
        box.until(lambda: box.notices() == [])
        box.tap(6)
        box.until(lambda: box.box.mode == "lobby")
    log = capsys.readouterr().err
    assert "the buzzers' lines are gone (No such device)" in log
    assert "mopsbox: over: Buzzers lost" in log
    assert "buzzers: 0 edges late" in log  # what was counted, when the box is switched off


def test_a_stuck_buzzer_is_in_the_log_with_its_number(capsys) -> None:  # type: ignore[no-untyped-def]
    with RealBox() as box:
        box.live.post([Ruling(box.live.clock(), "stuck", Seat(7), 0)])
        box.until(lambda: box.notices() == [("stuck", 7)])
    assert "mopsbox: Buzzer stuck (buzzer 7)" in capsys.readouterr().err


class Ends(BaseException):
    """What nothing of ours catches."""


def test_a_dead_reader_is_said_on_the_screen(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("threading.excepthook", lambda args: None)

    def ends(*args: object) -> None:
        raise Ends

    with RealBox() as box:
        assert box.live.hardware
        monkeypatch.setattr(box.live.hardware.inputs, "_turn", ends)
        box.live.hardware.inputs._lines.wake()  # type: ignore[union-attr]
        box.until(lambda: ("reader-dead", None) in box.notices())
        assert not box.live.hardware.inputs.alive()


def test_a_finished_game_is_kept_and_exported_from_the_menu_while_the_box_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    for module in (live, media):
        monkeypatch.setattr(module, "mounted", lambda: (stick,))
    monkeypatch.setattr(bundle, "_check", lambda data, config_file: "{}")
    with RealBox(data) as box:
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        for seat in (1, 4):
            box.tap(seat)
        box.until(lambda: box.box.lobby.joined == (1, 4))
        box.key("ok")
        box.until(lambda: box.box.mode == "game" and box.box.play.mode == "fill")
        box.choose("end-game")
        box.until(lambda: box.box.play.mode == "final")
        box.key("ok")
        box.until(lambda: box.box.play.mode == "podium")
        box.until(lambda: [b.games for b in listed(data)] == [1])
        box.choose("leave")
        box.until(lambda: box.box.mode == "lobby")
        box.choose("export")
        box.until(lambda: ("exported", None) in box.notices())
        box.tap(1)
        box.until(lambda: box.box.lobby.joined == (1,))
    (folder,) = stick.iterdir()
    assert folder.name == "mopsbox-0001" and (folder / "support.zip").stat().st_size > 500
    assert (folder / "scores.csv").read_text("utf-8-sig").count("\n") == 2
    assert judged(data / "backups" / listed(data)[0].name).games == 1
