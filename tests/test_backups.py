"""Backups: whole or not there, whatever happens meanwhile; found again, and put in the place of a damaged database."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mopsbox import rotation, wiring
from mopsbox.backups import Good, judged, listed, make, newest_good, put_back
from mopsbox.check import kept
from mopsbox.check.parts import Parts
from mopsbox.jsonl import BadInput
from mopsbox.keeper import Keeper
from mopsbox.places import StoreFault
from mopsbox.rotation import MOST, Backup
from mopsbox.store import Store, open_store
from tests.conftest import Disk
from tests.restored import restored
from tests.test_store import HEADER, journal, play, roll
from tests.waiting import eventually

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 30)


def path_of(data: Path, backup: Backup | None) -> Path:
    assert backup is not None
    return data / "backups" / backup.name


def evening(data: Path, games: int = 2, actions: int = 30) -> Store:
    store = open_store(data)
    for _ in range(games):
        store.finish(play(store, actions), {"scores": {}, "winners": [1]})
    return store


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """One of two games; the store is closed."""
    store = evening(tmp_path / "data")
    made = make(tmp_path / "data", TODAY)
    store.close()
    return path_of(tmp_path / "data", made)


# -- made


def test_a_backup_is_one_plain_file_with_every_game_while_the_box_plays_on(tmp_path: Path) -> None:
    store = evening(tmp_path)
    going = play(store, 3)
    made = path_of(tmp_path, make(tmp_path, TODAY))
    assert made.name == "mopsbox-00001-2026-11-30-games-3.db"
    store.append(going, roll(3), 9_000)
    assert os.listdir(tmp_path / "backups") == [made.name]
    with contextlib.closing(sqlite3.connect(f"file:{made}?mode=ro", uri=True)) as copy:
        assert copy.execute("SELECT game, count(*) FROM action GROUP BY game").fetchall() == [(1, 30), (2, 30), (3, 3)]
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert os.listdir(tmp_path / "backups") == [made.name], "to read it leaves nothing beside it"
    assert judged(made) == Good(made, 3, 2_029, TODAY)
    store.close()


def test_a_box_without_a_game_has_nothing_to_keep(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    assert make(tmp_path, TODAY) is None and listed(tmp_path) == []
    store.close()


def test_a_hundred_backups_leave_few_files_and_the_last_is_there(tmp_path: Path) -> None:
    store = evening(tmp_path, 1, 1)
    made = [make(tmp_path, date(2026, 1 + n % 12, 1 + n % 28)) for n in range(100)]
    assert len(listed(tmp_path)) <= MOST and listed(tmp_path)[-1] == made[-1]
    assert {judged(path_of(tmp_path, b)).games for b in listed(tmp_path)} == {1}
    store.close()


def test_a_database_that_is_rotten_inside_costs_no_older_backup(tmp_path: Path) -> None:
    evening(tmp_path).close()
    before = [make(tmp_path, TODAY) for _ in range(9)][-7:]
    with contextlib.closing(sqlite3.connect(tmp_path / "mopsbox.db")) as database, database:
        database.execute("UPDATE action SET body = '{' WHERE game = 1 AND n = 2")
    with pytest.raises(StoreFault, match=r"mopsbox\.db: cannot be read or written \(no good backup of it can be made"):
        make(tmp_path, TODAY)
    assert set(before) <= set(listed(tmp_path)) and not list((tmp_path / "backups").glob("*.tmp*"))


def test_a_full_disk_costs_the_backup_alone(disk: Disk) -> None:
    store = evening(disk.folder, 1, 5)
    game = play(store, 5)
    disk.fill()
    if disk.word == "disk-fault":  # the log is larger than the backup would be
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    with pytest.raises(StoreFault):
        make(disk.folder, TODAY)
    disk.make_room()
    store.append(game, roll(5), 9_000)
    assert len(store.actions(game)) == 6 and not list((disk.folder / "backups").glob("*"))
    store.close()


def test_the_last_room_of_a_disk_is_left_to_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = evening(tmp_path)
    monkeypatch.setattr("mopsbox.backups.shutil.disk_usage", lambda folder: type("Room", (), {"free": 1_500_000}))
    with pytest.raises(StoreFault, match="the disk is full; make room"):
        make(tmp_path, TODAY)
    store.close()


# -- kept, in the background


def test_a_finished_game_is_kept_and_what_goes_wrong_is_a_line_in_the_log(tmp_path: Path) -> None:
    store, said = evening(tmp_path), list[str]()
    keeper = Keeper(tmp_path, said.append, lambda: TODAY)
    keeper.start()
    eventually(lambda: len(listed(tmp_path)) == 1)  # the first of its day
    store.finish(play(store, 3), {})
    keeper.finished()
    eventually(lambda: [b.games for b in listed(tmp_path)] == [2, 3])
    keep, gone = tmp_path / "backups", tmp_path / "elsewhere"
    keep.rename(gone)
    keep.write_text("a file where the folder was")
    keeper.finished()
    eventually(lambda: said)
    assert said[0].startswith("no backup: ") and str(keep) in said[0]
    keep.unlink()
    gone.rename(keep)
    keeper.finished()
    keeper.close()
    assert [b.number for b in listed(tmp_path)] == [1, 2, 3], "what was asked for before the end is still done"
    store.close()


def test_a_database_of_years_is_not_copied_for_a_single_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "OFTEN", 1 << 13)  # as if these few games filled many times what one may write
    store = evening(tmp_path)
    keeper = Keeper(tmp_path, lambda sentence: None, lambda: TODAY)
    keeper.start()
    eventually(lambda: len(listed(tmp_path)) == 1)
    assert (tmp_path / "backups" / listed(tmp_path)[0].name).stat().st_size > 3 * rotation.OFTEN
    store.finish(play(store, 3), {})
    keeper.finished()
    keeper.close()
    assert [b.games for b in listed(tmp_path)] == [2]
    store.close()


def test_games_that_are_over_while_one_is_made_are_one_more_and_none_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, go_on = evening(tmp_path), threading.Event()
    keeper = Keeper(tmp_path, lambda sentence: None, lambda: TODAY)

    def slowly(data: Path, today: date) -> None:
        go_on.wait(30)
        make(data, today)

    monkeypatch.setattr("mopsbox.keeper.make", slowly)
    keeper.start()  # the first of its day, still at work
    for _ in range(3):
        store.finish(play(store, 3), {})
        keeper.finished()
    go_on.set()
    keeper.close()
    assert [b.games for b in listed(tmp_path)] == [5, 5]
    store.close()


def test_at_a_second_start_on_the_same_day_none_is_made(tmp_path: Path) -> None:
    store = evening(tmp_path)
    for _ in range(2):
        keeper = Keeper(tmp_path, lambda sentence: None, lambda: TODAY)
        keeper.start()
        keeper.close()
    assert len(listed(tmp_path)) == 1
    store.close()


# -- a bad one


def sentence(path: Path) -> str:
    with pytest.raises(BadInput) as said:
        judged(path)
    text = str(said.value)
    assert text.startswith(f"{path}: ") and "\n" not in text
    return text


def test_a_backup_that_is_cut_off_anywhere_is_refused_in_one_sentence(backup: Path) -> None:
    whole = backup.read_bytes()
    lengths = {*range(0, len(whole), 61), *range(0, len(whole), 512), *range(len(whole) - 200, len(whole)), 1, 99, 100}
    for length in sorted(lengths):
        backup.write_bytes(whole[:length])
        assert "is no backup" in sentence(backup) or "is cut off" in sentence(backup)
    backup.write_bytes(whole + b"\0")
    assert "is cut off or not as it was written" in sentence(backup)


@given(st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
def test_garbage_in_a_backup_is_one_sentence_or_harmless(backup: Path, data: st.DataObject) -> None:
    """SQLite keeps no sums: a changed letter may pass, a traceback may not."""
    whole = backup.read_bytes()
    spoilt = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoilt) - 1))
        new = data.draw(st.binary(min_size=1, max_size=300))
        spoilt[at : at + len(new)] = new
    backup.write_bytes(spoilt[: len(whole)])
    try:
        with contextlib.suppress(BadInput):
            judged(backup)
    finally:
        backup.write_bytes(whole)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is no backup of a Mopsbox"),
        (b"Once upon a time there was a pug.\n" * 40, "is no backup of a Mopsbox"),
        (random.Random(3).randbytes(50_000), "is no backup of a Mopsbox"),
    ],
)
def test_what_is_no_backup_is_said_to_be_none(content: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    file.write_bytes(content)
    assert why in sentence(file)
    assert "cannot be read (No such file or directory)" in sentence(tmp_path / "nowhere.db")


def test_somebody_elses_database_and_a_newer_boxs_are_named(backup: Path) -> None:
    with contextlib.closing(sqlite3.connect(backup)) as newer:
        newer.execute("PRAGMA user_version = 99")
    assert "was written by a newer Mopsbox; update this one first" in sentence(backup)
    backup.unlink()
    with contextlib.closing(sqlite3.connect(backup)) as other:
        other.execute("CREATE TABLE recipe (name)")
    assert "holds no games of a Mopsbox" in sentence(backup)


def test_the_newest_good_one_is_found_behind_bad_ones(tmp_path: Path) -> None:
    store = evening(tmp_path)
    good, *bad = (path_of(tmp_path, make(tmp_path, TODAY)) for _ in range(3))
    bad[0].write_bytes(b"")
    bad[1].write_bytes(bad[1].read_bytes()[:-1])
    found = newest_good(tmp_path)
    assert found is not None and (found.path, found.games, found.day) == (good, 2, TODAY)
    store.close()


def test_the_check_says_what_there_is_and_whether_the_newest_is_whole(tmp_path: Path) -> None:
    store = evening(tmp_path)
    parts = Parts("auto", wiring.read("pi"), None, tmp_path)
    (none,) = kept.check(parts)
    made = [path_of(tmp_path, make(tmp_path, TODAY)) for _ in range(2)]
    (whole,) = kept.check(parts)
    made[1].write_bytes(made[1].read_bytes()[:-1])
    (bad,) = kept.check(parts)
    made[0].write_bytes(b"")
    (worse,) = kept.check(parts)
    assert [found.status for found in (none, whole, bad, worse)] == ["OK", "OK", "WARN", "WARN"]
    assert whole.says == "2, the newest of 2026-11-30 is whole (2 games)"
    assert bad.says.endswith(f"; {made[0].name} is whole") and "none is whole" in worse.says
    store.close()


# -- put back


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("spoil", ["cut", "garbage", "newer", "missing"])
def test_a_bad_backup_changes_nothing(spoil: str, backup: Path) -> None:
    data, whole = backup.parent.parent, backup.read_bytes()
    open_store(data).close()
    match spoil:
        case "cut":
            backup.write_bytes(whole[:-7])
        case "garbage":
            backup.write_bytes(whole[:5_000] + random.Random(1).randbytes(len(whole) - 5_000))
        case "newer":
            with contextlib.closing(sqlite3.connect(backup)) as newer:
                newer.execute("PRAGMA user_version = 99")
        case _:
            backup.unlink()
    before = contents(data)
    with pytest.raises(BadInput):
        put_back(data, backup)
    assert contents(data) == before


def test_what_was_there_is_set_aside_whole_before_a_backup_takes_its_place(tmp_path: Path) -> None:
    store = evening(tmp_path)
    made = path_of(tmp_path, make(tmp_path, TODAY))
    newer = play(store, 4)  # in the log only
    store.close()
    aside = put_back(tmp_path, made)
    assert aside is not None and aside.name.startswith("mopsbox-replaced-")
    assert judged(aside).games == newer
    assert (tmp_path / "mopsbox.db").read_bytes() == made.read_bytes()
    assert not list(tmp_path.glob("*-wal")) and not list(tmp_path.glob("*.tmp*"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root puts back what belongs to somebody else")
def test_what_root_puts_back_belongs_to_the_box(backup: Path) -> None:
    data = backup.parent.parent
    os.chown(data, 4711, 4712)
    put_back(data, backup)
    there = (data / "mopsbox.db").stat()
    assert (there.st_uid, there.st_gid) == (4711, 4712)


def test_a_database_set_aside_with_its_log_can_be_put_back_too(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    store = evening(data)
    for end in ("", "-wal"):
        copy.with_name(copy.name + end).write_bytes((data / f"mopsbox.db{end}").read_bytes())
    store.close()
    put_back(data, copy)
    assert judged(data / "mopsbox.db").games == 2


def test_after_a_damage_the_backup_and_the_journals_give_back_the_whole_evening(tmp_path: Path) -> None:
    """Games finished and begun after the last backup are in their journal files."""
    store = evening(tmp_path)
    made = path_of(tmp_path, make(tmp_path, TODAY))
    store.finish(after := play(store, 12), {})
    going = play(store, 5)
    store.close()
    (tmp_path / "mopsbox.db").write_text("no database at all" * 99)
    (tmp_path / "mopsbox.db-wal").unlink(missing_ok=True)
    store = open_store(tmp_path)
    assert store.notice == "db-damaged" and store.games() == []
    restored(store, made)
    assert [played.n for played in store.games()] == [1, 2, after, going]
    assert store.actions(after) == [roll(n) for n in range(12)] and store.last_us(going) == 2_004
    assert store.unfinished() == (going, HEADER, [roll(n) for n in range(5)])
    store.append(going, roll(5), 9_000)
    assert journal(tmp_path, going)[-1] == {**roll(5), "at_us": 9_000}
    assert len(list(tmp_path.glob("mopsbox-damaged-*.db"))) == 1
    store.close()


def test_a_game_that_comes_back_from_its_journal_has_the_day_it_was_played(tmp_path: Path) -> None:
    """Not that of the restoring, which may be weeks later: evenings would add up wrongly."""
    store = evening(tmp_path)
    made = path_of(tmp_path, make(tmp_path, TODAY))
    late = play(store, 3)
    then = datetime(2026, 3, 14, 21, 30).timestamp()
    os.utime(tmp_path / "games" / f"{late}.jsonl", (then, then))
    restored(store, made)
    assert store.games()[-1].n == late and store.games()[-1].started.startswith("2026-03-14T21:30:00")
    store.close()


def test_a_journal_with_half_a_line_is_taken_as_far_as_it_goes_and_another_games_not_at_all(tmp_path: Path) -> None:
    store = evening(tmp_path, 1, 2)
    made = path_of(tmp_path, make(tmp_path, TODAY))
    play(store, 6)
    file = tmp_path / "games" / "2.jsonl"
    file.write_bytes(file.read_bytes()[:-9])
    other = tmp_path / "games" / "1.jsonl"
    other.write_text(other.read_text().replace('"first":1', '"first":2') + '{"do":"undo","at_us":7}\n')
    restored(store, made)
    assert (len(store.actions(1)), len(store.actions(2))) == (2, 5)
    store.close()


def test_a_bad_backup_leaves_the_store_as_it_is(backup: Path) -> None:
    store = open_store(backup.parent.parent)
    backup.write_bytes(b"x")
    with pytest.raises(BadInput):
        restored(store, backup)
    game = play(store, 2)
    assert game == 3 and len(store.games()) == 3
    store.close()


# -- kill -9


def pulled(folder: Path, what: str, after_s: float) -> int:
    """Kill a box that does this over and over; how many actions it had acknowledged."""
    command = [sys.executable, "-m", "tests.backup_child", str(folder), what]
    box = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert box.stdout is not None
    first = box.stdout.readline()
    time.sleep(after_s)
    box.send_signal(signal.SIGKILL)
    said = first + box.stdout.read()
    box.wait()
    return int(said[: said.rfind("\n")].splitlines()[-1])


def test_plugs_pulled_while_backups_are_made_leave_whole_ones_and_a_database(tmp_path: Path) -> None:
    lots, data = random.Random(8), tmp_path / "data"
    for _ in range(12):
        acknowledged = pulled(tmp_path, "backup", lots.uniform(0, 0.25))
        store = open_store(data)
        assert store.notice is None
        assert len(store.actions(store.games()[-1].n)) >= acknowledged
        assert len(listed(data)) <= MOST + 1  # the plug may be pulled before the spare one goes
        for made in listed(data):
            assert judged(path_of(data, made)).games == made.games
        make(data, TODAY)
        left = {p.name for p in (data / "backups").iterdir()}
        assert left == {made.name for made in listed(data)}, "what was left half is gone"
        store.close()


def test_plugs_pulled_while_a_backup_is_put_back_never_lose_the_evenings(tmp_path: Path) -> None:
    """There is the old database, the backup in its place with the games that came after it, or none and then the
    question. test_restoring.py does it line by line."""
    lots, data = random.Random(9), tmp_path / "data"
    store = evening(data)
    make(data, TODAY)
    store.finish(play(store, 12), {})
    play(store, 5)
    store.close()
    for _ in range(8):
        pulled(tmp_path, "restore", lots.uniform(0, 0.2))
        store = open_store(data)
        if not store.games():
            there = newest_good(data)
            assert there is not None
            restored(store, there.path)
        assert [len(store.actions(played.n)) for played in store.games()] == [30, 30, 12, 5]
        store.close()
