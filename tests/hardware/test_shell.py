"""The printed shell: closed, one piece, right side out, small enough for the printer; and the check that says so."""

from __future__ import annotations

from itertools import product
from math import pi, sin, tan
from pathlib import Path

import pytest

from hardware.making import mesh, shell
from hardware.making.mesh import Point, Triangle, from_stl, stl

from .drawn import GENERATED, HARDWARE, changed

BED = 220.0


def cube(size: float = 10, at: float = 0) -> list[Triangle]:
    """Twelve triangles, each counter-clockwise seen from outside."""
    corners: list[Point] = [(at + size * x, at + size * y, at + size * z) for x, y, z in product((0, 1), repeat=3)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return [tuple(corners[k] for k in three) for a, b, c, d in faces for three in ((a, b, c), (a, c, d))]  # type: ignore[misc]


def turned(triangle: Triangle) -> Triangle:
    return triangle[0], triangle[2], triangle[1]


def folded() -> list[Triangle]:
    """A cube whose top's first triangle is in two, about a corner that lies outside it, in the same plane."""
    (a, b, c), *rest = [t for t in cube() if all(point[2] == 10 for point in t)] + [
        t for t in cube() if any(point[2] != 10 for point in t)
    ]
    far = (15.0, 5.0, 10.0)
    return [(a, b, far), (b, c, far), (c, a, far), *rest]


def test_a_cube_is_sound_and_survives_being_written_and_read() -> None:
    assert list(mesh.faults(cube(), BED)) == []
    assert mesh.volume(cube()) == pytest.approx(1000)
    assert from_stl(stl("cube", cube())) == cube()


FAULTS = {
    "empty": ([], "no triangles"),
    "a hole": (cube()[:-1], "3 edges are not in exactly two triangles"),
    "a triangle twice": ([*cube(), cube()[0]], "3 edges are not in exactly two triangles"),
    "a triangle turned round": ([turned(cube()[0]), *cube()[1:]], "turned against each other"),
    "inside out": ([turned(triangle) for triangle in cube()], "the triangles look inwards"),
    "two pieces": ([*cube(), *cube(at=20)], "it is in 2 pieces"),
    "a line": ([*cube(), (cube()[0][0], cube()[0][0], cube()[0][1])], "1 triangles are only a line"),
    "a corner moved": ([((0.5, 0.0, 0.0), *cube()[0][1:]), *cube()[1:]], "not closed"),
    "folded": (folded(), "2 triangles lie folded back on their neighbours"),
    "too large": (cube(221), "it is 221 mm wide, and the printer has 220"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_what_a_printer_would_stumble_over_is_said(what: str) -> None:
    triangles, says = FAULTS[what]
    assert any(says in sentence for sentence in mesh.faults(triangles, BED))


def test_the_shell_in_the_folder_is_sound_as_the_file_has_it() -> None:
    text = (GENERATED / "shell.stl").read_text("utf-8")
    assert shell.made(HARDWARE) == {"shell.stl": text}
    assert len(text) < 300_000
    assert list(mesh.faults(from_stl(text), BED)) == []
    assert shell.troubles(HARDWARE) == []


def test_the_shell_has_the_size_and_the_content_of_its_measures() -> None:
    """The content as anybody reckons it: prisms with eight sides, less the holes, which have 48 and 16 corners."""
    it = shell.load(HARDWARE)[2]
    triangles = from_stl((GENERATED / "shell.stl").read_text("utf-8"))
    for axis, length in enumerate((2 * it.outer, 2 * it.outer, it.height)):
        values = [point[axis] for triangle in triangles for point in triangle]
        assert max(values) - min(values) == pytest.approx(length, abs=0.002)

    def eight(apothem: float) -> float:
        return 8 * apothem**2 * tan(pi / 8)

    def hole(d: float, corners: int) -> float:
        return corners * (d / 2) ** 2 * tan(pi / corners)

    cone = (it.foot - it.slope) / 3 * (eight(it.inner) + eight(it.rim) + (eight(it.inner) * eight(it.rim)) ** 0.5)
    room = eight(it.inner) * (it.slope - it.top) + cone + eight(it.rim) * (it.height - it.foot)
    holes = hole(it.button, 48) * it.top + hole(it.gland, 48) * (it.outer - it.inner)
    screws = 4 * hole(it.screw, 16) * it.screw_depth
    assert mesh.volume(triangles) == pytest.approx(eight(it.outer) * it.height - room - holes - screws, rel=1e-4)


def test_button_and_cable_go_through() -> None:
    """A straight line down the middle of each hole meets no triangle on its way."""
    it = shell.load(HARDWARE)[2]
    triangles = from_stl((GENERATED / "shell.stl").read_text("utf-8"))
    assert crossings(triangles, 2, (0.01, 0.02), (0, it.top)) == 0
    assert crossings(triangles, 0, (0.01, it.gland_z + 0.02), (it.inner, it.outer)) == 0
    assert crossings(triangles, 0, (12.01, it.gland_z + 0.02), (it.inner - 1, it.outer + 1)) == 2  # through the wall


def crossings(triangles: list[Triangle], axis: int, at: tuple[float, float], part: tuple[float, float]) -> int:
    """How often a line along an axis meets the surface, between two places on it."""
    others = [k for k in range(3) if k != axis]
    count = 0
    for triangle in triangles:
        flat = [(point[others[0]] - at[0], point[others[1]] - at[1]) for point in triangle]
        areas = [flat[n - 2][0] * flat[n - 1][1] - flat[n - 1][0] * flat[n - 2][1] for n in range(3)]
        if (total := sum(areas)) and all(area / total > 0 for area in areas):
            depth = sum(point[axis] * area / total for point, area in zip(triangle, areas, strict=True))
            count += part[0] - 1e-6 <= depth <= part[1] + 1e-6
    return count


def test_nothing_overhangs_more_than_45_degrees_but_the_cable_hole() -> None:
    """The top lies on the bed; what looks down and is not vertical is at 45 degrees or on the bed."""
    it = shell.load(HARDWARE)[2]
    for a, b, c in from_stl((GENERATED / "shell.stl").read_text("utf-8")):
        normal = [(b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]) for i, j in ((1, 2), (2, 0), (0, 1))]
        length = sum(part**2 for part in normal) ** 0.5
        cable = all(point[0] >= it.inner - 0.01 and abs(point[2] - it.gland_z) <= it.gland for point in (a, b, c))
        if normal[2] / length < -0.01 and not cable:
            assert a[2] == b[2] == c[2] == 0 or normal[2] / length >= -sin(pi / 4) - 1e-3


SHELLS = {
    "too low for the button": ("shell", "height", "60", "write at least 69"),
    "narrower than the dome": ("shell", "flats", "60", "the button is wider than its housing"),
    "a rim thinner than the wall": ("shell", "foot", "2", "more than shell.wall"),
    "the cable in the rim": ("housing", "gland_y", "50", "must be 14.25 to 39.75 below the lid"),
    "screws through the rim": ("shell", "screw_depth", "12", "a screw comes out of the rim"),
    "a small printer": ("shell", "bed", "90", "it is 100 mm wide, and the printer has 90"),
}


@pytest.mark.parametrize("what", SHELLS)
def test_a_shell_that_cannot_be_is_a_sentence(what: str, tmp_path: Path) -> None:
    table, key, value, says = SHELLS[what]
    line = changed(tmp_path, table, key, value)
    said = [str(trouble) for trouble in shell.troubles(tmp_path)]
    where = f"{tmp_path / 'case.toml'}: line "
    assert any(text.startswith(where) and says in text for text in said), said
    if key != "bed":
        assert any(text.startswith(f"{where}{line}: ") for text in said), said
