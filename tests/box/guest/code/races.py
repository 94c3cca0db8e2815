"""In the machine: `races.py NAME ARGUMENT...` runs one kind of race many times and prints what came out as JSON."""

from __future__ import annotations

import json
import sys
import time
from itertools import cycle, pairwise, permutations
from pathlib import Path

from arena import AT_ONCE, WAITING, Arena, Step, Write

from mopsbox.desk import Desk
from mopsbox.lamps import Remembered
from mopsbox.referee import DEAD_HEAT, REARM
from mopsbox.table import SEATS, SECOND, Command, Edge, Ruling

HOLD = 3000  # microseconds
AT_ONCE_BELOW = 1000
WARM = 300  # a first write after a pause takes 0.2 ms in an emulated processor: another line moves beforehand


def outcome(ruling: Ruling | None, first: int) -> str:
    """What a race came to, when `first` pressed first."""
    if ruling is None:
        return "none"
    if len(ruling.tied) > 1:
        return "dead_heat"
    return "right" if ruling.seat == first else "doubted" if ruling.uncertain else "wrong"


def first_edges(edges: list[Edge], opened: int) -> dict[int, int]:
    """The stamp of each buzzer's first edge."""
    found: dict[int, int] = {}
    for edge in edges:
        if edge.seat and edge.t >= opened:
            found[edge.seat] = min(edge.t, found.get(edge.seat, edge.t))
    return found


def pairs(arena: Arena, gaps_us: list[int], rounds: int) -> list[dict[str, object]]:
    """`rounds` races for each gap, over all ordered pairs of channels in turn."""
    order = cycle(sorted(permutations(SEATS, 2), key=lambda pair: (pair[0] * 3 + pair[1] * 5) % 8))
    return [_pair(arena, gap, *next(order)) for gap in gaps_us for _ in range(rounds)]


def _pair(arena: Arena, gap: int, first: int, second: int) -> dict[str, object]:
    """`apart_us`: by the kernel's stamps, below 0 if it had the other one first."""
    lost = arena.desk.lost
    arena.edges.clear()
    opened = arena.open()
    steps = [*arena.press(first, WARM, gap + HOLD), *arena.press(second, WARM + gap, 2 * HOLD)]
    steps += [Step(0, arena.idle_pin, 0), Step(gap + 4 * HOLD, arena.idle_pin, 1)]
    writes = arena.pull(steps, AT_ONCE if gap < AT_ONCE_BELOW else WAITING)
    ruling = arena.winner()
    arena.end()
    stamp = first_edges(arena.edges, opened)
    found = {
        "pair": [first, second],
        "gap_us": gap,
        "apart_us": round((stamp.get(second, 0) - stamp.get(first, 0)) / 1000, 1),
        "outcome": outcome(ruling, first),
        "uncertain": ruling is not None and ruling.uncertain,
        "lost": arena.desk.lost - lost,
    }
    if found["outcome"] not in ("right", "dead_heat"):
        found["edges"] = [((e.t - opened) // 1000, e.seat, e.closed, e.seq) for e in arena.edges]
        found["writes"] = [(*w[:2], (w.before - opened) // 1000, (w.after - opened) // 1000) for w in writes]
    return found


def storm(arena: Arena, seconds: float, hertz: int) -> dict[str, object]:
    """Buzzer 1 chatters all the time; then the race is opened, buzzer 2 presses, and 10 ms later buzzer 3."""
    # It opens only for a moment each time: held up while it is open it would come to rest, and then press anew.
    both, pin, count = 2_000_000 // hertz, arena.pins[1], round(seconds * hertz) // 2
    middle = count * both // 2
    noise = [Step(0, pin, 0), *(Step(n * both + k, pin, 1 - k) for n in range(1, count) for k in (0, 1))]
    noise.append(Step(count * both, pin, 1))
    lost = arena.desk.lost
    arena.edges.clear()
    arena.begin([*noise, *arena.press(2, middle, 60_000), *arena.press(3, middle + 10_000, 50_000)])
    while not arena.edges:
        time.sleep(0.005)
    time.sleep(max(0, middle / 1e6 - 0.1))
    opened = arena.open()
    writes = arena.finish()
    ruling = arena.winner(20)
    arena.end()
    edges = list(arena.edges)
    _alone(arena, 8)  # once that is decided, so is all before
    told = sorted((e.seq - e.thinned, e.seq) for e in edges if e.seq is not None)
    holes = [after[0] - before[1] - 1 for before, after in pairwise(told)]
    took = (writes[-1].after - writes[0].before) / 1e9
    return {
        "edges_per_s": round(len(noise) / took),
        "stamped": told[-1][1] - told[0][0] + 1,
        "heard": sum(last - first + 1 for first, last in told),
        "unheard": sum(holes),
        "holes": sum(hole > 0 for hole in holes),
        "holes_counted": arena.desk.lost - lost,
        "late": arena.desk.late,
        "reader_alive": arena.inputs.alive(),
        "truth": _truth(arena, writes, opened),
        "winner": ruling and ruling.seat,
        "uncertain": ruling is not None and ruling.uncertain,
    }


def _truth(arena: Arena, writes: list[Write], opened: int) -> list[int]:
    """Who wins if every write is heard at once: one, unless a write took so long that nobody knows when it was."""
    seats = {pin: seat for seat, pin in arena.pins.items()}
    found = set()
    for part in (0, 0.5, 1):
        desk = Desk(Remembered(), writes[0].before - 1)
        desk.put(Command(opened, "open"))
        for w in writes:
            desk.put(Edge(w.before + round(part * (w.after - w.before)), seats[w.pin], not w.level))
        found |= {ruling.seat for ruling in desk.decide(writes[-1].after + SECOND) if ruling.said == "winner"}
    return sorted(found)


def bounce(arena: Arena, rounds: int) -> dict[str, object]:
    """Buzzer 5 presses and bounces for 1.7 ms; 6 presses cleanly 1 ms after 5's first contact."""
    found = dict.fromkeys(("right", "dead_heat", "wrong", "doubted", "none"), 0)
    pin = arena.pins[5]
    for n in range(rounds):
        arena.open()
        bounces = [Step(at, pin, level) for at, level in ((0, 0), (400, 1), (800, 0), (1300, 1), (1700, 0), (9000, 1))]
        writes = arena.pull([*bounces, *arena.press(6, 1000 + n % 7, 7000)])
        ruling = arena.winner()
        arena.end()
        mine = [w for w in writes if w.pin == pin]
        if _longest_open(mine) < REARM:  # else the first contact was a press of its own, and no bounce
            found[outcome(ruling, 5)] += 1
    return {"rounds": rounds, **found}


def _longest_open(writes: list[Write]) -> int:
    return max(after.after - before.before for before, after in pairwise(writes) if before.level)


def eight(arena: Arena, rounds: int) -> dict[str, object]:
    """All eight at once, each time beginning with another. What is right, the kernel's stamps say."""
    found = {"rounds": rounds, "right": 0, "uncertain": 0, "none": 0, "tied_most": 0}
    for n in range(rounds):
        seats = [SEATS[(n + k) % 8] for k in range(8)]
        arena.edges.clear()
        opened = arena.open()
        presses = [step for k, seat in enumerate(seats) for step in arena.press(seat, WARM + k, 5000 + k * 1500)]
        arena.pull([Step(0, arena.idle_pin, 0), *presses, Step(20_000, arena.idle_pin, 1)], AT_ONCE)
        ruling = arena.winner()
        arena.end()
        if ruling is None:
            found["none"] += 1
            continue
        stamps = first_edges(arena.edges, opened)
        earliest = min(stamps.values())
        tied = tuple(sorted(seat for seat, t in stamps.items() if t - earliest <= DEAD_HEAT))
        found["right"] += tied == ruling.tied and ruling.at == earliest
        found["uncertain"] += ruling.uncertain
        found["tied_most"] = max(found["tied_most"], len(ruling.tied))
    return dict(found)


def stuck(arena: Arena) -> dict[str, object]:
    """Buzzer 4 is closed and stays so; the others play on, and it is said. Let go, it counts again."""
    arena.pull([Step(0, arena.pins[4], 0)])
    said = arena.until(lambda r: r.said == "stuck", 15)
    won = _alone(arena, 7)
    arena.pull([Step(0, arena.pins[4], 1)])
    free = arena.until(lambda r: r.said == "rearmed" and r.seat == 4)
    return {"stuck": said and said.seat, "winner": won, "free": free is not None, "again": _alone(arena, 4)}


def _alone(arena: Arena, seat: int) -> int | None:
    arena.open()
    arena.pull(arena.press(seat))
    ruling = arena.winner()
    arena.end()
    return ruling and ruling.seat


def main(name: str, *words: str) -> None:
    arena = Arena()
    begun = time.monotonic()
    numbers = [json.loads(word) for word in words]
    kinds = {"pairs": pairs, "storm": storm, "bounce": bounce, "eight": eight, "stuck": stuck}
    try:
        result = kinds[name](arena, *numbers)
    finally:
        arena.close()
    Path("edges.jsonl").write_text("".join(f"{line}\n" for line in arena.log))
    seconds = round(time.monotonic() - begun, 1)
    print(json.dumps({"result": result, "seconds": seconds, "won": arena.won, "told": arena.told[:20]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
