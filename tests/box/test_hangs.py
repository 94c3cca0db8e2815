"""Something in the box hangs for good: the watchdog notices, and the game goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from . import pictures
from .machine import BOOT_S, Machine
from .test_watched import racing, told, up

pytestmark = [pytest.mark.box, pytest.mark.slow]

HANG = "/run/hang/now"
DROP_IN = "/run/systemd/system/mopsbox.service.d/hangs.conf"
WATCHED = f"""[Service]
Type=notify
WatchdogSec=10
RuntimeDirectory=mopsbox
TimeoutStartSec=120
Environment=PYTHONPATH=/opt/box/hang:/opt/box MOPSBOX_HANG={HANG}
"""
"""Ten seconds where a Pi has five: an emulated processor stands still for longer (docs/appliance.md)."""
NAMES = {"loop": "the loop", "referee": "the referee", "reader": "the reader"}


@pytest.fixture
def watched(bare: Machine) -> Iterator[Machine]:
    bare.put(DROP_IN, WATCHED)
    bare.run("mkdir -p /run/hang && chown mopsbox /run/hang && systemctl daemon-reload")
    yield bare
    bare.run(f"systemctl stop mopsbox; rm {DROP_IN}; systemctl daemon-reload")


@pytest.mark.parametrize("part", sorted(NAMES))
def test_a_part_that_hangs_is_noticed_and_the_game_goes_on(
    watched: Machine, part: str, figure: Callable[[str], None]
) -> None:
    player = racing(watched)
    history = player.history()
    watched.run(f"echo {part} > {HANG}; chown mopsbox {HANG}")
    began = time.monotonic()
    watched.until(lambda: told(watched, "NRestarts") == "1", "the watchdog to bite", 60)
    noticed = time.monotonic()
    watched.until(lambda: up(watched), "the service to be up again", BOOT_S)
    back = time.monotonic()
    assert f"{NAMES[part]} stands still" in watched.journal()
    player.sees(pictures.offer(history, watched.size), "offer")
    player.button("ok")
    player.sees(pictures.game(history, watched.size), "resumed")
    figure(f"{part} hangs: bitten after {noticed - began:.1f} s, up again {back - noticed:.1f} s later (emulated)")
