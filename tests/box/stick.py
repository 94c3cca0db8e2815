"""A USB stick as people have them: one partition with FAT, made and read here without mounting it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .recipe import run

MB = 1 << 20
SECTOR = 512
START = MB // SECTOR
SIZE_MB = 96  # FAT32 begins where others still have FAT16


class Stick:
    """`image`: the whole stick, as a file."""

    def __init__(self, folder: Path) -> None:
        self.image, self._partition = folder / "stick.img", folder / "partition.img"
        with self.image.open("wb") as file:
            file.truncate(SIZE_MB * MB)
            file.write(_table(START, SIZE_MB * MB // SECTOR - START))
        run("mkfs.vfat", "-F", 32, "-s", 1, "-n", "STICK", "--offset", START, self.image, (SIZE_MB - 1) * 1024)

    def taken(self, to: Path) -> Path:
        """All that is on it, in this new folder."""
        to.mkdir()
        run("mcopy", "-s", "-n", "-i", f"{self.image}@@{MB}", "::/*", to)
        return to

    def judged(self) -> tuple[bool, str]:
        """Is its file system without a fault, and was it unmounted? What the check said."""
        self._partition.write_bytes(self.image.read_bytes()[MB:])
        done = subprocess.run(["fsck.vfat", "-n", "-v", self._partition], capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr


def _table(start: int, sectors: int) -> bytes:
    """A first sector with one FAT32 partition."""
    entry = bytes([0, 254, 255, 255, 0x0C, 254, 255, 255]) + start.to_bytes(4, "little") + sectors.to_bytes(4, "little")
    return bytes(446) + entry + bytes(48) + b"\x55\xaa"
