"""What lies round `mopsbox flash`: ports, drives, somebody who reads and presses Enter, and patience."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..inputs import hubport
from . import cross, drive

DRIVE_S, PORT_S = 120.0, 20.0  # a person looks for a button; MicroPython starts
MOUNT_S = 5.0  # a desktop mounts a drive
PAUSE_S = 0.2


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


@dataclass(frozen=True, slots=True)
class Around:
    """What lies round the command. `ports`: the serial ports there are; `folders`: where drives may be; `skipped`:
    Enter was pressed, None: nobody is there to press anything."""

    ports: Callable[[], Iterable[Any]] = hubport.listed
    folders: Callable[[], Iterable[Path]] = drive.mounted
    tell: Callable[[str], None] = _tell
    skipped: Callable[[], bool] | None = None
    drive_s: float = DRIVE_S
    port_s: float = PORT_S
    mount_s: float = MOUNT_S
    compiler: Callable[[], str | None] = cross.compiler
