"""Something in the installed box hangs for good: the watchdog notices, and the game goes on where it was.

The unit and its walls are those that are shipped. One drop-in gives the watchdog the time an emulated processor needs
(thirty seconds for five, installed.py), another one plants what hangs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from . import pictures
from .installed import DROP_IN, Installed
from .machine import BOOT_S, Machine
from .test_installed import idle
from .test_watched import racing, told, up

pytestmark = [pytest.mark.box, pytest.mark.slow]

HANG = "/run/mopsbox/hang"
PLANTED = f"""[Service]
Environment=PYTHONPATH=/opt/box/hang MOPSBOX_HANG={HANG}
"""
NAMES = {"loop": "the loop", "referee": "the referee", "reader": "the reader"}


@pytest.fixture
def watched(installed: Installed) -> Iterator[Machine]:
    machine = installed.machine
    machine.put(f"{DROP_IN}/hangs.conf", PLANTED)
    machine.run(f"rm -f {DROP_IN}/probe.conf; systemctl daemon-reload")
    idle(machine)
    yield machine
    machine.run(f"rm {DROP_IN}/hangs.conf; systemctl daemon-reload")


@pytest.mark.parametrize("part", sorted(NAMES))
def test_a_part_that_hangs_is_noticed_and_the_game_goes_on(
    watched: Machine, part: str, figure: Callable[[str], None]
) -> None:
    player = racing(watched)
    history = player.standing()
    watched.run(f"echo {part} > {HANG}; chown mopsbox {HANG}")
    began = time.monotonic()
    watched.until(lambda: told(watched, "NRestarts") == "1", "the watchdog to bite", 120)
    noticed = time.monotonic()
    watched.until(lambda: up(watched), "the service to be up again", BOOT_S)
    back = time.monotonic()
    assert f"{NAMES[part]} stands still" in watched.journal()
    player.sees(pictures.offer(history, watched.size), "offer")
    player.button("ok")
    player.sees(pictures.game(history, watched.size), "resumed")
    figure(f"{part} hangs: bitten after {noticed - began:.1f} s, up again {back - noticed:.1f} s later (emulated)")
