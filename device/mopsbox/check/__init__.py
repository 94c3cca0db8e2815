"""`mopsbox check`: what works on this machine, a line each, and what to do about the rest (formats.md).

found (a finding), parts (what is looked at), then a module a group: machine, screen, sound, gpio, lamps, hub, disk,
kept (backups), clock, service; before them all atrest. With loopback plugs: loopback, skew. With a person: buzzers.
With patience: soak. report: the machine it was made on.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ..jsonl import BadInput
from ..table import Seat
from . import (
    atrest,
    buzzers,
    clock,
    disk,
    gpio,
    hub,
    kept,
    lamps,
    loopback,
    machine,
    report,
    screen,
    service,
    soak,
    sound,
)
from .found import Finding, guarded, worst
from .parts import Parts, gather
from .skew import histogram, spread

__all__ = ["Trial", "check", "findings"]

NAME_WIDTH = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried instead of the plain check, one of: the loopback test with so many `edges`; `press` each buzzer;
    `light` each lamp; a soak of so many minutes."""

    edges: int | None = None
    press: bool = False
    light: bool = False
    soak: float | None = None

    def __post_init__(self) -> None:
        """Raises BadInput."""
        if self.edges is not None and self.edges < 1:
            raise BadInput(f"--loop {self.edges}: give 1 or more edges")
        if self.soak is not None and not 0 < self.soak <= soak.LONGEST:
            raise BadInput(f"--soak {self.soak:g}: give more than 0 and at most {soak.LONGEST:g} minutes")


def check(
    data: Path | None,
    config_file: Path | None,
    as_json: bool,
    trial: Trial | None = None,
    out: TextIO | None = None,
) -> int:
    """The command; status 1 on a FAIL, else 0. Raises BadInput."""
    out = out or sys.stdout
    parts, found = gather(data, config_file)
    extra: dict[str, object] = {"machine": report.machine(parts)}
    try:
        found += _tried(parts, trial or Trial(), extra, sys.stderr if as_json else out)
    finally:
        if parts.factory is not None:
            parts.factory.close()
    print(as_document(found, extra) if as_json else as_text(found), file=out)
    return int(worst(found) == "FAIL")


def _tried(parts: Parts, trial: Trial, extra: dict[str, object], shown: TextIO) -> list[Finding]:
    """`extra` takes the figures for the document, `shown` the histogram."""
    if trial.edges is not None:
        looped = loopback.check(parts, trial.edges, _tell)
        extra["loopback"] = _figures(trial.edges, looped.skews)
        print(picture(looped.skews), end="", file=shown)
        return looped.findings
    if trial.soak is not None:
        soaked = soak.check(parts, trial.soak, _tell)
        extra["soak"] = soaked.figures
        return soaked.findings
    if trial.press:
        return guarded("press", lambda: buzzers.check(parts, _tell))
    if trial.light:
        return guarded("lamps", lambda: lamps.check(parts, _lit))
    return findings(parts)


def findings(parts: Parts) -> list[Finding]:
    """Everything that can be checked without anybody's help; first of all the supply, and whether all is at rest."""
    groups: dict[str, Callable[[], Sequence[Finding]]] = {
        "power": lambda: machine.power(parts.root),
        "libraries": machine.libraries,
        "screen": lambda: screen.check(parts),
        "languages": lambda: [screen.languages(parts.screen.language)],
        "sound": lambda: sound.check(parts),
        "gpio": lambda: gpio.check(parts),
        "lamps": lambda: lamps.check(parts),
        "hub": lambda: hub.check(parts),
        "disk": lambda: disk.check(parts),
        "backups": lambda: kept.check(parts),
        "clock": lambda: clock.check(parts),
        "service": lambda: service.check(parts),
    }
    found = {name: guarded(name, group) for name, group in groups.items()}
    power = found.pop("power")
    rest = atrest.judged([*found["gpio"], *found["hub"]])
    return [*power, *rest, *(each for group in found.values() for each in group)]


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
