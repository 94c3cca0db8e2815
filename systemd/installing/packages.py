"""Debian's packages: from the archive, or from a folder with .deb files and no network."""

from __future__ import annotations

from pathlib import Path

from .place import attempt, run
from .step import Failed, Step

PACKAGES = ("python3-venv", "libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri", "libudev1")
"""A Python folder of our own, and what the screen's driver loads by itself (facts/appliance.md 0.1)."""
SOUND = ("libasound2t64", "libasound2")
"""Sound, under the name it has since Debian 13 and the one before."""

NO_ARCHIVE = ("--option", "Dir::Etc::sourcelist=/dev/null", "--option", "Dir::Etc::sourceparts=/dev/null")
"""So that apt knows the files it is given and nothing else. (With --no-download it does not even find those.)"""


def installed(name: str) -> bool:
    status, said = attempt("dpkg-query", "--show", "--showformat=${db:Status-Status}", name)
    return status == 0 and said == "installed"


def step(offline: Path | None) -> Step:
    return Step("Debian packages", missing, lambda: add(missing(), offline))


def missing() -> list[str]:
    """The packages that are not here."""
    found = [name for name in PACKAGES if not installed(name)]
    return found if any(installed(name) for name in SOUND) else [*found, _sound()]


def _sound() -> str:
    """The one of the two that apt knows."""
    return next((name for name in SOUND if attempt("apt-cache", "show", name)[0] == 0), SOUND[-1])


def add(names: list[str], offline: Path | None) -> None:
    """Raises Failed."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    if offline is None:
        run("apt-get", "update", **quiet)
        run("apt-get", "install", "--yes", "--no-install-recommends", *names, **quiet)
        return
    files = {run("dpkg-deb", "--field", file, "Package").strip(): file for file in sorted(offline.glob("*.deb"))}
    if lacking := [name for name in names if name not in files and not (name in SOUND and {*SOUND} & {*files})]:
        raise Failed(f"{offline} has no .deb file of {', '.join(lacking)}; see docs/appliance.md, Without a network")
    wanted = [file for name, file in files.items() if not installed(name)]
    run("apt-get", "install", "--yes", "--no-install-recommends", *NO_ARCHIVE, *wanted, **quiet)
