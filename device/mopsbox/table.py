"""Values everyone shares. Imports nothing of ours, knows no clock: every time is a stamp in box nanoseconds.

Box nanoseconds are CLOCK_MONOTONIC of the machine (plus a constant that keeps them growing over a
reboot in the middle of a game), so they compare with the kernel's own edge stamps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NewType

Seat = NewType("Seat", int)
"""A place at the table, 1 to 8, as printed on the buzzer. Not a person."""

SEATS: tuple[Seat, ...] = tuple(Seat(n) for n in range(1, 9))
NOBODY = Seat(0)
"""Stands in the edges of lines that are no buzzers but share the buzzers' running numbers: only the number counts."""

MS = 1_000_000  # nanoseconds
SECOND = 1_000_000_000

Order = Literal["arm", "open", "wrong", "right", "close"]
"""What the box tells the referee (formats.md, edge log)."""

Said = Literal["press", "early", "glitch", "chatter", "stuck", "rearmed", "winner"]

Lamp = Literal["off", "dim", "on", "breathing", "blink", "wave", "fault"]
"""What one buzzer's lamp does. `blink`: the double blink of a locked-out seat; `fault`: this buzzer does not work.
Outputs make the waveform (glow.py)."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A buzzer's contact changed at `t`. `closed` is a hint: the kernel reads the level after the stamp
    (facts/timing.md B3). `seq` is the source's running number, where it has one: a gap is a lost edge. `thinned`: so
    many edges right before it the source left out itself, as they could change nothing (inputs/contacts.py)."""

    t: int
    seat: Seat
    closed: bool
    seq: int | None = None
    thinned: int = 0


@dataclass(frozen=True, slots=True)
class Levels:
    """All lines read at once at `t`: exactly these seats were closed."""

    t: int
    closed: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Command:
    """What the box orders of the referee, stamped when the players could see it.

    `out`, with `arm`: seats that have answered in this round already, where the referee may not know it (an answer was
    taken back). Until the round ends their edges are not the race's business: neither decided on nor logged.
    """

    t: int
    do: Order
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee found. `t`: event time of the finding; `at`: stamp of the first edge.

    For a winner: `seat` is who answers, `at` the earliest first edge of the tied set, `tied` that set
    ascending ((seat,) when there is no dead heat), `margin_ns` to the next eligible press known by then.
    `uncertain`: a lost edge could have changed this.
    """

    t: int
    said: Said
    seat: Seat
    at: int
    tied: tuple[Seat, ...] = ()
    margin_ns: int | None = None
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """One of the host's menu buttons went down or up."""

    t: int
    name: Literal["left", "ok", "right", "back"]
    down: bool


@dataclass(frozen=True, slots=True)
class Tap:
    """A finger or the mouse on something the screen offers: ("coaster", 5), ("digit", 7), ("choose", 2), ..."""

    t: int
    what: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Dial:
    """A whole number typed for whoever answers (input script); `True` / `False`: truly / falsely."""

    t: int
    number: int | bool


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went on to `t`; nothing else happened."""

    t: int


@dataclass(frozen=True, slots=True)
class Dice:
    """The shell's answer to a wish for dice: chance enters the core only as a message."""

    t: int
    green: int
    red: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """The shell's answer to a wish for a new game: its number in the store and its journal header, drawn by lot."""

    t: int
    game: int
    header: dict[str, object]


@dataclass(frozen=True, slots=True)
class Called:
    """The shell's answer to a Call: the referee was told at `t`."""

    t: int
    do: Order


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of the box failed or came back (`why` empty). `source`: what; `why`: a word of the vocabulary; `seat`:
    whose buzzer or lamp it is."""

    t: int
    source: str
    why: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """What Restore asked for: the backup that was offered may take the place of the lost scores. `saved`: as in
    Restored. `why`: a word of the vocabulary if it may not, else empty."""

    t: int
    saved: object = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup stands in the place of the lost scores. `saved`: its game that may go on (stage.Saved), or None."""

    t: int
    saved: object


@dataclass(frozen=True, slots=True)
class Sticks:
    """So many sticks are in that an export may go to."""

    t: int
    number: int


@dataclass(frozen=True, slots=True)
class Phone:
    """The scores are there for phones at this address; "": they are not."""

    t: int
    address: str


@dataclass(frozen=True, slots=True)
class Known:
    """Everybody the store knows by name (people.Person), who played last first. `sits`: somebody's seat, and their
    number, if they have just got their name."""

    t: int
    people: tuple[object, ...]
    sits: tuple[Seat, int] | None = None


@dataclass(frozen=True, slots=True)
class Recalled:
    """The store's answer to a wish for scores (book.Book), what records the finished game has set
    (statistics.Record), or what the referee saw of a game that goes on (counted.Seen)."""

    t: int
    what: object


Message = (
    Ruling
    | Button
    | Tap
    | Dial
    | Tick
    | Dice
    | Dealt
    | Called
    | Fault
    | Ready
    | Restored
    | Sticks
    | Known
    | Recalled
    | Phone
)


# What a table may choose of a game's rules.


@dataclass(frozen=True, slots=True)
class Choice:
    """A rule that the table may have one way or another. `option`: its key in the options of a journal's header.
    `word`: its name (words.py). `values`: the usual one first."""

    option: str
    word: str
    values: tuple[object, ...] = (False, True)


# What a game's rules say no with.


class Illegal(ValueError):
    """An action or a setup that the rules do not allow: one short sentence."""


# What the box asks of the shell.


@dataclass(frozen=True, slots=True)
class Act:
    """Record this accepted action (its JSON object, formats.md) durably, before anything else is shown."""

    action: dict[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """Tell the referee. `shown`: stamp it only once the next picture stands on the screen. `out`: see Command."""

    do: Order
    shown: bool = False
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Want:
    """Please: "dice", a new game ("deal") of `game` for `seats`, how many "sticks" are in, the address for a "phone",
    all "scores", or the games that come "before" the one with that number ("past")."""

    what: Literal["dice", "deal", "sticks", "phone", "scores", "past"]
    game: str = ""
    seats: tuple[Seat, ...] = ()
    before: int = 0


@dataclass(frozen=True, slots=True)
class Resume:
    """The unfinished game with this number in the store, and its journal header, goes on. `practice`: what the referee
    saw of it so far is wanted, too; the answer is Recalled."""

    game: int
    header: dict[str, object]
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Sound:
    name: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The running game is over (`done`) or given up."""

    done: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """Somebody changed a setting at the box: use it and write the user's file. `keep` False: only use it, it
    is being tried."""

    key: str
    value: object
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Restore:
    """Have the backup that was offered made ready, which may take a while; the answer is Ready."""


@dataclass(frozen=True, slots=True)
class TakeOver:
    """What lies ready takes the place of the lost scores; the answer is Restored, or a Fault of the source "store".
    `saved`: as in Restored."""

    saved: object


@dataclass(frozen=True, slots=True)
class Export:
    """Write the finished games onto the stick; what came of it is told by a Fault of the source "export"."""


@dataclass(frozen=True, slots=True)
class Introduce:
    """Keep a new name, of who sits there, with the style that is theirs from now on; the answer is Known, or a Fault of
    the source "names"."""

    seat: Seat
    name: str
    style: Seat


@dataclass(frozen=True, slots=True)
class Rename:
    """The person with this number has another name from now on; the answer is as to Introduce."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class Restyle:
    """The person with this number has another colour, symbol and voice, also in the games that were; the answer is as
    to Introduce."""

    person: int
    style: Seat


@dataclass(frozen=True, slots=True)
class Sit:
    """Record who sits where by name in the running game (seat, number of the person), durably, before anything else is
    shown: all of them anew."""

    people: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Forget:
    """The name of the person with this number is gone everywhere; the answer is Known, or a Fault of the source
    "names"."""

    person: int


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program."""


@dataclass(frozen=True, slots=True)
class PowerOff:
    """Have the machine switched off; the box goes on until it is told to end."""


Effect = (
    Act
    | Call
    | Want
    | Resume
    | Sound
    | Over
    | Setting
    | Restore
    | TakeOver
    | Export
    | Introduce
    | Rename
    | Restyle
    | Sit
    | Forget
    | Quit
    | PowerOff
)
