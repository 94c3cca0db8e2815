"""Random edge logs as real evenings make them: bounce, interference, levels read late, early, held and chattering
buzzers, dead heats, and verdicts that fit the winners the oracle finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from mopsbox.table import MS, SEATS, SECOND, Command, Edge, Seat

from . import oracle

US = 1000


@dataclass(frozen=True)
class Log:
    seats: tuple[Seat, ...]
    held: tuple[Seat, ...]
    penalty_ms: int
    seed: int
    events: tuple[Edge | Command, ...]


def press(rng: Random, seat: Seat, t: int, lasts: int, bounces: int | None = None) -> list[Edge]:
    """One press whose first edge falls at `t`: bounce at both ends, the first level sometimes read too late."""
    edges = [Edge(t, seat, True)]
    bounces = rng.choice((0, 0, 1, 2, 3, 6)) if bounces is None else bounces
    at = t
    for _ in range(bounces):
        at += rng.randrange(10 * US, 600 * US)
        edges.append(Edge(at, seat, False))
        at += rng.randrange(10 * US, 600 * US)
        edges.append(Edge(at, seat, True))
    if bounces and rng.random() < 0.3:
        edges[0] = replace(edges[0], closed=False)
    at += lasts
    edges.append(Edge(at, seat, False))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        at += rng.randrange(10 * US, 500 * US)
        edges.append(Edge(at, seat, True))
        at += rng.randrange(10 * US, 500 * US)
        edges.append(Edge(at, seat, False))
    return edges


def glitch(rng: Random, seat: Seat, t: int) -> list[Edge]:
    return [Edge(t, seat, rng.random() < 0.8), Edge(t + rng.randrange(5 * US, 990 * US), seat, False)]


def chatter(rng: Random, seat: Seat, t: int) -> list[Edge]:
    """A bad switch: never 1 ms closed nor 5 ms open for 21 to 60 ms."""
    edges, end = [], t + rng.randrange(21, 60) * MS
    while t < end:
        edges.append(Edge(t, seat, True))
        t += rng.randrange(100 * US, 900 * US)
        edges.append(Edge(t, seat, False))
        t += rng.randrange(100 * US, 4000 * US)
    return edges


def edge_case(rng: Random, seat: Seat, t: int) -> list[Edge]:
    """Stretches exactly as long as a constant, or a nanosecond off."""
    closed = MS + rng.choice((-1, 0, 1))
    opened = 5 * MS + rng.choice((-1, 0, 1))
    return [
        Edge(t, seat, True),
        Edge(t + closed, seat, False),
        Edge(t + closed + opened, seat, True),
        Edge(t + closed + opened + 50 * MS, seat, False),
    ]


def contact(rng: Random, seat: Seat, held: bool, races: list[int], end: int) -> list[Edge]:
    """One buzzer's whole log: it answers each race at some distance to the common moment."""
    edges: list[Edge] = []
    free = 0
    if held:
        free = rng.choice((200 * MS, 1500 * MS, 12 * SECOND))
        edges.append(Edge(free, seat, False))
        free += 10 * MS
    for race in races:
        for _ in range(rng.choice((0, 1, 1, 1, 2))):
            gap = rng.choice((0, 1, 10 * US, 49_999, 50_000, 50_001, 60 * US, 400 * US, 3 * MS, 40 * MS, 400 * MS))
            at = race + rng.choice((gap, gap + rng.randrange(60 * US), -rng.randrange(300 * MS)))
            if at < free:
                continue
            kind = rng.random()
            if kind < 0.7:
                lasts = rng.choice((1500 * US, 30 * MS, 120 * MS, 11 * SECOND if rng.random() < 0.1 else 90 * MS))
                new = press(rng, seat, at, lasts)
            elif kind < 0.85:
                new = glitch(rng, seat, at)
            elif kind < 0.93:
                new = edge_case(rng, seat, at)
            else:
                new = chatter(rng, seat, at)
            edges += new
            free = new[-1].t + rng.choice((300 * US, 4 * MS, 6 * MS, 80 * MS))
    return [e for e in edges if e.t <= end]


def log(number: int, penalty_ms: int | None = None) -> Log:
    """The log with this number; the same number gives the same log."""
    rng = Random(number)
    seats = tuple(sorted(rng.sample(SEATS, rng.randrange(2, 9))))
    held = tuple(s for s in seats if rng.random() < 0.06)
    penalty = rng.choice((0, 0, 0, 250)) if penalty_ms is None else penalty_ms
    races = [SECOND + n * 600 * MS for n in range(rng.randrange(2, 5))]
    end = races[-1] + 20 * SECOND
    start = rng.choice((0, 1, 7 * SECOND, 10**15))
    edges: list[Edge] = []
    for seat in seats:
        edges += contact(rng, seat, seat in held, races, end)
    edges = [replace(e, t=e.t + start) for e in edges]
    game = Log(seats, held, penalty, rng.randrange(1000), tuple(edges))
    for race in races:
        game = question(rng, game, start + race, edges)
    return game


def question(rng: Random, game: Log, race: int, edges: list[Edge]) -> Log:
    """Arm, open about the time of the race, then verdicts on whoever the oracle says has won."""
    commands = [e for e in game.events if isinstance(e, Command)]
    near = [e.t for e in edges if abs(e.t - race) < 100 * MS]
    opened = rng.choice((race - 300 * MS, race - 50 * MS, race, rng.choice(near or [race])))
    opened = max([opened] + [c.t + 1 for c in commands])
    told: list[Command] = []
    if rng.random() < 0.7:
        armed = max([opened - rng.randrange(1, 200 * MS)] + [c.t + 1 for c in commands])
        if armed < opened:
            told.append(Command(armed, "arm"))
    told.append(Command(opened, "open"))
    last = opened
    for _ in range(rng.randrange(4)):
        won = last_winner(replace(game, events=(*game.events, *told)), last)
        if won is None:
            break
        last = won.t + rng.choice((0, 1, 500 * US, 30 * MS, 200 * MS))
        do = rng.choice(("wrong", "wrong", "right", "close", "arm", "open"))
        told.append(Command(last, do))  # type: ignore[arg-type]
        if do in ("right", "close", "arm"):
            break
    else:
        if rng.random() < 0.7:
            told.append(Command(last + rng.randrange(1, 100 * MS), "close"))
    return replace(game, events=(*game.events, *told))


def last_winner(game: Log, since: int) -> oracle.Ruling | None:
    """The winner standing after the last command, at `since`."""
    ruled = oracle.rulings(game.seats, game.events, game.held, game.penalty_ms, game.seed)
    return next((r for r in ruled if r.said == "winner" and r.t > since), None)
