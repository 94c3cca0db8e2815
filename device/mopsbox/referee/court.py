"""The referee as one value: every contact, the round, and what was lost. Events move it on; rulings fall out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..table import MS, Command, Edge, Levels, Ruling, Seat
from . import channel, round
from .channel import Channel
from .round import Entry, Round
from .sorter import Event, Gap, Late


@dataclass(frozen=True, slots=True)
class Court:
    """`now`: the event time reached. `penalty`: ns an early press costs. `blind`: the end of the last gap, in which an
    edge of any line may have been lost. Counters: `late` edges applied, `lost` gaps seen, `mended` levels that no edge
    explained, `ignored` verdicts where nobody had won."""

    now: int
    channels: tuple[Channel, ...]
    round: Round
    penalty: int
    seed: int
    blind: int = -1
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
    return Court(start, lines, Round(opened=start, began=start), early_penalty_ms * MS, seed)


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
        if verdict := round.decided(court.round, at, begun, _doubts(court), court.seed):
            court = replace(court, round=verdict[0])
            rulings.append(verdict[1])
    return (court if court.now >= t else replace(court, now=t)), rulings


def _doubts(court: Court) -> list[int]:
    """When candidates may have begun that only a lost edge hides: at any time of the race, if one was lost in it; and
    where a contact in doubt opened and does not rest yet, for that edge's level may have been read wrongly."""
    lost = [court.round.opened] if court.blind >= court.round.opened else []
    return lost + [c.since for c in court.channels if c.gap and c.state in ("down", "fault") and not c.closed]


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
            court = _edge(court, t, seat, closed)
        case Late(t, edge):
            court = _edge(replace(court, late=court.late + 1), t, edge.seat, edge.closed, Gap(edge.t, t))
        case Levels(t, closed):
            court = _read(court, t, closed)
    return court, rulings


def _found(court: Court, line: Channel) -> tuple[Court, Ruling]:
    """The finding of this contact due now, and what it means to the round."""
    after, said = channel.ripe(line, court.now)
    unsure = line.gap is not None
    game = court.round
    if unsure and said in ("press", "glitch", "chatter"):
        game = round.doubted(game, line.seat, line.first, line.earliest, court.penalty)
    if said == "press":
        entry = Entry(line.first, line.seat, line.earliest)
        game = round.pressed(game, entry, line.early, court.penalty, court.blind)
        said = "early" if line.early else "press"
    return _with(court, after, game), Ruling(court.now, said, line.seat, line.first, uncertain=unsure)


def _edge(court: Court, t: int, seat: Seat, closed: bool, gap: Gap | None = None) -> Court:
    """An edge taking effect at `t`; `gap`: it was late, and this is how long it was missed."""
    line = next((c for c in court.channels if c.seat == seat), None)
    if line is None:
        return court
    game = court.round
    if gap is not None:
        line = channel.blinded(line, gap)
    if closed:
        game = _pressed_unseen(court, game, line, t)
    return _with(court, channel.edge(line, t, closed, game.phase == "armed"), game)


def _read(court: Court, t: int, closed: frozenset[Seat]) -> Court:
    armed = court.round.phase == "armed"
    lines = tuple(channel.level(c, t, c.seat in closed, armed) for c in court.channels)
    game = court.round
    for line in court.channels:
        if line.seat in closed and not line.closed:
            game = _pressed_unseen(court, game, line, t)
    mended = sum(a.closed != b.closed for a, b in zip(court.channels, lines, strict=True))
    return replace(court, channels=lines, round=game, mended=court.mended + mended)


def _pressed_unseen(court: Court, game: Round, line: Channel, t: int) -> Round:
    """A contact closes at `t` that was not at rest as far as was seen. In doubt, it was, and this may be a press."""
    if line.gap is None or line.state not in ("down", "fault"):
        return game
    return round.doubted(game, line.seat, t, t if line.closed else line.since, court.penalty)


def _lost(court: Court, gap: Gap) -> Court:
    lines = tuple(channel.blinded(c, gap) for c in court.channels)
    return replace(court, channels=lines, blind=max(court.blind, gap.b), lost=court.lost + 1)


def _with(court: Court, line: Channel, game: Round) -> Court:
    return replace(court, channels=tuple([line if c.seat == line.seat else c for c in court.channels]), round=game)
