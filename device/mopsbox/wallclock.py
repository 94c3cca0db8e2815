"""The clock on the wall: only for dates that people read. A Raspberry Pi without a network or a battery does not know
them, so nothing is ever put in order by it (presses by the monotonic clock, games by their number).

Such a Pi does not say 1970: it starts with the time that was stored when it was last on (fake-hwclock,
systemd-timesyncd), or with the day its system was built. That looks like a date and is none. `judged` decides from
facts, `facts` reads them.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])")
MORNING = 5  # o'clock: an evening is over
FIRST_YEAR = 2026  # there was no Mopsbox before
DAY_S, MINUTE_S = 86_400, 60
SYNCHRONIZED = "run/systemd/timesync/synchronized"  # made when a network has set the clock, gone when the power is
RTC = "sys/class/rtc/rtc*/since_epoch"  # a Pi 5 has one also without its battery: then it says 1970 at every start
MODEL = "proc/device-tree/model"
BY_HAND = "or, while the box is on, by hand (sudo date -s '2026-12-24 20:15')"


class Clock(Enum):
    """What may be thought of the date."""

    SET = "set"
    EARLY = "before there was a Mopsbox"
    BEHIND = "before a date that was already"
    ALONE = "nobody has set it since the power came"


@dataclass(frozen=True, slots=True)
class Facts:
    """`now_s`: what the clock says, in seconds since 1970. `told`: a network or a hand has set it since the power came.
    `rtc`: there is a clock that runs on without power and knows a date. `pi`: it is a Raspberry Pi, of which most have
    none. `installed_s`, `newest_s`: when the program was put there, and the newest date of a game; 0: unknown."""

    now_s: float
    told: bool = False
    rtc: bool = False
    pi: bool = False
    installed_s: float = 0
    newest_s: float = 0


def judged(found: Facts) -> Clock:
    """Can that be the date? On an ordinary computer it can, unless it is plainly wrong."""
    if time.gmtime(found.now_s).tm_year < FIRST_YEAR:
        return Clock.EARLY
    if found.told:
        return Clock.SET
    if found.now_s < found.installed_s - DAY_S or (not found.rtc and found.now_s < found.newest_s - MINUTE_S):
        return Clock.BEHIND
    return Clock.ALONE if found.pi and not found.rtc else Clock.SET


def doubt(found: Facts) -> str:
    """A sentence where the date cannot be believed, else ""."""
    date = _day(found.now_s)
    match judged(found):
        case Clock.SET:
            return ""
        case Clock.EARLY:
            why = f"the clock is not set (it says {date})"
        case Clock.BEHIND:
            known = _day(max(found.installed_s, found.newest_s))
            why = f"the clock is not set (it says {date}, but {known} is past already)"
        case Clock.ALONE:
            why = f"the date may be wrong (it says {date}, but no network has set it since the power came)"
    return f"{why}: set it by a network (timedatectl says whether it is), {BY_HAND}; till then dates are unknown"


def stamp(found: Facts) -> str:
    """The date and time to be stored, ISO 8601; "" where it cannot be believed: no date is better than a wrong one."""
    if judged(found) is not Clock.SET:
        return ""
    return datetime.fromtimestamp(found.now_s).astimezone().isoformat(timespec="seconds")


def believed(stored: object) -> str:
    """A stored date (ISO 8601), or "" where the clock cannot have been set, or where a dying card has left no text."""
    return stored if isinstance(stored, str) and _DATE.match(stored) and int(stored[:4]) >= FIRST_YEAR else ""


def evening(stored: str) -> str:
    """The date of the evening a stored date and time belongs to: whoever plays past midnight plays on. "" unknown."""
    try:
        return (datetime.fromisoformat(believed(stored)) - timedelta(hours=MORNING)).date().isoformat()
    except (ValueError, OverflowError):
        return ""


def seconds(stored: str) -> float:
    """A stored date and time in seconds since 1970; 0: it is none."""
    try:
        return datetime.fromisoformat(believed(stored)).timestamp()
    except (ValueError, OverflowError):
        return 0


def _day(at_s: float) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(at_s))


# --- the facts


def _ahead() -> float:
    """How far the clock on the wall is ahead of the one that nobody can set, in seconds."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.time() - (time.monotonic() if boot is None else time.clock_gettime(boot))


AT_START = _ahead()


def facts(newest: str = "", root: Path = Path("/")) -> Facts:
    """Of this machine, now. `newest`: the newest stored date of a game."""
    return Facts(
        now_s=time.time(),
        told=_changed_s(root / SYNCHRONIZED) > 0 or abs(_ahead() - AT_START) > MINUTE_S,
        rtc=any(_number(file) > DAY_S * 365 * (FIRST_YEAR - 1970) for file in root.glob(RTC)),
        pi="Raspberry Pi" in _text(root / MODEL),
        installed_s=_changed_s(Path(__file__)),
        newest_s=seconds(newest),
    )


def _changed_s(file: Path) -> float:
    """When it was written last; 0: nobody can tell."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0


def _number(file: Path) -> float:
    said = _text(file).strip()
    return float(said) if said.isdecimal() else 0


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""
