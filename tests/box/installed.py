"""A machine on which `systemd/install` has run, as on a Raspberry Pi: what it said, and what is asked of it later."""

from __future__ import annotations

import time
from typing import NamedTuple

from .machine import Machine

INSTALL = "/mnt/project/systemd/install --offline /mnt/offline"
INSTALL_S = 600
DROP_IN = "/etc/systemd/system/mopsbox.service.d"
PROBE = f"{DROP_IN}/probe.conf"
FOUND = "/var/lib/mopsbox/probe.json"


class Installed(NamedTuple):
    """`before`, `said`: what its dry run and then the installer itself said; `probed`: what the service found that it
    may do (guest/code/probe.py), `unprobed`: and the same user outside of the service."""

    machine: Machine
    before: str
    said: str
    status: int
    took_s: float


def put_in(machine: Machine) -> Installed:
    """Installs, pulls the plug at once, and boots into the box."""
    machine.run("mount -o ro /dev/vdc /mnt")
    before = machine.run(f"{INSTALL} --dry-run", INSTALL_S)
    begun = time.monotonic()
    status, said = machine.attempt(INSTALL, INSTALL_S)
    took_s = time.monotonic() - begun
    # At its next start, and only then, the service first tries what it may do.
    machine.put(PROBE, f"[Service]\nExecStartPre=/usr/bin/python3 /opt/box/probe.py {FOUND}\n")
    machine.run("sync")
    machine.pull_plug()
    machine.boot()
    return Installed(machine, before, said, status, took_s)
