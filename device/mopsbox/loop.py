"""Receive, step, record, show: the only loop.

Everything that happens goes through `Loop.receive`: the box is stepped, its accepted actions are made durable, and
only then the new state may be seen. `run_live` waits for people; `run_fast` runs the same loop in virtual time
(scripts without a window, bots).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from . import box as boxes
from . import edgelog, show
from .chance import Chance
from .desk import Desk
from .jsonl import BadInput
from .places import StoreFault
from .scene import Item, Look, Scene
from .seating import Spot
from .store import Store
from .table import (
    SECOND,
    Act,
    Button,
    Call,
    Called,
    Command,
    Dealt,
    Dial,
    Dice,
    Edge,
    Fault,
    Lamp,
    Message,
    Order,
    Over,
    Quit,
    Resume,
    Ruling,
    Seat,
    Setting,
    Sound,
    Tap,
    Tick,
    Want,
)

FRAME = SECOND // 60
BREATH = SECOND // 500  # between two pictures of an animation, however slow the machine: others want to run too
LONGEST = 3600 * SECOND  # a wait without anything due


class Referee(Protocol):
    """What the loop needs of the referee's desk, in its own thread or not."""

    def put(self, event: Any) -> None: ...
    def command(self, do: Order) -> int: ...
    def lamps(self, pattern: Any) -> None: ...
    def start_log(self, seats: Any, seed: int, early_penalty_ms: int, write: Any, past: Any) -> None: ...
    def stop_log(self) -> None: ...


Raw = Edge | Button | Tap | Dial | Quit | Fault


class Loop:
    """The box and its surroundings. Not a thread: somebody turns it."""

    def __init__(
        self,
        box: boxes.Box,
        referee: Referee,
        store: Store,
        chance: Chance,
        clock: Callable[[], int],
        look: Look,
        *,
        early_penalty_ms: int = 0,
        tables: dict[str, object] | None = None,
        sound: Callable[[Sound], None] = lambda sound: None,
        setting: Callable[[Setting], None] = lambda setting: None,
    ) -> None:
        self.box, self.referee, self.store, self.chance = box, referee, store, chance
        self.clock, self.look = clock, look
        self.early_penalty_ms, self.tables = early_penalty_ms, tables or {}
        self.sound, self.setting = sound, setting
        self.inbox: SimpleQueue[Message] = SimpleQueue()  # from other threads
        self.game: int | None = None
        self.over = False
        self.changed = True
        self.waiting: deque[Order] = deque()  # calls owed once the next picture stands
        self.lit: dict[Seat, Lamp] | None = None

    # -- in

    def take(self, raw: Raw) -> None:
        """One thing that people did, as it comes from an input."""
        if isinstance(raw, Quit):
            self.over = True
        elif isinstance(raw, Edge):
            self.referee.put(raw)
        else:
            self.receive(raw)

    def receive(self, message: Message) -> None:
        """Step the box, record what was accepted, then let the rest of the effects happen."""
        queue: deque[Message] = deque([message])
        while queue:
            was = self.box
            self.box, effects = boxes.step(was, queue.popleft())
            try:
                self._record([effect.action for effect in effects if isinstance(effect, Act)])
            except StoreFault as fault:
                # What cannot be stored has not happened: the table sees where it stood, and why it stays there.
                self.box = boxes.notice(replace(was, held=()), "store", boxes.Notice(fault.word))
                self.changed = True
                return
            for effect in effects:
                queue.extend(self._do(effect))
            if self.box != was:
                self.changed = True

    def _record(self, actions: list[dict[str, object]]) -> None:
        if actions:
            assert self.game is not None, "an action outside a game is our bug"
            self.store.append_all(self.game, actions, self.clock() // 1000)
            self.box = boxes.notice(self.box, "store", None)

    def _do(self, effect: object) -> Iterable[Message]:
        match effect:
            case Call(do, shown=True):
                self.waiting.append(do)
            case Call(do):
                return (Called(self.referee.command(do), do),)
            case Want("dice"):
                return (Dice(self.clock(), *self.chance.dice()),)
            case Want("deal", game, seats):
                return self.deal(game, seats)
            case Resume(game, header):
                self._open_game(game, header)
            case Over(done):
                return self._over(done)
            case Setting():
                self.setting(effect)
            case Sound():
                self.sound(effect)
            case Quit():
                self.over = True
            case _:
                pass
        return ()

    def deal(self, game: str, seats: Any) -> Iterable[Message]:
        header = self.chance.deal(game, seats, self.tables.get(game))
        try:
            number = self.store.begin(header, self.clock() // 1000)
        except StoreFault as fault:
            return (Fault(self.clock(), "store", fault.word),)
        self._open_game(number, header)
        return (Fault(self.clock(), "store", ""), Dealt(self.clock(), number, header))

    def _open_game(self, number: int, header: dict[str, Any]) -> None:
        """The running game's number is known: its edge log begins, or goes on where a pulled plug cut it off."""
        self.game = number
        past = None
        try:
            append = self.store.edges(number)
            path = self.store.edge_log(number)
            past = edgelog.read(path) if path and path.exists() and path.stat().st_size else None
        except (StoreFault, BadInput):
            # An edge log that cannot be read or written costs the proof of who was first, not the game.
            self.inbox.put(Fault(self.clock(), "edges", "no-edge-log"))
            append = None

        def write(lines: list[str]) -> None:
            try:
                if append:
                    append(lines)
            except StoreFault as fault:
                self.inbox.put(Fault(self.clock(), "store", fault.word))

        said = (past[0], [told for _, told in past[1]]) if past else None
        self.referee.start_log(tuple(header["seats"]), draw_seed(header), self.early_penalty_ms, write, said)

    def _over(self, done: bool) -> Iterable[Message]:
        """Over, or given up: what the store cannot be told now, it finds out at the next start."""
        try:
            if self.game is not None and done:
                self.store.finish(self.game, boxes.result(self.box), self.box.play.state.ended_early)
            elif self.game is None and (saved := self.store.unfinished()):
                self.store.abandon(saved[0])
        except StoreFault as fault:
            return (Fault(self.clock(), "store", fault.word),)
        if not done:
            self.referee.stop_log()
            self.game = None
        return ()

    # -- out

    def picture(self) -> Scene:
        """The screen of now."""
        return show.scene(self.box, self.clock(), self.look)

    def shown(self) -> None:
        """The picture of now stands on the screen: lamps follow, calls that waited for it are stamped."""
        self.changed = False
        lamps = show.lamps(self.box)
        if lamps != self.lit:
            self.lit = lamps
            self.referee.lamps(lamps)
        while self.waiting:
            do = self.waiting.popleft()
            self.receive(Called(self.referee.command(do), do))


def draw_seed(header: dict[str, Any]) -> int:
    """The seed of a game's fair draws: its own for every deal, and the same again after a pulled plug."""
    return int(sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:8], 16)


# --- two ways to turn it


class Source(Protocol):
    """A script or bots: what people will do next. `due`: box time of the next thing, None: nothing more."""

    def due(self) -> int | None: ...
    def pop(self, t: int, loop: Loop) -> Sequence[Raw]: ...


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
        owed = [source.due(), desk.due(), boxes.due(loop.box), last]
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
    owed = boxes.due(loop.box)
    if owed is not None and owed <= loop.clock():
        loop.receive(Tick(loop.clock()))


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


def run_live(loop: Loop, screen: Screen, source: Source | None = None) -> None:
    """Wall time: sleep until a person, the referee or the clock has something; paint only what changed."""
    moving, change, painted = False, None, 0
    coming: tuple[Item, ...] = ()  # drawn beforehand while nothing else is to do; never while a race is open
    while not loop.over:
        now = loop.clock()
        owed = [t for t in (boxes.due(loop.box), change, source.due() if source else None) if t is not None]
        until = min((max(painted + FRAME, now + BREATH) if moving else now + LONGEST, *owed))
        for raw in screen.wait(0 if loop.changed or coming else max(0, until - now) / SECOND):
            loop.take(raw)
        if source:
            due = source.due()
            if due is not None and due <= loop.clock():
                for raw in source.pop(loop.clock(), loop):
                    loop.take(raw)
        turn(loop)
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


def command_into(desk: Desk, clock: Callable[[], int], do: Order) -> int:
    """Stamp an order and put it on the desk in one go."""
    t = clock()
    desk.put(Command(t, do))
    return t
