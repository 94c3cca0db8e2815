"""Evenings of Mopsen that are played for real more than once: by keys in a window, by buzzers in the machine.

A plan is what the cards did, added up here with a pencil and not by the program. A rehearsal in virtual time finds the
fingers that tell it, slips of the tongue and all; whoever plays it for real moves the same fingers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from mopsbox.box import HOLD
from mopsbox.chance import Chance
from mopsbox.games.mopsen.play import SKIP_AFTER
from mopsbox.table import MS

from ..at_table import Table
from .mopsen_box import quick

Where = tuple[int, int]
"""Round and trick."""


class Trick(NamedTuple):
    won: int
    bones: int
    begged: int
    colour: str


class Slip(NamedTuple):
    """The trick `at` was first told as `told`. That was noticed when trick `noticed` had been told: the same, and it is
    taken back; a later one, and it is corrected from the menu."""

    at: Where
    told: Trick
    noticed: Where


@dataclass(frozen=True, slots=True)
class Evening:
    """`rounds`: as the cards fell. Fewer than three: then the host has the box score."""

    seats: tuple[int, ...]
    rounds: tuple[tuple[Trick, ...], ...]
    slips: tuple[Slip, ...] = ()

    def sheet(self) -> list[dict[int, int]]:
        """For each round everybody's bones: on the cards won, if any, else the printed ones; and one for each card in
        hand (R57 to R60). Everybody has eight, plays one in each trick, and has one more for each time of begging."""
        printed = 7 if len(self.seats) == 3 else 5
        rows = []
        for tricks in self.rounds:
            row = {}
            for seat in self.seats:
                won = [trick.bones for trick in tricks if trick.won == seat]
                hand = 8 - len(tricks) + [trick.begged for trick in tricks].count(seat)
                row[seat] = (sum(won) if won else printed) + hand
            rows.append(row)
        return rows

    def ends(self) -> dict[str, Any]:
        """What `replay --json` must say of it, among other things."""
        sheet = self.sheet()
        totals = {seat: sum(row[seat] for row in sheet) for seat in self.seats}
        climbed = [trick.colour for tricks in self.rounds for trick in tricks]
        assert len(set(climbed)) == 4  # so whatever the queue was first, it ends in the order of the last climbs
        return {
            "over": True,
            "rounds": [by_name(row) for row in sheet],
            "totals": by_name(totals),
            "winners": [seat for seat in self.seats if totals[seat] == max(totals.values())],
            "queue": sorted(set(climbed), key=climbed[::-1].index),
            "leader": self.rounds[-1][-1].won,
        }


def by_name(row: dict[int, int]) -> dict[str, int]:
    return {str(seat): bones for seat, bones in row.items()}


def tricks(*lines: str) -> tuple[Trick, ...]:
    """Each "who won, with how many bones, who begged, with which colour"; several in a line, with commas."""
    found = []
    for one in ", ".join(lines).split(", "):
        won, bones, begged, colour = one.split()
        found.append(Trick(int(won), int(bones), int(begged), colour))
    return tuple(found)


FIVE = Evening(
    (1, 2, 3, 4, 5),
    (
        tricks(
            "1 3 2 red, 4 2 3 yellow, 1 0 4 blue, 2 5 5 cat, 3 1 1 red",
            "4 4 2 yellow, 1 2 4 red, 2 1 5 blue, 3 2 4 cat",
        ),
        tricks(
            "5 4 1 cat, 5 1 2 red, 3 3 1 blue, 2 0 4 yellow",
            "5 2 4 cat, 1 4 2 red, 3 3 5 red, 2 2 1 blue",
        ),
        tricks(
            "4 3 5 yellow, 1 5 3 blue, 5 0 2 cat, 3 2 5 yellow",
            "4 4 2 red, 1 1 3 red, 4 2 1 cat, 1 5 2 blue",
        ),
    ),
    (Slip((1, 1), Trick(1, 5, 3, "red"), (1, 1)), Slip((1, 6), Trick(5, 3, 2, "blue"), (2, 3))),
)
"""Three rounds of nine, eight and eight tricks; in the first 5 wins none. 1 and 4 win together."""

THREE = Evening(
    (1, 2, 3),
    (
        tricks(
            "3 2 1 red, 1 4 2 yellow, 3 0 2 cat, 1 3 3 blue, 3 5 1 red",
            "1 1 2 cat, 3 3 1 yellow, 1 2 2 red, 3 4 2 cat",
        ),
    ),
    (Slip((1, 1), Trick(2, 2, 1, "cat"), (1, 1)), Slip((1, 3), Trick(2, 0, 1, "cat"), (1, 5))),
)
"""One round of nine tricks in which 2 wins none; then they have enough."""


class Touch(NamedTuple):
    """`part`: a seat's buzzer, or "left", "ok", "right". `held`: until the menu opens. `told`: so many actions must
    stand in the journal before, and half a second must have gone since: the sheet takes no earlier press."""

    part: int | str
    held: bool
    told: int


class _Given(Chance):
    """The game that was drawn already."""

    def __init__(self, header: dict[str, object]) -> None:
        super().__init__(0)
        self.header = header

    def deal(self, *_: object) -> dict[str, object]:
        return self.header


class Rehearsal(Table):
    """The whole evening, from where the box says to deal to the podium. `header`: of the game's journal."""

    def __init__(self, header: dict[str, object], evening: Evening) -> None:
        self.touches: list[Touch] = []
        super().__init__()
        self.evening, self.loop.chance = evening, _Given(header)
        for message in self.loop.deal("mopsen", evening.seats):
            self.loop.receive(message)
        for number in range(1, len(evening.rounds) + 1):
            self._round(number)
        if self.state.phase == "over":
            self.key("ok")
        else:
            self.choose("end-here")

    def _round(self, number: int) -> None:
        self.key("ok")  # dealt
        for n, trick in enumerate(self.evening.rounds[number - 1], 1):
            here = number, n
            wrongly = [slip.told for slip in self.evening.slips if slip.at == here]
            quick(self, *(wrongly[0] if wrongly else trick))
            for slip in self.evening.slips:
                if slip.noticed == here == slip.at:
                    self.key("left")
                    quick(self, *trick)
                elif slip.noticed == here:
                    self._correct(slip.at)
        assert self.mode == "sheet", "somebody is out of cards"
        self._read_the_sheet()
        if number < len(self.evening.rounds):
            self.key("ok")

    def _correct(self, at: Where) -> None:
        self.choose("correct")
        self._turn_to(lambda told: told.round == at[0])
        if self.play.part == "round":
            self.key("ok")
        self._turn_to(lambda told: told.trick == at[1])
        self.key("ok")
        self.key("ok")  # it was otherwise
        quick(self, *self.evening.rounds[at[0] - 1][at[1] - 1])
        assert self.mode == "change"
        self.key("ok")
        self._read_the_sheet()
        self.key("ok")

    def _turn_to(self, there: Callable[[Any], bool]) -> None:
        for _ in range(14):
            if not self.play.leaving and there(self.play.draft.pieces[self.play.picked]):
                return
            self.key("left")
        raise AssertionError("no such trick is told")

    def _read_the_sheet(self) -> None:
        self.wait(SKIP_AFTER / MS + 100)

    # -- fingers, remembered

    def press(self, *seats: int, for_ms: float = 80, apart_us: float = 1000) -> None:
        self.touches += [Touch(seat, False, len(self.actions())) for seat in seats]
        super().press(*seats, for_ms=for_ms, apart_us=apart_us)

    def key(self, name: Any, for_ms: float = 60) -> None:
        self.touches.append(Touch(name, for_ms * MS >= HOLD, len(self.actions())))
        super().key(name, for_ms)
