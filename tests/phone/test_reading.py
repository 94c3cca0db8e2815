"""The database under the reader: a box that plays, one that is off, one whose plug was pulled; none, damaged, newer,
older, locked. Nothing is ever written, and the box never waits."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mopsbox.database import DATABASE, MIGRATIONS
from mopsbox.phone.reading import Unread, read
from mopsbox.phone.request import Answer, Request
from mopsbox.phone.scores import LAST_S, LOOK_S, Scores
from mopsbox.store import open_store
from mopsbox.words import LANGUAGES, say
from tests.at_table import Table
from tests.many_games import fill

NOW = Request("/now", "en")
UNIX_ONLY = pytest.mark.skipif(not hasattr(os, "fork") or os.geteuid() != 0, reason="needs root: reads as another user")


def count(database: sqlite3.Connection) -> int:
    return int(database.execute("SELECT count(*) FROM action").fetchone()[0])


def word(folder: Path) -> str:
    with pytest.raises(Unread) as why:
        read(folder, count)
    for language in LANGUAGES:
        assert say(why.value.word, language) != why.value.word
    return why.value.word


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of each; the index is the box's memory, whose time the system sets when it likes."""
    found = {path.name: path.stat() for path in folder.iterdir() if path.is_file()}
    return {name: (is_.st_size, 0 if name.endswith("-shm") else is_.st_mtime_ns) for name, is_ in found.items()}


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Where other users may look in."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


def as_nobody(do: Callable[[], int | str]) -> int | str:
    """What it gives to a user who owns nothing, in a process of its own."""
    ours, theirs = os.pipe()
    if not (child := os.fork()):
        try:
            os.setgid(65534)
            os.setuid(65534)
            answer: int | str = do()
        except Unread as why:
            answer = why.word
        except BaseException as error:
            answer = repr(error)
        os.write(theirs, json.dumps(answer).encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        found: int | str = json.loads(pipe.read())
    os.waitpid(child, 0)
    return found


@UNIX_ONLY
def test_another_user_reads_along_while_the_box_plays_and_leaves_no_trace(open_folder: Path) -> None:
    """As the service does: it may read the folder and write nothing. The box's own files keep their sizes and times."""
    table = Table(2, folder=open_folder)
    for _ in range(3):
        before = files(open_folder)
        seen = as_nobody(lambda: read(open_folder, count))
        assert files(open_folder) == before
        assert seen == len(table.store.actions(1))
        table.roll()
        table.choose("take-back")
    assert isinstance(seen, int) and seen > 2
    table.store.close()
    assert {"mopsbox.db-wal", "mopsbox.db-shm"}.isdisjoint(files(open_folder))
    before = files(open_folder)
    assert as_nobody(lambda: read(open_folder, count)) == seen + 2  # off: the file alone holds it all
    assert files(open_folder) == before


@UNIX_ONLY
def test_after_a_pulled_plug_the_last_action_is_read_from_the_log_that_was_left(
    open_folder: Path, tmp_path: Path
) -> None:
    table = Table(2, folder=tmp_path)
    table.roll()
    for end in ("", "-wal", "-shm"):
        shutil.copy(tmp_path / (DATABASE + end), open_folder / (DATABASE + end))
        os.chmod(open_folder / (DATABASE + end), 0o644)
    stored = len(table.store.actions(1))
    table.store.close()
    assert as_nobody(lambda: read(open_folder, count)) == stored
    (open_folder / (DATABASE + "-shm")).unlink()  # a log that only the box may take in: better nothing than half of it
    assert as_nobody(lambda: read(open_folder, count)) == "phone-unread"


def test_root_and_the_boxs_own_user_leave_no_trace_either(tmp_path: Path) -> None:
    """SQLite makes a log beside what it opens to read, if it may."""
    Table(2, folder=tmp_path).store.close()
    before = files(tmp_path)
    assert read(tmp_path, count) >= 0
    assert files(tmp_path) == before

    def change(database: sqlite3.Connection) -> None:
        with pytest.raises(sqlite3.OperationalError, match="readonly database"):
            database.execute("DELETE FROM action")

    read(tmp_path, change)


def test_a_reader_in_the_middle_holds_up_no_write_and_sees_one_moment(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)

    def while_the_box_writes(database: sqlite3.Connection) -> tuple[int, int]:
        first = count(database)
        table.store._db.execute("PRAGMA busy_timeout = 0")  # who had to wait would fail
        table.roll()
        table.store._db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        return first, count(database)

    first, second = read(tmp_path, while_the_box_writes)
    assert first == second < len(table.store.actions(1)) == read(tmp_path, count)
    table.store.close()


def test_without_games_it_says_so(tmp_path: Path) -> None:
    assert word(tmp_path / "nowhere") == word(tmp_path) == "phone-no-games"
    (tmp_path / DATABASE).touch()
    assert word(tmp_path) == "phone-no-games"


def test_a_newer_and_an_older_boxs_scores_are_named_so(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    for version, said in ((len(MIGRATIONS) + 1, "phone-newer"), (2, "phone-older")):
        database = sqlite3.connect(tmp_path / DATABASE)
        database.execute(f"PRAGMA user_version = {version}")
        database.close()
        for end in ("-wal", "-shm"):
            (tmp_path / (DATABASE + end)).unlink(missing_ok=True)
        assert word(tmp_path) == said


@pytest.mark.parametrize(
    "rotten", [b"no database at all, but long enough to be looked at" * 40, b"SQLite format 3\0" + b"\7" * 4096]
)
def test_damaged_scores_are_named_so(rotten: bytes, tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(rotten)
    assert word(tmp_path) == "phone-damaged"


def test_while_the_box_has_the_file_to_itself_the_last_page_stays_and_then_goes_on(tmp_path: Path) -> None:
    """A backup is put back: the database is out of its WAL and locked for a moment."""
    table = Table(2, folder=tmp_path)
    table.store.close()
    clock = [0.0]
    scores = Scores(tmp_path, lambda: clock[0])
    shown = scores.answer(NOW)
    assert shown.status == 200
    held = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    held.execute("PRAGMA journal_mode = DELETE")
    held.execute("BEGIN EXCLUSIVE")
    (tmp_path / (DATABASE + "-wal")).touch()
    (tmp_path / (DATABASE + "-shm")).touch()
    clock[0] += LOOK_S
    assert scores.answer(NOW) == shown
    never_seen = scores.answer(Request("/games", "de"))
    assert never_seen.status == 503 and "Gleich noch einmal laden." in never_seen.content.decode()
    assert never_seen.headers["Retry-After"] == "5"
    held.execute("ROLLBACK")
    held.close()
    clock[0] += LOOK_S
    assert scores.answer(Request("/games", "de")).status == 200


def test_a_page_of_long_ago_is_not_shown_again_for_a_name_in_it_may_be_forgotten(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.store.close()
    clock = [0.0]
    scores = Scores(tmp_path, lambda: clock[0])
    assert scores.answer(NOW).status == 200
    held = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    held.execute("PRAGMA journal_mode = DELETE")
    held.execute("BEGIN EXCLUSIVE")
    (tmp_path / (DATABASE + "-wal")).touch()
    (tmp_path / (DATABASE + "-shm")).touch()
    clock[0] += LAST_S + 1
    assert scores.answer(NOW).status == 503
    held.close()


def test_another_game_of_the_same_number_is_followed_from_its_beginning(tmp_path: Path) -> None:
    two, three = Table(2, folder=tmp_path / "a"), Table(3, folder=tmp_path / "b")
    for table in (two, three):
        table.win_round(2)
        table.store.close()
    clock = [0.0]
    scores = Scores(tmp_path / "a", lambda: clock[0])
    assert scores.answer(NOW).content.count(b"<tr><td>") == 2
    os.replace(tmp_path / "b" / DATABASE, tmp_path / "a" / DATABASE)
    clock[0] += LOOK_S
    assert scores.answer(NOW).content.count(b"<tr><td>") == 3


def test_a_backup_put_in_the_place_of_the_scores_is_seen(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path / "a")
    table.roll()
    table.store.close()
    Table(3, folder=tmp_path / "b").store.close()
    clock = [0.0]
    scores = Scores(tmp_path / "a", lambda: clock[0])
    two = scores.answer(NOW)
    shutil.copy(tmp_path / "b" / DATABASE, tmp_path / "new")
    os.replace(tmp_path / "new", tmp_path / "a" / DATABASE)
    assert scores.answer(NOW) == two  # within half a second nobody looks again
    clock[0] += LOOK_S
    three = scores.answer(NOW)
    assert (two.content.count(b"<tr><td>"), three.content.count(b"<tr><td>")) == (2, 3)


def test_fifty_readers_cost_one_look_at_the_scores_until_something_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(2, folder=tmp_path)
    looks: list[Path] = []

    def counted(folder: Path, look: Callable[[sqlite3.Connection], object]) -> object:
        looks.append(folder)
        return read(folder, look)

    monkeypatch.setattr("mopsbox.phone.scores.read", counted)
    clock = [0.0]
    scores = Scores(tmp_path, lambda: clock[0])
    for _ in range(50):
        clock[0] += 1.0
        scores.answer(NOW)
    assert len(looks) == 1
    table.roll()
    clock[0] += 1.0
    assert {scores.answer(NOW).status for _ in range(50)} == {200} and len(looks) == 2
    table.store.close()


def test_pages_that_are_kept_do_not_grow_without_end(tmp_path: Path) -> None:
    fill(tmp_path, 5)
    scores = Scores(tmp_path)
    for n in range(500):
        assert scores.answer(Request("/games", "en", before=n)).status == 200
    assert len(scores._kept) == len(scores._last) == 64


@pytest.fixture(scope="module")
def hundred_thousand(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    fill(folder, 100_000)
    return folder


@pytest.mark.slow
def test_every_page_of_a_hundred_thousand_games_is_there(hundred_thousand: Path, figure: Callable[[str], None]) -> None:
    import time

    scores, took = Scores(hundred_thousand), dict[str, int]()
    for asked in ("/", "/games", "/players"):
        began = time.monotonic()
        found: Answer = scores.answer(Request(asked, "de"))
        took[asked] = round(1000 * (time.monotonic() - began))
        assert found.status == 200 and len(found.content) < 200_000
    figure(f"pages of 100,000 games, ms: {took}")
    oldest = scores.answer(Request("/games", "de", before=5)).content.decode()
    assert "frühere" not in oldest and "zum neuesten" in oldest
