"""The loopback test: planted wiring faults are named, and the skew of sound channels is measured."""

from __future__ import annotations

import pytest

from mopsbox.check import loopback
from mopsbox.check.found import Finding
from mopsbox.check.loopback import Measured, Traced, channel, judged, overall
from mopsbox.check.skew import histogram, skews
from mopsbox.table import SEATS, Seat

from .bench import AHC14, STRAIGHT, Bench, Plugs


@pytest.fixture(autouse=True)
def no_electronics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mock pins settle at once."""
    monkeypatch.setattr(loopback, "SETTLE_S", 0)
    monkeypatch.setattr(loopback, "REST_S", 0)
    monkeypatch.setattr(loopback, "PATIENCE_S", 0.02)


def tried(bench: Bench, edges: int = 10) -> tuple[dict[str, Finding], loopback.Looped]:
    looped = loopback.check(bench.parts(), edges, lambda said: None)
    return {found.name: found for found in looped.findings}, looped


@pytest.mark.parametrize("edges", [10, 7])
def test_a_box_wired_right_passes_with_every_edge_and_a_skew_for_each_channel(edges: int) -> None:
    bench = Bench()
    found, looped = tried(bench, edges)
    assert {f.status for f in found.values()} == {"OK"} and len(found) == 9
    assert all(f"{edges} of {edges} edges" in found[f"loopback {seat}"].says for seat in SEATS)
    assert {seat: len(values) for seat, values in looped.skews.items()} == dict.fromkeys(SEATS, edges)
    assert not any(lamp.state for lamp in bench.lamps.values())


def test_the_board_with_inverters_passes_too() -> None:
    found, _ = tried(Bench(wired=AHC14))
    assert {f.status for f in found.values()} == {"OK"}


FAULTS: dict[str, tuple[Plugs, list[int], dict[int, str]]] = {
    "two crossed": (
        STRAIGHT | {2: [5], 5: [2]},
        [],
        {2: "crossed: lamp 2 moves buzzer 5", 5: "crossed: lamp 5 moves buzzer 2"},
    ),
    "one open": (STRAIGHT | {7: []}, [], {7: "open: no buzzer moves with lamp 7"}),
    "two shorted": (
        STRAIGHT | {3: [3, 4], 4: [3, 4]},
        [],
        {3: "shorted: lamp 3 moves buzzers 3 and 4", 4: "shorted: lamp 4 moves buzzers 3 and 4"},
    ),
    "one stuck": (STRAIGHT, [6], {6: "stuck: buzzer 6 reads pressed"}),
    "all of it": (
        STRAIGHT | {1: [2], 2: [1], 4: [], 7: [7, 8], 8: [8, 7]},
        [5],
        {1: "crossed", 2: "crossed", 4: "open", 5: "stuck", 7: "shorted", 8: "shorted"},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named_and_the_other_channels_are_measured(fault: str) -> None:
    plugs, stuck, named = FAULTS[fault]
    found, looped = tried(Bench(plugs, stuck))
    for seat in SEATS:
        finding = found[f"loopback {seat}"]
        if seat in named:
            assert finding.status == "FAIL" and finding.says.startswith(named[seat])
        else:
            assert finding.status == "OK" and len(looped.skews[seat]) == 10
    assert set(looped.skews) == set(SEATS) - set(named)


def test_without_loopback_plugs_it_says_so_once() -> None:
    found, looped = tried(Bench(plugs={}))
    assert [(f.status, "put the loopback plugs in" in f.says) for f in found.values()] == [("FAIL", True)]
    assert not looped.skews


def test_the_middle_of_all_channels_is_zero_and_a_late_channel_stands_out() -> None:
    flips = [{Seat(1): 1000 + n, Seat(2): 1200 + n, Seat(3): 61_000 + n} for n in range(4)]
    found = skews(flips)
    assert found == {Seat(1): [-0.2] * 4, Seat(2): [0.0] * 4, Seat(3): [59.8] * 4}
    late = overall(Measured(True, flips), found)
    assert late.status == "WARN" and late.says.startswith("buzzer 3 is stamped 60.0 us after buzzer 1")


def test_a_flip_with_one_channel_alone_says_nothing_about_skew() -> None:
    assert skews([{Seat(4): 1000}]) == {}
    assert overall(Measured(True, [{Seat(4): 1000}]), {}).status == "WARN"


def test_edges_that_never_came_or_came_twice_are_a_warning() -> None:
    both = {Seat(1): 10, Seat(2): 20}
    assert channel(Seat(1), [both, {Seat(2): 20}], [0.0]).status == "WARN"
    assert channel(Seat(1), [{Seat(2): 20}], []).status == "FAIL"
    for counted in (Measured(True, [both], extra=1), Measured(True, [both], lost=1)):
        assert overall(counted, skews([both])).status == "WARN"
    assert overall(Measured(True, [both]), skews([both])).status == "OK"


def test_a_buzzer_that_does_not_let_go_is_stuck() -> None:
    found = judged(Traced(frozenset({Seat(2)}), {Seat(1): frozenset({Seat(1)}), Seat(2): frozenset({Seat(2)})}))
    assert list(found) == [2] and "stuck" in found[Seat(2)].says


def test_the_histogram_shows_every_value_once_and_the_far_ends_apart() -> None:
    values = [n / 10 for n in range(-50, 50)] * 10 + [900.0, -900.0]
    lines = histogram(values)
    assert sum(int(line.split()[-1]) for line in lines) == len(values)
    assert lines[0].split()[0] == "less" and lines[-1].split()[0] == "more"
    assert histogram([]) == [] and sum("#" in line for line in histogram([1.0] * 5)) == 1
