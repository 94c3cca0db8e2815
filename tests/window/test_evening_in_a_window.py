"""The box in a real window, pressed by real key and mouse events from the lobby to the podium, and looked at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pygame
import pytest

from mopsbox import journal, seating
from mopsbox.games.mopseinander.rules import correct_number
from mopsbox.paint.case import Case
from mopsbox.paint.sprites import Sprites
from mopsbox.scene import Look
from mopsbox.table import Seat
from tests.window.desktop import Desktop, missing, wait_for
from tests.window.goldens import compare

SIZE = (800, 480)
TUMBLED, VERDICT_SKIPPABLE = 1.4, 0.7  # seconds: dice lie, a verdict may be skipped


class Player:
    """Somebody at a keyboard and a mouse, who reads the journal to know what the dice say."""

    def __init__(self, desktop: Desktop, pid: int, data: Path, size: tuple[int, int]) -> None:
        self.desktop, self.pid, self.data = desktop, pid, data
        self.case = Case(size, (2400, 1600), Sprites())
        self.left, self.top = desktop.window(pid)

    def sit(self, *seats: int) -> None:
        """The drawn buzzers move to the places of who plays."""
        self.case.place(seating.buzzers([Seat(s) for s in seats], Look()))

    def history(self) -> journal.History | None:
        """The first game so far; None while a line is being written."""
        path = self.data / "games" / "1.jsonl"
        if not path.exists():
            return None
        try:
            header, *actions = [json.loads(line) for line in path.read_text().splitlines()]
        except (json.JSONDecodeError, ValueError):
            return None
        history = journal.begin(header)
        for action in actions:
            history = journal.add(history, action)
        return history

    def until(self, true: Callable[[Any], bool], what: str) -> Any:
        wait_for(lambda: (h := self.history()) is not None and true(h.state), what)
        found = self.history()
        assert found is not None
        return found.state

    def to_the_end(self, do: Callable[[Any], None], steps: int) -> None:
        """What is asked is done once for every line of the journal, until the game is over; `steps`: fifths of a second
        that nothing new may be there in all."""
        done = -1
        for _ in range(steps):
            history = self.history()
            if history is None or history.count == done:
                time.sleep(0.2)
                continue
            if history.state.phase == "over":
                return
            done = history.count
            do(history.state)
        pytest.fail("no end")

    def click(self, part: int | str, for_s: float = 0.06) -> None:
        """A drawn buzzer or button, with the mouse."""
        x, y = self.case.at(part)
        self.desktop.click(self.left + x, self.top + y, for_s)

    def screen(self) -> pygame.Surface:
        rect = self.case.screen.move(self.left, self.top)
        return self.desktop.picture().subsurface(rect)

    def answer(self, number: int) -> None:
        for digit in str(number):
            self.desktop.key(f"KP_{digit}")
        self.desktop.key("Return")


HERE = os.environ.get("CI") or not missing()  # CI installs them, and must not pass by looking away
needs_x = pytest.mark.skipif(not HERE, reason="needs the Debian packages xvfb and xdotool (make test names them)")


@needs_x
def test_from_the_lobby_to_the_podium_with_keys_and_mouse(tmp_path: Path) -> None:
    script = tmp_path / "seed.jsonl"
    script.write_text('{"script":1,"seed":11,"size":[800,480]}\n')
    with box_in_a_window(tmp_path, SIZE, "--script", script) as player:
        play(player)


@contextmanager
def box_in_a_window(folder: Path, size: tuple[int, int], *words: object) -> Iterator[Player]:
    """The program in a window on a desktop of its own; it must have left by itself in the end."""
    config = folder / "config.toml"
    config.write_text(f'screen.language = "en"\nscreen.width = {size[0]}\nscreen.height = {size[1]}\n')
    (folder / "fb").mkdir()
    with Desktop(folder / "fb") as desktop:
        command = [sys.executable, "-m", "mopsbox", "play", "--simulate", "--data", folder, "--config", config, *words]
        box = subprocess.Popen(command, env=desktop.env)
        try:
            yield Player(desktop, box.pid, folder, size)
            assert box.wait(timeout=20) == 0
        finally:
            box.kill()


@needs_x
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_two_to_eight_players_join_by_buttons_alone_and_none_or_one_are_refused(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with box_in_a_window(tmp_path, size) as player:
        time.sleep(1)
        press = player.desktop.key
        press("8")  # wakes the box
        press("Return")
        press("6")
        press("Return")
        press("6", for_s=2.5)  # a second is enough, counted from when the box has seen it
        time.sleep(0.3)
        assert not (tmp_path / "games" / "1.jsonl").exists()
        for n in range(2, 9):
            for seat in range(1, n + 1):
                press(str(seat))
            press("Return")
            game = tmp_path / "games" / f"{n - 1}.jsonl"
            wait_for(game.exists, f"the game of {n}")
            wait_for(lambda game=game: game.read_text().endswith("\n"), "its header")  # type: ignore[misc]
            assert json.loads(game.read_text().splitlines()[0])["seats"] == list(range(1, n + 1))
            press("Return", for_s=1.3)
            for _ in range(6):
                press("Left")  # go on <- power off <- settings <- scores <- how to play <- names <- leave
            press("Return")
            press("Left")  # not on with it: a new game
        press("Return", for_s=1.3)
        press("Left")
        press("Return")


def play(player: Player) -> None:
    desktop = player.desktop
    time.sleep(1)
    desktop.key("5")  # wakes the box
    desktop.key("1")
    player.sit(1, 2, 3, 4)
    player.click(3)
    desktop.key("4")
    desktop.key("4", for_s=1.3)  # leaves again
    time.sleep(0.3)
    desktop.xdotool("mousemove", 1, 1)
    compare(player.screen(), "lobby")
    player.click("ok")
    state = player.until(lambda s: s.phase == "fill", "a new game")
    assert state.setup.seats == (1, 3)
    player.sit(1, 3)
    rounds = 0
    while state.phase != "final":
        state = one_round(player, rounds)
        rounds += 1
    roller = state.last_winner
    while player.history().state.phase != "over":
        rolls = player.history().state.rolls
        desktop.key(str(roller))
        player.until(lambda s, rolls=rolls: s.rolls > rolls or s.phase == "over", "the final roll")
        time.sleep(8)
    time.sleep(6)
    compare(player.screen(), "podium")
    desktop.key("Return")
    second = player.data / "games" / "2.jsonl"
    wait_for(second.exists, "the rematch")
    desktop.key("Return", for_s=1.3)  # the menu
    desktop.key("Left")  # its last entry: power off
    desktop.key("Return")


def one_round(player: Player, n: int) -> Any:
    """Roll, buzz, answer (once wrongly first), take the first coaster."""
    desktop = player.desktop
    if n == 0:
        desktop.key("Right")
        desktop.key("Right")  # six coasters
    desktop.key("Return")
    state = player.until(lambda s: s.phase == "race", "the roll")
    time.sleep(TUMBLED)
    if n == 0:
        assert len(state.table) == 6
        compare(player.screen(), "race")
        desktop.key("1")
        time.sleep(0.2)
        player.answer((correct_number(state) + 1) % 100)
        player.until(lambda s: s.locked == (1,), "the wrong answer")
        time.sleep(1.2)
    buzzer = 3 if n == 0 else (1, 3)[n % 2]
    if n % 3:
        desktop.key(str(buzzer))
    else:
        player.click(buzzer)
    time.sleep(0.2)
    player.answer(correct_number(state))
    won = player.until(lambda s: s.phase == "take", "the right answer")
    assert won.winner == buzzer
    time.sleep(VERDICT_SKIPPABLE)
    desktop.key("Return")
    time.sleep(0.1)
    desktop.key("Return")
    return player.until(lambda s: s.phase in ("fill", "final"), "the coaster taken")
