"""The service: started at power-on; a box that runs takes the new program."""

from __future__ import annotations

import os
import pwd
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .files import DATA, USER
from .place import Place, attempt, run
from .program import HOME
from .step import Failed, Step

UNITS = "/etc/systemd/system"
BOX, *WAITING = STARTED = ("mopsbox.service", "mopsbox-poweroff.path", "mopsbox-phone.path")
SAYS_WHY = "mopsbox-failed.service"
STICKS = "mopsbox-stick@*.service"
LOGIN = "getty@tty1.service"
CHECK_S = 300
COMES_UP_S = 90  # the unit's own limits for its end and its start
WANTS = f"{UNITS}/multi-user.target.wants"


@dataclass(frozen=True)
class AtPowerOn:
    """The links `systemctl enable` makes: they can be laid in a system that does not run, too."""

    place: Place

    def step(self) -> Step:
        return Step("started at power-on", self.lacks, self.do, self.left, self.undo)

    def links(self) -> dict[Path, str]:
        return {self.place.at(f"{WANTS}/{name}"): f"{UNITS}/{name}" for name in STARTED}

    def lacks(self) -> list[str]:
        return [
            link.name for link, target in self.links().items() if not link.is_symlink() or os.readlink(link) != target
        ]

    def do(self) -> None:
        for link, target in self.links().items():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(target)

    def left(self) -> list[str]:
        return [link.name for link in self.links() if os.path.lexists(link)]

    def undo(self) -> None:
        for link in self.links():
            link.unlink(missing_ok=True)


def running_step(say: Callable[[str], None] = print, pause: Callable[[float], None] = time.sleep) -> Step:
    """On a system that runs. The box itself is not started the first time: it would take the console away from
    whoever installs it, and the boot partition's settings hold from the next start on. `say`: takes what became of a
    box that was started anew, a sentence."""
    return Step("the running system", _stale, lambda: _renew(say, pause), _running, _stop)


def _shown(unit: str, *names: str) -> dict[str, str]:
    """Properties of a unit, all of one moment."""
    said = attempt("systemctl", "show", "--property", ",".join(names), unit)[1]
    found = {name: value.strip() for name, _, value in (line.partition("=") for line in said.splitlines())}
    return {name: found.get(name, "") for name in names}


def _property(unit: str, name: str) -> str:
    return _shown(unit, name)[name]


def _active(units: tuple[str, ...] = STARTED) -> list[str]:
    return [unit for unit in units if _property(unit, "ActiveState") in ("active", "activating")]


def _stale() -> list[str]:
    """What runs and is not what is installed."""
    active = _active()
    found = [unit for unit in WAITING if unit not in active]
    if any(_property(unit, "NeedDaemonReload") == "yes" for unit in STARTED):
        found.append("units read anew")
    if _runs() not in (None, Path(f"{HOME}/current").resolve()):
        found.append("the new program")
    return found


def _runs() -> Path | None:
    """The folder of the version that runs; None: none does."""
    pid = _property(BOX, "MainPID")
    if not pid.isdigit() or not int(pid):
        return None
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except FileNotFoundError:  # it ended this moment
        return None
    return Path(os.fsdecode(words[0])).parent.parent


def _renew(say: Callable[[str], None], pause: Callable[[float], None]) -> None:
    run("systemctl", "daemon-reload")
    run("systemctl", "start", *WAITING)
    if BOX in _active():
        say(_restarted(pause))


def _restarted(pause: Callable[[float], None]) -> str:
    """The box is started anew: what became of it. systemctl itself would wait for as long as no screen is there, which
    may be for ever. Raises Failed."""
    before = _property(BOX, "MainPID")
    run("systemctl", "restart", "--no-block", BOX)
    for _ in range(COMES_UP_S):
        now = _shown(BOX, "ActiveState", "SubState", "MainPID", "StatusText")
        new = now["MainPID"] not in ("", "0", before)
        if new and now["ActiveState"] == "active":
            return "The box was started anew and plays."
        if new and now["SubState"] == "start" and now["StatusText"]:  # before it is ready it tells of nothing else
            return (
                f"Note: the new program waits for a screen and goes on as soon as one is there ({now['StatusText']})."
            )
        if now["ActiveState"] == "failed":
            break
        pause(1)
    raise Failed(
        f"{BOX} does not start with the new program; journalctl -u mopsbox -n 50 says why, and the version before is "
        "still there (docs/appliance.md, Update, and back)"
    )


def _running() -> list[str]:
    """Everything of ours that runs, the mounted sticks too."""
    found = _active((SAYS_WHY, *STARTED))
    listed = attempt("systemctl", "list-units", "--plain", "--no-legend", "--state=active,activating", STICKS)[1]
    return found + [line.split()[0] for line in listed.splitlines() if line.strip()]


def _stop() -> None:
    """The words on the screen first: their end starts the box again. The console gets its login back."""
    running = _running()
    if SAYS_WHY in running:
        run("systemctl", "stop", SAYS_WHY)
    run("systemctl", "stop", *STARTED, *(unit for unit in running if unit not in (SAYS_WHY, *STARTED)))
    attempt("systemctl", "start", LOGIN)  # a machine without a console has none


def checked() -> tuple[int, str]:
    """What `mopsbox check` says as the box's own user, and its status."""
    user = pwd.getpwnam(USER)
    try:
        done = subprocess.run(
            [f"{HOME}/current/bin/mopsbox", "check"],
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=os.getgrouplist(USER, user.pw_gid),
            cwd=DATA,
            env={"PATH": "/usr/bin:/bin", "HOME": DATA, "STATE_DIRECTORY": DATA, "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=CHECK_S,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return 1, f"it could not be asked: {error}"
    return done.returncode, done.stdout
