"""The buzzer hub on USB: is a Pico plugged in, and may we talk to it?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from .found import Finding, fail, ok, warn
from .parts import Parts

PICO = (0x2E8A, 0x0005)  # any board that runs MicroPython (facts/firmware.md)
NAME = "hub"


def check(
    parts: Parts,
    ports: Iterable[Any] | None = None,
    allowed: Callable[[str], bool] = lambda device: os.access(device, os.R_OK | os.W_OK),
) -> list[Finding]:
    """`ports`: as pyserial lists them (device, vid, pid); left out: those of this machine."""
    if ports is None:
        try:
            from serial.tools.list_ports import comports
        except ImportError as error:
            return [warn(NAME, f"cannot be looked for, pyserial does not load ({error}); pip install pyserial")]
        ports = comports()
    wanted = parts.profile == "pico"
    picos = [port.device for port in ports if (port.vid, port.pid) == PICO]
    if not picos:
        if wanted:
            return [fail(NAME, "no hub plugged in: plug its USB cable in, or set buzzers.profile to what is there")]
        return [ok(NAME, "no hub plugged in; only buzzers.profile = pico needs one")]
    device = picos[0]
    if not allowed(device):
        return [warn(NAME, f"{device} may not be used: sudo usermod -aG dialout $USER, then log in anew")]
    if wanted:
        return [
            fail(NAME, f"a Pico on {device}, but this version cannot read it yet: set buzzers.profile to pi or auto")
        ]
    return [ok(NAME, f"a Pico on {device}; this version does not use it yet")]
