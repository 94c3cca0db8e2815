"""What a state tells: whose turn it is, what may be played or taken, what the bowls are worth. Nothing here changes
anything."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import Seat
from .cards import COLOUR, Card, strength
from .state import Setup, State


def printed(players: int) -> int:
    """Bones printed on everybody's bowl card: the side for three players, or the one for four and five (R29, B7)."""
    return 7 if players == 3 else 5


def after(setup: Setup, seat: Seat, steps: int = 1) -> Seat:
    """Who sits so many places to the left, clockwise (R39)."""
    seats = setup.seats
    return seats[(seats.index(seat) + steps) % len(seats)]


def turn(state: State) -> Seat:
    """Whose card comes next in a trick (R38, R39)."""
    return after(state.setup, state.leader, len(state.table))


def next_leader(state: State) -> Seat:
    """Who starts the next round, if the table says nothing else (R56, B15); before the first, the header's first."""
    if not state.rounds:
        return state.setup.first
    return after(state.setup, state.leader if state.setup.options.next_leader == "winner" else state.starter)


def must_follow(state: State, hand: Sequence[Card]) -> frozenset[str] | None:
    """With this hand: the led colour or a cat, as colours (R40, R42, B9); None: anything (R41, R43, B8, B10)."""
    if not state.table:
        return None
    led = COLOUR[state.table[0][1]]
    if led == "cat" or not any(COLOUR[card] == led for card in hand):
        return None
    return _FOLLOWING[led]


_FOLLOWING = {colour: frozenset((colour, "cat")) for colour in ("red", "yellow", "blue")}


def playable(state: State) -> tuple[Card, ...]:
    """The known cards of whoever's turn it is that may be played now: in full mode all that may."""
    if state.phase != "trick":
        return ()
    hand = state.hands[state.setup.seats.index(turn(state))]
    colours = must_follow(state, hand)
    return hand if colours is None else tuple([card for card in hand if COLOUR[card] in colours])


def begged_from(state: State) -> tuple[Card, ...]:
    """The cards the beggar may take: neither its own nor the winner's, which is in the bowl (R51, B5). Three players:
    just one."""
    return tuple([card for seat, card in state.table if seat != state.beggar]) if state.phase == "beg" else ()


def strongest_and_weakest(state: State) -> tuple[Seat, Seat]:
    """Who wins a trick that is complete, and who begs (R44, R48): never the same seat, never a tie (B6)."""
    queue = state.queue
    inorder = sorted([(strength(card, queue), seat) for seat, card in state.table])
    return inorder[-1][1], inorder[0][1]


def tally(state: State) -> tuple[int, ...]:
    """Per seat what the round would score now: the bowl's cards (R57), or else the printed bones (R58, R59, B20), and
    one for each card in hand (R60, B21)."""
    empty = printed(len(state.setup.seats))
    return tuple(
        [(empty if bowl is None else bowl) + hand for bowl, hand in zip(state.bowls, state.counts, strict=True)]
    )


def totals(state: State) -> tuple[int, ...]:
    """Per seat: the bones of all finished rounds (R61)."""
    return tuple([sum(of_seat) for of_seat in zip(*state.rounds, strict=True)]) or (0,) * len(state.setup.seats)


def scores(state: State) -> dict[Seat, int]:
    """The total on every seat's plate."""
    return dict(zip(state.setup.seats, totals(state), strict=True))


def listening(state: State) -> frozenset[Seat]:
    """The seats whose turn it is: who plays a card, who begs; for a whole trick everybody may have won it."""
    match state.phase:
        case "trick" if state.mode == "quick":
            return frozenset(state.setup.seats)
        case "trick":
            return frozenset((turn(state),))
        case "beg" if state.beggar is not None:
            return frozenset((state.beggar,))
        case _:
            return frozenset()
