"""The command `mopsbox` of an installed box: the right program, the box's own folder, the box's own user."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = Path(__file__).parents[2] / "systemd/command"
TOLD = '#!/bin/sh\necho "{0} $STATE_DIRECTORY $HOME $*"\n'


Said = Callable[..., list[str]]


@pytest.fixture
def said(tmp_path: Path) -> Said:
    """What it comes to, given who calls it and the words: programs of the system that only say that they were called,
    and pass on the rest."""
    for name, rest in (
        ("program", ""),
        ("sudo", 'echo "sudo $*"'),
        ("setpriv", 'echo "$1"; while [ "$1" != env ]; do shift; done; exec "$@"'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{rest}\n" if rest else TOLD.format("program"))
        (tmp_path / name).chmod(0o755)
    script = COMMAND.read_text().replace("/opt/mopsbox/current/bin/mopsbox", str(tmp_path / "program"))
    (tmp_path / "mopsbox").write_text(script)

    def call(uid: int, *words: str) -> list[str]:
        (tmp_path / "id").write_text(f"#!/bin/sh\necho {uid}\n")
        (tmp_path / "id").chmod(0o755)
        env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", tmp_path / "mopsbox", *words], capture_output=True, text=True, env=env, check=True)
        return done.stdout.replace(str(tmp_path), "HERE").splitlines()

    return call


PLACES = "/var/lib/mopsbox /var/lib/mopsbox"


@pytest.mark.parametrize("words", [(), ("check",), ("restore", "--list"), ("scores", "--csv", "a file")])
def test_it_is_the_boxs_own_user_with_the_boxs_own_scores(words: tuple[str, ...], said: Said) -> None:
    assert said(0, *words) == ["--reuid=mopsbox", f"program {PLACES} {' '.join(words)}"]


@pytest.mark.parametrize("words", [("export",), ("export", "/boot/firmware"), ("bundle", "b.zip")])
def test_what_writes_for_somebody_else_stays_root(words: tuple[str, ...], said: Said) -> None:
    assert said(0, *words) == [f"program {PLACES} {' '.join(words)}"]


def test_anybody_else_is_asked_to_become_root(said: Said) -> None:
    assert said(1000, "check", "--json") == ["sudo HERE/mopsbox check --json"]


def test_it_is_a_program(tmp_path: Path) -> None:
    assert COMMAND.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", COMMAND], check=True)
