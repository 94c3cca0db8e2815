"""The disk: can the box write its games, and do they last?"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..places import LEAST_ROOM
from .found import Finding, fail, ok, warn
from .parts import Parts

NAME = "disk"
MB = 1024 * 1024


def check(parts: Parts, free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free) -> list[Finding]:
    """`free`: bytes left on the disk of a folder."""
    try:
        return [_judged(parts, free)]
    except OSError as error:
        todo = "check its name and who owns it, or give another --data DIR"
        return [fail(NAME, f"{parts.data} cannot be reached ({error.strerror or error}); {todo}")]


def _judged(parts: Parts, free: Callable[[Path], int]) -> Finding:
    """Raises OSError: the folder, or one above it, is closed to this user or cannot be."""
    folder = parts.data
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists() or each.is_symlink())
    if not there.is_dir():
        return fail(NAME, f"{there} is no folder; remove it or give another --data DIR")
    if there == folder:
        if trouble := _written(folder):
            return fail(NAME, f"{folder} cannot be written ({trouble}); check the disk and who owns the folder")
    elif not os.access(there, os.W_OK | os.X_OK):
        return fail(NAME, f"{folder} cannot be made: {there} belongs to somebody else; give another --data DIR")
    return _room(folder, free(there), parts.games_mb, there == folder)


def _written(folder: Path) -> str:
    """Why a file there cannot be written and made durable; nothing if it can."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"mopsbox check\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _room(folder: Path, free: int, games_mb: int, made: bool) -> Finding:
    if free < LEAST_ROOM:
        return fail(NAME, f"{folder}: the disk is full; make room")
    if free < games_mb * MB:
        return warn(
            NAME,
            f"{folder}: {free // MB} MB free, the records may take {games_mb}: make room or lower storage.games_mb",
        )
    return ok(NAME, f"{folder}{'' if made else ' (made at the first start)'}: written for good, {free // MB} MB free")
