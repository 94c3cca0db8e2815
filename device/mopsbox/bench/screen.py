"""A screen to measure on: the one that is there, else a virtual X server, else SDL's driver for no screen at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping

SCREEN = "1920x1200x24"


def present(env: Mapping[str, str] = os.environ) -> str | None:
    """The screen this process has already, in words; None: it has none."""
    if driver := env.get("SDL_VIDEODRIVER"):
        return f"SDL {driver}"
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        if env.get(name):
            return f"{name} {env[name]}"
    return None if sys.platform.startswith("linux") else "desktop"


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Its name, for the figures depend on it. What was started for this ends with it."""
    if found := present():
        yield found
    elif shutil.which("Xvfb"):
        yield from _virtual()
    else:
        yield from _with("SDL_VIDEODRIVER", "dummy", "SDL dummy")


def _virtual() -> Iterator[str]:
    ours, theirs = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(theirs), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[theirs],
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs)
    try:
        with open(ours) as told:
            number = told.readline().strip()
        if number:
            yield from _with("DISPLAY", f":{number}", "Xvfb")
        else:
            yield from _with("SDL_VIDEODRIVER", "dummy", "SDL dummy")
    finally:
        server.terminate()
        server.wait()


def _with(name: str, value: str, says: str) -> Iterator[str]:
    os.environ[name] = value
    try:
        yield says
    finally:
        del os.environ[name]
