"""What a lamp does over time. Pure: `level` for drawn lamps, `lit` and `next_change` for real ones.

No pattern lights a lamp more than twice in any second (WCAG 2.3.1 allows three flashes; screens/layout.md, Motion:
fewer). All lamps keep the same time: two that blink blink together, and a pattern shown again does not start anew.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass

from .table import MS, SEATS, SECOND, Lamp, Seat

ANIMATED: frozenset[Lamp] = frozenset({"breathing", "blink", "wave", "fault"})

_BREATH = 3000 * MS
_PULSED = 30 * SECOND  # for so long at the most a real lamp breathes by PWM: a box that waits longer than that is idle
_ROUND = 3200 * MS  # the wave's way past all eight seats
_STEP = 50 * MS  # of breathing on a real lamp: 20 steps a second look smooth
_DIM = 0.35


@dataclass(frozen=True, slots=True)
class _Steps:
    """A level that changes at steps only. `at`: when each begins, ns into the period, ascending; the last one lasts
    until the first of the next period."""

    period: int
    at: tuple[int, ...]
    level: tuple[float, ...]

    def now(self, t: int) -> float:
        return self.level[bisect_right(self.at, t % self.period) - 1]

    def next(self, t: int) -> int:
        begun = t - t % self.period
        after = bisect_right(self.at, t - begun)
        return begun + (self.at[after] if after < len(self.at) else self.period + self.at[0])


def _breath(t: float) -> float:
    """Linear in power: near dark, where the eye sees more, software PWM would be seen to tremble."""
    return 0.15 + 0.85 * (0.5 - 0.5 * math.cos(2 * math.pi * t * SECOND / _BREATH))


def _flashes(period_ms: int, *flashes: tuple[int, int]) -> _Steps:
    at = [ms * MS for flash in flashes for ms in flash]
    return _Steps(period_ms * MS, tuple(at), (1.0, 0.0) * len(flashes))


# Told apart by rhythm and by how long they are lit: two short flashes and a pause; even, fast, as long lit as dark.
_BLINK = _flashes(1600, (0, 160), (400, 560))
_FAULT = _flashes(520, (0, 260))
_WAVE = _flashes(_ROUND // MS, (0, _ROUND // MS // 4))
_BREATHING = _Steps(
    _BREATH,
    tuple(range(0, _BREATH, _STEP)),
    tuple(round(_breath(t / SECOND), 3) for t in range(0, _BREATH, _STEP)),
)
_RESTING = _Steps(_BREATH, (_BREATH // 4, 3 * _BREATH // 4), (1.0, 0.0))  # lit while a breath is bright
_STEPS: dict[Lamp, _Steps] = {"breathing": _BREATHING, "blink": _BLINK, "wave": _WAVE, "fault": _FAULT}


def level(lamp: Lamp, seat: Seat, t: float) -> float:
    """How bright a drawn lamp is (0..1) at `t` seconds."""
    match lamp:
        case "off":
            return 0
        case "dim":
            return _DIM
        case "on":
            return 1
        case "breathing":
            return _breath(t)
        case "wave":
            turn = t * SECOND / _ROUND - (seat - 1) / len(SEATS)
            return max(0.0, math.cos(2 * math.pi * turn)) ** 2
        case "blink" | "fault":
            return _STEPS[lamp].now(round(t * SECOND))


def lit(lamp: Lamp, seat: Seat, t: int, since: int) -> float:
    """How bright a real lamp is (0..1) at `t` ns, if it has shown this pattern `since` then. The wave goes from lamp to
    lamp. Between dark and full only while it breathes, and only for a while: PWM wakes the box nearly two hundred times
    a second. So a dimmed lamp is full, all through a race, and one that breathes on and on goes slowly on and off."""
    if lamp not in _STEPS:
        return 0.0 if lamp == "off" else 1.0
    return _steps(lamp, t, since).now(t - _late(lamp, seat))


def next_change(lamp: Lamp, seat: Seat, t: int, since: int) -> int | None:
    """When a real lamp's `lit` changes next after `t` ns; None: never."""
    if lamp not in _STEPS:
        return None
    late = _late(lamp, seat)
    return late + _steps(lamp, t, since).next(t - late)


def _steps(lamp: Lamp, t: int, since: int) -> _Steps:
    """The last breath by PWM is a whole one: it ends where all breaths do, near dark."""
    rests = lamp == "breathing" and t >= (since + _PULSED) // _BREATH * _BREATH
    return _RESTING if rests else _STEPS[lamp]


def _late(lamp: Lamp, seat: Seat) -> int:
    """Of a wave: when it comes past this seat, on real lamps an eighth of a round before the drawn one is brightest."""
    return (seat - 2) * _ROUND // len(SEATS) if lamp == "wave" else 0
