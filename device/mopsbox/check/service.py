"""The service: is there a unit, is it active, does a watchdog look after it?"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping

from .found import Finding, fail, ok, warn
from .parts import OURS, Parts

NAME = "service"
UNIT = f"{OURS}.service"
ASKED = ("LoadState", "ActiveState", "Result", "NRestarts", "WatchdogUSec")
PATIENCE_S = 5
NO_WATCHDOG = ("", "0", "infinity")


def systemctl() -> dict[str, str]:
    """What systemd says of our unit. Raises OSError or SubprocessError."""
    command = ["systemctl", "show", UNIT, *(f"--property={each}" for each in ASKED)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)


def check(parts: Parts, ask: Callable[[], Mapping[str, str]] = systemctl) -> list[Finding]:
    if not (parts.root / "run/systemd/system").is_dir():
        return [ok(NAME, "no systemd here: start the box with mopsbox play")]
    try:
        return [judged(ask(), parts.is_box)]
    except (OSError, subprocess.SubprocessError) as error:
        return [warn(NAME, f"systemd does not answer ({type(error).__name__}); try: systemctl status {UNIT}")]


def judged(unit: Mapping[str, str], is_box: bool) -> Finding:
    """`unit`: properties of our unit as systemd names them."""
    if unit.get("LoadState") != "loaded":
        if is_box:
            return warn(NAME, f"{UNIT} is not installed: the box does not start by itself; start it with mopsbox play")
        return ok(NAME, "not installed as a service: start the box with mopsbox play")
    if unit.get("ActiveState") == "failed":
        return fail(NAME, f"{UNIT} has failed ({unit.get('Result', 'no reason')}): journalctl -u {OURS} tells why")
    if unit.get("ActiveState") != "active":
        return warn(NAME, f"{UNIT} is not active: sudo systemctl start {OURS}")
    if (restarts := unit.get("NRestarts", "0")) != "0":
        return warn(NAME, f"{UNIT} is active but was restarted {restarts} times: journalctl -u {OURS} tells why")
    if (watchdog := unit.get("WatchdogUSec", "")) in NO_WATCHDOG:
        return warn(NAME, f"{UNIT} is active but nothing restarts it if it hangs: set WatchdogSec in the unit")
    return ok(NAME, f"{UNIT} is active, watchdog {watchdog}")
