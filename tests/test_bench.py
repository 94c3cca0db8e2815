"""`mopsbox bench`: the figures have the shape formats.md promises, and fairness is compared on equal terms.

How fast anything is depends on the machine and is not tested here.
"""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest

from mopsbox import bench
from mopsbox.bench import child, fairness, live, screen, speed
from mopsbox.bench.figures import Sizes, Unmeasured, spread
from mopsbox.bench.printed import table
from mopsbox.games import GAMES
from mopsbox.referee import DELIVERY
from mopsbox.table import MS, Edge, Seat

TINY = Sizes(
    sim_games=1, rules_s=0.01, appends=3, runs=1, decisions_s=0.3, frames=2, starts=1, idle_s=0.2,
    gaps_us=(100,), rounds=5, edges=20, stored_games=(1, 2),
)  # fmt: skip
METHODS = ["mopsbox", "gpiozero", "gpiozero-bounce", "poll-60hz", "poll-1ms", "arrival"]


@pytest.fixture(scope="module")
def said() -> str:
    """What `mopsbox bench --json --full` prints, with little of everything, on SDL's driver without a screen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        out = io.StringIO()
        assert bench.bench(as_json=True, full=True, sizes=TINY, out=out) == 0
    return out.getvalue()


def test_the_json_is_one_document_with_every_figure_of_the_format(said: str) -> None:
    found = json.loads(said)
    assert said.count("\n") == 1
    for key in ("rules_games_per_s", "sim_games_per_s"):
        assert list(found[key]) == list(GAMES)
        assert all(value > 0 for value in found[key].values())
    for key in ("decision_ms", "lamp_ms", "frame_ms", "animation_ms"):
        assert 0 < found[key]["p50"] <= found[key]["p99"]
    for key in ("actions_per_s", "start_s", "rss_mb", "seconds"):
        assert found[key] > 0
    for key in ("idle_wakeups_per_s", "idle_cpu_percent"):
        assert found[key] >= 0
    assert found["display"] == "SDL dummy"


def test_a_box_that_nobody_touches_paints_nothing(said: str) -> None:
    assert json.loads(said)["idle_frames"] == 0


def test_fairness_has_a_row_for_every_method_gap_and_kind_of_contact(said: str) -> None:
    rows = json.loads(said)["fairness"]
    cells = [(r["method"], r["gap_us"], r["bounce"]) for r in rows]
    assert cells == [(method, 100, bounce) for bounce in (False, True) for method in METHODS]
    assert all(r["rounds"] == 5 and 0 <= r["wrong"] + r["dead_heat"] <= 5 for r in rows)


def test_full_tells_what_grows_with_seats_and_games(said: str) -> None:
    growth = json.loads(said)["growth"]
    assert list(growth["edge_us"]) == [str(n) for n in range(2, 9)]
    assert [stored["games"] for stored in growth["storage"]] == [1, 2]


def test_the_table_names_each_figure_and_each_method(said: str) -> None:
    found = json.loads(said)
    told = table(found)
    assert str(found["start_s"]) in told
    assert all(f"\n{method} " in told for method in METHODS)
    assert "not known" in table(found | {"rss_mb": None})  # a system without /proc


def test_a_box_that_does_not_come_up_is_one_sentence_and_status_3(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(sizes: Sizes, full: bool) -> dict[str, Any]:
        raise Unmeasured("the box ended with status 3 and left no pictures; try mopsbox play on this screen")

    monkeypatch.setattr(bench, "measure", fails)
    assert bench.bench(as_json=True, full=False) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mopsbox: the box ended with status 3")


def test_a_child_that_ends_without_pictures_was_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "there is no such driver")
    _, box, frames = child.started(tmp_path, [{"at_ms": 0, "quit": True}])
    with pytest.raises(Unmeasured, match="status 3"):
        child.pictures(box, frames)


# --- the figures themselves


def test_percentiles_are_values_that_were_measured() -> None:
    assert spread([ms * MS for ms in range(1, 101)]) == {"p50": 50.0, "p99": 99.0}
    assert spread([7 * MS]) == {"p50": 7.0, "p99": 7.0}


def test_a_decision_counts_from_the_closing_that_decides() -> None:
    clean = [(10 * MS, True)]
    bouncy = [(10 * MS, True), (10 * MS + 300_000, False), (11 * MS, True)]
    slow = [(10 * MS, True), (11 * MS + 1, False), (12 * MS, True)]  # a press already, then a second bounce
    assert live.decisive(clean) == 10 * MS
    assert live.decisive(bouncy) == 11 * MS
    assert live.decisive(slow) == 10 * MS


def test_the_rules_replay_exactly_the_games_that_the_bots_played() -> None:
    _, histories = speed.sim("mopseinander", 3)
    for history in histories:
        state = history._start
        for action in speed._actions(history):
            state, _ = history.game.rules.step(state, action)
        assert state == history.state
        assert state.phase == "over"


def test_the_screen_that_is_there_is_used() -> None:
    assert screen.present({"DISPLAY": ":5"}) == "DISPLAY :5"
    assert screen.present({"DISPLAY": ":5", "SDL_VIDEODRIVER": "dummy"}) == "SDL dummy"


# --- fairness


@pytest.fixture(scope="module")
def rows() -> dict[tuple[str, int, bool], dict[str, Any]]:
    found = fairness.compare((10, 60, 100, 1_000, 20_000), 60)
    return {(str(r["method"]), int(str(r["gap_us"])), bool(r["bounce"])): r for r in found}


def test_mopsbox_never_names_a_wrong_winner(rows: dict[tuple[str, int, bool], dict[str, Any]]) -> None:
    """Beyond the dead heat's 50 us it names the right one, within it none."""
    for (method, gap_us, _), row in rows.items():
        if method == "mopsbox":
            assert row["wrong"] == 0
            assert row["dead_heat"] == (60 if gap_us < 50 else 0)


@pytest.mark.parametrize(
    ("method", "gap_us", "bounce"),
    [
        ("gpiozero", 100, True),  # a first edge read too late is lost (facts/timing.md B1, B3)
        ("gpiozero-bounce", 100, True),  # the last bounce is stamped, not the press (section 0, 1)
        ("poll-60hz", 1_000, False),  # both within a frame: the lowest number
        ("poll-1ms", 100, False),
        ("arrival", 1_000, False),  # delivery jitters by 3 ms
    ],
)  # fmt: skip
def test_the_usual_ways_are_sometimes_wrong(
    rows: dict[tuple[str, int, bool], dict[str, Any]], method: str, gap_us: int, bounce: bool
) -> None:
    assert 0 < rows[method, gap_us, bounce]["wrong"] < 60


def test_the_models_are_no_straw_men(rows: dict[tuple[str, int, bool], dict[str, Any]]) -> None:
    """20 ms apart nobody is wrong, and clean contacts give no debounce a chance to be."""
    assert all(row["wrong"] == 0 for (_, gap_us, _), row in rows.items() if gap_us == 20_000)
    assert rows["gpiozero", 100, False]["wrong"] == rows["gpiozero-bounce", 100, False]["wrong"] == 0


def test_every_edge_is_delivered_in_time_and_the_contact_ends_as_it_is() -> None:
    lots = random.Random(1)
    for _ in range(200):
        told = fairness.race(lots, 100_000, True).edges
        assert all(0 <= delivered - edge.t < DELIVERY for delivered, edge in told)
        last = {edge.seat: edge.closed for _, edge in told}
        assert not any(last.values())


def test_a_leading_edge_read_too_late_is_lost_on_gpiozero_and_not_on_us() -> None:
    """Seat 2 is first; its first edge is reported open, a later bounce closed, after seat 1's clean press."""
    first, later = Seat(2), Seat(1)
    edges = [
        (31 * MS, Edge(30 * MS, first, False)),
        (31 * MS, Edge(30 * MS + 100_000, later, True)),
        (31 * MS, Edge(30 * MS + 300_000, first, True)),
    ]
    race = fairness.Race(first, {first: [30 * MS], later: [30 * MS + 100_000]}, edges, 0.5)
    assert fairness.gpiozero(race) == fairness.Verdict(later)
    assert fairness.Mopsbox(1)(race) == fairness.Verdict(first)
