"""The electrics, calculated once more by hand; and one changed value is found, with its line and what to do."""

from __future__ import annotations

import shutil
from dataclasses import replace
from math import isclose, log
from pathlib import Path

import pytest

from hardware.making import budget, electric
from hardware.making.given import FILE, VARIANTS, Electric, values
from hardware.making.quantity import quantity, written
from mopsbox.jsonl import BadInput

ROOT = Path(__file__).parents[2] / "hardware"


@pytest.fixture(scope="module")
def given() -> Electric:
    return values(ROOT)


def changed(tmp_path: Path, old: str, new: str) -> tuple[Path, int]:
    """A copy of electric.toml with one thing changed, and the line it is in."""
    shutil.copy(ROOT / FILE, tmp_path)
    text = (tmp_path / FILE).read_text("utf-8")
    assert text.count(old) == 1, old
    (tmp_path / FILE).write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path, text[: text.index(old)].count("\n") + 1


# -- quantities


@pytest.mark.parametrize(
    ("text", "value"), [("2.2 kΩ", 2200), ("1 nF", 1e-9), ("5 %", 0.05), ("600 µA", 6e-4), ("3 A", 3), ("2 µs", 2e-6)]
)
def test_a_value_with_a_unit_is_read(text: str, value: float) -> None:
    assert isclose(quantity(text).value, value)


@pytest.mark.parametrize("text", ["2.2k", "2,2 kΩ", "1nF", "-1 V", "kΩ", "1 kg", "1 kΩ ", "1e3 Ω", ""])
def test_what_is_no_value_with_a_unit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="write it as"):
        quantity(text)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1.5546e-6, "s", "1.55 µs"),
        (0.160, "A", "160 mA"),
        (0.9996, "A", "1.00 A"),
        (2200, "Ω", "2.20 kΩ"),
        (0, "A", "0 A"),
    ],
)
def test_a_result_is_written_with_three_digits(value: float, unit: str, text: str) -> None:
    assert written(value, unit) == text


# -- by hand


def test_the_direct_build_by_hand(given: Electric) -> None:
    """2k2 1 % to 3.3 V 5 %, 1 kΩ 1 %, 1 nF 5 %, a pin that switches between 0.8 and 2.0 V, 220 µA of leakage."""
    channel = electric.channel(given, "direct")
    assert isclose(electric.idle(channel), 3.135 - 220e-6 * 2222)
    held = 3.465 * 10 / 2188 + 3.465 * 1010 / 34010  # across 10 Ω of contact, and from the chip's 33 kΩ across 1 kΩ
    assert isclose(electric.pressed(channel), held)
    delay = electric.press_delay(channel)
    assert isclose(delay.low, 990 * 0.95e-9 * log((3.135 - 220e-6 * 2222) / 2.0))
    assert isclose(delay.high, 1020 * 1.05e-9 * log((3.465 - held) / (0.8 - held)) + 10 * 8e-9)
    assert isclose(electric.wetting(channel), 3.135 / 2232)


def test_the_robust_build_by_hand(given: Electric) -> None:
    """1 kΩ 1 % to 5 V 5 %, 1 kΩ, 1 nF, a Schmitt trigger that switches between 0.9 and 2.1 V, 600 µA of leakage."""
    channel = electric.channel(given, "ahc14")
    assert isclose(electric.idle(channel), 4.75 - 600e-6 * 1010)
    assert isclose(electric.pressed(channel), 5.25 * 10 / 1000)
    delay = electric.press_delay(channel)
    assert isclose(delay.low, 0.9405e-6 * log(4.144 / 2.1))
    assert isclose(delay.high, 1020 * 1.05e-9 * log((5.25 - 0.0525) / (0.9 - 0.0525)) + 10 * 8e-9)
    assert isclose(electric.wetting(channel), 4.75 / 1020)


def test_the_margins_by_hand(given: Electric) -> None:
    """Open: the lowest level above what surely reads as open; closed: below what surely reads as pressed."""
    for name, open_by, closed_by in (("direct", 2.64616 - 2.0, 0.8 - 0.11874), ("ahc14", 4.144 - 2.42, 0.9 - 0.0525)):
        results = {result.what: result.value for result in budget.of_variant(given, name)}
        assert isclose(results["margin while the contact is open"], open_by)
        assert isclose(results["margin while the contact is closed"], closed_by, rel_tol=1e-4)


@pytest.mark.parametrize("name", VARIANTS)
def test_without_leakage_and_contact_the_delay_is_the_plain_law_of_a_capacitor(given: Electric, name: str) -> None:
    """facts/hardware.md 1.5 gives 0.42 to 1.55 µs (direct) for exactly this case, and 0.86 to 1.87 µs for 1.9 V."""
    of = replace(electric.channel(given, name), leakage=0.0, contact=0.0, chip_pull=None)
    if name == "ahc14":
        of = replace(of, fall=electric.Span(0.9, 1.9))
    delay = electric.press_delay(of)
    low, high = {"direct": (0.423e-6, 1.555e-6), "ahc14": (0.862e-6, 1.870e-6)}[name]
    assert isclose(delay.low, low, rel_tol=0.002) and isclose(delay.high, high, rel_tol=0.002)


def test_bring_up_finds_a_diode_that_leaks_more_than_was_calculated_with(given: Electric) -> None:
    """The leakage of the direct build is not the data sheet's: the step "SW at rest" takes out every diode above it.
    Most leaks through unnoticed where the supply is high: 3.465 V - 3.0 V in 2.2 kΩ - 1 %."""
    text = (ROOT / "docs" / "5-bring-up.md").read_text("utf-8")
    step = text.partition("**SW at rest**")[2]
    assert "Expect: 3.0 to 3.4 V in `direct`" in step.partition("If not")[0]
    assert electric.channel(given, "direct").leakage > (3.465 - 3.0) / 2178


def test_a_lamp_is_dimmer_behind_the_darlington(given: Electric) -> None:
    """Its resistor is (5 - 3.15) V / 20 mA = 92.5 Ω; with 4 Ω of fuse 1.8 V drive 18.65 mA, 1.1 V only 11.4 mA."""
    assert isclose(electric.lamp_current(given, 0.05), 1.80 / 96.5)
    assert isclose(electric.lamp_current(given, 0.75), 1.10 / 96.5)
    assert isclose(electric.darlington_input(given), 1.95 / 2700)


def test_the_sums_by_hand(given: Electric) -> None:
    """Eight lamps 0.16 A, eight pull-ups 5.25 V / 990 Ω, amplifier 0.75 A, display 0.5 A, and the computer."""
    board = 0.16 + 8 * 5.25 / 990
    by_hand = {"3B+": 1.0 + 1.25, "4B": 0.9 + 1.25, "5": 2.4 + 1.25, "Zero 2 W": 0.5 + 0.75, "Pico on USB": 0.1}
    assert len(given.models) == len(by_hand)
    for model in given.models:
        name = model.name.removeprefix("Raspberry Pi ")
        assert isclose(electric.sum_5v(given, model), by_hand[name] + board), name
    assert isclose(electric.board_5v(given), board + 0.75)
    menu = 2 * 3.465 / 1782  # the two buttons the Pi itself pulls up with 1.8 kΩ
    assert isclose(electric.sum_3v3(given, "direct"), menu + 8 * 3.465 / 2178)
    assert isclose(electric.sum_3v3(given, "ahc14"), menu + 0.001)


def test_a_pin_that_drives_by_mistake_is_held_by_its_resistor(given: Electric) -> None:
    assert isclose(electric.pin_through_series(given, "ahc14.output"), 3.465 / 990)
    assert isclose(electric.pin_from_5v(given), (5.25 - 3.135) / 990)


# -- the file as it is keeps to its limits, and a changed one does not


def test_nothing_is_wrong_with_the_values_we_ship() -> None:
    assert budget.troubles(ROOT) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('{ is = "2.2 kΩ"', '{ is = "10 kΩ"', "margin while the contact is open: -"),
        ('capacitor = { is = "1 nF", mark = "ours", note = "C1 to C8" }\nfall_low = { is = "0.8 V"',
         'capacitor = { is = "10 nF", mark = "ours", note = "C1 to C8" }\nfall_low = { is = "0.8 V"',
         "two buzzers pressed at once differ by: 14.5 µs"),
        ('{ is = "220 µA"', '{ is = "0.6 mA"', "take a diode that leaks less"),
        ('output = { is = "1 kΩ"', 'output = { is = "680 Ω"', "output by mistake: 5.15 mA"),
        ('menu_series = { is = "1 kΩ"', 'menu_series = { is = "470 Ω"', "current through a menu pin"),
        ('{ is = "5 A"', '{ is = "3 A", x = "3 A"', "must be written as"),
        ('supply = { is = "5 A"', 'supply = { is = "3.0 A"', "5 V in all for Raspberry Pi 5: 3.85 A"),
        ('dmos_on = { is = "2.5 V"', 'dmos_on = { is = "2.6 V"', "a lamp pin above what switches the TBD62083APG on"),
        ('board_fuse_hold = { is = "1.1 A"', 'board_fuse_hold = { is = "0.9 A"', "take a greater fuse"),
        ('4 = "LED+"', '3 = "LED+"', "send current out on 1 and 2 and back on 3 and 6"),
        ('5 = "LED-"', '7 = "LED-"', "send current out on 4 and 5 and back on 7 and 8"),
        ('5 = "LED-"', '9 = "LED-"', "contacts are 1 to 8"),
        ('led = { is = "3.15 V"', 'led = { is = "3.15"', "is no value with a unit"),
        ('led = { is = "3.15 V"', 'led = { is = "3.15 A"', "must be more than nothing and in V"),
        ('chips = { is = "1 mA", mark = "K"', 'chips = { is = "1 mA", mark = "M"', "the mark must be one of"),
        ('chip_pull =', 'chip_pulls =', "has an unknown key 'chip_pulls'"),
        ('display = false\namplifier = true', 'display = "no"\namplifier = true', "each true or false"),
        ('[loads]', '[load]', "'load' is no section"),
    ],
)  # fmt: skip
def test_one_changed_value_is_found_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    folder, first = changed(tmp_path, old, new)
    try:
        said = [str(trouble) for trouble in budget.troubles(folder)]
    except BadInput as error:
        said = [str(error)]
    hit = [sentence for sentence in said if says in sentence]
    assert len(hit) == 1, said
    text = hit[0].removeprefix(f"{folder / FILE}: line ")
    line = int(text.partition(":")[0])
    around = range(first - 6, first + 10)  # the section or another value of the same channel may be to blame
    assert line in around, text


def test_a_missing_section_is_told(tmp_path: Path) -> None:
    folder, _ = changed(tmp_path, "[rj45]", "[models.rj45]")
    with pytest.raises(BadInput, match=r"electric.toml.*\[models.rj45\] needs display and amplifier"):
        values(folder)


def test_every_number_from_memory_carries_its_mark(given: Electric) -> None:
    text = budget.made(ROOT)["budget.md"]
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    for each in given.given.values():
        (row,) = [row for row in rows if row.startswith(f"| {each.key} |")]
        assert (budget.DAGGER in row) == (each.mark == "K"), row
    assert text.rstrip().endswith(f"{budget.FOOTNOTE}.")


def test_the_table_has_what_was_calculated_by_hand() -> None:
    """Eight pull-ups 42.4 mA, Pi 4 2.35 A, lamps 18.7 and 11.4 mA, wetting 1.40 and 4.66 mA: as in the tests above."""
    text = budget.made(ROOT)["budget.md"]
    for said in ("42.4 mA", "| 2.35 A | 3 A |", "| 18.7 mA |", "| 11.4 mA |", "| 1.40 mA | 4.66 mA |"):
        assert said in text, said
