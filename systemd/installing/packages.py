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
WAIT = ("--option", "DPkg::Lock::Timeout=300")
"""A fresh system updates itself at its first start; seconds until that is no reason to wait any longer."""
ADD = ("apt-get", "install", "--yes", "--no-install-recommends", "--fix-broken", *WAIT)
QUIET = {"DEBIAN_FRONTEND": "noninteractive"}
EVERY = "all"  # the architecture of what runs on each


def version(name: str) -> str | None:
    """The installed version of a package; None: it is not here. One of a foreign architecture beside it, or alone,
    does not count: the box's programs could not load that."""
    listed = "${Architecture} ${db:Status-Status} ${Version}\\n"
    status, said = attempt("dpkg-query", "--show", f"--showformat={listed}", name)
    ours = (EVERY, _native())
    rows = [line.split() for line in said.splitlines()] if status == 0 else []
    return next((row[2] for row in rows if len(row) == 3 and row[0] in ours and row[1] == "installed"), None)


def installed(name: str) -> bool:
    return version(name) is not None


def step(offline: Path | None) -> Step:
    return Step("Debian packages", missing, lambda: add(offline))


def missing() -> list[str]:
    """The packages that are not here; while apt does not know which name one has here, by all it may have."""
    return [" or ".join(_known(names)) for names in _lacking()]


def add(offline: Path | None) -> None:
    """Raises Failed."""
    # Where the plug was pulled dpkg goes on first. What it cannot mend by itself, or not while somebody else is at it,
    # apt does or tells of.
    attempt("dpkg", "--configure", "-a", **QUIET)
    if not _lacking():
        return
    if offline is None:
        run("apt-get", "update", *WAIT, **QUIET)
        run(*ADD, *(_known(names)[0] for names in _lacking()), **QUIET)  # known only now: a fresh system has no lists
        return
    files = _parcel(offline)
    if lacking := [" or ".join(_known(names)) for names in _lacking() if not {*names} & {*files}]:
        raise Failed(f"{offline} has no .deb file of {', '.join(lacking)}; see docs/appliance.md, Without a network")
    run(*ADD, *NO_ARCHIVE, *(file for name, (new, file) in files.items() if _is_newer(new, version(name))), **QUIET)


def _lacking() -> list[tuple[str, ...]]:
    """What is not here, each by the names it may have."""
    return [names for names in (*((name,) for name in PACKAGES), SOUND) if not any(installed(name) for name in names)]


def _known(names: tuple[str, ...]) -> tuple[str, ...]:
    """The first of the names that apt knows; as long as it knows none, all."""
    if len(names) > 1:
        names = next(((name,) for name in names if attempt("apt-cache", "show", name)[0] == 0), names)
    return names


def _parcel(folder: Path) -> dict[str, tuple[str, Path]]:
    """The packages in a folder that belong on this machine: the newest version of each, and its file. What the file
    says counts, not its name. Raises Failed."""
    found: dict[str, tuple[str, Path]] = {}
    ours = (EVERY, _native())
    for file in sorted(folder.glob("*.deb")):
        said = run("dpkg-deb", "--field", file, "Package", "Version", "Architecture")
        fields = {key: value.strip() for key, _, value in (line.partition(":") for line in said.splitlines())}
        name, new = fields["Package"], fields["Version"]
        if fields["Architecture"] in ours and _is_newer(new, found[name][0] if name in found else None):
            found[name] = (new, file)
    return found


def _is_newer(new: str, old: str | None) -> bool:
    return old is None or attempt("dpkg", "--compare-versions", new, "gt", old)[0] == 0


def _native() -> str:
    return attempt("dpkg", "--print-architecture")[1].strip()
