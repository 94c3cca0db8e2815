"""`mopsbox flash`: the hub's program onto a Raspberry Pi Pico (formats.md; facts/firmware.md, section 6).

trouble (how it ends), image (what is copied, and in which order), chip (what the board is), cross (.mpy), uf2 and drive
(a blank board), board (mpremote), trial (the hub afterwards).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from ..inputs import hubport
from ..inputs.hubport import BUSY, Found, NoPort, Port
from ..jsonl import BadInput
from . import chip, cross, drive, image, trial, uf2
from .board import Board
from .drive import Drive
from .image import MODULES, Part
from .trouble import Stopped, missing

__all__ = ["Around", "flash"]

DRIVE_S, PORT_S = 120.0, 20.0  # a person looks for a button; MicroPython starts
MOUNT_S, OPEN_S = 5.0, 5.0  # a desktop mounts a drive; the system looks at a new port and says whose it is
PAUSE_S = 0.2
GET = "https://micropython.org/download/?port=rp2 (the file for exactly this board)"
HOLD = "unplug the board, hold its BOOTSEL button, plug it in (a cable for data), let go"


def _tell(sentence: str) -> None:
    print(sentence, flush=True)


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


@dataclass(frozen=True, slots=True)
class Around:
    """What lies round the command. `ports`: the serial ports there are; `folders`: where drives may be; `skipped`:
    Enter was pressed, None: nobody is there to press anything."""

    ports: Callable[[], Iterable[Any]] = hubport.listed
    folders: Callable[[], Iterable[Path]] = drive.mounted
    tell: Callable[[str], None] = _tell
    skipped: Callable[[], bool] | None = None
    drive_s: float = DRIVE_S
    port_s: float = PORT_S
    mount_s: float = MOUNT_S
    compiler: Callable[[], str | None] = cross.compiler


def flash(port: str | None, uf2_file: Path | None, dry_run: bool, restore: bool, around: Around | None = None) -> int:
    """The command; its status (trouble.py). Raises BadInput."""
    if around is None:
        around = Around(skipped=_enter_pressed if sys.stdin is not None and sys.stdin.isatty() else None)
    if uf2_file and restore:
        raise BadInput(
            "--uf2 puts MicroPython on a blank board, --restore takes our files off one: give one of the two"
        )
    try:
        found = _blank(uf2.read(uf2_file), port, dry_run, around) if uf2_file else _the_board(port, around)
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


# --- which board


def _the_board(port: str | None, around: Around) -> Found:
    found = hubport.candidates(port or "", around.ports)
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        names = ", ".join(f"{each.serial or 'without a number'} on {each.device}" for each in found)
        raise BadInput(
            f"{len(found)} boards run MicroPython ({names}): say which one, mopsbox flash --port {found[0].device}"
        )
    if port:
        raise missing(f"{port}: there is no such port; plug the board in, or leave --port out and it is looked for")
    blank = drive.drives(around.folders())
    if blank:
        raise missing(
            f"the board at {blank[0].folder} has no MicroPython yet: get it from {GET}, then mopsbox flash --uf2 FILE"
        )
    raise missing(
        "no board with MicroPython is plugged in: use a cable for data, not only for power; a new Pico first takes "
        f"MicroPython: get it from {GET}, then mopsbox flash --uf2 FILE"
    )


def _blank(file: uf2.Image, port: str | None, dry_run: bool, around: Around) -> Found | None:
    """MicroPython onto a board in BOOTSEL; the board once it runs. None when nothing was to be done."""
    where = _drive(dry_run, around)
    if where is None:
        around.tell(f"would wait for a board in BOOTSEL, then copy {file.name} there")
        return None
    if why := drive.unfit(file, where):
        raise BadInput(why)
    if dry_run:
        around.tell(f"would copy {file.name} ({len(file.data)} bytes) to {where.folder}, then the hub's program")
        return None
    around.tell(f"copying {file.name} to {where.folder}")
    before = {each.device for each in hubport.candidates("", around.ports)}  # the board itself is a drive just now
    drive.copy(file, where)
    until = time.monotonic() + around.port_s
    while time.monotonic() < until:
        fresh = [each for each in hubport.candidates(port or "", around.ports) if port or each.device not in before]
        if len(fresh) == 1:
            return fresh[0]
        time.sleep(PAUSE_S)
    raise missing(
        f"{file.name} was copied, but MicroPython does not answer: is it the file for exactly this board (a Pico and a "
        f"Pico W differ)? Get it from {GET}, {HOLD}, then the same command; if it does run, mopsbox flash"
    )


def _drive(dry_run: bool, around: Around) -> Drive | None:
    until, told, there_since = time.monotonic() + around.drive_s, False, 0.0
    while True:
        found = drive.drives(around.folders())
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            names = " and ".join(str(each.folder) for each in found)
            raise BadInput(
                f"{len(found)} boards wait for a file ({names}): unplug all but the one that becomes the hub"
            )
        if dry_run:
            return None
        label = drive.unmounted()
        there_since = (there_since or time.monotonic()) if label else 0.0
        if label and time.monotonic() >= there_since + around.mount_s:
            raise missing(
                f"its drive is there, but not mounted: sudo mount {label} /mnt, the same command with sudo, then "
                "sudo umount /mnt"
            )
        if not told:
            around.tell(f"Waiting for the board's drive: {HOLD}.")
            told = True
        if time.monotonic() > until:
            raise missing(f"no board showed its drive: {HOLD}, then the same command")
        time.sleep(PAUSE_S)


# --- its files


def sources() -> dict[str, bytes]:
    """The hub's program as it is in this package: module or "main" -> text."""
    folder = resources.files(__package__.rpartition(".")[0]) / "firmware"
    return {name: (folder / f"{name}.py").read_bytes() for name in (*MODULES, "main")}


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
            _restored(board, dry_run, around)
        else:
            _copied(board, found, dry_run, around)
    finally:
        board.restart()
    if not restore and not dry_run:
        _tried(found, around)


def _restored(board: Board, dry_run: bool, around: Around) -> None:
    there, strange = board.sums(), board.told().strange_main
    ours = [name for name in there if name != image.MAIN or not strange]
    if not ours:
        around.tell("nothing of ours is on the board")
        return
    around.tell(f"{'would remove' if dry_run else 'removing'} {', '.join(sorted(ours))}")
    if not dry_run:
        board.run(image.removing(there, not strange))


def _copied(board: Board, found: Found, dry_run: bool, around: Around) -> None:
    told = board.told()
    if why := chip.unfit(told, found.device):
        raise Stopped(why)
    there = board.sums()
    if folders := [name for name, sum in there.items() if not sum]:
        raise Stopped(
            f"{folders[0]} is a folder on the board on {found.device}, where a file has to be: remove it first"
        )
    texts = sources()
    wanted = image.parts(texts, cross.crossed(texts, told.mpy, around.compiler()))
    if image.complete(wanted, there):
        around.tell(f"the hub's program is on the board on {found.device} already, to the byte")
        return
    for part in wanted:
        around.tell(f"{'would copy' if dry_run else 'copying'} {part.name}, {len(part.data)} bytes")
    if told.strange_main and b"True" in board.run(image.KEPT):
        raise Stopped(
            f"the board on {found.device} keeps a program from before already ({image.BEFORE}), and main.py is another "
            f"one: copy them to your computer (mpremote fs cp), delete one, then flash again"
        )
    if told.strange_main:
        around.tell(f"{'would keep' if dry_run else 'keeping'} the program that is on it as {image.BEFORE}")
    if dry_run:
        return
    _put(board, wanted, told, found.device)


def _put(board: Board, wanted: tuple[Part, ...], told: chip.Told, device: str) -> None:
    """In image's order: the plug may be pulled anywhere."""
    if told.unfinished:
        board.run(image.FINISHING)
    finish = Part(image.FINISH, image.finisher(wanted))
    aside: Mapping[str, Part] = {**{part.name + image.NEW: part for part in wanted}, finish.name: finish}
    for name, part in aside.items():
        board.write(name, part)
    there = board.sums()
    if wrong := [part.name for name, part in aside.items() if there.get(name) != part.sum]:
        raise Stopped(
            f"{wrong[0]} did not arrive whole on the board on {device}, so nothing was changed: try another cable or "
            "socket, then flash again"
        )
    if told.strange_main:
        board.run(image.keeping())
    board.run(image.deciding())
    board.run(image.placing(wanted))
    if not image.complete(wanted, board.sums()):
        raise Stopped(
            f"the board on {device} did not put all files in their place: flash again; should that not help, mopsbox "
            "flash --restore first"
        )


# --- the hub


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
