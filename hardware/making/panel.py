"""The plates of the box at their true size: an SVG to look at and to print, a DXF to cut from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mopsbox.jsonl import BadInput

from . import case, fits, sheet
from .case import Case
from .dxf import Dxf
from .plate import Circle, Panel, box_of

MARGIN = 8.0  # mm of paper around


def made(folder: Path) -> dict[str, str]:
    """front.svg and .dxf for the chosen display and number of buttons, one more pair for each other choice, and a pair
    for each other plate. Raises BadInput."""
    return {
        f"{name}.{kind}": text
        for name, panel in panels(case.load(folder))
        for kind, text in (("svg", svg(panel)), ("dxf", dxf(panel)))
    }


def troubles(folder: Path) -> list[BadInput]:
    """Everything that is wrong with case.toml. Raises BadInput where it cannot be read."""
    return fits.troubles(folder)


def panels(of: Case) -> Iterator[tuple[str, Panel]]:
    """File name without its ending, and the plate."""
    for panel in of.box():
        yield panel.name, panel
    yield f"front-{3 if of.back_button else 4}", of.front(back_button=not of.back_button)
    for name in of.displays:
        if name != of.chosen:
            yield f"front-{name}", of.front(name)


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
