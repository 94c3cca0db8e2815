"""The loopback test: planted wiring faults are named, and the skew of sound channels is measured."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from mopsbox.check import lamps, loopback
from mopsbox.check.found import Finding
from mopsbox.check.lamps import Lights
from mopsbox.check.parts import Parts
from mopsbox.pins import GpiodFactory
from mopsbox.table import SEATS, Seat
from mopsbox.wiring import Wiring

from .bench import AHC14, STRAIGHT, WIRING, Bench, LoopedChip, Plugs


@pytest.fixture(autouse=True)
def no_electronics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mock pins settle at once."""
    monkeypatch.setattr(loopback, "SETTLE_S", 0)
    monkeypatch.setattr(loopback, "REST_S", 0)
    monkeypatch.setattr(loopback, "PATIENCE_S", 0.02)
    monkeypatch.setattr(loopback, "WINDOW_US", 1e9)  # how fast this machine writes mock pins is no matter


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


def test_lamps_that_are_written_one_by_one_take_turns_at_being_first() -> None:
    bench, order = Bench(plugs={}), list[int]()
    lights = Lights(bench.factory, bench.wiring.lamps)
    for seat, lamp in bench.lamps.items():
        lamp.changed = partial(order.append, int(seat))
    written = lights.write(dict.fromkeys(SEATS, True))
    assert list(written) == order and sorted(written.values()) == list(written.values())
    lights.write(dict.fromkeys(SEATS, False))
    assert sorted(order[:8]) == sorted(order[8:]) == list(SEATS) and order[0] != order[8]


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


@pytest.mark.parametrize("wired", [WIRING, AHC14], ids=["direct", "ahc14"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_named_and_the_other_channels_are_measured(fault: str, wired: Wiring) -> None:
    plugs, stuck, named = FAULTS[fault]
    found, looped = tried(Bench(plugs, stuck, wired=wired))
    for seat in SEATS:
        finding = found[f"loopback {seat}"]
        if seat in named:
            assert finding.status == "FAIL" and finding.says.startswith(named[seat])
            assert "\n" not in finding.says and f" {seat}" in finding.says  # one sentence, which names the channel
        else:
            assert finding.status == "OK" and len(looped.skews[seat]) == 10
    assert set(looped.skews) == set(SEATS) - set(named)


def test_without_loopback_plugs_it_says_so_once() -> None:
    found, looped = tried(Bench(plugs={}))
    assert [(f.status, "put the loopback plugs in" in f.says) for f in found.values()] == [("FAIL", True)]
    assert not looped.skews


@pytest.fixture
def chip() -> Iterator[LoopedChip]:
    yield LoopedChip()
    GpiodFactory.pins.clear()


def on(chip: LoopedChip) -> Parts:
    return Parts("pi", WIRING, chip.factory(), Path("/"))


def test_on_a_kernels_chip_all_lamps_are_written_in_one_call_and_no_edge_is_lost(chip: LoopedChip) -> None:
    parts = on(chip)
    looped = loopback.check(parts, 20, lambda said: None)
    parts.factory.close()
    assert [f.status for f in looped.findings] == ["OK"] * 9
    assert "one by one" not in looped.findings[-1].says
    assert not any(chip.level(pin) for pin in WIRING.lamps.values())
    assert not any(wire.consumer for wire in chip.wires.values())


def test_a_chip_that_goes_away_in_the_middle_ends_the_test_with_a_sentence(chip: LoopedChip) -> None:
    parts = on(chip)
    looped = loopback.check(parts, 20, lambda said: chip.unplug() if "together" in said else None)
    parts.factory.close()
    assert [f.status for f in looped.findings] == ["FAIL"] and looped.findings[0].says


@pytest.mark.parametrize("pin", [WIRING.lamps[Seat(2)], WIRING.buzzers[Seat(2)].pin])
def test_a_line_held_by_another_program_names_it_and_leaves_nothing_held(chip: LoopedChip, pin: int) -> None:
    chip.grab(pin, "tea-maker")
    parts = on(chip)
    looped = loopback.check(parts, 20, lambda said: None)
    parts.factory.close()
    assert [f.status for f in looped.findings] == ["FAIL"] and "tea-maker" in looped.findings[0].says
    assert sum(bool(wire.consumer) for wire in chip.wires.values()) == 1


def test_ctrl_c_while_a_lamp_is_lit_leaves_it_dark(chip: LoopedChip) -> None:
    lit: list[bool] = []

    def ctrl_c(seat: Seat) -> None:
        lit.append(chip.level(WIRING.lamps[seat]))
        raise KeyboardInterrupt

    parts = on(chip)
    with pytest.raises(KeyboardInterrupt):
        lamps.check(parts, ctrl_c)
    parts.factory.close()
    assert lit == [True] and not any(chip.level(pin) for pin in WIRING.lamps.values())


def test_a_running_box_is_asked_to_stop_first(chip: LoopedChip) -> None:
    chip.grab(WIRING.buzzers[Seat(1)].pin, "mopsbox")
    parts = on(chip)
    looped = loopback.check(parts, 20, lambda said: None)
    parts.factory.close()
    assert [(f.status, "stop it" in f.says) for f in looped.findings] == [("FAIL", True)]
