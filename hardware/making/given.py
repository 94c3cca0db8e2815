"""electric.toml as values: each line's number with its unit, where it comes from, and what to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mopsbox.jsonl import unknown_key

from .quantity import quantity
from .source import Source, read

FILE = "electric.toml"
VARIANTS = ("direct", "ahc14")
MARKS = ("ours", "D", "K")
CHANNEL = {"pull_up": "Ω", "series": "Ω", "capacitor": "F", "fall_low": "V", "fall_high": "V", "rise_high": "V"}
CHANNEL |= {"leakage": "A", "tvs": "F"}
SECTIONS: Mapping[str, Mapping[str, str]] = {
    "limits": {
        "skew": "s",
        **dict.fromkeys(("idle", "pressed", "lamp_on"), "V"),
        **dict.fromkeys(("wetting", "pin", "pin_fault", "rail_3v3"), "A"),
    },
    "common": {
        **dict.fromkeys(("rail_3v3", "rail_5v"), "V"),
        **dict.fromkeys(("rail_tolerance", "resistor_tolerance", "capacitor_tolerance"), "%"),
        **dict.fromkeys(("contact", "menu_series", "menu_pull"), "Ω"),
    },
    "direct": CHANNEL | {"chip_pull": "Ω"},
    "ahc14": CHANNEL | {"output": "Ω", "chips": "A"},
    "lamp": {
        **dict.fromkeys(("current", "fuse_hold", "board_fuse_hold", "dmos_input"), "A"),
        **dict.fromkeys(("led", "pin_drop", "dmos_drop", "dmos_on", "darlington_drop", "darlington_base"), "V"),
        **dict.fromkeys(("fuse", "darlington_resistor"), "Ω"),
    },
    "loads": {"amplifier": "A", "display": "A"},
}
MODEL = {"takes": "A", "supply": "A"}
FEEDS = ("display", "amplifier")


@dataclass(frozen=True, slots=True)
class Given:
    """One line of the file. `value`: in ohms, farads, volts, amperes, seconds; percent as a fraction of one."""

    key: str
    value: float
    says: str
    mark: str
    note: str


@dataclass(frozen=True, slots=True)
class Model:
    """A computer that feeds the board. `feeds`: which of "display" and "amplifier" it feeds besides."""

    name: str
    takes: Given
    supply: Given
    feeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Electric:
    """`given`: "direct.series" -> its line; `rj45`: contact -> "SW", "GND", "LED+", "LED-"."""

    source: Source
    given: Mapping[str, Given]
    models: tuple[Model, ...]
    rj45: Mapping[int, str]

    def __getitem__(self, key: str) -> float:
        return self.given[key].value


def values(folder: Path) -> Electric:
    """Raises BadInput: a key that is missing, unknown, or not of the right kind."""
    source = read(folder / FILE)
    if key := unknown_key(source.values, (*SECTIONS, "models", "rj45")):
        raise source.fault(key, f"{key!r:.40} is no section of this file; take it out")
    given: dict[str, Given] = {}
    for section, units in SECTIONS.items():
        given |= _section(source, section, _table(source, section, source.values), units)
    models = _table(source, "models", source.values)
    made = tuple(_model(source, f"models.{name}", name, _table(source, name, models, "models.")) for name in models)
    return Electric(source, MappingProxyType(given), made, MappingProxyType(_rj45(source)))


def _table(source: Source, name: str, around: Mapping[str, Any], prefix: str = "") -> Mapping[str, Any]:
    table = around.get(name)
    if not isinstance(table, dict):
        raise source.fault(prefix + name, f"the section [{prefix}{name}] is missing; add it")
    return table


def _section(source: Source, section: str, table: Mapping[str, Any], units: Mapping[str, str]) -> dict[str, Given]:
    if key := unknown_key(table, units):
        raise source.fault(f"{section}.{key}", f"[{section}] has an unknown key {key!r:.40}; take it out")
    return {f"{section}.{key}": _given(source, section, key, table, unit) for key, unit in units.items()}


def _given(source: Source, section: str, key: str, table: Mapping[str, Any], unit: str) -> Given:
    where, entry = f"{section}.{key}", table.get(key)
    texts = isinstance(entry, dict) and {word for word, text in entry.items() if isinstance(text, str)}
    if not isinstance(entry, dict) or texts != {"is", "mark", "note"}:
        raise source.fault(where, f'{where} must be written as {{ is = "1 {unit}", mark = "K", note = "..." }}')
    try:
        found = quantity(entry["is"])
    except ValueError as error:
        raise source.fault(where, f"{where}: {error}") from error
    if found.unit != unit or not found.value > 0:
        raise source.fault(where, f"{where} must be more than nothing and in {unit}, not {entry['is']}")
    if entry["mark"] not in MARKS:
        raise source.fault(where, f"{where}: the mark must be one of {', '.join(MARKS)}")
    return Given(where, found.value, entry["is"], entry["mark"], entry["note"])


def _model(source: Source, where: str, name: str, table: Mapping[str, Any]) -> Model:
    feeds = {key: value for key, value in table.items() if key in FEEDS}
    if feeds.keys() != set(FEEDS) or not all(isinstance(value, bool) for value in feeds.values()):
        raise source.fault(where, f"[{where}] needs display and amplifier, each true or false")
    given = _section(source, where, {key: table[key] for key in table if key not in FEEDS}, MODEL)
    return Model(name, given[f"{where}.takes"], given[f"{where}.supply"], tuple(key for key in FEEDS if feeds[key]))


def _rj45(source: Source) -> dict[int, str]:
    table = _table(source, "rj45", source.values)
    for contact, says in table.items():
        if contact not in tuple("12345678") or says not in ("SW", "GND", "LED+", "LED-"):
            raise source.fault(f"rj45.{contact}", 'rj45: contacts are 1 to 8, and carry "SW", "GND", "LED+" or "LED-"')
    return {int(contact): says for contact, says in table.items()}
