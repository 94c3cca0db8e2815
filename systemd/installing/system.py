"""What this system must be before anything is changed."""

from __future__ import annotations

import os
import shutil
import struct
from dataclasses import dataclass
from pathlib import Path

from .place import Place, attempt

PYTHON = "/usr/bin/python3"  # the system's own: one in somebody's home the service could not even see
OLDEST = (3, 11)
UNITS = "/etc/systemd/system"
SSH = ("ssh.service", "sshd.service", "ssh.socket")


@dataclass(frozen=True)
class System:
    """`python`: the version of the system's own, (0, 0): none. `overlay`: what is written to / is gone at power-off.
    `desktop`: one starts at power-on. `mounted`: what the kernel shows of itself is there, as in an image it is not
    by itself."""

    root: bool = True
    bits: int = 64
    apt: bool = True
    systemd: bool = True
    python: tuple[int, ...] = OLDEST
    overlay: bool = False
    gpio: bool = True
    desktop: bool = False
    mounted: bool = True


def look(place: Place) -> System:
    said = attempt(PYTHON, "-c", "import sys; print(*sys.version_info[:2])")[1].split()
    return System(
        root=os.geteuid() == 0,
        bits=8 * struct.calcsize("P"),
        apt=bool(shutil.which("apt-get")),
        systemd=not place.running or Path("/run/systemd/system").is_dir(),
        python=tuple(int(word) for word in said) if all(word.isdigit() for word in said) else (0, 0),
        overlay=place.running and _on_overlay(),
        gpio=not place.running or any(Path("/dev").glob("gpiochip*")),
        desktop=has_desktop(place),
        mounted=place.running or (Path("/proc/self").exists() and Path("/dev/null").exists()),
    )


def _on_overlay() -> bool:
    mounts = Path("/proc/mounts").read_text().splitlines()
    return any(line.split()[:2] == ["overlayroot", "/"] for line in mounts)


def has_desktop(place: Place) -> bool:
    """Does a desktop start at power-on? Without a link of its own the system starts graphical.target."""
    target = place.at(f"{UNITS}/default.target")
    graphical = not target.is_symlink() or target.readlink().name == "graphical.target"
    return place.at(f"{UNITS}/display-manager.service").is_symlink() and graphical


def has_ssh(place: Place) -> bool:
    """Does SSH start at power-on?"""
    return any(link.name in SSH for link in place.at(UNITS).glob("*.wants/*"))


def refusal(system: System) -> str | None:
    """Why Mopsbox cannot be installed here, as one sentence; None: it can."""
    if not system.mounted:
        return "/proc, /sys and /dev are not mounted in this image; mount them there first (systemd/image/README.md)"
    if system.bits != 64:
        return (
            f"this system is a {system.bits}-bit one; Mopsbox needs the 64-bit Raspberry Pi OS: write that to the card"
        )
    if not system.apt:
        return (
            "this system has no apt-get; Mopsbox is installed on Raspberry Pi OS or Debian (elsewhere: pip install .)"
        )
    if not system.systemd:
        return (
            "systemd does not run here; in an image that does not run use --image, else start the system with systemd"
        )
    if system.python < OLDEST:
        found = ".".join(str(part) for part in system.python) if any(system.python) else "none"
        return f"{PYTHON} must be Python 3.11 or newer, found {found}; use Raspberry Pi OS 12 (Bookworm) or later"
    if system.overlay:
        return (
            "/ is an overlay in memory, so all would be gone at power-off; switch the overlay off first (raspi-config)"
        )
    if not system.root:
        return "only root may install; use: sudo systemd/install"
    return None


def warnings(system: System) -> list[str]:
    """What does not keep it from being installed, a sentence each."""
    found = []
    if not system.gpio:
        found.append("this machine has no GPIO chip: the box will play with a buzzer hub or keyboard only")
    if system.desktop:
        found.append(
            "a desktop starts here and would hold the screen; switch it off: sudo systemctl set-default "
            "multi-user.target (back: graphical.target)"
        )
    return found
