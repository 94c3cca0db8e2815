"""Turning the loop: `run_live` waits for people; `run_fast` is the same loop in virtual time (scripts, bots)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from queue import Empty
from typing import Protocol

from . import show
from .desk import Desk
from .loop import Loop, Raw
from .scene import Item, Scene
from .seating import Spot
from .table import SECOND, Ruling, Seat, Tick

FRAME = SECOND // 60
HEALTH = SECOND  # between two looks whether the referee is alive
BREATH = SECOND // 500  # between two pictures of an animation, however slow the machine: others want to run too


class Source(Protocol):
    """A script or bots: what people will do next. `due`: box time of the next thing, None: nothing more."""

    def due(self) -> int | None: ...
    def pop(self, t: int, loop: Loop) -> Sequence[Raw]: ...


class Together:
    """Several sources at once."""

    def __init__(self, *sources: Source) -> None:
        self.sources = sources

    def due(self) -> int | None:
        return min((t for s in self.sources if (t := s.due()) is not None), default=None)

    def pop(self, t: int, loop: Loop) -> Sequence[Raw]:
        owed = [s for s in self.sources if (due := s.due()) is not None and due <= t]
        return [raw for s in owed for raw in s.pop(t, loop)]


class Fast:
    """A clock that jumps."""

    def __init__(self, t: int = SECOND) -> None:
        self.t = t

    def __call__(self) -> int:
        return self.t


AFTERMATH = SECOND // 10  # what the last press of a script still decides


def run_fast(loop: Loop, desk: Desk, clock: Fast, source: Source, aftermath: int = AFTERMATH) -> None:
    """Virtual time: always straight to the next thing that is due. Ends when the source has nothing more."""
    loop.shown()
    last = None
    while not loop.over:
        owed = [source.due(), desk.due(), loop.due(), last]
        if owed[0] is None:
            last = last or clock.t + aftermath
        clock.t = max(clock.t, min(t for t in (*owed, last) if t is not None))
        for raw in source.pop(clock.t, loop):
            loop.take(raw)
        turn(loop, desk.step(clock.t))
        if loop.changed:
            loop.shown()
        if last is not None and clock.t >= last:
            return


def turn(loop: Loop, rulings: Iterable[Ruling] = ()) -> None:
    """Rulings first, then time."""
    for ruling in rulings:
        loop.receive(ruling)
    with suppress(Empty):
        while True:
            loop.receive(loop.inbox.get_nowait())
    now = loop.clock()
    owed = loop.due()
    if owed is None or owed > now:
        return
    loop.receive(Tick(now))
    if loop.again and now >= loop.not_before:
        again, loop.again = loop.again, None
        loop.receive(replace(again, t=now))


class Screen(Protocol):
    def place(self, buzzers: Mapping[Seat, Spot]) -> None: ...
    def present(self, scene: Scene) -> None: ...
    def warm(self, items: tuple[Item, ...]) -> bool: ...
    def wait(self, timeout_s: float) -> Sequence[Raw]: ...


class Filmed:
    """A screen, and when each of its pictures stood (`play --frames`, how `mopsbox bench` sees what a box paints)."""

    def __init__(self, screen: Screen, clock: Callable[[], int]) -> None:
        self.screen, self.clock = screen, clock
        self.wait, self.place, self.warm = screen.wait, screen.place, screen.warm
        self.frames: list[int] = []

    def present(self, scene: Scene) -> None:
        self.screen.present(scene)
        self.frames.append(self.clock())


def run_live(
    loop: Loop,
    screen: Screen,
    source: Source | None = None,
    turned: Callable[[], None] = lambda: None,
    rest: int = HEALTH,
) -> None:
    """Wall time: sleep until a person, the referee or the clock has something; paint only what changed. `turned` is
    called after every turn, its picture included; `rest`: the longest sleep, ns."""
    moving, change, painted = False, None, 0
    coming: tuple[Item, ...] = ()  # drawn beforehand while nothing else is to do; never while a race is open
    while not loop.over:
        now = loop.clock()
        owed = [t for t in (loop.due(), change, source.due() if source else None) if t is not None]
        until = min((max(painted + FRAME, now + BREATH) if moving else now + rest, *owed))
        for raw in screen.wait(0 if loop.changed or coming else max(0, until - now) / SECOND):
            loop.take(raw)
        if source:
            due = source.due()
            if due is not None and due <= loop.clock():
                for raw in source.pop(loop.clock(), loop):
                    loop.take(raw)
        turn(loop)
        loop.health()
        if coming and not loop.changed and screen.warm(coming):
            coming = ()
        now = loop.clock()
        if loop.changed or moving or (change is not None and change <= now):
            painted = now
            scene = loop.picture()
            screen.place(show.buzzers(loop.box, loop.look))
            screen.present(scene)
            loop.shown()
            moving = scene.moving
            change = show.next_change(loop.box, loop.clock())
            coming = () if moving else show.coming(loop.box, loop.look)
        turned()
