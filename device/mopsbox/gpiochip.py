"""The GPIO chip: found by its label, and its faults as sentences. Loads, and says what is missing, where there is
no gpiod (Windows, macOS).
"""

from __future__ import annotations

import errno
import glob
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .places import NoGpio

if TYPE_CHECKING:
    from gpiod import Chip

VARIABLE = "MOPSBOX_GPIO_CHIP"
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The header's chip on a Pi 5, a Pi 4 and the others. Never its number: that has changed between kernels
(facts/timing.md B3)."""

NOT_ALLOWED = (errno.EACCES, errno.EPERM)

Opened = Callable[[str], "Chip"]

_OTHERWISE = f"name its path or label in {VARIABLE}, or start with --simulate"


def opened(path: str) -> Chip:
    """The kernel's chip at `path`. Raises OSError, and NoGpio without libgpiod's Python package."""
    try:
        import gpiod
    except ImportError as error:
        raise NoGpio("gpio-none", f"the package gpiod does not load ({error}); pip install 'gpiod>=2.5'") from error
    if not hasattr(gpiod, "LineSettings"):  # 1.x has the same name and nothing else in common
        raise NoGpio("gpio-none", "the package gpiod is too old; pip install 'gpiod>=2.5'")
    return gpiod.Chip(path)


def paths() -> list[str]:
    """The GPIO chips of this machine, in the order of their numbers, each once (newer kernels have links for older)."""
    real = {os.path.realpath(path) for path in glob.glob("/dev/gpiochip*")}
    return sorted(real, key=lambda path: [int(n) for n in re.findall(r"\d+", path)])


def here() -> bool:
    """Has this machine the header of a Pi, whoever may use it? Other machines have GPIO chips too, closed to all but
    root, and are not to hear of permissions."""
    said = ""
    for file in (Path("/proc/device-tree/model"), *Path("/sys/class/gpio").glob("gpiochip*/label")):
        with suppress(OSError):
            said += file.read_text(errors="replace")
    return any(word in said for word in ("Raspberry Pi", *LABELS))


def find(wanted: str, among: Iterable[str], open_chip: Opened, here: Callable[[], bool] = here) -> tuple[Chip, str]:
    """The chip and its label. `wanted`: a path, a label, or empty for the header of a Pi. Raises NoGpio."""
    if sys.platform != "linux":
        raise NoGpio("gpio-none", "GPIO needs Linux; start with --simulate")
    if "/" in wanted:
        return _at(wanted, open_chip)
    found: dict[str, str] = {}
    shut: NoGpio | None = None
    for path in among:
        try:
            with open_chip(path) as chip:
                found.setdefault(chip.get_info().label, path)
        except OSError as error:
            if error.errno in NOT_ALLOWED:
                shut = shut or fault(error, path)
    for label in (wanted,) if wanted else LABELS:
        if label in found:
            return _at(found[label], open_chip)
    if shut and (wanted or here()):
        raise shut
    raise NoGpio("gpio-none", f"there is no GPIO chip labelled {wanted or ' or '.join(LABELS)}; {_OTHERWISE}")


def _at(path: str, open_chip: Opened) -> tuple[Chip, str]:
    try:
        chip = open_chip(path)
        return chip, chip.get_info().label
    except OSError as error:
        if error.errno in NOT_ALLOWED:
            raise fault(error, path) from error
        raise NoGpio("gpio-none", f"{path} is no GPIO chip ({_said(error)}); {_OTHERWISE}") from error


def fault(error: OSError, path: str, holders: Mapping[int, str] | None = None) -> NoGpio:
    """What the kernel said about an open chip, as a sentence. `holders`: who holds the lines that were asked for."""
    if error.errno == errno.EBUSY:
        held = ", ".join(f"GPIO {pin} is held by {who}" for pin, who in (holders or {}).items())
        todo = "end that program, or take its overlay out of config.txt, and start again"
        return NoGpio("gpio-busy", f"{held or 'a GPIO line is held by another program'}; {todo}")
    if error.errno in NOT_ALLOWED:
        todo = "add this user to the group gpio (sudo usermod -aG gpio NAME) and log in again"
        return NoGpio("gpio-denied", f"{path}: no permission to use the GPIO; {todo}")
    return NoGpio("gpio-lost", f"{path}: the GPIO chip does not answer ({_said(error)}); start the box again")


def _said(error: OSError) -> str:
    return error.strerror or str(error)
