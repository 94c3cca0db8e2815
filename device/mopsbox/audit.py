"""`mopsbox audit`: decides a recorded edge log again and says every ruling (formats.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from . import edgelog
from .edgelog import Header
from .jsonl import fault
from .referee import DEAD_HEAT
from .referee.court import Court, advance, deciding, due, new, until
from .referee.lane import Lane
from .referee.sorter import Late, Numbers, Sorter, Told
from .table import SECOND, Command, Edge, Levels, Ruling, Seat


def audit(path: Path | str, as_json: bool, out: TextIO) -> int:
    """Writes the rulings of the edge log at `path` to `out`, in event time; returns exit status 0.

    `as_json`: one JSON object a line instead of a sentence. Raises BadInput, before anything is written.
    """
    header, lines = edgelog.read(path)
    rulings, orphan = decide(header, [event for _, event in lines])
    if orphan is not None:
        number = max(n for n, event in lines if event == orphan)
        what = f'says "{orphan.do}" where nobody has won yet; take the line out or mend its time'
        raise fault(path, number, what)
    heat: dict[int, list[Seat]] = {}
    for ruling in rulings:
        if ruling.said == "press":
            heat.setdefault(ruling.at, []).append(ruling.seat)
        out.write((as_line(ruling) if as_json else sentence(ruling, heat)) + "\n")
    return 0


def opening(header: Header, events: Iterable[Told]) -> Court:
    """The court at the earliest stamp of a log."""
    start = min((event.t for event in events), default=0)
    return new(header.seats, header.held, header.early_penalty_ms, header.seed, start)


def decide(header: Header, events: Sequence[Told]) -> tuple[list[Ruling], Command | None]:
    """Every ruling over a whole log, whatever the order of its events, and the first verdict on a winner nobody was
    (None as it should be). Time goes on past the last event until no candidate is open."""
    court = opening(header, events)
    rulings: list[Ruling] = []
    for told in Numbers().checked(_sorted(events)):
        before = court.ignored
        court, found = advance(court, told)
        rulings += found
        if isinstance(told, Levels):
            rulings = _doubted(rulings, court, told.t)
        if court.ignored > before and isinstance(told, Command):
            return rulings, told
    return rulings + _rest(court), None


def replayed(header: Header, events: Sequence[Told]) -> Lane:
    """The lane of a log that goes on: as it stands after the log's last event."""
    lane = Lane(opening(header, events))
    lane.run(_sorted(events), lane.court.now)
    lane.follow = max((e.seq for e in events if isinstance(e, Edge) and e.seq is not None), default=None)
    return lane


def _sorted(events: Iterable[Told]) -> list[Told | Late]:
    sorter = Sorter()
    for event in events:
        sorter.push(event)
    return sorter.drain()


def _doubted(rulings: list[Ruling], court: Court, t: int) -> list[Ruling]:
    """What a reading at `t` says of earlier winners: a line it finds closed, by no edge, may have been so before they
    were. Live, nobody could know."""
    hidden = [c.earliest for c in court.channels if c.state == "candidate" and c.first == t]
    if not hidden:
        return rulings
    begun = min(hidden)
    return [replace(r, uncertain=True) if r.said == "winner" and begun <= r.at + DEAD_HEAT else r for r in rulings]


def _rest(court: Court) -> list[Ruling]:
    rulings: list[Ruling] = []
    while deciding(court) and (at := due(court)) is not None:
        court, found = until(court, at)
        rulings += found
    return rulings


def as_line(ruling: Ruling) -> str:
    """A ruling as formats.md has it, without the line end."""
    given: dict[str, object] = {"t": ruling.t, "ruling": ruling.said, "seat": ruling.seat, "at": ruling.at}
    if ruling.said == "winner":
        given |= {"tied": ruling.tied, "margin_ns": ruling.margin_ns}
    if ruling.uncertain:
        given["uncertain"] = True
    return json.dumps(given, separators=(",", ":"))


_SAYS = {
    "press": "was pressed",
    "early": "was pressed too early",
    "glitch": "had a disturbance, not counted",
    "chatter": "chatters, not counted until it rests",
    "stuck": "is stuck",
    "rearmed": "was let go",
}


def sentence(ruling: Ruling, presses: dict[int, list[Seat]]) -> str:
    """A ruling for people. `presses`: who pressed at which first edge, as far as ruled by then."""
    text = f"{_seconds(ruling.t)}  buzzer {ruling.seat} "
    if ruling.said != "winner":
        text += f"{_SAYS[ruling.said]} (first edge {_seconds(ruling.at)})"
    elif len(ruling.tied) > 1:
        text += f"wins the draw after a dead heat of buzzers {_listed(ruling.tied)} at {_seconds(ruling.at)}"
    elif ruling.margin_ns is None:
        text += "wins, nobody else had pressed"
    else:
        text += f"wins, {_margin(ruling.margin_ns)} before "
        text += "buzzer " + _listed(presses.get(ruling.at + ruling.margin_ns, ()))
    return text + (" (uncertain: an edge was lost)" if ruling.uncertain else "")


def _seconds(t: int) -> str:
    return f"{t // SECOND}.{t % SECOND // 1000:06d} s"


def _margin(ns: int) -> str:
    return f"{ns // 1000} us" if ns < 10_000_000 else f"{ns // 1_000_000} ms"


def _listed(seats: tuple[Seat, ...] | list[Seat] | tuple[()]) -> str:
    *most, last = [str(s) for s in seats] or ["?"]
    return f"{', '.join(most)} and {last}" if most else last
