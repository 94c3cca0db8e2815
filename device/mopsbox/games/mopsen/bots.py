"""Bots at the box: real cards in their hands, and fingers that tell each trick as people would, by buzzers and keys.

The cards are dealt and played here, where the box cannot see them (cardplay.py says how); what bots keep in mind of a
round lies with the hands. They do not sit with people (`company`, games/protocol.py): a person's cards are real, and
no bot can hold some of the same pack. Pure but for the generator given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ...journal import History
from ...table import MS, SECOND, Button, Dial, Seat
from . import host
from .asking import colours
from .cardplay import Lots, moves
from .cards import CARDS, COLOUR, VALUE, Card, Colour
from .counting import begged_from, turn
from .events import Begged, RoundOver, TrickWon
from .play import Play
from .rules import step
from .state import HAND, State, but
from .state import Play as CardPlayed

CHANGES = 0.03  # how often bots change, between two tricks, from whole tricks to cards or back
HELD = 1100 * MS  # OK opens the menu


class Hands(Protocol):
    """Everybody's fingers: presses at box times to come. `memory`: what the bots keep in mind."""

    memory: Any

    @property
    def lots(self) -> Lots: ...
    def at(self, t: int, raw: object) -> None: ...
    def key(self, t: int, name: str) -> int: ...
    def buzz(self, t: int, seat: Seat) -> None: ...
    def over(self, t: int, history: History) -> None: ...


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it lies on the table. `scores`: what it comes to."""

    tricks: tuple[Played, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A trick: its cards, who won with how many bones, who begged which card, and the colour that climbs."""

    cards: dict[Seat, Card]
    won: Seat
    bones: int
    begged: Seat
    taken: Card
    colour: Colour


def play_round(state: State, lots: Lots) -> Round:
    """The round to come, dealt by lot and played out."""
    known = but(state, mode="full", setup=replace(state.setup, mode="full"))
    tricks, cards, won = list[Played](), dict[Seat, Card](), None
    for before, action in moves(known, lots):
        if isinstance(action, CardPlayed):
            cards[action.seat] = action.card
        _, events = step(before, action)
        for event in events:
            match event:
                case TrickWon():
                    won = event
                case Begged(seat=seat, colour=colour, card=card) if won and card:
                    tricks.append(Played(cards, won.seat, won.bones, seat, card, colour))
                    cards = {}
                case RoundOver(scores=scores):
                    return Round(tuple(tricks), tuple([bones for _, bones in scores]))
                case _:
                    pass
    raise AssertionError("every round ends")


def play(hands: Hands, t: int, now: Play, before: Play | None) -> None:
    """The table changed from `before` to `now` at `t`: whoever is asked reaches for a button."""
    if now.paused is not None:
        return
    if before is not None and (before.mode, before.part, before.since) == (now.mode, now.part, now.since):
        return
    state = now.state
    t += SECOND
    match now.mode, now.part:
        case "deal", _:
            rounds = hands.memory if state.rounds else ()
            hands.memory = (*rounds, play_round(state, hands.lots))
            hands.key(t, "ok")
        case "table", _ if hands.lots.random() < CHANGES:
            _change(hands, t, now)
        case "table", _:
            hands.buzz(t, _trick(hands, state).won if state.mode == "quick" else turn(state))
        case "trick", "bones":
            _turn(hands, t, range(10), now.bones, _trick(hands, state).bones)
        case "trick", "beggar":
            hands.buzz(t, _trick(hands, state).begged)
        case "trick", "colour":
            _turn(hands, t, state.queue, now.colour, _trick(hands, state).colour)
        case "card", "colour":
            card = _trick(hands, state).cards[turn(state)]
            t = _turn(hands, t, colours(now), now.colour, COLOUR[card], "")
            hands.at(t, Dial(t, VALUE[card]))
        case "beg", _:
            _turn(hands, t, begged_from(state), now.begs, _trick(hands, state).taken)
        case "sheet", _:
            hands.buzz(t, state.setup.seats[0])
        case "podium", _:
            hands.over(t, now.history)
        case _:
            pass


def _trick(hands: Hands, state: State) -> Played:
    """The trick that lies on the table."""
    trick: Played = hands.memory[-1].tricks[state.trick - 1]
    return trick


def _turn(hands: Hands, t: int, offered: Sequence[object], here: object, wanted: object, then: str = "ok") -> int:
    """As often > as it takes, then OK."""
    for _ in range((offered.index(wanted) - offered.index(here)) % len(offered)):
        t = hands.key(t, "right")
    return hands.key(t, then) if then else t


def _change(hands: Hands, t: int, now: Play) -> None:
    """By the menu, whose first entry goes on; the game's own follow."""
    offers = host.entries(now)
    wanted = next(n for n, entry in enumerate(offers, 1) if entry.startswith("enter-"))
    hands.at(t, Button(t, "ok", True))
    hands.at(t + HELD, Button(t + HELD, "ok", False))
    t += HELD + 100 * MS
    for _ in range(wanted):
        t = hands.key(t, "right")
    hands.key(t, "ok")


# --- what must hold of every finished game


def complaints(history: History) -> list[str]:
    """Checked on its journal alone: all cards are somewhere, three rounds of a length that can be (B18), and the most
    bones win (R61, R62)."""
    state: State = history.state
    found, players = [], len(state.setup.seats)
    known = [card for held in (*state.hands, *state.cards, state.discards) for card in held]
    if sorted([*known, *[card for _, card in state.table], *state.unseen]) != sorted(CARDS):
        found.append(f"cards not conserved: {len(known)} known, {len(state.unseen)} unseen")
    if len(state.rounds) != 3 and not state.ended_early:
        found.append(f"{len(state.rounds)} rounds")
    sums = [sum(of_seat) for of_seat in zip(*state.rounds, strict=True)] or [0] * players
    best = sorted(seat for seat, bones in zip(state.setup.seats, sums, strict=True) if bones == max(sums))
    if list(state.winners) != best:
        found.append(f"winners {state.winners}, most bones have {best}")
    longest = (HAND * players - 1) // (players - 1)
    for number, tricks in enumerate(_tricks(history), 1):
        if not HAND <= tricks <= longest and number <= len(state.rounds):
            found.append(f"round {number} had {tricks} tricks")
    return found


def _tricks(history: History) -> Sequence[int]:
    """How many tricks each round had, by the lines (bots never undo)."""
    counted: list[int] = []
    for line in history.lines:
        if line["do"] == "deal":
            counted.append(0)
        elif line["do"] in ("beg", "trick"):
            counted[-1] += 1
    return counted
