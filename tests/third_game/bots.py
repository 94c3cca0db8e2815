"""Bots: quick fingers, each as quick as the lots say. For `mopsbox sim`."""

from __future__ import annotations

from typing import Any

from mopsbox.journal import History, standing
from mopsbox.table import MS, SECOND

from .host import Play


def play(hands: Any, t: int, now: Play, before: Play | None) -> None:
    """The table changed from `before` to `now` at `t`: whoever is asked reaches for a button."""
    fresh = before is None or (before.mode, before.since) != (now.mode, now.since)
    match now.mode:
        case "hidden" if fresh:
            hands.key(t + SECOND, "ok")
        case "out" if now.opened is not None and (before is None or before.opened != now.opened):
            for seat in now.state.setup.seats:
                hands.buzz(now.opened + hands.lots.randint(180 * MS, 600 * MS), seat)
        case "podium" if fresh:
            hands.over(t, now.history)
        case _:
            pass


def complaints(history: History) -> list[str]:
    """Every point is a hit, and nobody went on after the last one."""
    hits = [action["seat"] for _, action in standing(history) if action["do"] == "hit"]
    points = {seat: hits.count(seat) for seat in history.state.setup.seats}
    found = [] if tuple(points.values()) == history.state.points else [f"points {history.state.points}, hits {hits}"]
    return [*found, *(f"seat {s} has {p} points" for s, p in points.items() if p > history.state.setup.to)]
