"""The drive that a Pico shows itself as while its BOOTSEL button is held at plugging in: a UF2 file copied there
becomes its program. Without a desktop nobody mounts it."""

from __future__ import annotations

import glob
import os
import string
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .trouble import Stopped, missing
from .uf2 import Image

INFO = "INFO_UF2.TXT"
CHIPS: Mapping[str, str] = {"RPI-RP2": "rp2040", "RP2350": "rp2350"}  # its Board-ID
LABELS = Path("/dev/disk/by-label")
PLACES: Mapping[str, tuple[str, ...]] = {
    "linux": ("/media/*", "/media/*/*", "/run/media/*/*", "/mnt", "/mnt/*"),
    "darwin": ("/Volumes/*",),
    "win32": tuple(f"{letter}:\\" for letter in string.ascii_uppercase),
}


@dataclass(frozen=True, slots=True)
class Drive:
    """`chip`: rp2040 or rp2350."""

    folder: Path
    chip: str


def mounted() -> Iterable[Path]:
    """Wherever this system mounts drives."""
    return [Path(found) for place in PLACES.get(sys.platform, ()) for found in sorted(glob.glob(place))]


def unmounted(labels: Path = LABELS) -> Path | None:
    """A board's drive by its label, mounted or not."""
    return next((labels / name for name in CHIPS if (labels / name).exists()), None)


def drives(folders: Iterable[Path]) -> list[Drive]:
    """Those of these folders that are a Pico's."""
    found = []
    for folder in folders:
        with suppress(OSError):
            info = (folder / INFO).read_text("ascii", errors="replace")
            lines = dict(line.strip().partition(":")[::2] for line in info.splitlines())
            if chip := CHIPS.get(lines.get("Board-ID", "").strip()):
                found.append(Drive(folder, chip))
    return found


def unfit(image: Image, drive: Drive) -> str | None:
    """Why this file is not for that board; None: it is."""
    if drive.chip in image.chips:
        return None
    names = {"rp2040": "a Pico (RP2040)", "rp2350": "a Pico 2 (RP2350)"}
    (chip,) = image.chips
    return (
        f"{image.name} is for {names[chip]}, the board at {drive.folder} is {names[drive.chip]}: get the file for "
        "that one from https://micropython.org/download/?port=rp2"
    )


def copy(image: Image, drive: Drive) -> None:
    """Onto the drive, through all caches. The board restarts as soon as it has the last block, so how that ends proves
    nothing: that MicroPython answers does. Raises Stopped."""
    target = drive.folder / image.name
    try:
        number = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o644)
    except OSError as error:
        raise Stopped(
            f"{drive.folder} cannot be written ({error.strerror}): mount it so that you may write, or copy "
            f"{image.name} there yourself, then mopsbox flash"
        ) from error
    done = 0
    try:
        while done < len(image.data):
            done += os.write(number, image.data[done : done + (64 << 10)])
        with suppress(OSError):
            os.fsync(number)
    except OSError as error:
        raise missing(
            f"the board at {drive.folder} was gone after {done} of {len(image.data)} bytes ({error.strerror}): plug "
            "it in again with BOOTSEL held, then the same command"
        ) from error
    finally:
        with suppress(OSError):
            os.close(number)
