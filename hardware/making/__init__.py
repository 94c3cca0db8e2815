"""What makes the pictures, tables and lists from pins.toml, board.toml, case.toml and electric.toml, and what
checks them.

source: a TOML file that knows its lines;  table: one of its tables, values by kind;  svg, dxf: drawings as text.
board: board.toml as parts, nets, places;  checks: what can be wrong with it;  stack: the Pi under it.
parts, wires, perfboard: lists and maps of it.
given: electric.toml;  quantity: "2.2 kΩ" as a number;  electric: the wiring's formulas;  budget: results and limits.
channel: the schematics;  schematic: what they are drawn on.
forty, pico: which pin is where;  pins: what is on it;  claims: what else wants it;  header, pintable: shown.
plate: plates with openings;  case: case.toml as plates;  fits: do they fit;  panel, drill: drawn;  sheet: on paper.
mesh: a solid of triangles;  shell: the printed housing of a buzzer.
Of MAKERS each has `made(folder) -> {file name: text}`, of CHECKERS each `troubles(folder) -> [BadInput]`; `folder` is
the one the sources are in. ../generate.py runs them all.
"""

from types import ModuleType

from . import budget, channel, checks, drill, fits, header, panel, parts, perfboard, pins, pintable, shell, stack, wires

CHECKERS: tuple[ModuleType, ...] = (checks, stack, budget, channel, pins, fits, drill, shell)
MAKERS: tuple[ModuleType, ...] = (parts, wires, perfboard, budget, channel, pintable, header, panel, drill, shell)
