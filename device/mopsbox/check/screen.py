"""The screen: what SDL finds, the libraries it loads by name without a word, who may use the devices, and whether what
is shown on it and its words are whole.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import edid
from ..paint.console import PACKAGES, missing, why_dark
from ..parts import measured
from ..words import LANGUAGES, WRONG, unknown
from .found import Finding, Status, fail, ok, warn
from .parts import Parts

NODES = ("dev/dri/card*", "dev/dri/renderD*", "dev/input/event*")
GROUPS = {"card": "video", "renderD": "render", "event": "input"}  # who usually may use them
NO_SCREEN = ("dummy", "offscreen")  # what SDL takes when it finds nothing
SMALLEST = (800, 480)
PATIENCE_S = 20

Seen = Mapping[str, Any]


def check(parts: Parts) -> list[Finding]:
    return [
        _screen(parts),
        libraries(parts, missing()),
        permissions(parts, denied(parts.root)),
        drawings(told("whole")),
    ]


def _screen(parts: Parts) -> Finding:
    if parts.running() and not parts.has_desktop:
        return warn("screen", "held by mopsbox: the box is running; look at it, or stop the box and check again")
    return judged(parts, probe(), lambda said: why_dark(said, parts.root))


def probe() -> Seen:
    """What SDL finds on this machine, told by a process of its own (paint/probe.py)."""
    return told("probe")


def told(module: str) -> Seen:
    """The last line a module of paint prints, a JSON object; with an "error" if there is none. pygame loads outside:
    broken drivers break a process off, and the rest is to be checked all the same."""
    command = [sys.executable, "-m", f"mopsbox.paint.{module}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        return {"error": f"the graphics driver did not answer within {PATIENCE_S} s"}
    try:
        seen: Seen = json.loads(done.stdout.strip().splitlines()[-1])
        return seen
    except (ValueError, IndexError):
        return {"error": (done.stderr.strip().splitlines() or ["the graphics driver broke off"])[-1]}


def judged(parts: Parts, seen: Seen, dark: Callable[[str], str]) -> Finding:
    """`seen`: what the probe told. `dark`: why the bare console shows nothing, by what SDL said (paint/console)."""
    name = "screen"
    if "error" in seen or seen["driver"] in NO_SCREEN:
        level: Status = "FAIL" if parts.is_box else "WARN"
        said = seen.get("error") or "nothing here shows a picture"
        return Finding(name, level, f"no screen: {_why(parts, said, dark)}")
    width, height = seen["size"]
    told = f"{seen['driver']}, {width}x{height}" + (f" at {seen['hz']} Hz" if seen.get("hz") else "")
    if min(width, height) < SMALLEST[1] or max(width, height) < SMALLEST[0]:
        return warn(name, f"{told}: smaller than {SMALLEST[0]}x{SMALLEST[1]}, words get too small; use a bigger screen")
    if parts.is_box or seen["driver"] == "kmsdrm":
        return _measured(parts, (width, height), told)
    return ok(name, told)


def _measured(parts: Parts, pixels: tuple[int, int], told: str) -> Finding:
    """How large the box takes the panel for, and why: words are drawn in millimetres."""
    if parts.screen.width and parts.screen.height:
        pixels = parts.screen.width, parts.screen.height
    w, h, who = measured(parts.screen, pixels, edid.told(pixels, parts.root))
    if who:
        return ok("screen", f"{told}, {w:.0f} x {h:.0f} mm ({who})")
    says = f"{told}: its size is not known, it is taken for {w:.0f} x {h:.0f} mm; measure it, and set"
    return warn("screen", f"{says} screen.width_mm and screen.height_mm")


def _why(parts: Parts, said: str, dark: Callable[[str], str]) -> str:
    driver = parts.env.get("SDL_VIDEODRIVER", "")
    if driver.lower() not in ("", "kmsdrm"):
        return f"{said}; SDL_VIDEODRIVER is {driver}: unset it and check again"
    if parts.has_desktop:
        return f"{said}; start it on the desktop itself, or unset DISPLAY and WAYLAND_DISPLAY for the bare console"
    return dark(said)


def libraries(parts: Parts, lost: list[str]) -> Finding:
    name = "screen libraries"
    if not lost:
        return ok(name, "all there for a screen without a desktop")
    says = f"{', '.join(lost)} missing, the bare console needs them: sudo apt install "
    says += " ".join(PACKAGES[each] for each in lost)
    if parts.has_desktop:
        return ok(name, f"{says} (not needed on this desktop)")
    return fail(name, says) if parts.is_box else warn(name, says)


def denied(root: Path, allowed: Callable[[Path], bool] = lambda file: os.access(file, os.R_OK | os.W_OK)) -> list[str]:
    """The devices of screen and input that this user may not use; also "" when there is no graphics device at all."""
    nodes = [node for pattern in NODES for node in sorted(root.glob(pattern))]
    refused = [f"/{node.relative_to(root)}" for node in nodes if not allowed(node)]
    return refused if any(node.parent.name == "dri" for node in nodes) else ["", *refused]


def permissions(parts: Parts, refused: list[str]) -> Finding:
    """`refused`: as `denied` tells."""
    name = "screen permissions"
    if parts.has_desktop:
        return ok(name, "the desktop looks after them")
    if refused[:1] == [""]:
        says = "no /dev/dri: the graphics driver is not loaded (on a Pi: dtoverlay=vc4-kms-v3d in config.txt)"
        return fail(name, says) if parts.is_box else warn(name, says)
    if refused:
        groups = sorted({group for part, group in GROUPS.items() for node in refused if f"/{part}" in node})
        says = f"{', '.join(refused)} may not be used: sudo usermod -aG {','.join(groups)} $USER, then log in anew"
        return fail(name, says) if parts.is_box else warn(name, says)
    return ok(name, "screen, keyboard and touch may be used")


def drawings(seen: Seen) -> Finding:
    """`seen`: under "wrong" a sentence for each drawing and font that is missing or cannot be read (paint/whole.py)."""
    name = "drawings"
    if "error" in seen:
        return fail(name, f"cannot be looked at: {seen['error']}")
    broken = seen["wrong"]
    return fail(name, _first(broken)) if broken else ok(name, "all drawings and fonts can be read")


def languages(language: str, wrong: Sequence[str] = WRONG) -> Finding:
    """`language`: the one that is set. `wrong`: a sentence for each file that has a fault (words.py)."""
    name = "languages"
    faults = [*wrong, *filter(None, [unknown(language)])]
    return fail(name, _first(faults)) if faults else ok(name, ", ".join(LANGUAGES))


def _first(faults: Sequence[str]) -> str:
    return f"{faults[0]}{f' ({len(faults) - 1} more)' if faults[1:] else ''}"
