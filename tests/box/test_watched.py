"""The box as systemd's service of the kind that says how it is (Type=notify), on a real KMS screen: with a watchdog it
still sleeps, and a screen may come later than the box."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from .machine import BOOT_S, Machine
from .player import Player
from .test_display import SOCKET
from .test_idle import COUNT, SECONDS

pytestmark = [pytest.mark.box, pytest.mark.slow]

DROP_IN = "/run/systemd/system/mopsbox.service.d/watched.conf"
WATCHED = """[Service]
Type=notify
WatchdogSec=3
RuntimeDirectory=mopsbox
TimeoutStartSec=60
"""


@pytest.fixture
def watched(bare: Machine) -> Iterator[Machine]:
    bare.put(DROP_IN, WATCHED)
    bare.run("systemctl daemon-reload")
    yield bare
    bare.run(f"systemctl stop mopsbox; rm {DROP_IN}; systemctl daemon-reload")


def told(machine: Machine, what: str) -> str:
    return machine.run(f"systemctl show -p {what} --value mopsbox").strip()


def begun(machine: Machine) -> None:
    """Without waiting until it is up."""
    machine.run("systemctl start --no-block mopsbox")


def up(machine: Machine) -> bool:
    return told(machine, "ActiveState") == "active"


def racing(machine: Machine) -> Player:
    """From the service's start to an open race of two."""
    begun(machine)
    machine.until(lambda: up(machine), "the service to be up", BOOT_S)
    machine.awake()
    player = Player(machine)
    player.press(5)
    player.begin(2, 6)
    player.roll()
    return player


def test_a_screen_that_is_plugged_in_later_is_used_by_the_same_process(watched: Machine) -> None:
    player, seen = Player(watched), set[bool]()
    watched.run(f"echo off > {SOCKET}")
    try:
        begun(watched)
        watched.until(lambda: "no screen is plugged in" in watched.journal(), "the service to say it", BOOT_S)

        def blinks() -> bool:
            lit = player.lamps()
            seen.update({True} if lit == set(range(1, 9)) else {False} if not lit else ())
            return seen == {True, False}

        watched.until(blinks, "all lamps lit, and all dark")
        assert told(watched, "ActiveState") == "activating"
        assert "no screen is plugged in" in told(watched, "StatusText")
    finally:
        watched.run(f"echo detect > {SOCKET}")
    watched.until(lambda: up(watched), "the service to be up", BOOT_S)
    watched.awake()
    assert told(watched, "NRestarts") == "0" and watched.journal().count("it is looked for again") == 1
    player.press(5)
    player.begin(2, 6)
    assert told(watched, "StatusText") == "game 1: Mopseinander, 2 players"


def test_with_a_watchdog_the_box_still_sleeps_and_is_not_bitten(
    watched: Machine, figure: Callable[[str], None]
) -> None:
    player = racing(watched)
    time.sleep(8)
    before = int(watched.run(COUNT))
    time.sleep(SECONDS)
    wakeups = (int(watched.run(COUNT)) - before) / SECONDS
    figure(f"idle, race open, watchdog of 3 s: {wakeups:.1f} wake-ups/s")
    assert wakeups <= 12
    assert told(watched, "NRestarts") == "0"
    assert player.buzz(6) == {6}
