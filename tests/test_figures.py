"""What a finished game counts for the statistics: what happened at the table, timed by the edges themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import journal, reckoning, replay
from mopsbox.counted import NOTHING_SEEN, SHORTEST_US, band, median_us, ranked
from mopsbox.games import GAMES
from mopsbox.games.protocol import Counting
from mopsbox.table import Seat
from tests.at_table import Table
from tests.test_replay import PLAYTHROUGHS


def counts(table: Table) -> dict[int, dict[str, int]]:
    assert table.loop.game is not None
    figures = reckoning.figures(
        table.play.history, table.store.stamps(table.loop.game), table.store.edge_log(table.loop.game)
    )
    return {seat: {**own.counts, "quickest": own.quickest_us or 0} for seat, own in figures.items()}


def edges(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games" / "1.edges.jsonl").read_text().splitlines()[1:]]


def opened(folder: Path) -> int:
    """When the race was opened last, by the log that anybody can audit (ns)."""
    return max(line["t"] for line in edges(folder) if line.get("do") == "open")


def test_a_reaction_is_the_time_from_the_opening_to_the_first_edge_of_the_press(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.roll()
    table.wait(2000)
    pressed = table.clock.t
    table.press(1)
    table.dial(True)
    took = (pressed - opened(tmp_path)) // 1000
    assert 2_000_000 <= took < 2_300_000
    assert counts(table)[1]["quickest"] == counts(table)[1]["reaction_us"] == took
    assert counts(table)[1][band(took)] == counts(table)[1]["buzzes"] == 1
    table.store.close()


def test_who_buzzes_when_the_race_is_open_again_had_time_to_count_and_is_not_timed(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.roll()
    table.answer_wrongly(1)
    table.press(2)
    table.dial(True)
    found = counts(table)
    assert (found[1]["wrong"], found[1]["buzzes"], found[1]["quickest"]) == (1, 1, 0)  # wrong is no record
    assert (found[2]["right"], found[2].get("buzzes", 0), found[2]["quickest"]) == (1, 0, 0)
    table.store.close()


def test_what_was_taken_back_never_was_and_sets_no_record(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.roll()
    table.answer_wrongly(1)
    table.choose("take-back")
    table.wait(1500)  # the dice tumble again
    table.press(1)  # who has seen that it was wrong buzzes at once
    table.dial(True)
    found = counts(table)[1]
    assert (found["right"], found["wrong"], found.get("buzzes", 0), found["quickest"]) == (1, 0, 0, 0)
    table.store.close()


def test_a_race_that_was_broken_off_times_nobody(tmp_path: Path) -> None:
    """The table looks at the coasters for a minute while the menu is open, then the same dice tumble again."""
    table = Table(2, folder=tmp_path)
    table.roll()
    table.key("ok", for_ms=1100)  # the menu
    table.wait(60_000)
    table.choose("go-on")
    table.wait(2000)
    assert table.mode == "race"
    table.press(1)
    table.dial(True)
    found = counts(table)[1]
    assert (found["right"], found.get("buzzes", 0), found["quickest"]) == (1, 0, 0)
    table.store.close()


def test_a_press_before_the_dice_lie_is_early_and_time_that_runs_out_is_late(tmp_path: Path) -> None:
    table = Table(3, folder=tmp_path, answer_ns=2_000_000_000)
    table.key("ok")
    table.wait(400)
    table.press(3)  # while they tumble
    table.wait(1000)
    table.press(2)
    table.wait(3000)
    found = counts(table)
    assert [found[seat]["early"] for seat in (1, 2, 3)] == [0, 0, 1]
    assert (found[2]["wrong"], found[2]["late"], found[2]["right"]) == (1, 1, 0)
    table.store.close()


def test_without_an_edge_log_answers_count_and_nothing_is_timed(tmp_path: Path) -> None:
    table = Table(2, folder=tmp_path)
    table.win_round(2)
    for log in ("", "{half a li"):
        (tmp_path / "games" / "1.edges.jsonl").write_text(log)
        found = counts(table)[2]
        assert (found["right"], found["races"], found["quickest"], "buzzes" in found) == (1, 1, 0, False)
    table.store.close()


# -- the same games on paper


def played(name: str) -> journal.History:
    return replay.load(next(path for path in PLAYTHROUGHS if path.stem == name))


def of_playthrough(name: str) -> dict[int, dict[str, int]]:
    host = GAMES[name.split("-")[0]].host
    assert isinstance(host, Counting)
    return {seat: dict(own.counts) for seat, own in host.figures(played(name), NOTHING_SEEN).items()}


def standing(name: str) -> list[dict[str, Any]]:
    return [dict(action) for _, action in journal.standing(played(name))]


@pytest.mark.parametrize("name", ["mopsen-3", "mopsen-4", "mopsen-5"])
def test_mopsen_on_paper_adds_up_as_the_sheet_does(name: str) -> None:
    """Against what `replay --json` says after every action that stands; these totals were worked out by hand."""
    found = of_playthrough(name)
    record, history = GAMES["mopsen"].host.record, journal.begin(played(name).header)
    empty, rounds, end = dict.fromkeys(found, 0), 0, dict[str, Any]()
    for line in standing(name):
        history = journal.add(history, line)
        end = dict(record.ends(history.state))
        if len(end["rounds"]) > rounds:
            rounds = len(end["rounds"])
            for seat in found:
                empty[seat] += end["bowls"][str(seat)] is None
    assert rounds == 3 and {str(seat): own["bones"] for seat, own in found.items()} == end["totals"]
    assert {seat: own["kept_empty"] for seat, own in found.items()} == empty
    assert all(own["rounds"] == 3 for own in found.values())
    for seat, own in found.items():
        lines = standing(name)
        assert own["begged"] == sum(
            seat in (line.get("begged"), line["do"] == "beg" and line["seat"]) for line in lines
        )
    assert sum(own["tricks"] for own in found.values()) == sum(own["begged"] for own in found.values())


def test_mopsens_bowls_stay_empty_where_they_must() -> None:
    """mopsen-3.end.json, worked out by hand: in the last round seat 2's bowl holds no card."""
    assert of_playthrough("mopsen-3")[2]["kept_empty"] >= 1


@pytest.mark.parametrize("name", ["mopseinander-2", "mopseinander-4", "mopseinander-6"])
def test_mopseinander_on_paper_counts_every_answer_that_stands(name: str) -> None:
    found, lines = of_playthrough(name), standing(name)
    for seat, own in found.items():
        answers = [line for line in lines if line["do"] == "answer" and line["seat"] == seat]
        assert own["right"] + own["wrong"] == len(answers)
        assert own["late"] == sum(line["number"] is None for line in answers)
        assert own["races"] == sum(line["do"] == "take" and line["seat"] == seat for line in lines)


# -- medians and places


@settings(deadline=None)
@given(st.lists(st.integers(SHORTEST_US, 60_000_000), min_size=1, max_size=60))
def test_the_histograms_median_lies_within_a_band_of_the_true_one(times: list[int]) -> None:
    bands: dict[str, int] = {}
    for us in times:
        bands[band(us)] = bands.get(band(us), 0) + 1
    found, ordered = median_us(bands), sorted(times)
    assert found is not None
    assert 0.91 * ordered[(len(times) - 1) // 2] <= found <= 1.1 * ordered[len(times) // 2]


def test_nothing_timed_has_no_median_and_counts_that_begin_alike_are_no_bands() -> None:
    assert median_us({}) is None
    assert median_us({"right": 4, "rounds": 3, "races": 2, "reaction_us": 5}) is None


def test_all_winners_are_first_then_points_tell_and_equals_share_a_place() -> None:
    points = {Seat(1): 5, Seat(2): 9, Seat(3): 5, Seat(4): 2}
    assert ranked(points, [Seat(2)]) == {1: 2, 2: 1, 3: 2, 4: 4}
    assert ranked(points, [Seat(1), Seat(3)]) == {1: 1, 3: 1, 2: 3, 4: 4}  # a last roll low won all the same
