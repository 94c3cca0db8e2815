"""Press each buzzer: a person presses one after the other, the lamp answers, and crossed or worn ones are found.

In text, for whoever builds the box; on the table the screen does it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..inputs.contacts import Moved
from ..inputs.lines import Lines
from ..table import MS, SECOND, Seat
from ..wiring import Wiring
from . import gpio
from .found import Finding, fail, ok, warn
from .lamps import Lights
from .parts import Parts
from .rig import Unready, opened

NAME = "press"
QUIET_NS = 30 * MS  # so long nothing moves between the closing's bouncing and the opening's
REST_S = 0.1  # a press is over when everything has been open and quiet for so long
PATIENCE_S = 30.0
WORN_NS = 20 * MS  # the referee gives a contact that long to come to rest (design.md)
TRIES = 2  # a person errs; the same answer twice is the wiring's

Moves = Mapping[Seat, Sequence[Moved]]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a press is waited for, and when it counts as over; seconds."""

    press_s: float = PATIENCE_S
    rest_s: float = REST_S


def check(parts: Parts, told: Callable[[str], None], patience: Patience | None = None) -> list[Finding]:
    """`told`: takes the sentences for the person at the buzzers."""
    try:
        with opened(parts) as (wiring, lights, lines):
            return _Walk(lights, lines, wiring, told, patience or Patience()).all()
    except Unready as why:
        return [fail(NAME, str(why))]


class _Walk:
    """From buzzer to buzzer."""

    def __init__(
        self, lights: Lights, lines: Lines, wiring: Wiring, told: Callable[[str], None], patience: Patience
    ) -> None:
        self._lights, self._lines, self._told, self._patience = lights, lines, told, patience
        self._seats = {contact.pin: seat for seat, contact in wiring.buzzers.items()}
        self._stuck: frozenset[Seat] = frozenset()
        self._stuck = self._closed()

    def all(self) -> list[Finding]:
        """Every buzzer in turn; with Ctrl-C the rest is left out."""
        found: dict[Seat, Finding] = {}
        try:
            for seat in self._seats.values():
                found[seat] = _stuck(seat) if seat in self._stuck else self._one(seat)
                self._told(f"  {found[seat].says}")
        except KeyboardInterrupt:
            self._told("  left out from here on")
        rest = [seat for seat in self._seats.values() if seat not in found]
        return [
            *found.values(),
            *(fail(f"{NAME} {seat}", f"buzzer {seat} was not tried: do it again") for seat in rest),
        ]

    def _closed(self) -> frozenset[Seat]:
        """The buzzers held down; those that were so before anybody pressed are left out."""
        return frozenset(self._seats[pin] for pin in self._lines.closed()) - self._stuck

    def _one(self, seat: Seat) -> Finding:
        self._lines.read()
        self._told(f"Press buzzer {seat}, and let it go. Its lamp is lit while you hold it.")
        answers: list[Finding] = []
        for again in range(TRIES):
            moves = self._press()
            answers.append(_stuck(seat) if seat in self._closed() else judged(seat, moves))
            if answers[-1].status != "FAIL" or not moves:
                break
            if again + 1 < TRIES:
                self._told(f"  {answers[-1].says}\nOnce more, to be sure: buzzer {seat}.")
        return answers[-1]

    def _press(self) -> Moves:
        """Everything that moves from the first edge until all is at rest; the lamps follow meanwhile."""
        moves: dict[Seat, list[Moved]] = {}
        until = end = time.monotonic() + self._patience.press_s
        while True:
            for move in self._lines.read():
                moves.setdefault(self._seats[move.pin], []).append(move)
            closed = self._closed()
            self._lights.write({seat: seat in closed for seat in self._seats.values()})
            if moves:
                last = max(move.t for each in moves.values() for move in each)
                until = end if closed else last / SECOND + self._patience.rest_s
            if (left := until - time.monotonic()) <= 0:
                break
            self._lines.wait(left)
        return moves


def _stuck(seat: Seat) -> Finding:
    return fail(f"{NAME} {seat}", f"stuck: buzzer {seat} {gpio.PRESSED[1]}")


def judged(seat: Seat, moves: Moves) -> Finding:
    """What it means that these buzzers moved when somebody pressed `seat`."""
    name, moved = f"{NAME} {seat}", sorted(moves)
    if not moved:
        return warn(
            name, f"no press of buzzer {seat} came: if you did press, look at its plug and at its wires (SW, GND)"
        )
    if len(moved) > 1:
        names = " and ".join(map(str, moved))
        return fail(
            name, f"shorted: buzzers {names} moved together; press only one, else look for a bridge between them"
        )
    if moved != [seat]:
        other = moved[0]
        return fail(name, f"crossed: buzzer {other} answered for {seat}; swap the plugs or wires of {seat} and {other}")
    longest, edges = bounce(moves[seat])
    told = f"buzzer {seat} answers, its contact bounces for {longest / MS:.1f} ms ({edges} edges)"
    if longest > WORN_NS:
        return warn(name, f"{told}: longer than {WORN_NS // MS} ms, its switch is worn; put a new one in")
    return ok(name, told)


def bounce(moves: Sequence[Moved]) -> tuple[int, int]:
    """The longest bouncing in ns, from its first edge to its last, and how many edges there were. A pause of
    QUIET_NS ends a bouncing."""
    stamps = sorted(move.t for move in moves)
    longest, began = 0, stamps[0]
    for before, after in pairwise(stamps):
        if after - before > QUIET_NS:
            began = after
        longest = max(longest, after - began)
    return longest, len(stamps)
