"""What the buttons can set: the rows of the settings page, and what a key does there. Pure.

The page lies on the menu (menu.py opens it), settings_view.py shows it. What else can be set, and where it is kept, is
config.py's; a test holds that every value here may stand in a settings file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .games import GAMES, company_of
from .games.protocol import Chosen, Timed
from .lobby import PACES
from .stage import Box, Step, to_wizard
from .table import SECOND, Setting
from .words import LANGUAGES, say

TRIAL = 10 * SECOND  # a turned picture that nobody says yes to turns back: they may not be able to read it


@dataclass(frozen=True, slots=True)
class Row:
    """`word`: its name (words.py). `key`: of the setting (config_keys.py); "": the row is none. `values`: what < and >
    go through, `usual` the shipped one. `ends`: after the last value comes none."""

    word: str
    key: str = ""
    values: tuple[object, ...] = ()
    usual: object = None
    ends: bool = False


WORDS: dict[object, str] = {"around": "all-around", "sides": "two-sides", "front": "in-front"}
WORDS |= {"winner": "left-of-winner", "round": "in-turn"}
WORDS |= {"auto": "by-itself", "always": "always", "never": "never", True: "is-on", False: "is-off"}
WORDS |= {"easy": "is-easy", "quick": "is-quick", "sharp": "is-sharp"}
PLACES, DONE = Row("set-places"), Row("finished")
PHONE = Row("phone", "phone.on", (True, False), False)
BOTS = Row("set-bots", "mopseinander.bots", PACES, "easy")
ROWS = (
    Row("set-language", "screen.language", LANGUAGES, "de"),
    Row("set-sound", "sound.on", (True, False), True),
    Row("set-volume", "sound.volume", tuple(range(10, 101, 10)), 70, ends=True),  # from soft to loud is no one step
    Row("set-night", "sound.night", (True, False), False),
    Row("set-seating", "players.arrangement", ("around", "sides", "front"), "around"),
    PLACES,
    Row("set-rotation", "screen.rotation", (0, 90, 180, 270), 0),
    Row("set-formula", "screen.formula", ("auto", "always", "never"), "auto"),
    Row("set-answer", "answer_s", (5, 10, 20, 0), 10),
    BOTS,
    PHONE,
    DONE,
)
"""Everywhere; below them, in the lobby, `house_rules` of the chosen game."""


def house_rules(game: str) -> tuple[Row, ...]:
    """What the table may choose of a game's rules."""
    host = GAMES[game].host
    choices = host.CHOICES if isinstance(host, Chosen) else ()
    return tuple(Row(c.word, f"{game}.{c.option}", c.values, c.values[0]) for c in choices)


KEYS = tuple(row.key for row in (*ROWS, *(rule for game in GAMES for rule in house_rules(game))) if row.key)


@dataclass(frozen=True, slots=True)
class Trial:
    """The picture was turned at `since`; `old`: how it was before."""

    since: int
    old: object


@dataclass(frozen=True, slots=True)
class Settings:
    """The page. `row`: the lit one, of `rows(box)`; `anew`: who sits where shall be asked; `trial`: a rotation that
    nobody has said yes to."""

    row: int = 0
    anew: bool = False
    trial: Trial | None = None


def rows(box: Box) -> tuple[Row, ...]:
    """What the page offers: during a game everybody keeps their place, and its rules. Bots where they may sit."""
    missing = {BOTS} if not company_of(box.game) else set()
    missing |= {PHONE} if not box.powers else set()  # a box that is no service has nobody to ask for it
    everywhere = tuple(row for row in ROWS if row not in missing)
    if box.mode in ("game", "wizard"):
        return tuple(row for row in everywhere if row is not PLACES)
    return (*house_rules(box.game), *everywhere) if box.mode == "lobby" else everywhere


def changed_rules(box: Box, game: str) -> tuple[tuple[Row, object], ...]:
    """The rules of a game that this table has otherwise than usual."""
    found = ((row, value(box, row)) for row in house_rules(game))
    return tuple((row, now) for row, now in found if now != row.usual)


def options(box: Box, game: str) -> dict[str, object]:
    """The same as the options of a new game's header (formats.md)."""
    return {row.key.split(".")[1]: now for row, now in changed_rules(box, game)}


def value(box: Box, row: Row) -> object:
    """What a row is set to."""
    match row.key:
        case "screen.language":
            return box.language
        case "answer_s":
            return (box.answer_ns or 0) // SECOND
        case _:
            return dict(box.settings).get(row.key, row.usual)


def said(row: Row, now: object, language: str) -> str:
    """A value of a setting in words; "" where the row is none."""
    match row.key:
        case "":
            return ""
        case "screen.language":
            return say("language", str(now))
        case "screen.rotation":
            return f"{now}°"
        case "sound.volume":
            return f"{now} %"
        case "answer_s":
            return f"{now} s" if now else say("no-limit", language)
        case _:
            return say(WORDS[now], language)


def key(box: Box, page: Settings, name: str, t: int) -> Step:
    """A menu button while the page is open."""
    offered = rows(box)
    row = offered[min(page.row, len(offered) - 1)]
    by = {"left": -1, "right": 1}.get(name, 0)
    match name, row:
        case "back", _:
            return left(box, page)
        case "ok", _ if page.trial:
            box = replace(box, page=replace(page, row=page.row + 1, trial=None))
            return box, (Setting(row.key, value(box, row)),)
        case "ok", Row(word="finished"):
            return left(box, page)
        case "ok", Row(word="set-places") if page.anew:
            return to_wizard(box, t, seats=True), ()
        case "ok", _:
            return replace(box, page=replace(page, row=page.row + 1, anew=False)), ()
        case _, Row(word="set-places"):
            return replace(box, page=replace(page, anew=not page.anew)), ()
        case "left", Row(word="finished"):
            return replace(box, page=replace(page, row=0)), ()
        case _, Row(word="finished"):
            return box, ()
        case _:
            return _changed(box, page, row, beside(row, value(box, row), by), t)


def beside(row: Row, now: object, by: int) -> object:
    """The value after (1) or before (-1) this one. A value only a file can give lies beside the nearest of ours."""
    if now in row.values:
        at = row.values.index(now) + by
        return row.values[max(0, min(len(row.values) - 1, at)) if row.ends else at % len(row.values)]
    numbers = sorted((v for v in row.values if isinstance(v, int)), reverse=by < 0)
    return next((v for v in numbers if isinstance(now, int) and (v - now) * by > 0), row.values[0])


def chosen(box: Box, page: Settings, at: int, t: int) -> Step:
    """A finger on a row: lights it; on the lit one it does what > does, at the end what OK does."""
    offered = rows(box)
    if not 0 <= at < len(offered) or page.trial:
        return box, ()
    if at != page.row:
        return replace(box, page=replace(page, row=at, anew=False)), ()
    return key(box, page, "ok" if offered[at] is DONE else "right", t)


def _changed(box: Box, page: Settings, row: Row, new: Any, t: int) -> Step:
    if new == value(box, row):
        return box, ()
    tried = row.key == "screen.rotation"
    if tried:
        old = page.trial.old if page.trial else value(box, row)
        box = replace(box, page=replace(page, trial=Trial(t, old)))
    return with_value(box, row.key, new), (Setting(row.key, new, keep=not tried),)


def with_value(box: Box, key: str, new: Any) -> Box:
    """The box once a setting has this value; a running game is told the answer time."""
    match key:
        case "screen.language":
            return replace(box, language=new)
        case "answer_s":
            box = replace(box, answer_ns=new * SECOND or None)
            host = GAMES[box.game].host
            if box.mode == "game" and isinstance(host, Timed):
                return replace(box, play=host.timed(box.play, box.answer_ns))
            return box
        case _:
            rest = tuple(pair for pair in box.settings if pair[0] != key)
            return replace(box, settings=(*rest, (key, new)))


def left(box: Box, page: Settings) -> Step:
    """Back to the menu; a rotation nobody has said yes to goes."""
    box, effects = undone(box, page)
    return replace(box, page=None, menu=0), effects


def undone(box: Box, page: Settings) -> Step:
    """The rotation as it was before it was tried."""
    if page.trial is None:
        return box, ()
    box = with_value(box, "screen.rotation", page.trial.old)
    return replace(box, page=replace(page, trial=None)), (Setting("screen.rotation", page.trial.old, keep=False),)


def due(page: Settings) -> int | None:
    """When a tried rotation turns back."""
    return page.trial.since + TRIAL if page.trial else None
