"""Puts an evening's parts together for __main__: the box in a window, or in virtual time for a script.

The simulated box is the same program with other edges: keyboard and mouse give the edges, the window shows the lamps.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from . import box as boxes
from . import config as settings
from . import journal, places
from .chance import Chance
from .config import Config
from .desk import Desk, DeskThread
from .games import GAMES
from .games.mopseinander import coasters
from .inputs.script import Pressed, Script, read
from .lamps import Remembered
from .lobby import NAMES
from .loop import Fast, Filmed, Loop, run_fast, run_live
from .places import StoreFault
from .scene import Look
from .sim import Virtual
from .store import NoStore, Store, open_store
from .table import SECOND, Fault, Lamp, Message, Seat, Setting

SWITCH_S = 0.0005  # how long one thread may keep the interpreter while another waits: the referee must not wait 5 ms
PANELS = {  # the screens we lay out for (screens/layout.md), millimetres
    (800, 480): (154.1, 85.9),
    (1280, 720): (155.0, 87.0),
    (1280, 800): (216.6, 135.4),
    (1920, 1080): (293.8, 165.2),
}
USUAL = (800, 480)


class BoxClock:
    """Box nanoseconds: the machine's monotonic clock, moved so that a game begun before a reboot goes on later."""

    def __init__(self, after: int) -> None:
        self.offset = max(0, after - time.monotonic_ns() + SECOND)

    def __call__(self) -> int:
        return time.monotonic_ns() + self.offset


def last_stamp(store: Store) -> int:
    """The latest stamp of the unfinished game: the box's clock goes on after it."""
    found = store.unfinished()
    return (store.last_edge_t(found[0]) or 0) if found else 0


def look_for(config: Config, size: tuple[int, int]) -> Look:
    """The panel in millimetres: from the settings, else the usual panel of that many pixels."""
    screen = config.screen
    w, h = PANELS.get(size, (size[0] / 5.59, size[1] / 5.59))
    w, h = screen.width_mm or w, screen.height_mm or h
    px = max(size[0] / w, size[1] / h)  # screens/layout.md: the finer axis
    w, h = size[0] / px, size[1] / px
    if screen.rotation in (90, 270):
        w, h = h, w
    return Look(w, h, px, screen.language, config.players.arrangement, screen.formula)


def tables_of(config: Config) -> dict[str, object]:
    """The owner's own coasters, checked before anything opens. Raises BadInput."""
    if not config.mopseinander.coasters:
        return {}
    return {"mopseinander": coasters.load(Path(config.mopseinander.coasters))}


def saved_game(store: Store) -> boxes.Saved | None:
    """The unfinished game, played back to where it stood."""
    found = store.unfinished()
    if found is None:
        return None
    number, header, actions = found
    try:
        history = journal.begin(header)
        for action in actions:
            history = journal.add(history, action)
    except journal.Refused:  # a newer version's game: it stays in the store, this version cannot go on with it
        return None
    return boxes.Saved(number, history)


def play(
    data: Path | None, config_file: Path | None, script_file: Path | None, headless: bool, frames: Path | None = None
) -> int:
    """The box, until somebody switches it off. `frames`: where the box times of its pictures are written in the end."""
    script = read(script_file) if script_file else None
    loaded = settings.load_for_play(config_file)
    tables = tables_of(loaded.config)
    folder = places.data_dir(data)
    try:
        store = open_store(folder, loaded.config.storage.games_mb)
    except StoreFault as fault:
        if headless:
            raise
        print(f"mopsbox: {fault}", file=sys.stderr)
        store = NoStore(fault)
    try:
        if script and headless:
            return _script(script, loaded, tables, store, folder)
        return _live(script, loaded, tables, store, folder, frames)
    finally:
        store.close()


def _box(loaded: settings.Loaded, store: Store, clock: Callable[[], int], script: Script | None) -> boxes.Box:
    answer_s = loaded.config.answer_s
    saved = saved_game(store) if script is None or script.players is None else None
    box = boxes.new(
        clock(),
        saved,
        game=script.game if script else NAMES[0],
        language=loaded.config.screen.language,
        answer_ns=answer_s * SECOND if answer_s else None,
    )
    for source, word in (("config", loaded.notice), ("store", store.notice)):
        box = boxes.notice(box, source, boxes.Notice(word)) if word else box
    return box


def _begin(loop: Loop, script: Script | None) -> None:
    """A script with players starts in the middle: they have joined and the game has begun."""
    if script and script.players:
        seats = tuple(Seat(n + 1) for n in range(script.players))
        for message in loop.deal(script.game, seats):
            loop.receive(message)


def _script(script: Script, loaded: settings.Loaded, tables: dict[str, object], store: Store, folder: Path) -> int:
    from .paint.snap import snap

    clock, size = Fast(last_stamp(store) + SECOND), script.size or USUAL
    look = look_for(loaded.config, size)
    desk = Desk(Remembered())
    loop = Loop(
        _box(loaded, store, clock, script),
        Virtual(desk, clock),
        store,
        Chance(script.seed),
        clock,
        look,
        early_penalty_ms=loaded.config.buzzers.early_penalty_ms,
        tables=tables,
    )
    _begin(loop, script)

    def shoot(name: str) -> None:
        snap(loop.picture(), look, size, folder / name, loaded.config.screen.rotation)

    run_fast(loop, desk, clock, Pressed(script, clock(), shoot))
    return 0


class WindowLamps:
    """The lamps drawn in the window."""

    def __init__(self, show: Callable[[Mapping[Seat, Lamp]], None]) -> None:
        self.show = show


def _live(
    script: Script | None,
    loaded: settings.Loaded,
    tables: dict[str, object],
    store: Store,
    folder: Path,
    frames: Path | None,
) -> int:
    from .paint.window import NoScreen, Window

    sys.setswitchinterval(SWITCH_S)
    clock = BoxClock(last_stamp(store))
    screen = loaded.config.screen
    size = (script and script.size) or (screen.width or USUAL[0], screen.height or USUAL[1])
    look = look_for(loaded.config, size)
    try:
        window = Window(size, look, screen.rotation, simulate=True, fullscreen=screen.fullscreen, clock=clock)
    except NoScreen as why:
        print(f"mopsbox: {why}", file=sys.stderr)
        return 3

    def deliver(messages: Iterable[Message]) -> None:
        for message in messages:
            loop.inbox.put(message)
        window.wake()

    thread = DeskThread(
        Desk(WindowLamps(window.lamps)),
        clock,
        deliver=deliver,
        fault=lambda why: deliver([Fault(clock(), "referee", "referee-dead")]),
    )

    def keep(change: Setting) -> None:
        try:
            settings.write_user(loaded, {change.key: change.value})
        except StoreFault as fault:  # it holds for this evening
            loop.inbox.put(Fault(clock(), "config", fault.word))

    loop = Loop(
        _box(loaded, store, clock, script),
        thread,
        store,
        Chance(script.seed if script else None),
        clock,
        look,
        early_penalty_ms=loaded.config.buzzers.early_penalty_ms,
        tables=tables,
        setting=keep,
    )
    thread.start()
    film = Filmed(window, clock) if frames else None
    try:
        _begin(loop, script)
        (film or window).present(loop.picture())
        source = Pressed(script, clock(), lambda name: window.save(folder / name)) if script else None
        run_live(loop, film or window, source)
    finally:
        thread.stop()
        window.close()
        if film and frames:
            frames.write_text(json.dumps(film.frames))
    return 0


def look_back(file: Path, config_file: Path | None) -> int:
    """`replay --screen`: step through a journal in a window, < and > a step, OK or closing the window ends it."""
    from .paint.window import Window
    from .replay import load
    from .table import Button, Quit

    history = load(file)
    loaded = settings.load_for_play(config_file)
    size = (loaded.config.screen.width or USUAL[0], loaded.config.screen.height or USUAL[1])
    window = Window(size, look_for(loaded.config, size), loaded.config.screen.rotation, simulate=False)
    game = str(history.header["game"])
    states = [journal.begin(history.header)]
    for line in history.lines:
        states.append(journal.add(states[-1], dict(line)))
    here = 0
    while True:
        still, _ = GAMES[game].host.settle(states[here], 0)
        window.present(GAMES[game].scene(still, 10 * SECOND, look_for(loaded.config, size)))
        for raw in window.wait(3600):
            match raw:
                case Quit() | Button(name="ok" | "back", down=True):
                    window.close()
                    return 0
                case Button(name="left" | "right" as name, down=True):
                    here = max(0, min(len(states) - 1, here + (1 if name == "right" else -1)))
