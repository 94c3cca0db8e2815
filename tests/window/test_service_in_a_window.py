"""`mopsbox play` as systemd starts it, seen from both sides: its window, and the socket on which it says how it is."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.manager import Manager
from tests.waiting import eventually
from tests.window.desktop import Desktop
from tests.window.test_evening_in_a_window import needs_x

pytestmark = needs_x
Box = subprocess.Popen[str]


@contextmanager
def service(folder: Path, env: dict[str, str], display: str) -> Iterator[Box]:
    config = folder / "config.toml"
    config.write_text('screen.language = "en"\nscreen.width = 800\nscreen.height = 480\n')
    command = [sys.executable, "-m", "mopsbox", "play", "--simulate", "--data", str(folder), "--config", str(config)]
    box = subprocess.Popen(command, env={**env, "DISPLAY": display}, stderr=subprocess.PIPE, text=True)
    try:
        yield box
    finally:
        box.kill()
        box.wait()
        if box.stderr:
            box.stderr.close()


def ended(box: Box) -> tuple[int, str]:
    """Its status and its log."""
    _, log = box.communicate(timeout=30)
    return box.returncode, log


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    (tmp_path / "fb").mkdir()
    with Desktop(tmp_path / "fb") as desktop:
        yield desktop


def test_it_is_up_lives_says_what_it_does_and_ends_when_told(tmp_path: Path, desktop: Desktop) -> None:
    with (
        Manager(watchdog_s=2) as manager,
        service(tmp_path, desktop.env | manager.env, desktop.display) as box,
    ):
        eventually(lambda: manager.count("READY=1"))
        assert manager.status == "waiting for a buzzer"
        desktop.window(box.pid)  # it is up: the window is there
        eventually(lambda: manager.count("WATCHDOG=1") >= 4)
        for key, says in (("1", "lobby of Mopseinander, 0 joined"), ("1", "lobby of Mopseinander, 1 joined")):
            desktop.key(key)
            eventually(lambda says=says: manager.status == says)  # type: ignore[misc]
        desktop.key("2")
        eventually(lambda: manager.status.endswith("2 joined"))
        desktop.key("Return")
        eventually(lambda: manager.status == "game 1: Mopseinander, 2 players")
        box.send_signal(signal.SIGTERM)
        status, log = ended(box)
        assert status == 0 and "Traceback" not in log and "stands still" not in log
        assert manager.count("STOPPING=1") == 1 and manager.told[-1].startswith("STOPPING=1")
    with Manager() as manager, service(tmp_path, desktop.env | manager.env, desktop.display):
        eventually(lambda: manager.status == "an unfinished game is offered")  # nothing of it was lost


def test_without_a_screen_it_waits_for_one_and_goes_on_by_itself(tmp_path: Path, desktop: Desktop) -> None:
    display = desktop.display
    desktop.__exit__()
    (tmp_path / "later").mkdir()
    with Manager(watchdog_s=2) as manager, service(tmp_path, desktop.env | manager.env, display) as box:
        eventually(lambda: manager.told)
        assert "EXTEND_TIMEOUT_USEC=30000000" in manager.told[0] and manager.status.startswith("no screen: ")
        assert not manager.count("READY=1")
        with Desktop(tmp_path / "later", display=display) as later:
            eventually(lambda: manager.count("READY=1"))
            later.window(box.pid)
            box.send_signal(signal.SIGTERM)
            status, log = ended(box)
    assert status == 0
    assert log.count("it is looked for again every 3 s") == 1 and log.count("there is a screen now") == 1


def test_told_to_end_while_it_waits_for_a_screen_it_ends(tmp_path: Path, desktop: Desktop) -> None:
    display = desktop.display
    desktop.__exit__()
    with Manager() as manager, service(tmp_path, desktop.env | manager.env, display) as box:
        eventually(lambda: manager.told)
        box.send_signal(signal.SIGTERM)
        assert ended(box)[0] == 0


def test_started_by_hand_without_a_screen_it_says_so_and_ends(tmp_path: Path, desktop: Desktop) -> None:
    display = desktop.display
    desktop.__exit__()
    with service(tmp_path, desktop.env, display) as box:
        status, log = ended(box)
    assert status == 3 and log.count("mopsbox: no screen: ") == 1 and "looked for again" not in log


def test_holding_ok_on_power_off_asks_for_it_in_a_file_and_the_box_waits_for_the_end(
    tmp_path: Path, desktop: Desktop
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    env = desktop.env | {"RUNTIME_DIRECTORY": str(runtime)}
    with Manager() as manager, service(tmp_path, env | manager.env, desktop.display) as box:
        eventually(lambda: manager.count("READY=1"))
        desktop.window(box.pid)
        desktop.key("1")
        eventually(lambda: manager.status.startswith("lobby"))
        desktop.key("Return", for_s=1.4)
        desktop.key("Left")  # the menu's last entry
        desktop.key("Return", for_s=2)
        time.sleep(0.3)
        assert not list(runtime.iterdir())
        desktop.key("Return", for_s=3.4)
        eventually(lambda: manager.status == "switching off")
        assert [file.name for file in runtime.iterdir()] == ["poweroff"]
        assert box.poll() is None
        box.send_signal(signal.SIGTERM)
        assert ended(box)[0] == 0
