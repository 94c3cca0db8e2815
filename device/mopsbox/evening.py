"""Puts an evening's parts together for __main__: the box on its own screen or in a window, or in virtual time for a
script.

The simulated box is the same program with other edges: keyboard and mouse give the edges, the window shows the lamps.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from . import box as boxes
from . import config as settings
from . import places
from .chance import Chance
from .desk import Desk
from .desk_thread import DeskInline, DeskThread
from .hardware import Found, Hardware, look
from .inputs.script import Pressed, Script, read
from .lamps import Remembered
from .lobby import NAMES
from .loop import Loop
from .parts import USUAL, BoxClock, last_stamp, look_for, shrunk, tables_of
from .places import StoreFault
from .saved import games
from .store import NoStore, Store, open_store
from .table import SECOND, Edge, Fault, Lamp, Message, Seat, Setting
from .turning import Fast, Filmed, run_fast, run_live

if TYPE_CHECKING:
    from .config_keys import Config
    from .paint.window import Window
    from .scene import Look

SWITCH_S = 0.0005  # how long one thread may keep the interpreter while another waits: the referee must not wait 5 ms


def play(
    data: Path | None,
    config_file: Path | None,
    script_file: Path | None,
    headless: bool,
    frames: Path | None = None,
    simulate: bool = False,
) -> int:
    """The box, until somebody switches it off: a real one where real buzzers are found, unless a script presses them or
    `simulate` is asked for. `frames`: where the box times of its pictures are written in the end.
    Raises BadInput, StoreFault, NoScreen, NoGpio."""
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
        found = Found() if script or simulate else look(loaded.config, log)
        return _live(script, loaded, tables, store, folder, frames, found)
    finally:
        store.close()


def log(sentence: str) -> None:
    """For whoever reads the log."""
    print(f"mopsbox: {sentence}", file=sys.stderr, flush=True)


def _saved(store: Store, script: Script | None) -> boxes.Saved | None:
    """The game to offer; a script with players begins its own."""
    return next(games(store), None) if script is None or script.players is None else None


def _box(
    loaded: settings.Loaded, store: Store, saved: boxes.Saved | None, clock: Callable[[], int], script: Script | None
) -> boxes.Box:
    answer_s = loaded.config.answer_s
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

    saved = _saved(store, script)
    clock, size = Fast(last_stamp(store, saved) + SECOND), script.size or USUAL
    look = look_for(loaded.config, size)
    desk = Desk(Remembered())
    loop = Loop(
        _box(loaded, store, saved, clock, script),
        DeskInline(desk, clock),
        store,
        Chance(script.seed),
        clock,
        look,
        early_penalty_ms=loaded.config.buzzers.early_penalty_ms,
        tables=tables,
    )
    _begin(loop, script)
    if script.players and loop.game is None:
        raise StoreFault(loop.box.notices[-1][1].word, folder)

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
    found: Found,
) -> int:
    sys.setswitchinterval(SWITCH_S)
    saved = _saved(store, script)
    clock = BoxClock(last_stamp(store, saved))
    window, look = _window(script, loaded.config, found, clock)
    inbox: SimpleQueue[Message] = SimpleQueue()

    def post(messages: Iterable[Message]) -> None:
        for message in messages:
            inbox.put(message)
        window.wake()

    def failed(why: str) -> None:
        log(why)
        post([Fault(clock(), "desk", "referee-dead")])

    def edge(edge: Edge) -> None:
        thread.put(edge)

    def keep(change: Setting) -> None:
        try:
            settings.write_user(loaded, {change.key: change.value})
        except StoreFault as fault:  # it holds for this evening
            inbox.put(Fault(clock(), "config", fault.word))

    hardware = Hardware(found, clock.offset, post, edge, log) if found.factory else None
    if found.word:
        post([Fault(clock(), "gpio" if found.word != "config-bad" else "config", found.word)])
    thread = DeskThread(
        Desk(hardware.lamps, clock(), hardware.held()) if hardware else Desk(WindowLamps(window.lamps)),
        clock,
        deliver=post,
        fault=failed,
        read_levels=hardware.inputs.levels if hardware else None,
        catch_up=hardware.inputs.catch_up if hardware else None,
    )
    loop = Loop(
        _box(loaded, store, saved, clock, script),
        thread,
        store,
        Chance(script.seed if script else None),
        clock,
        look,
        early_penalty_ms=loaded.config.buzzers.early_penalty_ms,
        tables=tables,
        setting=keep,
        inbox=inbox,
    )
    thread.start()
    if hardware:
        hardware.inputs.start()
    film = Filmed(window, clock) if frames else None
    try:
        _begin(loop, script)
        (film or window).present(loop.picture())
        source = Pressed(script, clock(), lambda name: window.save(folder / name)) if script else None
        run_live(loop, film or window, source)
    finally:
        if hardware:
            hardware.inputs.close()
        thread.stop()
        if hardware:
            hardware.lamps.close()
        window.close()
        if film and frames:
            frames.write_text(json.dumps(film.frames))
    return 0


def _window(script: Script | None, config: Config, found: Found, clock: BoxClock) -> tuple[Window, Look]:
    """The box's own screen full size, or a window with the simulated box in it."""
    from .paint.window import Window, fitting, native

    real, screen = found.factory is not None, config.screen
    size = (script and script.size) or (screen.width or USUAL[0], screen.height or USUAL[1])
    if real and not screen.width:
        size = native() or size
    look = look_for(config, size)
    if not real and not script:  # a script's size is a promise about its pictures; else the desktop has the last word
        size, look = shrunk(size, look, fitting(size))
    full = real or screen.fullscreen
    return Window(size, look, screen.rotation, simulate=not real, fullscreen=full, clock=clock), look
