"""What can be set, and to what: the settings as values, and KEYS, the one place that says what each may be.

The defaults are these dataclasses'; `config_default.toml` explains each key to its reader, and a test holds the two
together. config.py finds the values in files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal

from .jsonl import whole
from .words import is_code


@dataclass(frozen=True, slots=True)
class Players:
    seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7, 8)  # place of seat 1, of seat 2, ...
    arrangement: Literal["around", "sides", "front"] = "around"


@dataclass(frozen=True, slots=True)
class Screen:
    width: int = 0  # pixels, 0: find out
    height: int = 0
    width_mm: float = 0.0  # 0: find out
    height_mm: float = 0.0
    rotation: Literal[0, 90, 180, 270] = 0
    language: str = "de"
    formula: Literal["auto", "always", "never"] = "auto"
    fullscreen: bool = False


@dataclass(frozen=True, slots=True)
class Sound:
    on: bool = True
    volume: int = 70  # per cent
    night: bool = False


@dataclass(frozen=True, slots=True)
class Buzzers:
    profile: str = "auto"
    port: str = ""  # of the hub; "": find it
    early_penalty_ms: int = 0
    tried: bool = False


@dataclass(frozen=True, slots=True)
class Pins:
    """A site's own pins: wiring.read checks them against the profile. Empty, -1: as shipped."""

    buzzers: tuple[int, ...] = ()
    lamps: tuple[int, ...] = ()
    left: int = -1
    ok: int = -1
    right: int = -1
    back: int = -1


@dataclass(frozen=True, slots=True)
class Mopseinander:
    coasters: str = ""  # a file; "": our own set
    bots: Literal["easy", "quick", "sharp"] = "easy"


@dataclass(frozen=True, slots=True)
class Mopsen:
    bones: str = ""  # a file; "": our own table
    exchange: bool = False
    queue_reset: bool = False
    next_leader: Literal["winner", "round"] = "winner"


@dataclass(frozen=True, slots=True)
class Storage:
    games_mb: int = 200


@dataclass(frozen=True, slots=True)
class Phone:
    on: bool = False  # nobody in the network sees the players' names unless somebody wants it


@dataclass(frozen=True, slots=True)
class Config:
    answer_s: Literal[0, 5, 10, 20] = 10  # 0: no limit
    players: Players = field(default_factory=Players)
    screen: Screen = field(default_factory=Screen)
    sound: Sound = field(default_factory=Sound)
    buzzers: Buzzers = field(default_factory=Buzzers)
    pins: Pins = field(default_factory=Pins)
    mopseinander: Mopseinander = field(default_factory=Mopseinander)
    mopsen: Mopsen = field(default_factory=Mopsen)
    storage: Storage = field(default_factory=Storage)
    phone: Phone = field(default_factory=Phone)


Check = Callable[[object], str | None]
"""None, or what the value must be."""


def _one_of(*values: object) -> Check:
    said = ", ".join(as_toml(v) for v in values[:-1]) + " or " + as_toml(values[-1])
    # 1 == True and 90 == 90.0 in Python, not in a settings file.
    return lambda value: None if any(type(value) is type(v) and value == v for v in values) else said


def _between(low: int, high: int, unit: str, or_zero: bool = False) -> Check:
    said = f"a whole number from {low} to {high} ({unit})" + (", or 0 to find out" if or_zero else "")

    def check(value: object) -> str | None:
        fits = isinstance(value, int) and whole(value) and (low <= value <= high or (or_zero and value == 0))
        return None if fits else said

    return check


def _length_mm(value: object) -> str | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and (value == 0 or 20 <= value <= 3000)
    return None if fits else "a number from 20 to 3000 (mm), or 0 to find out"


def _language(value: object) -> str | None:
    """By its form only: that its file is gone or damaged is no reason to lose all other settings."""
    fits = isinstance(value, str) and is_code(value)
    return None if fits else 'a language\'s code in quotes, such as "de" or "pt_BR"'


def _places(value: object) -> str | None:
    said = "a list of 1 to 8 different places, each 1 to 8"
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 8:
        return said
    fits = all(whole(place) and 1 <= place <= 8 for place in value) and len(set(value)) == len(value)
    return None if fits else said


def _pin(value: object) -> str | None:
    fits = isinstance(value, int) and whole(value) and -1 <= value <= 29
    return None if fits else "a pin number, 0 to 29, or -1 for the one that comes with the box"


def _pins(value: object) -> str | None:
    fits = isinstance(value, list | tuple) and len(value) in (0, 8) and all(whole(v) and 0 <= v <= 29 for v in value)
    return None if fits else "a list of eight pin numbers, 0 to 29, or [] for those that come with the box"


def _file(value: object) -> str | None:
    return None if isinstance(value, str) and (not value or value.isprintable()) else 'a file name in quotes, or ""'


def as_toml(value: object) -> str:
    """The value as TOML writes it. Our texts are printable, so JSON's quoting is TOML's."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False, default=str)


KEYS: dict[str, Check] = {
    "answer_s": _one_of(0, 5, 10, 20),
    "players.seats": _places,
    "players.arrangement": _one_of("around", "sides", "front"),
    "screen.width": _between(320, 8192, "pixels", or_zero=True),
    "screen.height": _between(320, 8192, "pixels", or_zero=True),
    "screen.width_mm": _length_mm,
    "screen.height_mm": _length_mm,
    "screen.rotation": _one_of(0, 90, 180, 270),
    "screen.language": _language,
    "screen.formula": _one_of("auto", "always", "never"),
    "screen.fullscreen": _one_of(False, True),
    "sound.on": _one_of(False, True),
    "sound.volume": _between(0, 100, "per cent"),
    "sound.night": _one_of(False, True),
    "buzzers.profile": _one_of("auto", "simulate", "pi", "pi-ahc14", "pico"),
    "buzzers.port": _file,
    "buzzers.early_penalty_ms": _between(0, 1000, "ms"),
    "buzzers.tried": _one_of(False, True),
    "pins.buzzers": _pins,
    "pins.lamps": _pins,
    "pins.left": _pin,
    "pins.ok": _pin,
    "pins.right": _pin,
    "pins.back": _pin,
    "mopseinander.coasters": _file,
    "mopseinander.bots": _one_of("easy", "quick", "sharp"),
    "mopsen.bones": _file,
    "mopsen.exchange": _one_of(False, True),
    "mopsen.queue_reset": _one_of(False, True),
    "mopsen.next_leader": _one_of("winner", "round"),
    "storage.games_mb": _between(1, 1_000_000, "megabytes"),
    "phone.on": _one_of(False, True),
}
FILES = ("mopseinander.coasters", "mopsen.bones")
SECTIONS = tuple(dict.fromkeys(key.split(".")[0] for key in KEYS if "." in key))


def flat(config: Config) -> dict[str, Any]:
    """Every value under its dotted key, in the order of KEYS."""
    values: dict[str, Any] = {}
    for top in fields(config):
        value = getattr(config, top.name)
        if is_dataclass(value):
            values |= {f"{top.name}.{below.name}": getattr(value, below.name) for below in fields(value)}
        else:
            values[top.name] = value
    return values


def tree(values: Mapping[str, Any]) -> Config:
    def of(section: str) -> dict[str, Any]:
        return {key.split(".")[1]: value for key, value in values.items() if key.startswith(section + ".")}

    return Config(
        values["answer_s"],
        Players(**of("players")),
        Screen(**of("screen")),
        Sound(**of("sound")),
        Buzzers(**of("buzzers")),
        Pins(**of("pins")),
        Mopseinander(**of("mopseinander")),
        Mopsen(**of("mopsen")),
        Storage(**of("storage")),
        Phone(**of("phone")),
    )
