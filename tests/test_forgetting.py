"""One action takes a name out of everything the box keeps: looked for in the bytes of every file."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from datetime import date
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from mopsbox import backups, forgetting
from mopsbox.backups import judged, listed
from mopsbox.database import DATABASE, set_aside
from mopsbox.keeper import Keeper
from mopsbox.people import Person
from mopsbox.places import StoreFault
from mopsbox.restore import restore
from mopsbox.store import Store, open_store
from mopsbox.table import Forget, Seat
from tests.at_table import Table
from tests.test_sittings import KIND, added_up_anew, evening, sums
from tests.waiting import eventually

TODAY = date(2026, 11, 30)
NAME = "Friedolinus"


def having(folder: Path, *names: str) -> list[str]:
    """The files in which one of the names stands."""
    there = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in there if any(name.encode() in path.read_bytes() for name in names))


def box(folder: Path) -> tuple[Store, Person, Person]:
    """Two evenings of two people, with a backup of each."""
    store = open_store(folder)
    gone, ada = store.add_person(NAME, Seat(3)), store.add_person("Ada", Seat(5))
    for points in ((9, 4), (3, 8)):
        evening(store, [gone, ada], points, right=2)
        backups.make(folder, TODAY)
    return store, gone, ada


def nothing(sentence: str) -> None:
    raise AssertionError(sentence)


def test_a_forgotten_name_leaves_the_backups_too_and_they_stay_good(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    renamed = store.rename(gone.id, "Otto")  # the backups know the name of before
    store.forget(renamed.id)
    before = listed(tmp_path)
    assert len(having(tmp_path, NAME)) == 2
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME, "Otto") == []
    assert listed(tmp_path) == before and not list((tmp_path / forgetting.NOTES).iterdir())
    for backup in before:
        assert judged(tmp_path / backups.FOLDER / backup.name).games == backup.games
    store.restore(tmp_path / backups.FOLDER / before[0].name)  # what was taken out of it adds up
    assert [(p.name, p.id) for p in store.people()] == [("Ada", 2)]
    assert [(s.points, s.person and s.person.name) for s in store.past()[-1].sat] == [(9, None), (4, "Ada")]
    assert sums(store) == added_up_anew(store)
    store.close()


def test_what_was_set_aside_forgets_as_well(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    store.restore(tmp_path / backups.FOLDER / listed(tmp_path)[-1].name)  # the former scores lie beside
    store.forget(gone.id)
    assert any(name.startswith("mopsbox-replaced-") for name in having(tmp_path, NAME))
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == []
    store.close()


def test_a_copy_that_nobody_can_read_is_named_once(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    newest = tmp_path / backups.FOLDER / listed(tmp_path)[-1].name
    newest.write_bytes(b"SQLite format 3\0" + b"rotten" * 1000)
    store.forget(gone.id)
    said: list[str] = []
    forgetting.fulfil(tmp_path, said.append)
    assert said == [f"{newest}: cannot be read through and may still have a name that was forgotten; delete it"]
    assert having(tmp_path, NAME) == []
    forgetting.fulfil(tmp_path, nothing)
    store.close()


def test_without_room_for_a_copy_it_stays_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)

    def full(size: int, folder: Path) -> None:
        raise StoreFault("disk-full", folder)

    said: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(forgetting, "room_for", full)
        forgetting.fulfil(tmp_path, said.append)
    assert len(said) == 2 and all("the next start tries again" in sentence for sentence in said)
    store.close()
    keeper = Keeper(tmp_path, nothing, lambda: TODAY)  # the next start
    keeper.start()
    eventually(lambda: not forgetting.noted(tmp_path))
    keeper.close()
    assert having(tmp_path, NAME) == []


def test_a_disk_that_fills_up_meanwhile_is_no_damage_and_the_name_stays_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself says so, in the middle of it."""
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)

    def full(database: sqlite3.Connection, those: object) -> None:
        database.execute("PRAGMA max_page_count = 1")  # as many as there are
        database.execute("CREATE TABLE more AS SELECT randomblob(100000)")

    said: list[str] = []
    with monkeypatch.context() as patched:
        patched.setattr(forgetting, "forget", full)
        forgetting.fulfil(tmp_path, said.append)
    assert len(said) == 2 and all("(database or disk is full); the next start tries again" in told for told in said)
    assert len(forgetting.noted(tmp_path)) == 1
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == [] and not forgetting.noted(tmp_path)
    store.close()


def test_the_command_puts_no_forgotten_name_back(tmp_path: Path) -> None:
    """The plug was pulled before the backups had forgotten it, and then somebody restored one."""
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)
    store.close()
    assert restore(tmp_path, None, yes=True, out=StringIO()) == 0
    store = open_store(tmp_path)
    assert [p.name for p in store.people()] == ["Ada"]
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == []
    store.close()


def test_a_database_that_knows_a_noted_name_loses_it_at_the_next_start_and_the_note_waits(tmp_path: Path) -> None:
    """Put back by hand, or the plug was pulled between the note and the database."""
    store, gone, _ = box(tmp_path)
    forgetting.note(tmp_path, gone.id, gone.created)
    forgetting.fulfil(tmp_path, nothing)
    assert [p.name for p in store.people()] == [NAME, "Ada"] and forgetting.noted(tmp_path)
    store.close()
    store = open_store(tmp_path)
    assert [p.name for p in store.people()] == ["Ada"]
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == [] and not forgetting.noted(tmp_path)
    store.close()


def test_copies_that_a_pulled_plug_left_half_done_go_at_the_next_start(tmp_path: Path) -> None:
    store, _, _ = box(tmp_path)
    store.close()
    for name in ("import.tmp", "mopsbox.db.tmp", "mopsbox.db.tmp-wal", "backups/backup.tmp", "backups/forget.tmp"):
        (tmp_path / name).write_text(NAME)
    before = set(having(tmp_path, NAME))
    open_store(tmp_path).close()
    assert before - set(having(tmp_path, NAME)) == {path for path in before if ".tmp" in path}


def test_somebody_who_has_the_number_of_a_forgotten_one_stays(tmp_path: Path) -> None:
    """SQLite gives the last number again; they were made at different times."""
    store = open_store(tmp_path)
    otto = store.add_person("Otto", Seat(3), "2026-11-20T20:00:00+01:00")
    store.forget(otto.id)
    forgetting.fulfil(tmp_path, nothing)
    zoe = store.add_person("Zoe", Seat(4), "2026-11-21T20:00:00+01:00")
    assert zoe.id == otto.id
    evening(store, [zoe], [3, 1])
    backups.make(tmp_path, TODAY)
    forgetting.note(tmp_path, otto.id, otto.created)
    forgetting.fulfil(tmp_path, nothing)
    assert len(having(tmp_path / backups.FOLDER, "Zoe")) == 1
    store.close()


def test_a_backup_put_back_between_forgets_at_once(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)
    store.restore(tmp_path / backups.FOLDER / listed(tmp_path)[-1].name)
    assert [p.name for p in store.people()] == ["Ada"]
    store.close()


def test_whoever_reads_when_a_name_is_forgotten_keeps_it_in_the_log_no_longer_than_they_read(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    store._db.execute("PRAGMA busy_timeout = 0")
    with contextlib.closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM person").fetchone()
        store.forget(gone.id)
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == []
    store.close()


def test_a_database_that_was_damaged_is_asked_too(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    store.close()
    aside = set_aside(tmp_path / DATABASE)
    assert aside is not None and having(tmp_path, NAME)[-1] == aside.name
    forgetting.note(tmp_path, gone.id, gone.created)
    open_store(tmp_path).close()
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == []


@pytest.mark.parametrize("seed", range(6))
def test_of_many_names_that_come_change_and_go_no_byte_is_left(seed: int, tmp_path: Path) -> None:
    """SQLite moves rows about in its pages: wherever they have been, nothing stays."""
    lots, store = random.Random(seed), open_store(tmp_path)
    there: dict[int, str] = {}
    gone: list[str] = []
    for n in range(220):
        person = lots.choice(list(there)) if there else 0
        match lots.choice("nnnrf"):
            case "n" if len(there) < 90:
                name = f"q{n:03}" + "x" * lots.randint(0, 19)
                there[store.add_person(name, Seat(n % 8 + 1)).id] = name
            case "r" if person:
                gone.append(there[person])
                there[person] = store.rename(person, f"z{n:03}" + "y" * lots.randint(0, 19)).name
            case "f" if person:
                gone.append(there.pop(person))
                store.forget(person)
    heads = {name[:4] for name in gone}
    assert len(heads) > 60 and sorted(p.name for p in store.people()) == sorted(there.values())
    assert having(tmp_path, *heads) == []
    assert store.totals(KIND) == ()
    store.close()


def test_the_box_asks_for_it_when_a_name_is_forgotten() -> None:
    """Only the keeper's own thread does what may take long."""
    asked: list[str] = []
    table = Table()
    otto = table.store.add_person("Otto", Seat(1))
    table.loop.forgotten = partial(asked.append, "forget")
    list(table.loop._do(Forget(otto.id)))
    assert asked == ["forget"] and table.store.people() == ()
    table.store.close()
