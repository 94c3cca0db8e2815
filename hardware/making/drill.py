"""Drilling templates: paper that is taped onto the plate, to punch through. For A4 and Letter; a plate larger than the
sheet goes on several, which overlap and are laid together by their marks."""

from __future__ import annotations

from math import ceil
from pathlib import Path

from mopsbox.jsonl import BadInput

from . import case, sheet
from .case import Case
from .plate import Panel
from .svg import Drawing, Value
from .table import Table

OVERLAP = 15.0  # mm that two sheets both show
MARK = 4.0  # mm: half a mark's width
BLEED = 5.0  # mm beyond the paper, where a viewer shows a part of it
EDGE: dict[str, Value] = {"stroke": "#777777", "stroke_width": 0.18, "stroke_dasharray": "1 2"}


def made(folder: Path) -> dict[str, str]:
    """drill-a4.svg is the front panel's; drill-back-a4.svg, ... those of the other plates. Raises BadInput."""
    of = case.load(folder)
    return {
        name: text
        for paper in of.names("sheets")
        for what, panels in templates(of).items()
        for name, text in _sheets(what, paper, of.table(f"sheets.{paper}"), panels).items()
    }


def troubles(folder: Path) -> list[BadInput]:
    """Sheets that are none; what is wrong with the plates says panel. Raises BadInput where a file cannot be read."""
    of = case.load(folder)
    said = []
    for paper in of.names("sheets"):
        table = of.table(f"sheets.{paper}")
        margin = table.size("margin")
        if min(table.area("size")) - 2 * margin < 180:
            said.append(table.fault("size", "is too small for a template; write at least 180 mm and twice the margin"))
    return said


def templates(of: Case) -> dict[str, tuple[Panel, ...]]:
    """Which plates share a sheet."""
    front, bottom, back, near, left, right = of.box()
    return {
        "": (front,),
        "bottom-": (bottom,),
        "back-": (back, near),
        "sides-": (left, right),
        "housing-": of.housing(),
    }


def _sheets(what: str, paper: str, table: Table, panels: tuple[Panel, ...]) -> dict[str, str]:
    size, margin = table.area("size"), table.size("margin")
    if (fits := _turned(size, sheet.needs(panels, margin))) is not None:
        title = (
            f"Drilling template, {paper.capitalize()}: {' / '.join(panel.says for panel in panels)}; seen from outside"
        )
        return {f"drill-{what}{paper}.svg": sheet.stacked(fits, margin, title, panels, True)}
    files: dict[str, str] = {}
    for panel in panels:
        name = f"drill-{what}{panel.name + '-' if len(panels) > 1 else ''}{paper}"
        if (fits := _turned(size, sheet.needs((panel,), margin))) is not None:
            files[f"{name}.svg"] = sheet.stacked(fits, margin, _title(paper, (panel,)), (panel,), True)
        else:
            files |= {f"{name}-{n}.svg": text for n, text in enumerate(tiles(panel, paper, size, margin), 1)}
    return files


def _title(paper: str, panels: tuple[Panel, ...]) -> str:
    says = " / ".join(panel.says for panel in panels)
    return f"Drilling template, {paper.capitalize()}: {says}; seen from outside"


def _turned(size: tuple[float, float], needs: tuple[float, float]) -> tuple[float, float] | None:
    """The sheet lying or upright, whichever is large enough; None: neither."""
    for wide, high in (sorted(size, reverse=True), sorted(size)):
        if needs[0] <= wide and needs[1] <= high:
            return wide, high
    return None


def tiles(panel: Panel, paper: str, size: tuple[float, float], margin: float) -> list[str]:
    """The plate over several lying sheets, row by row from the upper left."""
    wide, high = sorted(size, reverse=True)
    across, down = wide - 2 * margin - sheet.ASIDE, high - 2 * margin - sheet.TITLE - sheet.STRIP
    whole = panel.width + 1, sheet.height_of(panel) + 1
    columns, rows = (
        max(1, ceil((all_ - OVERLAP) / (part - OVERLAP))) for all_, part in zip(whole, (across, down), strict=True)
    )
    made = []
    for row in range(rows):
        for column in range(columns):
            says = f"{paper.capitalize()}, sheet {row * columns + column + 1} of {rows * columns}"
            drawing = Drawing(wide, high, f"Drilling template, {says}. {panel.says}; seen from outside")
            left, top = column * (across - OVERLAP), row * (down - OVERLAP)
            x, y = margin - left, margin + sheet.TITLE - top
            sheet.draw(drawing, panel, x + 0.5, y + 0.5, True)
            _marks(drawing, x, y, (columns, across), (rows, down))
            _mask(drawing, (wide, high), (margin, margin + sheet.TITLE, across, down))
            title = f"{says}, to be laid together by the marks. {panel.says}; seen from outside"
            drawing.text(margin, margin + 4, title, 3)
            sheet.finish(drawing, margin, margin + sheet.TITLE + down + 2, margin + across, (panel,))
            made.append(str(drawing))
    return made


def _marks(drawing: Drawing, x: float, y: float, columns: tuple[int, float], rows: tuple[int, float]) -> None:
    """In the middle of each overlap two marks that both sheets show, numbered, and the line where to cut."""
    (across_count, across), (down_count, down) = columns, rows
    right, low = across_count * (across - OVERLAP) + OVERLAP, down_count * (down - OVERLAP) + OVERLAP
    places = []
    for n in range(1, across_count):
        at = n * (across - OVERLAP) + OVERLAP / 2
        drawing.line(x + at, y, x + at, y + low, class_="join", **EDGE)
        places += [(at, row * (down - OVERLAP) + down * part) for row in range(down_count) for part in (0.3, 0.7)]
    for n in range(1, down_count):
        at = n * (down - OVERLAP) + OVERLAP / 2
        drawing.line(x, y + at, x + right, y + at, class_="join", **EDGE)
        places += [(col * (across - OVERLAP) + across * part, at) for col in range(across_count) for part in (0.3, 0.7)]
    for n, (at_x, at_y) in enumerate(places):
        drawing.circle(x + at_x, y + at_y, MARK / 2, class_="match")
        drawing.line(x + at_x - MARK, y + at_y, x + at_x + MARK, y + at_y, class_="match")
        drawing.line(x + at_x, y + at_y - MARK, x + at_x, y + at_y + MARK, class_="match")
        drawing.text(x + at_x + 2.5, y + at_y - 2.5, chr(ord("A") + n), 3)


def _mask(drawing: Drawing, size: tuple[float, float], window: tuple[float, float, float, float]) -> None:
    """White paper over all that is outside the window: left, top, width, height."""
    (wide, high), (left, top, width, height) = size, window
    right, bottom = left + width, top + height
    white: dict[str, Value] = {"fill": "white", "stroke": "none", "class_": "mask"}
    drawing.rect(-BLEED, -BLEED, wide + 2 * BLEED, top + BLEED, **white)
    drawing.rect(-BLEED, bottom, wide + 2 * BLEED, high - bottom + BLEED, **white)
    drawing.rect(-BLEED, -BLEED, left + BLEED, high + 2 * BLEED, **white)
    drawing.rect(right, -BLEED, wide - right + BLEED, high + 2 * BLEED, **white)
