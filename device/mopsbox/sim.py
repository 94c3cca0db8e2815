"""`mopsbox sim`: bots play whole games through the same loop, referee included, in virtual time."""

from __future__ import annotations

import heapq
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from . import box as boxes
from .chance import Chance
from .desk import Desk
from .desk_thread import DeskInline
from .games import GAMES, protocol
from .jsonl import BadInput
from .lamps import Remembered
from .loop import Loop
from .scene import Look
from .store import open_store
from .table import MS, SECOND, Button, Edge, Quit, Seat
from .turning import Fast, run_fast

PATIENCE = 3600 * SECOND
Tables = dict[str, object]
"""The owner's own coasters and cards, by game."""


def bots_of(game: str) -> protocol.Bots | None:
    """The module `bots` of the game's folder; None: it has none."""
    name = f"{GAMES[game].__name__}.bots"
    return cast(protocol.Bots, import_module(name)) if find_spec(name) else None


class Bots:
    """Everybody at the table, as a source of the loop: they watch the box and press its buttons."""

    def __init__(self, brains: protocol.Bots, players: int, games_wanted: int, seed: int, clock: Fast) -> None:
        self.brains = brains
        self.seats = tuple(Seat(n + 1) for n in range(players))
        self.left, self.lots, self.clock = games_wanted, random.Random(f"bots {seed}"), clock
        self.heap: list[tuple[int, int, Any]] = []
        self.down: set[Seat] = set()
        self.count = 0
        self.loop: Loop | None = None
        self.seen: object = None
        self.stuck = 0
        self.memory: Any = ()  # what the bots keep in mind of a game: cards the box does not see
        self.finished: list[Any] = []  # every finished game's history

    def due(self) -> int | None:
        if self.loop is None or self.loop.box is not self.seen:
            return self.clock.t
        if self.heap:
            return self.heap[0][0]
        if self.stuck == self.clock.t:
            return None  # nobody has anything to do and nothing comes of waiting: a game that cannot go on
        self.stuck = self.clock.t + PATIENCE
        return self.stuck

    def pop(self, t: int, loop: Loop) -> Sequence[Any]:
        self.loop = loop
        if loop.box is not self.seen:
            self._look(t, loop.box, self.seen)
            self.seen = loop.box
        raws = []
        while self.heap and self.heap[0][0] <= t:
            raw = heapq.heappop(self.heap)[2]
            if isinstance(raw, Edge):
                (self.down.add if raw.closed else self.down.discard)(raw.seat)
            raws.append(raw)
        return raws

    # -- hands

    def at(self, t: int, raw: Any) -> None:
        self.count += 1
        heapq.heappush(self.heap, (t, self.count, raw))

    def key(self, t: int, name: Any) -> int:
        self.at(t, Button(t, name, True))
        self.at(t + 60 * MS, Button(t + 60 * MS, name, False))
        return t + 120 * MS

    def buzz(self, t: int, seat: Seat) -> None:
        """A press as a worn switch gives it: bounces on the way down and up."""
        for start, closes in ((t, True), (t + self.lots.randint(90, 200) * MS, False)):
            at = start
            for n in range(2 * self.lots.randint(0, 3)):
                self.at(at, Edge(at, seat, closes == (n % 2 == 0)))
                at += self.lots.randint(30_000, 700_000)
            self.at(at, Edge(at, seat, closes))

    def leave(self, t: int) -> None:
        """Presses planned to begin after `t` do not happen."""
        going = {raw.seat for at, _, raw in self.heap if at <= t and isinstance(raw, Edge)}
        self.heap = [h for h in self.heap if not isinstance(h[2], Edge) or h[0] <= t or h[2].seat in going | self.down]
        heapq.heapify(self.heap)

    def pace(self, seat: Seat) -> str:
        """Nobody waits for them."""
        return "quick"

    def rest(self) -> None:
        """Everybody is a bot: nobody presses for another, so nothing planned is in the way."""

    # -- eyes

    def _look(self, t: int, box: boxes.Box, was: object) -> None:
        before = was if isinstance(was, boxes.Box) else None
        if before is not None and before.mode == box.mode == "game":
            self.brains.play(self, t, box.play, before.play)
        elif box.mode == "attract":
            self.buzz(t + SECOND, self.seats[0])
        elif box.mode == "lobby" and not box.lobby.joined and (before is None or before.mode != "lobby"):
            for n, seat in enumerate(self.seats):
                self.buzz(t + SECOND + n * 300 * MS, seat)
            self.key(t + 4 * SECOND, "ok")
        elif box.mode == "game":
            self.brains.play(self, t, box.play, None)

    def over(self, t: int, history: Any) -> None:
        """A game stands on the podium: once more, or home."""
        self.finished.append(history)
        self.left -= 1
        if self.left > 0:
            self.key(t + SECOND, "ok")
        else:
            self.at(t + MS, Quit())


def simulate(game: str, players: int, wanted: int, seed: int, tables: Tables | None = None) -> tuple[Bots, float]:
    """Play; returns the bots with their finished games, and the seconds it took. Raises BadInput: no bots."""
    brains = bots_of(game)
    if brains is None:
        raise BadInput(f"--game {game}: has no bots to play it; use {', '.join(filter(bots_of, GAMES))}")
    clock = Fast()
    desk = Desk(Remembered())
    bots = Bots(brains, players, wanted, seed, clock)
    box = boxes.new(clock(), game=game)
    loop = Loop(box, DeskInline(desk, clock), open_store(None), Chance(seed), clock, Look(), tables=tables)
    began = time.perf_counter()
    run_fast(loop, desk, clock, bots)
    return bots, time.perf_counter() - began


def sim(game: str, players: int, wanted: int, seed: int, as_json: bool, tables: Tables | None = None) -> int:
    """The command. Status 1 when a game broke one of the things that must always hold."""
    bots, seconds = simulate(game, players, wanted, seed, tables)
    winners = Counter(str(seat) for h in bots.finished for seat in h.game.host.record.ends(h.state)["winners"])
    broken = [complaint for h in bots.finished for complaint in bots.brains.complaints(h)]
    for complaint in broken[:10]:
        print(complaint, file=sys.stderr)
    shares = {str(n): winners.get(str(n), 0) for n in bots.seats}
    result = {
        "game": game,
        "players": players,
        "games": wanted,
        "seed": seed,
        "finished": len(bots.finished),
        "winners": shares,
        "actions": sum(len(h.lines) for h in bots.finished),
        "seconds": round(seconds, 3),
        "games_per_s": round(len(bots.finished) / seconds, 2) if seconds else 0,
    }
    if as_json:
        print(json.dumps(result))
    else:
        won = ", ".join(f"seat {seat}: {n}" for seat, n in shares.items())
        print(f"{len(bots.finished)} of {wanted} games of {game} with {players} players; won by {won}")
        print(f"{result['actions']} actions in {seconds:.1f} s, {result['games_per_s']} games a second")
    return 1 if broken or len(bots.finished) != wanted else 0
