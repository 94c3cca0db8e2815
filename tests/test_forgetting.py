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

from mopsbox import backups, forgetting, sittings, wallclock
from mopsbox.backups import judged, listed
from mopsbox.database import DATABASE, set_aside
from mopsbox.incoming import take_in
from mopsbox.keeper import Keeper
from mopsbox.people import Person
from mopsbox.places import StoreFault
from mopsbox.restore import restore
from mopsbox.store import Store, open_store
from mopsbox.table import Forget, Seat
from tests.at_table import Table
from tests.restored import restored
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


def noted_alone(store: Store, gone: Person) -> None:
    """As it is when the plug is pulled before the name goes."""
    assert store.folder
    with contextlib.closing(sqlite3.connect(store.folder / DATABASE)) as database:
        (created,) = database.execute("SELECT created FROM person WHERE id = ?", (gone.id,)).fetchone()
    forgetting.note(store.folder, gone.id, created)


def nothing(sentence: str) -> None:
    raise AssertionError(sentence)


def full(size: int, folder: Path) -> None:
    raise StoreFault("disk-full", folder)


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
    restored(store, tmp_path / backups.FOLDER / before[0].name)  # what was taken out of it adds up
    assert [(p.name, p.id) for p in store.people()] == [("Ada", 2)]
    assert [(s.points, s.person and s.person.name) for s in store.past()[-1].sat] == [(9, None), (4, "Ada")]
    assert sums(store) == added_up_anew(store)
    store.close()


def test_what_was_set_aside_forgets_as_well(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    restored(store, tmp_path / backups.FOLDER / listed(tmp_path)[-1].name)  # the former scores lie beside
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
    noted_alone(store, gone)
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


@pytest.fixture
def clockless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box whose clock nobody has ever set: a Pi without a battery and a network."""
    monkeypatch.setattr(wallclock, "judged", lambda found: wallclock.Clock.ALONE)


@pytest.mark.usefixtures("clockless")
@pytest.mark.parametrize("anew", ["Otto", "Oto"])
def test_without_a_date_too_whoever_comes_after_a_forgotten_one_stays(anew: str, tmp_path: Path) -> None:
    """Mistyped, forgotten, typed anew before the keeper comes to it; or the same name, which somebody else has now."""
    store = open_store(tmp_path)
    ada, oto = store.add_person("Ada", Seat(5)), store.add_person("Oto", Seat(3))
    evening(store, [ada, oto], [3, 1])
    backups.make(tmp_path, TODAY)
    store.forget(oto.id)
    otto = store.add_person(anew, Seat(3))
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path / backups.FOLDER, "Oto") == [] and not forgetting.noted(tmp_path)
    store.close()
    store = open_store(tmp_path)
    assert sorted(p.name for p in store.people()) == ["Ada", anew] and otto.created == ""
    evening(store, [ada, otto], [4, 6])
    backups.make(tmp_path, TODAY)
    forgetting.fulfil(tmp_path, nothing)
    assert len(having(tmp_path / backups.FOLDER, anew)) == 1
    store.close()


@pytest.mark.usefixtures("clockless")
def test_without_a_date_too_nobody_leaves_for_a_note_that_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copies cannot be changed now; the box starts again and again meanwhile."""
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)
    zoe, anew = store.add_person("Zoe", Seat(1)), store.add_person(NAME, Seat(2))
    evening(store, [zoe, anew], [3, 1])
    backups.make(tmp_path, TODAY)
    with monkeypatch.context() as patched:
        patched.setattr(forgetting, "room_for", full)
        forgetting.fulfil(tmp_path, lambda sentence: None)
    assert forgetting.noted(tmp_path)
    for _ in range(2):
        store.close()
        store = open_store(tmp_path)
        assert sorted(p.name for p in store.people()) == ["Ada", NAME, "Zoe"]
    forgetting.fulfil(tmp_path, nothing)
    newest = listed(tmp_path)[-1].name
    assert having(tmp_path / backups.FOLDER, NAME) == [newest] and not forgetting.noted(tmp_path)
    restored(store, tmp_path / backups.FOLDER / newest)
    assert sorted(p.name for p in store.people()) == ["Ada", NAME, "Zoe"]
    store.close()


@pytest.mark.usefixtures("clockless")
def test_without_a_date_too_a_new_database_takes_nobody_out_of_the_old_ones(tmp_path: Path) -> None:
    """The scores are lost, and the table said no to the backup: numbers begin again."""
    store, first, ada = box(tmp_path)
    store.close()
    aside = set_aside(tmp_path / DATABASE)
    assert aside is not None
    store = open_store(tmp_path)
    mistyped = store.add_person("Tso", Seat(1))
    assert mistyped.id == first.id
    store.forget(mistyped.id)
    forgetting.fulfil(tmp_path, nothing)
    assert not forgetting.noted(tmp_path)
    for name in (NAME, "Ada"):
        assert having(tmp_path, name) == sorted([*(backup.name for backup in listed(tmp_path)), aside.name])
    restored(store, tmp_path / backups.FOLDER / listed(tmp_path)[-1].name)
    assert sorted(p.name for p in store.people()) == ["Ada", NAME] and ada in store.people()
    store.close()


@pytest.mark.usefixtures("clockless")
def test_without_a_date_too_a_name_of_before_leaves_with_its_person(tmp_path: Path) -> None:
    store, gone, ada = box(tmp_path)
    store.rename(gone.id, "Otto")
    store.rename(ada.id, NAME)  # who has the name now did not have it in the backups
    store.forget(gone.id)
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, "Otto") == [] and having(tmp_path / backups.FOLDER, NAME) == []
    assert [p.name for p in store.people()] == [NAME]
    assert having(tmp_path / backups.FOLDER, "Ada") == sorted(backup.name for backup in listed(tmp_path))
    store.close()


@pytest.mark.usefixtures("clockless")
def test_a_plug_pulled_between_the_note_and_the_database_forgets_without_a_date_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, gone, _ = box(tmp_path)

    def pulled(*asked: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(sittings, "forget", pulled)
        store.forget(gone.id)
    assert [p.name for p in store.people()] == [NAME, "Ada"]
    store.close()
    store = open_store(tmp_path)
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, NAME) == [] and [p.name for p in store.people()] == ["Ada"]
    store.close()


def test_a_note_has_no_name_and_nothing_that_is_made_of_one(tmp_path: Path, clockless: None) -> None:
    """Of two who are called alike it says nothing alike: names are few, and could be tried out."""
    store, told = open_store(tmp_path), []
    for _ in range(2):
        store.forget(store.add_person(NAME, Seat(3)).id)
        told += [path.read_text() for path in forgetting.noted(tmp_path)]
    lots = {created for _, created in forgetting.noted(tmp_path).values()}
    assert len(lots) == 2 and all(len(lot) > 16 for lot in lots) and NAME not in "".join(told)
    store.close()


def test_typed_anew_within_the_same_second_it_is_somebody_else(tmp_path: Path) -> None:
    moment = "2026-11-20T20:00:00+01:00"
    store = open_store(tmp_path)
    oto = store.add_person("Oto", Seat(3), moment)
    store.forget(oto.id)
    otto = store.add_person("Otto", Seat(3), moment)
    assert otto.id > oto.id
    forgetting.fulfil(tmp_path, nothing)
    store.close()
    store = open_store(tmp_path)
    assert [p.name for p in store.people()] == ["Otto"]
    store.close()


def test_who_comes_in_from_another_box_never_has_a_noted_number(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    moment = "2026-11-20T20:00:00+01:00"
    store = open_store(theirs)
    evening(store, [store.add_person("Zoe", Seat(4), moment)], [3, 1])
    backup = backups.make(theirs, TODAY)
    assert backup is not None
    store.close()
    store = open_store(ours)
    store.forget(store.add_person("Oto", Seat(3), moment).id)
    store.close()
    take_in(ours, theirs / backups.FOLDER / backup.name)
    store = open_store(ours)
    assert [p.name for p in store.people()] == ["Zoe"]
    store.close()


def test_a_note_with_a_number_alone_takes_nobody_out_of_the_database(tmp_path: Path) -> None:
    """As a Mopsbox wrote it before there were lots: whoever has the number may have come after it."""
    store = open_store(tmp_path)
    otto = store.add_person("Otto", Seat(3))
    store._db.execute("UPDATE person SET created = ''")
    forgetting.note(tmp_path, otto.id, "")
    store.close()
    for _ in range(2):
        store = open_store(tmp_path)
        assert [p.name for p in store.people()] == ["Otto"] and not forgetting.noted(tmp_path)
        store.close()
    store = open_store(tmp_path)
    evening(store, [otto], [3, 1])
    backups.make(tmp_path, TODAY)
    store.forget(otto.id)  # and again
    forgetting.fulfil(tmp_path, nothing)
    assert having(tmp_path, "Otto") == [] and not forgetting.noted(tmp_path)
    store.close()


def test_a_backup_put_back_between_forgets_at_once(tmp_path: Path) -> None:
    store, gone, _ = box(tmp_path)
    store.forget(gone.id)
    restored(store, tmp_path / backups.FOLDER / listed(tmp_path)[-1].name)
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
    noted_alone(store, gone)
    store.close()
    aside = set_aside(tmp_path / DATABASE)
    assert aside is not None and having(tmp_path, NAME)[-1] == aside.name
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
