"""Receive, step, record, show: the only loop.

Everything that happens goes through `Loop.receive`: the box is stepped, its accepted actions are made durable, and
only then the new state may be seen. turning.py turns it, in wall time or in virtual time.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from queue import SimpleQueue
from typing import Any, Protocol

from . import answers, edgelog, show
from . import box as boxes
from . import lobby as lobbies
from .chance import Chance
from .jsonl import BadInput
from .places import StoreFault
from .reckoning import figures
from .saved import games
from .scene import Look, Scene
from .settings import options
from .statistics import Record, new_records
from .status import sentence
from .store import Store
from .table import (
    SECOND,
    Act,
    Button,
    Call,
    Called,
    Dealt,
    Dial,
    Dice,
    Edge,
    Effect,
    Export,
    Fault,
    Forget,
    Introduce,
    Known,
    Lamp,
    Message,
    Order,
    Over,
    Phone,
    PowerOff,
    Quit,
    Recalled,
    Rename,
    Restore,
    Restored,
    Restyle,
    Resume,
    Ruling,
    Seat,
    Setting,
    Sit,
    Sound,
    Sticks,
    TakeOver,
    Tap,
    Want,
)

RETRY = SECOND  # after a failed write


class Referee(Protocol):
    """What the loop needs of the referee's desk, in its own thread or not."""

    def put(self, event: Any) -> None: ...
    def command(self, do: Order, out: frozenset[Seat] = frozenset()) -> int: ...
    def lamps(self, pattern: Any) -> None: ...
    def alive(self) -> bool: ...
    @property
    def late(self) -> int: ...
    @property
    def lost(self) -> int: ...
    def start_log(self, seats: Any, seed: int, early_penalty_ms: int, write: Any, past: Any) -> None: ...
    def stop_log(self) -> None: ...


Notices = tuple[tuple[str, boxes.Notice], ...]
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
        power_off: Callable[[], None] = lambda: None,
        restore: Callable[[], None] = lambda: None,
        finished: Callable[[], None] = lambda: None,
        forgotten: Callable[[], None] = lambda: None,
        sticks: Callable[[], int] = lambda: 0,
        phone: Callable[[], str] = lambda: "",
        export: Callable[[], None] = lambda: None,
        inbox: SimpleQueue[Message] | None = None,
        log: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.box, self.referee, self.store, self.chance = box, referee, store, chance
        self.clock, self.look = clock, look
        self.early_penalty_ms, self.tables = early_penalty_ms, tables or {}
        self.sound, self.setting, self.power_off, self.log = sound, setting, power_off, log
        self.restore, self.finished = restore, finished  # has a backup made ready (Ready comes); a game is over
        self.forgotten = forgotten  # a name, in the database; the backups have it still
        self.sticks, self.export, self.phone = sticks, export, phone
        self.inbox: SimpleQueue[Message] = inbox or SimpleQueue()  # from other threads
        self.game: int | None = None
        self.before: tuple[int, tuple[Record, ...]] = 0, ()  # the last finished game, and the records before it
        self.over = False
        self.changed = True
        self.waiting: deque[Order] = deque()  # calls owed once the next picture stands
        self.not_before = 0  # after a failed write: when it is tried again by itself
        self.again: Ruling | None = None  # a winner whose draw could not be stored
        self.dead = False  # the referee, at the last look
        self.late = self.lost = 0  # events the referee got too late or never, as far as the table has been told
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
        told = self.box.notices
        try:
            self._receive(message)
        finally:
            if self.box.notices != told:
                for line in changed(told, self.box.notices):
                    self.log(line)

    def _receive(self, message: Message) -> None:
        queue: deque[Message] = deque([message])
        while queue:
            was, message = self.box, queue.popleft()
            self.box, effects = boxes.step(was, message)
            try:
                self._record(effects)
            except StoreFault as fault:
                # What cannot be stored has not happened: the table sees where it stood, and why it stays there.
                # A button let go stays let go; one that is held goes on being held: the menu must open.
                held = tuple(h for h in was.held if not isinstance(message, Button) or h.name != message.name)
                self.box = boxes.notice(replace(was, held=held), "store", boxes.Notice(fault.word))
                self.changed = True
                self.not_before = self.clock() + RETRY
                self.again = message if isinstance(message, Ruling) else self.again  # who was first stays a fact
                return
            for effect in effects:
                queue.extend(self._do(effect))
            if self.box != was:
                self.changed = True

    def _record(self, effects: Iterable[Effect]) -> None:
        actions = [effect.action for effect in effects if isinstance(effect, Act)]
        sits = [effect for effect in effects if isinstance(effect, Sit)]
        if not actions and not sits:
            return
        assert self.game is not None, "an action outside a game is our bug"
        if actions:
            self.store.append_all(self.game, actions, self.clock() // 1000)
        for effect in sits:
            self.store.sit(self.game, dict(effect.people))
        self.box = boxes.notice(self.box, "store", None)

    def _do(self, effect: object) -> Iterable[Message]:
        match effect:
            case Call(do, shown=True):
                self.waiting.append(do)
            case Call(do, out=out):
                self.waiting.clear()  # what was owed for a picture that will not come would come too late
                return (Called(self.referee.command(do, out), do),)
            case Want("dice"):
                return (Dice(self.clock(), *self.chance.dice()),)
            case Want("sticks"):
                return (Sticks(self.clock(), self.sticks()),)
            case Want("phone"):
                return (Phone(self.clock(), self.phone()),)
            case Want("scores" | "past"):
                return answers.recalled(self.store, effect, self.clock(), self.log)
            case Export():
                self.export()
            case Want("deal", game, seats):
                return self.deal(game, seats)
            case Resume(game, header, practice):
                self._open_game(game, header)
                return answers.seen_of(self.store, game, self.clock(), self.log) if practice else ()
            case Over(done):
                return self._over(done)
            case Introduce() | Rename() | Restyle() | Forget():
                answer = answers.named(self.store, effect, self.box.people, self.clock(), self.log)
                if isinstance(effect, Forget):
                    self.forgotten()
                return answer
            case Setting(key, value):
                self.look = self.look.after(key, value)  # it holds at once
                self.setting(effect)
            case Sound():
                self.sound(effect)
            case Restore():
                self.restore()
            case TakeOver(saved):
                return self._taken_over(saved)
            case Quit():
                self.over = True
            case PowerOff():
                return self._switch_off()
            case _:
                pass
        return ()

    def _taken_over(self, saved: object) -> Iterable[Message]:
        """The backup that lies ready is the store from now on, or the table is told why not and asked again."""
        try:
            self.store.take_over()
            people = self.store.people()
            return (Fault(self.clock(), "store", ""), Known(self.clock(), people), Restored(self.clock(), saved))
        except StoreFault as fault:
            return (Fault(self.clock(), "store", fault.word),)

    def deal(self, game: str, seats: Any) -> Iterable[Message]:
        clockwise = tuple(sorted(seats, key=self.look.place))
        header = self.chance.deal(game, clockwise, self.tables.get(game))
        if chosen := options(self.box, game):
            header["options"] = chosen
        try:
            for saved in games(self.store):
                self.store.abandon(saved.number)  # whoever begins anew lets the unfinished game be
            named = {seat: person.id for seat, person in lobbies.named(self.box.lobby) if seat in seats}
            bots = self.box.lobby.bots.intersection(seats)
            number = self.store.begin(header, self.clock() // 1000, bots, named)
            people = () if self.box.people else self.store.people()  # of a disk that can be used at last
        except StoreFault as fault:
            return (Fault(self.clock(), "store", fault.word),)
        self._open_game(number, header)
        known = (Known(self.clock(), people),) if people else ()
        return (Fault(self.clock(), "store", ""), *known, Dealt(self.clock(), number, header))

    def _open_game(self, number: int, header: dict[str, Any]) -> None:
        """The running game's number is known: its edge log begins, or goes on where a pulled plug cut it off."""
        self.game = number
        past = None
        for source in ("edges", "late", "lost", "board"):  # what was said of the game before
            self.inbox.put(Fault(self.clock(), source, ""))
        try:
            append = self.store.edges(number)
            path = self.store.edge_log(number)
            past = edgelog.read(path) if path and path.exists() and path.stat().st_size else None
        except (StoreFault, BadInput):
            # An edge log that cannot be read or written costs the proof of who was first, not the game.
            self.inbox.put(Fault(self.clock(), "edges", "no-edge-log"))
            append = None

        def write(lines: list[str]) -> None:
            nonlocal append
            try:
                if append:
                    append(lines)
            except StoreFault:
                append = None  # a log with a hole would prove something false: it ends here
                self.inbox.put(Fault(self.clock(), "edges", "no-edge-log"))

        said = (past[0], [told for _, told in past[1]]) if past else None
        self.referee.start_log(tuple(header["seats"]), draw_seed(header), self.early_penalty_ms, write, said)

    def _over(self, done: bool) -> Iterable[Message]:
        """Over, or given up: what the store cannot be told now, it finds out at the next start."""
        try:
            if self.game is not None and done:
                history = self.box.play.history
                game = str(history.header["game"])
                if self.before[0] != self.game:  # what is over twice has not beaten itself
                    self.before = self.game, self.store.records(game)
                came_to = figures(history, self.store.stamps(self.game), self.store.edge_log(self.game))
                self.store.finish(self.game, boxes.result(history) or {}, boxes.ended_early(history), came_to)
                self.finished()
                new = new_records(self.before[1], self.store.records(game), self.game)
                return (Recalled(self.clock(), new),)
        except StoreFault as fault:
            return (Fault(self.clock(), "store", fault.word),)
        if not done:
            self.waiting.clear()
            self.referee.stop_log()
            self.game = None
        return ()

    def _switch_off(self) -> Iterable[Message]:
        try:
            self.power_off()
        except OSError as error:
            self.log(f"the machine cannot be asked to switch off ({error.strerror or error}); pull the plug")
            return (Fault(self.clock(), "power-off", "no-power-off"),)
        return ()

    # -- out

    def health(self) -> None:
        """Say it when the referee is dead, or was told something so late that its order may be doubted."""
        dead = not self.referee.alive()
        if dead and self.dead:  # twice: a box that was stopped and goes on has not lost its referee
            self.receive(Fault(self.clock(), "referee", "referee-dead"))
        elif self.dead and not dead:
            self.receive(Fault(self.clock(), "referee", ""))
        self.dead = dead
        if self.referee.late > self.late:
            self.late = self.referee.late
            self.receive(Fault(self.clock(), "late", "late-edge"))
        if self.referee.lost > self.lost:
            self.receive(Fault(self.clock(), "lost", "edges-lost"))
        self.lost = self.referee.lost

    def due(self) -> int | None:
        """The box time at which time alone does something next."""
        owed = boxes.due(self.box)
        if self.again:
            owed = min(owed or self.not_before, self.not_before)
        return None if owed is None else max(owed, self.not_before)

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


def changed(before: Notices, after: Notices) -> list[str]:
    """What the screen began and ceased to say, for the log."""
    new = [sentence(told) for source, told in after if (source, told) not in before]
    sources = {source for source, _ in after}
    return new + [f"over: {sentence(told)}" for source, told in before if source not in sources]
