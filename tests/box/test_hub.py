"""A hub that is plugged in long after the installed box began: it gets its name, the shut-in service takes it, and its
buzzers play. The port is the kernel's, on a USB cable within the machine (dummy_hcd); the firmware at its other end is
the real one, outside, as an emulated processor would be too slow for two."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..firmware.test_micropython import NEEDS_MICROPYTHON
from ..inputs.plugged import Hub
from . import pictures
from .installed import DROP_IN, Installed
from .machine import Machine
from .test_installed import SETTINGS, idle

pytestmark = [pytest.mark.box, pytest.mark.slow, NEEDS_MICROPYTHON]

GADGET = "sh /opt/box/hub_gadget.sh"
WITH_HUB = '[buzzers]\ntried = true\nprofile = "pico"\n\n[screen]\nlanguage = "en"\n\n[sound]\non = false\n'
LINK = "/dev/mopsbox-hub"


class Wired(Hub):
    """At the end of the machine's wire."""

    def __init__(self, folder: Path, wire: Path) -> None:
        self._wire = wire
        super().__init__(folder)

    def plug(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(self._wire))
        self.master = self._socket.fileno()
        self.boot()

    def unplug(self) -> None:
        self.kill()
        self._socket.close()


def woken(machine: Machine, hub: Hub) -> None:
    """Somebody presses at the hub, again if the emulated machine stood still and has just let go of it."""

    def pressed() -> bool:
        hub.tap(5)
        time.sleep(2)
        return service(machine, "StatusText").startswith("lobby of ")

    machine.until(pressed, "the lobby, by a buzzer of the hub", 120)


@pytest.fixture
def box(installed: Installed) -> Iterator[Machine]:
    machine = installed.machine
    before = machine.read(SETTINGS)
    machine.put(SETTINGS, WITH_HUB)
    machine.put(f"{DROP_IN}/patient.conf", "[Service]\nEnvironment=PYTHONPATH=/opt/box/patient\n")
    machine.run("systemctl daemon-reload")
    idle(machine)
    yield machine
    machine.put(SETTINGS, before)
    machine.run(f"rm {DROP_IN}/patient.conf; systemctl daemon-reload")


@pytest.fixture
def hub(box: Machine, tmp_path: Path) -> Iterator[Hub]:
    hub = Wired(tmp_path, box.folder / "hub")
    yield hub
    hub.unplug()


def service(machine: Machine, name: str) -> str:
    return machine.run(f"systemctl show -p {name} --value mopsbox").strip()


def test_a_hub_that_comes_later_is_named_and_taken_by_the_same_process(box: Machine, hub: Hub) -> None:
    box.until(lambda: service(box, "ActiveState") == "active", "the box", 180)
    pid = service(box, "MainPID")
    assert box.attempt(f"test -e {LINK}")[0] == 1
    pictures.keep("without-hub", box.screen())
    box.run(f"{GADGET} in")
    box.until(lambda: box.attempt(f"test -e {LINK}")[0] == 0, "the hub's name")
    told = box.run(f"udevadm info --query=property --name={LINK}").splitlines()
    assert {"ID_MM_DEVICE_IGNORE=1", "ID_VENDOR_ID=2e8a", "DEVNAME=/dev/ttyACM0"} <= set(told), told
    assert box.run(f"stat -L -c '%a %G' {LINK}").split() == ["660", "dialout"]
    box.until(lambda: "e660583883724a32 on /dev/ttyACM0" in box.journal(), "the box to take it")
    woken(box, hub)
    box.run(f"{GADGET} out")
    box.until(lambda: "the hub on /dev/ttyACM0 is gone" in box.journal(), "the box to miss it")
    box.until(lambda: box.attempt(f"test -e {LINK}")[0] == 1, "the name to go")
    assert service(box, "MainPID") == pid
