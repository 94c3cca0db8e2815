"""The scores are lost: the table is asked about the newest good backup, and `mopsbox restore` puts one back."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import date
from io import StringIO
from pathlib import Path

import pytest

from mopsbox.backups import listed, make
from mopsbox.jsonl import BadInput
from mopsbox.rest import AFTER
from mopsbox.restore import restore
from mopsbox.store import open_store
from mopsbox.table import MS
from tests.at_table import Table
from tests.test_cli import mopsbox
from tests.test_store import play

TODAY = date(2026, 11, 30)
ASKED = "Use the backup of 2026-11-30?"


def an_evening(folder: Path) -> Table:
    """One game over, one in its second round, kept before that; the box is still on."""
    table = Table(2, folder=folder)
    table.choose("end-game")
    table.key("ok")
    table.store.finish(1, {"scores": {}, "winners": [1]})
    for message in table.loop.deal("mopseinander", table.box.lobby.joined):
        table.loop.receive(message)
    make(folder, TODAY)
    table.win_round(1)
    return table


def damaged(folder: Path) -> None:
    (folder / "mopsbox.db").write_text("no database at all" * 99)
    (folder / "mopsbox.db-wal").unlink(missing_ok=True)


def test_yes_brings_the_scores_back_and_the_unfinished_game_is_offered_with_all_its_actions(tmp_path: Path) -> None:
    before = an_evening(tmp_path)
    stood = before.actions()
    before.store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path)
    assert table.box.mode == "restore"
    assert {"Scores damaged, set aside", ASKED, "Games: 2", "yes", "no"} <= table.words()
    assert "Scores were damaged: new" not in table.words()
    table.key("ok")
    assert table.box.mode == "offer" and table.box.lost is None
    assert [played.finished is not None for played in table.store.games()] == [True, False]
    table.key("ok")
    assert table.actions() == stood and len(stood) > 3
    table.win_round(2)
    table.store.close()
    assert Table(folder=tmp_path).box.mode == "offer", "it is the box's database from now on"


def test_no_begins_anew_and_the_damaged_ones_stay(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path)
    table.key("left")
    assert table.box.mode == "lobby" and table.store.games() == []
    table.press(1, 2)
    table.key("ok")
    assert table.box.mode == "game" and table.loop.game == 3, "no file of an older game is written over"
    table.store.close()
    assert len(list(tmp_path.glob("mopsbox-damaged-*.db"))) == 1 and len(listed(tmp_path)) == 1
    assert Table(folder=tmp_path).box.mode == "offer", "who plays on is not asked again"


def test_who_does_not_answer_is_asked_again_after_the_pause_and_at_the_next_start(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path)
    table.wait(AFTER / MS + 1000)
    assert table.box.mode == "attract"
    table.press(3)
    assert table.box.mode == "restore" and ASKED in table.words()
    table.store.close()
    again = Table(folder=tmp_path)
    assert again.box.mode == "restore" and "No scores there" in again.words(), "nothing was damaged this time"


def test_a_first_start_asks_nothing(tmp_path: Path) -> None:
    assert Table(folder=tmp_path).box.mode == "attract"


def test_a_backup_that_rots_before_the_answer_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path)
    (tmp_path / "backups" / listed(tmp_path)[0].name).write_bytes(b"")
    table.key("ok")
    assert table.box.mode == "restore" and "Backup cannot be read" in table.words()
    table.key("left")
    table.press(1, 2)
    table.key("ok")
    assert table.box.mode == "game"


def test_buzzers_are_tried_first_and_then_the_table_is_asked(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path, wizard=True)
    assert table.box.mode == "wizard"
    table.key("back")
    assert table.box.mode == "restore"


def test_the_real_box_asks_and_its_clock_goes_on_after_the_backup(tmp_path: Path) -> None:
    """`play --script`: pressing OK twice goes on with the game that was cut off."""
    before = an_evening(tmp_path)
    for n in range(3):
        before.win_round(1 + n % 2)
    stood = before.actions()
    before.store.close()
    damaged(tmp_path)
    script = tmp_path / "script.jsonl"
    script.write_text(
        '{"script":1,"size":[800,480]}\n{"at_ms":100,"shot":"asked.png"}\n{"at_ms":200,"press":"ok"}\n'
        '{"at_ms":600,"press":"ok"}\n{"at_ms":1200,"press":"ok"}\n{"at_ms":3000,"quit":true}\n'
    )
    done = mopsbox("play", "--script", script, "--headless", "--data", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "asked.png").stat().st_size > 5_000
    stamps = [json.loads(line)["at_us"] for line in (tmp_path / "games" / "2.jsonl").read_text().splitlines()]
    assert stamps == sorted(stamps) and len(stamps) > 1 + len(stood)
    assert mopsbox("audit", tmp_path / "games" / "2.edges.jsonl").returncode == 0


# -- the command


def run(folder: Path, *words: object, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return mopsbox("restore", "--data", folder, *words)


def test_restore_offers_the_newest_good_one_and_says_where_the_former_scores_are(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    asked: list[str] = []

    def answer(word: str) -> str:
        out = StringIO()
        assert restore(tmp_path, None, out=out, ask=lambda question: (asked.append(question), word)[1]) == 0
        return out.getvalue()

    assert answer("") == answer("n") == "nothing was changed\n"
    assert not list(tmp_path.glob("mopsbox-replaced-*"))
    said = answer("y")
    assert asked[0].startswith("Go on with mopsbox-00001-2026-11-30-games-2.db (2 games)?")
    (aside,) = tmp_path.glob("mopsbox-replaced-*.db")
    assert f"; the former ones lie in {aside}" in said and "game 2 is unfinished" in said


def test_restore_without_anybody_to_ask_changes_nothing(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    done = subprocess.run(
        [sys.executable, "-m", "mopsbox", "restore", "--data", tmp_path],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and done.stdout.endswith("nothing was changed\n")
    assert run(tmp_path, "--yes").returncode == 0 and len(list(tmp_path.glob("mopsbox-replaced-*.db"))) == 1


def test_restore_says_no_while_the_box_is_on(tmp_path: Path) -> None:
    table = an_evening(tmp_path)
    done = run(tmp_path, "--yes")
    assert done.returncode == 2 and "another Mopsbox is using this folder" in done.stderr
    table.store.close()


@pytest.mark.parametrize("bad", ["cut", "garbage", "newer", "missing", "none"])
def test_restore_refuses_a_bad_backup_with_one_sentence_and_touches_nothing(bad: str, tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    backup = tmp_path / "backups" / listed(tmp_path)[0].name
    match bad:
        case "cut":
            backup.write_bytes(backup.read_bytes()[:-1])
        case "garbage":
            backup.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        case "newer":
            with closing(sqlite3.connect(backup)) as newer:
                newer.execute("PRAGMA user_version = 99")
        case _:
            backup.unlink()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = run(tmp_path, *([] if bad == "none" else [backup]), "--yes")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert done.stderr.startswith(f"mopsbox: {backup if bad != 'none' else tmp_path / 'backups'}: ")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_restore_lists_what_there_is(tmp_path: Path) -> None:
    assert run(tmp_path, "--list").stdout == f"no backup in {tmp_path / 'backups'}\n"
    store = open_store(tmp_path)
    play(store, 3)
    for _ in range(2):
        make(tmp_path, TODAY)
    store.close()
    second = tmp_path / "backups" / listed(tmp_path)[1].name
    second.write_bytes(second.read_bytes()[:-1])
    bad, good = run(tmp_path, "--list").stdout.splitlines()
    assert bad.startswith(f"BAD   {second}: is cut off") and good.endswith(
        "mopsbox-00001-2026-11-30-games-1.db (1 game)"
    )


def test_a_damaged_database_is_set_aside_by_the_command_too(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    with pytest.raises(BadInput):
        restore(tmp_path, tmp_path / "nowhere.db", yes=True)
    out = StringIO()
    restore(tmp_path, None, yes=True, out=out)
    (aside,) = tmp_path.glob("mopsbox-replaced-*.db")
    assert aside.read_bytes().startswith(b"no database at all") and f"the former ones lie in {aside}" in out.getvalue()
    assert len(open_store(tmp_path).games()) == 2
