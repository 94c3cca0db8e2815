"""`mopsbox bench`: what this machine makes of the box, in figures (formats.md, `bench --json`).

speed (rules, bots, disk), live (decision, lamp, picture), memory (what is drawn), lamplight (from a finger to the
lamp), child (the program as it is started), fairness (who names the wrong winner) on races and recordings. Nothing here
is a test: figures are told, never judged.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from ..games import GAMES
from ..journal import History
from ..sim import bots_of
from . import child, fairness, growth, lamplight, live, memory, readers, recordings, speed
from .figures import Sizes, Unmeasured, progress
from .printed import table
from .recordings import Recording
from .screen import display


def bench(
    as_json: bool,
    full: bool,
    sizes: Sizes | None = None,
    out: TextIO = sys.stdout,
    recorded: Sequence[Path] = (),
) -> int:
    """The command: the figures as one JSON document or as a table on `out`, progress on stderr. `recorded`: truth files
    of more races (recordings.py). Status 3 without a screen that works, else 0. Raises BadInput."""
    from ..places import NoScreen

    races = [recordings.read(path) for path in (*recordings.shipped(), *recorded)]
    try:
        found = measure(sizes or Sizes(), full, races)
    except (NoScreen, Unmeasured) as why:
        print(f"mopsbox: {why}", file=sys.stderr)
        return 3
    print(json.dumps(found) if as_json else table(found), file=out)
    return 0


def measure(sizes: Sizes, full: bool, races: Sequence[Recording]) -> dict[str, Any]:
    """Everything, one after another, so that no figure disturbs another; only what takes no times, the comparison of
    fairness and the memory of what is drawn, runs while the idle box is watched."""
    began = time.monotonic()
    found: dict[str, Any] = {"rules_games_per_s": {}, "sim_games_per_s": {}}
    games = {}
    for game in filter(bots_of, GAMES):
        progress(f"{game}: bots, then the same games by the rules alone")
        found["sim_games_per_s"][game], games[game] = speed.sim(game, sizes.sim_games)
        found["rules_games_per_s"][game] = speed.rules(games[game], sizes.rules_s)
    progress("actions onto the disk")
    usual = next(iter(games.values()))[0]
    found["actions_per_s"] = speed.appends(usual, sizes.appends)
    with display() as screen:
        found |= _seen(sizes, screen, races, games)
        if full:
            progress(f"decisions while {readers.READERS} phones read the scores")
            found["phones"] = readers.measured(
                usual, min(readers.GAMES, sizes.stored_games[-1]), sizes.runs, sizes.decisions_s
            )
            progress("growth with seats and games")
            found["growth"] = {
                "edge_us": growth.seats(sizes.edges),
                "storage": [growth.storage(usual, n, sizes.appends) for n in sizes.stored_games],
            }
    if full:
        progress("fairness where the kernel merges edges")
        found["fairness_lossy"] = fairness.compare(sizes.gaps_us, sizes.rounds, lossy=True)
    found["seconds"] = round(time.monotonic() - began, 1)
    return found


def _seen(sizes: Sizes, screen: str, races: Sequence[Recording], games: Mapping[str, list[History]]) -> dict[str, Any]:
    """The figures that need a screen."""
    progress(f"pictures and decisions on {screen}")
    found: dict[str, Any] = {"display": screen, **live.at_work(sizes.runs, sizes.decisions_s, sizes.frames)}
    progress("from a finger to the lamp")
    found |= lamplight.from_finger(sizes.runs, sizes.lamps_s)
    progress("starting the box")
    found["start_s"] = child.start_s(sizes.starts)
    progress("an idle box, fairness, memory of what is drawn")
    with ThreadPoolExecutor(1) as pool:
        idle = pool.submit(child.idle, sizes.idle_s)
        found["fairness"] = fairness.compare(sizes.gaps_us, sizes.rounds)
        found["fairness_recorded"] = [recordings.compare(each) for each in races]
        found["art_mb"] = memory.art_mb([played[0] for played in games.values()])
        found |= idle.result()
    return found
