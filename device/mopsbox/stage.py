"""What stands on the box's stage: attract, an offered game, the lobby, the wizard, a game; and how one becomes another.

Pure. box.py says when.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, cast

from . import journal
from . import lobby as lobbies
from .counted import NOTHING_SEEN, Seen
from .games import GAMES
from .games.protocol import Practised
from .lobby import Lobby
from .people import Person
from .statistics import Record
from .styles import Named
from .table import SECOND, Effect, Message, Over, Ready, Resume, Seat, TakeOver
from .wizard import Wizard

if TYPE_CHECKING:
    from .book import Scores
    from .howto import HowTo
    from .names import Change, Names
    from .phone_view import OnPhone
    from .settings import Settings

Mode = Literal["attract", "wizard", "lobby", "restore", "offer", "game"]


@dataclass(frozen=True, slots=True)
class Saved:
    """An unfinished game, found at the start or left: its number in the store, its journal, where bots sit and
    who by name (a journal does not say)."""

    number: int
    history: journal.History
    bots: frozenset[Seat] = frozenset()
    named: Named = ()
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """No game is stored, but there is a good backup of so many `games`. `day`: when it was made (year, month, day),
    None if the clock was not set then. `damaged`: the database was set aside; else it was not there."""

    games: int
    day: tuple[int, int, int] | None = None
    damaged: bool = True


@dataclass(frozen=True, slots=True)
class Held:
    """A menu button that is down. `next`: when holding it does the next thing; None: it has done its thing. `waits`:
    holding it does another thing than pressing it, so the press counts only when it is let go."""

    name: str
    since: int
    next: int | None
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence for the table (words.py), about one buzzer if `seat` is given, with `number` in its gap if it has
    one."""

    word: str
    seat: Seat | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    mode: Mode
    since: int
    lobby: Lobby
    play: Any = None  # the game's own value
    wizard: Wizard | None = None  # in its mode
    number: int = 0  # of the running game in the store
    menu: int | None = None  # the chosen entry while the menu is open
    asked: tuple[str, int] | None = None  # an entry that asks whether it is meant, and since when
    page: Settings | HowTo | Names | Change | Scores | OnPhone | None = None  # what lies on the open menu
    far: bool = False  # menu and wizard are read from the other side of the table
    held: tuple[Held, ...] = ()
    saved: Saved | None = None
    lost: Lost | None = None
    readying: bool = False  # the backup, for which somebody said yes
    sticks: int = 0  # that were in when the menu was opened
    phone: str = ""  # the address of the scores for phones then; "": they are not on
    language: str = "de"
    answer_ns: int | None = 10 * SECOND
    settings: tuple[tuple[str, object], ...] = ()  # what else the buttons can set, by key; not there: as shipped
    notices: tuple[tuple[str, Notice], ...] = ()  # by source: the newest is shown
    chatter: tuple[tuple[Seat, int], ...] = ()  # buzzers that lately chattered, and when
    dark: bool = False  # a game nobody has touched for long (rest.py)
    records: tuple[Record, ...] = ()  # that the game which is over has set
    people: tuple[Person, ...] = ()  # everybody who is known by name, who played last first
    powers: bool = False  # can it have its machine switched off? Else "power off" only ends the program
    off: int | None = None  # since when it waits for being switched off
    touched: int = field(default=0, compare=False)  # when somebody last did something: nothing to see

    @property
    def game(self) -> str:
        """The name of the game that is chosen or runs."""
        return self.lobby.game


Step = tuple[Box, tuple[Effect, ...]]


def new(
    t: int,
    saved: Saved | None = None,
    *,
    lost: Lost | None = None,
    game: str = lobbies.FIRST,
    language: str = "de",
    answer_ns: int | None = 10 * SECOND,
    settings: tuple[tuple[str, object], ...] = (),
    people: tuple[Person, ...] = (),
    wizard: bool = False,
    powers: bool = False,
) -> Box:
    """The box at power-on; with `saved` it first offers to go on with the unfinished game, with `lost` with a
    backup. `people`: who is known by name. `wizard`: before that it has its buzzers tried. `powers`: as in Box."""
    box = Box("attract", t, Lobby(t, game), saved=saved, lost=lost, language=language, answer_ns=answer_ns)
    box = replace(box, mode=_asked(box) or "attract", settings=settings, people=people, powers=powers)
    return to_wizard(box, t) if wizard else box


def notice(box: Box, source: str, told: Notice | None) -> Box:
    """Say something in one sentence on the screen, or stop saying it. One sentence a source."""
    rest = tuple(n for n in box.notices if n[0] != source)
    return replace(box, notices=(*rest, (source, told)) if told else rest)


def seats_of(history: journal.History) -> tuple[Seat, ...]:
    """Who sits at a game, by number."""
    return tuple(sorted(cast("list[Seat]", history.header["seats"])))


def result(history: journal.History) -> dict[str, object] | None:
    """What the store keeps of a finished game: scores by seat, and who won; None while it goes on."""
    ends = history.game.host.record.ends(history.state)
    if not ends["over"]:
        return None
    scores = {str(seat): points for seat, points in history.game.scores(history.state).items()}
    return {"scores": scores, "winners": ends["winners"]}


def ended_early(history: journal.History) -> bool:
    """Did the table end the game before its time (A25)?"""
    return any(action["do"] == "end" for _, action in journal.standing(history))


def to_lobby(box: Box, t: int) -> Box:
    """Nobody is in yet; after a game the names stay with the seats, for those who play again."""
    named = box.lobby.named if box.mode == "game" else ()
    lobby = Lobby(t, box.game, named=named)
    return replace(box, mode="lobby", since=t, lobby=lobby, play=None, menu=None, page=None)


def _asked(box: Box) -> Mode | None:
    """What the table is asked before it can begin anew."""
    return "restore" if box.lost else "offer" if box.saved else None


def woken(box: Box, t: int) -> Box:
    """From attract: an unfinished game is offered until it goes on or another one begins, a backup until somebody says
    yes or no."""
    mode = _asked(box)
    return replace(box, mode=mode, since=t) if mode else to_lobby(box, t)


def restored(box: Box, t: int, saved: Saved | None) -> Box:
    """The backup stands where the lost scores were. Whoever tries the buzzers meanwhile goes on with that."""
    box = replace(box, lost=None, saved=saved)
    return box if box.mode == "wizard" else woken(box, t)


def readied(box: Box, message: Ready) -> Step:
    """The backup may take the place of the lost scores, or why not; then the table is asked again."""
    box = notice(replace(box, readying=False), "store", Notice(message.why) if message.why else None)
    return box, () if message.why else (TakeOver(message.saved),)


def to_wizard(box: Box, t: int, *, seats: bool = False) -> Box:
    """Trying the buzzers begins; which are stuck is known already. `seats`: only who sits where is asked."""
    stuck = frozenset(told.seat for _, told in box.notices if told.word == "stuck" and told.seat)
    begun = Wizard(t, "places" if seats else "wiring", stuck=stuck, seats_only=seats)
    return replace(box, mode="wizard", since=t, wizard=begun, menu=None, page=None)


def from_wizard(box: Box, t: int) -> Box:
    """The wizard is over: back to who had joined, to the game that may go on, or to attract."""
    mode: Mode = "lobby" if box.lobby.joined else _asked(box) or "attract"
    return replace(box, mode=mode, since=t, lobby=replace(box.lobby, since=t, leaving=()), wizard=None)


def begin(box: Box, t: int, number: int, history: journal.History) -> Step:
    """The game with this number in the store is played from where its journal ends."""
    game = str(history.header["game"])
    play, effects = GAMES[game].host.settle(history, t, answer_ns=box.answer_ns)
    seats = seats_of(history)
    was = box.lobby
    lobby = Lobby(t, game, seats, bots=was.bots & set(seats), practice=was.practice, named=was.named)
    box = replace(box, mode="game", since=t, menu=None, saved=None, records=())
    return practised(replace(box, lobby=lobby, play=play, number=number)), effects


def practised(box: Box, seen: Seen = NOTHING_SEEN) -> Box:
    """Whoever plays alone against bots is told how they did; of a game that goes on with what was `seen` of it."""
    host = GAMES[box.game].host
    if box.mode != "game" or not box.lobby.practice or not isinstance(host, Practised):
        return box
    return replace(box, play=host.practised(box.play, lobbies.people(box.lobby)[0], seen))


def resume(box: Box, t: int, saved: Saved) -> Step:
    """The game that was left goes on."""
    box = replace(box, lobby=replace(box.lobby, bots=saved.bots, named=saved.named, practice=saved.practice))
    box, effects = begin(box, t, saved.number, saved.history)
    return box, (Resume(saved.number, saved.history.header, saved.practice), *effects)


def to_game(box: Box, message: Message) -> Step:
    """A message for the game, if one is played."""
    if box.mode != "game":
        return box, ()
    return from_game(box, message.t, GAMES[box.game].host.step(box.play, message))


def from_game(box: Box, t: int, stepped: tuple[Any, tuple[Effect, ...]]) -> Step:
    """The box after its game did a step; a game that was given up leads to the lobby."""
    play, effects = stepped
    box = replace(box, play=play)
    if any(isinstance(e, Over) and not e.done for e in effects):
        return to_lobby(box, t), effects
    return box, effects
