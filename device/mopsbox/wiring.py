"""Which wire goes where: the pins of each profile from pins.toml, with a site's own pins laid over them.

pins.toml ships inside the package; hardware/pins.toml is a link to it (facts/hardware.md 1.1 to 1.4). Whatever can
be wrong about a pin is found here, in the file and in a site's settings by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from .jsonl import BadInput, fault, read_toml, unknown_key, whole
from .table import SEATS, Seat

SHIPPED = Path(__file__).with_name("pins.toml")
SETTING = "setting"  # stands for the file of a site's own pins where nobody has told it, as in config.changed
PINS_SECTION = "pins."  # of the settings, as in config_keys
BUTTONS = ("left", "ok", "right", "back")
USES = ("buzzers", "lamps", *BUTTONS)  # the keys that put something on a pin, in the file and in the settings

Bias = Literal["up", "down", "none"]
"""The resistor inside the chip that holds a line while nothing pulls it."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A switch on a line. `pin`: BCM number (profiles pi, pi-ahc14) or GP number (pico)."""

    pin: int
    active_low: bool
    bias: Bias


@dataclass(frozen=True, slots=True)
class Wiring:
    """The pins of one box. Lamps are lit while high. `buttons`: "left", "ok", "right", "back"."""

    profile: str
    buzzers: Mapping[Seat, Contact]
    lamps: Mapping[Seat, int]
    buttons: Mapping[str, Contact]

    def names(self) -> dict[int, str]:
        """Pin -> what is on it, as a person says it: "buzzer 3", "lamp 3", "button ok"."""
        named = {contact.pin: f"buzzer {seat}" for seat, contact in self.buzzers.items()}
        named |= {pin: f"lamp {seat}" for seat, pin in self.lamps.items()}
        return named | {contact.pin: f"button {name}" for name, contact in self.buttons.items()}


def read(
    profile: str,
    own: Mapping[str, object] = MappingProxyType({}),
    file: Path | None = None,
    origins: Mapping[str, str] = MappingProxyType({}),
) -> Wiring:
    """The wiring of a profile: "pi", "pi-ahc14", "pico". `own`: the settings' section [pins]; what is missing there,
    None, empty or -1 stays as shipped. `file`: instead of the shipped pins.toml; all of it is checked.
    `origins`: the file each of `own` stands in, under "pins.ok" and so on (config.Loaded).
    Raises BadInput: one sentence that names the file or the setting, and what to do; a clash names both uses."""
    board = _board(file or SHIPPED, profile)
    if key := unknown_key(own, USES):
        raise fault(SETTING, None, f"pins has an unknown key {key!r:.40}; allowed are {', '.join(USES)}")
    changed = {key: value for key, value in own.items() if not _as_shipped(value)}
    uses = [use for use in board.uses if use.key not in changed]
    for key in (key for key in USES if key in changed):
        uses += _uses({key: changed[key]}, origins.get(f"{PINS_SECTION}{key}", SETTING), PINS_SECTION, board.highest)
    _check(uses, board)
    return _wiring(profile, uses, board)


def doubts(wiring: Wiring, file: Path | None = None) -> list[str]:
    """What works but not well, a sentence each, for the self-check: lamps that glow while the box starts."""
    board = _board(file or SHIPPED, wiring.profile)
    return [
        f"lamp {seat} is on {board.pin(pin)}, which is pulled up until the box runs, so the lamp glows while it "
        "starts; move it to a pin that is pulled down then"
        for seat, pin in wiring.lamps.items()
        if pin in board.values["pulled_up_at_start"]
    ]


def reserved(profile: str, file: Path | None = None) -> dict[int, str]:
    """The pins no box of this profile may use, and why."""
    return {int(pin): why for pin, why in _board(file or SHIPPED, profile).values["reserved"].items()}


def _as_shipped(value: object) -> bool:
    return value in (None, [], ()) or (whole(value) and value == -1)


@dataclass(frozen=True, slots=True)
class _Use:
    """`kind` `which` ("buzzer", 3) is on `pin`, because `key` says so below `section` of `source`."""

    kind: str
    which: Seat | str
    pin: int
    source: Path | str
    section: str
    key: str

    def __str__(self) -> str:
        return f"{self.kind} {self.which}"

    def fault(self, what: str) -> BadInput:
        return fault(self.source, None, f"{self.section}{self.key}: {self} {what}")


@dataclass(frozen=True, slots=True)
class _Board:
    """One section of the file; `values` are all there and of the right kind."""

    values: Mapping[str, Any]
    uses: list[_Use]

    @property
    def highest(self) -> int:
        return int(self.values["highest"])

    def pin(self, number: int) -> str:
        """The pin as a person says it: "GPIO17", "GP3"."""
        return f"{self.values['pin_name']}{number}"

    def contact(self, kind: str, pin: int) -> Contact:
        return Contact(pin, self.values[f"{kind}_active"] == "low", self.values[f"{kind}_bias"])


def _wiring(profile: str, uses: Iterable[_Use], board: _Board) -> Wiring:
    pins = {(use.kind, use.which): use.pin for use in uses}
    return Wiring(
        profile,
        MappingProxyType({seat: board.contact("buzzer", pins["buzzer", seat]) for seat in SEATS}),
        MappingProxyType({seat: pins["lamp", seat] for seat in SEATS}),
        MappingProxyType({name: board.contact("button", pins["button", name]) for name in BUTTONS}),
    )


# -- the file

Check = tuple[Callable[[Any], bool], str]
"""Is the value of the right kind, and what it must be."""

LEVEL: Check = (lambda v: v in ("low", "high"), '"low" or "high"')
BIAS: Check = (lambda v: v in ("up", "down", "none"), '"up", "down" or "none"')
PINS: Check = (lambda v: isinstance(v, list) and all(map(whole, v)), "a list of pin numbers, or []")
SECTION: dict[str, Check] = {
    "pin_name": (lambda v: isinstance(v, str) and v.isalpha(), 'the word before a pin number, such as "GPIO"'),
    "highest": (lambda v: whole(v) and 1 <= v <= 99, "the highest pin number, 1 to 99"),
    "buzzer_active": LEVEL,
    "buzzer_bias": BIAS,
    "button_active": LEVEL,
    "button_bias": BIAS,
    "pulled_up_at_start": PINS,
    "pulled_up_for_good": PINS,
    "reserved": (
        lambda v: isinstance(v, dict) and all(re.fullmatch("[0-9]|[1-9][0-9]", pin) and _text(v[pin]) for pin in v),
        'a section with lines such as 14 = "the reason"',
    ),
}


def _text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _board(path: Path, profile: str) -> _Board:
    table = read_toml(path)
    boards = {name: _section(path, name, _whole_section(path, name, table)) for name in table}
    if profile not in boards:
        raise fault(path, None, f"has no section for the profile {profile!r:.40}; add it, or choose another profile")
    return boards[profile]


def _whole_section(path: Path, name: str, table: Mapping[str, object]) -> dict[str, Any]:
    """The section with what it takes over from the one it is `like`."""
    section = table[name]
    if not isinstance(section, dict) or not name.isprintable():
        raise fault(path, None, f"{name!r:.40} is no section of a profile; write it below one, such as [pi]")
    if "like" not in section:
        return section
    base = next((table[other] for other in table if other == section["like"]), None)
    if not isinstance(base, dict) or "like" in base:
        raise fault(path, None, f'[{name}] like must be the name of a section that is whole itself, such as "pi"')
    return {key: value for key, value in (base | section).items() if key != "like"}


def _section(path: Path, name: str, values: Mapping[str, Any]) -> _Board:
    if key := unknown_key(values, (*SECTION, *USES)):
        raise fault(path, None, f"[{name}] has an unknown key {key!r:.40}; allowed are {', '.join((*SECTION, *USES))}")
    if missing := next((key for key in (*SECTION, *USES) if key not in values), None):
        raise fault(path, None, f"[{name}] {missing} is missing; add it")
    for key, (fits, what) in SECTION.items():
        if not fits(values[key]):
            raise fault(path, None, f"[{name}] {key} must be {what}")
    for kind in ("buzzer", "button"):
        if (values[f"{kind}_active"], values[f"{kind}_bias"]) in (("low", "down"), ("high", "up")):
            # The resistor would press the line of every plug that comes out.
            raise fault(path, None, f"[{name}] {kind}_bias holds the line pressed ({kind}_active); turn it round")
    board = _Board(values, _uses(values, path, f"[{name}] ", values["highest"]))
    _check(board.uses, board)
    return board


# -- the pins


def _uses(given: Mapping[str, object], source: Path | str, section: str, highest: int) -> list[_Use]:
    """Everything `given` puts on a pin. Raises BadInput: not a number of a pin that is there, not eight of them."""
    found = []
    for key in (key for key in USES if key in given):
        value: Any = given[key]
        if key in BUTTONS:
            placed: list[tuple[str, Seat | str, object]] = [("button", key, value)]
        elif isinstance(value, list | tuple) and len(value) == len(SEATS):
            placed = [(key.removesuffix("s"), seat, pin) for seat, pin in zip(SEATS, value, strict=True)]
        else:
            raise fault(source, None, f"{section}{key} must be a list of eight pin numbers, one for each seat")
        for kind, which, pin in placed:
            if not isinstance(pin, int) or not whole(pin) or not 0 <= pin <= highest:
                nowhere = _Use(kind, which, -1, source, section, key)
                raise nowhere.fault(f"must be on a pin that is there; give a whole number from 0 to {highest}")
            found.append(_Use(kind, which, pin, source, section, key))
    return found


def _check(uses: Iterable[_Use], board: _Board) -> None:
    """Raises BadInput: a reserved pin, one that can only be pulled low, two uses on one pin."""
    taken: dict[int, _Use] = {}
    for use in uses:
        at = board.pin(use.pin)
        if why := board.values["reserved"].get(str(use.pin)):
            raise use.fault(f"is on {at}, which is kept for {why}; choose another pin")
        if use.pin in board.values["pulled_up_for_good"]:
            contact = None if use.kind == "lamp" else board.contact(use.kind, use.pin)
            if contact is None or not contact.active_low or contact.bias != "up":
                raise use.fault(f"is on {at}, which a resistor on the board always pulls up; choose another pin")
        if first := taken.get(use.pin):
            raise use.fault(f"is on {at}, and so is {first}{_origin(first, use)}; give each a pin of its own")
        taken[use.pin] = use


def _origin(first: _Use, second: _Use) -> str:
    """Where the first use comes from, unless it stands in the same line as the second."""
    if first.section != second.section:
        return " as shipped"
    file = "" if first.source == second.source else f"{first.source}: "
    return "" if first.key == second.key else f" ({file}{first.section}{first.key})"
