"""A game as its journal: header and actions as JSON objects (formats.md), undo and correct for any game.

    history = begin(header)
    history = add(history, {"do": "fill", "to": 5})      # raises Refused: that action cannot be now
    history.state, history.events, history.lines

A History is a value; adding makes a new one and costs the same however long the game is, because old ones are
shared, not copied. Only `correct` works things out again. Knows no file: replay.py adds file and line to a refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

from .jsonl import unknown_key, whole
from .table import SEATS, Illegal, Seat

if TYPE_CHECKING:
    from .games.protocol import Game

VERSION = 1
ANYWHERE = ("at_us", "note")  # keys allowed in every object, without effect

Object = Mapping[str, object]


class Refused(ValueError):
    """A header or an action that cannot be: one sentence that says what and what to do, without file and line."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Standing:
    """A game action that stands, with the state it led to; `before`: the one before it."""

    number: int
    action: Object
    state: Any
    before: _Standing | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """`state`: the rules' state; `events`: what came of the last line; `count`: action lines so far."""

    header: dict[str, object]
    game: Game
    state: Any
    events: tuple[Any, ...]
    count: int
    _start: Any
    _last: _Standing | None = None
    _past: Any = None  # (what stood before the last line that can be undone, (before the one before it, ...))
    _lines: Any = field(default=None)  # (last line, (line before it, ...))

    @property
    def lines(self) -> tuple[Object, ...]:
        """Every action line in order, undone ones and undos too."""
        found, rest = [], self._lines
        while rest is not None:
            line, rest = rest
            found.append(line)
        return tuple(reversed(found))


def standing(history: History) -> tuple[tuple[int, Object], ...]:
    """The game actions that stand, in order, corrected ones as corrected: (number of the line, action)."""
    found, at = [], history._last
    while at is not None:
        found.append((at.number, at.action))
        at = at.before
    return tuple(reversed(found))


def steps(history: History) -> tuple[tuple[int, Object, Any], ...]:
    """As `standing`, each with the rules' state it led to."""
    found, at = [], history._last
    while at is not None:
        found.append((at.number, at.action, at.state))
        at = at.before
    return tuple(reversed(found))


# --- header


def begin(header: Object) -> History:
    """A game before its first action. Raises Refused."""
    from .games import GAMES  # not above: the games' hosts hold a History

    if "journal" not in header:
        raise Refused('is not a journal; the first line must have "journal": 1')
    if header["journal"] != VERSION or not whole(header["journal"]):
        raise Refused(f"is a journal of another version; this Mopsbox reads version {VERSION}")
    name = header.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise Refused(f"unknown game {_said(name)}; known are {', '.join(GAMES)}")
    game = GAMES[name]
    _keys(header, ("journal", "game", "seats", "first", "options", *game.host.record.HEADER))
    seats = _seats(header.get("seats"))
    first = header.get("first")
    if not whole(first) or first not in seats:
        raise Refused("first must be one of the seats")
    options = header.get("options", {})
    if not isinstance(options, dict):
        raise Refused('options must be an object; leave it out or write "options": {}')
    _keys(options, game.host.record.OPTIONS, "options: ")
    try:
        start = game.new(game.host.record.setup(header, seats, Seat(int(str(first)))))
    except Illegal as why:
        raise Refused(str(why)) from why
    return History(dict(header), game, start, (), 0, start)


def _seats(value: object) -> tuple[Seat, ...]:
    if not isinstance(value, list) or not value or not all(whole(s) and s in SEATS for s in value):
        raise Refused(f"seats must be a list of numbers from 1 to {len(SEATS)}, in order of play")
    if len(set(value)) < len(value):
        raise Refused("a seat stands twice in seats; name each once")
    return tuple(Seat(s) for s in value)


def _keys(given: Object, allowed: tuple[str, ...], where: str = "") -> None:
    key = unknown_key(given, (*allowed, *ANYWHERE))
    if key is not None:
        raise Refused(f"{where}unknown key {_said(key)}; leave it out")
    if "at_us" in given and not whole(given["at_us"]):
        raise Refused(f"{where}at_us must be a whole number of microseconds")
    if "note" in given and not isinstance(given["note"], str):
        raise Refused(f"{where}note must be a text")


def _said(value: object) -> str:
    """A value as it may stand in a sentence: short, and never what is nested in it."""
    if value is None or isinstance(value, str | int | float):
        return f"{value!r:.40}"
    return "that is not a name"


# --- actions


def fits(history: History, action: Object) -> str | None:
    """Why this action line cannot be the next one, or None: it can."""
    try:
        add(history, action)
    except Refused as why:
        return str(why)
    return None


def add(history: History, action: Object) -> History:
    """The history with one more action line: undo, correct or an action of the game. Raises Refused; the given
    history is as it was."""
    match action.get("do"):
        case "undo":
            return _undo(history, action)
        case "correct":
            return _correct(history, action)
    number = history.count + 1
    state, events = _stepped(history.game, history.state, action)
    return History(
        history.header,
        history.game,
        state,
        events,
        number,
        history._start,
        _Standing(number, action, state, history._last),
        (history._last, history._past),
        (action, history._lines),
    )


def _undo(history: History, line: Object) -> History:
    _keys(line, ("do",))
    if history._past is None:
        raise Refused("there is nothing left to take back; leave the undo out")
    last, past = history._past
    return _with(history, line, last, past)


def _correct(history: History, line: Object) -> History:
    """Puts another action in the place of one that stands and works out again what came after it."""
    _keys(line, ("do", "action", "with"))
    number, action = line.get("action"), line.get("with")
    if not isinstance(number, int) or not whole(number) or number < 1:
        raise Refused("correct: action must be the number of an action line, from 1")
    if not isinstance(action, dict) or action.get("do") in ("undo", "correct"):
        raise Refused("correct: with must be an action of the game")
    later, at = [], history._last
    while at is not None and at.number > number:
        later.append(at)
        at = at.before
    if at is None or at.number != number:
        raise Refused(f"correct: no action of the game stands in action line {number}; name one that stands")
    last, state = at.before, at.before.state if at.before else history._start
    for n, redone in ((number, action), *((s.number, s.action) for s in reversed(later))):
        try:
            state, _ = _stepped(history.game, state, redone)
        except Refused as why:
            if n == number:
                raise Refused(f"correct: {why}") from why
            raise Refused(
                f"correct: action line {n} ({_said(redone.get('do'))}) no longer fits: {why}; take that one back first"
            ) from why
        last = _Standing(n, redone, state, last)
    return _with(history, line, last, (history._last, history._past))


def _with(history: History, line: Object, last: _Standing | None, past: object) -> History:
    state = last.state if last else history._start
    lines = (line, history._lines)
    return History(history.header, history.game, state, (), history.count + 1, history._start, last, past, lines)


def _stepped(game: Game, state: Any, action: Object) -> tuple[Any, tuple[Any, ...]]:
    meant = read(action, game)
    try:
        stepped: tuple[Any, tuple[Any, ...]] = game.step(state, meant)
    except Illegal as why:
        raise Refused(f"{action['do']}: {why}") from why
    return stepped


def read(action: Object, game: Game) -> Any:
    """A JSON object as the rules' own action. Raises Refused: it is none, whatever the state."""
    name = action.get("do")
    kind = game.ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refused(f"unknown action {_said(name)}; known are {', '.join((*game.ACTIONS, 'undo', 'correct'))}")
    shape = _shape(kind, game)
    _keys(action, ("do", *shape), f"{name}: ")
    values = {}
    for key, part in shape.items():
        if key not in action:
            if part.optional:
                continue
            raise Refused(f"{name}: {key} is missing; add it")
        try:
            values[part.field] = part.reader.read(action[key])
        except TypeError:
            raise Refused(f"{name}: {key} must be {part.reader.said}") from None
    return kind(**values)


def plain(action: Any, game: Game) -> dict[str, object]:
    """A rules' action as its JSON object; `read` takes it back."""
    name = next(name for name, kind in game.ACTIONS.items() if type(action) is kind)
    line: dict[str, object] = {"do": name}
    for key, part in _shape(game.ACTIONS[name], game).items():
        value = getattr(action, part.field)
        if not (part.optional and value is None):
            line[key] = part.reader.write(value)
    return line


# --- what the keys of an action hold, read off its dataclass


@dataclass(frozen=True, slots=True)
class Reader:
    """What a key holds. `said`: as a refusal names it; `read`: from JSON, raises TypeError; `write`: to JSON."""

    said: str
    read: Callable[[object], object]
    write: Callable[[Any], object] = lambda value: value


@dataclass(frozen=True, slots=True)
class _Part:
    field: str
    reader: Reader
    optional: bool


def _whole(value: object) -> object:
    if not whole(value):
        raise TypeError
    return value


def _whole_or_null(value: object) -> object:
    return None if value is None else _whole(value)


def _wholes(value: object) -> object:
    if not isinstance(value, list):
        raise TypeError
    return tuple(_whole(v) for v in value)


READERS: dict[object, Reader] = {
    int: Reader("a whole number", _whole),
    Seat: Reader("a whole number", _whole),
    int | None: Reader("a whole number or null", _whole_or_null),
    tuple[Seat, ...]: Reader("a list of whole numbers", _wholes, list),
}
"""By the type of the field; a game's `host.record.READERS` has those for its own types."""


@cache
def _shape(kind: type, game: Game) -> dict[str, _Part]:
    """By key. A field with a default may be left out; a key that is a word of Python's has `_` after it as a field."""
    readers, hints = {**READERS, **game.host.record.READERS}, get_type_hints(kind)
    return {f.name.rstrip("_"): _Part(f.name, readers[hints[f.name]], f.default is not MISSING) for f in fields(kind)}
