"""The files of the system: units, the box's user, its folders, device rules, the command."""

from __future__ import annotations

import grp
import os
import pwd
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from stat import S_IMODE

from .place import Place, run, write
from .step import Step

TARGETS = {  # folder of ours: folder of the system
    "units": "/etc/systemd/system",
    "sysusers.d": "/etc/sysusers.d",
    "tmpfiles.d": "/etc/tmpfiles.d",
    "udev.rules.d": "/etc/udev/rules.d",
}
FAILED = "/opt/mopsbox/failed"
COMMAND = "/usr/local/bin/mopsbox"
MODE, PROGRAM = 0o644, 0o755
USER, READER = "mopsbox", "mopsbox-phone"
DATA = "/var/lib/mopsbox"
USERS_FILE = "/etc/sysusers.d/mopsbox.conf"
STICKS = "/media/mopsbox"  # made by what stands in the next file
FOLDERS_FILE = "/etc/tmpfiles.d/mopsbox.conf"


@dataclass(frozen=True)
class Files:
    """`ours`: the folder systemd/ of the project."""

    place: Place
    ours: Path

    def step(self) -> Step:
        return Step("units, users, folders and device rules", self.lacks, self.do, self.left, self.undo)

    def each(self) -> dict[Path, Path]:
        """Where each of our files goes: target, source."""
        found = {
            self.place.at(f"{folder}/{source.name}"): source
            for name, folder in TARGETS.items()
            for source in sorted((self.ours / name).iterdir())
        }
        return found | {self.place.at(FAILED): self.ours / "failed", self.place.at(COMMAND): self.ours / "command"}

    def lacks(self) -> list[str]:
        return [str(target) for target, source in self.each().items() if not self._same(target, source)]

    def do(self) -> None:
        for target, source in self.each().items():
            if not self._same(target, source):
                write(target, source.read_bytes(), self._mode(target))
        self._tell()

    def left(self) -> list[str]:
        return [str(target) for target in self.each() if os.path.lexists(target)]

    def undo(self) -> None:
        for target in self.each():
            target.unlink(missing_ok=True)
        sticks = self.place.at(STICKS)
        for folder in (self.place.at(FAILED).parent, *sticks.glob("*"), sticks):
            if folder.is_dir() and not folder.is_mount() and not any(folder.iterdir()):
                folder.rmdir()
        self._tell()

    def _tell(self) -> None:
        """Those who read these files."""
        if self.place.commands and self.place.running:
            run("systemctl", "daemon-reload")
            run("udevadm", "control", "--reload")

    def _mode(self, target: Path) -> int:
        return PROGRAM if target == self.place.at(COMMAND) else MODE

    def _same(self, target: Path, source: Path) -> bool:
        if target.is_symlink() or not target.is_file():
            return False
        mode = S_IMODE(target.stat().st_mode)
        return target.read_bytes() == source.read_bytes() and mode == self._mode(target)


def device_step() -> Step:
    """What is plugged in already gets its group and its names by the new rules; they need the user's groups."""
    return Step("the pins for the group gpio", device_lacks, _trigger)


def device_lacks() -> list[str]:
    return [str(chip) for chip in sorted(Path("/dev").glob("gpiochip*")) if chip.group() != "gpio"]


def _trigger() -> None:
    run("udevadm", "control", "--reload")
    run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=tty", "--settle")
    for chip in device_lacks():  # udev goes by the groups it knew when it read the rules, until the next start
        shutil.chown(chip, group="gpio")
        os.chmod(chip, 0o660)


def user_step(ours: Path) -> Step:
    """The box's user in its groups, and its folders. They stay: the scores are the user's."""
    groups = re.findall(rf"^m {USER} (\w+)", (ours / "sysusers.d/mopsbox.conf").read_text("utf-8"), flags=re.MULTILINE)
    return Step("the user mopsbox and its folders", lambda: user_lacks(groups), _make_user)


def user_lacks(groups: list[str]) -> list[str]:
    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        return [f"the user {USER}"]
    mine = {grp.getgrgid(number).gr_name for number in os.getgrouplist(USER, user.pw_gid)}
    lacking = [f"the group {name}" for name in groups if name not in mine]
    lacking += [f"the user {READER}"] * all(each.pw_name != READER for each in pwd.getpwall())
    data = Path(DATA)
    return lacking if data.is_dir() and data.stat().st_uid == user.pw_uid else [*lacking, DATA]


def _make_user() -> None:
    run("systemd-sysusers", USERS_FILE)
    run("systemd-tmpfiles", "--create", FOLDERS_FILE)
