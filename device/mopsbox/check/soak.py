"""The soak: lamps flash together and in turn, the sound plays loud, nobody touches anything, and no buzzer may move.

Whatever moves a line then is no finger: the lamps' wires, the loudspeaker's current, the supply or a loose plug
(facts/hardware.md, Bring-up 6). The menu's buttons are listened to as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ..inputs.contacts import Moved
from ..inputs.lines import Lines
from ..sound.speaker import BROKEN, NO_SOUND, Speaker
from ..table import MS, SEATS, SECOND, Seat, Sound
from . import gpio, machine
from .found import Finding, fail, ok, warn
from .lamps import Lights
from .parts import Parts
from .rig import Unready, opened

NAME = "soak"
LONGEST = 24 * 60.0
STEP_S = 0.25  # between two changes of the lamps: two flashes a second at most (design.md: under three)
TOGETHER = 4  # steps in which all flash; then one after the other
WITH_LAMPS = 2 * MS  # an edge so soon after the lamps' switching comes from it; the electronics take microseconds
TOLD_EVERY = 60 * SECOND
LOUD = 100
NONE = "no sound: "  # so the speaker's reason begins


class Voice(Protocol):
    """What plays."""

    def play(self, sound: Sound) -> None: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class Moves:
    """Of one line: how many edges, `with_lamps` so many of them as lamps switched, and when the `first` came (ns since
    the start)."""

    first: int
    edges: int = 0
    with_lamps: int = 0


@dataclass(slots=True)
class Seen:
    """What a soak was and what it saw. `ns`: how long it took, `asked` how long it was to take; `switched`: changes of
    the lamps; `moved`: by the line's name ("buzzer 3"); `held`: lines closed before it began; `low`: steps at which the
    supply voltage was too low. `silent`: why no sound was to be heard."""

    asked: int
    ns: int = 0
    switched: int = 0
    sounds: int = 0
    low: int = 0
    silent: str = ""
    held: frozenset[str] = frozenset()
    moved: dict[str, Moves] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Soaked:
    """`figures`: for the JSON document; empty where nothing could be tried."""

    findings: list[Finding]
    figures: Mapping[str, object]


def lit(step: int) -> frozenset[Seat]:
    """The lamps that are lit in this step: all together, twice; then one after the other; and again."""
    at = step % (TOGETHER + len(SEATS))
    if at < TOGETHER:
        return frozenset(SEATS if at % 2 == 0 else ())
    return frozenset((SEATS[at - TOGETHER],))


def check(
    parts: Parts,
    minutes: float,
    told: Callable[[str], None],
    speaker: Callable[[Seen], Voice] | None = None,
    step_s: float = STEP_S,
) -> Soaked:
    """`told`: takes a sentence on how far it is. `speaker`: what plays, else the box's own at its loudest. Ctrl-C ends
    it, and what was seen until then is told."""
    seen = Seen(round(minutes * 60 * SECOND), silent="" if parts.sound_on else "sound.on is false")
    try:
        with opened(parts, buttons=True) as (wiring, lights, lines):
            voice = (speaker or loudest)(seen) if parts.sound_on else None
            try:
                _soak(seen, lights, lines, wiring.names(), voice, parts.root, told, round(step_s * SECOND))
            finally:
                if voice:
                    voice.close()
    except Unready as why:
        return Soaked([fail(NAME, str(why))], {})
    return Soaked(judged(seen), _figures(seen))


def loudest(seen: Seen) -> Voice:
    """The box's own sound as loud as it gets, whatever is set; what it lacks is noted in `seen`."""
    seen.silent = "the sound card did not open in time"

    def tell(source: str, word: str) -> None:
        if source == "sound":
            seen.silent = seen.silent if word == NO_SOUND else ""  # why, is in the log
        elif word == BROKEN:
            seen.silent = "a sound cannot be read"

    def log(sentence: str) -> None:
        if sentence.startswith(NONE):
            seen.silent = sentence.removeprefix(NONE).partition(";")[0]

    voice = Speaker(True, LOUD, False, tell, log)
    voice.start()
    return voice


def _soak(
    seen: Seen,
    lights: Lights,
    lines: Lines,
    names: Mapping[int, str],
    voice: Voice | None,
    root: Path,
    told: Callable[[str], None],
    step_ns: int,
) -> None:
    """Fills `seen`; all lamps are dark afterwards (rig)."""
    told(f"Soaking for {_minutes(seen.asked)}: touch nothing, plug nothing in. Ctrl-C ends it.")
    time.sleep(gpio.SETTLE_S)
    lines.read()
    seen.held = frozenset(names[pin] for pin in lines.closed())
    start = now = last = time.monotonic_ns()
    tell_at = start + TOLD_EVERY
    try:
        while now < start + seen.asked:
            shown = lit(seen.switched)
            written = min(lights.write({seat: seat in shown for seat in SEATS}).values())
            before, last = last, written
            seen.switched += 1
            if voice:
                voice.play(Sound("voice", SEATS[seen.switched % len(SEATS)]))
                seen.sounds += not seen.silent
            seen.low += any(found.status != "OK" for found in machine.power(root))
            until = min(written + step_ns, start + seen.asked)
            while (now := time.monotonic_ns()) < until:
                lines.wait((until - now) / SECOND)
                _count(seen, lines.read(), names, start, (before, last))
            if now >= tell_at:
                tell_at += TOLD_EVERY
                told(f"  {_minutes(now - start)}, {sum(each.edges for each in seen.moved.values())} edges so far")
    except KeyboardInterrupt:
        now = time.monotonic_ns()
        told("  ended here")
    seen.ns = now - start


def _count(seen: Seen, moves: Iterable[Moved], names: Mapping[int, str], start: int, written: tuple[int, int]) -> None:
    """`written`: when the lamps were switched the last two times, for an edge may be read late. All of one clock."""
    for move in moves:
        each = seen.moved.setdefault(names[move.pin], Moves(move.t - start))
        each.edges += 1
        each.with_lamps += any(0 <= move.t - t < WITH_LAMPS for t in written)


# -- what it means


def judged(seen: Seen) -> list[Finding]:
    """Each line that moved or was held, then the power, the sound, and all together."""
    return [*_held(seen.held), *_moved(seen.moved), *_power(seen), *_sound(seen), overall(seen)]


def _held(held: Iterable[str]) -> list[Finding]:
    return [fail(f"{NAME} {name}", f"{name} {gpio.PRESSED[1]}") for name in sorted(held)]


def _moved(moved: Mapping[str, Moves]) -> list[Finding]:
    buzzers = [name for name in moved if name.startswith("buzzer")]
    if len(buzzers) == len(SEATS) and all(moved[name].with_lamps == moved[name].edges for name in buzzers):
        return [fail(NAME, "every buzzer moved with the lamps, and only then: take the loopback plugs out and repeat")]
    return [fail(f"{NAME} {name}", _noise(name, moved[name])) for name in sorted(moved)]


def _noise(name: str, moves: Moves) -> str:
    told = f"noise: {name} moved {_times(moves.edges)} though nobody touched it, first after {_minutes(moves.first)}"
    if 2 * moves.with_lamps > moves.edges:
        return (
            f"{told}, {moves.with_lamps} of them as lamps switched; keep its SW wire away from the lamps' wires, and "
            "twist SW with GND"
        )
    return f"{told}; look for a loose contact at its plug, then for a cable beside mains or loudspeaker wires"


def _power(seen: Seen) -> list[Finding]:
    if not seen.low:
        return []
    says = f"the supply voltage was too low at {seen.low} of {seen.switched} looks"
    return [warn(f"{NAME} power", f"{says}; use the Pi's own power supply and cable")]


def _sound(seen: Seen) -> list[Finding]:
    if not seen.silent:
        return []
    return [warn(f"{NAME} sound", f"soaked without sound ({seen.silent}): mopsbox check says what to do; repeat it")]


def overall(seen: Seen) -> Finding:
    edges = sum(each.edges for each in seen.moved.values())
    told = f"{_minutes(seen.ns)}, lamps switched {_times(seen.switched)}, {seen.sounds} sounds"
    if edges:
        return fail(NAME, f"{told}: {edges} edges, none is allowed")
    if seen.ns < seen.asked:
        return warn(NAME, f"{told}: no edge so far, but {_minutes(seen.asked)} were asked for; let it run to its end")
    return ok(NAME, f"{told}: no edge on any buzzer or menu button")


def _figures(seen: Seen) -> dict[str, object]:
    moved: Sequence[tuple[str, Moves]] = sorted(seen.moved.items())
    return {
        "minutes": round(seen.ns / SECOND / 60, 2),
        "switched": seen.switched,
        "sounds": seen.sounds,
        "edges": {name: each.edges for name, each in moved},
    }


def _minutes(ns: int) -> str:
    seconds = ns / SECOND
    return f"{seconds:.3g} s" if seconds < 120 else f"{seconds / 60:.3g} minutes"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
