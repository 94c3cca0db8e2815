"""A table to play at in tests: the real box, loop, referee and store in virtual time, and fingers to press with."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from mopsbox import box as boxes
from mopsbox import show
from mopsbox.chance import Chance
from mopsbox.desk import Desk
from mopsbox.desk_thread import DeskInline
from mopsbox.lamps import Remembered
from mopsbox.loop import Loop
from mopsbox.opening import lost, question
from mopsbox.parts import last_stamp
from mopsbox.restoring import made_ready
from mopsbox.saved import games
from mopsbox.scene import Look, Scene
from mopsbox.store import Store, open_store
from mopsbox.table import MS, SECOND, Button, Dial, Edge, Lamp, Seat, Tap
from mopsbox.turning import Fast, run_fast
from mopsbox.words import LANGUAGES

from .waiting import step_by_step


def round_from(language: str) -> tuple[str, ...]:
    """The languages as > goes through them from this one, which comes last."""
    at = LANGUAGES.index(language) + 1
    return (*LANGUAGES[at:], *LANGUAGES[:at])


class _Until:
    """A source of nothing but the passing of time, and of what has been laid into it."""

    def __init__(self, end: int) -> None:
        self.end, self.raws = end, list[tuple[int, Any]]()
        self.over = False

    def due(self) -> int | None:
        if self.over:
            return None
        return min([self.end, *(t for t, _ in self.raws)])

    def pop(self, t: int, loop: Loop) -> Sequence[Any]:
        ready = [raw for at, raw in self.raws if at <= t]
        self.raws = [(at, raw) for at, raw in self.raws if at > t]
        self.over = t >= self.end
        return ready


class Table:
    """`players`: a game for so many has begun; None: the attract screen, or in a `folder` with an unfinished game the
    question whether to go on. Lengths in milliseconds."""

    def __init__(self, players: int | None = None, seed: int = 1, folder: Path | None = None, **box: Any) -> None:
        self.log: list[str] = []
        self.lamp_row = Remembered()
        self.desk = Desk(self.lamp_row)
        self.store: Store = open_store(folder)
        saved = next(games(self.store), None)
        good = lost(self.store, folder, None) if folder else None
        self.clock = Fast(last_stamp(self.store, saved) + SECOND)
        box.setdefault("people", self.store.people())
        start = boxes.new(self.clock(), saved, lost=question(good, self.store.notice) if good else None, **box)
        self.loop = Loop(
            start,
            DeskInline(self.desk, self.clock),
            self.store,
            Chance(seed),
            self.clock,
            Look(),
            restore=lambda: self.loop.inbox.put(made_ready(self.store, good.path, self.clock, self.log.append)),
        )
        if players:
            for message in self.loop.deal(start.game, tuple(Seat(n + 1) for n in range(players))):
                self.loop.receive(message)
        self.wait(20)

    # -- what people do

    def wait(self, ms: float) -> None:
        self._run(round(ms * MS), [])

    def press(self, *seats: int, for_ms: float = 80, apart_us: float = 1000) -> None:
        """Buzzers pressed one after another, `apart_us` between them, and let go."""
        apart = round(apart_us * 1000)
        raws = []
        for n, seat in enumerate(seats):
            t = self.clock.t + n * apart
            raws += [(t, Edge(t, Seat(seat), True))]
            up = t + round(for_ms * MS)
            raws += [(up, Edge(up, Seat(seat), False))]
        self._run(max(t for t, _ in raws) - self.clock.t + 30 * MS, raws)

    def hold(self, seat: int) -> None:
        """A finger goes down on a buzzer and stays."""
        self._run(30 * MS, [(self.clock.t, Edge(self.clock.t, Seat(seat), True))])

    def let_go(self, seat: int) -> None:
        self._run(30 * MS, [(self.clock.t, Edge(self.clock.t, Seat(seat), False))])

    def key(self, name: Any, for_ms: float = 60) -> None:
        down, up = self.clock.t, self.clock.t + round(for_ms * MS)
        self._run(up - down + 20 * MS, [(down, Button(down, name, True)), (up, Button(up, name, False))])

    def tap(self, what: str, value: int = 0) -> None:
        self._run(MS, [(self.clock.t, Tap(self.clock.t, what, value))])

    def dial(self, number: int | bool) -> None:
        self._run(MS, [(self.clock.t, Dial(self.clock.t, number))])

    def _run(self, lasts: int, raws: list[tuple[int, Any]]) -> None:
        until = _Until(self.clock.t + lasts)
        until.raws = raws
        run_fast(self.loop, self.desk, self.clock, until, aftermath=0)

    # -- a round, quickly

    def roll(self) -> None:
        """OK with the number of coasters proposed, and the dice lie."""
        self.key("ok")
        self.wait(1100)

    def answer_wrongly(self, seat: int) -> None:
        """Buzz, say a wrong number, and wait until the table goes on."""
        self.press(seat)
        self.dial(False)
        self.wait(900)

    def choose(self, entry: str) -> None:
        """Open the menu by holding OK, if it is not open, and take an entry of it."""
        if self.box.menu is None:
            self.key("ok", for_ms=1100)
        for _ in boxes.menu_entries(self.box):
            if boxes.menu_entries(self.box)[self.box.menu or 0] == entry:
                break
            self.key("right")
        assert boxes.menu_entries(self.box)[self.box.menu or 0] == entry
        self.key("ok")
        if self.box.asked:
            self.key("ok")

    def win_round(self, seat: int) -> None:
        """Roll, buzz, be right, take the first coaster."""
        self.roll()
        self.press(seat)
        self.dial(True)
        self.wait(1600)
        self.key("ok")

    def play_to_final(self, seats: Sequence[int]) -> None:
        """The seats win in turn until three coasters are left."""
        turns = cycle(seats)
        step_by_step(lambda: self.mode != "fill", lambda: self.win_round(next(turns)))

    # -- what they see

    @property
    def box(self) -> boxes.Box:
        return self.loop.box

    @property
    def play(self) -> Any:
        return self.box.play

    @property
    def mode(self) -> str:
        return str(self.play.mode)

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def lamps(self) -> dict[Seat, Lamp]:
        return self.lamp_row.now

    def scene(self, language: str = "en", size: tuple[int, int] = (800, 480)) -> Scene:
        look = Look(size[0] / 5.59, size[1] / 5.59, 5.59, language)
        return show.scene(self.box, self.clock.t, look)

    def words(self) -> set[str]:
        """Everything that stands on the screen as text, in English."""
        self.loop.box = boxes.replace(self.box, language="en")
        return {item.text for item in self.scene().items if hasattr(item, "text")}

    def actions(self) -> list[dict[str, Any]]:
        """What the store has of the running game, without stamps."""
        assert self.loop.game is not None
        return [{k: v for k, v in a.items() if k != "at_us"} for a in self.store.actions(self.loop.game)]


SECONDS = SECOND // MS
