"""What makes the hardware's pictures, tables and lists from pins.toml, board.toml and case.toml, and what checks them.

source: a TOML file that knows its lines;  table: one of its tables, values by kind;  svg, dxf: drawings as text.
plate: plates with openings;  case: case.toml as plates;  fits: do they fit;  sheet: a plate on
paper;  mesh: a solid of triangles.
Each maker is a module with `made(folder) -> {file name: text}` and `troubles(folder) -> [BadInput]`; `folder` is the
one the sources are in. ../generate.py runs all of MAKERS.
"""

from types import ModuleType

from . import checks, drill, panel, parts, perfboard, shell, wires

MAKERS: tuple[ModuleType, ...] = (checks, parts, wires, perfboard, panel, drill, shell)
