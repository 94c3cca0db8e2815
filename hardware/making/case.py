"""case.toml: the box as six plates, the housing of a buzzer as two. Whether they fit says fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from .plate import Circle, Opening, Panel, Rect
from .source import Source, read
from .table import Table

BUTTONS = ("left", "ok", "right", "back")


@dataclass(frozen=True)
class Display:
    """Sizes in mm, the picture lying. `shift`: of the visible area's middle from the outline's."""

    key: str
    name: str
    outline: tuple[float, float]
    viewing: tuple[float, float]
    cut: tuple[float, float]
    radius: float
    shift: tuple[float, float]
    depth: float
    daggered: bool


@dataclass(frozen=True)
class Case:
    """What the drawings are made of. Raises BadInput in the making where a value is missing or of the wrong kind."""

    source: Source
    displays: dict[str, Display]
    chosen: str
    back_button: bool

    def table(self, name: str) -> Table:
        return Table(self.source, name)

    def names(self, group: str) -> tuple[str, ...]:
        """Of the tables [group.<name>]."""
        values = self.source.values.get(group, {})
        if not isinstance(values, dict):
            raise self.source.fault(group, f"{group} is no group of tables; write [{group}.<name>]")
        return tuple(values)

    @property
    def web(self) -> float:
        return self.table("box").size("web")

    @property
    def inner(self) -> tuple[float, float, float]:
        """Width, height and depth between the plates."""
        box = self.table("box")
        twice = 2 * box.size("thickness")
        return box.size("width") - twice, box.size("height") - twice, box.size("depth") - twice

    def front(self, display: str = "", back_button: bool | None = None) -> Panel:
        """The lid, for one of the displays ("": the chosen one), with three or four menu buttons (None: as chosen)."""
        fits = self.displays[display or self.chosen]
        return _front(self, fits, self.back_button if back_button is None else back_button)

    def box(self) -> tuple[Panel, ...]:
        """All six plates, as chosen."""
        return self.front(), _bottom(self), _back(self), _near(self), _left(self), _right(self)

    def housing(self) -> tuple[Panel, Panel]:
        """The lid of a buzzer's junction box, and the side its cable goes in at."""
        return _housing(self)


def load(folder: Path) -> Case:
    """Raises BadInput: no such file, no TOML, or a value that cannot be used."""
    source = read(folder / "case.toml")
    names = source.values.get("displays")
    if not isinstance(names, dict) or not names:
        raise source.fault("displays", "names no display; write a table [displays.<name>] for yours")
    front = Table(source, "front")
    if (chosen := front.text("display")) not in names:
        raise front.fault("display", f"there is no [displays.{chosen}]; write one of: {', '.join(names)}")
    return Case(source, {name: _display(source, name) for name in names}, chosen, front.switch("back_button"))


def _display(source: Source, name: str) -> Display:
    table = Table(source, f"displays.{name}")
    return Display(
        name,
        table.text("name"),
        table.area("outline"),
        table.area("viewing"),
        table.area("cut"),
        table.size("radius"),
        table.pair("shift"),
        table.size("depth"),
        table.daggered("cut"),
    )


# ---------------------------------------------------------------------------------------------------------------------
def _screws(case: Case, xs: tuple[float, float], ys: tuple[float, float]) -> tuple[Opening, ...]:
    d = case.table("box").size("screw_hole")
    return tuple(Opening("box.screw_hole", "screw", Circle(x, y, d)) for y in ys for x in xs)


def _large(case: Case) -> tuple[float, float, tuple[Opening, ...], tuple[Rect, ...], tuple[Rect, ...]]:
    """Of lid and floor: width, height, screws, the posts, and the walls below the four edges."""
    box = case.table("box")
    width, height, t, post = (box.size(key) for key in ("width", "height", "thickness", "post"))
    at = t + post / 2
    xs, ys = (at, width - at), (at, height - at)
    posts = tuple(Rect(x, y, post, post) for y in ys for x in xs)
    flat = tuple(Rect(width / 2, y, width, t) for y in (t / 2, height - t / 2))
    upright = tuple(Rect(x, height / 2, t, height) for x in (t / 2, width - t / 2))
    return width, height, _screws(case, xs, ys), posts, (*flat, *upright)


def _front(case: Case, display: Display, back_button: bool) -> Panel:
    width, height, screws, posts, walls = _large(case)
    front, buttons = case.table("front"), case.table("front.buttons")
    x, y = width / 2, front.size("display_y")
    outline = Rect(x, y, *display.outline)
    cut = Rect(x + display.shift[0], y + display.shift[1], *display.cut, display.radius)
    names = BUTTONS if back_button else BUTTONS[:3]
    openings = [Opening(f"displays.{display.key}.cut", "cut-out", cut, outline, "", display.daggered)]
    for name in names:
        at = width / 2 + buttons.number(name), buttons.size("y")
        openings.append(_round(buttons, name, "menu button", at, name))
    says = f"Front panel (the lid), {len(names)} menu buttons. {display.name}"
    return Panel("front", says, width, height, (*openings, *screws), (outline, *posts), (*posts, *walls))


def _round(table: Table, where: str, kind: str, at: tuple[float, float], mark: str = "") -> Opening:
    """A hole with a nut or rim, both as the table says."""
    hole, room = (Circle(*at, table.size(key)) for key in ("hole", "room"))
    return Opening(f"{table.name}.{where}", kind, hole, room, mark, table.daggered("hole"))


def _bottom(case: Case) -> Panel:
    width, height, screws, posts, walls = _large(case)
    openings = (*_vents(case, "bottom"), *screws)
    return Panel("bottom", "Bottom (the floor)", width, height, openings, posts, (*posts, *walls))


def _wall(case: Case, name: str, says: str, openings: tuple[Opening, ...], long: bool) -> Panel:
    box = case.table("box")
    t, post = box.size("thickness"), box.size("post")
    wide, high, deep = case.inner
    width, edge = (wide + 2 * t, t) if long else (high, 0)  # a long wall covers the ends of the short ones
    below = box.size("screw_long" if long else "screw_short")
    posts = tuple(Rect(x, deep / 2, post, deep) for x in (edge + post / 2, width - edge - post / 2))
    ends = tuple(Rect(x, deep / 2, edge, deep) for x in (edge / 2, width - edge / 2)) if long else ()
    screws = _screws(case, (posts[0].x, posts[1].x), (below, deep - below))
    return Panel(name, says, width, deep, (*openings, *screws), posts, (*posts, *ends))


def _back(case: Case) -> Panel:
    sockets, switches, middle = case.table("sockets"), case.table("switches"), case.table("box").size("width") / 2
    count = sockets.count("count")
    places = [middle + (n - (count - 1) / 2) * sockets.size("pitch") for n in range(count)]
    openings = [
        _round(sockets, "y", "buzzer socket GX12-4", (x, sockets.size("y")), str(n)) for n, x in enumerate(places, 1)
    ]
    for n in switches.counts("buzzers"):
        if not 1 <= n <= count:
            raise switches.fault("buzzers", f"there is no buzzer {n}; name some of 1 to {count}, or write []")
        openings.append(_round(switches, "buzzers", "switch socket", (places[n - 1], switches.size("y")), f"{n}S"))
    for name in case.names("passes"):
        table = case.table(f"passes.{name}")
        shape = Rect(middle + table.number("x"), table.size("y"), *table.area("size"), table.size("radius"))
        openings.append(Opening(f"{table.name}.size", "slot", shape, shape, name, table.daggered("size")))
    return _wall(case, "back", "Back wall, with the sockets", tuple(openings), long=True)


def _near(case: Case) -> Panel:
    return _wall(case, "near", "Near wall, at the menu buttons", (), long=True)


def _left(case: Case) -> Panel:
    return _wall(case, "left", "Left wall", _vents(case, "left"), long=False)


def _right(case: Case) -> Panel:
    return _wall(case, "right", "Right wall, with the speaker", _grille(case), long=False)


def _vents(case: Case, name: str) -> tuple[Opening, ...]:
    table = case.table(f"vents.{name}")
    across, rows, pitch = table.count("across"), table.count("rows"), table.size("pitch")
    x, y, d = table.size("x"), table.size("y"), table.size("hole")
    return tuple(
        Opening(table.name, "air hole", hole, hole)
        for row in range(rows)
        for n in range(across)
        for hole in [Circle(x + (n - (across - 1) / 2) * pitch, y + (row - (rows - 1) / 2) * pitch, d)]
    )


def _grille(case: Case) -> tuple[Opening, ...]:
    """Ring k of a honeycomb has 6 k holes: six corners, and those between them."""
    table = case.table("speaker")
    x, y, d, pitch = (table.size(key) for key in ("x", "y", "hole", "pitch"))
    holes = [(0.0, 0.0)]
    for ring in range(1, table.count("rings") + 1):
        corners = [(ring * cos(k * pi / 3), ring * sin(k * pi / 3)) for k in range(7)]
        for (x1, y1), (x2, y2) in pairwise(corners):
            holes += [(x1 + (x2 - x1) * n / ring, y1 + (y2 - y1) * n / ring) for n in range(ring)]
    round_part = Circle(x, y, table.size("size"))
    openings = [Opening("speaker", "speaker hole", Circle(x + pitch * u, y + pitch * v, d)) for u, v in holes]
    return (replace(openings[0], room=round_part), *openings[1:])


def _housing(case: Case) -> tuple[Panel, Panel]:
    table = case.table("housing")
    width, height, depth, wall = (table.size(key) for key in ("width", "height", "depth", "wall"))
    button = [Circle(width / 2, height / 2, table.size(key)) for key in ("button_hole", "button_room")]
    gland = [Circle(width / 2, table.size("gland_y"), table.size(key)) for key in ("gland_hole", "gland_room")]
    daggers = [table.daggered(key) for key in ("button_hole", "gland_hole")]
    top = Opening("housing.button_hole", "60 mm button", button[0], button[1], "", daggers[0])
    side = Opening("housing.gland_y", "cable gland", gland[0], gland[1], "", daggers[1])
    edges = tuple(Rect(x, depth / 2, wall, depth) for x in (wall / 2, width - wall / 2))
    return (
        Panel("housing-lid", "Junction box of a buzzer: lid", width, height, (top,)),
        Panel("housing-side", "Its side, lid upwards", width, depth, (side,), (), edges),
    )
