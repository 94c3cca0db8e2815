"""Drilling templates: on the paper they are for, with a cross to punch at every hole, whole also on several sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.making import case, drill
from hardware.making.plate import Circle, Panel

from .drawn import HARDWARE, Svg, change, changed

PAPER = {"a4": (210, 297), "letter": (215.9, 279.4)}
MADE = drill.made(HARDWARE)
MARGIN = 6.5


@pytest.mark.parametrize("name", MADE)
def test_the_sheet_is_the_paper_it_is_for(name: str) -> None:
    assert tuple(sorted(Svg(MADE[name]).size)) == PAPER[name.removesuffix(".svg").rpartition("-")[2]]


@pytest.mark.parametrize("name", MADE)
def test_every_hole_and_every_corner_of_a_cut_out_has_a_cross_to_punch_at(name: str) -> None:
    svg = Svg(MADE[name])
    lines = svg.of("cross", "x1", "y1", "x2", "y2")
    flat = [((x1 + x2) / 2, y1) for x1, y1, x2, y2 in lines if y1 == y2]
    upright = [(x1, (y1 + y2) / 2) for x1, y1, x2, y2 in lines if x1 == x2]
    places = [(x, y) for x, y, _ in svg.holes]
    for x, y, wide, high, r in svg.cuts:
        places += [(x + a, y + b) for a in (r, wide - r) for b in (r, high - r)]
    assert len(flat) == len(upright) == len(places)
    for place in places:
        assert all(any(place == pytest.approx(at, abs=0.01) for at in strokes) for strokes in (flat, upright)), place


@pytest.mark.parametrize("paper", PAPER)
def test_all_six_plates_and_the_housing_have_a_template(paper: str) -> None:
    of = case.load(HARDWARE)
    drawn = sorted(
        plate[2:] for name, text in MADE.items() if name.endswith(f"{paper}.svg") for plate in Svg(text).plates
    )
    assert drawn == sorted((panel.width, panel.height) for panel in (*of.box(), *of.housing()))


def test_the_template_says_what_to_drill() -> None:
    texts = Svg(MADE["drill-a4.svg"]).texts
    assert {"left Ø24†", "ok Ø24†", "right Ø24†", "back Ø24†", "Ø3.2"} <= set(texts)


def test_a_large_plate_goes_on_several_sheets_that_lie_together_by_their_marks(tmp_path: Path) -> None:
    changed(tmp_path, "box", "width", "330")
    change(tmp_path, "box", "height", "210")
    of = case.load(tmp_path)
    made = drill.made(tmp_path)
    sheets = [Svg(made[f"drill-a4-{n}.svg"]) for n in range(1, 5)]
    assert "drill-a4.svg" not in made and "drill-a4-5.svg" not in made
    whole(sheets, of.front())


def test_a_plate_a_little_too_wide_goes_on_two_sheets(tmp_path: Path) -> None:
    changed(tmp_path, "box", "width", "270")
    made = drill.made(tmp_path)
    whole([Svg(made["drill-a4-1.svg"]), Svg(made["drill-a4-2.svg"])], case.load(tmp_path).front())


def whole(sheets: list[Svg], panel: Panel) -> None:
    """Every hole of the panel is whole on one of the sheets, and the marks of one letter are one place of the plate."""
    seen: set[tuple[float, float]] = set()
    marks: dict[str, set[tuple[float, float]]] = {}
    for svg in sheets:
        assert tuple(sorted(svg.size)) == PAPER["a4"]
        assert sorted(svg.rulers()) == [(0, 100), (100, 0)]
        ((left, top, *size),) = svg.plates
        assert size == [panel.width, panel.height]
        window = visible(svg)
        for x, y, r in svg.holes:
            if window[0] <= x - r and x + r <= window[2] and window[1] <= y - r and y + r <= window[3]:
                seen.add((round(x - left, 2), round(y - top, 2)))
        for x, y, _ in svg.of("match", "cx", "cy", "r"):
            letters = [e.text for e in svg.root if (e.get("x"), e.get("y")) == (f"{x + 2.5:g}", f"{y - 2.5:g}")]
            if window[0] < x < window[2] and window[1] < y < window[3]:
                (letter,) = letters
                marks.setdefault(str(letter), set()).add((round(x - left, 2), round(y - top, 2)))
        assert len(marks) >= 2
    assert seen == {(round(o.shape.x, 2), round(o.shape.y, 2)) for o in panel.openings if isinstance(o.shape, Circle)}
    assert all(len(places) == 1 for places in marks.values())


def visible(svg: Svg) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of what the white paper around it leaves."""
    masks = svg.of("mask", "x", "y", "width", "height")
    wide, high = svg.size
    left = max(x + w for x, _, w, h in masks if x < 0 and w < wide / 2)
    right = min(x for x, _, w, h in masks if x > wide / 2)
    top = max(y + h for _, y, w, h in masks if y < 0 and h < high / 2)
    bottom = min(y for _, y, w, h in masks if y > high / 2)
    return left, top, right, bottom


def test_paper_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    line = changed(tmp_path, "sheets.a4", "size", "[105, 148]")
    (said,) = map(str, drill.troubles(tmp_path))
    assert said.startswith(f"{tmp_path / 'case.toml'}: line {line}: is too small for a template; write at least 180 mm")
