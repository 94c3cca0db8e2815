"""The loopback test: with loopback plugs lamp n drives buzzer n, so the box can try every channel by itself.

First each lamp alone: which buzzer moves tells crossed, open, shorted and stuck channels. Then all lamps together, many
times: how far the stamps of the eight lie apart is what the wiring and the kernel do to a race (facts/hardware.md 1.5).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..inputs.contacts import Moved
from ..inputs.lines import Lines
from ..referee import DEAD_HEAT
from ..table import Seat
from ..wiring import Wiring
from .found import Finding, fail, ok, warn
from .lamps import Lights
from .parts import Parts
from .rig import Unready, opened
from .skew import Flip, skews, spread

NAME = "loopback"
SETTLE_S = 0.005  # from a lamp's switching to its buzzer's rest; the electronics take microseconds
REST_S = 0.001  # between two switchings, so that a late edge is not taken for the next one's
PATIENCE_S = 0.1  # how long an edge is waited for
WINDOW_US = DEAD_HEAT / 1000


@dataclass(frozen=True, slots=True)
class Traced:
    """`stuck`: buzzers that are closed while every lamp is dark. `moved`: the buzzers each lamp closes."""

    stuck: frozenset[Seat]
    moved: Mapping[Seat, frozenset[Seat]]


@dataclass(slots=True)
class Measured:
    """`flips`: what each switching of all lamps gave. `extra`: edges beyond one a channel and flip. `lost`: edges the
    kernel counted and nobody saw. `together`: were all lamps written in one call?"""

    together: bool
    flips: list[Flip] = field(default_factory=list)
    extra: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Looped:
    """`skews`: per channel that could be measured, microseconds against the middle of all, one value an edge."""

    findings: list[Finding]
    skews: Mapping[Seat, Sequence[float]]


def check(parts: Parts, edges: int, told: Callable[[str], None]) -> Looped:
    """`edges`: how many a channel. `told`: takes a sentence on what is being done."""
    try:
        with opened(parts) as (wiring, lights, lines):
            return _looped(lights, lines, wiring, edges, told)
    except Unready as why:
        return Looped([fail(NAME, str(why))], {})


def _looped(lights: Lights, lines: Lines, wiring: Wiring, edges: int, told: Callable[[str], None]) -> Looped:
    seats = {contact.pin: seat for seat, contact in wiring.buzzers.items()}
    told("each lamp alone ...")
    traced = trace(lights, lambda: frozenset(seats[pin] for pin in lines.closed()), list(wiring.lamps))
    faults = judged(traced)
    good = [seat for seat in wiring.lamps if seat not in faults]
    if not any(traced.moved.values()) and not traced.stuck:
        says = "no lamp moves any buzzer: put the loopback plugs in, and see that the lamps have their 5 V"
        return Looped([fail(NAME, says)], {})
    if not good:
        return Looped(list(faults.values()), {})
    told(f"{len(good)} lamps together, {edges} times ...")
    measured = measure(lights, lines, {pin: seat for pin, seat in seats.items() if seat in good}, edges)
    found = skews(measured.flips)
    channels = faults | {seat: channel(seat, measured.flips, found.get(seat, ())) for seat in good}
    return Looped([*(channels[seat] for seat in wiring.lamps), overall(measured, found)], found)


def trace(lights: Lights, closed: Callable[[], frozenset[Seat]], seats: Iterable[Seat]) -> Traced:
    """Each lamp alone, one after the other."""
    time.sleep(SETTLE_S)
    stuck, moved = closed(), {}
    for seat in seats:
        lights.write({seat: True})
        time.sleep(SETTLE_S)
        moved[seat] = closed() - stuck
        lights.write({seat: False})
        time.sleep(SETTLE_S)
        stuck |= closed()
    return Traced(stuck, moved)


def judged(traced: Traced) -> dict[Seat, Finding]:
    """What is wrong, per channel; channels that are right are left out."""
    found = {}
    for seat, moved in traced.moved.items():
        if says := _fault(seat, moved, traced.stuck):
            found[seat] = fail(f"{NAME} {seat}", says)
    return found


def _fault(seat: Seat, moved: frozenset[Seat], stuck: frozenset[Seat]) -> str:
    if seat in stuck:
        return (
            f"stuck: buzzer {seat} reads pressed with its lamp dark; look for a short between SW {seat} and ground, "
            "and whether buzzers.profile fits the board"
        )
    if not moved:
        return (
            f"open: no buzzer moves with lamp {seat}; look at its loopback plug, its wires (SW, GND, LED+, LED-) and "
            f"output {seat} of the lamp driver"
        )
    if len(moved) > 1:
        names = " and ".join(map(str, sorted(moved)))
        return f"shorted: lamp {seat} moves buzzers {names} together; look for a bridge between their wires"
    if moved != {seat}:
        other = min(moved)
        return f"crossed: lamp {seat} moves buzzer {other}; swap the plugs or the wires of channels {seat} and {other}"
    return ""


def measure(lights: Lights, lines: Lines, seats: Mapping[int, Seat], edges: int) -> Measured:
    """All lamps of these channels (pin of the buzzer -> seat) switched together, `edges` times."""
    measured = Measured(lights.together)
    numbers: list[int] = []
    lines.read()
    for n in range(edges):
        written = lights.write(dict.fromkeys(seats.values(), n % 2 == 0))
        flip: dict[Seat, int] = {}
        end = time.monotonic() + PATIENCE_S
        while True:
            moves = lines.read()
            numbers += [move.seq for move in moves if move.seq is not None]
            measured.extra += _take(moves, seats, written, flip)
            if len(flip) == len(written) or (left := end - time.monotonic()) <= 0:
                break
            lines.wait(left)
        measured.flips.append(flip)
        time.sleep(REST_S)
    lights.write(dict.fromkeys(seats.values(), False))
    measured.lost = max(numbers) - min(numbers) + 1 - len(numbers) if numbers else 0
    return measured


def _take(moves: Iterable[Moved], seats: Mapping[int, Seat], written: Mapping[Seat, int], flip: dict[Seat, int]) -> int:
    """The first edge of each channel after its lamp was written goes into `flip`; how many others were there?"""
    others = 0
    for move in moves:
        seat = seats.get(move.pin)
        if seat is None or move.t < written[seat]:
            others += 1
        else:
            others += seat in flip
            flip[seat] = min(flip.get(seat, move.t - written[seat]), move.t - written[seat])
    return others


def channel(seat: Seat, flips: Sequence[Flip], values: Sequence[float]) -> Finding:
    """One channel whose lamp moves its own buzzer. `values`: its skews."""
    name, came = f"{NAME} {seat}", sum(seat in flip for flip in flips)
    told = f"lamp {seat} moves buzzer {seat}, {came} of {len(flips)} edges"
    if came < len(flips):
        says = f"{told}: edges are lost; a kernel before May 2023 does that (update it), else look for a loose contact"
        return fail(name, says) if came == 0 else warn(name, says)
    if not values:
        return ok(name, told)
    low, middle, high = spread(values)
    return ok(name, f"{told}, skew {middle:+.1f} us (1 to 99 %: {low:+.1f} to {high:+.1f} us)")


def overall(measured: Measured, found: Mapping[Seat, Sequence[float]]) -> Finding:
    """The eight against each other."""
    if len(found) < 2:
        return warn(NAME, "too few channels work to compare them: mend them and repeat")
    middles = {seat: spread(values)[1] for seat, values in found.items()}
    early, late = min(middles, key=middles.__getitem__), max(middles, key=middles.__getitem__)
    apart = middles[late] - middles[early]
    says = f"buzzer {late} is stamped {apart:.1f} us after buzzer {early}, the most of all pairs"
    if not measured.together:
        says += " (lamps written one by one, each stamp against its own lamp)"
    if apart > WINDOW_US:
        return warn(
            NAME, f"{says}: more than the dead heat of {WINDOW_US:.0f} us; look for different parts in these channels"
        )
    if measured.lost or measured.extra:
        return warn(
            NAME,
            f"{says}; {measured.lost} edges lost, {measured.extra} too many: look for loose contacts",
        )
    return ok(NAME, f"{says}; a dead heat is {WINDOW_US:.0f} us")
