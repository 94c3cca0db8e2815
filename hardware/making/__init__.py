"""What makes the hardware's pictures, tables and lists from pins.toml, board.toml and case.toml, and what checks them.

source: a TOML file that knows its lines;  svg, dxf: drawings as text.
given: electric.toml;  quantity: "2.2 kΩ" as a number;  electric: the wiring's formulas;  budget: results and limits.
sheet: what channel draws its schematics on.
forty, pico: which pin is where;  pins: what is on it;  claims: what else wants it.
Each maker is a module with `made(folder) -> {file name: text}` and `troubles(folder) -> [BadInput]`; `folder` is the
one the sources are in. ../generate.py runs all of MAKERS.
"""

from types import ModuleType

from . import budget, channel, checks, header, parts, perfboard, pintable, wires

MAKERS: tuple[ModuleType, ...] = (checks, parts, wires, perfboard, budget, channel, pintable, header)
