"""The pins: the chip, and of every buzzer's and button's line whether it can be had and whether it rests."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ..inputs.lines import KernelLines, Lines, PinLines
from ..places import NoGpio
from ..wiring import Contact, Wiring, doubts
from .found import Finding, Status, fail, ok, warn
from .parts import OURS, Parts

NAME = "gpio"
ALL = f"{NAME} buzzers"  # all eight at once
SETTLE_S = 0.002  # the chip's own pull-up charges 1 nF and a cable in far less

RUNNING = f"held by {OURS}: the box is running; stop it (sudo systemctl stop {OURS}) and repeat"  # a whole test
OUR_LINES = (OURS, "gpiozero")  # the running box's contacts, and its lamps as gpiozero's devices
Found = tuple[Status, str]  # a finding whose name the caller knows
PRESSED: Found = (
    "FAIL",
    "reads pressed though nobody touches it: let go of it; if it stays, look for a short between its two wires",
)


def check(parts: Parts) -> list[Finding]:
    if not isinstance(parts.wiring, Wiring):
        return [Finding(NAME, "FAIL" if parts.is_box else "WARN", str(parts.wiring))]
    if parts.factory is None:
        return [without(parts)]
    try:
        return _lines(parts, parts.wiring)
    except NoGpio as gone:
        return [fail(NAME, str(gone))]


def _lines(parts: Parts, wiring: Wiring) -> list[Finding]:
    buzzers = {f"{NAME} buzzer {seat}": line(parts, contact) for seat, contact in wiring.buzzers.items()}
    buttons = {f"{NAME} button {name}": line(parts, contact) for name, contact in wiring.buttons.items()}
    if all(found is PRESSED for found in buzzers.values()):
        first = [fail(ALL, other_way_round(wiring.profile))]
    else:
        first = [Finding(name, *found) for name, found in buzzers.items()]
    return [chip(parts, wiring), *first, *(Finding(name, *found) for name, found in buttons.items())]


def other_way_round(profile: str) -> str:
    """Eight pressed buzzers: nobody holds so many, the signal is turned round."""
    other = "pi" if profile == "pi-ahc14" else "pi-ahc14"
    return f"all of them read pressed: the board works the other way round; set buzzers.profile = {other}"


def without(parts: Parts) -> Finding:
    """What to say where no pins can be used."""
    if parts.gpio is None:
        return ok(NAME, f"not used: buzzers.profile is {parts.profile}")
    if isinstance(parts.gpio, NoGpio) and parts.gpio.word == "gpio-none" and not parts.asks_for_pins:
        return ok(NAME, "no pins on this machine: keyboard and mouse are the buzzers (the simulated box)")
    return fail(NAME, str(parts.gpio))


def chip(parts: Parts, wiring: Wiring) -> Finding:
    """Which chip it is, by the label it was found by."""
    label = getattr(parts.factory, "chip_label", type(parts.factory).__name__)
    path = getattr(parts.factory, "chip_path", "")
    told = f"{label} {path}".strip()
    if glowing := doubts(wiring):
        return warn(NAME, f"{told}; {'; '.join(glowing)}")
    if parts.running():
        return warn(NAME, f"{told}, held by mopsbox: the box is running; stop it to check every line")
    return ok(NAME, f"{told}, profile {wiring.profile}")


def line(parts: Parts, contact: Contact) -> Found:
    """One buzzer's or button's line: can it be had, and does it rest?"""
    pin = f"GPIO {contact.pin}"
    if held := holder(parts, contact.pin):
        return held
    try:
        lines = lines_of(parts.factory, {contact.pin: contact})
    except Exception as error:
        return refused(error, pin)
    try:
        time.sleep(SETTLE_S)
        pressed = bool(lines.closed())
    except Exception as error:
        return refused(error, pin)
    finally:
        with suppress(Exception):
            lines.close()
    return PRESSED if pressed else ("OK", f"{pin} is free and at rest")


def lines_of(factory: Any, contacts: Mapping[int, Contact]) -> Lines:
    """The contacts' lines, read in the very way the box reads them."""
    return (KernelLines if hasattr(factory, "request") else PinLines)(factory, contacts)


def holder(parts: Parts, pin: int) -> Found | None:
    """What to say where somebody else holds the line."""
    held = parts.holder(pin)
    if held is None:
        return None
    if held in OUR_LINES and parts.running():
        return "WARN", f"GPIO {pin} is held by mopsbox: the box is running; stop it to check this line"
    return "FAIL", f"GPIO {pin} is held by {held}: end that program, or take its overlay out of config.txt"


def refused(error: Exception, what: str = "the pins") -> Found:
    """What cannot be had or went away. Our factory's own sentences say what to do."""
    if isinstance(error, NoGpio):
        return "FAIL", str(error)
    return "FAIL", f"{what} cannot be used ({error}); check [pins] in the settings and what else uses the pins"
