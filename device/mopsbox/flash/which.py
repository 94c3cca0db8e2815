"""Which board becomes the hub: the one that runs MicroPython, or a blank one, which gets it first."""

from __future__ import annotations

import time

from ..inputs import hubport
from ..inputs.hubport import Found
from ..jsonl import BadInput
from . import drive, uf2
from .around import PAUSE_S, Around
from .drive import Drive
from .trouble import missing

GET = "https://micropython.org/download/?port=rp2 (the file for exactly this board)"
HOLD = "unplug the board, hold its BOOTSEL button, plug it in (a cable for data), let go"


def the_board(port: str | None, around: Around) -> Found:
    """The one that runs MicroPython, or the one on `port`. Raises Stopped without any, BadInput with several."""
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
    empty = drive.drives(around.folders())
    if empty:
        raise missing(
            f"the board at {empty[0].folder} has no MicroPython yet: get it from {GET}, then mopsbox flash --uf2 FILE"
        )
    raise missing(
        "no board with MicroPython is plugged in: use a cable for data, not only for power; a new Pico first takes "
        f"MicroPython: get it from {GET}, then mopsbox flash --uf2 FILE"
    )


def blank(file: uf2.Image, port: str | None, dry_run: bool, around: Around) -> Found | None:
    """MicroPython onto a board in BOOTSEL; the board once it runs. None when nothing was to be done.
    Raises Stopped, BadInput."""
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
