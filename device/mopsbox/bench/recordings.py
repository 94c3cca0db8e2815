"""Recorded races: an edge log (formats.md), and beside it a file that says who truly was first.

`NAME.truth.jsonl` begins with {"truth":1,"edges":"NAME.edges.jsonl","how":"where the edges come from"}. A line for each
race follows: {"open":t,"first":seat,"gap_us":n,"bounce":bool}, `open` the stamp of the log's "open" that begins it. A
log knows neither true contacts nor times of delivery: pollers see the levels it tells, and edges arrive after a random
part of 3 ms.

Those in recorded/ ship with the program. `scripted`: contacts written down in scripted.py; nothing there was measured.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from .. import edgelog
from ..jsonl import fault, read_objects, unknown_key, whole
from ..referee import DELIVERY
from ..referee.sorter import Told
from ..table import Command, Edge, Seat
from .fairness import Mopsbox, Row, methods, tally
from .races import Race

SHIPPED = Path(__file__).with_name("recorded")
TRUTH = ".truth.jsonl"
Kind = tuple[int, bool]
"""Of races: their gap in microseconds, and whether their contacts bounce."""


@dataclass(frozen=True, slots=True)
class Recording:
    """`how`: where its edges come from."""

    name: str
    how: str
    races: list[tuple[Kind, Race]]


def shipped() -> list[Path]:
    """The truth files that ship."""
    return sorted(SHIPPED.glob("*" + TRUTH))


def compare(recording: Recording, seed: int = 1) -> dict[str, Any]:
    """Every method on the same races: {"name","how","rows"}."""
    kinds = defaultdict(list)
    for kind, race in recording.races:
        kinds[kind].append(race)
    rows: list[Row] = []
    with methods(seed) as judges:
        for gap, bounce in sorted(kinds, key=lambda kind: (kind[1], kind[0])):
            races = kinds[gap, bounce]
            rows += [tally(name, judge, races, gap, bounce) for name, judge in judges.items()]
    return {"name": recording.name, "how": recording.how, "rows": rows}


def read(path: Path) -> Recording:
    """A truth file and its log. Raises BadInput."""
    (number, head), *lines = read_objects(path)
    log, how = head.get("edges"), head.get("how")
    if head.get("truth") != 1 or not isinstance(log, str) or not isinstance(how, str):
        raise fault(path, number, 'is no header of a truth file; begin with {"truth":1,"edges":"FILE","how":"..."}')
    header, events = edgelog.read(path.with_name(log))
    edges = _rounds([event for _, event in events])
    lots, races = random.Random(1), list[tuple[Kind, Race]]()
    for number, line in lines:
        if unknown_key(line, ("open", "first", "gap_us", "bounce")) or not isinstance(line.get("bounce"), bool):
            raise fault(path, number, 'is no race; give it "open", "first", "gap_us" and "bounce"')
        opened, first, gap = line.get("open"), line.get("first"), line.get("gap_us")
        if not (whole(gap) and whole(opened) and opened in edges and whole(first) and first in header.seats):
            raise fault(path, number, f"does not fit {log}: it must name one of its seats and one of its opens")
        kind = cast(Kind, (gap, line["bounce"]))
        races.append((kind, _race(cast(Seat, first), edges[opened], lots)))
    return Recording(path.name.removesuffix(TRUTH), how, races)


def _rounds(events: Iterable[Told]) -> dict[object, list[Edge]]:
    """The edges after each "open", up to the next one, their stamps and numbers counted from there."""
    rounds: dict[object, list[Edge]] = {}
    start, begun, last, edges = 0, 0, -1, list[Edge]()
    for event in sorted(events, key=lambda e: (e.t, isinstance(e, Edge))):
        match event:
            case Command(t, "open"):
                start, begun, edges = t, last + 1, []
                rounds[t] = edges
            case Edge(t, _, _, seq):
                last = max(last, -1 if seq is None else seq)
                edges.append(replace(event, t=t - start, seq=None if seq is None else seq - begun))
    return rounds


def _race(first: Seat, edges: list[Edge], lots: random.Random) -> Race:
    changes: dict[Seat, list[int]] = {edge.seat: [] for edge in edges}
    delivered, told = dict.fromkeys(changes, 0), []
    for edge in edges:
        if edge.closed == (len(changes[edge.seat]) % 2 == 0):
            changes[edge.seat].append(edge.t)
        delivered[edge.seat] = max(delivered[edge.seat], edge.t + lots.randrange(DELIVERY))
        told.append((delivered[edge.seat], edge))
    return Race(first, changes, told, lots.random())


def write(folder: Path, name: str, how: str, races: Sequence[tuple[Kind, Race]]) -> Path:
    """Runs races over the real desk and keeps the log it writes, with the truth beside it; gives the truth's path."""
    log, truth = list[str](), [json.dumps({"truth": 1, "edges": f"{name}.edges.jsonl", "how": how})]
    with closing(Mopsbox(0, log.extend)) as judge:
        for (gap, bounce), race in races:
            truth.append(json.dumps({"open": judge.t, "first": race.first, "gap_us": gap, "bounce": bounce}))
            judge(race)
    (folder / f"{name}.edges.jsonl").write_text("".join(line + "\n" for line in log))
    path = folder / (name + TRUTH)
    path.write_text("".join(line + "\n" for line in truth))
    return path
