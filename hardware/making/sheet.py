"""A plate drawn on paper at its true size, and the rulers that show whether the printer kept it."""

from __future__ import annotations

from math import floor

from .plate import Circle, Opening, Panel, Shape, groups, size_of
from .svg import Drawing, Value

RULER = 100  # mm
TITLE = 7.0  # mm of paper above the first plate
STRIP = 13.0  # for the ruler below
ASIDE = 15.0  # for the one at the right
BESIDE = 8.0  # from the ruler to the words
NOTE = 4.2  # mm a line of text below a plate
LETTER = 1.75  # mm a letter of that text is wide, on the safe side
THIN: dict[str, Value] = {"stroke_width": 0.18}
PALE: dict[str, Value] = {"stroke": "#777777", "stroke_width": 0.18, "stroke_dasharray": "2 1"}
HOW = "Print at 100 % (not “fit to page”)."
CHECK = "Both rulers must measure 100 mm."
DASHED = " Dashed: behind the plate."
DAGGER = "† from memory: check the data sheet before you buy"


def height_of(panel: Panel) -> float:
    """Of a plate with the text below it."""
    return panel.height + NOTE * len(notes(panel)) + 1.5


def notes(panel: Panel) -> list[str]:
    """What is to be made in this plate, as lines that are not wider than it."""
    counted = [f"{count} × {name}" for name, count in groups(panel.openings).items()]
    size = f"plate {panel.width:g} × {panel.height:g} mm"
    lines, most = [size], floor(panel.width / LETTER)
    for says in counted:
        longer = f"{lines[-1]}  ·  {says}"
        lines = [*lines[:-1], longer] if len(longer) <= most else [*lines, says]
    return lines


def draw(drawing: Drawing, panel: Panel, x: float, y: float, crosses: bool) -> None:
    """The plate with its upper left corner at x, y, and below it what is to be made in it. `crosses`: to drill by, with
    a cross at every place to punch, and what is drilled there."""
    tops = {o.kind: o for o in sorted(panel.openings, key=lambda o: (o.shape.y, o.shape.x), reverse=True)}
    for shape in panel.behind:
        _outline(drawing, shape, x, y, {"class_": "behind", **PALE})
    drawing.rect(x, y, panel.width, panel.height, class_="plate")
    for opening in panel.openings:
        cut = "hole" if isinstance(opening.shape, Circle) else "cut"
        _outline(drawing, opening.shape, x, y, {"class_": cut})
        if crosses:
            _crosses(drawing, opening.shape, x, y)
        _mark(drawing, opening, x, y, crosses and (opening is tops[opening.kind] or bool(opening.mark)))
    for n, line in enumerate(notes(panel), 1):
        drawing.text(x, y + panel.height + NOTE * n, line, 2.8)


def _outline(drawing: Drawing, shape: Shape, x: float, y: float, style: dict[str, Value]) -> None:
    if isinstance(shape, Circle):
        drawing.circle(x + shape.x, y + shape.y, shape.d / 2, **style)
    else:
        corner: dict[str, Value] = {"rx": shape.radius} if shape.radius else {}
        left, top = x + shape.x - shape.width / 2, y + shape.y - shape.height / 2
        drawing.rect(left, top, shape.width, shape.height, **corner, **style)


def _crosses(drawing: Drawing, shape: Shape, x: float, y: float) -> None:
    """Where to punch: the middle of a hole, and the four corner holes of a cut-out."""
    for px, py, reach in _points(shape):
        drawing.line(x + px - reach, y + py, x + px + reach, y + py, class_="cross", **THIN)
        drawing.line(x + px, y + py - reach, x + px, y + py + reach, class_="cross", **THIN)


def _points(shape: Shape) -> list[tuple[float, float, float]]:
    if isinstance(shape, Circle):
        return [(shape.x, shape.y, shape.d / 2 + 1.5)]
    r = shape.radius
    across, down = shape.width / 2 - r, shape.height / 2 - r
    return [(shape.x + i * across, shape.y + j * down, r) for j in (-1, 1) for i in (-1, 1)]


def _mark(drawing: Drawing, opening: Opening, x: float, y: float, sized: bool) -> None:
    """Above an opening: which one it is, and its size."""
    shape = opening.shape
    words = " ".join(filter(None, (opening.mark, size_of(opening) if sized else "")))
    if words:
        half = shape.d / 2 if isinstance(shape, Circle) else shape.height / 2
        drawing.text(x + shape.x, y + shape.y - half - 2.2, words, 2.8, text_anchor="middle", class_="mark")


def ruler(drawing: Drawing, x: float, y: float, upright: bool = False) -> None:
    """100 mm from x, y to the right, or down; a short stroke every 5 mm, a long one every 10."""

    def stroke(along: float, across: float, far: float, to: float, kind: str) -> None:
        ends = (across, along, to, far) if upright else (along, across, far, to)
        drawing.line(x + ends[0], y + ends[1], x + ends[2], y + ends[3], class_=kind, **THIN)

    stroke(0, 0, RULER, 0, "ruler")
    for at in range(0, RULER + 1, 5):
        stroke(at, 0, at, 3 if at % 10 == 0 else 1.8, "tick")
    for at in (0, 50, RULER):
        if upright:
            drawing.text(x + 4, y + at + 1, str(at), 2.8)
        else:
            drawing.text(x + at, y + 6, str(at), 2.8, text_anchor="middle")


def words(panels: tuple[Panel, ...]) -> list[str]:
    """Beside the ruler: how to print, and what dashes and dagger mean."""
    dashed = DASHED if any(panel.behind for panel in panels) else ""
    daggers = [DAGGER] if any(opening.daggered for panel in panels for opening in panel.openings) else []
    return [HOW, CHECK + dashed, *daggers]


def stacked(size: tuple[float, float], margin: float, title: str, panels: tuple[Panel, ...], crosses: bool) -> str:
    """The plates one below the other on a sheet of paper, as SVG text; they must fit (see `needs`)."""
    drawing = Drawing(*size, title)
    drawing.text(margin, margin + 4, title, 3.2)
    y = margin + TITLE
    for panel in panels:
        draw(drawing, panel, margin + 0.5, y, crosses)
        y += height_of(panel)
    y = max(y, margin + TITLE + RULER + 2)  # below the upright ruler too
    finish(drawing, margin, y + 1, margin + 0.5 + max(panel.width for panel in panels), panels)
    return str(drawing)


def finish(drawing: Drawing, margin: float, below: float, right: float, panels: tuple[Panel, ...]) -> None:
    """The two rulers, below what is drawn and at its right, and the words."""
    ruler(drawing, margin + 2, below)
    ruler(drawing, right + 5, margin + TITLE, upright=True)
    for n, line in enumerate(words(panels)):
        drawing.text(margin + RULER + BESIDE, below + 2.4 + 3.6 * n, line, 2.8)


def needs(panels: tuple[Panel, ...], margin: float) -> tuple[float, float]:
    """Width and height of the paper the plates need, one below the other, with rulers and margins."""
    beside = RULER + BESIDE + LETTER * max(map(len, words(panels))) - ASIDE
    wide = max([beside, *(panel.width for panel in panels)])
    high = TITLE + max(sum(map(height_of, panels)), RULER + 2) + 1 + STRIP
    return 2 * margin + 0.5 + wide + ASIDE, 2 * margin + high
