"""docs/appliance.md tells the ways into a box without a login: they work as written."""

from __future__ import annotations

import re
import shlex
import sqlite3
import subprocess
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from mopsbox import __main__ as program
from mopsbox import cli
from mopsbox.backups import make
from mopsbox.database import DATABASE, version_of
from mopsbox.jsonl import BadInput
from mopsbox.store import open_store
from systemd.installing.bootfiles import with_words, without_words

PAGE = (Path(__file__).parents[2] / "docs/appliance.md").read_text(encoding="utf-8")
GENERATOR = Path("/usr/lib/systemd/system-generators/systemd-debug-generator")
"""Reads the kernel's words that name units."""


def rescue_word() -> str:
    word = re.search(r"`(systemd\.\S+)`", PAGE)
    assert word
    return word[1]


@pytest.mark.skipif(not GENERATOR.exists(), reason="needs systemd")
def test_the_rescue_word_keeps_the_box_from_starting(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("normal", "early", "late")]
    for folder in folders:
        folder.mkdir()
    line = with_words(b"console=tty1 rootwait\n").decode().rstrip("\n") + " " + rescue_word()
    subprocess.run([GENERATOR, *folders], check=True, env={"SYSTEMD_PROC_CMDLINE": line})
    assert (tmp_path / "early/mopsbox.service").readlink() == Path("/dev/null")


def test_the_rescue_word_outlives_an_update_and_goes_by_hand_only() -> None:
    line = with_words(b"rootwait").rstrip(b"\n") + b" " + rescue_word().encode()
    assert rescue_word().encode() in with_words(line) and rescue_word().encode() in without_words(line)


def test_every_command_of_the_page_is_one_the_box_has() -> None:
    lines = re.findall(r"^mopsbox (.*)$|`mopsbox ([a-z].*?)`", PAGE, flags=re.MULTILINE)
    found = [shlex.split(line or inside) for line, inside in lines]
    assert {words[0] for words in found} == {"restore", "check", "scores", "export", "config", "bundle"}
    for words in found:
        cli.parse(words)


def test_the_older_program_takes_the_backup_by_the_command_on_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(tmp_path)
    game = store.begin({"game": "mopseinander", "seats": [1, 3], "names": {"1": "Mops", "3": ""}}, 0)
    store.finish(game, {"scores": {"1": 5, "3": 3}, "winners": [1]})
    make(tmp_path, date(2026, 1, 1))
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(BadInput, match="was written by a newer Mopsbox"):
        open_store(tmp_path)
    (command,) = re.findall(r"^mopsbox (restore.*)$", PAGE, flags=re.MULTILINE)
    assert program.main([*shlex.split(command), "--data", str(tmp_path), "--yes"]) == 0  # what somebody would answer
    assert "(1 game)" in capsys.readouterr().out
    open_store(tmp_path).close()
    (aside,) = tmp_path.glob("mopsbox-replaced-*.db")
    assert "mopsbox-replaced-DATE.db" in PAGE and version_of(aside) == 99
