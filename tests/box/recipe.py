"""What the machine is made of, what this computer needs to make it, and where the parts are kept.

MOPSBOX_BOX_CACHE: the folder of the parts, by default in the XDG cache folder. Each part lies in a folder named after
everything it was made from, so a change makes it anew and nothing else does.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).parents[2]
GUEST = Path(__file__).parent / "guest"
KEPT, IN_USE_S = 4, 6 * 3600  # of each part the ones used last stay, and those a machine may be running from

PROGRAMS = {  # program: Debian package
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "gcc": "gcc",
    "make": "make",
    "xz": "xz-utils",
    "cpio": "cpio",
    "busybox": "busybox-static",
    "depmod": "kmod",
    "dpkg-deb": "dpkg",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
}
FILES = {  # the same for what is no program
    "/usr/share/seabios/bios-256k.bin": "seabios",
    "/usr/share/qemu/linuxboot_dma.bin": "qemu-system-data",
    "/usr/include/stdio.h": "libc6-dev",
}


def missing() -> str | None:
    """Why no machine can be made here, as one sentence with what to do; None: it can."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "the box in a virtual machine needs Linux on x86_64"
    if not shutil.which("apt-get"):
        return "the box in a virtual machine is made of Debian packages: it needs a Debian"
    if lacking := packages():
        return f"the box in a virtual machine needs: apt-get install --no-install-recommends {' '.join(lacking)}"
    if os.geteuid() != 0:
        return "the box in a virtual machine is made by root: sudo make box-test"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        return "the box in a virtual machine is made with mounts, which this container does not allow"
    return None


def packages() -> list[str]:
    """The Debian packages that are not here."""
    programs = {package for name, package in PROGRAMS.items() if not shutil.which(name, path=_path())}
    return sorted(programs | {package for file, package in FILES.items() if not Path(file).exists()})


def _path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def cache() -> Path:
    given = os.environ.get("MOPSBOX_BOX_CACHE")
    folder = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mopsbox-box"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def run(*words: object, cwd: Path | None = None, **more: str) -> str:
    """A program's standard output. Raises RuntimeError with what it said, when it fails."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=os.environ | {"PATH": _path(), "LC_ALL": "C"} | more,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{words[0]} failed ({done.returncode}): {(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def digest(*parts: str | bytes | Path) -> str:
    """A short name for all these together; of a path its text, of a folder every file's."""
    total = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path) and part.is_dir():
            part = digest(*(f for p in sorted(part.rglob("*")) if p.is_file() for f in (p.name, p)))
        data = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()[:12]


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with open(file, "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def part(name: str, key: str, make: Callable[[Path], None]) -> Path:
    """The folder of the part `name` as `key` describes it; `make` fills an empty one if there is none yet."""
    shelf = cache()
    folder = shelf / f"{name}-{key}"
    with _locked(shelf / f"{name}.lock"):
        if not folder.exists():
            begun = time.monotonic()
            spare = shelf / f"{name}-{key}.tmp"
            shutil.rmtree(spare, ignore_errors=True)
            spare.mkdir()
            make(spare)
            spare.rename(folder)
            print(f"box: {name} made in {time.monotonic() - begun:.0f} s", flush=True)
            _tidy(shelf, name)
        os.utime(folder)
    return folder


def _tidy(shelf: Path, name: str) -> None:
    found = [folder for folder in shelf.glob(f"{name}-*") if folder.is_dir()]
    for old in sorted(found, key=lambda folder: folder.stat().st_mtime)[:-KEPT]:
        if time.time() - old.stat().st_mtime > IN_USE_S:
            shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    print(" ".join(packages()))
    sys.exit(bool(packages()))
