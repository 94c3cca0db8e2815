"""What several tests need: no sound or screen unless a test opens its own, a disk that can be filled, and figures worth
reading, printed at the end."""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

FIGURES: list[str] = []


@pytest.fixture
def figure() -> Callable[[str], None]:
    return FIGURES.append


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):  # one of several processes (xdist)
        session.config.workeroutput["figures"] = FIGURES


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    FIGURES.extend(getattr(node, "workeroutput", {}).get("figures", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in FIGURES:
        terminalreporter.write_line(line)


@dataclass
class Disk:
    folder: Path
    fill: Callable[[], None]
    make_room: Callable[[], None]
    word: str


def _tmpfs(folder: Path) -> bool:
    try:
        return (
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True).returncode
            == 0
        )
    except FileNotFoundError:
        return False


@pytest.fixture(params=["a small disk", "a limit on files"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A disk of 1 MB that can really be filled; where we may not mount one, or in the second round, the system's
    limit on the size of a file, which fails writes just as really (but does not say: full)."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if request.param == "a small disk" and _tmpfs(folder):
        ballast = folder / "ballast"

        def fill() -> None:
            with contextlib.suppress(OSError), open(ballast, "ab", buffering=0) as file:
                while file.write(b"x" * 4096):
                    pass

        yield Disk(folder / "data", fill, ballast.unlink, "disk-full")
        subprocess.run(["umount", "-l", folder], check=True)  # lazily: a failed test may hold files open
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit() -> None:
        biggest = max(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        resource.setrlimit(resource.RLIMIT_FSIZE, (biggest + 100, hard))

    def no_limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    yield Disk(folder / "data", limit, no_limit, "disk-fault")
    no_limit()
