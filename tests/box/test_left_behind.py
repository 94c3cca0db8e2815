"""Whatever ends the tests ends their machines."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from . import recipe

pytestmark = pytest.mark.box

BOOT = "from tests.box.machine import Machine\nwith Machine():\n    pass"
SOON_S = 60


def runs(process: Path) -> bool:
    """`process`: its folder in /proc. Is there an emulator in it, alive?"""
    try:
        name, _, rest = (process / "stat").read_text().rpartition(")")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "(qemu-system" in name and rest.split()[0] != "Z"


def machines(parent: int) -> list[Path]:
    started = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [process for pid in started if runs(process := Path("/proc") / pid)]


def test_killed_tests_leave_no_machine_behind() -> None:
    if why := recipe.missing():
        pytest.skip(why)
    tests = subprocess.Popen([sys.executable, "-c", BOOT], cwd=recipe.PROJECT)
    until = time.monotonic() + SOON_S
    while not (running := machines(tests.pid)):
        assert tests.poll() is None and time.monotonic() < until
        time.sleep(0.05)
    tests.send_signal(signal.SIGKILL)
    tests.wait()
    while runs(running[0]):
        assert time.monotonic() < until, "it runs on"
        time.sleep(0.05)
