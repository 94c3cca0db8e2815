"""Bots of three skills: how soon they are done counting, and how often they miscount. Pure but for the generator given.

A bot knows only what a player sees: it counts the open coasters (with its error), reacts with a delay that grows
with what lies there, and takes the coaster it likes. Counting times: rules.md 7.1.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from ...journal import History
from ...table import MS, SECOND, Dial, Seat
from .play import Play, fill_choices, roller
from .rules import State, correct_number


class Lots(Protocol):
    """What is needed of a random generator (random.Random has it)."""

    def random(self) -> float: ...
    def gauss(self, mu: float, sigma: float) -> float: ...
    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: list[int]) -> int: ...


class Hands(Protocol):
    """The bots' fingers: presses at box times to come. `seats`: where bots sit; everybody else is a person and presses
    alone. `pace`: how fast the one at that seat counts. `rest`: keys and numbers planned so far are not pressed, for
    the table has gone on."""

    @property
    def lots(self) -> Lots: ...
    @property
    def seats(self) -> Collection[Seat]: ...
    def pace(self, seat: Seat) -> str: ...
    def at(self, t: int, raw: object) -> None: ...
    def key(self, t: int, name: str) -> int: ...
    def buzz(self, t: int, seat: Seat) -> None: ...
    def leave(self, t: int) -> None: ...
    def rest(self) -> None: ...
    def over(self, t: int, history: History) -> None: ...


@dataclass(frozen=True, slots=True)
class Skill:
    """`per_pug_s`: seconds for one pug looked at (rules.md 7.1: 0.13), `spread_s`: s.d., `miss`: chance to miscount."""

    name: str
    per_pug_s: float
    spread_s: float
    miss: float


SKILLS = (Skill("learner", 0.150, 1.4, 0.30), Skill("fair", 0.135, 1.2, 0.20), Skill("expert", 0.120, 1.0, 0.10))
START_S = 1.2  # reading the dice and finding the two pugs
EASY_S = (6.0, 12.0)  # easy ones: so that a child of eight has counted first now and then
EASY_MISS = 0.1  # and so much more often wrong
SHARP, SHARP_MISS = 0.7, 0.4  # sharp ones: so much of a quick one's time, and of its mistakes
PACES = ("easy", "quick", "sharp")
"""By how soon they are done counting: whoever has an hour's practice, like people of rules.md 7.1, hard to beat."""


def skill(seat: Seat) -> Skill:
    """Seats take turns in skill, so every table has all three."""
    return SKILLS[(seat - 1) % len(SKILLS)]


def buzz_after(state: State, seat: Seat, lots: Lots, pace: str = "quick") -> int:
    """Nanoseconds from the open race to the press. `pace`, of PACES: an easy one takes twice as long as a quick one,
    but within EASY_S, a sharp one less."""
    how = skill(seat)
    pugs = sum(state.setup.coasters.pugs(c) for c in state.table)
    mean = START_S + how.per_pug_s * pugs
    if pace == "easy":
        low, high = EASY_S
        seconds = lots.gauss(max(low + 1, min(2 * mean, high - 2)), 1.5)
        seconds = high - abs(high - seconds)  # what lies beyond comes back, so that not all press at the ends
        seconds = low + abs(seconds - low)
    else:
        seconds = lots.gauss(mean, how.spread_s) * (SHARP if pace == "sharp" else 1)
    return round(max(0.3, seconds) * 1000) * MS + lots.randint(0, MS - 1)


def number(state: State, seat: Seat, lots: Lots, pace: str = "quick") -> int:
    """What the bot says: right, or off by one or two."""
    right = correct_number(state)
    miss = skill(seat).miss * (SHARP_MISS if pace == "sharp" else 1) + (EASY_MISS if pace == "easy" else 0)
    if lots.random() >= miss:
        return right
    return max(0, right + lots.choice([-2, -1, -1, 1, 1, 2]))


def play(hands: Hands, t: int, now: Play, before: Play | None) -> None:
    """The table changed from `before` to `now` at `t`: a bot that is asked reaches for a button, never for a person."""
    state, lots, bots = now.state, hands.lots, hands.seats
    fresh = before is None or before.mode != now.mode or before.since != now.since
    if fresh:
        hands.rest()
    if now.photo:  # over the table, which is as it was once it is put away
        hands.rest()
        return
    match now.mode:
        case "fill" if fresh and state.active in bots:
            choices = fill_choices(state)
            _turn_to(hands, t, lots.choice(list(range(len(choices)))))
        case "race" if now.opened is not None and (before is None or before.opened != now.opened):
            for seat in state.setup.seats:
                if seat in bots and seat not in state.locked:
                    pace = hands.pace(seat)
                    again = (0.5 if pace == "easy" else 0.3) if state.locked else 1.0  # they have counted before
                    hands.buzz(now.opened + round(again * buzz_after(state, seat, lots, pace)), seat)
        case "answer" if fresh and now.judged is not None:
            hands.leave(t + 200 * MS)  # the coasters are covered: who has not started to press does not
            if now.judged in bots:
                hands.at(t + SECOND, Dial(t + SECOND, number(state, now.judged, lots, hands.pace(now.judged))))
        case "take" if fresh and state.winner in bots:
            _turn_to(hands, t, lots.choice(list(range(len(state.table)))))
        case "final" if fresh and roller(state) in bots:
            hands.buzz(t + SECOND, roller(state))
        case "podium" if fresh and set(state.setup.seats) <= set(bots):
            hands.over(t, now.history)
        case _:
            pass


def _turn_to(hands: Hands, t: int, steps: int) -> None:
    t += SECOND
    for _ in range(steps):
        t = hands.key(t, "right")
    hands.key(t, "ok")


def complaints(history: History) -> list[str]:
    """What must hold of every finished game, checked on its journal alone: coasters conserved, all but three won,
    nobody answered twice in a round."""
    found = []
    state = history.state
    won = [c for seat in state.won for c in seat]
    everywhere = sorted([*state.pile, *state.table, *won])
    if everywhere != sorted(state.setup.pile):
        found.append(f"coasters not conserved: {everywhere}")
    if len(won) != len(state.setup.pile) - 3 and not state.ended_early:
        found.append(f"{len(won)} coasters won")
    answered: set[object] = set()
    for line in history.lines:
        if line["do"] == "roll":
            answered = set()
        elif line["do"] == "answer":
            if line["seat"] in answered:
                found.append(f"seat {line['seat']} answered twice in a round")
            answered.add(line["seat"])
    return found
