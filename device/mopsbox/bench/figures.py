"""How much is measured, and how figures are put into words."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of each. The default fits into 40 s on two cores; a test takes less of everything."""

    sim_games: int = 8
    rules_s: float = 0.5
    appends: int = 300
    runs: int = 3
    decisions_s: float = 1.0
    lamps_s: float = 0.4
    frames: int = 100
    starts: int = 5  # these two as formats.md has them
    idle_s: float = 10.0
    gaps_us: tuple[int, ...] = (1, 10, 50, 100, 1_000, 10_000)
    rounds: int = 400
    edges: int = 4_000
    stored_games: tuple[int, ...] = (10, 1_000, 100_000)


class Unmeasured(Exception):
    """The box did not come to the point that was to be measured: one sentence."""


Spread = dict[str, float]
"""{"p50": ms, "p99": ms}"""


def spread(ns: Sequence[int]) -> Spread:
    """Nearest-rank percentiles of nanoseconds, as milliseconds."""
    ranked = sorted(ns)
    return {f"p{p}": round(ranked[math.ceil(p / 100 * len(ranked)) - 1] / 1e6, 3) for p in (50, 99)}


def middle(runs: Sequence[Spread]) -> Spread:
    """The median run, figure by figure: one hiccup of the machine is not the box's."""
    return {key: round(median(run[key] for run in runs), 3) for key in runs[0]}


def progress(what: str) -> None:
    print(f"bench: {what} ...", file=sys.stderr, flush=True)
