"""What lies on the paper, measured in the PDF: sizes in mm, every pug and bone counted, backs behind their fronts."""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from mopsbox.games import mopseinander, mopsen
from mopsbox.games.mopseinander import layout
from mopsbox.games.mopseinander.coasters import default
from mopsbox.paint import svg
from mopsbox.printing.paper import pages
from mopsbox.scene import Disc
from mopsbox.sheets import BACK, RIM, RIM_DARK, Piece, Run

from .conftest import printed
from .reading import Drawn, Sheet

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
GAMES = Path(mopseinander.__file__).parent.parent
DATA = tomllib.loads((GAMES / "mopseinander" / "coasters.toml").read_text())
BONES = tomllib.loads((GAMES / "mopsen" / "bones.toml").read_text())["bones"]
DRAWN = {kind: f"pug_{kind.lower()}" for kind in DATA["kinds"]}  # a drawing is called as its kind is
MARGIN = 8.0


def pieces(sheet: Sheet) -> list[Drawn]:
    """The forms on the page that are to be cut out."""
    return [form for form in sheet.forms() if re.fullmatch(r"(coaster-|scoring|card-|queue-|bowl-).*", form.name)]


def where(document: list[Sheet], name: str) -> tuple[Sheet, Drawn]:
    """The one place of a piece. A back that others share is called as the first of them."""
    found = [(sheet, form) for sheet in document for form in sheet.forms() if form.name == name]
    assert len(found) == 1, name
    return found[0]


def test_every_page_has_the_size_of_its_paper_and_stands(document: list[Sheet], paper: str) -> None:
    for sheet in document:
        assert (sheet.w, sheet.h) == pytest.approx(SIZES[paper], abs=0.01)


def test_nothing_is_nearer_to_an_edge_than_a_printer_can_reach(document: list[Sheet]) -> None:
    for n, sheet in enumerate(document, 1):
        for drawn in (d for d in sheet.all if d.corners):
            left, top, right, bottom = drawn.inked
            within = min(left, top, sheet.w - right, sheet.h - bottom)
            assert within >= MARGIN - 0.01, (n, drawn)


def test_a_ruler_of_100_mm_is_on_every_sheet(document: list[Sheet]) -> None:
    for sheet in document:
        sides = [
            (right - left, bottom - top) for left, top, right, bottom in (d.box for d in sheet.paths() if d.line_w)
        ]
        rulers = [one for one in sides if max(one) == pytest.approx(100, abs=0.02) and min(one) < 0.01]
        assert len(rulers) == 1
        assert "100 mm" in sheet.words()


def test_every_sheet_says_in_both_languages_what_it_is_and_how_it_is_printed(document: list[Sheet]) -> None:
    for n, sheet in enumerate(document, 1):
        said = " ".join(sheet.words())
        assert "Mopseinander: " in said or "Mopsen: " in said, n
        assert "100 % drucken" in said and "at 100 %" in said and "langen Kante" in said and "long edge" in said, n


# --- Mopseinander


@pytest.mark.parametrize("name", [*(f"coaster-{c['id']}" for c in DATA["coasters"]), "scoring"])
def test_a_coaster_is_cut_along_a_circle_of_94_mm_that_touches_no_other(document: list[Sheet], name: str) -> None:
    sheet, form = where(document, name)
    assert form.scale == pytest.approx(1)
    circles = []
    for path in sheet.paths():
        left, top, right, bottom = path.box
        if path.paint == "line" and math.hypot((left + right) / 2 - form.x, (top + bottom) / 2 - form.y) < 0.01:
            circles.append((right - left, bottom - top))
    assert len(circles) == 1
    assert circles[0] == pytest.approx((94, 94), abs=0.1)
    for other in pieces(sheet):
        assert other is form or math.hypot(other.x - form.x, other.y - form.y) >= 94 + 2


@pytest.mark.parametrize("coaster", DATA["coasters"], ids=lambda c: str(c["id"]))
def test_every_pug_and_star_on_paper_is_in_the_data_and_the_other_way_round(
    document: list[Sheet], coaster: dict[str, object]
) -> None:
    name = f"coaster-{coaster['id']}"
    sheet, _ = where(document, name)
    counted = Counter(form.name for form in sheet.forms(name))
    counts = coaster["counts"]
    assert isinstance(counts, dict)
    wanted = Counter({DRAWN[kind]: n for kind, n in counts.items()})
    wanted += Counter({"star": coaster["stars"], "coaster": 1})  # + leaves out what is not there
    assert counted == wanted


@pytest.mark.parametrize("id", default().ids)
def test_a_printed_coaster_is_the_very_one_the_box_shows(document: list[Sheet], id: int) -> None:
    """Every drawing as large, at the same place, turned alike: the screen's picture is read as text, in 200 units."""
    shown = svg.coaster(layout.spots(default(), id), None, False, 0)
    number = r"(-?[\d.]+)"
    found = re.findall(rf"translate\({number} {number}\)rotate\({number}\)scale\({number}\)translate\(-100", shown)
    on_screen = [tuple(map(float, one)) for one in found][1:]  # without the coaster's own ground
    name = f"coaster-{id}"
    sheet, form = where(document, name)
    ground, *printed = sheet.forms(name)
    unit = ground.scale  # mm a unit of the drawing
    assert len(printed) == len(on_screen)
    for one, (x, y, turn, scale) in zip(printed, on_screen, strict=True):
        middle = (
            one.x - form.x + 100 * (one.matrix[0] + one.matrix[2]),
            one.y - form.y + 100 * (one.matrix[1] + one.matrix[3]),
        )
        assert middle == pytest.approx((x * unit, y * unit), abs=0.02)
        assert one.scale / unit == pytest.approx(scale, abs=1e-3)
        assert (one.turn - turn + 180) % 360 - 180 == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(("name", "up"), [("scoring", "front"), ("scoring-back", "back")])
def test_the_scoring_coaster_has_every_die_beside_the_pug_it_picks(document: list[Sheet], name: str, up: str) -> None:
    sheet, coaster = where(document, name)
    forms = sheet.forms(name)

    def middle(form: Drawn) -> tuple[float, float]:
        return form.x + 100 * (form.matrix[0] + form.matrix[2]), form.y + 100 * (form.matrix[1] + form.matrix[3])

    pugs = [form for form in forms if form.name.startswith("pug_")]
    assert len(pugs) == 12
    for colour, side in (("green", "g"), ("red", "r")):
        for pips, kind in enumerate(DATA["faces"][up][colour], 1):
            (die,) = (form for form in forms if form.name == f"die_{side}{pips}")
            nearest = min(pugs, key=lambda pug: math.dist(middle(pug), middle(die)))
            assert nearest.name == DRAWN[kind]
            assert (middle(die)[0] < coaster.x) == (colour == "green"), "green is the left half"


# --- Mopsen


def test_56_cards_each_once_and_88_by_63_mm_as_they_lie(document: list[Sheet], paper: str) -> None:
    names = Counter(form.name for sheet in document for form in sheet.forms() if form.name.startswith("card-"))
    fronts = {name: n for name, n in names.items() if not name.endswith("-back")}
    assert fronts == {f"card-{card}": 1 for card in BONES} and len(fronts) == 56
    assert names["card-R1-back"] == 56 + 4, "the cards' back, on those of the queue too"
    middle, half_h = SIZES[paper][0] / 2, SIZES[paper][1] / 2
    for sheet in (s for s in document if any(f.name in fronts for f in s.forms())):
        at = {(round(form.x - middle, 1), round(form.y - half_h, 1)) for form in pieces(sheet)}
        assert at == {(dx * 88, dy * 63) for dx in (-0.5, 0.5) for dy in (-1.5, -0.5, 0.5, 1.5)}


@pytest.mark.parametrize("card", BONES)
def test_a_card_says_its_value_and_its_bones_to_both_sides(document: list[Sheet], card: str) -> None:
    name = f"card-{card}"
    sheet, _ = where(document, name)
    assert sheet.words(name) == [card[1:]] * 2
    forms = Counter(form.name for form in sheet.forms(name))
    colour = {"R": "red", "Y": "yellow", "B": "blue", "C": "cat"}[card[0]]
    assert forms == {f"card_{colour}": 1, "bone": 2 * BONES[card]}


def test_a_cards_back_looks_the_same_when_it_is_turned_round(document: list[Sheet]) -> None:
    sheet = next(s for s in document if any(f.name == "card-R1-back" for f in s.forms()))
    form = sheet.forms()[0]
    seen = set()
    for one in sheet.forms("card-R1-back"):
        x, y = one.x + 100 * (one.matrix[0] + one.matrix[2]), one.y + 100 * (one.matrix[1] + one.matrix[3])
        if abs(x - form.x) < 44 and abs(y - form.y) < 31.5:
            seen.add((one.name, round(x - form.x, 1) + 0.0, round(y - form.y, 1) + 0.0, round(one.turn) % 360))
    assert len(seen) == 8
    assert seen == {(name, -x + 0.0, -y + 0.0, (turn + 180) % 360) for name, x, y, turn in seen}


def test_four_colours_of_the_queue_and_five_bowls_for_three_and_for_more(document: list[Sheet]) -> None:
    for colour in ("red", "yellow", "blue", "cat"):
        sheet, _ = where(document, f"queue-{colour}")
        assert [form.name for form in sheet.forms(f"queue-{colour}")] == [f"tile_{colour}"]
    bowls = [sheet for sheet in document if any(form.name.startswith("bowl") for form in sheet.forms())]
    assert [len(pieces(sheet)) for sheet in bowls] == [5, 5]
    for sheet, name, bones, players in zip(bowls, ("bowl-1", "bowl-1-back"), "75", ("3 ", "4–5 "), strict=True):
        assert {form.name for form in pieces(sheet)} == {name}
        said = sheet.words(name)
        assert said.count(bones) == 5 and sum(text.startswith(players) for text in said) == 5


# --- front and back


def test_behind_every_front_lies_its_back_when_the_sheet_is_turned_over_its_long_edge(document: list[Sheet]) -> None:
    cut = [sheet for sheet in document if pieces(sheet)]
    assert len(cut) % 2 == 0 and [bool(pieces(s)) for s in document] == [True] * len(cut) + [False] * 2
    for front, back in zip(cut[::2], cut[1::2], strict=True):
        assert not any(form.name.endswith("-back") for form in pieces(front))
        assert all(form.name.endswith("-back") for form in pieces(back))
        there = sorted((round(front.w - form.x, 2), round(form.y, 2)) for form in pieces(front))
        assert there == sorted((round(form.x, 2), round(form.y, 2)) for form in pieces(back))
        up = {(round(f.matrix[2], 3) + 0.0, round(f.matrix[3], 3) + 0.0) for f in pieces(front)}
        behind = {(round(-f.matrix[2], 3) + 0.0, round(f.matrix[3], 3) + 0.0) for f in pieces(back)}
        assert up == behind, "head behind head"


@pytest.mark.parametrize("paper", SIZES)
def test_every_piece_gets_its_own_back_and_not_its_neighbours(paper: str) -> None:
    """None of ours has one that its neighbours have not, so these are made for it."""
    made = tuple(Piece(f"p{n}", (Disc(0, 0, n),), (Disc(0, 0, 100 + n),)) for n in range(1, 6))
    run = Run("sheet-cards", 50, 40, (3, 2), made, gap=4)
    front, back = pages(run, "Haudenpug", SIZES[paper])
    at = {laid.name: (laid.x, laid.y) for laid in front.laid}
    assert len(set(at.values())) == 5
    for laid in back.laid:
        (disc,) = laid.items
        assert isinstance(disc, Disc)
        x, y = at[f"p{disc.d - 100}"]
        assert (laid.x, laid.y) == pytest.approx((SIZES[paper][0] - x, y))


def marks_of(sheet: Sheet) -> list[tuple[float, float, float, float]]:
    """The short lines, without the ruler's ticks: they are longer than 2.5 mm and no 3."""
    boxes = (d.box for d in sheet.paths() if d.paint == "line" and d.line_w == pytest.approx(0.15, abs=0.01))
    return [b for b in boxes if 2.5 < math.hypot(b[2] - b[0], b[3] - b[1]) < 4.5]


@pytest.mark.parametrize("name", ["coaster-1", "scoring", "card-R1", "card-C8", "queue-red", "bowl-1"])
def test_cut_marks_point_at_every_piece_and_lie_on_none(document: list[Sheet], name: str) -> None:
    sheet = next(s for s in document if any(f.name == name for f in s.forms()))
    marks, laid = marks_of(sheet), pieces(sheet)
    middles = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in marks]
    if name in ("coaster-1", "scoring"):
        assert len(marks) == 4 * len(laid)
        for form in laid:
            near = [m for m in middles if 47 < math.dist(m, (form.x, form.y)) < 54]
            assert len(near) == 4
        assert all(math.dist(m, (form.x, form.y)) > 47 + 1 for m in middles for form in laid)
        return
    w, h = {"card": (88, 63), "queue": (63, 88), "bowl": (88, 72)}[name.split("-")[0]]
    for form in laid:
        assert not any(abs(x - form.x) < w / 2 and abs(y - form.y) < h / 2 for x, y in middles)
    if name.startswith("card"):  # edge to edge: three cuts down, five across, marked at both ends
        left, top = min(f.x for f in laid) - w / 2, min(f.y for f in laid) - h / 2
        ends = {(round(left + i * w, 1), side) for i in range(3) for side in ("above", "below")}
        ends |= {(round(top + i * h, 1), side) for i in range(5) for side in ("left", "right")}
        found = set()
        for b, (x, y) in zip(marks, middles, strict=True):
            down = b[2] - b[0] < 0.01
            side = ("above" if y < sheet.h / 2 else "below") if down else "left" if x < sheet.w / 2 else "right"
            found.add((round(x if down else y, 1), side))
        assert found == ends
        assert len({tuple(round(v, 2) for v in b) for b in marks}) == len(ends), "none between two cards"
    else:
        assert len(marks) == 8 * len(laid)


# --- an owner's own


def test_an_owners_coasters_and_bones_are_printed_instead_of_ours(tmp_path: Path) -> None:
    coasters = tmp_path / "my-coasters.toml"
    text = (GAMES / "mopseinander" / "coasters.toml").read_text()
    thirteen = "[[coasters]]\nid = 40\ncounts = { G1 = 20 }\nstars = 5\n\n[faces.front]"
    coasters.write_text(text.replace("{ G1 = 3, G2 = 2,", "{ G1 = 7, G2 = 2,").replace("[faces.front]", thirteen))
    bones = tmp_path / "my-bones.toml"
    bones.write_text(
        (GAMES / "mopsen" / "bones.toml").read_text().replace("R1 = 5", "R1 = 9").replace("C8 = 1", "C8 = 0")
    )
    config = tmp_path / "config.toml"
    config.write_text(f'[mopseinander]\ncoasters = "{coasters}"\n[mopsen]\nbones = "{bones}"\n')
    document = printed(tmp_path, "--config", str(config))
    for name, drawing, many in (
        ("coaster-1", "pug_g1", 7),
        ("coaster-40", "pug_g1", 20),
        ("coaster-40", "star", 5),
        ("card-R1", "bone", 18),
        ("card-C8", "bone", 0),
    ):
        sheet, _ = where(document, name)
        assert sum(form.name == drawing for form in sheet.forms(name)) == many, name
    alone = where(document, "coaster-40")[0]
    assert len(pieces(alone)) == 1 and pieces(alone)[0].x == pytest.approx(105)


@pytest.mark.parametrize(("game", "other"), [(mopseinander, "Mopsen"), (mopsen, "Mopseinander")])
def test_one_game_alone_is_that_game_alone(tmp_path: Path, plain: Path, game: object, other: str) -> None:
    name = game.NAME  # type: ignore[attr-defined]
    document = printed(tmp_path, "--game", name.lower(), "--config", str(plain))
    assert len(document) == {"Mopseinander": 2 * (3 + 1) + 1, "Mopsen": 2 * (7 + 1 + 1) + 1}[name]
    said = [text for sheet in document for text in sheet.words()]
    assert any(f"{name}: " in text for text in said) and not any(f"{other}: " in text for text in said)


def test_the_colours_of_a_coaster_are_those_it_is_drawn_with() -> None:
    ground, back = svg.drawing("coaster"), svg.drawing("coaster_back")
    assert RIM in ground and RIM_DARK in ground and BACK in back
