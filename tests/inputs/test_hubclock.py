"""The hub's clock against the box's, over a wire as USB is."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import median, quantiles

import pytest

from mopsbox.inputs.hubclock import Line, Ping, followed, line, ping, quickest
from mopsbox.inputs.hublink import BURST, BURST_EVERY

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


@pytest.mark.parametrize("ppm", [-40, 0, 40])
def test_over_usb_the_clock_is_off_by_less_than_a_tenth_of_a_millisecond_mostly(ppm: float) -> None:
    off = [abs(ns) / 1000 for seed in range(20) for ns in errors(seed, ppm)]
    p95 = quantiles(off, n=20)[-1]
    print(f"{ppm} ppm: median {median(off):.0f} us, p95 {p95:.0f} us, worst {max(off):.0f} us")
    assert median(off) <= 100 and p95 <= 250


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
