"""The electrics as formulas: how late a press is told, how far channels differ, which levels, currents and sums arise.

given.py reads the values (facts/hardware.md 1.4 to 1.7), every result the worst that the tolerances
allow. Pure; budget.py holds the results against the limits, sim/ holds the delays against a simulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from mopsbox.table import SEATS

from .given import Electric, Model

# The two ways over which power goes out and comes back on network cable (both halves must be connected to be one).
POWER_PATHS = (((1, 2), (3, 6)), ((4, 5), (7, 8)))


@dataclass(frozen=True, slots=True)
class Span:
    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


# -- one buzzer channel


@dataclass(frozen=True, slots=True)
class Channel:
    """`rail`: what the pull-up goes to. `fall`: where the reader may switch when the level falls, `rise_high` where it
    surely has when it rises. `chip_pull`: the reader's own pull-up, None: it has none. Ohms, farads, volts, amperes."""

    name: str
    rail: Span
    pull_up: Span
    series: Span
    capacitor: Span
    fall: Span
    rise_high: float
    leakage: float
    tvs: float
    chip_pull: float | None
    contact: float


def channel(given: Electric, name: str) -> Channel:
    """`name`: one of VARIANTS."""
    rail = "common.rail_5v" if name == "ahc14" else "common.rail_3v3"
    return Channel(
        name,
        spread(given[rail], given["common.rail_tolerance"]),
        spread(given[f"{name}.pull_up"], given["common.resistor_tolerance"]),
        spread(given[f"{name}.series"], given["common.resistor_tolerance"]),
        spread(given[f"{name}.capacitor"], given["common.capacitor_tolerance"]),
        Span(given[f"{name}.fall_low"], given[f"{name}.fall_high"]),
        given[f"{name}.rise_high"],
        given[f"{name}.leakage"],
        given[f"{name}.tvs"],
        given["direct.chip_pull"] if name == "direct" else None,
        given["common.contact"],
    )


def spread(value: float, tolerance: float) -> Span:
    return Span(value * (1 - tolerance), value * (1 + tolerance))


def idle(of: Channel) -> float:
    """The lowest level at an open contact: what leaks through the protection diode drops in the pull-up. Volts."""
    return of.rail.low - of.leakage * of.pull_up.high


def pressed(of: Channel) -> float:
    """The highest level at a closed contact: what is left across it, and across the series resistor. Volts."""
    across = of.rail.high * of.contact / (of.contact + of.pull_up.low)
    if of.chip_pull is None:
        return across
    return across + of.rail.high * of.series.high / (of.series.high + of.chip_pull)


def press_delay(of: Channel) -> Span:
    """From the contact to the level at which the reader switches: the capacitor empties through the series resistor,
    t = R C ln((from - to) / (threshold - to)). Seconds. The slow end takes the worst of everything at once, and adds
    what the protection diode's own capacitance needs to empty through the contact."""
    fast = of.series.low * of.capacitor.low * log(idle(of) / of.fall.high)
    left = pressed(of)
    slow = (of.series.high + of.contact) * of.capacitor.high * log((of.rail.high - left) / (of.fall.low - left))
    return Span(fast, slow + of.contact * of.tvs)


def skew(of: Channel) -> float:
    """How far two channels of one board can differ at most: the slowest against the fastest. Seconds."""
    delay = press_delay(of)
    return delay.high - delay.low


def wetting(of: Channel) -> float:
    """The least current through a closed contact. Amperes."""
    return of.rail.low / (of.pull_up.high + of.contact)


# -- currents


def lamp_current(given: Electric, drop: float) -> float:
    """Through one lamp. `drop`: volts across the driver. Its resistor is what makes it a 5 V lamp: (5 V - LED) / I."""
    rest = given["common.rail_5v"] - given["lamp.led"]
    return (rest - drop) / (rest / given["lamp.current"] + given["lamp.fuse"])


def darlington_input(given: Electric) -> float:
    """Into each input of a ULN2803A. Amperes."""
    return (given["common.rail_3v3"] - given["lamp.darlington_base"]) / given["lamp.darlington_resistor"]


def pin_through_series(given: Electric, resistor: str) -> float:
    """Through `resistor` if the pin is an output by mistake and drives against the other end. Amperes."""
    rail = spread(given["common.rail_3v3"], given["common.rail_tolerance"])
    return rail.high / (given[resistor] * (1 - given["common.resistor_tolerance"]))


def pin_from_5v(given: Electric) -> float:
    """Into a pin of the direct build if 5 V get onto SW: through the series resistor into the pin's clamp. Amperes."""
    over = spread(given["common.rail_5v"], given["common.rail_tolerance"]).high
    rail = spread(given["common.rail_3v3"], given["common.rail_tolerance"]).low
    return (over - rail) / (given["direct.series"] * (1 - given["common.resistor_tolerance"]))


def pull_ups(of: Channel) -> float:
    """Through the pull-ups of all buzzers while all are held. Amperes."""
    return len(SEATS) * of.rail.high / of.pull_up.low


def sum_3v3(given: Electric, name: str) -> float:
    """From the 3V3 pins with everything held: pull-ups or chips, and the two menu buttons the Pi pulls up itself."""
    rail = spread(given["common.rail_3v3"], given["common.rail_tolerance"])
    menu = 2 * rail.high / (given["common.menu_pull"] * (1 - given["common.resistor_tolerance"]))
    return menu + (given["ahc14.chips"] if name == "ahc14" else pull_ups(channel(given, name)))


def board_5v(given: Electric) -> float:
    """Through F9: lamps, pull-ups, amplifier, of the build that takes more (ahc14). Amperes."""
    return lamps(given) + pull_ups(channel(given, "ahc14")) + given["loads.amplifier"]


def lamps(given: Electric) -> float:
    return len(SEATS) * given["lamp.current"]


def sum_5v(given: Electric, model: Model) -> float:
    """From the supply of one computer with everything on. Amperes."""
    feeds = sum(given[f"loads.{key}"] for key in model.feeds)
    return model.takes.value + lamps(given) + pull_ups(channel(given, "ahc14")) + feeds


def power_path(rj45: Mapping[int, str]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The pairs over which a powered network socket could drive a current through us; None: there is no way back."""
    for out, back in POWER_PATHS:
        if set(out) & set(rj45) and set(back) & set(rj45):
            return out, back
    return None
