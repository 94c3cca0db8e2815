"""The hub's clock against the box's: which box time a stamp of the hub is. Pure.

A ping gives four stamps, two on each side; half the way there and back is the most it can be wrong by. The quickest
ping of each burst counts, and a straight line through the last of them shows how much faster one crystal runs than the
other (facts/firmware.md, section 4: best of eight and a line: median 43 us, p95 125 us).

An estimate gets better, but a stamp once given stands, and so must the order and the distance of two presses. So box
time never jumps: it runs a little faster or slower until it is where the line says (`followed`). Two presses 50 us
apart stay so within 0.03 us.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..table import MS, SECOND

US = 1_000  # ns in the hub's unit
WINDOW = 20  # bursts that the line goes through
NEAR = MS * 4 // 10  # a way there and back so much longer than the shortest says little
DRIFT = 200e-6  # crystals differ by no more
CATCH_UP = 4 * SECOND  # where the line says in so long: twice the time from burst to burst, so that it never swings
LEAST, MOST = US * (1 - 500e-6), US * (1 + 500e-6)  # box ns that one hub microsecond may take while catching up


@dataclass(frozen=True, slots=True)
class Ping:
    """`hub_us`, `box`: the middle of the way on either clock; `way`: ns there and back, without the hub's own time."""

    hub_us: float
    box: float
    way: int


def ping(sent: int, rx_us: int, tx_us: int, heard: int) -> Ping:
    """From the four stamps, the outer ones in box ns."""
    return Ping((rx_us + tx_us) / 2, (sent + heard) / 2, max(0, heard - sent - (tx_us - rx_us) * US))


@dataclass(frozen=True, slots=True)
class Line:
    """Box ns = `box` + `rate` * (hub us - `hub_us`); `doubt`: ns by which it may be off."""

    hub_us: float
    box: float
    rate: float
    doubt: int

    def at(self, hub_us: float) -> int:
        return round(self.box + self.rate * (hub_us - self.hub_us))


def quickest(burst: Sequence[Ping]) -> Ping:
    return min(burst, key=lambda each: each.way)


def line(pings: Sequence[Ping]) -> Line:
    """The best line through the quickest pings of the last bursts. Raises ValueError without any."""
    least = quickest(pings).way
    good = [each for each in pings[-WINDOW:] if each.way <= least + NEAR] or [quickest(pings)]
    hub, box = (sum(values) / len(good) for values in zip(*((p.hub_us, p.box) for p in good), strict=True))
    spread = sum((p.hub_us - hub) ** 2 for p in good)
    rate = sum((p.hub_us - hub) * (p.box - box) for p in good) / spread if spread else float(US)
    rate = max(US * (1 - DRIFT), min(US * (1 + DRIFT), rate))
    return Line(hub, box, rate, least // 2)


def followed(now: Line, wanted: Line, hub_us: int) -> Line:
    """The line that goes on from `now` at `hub_us` without a jump and is at `wanted` after CATCH_UP. Its doubt is that
    of `wanted` and the way there."""
    here, ahead = now.at(hub_us), hub_us + CATCH_UP // US
    rate = (wanted.at(ahead) - here) / (ahead - hub_us)
    doubt = wanted.doubt + abs(wanted.at(hub_us) - here)
    return Line(hub_us, here, max(LEAST, min(MOST, rate)), doubt)
