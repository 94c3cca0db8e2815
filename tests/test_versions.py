"""Forward and back between versions of the program: a database is brought up to date only after it was kept as it was,
and an older program gets along with what a newer one left."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

import pytest

from mopsbox import backups, database
from mopsbox.backups import FOLDER, judged, listed, make
from mopsbox.database import DATABASE, MIGRATIONS, version_of
from mopsbox.jsonl import BadInput
from mopsbox.rotation import MOST
from mopsbox.store import open_store
from mopsbox.table import Seat
from tests import many_games
from tests.test_cli import mopsbox
from tests.test_store import HEADER, play, roll

TODAY = date(2026, 11, 30)
NOW = len(MIGRATIONS)
NEXT = ("ALTER TABLE game ADD COLUMN mood TEXT", "CREATE TABLE cheer (game INTEGER, seat INTEGER)")
COLUMNS = {
    "game": "id, game, header, at_us, version, started, finished, ended_early, result",
    "action": "*",
    "bot": "*",
}


def left_by(version: int, folder: Path) -> None:
    """A folder with two finished games that bots played and a third that runs, as a Mopsbox of that version left it."""
    store = open_store(folder)
    many_games.played(store, "mopseinander", 2, players=3)
    store.begin(HEADER, 0, {Seat(2)})
    tables = ("game", "action", "bot")[: version + 1]
    rows = {table: store._rows(f"SELECT {COLUMNS[table]} FROM {table}") for table in tables}
    store.close()
    for file in folder.glob(f"{DATABASE}*"):
        file.unlink()
    with closing(sqlite3.connect(folder / DATABASE)) as old, old:
        for statement in (statement for step in MIGRATIONS[:version] for statement in step):
            old.execute(statement)
        for table, row in ((table, row) for table, those in rows.items() for row in those):
            old.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        old.execute(f"PRAGMA user_version = {version}")


@contextmanager
def next_version() -> Iterator[None]:
    """A Mopsbox that knows one schema more."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (database, backups):
            patch.setattr(module, "MIGRATIONS", (*MIGRATIONS, NEXT))
        yield


def contents(of: sqlite3.Connection) -> list[list[tuple[object, ...]]]:
    return [of.execute(f"SELECT {COLUMNS[table]} FROM {table}").fetchall() for table in ("game", "action")]


def path_of(folder: Path, which: int = -1) -> Path:
    return folder / FOLDER / listed(folder)[which].name


@pytest.mark.parametrize("version", range(1, NOW))
def test_a_database_of_an_older_version_is_kept_as_it_was_before_it_is_changed(version: int, tmp_path: Path) -> None:
    left_by(version, tmp_path)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as old:
        before = contents(old)
    for _ in range(2):  # the second time there is nothing to change
        store = open_store(tmp_path)
        assert store.notice is None and len(store.games()) == 3
        store.close()
    assert version_of(tmp_path / DATABASE) == NOW
    (kept,) = listed(tmp_path)
    assert (version_of(path_of(tmp_path)), kept.games) == (version, 3)
    with closing(sqlite3.connect(f"file:{path_of(tmp_path)}?mode=ro&immutable=1", uri=True)) as copy:
        assert contents(copy) == before
    (line,) = mopsbox("restore", "--list", "--data", tmp_path).stdout.splitlines()
    assert line == f"OK    {path_of(tmp_path)} (3 games)"


def test_no_newer_backup_pushes_out_the_last_one_that_the_older_program_reads(tmp_path: Path) -> None:
    left_by(2, tmp_path)
    store = open_store(tmp_path)
    kept = path_of(tmp_path)
    for n in range(40):
        make(tmp_path, date(2026, 1 + n % 12, 1 + n % 28))
    store.close()
    assert kept.exists() and version_of(kept) == 2
    assert len(listed(tmp_path)) <= MOST


def test_a_disk_without_room_for_that_does_not_keep_the_box_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_by(1, tmp_path)
    monkeypatch.setattr("mopsbox.backups.shutil.disk_usage", lambda folder: type("Room", (), {"free": 1000}))
    store = open_store(tmp_path)
    assert store.notice is None and len(store.games()) == 3 and listed(tmp_path) == []
    store.close()


def test_a_pulled_plug_between_the_backup_and_the_change_leaves_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_by(2, tmp_path)

    def pulled(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(database, "_migrate", pulled)
        open_store(tmp_path)
    assert version_of(tmp_path / DATABASE) == 2 and judged(path_of(tmp_path)).games == 3
    store = open_store(tmp_path)
    assert len(store.games()) == 3
    store.close()


def ahead(folder: Path) -> None:
    """Two games with this program, then a newer one, which plays a third to its end and begins a fourth."""
    store = open_store(folder)
    for _ in range(2):
        store.finish(play(store, 4), {"scores": {}, "winners": [1]})
    store.close()
    with next_version():
        store = open_store(folder)
        store.finish(play(store, 6), {"scores": {}, "winners": [2]})
        play(store, 3)
        make(folder, TODAY)
        store.close()


def test_the_older_program_takes_the_backup_and_what_was_played_since_and_the_newer_database_stays(
    tmp_path: Path,
) -> None:
    ahead(tmp_path)
    newer = (tmp_path / DATABASE).read_bytes()
    played = mopsbox("play", "--simulate", "--data", tmp_path)
    assert played.returncode == 2 and played.stderr.count("\n") == 1 and "mopsbox restore" in played.stderr
    listing = mopsbox("restore", "--list", "--data", tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in listing] == ["BAD", "OK"] and "newer Mopsbox" in listing[0]
    assert (tmp_path / DATABASE).read_bytes() == newer, "so far nothing was touched"

    done = mopsbox("restore", "--yes", "--data", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    (aside,) = tmp_path.glob("mopsbox-replaced-*.db")
    assert version_of(aside) == NOW + 1 and f"the former ones lie in {aside}" in done.stdout
    assert "2 more from their journals" in done.stdout
    store = open_store(tmp_path)
    assert [game.n for game in store.games()] == [1, 2, 3, 4]
    assert store.actions(3) == [roll(n) for n in range(6)]
    more = play(store, 1)
    store.close()
    assert more == 5

    with next_version():  # and forward again: the newer program takes its own
        back = open_store(tmp_path, instead=aside)
        assert [game.n for game in back.games()] == [1, 2, 3, 4, 5] and back._rows("SELECT count(*) FROM cheer")
        back.close()


def test_a_newer_database_stays_where_it_is_if_no_backup_can_be_read(tmp_path: Path) -> None:
    ahead(tmp_path)
    newer = (tmp_path / DATABASE).read_bytes()
    path_of(tmp_path, 0).unlink()
    done = mopsbox("restore", "--yes", "--data", tmp_path)
    assert done.returncode == 2 and "no good backup" in done.stderr
    with pytest.raises(BadInput, match="was written by a newer Mopsbox"):
        open_store(tmp_path, instead=path_of(tmp_path))
    assert (tmp_path / DATABASE).read_bytes() == newer and not list(tmp_path.glob("mopsbox-replaced-*"))
