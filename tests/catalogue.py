"""Every state the screen can be in, in one place: what the layout's test, the goldens and the gallery walk through.

A new state is one line in the function it belongs to: `Shown(name, box, t)`, the box's own value and the time it is
looked at. `scene` gives its picture on a panel, as the box itself shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mopsbox import settings, show, words
from mopsbox.attract import demos
from mopsbox.book import Book, Scores, chapters
from mopsbox.box import Box, Lost, Notice, Saved, menu_entries, new
from mopsbox.changing import OFFERED
from mopsbox.games import GAMES, tour_of
from mopsbox.games.mopseinander.practice import Practice, Tried
from mopsbox.howto import HowTo
from mopsbox.lobby import Lobby
from mopsbox.menu import ASKS, POWER
from mopsbox.names import ERASE, LETTERS, Change, Names
from mopsbox.people import Person
from mopsbox.phone_view import OnPhone
from mopsbox.scene import Look, Scene
from mopsbox.settings import Settings, Trial, rows
from mopsbox.table import MS, SEATS, SECOND
from mopsbox.wizard import Wizard

from . import screens
from .books import CROWD, LONG, PEOPLE, SHORT
from .games import mopsen_screens
from .screens import T

LATE = T + 5 * SECOND  # every motion is over, a remark still stands
LONG_AFTER = 10 * SECOND  # as the replay shows a game: nothing moves any more

PIXELS = {  # the panels we lay out for (screens/layout.md): their pixels
    "7 inch": (800, 480),
    "TD2": (1280, 720),
    "10 inch": (1280, 800),
    "13 inch": (1920, 1080),
    "24 inch": (1920, 1080),
}
PANELS = dict(screens.PANELS) | {
    f"{name}, upright": replace(look, w=look.h, h=look.w) for name, look in screens.PANELS.items()
}
LANGUAGES = words.LANGUAGES


def pixels(panel: str) -> tuple[int, int]:
    """What the panel has, as the picture lies on it: an upright one is higher than wide."""
    size = PIXELS[panel.removesuffix(", upright")]
    return size[::-1] if panel.endswith("upright") else size


@dataclass(frozen=True)
class Shown:
    """A state: the box, looked at at box time `t`. `on_purpose`: something covers what lies below it."""

    name: str
    box: Box
    t: int = T
    on_purpose: bool = False


def scene(state: Shown, look: Look) -> Scene:
    """Its picture, in the look's language and with what its settings make of the look; the panel stays as it lies."""
    panel = look.w, look.h
    for key, value in state.box.settings:
        look = look.after(key, value)
    look = replace(look, w=panel[0], h=panel[1])
    return show.scene(replace(state.box, language=look.language), state.t, look)


@cache
def states() -> tuple[Shown, ...]:
    """All of them."""
    found = [*of_the_box(), *of_phones(), *of_settings(), *of_notices(), *of_the_wizard()]
    for players in range(2, 9):
        found += of_mopseinander(players)
    for players in (3, 4, 5):
        found += of_mopsen(players)
    found += of_silence()
    found += of_names()
    found += of_scores()
    found += of_practice()
    names = [state.name for state in found]
    assert len(set(names)) == len(names)
    return tuple(found)


# --- the box itself


def of_the_box() -> Iterator[Shown]:
    box = new(T)
    yield from (Shown(f"attract {n} s", box, T + n * SECOND) for n in (0, 7, 130, 600))
    for start, _, game in demos()[: len(GAMES)]:
        for n in (100, 1500, 3000, 6000, 6600, 7700, 8500):
            yield Shown(f"attract, demo of {game} at {n} ms", box, T + start + n * MS, on_purpose=n in (6600, 7700))
    for game in GAMES:
        yield from (Shown(f"lobby of {n}, {game}", lobby(game, n)) for n in range(9))
    yield Shown(
        "lobby, one leaves", replace(lobby(), lobby=Lobby(T, joined=(SEATS[0], SEATS[6]), leaving=((SEATS[6], T),)))
    )
    yield Shown("lobby, gaps", replace(lobby(), lobby=Lobby(T, joined=(SEATS[1], SEATS[3], SEATS[7]))))
    for n, bots in ((1, 0), (2, 1), (3, 2), (8, 3), (8, 7)):
        seated = Lobby(T, joined=SEATS[:n], bots=frozenset(SEATS[n - bots : n]))
        yield Shown(f"lobby of {n}, {bots} of them bots", replace(lobby(), lobby=seated))
    for players in (2, 8):
        yield Shown(f"offer to {players}", replace(box, mode="offer", saved=Saved(1, screens.begin(players))))
        offered = Saved(1, screens.begin(players), frozenset(SEATS[1:players]))
        yield Shown(f"offer to {players}, all bots but one", replace(box, mode="offer", saved=offered))
    yield Shown("offer of mopsen", replace(box, mode="offer", saved=Saved(1, mopsen_screens.begin(5))))
    for name, lost in (
        ("damaged", Lost(17, (2026, 11, 30))),
        ("gone", Lost(1234, (2026, 1, 5), damaged=False)),
        ("of an unset clock", Lost(1)),
    ):
        yield Shown(f"restore, {name}", replace(box, mode="restore", lost=lost))
    yield from of_the_settings()
    for game in GAMES:
        tour = tour_of(game)
        for n, _ in enumerate(tour.pages() if tour else ()):
            yield Shown(f"how to play {game} {n + 1}", replace(lobby(game), menu=0, page=HowTo(game, T, n)))
    owns = replace(box, powers=True, menu=len(menu_entries(box)) - 1)
    yield Shown("menu, switches the machine off", owns)
    yield Shown("menu, asks whether to switch it off", replace(owns, asked=(POWER, T)))
    yield Shown("switching off", replace(owns, off=T))
    for name, inside in menus():
        yield from (Shown(f"menu, {name} {n + 1}", replace(inside, menu=n)) for n in range(len(menu_entries(inside))))
        for n, entry in enumerate(menu_entries(inside)):
            if entry in ASKS:
                yield Shown(f"menu, {name}, asks {n + 1}", replace(inside, menu=n, asked=(entry, T)))


def lobby(game: str = "mopseinander", joined: int = 0) -> Box:
    return replace(new(T), mode="lobby", lobby=Lobby(T, game, SEATS[:joined]))


def of_the_settings() -> Iterator[Shown]:
    """Every row, its value longest and shortest, and a picture that was just turned."""
    page = replace(lobby(joined=3), menu=0, page=Settings())
    other = replace(
        page, answer_ns=None, settings=(("sound.on", False), ("sound.night", True), ("screen.rotation", 90))
    )
    for name, box in (("shipped", page), ("other", other)):
        yield from (Shown(f"settings, {name} {n + 1}", replace(box, page=Settings(n))) for n in range(len(rows(box))))
    at = [row.word for row in rows(page)].index("set-places")
    yield Shown("settings, places anew", replace(page, page=Settings(at, anew=True)))
    at = [row.word for row in rows(page)].index("set-rotation")
    yield Shown("settings, turned", replace(other, page=Settings(at, trial=Trial(T, 0))), T + 3 * SECOND)


def menus() -> Iterator[tuple[str, Box]]:
    """Wherever the menu offers something else."""
    yield "attract", new(T)
    yield "attract, a stick is in", replace(new(T), sticks=1)
    yield "attract, scores on phones", replace(new(T), phone=ADDRESS)
    yield "wizard", replace(new(T), mode="wizard", wizard=Wizard(T))
    yield "attract, from the other side", replace(new(T), far=True)
    yield "lobby with a bot", replace(lobby(), lobby=Lobby(T, joined=SEATS[:2], bots=frozenset(SEATS[1:2])))
    seen = set[tuple[str, ...]]()
    for game, plays in (("mopseinander", screens.plays(4)), ("mopsen", mopsen_screens.plays(4))):
        for name, play in plays.items():
            inside = at(game, play)
            if menu_entries(inside) not in seen:
                seen.add(menu_entries(inside))
                yield f"{game} {name}", inside
                yield f"{game} {name}, scores on phones", replace(inside, phone=ADDRESS)


ADDRESS = "http://192.168.178.123:8080/"  # as long as they get in a home


def of_phones() -> Iterator[Shown]:
    """The code that leads a phone to the scores, and the setting of a box that is a service."""
    yield Shown("phone", replace(lobby(), menu=0, page=OnPhone(ADDRESS)))
    box = replace(lobby(joined=3), menu=0, powers=True)
    at = [row.word for row in settings.rows(box)].index("phone")
    yield Shown("settings, for phones", replace(box, page=Settings(at)))


def of_settings() -> Iterator[Shown]:
    """Every row of the settings lit, with every value its buttons can give; who sits where anew, a turned picture."""
    box = replace(lobby(joined=5), menu=1)
    for n, row in enumerate(settings.rows(box)):
        page = settings.Settings(n)
        yield Shown(f"settings, {row.word}", replace(box, page=page))
        for value in row.values:
            box_then = replace(box, page=page, settings=((row.key, value),))
            yield Shown(f"settings, {row.word} {value}", box_then)
        if row is settings.PLACES:
            yield Shown(f"settings, {row.word} anew", replace(box, page=replace(page, anew=True)))
        if row.key == "screen.rotation":
            trial = replace(page, trial=settings.Trial(T, 0))
            yield Shown("settings, was it turned well", replace(box, page=trial), T + SECOND)
    playing = replace(at("mopseinander", screens.plays(4)["race"]), menu=1, page=settings.Settings(3))
    yield Shown("settings in a game", playing)


def of_notices() -> Iterator[Shown]:
    """The longest sentences over what they may hide."""
    for name, box in under_notices().items():
        for told in (Notice("config-bad"), Notice("stuck", SEATS[2])):
            shown = replace(box, notices=(("here", told),))
            yield Shown(f"notice {told.word}, {name}", shown, LATE, on_purpose=True)


def of_silence() -> Iterator[Shown]:
    """A box without a sound card."""
    for name, box in under_notices().items():
        quiet = replace(box, notices=(("sound", Notice("no-sound")),))
        yield Shown(f"no sound, {name}", quiet, LATE, on_purpose=True)


def under_notices() -> dict[str, Box]:
    """What may lie below a notice."""
    return {
        "lobby": lobby(joined=8),
        "menu": replace(lobby(), menu=0),
        "race": at("mopseinander", screens.plays(8)["race"]),
        "fill": at("mopseinander", screens.plays(5)["fill"]),
        "mopsen": at("mopsen", mopsen_screens.plays(5)["table"]),
    }


def of_the_wizard() -> Iterator[Shown]:
    for n, wizard in enumerate(wizards()):
        box = replace(new(T), mode="wizard", wizard=wizard)
        yield Shown(f"wizard {n + 1}, {wizard.phase}", box)
        yield Shown(f"wizard {n + 1}, {wizard.phase}, from the other side", replace(box, far=True))


def wizards() -> list[Wizard]:
    """Trying the buzzers: all good, some bad, everything bad."""
    first = Wizard(SECOND)
    own = tuple((seat, seat) for seat in SEATS)
    mixed = ((SEATS[0], SEATS[4]), (SEATS[1], SEATS[1]), (SEATS[2], None), (SEATS[3], SEATS[3]), (SEATS[4], SEATS[0]))
    bad = replace(first, found=mixed, joined=((SEATS[1], SEATS[6]),), stuck=frozenset({SEATS[7]}))
    bad = replace(bad, lit=SEATS[5], loose=frozenset({SEATS[3]}))
    ring = tuple((seat, SEATS[seat % 8]) for seat in SEATS)
    found = [replace(first, lit=seat) for seat in SEATS]
    found += [replace(bad, other=other) for other in (None, SEATS[7])]
    found += [replace(first, phase="places", order=SEATS[:n]) for n in range(9)]
    summaries = [(), own, own[:4] + tuple((seat, None) for seat in SEATS[4:]), ring, mixed]
    found += [replace(first, phase="summary", found=f) for f in summaries]
    everything = replace(bad, phase="summary", found=ring, loose=frozenset(SEATS), stuck=frozenset(SEATS))
    return [*found, replace(bad, phase="summary"), everything]


# --- names


def seated(box: Box, people: tuple[Person, ...] = PEOPLE) -> Box:
    """The same with names: long and short ones, and at seats that are not printed with their styles."""
    seats = [seat for seat in box.lobby.joined if seat not in box.lobby.bots]
    named = tuple(zip(seats, people, strict=False))
    return replace(box, people=people, lobby=replace(box.lobby, named=named))


def of_names() -> Iterator[Shown]:
    for n in (2, 4, 8):
        yield Shown(f"lobby of {n} with names", seated(lobby(joined=n)))
    asked = replace(lobby(joined=8), people=PEOPLE, menu=0)
    yield Shown("names, nobody known", replace(asked, people=(), page=Names(SEATS[0])))
    for lit in (0, 4):
        yield Shown(f"names, {lit} is lit", replace(asked, page=Names(SEATS[6], lit)))
    yield Shown("names, of a crowd", replace(asked, people=CROWD, page=Names(SEATS[1], 50)))
    longest = (Person(1, "Wolfgang Amadeus Wilhelm", SEATS[3]),)
    about = Change(Names(SEATS[6], 1))
    for n, what in enumerate(OFFERED):
        yield Shown(f"names, change, {what}", replace(asked, people=longest, page=replace(about, at=n)))
    at_forget = replace(about, at=OFFERED.index("forget"), asks=True)
    yield Shown("names, asks", replace(asked, people=longest, page=at_forget))
    for style in SEATS:
        yield Shown(f"names, style {style}", replace(asked, page=replace(about, style=style)))
    yield Shown("names, style of a crowd", replace(asked, people=CROWD, page=replace(about, style=SEATS[4])))
    renamed = Names(SEATS[6], 1, "Wolfgang Amadeus Wilhelm", LETTERS.index(ERASE), renames=True)
    yield Shown("names, renaming", replace(asked, people=longest, page=renamed))
    for name in ("fill", "podium"):
        playing = seated(at("mopseinander", screens.plays(4)[name]))
        yield Shown(f"names, in a game, {name}", replace(playing, menu=0, page=Names(SEATS[2], 1)))
    for name, typed, letter in (
        ("first", "", 0),
        ("gap", "Ada", LETTERS.index(" ")),
        ("end", "W" * 24, len(LETTERS) - 1),
    ):
        yield Shown(f"names, typing, {name}", replace(asked, page=Names(SEATS[2], typed=typed, letter=letter)))
    taken = replace(asked, page=Names(SEATS[2], typed="Ada"), notices=(("names", Notice("name-sits")),))
    yield Shown("names, typing what is taken", taken, on_purpose=True)
    for players in (2, 4, 8):
        found = screens.plays(players)
        for name in ("fill", "podium", "answer 2"):
            yield Shown(f"mopseinander of {players} with names, {name}", seated(at("mopseinander", found[name])), LATE)
    for players in (3, 5):
        plays = mopsen_screens.plays(players)
        for name in ("table", "sheet, high", "podium"):
            yield Shown(f"mopsen of {players} with names, {name}", seated(at("mopsen", plays[name])), LATE)


def of_practice() -> Iterator[Shown]:
    """After a round: first, beaten, nobody was right."""
    found = screens.plays(4)
    me = SEATS[0]
    tried = (Tried(SEATS[1], 6_412_000, "wrong"), Tried(me, 8_930_000, "right"), Tried(SEATS[3], 8_931_200))
    for name in ("right", "nobody"):
        for seat in (me, SEATS[2]):
            practice = Practice(seat, tried, (8_930_000, 12_005_000))
            playing = at("mopseinander", replace(found[name], practice=practice))
            bots = frozenset(SEATS[:4]) - {seat}
            named = replace(playing.lobby, bots=bots, practice=True, named=((seat, PEOPLE[3]),))
            yield Shown(f"practice, {name}, at seat {seat}", replace(playing, lobby=named), LATE)
    fresh = replace(found["right"], practice=Practice(SEATS[3]))
    yield Shown("practice, nothing timed", at("mopseinander", fresh), LATE)


def of_scores() -> Iterator[Shown]:
    """The first page of every chapter, and the last games."""
    menu = replace(new(T), menu=0)
    for name, book in (("long", LONG), ("short", SHORT), ("empty", Book())):
        for n, chapter in enumerate(chapters(book)):
            yield Shown(f"scores, {name}, {n + 1} {chapter.word}", replace(menu, page=Scores(book, n)))
    yield Shown("scores, long, older games", replace(menu, page=Scores(LONG, 0, 4)))
    records = tuple(record for _, record in LONG.records[:3])
    alone = tuple(replace(record, seat=SEATS[1]) for record in records)
    for players in (2, 5, 8):
        for name, set_now in (("a record", records[:1]), ("two", records[:2]), ("all", records), ("all by one", alone)):
            won = replace(at("mopseinander", screens.plays(players)["podium"]), records=set_now)
            name = f"mopseinander of {players}, podium, {name}"
            yield Shown(name, seated(won), LATE)


# --- games


def at(game: str, play: Any) -> Box:
    """The box while that is played."""
    lobby = Lobby(T, game, play.state.setup.seats)
    return replace(new(T), mode="game", lobby=lobby, play=play, number=1)


def of_mopseinander(players: int) -> Iterator[Shown]:
    found = screens.plays(players)
    for name, play in found.items():
        yield Shown(f"mopseinander of {players}, {name}", at("mopseinander", play), LATE)
    for name, after in (("tumble", 300), ("final", 200), ("final", 900), ("final tumble", 300), ("tally", 200)):
        yield Shown(f"mopseinander of {players}, {name} at {after} ms", at("mopseinander", found[name]), T + after * MS)
    for name, play, after in in_motion(players):
        moved, goes = at("mopseinander", play), name == "growing"  # the race's badges lie on the plates that go
        yield Shown(f"mopseinander of {players}, {name} at {after} ms", moved, T + after * MS, on_purpose=goes)
    for name, far in (("answer 1", "near"), (f"answer {players}", "far"), ("dead heat", "near")):
        photo = replace(found[name], photo=far, paused=LATE)
        yield Shown(f"mopseinander of {players}, photo finish {far}, {name}", at("mopseinander", photo), LATE)
    yield Shown(f"mopseinander of {players}, podium falls", at("mopseinander", found["podium"]), T + 400 * MS)
    for name, history in (("race", screens.opened(screens.begin(players))), ("over", screens.over(players))):
        yield replayed(f"mopseinander of {players}, replay of a {name}", history)


def in_motion(players: int) -> Iterator[tuple[str, Any, int]]:
    """Tabs on their way out, coasters that turn over or grow."""
    found = screens.plays(players)
    moved = {
        "fill": (found["fill"], (0, 60, 150)),
        "growing": (replace(found["tumble"], astir=T), (0, 60, 200, 340)),
        "first answer": (replace(found["answer 1"], number=None), (0, 40, 100, 130, 180, 260)),
        "last answer": (replace(found[f"answer {players}"], number=None), (0, 100, 180, 260)),
        "turning up": (replace(found["reopened"], astir=T), (0, 100)),
        "take": (replace(found["take"], choice=0), (0, 60, 150)),
    }
    for name, (play, times) in moved.items():
        yield from ((name, play, after) for after in times)


def of_mopsen(players: int) -> Iterator[Shown]:
    found = mopsen_screens.plays(players)
    for name, play in found.items():
        over = "remark" in name or name in ("climbed", "exchanged")
        yield Shown(f"mopsen of {players}, {name}", at("mopsen", play), LATE, on_purpose=over)
    for after in (200, 350):
        climbing = at("mopsen", found["climbed"])
        yield Shown(f"mopsen of {players}, climbing {after} ms", climbing, T + after * MS, on_purpose=True)
    for name, history in (("trick", mopsen_screens.quick(players, 1)), ("over", mopsen_screens.quick(players, 3, 0))):
        yield replayed(f"mopsen of {players}, replay of a {name}", history)


def replayed(name: str, history: Any) -> Shown:
    """As `mopsbox replay --screen` shows where a journal stands."""
    game = str(history.header["game"])
    return Shown(name, at(game, GAMES[game].host.settle(history, 0)[0]), LONG_AFTER)
