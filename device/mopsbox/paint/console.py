"""A screen without a desktop: SDL's driver for the bare console (KMSDRM) made ready, and why it shows nothing.

Nobody but us draws there, so nothing blanks the screen, and the pointer is hidden by whoever opens it (window.py).
Imports no pygame: the self-check asks here too.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable, Iterable, MutableMapping
from contextlib import suppress
from pathlib import Path

PACKAGES = {  # what the driver loads by name, without a word when it fails, and the Debian package of each
    "libgbm.so.1": "libgbm1",
    "libdrm.so.2": "libdrm2",
    "libEGL.so.1": "libegl1",
    "libGLESv2.so.2": "libgles2",
    "libudev.so.1": "libudev1",
}
DRIVERS = "libgl1-mesa-dri"  # loaded by those; without a name to look for
_IS_MASTER = 0x40046411  # DRM_IOCTL_AUTH_MAGIC: refused with EACCES to all but the one who holds the display


def prepare(env: MutableMapping[str, str] = os.environ, platform: str = sys.platform) -> None:
    """Before SDL looks for a screen: without a desktop on Linux it shall take the console, and paint with OpenGL ES.

    The console's driver has OpenGL ES only, but where libGL.so.1 is missing SDL still paints with OpenGL: every picture
    is black, without an error (facts/boxtest.md 4). Whoever has set these variables knows better."""
    desktop = env.get("DISPLAY") or env.get("WAYLAND_DISPLAY")
    if platform == "linux" and not desktop:
        env.setdefault("SDL_VIDEODRIVER", "kmsdrm")
    if env.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm":
        env.setdefault("SDL_RENDER_DRIVER", "opengles2")
        env.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
        env.setdefault("SDL_RENDER_SCALE_QUALITY", "1")  # a picture that is not the screen's size: smooth
        env.setdefault("SDL_VIDEO_DOUBLE_BUFFER", "1")  # one frame less between ruling and picture


def missing(load: Callable[[str], object] = ctypes.CDLL) -> list[str]:
    """Which of the libraries cannot be loaded. `load` raises OSError."""
    lost = []
    for library in PACKAGES:
        try:
            load(library)
        except OSError:
            lost.append(library)
    return lost


def _may_use(node: Path) -> bool:
    return os.access(node, os.R_OK | os.W_OK)


def _held(card: Path) -> bool:
    """Does another program hold this display (as DRM master)?"""
    import fcntl

    try:
        fd = os.open(card, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.ioctl(fd, _IS_MASTER, struct.pack("I", 0))
    except PermissionError:
        return True
    except OSError:
        pass  # no such magic number: the question was answered, we hold it
    finally:
        os.close(fd)
    return False


def why_dark(
    said: str,
    root: Path = Path("/"),
    lost: Callable[[], list[str]] = missing,
    may_use: Callable[[Path], bool] = _may_use,
    held: Callable[[Path], bool] = _held,
) -> str:
    """Why the console shows no picture, and what to do, as one sentence. `said`: what SDL said. Looks at the driver,
    the plug, the permission, the libraries and who else draws, in this order: each needs the one before."""
    sockets = {file.parent.name: file for file in sorted(root.glob("sys/class/drm/card*-*/status"))}
    if not sockets:
        return "this machine has no screen driver; start it on a desktop (on a Pi: dtoverlay=vc4-kms-v3d in config.txt)"
    plugged = [name for name, file in sockets.items() if file.read_text().strip() != "disconnected"]
    if not plugged:
        names = ", ".join(name.partition("-")[2] for name in sockets)
        return f"no screen is plugged in (looked at {names}); plug it in and start again"
    cards = [root / "dev/dri" / card for card in sorted({name.partition("-")[0] for name in plugged})]
    nodes = [*cards, *sorted(root.glob("dev/dri/renderD*"))]
    if refused := [node for node in nodes if not may_use(node)]:
        names, groups = ", ".join(f"/dev/dri/{node.name}" for node in refused), ",".join(_groups(refused))
        return f"no permission to use {names}; sudo usermod -aG {groups} {_user()}, then log in anew"
    if absent := lost():
        packages = " ".join(PACKAGES[each] for each in absent)
        return f"{', '.join(absent)} cannot be loaded; sudo apt install {packages} {DRIVERS}"
    if busy := [card for card in cards if held(card)]:
        who = _holder(busy[0], root)
        return f"another program holds the display{f' ({who})' if who else ''}; stop it and start again"
    return f"{said}; sudo apt install {' '.join(PACKAGES.values())} {DRIVERS}"


def _groups(nodes: Iterable[Path]) -> list[str]:
    """The groups whose members may use these."""
    import grp

    names = set()
    for node in nodes:
        with suppress(OSError, KeyError):
            names.add(grp.getgrgid(node.stat().st_gid).gr_name)
    return sorted(names - {"root"}) or ["video", "render"]


def _user() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return "$USER"


def _holder(card: Path, root: Path) -> str | None:
    """The name of another program that has the card open, if we may see it."""
    for fd in root.glob("proc/[0-9]*/fd/*"):
        with suppress(OSError):
            process = fd.parents[1]
            if process.name != str(os.getpid()) and os.readlink(fd) == f"/dev/dri/{card.name}":
                return (process / "comm").read_text().strip()
    return None
