"""Values with a unit as people write them: "2.2 kΩ", "1 nF", "5 %". Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import floor, log10

PREFIXES = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "": 1.0, "k": 1e3, "M": 1e6}
UNITS = ("Ω", "F", "V", "A", "s", "%")
WRITTEN = re.compile(rf"(?P<number>\d+(\.\d+)?) (?P<prefix>[{''.join(PREFIXES)}]?)(?P<unit>{'|'.join(UNITS)})")


@dataclass(frozen=True, slots=True)
class Quantity:
    """`value` in `unit` without a prefix: ohms, farads, volts, amperes, seconds; "%" as a fraction of one."""

    value: float
    unit: str

    def __str__(self) -> str:
        return written(self.value, self.unit)


def quantity(text: str) -> Quantity:
    """Raises ValueError where it is no number, a space and a unit; the remedy is for the caller's file to say."""
    match = WRITTEN.fullmatch(text)
    if match is None:
        raise ValueError(f'{text!r:.40} is no value with a unit; write it as "2.2 kΩ", "1 nF", "5 %"')
    number = float(match["number"])
    return Quantity(number / 100 if match["unit"] == "%" else number * PREFIXES[match["prefix"]], match["unit"])


def written(value: float, unit: str) -> str:
    """Three digits that count: 1.5546e-06, "s" -> "1.55 µs"."""
    if unit == "%":
        return f"{value * 100:.3g} %"
    if not value:
        return f"0 {unit}"
    size = floor(log10(float(f"{abs(value):.2e}")))
    prefix = {-4: "p", -3: "n", -2: "µ", -1: "m", 0: "", 1: "k", 2: "M"}[max(-4, min(2, size // 3))]
    number = value / PREFIXES[prefix]
    return f"{number:.{max(0, 2 - floor(log10(abs(float(f'{number:.2e}')))))}f} {prefix}{unit}"
