"""The command `mopsbox` of an installed box: the right program, the box's own folder, the box's own user, and the box
off while its scores are changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mopsbox import places

COMMAND = Path(__file__).parents[2] / "systemd/command"
PLACES = {
    "STATE_DIRECTORY": "/var/lib/mopsbox",
    "HOME": "/var/lib/mopsbox",
    "XDG_CONFIG_HOME": "/var/lib/mopsbox/.config",
}
IN_SHORT = " ".join(PLACES.values())
STAND_INS = {
    "program": f'echo "program {" ".join(f"${name}" for name in PLACES)} $*"\nexit ${{STATUS:-0}}',
    "sudo": 'echo "sudo $*"',
    "setpriv": 'while [ "$1" != env ]; do who=${who-$1} && shift; done; [ "$5" = test ] || echo "$who"; exec "$@"',
    "chown": "",
    "systemctl": '[ "$1" = is-active ] && cat "$HERE/is" || echo "systemctl $*"',
}
Said = Callable[..., list[str]]


def tool(folder: Path, name: str, does: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{does}\n")
    (folder / name).chmod(0o755)


def script(folder: Path) -> Path:
    """The command with its program and its room for copies in this folder."""
    text = COMMAND.read_text().replace("/opt/mopsbox/current/bin/mopsbox", str(folder / "program"))
    (folder / "var").mkdir()
    (folder / "mopsbox").write_text(text.replace("/var/tmp", str(folder / "var")))
    return folder / "mopsbox"


@pytest.fixture
def said(tmp_path: Path) -> Said:
    """What it comes to, given who calls it, how the box is, and the words: programs of the system that only say that
    they were called, and pass on the rest."""
    for name, does in STAND_INS.items():
        tool(tmp_path, name, does)
    file = script(tmp_path)

    def call(uid: int, *words: str, box: str = "inactive", status: int = 0) -> list[str]:
        tool(tmp_path, "id", f"echo {uid}")
        (tmp_path / "is").write_text(box + "\n")
        env = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "HERE": str(tmp_path), "STATUS": str(status)}
        done = subprocess.run(["sh", file, *words], capture_output=True, text=True, env=env, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (status, "")
        assert not list((tmp_path / "var").iterdir())  # no copy stays
        return done.stdout.replace(str(tmp_path), "HERE").splitlines()

    return call


@pytest.mark.parametrize("words", [(), ("check",), ("restore", "--list"), ("scores", "--json"), ("config",)])
def test_it_is_the_boxs_own_user_with_the_boxs_own_scores(words: tuple[str, ...], said: Said) -> None:
    for box in ("active", "failed", "inactive"):
        assert said(0, *words, box=box) == ["--reuid=mopsbox", f"program {IN_SHORT} {' '.join(words)}"]


@pytest.mark.parametrize("words", [("export",), ("export", "/boot/firmware"), ("bundle", "b.zip")])
def test_what_writes_for_somebody_else_stays_root(words: tuple[str, ...], said: Said) -> None:
    assert said(0, *words) == [f"program {IN_SHORT} {' '.join(words)}"]


def test_its_settings_are_those_of_the_service() -> None:
    assert places.user_file(PLACES) == Path("/var/lib/mopsbox/.config/mopsbox/config.toml")


def test_anybody_else_is_asked_to_become_root(said: Said) -> None:
    assert said(1000, "check", "--json") == ["sudo HERE/mopsbox check --json"]


STOPPED = ["systemctl stop mopsbox-failed.service", "systemctl stop mopsbox.service"]
STARTED = ["systemctl reset-failed mopsbox.service", "systemctl start --no-block mopsbox.service"]


@pytest.mark.parametrize("status", [0, 2], ids=["done", "refused"])
@pytest.mark.parametrize("words", [("restore", "--yes"), ("import", "b.db")])
@pytest.mark.parametrize("box", ["active", "activating", "failed"])
def test_a_box_that_is_on_or_says_that_it_cannot_is_off_meanwhile_and_on_again(
    box: str, words: tuple[str, ...], status: int, said: Said, tmp_path: Path
) -> None:
    """While the page says why, the box has failed: to stop it does nothing, the page's end would start it in the
    middle, and its limit of starts forbids the next."""
    (tmp_path / "b.db").write_text("a backup")
    told = said(0, *words, box=box, status=status)
    assert told == [*STOPPED, "--reuid=mopsbox", f"program {IN_SHORT} {' '.join(words)}", *STARTED]


@pytest.mark.parametrize(
    ("box", "words"),
    [
        ("inactive", ("restore", "--yes")),  # somebody has stopped it, and will start it
        ("active", ("restore", "--help")),
        ("active", ("import", "no such file")),
        ("active", ("import",)),
    ],
)
def test_a_box_is_not_stopped_for_nothing(box: str, words: tuple[str, ...], said: Said) -> None:
    assert said(0, *words, box=box) == ["--reuid=mopsbox", f"program {IN_SHORT} {' '.join(words)}"]


def test_a_file_is_known_by_its_name_wherever_it_lies_and_whatever_stands_beside_it(said: Said, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far/b.db").write_text("a backup")
    for words, given in (
        (("import", str(tmp_path / "far/b.db")), "import b.db"),
        (("restore", "far/b.db", "--yes"), "restore b.db --yes"),
        (("restore", "--data", "other", "far/b.db"), "restore --data HERE/other b.db"),
        (("restore", "--config=mine", "far/b.db"), "restore --config=HERE/mine b.db"),
        (("import", "far"), "import far"),
        (("scores", "--csv=far/new.csv"), "scores --csv=new.csv"),
        (("scores", "--config", "mine", "--csv", "far/new.csv"), "scores --config HERE/mine --csv new.csv"),
    ):
        assert said(0, *words)[-1] == f"program {IN_SHORT} {given}"


# --- with real users: the stand-in for the box's is nobody

PROGRAM = """case "$1" in
    scores) echo "of $(id -un)" >"$3" ;;
    *) cat "$2" "$2-wal" "$2/mopsbox.db" 2>/dev/null; ls -A | tr '\\n' ' ' ;;
esac"""


@pytest.fixture
def home() -> Iterator[Path]:
    """Somebody's home, closed to others, beside the folder of the command."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        file = script(Path(name))
        text = file.read_text().replace("--reuid=mopsbox --regid=mopsbox --init", "--reuid=65534 --regid=65534 --clear")
        file.write_text(text.replace("mopsbox:mopsbox", "65534:65534"))
        tool(Path(name), "program", PROGRAM)
        home = Path(name) / "home"
        home.mkdir(mode=0o700)
        yield home


def run(home: Path, *words: str) -> tuple[int, str, str]:
    """Status, output, complaint; no copy stays."""
    done = subprocess.run(["sh", home.parent / "mopsbox", *words], capture_output=True, text=True, cwd=home)
    assert not list((home.parent / "var").iterdir())
    return done.returncode, done.stdout, done.stderr


needs_root = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root: it becomes another user"
)


@needs_root
def test_a_backup_in_a_home_that_is_closed_is_read_with_its_log_and_so_is_an_export(home: Path) -> None:
    (home / "b.db").write_text("a backup ")
    assert run(home, "restore", "b.db") == (0, "a backup b.db ", "")
    (home / "b.db-wal").write_text("and its log ")
    (home / "b.db-wal").chmod(0o600)
    assert run(home, "import", str(home / "b.db")) == (0, "a backup and its log b.db b.db-wal ", "")
    (home / "mopsbox.db").write_text("an export ")
    assert run(home, "import", ".") == (0, "an export home ", "")
    assert run(home, "import", "no.db") == (0, "", "")
    assert sorted(path.name for path in home.iterdir()) == ["b.db", "b.db-wal", "mopsbox.db"]


@needs_root
def test_what_can_be_read_is_not_copied(home: Path) -> None:
    """It may be as large as the box's memory."""
    tool(home.parent, "program", 'readlink "$2" "$2-wal"')
    for name in ("b.db", "b.db-wal"):
        (home.parent / name).write_text("of a stick")
    told = run(home, "import", str(home.parent / "b.db"))
    assert told == (0, f"{home.parent}/b.db\n{home.parent}/b.db-wal\n", "")


@needs_root
def test_scores_are_read_by_the_boxs_user_and_written_where_it_may_not(home: Path) -> None:
    """Root would leave files beside the database that the box may not write."""
    assert run(home, "scores", "--csv", "scores.csv") == (0, "", "")
    assert (home / "scores.csv").read_text() == "of nobody\n"
    status, told, complaint = run(home, "scores", "--csv", "nowhere/scores.csv")
    assert (status, told) == (2, "") and complaint.count("\n") == 1
    assert complaint.startswith(f"mopsbox: {home}/nowhere/scores.csv: cannot be written; ")


def test_it_is_a_program(tmp_path: Path) -> None:
    assert COMMAND.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", COMMAND], check=True)
