"""`bench --full`: how the cost grows with the seats at the table and with the games stored."""

from __future__ import annotations

import random
import time
from statistics import median

from ..database import DATABASE
from ..desk import Desk
from ..games import GAMES
from ..journal import History
from ..lamps import Remembered
from ..referee import DELIVERY, REARM, court
from ..referee.lane import Lane
from ..store import open_store
from ..table import MS, SEATS, SECOND, Command, Edge, Seat
from . import child
from .many_games import fill
from .speed import folder, timed_appends

WIDE = 24  # three boxes' worth of buzzers: what the referee alone would do with them


def seats(wanted: int) -> dict[str, float]:
    """Microseconds of the referee's work an edge (median), with 2 to 8 seats playing and all of them pressing; and with
    24, which no box has."""
    counts = (*range(2, len(SEATS) + 1), WIDE)
    return {str(n): round(median(_edges(n, wanted)) / 1000, 1) for n in counts}


def _edges(players: int, wanted: int) -> list[int]:
    """What each of so many edges took the desk, ns."""
    desk, lots, t, took = Desk(Remembered()), random.Random(players), SECOND, list[int]()
    all_of_them = tuple(Seat(n + 1) for n in range(players))
    if players > len(SEATS):
        desk._main = Lane(court.new(all_of_them))
    desk.start_log(all_of_them, seed=1)
    while len(took) < wanted:
        desk.put(Command(t, "close"))
        desk.put(Command(t, "open"))
        down = [Edge(t + lots.randint(1, 20 * MS), s, True) for s in all_of_them]
        up = [Edge(edge.t + 60 * MS, edge.seat, False) for edge in down]
        for edge in sorted((*down, *up), key=lambda e: e.t):
            began = time.perf_counter_ns()
            desk.put(edge)
            desk.step(edge.t)
            took.append(time.perf_counter_ns() - began)
        t += 100 * MS + DELIVERY + REARM
        desk.step(t)
    return took


def storage(history: History, wanted: int, appended: int) -> dict[str, float | None]:
    """A folder with so many finished games of people with names: the first picture of the box, and its memory then; the
    store opened; `mopsbox scores`, and its most memory; the statistics of all people and a trend of one; an append
    (median); its size. Seconds of whole programs, ms of what happens within one."""
    with folder() as top:
        data = top / "data"
        fill(data, wanted)
        started_s, started_mb = child.begun(top)
        scores_s, scores_mb = child.said("scores", "--data", data)
        began = time.perf_counter_ns()
        store = open_store(data)
        store.unfinished()
        opened = time.perf_counter_ns()
        for game in GAMES:
            store.totals(game)
            store.records(game)
            store.trend(store.people()[0].id, game)
        added_up = time.perf_counter_ns()
        took = timed_appends(store, history, appended)
        store.close()
        size = (data / DATABASE).stat().st_size
    return {
        "games": wanted,
        "start_s": started_s,
        "start_mb": started_mb,
        "open_ms": round((opened - began) / MS, 1),
        "scores_s": scores_s,
        "scores_mb": scores_mb,
        "statistics_ms": round((added_up - opened) / MS, 1),
        "append_ms": round(median(took) / MS, 3),
        "mb": round(size / 1e6, 2),
    }
