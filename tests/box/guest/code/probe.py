"""In the machine, as the box's user, inside of its service or outside: what may be done? `probe.py FILE` writes it."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

OPEN = ("/srv/open", "/home/open", "/opt/open", "/boot/firmware/open", "/var/tmp/open", "/usr/local/open", "/run/open")
OPEN += ("/run/lock", "/dev/shm")
"""Folders everybody may write to, as far as their mode says."""
OWN = ("/var/lib/mopsbox", "/run/mopsbox", "/tmp")
LETTER = "/home/somebody/letter.txt"
READABLE = "/dev/vdc"  # a disk everybody may read, as far as its mode says
DEVICES = {
    **{"pins": "/dev/gpiochip0", "screen": "/dev/dri/card0", "keys": "/dev/input/event0", "console": "/dev/tty1"},
    **{"sound": "/dev/snd/controlC0", "playing": "/dev/snd/pcmC0D0p"},
    **{"system": "/dev/vda", "memory": "/dev/mem", "kernel": "/dev/kmsg"},
}
WRITTEN = ("playing", "kernel")
"""To be written to alone: without a right to its own none may read the kernel's messages."""


def tried(act: Callable[[], object]) -> str:
    try:
        act()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    return "done"


def written(folder: str) -> str:
    file = Path(folder) / "probe"
    said = tried(lambda: file.write_text("here"))
    if said == "done":
        file.unlink()
    return said


def opened(path: str, how: int = os.O_RDWR) -> str:
    return tried(lambda: os.close(os.open(path, how)))


def settled() -> None:
    """A system that has just begun is still naming its devices. (This asks for their mode alone, not for the unit.)"""
    end = time.monotonic() + 30
    while not all(os.access(DEVICES[name], os.R_OK | os.W_OK) for name in ("pins", "screen", "keys")):
        if time.monotonic() > end:
            return
        time.sleep(0.1)


def main() -> None:
    settled()
    families = {name: getattr(socket, name) for name in ("AF_INET", "AF_INET6", "AF_PACKET", "AF_UNIX", "AF_NETLINK")}
    kinds = {"AF_PACKET": socket.SOCK_RAW, "AF_NETLINK": socket.SOCK_RAW}
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines() if ":\t" in line)
    found = {
        "write": {folder: written(folder) for folder in (*OPEN, *OWN)},
        "socket": {
            name: tried(lambda f=family, n=name: socket.socket(f, kinds.get(n, socket.SOCK_DGRAM)).close())
            for name, family in families.items()
        },
        "letter": tried(lambda: Path(LETTER).read_text()),
        "homes": sorted(os.listdir("/home")) if os.access("/home", os.R_OK) else "closed",
        "others_tmp": Path("/tmp/of-others").exists(),
        "disk": opened(READABLE, os.O_RDONLY),
        "devices": {
            name: opened(path, os.O_WRONLY | os.O_NONBLOCK if name in WRITTEN else os.O_RDWR)
            for name, path in DEVICES.items()
        },
        "limits": {name: status[name].strip() for name in ("NoNewPrivs", "Seccomp", "CapEff", "CapBnd")},
        "uid": os.getuid(),
    }
    Path(sys.argv[1]).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
