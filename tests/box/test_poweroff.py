"""The installed box is switched off by its own button, and what was played is there when it is switched on again."""

from __future__ import annotations

import time

import pytest

from mopsbox import box as boxes
from mopsbox import stage
from mopsbox.table import SEATS

from . import pictures
from .installed import Installed
from .player import WIRING, Player
from .plug import bare, begun, stored
from .test_installed import idle

pytestmark = [pytest.mark.box, pytest.mark.slow]

ASKED = "/run/mopsbox/poweroff"
ALL = set(SEATS)
HOLD = """import sys, time
button, lamps, hold_s, then = sys.argv[1], sys.argv[2].split(), float(sys.argv[3]), sys.argv[4]
lines, seen = "/run/lines/sim_gpio%s/", set()
open(lines % button + "pull", "w").write("pull-down")
end = time.monotonic() + hold_s
while time.monotonic() < end:
    seen.add("".join(open(lines % pin + "value").read(1) for pin in lamps))
    time.sleep(0.02)
open(lines % button + "pull", "w").write(then)
print(*sorted(seen))
"""
"""Holds a button so long, or on and on, and tells in which ways the lamps were lit meanwhile."""


def hold(player: Player, hold_s: float, then: str) -> None:
    """OK is held, and all lamps blink."""
    pins = " ".join(str(WIRING.lamps[seat]) for seat in SEATS)
    player.machine.put("/tmp/hold.py", HOLD)
    ok = WIRING.buttons["ok"].pin
    seen = player.machine.run(f"python3 /tmp/hold.py {ok} '{pins}' {hold_s} {then}").split()
    assert {"1" * len(SEATS), "0" * len(SEATS)} <= set(seen), seen


def test_held_long_enough_it_switches_off_let_go_too_soon_it_stays_and_nothing_is_lost(installed: Installed) -> None:
    machine = installed.machine
    idle(machine)
    player = begun(machine, 1)
    player.round(7, wrong=2)
    standing = player.standing()
    box, _ = stage.begin(boxes.new(0), 0, 1, standing)
    assert boxes.menu_entries(box)[-1] == "power-off"
    player.touch("menu", "left")
    hold(player, 2, "pull-up")
    player.button("back")  # to the question whether it is meant
    time.sleep(5)
    assert machine.attempt(f"test -e {ASKED}")[0] == 1 and player.lamps() != ALL
    player.button("back")  # out of the menu
    player.sees(pictures.game(standing, machine.size), "still-on")

    player.touch("menu", "left")
    hold(player, 2.5, "pull-down")
    assert machine.goes_off(180) == "guest-shutdown"

    machine.boot()
    machine.awake()
    number, history, finished = stored(machine)
    assert (number, finished) == (1, False) and bare(history) == player.seen
    player.sees(pictures.offer(history, machine.size), "offer-after-off")
    player.button("ok")
    player.sees(pictures.game(history, machine.size), "resumed-after-off")
    said = machine.run("journalctl -b -1 -u mopsbox -o cat --no-pager -n 20", check=False)
    assert "mopsbox.service: Deactivated successfully." in said.rpartition("Stopping")[2], said
