"""Evenings add up: who sat where, what it came to, forwards and backwards, and nothing of a forgotten name is left."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mopsbox import recall
from mopsbox.counted import Figures
from mopsbox.keeper import Keeper
from mopsbox.people import MOST_PEOPLE, BadName, Person
from mopsbox.statistics import Record, new_records
from mopsbox.store import Store, open_store
from mopsbox.table import Seat
from tests import many_games
from tests.at_table import Table
from tests.test_store import FIRST_VERSION
from tests.waiting import eventually

KIND = "mopseinander"
HEADER = {"journal": 1, "game": KIND, "seats": [1, 2, 3], "first": 1, "pile": [1, 2, 3, 4], "face": "front"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path)
    yield store
    store.close()


def evening(
    store: Store, people: Sequence[Person], points: Sequence[int], bots: Sequence[int] = (), **counts: int
) -> int:
    """A finished game; the people sit from seat 1 on, the most points win, and `counts` are everybody's figures."""
    game = store.begin(HEADER, 0, {Seat(n) for n in bots}, {Seat(n): p.id for n, p in enumerate(people, 1)})
    over(store, game, points, **counts)
    return game


def over(store: Store, game: int, points: Sequence[int], quickest: int | None = None, **counts: int) -> None:
    seats = [Seat(n) for n in range(1, len(points) + 1)]
    scores = dict(zip(map(str, seats), points, strict=True))
    winners = [seat for seat in seats if points[seat - 1] == max(points)]
    store.finish(game, {"scores": scores, "winners": winners}, False, {s: Figures(counts, quickest) for s in seats})


def on(store: Store, game: int, day: str) -> None:
    """The game was played on that day, whatever the clock of this machine says."""
    store._db.execute("UPDATE game SET started = ? WHERE id = ?", (f"{day}T20:15:00+01:00", game))
    store._db.execute("UPDATE sitting SET day = ? WHERE game = ?", (day, game))


def sums(store: Store) -> dict[str, list[Any]]:
    """What the triggers keep."""
    found = {
        "total": "SELECT * FROM total WHERE value <> 0",
        "evening": "SELECT * FROM evening WHERE games <> 0",
    }
    return {table: sorted(store._rows(wanted)) for table, wanted in found.items()}


def added_up_anew(store: Store) -> dict[str, list[Any]]:
    """The same, by one statement over all that was played."""
    store._db.execute("BEGIN")
    for table in ("total", "evening"):
        store._db.execute(f"DELETE FROM {table}")
    for statement in many_games.SUMS:
        store._db.execute(statement)
    found = sums(store)
    store._db.execute("ROLLBACK")
    return found


# -- names


def test_a_name_keeps_its_style_and_comes_first_once_it_has_played(store: Store) -> None:
    otto, ada = store.add_person("  Otto ", Seat(3)), store.add_person("Ada", Seat(5))
    assert (otto.name, otto.style, otto.created[:2]) == ("Otto", 3, "20")
    assert [p.name for p in store.people()] == ["Otto", "Ada"]
    evening(store, [ada], [4, 2])
    assert [p.name for p in store.people()] == ["Ada", "Otto"]
    assert store.restyle(otto.id, Seat(8)).style == 8
    assert store.rename(otto.id, "OTTO").name == "OTTO"  # one's own name in another way is no second one


def test_a_name_that_is_known_is_refused_however_it_is_written(store: Store) -> None:
    store.add_person("Zoë", Seat(1))
    ada = store.add_person("Ada", Seat(2))
    for again in ("Zoe\u0308", "ZOË", " zoë "):
        with pytest.raises(BadName, match="Zoë is known already; take another name"):
            store.add_person(again, Seat(3))
    with pytest.raises(BadName):
        store.rename(ada.id, "zoë")
    with pytest.raises(BadName):
        store.add_person(" \u200b ", Seat(3))
    assert [p.name for p in store.people()] == ["Zoë", "Ada"]


def test_there_is_an_end_to_names(store: Store) -> None:
    for n in range(MOST_PEOPLE):
        store.add_person(f"p{n}", Seat(n % 8 + 1))
    with pytest.raises(BadName, match="99 names are known; forget one first"):
        store.add_person("one more", Seat(1))


def test_who_sits_where_is_kept_beside_the_journal_and_can_be_said_anew(store: Store, tmp_path: Path) -> None:
    otto, ada = store.add_person("Otto", Seat(3)), store.add_person("Ada", Seat(5))
    game = store.begin(HEADER, 0, (), {Seat(1): otto.id, Seat(2): ada.id})
    assert store.sat(game) == {1: otto, 2: ada}
    store.sit(game, {Seat(2): otto.id})
    assert store.sat(game) == {2: otto}
    over(store, game, [1, 7, 3])
    assert [(t.person.name, t.wins) for t in store.totals(KIND)] == [("Otto", 1)]
    store.sit(game, {Seat(1): ada.id})  # also when it is over, and the sums follow
    assert [(t.person.name, t.games, t.wins) for t in store.totals(KIND)] == [("Ada", 1, 0)]
    assert b"Otto" not in (tmp_path / "games" / f"{game}.jsonl").read_bytes()
    with pytest.raises(ValueError):
        store.sit(game, {Seat(1): ada.id, Seat(2): ada.id})
    assert store.sat(game) == {1: ada}


def test_a_forgotten_name_is_nowhere_in_the_folder_any_more_and_the_games_stay(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    name = "Friedolinus"
    gone, ada = store.add_person(name, Seat(3)), store.add_person("Ada", Seat(5))
    for _ in range(3):
        evening(store, [gone, ada], [9, 4], right=2)
    renamed = store.rename(gone.id, "Friedolina")
    store.forget(renamed.id)
    assert [p.name for p in store.people()] == ["Ada"]
    assert [(s.seat, s.person and s.person.name, s.points) for s in store.past()[0].sat] == [
        (1, None, 9),
        (2, "Ada", 4),
    ]
    assert store.records(KIND)[0].person is None  # most points stay, without a name
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if b"riedolin" in path.read_bytes()] == []
    assert sums(store) == added_up_anew(store)
    store.close()
    again = open_store(tmp_path)
    assert [p.name for p in again.people()] == ["Ada"] and len(again.past()) == 3
    again.close()


# -- sums


def test_totals_are_what_an_evening_would_write_on_paper(store: Store) -> None:
    otto, ada = store.add_person("Otto", Seat(1)), store.add_person("Ada", Seat(2))
    days = ["2026-11-20", "2026-11-20", "2026-11-21", "2026-11-27"]
    for day, points in zip(days, [(9, 4), (7, 7), (3, 8), (2, 1)], strict=True):
        on(store, evening(store, [otto, ada], points, right=3, buzzes=2, reaction_us=6_000_000, r60=2), day)
    first, second = store.totals(KIND)
    assert (first.person, first.games, first.wins, first.points, first.most_points) == (otto, 4, 3, 21, 9)
    assert (second.person, second.games, second.wins, second.points, second.longest_streak) == (ada, 4, 2, 20, 2)
    assert first.longest_streak == 2 and first.right == 12 and first.mean_us == 3_000_000
    assert first.evening is not None and (first.evening.day, first.evening.wins) == ("2026-11-20", 2)
    assert first.bones_a_round is None and first.early is None
    series = store.trend(ada.id, KIND, last=3)
    assert [(s.game, s.points, s.won) for s in series] == [(2, 7, True), (3, 8, True), (4, 1, False)]


def test_a_day_nobody_knows_counts_and_is_no_best_evening(store: Store) -> None:
    otto = store.add_person("Otto", Seat(1))
    for _ in range(3):
        on(store, evening(store, [otto], [5, 1]), "")
    assert (store.totals(KIND)[0].games, store.totals(KIND)[0].evening) == (3, None)
    on(store, evening(store, [otto], [1, 5]), "2026-11-20")
    best = store.totals(KIND)[0].evening
    assert best is not None and (best.day, best.wins) == ("2026-11-20", 0)


def test_whoever_plays_past_midnight_plays_one_evening(store: Store) -> None:
    otto = store.add_person("Otto", Seat(1))
    for started in ("2026-11-20T23:50:00+01:00", "2026-11-21T00:40:00+01:00", "2026-11-21T04:59:59+01:00"):
        game = store.begin(HEADER, 0, (), {Seat(1): otto.id})
        store._db.execute("UPDATE game SET started = ? WHERE id = ?", (started, game))
        over(store, game, [5, 1])
    game = store.begin(HEADER, 0, (), {Seat(1): otto.id})
    store._db.execute("UPDATE game SET started = '2026-11-21T05:00:00+01:00' WHERE id = ?", (game,))
    over(store, game, [5, 1])
    best = store.totals(KIND)[0].evening
    assert best is not None and (best.day, best.games, best.wins) == ("2026-11-20", 3, 3)
    assert [sat.day for sat in store.trend(otto.id, KIND)] == ["2026-11-20"] * 3 + ["2026-11-21"]


def test_a_game_that_runs_again_counts_once_it_is_over_again_and_then_as_it_ended(store: Store) -> None:
    otto, ada = store.add_person("Otto", Seat(1)), store.add_person("Ada", Seat(2))
    evening(store, [otto, ada], [9, 4], right=2)
    before = sums(store)
    game = evening(store, [otto, ada], [9, 4], quickest=900_000, right=2)
    store.append(game, {"do": "undo"}, 5)
    assert sums(store) == before and store.trend(otto.id, KIND)[-1].game == 1
    assert [record.name for record in store.records(KIND)] == ["points"]
    assert store.sat(game) == {1: otto, 2: ada}
    over(store, game, [4, 9], right=1)
    assert [(t.person.name, t.wins, t.longest_streak, t.right) for t in store.totals(KIND)] == [
        ("Otto", 1, 1, 3),
        ("Ada", 1, 1, 3),
    ]
    store.abandon(evening(store, [otto], [1, 2]))
    assert store.totals(KIND)[0].games == 3  # given up at its very end it was played all the same


def test_one_against_bots_is_practice_two_with_a_bot_are_a_game(store: Store) -> None:
    otto, ada = store.add_person("Otto", Seat(1)), store.add_person("Ada", Seat(2))
    evening(store, [otto], [9, 4, 3], bots=(2, 3), quickest=800_000)
    assert store.totals(KIND) == () and store.records(KIND) == ()
    assert [(t.person.name, t.games) for t in store.totals(KIND, practice=True)] == [("Otto", 1)]
    evening(store, [otto, ada], [2, 4, 30], bots=(3,))
    assert [(t.person.name, t.games, t.wins) for t in store.totals(KIND)] == [("Ada", 1, 0), ("Otto", 1, 0)]
    assert [(r.name, r.value) for r in store.records(KIND)] == [("points", 4)]  # a bot holds none
    assert [past.practice for past in store.past()] == [False, True]


def test_a_bot_gets_no_name(store: Store) -> None:
    otto = store.add_person("Otto", Seat(1))
    game = store.begin(HEADER, 0, {Seat(2)}, {Seat(2): otto.id})
    over(store, game, [1, 5, 3])
    assert store.sat(game) == {} and store.totals(KIND) == ()


def test_whatever_is_written_the_sums_are_those_of_the_rows(store: Store) -> None:
    """A thousand steps of a box whose table changes its mind; the kept sums and those added up anew agree."""
    lots, people = random.Random(9), [store.add_person(f"p{n}", Seat(n)) for n in (1, 2, 3)]
    games: list[int] = []
    for n in range(250):
        who = lots.sample(people, lots.randint(0, 3))
        match lots.choice("nnnusf"):
            case "n":
                counts = {"right": lots.randint(0, 9), f"r{lots.randint(40, 60)}": lots.randint(0, 3)}
                points = [lots.randint(0, 9) for _ in range(3)]
                games.append(evening(store, who, points, quickest=lots.choice([None, 10**6 + n]), **counts))
            case "u" if games:
                game = lots.choice(games)
                store.append(game, {"do": "undo"}, n)
                if lots.random() < 0.7:
                    over(store, game, [lots.randint(0, 9) for _ in range(3)], right=1)
            case "s" if games:
                store.sit(lots.choice(games), {Seat(s): p.id for s, p in enumerate(who, 1)})
            case "f" if lots.random() < 0.1:
                store.forget(people[0].id)
                people = [*people[1:], store.add_person(f"new{n}", Seat(1))]
    assert sums(store) == added_up_anew(store)
    for person in people:
        streak = longest = 0
        for sat in store.trend(person.id, KIND, last=1000):
            streak = streak + 1 if sat.won else 0
            longest = max(longest, streak)
        assert [t.longest_streak for t in store.totals(KIND) if t.person == person] in ([longest], [])


def test_a_result_that_is_none_is_a_game_without_seats(store: Store) -> None:
    """As in a database somebody wrote to by hand, or of a game yet to come."""
    for odd in ({}, {"scores": [1]}, {"scores": {"9": 3, "1": "x", "2": 4}, "winners": [[1], "2", 2, 77]}):
        store.finish(store.begin(HEADER, 0), odd)
    store._db.execute("UPDATE sitting SET points = NULL")  # as if they had not been added up yet
    store._db.execute("UPDATE game SET result = '[1]' WHERE id = 1")
    assert [[(s.seat, s.points, s.won) for s in past.sat] for past in store.past()] == [[(2, 4, True)], [], []]
    assert store.past(before=0) == ()


# -- records


def test_a_record_is_held_by_who_did_it_first_and_only_who_beats_somebody_sets_one(store: Store) -> None:
    otto, ada = store.add_person("Otto", Seat(1)), store.add_person("Ada", Seat(2))
    before = store.records(KIND)
    first = evening(store, [otto], [9, 4], quickest=2_000_000)
    now = store.records(KIND)
    assert [(r.name, r.value, r.person) for r in now] == [("fastest", 2_000_000, otto), ("points", 9, otto)]
    assert new_records(before, now, first) == ()  # nobody was beaten
    same = evening(store, [ada], [9, 4], quickest=2_000_000)
    assert new_records(now, store.records(KIND), same) == ()
    before = store.records(KIND)
    better = evening(store, [ada], [3, 11], quickest=1_999_999)  # seat 2 has no name
    assert [(r.name, r.value, r.seat, r.person) for r in new_records(before, store.records(KIND), better)] == [
        ("fastest", 1_999_999, 1, ada),
        ("points", 11, 2, None),
    ]
    assert new_records(before, store.records(KIND), first) == ()


def test_a_streak_is_a_record_from_two_on() -> None:
    one = Record("streak", 2, 4, "", Seat(1), None)
    assert new_records([one], [Record("streak", 3, 5, "", Seat(1), None)], 5)
    assert new_records([], [one], 4) == ()


# -- whole games at the table


def test_the_podium_of_a_real_game_is_what_the_history_says(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.play_to_final([1, 1, 2])
    for _ in range(40):
        if table.mode == "podium":
            break
        table.key("ok")
        table.wait(4000)
    assert table.mode == "podium"
    (past,) = table.store.past()
    final = dict(zip(table.state.setup.seats, table.state.final, strict=True))
    assert {s.seat: s.points for s in past.sat} == final
    assert (
        [s.seat for s in past.sat if s.won] == list(table.state.winners) == [s.seat for s in past.sat if s.place == 1]
    )
    assert sum(s.counts["races"] for s in past.sat) == sum(map(len, table.state.won))
    assert all(s.counts["buzzes"] == s.counts["right"] for s in past.sat)  # they were first each time
    (fastest,) = (r for r in table.store.records(KIND) if r.name == "fastest")
    assert fastest.value == min(s.quickest_us or 10**9 for s in past.sat)
    table.store.close()


# -- older games


def older(folder: Path) -> None:
    """A folder as a box of the first version left it: two games that bots played, one of them damaged by hand."""
    store = open_store(folder)
    many_games.played(store, KIND, 2, players=3)
    rows = {table: store._rows(f"SELECT * FROM {table}") for table in ("game", "action")}
    store.close()
    for file in folder.glob("mopsbox.db*"):
        file.unlink()
    with contextlib.closing(sqlite3.connect(folder / "mopsbox.db")) as old, old:
        old.executescript(FIRST_VERSION)
        old.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [row[:9] for row in rows["game"]])
        old.executemany("INSERT INTO action VALUES (?, ?, ?, ?)", rows["action"])
        old.execute("UPDATE action SET body = '{\"do\":' WHERE game = 2 AND n = 3")


def test_games_of_an_older_box_are_shown_at_once_and_added_up_behind_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)  # of a small one the damaged line would be found
    older(tmp_path)
    store = open_store(tmp_path)
    results = {past.n: [(s.seat, s.points, s.won) for s in past.sat] for past in store.past()}
    assert sorted(results) == [1, 2] and not any(s.counts for past in store.past() for s in past.sat)
    keeper = Keeper(tmp_path, lambda sentence: None)
    keeper.start()
    eventually(lambda: store._rows("SELECT count(*) FROM game WHERE NOT summed") == [(0,)])
    keeper.close()
    damaged, whole = store.past()
    assert {past.n: [(s.seat, s.points, s.won) for s in past.sat] for past in (damaged, whole)} == results
    assert sum(s.counts["buzzes"] for s in whole.sat) > 0  # its edge log is still there
    assert not any(s.counts for s in damaged.sat)  # its result counts, what cannot be read does not
    store.close()


@pytest.mark.parametrize("spoilt", [b"{", b"", b"[1]", b'{"races":"many"}', b"\xff{"])
def test_spoilt_figures_of_one_seat_cost_these_figures_and_not_the_page(spoilt: bytes, tmp_path: Path) -> None:
    """A letter changed on a dying card: SQLite finds nothing wrong."""
    store = open_store(tmp_path)
    many_games.played(store, KIND, 2, players=3)
    before = recall.book(store).past
    store._db.execute("UPDATE sitting SET figures = CAST(? AS TEXT) WHERE game = 2 AND seat = 1", (spoilt,))
    store._db.execute("UPDATE game SET result = '{', header = '[' WHERE id = 1")
    book = recall.book(store)
    assert [past.n for past in book.past] == [2, 1] and book.past[1] == before[1]
    assert [(s.points, s.won) for s in book.past[0].sat] == [(s.points, s.won) for s in before[0].sat]
    assert {seat.seat: bool(seat.counts) for seat in book.past[0].sat}[Seat(1)] is False
    assert [(game.n, game.header == {}) for game in store.games()] == [(1, True), (2, False)]
    store.close()


# -- the generator of the benchmark


def test_many_games_are_what_the_triggers_would_have_made_of_them(tmp_path: Path) -> None:
    many_games.fill(tmp_path, 60)
    store = open_store(tmp_path)
    assert len(store.past(last=100)) == 60 and store.unfinished() is None
    assert sums(store) == added_up_anew(store)
    assert all(total.games for kind in (KIND, "mopsen") for total in store.totals(kind))
    store.close()
