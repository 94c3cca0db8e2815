"""Does the machine get enough power? Looked at now and then while people play: too little of it makes a Raspberry Pi
slow, or stop in the middle.

`judged` is the pure part. Only files are read, no program is started: what tells is the hwmon driver rpi_volt, or where
that is missing the firmware's own word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from .table import SECOND

ALARM = "in0_lcrit_alarm"  # of rpi_volt: the voltage was too low within the last two seconds
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
LOW_NOW = 1 << 0  # of the firmware's bits (vcgencmd get_throttled)
EVERY = 2 * SECOND  # as long as the driver's alarm remembers
STAYS = 60 * SECOND  # the sentence, after the last time: voltage comes and goes with every spark of the processor


def low(root: Path = Path("/")) -> bool | None:
    """Is the voltage too low? None: this machine does not tell."""
    for folder in sorted(root.glob("sys/class/hwmon/hwmon*")):
        if _text(folder / "name") == "rpi_volt":
            return _text(folder / ALARM) == "1"
    try:
        return bool(int(_text(root / THROTTLED), 16) & LOW_NOW)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Seen:
    """`next`: when to look again. `last`: when it was too low, as long as that is still said."""

    next: int = 0
    last: int | None = None


def judged(seen: Seen, is_low: bool, t: int) -> tuple[Seen, str | None]:
    """One look at box time `t`: what is known from now on, and what the table is told: a word, "": it is over, None:
    nothing new."""
    after = replace(seen, next=t + EVERY)
    if is_low:
        return replace(after, last=t), "low-power" if seen.last is None else None
    if seen.last is not None and t >= seen.last + STAYS:
        return replace(after, last=None), ""
    return after, None


class Supply:
    """`told`: takes the word, when it changes. On a machine that does not tell, nothing is ever read again."""

    def __init__(self, told: Callable[[str], None], root: Path = Path("/")) -> None:
        self._told, self._root = told, root
        self._seen = Seen() if low(root) is not None else None

    def look(self, t: int) -> None:
        """Now at box time `t`, or when it is due."""
        if self._seen is None or t < self._seen.next:
            return
        self._seen, word = judged(self._seen, bool(low(self._root)), t)
        if word is not None:
            self._told(word)


def _text(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:
        return ""
