"""What the table is doing with a game of Mopseinander: the rules' state and the talk around it, as one value.

`host` moves it on, `view` shows it. Everything with a stamp is box nanoseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...journal import History
from ...table import MS, SECOND, Seat
from .counting import highest_asked
from .practice import Practice
from .rules import State

Mode = Literal["fill", "tumble", "race", "answer", "verdict", "take", "final", "tally", "podium"]
"""fill: the active player chooses how many lie there.  tumble: the dice roll (race or final).  race: who is first.
answer: the winner dials.  verdict: right, wrong, late or nobody.  take: the winner picks a coaster.
final: everybody's coasters are open, the roller is asked to roll.  tally: the scores of a final roll count up.
podium: over."""

Verdict = Literal["right", "wrong", "late", "nobody"]

TUMBLE = 1000 * MS  # screens/layout.md, Motion: 900-1200
VERDICT_RIGHT, VERDICT_WRONG = 1500 * MS, 800 * MS  # ibid.
VERDICT_NOBODY = 4 * SECOND  # long enough to read the sum; any press goes on
VERDICT_PRACTICE = 20 * SECOND  # a table of times is read alone, and gone by any press
SKIP_AFTER = 400 * MS  # a press later than this skips a verdict; an eager second OK does not
SLIDE = 450 * MS  # a coaster on its way to a plate
GROW = 350 * MS  # ibid.: from fill to race, plates go and coasters grow
COVER, UNCOVER = 120 * MS, 200 * MS  # ibid.: the coasters turn over, for an answer and back
OPENS = 200 * MS  # ibid.: the tab of who must act comes out of its edge
FLIP_APART, FLIP = 80 * MS, 300 * MS  # final: coasters turn over one after another
COUNT_STEP = 60 * MS  # tally: one point
HOLD_TAKE = 600 * MS  # holding the own buzzer takes the ringed coaster
TYPED_AFTER = 800 * MS  # late presses are over: from then on a keyboard's 1 to 8 are digits for whoever answers
COUNTDOWN = 3  # the last seconds of an answer are heard, one tick each
FIRST_NUMBER = 6  # where the dial starts when first touched: near the middle of what four or five coasters give


@dataclass(frozen=True, slots=True)
class Finish:
    """The photo finish: every eligible press of this opening, (seat, first edge) in order, and who answers.
    `tied`: the dead heat the winner was drawn from, or (winner,)."""

    winner: Seat
    tied: tuple[Seat, ...]
    lanes: tuple[tuple[Seat, int], ...]

    @property
    def shown(self) -> bool:
        """One who pressed alone needs no picture."""
        return len(self.lanes) > 1


@dataclass(frozen=True, slots=True)
class Play:
    history: History  # .state is the rules' State
    mode: Mode
    since: int  # when this mode began
    answer_ns: int | None = 10 * SECOND  # answer time; None: no limit
    choice: int = 0  # fill: how many shall lie there; take: index into state.table
    number: int | None = None  # answer: the dialled number, None: not touched yet
    deadline: int | None = None  # answer: when it is too late
    ticked: int = 0  # answer: so many ticks of the countdown have been heard
    verdict: Verdict | None = None
    judged: Seat | None = None  # verdict: whose answer
    finish: Finish | None = None
    early: tuple[tuple[Seat, int], ...] = ()  # presses before the dice lay, (seat, first edge); told to the presser
    taken: tuple[int, Seat, int] | None = None  # (coaster, seat, when): still sliding to its plate
    astir: int | None = None  # when the coasters set out: to grow (tumble), to turn face up again (race)
    court: Literal["closed", "armed", "open", "decided"] = "closed"  # what the referee was last told or said
    opened: int | None = None  # when the race last opened: only presses from then on are in it
    presses: tuple[tuple[Seat, int], ...] = ()  # eligible presses of this opening, (seat, first edge)
    typed: bool = False  # answer: the last touch was a digit, the next one continues the number
    held: tuple[Seat, int] | None = None  # fill, take: whose own buzzer is down since when
    practice: Practice | None = None  # somebody plays alone against bots
    paused: int | None = None  # the menu is open since, or the photo finish lies over the table
    photo: Literal["near", "far"] | None = None  # its page is open, and from where it is read

    @property
    def state(self) -> State:
        state: State = self.history.state
        return state


def most_number(state: State) -> int:
    """The largest number the dial offers."""
    return highest_asked(state.setup.coasters)


def dialled(play: Play, by: int) -> int:
    """What the dial shows after < (-1) or > (1); it goes round."""
    if play.number is None:
        return FIRST_NUMBER if by > 0 else FIRST_NUMBER - 1
    return (play.number + by) % (most_number(play.state) + 1)


def next_tick(play: Play) -> int | None:
    """When the next tick of the countdown is heard; None: no more of them."""
    if play.deadline is None or play.ticked >= COUNTDOWN:
        return None
    return play.deadline - (COUNTDOWN - play.ticked) * SECOND


def fill_choices(state: State) -> tuple[int, ...]:
    """How many may lie there when the dice roll (R5, R19, A2): the fewest first, which is the default (D6)."""
    lying, pile = len(state.table), len(state.pile)
    if state.filled or not pile:
        return (lying,)
    return tuple(n for n in range(min(4, lying + pile), 7) if lying <= n <= lying + pile)


def flipping(state: State) -> int:
    """For how long everybody's coasters turn over when the final begins."""
    return max(0, sum(map(len, state.won)) - 1) * FLIP_APART + FLIP


def roller(state: State) -> Seat:
    """Who rolls in the final (R23): the winner of the last coaster; nobody won one: the active player."""
    return state.last_winner or state.active
