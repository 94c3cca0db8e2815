"""A database that a dying card has spoilt in a way that opens: what was written is no longer what is read. The box
comes up whatever it is, what is damaged is set aside whole, and the table is asked about the backup."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from mopsbox import answers, journal, saved
from mopsbox import box as boxes
from mopsbox.__main__ import main
from mopsbox.backups import judged, make
from mopsbox.check import kept
from mopsbox.check.parts import Parts
from mopsbox.database import DOUBTED
from mopsbox.export import export
from mopsbox.jsonl import BadInput
from mopsbox.keeper import Keeper
from mopsbox.opening import lost
from mopsbox.parts import last_stamp
from mopsbox.places import StoreFault
from mopsbox.saved import open_readable
from mopsbox.store import Store, open_store
from mopsbox.table import Fault, Introduce, Seat, Want
from mopsbox.wallclock import Facts
from mopsbox.wiring import read as wiring
from tests.restored import restored

from .manager import Manager
from .waiting import eventually

TODAY = date(2026, 11, 30)
PLAYED = Path(__file__).parent / "playthroughs"
PAGE = 4096


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games to their end, each kept, and one that is not over; two people with names. The store is closed."""
    folder = tmp_path_factory.mktemp("evening")
    store = open_store(folder)
    people = [store.add_person(name, Seat(n)).id for n, name in enumerate(("Otto", "Berta"), 1)]
    for name, lines in (("mopseinander-4", None), ("mopsen-3", None), ("mopseinander-2", -6)):
        header, *actions = map(json.loads, (PLAYED / f"{name}.jsonl").read_text().splitlines())
        history = journal.begin(header)
        game = store.begin(header, 1_000, (), dict(zip(map(Seat, header["seats"]), people, strict=False)))
        for n, action in enumerate(actions[:lines]):
            history = journal.add(history, action)
            store.append(game, action, 2_000 + n)
        if result := boxes.result(history):
            store.finish(game, result)
            make(folder, TODAY)
    assert [played.finished is not None for played in store.games()] == [True, True, False]
    store.close()
    return folder


@pytest.fixture
def box(evening: Path, tmp_path: Path) -> Path:
    """A copy of that evening's folder."""
    return shutil.copytree(evening, tmp_path / "box")


@contextlib.contextmanager
def started(folder: Path) -> Iterator[Store]:
    """What a start asks of the store, as evening.py and opening.py do."""
    store = open_readable(folder, 200)
    try:
        store.doubt()
        last_stamp(store, next(saved.games(store), None))
        store.last_us_of_all()
        store.people()
        yield store
    finally:
        store.close()


def asks_for_the_backup(folder: Path, games: int = 2) -> None:
    """The damaged database lies aside, letter for letter, and the newest backup is offered; then all is well."""
    spoilt = (folder / "mopsbox.db").read_bytes()
    with started(folder) as store:
        assert store.notice == "db-damaged" and store.games() == []
        (aside,) = folder.glob("mopsbox-damaged-*.db")
        assert aside.read_bytes() == spoilt
        offered = lost(store, folder, None)
        assert offered is not None and offered.games == games
        restored(store, offered.path)
        going = saved.going_on(store)
        assert going is not None and going.number == 3, "with what its journal has"
    with started(folder) as store:
        assert store.notice is None and [played.n for played in store.games()] == [1, 2, 3]
        assert make(folder, TODAY) is not None


def rewritten(folder: Path, change: str, *values: object) -> None:
    """SQLite's own hand writes what no box would."""
    with contextlib.closing(sqlite3.connect(folder / "mopsbox.db")) as database, database:
        assert database.execute(change, values).rowcount > 0


# --- what SQLite finds in order, and what is none


def an_index_of_yesterday(folder: Path) -> None:
    """A card that gave back an older page: the unfinished game is in the table and not in the index."""
    with contextlib.closing(sqlite3.connect(folder / "mopsbox.db")) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game_running'").fetchone()
        empty = sqlite3.connect(":memory:")
        empty.executescript(
            "CREATE TABLE game (id INTEGER PRIMARY KEY, f); CREATE INDEX i ON game (id) WHERE f IS NULL"
        )
        image = empty.serialize()
        (at,) = empty.execute("SELECT rootpage FROM sqlite_master WHERE name = 'i'").fetchone()
    with open(folder / "mopsbox.db", "r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(image[(at - 1) * PAGE : at * PAGE])


def test_an_index_of_another_moment_costs_no_game(box: Path) -> None:
    """SQLite's quick_check says ok, and every backup would fail."""
    an_index_of_yesterday(box)
    with contextlib.closing(sqlite3.connect(box / "mopsbox.db")) as database:
        assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    asks_for_the_backup(box)


DEEP = "[" * 900 + "]" * 900
WRONG = {
    "a header that is a list": ("UPDATE game SET header = '[]' WHERE id = 3",),
    "a header that is null": ("UPDATE game SET header = 'null' WHERE id = 3",),
    "a header of bytes": ("UPDATE game SET header = x'ff00ff' WHERE id = 3",),
    "an action that is a list": ("UPDATE action SET body = '[]' WHERE game = 3 AND n = 2",),
    "an action cut short": ("UPDATE action SET body = '{\"do\":' WHERE game = 3 AND n = 2",),
    "an old action that is a list": ("UPDATE action SET body = '[]' WHERE game = 1 AND n = 2",),
    "an action nested deeper than any reader goes": (
        "UPDATE action SET body = ? WHERE game = 3 AND n = 2",
        DEEP * 200,
    ),
    "a stamp that is text": ("UPDATE action SET at_us = 'abc' WHERE game = 3",),
    "a date of bytes": ("UPDATE game SET started = x'32303236' WHERE id = 2",),
    "a name of bytes": ("UPDATE person SET name = x'ff00'",),
    "a style that is text": ("UPDATE person SET style = 'x'",),
    "a seat that is text": ("UPDATE sitting SET seat = 'x' WHERE seat = 2 AND game = 1",),
    "a result cut short": ("UPDATE game SET result = '{\"sc' WHERE id = 1",),
}


@pytest.mark.parametrize("what", WRONG)
def test_rows_that_no_box_writes_are_damage(what: str, box: Path) -> None:
    rewritten(box, *WRONG[what])
    with pytest.raises(BadInput, match="is a damaged backup"):  # what a start sets aside no backup may have
        judged(box / "mopsbox.db")
    asks_for_the_backup(box)


def test_a_sum_that_is_missing_counts_as_none(box: Path) -> None:
    rewritten(box, "DELETE FROM total WHERE name = 'wins'")
    with started(box) as store:
        assert [(total.games > 0, total.wins) for total in store.totals("mopseinander")] == [(True, 0)] * 2


@pytest.mark.parametrize("what", WRONG)
def test_of_a_large_database_too_the_box_comes_up_and_the_scores_page_costs_an_answer_at_most(
    what: str, box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not read through when it starts."""
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    rewritten(box, *WRONG[what])
    with started(box) as store:
        plays_on(store)


def plays_on(store: Store) -> None:
    """The table looks the scores up, types a name and begins a game: the damage costs an answer, never the evening."""
    for want in ("scores", "past"):
        assert answers.recalled(store, Want(want, before=99) if want == "past" else Want(want), 1)
    assert answers.named(store, Introduce(Seat(1), "Zoe", Seat(3)), (), 1)
    with contextlib.suppress(StoreFault):
        for n, game in enumerate(saved.games(store)):
            assert n < 9, "there are three"
            store.abandon(game.number)
    with contextlib.suppress(StoreFault):
        game = store.begin({"journal": 1}, 0)
        store.append(game, {"do": "roll"}, 1)
        store.finish(game, {"scores": {"1": 3}, "winners": [1]})


# --- found while the box is on


def kept_once(folder: Path, day: int) -> tuple[list[str], list[str]]:
    """A day's backup, as the keeper makes it: what the log gets, and what the table is told."""
    said, told = list[str](), list[str]()
    keeper = Keeper(folder, said.append, lambda: date(2026, 12, day), told.append)
    keeper.start()
    keeper.close()
    return said, told


def test_what_only_a_backup_finds_the_table_hears_and_the_next_start_mends(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database so large that a start reads a part of it alone."""
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    parts = Parts("auto", wiring("pi"), None, box)
    assert kept_once(box, 1)[1] == [""] and [found.status for found in kept.check(parts)] == ["OK"]
    an_index_of_yesterday(box)
    with started(box) as store:
        assert store.notice is None, "nobody knows yet"
        said, told = kept_once(box, 2)
        assert told == ["db-doubt"] and said[0].startswith(f"no backup: {box / 'mopsbox.db'}: ")
        (found,) = kept.check(parts)
        assert found.status == "WARN" and "start the box anew" in found.says
    asks_for_the_backup(box, games=3)
    assert not (box / DOUBTED).exists() and [found.status for found in kept.check(parts)] == ["OK"]


def test_a_line_of_the_unfinished_game_that_is_found_when_it_is_read_is_mended_by_the_next_start(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of some thousand games the lines are not read one by one at every start."""
    monkeypatch.setattr("mopsbox.database.EVERY_LINE", 0)
    rewritten(box, *WRONG["an action cut short"])
    with started(box) as store:
        assert store.notice == "db-doubt" and len(store.games()) == 3
    asks_for_the_backup(box)


def test_a_doubt_that_was_none_is_over_after_one_start(box: Path) -> None:
    (box / DOUBTED).touch()
    with started(box) as store:
        assert store.notice is None and len(store.games()) == 3
    assert not (box / DOUBTED).exists()


def test_what_the_table_could_not_read_of_a_large_database_is_looked_into_at_the_next_start(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    rewritten(box, "UPDATE total SET value = 'x' WHERE name = 'wins'")
    with started(box) as store:
        said = list[str]()
        (answer,) = answers.recalled(store, Want("scores"), 1, said.append)
        assert answer == Fault(1, "store", "disk-fault") and "was not written by a box" in said[0]
    asks_for_the_backup(box)


def test_a_mistake_of_ours_costs_the_answer_and_the_log_says_where(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(*_: object) -> object:
        raise ZeroDivisionError("ours")

    with started(box) as store:
        monkeypatch.setattr("mopsbox.recall.book", mistaken)
        said = list[str]()
        assert answers.recalled(store, Want("scores"), 1, said.append) == (Fault(1, "store", "disk-fault"),)
        assert "ZeroDivisionError('ours') (test_rot.py, line " in said[0]


def test_an_index_that_finds_the_same_game_again_and_again_comes_to_an_end(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(box) as store:
        found = store.unfinished()
        monkeypatch.setattr(store, "unfinished", lambda before=None: found)
        assert [game.number for game in itertools.islice(saved.games(store), 9)] == [3]


# --- what else says so


def test_the_check_finds_a_damage_by_itself_and_backups_that_stay_away(box: Path) -> None:
    parts = Parts("auto", wiring("pi"), None, box)
    store = open_store(box)
    for n in range(2):
        assert [found.status for found in kept.check(parts)] == ["OK"], "one may be in the making"
        store.finish(store.begin({"journal": 1}, n), {"scores": {}, "winners": []})
    (found,) = kept.check(parts)
    assert found.status == "WARN" and found.says.startswith("2 games were finished since the newest of 2026-11-30")
    store.close()
    an_index_of_yesterday(box)
    (found,) = kept.check(parts)
    assert found.status == "WARN" and found.says.startswith("the scores are damaged (")


@pytest.mark.parametrize("odd", ['{"seats":5}', '{"seats":[1,2]}', "{}"])
def test_an_object_that_is_none_of_ours_costs_its_own_cells_of_an_export(odd: str, box: Path, tmp_path: Path) -> None:
    rewritten(box, 'UPDATE game SET header = ?, result = \'{"scores":5,"winners":7}\' WHERE id = 1', odd)
    lines = (export(box, tmp_path, "en") / "scores.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 3 and lines[1].startswith("1,mopseinander,") and lines[2].startswith("2,mopsen,")


# --- one letter changed


def structure(data: bytes) -> list[int]:
    """Where the bytes lie that say where everything else lies: the heads of file, pages, cells and records."""
    found = set(range(100))
    for page in range(0, len(data), PAGE):
        head = page + (100 if page == 0 else 0)
        if data[head] not in (2, 5, 10, 13):
            continue
        cells = int.from_bytes(data[head + 3 : head + 5], "big")
        pointers = head + (12 if data[head] in (2, 5) else 8)
        found.update(range(head, pointers + 2 * cells))
        for cell in range(cells):
            at = page + int.from_bytes(data[pointers + 2 * cell : pointers + 2 * cell + 2], "big")
            found.update(range(at, min(at + 14, page + PAGE)))
    return sorted(found)


def flipped_everywhere(evening: Path, folder: Path, places: list[int], chance: random.Random) -> None:
    whole = (evening / "mopsbox.db").read_bytes()
    for at in places:
        bit = chance.randrange(8)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        spoilt = bytearray(whole)
        spoilt[at] ^= 1 << bit
        (folder / "mopsbox.db").write_bytes(spoilt)
        try:
            with started(folder) as store:
                if store.notice == "db-damaged":
                    assert [aside.read_bytes() for aside in folder.glob("mopsbox-damaged-*.db")] == [spoilt], (at, bit)
                plays_on(store)
        except (StoreFault, BadInput) as ours:
            assert "newer Mopsbox" in str(ours), (at, bit)
        except Exception as error:
            raise AssertionError(f"byte {at}, bit {bit}") from error


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A folder on no disk, where there is one: thousands of starts would wait for it."""
    shared = Path("/dev/shm")
    if not os.access(shared, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=shared) as name:
        yield Path(name)


@pytest.mark.parametrize("size", ["small", "large"])
def test_one_bit_that_fell_over_never_keeps_the_box_from_starting(
    size: str, evening: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite keeps no sums: a text may be bytes of the same length now, a row may point at another."""
    if size == "large":
        monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    chance = random.Random(size)
    places = chance.sample(structure((evening / "mopsbox.db").read_bytes()), 200)
    flipped_everywhere(evening, memory / "box", places, chance)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["small", "large"])
def test_no_byte_of_its_structure_keeps_the_box_from_starting(
    size: str, evening: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if size == "large":
        monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    places = structure((evening / "mopsbox.db").read_bytes())
    flipped_everywhere(evening, memory / "box", places, random.Random(size))


def test_a_start_that_may_read_for_long_asks_for_the_time(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service manager gives up what does not come up within a minute; then it would never come up."""
    script = tmp_path / "script.jsonl"
    script.write_text('{"script":1,"players":2}\n{"at_ms":1,"quit":true}\n')
    start = ["--data", str(box), "play", "--script", str(script), "--headless"]
    with Manager() as manager:
        monkeypatch.setenv("NOTIFY_SOCKET", manager.named)
        assert main(start) == 0
        monkeypatch.setattr("mopsbox.opening.CHECKED_WHOLE", 0)
        assert main(start) == 0
        eventually(lambda: len(manager.told) > 0)
    (asked,) = manager.told  # a small one asks for nothing
    word, _, microseconds = asked.partition("=")
    assert word == "EXTEND_TIMEOUT_USEC" and int(microseconds) >= 60e6


@pytest.mark.parametrize(
    "fails", [PermissionError(13, "Permission denied", "/run"), ZeroDivisionError("a bug of ours")]
)
def test_what_is_not_the_databases_fault_sets_no_database_aside(
    fails: Exception, box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def facts(newest: str) -> Facts:
        raise fails

    monkeypatch.setattr("mopsbox.wallclock.facts", facts)
    with pytest.raises(type(fails)):
        open_readable(box, 200)
    monkeypatch.undo()
    with started(box) as store:
        assert store.notice is None and len(store.games()) == 3
    assert not list(box.glob("mopsbox-damaged-*"))


def test_a_disk_that_fails_under_the_copy_is_no_damage_of_the_scores(
    box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad sector where backups are written: the table is not sent to start anew for it, evening after evening."""

    def bad_sector(path: Path) -> None:
        raise BadInput(f"{path}: is a damaged backup (disk I/O error)")

    with started(box):
        with monkeypatch.context() as patch:
            patch.setattr("mopsbox.backups.judged", bad_sector)
            said, told = kept_once(box, 2)
        assert said[0].startswith("no backup: ") and told == [] and not (box / DOUBTED).exists()
        assert kept_once(box, 3) == ([], [""])
