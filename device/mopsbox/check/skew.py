"""How much later one buzzer's line is stamped than another's: arithmetic over edges made at the same moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from ..table import Seat

ROWS = 16  # of a histogram, about
BAR = 50  # characters of its longest bar
STEPS = (1, 2, 5)

Flip = Mapping[Seat, int]
"""One switching of all lamps: per channel the nanoseconds from its lamp's writing to its buzzer's stamp."""


def skews(flips: Iterable[Flip]) -> dict[Seat, list[float]]:
    """Per channel and flip, microseconds after the middle (median) of all channels of that flip."""
    found: dict[Seat, list[float]] = {}
    for flip in flips:
        if len(flip) > 1:
            middle = median(flip.values())
            for seat, delay in flip.items():
                found.setdefault(seat, []).append((delay - middle) / 1000)
    return {seat: found[seat] for seat in sorted(found)}


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which this share of the ascending values lies (nearest rank)."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(values: Iterable[float]) -> tuple[float, float, float]:
    """1 %, 50 % and 99 % of the values, which must not be empty."""
    ordered = sorted(values)
    return quantile(ordered, 0.01), median(ordered), quantile(ordered, 0.99)


def histogram(values: Iterable[float], unit: str = "us") -> list[str]:
    """A line a bin, the rare far ends in one line each. No values: no lines."""
    ordered = sorted(values)
    if not ordered:
        return []
    low, high = quantile(ordered, 0.005), quantile(ordered, 0.995)
    step = _step((high - low) / ROWS)
    first, last = int(low // step), int(high // step)
    bins = [0] * (last - first + 1)
    below = above = 0
    for value in ordered:
        n = int(value // step)
        if n < first:
            below += 1
        elif n > last:
            above += 1
        else:
            bins[n - first] += 1
    most = max(bins)
    lines = [
        f"{(first + n) * step:>9.4g} {unit} |{'#' * round(BAR * count / most)} {count}" for n, count in enumerate(bins)
    ]
    ends = (("less", below), ("more", above))
    told = [f"{name:>9} {' ' * len(unit)} |{' ' if count else ''}{count or ''}".rstrip() for name, count in ends]
    return [*told[: bool(below)], *lines, *told[2 - bool(above) :]]


def _step(least: float) -> float:
    """The next round number: 1, 2 or 5 times a power of ten, at least a hundredth."""
    power = 0.01
    while True:
        for step in STEPS:
            if step * power >= least:
                return step * power
        power *= 10
