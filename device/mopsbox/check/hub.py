"""The buzzer hub on USB: is one plugged in, may we talk to it, and does it answer as a hub?"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from ..inputs import hubport
from ..inputs.hub import HubInputs
from ..inputs.hubport import Port
from ..table import Seat
from . import gpio
from .found import Finding, fail, ok, warn
from .parts import Parts

NAME = "hub"
PATIENCE_S = 4.0  # for each board: it is asked twice, a second each, and says how late its answers are


def check(
    parts: Parts,
    ports: Callable[[], Iterable[Any]] = hubport.listed,
    opened: Callable[[str], Port] = hubport.opened,
    patience_s: float = PATIENCE_S,
) -> list[Finding]:
    """`ports`, `opened`: as HubInputs. Only a box that is to use a hub, or would by itself, talks to one."""
    wanted = parts.profile == "pico"
    try:
        found = hubport.candidates(parts.hub_port, ports)
    except ImportError as error:
        return [warn(NAME, f"cannot be looked for, pyserial does not load ({error}); pip install pyserial")]
    if not found:
        named = f"nothing on {parts.hub_port} (buzzers.port)" if parts.hub_port else "no hub plugged in"
        if wanted:
            return [fail(NAME, f"{named}: plug its USB cable in, or set buzzers.profile to what is there")]
        return [ok(NAME, f"{named}; only buzzers.profile = pico needs one")]
    if not wanted and parts.profile != "auto":
        return [ok(NAME, f"a board on {found[0].device}, which buzzers.profile = {parts.profile} does not use")]
    told, said, pressed = asked(parts.hub_port, ports, opened, patience_s, len(found))
    if not told:
        whys = said or [f"{found[0].device} does not answer"]
        return [Finding(NAME, "FAIL" if wanted else "WARN", why) for why in whys]
    return [ok(NAME, told), *resting(pressed), *(warn(NAME, each) for each in said)]


def resting(pressed: Iterable[Seat]) -> list[Finding]:
    """What the hub says of its eight lines. It counts a buzzer that is down at its start only once that was let go."""
    held = [Finding(f"{NAME} buzzer {seat}", *gpio.PRESSED) for seat in sorted(pressed)]
    return held or [ok(f"{NAME} buzzers", "all eight are at rest")]


def asked(
    name: str, ports: Callable[[], Iterable[Any]], opened: Callable[[str], Port], patience_s: float, boards: int
) -> tuple[str, list[str], frozenset[Seat]]:
    """Which hub answers ("": none), what else there is to say (of each of the `boards` that is none, why), and the
    buzzers that are pressed."""
    said: list[str] = []
    heard = threading.Event()

    def log(sentence: str) -> None:
        if sentence != hub.about:
            said.append(sentence)
        heard.set()

    hub = HubInputs(time.monotonic_ns, lambda told: None, heard.set, log, name, ports, opened)
    hub.start()
    try:
        end = time.monotonic() + patience_s * boards
        while not hub.up and len(said) < boards and (rest := end - time.monotonic()) > 0:
            heard.wait(min(rest, 0.05))
            heard.clear()
        return (hub.about, said, hub.pressed) if hub.up else ("", said, frozenset())
    finally:
        hub.close()
