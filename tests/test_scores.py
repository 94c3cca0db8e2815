"""`mopsbox scores`: past games, players and statistics for a person, a spreadsheet and a program."""

from __future__ import annotations

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from mopsbox import scores, tables
from mopsbox.counted import band
from mopsbox.jsonl import BadInput
from mopsbox.store import Store, open_store
from mopsbox.table import SEATS, Seat
from tests import many_games
from tests.test_cli import mopsbox
from tests.test_sittings import KIND, evening, older, on

NASTY = ("=HYPERLINK(1)", "<b>Otto</b>", "שרה", "👩🏽‍🚀 Ada", "-1+2", "a;b,c'd")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A box that is on, with everybody's evening."""
    store = open_store(tmp_path / "data")
    people = [store.add_person(name, Seat(n)) for n, name in enumerate(NASTY, 1)]
    for n in range(3):
        counts = {"right": 4, "wrong": 1, "buzzes": 2, "reaction_us": 4_000_000, band(2_000_000): 2}
        on(store, evening(store, people, [6, 5, 4, 3, 2, 1 + 9 * n], quickest=1_500_000, **counts), f"2026-11-2{n}")
    yield store
    store.close()


def said(data: Path, **how: object) -> str:
    out = io.StringIO()
    given = {"csv_file": None, "as_json": False, **how}
    assert scores.command(data, None, given["csv_file"], bool(given["as_json"]), out) == 0  # type: ignore[arg-type]
    return out.getvalue()


def test_a_person_reads_totals_records_and_the_last_games(store: Store, tmp_path: Path) -> None:
    text = said(tmp_path / "data")
    lines = text.splitlines()
    assert lines[0] == KIND
    first = next(line for line in lines if line.startswith("a;b,c'd"))  # its median: within 5 % of 2.00
    assert first.split()[1:] == ["3", "2", "30", "19", "2", "1", "on", "2026-11-22", "2.06", "1.50", "12", "3", "-"]
    assert "most points 19 (a;b,c'd, game 3)" in text and "fastest right buzz 1.50 s (=HYPERLINK(1), game 1)" in text
    assert f"     2  2026-11-21  {KIND}: a;b,c'd 10*, =HYPERLINK(1) 6" in text
    assert "שרה\u200e" in text  # numbers after it stay in their columns


def test_a_spreadsheet_gets_every_seat_and_calculates_with_no_name(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    assert said(tmp_path / "data", csv_file=file) == ""
    rows = list(csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 18 and list(rows[0]) == list(tables.SEATS)
    kept = [row["name"] for row in rows[:6]]
    assert kept == ["'=HYPERLINK(1)", "<b>Otto</b>", "שרה", "👩🏽‍🚀 Ada", "'-1+2", "a;b,c'd"]
    assert (rows[0]["points"], rows[0]["place"], rows[0]["won"], rows[0]["reaction_best_ms"]) == ("6", "1", "1", "1500")
    assert [row["right"] for row in rows[:2]] == ["4", "4"] and rows[0]["bones"] == ""
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".tmp"] == []


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "＝1", "＋1", "－1", "＠x"])
def test_what_a_spreadsheet_would_calculate_with_is_text(text: str) -> None:
    assert tables.defused(text) == f"'{text}"


def test_a_program_gets_one_document(store: Store, tmp_path: Path) -> None:
    text = said(tmp_path / "data", as_json=True)
    assert text.count("\n") == 1
    found = json.loads(text)
    assert list(found) == ["games", "players", "records", "not_added_up"]
    game = found["games"][1]
    assert (game["number"], game["game"], game["ended_early"], game["practice"]) == (2, KIND, False, False)
    assert [(seat["seat"], seat["name"], seat["won"]) for seat in game["seats"]] == [
        (n, name, n == 6) for n, name in enumerate(NASTY, 1)
    ]
    assert game["seats"][0]["counts"]["right"] == 4 and game["seats"][0]["reaction_best_us"] == 1_500_000
    best = found["players"][0]
    assert (best["name"], best["wins"], best["practice"], best["best_evening"]) == ("a;b,c'd", 2, False, "2026-11-22")
    assert found["records"][KIND][1] == {"record": "points", "value": 19, "game": 3, "seat": 6, "name": "a;b,c'd"}


def test_names_that_were_never_cleaned_do_nothing_on_a_terminal(store: Store, tmp_path: Path) -> None:
    """As in a backup that somebody wrote to by hand and put back."""
    for number, name in enumerate(("\x1b[2J\x07Otto", "a\nb", "\u202eevil", "\u200b", "x" * 300), 1):
        store._db.execute("UPDATE person SET name = ?, style = 77 WHERE id = ?", (name, number))
    text = said(tmp_path / "data")
    assert not [sign for sign in text if sign in "\x1b\x07\u202e"] and "[2JOtto" in text and "a b" in text
    assert [p.name for p in store.people() if len(p.name) < 3] == ["?"] and max(map(len, text.splitlines())) < 200
    assert {p.style for p in store.people()} <= set(SEATS)


def test_the_command_answers_while_a_box_is_on_and_says_what_is_wrong(store: Store, tmp_path: Path) -> None:
    done = mopsbox("scores", "--data", tmp_path / "data")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout == said(tmp_path / "data")
    done = mopsbox("scores", "--data", tmp_path / "nowhere")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "holds no games yet" in done.stderr
    done = mopsbox("scores", "--csv", tmp_path / "no" / "x.csv", "--data", tmp_path / "data")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "x.csv" in done.stderr
    assert mopsbox("scores", "--csv", "x", "--json").returncode == 2


def test_a_new_box_and_one_whose_games_have_no_end_say_so(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.begin({"journal": 1, "game": KIND}, 0)
    assert said(tmp_path) == "no game has been played to its end yet\n"
    assert json.loads(said(tmp_path, as_json=True)) == {"games": [], "players": [], "records": {}, "not_added_up": 0}
    store.close()


def test_a_folder_of_an_older_box_is_added_up_first_and_one_of_a_newer_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mopsbox.database.CHECKED_WHOLE", 0)  # of a small one its damaged line would be found
    older(tmp_path)
    whole = json.loads(said(tmp_path, as_json=True))["games"][0]
    assert sum(seat["counts"]["buzzes"] for seat in whole["seats"]) > 0
    with sqlite3.connect(tmp_path / "mopsbox.db") as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(BadInput, match=r"mopsbox\.db: was written by a newer Mopsbox; update this one"):
        said(tmp_path)


def test_a_damaged_database_is_one_sentence_and_stays_where_it_is(tmp_path: Path) -> None:
    many_games.fill(tmp_path, 12)
    file = tmp_path / "mopsbox.db"
    data = bytearray(file.read_bytes())
    data[4096 * 3 :] = b"\x55" * (len(data) - 4096 * 3)
    file.write_bytes(data)
    with pytest.raises(BadInput, match=r"mopsbox\.db: is damaged; mopsbox restore puts a backup in its place"):
        said(tmp_path)
    assert file.read_bytes() == data
    shutil.rmtree(tmp_path)
