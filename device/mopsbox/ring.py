"""What the box says goes wrong, kept beside the games: two files that never grow beyond a size."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock

MOST = 256 * 1024  # bytes a file
NAME = "mopsbox.log"


class Ring:
    """The log below `folder`, which is made when something is said. It is a convenience: a full disk or a pulled plug
    may cost lines, never more. For several threads."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._file, self._most, self._lock = folder / NAME, most, Lock()

    def add(self, sentence: str) -> None:
        """One line, with the time of a clock that may be wrong. Never raises OSError."""
        line = f"{datetime.now().isoformat(timespec='seconds')} {' '.join(sentence.split())}\n".encode(errors="replace")
        with self._lock, suppress(OSError):
            if self._file.exists() and self._file.stat().st_size + len(line) > self._most:
                os.replace(self._file, older(self._file))
            with open(self._file, "ab", buffering=0) as file:
                file.write(line[: self._most])


def older(file: Path) -> Path:
    """Where the lines before the newest ones are."""
    return file.with_name(f"{file.name}.1")


def lines(folder: Path) -> str:
    """All there is of the log, oldest first; "" without."""
    text = b""
    for file in (older(folder / NAME), folder / NAME):
        with suppress(OSError):
            text += file.read_bytes()
    return text.decode(errors="replace")
