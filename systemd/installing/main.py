"""The command `systemd/install`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import NoReturn

from . import files, packages, service, system
from .boot import Boot
from .files import Files
from .place import Place, alone
from .program import Program
from .step import Failed, Step, install, sentence, uninstall

PROJECT = Path(__file__).resolve().parents[2]
Say = Callable[[str], None]


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    found = Parser("install", description="Makes this Raspberry Pi a Mopsbox. Asks nothing; may be run again any time.")
    found.add_argument("--dry-run", action="store_true", help="say what would be done, change nothing")
    found.add_argument("--uninstall", action="store_true", help="take it all back; games and scores stay")
    found.add_argument("--offline", type=Path, metavar="DIR", help="take packages (.deb) and wheels from this folder")
    found.add_argument(
        "--shutdown-pin", metavar="N", help="GPIO of a button that switches off (none; else as it is now)"
    )
    found.add_argument("--sound", choices=("default", "i2s"), help="i2s: a MAX98357A (else as it is now)")
    found.add_argument("--image", action="store_true", help="in an image that does not run (chroot): start nothing")
    found.add_argument(
        "--destdir", type=Path, metavar="DIR", help="only lay the files, below DIR ($DESTDIR); run no commands"
    )
    return found


def main(words: Sequence[str], say: Say = print, seen: Callable[[Place], system.System] = system.look) -> int:
    """Exit status: 0 installed (or taken back), 1 not, 2 wrong options, 130 interrupted."""
    os.umask(0o022)  # whatever the login keeps for itself: the box's user must read what is made here
    try:
        return _main(words, say, seen)
    except Failed as failure:
        print(f"install: {failure}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"install: {sentence(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("install: interrupted; what was done stays, and the next run goes on there", file=sys.stderr)
        return 130


def _main(words: Sequence[str], say: Say, seen: Callable[[Place], system.System]) -> int:
    options = parser().parse_args(words)
    destdir = options.destdir or (Path(os.environ["DESTDIR"]) if os.environ.get("DESTDIR") else None)
    place = Place(destdir or Path("/"), commands=destdir is None, running=destdir is None and not options.image)
    boot = Boot(place, PROJECT / "device/mopsbox/pins.toml", options.shutdown_pin, options.sound)
    if options.shutdown_pin not in (None, "none") and (
        why := boot.refused(options.shutdown_pin, options.sound or "default")
    ):
        print(f"install: {why}", file=sys.stderr)
        return 2
    if options.offline and not options.offline.is_dir():
        print(f"install: --offline {options.offline}: no such folder", file=sys.stderr)
        return 2
    if place.commands and (why := _refused(seen(place), options.dry_run, say)):
        print(f"install: {why}. Nothing was changed.", file=sys.stderr)
        return 1
    if place.commands and not options.uninstall and (why := files.refusal()):
        print(f"install: {why}. Nothing was changed.", file=sys.stderr)
        return 1
    offline = options.offline.resolve() if options.offline else None
    steps = _steps(place, boot, offline, say)
    with nullcontext() if options.dry_run else alone(place.root):
        if options.uninstall:
            return _back(steps, options.dry_run, say)
        for note in boot.notes():
            say(f"Note: {note}.")
        return _there(steps, place, options.dry_run, say)


def _refused(found: system.System, dry: bool, say: Say) -> str | None:
    for warning in system.warnings(found):
        say(f"Note: {warning}.")
    why = system.refusal(found)
    return None if dry and not found.root and why == system.refusal(system.System(root=False)) else why


def _steps(place: Place, boot: Boot, offline: Path | None, say: Say) -> list[Step]:
    laid = [Files(place, PROJECT / "systemd").step(), boot.step(), service.AtPowerOn(place).step()]
    if not place.commands:
        return laid
    made = [packages.step(offline), Program(place, PROJECT, offline, others=place.running).step()]
    steps = [*made, laid[0], files.user_step(PROJECT / "systemd"), *laid[1:]]
    return [*steps, files.device_step(), service.running_step(say)] if place.running else steps


def _back(steps: list[Step], dry: bool, say: Say) -> int:
    if not uninstall(steps, say, dry):
        say("Mopsbox is not installed: nothing to take back.")
    elif not dry:
        say("Mopsbox is taken out again. Debian's packages stay; restart to have the boot partition's old settings.")
    say(f"Games and scores, and the user they belong to, stay: {files.DATA}")
    return 0


def _there(steps: list[Step], place: Place, dry: bool, say: Say) -> int:
    changed = install(steps, say, dry)
    if changed and not dry:
        os.sync()  # whoever reads "installed" may pull the plug
    if dry:
        say("Nothing was changed (--dry-run).")
        return 0
    if not changed:
        say("Nothing was changed: Mopsbox is installed as it should be.")
    if not place.running:
        say(
            "Installed."
            if place.commands
            else "The files are laid; packages, program and user are not made below DESTDIR."
        )
        return 0
    status, found = service.checked()
    say(f"\nmopsbox check:\n{found.rstrip()}\n")
    what = "Mopsbox is installed."
    say(f"{what} What the self-check calls FAIL is still to be put right." if status else f"{what} All is well.")
    if not system.has_ssh(place):
        say(
            "Note: SSH is not enabled, and from the next start on the box has the screen; for another way in: "
            "sudo systemctl enable --now ssh (docs/appliance.md, Getting in)."
        )
    if changed:
        say("Switch it off and on once, and it plays: sudo reboot")
    return 0
