"""The referee as one value: every contact, the round, and what was lost. Events move it on; rulings fall out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..table import MS, Command, Edge, Levels, Ruling, Seat
from . import STUCK, UNRESOLVED, channel, round
from .channel import Channel
from .round import Entry, Round
from .sorter import Event, Gap, Late

_MOST_GAPS = 32  # of a failing source; older ones are then taken together, which only ever doubts more


@dataclass(frozen=True, slots=True)
class Court:
    """`now`: the event time reached. `penalty`: ns an early press costs. `gaps`: lost edges that may still matter.
    Counters: `late` edges applied, `lost` gaps seen, `mended` levels that no edge explained, `ignored` verdicts where
    nobody had won."""

    now: int
    channels: tuple[Channel, ...]
    round: Round
    penalty: int
    seed: int
    gaps: tuple[Gap, ...] = ()
    late: int = 0
    lost: int = 0
    mended: int = 0
    ignored: int = 0


def new(
    seats: Iterable[Seat], held: Iterable[Seat] = (), early_penalty_ms: int = 0, seed: int = 0, start: int = 0
) -> Court:
    """A court at the stamp `start` (of a log: its earliest), the round closed. `held`: seats closed since before."""
    down = frozenset(held)
    lines = tuple(channel.held(s, start) if s in down else channel.at_rest(s, start) for s in sorted(seats))
    return Court(start, lines, Round(opened=start, ended=start), early_penalty_ms * MS, seed)


def due(court: Court) -> int | None:
    """The stamp of the next finding if no event comes before it; None: none will come."""
    ripe = [d for c in court.channels if (d := channel.due(c)) is not None]
    return min(ripe) if ripe else None


def deciding(court: Court) -> bool:
    """Is a candidate open? (A winner waits for nothing else: facts/timing.md D.)"""
    return any(c.state == "candidate" for c in court.channels)


def until(court: Court, t: int) -> tuple[Court, list[Ruling]]:
    """Lets time go on to `t`: everything due by then, `t` included."""
    rulings: list[Ruling] = []
    while (at := due(court)) is not None and at <= t:
        court = replace(court, now=at)
        for line in court.channels:  # ascending seats
            if channel.due(line) == at:
                court, ruling = _found(court, line)
                rulings.append(ruling)
        begun = [c.earliest for c in court.channels if c.state == "candidate"]
        gap = any(g.a < at and g.b >= court.round.opened for g in court.gaps)
        if verdict := round.decided(court.round, at, begun, court.seed, gap):
            court = replace(court, round=verdict[0])
            rulings.append(verdict[1])
    return (court if court.now >= t else replace(court, now=t)), rulings


def advance(court: Court, event: Event) -> tuple[Court, list[Ruling]]:
    """Takes the next event, in the order of the sorter; what is due by its stamp comes first."""
    if isinstance(event, Gap):
        return _lost(court, event), []
    court, rulings = until(court, event.t)
    match event:
        case Command():
            after = round.ordered(court.round, event)
            court = replace(court, ignored=court.ignored + 1) if after is None else replace(court, round=after)
        case Edge(t, seat, closed):
            court = _edge(court, t, seat, closed, t)
        case Late(t, edge):
            court = _edge(replace(court, late=court.late + 1), t, edge.seat, edge.closed, edge.t)
        case Levels(t, closed):
            court = _read(court, t, closed)
    return court, rulings


def _found(court: Court, line: Channel) -> tuple[Court, Ruling]:
    """The finding of this contact due now, and what it means to the round."""
    t = court.now
    after, said = channel.ripe(line, t)
    span = line.since if said in ("stuck", "rearmed") else line.earliest
    unsure = line.unsure or any(g.a < t and g.b >= span for g in court.gaps)
    game = court.round
    if said == "press":
        game = round.pressed(game, Entry(line.first, line.seat, line.earliest, unsure), line.early, court.penalty)
        said = "early" if line.early else "press"
    elif unsure and said in ("glitch", "chatter"):
        game = round.doubted(game, line.seat, line.first, line.earliest)
    return replace(_with(court, after), round=game), Ruling(t, said, line.seat, line.first, uncertain=unsure)


def _edge(court: Court, t: int, seat: Seat, closed: bool, true: int) -> Court:
    """An edge taking effect at `t`; `true` is its own stamp, earlier when it was late."""
    line = next((c for c in court.channels if c.seat == seat), None)
    if line is None:
        return court
    lost = [g for g in court.gaps if g.a <= t <= g.b + UNRESOLVED]
    earliest = min(true, max(line.seen_open, min(g.a for g in lost))) if lost else true
    game = court.round
    if line.state in ("down", "fault") and line.closed and closed and any(g.b >= line.since for g in court.gaps):
        game = round.doubted(game, seat, t, t)  # it may have been let go unseen, and this may be a press
    after = channel.edge(line, t, closed, earliest, game.phase == "armed")
    return replace(_with(court, after), round=game)


def _read(court: Court, t: int, closed: frozenset[Seat]) -> Court:
    armed = court.round.phase == "armed"
    lines = tuple(channel.level(c, t, c.seat in closed, armed) for c in court.channels)
    mended = sum(a.closed != b.closed for a, b in zip(court.channels, lines, strict=True))
    return replace(court, channels=lines, mended=court.mended + mended)


def _lost(court: Court, gap: Gap) -> Court:
    """Remembers a gap while a race or a finding can still reach back to it."""
    reach = court.now - STUCK
    if court.round.phase in ("open", "committed"):
        reach = min(reach, court.round.opened)
    gaps = [g for g in court.gaps if g.b >= reach] + [gap]
    if len(gaps) > _MOST_GAPS:
        gaps[:2] = [Gap(gaps[0].a, max(gaps[0].b, gaps[1].b))]
    return replace(court, gaps=tuple(gaps), lost=court.lost + 1)


def _with(court: Court, line: Channel) -> Court:
    return replace(court, channels=tuple(line if c.seat == line.seat else c for c in court.channels))
