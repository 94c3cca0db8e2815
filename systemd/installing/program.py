"""The program in /opt/mopsbox: a Python folder for each version, `current` pointing at the one that runs.

A new one is made beside the old one, and `current` is switched by one rename once it has answered. Whatever goes wrong
before, power included, the old one runs on; the one before the current stays for whoever wants it back.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .files import USER
from .place import UNDONE, Place, attempt, run, sync, write
from .step import Failed, Step
from .system import PYTHON

HOME = "/opt/mopsbox"
MADE_FROM = "made-from"  # in a version's folder, written last: what it was made from. Without it, it is not whole.
KEPT = 2
PIP = Path("/usr/share/python-wheels")
"""Debian's own pip, which runs from its wheel: putting one into every version's folder takes longer than all else."""
NEVER_RUN = r"/pygame/(tests|examples|docs)/"
SOURCE = ("device/mopsbox", "pyproject.toml", "README.md", "LICENSE")


@dataclass(frozen=True)
class Program:
    """`project`: the tree it is built from; `offline`: a folder with wheels to use instead; `others`: it must answer
    the box's user too, not root alone."""

    place: Place
    project: Path
    offline: Path | None = None
    python: str = PYTHON
    others: bool = False

    def step(self) -> Step:
        return Step("the program", self.lacks, self.do, self.left, self.undo)

    @property
    def home(self) -> Path:
        return self.place.at(HOME)

    @property
    def current(self) -> Path:
        return self.home / "current"

    def lacks(self) -> list[str]:
        if self._made_from(self.current) != self.fingerprint():
            return ["this version"]
        if self._shut():
            return ["for everybody to read"]
        if not self._answers(self.current):
            return ["a program that answers"]
        return [f"no {path.name} any more" for path in self._waste()]

    def do(self) -> None:
        """Raises Failed, OSError."""
        self._ours()
        self._open()
        if self._made_from(self.current) != self.fingerprint() or not self._answers(self.current):
            self._switch(self._make())
        for path in self._waste():
            shutil.rmtree(path)

    def left(self) -> list[str]:
        return [str(path) for path in [*self._versions(), self.current] if os.path.lexists(path)]

    def undo(self) -> None:
        self._ours()
        self.current.unlink(missing_ok=True)
        for path in self._versions():
            shutil.rmtree(path)
        if self.home.is_dir() and not any(self.home.iterdir()):
            self.home.rmdir()

    def _ours(self) -> None:
        """Raises Failed: somebody else's folder is where the link to a version goes."""
        if self.current.is_dir() and not self.current.is_symlink():
            raise Failed(f"{self.current} is a folder that is not the installer's; move it away and repeat")

    def fingerprint(self) -> str:
        """A short name for what it would be made from. Raises Failed when that is not all there."""
        if self.offline:
            files = sorted(self.offline.glob("*.whl"))
            if not any(file.name.startswith("mopsbox-") for file in files):
                raise Failed(f"{self.offline} has no mopsbox-*.whl; see docs/appliance.md, Without a network")
            return _digest(self.offline, files)
        if not (self.project / SOURCE[0]).is_dir():
            raise Failed(f"{self.project / SOURCE[0]} is not there; run the installer from the whole clone")
        inside = (path for path in (self.project / SOURCE[0]).rglob("*") if "__pycache__" not in path.parts)
        return _digest(self.project, [*sorted(inside), self.project / "pyproject.toml"])

    # -- versions

    def _versions(self) -> list[Path]:
        """Oldest first, whole or not."""
        found = [path for path in self.home.glob("venv-*") if path.name[5:].isdigit()]
        return sorted(found, key=lambda path: int(path.name[5:]))

    def _made_from(self, version: Path) -> str:
        try:
            return (version / MADE_FROM).read_text()
        except (OSError, UnicodeDecodeError):
            return ""

    def _waste(self) -> list[Path]:
        """The versions that are neither the current one nor the whole one before it."""
        now = self.current.resolve()
        others = [path for path in self._versions() if path != now and self._made_from(path)]
        kept = [now, *others[::-1]][:KEPT]
        return [path for path in self._versions() if path not in kept]

    def _make(self) -> Path:
        """A new version, whole and answering."""
        versions = self._versions()
        new = self.home / f"venv-{int(versions[-1].name[5:]) + 1 if versions else 1}"
        self.home.mkdir(parents=True, exist_ok=True, mode=0o755)
        try:
            pip = next(iter(sorted(PIP.glob("pip-*.whl"))[-1:]), None)
            run(self.python, "-m", "venv", *(["--without-pip"] if pip else []), new)
            self._fill(new, {"PYTHONPATH": str(pip)} if pip else {})
            run(new / "bin/python", "-m", "compileall", "-q", "-j", "0", "-x", NEVER_RUN, *new.glob("lib/python*"))
            self._open()
            run(*self._asked(new))
            write(new / MADE_FROM, self.fingerprint().encode(), 0o644)
            os.sync()  # the switch must not reach the card before what it switches to
        except (Failed, OSError):
            shutil.rmtree(new, ignore_errors=True)
            raise
        return new

    # -- who may use it

    def _answers(self, version: Path) -> bool:
        return attempt(*self._asked(version))[0] == 0

    def _asked(self, version: Path) -> tuple[str | Path, ...]:
        """The command that has it answer; from a folder and with a home that everybody has."""
        if not (self.others and os.geteuid() == 0):
            return version / "bin/mopsbox", "--version"
        user = _box_user()
        ids = (f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups")
        return "setpriv", *ids, "env", "--chdir=/", "HOME=/", version / "bin/mopsbox", "--version"

    def _shut(self) -> dict[Path, int]:
        """What of it not everybody may read, and how that must be: made by an installer, or unpacked from a wheel, that
        kept it for root."""
        modes = {path: path.lstat().st_mode for path in [self.home, *self.home.rglob("*")] if os.path.lexists(path)}
        wanted = {path: mode | _readable(mode) for path, mode in modes.items() if not stat.S_ISLNK(mode)}
        return {path: stat.S_IMODE(mode) for path, mode in wanted.items() if mode != modes[path]}

    def _open(self) -> None:
        for path, mode in self._shut().items():
            path.chmod(mode)

    def _fill(self, new: Path, env: dict[str, str]) -> None:
        pip = (new / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input")
        install = (*pip, "install", "--no-compile")
        if self.offline:
            run(*install, "--no-index", "--find-links", self.offline, "mopsbox", **env)
            return
        with tempfile.TemporaryDirectory(prefix="mopsbox-") as spare:  # building leaves things behind
            for name in SOURCE:
                source, target = self.project / name, Path(spare) / name
                target.parent.mkdir(exist_ok=True)
                if source.is_dir():
                    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(source, target)
            run(*install, spare, **env)

    def _switch(self, new: Path) -> None:
        spare = self.current.with_name(self.current.name + UNDONE)
        spare.unlink(missing_ok=True)
        spare.symlink_to(new.name)
        spare.replace(self.current)
        sync(self.home)


def _readable(mode: int) -> int:
    """The rights to read this for everybody; what its owner may run, all may."""
    return 0o555 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o444


def _box_user() -> pwd.struct_passwd:
    """Before the box has its user, the one who may as little."""
    try:
        return pwd.getpwnam(USER)
    except KeyError:
        return pwd.getpwnam("nobody")


def _digest(base: Path, files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for file in files:
        if file.is_file():
            data = file.read_bytes()
            total.update(f"{file.relative_to(base)} {len(data)}\n".encode() + data)
    return total.hexdigest()
