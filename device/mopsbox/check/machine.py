"""The machine itself: libraries with their versions, and whether it gets enough power."""

from __future__ import annotations

import importlib
import platform
import re
import sys
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path

from .. import supply
from .found import Finding, fail, ok, warn

NEEDED = {"gpiozero": (2, 0, 1), "pygame-ce": (2, 5), "pyserial": (3, 5)}
ON_LINUX = {"gpiod": (2, 5)}  # 1.x, all that pip finds on a 32-bit Pi, is another interface altogether
MODULES = {"gpiozero": "gpiozero", "gpiod": "gpiod", "pyserial": "serial"}  # pygame is tried with the screen


def libraries(
    version: Callable[[str], str] = metadata.version, load: Callable[[str], object] = importlib.import_module
) -> list[Finding]:
    """`version`: of an installed package; raises metadata.PackageNotFoundError. `load`: imports a module."""
    needed = NEEDED | (ON_LINUX if sys.platform == "linux" else {})
    found: dict[str, str | None] = {name: _version(name, version) for name in (*needed, "pygame")}
    told = judged(found, needed, platform.python_version())
    for name in (each for each in needed if each in MODULES and told.status != "FAIL"):
        try:
            load(MODULES[name])
        except Exception as error:  # whatever a broken installation does
            again = f"pip install --force-reinstall {name}"
            return [fail("libraries", f"{name} is there but does not load ({type(error).__name__}: {error}); {again}")]
    return [told]


def _version(name: str, version: Callable[[str], str]) -> str | None:
    try:
        return version(name)
    except metadata.PackageNotFoundError:
        return None


def judged(found: Mapping[str, str | None], needed: Mapping[str, tuple[int, ...]], python: str) -> Finding:
    """`found`: versions, None for what is not there; `needed`: the least ones."""
    name = "libraries"
    if missing := [each for each in needed if found.get(each) is None]:
        return fail(name, f"{', '.join(missing)} missing; install with: pip install {' '.join(missing)}")
    old = [each for each, least in needed.items() if _numbers(str(found[each])) < least]
    if old:
        wish = " ".join(f"'{each}>={'.'.join(map(str, needed[each]))}'" for each in old)
        return fail(name, f"{', '.join(f'{each} {found[each]}' for each in old)} too old; pip install --upgrade {wish}")
    if found.get("pygame") is not None:
        return warn(
            name,
            "pygame lies over pygame-ce: pip uninstall pygame pygame-ce, then pip install pygame-ce (only that one)",
        )
    return ok(name, ", ".join([f"Python {python}", *(f"{each} {found[each]}" for each in needed)]))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def power(root: Path = Path("/")) -> list[Finding]:
    """Under-voltage, where the machine tells (a Raspberry Pi does, facts/appliance.md H9); else nothing."""
    is_low = supply.low(root)
    if is_low is None:
        return []
    if is_low:
        return [warn("power", "the supply voltage is too low just now; use the Pi's own power supply and cable")]
    return [ok("power", "the supply voltage is high enough")]
