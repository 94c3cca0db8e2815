"""A disk with what `systemd/install --offline` needs, made as docs/appliance.md says: `project` (the installer), and
`offline` (Debian packages and wheels)."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from systemd.installing.packages import PACKAGES, SOUND

from .recipe import PROJECT, digest, part, run
from .root import dependencies, for_the_machine, userland

SIZE_MB = 200


def parcel() -> Path:
    """The disk's image."""
    debs_part, wheels_part = _debs(), _wheels()
    ours = [PROJECT / "device/mopsbox", PROJECT / "systemd", PROJECT / "pyproject.toml"]

    def make(folder: Path) -> None:
        tree = folder / "tree"
        tree.mkdir()
        run("cp", "-al", debs_part / "debs", tree / "offline")
        for wheel in (wheels_part / "wheels").iterdir():
            (tree / "offline" / wheel.name).hardlink_to(wheel)
        _own_wheel(folder / "source", tree / "offline")
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / "systemd", tree / "project/systemd", ignore=unwanted)
        (tree / "project/device/mopsbox").mkdir(parents=True)
        shutil.copy(PROJECT / "device/mopsbox/pins.toml", tree / "project/device/mopsbox")
        run("mke2fs", "-q", "-t", "ext4", "-m", "0", "-d", tree, folder / "parcel.ext4", f"{SIZE_MB}M")
        shutil.rmtree(tree)
        shutil.rmtree(folder / "source")

    key = digest(debs_part.name, wheels_part.name, *ours, Path(__file__))
    return part("parcel", key, make) / "parcel.ext4"


def _debs() -> Path:
    """A folder with `debs`: what the clean system lacks of the installer's packages, and all they need."""
    tree = userland() / "tree"
    wanted = [*PACKAGES, SOUND[-1] if (tree / "usr/bin/python3.11").exists() else SOUND[0]]

    def make(folder: Path) -> None:
        debs = folder / "debs"
        (debs / "partial").mkdir(parents=True)
        status = f"Dir::State::status={tree}/var/lib/dpkg/status"
        options = ["-o", status, "-o", f"Dir::Cache::archives={debs}", "-o", "Debug::NoLocking=1"]
        options += ["-o", "APT::Sandbox::User=root"]
        run("apt-get", *options, "install", "--download-only", "--yes", "--no-install-recommends", *wanted)
        shutil.rmtree(debs / "partial")
        (debs / "lock").unlink(missing_ok=True)

    return part("debs", digest(userland().name, *wanted, Path(__file__)), make)


def _wheels() -> Path:
    """A folder with `wheels`: the program's dependencies for the machine's Python."""
    wanted, options = dependencies(), for_the_machine()

    def make(folder: Path) -> None:
        run(sys.executable, "-m", "pip", "download", *options, "--dest", folder / "wheels", *wanted)

    return part("parts", digest(*options, *wanted), make)


def _own_wheel(source: Path, target: Path) -> None:
    """The program as it is now; building leaves things behind, so from a copy."""
    shutil.copytree(PROJECT / "device/mopsbox", source / "device/mopsbox", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, source)
    offline = ("--no-deps", "--no-build-isolation", "--no-index")
    run(sys.executable, "-m", "pip", "--quiet", "wheel", *offline, "--wheel-dir", target, source)
