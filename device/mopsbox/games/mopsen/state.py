"""A game of Mopsen as values: how it was set up, where it stands, what can be done, what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...frozen import changer
from ...table import Seat
from .bones import Bones
from .cards import ALL, Card, Colour, Queue

Mode = Literal["full", "cards", "quick"]
"""How the table tells its game: all hands known and every card; every card; whole tricks."""

Phase = Literal["deal", "trick", "beg", "over"]
"""deal: a round is to be dealt.  trick: a card or a whole trick comes next.  beg: the trick's weakest takes a card."""

NextLeader = Literal["winner", "round"]
ROUNDS = 3  # R33
HAND = 8  # cards dealt to each (R34)
EXCHANGE = 3  # cards at most (B14)

Hands = tuple[tuple[Seat, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`exchange`: up to three cards after the deal (B14). `queue_reset`: every round begins with the first queue (B16).
    `next_leader`: who sits left of whom starts the next round: the last trick's winner, or who started this one (B15).
    """

    exchange: bool = False
    queue_reset: bool = False
    next_leader: NextLeader = "winner"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is settled before the first round. `seats`: in order of play. `queue`: strongest first."""

    seats: tuple[Seat, ...]
    first: Seat
    queue: Queue
    mode: Mode
    bones: Bones
    options: Options = Options()


@dataclass(frozen=True, slots=True)
class Denial:
    """This seat played neither the led colour nor a cat in this trick, so it held none of that colour (R40).
    `begged`: cards of that colour it took since, which it may show."""

    seat: Seat
    colour: Colour
    trick: int
    begged: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Revoke:
    """A denial that was not true: `card` gave it away. The table decides what comes of it (B26)."""

    seat: Seat
    round: int
    trick: int
    card: Card


@dataclass(frozen=True, slots=True)
class State:
    """Where the game stands. Tuples "per seat" are aligned with `setup.seats`.

    Every card is in one of `hands`, `cards`, `discards`, on the `table` or `unseen`: of these the box does not know
    where they are. In full mode they are the pile; where cards are entered, the pile and what nobody has shown; after
    a trick that was told as a whole, also what was played in it.
    """

    setup: Setup
    phase: Phase
    mode: Mode
    round: int  # the one dealt last, from 1
    trick: int  # the one being played, or the last one of a round that is over, from 1
    queue: Queue
    leader: Seat  # who plays first in this trick; after a round who would have (R53)
    starter: Seat  # who started this round
    exchanging: tuple[Seat, ...]  # who may still exchange cards, in turn order (B14)
    table: tuple[tuple[Seat, Card], ...]  # played cards, in playing order; while one begs without the winner's
    counts: tuple[int, ...]  # per seat: cards in hand
    hands: tuple[tuple[Card, ...], ...]  # per seat: those the box knows
    bowls: tuple[int | None, ...]  # per seat: bones on the cards in the bowl; None: no card in it (B20)
    cards: tuple[tuple[Card, ...], ...]  # per seat: known cards in the bowl
    discards: tuple[Card, ...]
    unseen: frozenset[Card]
    denials: tuple[Denial, ...]  # of this round
    revokes: tuple[Revoke, ...]  # of the whole game
    won: Seat | None  # while one begs: who won the trick
    beggar: Seat | None  # while one begs
    rounds: tuple[tuple[int, ...], ...]  # finished rounds: per seat, its bones
    ended_early: bool
    winners: tuple[Seat, ...]  # ascending; () until over


but = changer(State)
"""The state with some fields changed."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round begins: eight cards each (R34). `hands`: in full mode, else None."""

    hands: Hands | None = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """A seat gives cards for as many of the pile (B14). `in_`: "in" in a journal."""

    seat: Seat
    out: tuple[Card, ...]
    in_: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    """The table says who starts this round (B15)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Play:
    """A card is played (R38, R39)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Beg:
    """The trick's weakest takes this card (R48, R51)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick: who won it with how many bones, who begged, and the colour that goes on top of the queue."""

    won: Seat
    bones: int
    begged: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class ChangeMode:
    """The table changes between entering cards and whole tricks."""

    mode: Mode


@dataclass(frozen=True, slots=True)
class End:
    """The host ends the game early: finished rounds count (A25)."""


Action = Deal | Exchange | Leader | Play | Beg | Trick | ChangeMode | End
ACTIONS: dict[str, type] = {
    "deal": Deal,
    "exchange": Exchange,
    "leader": Leader,
    "play": Play,
    "beg": Beg,
    "trick": Trick,
    "mode": ChangeMode,
    "end": End,
}
"""By their names in a journal (formats.md)."""


def new(setup: Setup) -> State:
    """A game before its first deal; `setup` has been checked (record.setup)."""
    nothing = ((),) * len(setup.seats)
    return State(
        setup=setup,
        phase="deal",
        mode=setup.mode,
        round=1,
        trick=1,
        queue=setup.queue,
        leader=setup.first,
        starter=setup.first,
        exchanging=(),
        table=(),
        counts=(0,) * len(setup.seats),
        hands=nothing,
        bowls=(None,) * len(setup.seats),
        cards=nothing,
        discards=(),
        unseen=ALL,
        denials=(),
        revokes=(),
        won=None,
        beggar=None,
        rounds=(),
        ended_early=False,
        winners=(),
    )
