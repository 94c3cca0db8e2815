"""Where our files lie, and how a whole file is put there so that a power cut leaves the old one or the new one.

Environment variables: systemd gives the service `STATE_DIRECTORY` and `CONFIGURATION_DIRECTORY`; a desktop may
give the XDG ones.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

SYSTEM_FILE = Path("/etc/mopsbox/config.toml")
CONFIG_NAME = "config.toml"
LEAST_ROOM = 64 * 1024  # bytes; with less, an input/output error of the database means: full


class StoreFault(Exception):
    """The disk would not take it. `word`: "disk-full" or "disk-fault" (words.py); str(): a sentence for the person."""

    def __init__(self, word: str, where: Path | str, why: str = "") -> None:
        full = f"{where}: the disk is full; make room and try again"
        broken = f"{where}: cannot be read or written ({why or 'disk error'}); check the disk and the permissions"
        super().__init__(full if word == "disk-full" else broken)
        self.word = word


class NoScreen(RuntimeError):
    """No screen could be opened; the sentence says what to do."""


class NoGpio(RuntimeError):
    """The pins cannot be had. `word`: "gpio-none" (no chip, no such line), "gpio-busy" (somebody else holds a line),
    "gpio-denied" (no permission) or "gpio-lost" (the chip went away), all in words.py; str(): what, and what to do."""

    def __init__(self, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.word = word


def disk_fault(error: OSError, where: Path | str) -> StoreFault:
    """The StoreFault for what the operating system said about `where`."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    return StoreFault("disk-full" if full else "disk-fault", where, error.strerror or str(error))


def no_room(folder: Path) -> bool:
    """Is the disk under `folder` as good as full?"""
    if not hasattr(os, "statvfs"):
        return False
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < LEAST_ROOM


def _xdg(env: Mapping[str, str], name: str, otherwise: str) -> Path:
    given = env.get(name, "")
    # A relative path is to be ignored (XDG base directory specification).
    return Path(given) if os.path.isabs(given) else Path(os.path.expanduser("~")) / otherwise


def data_dir(option: Path | str | None = None, env: Mapping[str, str] = os.environ) -> Path:
    """The folder of the database and the games: `--data`, else `$STATE_DIRECTORY`, else the XDG state folder."""
    if option:
        return Path(option)
    # systemd separates several folders by colons; ours comes first.
    if service := env.get("STATE_DIRECTORY", "").split(":")[0]:
        return Path(service)
    return _xdg(env, "XDG_STATE_HOME", ".local/state") / "mopsbox"


def user_file(env: Mapping[str, str] = os.environ) -> Path:
    """The file the buttons write: in `$CONFIGURATION_DIRECTORY`, else in the XDG configuration folder."""
    if service := env.get("CONFIGURATION_DIRECTORY", "").split(":")[0]:
        return Path(service) / CONFIG_NAME
    return _xdg(env, "XDG_CONFIG_HOME", ".config") / "mopsbox" / CONFIG_NAME


def power_file(env: Mapping[str, str] = os.environ) -> Path | None:
    """The file by which the service asks for the machine to be switched off (systemd/mopsbox-poweroff.path waits for
    it, so that the box itself needs no such right); None: started by hand, there is nobody to ask."""
    folder = env.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return Path(folder) / "poweroff" if folder else None


def phone_address_file(folder: Path) -> Path:
    """Where the page's own process, in its runtime folder, says by which address it is there."""
    return folder / "address"


def phone_address(env: Mapping[str, str] = os.environ) -> str:
    """The address of the page that is on just now, as its process says it; "": none, or what is no such address."""
    folder = env.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        return ""
    try:
        with open(phone_address_file(Path(folder).with_name("mopsbox-phone")), "rb") as file:
            found = file.read(64).decode("ascii", "replace")
    except OSError:
        return ""
    return found if _ADDRESS.fullmatch(found) else ""


_ADDRESS = re.compile(r"http://(?:[0-9.]{7,15}|\[[0-9a-f:]{2,39}\]):[0-9]{1,5}/")


CANNOT = (  # sync a folder at all: Windows opens none, FUSE and network disks may know no such thing
    *(errno.EACCES, errno.EPERM, errno.EISDIR, errno.EINVAL, errno.EBADF),
    *(errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP),
)


def sync_folder(folder: Path) -> None:
    """Make new names and renames in `folder` durable, where the system can. Raises OSError where it can and the disk
    would not: then they may be gone again after a power cut."""
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in CANNOT:
            raise


def write_whole(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Put `data`, or its pieces as they come, in the place of `path`: temporary file, fsync, rename, fsync of the
    folder. Raises OSError, and then no temporary file stays and the old file is untouched; where the last step alone
    failed, the new one is there, but perhaps not for good."""
    target = Path(os.path.realpath(path))  # a link stays a link
    spare = target.with_name(target.name + ".tmp")
    try:
        with open(spare, "wb") as file:
            file.writelines((data,) if isinstance(data, bytes) else data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(spare, target)
    except BaseException:
        with contextlib.suppress(OSError):
            spare.unlink()
        raise
    sync_folder(target.parent)
