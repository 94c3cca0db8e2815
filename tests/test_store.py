"""The store on real folders: what was acknowledged is there, whatever happened to the box or its disk."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mopsbox import recall
from mopsbox.database import Read, _verdict
from mopsbox.jsonl import BadInput, read_objects
from mopsbox.saved import open_readable
from mopsbox.store import Store, StoreFault, open_store
from mopsbox.table import Seat
from tests.conftest import Disk

HEADER = {"journal": 1, "game": "mopseinander", "seats": [1, 2, 3], "first": 1, "pile": [1, 2, 3, 4], "face": "front"}
EDGES = '{"edges":1,"seats":[1,2,3],"held":[],"early_penalty_ms":0,"seed":0}'


def roll(n: int) -> dict[str, object]:
    return {"do": "roll", "green": n % 6 + 1, "red": 1, "note": f"Würfel {n}"}


def play(store: Store, actions: int) -> int:
    game = store.begin(HEADER, 1_000)
    for n in range(actions):
        store.append(game, roll(n), 2_000 + n)
    return game


def journal(folder: Path, game: int) -> list[dict[str, object]]:
    return [value for _, value in read_objects(folder / "games" / f"{game}.jsonl")]


def as_journal(actions: int) -> list[dict[str, object]]:
    """What `play` must leave in the journal file (formats.md: header, then one action a line)."""
    return [{**HEADER, "at_us": 1_000}, *({**roll(n), "at_us": 2_000 + n} for n in range(actions))]


# -- an ordinary evening


def test_a_game_is_there_after_closing_and_opening_again(tmp_path: Path) -> None:
    store = open_store(tmp_path / "new" / "folder")
    game = play(store, 3)
    store.close()
    again = open_store(tmp_path / "new" / "folder")
    assert again.notice is None
    assert again.unfinished() == (game, HEADER, [roll(0), roll(1), roll(2)])
    again.append(game, roll(3), 9)
    assert again.actions(game) == [roll(n) for n in range(4)]
    again.close()


def test_the_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """Nothing lost (design.md, 2): a power cut cannot be had here, the setting that withstands one can be read."""
    store = open_store(tmp_path)
    assert store._rows("PRAGMA journal_mode") == [("wal",)]
    assert store._rows("PRAGMA synchronous") == [(2,)]
    store.close()


def test_the_journal_file_is_written_as_the_game_is_played(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = store.begin(HEADER, 1_000)
    assert journal(tmp_path, game) == as_journal(0)
    for n in range(3):
        store.append(game, roll(n), 2_000 + n)
        assert journal(tmp_path, game) == as_journal(n + 1)
    store.close()


def test_finished_and_abandoned_games_are_not_offered_again(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    first, second, third = play(store, 1), play(store, 2), play(store, 0)
    assert [first, second, third] == [1, 2, 3]
    assert store.unfinished() == (third, HEADER, [])
    store.abandon(third)
    assert store.unfinished() == (second, HEADER, [roll(0), roll(1)])
    store.finish(second, {"winners": [2]})
    store.finish(first, {"winners": []}, ended_early=True)
    assert store.unfinished() is None
    stored = [(p.n, p.game, p.finished is not None, p.ended_early, p.result) for p in store.games()]
    assert stored == [
        (1, "mopseinander", True, True, {"winners": []}),
        (2, "mopseinander", True, False, {"winners": [2]}),
        (3, "mopseinander", True, True, None),
    ]
    store.close()


def test_an_undo_at_the_podium_lets_the_game_run_again(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = play(store, 2)
    store.finish(game, {"winners": [1]})
    store.append(game, {"do": "undo"}, 2_002)
    assert store.unfinished() == (game, HEADER, [roll(0), roll(1), {"do": "undo"}])
    assert store.games()[0].result is None
    assert journal(tmp_path, game) == [*as_journal(2), {"do": "undo", "at_us": 2_002}]
    store.close()


def test_actions_accepted_together_are_stored_together(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = store.begin(HEADER, 0)
    store.append_all(game, [roll(0), roll(1)], 5)
    for unfit in (float("nan"), "\ud800"):  # no JSON; JSON that no file can hold, which shows only half way through
        with pytest.raises(ValueError):
            store.append_all(game, [roll(2), {"do": unfit}], 6)
        assert store.actions(game) == [roll(0), roll(1)]
    assert len(journal(tmp_path, game)) == 3
    store.close()


def test_an_action_of_no_game_is_our_mistake_not_the_disks(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with pytest.raises(sqlite3.IntegrityError):
        store.append(77, roll(0), 0)
    assert play(store, 1) == 1
    store.close()


def test_in_memory_there_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store(None)
    game = play(store, 2)
    store.edges(game, EDGES)(['{"t":5}'])
    assert store.unfinished() == (game, HEADER, [roll(0), roll(1)])
    assert store.last_edge_t(game) is None
    store.finish(game, {})
    store.close()
    assert list(tmp_path.iterdir()) == []


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.dictionaries(st.text("dowith", max_size=4), _VALUES, max_size=4), max_size=4))
def test_whatever_json_an_action_is_it_comes_back_the_same(actions: list[dict[str, object]]) -> None:
    store = open_store(None)
    game = store.begin(HEADER, 0)
    for action in actions:
        store.append(game, action, 0)
    assert store.actions(game) == actions
    store.close()


# -- the copies heal


def test_a_half_line_in_the_journal_is_gone_after_the_next_start(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = play(store, 2)
    store.close()
    file = tmp_path / "games" / "1.jsonl"
    file.write_bytes(file.read_bytes()[:-9])  # the last action half written
    (tmp_path / "games" / "1.jsonl.tmp").write_bytes(b"a rewrite that a power cut ended")
    store = open_store(tmp_path)
    assert store.unfinished() == (game, HEADER, [roll(0), roll(1)])
    assert journal(tmp_path, game) == as_journal(2)
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["1.jsonl"]
    store.close()


def test_a_journal_that_cannot_be_written_costs_no_action_and_heals(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = play(store, 1)
    (tmp_path / "games").rename(tmp_path / "gone")
    store.append(game, roll(1), 2_001)
    store.append(game, roll(2), 2_002)
    assert store.actions(game) == [roll(0), roll(1), roll(2)]
    (tmp_path / "gone").rename(tmp_path / "games")
    assert journal(tmp_path, game) == as_journal(1)
    store.append(game, roll(3), 2_003)
    assert journal(tmp_path, game) == as_journal(4)
    store.close()


# -- the edge log


def test_the_edge_log_goes_on_where_it_was_without_its_half_last_line(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = play(store, 0)
    edges = store.edges(game, EDGES)
    assert store.last_edge_t(game) is None
    edges(['{"t":900,"seat":2,"edge":"closed"}', '{"t":400,"do":"arm"}'])
    edges([])
    assert store.last_edge_t(game) == 900
    store.close()
    log = tmp_path / "games" / "1.edges.jsonl"
    whole = log.read_bytes()
    for tail in (b'{"t":950,"se', b"\0" * 300, b'{"t":950,"se\0\0\0\n', b'{"t":950,"se\n\0\0'):
        log.write_bytes(whole + tail)
        store = open_store(tmp_path)
        assert store.last_edge_t(game) == 900
        store.edges(game, EDGES)
        assert log.read_bytes() == whole
        store.close()
    store = open_store(tmp_path)
    store.edges(game, EDGES)(['{"t":990,"do":"open"}'])
    lines = [value for _, value in read_objects(log)]
    assert lines[0] == json.loads(EDGES)
    assert [line["t"] for line in lines[1:]] == [900, 400, 990]
    store.close()


def test_an_edge_log_of_half_a_header_begins_anew(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    game = play(store, 0)
    log = tmp_path / "games" / "1.edges.jsonl"
    log.write_text(EDGES[:20])
    store.edges(game, EDGES)(['{"t":1,"do":"arm"}'])
    assert log.read_text() == EDGES + '\n{"t":1,"do":"arm"}\n'
    store.close()


# -- old games make room


def test_old_game_files_go_first_and_the_running_games_never(tmp_path: Path) -> None:
    store = open_store(tmp_path, games_mb=1)
    big = ['{"t":1,"note":"' + "x" * 600_000 + '"}']
    for _ in range(3):
        game = play(store, 1)
        store.edges(game, EDGES)(big)
    # Games 2 and 3 are too much together when 3 ends; the ended one itself stays.
    store.finish(3, {})
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["3.edges.jsonl", "3.jsonl"]
    running = play(store, 1)
    store.edges(running, EDGES)(big * 2)
    store.append(running, roll(1), 2_001)
    store.finish(running, {})
    assert sorted(path.name for path in (tmp_path / "games").iterdir()) == ["4.edges.jsonl", "4.jsonl"]
    assert [len(store.actions(game)) for game in (1, 2, 3, 4)] == [1, 1, 1, 2]  # the database keeps everything
    store.close()


def test_strange_files_among_the_games_are_left_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path, games_mb=1)
    mine = tmp_path / "games" / "my notes.jsonl"
    mine.write_bytes(b"x" * 3_000_000)
    store.finish(play(store, 1), {})
    assert mine.exists()
    assert len(journal(tmp_path, 1)) == 2
    store.close()


# -- two boxes, no folder, no permission


def test_a_second_box_on_the_same_folder_is_told_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with pytest.raises(BadInput, match=r"another Mopsbox is using this folder; end that one, or .*--data"):
        open_store(tmp_path)
    game = play(store, 1)
    store.close()
    store.close()  # twice does no harm
    again = open_store(tmp_path)
    assert again.unfinished() == (game, HEADER, [roll(0)])
    again.close()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    for place in (tmp_path / "data", tmp_path / "data" / "below"):
        with pytest.raises(StoreFault) as caught:
            open_store(place)
        assert caught.value.word == "disk-fault"
        assert str(place) in str(caught.value)


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Root may write everywhere: for a while be somebody who may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_may_not_be_written() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = open_store(folder)
        play(store, 2)
        store.close()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = (folder / "mopsbox.db").read_bytes()
        with as_nobody(), pytest.raises(StoreFault) as caught:
            open_store(folder)
        assert caught.value.word == "disk-fault"
        assert (folder / "mopsbox.db").read_bytes() == before
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        store = open_store(folder)
        assert (store.notice, store.actions(1)) == (None, [roll(0), roll(1)])
        store.close()


# -- a full disk


def test_a_full_disk_keeps_what_was_stored_and_takes_the_next_when_there_is_room(disk: Disk) -> None:
    store = open_store(disk.folder)
    game = play(store, 3)
    acknowledged = 3
    disk.fill()
    with pytest.raises(StoreFault) as caught:
        for acknowledged in range(3, 2_000):
            store.append(game, roll(acknowledged), 2_000 + acknowledged)
    assert caught.value.word == disk.word
    assert str(disk.folder) in str(caught.value)
    for _ in range(3):  # pressing again does not help, nor harm
        with pytest.raises(StoreFault):
            store.append(game, {"do": "close", "note": "x" * 9_000}, 0)
        with pytest.raises(StoreFault):
            store.begin({**HEADER, "note": "x" * 9_000}, 0)
    assert store.actions(game) == [roll(n) for n in range(acknowledged)]
    disk.make_room()
    store.append(game, roll(acknowledged), 2_000 + acknowledged)
    assert store._rows("SELECT n FROM action ORDER BY n") == [(n,) for n in range(1, acknowledged + 2)]
    assert journal(disk.folder, game) == as_journal(acknowledged + 1)
    store.close()
    again = open_store(disk.folder)
    assert again.notice is None
    assert again.unfinished() == (game, HEADER, [roll(n) for n in range(acknowledged + 1)])
    again.close()


def test_a_full_disk_at_the_start_is_no_damage(disk: Disk) -> None:
    store = open_store(disk.folder)
    game = play(store, 3)
    store.close()
    disk.fill()
    with contextlib.suppress(StoreFault):  # it may open, or say that the disk is full; it may not set aside
        store = open_store(disk.folder)
        assert store.notice is None
        assert store.unfinished() == (game, HEADER, [roll(0), roll(1), roll(2)])
        store.close()
    disk.make_room()
    store = open_store(disk.folder)
    assert store.notice is None
    assert store.unfinished() == (game, HEADER, [roll(0), roll(1), roll(2)])
    store.close()


def test_a_batch_of_edges_is_in_the_log_whole_or_not_at_all(disk: Disk) -> None:
    store = open_store(disk.folder)
    game = play(store, 0)
    edges = store.edges(game, EDGES)
    log = disk.folder / "games" / "1.edges.jsonl"
    before = log.read_bytes()
    disk.fill()
    with pytest.raises(StoreFault) as caught:
        edges([f'{{"t":{t},"do":"arm"}}' for t in range(100_000)])
    assert caught.value.word == "disk-full"
    assert log.read_bytes() == before
    disk.make_room()
    edges(['{"t":7,"do":"arm"}'])
    assert log.read_bytes() == before + b'{"t":7,"do":"arm"}\n'
    store.close()


# -- a damaged database


def _spoilt_head(file: Path) -> None:
    file.write_bytes(b"\xff" * 100 + file.read_bytes()[100:])


def _spoilt_last_page(file: Path) -> None:
    """Nothing that opening reads by itself: only the check of the whole finds it."""
    data = file.read_bytes()
    file.write_bytes(data[:-4096] + random.Random(1).randbytes(4096))


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:6_000])


def _no_database(file: Path) -> None:
    file.write_text("Once upon a time there was a pug.\n" * 40)


def _other_tables(file: Path) -> None:
    file.unlink()
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE game (score)")
    other.close()


SPOILERS = [_spoilt_head, _spoilt_last_page, _cut, _no_database, _other_tables]


@pytest.mark.parametrize("spoil", SPOILERS)
def test_a_damaged_database_is_set_aside_and_a_new_one_begun(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    store = open_store(tmp_path)
    old = play(store, 200)  # more than a page
    store.close()
    spoil(tmp_path / "mopsbox.db")
    spoilt = (tmp_path / "mopsbox.db").read_bytes()
    store = open_store(tmp_path)
    assert store.notice == "db-damaged"
    assert store.unfinished() is None
    (aside,) = tmp_path.glob("mopsbox-damaged-*.db")
    assert aside.read_bytes() == spoilt
    new = play(store, 1)
    assert new == old + 1  # the old game's files are not written over
    assert journal(tmp_path, old) == as_journal(200)
    store.close()
    again = open_store(tmp_path)
    assert again.notice is None
    assert again.unfinished() == (new, HEADER, [roll(0)])
    again.close()


def test_a_database_that_is_cut_off_anywhere_is_noticed(tmp_path: Path) -> None:
    """Also in its last page, which SQLite would fill with zeros and find in order."""
    store = open_store(tmp_path / "whole")
    play(store, 100)
    store.close()
    whole = (tmp_path / "whole" / "mopsbox.db").read_bytes()
    for length in sorted({*range(1, len(whole), 487), *range(len(whole) - 4096, len(whole), 128), len(whole) - 1}):
        folder = tmp_path / str(length)
        folder.mkdir()
        (folder / "mopsbox.db").write_bytes(whole[:length])
        store = open_store(folder)
        assert store.notice == "db-damaged", length
        (aside,) = folder.glob("mopsbox-damaged-*.db")
        assert aside.read_bytes() == whole[:length]
        store.close()


@given(st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_garbage_anywhere_in_a_database_never_keeps_the_box_from_starting(closed: Path, data: st.DataObject) -> None:
    """SQLite keeps no sums: a changed letter may pass. The box comes up, and what it cannot read is set aside whole."""
    whole = closed.read_bytes()
    spoilt = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(spoilt) - 1))
        new = data.draw(st.binary(min_size=1, max_size=300))
        spoilt[at : at + len(new)] = new
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mopsbox.db").write_bytes(spoilt[: len(whole)])
        try:
            store = open_readable(folder, 200)
        except BadInput as said:  # the one number that says which version wrote it
            assert "was written by a newer Mopsbox" in str(said)
            assert (folder / "mopsbox.db").read_bytes() == spoilt[: len(whole)]
            return
        with contextlib.suppress(StoreFault):  # the table is told
            recall.book(store)
        game = play(store, 2)
        assert store.actions(game) == [roll(0), roll(1)]
        for aside in folder.glob("mopsbox-damaged-*.db"):
            assert len(aside.read_bytes()) == len(whole)
        store.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of some pages, closed."""
    folder = tmp_path_factory.mktemp("whole")
    store = open_store(folder)
    play(store, 100)
    store.finish(play(store, 20), {"scores": {"1": 1}, "winners": [1]})
    store.close()
    return folder / "mopsbox.db"


def test_a_log_that_is_cut_off_or_spoilt_anywhere_costs_its_end_and_no_more(tmp_path: Path) -> None:
    """The log beside the database, as a dying card leaves it: what stands before the damage is there, in its order."""
    store = open_store(tmp_path / "box")
    play(store, 40)
    files = {path.name: path.read_bytes() for path in (tmp_path / "box").glob("mopsbox.db*") if path.suffix != ".lock"}
    store.close()
    log, counts = files["mopsbox.db-wal"], []
    for n, at in enumerate(range(0, len(log), len(log) // 40)):
        for spoil in ("cut", "garbage"):
            folder = tmp_path / f"{n}{spoil}"
            folder.mkdir()
            (folder / "mopsbox.db").write_bytes(files["mopsbox.db"])
            rest = b"" if spoil == "cut" else random.Random(n).randbytes(len(log) - at)
            (folder / "mopsbox.db-wal").write_bytes(log[:at] + rest)
            again = open_readable(folder, 200)
            actions = again.actions(1) if again.games() else []
            assert actions == [roll(n) for n in range(len(actions))]
            counts.append(len(actions))
            play(again, 1)
            again.close()
    assert counts[0] == 0 and max(counts) > 30 and counts == sorted(counts)


@pytest.mark.parametrize("left", ["nothing", "an empty file"])
def test_a_log_whose_database_is_gone_is_kept(left: str, tmp_path: Path) -> None:
    """SQLite alone would delete it, and with it the evening."""
    (tmp_path / "mopsbox.db-wal").write_bytes(b"the last evening")
    if left == "an empty file":
        (tmp_path / "mopsbox.db").touch()
    store = open_store(tmp_path)
    assert store.notice == "db-damaged"
    (aside,) = tmp_path.glob("mopsbox-damaged-*.db-wal")
    assert aside.read_bytes() == b"the last evening"
    store.close()


def test_a_second_damage_in_the_same_second_gets_its_own_name(tmp_path: Path) -> None:
    for _ in range(3):
        (tmp_path / "mopsbox.db").write_text("no database at all" * 99)
        open_store(tmp_path).close()
    assert len(list(tmp_path.glob("mopsbox-damaged-*.db"))) == 3


@pytest.mark.parametrize("rotten_line", [b'{"do":', b'\xff"do":"roll"}'])
def test_a_game_with_a_rotten_line_is_passed_over_and_stays_stored(
    rotten_line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large database; a small one is read through (test_rot)."""
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    store = open_store(tmp_path)
    sound, rotten = play(store, 1), play(store, 2)
    store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "mopsbox.db")) as other, other:
        other.execute("UPDATE action SET body = CAST(? AS TEXT) WHERE game = ? AND n = 2", (rotten_line, rotten))
    store = open_readable(tmp_path, 200)
    assert store.unfinished() == (sound, HEADER, [roll(0)])
    assert store.notice == "db-doubt"
    assert [played.n for played in store.games()] == [sound, rotten]
    store.close()


def test_where_bots_sit_is_kept_beside_the_journal_and_not_in_it(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    people, mixed = store.begin(HEADER, 0), store.begin(HEADER, 0, {Seat(3), Seat(1)})
    store.close()
    again = open_store(tmp_path)
    assert (again.bots(people), again.bots(mixed)) == (frozenset(), {1, 3})
    again.close()
    files = [(tmp_path / "games" / f"{game}.jsonl").read_text() for game in (people, mixed)]
    assert files[0] == files[1]


FIRST_VERSION = """
CREATE TABLE game (id INTEGER PRIMARY KEY, game TEXT NOT NULL, header TEXT NOT NULL, at_us INTEGER NOT NULL,
    version TEXT NOT NULL, started TEXT NOT NULL, finished TEXT, ended_early INTEGER NOT NULL DEFAULT 0, result TEXT);
CREATE TABLE action (game INTEGER NOT NULL REFERENCES game (id), n INTEGER NOT NULL, at_us INTEGER NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (game, n)) WITHOUT ROWID;
PRAGMA user_version = 1;
"""


def test_a_folder_from_before_bots_were_kept_opens_and_its_game_goes_on(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "mopsbox.db")) as old, old:
        old.executescript(FIRST_VERSION)
        old.execute(
            "INSERT INTO game VALUES (7, 'mopseinander', ?, 0, '0.1.0', '', NULL, 0, NULL)",
            (json.dumps(HEADER),),
        )
        old.execute("INSERT INTO action VALUES (7, 1, 5, ?)", (json.dumps(roll(0)),))
    for _ in range(2):  # the second time it is a folder of today
        store = open_store(tmp_path)
        assert (store.notice, store.unfinished(), store.bots(7)) == (None, (7, HEADER, [roll(0)]), frozenset())
        new = store.begin(HEADER, 9, {Seat(2)})
        assert store.bots(new) == {2}
        store.abandon(new)
        store.close()


def test_a_database_of_a_newer_box_is_left_alone(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    with contextlib.closing(sqlite3.connect(tmp_path / "mopsbox.db")) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(BadInput, match=r"mopsbox\.db: was written by a newer Mopsbox; update this one"):
        open_store(tmp_path)
    assert not list(tmp_path.glob("mopsbox-damaged-*"))


def test_a_very_large_database_is_read_through_in_part_and_what_is_damaged_there_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box with 100,000 games starts within a second; the rest of the file is read through with every backup."""
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    store = open_store(tmp_path)
    checks: list[str] = []
    store._db.close()
    store._db = sqlite3.connect(tmp_path / "mopsbox.db", isolation_level=None)
    store._db.set_trace_callback(checks.append)
    assert _verdict(store._db, tmp_path / "mopsbox.db", Read.USUAL) == "ok"
    assert {check.split("(")[1] for check in checks if "quick_check" in check} >= {"game)", "bot)", "person)", "total)"}
    assert not [check for check in checks if "action" in check or "quick_check(1)" in check]
    store.close()
    spoil(tmp_path / "mopsbox.db", "game")
    again = open_store(tmp_path)
    assert again.notice == "db-damaged" and again.games() == []
    again.close()


def test_a_large_database_damaged_where_the_evening_reads_is_set_aside_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening it finds nothing wrong; the unfinished game cannot be read. The box comes up all the same, and asks."""
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)
    store = open_store(tmp_path)
    game = store.begin({"game": "mopseinander"}, 0)
    store.append_all(game, [{"a": "roll", "note": "x" * 200}] * 400, 1)
    store.close()
    file = tmp_path / "mopsbox.db"
    with open(file, "r+b") as database:  # the last page is the last leaf of the game's actions
        database.seek(file.stat().st_size - 4096)
        database.write(b"\xff" * 4096)
    plain = open_store(tmp_path)
    assert plain.notice is None
    plain.close()
    evening = open_readable(tmp_path, 200)
    assert evening.notice == "db-damaged" and evening.games() == []
    evening.close()
    assert len(list(tmp_path.glob("mopsbox-damaged-*.db"))) == 1


def spoil(file: Path, table: str) -> None:
    """The first page of a table is overwritten."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        size = database.execute("PRAGMA page_size").fetchone()[0]
    with open(file, "r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\x55" * size)


# -- kill -9


CHILD = """
import sys
from pathlib import Path
from mopsbox.store import open_store
store = open_store(Path(sys.argv[1]))
saved = store.unfinished()
game, _, actions = saved or (store.begin({"journal": 1, "game": "mopsen"}, 0), {}, [])
edges = store.edges(game, '{"edges":1}')
n = len(actions)
print(n, flush=True)
while True:
    n += 1
    edges([f'{{"t":{n},"do":"arm"}}', f'{{"t":{n},"do":"close"}}'])
    store.append(game, {"do": "roll", "number": n}, n)
    print(n, flush=True)
"""


def test_killed_in_the_middle_of_appends_every_acknowledged_action_is_there(tmp_path: Path) -> None:
    chance = random.Random(20)
    for _ in range(5):
        child = subprocess.Popen([sys.executable, "-c", CHILD, tmp_path], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        acknowledged = int(child.stdout.readline())
        for _ in range(chance.randrange(1, 60)):
            acknowledged = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        # What it said before it died counts as well.
        acknowledged = max([acknowledged, *map(int, child.stdout.read().split("\n")[:-1])])
        child.wait()
        child.stdout.close()
        store = open_store(tmp_path)
        saved = store.unfinished()
        assert saved is not None
        game, _, actions = saved
        assert game == 1
        assert [action["number"] for action in actions] == list(range(1, len(actions) + 1))
        assert acknowledged <= len(actions) <= acknowledged + 1
        assert journal(tmp_path, 1)[1:] == [{**action, "at_us": n} for n, action in enumerate(actions, 1)]
        store.edges(game)
        stamps = [int(str(value["t"])) for _, value in read_objects(tmp_path / "games" / "1.edges.jsonl")[1:]]
        assert {action["number"] for action in actions} <= set(stamps)
        assert store.last_edge_t(game) == max(stamps, default=None)
        store.close()
