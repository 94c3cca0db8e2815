"""The simulated channel against the formula, and against the table that is kept. Without ngspice the table alone."""

from __future__ import annotations

import json
import shutil
from math import isclose
from pathlib import Path

import pytest

from hardware.making import electric
from hardware.making.given import VARIANTS, values
from hardware.sim import run

ROOT = Path(__file__).parents[2] / "hardware"
KEPT = json.loads(run.RESULTS.read_text("utf-8"))
WORST = "{}: the worst of everything at once"
# The formula takes the parts one by one; in the circuit diode, contact and chip act together.
FORMULA_DEVIATION = 0.05
# Between versions of ngspice, and for the width of a step in time (8 ns).
AGAIN_DEVIATION = 0.02

ngspice = pytest.mark.skipif(shutil.which("ngspice") is None, reason="ngspice is not installed (apt install ngspice)")


def test_the_kept_table_was_made_with_the_values_of_now() -> None:
    assert KEPT["values"] == run.used(values(ROOT)), "run: python hardware/sim/run.py"


def test_the_readme_shows_the_kept_results() -> None:
    text = run.README.read_text("utf-8")
    shown = text.partition(run.START)[2].partition(run.END)[0]
    assert shown.strip() == run.table(KEPT).strip(), "run: python hardware/sim/run.py"


@pytest.mark.parametrize("name", VARIANTS)
def test_the_kept_worst_case_is_that_of_the_formula(name: str) -> None:
    delay, kept = electric.press_delay(electric.channel(values(ROOT), name)), KEPT["cases"][WORST.format(name)]
    assert isclose(kept["least"], delay.low, rel_tol=FORMULA_DEVIATION)
    assert isclose(kept["greatest"], delay.high, rel_tol=FORMULA_DEVIATION)


@pytest.mark.parametrize("name", VARIANTS)
def test_chance_stays_within_the_worst_case(name: str) -> None:
    worst = KEPT["cases"][WORST.format(name)]
    rows = [row for case, row in KEPT["cases"].items() if case.startswith(f"{name}: {run.BOARDS} boards")]
    assert len(rows) == 2
    for row in rows:
        assert worst["least"] <= row["least"] < row["mean"] < row["greatest"] <= worst["greatest"]
        assert row["skew"] <= worst["skew"]


@ngspice
@pytest.mark.parametrize("name", VARIANTS)
def test_the_circuit_agrees_with_the_formula_and_with_the_table(name: str) -> None:
    of = electric.channel(values(ROOT), name)
    fast, slow = run.press_delays([run.corner(of, False), run.corner(of, True)])
    delay, kept = electric.press_delay(of), KEPT["cases"][WORST.format(name)]
    assert isclose(fast, delay.low, rel_tol=FORMULA_DEVIATION) and isclose(slow, delay.high, rel_tol=FORMULA_DEVIATION)
    assert isclose(fast, kept["least"], rel_tol=AGAIN_DEVIATION)
    assert isclose(slow, kept["greatest"], rel_tol=AGAIN_DEVIATION)


@ngspice
def test_the_boards_of_chance_come_out_again() -> None:
    of = electric.channel(values(ROOT), "direct")
    again, kept = run.boards(of, (1.3, 1.5)), KEPT["cases"][f"direct: {run.BOARDS} boards, chips alike (1.3 to 1.5 V)"]
    for key in ("least", "mean", "greatest"):
        assert isclose(again[key], kept[key], rel_tol=AGAIN_DEVIATION), key


@ngspice
def test_a_capacitor_ten_times_as_great_is_ten_times_as_late() -> None:
    """What a planted fault looks like in the circuit: the file is really simulated, not a copy of the formula."""
    of = electric.channel(values(ROOT), "ahc14")
    line = run.corner(of, False)
    (usual,) = run.press_delays([line])
    (late,) = run.press_delays([run.Line(line.build, {**line.values, "c": 10 * line.values["c"]}, line.threshold)], 20)
    assert isclose(late, 10 * usual, rel_tol=FORMULA_DEVIATION)
