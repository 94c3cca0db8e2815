"""The clocks: the one presses are stamped with, and the one on the wall."""

from __future__ import annotations

import time
from pathlib import Path

from .. import __file__ as installed
from .. import wallclock
from .found import Finding, fail, ok, warn

NAME = "clock"
FINEST_S = 1e-6  # a coarser clock could not tell a dead heat (50 us) from a win
DAY_S = 86_400


def check() -> list[Finding]:
    first = time.monotonic_ns()
    time.sleep(0.002)
    return [
        judged(
            time.monotonic_ns() - first,
            time.get_clock_info("monotonic").resolution,
            time.time(),
            Path(installed).stat().st_mtime,
        )
    ]


def judged(moved_ns: int, resolution_s: float, wall_s: float, installed_s: float) -> Finding:
    """`moved_ns`: how far the monotonic clock went in about 2 ms. `wall_s`, `installed_s`: now, and when the program
    was installed, in seconds since 1970."""
    if moved_ns <= 0:
        return fail(NAME, "the clock that stamps presses stands still; start the machine again")
    if resolution_s > FINEST_S:
        return warn(
            NAME,
            f"presses are stamped in steps of {resolution_s * 1e6:.0f} us only; use another machine for real races",
        )
    if doubt := wallclock.doubt(wall_s):
        return warn(NAME, doubt)
    if wall_s < installed_s - DAY_S:
        date = time.strftime("%Y-%m-%d", time.gmtime(wall_s))
        return warn(
            NAME,
            f"the wall clock says {date}, before the box was installed: set it (timedatectl), scores carry the date",
        )
    return ok(NAME, f"presses are stamped in steps of {resolution_s * 1e9:.0f} ns; the wall clock is plausible")
