"""A copy of hardware/ with one thing changed, and what the check says to it."""

from __future__ import annotations

import shutil
from pathlib import Path

from hardware import generate
from mopsbox import wiring

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"


def copied(folder: Path) -> Path:
    """All the sources and what was made from them; pins.toml as a file of its own."""
    copy = folder / "hardware"
    shutil.copytree(HARDWARE, copy, ignore=shutil.ignore_patterns("__pycache__", "pins.toml"))
    shutil.copy(wiring.SHIPPED, copy / "pins.toml")
    return copy


def planted(folder: Path, file: str, old: str, new: str) -> tuple[list[str], int]:
    """`old` in `file` becomes `new`: what the check says, and the line it was changed in."""
    copy = copied(folder)
    text = (copy / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is not once in {file}"
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return generate.troubles(copy), text[: text.index(old)].count("\n") + 1
