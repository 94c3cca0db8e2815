"""Where it is installed to, files that are written whole or not at all, and commands."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .step import Failed

UNDONE = ".mopsbox-new"  # the end of a file's name while it is written


@dataclass(frozen=True)
class Place:
    """`commands`: False below a DESTDIR, where only files are laid. `running`: False inside an image that does not
    run: nothing is started or asked there."""

    root: Path = Path("/")
    commands: bool = True
    running: bool = True

    def at(self, path: str) -> Path:
        """An absolute path of the system."""
        return self.root / path.lstrip("/")


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """One installer at a time: two would clear away each other's half-made version. The lock is on the folder itself,
    so that nothing stays of it, and goes with the process. Raises Failed, OSError."""
    root.mkdir(parents=True, exist_ok=True)
    opened = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Failed(f"another installer is at work in {root}; wait until it has ended, then repeat") from error
        yield
    finally:
        os.close(opened)


def write(path: Path, data: bytes, mode: int | None = None) -> None:
    """The file is this or, if anything goes wrong, what it was. `mode` None: as the system makes files (the boot
    partition knows no modes). Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    spare = path.with_name(path.name + UNDONE)
    try:
        spare.unlink(missing_ok=True)  # of an installation that was cut off
        with open(spare, "wb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        spare.replace(path)
    except OSError:
        spare.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """What was renamed in it stays renamed when the power goes."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def attempt(*words: str | Path, **env: str) -> tuple[int, str]:
    """A command's exit status (127: it is not there) and all it said."""
    command = [str(word) for word in words]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    try:
        done = subprocess.run(
            command,
            env=inherited | {"LC_ALL": "C.UTF-8"} | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except OSError as error:
        return 127, f"{error.filename or command[0]}: {error.strerror}"
    return done.returncode, done.stdout


def run(*words: str | Path, **env: str) -> str:
    """What a command said. Raises Failed with its last lines."""
    status, said = attempt(*words, **env)
    if status:
        told = " / ".join([line for line in said.splitlines() if line.strip()][-3:])
        raise Failed(f"{' '.join(str(word) for word in words[:4])} ... failed ({status}): {told}")
    return said
