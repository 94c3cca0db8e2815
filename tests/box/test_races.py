"""Who was first, by the kernel's stamps: the program's own buzzers and referee, lines pulled with known order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from .machine import Machine

pytestmark = pytest.mark.box

Figure = Callable[[str], None]
FAR = [5_000, 7_000, 10_000, 20_000]  # microseconds
NEAR = [0, 20, 50, 100, 200, 500, 1_000, 2_000]
TIE = 50
BINS = (TIE, 100, 200, 500, 1_000, 2_000, 5_000, 1_000_000)


def races(machine: Machine, name: str, *words: object) -> Any:
    """What races.py found, and told."""
    arguments = " ".join(f"'{word}'" for word in words)
    out = machine.run(f"cd /tmp && PYTHONPATH=/opt/box python3 /opt/box/races.py {name} {arguments}", timeout_s=580)
    return json.loads(out.splitlines()[-1])["result"]


def far_apart(machine: Machine, figure: Figure, rounds: int) -> None:
    found = races(machine, "pairs", FAR, rounds // len(FAR))
    outcomes = Counter(race["outcome"] for race in found)
    figure(f"pairs 5 ms and more apart: {outcomes['right']} of {len(found)} right, over all 56 ordered pairs")
    assert outcomes == {"right": rounds}
    assert len({tuple(race["pair"]) for race in found}) == 56


def close_together(machine: Machine, figure: Figure, rounds: int) -> None:
    found = races(machine, "pairs", NEAR, rounds // len(NEAR))
    figure("closer pairs, by the kernel's stamps   races  right  dead heat  doubted  wrong  none")
    for low, high in zip((0, *BINS), BINS, strict=False):
        these = [race for race in found if low < race["apart_us"] <= high]
        if these:
            by = Counter(race["outcome"] for race in these)
            row = f"{by['right']:6} {by['dead_heat']:10} {by['doubted']:8} {by['wrong']:6} {by['none']:5}"
            figure(f"{low:>24} to {high:7} us {len(these):7} {row}")
    figure(f"stamped in the order of the presses: {sum(race['apart_us'] > 0 for race in found)} of {len(found)}")
    for race in found:
        expected = "dead_heat" if race["apart_us"] <= TIE else "right"
        assert race["apart_us"] > 0 and (race["outcome"] == expected or race["uncertain"]), race
        assert race["outcome"] not in ("wrong", "none"), race
    assert any(race["outcome"] == "dead_heat" for race in found)


def test_whoever_is_5_ms_earlier_wins_over_all_pairs_of_channels(bare: Machine, figure: Figure) -> None:
    far_apart(bare, figure, 200)


def test_closer_presses_are_told_apart_or_called_a_dead_heat_never_guessed(bare: Machine, figure: Figure) -> None:
    close_together(bare, figure, 200)


@pytest.mark.slow
def test_a_thousand_pairs_5_ms_apart(bare: Machine, figure: Figure) -> None:
    far_apart(bare, figure, 1000)


@pytest.mark.slow
def test_a_thousand_closer_pairs(bare: Machine, figure: Figure) -> None:
    close_together(bare, figure, 1000)


@pytest.mark.parametrize("hertz", [2_000, 10_000])
def test_in_a_storm_on_one_line_another_wins_and_no_edge_is_lost_unnoticed(
    bare: Machine, figure: Figure, hertz: int
) -> None:
    for _ in range(4):
        found = races(bare, "storm", 0.6, hertz)
        assert found["holes_counted"] >= found["holes"], found
        assert found["heard"] + found["unheard"] == found["stamped"], found
        assert found["reader_alive"] and found["late"] == 0, found
        assert found["winner"] in (*found["truth"], None) or found["uncertain"], found
        if found["truth"] == [2] and found["winner"] == 2:  # else the storm was held up so long that it was a press
            break
    doubt = " (doubted)" if found["uncertain"] else ""
    figure(
        f"storm, {found['edges_per_s']} edges/s: {found['stamped']} stamped, {found['heard']} heard, the others in "
        f"{found['holes']} noticed gaps; first was {found['truth']}, {found['winner']} won{doubt}"
    )
    doubtful = found["uncertain"] or (found["winner"] is None and found["holes"])  # edges were lost, and that is known
    assert found["winner"] == 2 or found["truth"] != [2] or doubtful, found


def test_a_bouncing_press_counts_from_its_first_contact(bare: Machine, figure: Figure) -> None:
    found = races(bare, "bounce", 40)
    figure(f"bouncing against clean, 1 ms later: {found}")
    assert found["right"] > 0 and found["wrong"] == found["none"] == found["dead_heat"] == 0


def test_eight_at_once_are_ruled_by_their_stamps(bare: Machine, figure: Figure) -> None:
    found = races(bare, "eight", 40)
    figure(f"eight at once: {found}")
    assert found["none"] == 0 and found["right"] + found["uncertain"] >= found["rounds"]
    assert found["tied_most"] > 1


def test_a_stuck_buzzer_is_named_and_the_others_play_on(bare: Machine) -> None:
    assert races(bare, "stuck") == {"stuck": 4, "winner": 7, "free": True, "again": 4}
