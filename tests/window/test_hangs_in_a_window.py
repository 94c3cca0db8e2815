"""A part of the box hangs for good: whoever watches is fed no more, starts the box again, and the game is offered."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.manager import Manager
from tests.waiting import eventually
from tests.window.desktop import Desktop
from tests.window.test_evening_in_a_window import needs_x
from tests.window.test_service_in_a_window import desktop, ended, service

pytestmark = needs_x
__all__ = ["desktop"]

PLANTED = Path(__file__).parents[1] / "box" / "guest" / "code" / "hang"
WATCHDOG_S = 2.0


@pytest.mark.parametrize("part", ["loop", "referee"])
def test_a_part_that_hangs_is_said_and_the_game_is_offered_again(
    tmp_path: Path, desktop: Desktop, part: str, figure: Callable[[str], None]
) -> None:
    hang = tmp_path / "hang"
    with Manager(watchdog_s=WATCHDOG_S) as manager:
        env = desktop.env | manager.env | {"PYTHONPATH": str(PLANTED), "MOPSBOX_HANG": str(hang)}
        with service(tmp_path, env, desktop.display) as box:
            eventually(lambda: manager.count("WATCHDOG=1"))
            desktop.window(box.pid)
            for key in ("1", "1", "2", "Return"):
                desktop.key(key)
            eventually(lambda: manager.status == "game 1: Mopseinander, 2 players")
            hang.write_text(part)
            eventually(lambda: not hang.exists())
            hung, fed = time.monotonic(), manager.count("WATCHDOG=1")
            eventually(lambda: time.monotonic() - hung > 1.5 * WATCHDOG_S)
            assert manager.count("WATCHDOG=1") <= fed + 1, "fed though a part hangs"
            box.send_signal(signal.SIGKILL)  # as a service manager does, whose patience would have ended before
            killed = time.monotonic()
            assert f"the {part} stands still" in ended(box)[1]
    with Manager(watchdog_s=WATCHDOG_S) as manager, service(tmp_path, desktop.env | manager.env, desktop.display):
        eventually(lambda: manager.status == "an unfinished game is offered")
        figure(f"{part} hangs: killed, the game is offered again {time.monotonic() - killed:.1f} s later")
