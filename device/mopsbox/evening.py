"""Puts an evening's parts together for __main__: the box on its own screen or in a window, or in virtual time for a
script.

The simulated box is the same program with other edges: keyboard and mouse give the edges, the window shows the lamps.
"""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from . import config as settings
from . import edid, places
from .chance import Chance
from .desk import Desk
from .desk_thread import DeskInline
from .ending import Ending
from .guests import Guests
from .hardware import Found, look
from .inputs.script import Pressed, Script, read
from .lamps import Remembered
from .live import Live
from .loop import Loop
from .nostore import NoStore
from .notify import Service
from .opening import Opening, kept, log, lost, opened_again, slow_s
from .parts import USUAL, BoxClock, look_for, resized, tables_for_play, tables_of
from .places import StoreFault
from .ring import Ring
from .saved import open_readable
from .table import SECOND
from .turning import Fast, Together, run_fast
from .without_screen import blinking, screen_for
from .words import WRONG, unknown

if TYPE_CHECKING:
    from .config_keys import Config
    from .paint.window import Window
    from .scene import Look


def play(
    data: Path | None,
    config_file: Path | None,
    script_file: Path | None,
    headless: bool,
    frames: Path | None = None,
    simulate: bool = False,
) -> int:
    """The box, until somebody switches it off: a real one where real buzzers are found, unless a script presses them or
    `simulate` is asked for. A service is told of (notify). `frames`: where the box times of its pictures are written in
    the end.
    Raises BadInput, StoreFault, NoScreen, NoGpio."""
    with Ending() as ending:
        return _play(data, config_file, script_file, headless, frames, simulate, ending)


def _play(
    data: Path | None,
    config_file: Path | None,
    script_file: Path | None,
    headless: bool,
    frames: Path | None,
    simulate: bool,
    ending: Ending,
) -> int:
    script = read(script_file) if script_file else None
    loaded = settings.load_for_play(config_file)
    folder = places.data_dir(data)
    with nullcontext() if headless else kept(Ring(folder)):
        return _played(loaded, folder, script, headless, frames, simulate, ending)


def _played(
    loaded: settings.Loaded,
    folder: Path,
    script: Script | None,
    headless: bool,
    frames: Path | None,
    simulate: bool,
    ending: Ending,
) -> int:
    for why in (loaded.why, *WRONG, unknown(loaded.config.screen.language)):
        if why:
            log(why)
    # Where pictures or a journal are wanted of a script, another set than the one that was asked for is a mistake.
    tables, passed_over = (tables_of(loaded.config), ()) if headless else tables_for_play(loaded.config)
    for why in passed_over:
        log(why)
    if slow := slow_s(folder):
        Service(log=log).needs(slow)
    try:
        store = open_readable(folder, loaded.config.storage.games_mb)
    except StoreFault as fault:
        if headless:
            raise
        log(str(fault))
        store = NoStore(fault, lambda: opened_again(folder, loaded.config.storage.games_mb))
    if why := store.doubt():
        log(why)
    opening = Opening(loaded, store, folder, tables, script, lost(store, folder, script), bool(passed_over))
    try:
        if script and headless:
            _in_virtual_time(opening, script)
        else:
            found = Found() if script or simulate else look(loaded.config, log, origins=loaded.origins)
            _in_wall_time(opening, found, frames, ending)
    finally:
        store.close()
    return 0


def _in_virtual_time(opening: Opening, script: Script) -> None:
    from .paint.snap import snap

    config, store = opening.loaded.config, opening.store
    saved = opening.saved()
    clock, size = Fast(opening.begins_after() + SECOND), script.size or USUAL
    look = look_for(config, size)
    desk = Desk(Remembered())
    loop = Loop(
        opening.box(saved, clock),
        DeskInline(desk, clock),
        store,
        Chance(script.seed),
        clock,
        look,
        early_penalty_ms=config.buzzers.early_penalty_ms,
        tables=opening.tables,
        restore=lambda: loop.inbox.put(opening.made_ready(clock)),
    )
    opening.begin(loop)
    if script.players and loop.game is None:
        raise StoreFault(loop.box.notices[-1][1].word, opening.folder)

    def shoot(name: str) -> None:
        snap(loop.picture(), loop.look, size, opening.folder / name, loop.look.rotation)

    run_fast(loop, desk, clock, Together(Pressed(script, clock(), shoot), Guests(loop, script.seed)))


def _in_wall_time(opening: Opening, found: Found, frames: Path | None, ending: Ending) -> None:
    clock = BoxClock(opening.begins_after())
    service = Service(log=log)
    window, look = screen_for(
        lambda: _window(opening.script, opening.loaded.config, found, clock),
        service,
        log,
        lambda: blinking(found, clock, log),
    )
    live = Live(opening, found, window, look, clock, service, places.power_file())
    ending.then = live.end
    live.run(frames)


def _window(script: Script | None, config: Config, found: Found, clock: BoxClock) -> tuple[Window, Look]:
    """The box's own screen full size, or a window with the simulated box in it."""
    from .paint.window import Window, fitting, native

    real, own, screen = found.real, found.factory is not None, config.screen  # a hub may hang on a desk computer
    size = (script and script.size) or (screen.width or USUAL[0], screen.height or USUAL[1])
    if own and not screen.width:
        size = native() or size
    look = look_for(config, size, edid.told(size) if own else None)
    if not real and not script:  # a script's size is a promise about its pictures; else the desktop has the last word
        size, look = resized(size, look, fitting(size, screen.fullscreen))
    full = own or screen.fullscreen
    return Window(size, look, screen.rotation, simulate=not real, fullscreen=full, clock=clock), look
