"""Simulates the buzzer channel (channel.cir) with ngspice, with the values of ../electric.toml.

    python hardware/sim/run.py    simulates, writes results.json and the table in README.md

Needs ngspice (Debian: apt-get install ngspice). The chance in it comes from a fixed seed.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

HERE = Path(__file__).resolve().parent
for folder in (HERE.parent.parent, HERE.parent.parent / "device"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from hardware.making import electric  # noqa: E402
from hardware.making.electric import Channel  # noqa: E402
from hardware.making.given import VARIANTS, Electric, values  # noqa: E402
from hardware.making.quantity import written  # noqa: E402

RESULTS, README, CIRCUIT = HERE / "results.json", HERE / "README.md", HERE / "channel.cir"
FINGER, START, END = "* The finger", "<!-- made by run.py -->\n", "<!-- up to here -->\n"
SEED, BOARDS, CHANNELS = 7, 15, 8
NEXT_TO_NOTHING = 0.01  # m of cable
LONGEST = 5.0  # m
VOLTS_OF_A_SPARK = 8000.0
MEASURE = re.compile(r"^(\w+)\s+=\s+(\S+)", re.MULTILINE)
Wires = Mapping[str, float]


@dataclass(frozen=True)
class Line:
    """One channel to simulate. `values`: parameters of its subcircuit; `threshold`: volts at which it is read."""

    build: str
    values: Wires
    threshold: float


def ngspice(deck: str) -> dict[str, float]:
    """What the deck's .meas lines give. Raises OSError: no ngspice; RuntimeError: it could not do it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.cir"
        path.write_text(deck, encoding="utf-8")
        done = subprocess.run(["ngspice", "-b", path], capture_output=True, text=True, cwd=folder, timeout=300)
    found = {}
    for name, value in MEASURE.findall(done.stdout):
        try:
            found[name] = float(value)
        except ValueError:  # "failed", or a line that is no measurement
            continue
    if done.returncode:
        raise RuntimeError(f"ngspice ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    return found


def press_delays(lines: Sequence[Line], microseconds: float = 4) -> list[float]:
    """From the contact to the reader of each line, seconds; the finger presses all of them at once."""
    body = [_subcircuits(), "Vfinger down 0 pulse(0 1 1u 1n 1n 10 20)", ".option reltol=1e-4"]
    for number, line in enumerate(lines):
        wires = " ".join(f"{key}={value:.9g}" for key, value in line.values.items())
        body.append(f"X{number} down level{number} {line.build} {wires}")
        target = f"targ v(level{number}) val={line.threshold:.9g} fall=1"
        body.append(f".meas tran press{number} trig v(down) val=0.5 rise=1 {target}")
    step = microseconds / 500
    body += [f".tran {step:.3g}u {microseconds + 1:.6g}u 0 {step:.3g}u", ".end", ""]
    found = ngspice("\n".join(body))
    return [found[f"press{number}"] for number in range(len(lines))]


def _subcircuits() -> str:
    return CIRCUIT.read_text("utf-8").partition(FINGER)[0]


def spark(given: Electric, name: str, volts: float) -> tuple[float, float]:
    """Lowest and highest level at the reader when a charged person (150 pF, 330 ohm) touches SW."""
    wires = _wires(electric.channel(given, name), high=True) | {"length": NEXT_TO_NOTHING, "rc": 0.1}
    body = [
        _subcircuits(),
        "Vopen down 0 0",
        f"X0 down level {name} " + " ".join(f"{key}={value:.9g}" for key, value in wires.items()),
        f"Cperson person 0 150p ic={volts:.9g}",
        "Rperson person tip 330",
        "Stouch tip x0.sw touch 0 touches",
        ".model touches sw(vt=0.5 vh=0 ron=0.01 roff=1000meg)",
        "Vtouch touch 0 pulse(0 1 1u 1n 1n 1 2)",
        f".ic v(person)={volts:.9g}",
        ".tran 1n 6u 0 1n",
        ".meas tran lowest min v(level) from=0.9u to=6u",
        ".meas tran highest max v(level) from=0.9u to=6u",
        ".end",
        "",
    ]
    found = ngspice("\n".join(body))
    return found["lowest"], found["highest"]


# -- the cases


def _wires(of: Channel, high: bool) -> dict[str, float]:
    """The parameters that make it slow (`high`) or fast, as electric.press_delay has them."""
    end = "high" if high else "low"
    wires = {
        "rail": getattr(of.rail, end),
        "rp": of.pull_up.low if high else of.pull_up.high,
        "rs": getattr(of.series, end),
        "c": getattr(of.capacitor, end),
        "leak": 0.0 if high else of.leakage,
        "tvs": of.tvs if high else 1e-12,
        "rc": of.contact if high else 0.1,
        "length": NEXT_TO_NOTHING,
    }
    if of.chip_pull is not None:
        wires["chip"] = of.chip_pull if high else 1e9
    elif of.name == "direct":
        wires["chip"] = 1e9
    return wires


def corner(of: Channel, high: bool) -> Line:
    return Line(of.name, _wires(of, high), of.fall.low if high else of.fall.high)


def chance(of: Channel, rail: float, thresholds: tuple[float, float], dice: random.Random) -> Line:
    wires = {
        "rail": rail,
        "rp": dice.uniform(of.pull_up.low, of.pull_up.high),
        "rs": dice.uniform(of.series.low, of.series.high),
        "c": dice.uniform(of.capacitor.low, of.capacitor.high),
        "leak": dice.uniform(0, of.leakage),
        "tvs": dice.uniform(of.tvs / 2, of.tvs),
        "rc": dice.uniform(0.05, of.contact),
        "length": dice.uniform(0.3, LONGEST),
    }
    return Line(of.name, wires, dice.uniform(*thresholds))


def boards(of: Channel, thresholds: tuple[float, float]) -> dict[str, Any]:
    """Many boards of eight channels; on one board all share the supply."""
    dice = random.Random(f"{SEED} {of.name} {thresholds}")
    made = [[chance(of, rail, thresholds, dice) for _ in range(CHANNELS)] for rail in _rails(of, dice)]
    delays = press_delays([line for board in made for line in board])
    skews = [
        max(board) - min(board) for board in (delays[at : at + CHANNELS] for at in range(0, len(delays), CHANNELS))
    ]
    return {
        "least": min(delays),
        "mean": fmean(delays),
        "deviation": stdev(delays),
        "greatest": max(delays),
        "skew": max(skews),
    }


def _rails(of: Channel, dice: random.Random) -> list[float]:
    return [dice.uniform(of.rail.low, of.rail.high) for _ in range(BOARDS)]


def _between(fast: float, slow: float) -> dict[str, Any]:
    return {"least": fast, "greatest": slow, "skew": slow - fast}


def simulated(given: Electric) -> dict[str, dict[str, Any]]:
    """Case -> what came out: seconds, and for the sparks volts."""
    found: dict[str, dict[str, Any]] = {}
    for name in VARIANTS:
        of = electric.channel(given, name)
        fast, slow = press_delays([corner(of, False), corner(of, True)])
        found[f"{name}: the worst of everything at once"] = _between(fast, slow)
        found[f"{name}: {BOARDS} boards, chance within all tolerances"] = boards(of, (of.fall.low, of.fall.high))
        found[f"{name}: {BOARDS} boards, chips alike (1.3 to 1.5 V)"] = boards(of, (1.3, 1.5))
        short, long = press_delays(
            [
                Line(name, {"length": length, "leak": 0, "tvs": of.tvs}, of.fall.middle)
                for length in (NEXT_TO_NOTHING, LONGEST)
            ]
        )
        found[f"{name}: cable of {LONGEST:g} m against none"] = _between(*sorted((short, long)))
    of = replace(electric.channel(given, "direct"), chip_pull=None)  # with 10 kΩ it alone would hold the level up
    for series, farads, tolerance, says in OTHERS:
        ends = [corner(of, high) for high in (False, True)]
        lines = [
            Line(
                of.name, {**end.values, "rs": series * end.values["rs"] / 1e3, "c": farads * (1 + sign * tolerance)}, at
            )
            for end, sign, at in zip(ends, (-1, 1), (end.threshold for end in ends), strict=True)
        ]
        fast, slow = press_delays(lines, microseconds=12e6 * series * farads)
        found[f"direct with {says} instead"] = _between(fast, slow)
    for name in VARIANTS:
        for volts in (VOLTS_OF_A_SPARK, -VOLTS_OF_A_SPARK):
            lowest, highest = spark(given, name, volts)
            found[f"{name}: a spark of {volts / 1000:+g} kV on SW"] = {"lowest": lowest, "highest": highest}
    return found


OTHERS = (
    (1e3, 2.2e-9, 0.05, "1 kΩ and 2.2 nF"),
    (1e3, 10e-9, 0.2, "1 kΩ and 10 nF (X7R, 20 %)"),
    (1e3, 100e-9, 0.2, "1 kΩ and 100 nF (X7R, 20 %)"),
    (1e4, 100e-9, 0.2, "10 kΩ and 100 nF (X7R, 20 %)"),
)


# -- what is kept


def rounded(cases: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Four digits: more would differ between versions of ngspice."""
    return {case: {key: float(f"{value:.4g}") for key, value in row.items()} for case, row in cases.items()}


def used(given: Electric) -> dict[str, str]:
    """The values it was simulated with, to see later whether they still hold."""
    sections = ("common.", *(f"{name}." for name in VARIANTS))
    return {key: each.says for key, each in given.given.items() if key.startswith(sections)}


def table(results: Mapping[str, Any]) -> str:
    """The table of README.md."""
    rows = ["| case | from the contact to the reader | spread (s.d.) | channels differ by |", "|---|---|---|---|"]
    levels = ["| case | lowest level at the reader | highest |", "|---|---|---|"]
    for case, row in results["cases"].items():
        if "lowest" in row:
            levels.append(f"| {case} | {written(row['lowest'], 'V')} | {written(row['highest'], 'V')} |")
            continue
        spread = written(row["deviation"], "s") if "deviation" in row else ""
        between = f"{written(row['least'], 's')} to {written(row['greatest'], 's')}"
        rows.append(f"| {case} | {between} | {spread} | {written(row['skew'], 's')} |")
    return "\n".join([f"Simulated with ngspice {results['ngspice']}.", "", *rows, "", *levels, ""])


def version() -> str:
    said = subprocess.run(["ngspice", "--version"], capture_output=True, text=True).stdout
    found = re.search(r"ngspice-(\d+)", said)
    return found[1] if found else "of an unknown version"


def main() -> int:
    if shutil.which("ngspice") is None:
        print("ngspice is not installed; on Debian: sudo apt-get install ngspice", file=sys.stderr)
        return 2
    given = values(HERE.parent)
    results = {"ngspice": version(), "values": used(given), "cases": rounded(simulated(given))}
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    before, _, rest = README.read_text("utf-8").partition(START)
    README.write_text(before + START + "\n" + table(results) + "\n" + END + rest.partition(END)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
