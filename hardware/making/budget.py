"""budget.md: what the wiring's delays, levels and currents come out at, and whether they keep to the limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mopsbox.jsonl import BadInput

from . import electric
from .given import FILE, VARIANTS, Electric, Given, values
from .quantity import written

DAGGER = "†"
FOOTNOTE = f"{DAGGER} from memory: check the data sheet before you buy"
NAMES = {"direct": "direct (profiles pi, pico)", "ahc14": "ahc14 (profile pi-ahc14)"}


@dataclass(frozen=True, slots=True)
class Result:
    """One calculated number. `blame`: the line of the file to look at first; `least`: `value` must be at least `bound`,
    else below it."""

    what: str
    value: float
    unit: str
    bound: float
    least: bool
    blame: str
    remedy: str

    @property
    def keeps(self) -> bool:
        return self.value >= self.bound if self.least else self.value < self.bound

    @property
    def bounds(self) -> str:
        return f"{'at least' if self.least else 'less than'} {written(self.bound, self.unit)}"


def of_variant(given: Electric, name: str) -> list[Result]:
    """What differs between the two builds."""
    channel = electric.channel(given, name)
    fault = "ahc14.output" if name == "ahc14" else "direct.series"
    normal = 0.0 if channel.chip_pull is None else channel.rail.high / channel.chip_pull

    def result(what: str, value: float, unit: str, limit: str, least: bool, blame: str, remedy: str) -> Result:
        return Result(what, value, unit, given[f"limits.{limit}"], least, blame, remedy)

    return [
        result(
            "two buzzers pressed at once differ by",
            electric.skew(channel),
            *("s", "skew", False, f"{name}.capacitor", "take a smaller capacitor or series resistor"),
        ),
        result(
            "margin while the contact is open",
            electric.idle(channel) - channel.rise_high,
            *("V", "idle", True, f"{name}.leakage", "take a diode that leaks less, or a smaller pull-up"),
        ),
        result(
            "margin while the contact is closed",
            channel.fall.low - electric.pressed(channel),
            *("V", "pressed", True, f"{name}.series", "take a smaller series resistor, or a greater pull-up"),
        ),
        result(
            "current through a closed contact",
            electric.wetting(channel),
            *("A", "wetting", True, f"{name}.pull_up", "take a smaller pull-up"),
        ),
        result(
            "current through a buzzer pin",
            normal,
            *("A", "pin", False, f"{name}.series", "take a greater series resistor"),
        ),
        result(
            "the same if the pin is an output by mistake",
            electric.pin_through_series(given, fault),
            *("A", "pin_fault", False, fault, "take a greater resistor"),
        ),
        result(
            "taken from the 3V3 pins",
            electric.sum_3v3(given, name),
            *("A", "rail_3v3", False, f"{name}.pull_up", "take a greater pull-up"),
        ),
    ]


def of_both(given: Electric) -> list[Result]:
    """What both builds share: menu, lamps, fuses."""
    high = given["common.rail_3v3"] * (1 - given["common.rail_tolerance"]) - given["lamp.pin_drop"]
    best = electric.lamp_current(given, given["lamp.dmos_drop"])
    return [
        Result(
            "current into a pin of the direct build if 5 V get onto SW",
            *(electric.pin_from_5v(given), "A", given["limits.pin_fault"], False),
            *("direct.series", "take a greater series resistor"),
        ),
        Result(
            "current through a menu pin that is an output by mistake",
            *(electric.pin_through_series(given, "common.menu_series"), "A", given["limits.pin_fault"], False),
            *("common.menu_series", "take a greater resistor"),
        ),
        Result(
            "current out of a lamp pin, TBD62083APG",
            *(given["lamp.dmos_input"], "A", given["limits.pin"], False, "lamp.dmos_input", "take another driver"),
        ),
        Result(
            "current out of a lamp pin, ULN2803A",
            *(electric.darlington_input(given), "A", given["limits.pin"], False),
            *("lamp.darlington_resistor", "take another driver"),
        ),
        Result(
            "a lamp pin above what switches the TBD62083APG on",
            *(high - given["lamp.dmos_on"], "V", given["limits.lamp_on"], True, "lamp.dmos_on", "take another driver"),
        ),
        Result(
            "current of a lamp against its fuse",
            *(best, "A", given["lamp.fuse_hold"], False, "lamp.fuse_hold", "take a greater fuse"),
        ),
        Result(
            "current of the whole board against its fuse, the amplifier too",
            *(electric.board_5v(given), "A", given["lamp.board_fuse_hold"], False),
            *("lamp.board_fuse_hold", "take a greater fuse, or feed the amplifier past it"),
        ),
    ]


def of_supplies(given: Electric) -> list[Result]:
    """The sum on 5 V, computer by computer."""
    return [
        Result(
            model.name,
            *(electric.sum_5v(given, model), "A", model.supply.value, False, f"models.{model.name}.supply"),
            "take a stronger supply, or leave something out",
        )
        for model in given.models
    ]


def troubles(folder: Path) -> list[BadInput]:
    """Every limit that is broken, at the line to look at first."""
    given = values(folder)
    found = [(f"{name}: ", result) for name in VARIANTS for result in of_variant(given, name)]
    found += [("", result) for result in of_both(given)]
    found += [("5 V in all for ", result) for result in of_supplies(given)]
    said = [
        given.source.fault(
            result.blame,
            f"{before}{result.what}: {written(result.value, result.unit)}, and it must be {result.bounds}; "
            f"{result.remedy}",
        )
        for before, result in found
        if not result.keeps
    ]
    if path := electric.power_path(given.rj45):
        out, back = (" and ".join(map(str, pair)) for pair in path)
        what = f"rj45: a powered network socket could send current out on {out} and back on {back}"
        blame = next(contact for contact in path[1] if contact in given.rj45)
        said.append(given.source.fault(f"rj45.{blame}", f"{what}; leave one of the two pairs open"))
    return said


# -- the table


def made(folder: Path) -> dict[str, str]:
    return {"budget.md": "\n".join([*_lines(values(folder)), ""])}


def _lines(given: Electric) -> Iterator[str]:
    yield "# What the wiring is calculated to do"
    yield ""
    yield f"Made by generate.py from {FILE}; do not edit. Everything here is calculated, nothing is measured. Each"
    yield "number is the worst that all tolerances together allow; the simulation in ../sim tells what to expect."
    yield ""
    yield from _heads("One buzzer channel", ["", *NAMES.values(), "must be"])
    yield from _channels(given)
    yield ""
    yield from _heads("Both builds", ["", "comes to", "must be"])
    for result in of_both(given):
        yield _row(result.what, written(result.value, result.unit), result.bounds)
    yield ""
    yield from _lamps(given)
    yield from _supplies(given)
    yield from _network(given)
    yield from _given(given)


def _channels(given: Electric) -> Iterator[str]:
    channels = [electric.channel(given, name) for name in VARIANTS]
    delays = [electric.press_delay(channel) for channel in channels]
    told = [f"{written(delay.low, 's')} to {written(delay.high, 's')}" for delay in delays]
    yield _row("from the contact to the pin", *told, "")
    yield _row("level while the contact is open", *(written(electric.idle(each), "V") for each in channels), "")
    yield _row("level while the contact is closed", *(written(electric.pressed(each), "V") for each in channels), "")
    for pair in zip(*(of_variant(given, name) for name in VARIANTS), strict=True):
        yield _row(pair[0].what, *(written(each.value, each.unit) for each in pair), pair[0].bounds)


def _lamps(given: Electric) -> Iterator[str]:
    yield from _heads(
        "One lamp on 5 V", ["U3", "left across the driver", "through the lamp", "into U3 from all eight pins"]
    )
    drivers = (("TBD62083APG", "dmos", given["lamp.dmos_input"]),)
    for name, key, into in (*drivers, ("ULN2803A", "darlington", electric.darlington_input(given))):
        drop = given[f"lamp.{key}_drop"]
        through = electric.lamp_current(given, drop)
        yield _row(name, written(drop, "V") + DAGGER, written(through, "A"), written(8 * into, "A"))
    yield ""


def _supplies(given: Electric) -> Iterator[str]:
    yield from _heads("All of it on 5 V", ["fed by", "itself", "takes in all", "supply", "left over"])
    for model, result in zip(given.models, of_supplies(given), strict=True):
        own, supply = _marked(model.takes), _marked(model.supply)
        yield _row(result.what, own, written(result.value, "A"), supply, written(result.bound - result.value, "A"))
    eight, pulls = (
        written(electric.lamps(given), "A"),
        written(electric.pull_ups(electric.channel(given, "ahc14")), "A"),
    )
    amplifier, display = (_marked(given.given[f"loads.{key}"]) for key in ("amplifier", "display"))
    yield ""
    yield f"In all: the computer itself, eight lamps {eight}, pull-ups {pulls} (ahc14, all buzzers held), and where it"
    yield f"feeds them the amplifier {amplifier} and the display {display}. Feed the Pi at its own USB-C or micro-USB"
    yield "socket, never at the header."
    yield ""


def _network(given: Electric) -> Iterator[str]:
    yield "## RJ45 sockets instead of GX12"
    yield ""
    used = ", ".join(f"{contact} {says}" for contact, says in sorted(given.rj45.items()))
    free = ", ".join(str(contact) for contact in range(1, 9) if contact not in given.rj45)
    yield f"Contacts: {used}. Leave {free} open: a powered network socket sends its current out on 1, 2 and"
    yield "back on 3, 6, or out on 4, 5 and back on 7, 8, so it finds no way back. Write “not Ethernet” beside every"
    yield "socket all the same."
    yield ""


def _given(given: Electric) -> Iterator[str]:
    yield from _heads("The values it was calculated from", ["key", "value", "from", "note"])
    origin = {"ours": "our choice", "D": "read in a public document", "K": f"memory {DAGGER}"}
    rows = [*given.given.values(), *(each for model in given.models for each in (model.takes, model.supply))]
    for each in sorted(rows, key=lambda each: given.source.line(each.key) or 0):
        yield _row(each.key, _marked(each), origin[each.mark], each.note)
    yield ""
    yield FOOTNOTE + "."


def _marked(given: Given) -> str:
    return given.says + (DAGGER if given.mark == "K" else "")


def _heads(title: str, heads: Iterable[str]) -> list[str]:
    cells = list(heads)
    return [f"## {title}", "", _row(*cells), "|" + "---|" * len(cells)]


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
