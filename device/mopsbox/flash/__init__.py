"""`mopsbox flash`: the hub's program onto a Raspberry Pi Pico (formats.md; facts/firmware.md, section 6).

trouble (how it ends), around (what lies round the command), which (board), uf2 and drive (a blank one), chip (what the
board is), files (what is copied and taken off), image (in which order), cross (.mpy), board (mpremote), trial (the hub
afterwards).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from ..inputs import hubport
from ..inputs.hubport import BUSY, Found, NoPort, Port
from ..jsonl import BadInput
from . import files, trial, uf2, which
from .around import PAUSE_S, Around
from .board import Board
from .trouble import Stopped

__all__ = ["Around", "flash"]

OPEN_S = 5.0  # the system looks at a new port and says whose it is


def _enter_pressed() -> bool:
    """Has somebody pressed Enter at the terminal?"""
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.kbhit() and msvcrt.getwch() in "\r\n"
    import select

    pressed = bool(select.select([sys.stdin], [], [], 0)[0])
    if pressed:
        sys.stdin.readline()
    return pressed


def flash(port: str | None, uf2_file: Path | None, dry_run: bool, restore: bool, around: Around | None = None) -> int:
    """The command; its status (trouble.py). Raises BadInput."""
    if around is None:
        around = Around(skipped=_enter_pressed if sys.stdin is not None and sys.stdin.isatty() else None)
    if uf2_file and restore:
        raise BadInput(
            "--uf2 puts MicroPython on a blank board, --restore takes our files off one: give one of the two"
        )
    try:
        found = which.blank(uf2.read(uf2_file), port, dry_run, around) if uf2_file else which.the_board(port, around)
        if found:
            _free(found.device, OPEN_S if uf2_file else 0)
            _filled(found, dry_run, restore, around)
        return 0
    except NoPort as why:
        print(f"mopsbox: {why}", file=sys.stderr)
        return 1
    except Stopped as why:
        print(f"mopsbox: {why}", file=sys.stderr)
        return why.status


def _free(device: str, patience_s: float) -> None:
    """Nobody else has the port; somebody may for a moment, when it is new. Raises Stopped, NoPort."""
    until = time.monotonic() + patience_s
    while True:
        try:
            hubport.opened(device).close()
            return
        except NoPort as why:
            if time.monotonic() < until:
                time.sleep(PAUSE_S)
            elif why.word == BUSY:
                raise Stopped(
                    f"{device} is held by another program: end the box (or the editor for boards) that uses the hub, "
                    "then flash again"
                ) from why
            else:
                raise


def _filled(found: Found, dry_run: bool, restore: bool, around: Around) -> None:
    board = Board(found.device)
    try:
        if restore:
            files.restored(board, dry_run, around)
        else:
            files.copied(board, found, dry_run, around)
    finally:
        board.restart()
    if not restore and not dry_run:
        _tried(found, around)


def _tried(found: Found, around: Around) -> None:
    device = found.device

    def reopen() -> Port | None:
        nonlocal device
        names = ("", found.device) if found.serial else (found.device,)  # it may come back under another
        for each in (each for name in names for each in hubport.candidates(name, around.ports)):
            if each.serial == found.serial:
                device = each.device
                return hubport.opened(device)
        return None

    around.tell("restarting it")
    talk, up = trial.started(reopen, time.monotonic_ns, time.sleep)
    try:
        around.tell(trial.about(talk, up, device))
        if around.skipped:
            around.skipped()  # whoever was impatient
            answered = trial.press_each(talk, up, time.monotonic_ns, around.tell, around.skipped)
            around.tell(f"{answered} of 8 buzzers answered")
    finally:
        talk.close()
