"""`mopsbox check`: what works on this machine, a line each, and what to do about the rest (formats.md).

found (a finding), parts (what is looked at), then a module a group: machine, screen, sound, gpio, lamps, hub, disk,
kept (backups), clock, service. With loopback plugs: loopback, skew. With a person: buzzers.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from ..jsonl import BadInput
from ..table import Seat
from . import buzzers, clock, disk, gpio, hub, kept, lamps, loopback, machine, screen, service, sound
from .found import Finding, guarded, worst
from .parts import Parts, gather
from .skew import histogram, spread

__all__ = ["check", "findings"]

NAME_WIDTH = 20


def check(
    data: Path | None,
    config_file: Path | None,
    as_json: bool,
    edges: int | None = None,
    press: bool = False,
    light: bool = False,
    out: TextIO | None = None,
) -> int:
    """The command; status 1 on a FAIL, else 0. `edges`: the loopback test with so many; `press`: press each buzzer;
    `light`: light each lamp. Raises BadInput."""
    if edges is not None and edges < 1:
        raise BadInput(f"--loopback {edges}: give 1 or more edges")
    out = out or sys.stdout
    parts, found = gather(data, config_file)
    extra: dict[str, object] = {}
    try:
        if edges is not None:
            looped = loopback.check(parts, edges, _tell)
            found += looped.findings
            extra["loopback"] = _figures(edges, looped.skews)
            print(picture(looped.skews), end="", file=sys.stderr if as_json else out)
        elif press:
            found += guarded("press", lambda: buzzers.check(parts, _tell))
        elif light:
            found += guarded("lamps", lambda: lamps.check(parts, _lit))
        else:
            found += findings(parts)
    finally:
        if parts.factory is not None:
            parts.factory.close()
    print(as_document(found, extra) if as_json else as_text(found), file=out)
    return int(worst(found) == "FAIL")


def findings(parts: Parts) -> list[Finding]:
    """Everything that can be checked without anybody's help."""
    groups: dict[str, Callable[[], Sequence[Finding]]] = {
        "libraries": machine.libraries,
        "power": lambda: machine.power(parts.root),
        "screen": lambda: screen.check(parts),
        "languages": lambda: [screen.languages(parts.screen.language)],
        "sound": lambda: sound.check(parts),
        "gpio": lambda: gpio.check(parts),
        "lamps": lambda: lamps.check(parts),
        "hub": lambda: hub.check(parts),
        "disk": lambda: disk.check(parts),
        "backups": lambda: kept.check(parts),
        "clock": clock.check,
        "service": lambda: service.check(parts),
    }
    return [found for name, group in groups.items() for found in guarded(name, group)]


def as_document(found: Sequence[Finding], extra: Mapping[str, object]) -> str:
    """The findings as one JSON document (formats.md), in ASCII: it can be written wherever it goes."""
    checks = [{"name": f.name, "status": f.status, "says": f.says} for f in found]
    return json.dumps({"checks": checks, "status": worst(found), **extra})


def as_text(found: Sequence[Finding]) -> str:
    """A line each, and what it comes to."""
    lines = [f"{f.status:<5} {f.name:<{NAME_WIDTH}} {f.says}" for f in found]
    bad = sum(f.status == "FAIL" for f in found)
    doubtful = sum(f.status == "WARN" for f in found)
    return "\n".join([*lines, f"{worst(found)}: {len(found)} checks, {doubtful} warnings, {bad} failed"])


def picture(skews: Mapping[Seat, Sequence[float]]) -> str:
    """The histogram of the loopback test; nothing where nothing was measured."""
    bars = histogram([value for values in skews.values() for value in values])
    return "\n".join(["stamps against the middle of all channels:", *bars, ""]) if bars else ""


def _figures(edges: int, skews: Mapping[Seat, Sequence[float]]) -> dict[str, object]:
    """`skew_us`: of each channel 1 %, 50 % and 99 %."""
    figures = {str(seat): [round(value, 2) for value in spread(values)] for seat, values in skews.items() if values}
    return {"edges": edges, "skew_us": figures}


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _lit(seat: Seat) -> None:
    _tell(f"lamp {seat} is lit")
    time.sleep(lamps.LIT_S)
