"""The hub's clock against the box's, over a wire as USB is."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from statistics import median, quantiles

import pytest

from mopsbox.inputs.hubclock import Line, Ping, followed, line, ping, quickest
from mopsbox.inputs.hublink import BURST, BURST_EVERY, Doubt
from tests.inputs.wire import Wire

MS, S = 1_000_000, 1_000_000_000


class Usb:
    """A board whose crystal is `ppm` off, on a bus that takes up to 1 ms each way and sometimes 4 more (the model of
    facts/firmware.md, section 4)."""

    def __init__(self, seed: int, ppm: float) -> None:
        self.lots, self.rate = random.Random(seed), 1 + ppm * 1e-6

    def us(self, box: int) -> int:
        return int((box - 7 * S) * self.rate / 1000)

    def way(self) -> int:
        return self.lots.randrange(MS) + (4 * MS if self.lots.random() < 0.03 else 0)

    def ping(self, sent: int) -> Ping:
        there = sent + self.way()
        answered = there + self.lots.randrange(300_000)
        return ping(sent, self.us(there), self.us(answered), answered + self.way())


def errors(seed: int, ppm: float, seconds: int = 120) -> list[int]:
    """How far off a stamp is, ns, ten times a second after the first burst."""
    usb, now, best = Usb(seed, ppm), 10 * S, list[Ping]()
    used: Line | None = None
    off = []
    for t in range(now, now + seconds * S, BURST_EVERY):
        burst = [usb.ping(t + n * 3 * MS) for n in range(BURST)]
        best = [*best, quickest(burst)][-20:]
        wanted = line(best)
        used = followed(used, wanted, usb.us(t + 30 * MS)) if used else wanted
        off += [used.at(usb.us(at)) - at for at in range(t + 30 * MS, t + BURST_EVERY, 100 * MS)]
    return off


Figure = Callable[[str], None]


def said(off: list[float]) -> str:
    return f"median {median(off):.0f} us, p95 {quantiles(off, n=20)[-1]:.0f} us, worst {max(off):.0f} us"


@pytest.mark.parametrize("ppm", [-40, 0, 40])
def test_over_usb_the_clock_is_off_by_less_than_a_tenth_of_a_millisecond_mostly(ppm: float, figure: Figure) -> None:
    off = [abs(ns) / 1000 for seed in range(20) for ns in errors(seed, ppm)]
    figure(f"hub's clock, pings alone, {ppm} ppm: {said(off)}")
    assert median(off) <= 100 and quantiles(off, n=20)[-1] <= 250


def over_the_wire(seed: int, ppm: float, seconds: int) -> list[float]:
    """How far off presses are told, us: core, protocol and link, on a bus such as Usb's."""
    usb, lots = Usb(seed, ppm), random.Random(seed)
    at = [S // 2 + n * 50 * MS + lots.randrange(20 * MS) for n in range(20 * seconds)]
    moves = [move for n, t in enumerate(at) for move in ((t, n % 8, True), (t + 25 * MS, n % 8, False))]
    wire = Wire(moves, ppm=ppm, delay=usb.way)
    wire.run(wire.offset + at[-1] + 200 * MS)
    assert not wire.of(Doubt) and len(wire.moved(True)) == len(at)
    told = zip(sorted(wire.moved(True), key=lambda moved: moved.t), at, strict=True)
    return [abs(moved.t - (wire.offset + t / wire.rate)) / 1000 for moved, t in told]


@pytest.mark.parametrize(
    ("seeds", "seconds"), [(range(4), 60), pytest.param(range(20), 120, marks=pytest.mark.firmware)]
)
def test_so_it_is_over_the_whole_wire_once_it_has_been_there_for_a_while(
    seeds: range, seconds: int, figure: Figure
) -> None:
    """A drift takes some bursts to show."""
    runs = [over_the_wire(seed, (-40, 40)[seed % 2], seconds) for seed in seeds]
    settled = [us for run in runs for us in run[20 * 20 :]]  # after 20 s
    every = [us for run in runs for us in run]
    how = f"hub's clock over core, protocol and link, 40 ppm either way, {len(every)} presses"
    figure(f"{how}: {said(every)}; after 20 s: {said(settled)}")
    assert median(settled) <= 100 and quantiles(settled, n=20)[-1] <= 250
    assert median(every) <= 100


def test_the_doubt_that_is_shown_is_half_the_shortest_way() -> None:
    assert line([Ping(0, 0, 900_000), Ping(1_000_000, S, 400_000)]).doubt == 200_000


def test_whatever_it_learns_time_goes_on_and_distances_stay() -> None:
    lots = random.Random(5)
    used = line([Ping(0, 0, MS)])
    for t in range(S // 1000, 60 * S // 1000, S // 1000):
        wanted = Line(t, t * 1000 + lots.randrange(-3 * MS, 3 * MS), 1000, MS)
        before, used = used, followed(used, wanted, t)
        assert used.at(t) == before.at(t)
        for a, b in pairwise(range(t, t + 1000, 50)):
            assert abs(used.at(b) - used.at(a) - 50_000) <= 26


def test_a_crystal_that_claims_to_be_far_off_is_not_believed() -> None:
    assert line([Ping(0, 0, MS), Ping(1_000_000, S + 5 * MS, MS)]).rate == 1000 * (1 + 200e-6)
    with pytest.raises(ValueError):
        line([])
