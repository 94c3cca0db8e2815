"""What can be wrong with real lines, on a real kernel: each is one sentence, and the rest goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from mopsbox.table import Seat

from . import pictures
from .machine import Machine
from .player import WIRING, Player

pytestmark = [pytest.mark.box, pytest.mark.slow]

HOLD = """
import gpiod, time
from gpiod.line import Direction
settings = gpiod.LineSettings(direction=Direction.INPUT)
with gpiod.request_lines("/dev/gpiochip0", consumer="intruder", config={%d: settings}):
    time.sleep(1000)
"""


@contextmanager
def somebody_holds(machine: Machine, pin: int) -> Iterator[None]:
    machine.put("/tmp/hold.py", HOLD % pin)
    machine.run("PYTHONPATH=/opt/box python3 /tmp/hold.py >/dev/null 2>&1 & echo $! > /tmp/hold.pid; sleep 3")
    try:
        yield
    finally:
        machine.run("kill $(cat /tmp/hold.pid)", check=False)


def test_a_line_somebody_else_holds_is_named_the_others_play_and_it_comes_back(bare: Machine) -> None:
    pin = WIRING.buzzers[Seat(1)].pin
    player = Player(bare)
    with somebody_holds(bare, pin):
        bare.start()
        assert f"buzzer 1: GPIO {pin} is held by intruder" in bare.journal()
        player.press(5)
        player.press(2)
        bare.until(lambda: 2 in player.lamps(), "buzzer 2 to join")
        pictures.keep("held-line", bare.screen())
        player.press(1)
        time.sleep(1)
    time.sleep(3)
    player.press(1)
    time.sleep(0.5)
    player.button("ok")
    state = player.until(lambda s: s.phase == "fill", "the game of 1 and 2")
    assert set(state.setup.seats) == {1, 2}


def test_a_buzzer_stuck_from_the_start_is_said_and_the_others_play(bare: Machine) -> None:
    # gpio-sim takes a request's pull-up for a pull of its own, where a real short to ground is stronger: pulled again.
    pull = f"/run/lines/sim_gpio{WIRING.buzzers[Seat(6)].pin}/pull"
    bare.run(f"(for n in $(seq 400); do echo pull-down > {pull}; sleep 0.1; done) >/dev/null 2>&1 &")
    bare.start()
    player = Player(bare)
    player.press(3)  # wakes the box, if the stuck one, pulled down a moment after its line was asked for, did not
    player.press(3)
    player.press(2)
    player.press(4)
    expected = pictures.lobby((2, 3, 4), bare.size, stuck=6)
    player.sees(expected, "stuck", timeout_s=30)
    player.button("ok")
    player.until(lambda s: s.phase == "fill", "a game without buzzer 6")
    player.roll()
    assert player.buzz(4) == {4}


def test_a_user_without_the_group_gpio_is_told_and_plays_simulated(bare: Machine) -> None:
    bare.run("gpasswd -d mopsbox gpio")
    try:
        bare.start()
        said = bare.journal()
    finally:
        bare.run("gpasswd -a mopsbox gpio")
    assert "/dev/gpiochip0: no permission to use the GPIO; add this user to the group gpio" in said
    pictures.keep("gpio-denied", bare.screen())


def test_the_self_check_passes_on_the_machine_and_names_a_held_line(bare: Machine) -> None:
    command = "cd /tmp; PYTHONPATH=/opt/box python3 -m mopsbox check --json </dev/null 2>/dev/null"
    status, said = bare.attempt(command)
    found = {check["name"]: check for check in json.loads(said)["checks"]}
    assert status == 0 and found["gpio"]["status"] == "OK" and "pinctrl-bcm2711" in found["gpio"]["says"]
    assert all(
        found[f"gpio buzzer {seat}"]["status"] == found[f"lamp {seat}"]["status"] == "OK" for seat in range(1, 9)
    )
    assert found["screen"]["says"].startswith("KMSDRM, 800x480")
    with somebody_holds(bare, WIRING.buzzers[Seat(3)].pin):
        status, said = bare.attempt(command)
    found = {check["name"]: check for check in json.loads(said)["checks"]}
    assert status == 1 and found["gpio buzzer 3"]["status"] == "FAIL" and "intruder" in found["gpio buzzer 3"]["says"]
