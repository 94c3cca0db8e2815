"""`mopsbox bundle FILE`: everything somebody needs who is to find out what is wrong, in one file, and no secrets.

What cannot be had is said in its place: a bundle is made of a damaged database and without hardware too. It reads the
database through SQLite only (backups.py).
"""

from __future__ import annotations

import io
import json
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from . import __version__, places, ring
from . import config as settings
from .backups import FOLDER, judged, listed
from .database import DATABASE, PATIENCE_S, forgiving
from .gamefiles import last_of
from .jsonl import BadInput, fault
from .places import write_whole
from .scrub import scrubbed

MOST = 4 * 1024 * 1024  # bytes of a game's file: its end
LOG_LINES = "3000"
PATIENCE = 60.0  # seconds for the check, and for the system's log
KINDS = (".zip", ".tar.gz", ".tgz")

Piece = Callable[[], str]


def command(data: Path | None, config_file: Path | None, file: Path) -> int:
    """The command. Raises BadInput: not a name for a bundle, cannot be written."""
    write(file, places.data_dir(data), config_file)
    print(file)
    return 0


def write(file: Path, data: Path, config_file: Path | None = None) -> None:
    """Write the bundle of this box whole to `file`, a .zip or .tar.gz. Raises BadInput."""
    if not file.name.endswith(KINDS):
        raise fault(file, None, "must end in .zip or .tar.gz; name it so")
    made = {name: _had(piece) for name, piece in pieces(data, config_file).items()}
    try:
        write_whole(file, (_zip if file.suffix == ".zip" else _tar)(made))
    except OSError as error:
        raise fault(file, None, f"cannot be written ({error.strerror}); give another place") from error


def pieces(data: Path, config_file: Path | None) -> dict[str, Piece]:
    """The files of a bundle by name."""
    last: list[Path] = []
    with suppress(OSError):
        last = last_of(data / "games")
    found: dict[str, Piece] = {
        "about.json": lambda: json.dumps(about(data), indent=1),
        "check.json": lambda: _check(data, config_file),
        "config.txt": lambda: _config(config_file),
        "database.txt": lambda: _database(data),
        "files.txt": lambda: _files(data),
        "log.txt": lambda: ring.lines(data),
        "journalctl.txt": _journalctl,
    }
    for file in last:
        found[f"games/{file.name}"] = partial(_end, file)
    return found


def _had(piece: Piece) -> bytes:
    """A piece, or why it could not be had, without secrets."""
    try:
        text = piece()
    except Exception as error:  # whatever is broken is why somebody makes a bundle
        text = f"could not be had: {type(error).__name__}: {error}"
    return scrubbed(text, os.path.expanduser("~"), platform.node()).encode(errors="replace")


def about(data: Path) -> Mapping[str, object]:
    """This program and this machine: no names, no addresses, no environment."""
    memory = _read("/proc/meminfo").splitlines()[:3]
    free = None
    with suppress(OSError):
        free = shutil.disk_usage(data).free
    return {
        "mopsbox": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "distribution": _distribution(),
        "model": _read("/proc/device-tree/model").rstrip("\0\n"),
        "processors": os.cpu_count(),
        "memory": [" ".join(line.split()) for line in memory],
        "load": _read("/proc/loadavg").split()[:3],
        "up_s": _read("/proc/uptime").split(" ")[0],
        "clock": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "disk_free": free,
        "service": "INVOCATION_ID" in os.environ,
        "devices": sorted(
            p.name for pattern in ("gpiochip*", "dri/card*", "ttyACM*") for p in Path("/dev").glob(pattern)
        ),
    }


def _distribution() -> str:
    with suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return ""


def _read(name: str) -> str:
    with suppress(OSError):
        return Path(name).read_text(errors="replace")
    return ""


def _check(data: Path, config_file: Path | None) -> str:
    """In a process of its own: hardware that hangs or a library that breaks costs this piece alone."""
    words = [sys.executable, "-m", "mopsbox", "check", "--json", "--data", str(data)]
    words += ["--config", str(config_file)] if config_file else []
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    return json.dumps(json.loads(done.stdout), indent=1, ensure_ascii=False) if done.stdout else done.stderr


def _config(config_file: Path | None) -> str:
    loaded = settings.load_for_play(config_file)
    return loaded.explain() + (f"\npassed over: {loaded.why}\n" if loaded.why else "")


def _database(data: Path) -> str:
    """What SQLite says of it, and each backup."""
    told = _asked(data / DATABASE)
    for backup in listed(data):
        try:
            told.append(f"backup {backup.name}: whole, {judged(data / FOLDER / backup.name).games} games")
        except BadInput as bad:
            told.append(f"backup {bad}")
    return "\n".join(told) + "\n"


def _asked(source: Path) -> list[str]:
    """What SQLite answers about the database, a line each. Whatever that is, the backups are told too."""
    if not source.exists():
        return ["no database"]
    told = []
    try:
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=PATIENCE_S)) as database:
            forgiving(database)
            for what in ("PRAGMA user_version", "PRAGMA integrity_check(20)", "SELECT count(*) FROM game"):
                try:
                    told.append(f"{what}: {'; '.join(str(row[0]) for row in database.execute(what))}")
                except sqlite3.Error as error:
                    told.append(f"{what}: {error}")
                except UnicodeDecodeError:  # an error of SQLite's that quotes a spoilt letter
                    told.append(f"{what}: it is damaged: what SQLite says of it is no text")
    except sqlite3.Error as error:  # it cannot be opened
        told.append(f"the database: {error}")
    return told


def _files(data: Path) -> str:
    """What lies in the data folder, with sizes in bytes."""
    there = sorted(path for path in data.rglob("*") if path.is_file())
    return "".join(f"{path.stat().st_size:>12} {path.relative_to(data)}\n" for path in there) or "nothing\n"


def _end(file: Path) -> str:
    with open(file, "rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        stream.seek(max(0, size - MOST))
        text = stream.read().decode(errors="replace")
    return text if size <= MOST else f"(the last {MOST} of {size} bytes)\n{text}"


def _journalctl() -> str:
    words = [
        "journalctl",
        "-u",
        "mopsbox",
        "-n",
        LOG_LINES,
        "-o",
        "short-monotonic",
        "--no-hostname",
        "--no-pager",
        "-q",
    ]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=PATIENCE)
    return done.stdout or f"nothing is there that this user may read (the group systemd-journal may)\n{done.stderr}"


def _zip(made: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            archive.writestr(zipfile.ZipInfo(f"mopsbox-bundle/{name}"), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _tar(made: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in made.items():
            entry = tarfile.TarInfo(f"mopsbox-bundle/{name}")  # owner and time stay out of it
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()
