"""The service with the race open and nobody pressing, and what is left when it is told to go."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from .machine import Machine
from .player import Player

pytestmark = pytest.mark.box

SECONDS = 10
COUNT = """p=$(systemctl show -p MainPID --value mopsbox)
cat /proc/$p/task/*/status | awk '/^voluntary/ {n += $2} END {print n}'"""
MEMORY = """p=$(systemctl show -p MainPID --value mopsbox)
awk '/^(VmRSS|RssAnon|RssFile)/ {print $1, int($2 / 1024)}' /proc/$p/status"""


def test_a_box_that_waits_for_a_press_sleeps(machine: Machine, figure: Callable[[str], None]) -> None:
    player = Player(machine)
    player.press(5)
    player.begin(2, 6)
    player.roll()
    time.sleep(8)
    before = int(machine.run(COUNT))
    time.sleep(SECONDS)
    wakeups = (int(machine.run(COUNT)) - before) / SECONDS
    memory = dict(line.split(": ") for line in machine.run(MEMORY).splitlines())
    figure(f"idle, race open: {wakeups:.1f} wake-ups/s; MB (software OpenGL included): {memory}")
    assert wakeups <= 12
    assert player.buzz(6) == {6}


def test_told_to_stop_it_leaves_by_itself_with_dark_lamps(machine: Machine) -> None:
    player = Player(machine)
    player.press(5)
    player.press(2)
    machine.run("systemctl stop mopsbox")
    assert machine.run("systemctl show -p Result,ExecMainStatus --value mopsbox").split() == ["success", "0"]
    assert player.lamps() == set()
