"""The files of the system: units, the box's user, its folders, device rules, the command."""

from __future__ import annotations

import grp
import os
import pwd
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from stat import S_IMODE

from .place import Place, run, sync, write
from .step import Failed, Step

TARGETS = {  # folder of ours: folder of the system
    "units": "/etc/systemd/system",
    "sysusers.d": "/etc/sysusers.d",
    "tmpfiles.d": "/etc/tmpfiles.d",
    "udev.rules.d": "/etc/udev/rules.d",
}
FAILED = "/opt/mopsbox/failed"
COMMAND = "/usr/local/bin/mopsbox"
BEFORE = ".before-mopsbox"  # the end of the name of what stood there
RUNS = b"/opt/mopsbox/current/bin/mopsbox"
"""What our command starts, in every version of it: nobody else's has that."""
MODE, PROGRAM = 0o644, 0o755
USER, READER = "mopsbox", "mopsbox-phone"
DATA = "/var/lib/mopsbox"
HOMES = {USER: DATA, READER: "/"}  # as sysusers.d makes them
REPAIRS = "lost+found"  # of the file system itself, where the folder is a partition of its own: root's
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
        found = [str(target) for target, source in self.each().items() if not self._same(target, source)]
        return [*found, f"what is there now is kept as {self._spare()}"] if self._owners_command() else found

    def do(self) -> None:
        """Raises Failed, OSError."""
        if self._owners_command():
            self._set_aside()
        for target, source in self.each().items():
            if not self._same(target, source):
                write(target, source.read_bytes(), self._mode(target))
        self._tell()

    def left(self) -> list[str]:
        found = [str(target) for target in self._ours() if os.path.lexists(target)]
        return found if self._owners_command() or not os.path.lexists(self._spare()) else [*found, str(self._spare())]

    def undo(self) -> None:
        """The owner's own command of this name gets its place back."""
        for target in self._ours():
            target.unlink(missing_ok=True)
        if os.path.lexists(self._spare()) and not self._owners_command():
            self._spare().rename(self.place.at(COMMAND))
        sticks = self.place.at(STICKS)
        for folder in (self.place.at(FAILED).parent, *sticks.glob("*"), sticks):
            if folder.is_dir() and not folder.is_mount() and not any(folder.iterdir()):
                folder.rmdir()
        self._tell()

    def _ours(self) -> list[Path]:
        return [target for target in self.each() if target != self.place.at(COMMAND) or not self._owners_command()]

    def _spare(self) -> Path:
        return self.place.at(COMMAND + BEFORE)

    def _owners_command(self) -> bool:
        """Does something that is not ours stand where our command goes: from pip, or the owner's own?"""
        command = self.place.at(COMMAND)
        if command.is_symlink() or not command.is_file():
            return os.path.lexists(command)
        return RUNS not in command.read_bytes()

    def _set_aside(self) -> None:
        command, spare = self.place.at(COMMAND), self._spare()
        if os.path.lexists(spare):
            raise Failed(f"{command} is not the installer's, nor is {spare}; move one of them away and repeat")
        command.rename(spare)
        sync(spare.parent)

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
    """Raises Failed as `refusal` says."""
    if why := refusal():
        raise Failed(why)
    try:
        user = pwd.getpwnam(USER)
    except KeyError:
        return [f"the user {USER}"]
    mine = {grp.getgrgid(number).gr_name for number in os.getgrouplist(USER, user.pw_gid)}
    lacking = [f"the group {name}" for name in groups if name not in mine]
    lacking += [f"the user {READER}"] * all(each.pw_name != READER for each in pwd.getpwall())
    data = Path(DATA)
    if not data.is_dir() or data.stat().st_uid != user.pw_uid:
        return [*lacking, DATA]
    strange = [f"{folder}/{name}" for _, folder, name in strangers(data, user.pw_uid)]
    more = f" and {len(strange) - 1} more" if strange[1:] else ""
    return [*lacking, f"of somebody else: {strange[0]}{more}"] if strange else lacking


def refusal() -> str | None:
    """Why the box cannot have its users here, as one sentence; None: it can. Asked before anything is installed, too.

    A person's login of that name stays as it is (sysusers.d), and the box would run as that person, whose home it may
    not see."""
    for user in pwd.getpwall():
        if user.pw_dir != HOMES.get(user.pw_name, user.pw_dir):
            return (
                f"{user.pw_name} is somebody's login here (its home is {user.pw_dir}), and that name is the box's own; "
                "make a login with another name (sudo adduser NAME; sudo adduser NAME sudo), log in with that, "
                f"sudo deluser {user.pw_name}, and repeat"
            )
    return None


def strangers(top: Path, uid: int) -> Iterator[tuple[int, str, str]]:
    """What below `top` belongs to others than `uid`: an open folder, its path and a name in it, good until the next.
    Links are not followed, what is mounted there is left out. Raises OSError, but not for what it may not look into."""
    device = top.stat().st_dev
    for folder, folders, names, opened in os.fwalk(top, onerror=_fails):
        here = {name: seen for name in (*folders, *names) if (seen := _seen(name, opened)) and seen.st_dev == device}
        if Path(folder) == top:
            here.pop(REPAIRS, None)
        folders[:] = [name for name in folders if name in here]
        for name, seen in here.items():
            if seen.st_uid != uid:
                yield opened, folder, name


def _fails(error: OSError) -> None:
    if not isinstance(error, (PermissionError, FileNotFoundError)):  # a dry run that is not root's; it went meanwhile
        raise error


def _seen(name: str, folder: int) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:  # the box plays on
        return None


def _make_user() -> None:
    run("systemd-sysusers", USERS_FILE)
    run("systemd-tmpfiles", "--create", FOLDERS_FILE)
    user = pwd.getpwnam(USER)
    for folder, _, name in strangers(Path(DATA), user.pw_uid):  # scores of another card: copied as root, or numbers
        os.chown(name, user.pw_uid, user.pw_gid, dir_fd=folder, follow_symlinks=False)
