"""The box at work: how long a decision, the winner's lamp and a picture take, on the real window and the real desk."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from queue import Empty, SimpleQueue
from typing import Any

from ..config import Config
from ..desk import Desk
from ..desk_thread import DeskThread
from ..games import GAMES
from ..games.mopseinander.play import TUMBLE
from ..live import SWITCH_S
from ..paint.painter import Painter
from ..paint.window import Window
from ..parts import look_for
from ..referee import REARM, VALIDATE
from ..table import MS, SEATS, SECOND, Edge, Lamp, Ruling, Seat
from ..turning import FRAME
from . import motion
from .figures import Spread, Unmeasured, middle, progress, spread
from .speed import race

SIZE = (1280, 720)
LOOK = look_for(Config(), SIZE)
BOUNCY = 3  # every third press bounces
WARM = 5  # pictures painted before the first one that counts
PATIENCE_S = 8.0  # a machine so busy that no press was decided on gets this much longer
GAME = GAMES["mopseinander"]
now = time.monotonic_ns


class Watched(Desk):
    """The desk, noting when it found a winner."""

    found = 0

    def decide(self, at: int) -> list[Ruling]:
        rulings = super().decide(at)
        if any(ruling.said == "winner" for ruling in rulings):
            self.found = now()
        return rulings


@dataclass
class Noted:
    """The lamps in the window, noting when they were last written."""

    window: Window
    written: int = 0

    def show(self, lamps: Mapping[Seat, Lamp]) -> None:
        self.window.lamps(lamps)
        self.written = now()


@dataclass
class Fingers:
    """A thread of its own that presses, waits for the ruling, lets go, and again: as the lines of a real box would
    come in. A decision counts from the edge that decides: the closing after which the contact stays closed."""

    thread: DeskThread
    desk: Watched
    lamps: Noted
    lots: random.Random
    rulings: SimpleQueue[tuple[int, int]] = field(default_factory=SimpleQueue)
    decisions: list[int] = field(default_factory=list)
    lit: list[int] = field(default_factory=list)
    going: bool = True

    def deliver(self, rulings: list[Ruling]) -> None:
        """In the referee's thread, the lamp being written already."""
        at = now()
        if any(ruling.said == "winner" for ruling in rulings):
            self.rulings.put((at, self.lamps.written - self.desk.found))

    def run(self) -> None:
        presses = 0
        while self.going:
            self.thread.lamps(dict.fromkeys(SEATS, "dim"))
            self.thread.command("open")
            time.sleep(self.lots.uniform(0.001, 0.006))
            seat = self.lots.choice(SEATS)
            edges = self._press(seat, presses % BOUNCY == 0)
            try:
                ruled, lamp = self.rulings.get(timeout=2)
            except Empty:
                continue  # the machine slept through it; nothing was measured
            self.decisions.append(ruled - decisive(edges))
            self.lit.append(lamp)
            self._edge(seat, False)
            self.thread.command("close")
            time.sleep(REARM / SECOND + 0.002)
            presses += 1

    def _press(self, seat: Seat, bouncy: bool) -> list[tuple[int, bool]]:
        edges = [self._edge(seat, True)]
        for _ in range(self.lots.randint(1, 3) if bouncy else 0):
            for closed in (False, True):
                time.sleep(self.lots.uniform(0.0001, 0.0006))
                edges.append(self._edge(seat, closed))
        return edges

    def _edge(self, seat: Seat, closed: bool) -> tuple[int, bool]:
        t = now()
        self.thread.put(Edge(t, seat, closed))
        return t, closed


def decisive(edges: list[tuple[int, bool]]) -> int:
    """The stamp of the closing that makes a press of these edges of one contact."""
    for (t, closed), (until, _) in pairwise(edges):
        if closed and until - t >= VALIDATE:
            return t
    return edges[-1][0]


def at_work(runs: int, seconds: float, frames: int) -> dict[str, Any]:
    """`frame_ms`, `decision_ms`, `lamp_ms`, `animation_ms`, each the median of the runs, and `animations_ms` by name.
    The interpreter switches threads as often as it does in the box. Raises NoScreen, Unmeasured."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    window = Window(SIZE, LOOK, simulate=True)
    try:
        found = {"frame_ms": middle([full_redraw(window, frames) for _ in range(runs)])}
        animate(window, race(len(SEATS), 6, now()), TUMBLE / SECOND)  # now every sprite is there
        times = [decisions(window, seconds, seed) for seed in range(runs)]
        moved = motion.animations(window, LOOK, runs)
    finally:
        window.close()
        sys.setswitchinterval(before)
    return {
        **found,
        "animations_ms": moved,
    } | {
        name: middle(spreads)
        for name, spreads in zip(("decision_ms", "lamp_ms", "animation_ms"), zip(*times, strict=True), strict=True)
    }


def decisions(window: Window, seconds: float, seed: int) -> tuple[Spread, Spread, Spread]:
    """One run, the screen animating all the while: from the deciding edge's delivery to its ruling; from the ruling
    to the winner's lamp; what one animated picture takes until it is shown."""
    lamps = Noted(window)
    desk = Watched(lamps)

    def deliver(rulings: list[Ruling]) -> None:
        fingers.deliver(rulings)
        window.wake()

    thread = DeskThread(desk, now, deliver, fault=progress)
    fingers = Fingers(thread, desk, lamps, random.Random(seed))
    pressing = threading.Thread(target=fingers.run, name="fingers", daemon=True)
    play = race(len(SEATS), 6, now())
    thread.start()
    pressing.start()
    try:
        pictures = animate(window, play, seconds)
        if not fingers.decisions:
            pictures += animate(window, play, PATIENCE_S)
    finally:
        fingers.going = False
        pressing.join(timeout=3)
        thread.stop()
    if not fingers.decisions:
        raise Unmeasured("no press was decided on; measure again with less else running")
    return spread(fingers.decisions), spread(fingers.lit), spread(pictures)


def animate(window: Window, play: Any, seconds: float, after: Callable[[], None] = lambda: None) -> list[int]:
    """Dice that tumble again and again at 60 pictures a second, as loop.run_live shows them; what each took. `after`:
    done once a picture, when it is shown."""
    took, began = [], now()
    following = began
    while following - began < seconds * SECOND:
        window.wait(max(0, following - now()) / SECOND)
        t = now()
        if t < following:
            continue  # woken by a ruling; the loop would step the box here
        if t >= play.since + TUMBLE:
            play = replace(play, since=t)
        window.present(GAME.scene(play, t, LOOK))
        took.append(now() - t)
        after()
        following = max(following + FRAME, t + MS)
    return took


def full_redraw(window: Window, wanted: int) -> Spread:
    """Everything painted anew: a race of eight with six coasters, every sprite made already."""
    surface, painter = window.surface_screen(), Painter(SIZE, LOOK)
    scene = GAME.scene(race(len(SEATS), 6, 0), TUMBLE, LOOK)
    took = []
    for n in range(wanted + WARM):
        began = now()
        painter.paint_all(surface, scene)
        if n >= WARM:
            took.append(now() - began)
    return spread(took)
