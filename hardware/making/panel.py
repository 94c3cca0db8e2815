"""The plates of the box at their true size: an SVG to look at and to print, a DXF to cut from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from . import case, sheet
from .case import Case
from .dxf import Dxf
from .plate import Circle, Panel, box_of, groups

MARGIN = 8.0  # mm of paper around


def made(folder: Path) -> dict[str, str]:
    """front.svg and .dxf for the chosen display and number of buttons, one more pair for each other choice, and a pair
    for each other plate; panels.md, what is to be made in each. Raises BadInput."""
    of = case.load(folder)
    drawn = {
        f"{name}.{kind}": text
        for name, panel in panels(of)
        for kind, text in (("svg", svg(panel)), ("dxf", dxf(panel)))
    }
    return {**drawn, "panels.md": table(of)}


def panels(of: Case) -> Iterator[tuple[str, Panel]]:
    """File name without its ending, and the plate."""
    for panel in of.box():
        yield panel.name, panel
    yield f"front-{3 if of.back_button else 4}", of.front(back_button=not of.back_button)
    for name in of.displays:
        if name != of.chosen:
            yield f"front-{name}", of.front(name)


def table(of: Case) -> str:
    """All plates with their sizes and openings, as Markdown."""
    rows = [(f"{name}.svg, {name}.dxf", panel) for name, panel in panels(of)]
    rows += [("drill-housing-a4.svg, -letter.svg", panel) for panel in of.housing()]
    lines = ["| Plate | Width × height, mm | To be made in it | Files |", "|---|--:|---|---|"]
    for files, panel in rows:
        made = "<br>".join(f"{count} × {name}" for name, count in groups(panel.openings).items())
        lines.append(f"| {panel.says} | {panel.width:g} × {panel.height:g} | {made} | {files} |")
    return "\n".join(["# All plates", "", *lines, "", f"{sheet.DAGGER}. Ø: diameter in mm; r: radius.", ""])


def svg(panel: Panel) -> str:
    """On paper as large as it needs."""
    return sheet.stacked(sheet.needs((panel,), MARGIN), MARGIN, f"{panel.says}; seen from outside", (panel,), False)


def dxf(panel: Panel) -> str:
    """The plate's edge and its openings."""
    drawing = Dxf(panel.width, panel.height)
    drawing.rect(0, 0, panel.width, panel.height)
    for opening in panel.openings:
        shape = opening.shape
        left, top, right, bottom = box_of(shape)
        if isinstance(shape, Circle):
            drawing.circle(shape.x, panel.height - shape.y, shape.d / 2)
        else:
            drawing.rect(left, panel.height - bottom, right, panel.height - top, shape.radius)
    return str(drawing)
