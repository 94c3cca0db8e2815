"""What the table is doing with a game of Mopsen: the rules' state and the talk around it, as one value.

`host` moves it on, `view` shows it. Everything with a stamp is box nanoseconds. The rules' State has what is known of
the game (queue, leader, counts, bowls, cards on the table, denials and revokes); here is only what is asked just now.

What can be tapped: ("seat", seat) anywhere a press counts; ("bones", n) and ("colour", index into COLOURS) in a trick;
("colour", i), ("value", n) for a card; ("card", index into begged_from(asked)) in beg; ("part", i) of a trick told so
far, to tell it again; in pick ("row", index into draft.pieces): that round or that trick, ("choice", index into
correcting.choices) what to do with it, ("leave", 0) nothing;
("sheet", 0) the table's sheet; ("less", 0), ("more", 0), ("done", 0) as < > OK; ("digit", n), ("erase", 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...journal import History, Object
from ...table import MS, SECOND, Seat
from .cards import HIGHEST, LETTER, Card, Colour, Queue
from .counting import turn
from .draft import Change, Draft, Told
from .legal import refuse
from .state import Play as CardPlayed
from .state import Revoke, State

Mode = Literal["deal", "leader", "table", "trick", "card", "beg", "sheet", "pick", "change", "podium"]
"""deal: a round is to be dealt; OK says it is.  leader: who starts this round? a press or < OK > says it (B15).
table: between tricks, the queue is big; a press, a tap or OK begins to tell the next one.
trick: a whole trick is told (`part`: winner, bones, beggar, colour).  card: one card of a trick (`part`: colour,
value) by `teller`.  beg: the beggar chooses the card it takes.
sheet: the three-round sheet, between rounds (state.phase "deal" or "over") or looked at in a round.
pick: which trick shall be told anew? (`part`: round, trick, how: what is to be done with it).  change: what a
correction would do, before it is accepted: < no, OK yes.  podium: over."""

Part = Literal["", "winner", "bones", "beggar", "colour", "value", "round", "trick", "how"]
"""What is asked within a mode; "" where there is only one thing. Parts before this one are told already."""

Choice = Literal["same", "change", "insert", "remove", "leave"]
"""pick, how: what is done with a trick that was told earlier (correcting.choices)."""

TRICK_PARTS: tuple[Part, ...] = ("winner", "bones", "beggar", "colour")
CARD_PARTS: tuple[Part, ...] = ("colour", "value")

CLIMB = 400 * MS  # a queue tile climbs (screens/layout.md, Motion)
SLIDE = 450 * MS  # a card on its way (ibid.)
COUNT_STEP = 60 * MS  # sheet: one bone of a round that is counted up (ibid.)
REMARK = 6 * SECOND  # a revoke is remarked so long
HOLD = 600 * MS  # holding the own buzzer says yes to what is ringed
SKIP_AFTER = 400 * MS  # a press later than this leaves the sheet; one of the trick that just ended does not
LIKELY_BONES = 2  # what is proposed: a won card has about two (rules.md 7.3)


@dataclass(frozen=True, slots=True)
class Ended:
    """The trick that ended last, at `at`. `queue`: before it, state.queue is after it (the same: nothing climbs, B12).
    `card`: what won, `taken`: what was begged; None where the trick was told as a whole. `table`: all its cards in
    playing order, () where told as a whole."""

    at: int
    winner: Seat
    bones: int
    beggar: Seat
    colour: Colour
    queue: Queue
    card: Card | None = None
    taken: Card | None = None
    table: tuple[tuple[Seat, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Correcting:
    """An earlier trick is told anew, line by line, its old lines proposed; or (mode leader) who started a round.
    `told`: as it was told, without lines where it was forgotten (`insert`); `entered`: its new lines so far (JSON
    objects as in a journal); `before`: the state these led to, which the entry is about."""

    told: Told
    before: State
    entered: tuple[Object, ...] = ()
    insert: bool = False

    @property
    def old(self) -> Object:
        """What was said of what is asked next: "play" with seat and card of whose turn it is, "beg" with seat and
        card, "trick" with won, bones, begged and colour; {} where nothing was."""
        state = self.before
        do = "beg" if state.phase == "beg" else "trick" if state.mode == "quick" else "play"
        lines = [line for _, line in self.told.lines if line["do"] == do]
        return next((line for line in lines if do != "play" or line["seat"] == turn(state)), {})


@dataclass(frozen=True, slots=True)
class Refused:
    """An entry that cannot be, at `at`. `word`: key of words.py: card-table, card-bowl, card-gone, card-held (it lies
    there, is in a bowl, was discarded, is held by `seat`), card-none (no such card), only-held (the seat still holds
    begged cards only), winner-begs (who won does not beg), bones-most (no card has so many). Gone with the next
    touch."""

    at: int
    word: str
    card: Card | None = None
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Play:
    history: History  # .state is the rules' State, .events what came of the last action
    mode: Mode
    since: int  # when this mode and part began
    part: Part = ""
    # -- what is being told; the field of `part` is what is ringed, None: nothing yet
    winner: Seat | None = None  # trick: who won
    bones: int | None = None  # trick: on the winning card, 0 to 9
    beggar: Seat | None = None  # trick: who begs, never the winner
    colour: Colour | None = None  # trick: of the beggar's card;  card: of the card
    value: int | None = None  # card: of the card
    begs: Card | None = None  # beg: the ringed card, one of begged_from(asked state)
    starter: Seat | None = None  # leader: the ringed seat
    touched: bool = False  # bones, value: chosen by somebody, not only proposed
    typed: bool = False  # value: the last touch was a digit, the next one continues the number
    # -- the sheet and corrections
    turned: bool = False  # sheet, pick, change: the page is turned to the other side of the table (180 degrees)
    draft: Draft | None = None  # while something is corrected: all that was told, as it would be
    past: tuple[tuple[Draft, int], ...] = ()  # as it was, and `picked`, before each step that did not fit yet
    picked: int = 0  # index into draft.pieces; part round: the whole round of it is ringed, trick: this one
    leaving: bool = False  # pick: the way out is ringed instead
    choice: Choice | None = None  # pick, how: what is ringed
    correcting: Correcting | None = None  # leader, trick, card, beg: an earlier one is told anew
    change: Change | None = None  # change
    # -- motion and remarks
    ended: Ended | None = None  # the trick that ended last; None: something else happened since (take-back, deal, ...)
    noticed: tuple[Revoke, ...] = ()  # revokes that came to light in this trick or the last; state.revokes has all
    noticed_at: int = 0  # when; REMARK long the table is told, once
    refused: Refused | None = None
    # -- hands
    held: tuple[Seat, int] | None = None  # whose own buzzer is down since when: HOLD later what is ringed is taken
    typed_at: int | None = None  # when a digit was last typed: the same key is no buzzer then
    paused: int | None = None  # the menu is open since

    @property
    def state(self) -> State:
        """Where the game stands."""
        state: State = self.history.state
        return state

    @property
    def asked(self) -> State:
        """The state the entry is about: that of an earlier trick while it is corrected."""
        return self.correcting.before if self.correcting else self.state


def teller(play: Play) -> Seat | None:
    """Whose own buzzer serves as a button now (press: the next one, held: yes) and to whom a tab may turn; None:
    nobody's, or everybody's press says who it was."""
    match play.mode, play.part:
        case "trick", "bones":
            return play.winner
        case "trick", "colour":
            return play.beggar
        case "card", _:
            return turn(play.asked)
        case "beg", _:
            return play.asked.beggar
        case _:
            return None


def remarked(play: Play, t: int) -> tuple[Revoke, ...]:
    """The revokes the table is being told of: all that one card gave away. (): none, or it has been told."""
    if not play.noticed or t >= play.noticed_at + REMARK:
        return ()
    last = play.noticed[-1]
    return tuple([revoke for revoke in play.noticed if (revoke.seat, revoke.card) == (last.seat, last.card)])


def values(play: Play) -> tuple[int, ...]:
    """card: the values that < > go through for the ringed colour, ascending: those the seat may still hold (B27)."""
    if play.mode != "card" or play.colour is None:
        return ()
    state, seat = play.asked, turn(play.asked)
    return tuple(
        n
        for n in range(1, HIGHEST[play.colour] + 1)
        if refuse(state, CardPlayed(seat, Card(f"{LETTER[play.colour]}{n}"))) is None
    )
