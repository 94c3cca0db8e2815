"""What a finished game comes to, from all that is kept of it: its journal with the stamps, and its edge log."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import audit, edgelog
from .counted import Buzz, Figures, Seen
from .games.protocol import Counting
from .journal import History
from .jsonl import BadInput
from .table import SECOND, Command, Seat

ABOUT_TO = 2 * SECOND  # dice tumble for one; on a slow machine the picture after it takes a while


def figures(history: History, stamps: Sequence[int], edge_log: Path | None) -> Mapping[Seat, Figures]:
    """By seat; {}: the game counts nothing. `stamps`: of the action lines (box microseconds). An edge log that is not
    there or cannot be read costs the reaction times."""
    host = history.game.host
    if not isinstance(host, Counting):
        return {}
    try:
        return host.figures(history, seen(stamps, edge_log))
    except Exception:  # a mistake of ours costs the figures: the podium must come, and come again after a pulled plug
        return {}


def _soon(opened: Sequence[int], t: int) -> bool:
    """Was a race about to open? What was pressed longer before one was pressed over the menu, while it waited."""
    at = bisect_left(opened, t)
    return at < len(opened) and opened[at] - t <= ABOUT_TO


def seen(stamps: Sequence[int], edge_log: Path | None) -> Seen:
    """What stands beside the journal."""
    if edge_log is None or not edge_log.exists():
        return Seen(tuple(stamps))
    try:
        header, lines = edgelog.read(edge_log)
    except BadInput:
        return Seen(tuple(stamps))
    events = [told for _, told in lines]
    rulings, _ = audit.decide(header, events)
    opened = sorted(told.t for told in events if isinstance(told, Command) and told.do == "open")
    buzzes = tuple(Buzz(ruling.seat, ruling.at) for ruling in rulings if ruling.said == "winner")
    early = Counter(ruling.seat for ruling in rulings if ruling.said == "early" and _soon(opened, ruling.t))
    return Seen(tuple(stamps), tuple(opened), buzzes, early)
