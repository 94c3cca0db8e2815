"""Plays a log to the referee as it would come in live: every event delivered some time after its stamp."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from mopsbox.edgelog import Header
from mopsbox.referee import DELIVERY, UNRESOLVED, court
from mopsbox.referee.lane import Lane
from mopsbox.referee.sorter import Sorter, Told
from mopsbox.table import Ruling, Seat

from .logs import Log


def played(game: Log, rng: Random, longest: int = DELIVERY - 1) -> tuple[list[Ruling], Sorter]:
    """Rulings by 20 ms after the last stamp (none later: a live desk would go on for ever), and the sorter."""
    by_delivery = sorted(((e.t + rng.randrange(longest + 1), e) for e in game.events), key=lambda d: d[0])
    start = min(e.t for e in game.events)
    lane = Lane(court.new(game.seats, game.held, game.penalty_ms, game.seed, start))
    sorter = Sorter()
    rulings: list[Ruling] = []
    for now, event in by_delivery:
        sorter.push(event)
        if rng.random() < 0.7:  # else the desk is busy and takes this one with the next
            rulings += lane.run(sorter.pop(now), max(start, now - DELIVERY))
    end = max(e.t for e in game.events) + UNRESOLVED
    return rulings + lane.run(sorter.pop(end + DELIVERY), end), sorter


def header(game: Log) -> Header:
    return Header(game.seats, game.held, game.penalty_ms, game.seed)


def winners(rulings: Sequence[Ruling]) -> list[Ruling]:
    return [r for r in rulings if r.said == "winner"]


def race(*events: Told, seats: int = 4, held: Sequence[int] = (), penalty_ms: int = 0, seed: int = 0) -> list[Ruling]:
    """What an audit rules on these events with the seats 1 to `seats`."""
    from mopsbox import audit

    everybody = tuple(Seat(n) for n in range(1, seats + 1))
    rulings, orphan = audit.decide(Header(everybody, tuple(Seat(h) for h in held), penalty_ms, seed), events)
    assert orphan is None
    return rulings
