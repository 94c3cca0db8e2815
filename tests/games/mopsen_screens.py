"""Plays of Mopsen for every screen, told by the journal and the host as a table tells them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from mopsbox import journal
from mopsbox.games import GAMES
from mopsbox.games.mopsen import asking, cardplay, correcting, entry, host, moves
from mopsbox.games.mopsen.cards import CARDS, COLOUR, COLOURS, Card
from mopsbox.games.mopsen.counting import begged_from, turn
from mopsbox.games.mopsen.deal import hands
from mopsbox.games.mopsen.play import Ended, Play, Refused, values
from mopsbox.games.mopsen.state import Revoke
from mopsbox.table import SECOND, Illegal, Seat

from ..screens import T, add

LONG_AGO = T - 100 * SECOND


def begin(players: int, mode: str = "quick", **options: object) -> journal.History:
    header: dict[str, object] = {"journal": 1, "game": "mopsen", "seats": list(range(1, players + 1)), "first": 1}
    return journal.begin(header | {"queue": ["cat", "blue", "red", "yellow"], "mode": mode, "options": options})


def a_trick(history: journal.History, n: int, bones: int | None = None) -> journal.History:
    """A whole trick by small arithmetic."""
    seats = history.state.setup.seats
    won, begged = seats[2 * n % len(seats)], seats[(2 * n + 1) % len(seats)]
    colour = COLOURS[(n * n + 1) % 4]
    told = {"won": won, "bones": n * 3 % 6 if bones is None else bones, "begged": begged, "colour": colour}
    return add(history, {"do": "trick", **told})


def quick_round(history: journal.History, bones: int | None = None) -> journal.History:
    history, n = add(history, {"do": "deal"}), 0
    while history.state.phase == "trick":
        history, n = a_trick(history, n, bones), n + 1
    return history


def quick(players: int, rounds: int, tricks: int = 3, bones: int | None = None) -> journal.History:
    """So many whole rounds, and so many tricks of the next."""
    history = begin(players)
    for _ in range(rounds):
        history = quick_round(history, bones)
    if tricks:
        history = add(history, {"do": "deal"})
    for n in range(tricks):
        history = a_trick(history, n, bones)
    return history


def cards(players: int, tricks: int, played: int) -> journal.History:
    """A round told card by card: so many tricks, and so many cards of the next. All hands are drawn by lot first."""
    lots = random.Random(players)
    history = add(begin(players, "cards"), {"do": "deal"})
    deck = lots.sample(CARDS, len(CARDS))
    held = {seat: deck[8 * i : 8 * i + 8] for i, seat in enumerate(history.state.setup.seats)}
    while history.state.trick <= tricks or len(history.state.table) < played:
        state = history.state
        if state.phase == "beg":
            card = begged_from(state)[0]
            held[state.beggar].append(card)
            history = add(history, {"do": "beg", "seat": state.beggar, "card": card})
            continue
        seat = turn(state)
        led = COLOUR[state.table[0][1]] if state.table else None
        follows = [card for card in held[seat] if COLOUR[card] == led]
        card = (follows or held[seat])[0]
        held[seat].remove(card)
        history = add(history, {"do": "play", "seat": seat, "card": card})
    return history


def exchanging(players: int) -> list[journal.History]:
    """All hands are known, and one seat after the other exchanges cards: from the deal to the last of them."""
    lots = random.Random(players)
    found = [begin(players, "full", exchange=True)]
    found.append(add(found[-1], plain(hands(lots, found[-1].state.setup.seats))))
    while found[-1].state.exchanging:
        found.append(add(found[-1], plain(cardplay.random_bot(found[-1].state, lots))))
    return found[1:]


def plain(action: object) -> dict[str, object]:
    line = journal.plain(action, GAMES["mopsen"])
    assert line is not None
    return line


def to_beg(players: int) -> journal.History:
    return cards(players, 2, 0) if players == 3 else _until_beg(players)


def _until_beg(players: int) -> journal.History:
    history = cards(players, 2, players - 1)
    state = history.state
    out = {card for _, card in state.table} | set(state.discards) | {c for cs in state.cards for c in cs}
    out |= {card for hand in state.hands for card in hand}
    card = next(card for card in CARDS if card not in out)
    return add(history, {"do": "play", "seat": turn(state), "card": card})


def told(history: journal.History, mode: str = "table", **fields: object) -> Play:
    play = Play(history, "table", LONG_AGO)
    return replace(play, mode=mode, **fields)  # type: ignore[arg-type]


def trick(history: journal.History, upto: int, seat: int) -> Play:
    """A whole trick is told as far as part `upto`; that seat won, the next one begs."""
    play = entry.seat_said(told(history), T, Seat(seat))[0] if upto else asking.ask(told(history), T)
    if upto > 1:
        play = asking.ask_beggar(replace(play, bones=9), T)
    if upto > 2:
        seats = history.state.setup.seats
        play = asking.ask_colour(replace(play, beggar=seats[seats.index(Seat(seat)) - 1]), T)
    return play


def card(history: journal.History, value: bool, colour: str | None = None) -> Play:
    play = asking.ask(told(history), T)
    if colour:
        play = replace(play, colour=colour)
    if not value:
        return play
    play = asking.ask_value(play, T)
    return replace(play, value=values(play)[-1])


def corrected(history: journal.History, index: int) -> Play:
    """The page to choose on, with a trick ringed: the so manieth of all."""
    play = correcting.pick(told(history), T)
    return replace(play, picked=tricks(play)[index], part="trick")


def tricks(play: Play) -> list[int]:
    """Where the tricks are among all pieces that can be told anew."""
    assert play.draft is not None
    return [at for at, piece in enumerate(play.draft.pieces) if piece.kind == "trick"]


def how(history: journal.History, index: int) -> Play:
    """That trick is chosen: what is to be done with it?"""
    return correcting.chosen(corrected(history, index), T)[0]


def change(history: journal.History, index: int, **new: object) -> Play:
    """What it would do to tell that whole trick otherwise."""
    play = correcting.begin(corrected(history, index), T)
    assert play.correcting is not None
    line = dict(play.correcting.old) | new
    return correcting.entered(play, T, line)[0]


def changed_card(history: journal.History, index: int) -> Play:
    """One card of that trick was another, which nobody has seen."""
    for card in sorted(history.state.unseen):
        play = correcting.begin(corrected(history, index), T)
        assert play.correcting is not None
        lines = [dict(line) for _, line in play.correcting.told.lines]
        lines[0]["card"] = card
        try:
            for line in lines:
                if play.correcting:
                    play = correcting.entered(play, T, line)[0]
        except Illegal:
            continue
        if play.change:
            return play
    raise AssertionError("no other card fits")


def chosen(play: Play, choice: str) -> Play:
    """On the page that asks what is to be done with it."""
    return correcting.chosen(replace(play, choice=choice), T)[0]


def inserted(history: journal.History, index: int) -> Play:
    """A whole trick was forgotten before that one."""
    play = chosen(how(history, index), "insert")
    return correcting.entered(play, T, {"do": "trick", "won": 1, "bones": 9, "begged": 3, "colour": "cat"})[0]


def stuck(players: int) -> dict[str, Play]:
    """What no longer fits: a trick too many, a trick too few, another order of cards; and how it goes on."""
    begun = add(quick(players, 1, 0), {"do": "deal"})
    many = inserted(begun, 0)
    few = chosen(how(begun, 3), "remove")
    open_ = cards(players, 3, 0)
    led = correcting.pick(told(open_), T)
    led = correcting.led(correcting.chosen(replace(led, picked=0), T)[0], T, Seat(3))[0]
    found = {"stuck, too many": many, "stuck, too few": few, "stuck, order": led}
    for name, play in tuple(found.items()):
        assert play.draft is not None and play.draft.stuck is not None, name
        found[f"{name}, out"] = replace(play, leaving=True)
        found[f"{name}, on"] = correcting.chosen(play, T)[0]
    gone = found["stuck, too many, on"]
    while gone.mode == "pick":
        gone = chosen(replace(gone, part="how"), "remove")
    return found | {"change, several": gone}


@cache
def plays(players: int) -> dict[str, Play]:
    """One play for every screen."""
    middle, ended, over = quick(players, 1), quick(players, 1, 0), quick(players, 3, 0)
    running, open_ = quick(players, 2, 4), cards(players, 2, 2)
    queue = middle.state.queue
    climbed = Ended(T, Seat(2), 3, Seat(1), queue[0], (*queue[1:], queue[0]))
    revoke = Revoke(Seat(2), 1, 2, Card("Y16"))
    at_sheet = moves.settle(ended, LONG_AGO, told(middle))[0]
    found = {
        "deal": host.settle(begin(players), T)[0],
        "deal again": told(ended, "deal"),
        "exchanged": host.settle(exchanging(players)[-1], T)[0],
        "leader": told(middle, "leader", starter=Seat(3)),
        "table": told(middle),
        "table, long totals": told(quick(players, 2, 5, 9)),
        "climbed": told(middle, ended=climbed),
        "remark": told(middle, noticed=(revoke,), noticed_at=T),
        "sheet": at_sheet,
        "sheet in a round": told(middle, "sheet"),
        "sheet, two rounds": told(quick(players, 2, 0), "sheet"),
        "sheet, over": told(over, "sheet"),
        "sheet, high": told(quick(players, 3, 0, 9), "sheet"),
        "sheet at once": told(add(begin(players), {"do": "deal"}), "sheet", turned=True),
        "pick": correcting.pick(told(running), T),
        "pick trick": corrected(running, 9),
        "pick card": corrected(open_, 1),
        "pick over": replace(correcting.pick(told(over), T), part="trick", turned=True),
        "change": change(running, 1, bones=9),
        "change all": change(running, 2, won=3, bones=0, begged=1, colour="cat", note="x"),
        "change queue": change(running, -1, colour="red", bones=8),
        "change card": changed_card(open_, 0),
        "pick out": replace(corrected(running, 9), leaving=True),
        "pick head": replace(corrected(running, 9), picked=0),
        "how": how(running, 9),
        "how card": how(open_, 1),
        "insert": inserted(running, -1),
        "remove": replace(chosen(how(running, -1), "remove"), turned=True),
        "who led": correcting.chosen(replace(corrected(running, 9), picked=0), T)[0],
        "led": correcting.led(correcting.chosen(replace(corrected(running, 0), picked=0), T)[0], T, Seat(3))[0],
        **stuck(players),
        "podium": told(over, "podium", since=T),
        "podium, early": told(add(middle, {"do": "end"}), "podium", since=T),
    }
    for upto in range(4):
        for seat in range(1, players + 1):
            found[f"trick {upto} of {seat}"] = trick(middle, upto, seat)
    again = correcting.begin(corrected(running, 1), T)
    found["trick anew"] = replace(again, winner=Seat(2))
    found["trick anew, bones"] = asking.ask_bones(replace(again, winner=Seat(1)), T)
    found["trick anew, colour"] = asking.ask_colour(
        replace(again, winner=Seat(1), bones=9, beggar=Seat(3), part="beggar"), T
    )
    for played in range(players):
        history = cards(players, 1, played)
        found[f"colour {played}"] = card(history, value=False)
        found[f"value {played}"] = card(history, value=True, colour="red")
        found[f"cat {played}"] = card(history, value=True, colour="cat")
    winner = Seat(2)
    found["winner begs"] = entry.seat_said(trick(middle, 2, winner), T, winner)[0]
    for seat in (1, 2, 3):
        found[f"bones, too many of {seat}"] = entry.dialled(trick(middle, 1, seat), T, 12)[0]
    for played in range(players):
        asked = found[f"value {played}"]
        only = Refused(T, "only-held", Card("R5"), turn(asked.state))
        found[f"refused {played}"] = replace(asked, refused=only)
    several = tuple([Revoke(Seat(2), 3, trick, Card("Y16")) for trick in (4, 6, 10)])
    for name in [name for name in found if name.startswith(("colour ", "value ", "cat "))]:
        found[f"{name}, remark"] = replace(found[name], noticed=(revoke,), noticed_at=T)
        found[f"{name}, remarks"] = replace(found[name], noticed=several, noticed_at=T)
    found["table, remarks"] = told(middle, noticed=several, noticed_at=T)
    for name in ("sheet", "sheet in a round", "sheet, high"):
        state = replace(found[name].state, revokes=(revoke, *several, Revoke(Seat(3), 2, 11, Card("R1"))))
        kept = replace(found[name], history=replace(found[name].history, state=state))
        found[f"{name}, revokes"] = kept
        found[f"{name}, remark"] = replace(kept, noticed=several, noticed_at=T)
    found["card anew"] = correcting.begin(corrected(open_, 1), T)
    if players > 3:
        found["beg"] = asking.ask(told(to_beg(players)), T)
    return found
