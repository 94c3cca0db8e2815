"""In the machine: `record.py ROUNDS` records races as `mopsbox bench` reads them (bench/recordings.py): the kernel's
own edges as the box logs them, and who truly was first, known because the first pull ended before the other began.
"""

from __future__ import annotations

import json
import sys
from itertools import cycle, permutations

from arena import AT_ONCE, WAITING, Arena, Step
from races import AT_ONCE_BELOW, HOLD, WARM

from mopsbox.table import SEATS

GAPS_US = (100, 200, 500, 1_000, 10_000)  # asked for; an emulated processor makes of them what it can
TOLD_US = (20, 50, 100, 200, 500, 1_000, 2_000, 10_000)  # told is the largest that really was between the two pulls
BOUNCES = ((0, 0), (350, 1), (700, 0), (1_150, 1), (1_600, 0))  # microseconds from the first contact, level


def contact(arena: Arena, seat: int, at: int, bounce: bool, lasts: int) -> list[Step]:
    pin = arena.pins[SEATS[seat - 1]]
    return [Step(at + after, pin, level) for after, level in (BOUNCES if bounce else BOUNCES[:1])] + [
        Step(at + lasts, pin, 1)
    ]


def main(rounds: int) -> None:
    arena = Arena()
    lines: list[str] = []
    arena.desk.start_log(SEATS, 1, 0, lines.extend)
    pairs = cycle(permutations(SEATS, 2))
    truth = []
    for gap in GAPS_US:
        for bounce in (False, True):
            for _ in range(rounds):
                first, second = next(pairs)
                opened = arena.open()
                steps = contact(arena, first, WARM, bounce, gap + HOLD + 4000)
                steps += contact(arena, second, WARM + gap, bounce, HOLD + 6000)
                steps += [Step(0, arena.idle_pin, 0), Step(gap + 6 * HOLD, arena.idle_pin, 1)]
                writes = arena.pull(steps, AT_ONCE if gap < AT_ONCE_BELOW and not bounce else WAITING)
                arena.winner()
                arena.end()
                pulled = {}
                for write in writes:
                    if not write.level:
                        pulled.setdefault(write.pin, write)
                a, b = pulled[arena.pins[SEATS[first - 1]]], pulled[arena.pins[SEATS[second - 1]]]
                if a.after < b.before:
                    real = max((g for g in TOLD_US if g * 1000 <= b.before - a.before), default=0)
                    truth.append({"open": opened, "first": first, "gap_us": real, "bounce": bounce})
    arena.desk.stop_log()
    arena.close()
    print(json.dumps({"log": lines, "truth": truth}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
