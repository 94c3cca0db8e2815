"""What a journal says of Mopsen (formats.md): the header's part, what its actions hold, and where a game ends."""

from __future__ import annotations

from collections.abc import Mapping

from ...journal import ANYWHERE, Reader
from ...ownfile import Unfit
from ...table import SEATS, Illegal, Seat
from . import bones as data
from .cards import CARDS, COLOUR, COLOURS, Card, Colour, Queue
from .counting import totals, turn
from .state import Hands, Mode, NextLeader, Options, Setup, State

HEADER = ("queue", "mode", "bones")
"""The header's keys besides those of any game."""

OPTIONS = ("exchange", "queue_reset", "next_leader")
PLAYERS = range(3, 6)  # B25
MODES: tuple[Mode, ...] = ("full", "cards", "quick")
NEXT_LEADERS: tuple[NextLeader, ...] = ("winner", "round")


# --- the header


def setup(header: Mapping[str, object], seats: tuple[Seat, ...], first: Seat) -> Setup:
    """The game's part of a journal header, checked. Raises Illegal."""
    if len(seats) not in PLAYERS:
        why = "with fewer there is no card to beg for" if len(seats) < min(PLAYERS) else "there are five bowls"
        raise Illegal(f"Mopsen is for 3 to 5 players, not {len(seats)}; {why}")
    mode = header.get("mode")
    if not isinstance(mode, str) or mode not in MODES:
        raise Illegal('mode must be "full", "cards" or "quick"')
    bones = data.default()
    if "bones" in header:
        try:
            bones = data.read(header["bones"])
        except Unfit as why:
            raise Illegal(str(why)) from why
    return Setup(seats, first, _queue(header.get("queue")), mode, bones, _options(header.get("options", {})))


def _queue(value: object) -> Queue:
    if not isinstance(value, list) or not all(isinstance(colour, str) for colour in value):
        raise Illegal("queue must be a list of red, yellow, blue and cat, the strongest first")
    if stray := next((colour for colour in value if colour not in COLOURS), None):
        raise Illegal(f"queue: {stray!r:.40} is no colour; name red, yellow, blue and cat")
    if sorted(value) != sorted(COLOURS):
        raise Illegal("queue must name red, yellow, blue and cat once each, the strongest first")
    return tuple(value)


def _options(value: object) -> Options:
    given: Mapping[str, object] = value if isinstance(value, dict) else {}
    for key in ("exchange", "queue_reset"):
        if not isinstance(given.get(key, False), bool):
            raise Illegal(f"options: {key} must be true or false")
    following = given.get("next_leader", "winner")
    if not isinstance(following, str) or following not in NEXT_LEADERS:
        raise Illegal('options: next_leader must be "winner" or "round"')
    return Options(given.get("exchange", False) is True, given.get("queue_reset", False) is True, following)


def header(setup: Setup) -> dict[str, object]:
    """A whole journal header for this setup; `setup` takes it back. What is as usual is not spelled out."""
    whole_header: dict[str, object] = {
        "journal": 1,
        "game": "mopsen",
        "seats": list(setup.seats),
        "first": setup.first,
        "queue": list(setup.queue),
        "mode": setup.mode,
    }
    changed = {key: getattr(setup.options, key) for key in OPTIONS}
    changed = {key: value for key, value in changed.items() if value != getattr(Options(), key)}
    if changed:
        whole_header["options"] = changed
    if setup.bones != data.default():
        whole_header["bones"] = setup.bones.as_header()
    return whole_header


# --- what the keys of an action hold


def _card(value: object) -> Card:
    if not isinstance(value, str) or value not in COLOUR:
        raise TypeError
    return CARDS[CARDS.index(Card(value))]  # the same text everywhere: equal ones are found faster


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_card(card) for card in value)


def _one_of(names: tuple[str, ...]) -> Reader:
    def read(value: object) -> object:
        if not isinstance(value, str) or value not in names:
            raise TypeError
        return value

    return Reader(f"{', '.join(names[:-1])} or {names[-1]}", read)


def _hands(value: object) -> Hands:
    if not isinstance(value, dict):
        raise TypeError
    hands = {seat: cards for seat, cards in value.items() if seat not in ANYWHERE}
    numbers = {str(seat): seat for seat in SEATS}
    if not hands or not numbers.keys() >= hands.keys():
        raise TypeError
    return tuple((numbers[seat], _cards(cards)) for seat, cards in hands.items())


def _written(hands: Hands) -> dict[str, list[Card]]:
    return {str(seat): list(cards) for seat, cards in hands}


A_CARD = "R, Y or B with 1 to 16, or C with 1 to 8"
READERS: dict[object, Reader] = {
    Card: Reader(f"a card: {A_CARD}", _card),
    tuple[Card, ...]: Reader(f"a list of cards: {A_CARD}", _cards, list),
    Colour: _one_of(COLOURS),
    Mode: _one_of(MODES),
    Hands | None: Reader(f"an object of seats with lists of cards: {A_CARD}", _hands, _written),
}


# --- where a game ends


def ends(state: State) -> dict[str, object]:
    """What `replay --json` prints: exactly the keys of formats.md."""
    return {
        "game": "mopsen",
        "over": state.phase == "over",
        "round": state.round,
        "trick": state.trick,
        "queue": list(state.queue),
        "leader": state.leader,
        "hands": _by_seat(state, state.counts),
        "bowls": _by_seat(state, state.bowls),
        "rounds": [_by_seat(state, bones) for bones in state.rounds],
        "totals": _by_seat(state, totals(state)),
        "revokes": [{"seat": r.seat, "round": r.round, "trick": r.trick, "card": r.card} for r in state.revokes],
        "winners": list(state.winners),
    }


def _by_seat(state: State, values: tuple[int, ...] | tuple[int | None, ...]) -> dict[str, int | None]:
    return {str(seat): value for seat, value in zip(state.setup.seats, values, strict=True)}


def says(state: State) -> tuple[str, ...]:
    """Where the game stands, in a few lines for a person."""
    setup, here = state.setup, f"round {state.round}, trick {state.trick}: "
    moment = {
        "deal": f"round {state.round} is over; deal" if state.rounds else "the first round is to be dealt",
        "trick": here + ("who won it?" if state.mode == "quick" else f"seat {turn(state)} plays"),
        "beg": here + f"seat {state.beggar} begs",
        "over": "over",
    }[state.phase]
    lines = [
        f"Mopsen, {len(setup.seats)} players, {moment}" + (" (ended early)" if state.ended_early else ""),
        f"queue: {', '.join(state.queue)}; seat {state.leader} leads",
    ]
    for at, seat in enumerate(setup.seats):
        bowl = "empty" if state.bowls[at] is None else state.bowls[at]
        sheet = " + ".join(str(bones[at]) for bones in state.rounds) or "0"
        hand = f"{state.counts[at]} card" + ("" if state.counts[at] == 1 else "s")
        lines.append(f"seat {seat}: {hand}, bowl {bowl}; {sheet} = {totals(state)[at]} bones")
    for r in state.revokes:
        lines.append(f"seat {r.seat} did not follow in round {r.round}, trick {r.trick}: it held {r.card}")
    if state.winners:
        lines.append(f"won by seat {', '.join(map(str, state.winners))}")
    return tuple(lines)
