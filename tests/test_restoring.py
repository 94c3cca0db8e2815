"""A backup takes the place of lost scores: all of it or nothing, with what the journals have; the box lives on."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mopsbox import backups, catching_up, incoming, opening, restoring, saved
from mopsbox import box as boxes
from mopsbox.backups import listed, make, newest_good
from mopsbox.database import prepared
from mopsbox.gamefiles import GameFiles
from mopsbox.jsonl import BadInput
from mopsbox.keeper import Keeper
from mopsbox.places import StoreFault
from mopsbox.restore import restore
from mopsbox.stage import Mode
from mopsbox.status import status
from mopsbox.store import Store, open_store
from mopsbox.table import Ready, Seat
from tests.at_table import Table
from tests.conftest import Disk
from tests.restored import restored
from tests.test_restore import an_evening, damaged
from tests.waiting import eventually

ROOT = Path(__file__).parent.parent
TODAY = date(2026, 11, 30)
PLAYED = (ROOT / "tests" / "playthroughs" / "mopseinander-2.jsonl").read_text().splitlines()
LINES = [{key: value for key, value in json.loads(line).items() if key != "note"} for line in PLAYED]


def game(store: Store, actions: int | None = None) -> int:
    """A real game, to its end or so many actions of it."""
    header, *all_of_them = LINES
    number = store.begin(header, store.last_us_of_all() + 1)
    some = all_of_them[:actions]
    for n in range(0, len(some), 10):
        store.append_all(number, some[n : n + 10], store.last_us_of_all() + 1)
    if actions is None:
        store.finish(number, {"scores": {}, "winners": [1]})
    return number


def lost_evening(folder: Path) -> None:
    """One game in the backup; another to its end, one that was given up and one that runs in their journals alone; a
    name is forgotten that the backup still has; the database is damaged."""
    store = open_store(folder)
    gone = store.add_person("Otto", Seat(1))
    store.add_person("Ada", Seat(2))
    game(store)
    make(folder, TODAY)
    game(store)
    store.abandon(game(store, 8))
    game(store, 12)
    store.forget(gone.id)
    store.close()
    damaged(folder)


def told(store: Store) -> tuple[object, ...]:
    """All that came back."""
    games = [(played.n, played.header, played.finished is None, played.result) for played in store.games()]
    unfinished = [each.number for each in saved.games(store)]
    return games, [store.actions(n) for n, *_ in games], unfinished, [person.name for person in store.people()]


@pytest.mark.parametrize("times", [40, pytest.param(800, marks=pytest.mark.slow)])
def test_a_plug_pulled_at_any_moment_of_it_loses_nothing(times: int, tmp_path: Path) -> None:
    """The next start asks again, or all of it is there; nothing is in between."""
    lost_evening(tmp_path / "was")
    command = [sys.executable, "-m", "tests.restore_child", str(tmp_path), str(times)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    whole = open_store(tmp_path / "whole")
    expected = told(whole)
    whole.close()
    games, actions, unfinished, people = expected
    assert isinstance(games, list) and [n for n, *_ in games] == [1, 2, 3, 4] and unfinished == [4]
    assert [over[2] for over in games] == [False, False, False, True], "the one given up stays so"
    assert actions == [LINES[1:], LINES[1:], LINES[1:9], LINES[1:13]] and people == ["Ada"]
    asked = []
    for n in range(times):
        folder = tmp_path / f"cut-{n}"
        store = saved.open_readable(folder, 200)
        good = opening.lost(store, folder, None)
        asked.append(good is not None)
        if good is not None:
            assert restoring.made_ready(store, good.path, lambda: 0, print).why == ""
            store.take_over()
        assert told(store) == expected, f"cut {n}"
        store.close()
        shutil.rmtree(folder)
    assert asked == sorted(asked, reverse=True) and {*asked} == {True, False}, "both have been seen"


# -- a full disk


@pytest.fixture
def evening_on(disk: Disk, tmp_path: Path) -> Disk:
    """A lost evening on a disk of 1 MB, which is too small for one to be played there."""
    lost_evening(tmp_path / "elsewhere")
    shutil.copytree(tmp_path / "elsewhere", disk.folder)
    open_store(disk.folder).close()  # the damaged database is set aside
    return disk


def filled(disk: Disk) -> None:
    disk.fill()
    if disk.word == "disk-fault":
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def test_a_full_disk_is_said_to_be_full_and_the_backup_is_not_called_bad(evening_on: Disk) -> None:
    disk = evening_on
    table = Table(folder=disk.folder)
    filled(disk)
    table.key("ok")
    assert table.box.mode == "restore" and {"Disk full: make room", "yes"} <= table.words()
    assert table.log == [f"{disk.folder}: the disk is full; make room and try again"]
    assert not (disk.folder / backups.COPY).exists()
    disk.make_room()
    table.key("ok")
    assert table.box.mode == "offer" and len(table.store.games()) == 4
    table.store.close()


def test_the_command_and_an_import_say_so_too(evening_on: Disk) -> None:
    disk = evening_on
    (backup,) = (disk.folder / backups.FOLDER / each.name for each in listed(disk.folder))
    filled(disk)
    with pytest.raises(StoreFault, match="the disk is full; make room"):
        restore(disk.folder, backup, yes=True)
    with pytest.raises(StoreFault, match="the disk is full; make room"):
        incoming.take_in(disk.folder, backup)
    disk.make_room()
    store = open_store(disk.folder)
    assert store.games() == [] and newest_good(disk.folder) is not None, "nothing was touched"
    store.close()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS])
def test_what_the_target_lacks_is_never_the_files_fault(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What copies names the file it copies from, whatever went wrong."""

    def copyfile(source: Path, target: Path) -> None:
        raise OSError(number, os.strerror(number), str(source))

    lost_evening(tmp_path)
    good = newest_good(tmp_path)
    assert good is not None
    monkeypatch.setattr("mopsbox.backups.shutil.copyfile", copyfile)
    with pytest.raises(StoreFault):
        backups.put_back(tmp_path, good.path)
    number = errno.EIO
    with pytest.raises(BadInput, match=r"cannot be read \(Input/output error\)"):
        backups.put_back(tmp_path, good.path)


# -- journals that nobody of ours has written


def with_journals(folder: Path, *journals: bytes) -> tuple[Store, Path]:
    """A box whose backup has one game; beside it lie the journals of games 2, 3, ..."""
    store = open_store(folder)
    game(store)
    backup = make(folder, TODAY)
    assert backup is not None
    for number, lines in enumerate(journals, 2):
        (folder / "games" / f"{number}.jsonl").write_bytes(lines)
    return store, folder / backups.FOLDER / backup.name


def encoded(*lines: object) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


ODD = {
    "a stamp that no whole number holds": b'{"do":"undo","at_us":1e999}',
    "a stamp that no table holds": b'{"do":"undo","at_us":99999999999999999999999}',
    "a stamp before all time": b'{"do":"undo","at_us":-1}',
    "a number of thousands of digits": b'{"do":"undo","x":' + b"9" * 6000 + b"}",
    "what is no number": b'{"do":"undo","x":NaN,"at_us":9}',
    "half a sign": b'{"do":"\\ud800","at_us":9}',
    "no object": b"[1, 2]",
    "deep": b'{"do":' + b"[" * 1500 + b"]" * 1500 + b',"at_us":9}',
    "deeper": b'{"do":' + b"[" * 60_000 + b"]" * 60_000 + b',"at_us":9}',
    "no text": b'{"do":"\xff\xfe"}',
}


@pytest.mark.parametrize("odd", ODD)
def test_a_journal_is_taken_up_to_the_line_that_cannot_be_kept_and_the_others_wholly(odd: str, tmp_path: Path) -> None:
    header, first, second, third = LINES[:4]
    bad = encoded(header, first, second) + ODD[odd] + b"\n" + encoded(third)
    headless = ODD[odd] + b"\n" + encoded(*LINES)
    store, backup = with_journals(tmp_path, bad, headless, encoded(*LINES))
    (tmp_path / "games" / "99999999999999999999999.jsonl").write_bytes(encoded(*LINES))
    said: list[str] = []
    assert restoring.made_ready(store, backup, lambda: 0, said.append) == Ready(0)
    store.take_over()
    assert [line.split("line ")[0] for line in said] == [f"{tmp_path / 'games' / f'{n}.jsonl'}: " for n in (2, 3)]
    assert ["line 4 " in said[0], "line 1 " in said[1]] == [True, True] and "\n" not in "".join(said)
    assert {played.n: len(store.actions(played.n)) for played in store.games()} == {1: 19, 2: 2, 4: 19}
    assert game(store, 3) == 5, "the evening goes on"
    assert make(tmp_path, TODAY) is not None
    store.close()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from([*LINES[0], *LINES[1], "at_us"])
line = st.sampled_from(LINES) | st.builds(
    lambda whole, key, value: {**whole, key: value}, st.sampled_from(LINES), keys, anything
)


@given(st.lists(line | anything, max_size=8))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_whatever_stands_in_a_journal_the_backup_comes_back(
    evening_of_one: tuple[Store, Path], told: list[Any]
) -> None:
    store, backup = evening_of_one
    folder = backup.parent.parent
    (folder / "games" / "2.jsonl").write_bytes(encoded(LINES[0], *told))
    (folder / "games" / "3.jsonl").write_bytes(encoded(*told))
    assert restoring.made_ready(store, backup, lambda: 0, lambda sentence: None).why == ""
    backups.judged(folder / backups.COPY)
    with contextlib.closing(Store(prepared(folder / backups.COPY), None, None)) as copy:
        assert [played.n for played in copy.games()][:1] == [1] and copy.actions(1) == LINES[1:]


@pytest.fixture
def evening_of_one(tmp_path: Path) -> Iterator[tuple[Store, Path]]:
    store, backup = with_journals(tmp_path)
    yield store, backup
    store.close()


# -- quickly, and while the box goes on


def test_a_journal_that_has_nothing_new_is_not_even_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Years of games are in the backup already: of them only the lines are counted."""
    store = open_store(tmp_path)
    for _ in range(5):
        game(store)
    backup = make(tmp_path, TODAY)
    assert backup is not None
    new = game(store, 6)
    read: list[int] = []
    told = GameFiles.told
    monkeypatch.setattr(GameFiles, "told", lambda files, number: (read.append(number), told(files, number))[1])
    restored(store, tmp_path / backups.FOLDER / backup.name)
    assert read == [new] and store.actions(new) == LINES[1:7]
    store.close()


def test_the_box_lives_on_while_the_backup_is_made_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its watchdog would cut short a restore in the loop's own thread; here the keeper takes as long as it takes."""
    before = an_evening(tmp_path)
    stood = before.actions()
    before.store.close()
    damaged(tmp_path)
    table = Table(folder=tmp_path)
    good, go_on, threads = newest_good(tmp_path), threading.Event(), list[str]()
    assert good is not None
    catch_up = catching_up.catch_up

    def slowly(*asked: Any) -> None:
        threads.append(threading.current_thread().name)
        go_on.wait(30)
        catch_up(*asked)

    monkeypatch.setattr("mopsbox.store.catch_up", slowly)
    keeper = Keeper(tmp_path, table.log.append, lambda: TODAY)
    made = lambda: table.loop.inbox.put(restoring.made_ready(table.store, good.path, table.clock, table.log.append))  # noqa: E731
    table.loop.restore = lambda: keeper.restore(made)
    keeper.start()
    table.key("ok")
    eventually(lambda: threads)
    assert "Getting the backup back" in table.words() and not {"yes", "no"} & table.words()
    for key in ("ok", "left", "ok"):  # nobody can say yes twice, nor no any more
        table.key(key)
    assert table.box.mode == "restore" and table.store.games() == []
    table.key("back")
    assert table.box.menu is not None
    table.key("back")
    go_on.set()
    eventually(lambda: not table.loop.inbox.empty())
    table.wait(20)
    assert table.box.mode == "offer" and threads == ["keeper"] and table.log == []
    assert "Getting the backup back" not in table.words()
    table.key("ok")
    assert table.actions() == stood
    keeper.close()
    table.store.close()


def test_who_tries_the_buzzers_meanwhile_is_asked_about_the_game_afterwards(tmp_path: Path) -> None:
    an_evening(tmp_path).store.close()
    damaged(tmp_path)
    table, asked = Table(folder=tmp_path), list[bool]()
    make_ready = table.loop.restore
    table.loop.restore = lambda: asked.append(True)
    table.key("ok")
    table.choose("test-buzzers")
    assert table.box.mode == "wizard" and asked
    make_ready()
    table.wait(20)
    assert table.box.mode == "wizard" and len(table.store.games()) == 2
    table.key("back")
    assert table.box.mode == "offer"
    table.store.close()


@pytest.mark.parametrize("mode", get_args(Mode))
def test_the_service_is_told_what_the_box_does_wherever_it_stands(mode: Mode) -> None:
    """In wall time the first status is due before the first press: a word missing for it ended every start."""
    does = status(replace(boxes.new(0), mode=mode))
    assert does and "\n" not in does


def test_a_box_in_wall_time_asks_and_brings_everything_back(tmp_path: Path) -> None:
    """The whole program, with its threads and its window."""
    lost_evening(tmp_path)
    script = tmp_path / "script.jsonl"
    script.write_bytes(encoded({"script": 1, "size": [800, 480]}, {"at_ms": 100, "press": "ok"}))
    command = [sys.executable, "-m", "mopsbox", "play", "--script", str(script), "--data", str(tmp_path)]
    box = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)

    def back() -> bool:
        assert box.poll() is None, "it ended"
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(address, uri=True)) as database:
            return bool(database.execute("SELECT count(*) FROM game").fetchone()[0])
        return False

    address = f"{(tmp_path / 'mopsbox.db').as_uri()}?mode=ro"
    try:
        eventually(back)
    finally:
        box.terminate()
        _, said = box.communicate()
    assert box.returncode == 0 and "Traceback" not in said, said
    store = open_store(tmp_path)
    assert [len(store.actions(played.n)) for played in store.games()] == [19, 19, 8, 12]
    assert [person.name for person in store.people()] == ["Ada"]
    store.close()


def test_a_disk_that_ends_in_the_very_moment_costs_the_evening_and_not_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost_evening(tmp_path)
    store = saved.open_readable(tmp_path, 200)
    good = opening.lost(store, tmp_path, None)
    assert good and restoring.made_ready(store, good.path, lambda: 0, print).why == ""

    def full(*asked: object, **more: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("mopsbox.backups.set_aside", full)
        patch.setattr("mopsbox.store.opened", full)
        with pytest.raises(StoreFault, match="the disk is full"):
            store.take_over()
    for ask in (store.people, store.games, lambda: game(store, 1)):
        with pytest.raises(StoreFault, match="the next start tries"):
            ask()
    store.close()
    again = saved.open_readable(tmp_path, 200)
    assert opening.lost(again, tmp_path, None) is not None, "asked once more"
    again.close()
