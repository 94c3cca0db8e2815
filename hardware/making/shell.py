"""The printed housing of a buzzer: an eight-sided shell as STL, made of loops with triangles between them, so that it
needs no program for solids. It stands as it is printed, the top on the bed; nothing overhangs more than 45 degrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path

from mopsbox.jsonl import BadInput

from . import case, mesh
from .mesh import Point, Triangle, band, fan, quad
from .table import Table

SIDES = 8
SMOOTH, COARSE = 48, 16  # corners of a large hole and of a screw's
SCREWED = (1, 3, 5, 7)  # the sides whose rim has a screw; the cable goes in at side 0


@dataclass(frozen=True)
class Shell:
    """mm; z from the top's outside, on the bed, to the foot's rim. `outer`, `inner`, `rim`: from the axis to a side."""

    outer: float
    inner: float
    rim: float
    height: float
    top: float
    foot: float
    button: float
    gland: float
    gland_z: float
    screw: float
    screw_depth: float

    @property
    def slope(self) -> float:
        """Where the wall begins to widen into the rim, at 45 degrees."""
        return self.foot - (self.inner - self.rim)


def load(folder: Path) -> tuple[Table, Table, Shell]:
    """[shell], [housing] and what they make. Raises BadInput."""
    of = case.load(folder)
    shell, house = of.table("shell"), of.table("housing")
    outer, height = shell.size("flats") / 2, shell.size("height")
    return (
        shell,
        house,
        Shell(
            outer,
            outer - shell.size("wall"),
            outer - shell.size("foot"),
            height,
            shell.size("top"),
            height - shell.size("foot_height"),
            house.size("button_hole"),
            house.size("gland_hole"),
            house.size("gland_y"),
            shell.size("screw_hole"),
            shell.size("screw_depth"),
        ),
    )


def made(folder: Path) -> dict[str, str]:
    """shell.stl. Raises BadInput."""
    return {"shell.stl": mesh.stl("buzzer-shell", triangles(load(folder)[2]))}


def troubles(folder: Path) -> list[BadInput]:
    """What does not fit in it, then what a printer would stumble over. Raises BadInput: the file cannot be read."""
    shell, house, it = load(folder)
    web = case.load(folder).web
    needs, middle = house.size("button_below") + house.size("air"), it.gland_z
    said = []
    if not it.rim < it.inner < it.outer or it.rim <= 0:
        said.append(shell.fault("foot", f"write more than shell.wall and less than {it.outer:g}: the rim is inside"))
    if needs > it.height - it.top:
        least = needs + it.top
        said.append(shell.fault("height", f"the button with its wires needs {needs:g} mm; write at least {least:g}"))
    if house.size("button_room") > 2 * it.outer:
        said.append(shell.fault("flats", f"the button is wider than its housing; write {house.size('button_room'):g}"))
    if it.button / 2 + web > it.rim:
        said.append(house.fault("button_hole", "the printed shell is too narrow for it; make shell.flats larger"))
    if not it.top + web <= middle - it.gland / 2 or not middle + it.gland / 2 + web <= it.slope:
        least, most = it.top + web + it.gland / 2, it.slope - web - it.gland / 2
        said.append(
            house.fault("gland_y", f"in the printed shell the cable's hole must be {least:g} to {most:g} below the lid")
        )
    if not 0 < it.screw_depth <= shell.size("foot_height") - 1 or it.screw > shell.size("foot") - 4:
        said.append(shell.fault("screw_depth", "a screw comes out of the rim; make it shorter, or the foot higher"))
    if min(it.button, it.gland, it.screw) <= 0:
        said.append(shell.fault("screw_hole", "a hole of the printed shell has no size; write more than 0 mm"))
    if said:
        return said
    bed = shell.size("bed")
    return [shell.fault("", f"the printed shell: {what}") for what in mesh.faults(solid(it), bed)]


def solid(it: Shell) -> list[Triangle]:
    """As the file has it."""
    return mesh.rounded(triangles(it))


def triangles(it: Shell) -> Iterator[Triangle]:
    """All of its surface, each triangle counter-clockwise seen from outside."""
    low, high = _octagon(it.outer, 0), _octagon(it.outer, it.height)
    ceiling, slope = _octagon(it.inner, it.top), _octagon(it.inner, it.slope)
    foot, edge = _octagon(it.rim, it.foot), _octagon(it.rim, it.height)
    # The top, with the button's hole through it.
    below, above = _circle(it.button, 0), _circle(it.button, it.top)
    yield from band(low[::-1], below[::-1])
    yield from band(ceiling, above)
    yield from band(above, below)
    # Outside and inside of the wall; the cable's hole goes through side 0.
    outside, inside = _standing(it, it.outer), _standing(it, it.inner)
    for n in range(SIDES):
        m = (n + 1) % SIDES
        wall, lining = (low[n], low[m], high[m], high[n]), (ceiling[n], slope[n], slope[m], ceiling[m])
        if n == 0:
            yield from band(wall, outside)
            yield from band(lining, inside[::-1])
        else:
            yield from quad(*wall)
            yield from quad(*lining)
        yield from quad(slope[n], foot[n], foot[m], slope[m])
        yield from quad(foot[n], edge[n], edge[m], foot[m])
        yield from _rim(it, n, (high[n], high[m], edge[m], edge[n]))
    yield from band(outside, inside)


def _rim(it: Shell, side: int, corners: tuple[Point, Point, Point, Point]) -> Iterator[Triangle]:
    """What the base lies on; on four sides with a blind hole for a screw."""
    if side not in SCREWED:
        yield from quad(*corners)
        return
    away, angle = (it.outer + it.rim) / 2, 2 * pi * side / SIDES
    at = away * cos(angle), away * sin(angle)
    mouth, floor = (_circle(it.screw, z, COARSE, at) for z in (it.height, it.height - it.screw_depth))
    yield from band(corners, mouth)
    yield from band(mouth, floor)
    yield from fan((*at, it.height - it.screw_depth), floor)


def _octagon(apothem: float, z: float) -> list[Point]:
    """Side n is the one from corner n to n + 1; side 0 looks along x."""
    r = apothem / cos(pi / SIDES)
    turns = [(2 * n - 1) * pi / SIDES for n in range(SIDES)]
    return [(r * cos(turn), r * sin(turn), z) for turn in turns]


def _circle(d: float, z: float, corners: int = SMOOTH, at: tuple[float, float] = (0, 0)) -> list[Point]:
    """Around the hole, not inside it: its flats have the diameter d."""
    r = d / 2 / cos(pi / corners)
    turns = [2 * pi * n / corners for n in range(corners)]
    return [(at[0] + r * cos(turn), at[1] + r * sin(turn), z) for turn in turns]


def _standing(it: Shell, x: float) -> list[Point]:
    """The cable's hole in side 0."""
    return [(x, y, it.gland_z + z) for y, z, _ in _circle(it.gland, 0)]
