"""Where an export may go: the stick that is in, as the system has mounted it. What is mounted is read, nothing is
mounted here."""

from __future__ import annotations

import re
from pathlib import Path

from .jsonl import BadInput

MOUNTS = Path("/proc/self/mounts")
BOOT = Path("/boot/firmware/mopsbox")  # on a card's first partition, which every PC reads
PLACES = ("/media/", "/run/media/", "/mnt/")
KINDS = ("vfat", "exfat", "msdos")


def sticks(mounts: str) -> tuple[Path, ...]:
    """The FAT and exFAT media mounted below PLACES, each once. `mounts`: the text of /proc/self/mounts."""
    found: dict[str, Path] = {}
    for line in mounts.splitlines():
        device, where, kind, *_ = [*line.split(" "), "", "", ""]
        where = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), where)
        if kind in KINDS and f"{where}/".startswith(PLACES):
            found.setdefault(device, Path(where))
    return tuple(dict.fromkeys(found.values()))


def mounted(path: Path = MOUNTS) -> tuple[Path, ...]:
    """The sticks that are in now; where the system does not tell, none."""
    try:
        return sticks(path.read_text(errors="surrogateescape"))
    except OSError:
        return ()


def target(there: tuple[Path, ...], boot: Path = BOOT) -> Path:
    """The one stick, else our folder on the card's first partition. Raises BadInput: none, or several."""
    if len(there) > 1:
        named = ", ".join(map(str, there))
        raise BadInput(f"{named}: several sticks are in; take all but one out, or name a folder")
    if there:
        return there[0]
    if boot.is_dir():
        return boot
    raise BadInput(
        "no stick is in (FAT or exFAT, mounted below /media, /run/media or /mnt); plug one in or name a folder"
    )
