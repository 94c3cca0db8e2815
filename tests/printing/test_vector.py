"""Drawings as paths: against geometry, and against what the screen makes of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from mopsbox.printing.vector import KAPPA, Unknown, arc, marks, path

ART = sorted((Path(__file__).parents[2] / "device" / "mopsbox" / "art").glob("*.svg"))
FRAME = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{}</svg>'


@pytest.mark.parametrize("file", ART, ids=lambda file: file.stem)
def test_every_drawing_of_ours_becomes_paths(file: Path) -> None:
    found = marks(file.read_text())
    assert found and all(mark.path and mark.path[0][0] == "M" for mark in found)
    assert any(mark.fill or mark.line for mark in found)


@pytest.mark.parametrize(
    "inside",
    [
        '<text x="1" y="1">a</text>',
        '<use href="#a"/>',
        '<path d="M0 0L1 1" opacity="0.5"/>',
        '<path d="M0 0L1 1" fill="orange"/>',
        '<path d="M0 0X1 1"/>',
        '<path d="M0 0L1"/>',
        '<g transform="skewX(3)"/>',
        '<g transform="scale(1 2)"/>',
        '<g clip-path="url(#a)"/>',
    ],
)
def test_what_cannot_be_drawn_is_named_and_never_left_out(inside: str) -> None:
    with pytest.raises(Unknown):
        marks(FRAME.format(inside))


def on_curve(begin: tuple[float, float], curve: tuple[float, ...], t: float) -> tuple[float, float]:
    points = [begin, *zip(curve[::2], curve[1::2], strict=True)]
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return (
        sum(w * p[0] for w, p in zip(weights, points, strict=True)),
        sum(w * p[1] for w, p in zip(weights, points, strict=True)),
    )


@pytest.mark.parametrize(
    ("large", "sweep", "middle"),
    # from (0, 0) to (10, 0) with a radius of 10: the middle is 8.66 above or below, y down
    [(False, True, (5, 8.660)), (False, False, (5, -8.660)), (True, True, (5, -8.660)), (True, False, (5, 8.660))],
)
def test_an_arc_goes_round_the_right_middle_the_right_way(
    large: bool, sweep: bool, middle: tuple[float, float]
) -> None:
    at, length = (0.0, 0.0), 0.0
    for _, curve in arc(0, 0, 10, 10, 0, large, sweep, 10, 0):
        for n in range(1, 21):
            point = on_curve(at, curve, n / 20)
            assert math.dist(point, middle) == pytest.approx(10, abs=0.01)
        before, after = (
            math.atan2(at[1] - middle[1], at[0] - middle[0]),
            math.atan2(curve[5] - middle[1], curve[4] - middle[0]),
        )
        step = (after - before + math.pi) % (2 * math.pi) - math.pi
        assert (step > 0) == sweep
        length += abs(step)
        at = curve[4], curve[5]
    assert at == pytest.approx((10, 0))
    assert length == pytest.approx(math.radians(300 if large else 60), abs=1e-3)


def test_an_arc_too_short_for_its_way_grows_and_one_without_radius_is_a_line() -> None:
    half = list(arc(0, 0, 1, 1, 0, False, True, 10, 0))
    assert half[-1][1][-2:] == pytest.approx((10, 0))
    assert on_curve((0, 0), half[0][1], 1) == pytest.approx((5, -5))
    assert list(arc(0, 0, 0, 1, 0, False, True, 10, 0)) == [("L", (10, 0))]
    assert list(arc(3, 3, 1, 1, 0, False, True, 3, 3)) == []


def test_relative_short_and_mirrored_commands_say_the_same_as_long_ones() -> None:
    assert list(path("m10 10h5v5l-5 0z")) == list(path("M10,10 L15,10 L15,15 L10,15 Z"))
    assert list(path("M0 0 10 0 10 10")) == list(path("M0 0L10 0L10 10"))
    assert list(path("M0 0C1 2 3 4 5 5S9 9 10 10")) == list(path("M0 0C1 2 3 4 5 5C7 6 9 9 10 10"))
    assert list(path("M0 0Q5 5 10 0T20 0")) == list(path("M0 0Q5 5 10 0Q15 -5 20 0"))
    assert list(path("M5 5a2 2 0 1110 0")) == list(path("M5 5A2 2 0 1 1 15 5"))
    assert list(path("M1 1S3 3 4 4")) == list(path("M1 1C1 1 3 3 4 4"))


def test_a_quadratic_curve_is_met_exactly() -> None:
    (_, start), (_, curve) = path("M0 0Q10 20 30 0")
    for t in (0.1, 0.5, 0.8):
        exact = (2 * t * (1 - t) * 10 + t * t * 30, 2 * t * (1 - t) * 20)
        assert on_curve((start[0], start[1]), curve, t) == pytest.approx(exact)


def test_a_circle_is_round_to_a_3000th_and_takes_its_groups_size_and_line() -> None:
    group = 'transform="translate(100 50)rotate(90)scale(2)" stroke="#112233" stroke-width="3"'
    (mark,) = marks(FRAME.format(f'<g {group}><circle cx="10" r="5"/></g>'))
    assert (mark.fill, mark.line, mark.line_w) == ("#000000", "#112233", pytest.approx(6))
    at, worst = mark.path[0][1], 0.0
    for _, curve in mark.path[1:-1]:
        for n in range(21):
            worst = max(worst, abs(math.dist(on_curve((at[0], at[1]), curve, n / 20), (100, 70)) - 10))
        at = curve[4:6]
    assert worst < 10 / 3000
    assert pytest.approx(0.5523, abs=1e-4) == KAPPA
