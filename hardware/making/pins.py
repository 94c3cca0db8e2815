"""The pins of each profile as rows: what is on every header or edge pin, and whether the choice of pins is sound."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mopsbox import wiring
from mopsbox.jsonl import BadInput
from mopsbox.table import SEATS

from . import forty, pico
from .claims import CLAIMS
from .source import Source, read

PROFILES = ("pi", "pi-ahc14", "pico")
UNREAD = "kept for button {} (not read by the hub: buttons stay on the Pi)"
SUPPLIES = {"5V": "5 V", "VBUS": "5 V", "3V3": "3.3 V", "3V3(OUT)": "3.3 V", "GND": "ground", "AGND": "ground"}
KINDS = ("buzzer", "lamp", "button", "5 V", "3.3 V", "ground", "kept", "not used")


@dataclass(frozen=True)
class Pin:
    """`number`: on the header or the edge; `chip`: its GPIO or GP number, None for supplies. `use`: "buzzer 3",
    "lamp 3", "button ok", or what it is kept for. `kind`: one of KINDS. `pull`: from power-on until the box runs."""

    number: int
    name: str
    chip: int | None
    use: str
    kind: str
    pull: str


def rows(folder: Path, profile: str) -> list[Pin]:
    """Pin 1 to pin 40. Raises BadInput: a wrong pin, or no pins.toml."""
    file = folder / "pins.toml"
    wired = wiring.read(profile, file=file)
    names, kept = wired.names(), wiring.reserved(profile, file)
    up = _section(read(file), profile)["pulled_up_at_start"]
    found = [_pin(number, what, names, kept, up) for number, what in board(profile).items()]
    if profile != "pico":
        return found
    unread = {contact.pin: UNREAD.format(name) for name, contact in wired.buttons.items()}
    return [replace(pin, use=unread[pin.chip], kind="kept") if pin.chip in unread else pin for pin in found]


def board(profile: str) -> Mapping[int, str]:
    """Pin -> its name: "GPIO4", "GP4", "GND"."""
    if profile == "pico":
        return pico.PINS
    return {number: f"GPIO{what}" if what.isdigit() else what for number, what in forty.PINS.items()}


def _pin(number: int, name: str, names: Mapping[int, str], kept: Mapping[int, str], up: list[int]) -> Pin:
    bare = name.removeprefix("GPIO").removeprefix("GP")
    if not bare.isdigit():
        kind = SUPPLIES.get(name, "not used")
        return Pin(number, name, None, kind, kind, "")
    chip = int(bare)
    if chip in names:
        use, kind = names[chip], names[chip].split()[0]
    else:
        use, kind = (f"kept for {kept[chip]}", "kept") if chip in kept else ("not used", "not used")
    return Pin(number, name, chip, use, kind, "up" if chip in up else "down")


def _section(source: Source, profile: str) -> dict[str, Any]:
    own = source.values[profile]
    return {**source.values[own["like"]], **own} if "like" in own else own


# -- is the choice of pins sound?


def troubles(folder: Path) -> list[BadInput]:
    """A lamp that glows at start, a button without a pull-up, buzzers of the Pico not in a row, a pin of the box's own
    sound or console that is not kept for it."""
    source = read(folder / "pins.toml")
    found: list[BadInput] = []
    for profile in PROFILES:
        wired = wiring.read(profile, file=folder / "pins.toml")
        kept = wiring.reserved(profile, folder / "pins.toml")
        if profile == "pico":
            found += _in_a_row(source, wired)
        else:
            found += _pulls(source, profile, wired, _section(source, profile)["pulled_up_at_start"])
            found += _kept(source, profile, wired, kept)
    return list({str(trouble): trouble for trouble in found}.values())


def _where(source: Source, profile: str, key: str) -> str:
    """The line that says it: the profile's own, else that of the one it is like."""
    own = source.values[profile]
    return f"{own['like']}.{key}" if "like" in own and key not in own else f"{profile}.{key}"


def _pulls(source: Source, profile: str, wired: wiring.Wiring, up: list[int]) -> Iterable[BadInput]:
    for seat, pin in wired.lamps.items():
        if pin in up:
            what = (
                f"lamp {seat} is on GPIO{pin}, which is pulled up until the box runs, so it glows while the box starts"
            )
            yield source.fault(_where(source, profile, "lamps"), f"{what}; choose a pin from 9 to 27")
    for name, contact in wired.buttons.items():
        if contact.pin not in up:
            what = f"button {name} is on GPIO{contact.pin}, which is pulled down until the box runs"
            yield source.fault(_where(source, profile, name), f"{what}; choose a pin from 2 to 8")


def _kept(source: Source, profile: str, wired: wiring.Wiring, kept: Mapping[int, str]) -> Iterable[BadInput]:
    names = wired.names()
    for claim in CLAIMS:
        for pin in claim.pins if claim.ours else ():
            if pin not in kept:
                on = f", and {names[pin]} is on it" if pin in names else ""
                what = f"GPIO{pin} is wanted by {claim.name}{on}; name it under [{profile}.reserved]"
                yield source.fault(_where(source, profile, "reserved"), what)


def _in_a_row(source: Source, wired: wiring.Wiring) -> Iterable[BadInput]:
    pins = [wired.buzzers[seat].pin for seat in SEATS]
    if pins != list(range(pins[0], pins[0] + len(pins))):
        what = "the Pico reads its eight buzzers in one instant only if they are in a row"
        yield source.fault("pico.buzzers", f"{what}; give eight numbers that follow each other")
