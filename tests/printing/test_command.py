"""`mopsbox print`: the same file every time, and one sentence for what cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mopsbox import printing
from mopsbox.__main__ import main
from mopsbox.games import GAMES

from .. import third_game
from .needed import pypdf


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """The one sentence."""
    assert main(["print", *map(str, words)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("mopsbox: ") and said.err.count("\n") == 1
    return said.err


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_same_sheets_are_the_same_bytes_whenever_and_wherever(tmp_path: Path, plain: Path, paper: str) -> None:
    written = []
    for n, zone in enumerate(("UTC", "Pacific/Auckland")):
        file = tmp_path / f"{n}.pdf"
        words = ("print", file, "--paper", paper, "--config", plain)
        env = {**os.environ, "TZ": zone, "PYTHONHASHSEED": str(n)}
        done = subprocess.run(
            [sys.executable, "-m", "mopsbox", *map(str, words)], env=env, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        written.append(file.read_bytes())
    assert written[0] == written[1]


def test_the_file_is_small_asks_to_be_printed_as_it_is_and_carries_our_fonts(tmp_path: Path, plain: Path) -> None:
    file = tmp_path / "all.pdf"
    assert main(["print", str(file), "--config", str(plain)]) == 0
    assert [f.name for f in tmp_path.iterdir()] == ["all.pdf"]
    assert file.stat().st_size < 400_000, "every drawing is in it once"
    reader = pypdf.PdfReader(file)
    wishes = reader.trailer["/Root"]["/ViewerPreferences"]
    assert (wishes["/PrintScaling"], wishes["/Duplex"]) == ("/None", "/DuplexFlipLongEdge")
    fonts = [o.get_object() for o in map(reader.get_object, range(1, len(reader.xref[0])))]
    named = [o for o in fonts if isinstance(o, dict) and o.get("/Type") == "/Font"]
    assert {font["/BaseFont"].split("+")[1] for font in named} == {
        "AtkinsonHyperlegible-Regular",
        "AtkinsonHyperlegible-Bold",
    }
    assert all("/FontFile2" in font["/FontDescriptor"] for font in named)


def test_a_name_that_is_none_of_a_pdf_or_is_taken_is_refused_and_nothing_is_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ".pdf" in refused(capsys, tmp_path / "mopsen")
    taken = tmp_path / "taken.pdf"
    taken.write_text("mine")
    assert "taken.pdf: is there already" in refused(capsys, taken)
    assert taken.read_text() == "mine"
    nowhere = tmp_path / "nowhere.pdf"
    nowhere.symlink_to(tmp_path / "away" / "x.pdf")
    assert "nowhere.pdf: is there already" in refused(capsys, nowhere)
    (tmp_path / "folder.pdf").mkdir()
    assert "folder.pdf: is there already" in refused(capsys, tmp_path / "folder.pdf")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = refused(capsys, tmp_path / "no" / "such" / "folder.pdf")
    assert "folder.pdf: cannot be read or written (No such file or directory)" in said
    assert "x" * 300 in refused(capsys, tmp_path / ("x" * 300 + ".pdf"))
    assert list(tmp_path.iterdir()) == []


def test_a_game_or_a_paper_there_is_not_is_named_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "mopseinander or mopsen" in refused(capsys, tmp_path / "a.pdf", "--game", "chess")
    assert "a4 or letter" in refused(capsys, tmp_path / "a.pdf", "--paper", "a3")
    monkeypatch.setitem(GAMES, "haudenpug", third_game)  # a game without sheets
    assert "no sheets" in refused(capsys, tmp_path / "a.pdf", "--game", "haudenpug")
    assert main(["print", str(tmp_path / "all.pdf")]) == 0
    assert not (tmp_path / "a.pdf").exists()


def test_without_the_library_one_sentence_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)  # as if it were not installed
    monkeypatch.delitem(sys.modules, "mopsbox.printing.pdf", raising=False)
    monkeypatch.delattr(printing, "pdf", raising=False)
    said = refused(capsys, tmp_path / "a.pdf")
    assert "pip install reportlab" in said and sys.executable in said
    assert not (tmp_path / "a.pdf").exists()


ASKED = """
import sys
sys.modules["reportlab"] = None
from mopsbox.__main__ import main
sys.exit(main(["print", sys.argv[1]]))
"""


@pytest.mark.parametrize("pip", [False, True], ids=["an installed box", "a computer"])
def test_the_command_it_names_works_where_it_is_named(pip: bool, tmp_path: Path) -> None:
    """An installed box's Python is root's and has no pip (systemd/installing/program.py): the one that Python brings
    along comes first. `sudo` and the network are stand-ins; all else is done as it says."""
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = venv / "bin/python"
    if pip:
        (next(venv.glob("lib/python*/site-packages")) / "pip.py").write_text("")
    env = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "PYTHONPATH": str(Path(printing.__file__).parents[2]),
        "SUDO_UID": "1000",
    }
    done = subprocess.run([python, "-c", ASKED, tmp_path / "a.pdf"], env=env, capture_output=True, text=True)
    told = done.stderr.strip().partition("install it: ")[2]
    as_root = "sudo " if venv.stat().st_uid == 0 else ""
    get = f"{as_root}{python} -m pip install reportlab"
    assert told == (get if pip else f"{as_root}{python} -m ensurepip && {get}")
    if not pip:
        (tmp_path / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
        (tmp_path / "sudo").chmod(0o755)
        dry = told.replace("reportlab", "--help")
        done = subprocess.run(["sh", "-c", dry], env=env, capture_output=True, text=True)
        assert done.returncode == 0 and "pip install" in done.stdout, done.stderr


def test_an_owners_file_that_is_broken_is_named_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my.toml").write_text("kinds = 3")
    config = tmp_path / "config.toml"
    config.write_text(f'[mopseinander]\ncoasters = "{tmp_path / "my.toml"}"\n')
    assert "my.toml" in refused(capsys, tmp_path / "a.pdf", "--config", config)
    assert not (tmp_path / "a.pdf").exists()
