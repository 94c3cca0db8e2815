"""The clock on the wall: only for dates that people read. A Raspberry Pi without a network or a battery does not know
them, so nothing is ever put in order by it (presses by the monotonic clock, games by their number).
"""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
MORNING = 5  # o'clock: an evening is over
FIRST_YEAR = 2025  # there was no Mopsbox before; a clock that was never set says 1970 or when its system was built


def is_set(now_s: float) -> bool:
    """Can that be the date? `now_s`: seconds since 1970."""
    return time.gmtime(now_s).tm_year >= FIRST_YEAR


def believed(stamp: str) -> str:
    """A stored date (ISO 8601), or "" where the clock cannot have been set."""
    return stamp if _DATE.match(stamp) and int(stamp[:4]) >= FIRST_YEAR else ""


def evening(stamp: str) -> str:
    """The date of the evening a stored date and time belongs to: whoever plays past midnight plays on. "" unknown."""
    try:
        return (datetime.fromisoformat(believed(stamp)) - timedelta(hours=MORNING)).date().isoformat()
    except (ValueError, OverflowError):
        return ""


def doubt(now_s: float | None = None) -> str:
    """A sentence where the clock is not set, else ""."""
    now_s = time.time() if now_s is None else now_s
    if is_set(now_s):
        return ""
    date = time.strftime("%Y-%m-%d", time.gmtime(now_s))
    return f"the clock is not set (it says {date}): set it (timedatectl) or add a battery; till then dates are unknown"
