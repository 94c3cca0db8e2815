"""The clocks: the one presses are stamped with, and the one on the wall."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from .. import wallclock
from ..backups import reading
from ..database import DATABASE
from ..sittings import newest
from .found import Finding, fail, ok, warn
from .parts import Parts

NAME = "clock"
FINEST_S = 1e-6  # a coarser clock could not tell a dead heat (50 us) from a win


def check(parts: Parts) -> list[Finding]:
    first = time.monotonic_ns()
    time.sleep(0.002)
    return [
        judged(
            time.monotonic_ns() - first,
            time.get_clock_info("monotonic").resolution,
            wallclock.facts(_newest(parts.data), parts.root),
        )
    ]


def _newest(data: Path) -> str:
    """The newest date of a game that is stored there; "" without."""
    with suppress(sqlite3.Error), reading(data / DATABASE) as database:
        return newest(database)
    return ""


def judged(moved_ns: int, resolution_s: float, wall: wallclock.Facts) -> Finding:
    """`moved_ns`: how far the monotonic clock went in about 2 ms."""
    if moved_ns <= 0:
        return fail(NAME, "the clock that stamps presses stands still; start the machine again")
    if resolution_s > FINEST_S:
        return warn(
            NAME,
            f"presses are stamped in steps of {resolution_s * 1e6:.0f} us only; use another machine for real races",
        )
    if doubt := wallclock.doubt(wall):
        return warn(NAME, doubt)
    return ok(NAME, f"presses are stamped in steps of {resolution_s * 1e9:.0f} ns; the wall clock is plausible")
