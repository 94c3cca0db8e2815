"""What makes the hardware's pictures, tables and lists from pins.toml, board.toml and case.toml, and what checks them.

source: a TOML file that knows its lines;  svg, dxf: drawings as text.
electric: the formulas of the wiring;  quantity: "2.2 kΩ" as a number;  budget: its results and limits.
forty, pico: which pin is where;  pins: what is on it;  claims: what else wants it.
Each maker is a module with `made(folder) -> {file name: text}` and `troubles(folder) -> [BadInput]`; `folder` is the
one the sources are in. ../generate.py runs all of MAKERS.
"""

from types import ModuleType

from . import budget, channel, checks, header, parts, perfboard, pintable, wires

MAKERS: tuple[ModuleType, ...] = (checks, parts, wires, perfboard, budget, channel, pintable, header)
