"""A machine on which `systemd/install` has run, as on a Raspberry Pi: what it said, and how it went."""

from __future__ import annotations

import time
from typing import NamedTuple

from .machine import Machine

INSTALL = "/mnt/project/systemd/install --offline /mnt/offline"
INSTALL_S = 1200  # with other machines beside it on the same two cores it took longer than ten minutes
DROP_IN = "/etc/systemd/system/mopsbox.service.d"
FOUND = "/var/lib/mopsbox/probe.json"

EMULATED = """[Unit]
# A real chip's pins are there before the first program.
After=gpio-sim.service
[Service]
# A processor that is emulated and has others beside it stands still for longer than any real one.
WatchdogSec=30
TimeoutStartSec=180
"""


class Installed(NamedTuple):
    """`said`, `status`: what the installer said, and its exit status."""

    machine: Machine
    said: str
    status: int
    took_s: float


def put_in(machine: Machine) -> Installed:
    """Installs, and pulls the plug at once: at its next start the machine is the box."""
    machine.run("mount -o ro /dev/vdc /mnt")
    begun = time.monotonic()
    status, said = machine.attempt(INSTALL, INSTALL_S)
    took_s = time.monotonic() - begun
    # At its next start the service first tries what it may do; a sound card for it to try.
    machine.put(f"{DROP_IN}/probe.conf", f"[Service]\nExecStartPre=/usr/bin/python3 /opt/box/probe.py {FOUND}\n")
    machine.put("/etc/modules-load.d/probe.conf", "snd-dummy\n")
    machine.put(f"{DROP_IN}/emulated.conf", EMULATED)
    machine.run("sync")
    machine.pull_plug()
    return Installed(machine, said, status, took_s)
