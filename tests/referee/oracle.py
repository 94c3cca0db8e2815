"""Who was first, worked out from the complete edge list with intervals. Shares no code with the referee.

A line's edges become stretches of one level. A contact is pressed at the first stretch that is closed for 1 ms, at rest
at the first that is open for 5 ms, chatter if neither comes within 20 ms. A winner is the earliest press of an opening,
known once every candidate that began at most 50 us after it has been resolved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from mopsbox.table import Command, Edge, Ruling, Seat

A, Q, B, TIE, S = 1_000_000, 5_000_000, 20_000_000, 50_000, 10_000_000_000
NEVER = 10**30


@dataclass(frozen=True)
class Candidate:
    seat: Seat
    first: int
    said: str
    resolved: int


def stretches(edges: Sequence[tuple[int, bool]]) -> list[tuple[int, int, bool]]:
    """(from, to, level): neighbours of one level are one stretch."""
    changes = [e for i, e in enumerate(edges) if i == 0 or e[1] != edges[i - 1][1]]
    ends = [t for t, _ in changes[1:]] + [NEVER]
    return [(t, end, level) for (t, level), end in zip(changes, ends, strict=True)]


def line(seat: Seat, edges: Sequence[tuple[int, bool]], held_since: int | None) -> tuple[list[Candidate], list[Ruling]]:
    """All candidates of one contact, and its `stuck` and `rearmed`."""
    candidates: list[Candidate] = []
    others: list[Ruling] = []
    rest = list(edges)
    held = held_since is not None
    while rest or held:
        first = held_since if held else rest[0][0]
        parts = stretches([(first, True), *rest] if held else rest)
        if held:
            resolved = first
        else:
            ends = [
                (s + (A if up else Q), "press" if up else "glitch") for s, e, up in parts if e - s >= (A if up else Q)
            ]
            resolved, said = ends[0] if ends and ends[0][0] <= first + B else (first + B, "chatter")
            candidates.append(Candidate(seat, first, said, resolved))
            if said == "glitch":
                rest = [e for e in rest if e[0] >= resolved]
                continue
        open_again = [s + Q for s, e, up in parts if not up and e - s >= Q and s + Q >= resolved]
        free = open_again[0] if open_again else NEVER
        stuck = [s + S for s, e, up in parts if up and e - s >= S and resolved < s + S < free]
        if stuck:
            others.append(Ruling(stuck[0], "stuck", seat, first))
        if free < NEVER:
            others.append(Ruling(free, "rearmed", seat, first))
        rest = [e for e in rest if e[0] >= free]
        held = False
    return candidates, others


def stopped(events: Iterable[Edge | Command], found: Sequence[Candidate]) -> int:
    """When an audit ends: past the last line, once no candidate is open."""
    last = max(e.t for e in events)
    return max([last] + [c.resolved for c in found])


def rulings(
    seats: Sequence[Seat],
    events: Sequence[Edge | Command],
    held: Sequence[Seat] = (),
    penalty_ms: int = 0,
    seed: int = 0,
) -> list[Ruling]:
    """Every ruling of a complete log, in a fixed order."""
    if not events:
        return []
    start = min(e.t for e in events)
    found: list[Candidate] = []
    out: list[Ruling] = []
    for seat in seats:
        edges = [(e.t, e.closed) for e in events if isinstance(e, Edge) and e.seat == seat]
        candidates, others = line(seat, edges, start if seat in held else None)
        found += candidates
        out += others
    commands = sorted((e for e in events if isinstance(e, Command)), key=lambda c: c.t)
    early = [(c, is_early(c, commands)) for c in found]
    out += [Ruling(c.resolved, "early" if soon else c.said, c.seat, c.first) for c, soon in early]
    out += winners(found, commands, penalty_ms * A, seed)
    end = stopped(events, found)
    return in_order(r for r in out if r.t <= end)


def in_order(found: Iterable[Ruling]) -> list[Ruling]:
    return sorted(found, key=lambda r: (r.t, r.said == "winner", r.seat, r.said))


def is_early(candidate: Candidate, commands: Sequence[Command]) -> bool:
    before = [c.do for c in commands if c.t <= candidate.first]
    return candidate.said == "press" and bool(before) and before[-1] == "arm"


def punished(presses: Sequence[Candidate], commands: Sequence[Command], penalty: int) -> set[Candidate]:
    """Presses that came while their seat was barred for an earlier press."""
    out = set()
    until: dict[Seat, int] = {}
    ends = [c.t for c in commands if c.do in ("right", "close")]
    since: dict[Seat, int] = {}
    for p in sorted(presses, key=lambda p: p.first):
        if any(since.get(p.seat, 0) < t <= p.first for t in ends):
            until.pop(p.seat, None)
        over = any(p.first < t <= p.resolved for t in ends)
        if p.first < until.get(p.seat, 0):
            out.add(p)
        if (p in out or is_early(p, commands)) and not over:
            until[p.seat], since[p.seat] = p.first + penalty, p.first
    return out


def winners(found: Sequence[Candidate], commands: Sequence[Command], penalty: int, seed: int) -> list[Ruling]:
    presses = [c for c in found if c.said == "press"]
    barred = punished(presses, commands, penalty)
    out: list[Ruling] = []
    locked: set[Seat] = set()
    won: Ruling | None = None
    for n, command in enumerate(commands):
        if command.do in ("right", "close"):
            locked = set()
        if command.do == "wrong" and won is not None:
            locked = locked | {won.seat}
        won = None
        if command.do not in ("open", "wrong"):
            continue
        end = commands[n + 1].t if n + 1 < len(commands) else NEVER
        fit = [p for p in presses if p.first >= command.t and p.seat not in locked and p not in barred]
        if not fit:
            continue
        at = min(p.first for p in fit)
        decided = max(c.resolved for c in found if c.first <= at + TIE and c.resolved >= at)
        if decided > end:
            continue
        tied = tuple(sorted({p.seat for p in fit if p.first <= at + TIE}))
        seat = tied[int(sha256(f"{seed}:{at}".encode()).hexdigest(), 16) % len(tied)]
        earliest = {s: min(p.first for p in fit if p.seat == s) for s in {p.seat for p in fit if p.resolved <= decided}}
        others = sorted(earliest.values())[1:]
        won = Ruling(decided, "winner", seat, at, tied, others[0] - at if others else None)
        out.append(won)
    return out


def until(logged: Sequence[Ruling], t: int) -> Ruling | None:
    """The latest winner ruled by `t`."""
    return max((r for r in logged if r.said == "winner" and r.t <= t), key=lambda r: r.t, default=None)
