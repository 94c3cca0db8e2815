"""Games of another box come in once, with their people; a bad file changes nothing."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from mopsbox import backups
from mopsbox.export import export
from mopsbox.incoming import take_in
from mopsbox.jsonl import BadInput
from mopsbox.people import LONGEST, BadName
from mopsbox.store import Store, open_store
from mopsbox.table import Seat
from tests import many_games
from tests.restored import restored
from tests.test_cli import mopsbox
from tests.test_sittings import HEADER, KIND, added_up_anew, evening, older, over, sums
from tests.test_store import as_nobody, roll

TODAY = date(2026, 11, 30)


def box(folder: Path, *people: tuple[str, int], games: int = 2, salt: int = 0) -> Store:
    """A box where these people played so many games, each a different one."""
    store = open_store(folder)
    known = [store.add_person(name, Seat(style)) for name, style in people]
    for n in range(games):
        seats = {Seat(k): p.id for k, p in enumerate(known, 1)}
        game = store.begin({**HEADER, "note": f"{salt} {n}"}, 0, (), seats)
        store.append(game, roll(n), 5)
        over(store, game, [n + 2, 1, 0], quickest=10**6, right=n + 1)
    return store


def backup(folder: Path) -> Path:
    made = backups.make(folder, TODAY)
    assert made is not None
    return folder / "backups" / made.name


def in_short(folder: Path) -> list[tuple[int, list[tuple[str | None, int]]]]:
    store = open_store(folder)
    found = [(past.n, [(s.person and s.person.name, s.points) for s in past.sat]) for past in store.past(1000)]
    assert sums(store) == added_up_anew(store)
    store.close()
    return found[::-1]


def test_games_come_in_after_ours_with_their_people_and_only_once(tmp_path: Path) -> None:
    box(tmp_path / "ours", ("Otto", 1), ("Ada", 2)).close()
    box(tmp_path / "theirs", ("OTTO", 1), ("Zoë", 2), salt=1).close()
    file = backup(tmp_path / "theirs")
    before = file.read_bytes()
    assert str(take_in(tmp_path / "ours", file)) == "2 games came in; 0 were here already; new names: Zoë"
    after = in_short(tmp_path / "ours")
    assert [n for n, _ in after] == [1, 2, 3, 4]
    assert after[2:] == [(3, [("Otto", 2), ("Zoë", 1), (None, 0)]), (4, [("Otto", 3), ("Zoë", 1), (None, 0)])]
    for again in (file, export(tmp_path / "theirs", tmp_path, "de")):  # the same games on another way
        assert str(take_in(tmp_path / "ours", again)) == "0 games came in; 2 were here already"
    assert in_short(tmp_path / "ours") == after and file.read_bytes() == before
    assert not list((tmp_path / "ours").glob("import*"))
    store = open_store(tmp_path / "ours")
    (otto, *_) = store.totals(KIND)
    assert (otto.person.name, otto.games, otto.wins, otto.longest_streak, otto.right) == ("Otto", 4, 4, 4, 6)
    assert store.actions(4) == [roll(1)]
    store.close()


def test_one_name_with_two_styles_is_two_people_and_stays_two(tmp_path: Path) -> None:
    box(tmp_path / "ours", ("Otto", 1)).close()
    theirs = box(tmp_path / "theirs", ("Otto", 4), salt=1)
    theirs.close()
    assert str(take_in(tmp_path / "ours", backup(tmp_path / "theirs"))).endswith("new names: Otto (2)")
    more = open_store(tmp_path / "theirs")
    evening(more, more.people(), [7, 1])
    more.close()
    assert str(take_in(tmp_path / "ours", backup(tmp_path / "theirs"))) == "1 games came in; 2 were here already"
    store = open_store(tmp_path / "ours")
    assert sorted((p.name, p.style) for p in store.people()) == [("Otto", 1), ("Otto (2)", 4)]
    assert {t.person.name: t.games for t in store.totals(KIND)} == {"Otto": 2, "Otto (2)": 3}
    store.close()


def test_a_running_game_stays_out_and_comes_with_its_end(tmp_path: Path) -> None:
    box(tmp_path / "ours", ("Otto", 1)).close()
    theirs = box(tmp_path / "theirs", games=0)
    game = theirs.begin(HEADER, 0)
    theirs.append(game, roll(1), 5)
    early = backup(tmp_path / "theirs")
    assert str(take_in(tmp_path / "ours", early)).endswith("1 without an end stayed out")
    over(theirs, game, [3, 4])
    first = backup(tmp_path / "theirs")
    assert take_in(tmp_path / "ours", first).new == 1
    theirs.append_all(game, [{"do": "undo"}, roll(2)], 9)  # the podium was too early
    over(theirs, game, [9, 4])
    theirs.close()
    came = take_in(tmp_path / "ours", backup(tmp_path / "theirs"))
    assert (came.new, came.longer, came.known) == (0, 1, 0)
    assert in_short(tmp_path / "ours")[2] == (3, [(None, 9), (None, 4)])
    assert take_in(tmp_path / "ours", first).known == 1  # the older one takes nothing back
    assert in_short(tmp_path / "ours")[2] == (3, [(None, 9), (None, 4)])
    store = open_store(tmp_path / "ours")
    assert store.actions(3) == [roll(1), {"do": "undo"}, roll(2)]
    store.close()


def test_two_boxes_that_went_different_ways_from_one_backup_keep_both(tmp_path: Path) -> None:
    ours = box(tmp_path / "ours", games=1)
    ours.close()
    shutil.copytree(tmp_path / "ours", tmp_path / "theirs")
    for folder, number in (("ours", 3), ("theirs", 4)):
        store = open_store(tmp_path / folder)
        store.append(1, roll(number), 9)
        over(store, 1, [number, 0])
        store.close()
    assert take_in(tmp_path / "ours", backup(tmp_path / "theirs")).new == 1
    assert [points for _, points in in_short(tmp_path / "ours")] == [[(None, 3), (None, 0)], [(None, 4), (None, 0)]]
    assert take_in(tmp_path / "ours", backup(tmp_path / "theirs")).known == 1


def test_a_backup_of_an_older_box_is_added_up_as_it_comes(tmp_path: Path) -> None:
    older(tmp_path / "theirs")
    before = (tmp_path / "theirs" / "mopsbox.db").read_bytes()
    box(tmp_path / "ours").close()
    with contextlib.closing(sqlite3.connect(tmp_path / "theirs" / "mopsbox.db")) as mended, mended:
        mended.execute("DELETE FROM action WHERE game = 2")
        mended.execute("DELETE FROM game WHERE id = 2")
    assert take_in(tmp_path / "ours", tmp_path / "theirs").new == 1  # a folder with a database in it
    store = open_store(tmp_path / "ours")
    newest = store.past(1)[0]
    assert newest.n == 3 and sum(s.counts["right"] for s in newest.sat) > 0 and not newest.sat[0].person
    store.close()
    assert before[:16] == (tmp_path / "theirs" / "mopsbox.db").read_bytes()[:16]
    with contextlib.closing(sqlite3.connect(tmp_path / "theirs" / "mopsbox.db")) as left:
        assert left.execute("PRAGMA user_version").fetchone() == (1,)  # theirs is as it was


def newer(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])


def changed(file: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def no_database(file: Path) -> None:
    file.write_bytes(b"not a database, but long enough to look like a header of one" * 4)


def text_for_points(file: Path) -> None:
    changed(file, "UPDATE sitting SET points = 'many'")


def half_figures(file: Path) -> None:
    changed(file, "DROP TRIGGER sitting_else")
    changed(file, "UPDATE sitting SET figures = '{\"right\":'")


def words_for_counts(file: Path) -> None:
    changed(file, 'UPDATE sitting SET figures = \'{"right":"<b>"}\' WHERE seat = 2')


def a_date_that_talks(file: Path) -> None:
    changed(file, "UPDATE game SET started = '2026<script>' WHERE id = 2")


def a_game_that_talks(file: Path) -> None:
    changed(file, "UPDATE game SET game = '\x1b[31m' WHERE id = 1")


def a_list_for_a_header(file: Path) -> None:
    changed(file, "UPDATE game SET header = '[1]' WHERE id = 1")


def a_list_for_a_result(file: Path) -> None:
    changed(file, "UPDATE game SET result = '[1]' WHERE id = 1")


def a_number_for_an_action(file: Path) -> None:
    changed(file, "UPDATE action SET body = '7' WHERE game = 1")


def points_without_end(file: Path) -> None:
    changed(file, "UPDATE sitting SET points = 9223372036854775807 WHERE seat = 1")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (newer, "was written by a newer Mopsbox; update this one first"),
        (cut, "is cut off or not as it was written"),
        (no_database, "is no backup of a Mopsbox"),
        (text_for_points, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (half_figures, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (words_for_counts, r"is a damaged backup \(2 lines cannot be read\); nothing was taken in"),
        (a_date_that_talks, r"is a damaged backup \(1 lines cannot be read\); nothing was taken in"),
        (a_game_that_talks, r"is a damaged backup \(4 lines cannot be read\); nothing was taken in"),
        (a_list_for_a_header, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (a_list_for_a_result, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (a_number_for_an_action, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (points_without_end, r"is a damaged backup \(\d lines cannot be read\); choose another one"),
        (Path.unlink, "cannot be read .No such file or directory"),
    ],
)
def test_a_file_that_is_none_is_one_sentence_and_nothing_comes_in(
    spoil: Callable[[Path], None], why: str, tmp_path: Path
) -> None:
    box(tmp_path / "ours", ("Otto", 1)).close()
    box(tmp_path / "theirs", ("Zoë", 2), salt=1).close()
    file = backup(tmp_path / "theirs")
    spoil(file)
    before = in_short(tmp_path / "ours")
    with pytest.raises(BadInput, match=f"{file.name}: {why}"):
        take_in(tmp_path / "ours", file)
    assert in_short(tmp_path / "ours") == before and not list((tmp_path / "ours").glob("import*"))


def test_who_names_the_folder_above_an_export_is_told_which_one_is_meant(tmp_path: Path) -> None:
    box(tmp_path / "theirs", ("Otto", 1)).close()
    stick = tmp_path / "stick"
    stick.mkdir()
    with pytest.raises(BadInput, match=r"stick: holds no mopsbox\.db, name a backup, or the folder an export has made"):
        take_in(tmp_path / "ours", stick)
    made = export(tmp_path / "theirs", stick, "en")
    with pytest.raises(BadInput, match=r"stick: holds no mopsbox\.db, but mopsbox-0001: name that one"):
        take_in(tmp_path / "ours", stick)
    assert take_in(tmp_path / "ours", made).new == 2


def test_names_of_a_stranger_are_cleaned_or_left_out(tmp_path: Path) -> None:
    box(tmp_path / "ours").close()
    box(tmp_path / "theirs", ("a", 1), ("b", 2), ("c", 3), salt=1).close()
    file = backup(tmp_path / "theirs")
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        names = {"a": "x\u202egnol\n" + "y" * 200, "b": "\u200b", "c": "C"}
        database.executemany("UPDATE person SET name = ? WHERE name = ?", [(new, old) for old, new in names.items()])
        database.execute("UPDATE person SET style = 77 WHERE name = 'C'")
    take_in(tmp_path / "ours", file)
    store = open_store(tmp_path / "ours")
    assert {(len(p.name), p.name[:5]) for p in store.people()} == {(LONGEST, "xgnol"), (1, "C")}
    assert all(1 <= p.style <= 8 for p in store.people())
    store.close()


def test_a_file_with_flipped_bytes_comes_in_whole_or_not_at_all(tmp_path: Path) -> None:
    many_games.fill(tmp_path / "theirs", 12)
    file, lots = backup(tmp_path / "theirs"), random.Random(4)
    whole = file.read_bytes()
    for n in range(25):
        spoiled = bytearray(whole)
        for _ in range(lots.choice([1, 3, 40])):
            spoiled[lots.randrange(100, len(spoiled))] ^= 1 << lots.randrange(8)
        file.write_bytes(spoiled)
        folder = tmp_path / f"ours{n}"
        box(folder, ("Otto", 1)).close()
        new = 0
        with contextlib.suppress(BadInput):
            new = take_in(folder, file).new
        assert len(in_short(folder)) == 2 + new
        shutil.rmtree(folder)


def test_the_command_waits_for_no_box_that_is_on_and_says_so(tmp_path: Path) -> None:
    ours = box(tmp_path / "ours")
    box(tmp_path / "theirs", salt=1).close()
    file = backup(tmp_path / "theirs")
    done = mopsbox("import", file, "--data", tmp_path / "ours")
    assert (
        done.returncode == 2 and done.stderr.count("\n") == 1 and "another Mopsbox is using this folder" in done.stderr
    )
    ours.close()
    done = mopsbox("import", file, "--data", tmp_path / "ours")
    assert (done.returncode, done.stdout) == (0, "2 games came in; 0 were here already\n")


def test_where_the_boxs_user_may_not_look_the_file_is_named_and_nothing_is_written() -> None:
    """A backup in somebody's home that is closed to others; and the log beside one."""
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name), Path(name) / "home"
        folder.chmod(0o755)
        box(folder / "theirs", ("Otto", 1)).close()
        home.mkdir()
        file = Path(shutil.copy(backup(folder / "theirs"), home / "b.db"))
        log = home / "b.db-wal"
        log.write_bytes(b"anything")
        for closed, named in ((home, file), (home, home), (file, file), (log, file)):
            mode = closed.stat().st_mode
            closed.chmod(0)
            with (
                as_nobody(),
                tempfile.TemporaryDirectory() as ours,
                pytest.raises(BadInput, match=f"^{named}: cannot be read \\(Permission denied\\); check the name"),
            ):
                take_in(Path(ours), named)
            closed.chmod(mode)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_two_boxes_do_with_each_others_backups_each_game_is_there_once_and_the_sums_are_right(
    seed: int, tmp_path: Path
) -> None:
    """They play, take back, forget, rename, go back to a backup of their own, and now and then take in the other's."""
    lots, folders = random.Random(seed), (tmp_path / "a", tmp_path / "b")
    played = 0
    for folder in folders:
        box(folder, ("Otto", 1), ("Ada", 2), games=1, salt=1000 + len(folder.name)).close()
        backup(folder)
    for step in range(60):
        folder, other = lots.sample(folders, 2)
        store = open_store(folder)
        there = {p.id: p for p in store.people()}
        numbers = [game.n for game in store.games()]
        match lots.choice("ppppubfrgii"):
            case "p":
                who = lots.sample(sorted(there), min(len(there), lots.randint(0, 2)))
                game = store.begin({**HEADER, "note": f"{played}"}, 0, (), {Seat(n): p for n, p in enumerate(who, 1)})
                store.append(game, roll(played), 5)
                over(store, game, [lots.randint(0, 9) for _ in range(3)], quickest=10**6 + played, right=played % 5)
                played += 1
            case "u" if numbers:
                game = lots.choice(numbers)
                store.append_all(game, [{"do": "undo"}, roll(step)], 9)
                over(store, game, [lots.randint(0, 9) for _ in range(3)], right=1)
            case "b":
                backup(folder)
            case "f" if len(there) > 2:
                store.forget(lots.choice(sorted(there)))
            case "r" if there:
                with contextlib.suppress(BadName):
                    store.rename(lots.choice(sorted(there)), lots.choice(("Otto", "Zoë", "Jo", "Mia", f"p{step}")))
            case "g":
                restored(store, folder / "backups" / lots.choice(backups.listed(folder)).name)
            case "i":
                store.close()
                take_in(folder, backup(other))
                known = len(in_short(folder))
                assert take_in(folder, backup(other)).new == 0 and len(in_short(folder)) == known
                continue
        store.close()
        in_short(folder)  # the sums are those of the rows
        store = open_store(folder)
        for person in store.people():
            streak = longest = 0
            for sat in store.trend(person.id, KIND, last=1000):
                streak = streak + 1 if sat.won else 0
                longest = max(longest, streak)
            assert [t.longest_streak for t in store.totals(KIND) if t.person == person] in ([longest], [])
        store.close()
    assert played > 10


def test_games_that_came_in_are_in_a_backup_at_once(tmp_path: Path) -> None:
    """They have no journals here: what is lost this evening would be lost for good."""
    box(tmp_path / "ours", ("Otto", 1)).close()
    backup(tmp_path / "ours")
    box(tmp_path / "theirs", ("Zoë", 2), salt=1).close()
    take_in(tmp_path / "ours", backup(tmp_path / "theirs"))
    newest = backups.listed(tmp_path / "ours")[-1]
    assert newest.games == len(in_short(tmp_path / "ours")) == 4
