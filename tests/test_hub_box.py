"""A whole game at a box whose buzzers hang on a hub, in wall time: real MicroPython behind a pseudo-terminal, real
pyserial; pulled out in the middle and plugged in again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mopsbox.hardware import Found
from mopsbox.table import Button, Dial, Edge, Seat
from tests.firmware.test_micropython import NEEDS_MICROPYTHON
from tests.inputs.plugged import Hub, hub
from tests.real_box import RealBox

__all__ = ["hub"]
pytestmark = NEEDS_MICROPYTHON


class HubBox(RealBox):
    """Fingers on the hub's buzzers; the menu's buttons are keys."""

    def __init__(self, folder: Path, hub: Hub) -> None:
        super().__init__(folder, Found(hub=str(hub.path)))
        self.hub = hub

    def press(self, seat: int, down: bool = True) -> None:
        (self.hub.press if down else self.hub.let_go)(seat)

    def tap(self, seat: int) -> None:
        self.hub.tap(seat)
        time.sleep(0.15)

    def key(self, name: str) -> None:
        for down in (True, False):
            self.screen.raws.append(Button(self.live.clock(), name, down))  # type: ignore[arg-type]
            self.screen.wake()
            time.sleep(0.03)

    def round(self, first: int, then: int) -> None:
        """Fill, roll, `first` buzzes 60 us before `then`, is right and takes a coaster."""
        self.until(lambda: self.box.play.mode == "fill")
        self.key("ok")
        self.until(lambda: self.box.play.opened)
        time.sleep(0.1)  # nobody is so quick; against the box's clock the hub's is known to a millisecond or two only
        self.hub.press(first, then, apart_us=60)
        self.until(lambda: self.box.play.mode == "answer")
        assert self.box.play.judged == first
        self.hub.let_go(then)
        self.until(lambda: self.hub.lit() == {first})  # the winner's lamp alone
        self.hub.let_go(first)
        self.answer()

    def answer(self) -> None:
        self.screen.raws.append(Dial(self.live.clock(), True))
        self.screen.wake()
        self.until(lambda: self.box.play.mode == "take")
        self.until(lambda: not self.box.play.held)
        self.key("ok")


@pytest.fixture
def box(tmp_path: Path, hub: Hub) -> Iterator[HubBox]:
    with HubBox(tmp_path, hub) as box:
        box.until(lambda: box.live.hardware and box.live.hardware.hub.up)  # type: ignore[union-attr]
        yield box


def seated(box: HubBox, *seats: int) -> None:
    box.tap(seats[0])
    box.until(lambda: box.box.mode == "lobby")
    for seat in seats:
        box.tap(seat)
        box.until(lambda seat=seat: seat in box.box.lobby.joined)  # type: ignore[misc]
    box.key("ok")
    box.until(lambda: box.box.mode == "game")


@pytest.mark.firmware
def test_a_whole_game_is_played_on_a_hub_that_is_pulled_out_in_the_middle(box: HubBox, tmp_path: Path) -> None:
    seated(box, 1, 4)
    rounds = 0
    for n in range(40):
        box.until(lambda: box.box.play.mode in ("fill", "final", "podium"))
        if box.box.play.mode != "fill":
            break
        if n == 3:
            box.hub.unplug()
            box.until(lambda: ("hub-lost", None) in box.notices())
            box.hub.plug()
            box.until(lambda: ("edges-lost", None) in box.notices() and ("hub-lost", None) not in box.notices())
        box.round(*((1, 4) if n % 2 else (4, 1)))
        rounds += 1
    box.until(lambda: box.box.play.mode in ("final", "podium"))
    for _ in range(200):
        if box.box.play.mode == "podium":
            break
        box.key("ok")
        time.sleep(0.2)
    assert box.box.play.mode == "podium" and rounds > 5
    actions = [json.loads(line) for line in (tmp_path / "games" / "1.jsonl").read_text().splitlines()]
    answers = [a["seat"] for a in actions if a.get("do") == "answer"]
    assert answers == [1 if n % 2 else 4 for n in range(rounds)]
    assert main_audit(tmp_path / "games" / "1.edges.jsonl") == 0


def test_pulled_out_while_a_race_is_open_the_next_press_after_it_counts(box: HubBox) -> None:
    seated(box, 2, 3)
    box.key("ok")
    box.until(lambda: box.box.play.opened)
    box.hub.unplug()
    box.until(lambda: ("hub-lost", None) in box.notices())
    box.hub.plug()
    box.until(lambda: ("hub-lost", None) not in box.notices())
    box.hub.press(3)
    box.until(lambda: box.box.play.mode == "answer")
    assert box.box.play.judged == 3


def test_while_the_hub_is_there_no_key_is_a_buzzer_and_without_it_keys_are(box: HubBox) -> None:
    def key(closed: bool) -> None:
        box.screen.raws.append(Edge(box.live.clock(), Seat(6), closed))
        box.screen.wake()
        time.sleep(0.05)

    box.tap(1)
    box.until(lambda: box.box.mode == "lobby")
    key(True)
    key(False)
    box.tap(2)
    box.until(lambda: box.box.lobby.joined == (2,))
    box.hub.unplug()
    box.until(lambda: ("hub-lost", None) in box.notices())
    key(True)
    key(False)
    box.until(lambda: box.box.lobby.joined == (2, 6))


def main_audit(file: Path) -> int:
    """`mopsbox audit`: the log alone gives the same winners."""
    from mopsbox.__main__ import main

    return main(["audit", str(file)])
