"""`mopsbox play` as a program of its own, its buzzers on a hub behind a pseudo-terminal: a whole game in a real window,
the hub pulled out in the middle and plugged in again."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mopsbox.__main__ import main
from mopsbox.games.mopseinander.rules import correct_number
from tests.firmware.test_micropython import NEEDS_MICROPYTHON
from tests.inputs.plugged import Hub, hub
from tests.window.desktop import Desktop
from tests.window.test_evening_in_a_window import SIZE, TUMBLED, VERDICT_SKIPPABLE, Player, needs_x

__all__ = ["hub"]
STEPS = 1500  # of a fifth of a second
PULLED_AFTER = 3  # rounds


class Seated(Player):
    """At seats 1 and 4, both pressed by this one; 1 is always first by 80 us."""

    def __init__(self, desktop: Desktop, pid: int, data: Path, hub: Hub) -> None:
        super().__init__(desktop, pid, data, SIZE)
        self.hub, self.rounds = hub, 0

    def do(self, state: Any) -> None:
        press = self.desktop.key
        match state.phase:
            case "fill":
                if self.rounds == PULLED_AFTER:
                    self.hub.unplug()
                    time.sleep(1)
                    self.hub.plug()
                    time.sleep(2)
                self.rounds += 1
                time.sleep(0.3)
                press("Return")
            case "race":
                time.sleep(TUMBLED)
                self.hub.press(1, 4, apart_us=80)
                time.sleep(0.4)
                self.hub.let_go(1, 4)
                self.answer(correct_number(state))
            case "take":
                time.sleep(VERDICT_SKIPPABLE)
                press("Return")
                time.sleep(0.3)
                press("Return")
            case "final":
                time.sleep(8)
                press("Return")


@needs_x
@NEEDS_MICROPYTHON
@pytest.mark.firmware
def test_a_whole_game_on_a_hub_that_is_pulled_out_and_plugged_in_again(tmp_path: Path, hub: Hub) -> None:
    config = tmp_path / "config.toml"
    size = f"screen.width = {SIZE[0]}\nscreen.height = {SIZE[1]}\n"
    config.write_text(f'{size}buzzers.profile = "pico"\nbuzzers.port = "{hub.path}"\nbuzzers.tried = true\n')
    (tmp_path / "fb").mkdir()
    with Desktop(tmp_path / "fb") as desktop:
        command = [sys.executable, "-m", "mopsbox", "play", "--data", tmp_path, "--config", config]
        box = subprocess.Popen(command, env=desktop.env)
        try:
            player = Seated(desktop, box.pid, tmp_path, hub)
            time.sleep(2)
            for seat in (1, 1, 4):  # the first wakes the box
                hub.tap(seat)
                time.sleep(0.5)
            desktop.key("Return")
            assert player.until(lambda s: s.phase == "fill", "a new game").setup.seats == (1, 4)
            player.to_the_end(player.do, STEPS)
            time.sleep(6)
            desktop.key("Return", for_s=1.3)
            desktop.key("Left")  # the menu's last entry: power off
            desktop.key("Return")
            assert box.wait(timeout=20) == 0
        finally:
            box.kill()
    lines = [json.loads(line) for line in (tmp_path / "games" / "1.jsonl").read_text().splitlines()]
    answers = [line["seat"] for line in lines if line.get("do") == "answer"]
    assert answers == [1] * len(answers) and player.rounds > PULLED_AFTER, "80 us are no dead heat"
    assert main(["audit", str(tmp_path / "games" / "1.edges.jsonl")]) == 0
