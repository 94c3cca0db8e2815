"""Somebody who plays at the machine's buzzers and buttons, and reads the journal to know what the dice say."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from mopsbox import box as boxes
from mopsbox import edgelog, journal, stage, wiring
from mopsbox.audit import decide
from mopsbox.games.mopseinander.play import FIRST_NUMBER
from mopsbox.games.mopseinander.rules import correct_number
from mopsbox.table import Ruling, Seat

from . import pictures
from .machine import DATA, Machine

WIRING = wiring.read("pi")
MS = 1000  # microseconds
APART_MS = 100  # from one touch to the next


class Player:
    """`number`: of the game in the store."""

    def __init__(self, machine: Machine, number: int = 1) -> None:
        self.machine, self.number = machine, number
        self.seen: list[dict[str, Any]] = []  # the actions that were seen to be written

    # -- fingers

    def press(self, *seats: int, for_ms: int = 80) -> None:
        """These buzzers at once."""
        pins = [WIRING.buzzers[Seat(seat)].pin for seat in seats]
        self.machine.pull([*((0, pin, 0) for pin in pins), *((for_ms * MS, pin, 1) for pin in pins)])

    def button(self, name: str, times: int = 1, for_ms: int = 80) -> None:
        pin, one = WIRING.buttons[name].pin, (for_ms + 80) * MS
        self.machine.pull([s for n in range(times) for s in ((n * one, pin, 0), (n * one + for_ms * MS, pin, 1))])

    def touch(self, *parts: int | str) -> None:
        """Buzzers and menu buttons one after the other, in one pull; "menu": OK, held until the menu opens."""
        at, steps = 0, list[tuple[int, int, int]]()
        for part in parts:
            name, for_ms = ("ok", 1300) if part == "menu" else (part, 80)
            pin = WIRING.buzzers[Seat(name)].pin if isinstance(name, int) else WIRING.buttons[name].pin
            up = at + for_ms * MS
            steps += [(at, pin, 0), (up, pin, 1)]
            at = up + APART_MS * MS
        self.machine.pull(steps)

    def choose(self, entry: str) -> None:
        """This entry of the running game's menu."""
        box, _ = stage.begin(boxes.new(0), 0, self.number, self.standing())
        self.touch("menu", *["right"] * boxes.menu_entries(box).index(entry), "ok")

    def lamps(self) -> set[int]:
        """The seats whose lamps are lit."""
        lit = self.machine.lines(WIRING.lamps.values())
        return {seat for seat, pin in WIRING.lamps.items() if lit[pin]}

    def lit(self, *seats: int) -> None:
        """These lamps come to be lit, and no others."""
        self.machine.until(lambda: self.lamps() == set(seats), f"the lamps {seats} alone")

    # -- eyes

    def history(self) -> journal.History | None:
        """The game so far; None: none yet, or a line is just being written."""
        lines = self.machine.read(f"{DATA}/games/{self.number}.jsonl").split("\n")[:-1]
        if not lines:
            return None
        header, *actions = (json.loads(line) for line in lines)
        history = journal.begin(header)
        for action in actions:
            history = journal.add(history, action)
        self.seen = [{k: v for k, v in action.items() if k not in ("at_us", "note")} for action in actions]
        return history

    def standing(self) -> journal.History:
        """The game so far, where there is one for certain."""
        history = self.history()
        assert history
        return history

    def rulings(self) -> list[Ruling]:
        """What the game's edge log says so far: a lamp alone cannot tell a winner from a contact not yet let go."""
        log = self.machine.folder / "edges.jsonl"
        log.write_text(self.machine.read(f"{DATA}/games/{self.number}.edges.jsonl").rpartition("\n")[0] + "\n")
        header, events = edgelog.read(log)
        return decide(header, [event for _, event in events])[0]

    def until(self, true: Callable[[Any], bool], what: str, timeout_s: float = 60) -> Any:
        """The game's state, once it is so."""
        found: list[Any] = []

        def seen() -> bool:
            history = self.history()
            found[:] = [history.state] if history else []
            return bool(found) and true(found[0])

        self.machine.until(seen, what, timeout_s)
        return found[0]

    def sees(self, expected: pygame.Surface, name: str, timeout_s: float = 60, most: float = pictures.MOST) -> None:
        """The screen comes to show this, but for so many of its pixels."""
        end = time.monotonic() + timeout_s
        while (differ := pictures.unlike(screen := self.machine.screen(), expected)) > most:
            if time.monotonic() > end:
                pictures.keep(name, screen, expected)
                raise AssertionError(f"{differ:.2%} of {name} differ; see tests/out")
            time.sleep(0.3)
        pictures.keep(name, screen)

    # -- a game

    def begin(self, *seats: int) -> Any:
        """From the lobby: these join, OK starts."""
        for seat in seats:
            self.press(seat)
        self.button("ok")
        return self.until(lambda s: s.phase == "fill", "a new game")

    def roll(self) -> Any:
        self.button("ok")
        return self.until(lambda s: s.phase == "race", "the roll")

    def buzz(self, *seats: int) -> set[int]:
        """These press, again if it was too early; gives who won, by the edge log and by the one lamp that is lit."""
        for _ in range(20):
            time.sleep(1.5)
            before = len(self.rulings())
            self.press(*seats)
            self.machine.until(partial(self._ruled, seats, before), f"the rulings on {seats}")
            winner = {ruling.seat for ruling in self.rulings()[before:] if ruling.said == "winner"}
            if winner:
                self.lit(*winner)
                return winner
        raise AssertionError(f"nobody of {seats} won; the service: {self.machine.journal()}")

    def _ruled(self, seats: tuple[int, ...], before: int) -> bool:
        return {ruling.seat for ruling in self.rulings()[before:]} >= set(seats)

    def answer(self, number: int, by_buttons: bool = False) -> None:
        time.sleep(0.5)
        if by_buttons:
            up = number >= FIRST_NUMBER
            self.button("right" if up else "left", times=number - FIRST_NUMBER + 1 if up else FIRST_NUMBER - number)
        else:
            for digit in str(number):
                self.machine.type(f"kp_{digit}")
        self.button("ok")

    def take(self) -> Any:
        """The verdict is skipped, the first coaster taken."""
        for _ in range(10):
            time.sleep(1)
            self.button("ok")
            end = time.monotonic() + 3
            while time.monotonic() < end:
                history = self.history()
                if history and history.state.phase != "take":
                    return history.state
        raise AssertionError(f"no coaster was taken; the service: {self.machine.journal()}")

    def step(self, state: Any) -> None:
        """Whatever comes next, whatever was before."""
        match state.phase:
            case "fill":
                self.roll()
            case "race":
                free = next(seat for seat in state.setup.seats if seat not in state.locked)
                self.buzz(free)
                self.answer(correct_number(state))
                self.until(lambda s: s.phase != "race", "the answer")
            case "take":
                self.take()
            case "final":
                self.press(state.last_winner or state.active)
                time.sleep(8)
            case "over":
                self.button("ok")
                time.sleep(1)

    def round(self, buzzer: int, wrong: int | None = None, by_buttons: bool = False) -> Any:
        """Roll, buzz, answer (`wrong`: who answers falsely first), take."""
        state = self.roll()
        number = correct_number(state)
        if wrong:
            self.buzz(wrong)
            self.answer((number + 1) % 100)
            self.until(lambda s: s.locked == (wrong,), "the wrong answer")
        self.buzz(buzzer)
        self.answer(number, by_buttons)
        state = self.until(lambda s: s.phase == "take" or buzzer in s.locked, "the answer")
        assert state.phase == "take" and state.winner == buzzer
        return self.take()
