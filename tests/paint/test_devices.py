"""The console's input devices wake the screen's wait; nobody polls them."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from mopsbox.paint.devices import InputDevices

LONG = 20.0  # seconds: a wait that is not woken would show


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "event0")
    return tmp_path


def woken_by(devices: InputDevices, do: object) -> None:
    """`do` happens while `wait` sleeps, and ends it."""
    assert callable(do)
    timer = threading.Timer(0.05, do)
    timer.start()
    began = time.monotonic()
    devices.wait(LONG)
    assert time.monotonic() - began < LONG / 2
    timer.join()


def test_a_key_ends_the_wait_and_is_read_away(folder: Path) -> None:
    devices = InputDevices(folder)
    devices.wait(0)
    keyboard = os.open(folder / "event0", os.O_WRONLY | os.O_NONBLOCK)
    woken_by(devices, lambda: os.write(keyboard, b"a key went down"))
    began = time.monotonic()
    devices.wait(0.05)  # nothing new: it sleeps again
    assert time.monotonic() - began >= 0.04
    os.close(keyboard)
    devices.close()


def test_a_keyboard_plugged_in_later_wakes_too(folder: Path) -> None:
    devices = InputDevices(folder)
    devices.wait(0)
    os.mkfifo(folder / "event7")
    devices.wait(0)
    keyboard = os.open(folder / "event7", os.O_WRONLY | os.O_NONBLOCK)
    woken_by(devices, lambda: os.write(keyboard, b"!"))
    os.close(keyboard)
    devices.close()


def test_a_keyboard_pulled_out_is_let_go(folder: Path) -> None:
    devices = InputDevices(folder)
    devices.wait(0)
    (folder / "event0").unlink()
    devices.wait(0)
    assert not devices._open
    devices.close()


def test_another_thread_wakes_it_also_beforehand(folder: Path) -> None:
    devices = InputDevices(folder)
    devices.wake()
    woken_by(devices, lambda: None)
    woken_by(devices, devices.wake)
    devices.close()


def test_without_devices_it_is_a_clock(tmp_path: Path) -> None:
    devices = InputDevices(tmp_path / "none")
    began = time.monotonic()
    devices.wait(0.03)
    assert time.monotonic() - began >= 0.02
    devices.close()
