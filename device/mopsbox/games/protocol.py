"""What the box asks of a game, as types: every game is a package that has these names (the list in `games`).

A state is the rules' own frozen value, and so is an action; the box keeps them and never looks inside. A play is the
state and the talk around it. All of it is pure: time comes in as stamps, chance as messages and with the generator of
`deal`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from ..counted import Figures, Seen
from ..journal import History, Object, Reader
from ..scene import Item, Look, Scene
from ..sheets import Rules, Run
from ..table import Choice, Effect, Lamp, Message, Seat

State = Any
Action = Any
Step = tuple[Any, tuple[Effect, ...]]
"""The play after something happened, and what the box does of it."""


class Play(Protocol):
    """The talk at the table. Made by the game's host, shown by its scene."""

    @property
    def history(self) -> History: ...


class Record(Protocol):
    """How a journal tells the game (formats.md). What any game's header has is the box's: seats, first, options."""

    @property
    def HEADER(self) -> tuple[str, ...]:
        """The keys its header has besides."""

    @property
    def OPTIONS(self) -> tuple[str, ...]:
        """The keys of the header's options."""

    @property
    def READERS(self) -> Mapping[object, Reader]:
        """How the fields of its actions are read, by their type; numbers and seats the journal can do itself."""

    def setup(self, header: Object, seats: tuple[Seat, ...], first: Seat, /) -> Any:
        """What `new` begins with. Raises Illegal."""

    def ends(self, state: State, /) -> Mapping[str, Any]:
        """Where the game stands, as one JSON object; with "over" and "winners"."""

    def says(self, state: State, /) -> Sequence[str]:
        """The same in lines for a person."""


class Host(Protocol):
    """What is asked of whom, and what a press means just now. A game's effects are its own: Act for what shall be
    recorded, Call for the referee, Over at the end. The action named "end", if there is one, ends a game early."""

    @property
    def record(self) -> Record: ...

    @property
    def HOUSE_RULES(self) -> Mapping[int, str]:
        """By how many play: the lobby's word where a rule of ours lets so many, not a printed one."""

    @property
    def PICTURES(self) -> tuple[str, str]:
        """The two drawings beside its name in the lobby."""

    def deal(self, lots: Any, seats: Sequence[Seat], table: object = None, /) -> Mapping[str, object]:
        """A new game's whole header by lot; `seats` in the order of play, `table`: an owner's file, loaded."""

    # -- the talk

    def settle(self, history: History, t: int, /, *, answer_ns: int | None = None) -> Step:
        """The play of a new game, or of one that goes on. `answer_ns`: the time to answer; None: no limit."""

    def step(self, play: Any, message: Message, /) -> Step:
        """A ruling, a tap, chance, or time went on."""

    def key(self, play: Any, name: str, t: int, /) -> Step:
        """A menu button: left, ok, right."""

    def back(self, play: Any, t: int, /) -> Step | None:
        """The fourth menu button; None: it opens the menu."""

    def runs(self, play: Any, /) -> bool:
        """Does a held < or > repeat?"""

    def due(self, play: Any, /) -> int | None:
        """When a Tick is owed next."""

    # -- the menu

    def entries(self, play: Any, /) -> Sequence[str]:
        """What it offers besides the box's own, as words of words.py."""

    def pause(self, play: Any, t: int, /) -> Step:
        """It opens."""

    def go_on(self, play: Any, t: int, /) -> Step:
        """It closes, and what was stopped goes on."""

    def choose(self, play: Any, entry: str, t: int, /) -> Step:
        """It closes, as one of `entries` was chosen."""

    # -- beside the picture

    def lamps(self, play: Any, /) -> Mapping[Seat, Lamp]:
        """What the players' lamps say."""

    def next_change(self, play: Any, t: int, /) -> int | None:
        """When a picture that does not move changes by time alone."""

    def coming(self, play: Any, look: Look, /) -> Sequence[Item]:
        """What a later picture will need, so that it can be drawn while nothing else happens."""


class Game(Protocol):
    """The ten names."""

    @property
    def __name__(self) -> str: ...
    def __hash__(self) -> int: ...

    @property
    def NAME(self) -> str: ...
    @property
    def SEATS(self) -> Collection[int]: ...
    @property
    def ACTIONS(self) -> Mapping[str, type]: ...
    @property
    def SOUNDS(self) -> Collection[str]: ...

    def new(self, setup: Any, /) -> State: ...
    def listening(self, state: State, /) -> frozenset[Seat]: ...
    def step(self, state: State, action: Action, /) -> tuple[State, tuple[Any, ...]]: ...
    def scores(self, state: State, /) -> Mapping[Seat, int]: ...
    def scene(self, play: Any, t: int, look: Look, /) -> Scene: ...

    @property
    def host(self) -> Host: ...


# --- what only some games have


@runtime_checkable
class Timed(Protocol):
    """A host whose game has answers against time."""

    def timed(self, play: Any, answer_ns: int | None, /) -> Any:
        """The play with this time to answer, from the next answer on; None: no limit."""


@runtime_checkable
class Practised(Protocol):
    """A host whose game tells somebody who plays alone against bots how they did."""

    def practised(self, play: Any, seat: Seat, seen: Seen = ..., /) -> Any:
        """The play, with what there is to say about this seat after each round. `seen`: of a game that goes on, what
        the referee saw of it."""


@runtime_checkable
class Racing(Protocol):
    """A host whose game has races."""

    def races(self, play: Any, /) -> bool:
        """Is one open just now, or about to be: does every press count?"""


@runtime_checkable
class Chosen(Protocol):
    """A host whose game has rules the table may choose."""

    @property
    def CHOICES(self) -> Sequence[Choice]:
        """Each is a row on the settings page of the lobby, and a setting under the game's name."""


@runtime_checkable
class Counting(Protocol):
    """A host whose game has more to count than who won."""

    def figures(self, history: History, seen: Seen, /) -> Mapping[Seat, Figures]:
        """Of a finished game, by seat, worked out from its journal and what the referee saw (counted.py)."""


@runtime_checkable
class Needy(Protocol):
    """A host whose game needs something the box has not."""

    @property
    def NEEDS(self) -> str:
        """The lobby's word for it, said once enough are in."""


class Owned(Protocol):
    """A host whose game has a setting that names an owner's file."""

    def load(self, path: Path, /) -> object:
        """What `deal` takes as its table. Raises BadInput."""


Room = tuple[float, float, float, float]
"""Left, top, right, bottom on the panel, mm."""

Page = tuple[str, tuple[object, ...], Callable[[Room, Look], tuple[Item, ...]]]
"""A sentence (a word of words.py), what stands in its gaps, and a picture as large as the room lets it be."""


class Tour(Protocol):
    """What a game shows to who does not know it, without a word of its own."""

    LASTS: int
    """How long the demo is, ns."""

    def pages(self) -> Sequence[Page]:
        """How it is played: at most four."""

    def demo(self, age: int, room: Room, look: Look, /) -> tuple[tuple[Item, ...], bool]:
        """A round for who passes by, from age 0 to LASTS, and whether it moves just now. What does not move changes at
        multiples of attract.STEP (200 ms)."""


@runtime_checkable
class Teaching(Protocol):
    """A host whose game shows itself to who does not know it."""

    @property
    def tour(self) -> Tour: ...


@runtime_checkable
class Sociable(Protocol):
    """A host whose game has bots that may sit with people: they know what everybody sees, and press for their own
    seats alone (`seats` of the hands given)."""

    @property
    def company(self) -> Bots: ...


class Bots(Protocol):
    """The module `bots` of a game's folder."""

    def play(self, hands: Any, t: int, now: Any, before: Any, /) -> None:
        """The play changed from `before` (None: it has just begun) to `now`: whoever is asked reaches for a button."""

    def complaints(self, history: History, /) -> Sequence[str]:
        """What a finished game broke of that which must always hold."""


class Sheets(Protocol):
    """The module `sheets` of a game's folder: what of it can be printed. `table`: an owner's file, loaded, or None."""

    def runs(self, table: object = None, /) -> Sequence[Run]:
        """What is cut out."""

    def rules(self, table: object = None, /) -> Rules:
        """How it is played, on one page."""
