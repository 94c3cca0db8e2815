"""The box as plates: drawn at their true size, the same as SVG and DXF, sound, and fitting each other; a case.toml with
a mistake is a sentence with file, line and what to do."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations, pairwise
from math import cos, hypot, radians, sin
from pathlib import Path

import pytest

from hardware.making import case, drill, fits, panel
from hardware.making.plate import Circle, Rect, edge_gap, gap
from mopsbox import wiring
from mopsbox.jsonl import BadInput
from mopsbox.table import SEATS

from .drawn import GENERATED, HARDWARE, Svg, change, changed, dxf

TOML = tomllib.loads((HARDWARE / "case.toml").read_text("utf-8"))
BOX = TOML["box"]
MADE = panel.made(HARDWARE) | drill.made(HARDWARE)
SVGS = sorted(name for name in MADE if name.endswith(".svg"))
PLATES = sorted(name.removesuffix(".dxf") for name in MADE if name.endswith(".dxf"))
FRONTS = {"front": ("dsi7", 4), "front-3": ("dsi7", 3), "front-td2": ("td2", 4), "front-hdmi": ("hdmi", 4)}
MENU, SCREW, SOCKET = TOML["front"]["buttons"]["hole"], BOX["screw_hole"], TOML["sockets"]["hole"]

plates = pytest.mark.parametrize("name", PLATES)
svgs = pytest.mark.parametrize("name", SVGS)


def diameters(svg: Svg) -> Counter[float]:
    return Counter(round(2 * r, 3) for _, _, r in svg.holes)


def on_plate(svg: Svg) -> list[tuple[float, float, float]]:
    """The holes of a drawing with one plate, from its lower left corner: x, y, radius."""
    ((left, top, _, height),) = svg.plates
    return sorted((round(x - left, 3), round(top + height - y, 3), round(r, 3)) for x, y, r in svg.holes)


def test_what_comes_with_the_project_is_sound_and_drawn() -> None:
    assert fits.troubles(HARDWARE) == drill.troubles(HARDWARE) == []
    for name, text in MADE.items():
        assert (GENERATED / name).read_text("utf-8") == text, f"{name}: run python hardware/generate.py"
    assert {"front.svg", "front.dxf", "drill-a4.svg", "drill-letter.svg", "back.svg"} <= MADE.keys()


@svgs
def test_every_drawing_is_in_millimetres_and_has_two_rulers_of_100(name: str) -> None:
    svg = Svg(MADE[name])
    assert sorted(svg.rulers()) == [(0, 100), (100, 0)]
    (lowest,) = {y2 for x1, _, x2, y2 in svg.of("ruler", "x1", "y1", "x2", "y2") if x1 == x2}
    assert all(y1 > lowest for _, y1, _, y2 in svg.of("ruler", "x1", "y1", "x2", "y2") if y1 == y2)  # nor do they cross


@svgs
def test_nothing_is_drawn_beyond_the_paper(name: str) -> None:
    svg = Svg(MADE[name])
    wide, high = svg.size
    for element in svg.root:
        xs = [float(element.get(key, "nan")) for key in ("x", "x1", "x2", "cx") if element.get(key)]
        ys = [float(element.get(key, "nan")) for key in ("y", "y1", "y2", "cy") if element.get(key)]
        if (
            says := element.text if element.tag.endswith("}text") else ""
        ):  # a letter is narrower than 0.63 of its height
            xs.append(
                xs[0] + 0.63 * float(element.get("font-size", "0")) * len(says) * (element.get("text-anchor") is None)
            )
        assert all(4 <= x <= wide - 4 for x in xs) and all(4 <= y <= high - 4 for y in ys), (element.attrib, says)


@plates
def test_the_dxf_has_the_circles_of_the_svg(name: str) -> None:
    drawn = dxf(MADE[f"{name}.dxf"])
    circles = [(codes[10], codes[20], codes[40]) for kind, codes in drawn if kind == "CIRCLE"]
    seen = on_plate(Svg(MADE[f"{name}.svg"]))
    assert len(circles) == len(seen)
    for circle in circles:  # both are rounded to a thousandth, the one after a shift
        assert any(circle == pytest.approx(other, abs=0.0011) for other in seen), circle
    assert {kind for kind, _ in drawn} <= {"LINE", "ARC", "CIRCLE"}


@plates
def test_the_lines_and_arcs_of_a_dxf_close_around_plate_and_cut_outs(name: str) -> None:
    ends: Counter[tuple[float, float]] = Counter()
    for kind, codes in dxf(MADE[f"{name}.dxf"]):
        if kind == "LINE":
            ends.update([(codes[10], codes[20]), (codes[11], codes[21])])
        elif kind == "ARC":
            turns = (radians(codes[50]), radians(codes[51]))
            x, y, r = codes[10], codes[20], codes[40]
            ends.update((round(x + r * cos(turn), 3) + 0.0, round(y + r * sin(turn), 3) + 0.0) for turn in turns)
    assert set(ends.values()) == {2}
    svg = Svg(MADE[f"{name}.svg"])
    ((left, top, width, height),) = svg.plates
    assert {(0, 0), (width, 0), (0, height), (width, height)} <= ends.keys()
    for x, y, wide, high, radius in svg.cuts:
        low = top + height - y - high
        assert {
            (round(x - left + radius, 3), round(low, 3)),
            (round(x - left + wide, 3), round(low + high - radius, 3)),
        } <= (ends.keys())


@pytest.mark.parametrize("name", FRONTS)
def test_a_front_panel_shows_the_picture_holds_the_display_and_has_its_buttons(name: str) -> None:
    display, buttons = TOML["displays"][FRONTS[name][0]], FRONTS[name][1]
    svg = Svg(MADE[f"{name}.svg"])
    ((left, top, *size),) = svg.plates
    assert size == [BOX["width"], BOX["height"]]
    ((x, y, *cut, _),) = svg.cuts
    assert 0 < x - left < size[0] - cut[0] and 0 < y - top < size[1] - cut[1]
    for n in (0, 1):
        assert display["viewing"][n] < cut[n] < display["outline"][n]
    assert diameters(svg) == {MENU: buttons, SCREW: 4}
    assert [word for word in svg.texts if word in case.BUTTONS] == list(case.BUTTONS[:buttons])


def test_there_is_a_socket_for_every_buzzer_and_a_button_for_every_key_of_the_pins() -> None:
    wired = wiring.read("pi")
    back = Svg(MADE["back.svg"])
    assert diameters(back)[SOCKET] == len(wired.buzzers) == len(SEATS)
    assert diameters(back)[TOML["switches"]["hole"]] == len(TOML["switches"]["buzzers"])
    assert len(back.cuts) == len(TOML["passes"])
    assert set(case.BUTTONS) == set(wired.buttons)
    numbers = [
        (x, word) for x, word in zip([x for x, _, r in back.holes if 2 * r == SOCKET], map(str, SEATS), strict=True)
    ]
    assert [word for word in back.texts if word in {word for _, word in numbers}] == [
        word for _, word in sorted(numbers)
    ]


def test_the_speaker_has_its_honeycomb() -> None:
    assert diameters(Svg(MADE["right.svg"]))[TOML["speaker"]["hole"]] == 1 + 6 + 12


@plates
def test_between_two_openings_and_to_the_edge_is_the_least_web(name: str) -> None:
    """Measured on the drawing: around every hole, and around every cut-out, a step of a twentieth of a millimetre."""
    svg, web = Svg(MADE[f"{name}.svg"]), BOX["web"]
    ((left, top, width, height),) = svg.plates
    for x, y, r in svg.holes:
        assert min(x - left, y - top, left + width - x, top + height - y) - r >= web - 1e-3
        for x0, y0, wide, high, _ in svg.cuts:
            nearest = hypot(x - min(max(x, x0), x0 + wide), y - min(max(y, y0), y0 + high))
            assert nearest - r >= web - 1e-3
    for (x, y, r), (x2, y2, r2) in combinations(svg.holes, 2):
        assert hypot(x - x2, y - y2) - r - r2 >= web - 1.1e-3
    for x, y, wide, high, _ in svg.cuts:
        assert min(x - left, y - top, left + width - x - wide, top + height - y - high) >= web - 1e-3


def test_the_plates_fit_each_other() -> None:
    front, bottom, back, near, left, right = (
        Svg(MADE[f"{name}.svg"]) for name in (p.name for p in case.load(HARDWARE).box())
    )
    (lid, floor, rear, fore, one, other) = (svg.plates[0][2:] for svg in (front, bottom, back, near, left, right))
    t = BOX["thickness"]
    assert lid == floor == (BOX["width"], BOX["height"])
    assert rear == fore == (lid[0], BOX["depth"] - 2 * t)  # lid and floor cover all walls
    assert one == other == (lid[1] - 2 * t, rear[1])  # the long walls cover the ends of the short ones


def test_screws_meet_the_middle_of_their_post_and_not_each_other() -> None:
    middle = BOX["thickness"] + BOX["post"] / 2
    screws = {name: [(x, y) for x, y, r in on_plate(Svg(MADE[f"{name}.svg"])) if 2 * r == SCREW] for name in PLATES}
    wide, high = BOX["width"], BOX["height"]
    corners = {(x, y) for x in (middle, wide - middle) for y in (middle, high - middle)}
    assert set(screws["front"]) == set(screws["bottom"]) == corners
    assert {x for x, _ in screws["back"]} == {x for x, _ in screws["near"]} == {middle, wide - middle}
    short = {x + BOX["thickness"] for x, _ in screws["left"]}  # from the box's outside, as the others
    assert short == {x + BOX["thickness"] for x, _ in screws["right"]} == {middle, high - middle}
    heights = sorted({y for _, y in screws["back"]} | {y for _, y in screws["left"]})
    assert len(heights) == 4 and min(b - a for a, b in pairwise(heights)) > 2 * SCREW


def test_numbers_from_memory_bear_a_dagger_and_the_paper_says_what_it_means() -> None:
    front, back = Svg(MADE["front.svg"]).texts, Svg(MADE["back.svg"]).texts
    assert any(f"menu button Ø{MENU:g}†" in word for word in front)
    assert any(f"GX12-4 Ø{SOCKET:g} " in word or word.endswith(f"GX12-4 Ø{SOCKET:g}") for word in back)
    assert any("check the data sheet before you buy" in word for word in front)
    assert not any("†" in word for word in Svg(MADE["near.svg"]).texts)


def test_gap_is_negative_where_shapes_overlap() -> None:
    plate = Rect(50, 50, 20, 10)
    assert gap(plate, Circle(75, 50, 10)) == pytest.approx(10)
    assert gap(Circle(63, 59, 2), plate) == pytest.approx(5 - 1)  # over a corner: 3 across, 4 down
    assert gap(plate, Circle(50, 50, 4)) < 0 and gap(plate, Rect(55, 50, 4, 4)) < 0
    assert gap(plate, Rect(50, 62, 20, 10)) == pytest.approx(2)
    assert edge_gap(Circle(3, 50, 10), 100, 100) == pytest.approx(-2)


# A changed value, and the sentence it must give: file and line are those of `at`, which is the changed one if empty.
FAULTS = {
    "a button beyond the edge": ("front.buttons", "right", "122", "", "reaches 9.0 mm over the edge"),
    "a button near the edge": ("front.buttons", "y", "156", "front.buttons.left", "only 2.0 mm are left"),
    "two buttons in one": ("front.buttons", "back", "80", "", "in each other's way by 8.0 mm"),
    "little web between sockets": ("sockets", "hole", "23", "sockets.y", "only 3.0 mm are left between"),
    "plugs side by side": ("sockets", "room", "28", "sockets.y", "in each other's way by 2.0 mm"),
    "a cut-out that hides the picture": ("displays.td2", "cut", "[150, 89.5]", "", "make it at least 156.5 mm"),
    "a cut-out without clearance": ("displays.dsi7", "cut", "[154.5, 88]", "", "make it at least 155.08 mm"),
    "a cut-out the display falls through": ("displays.dsi7", "cut", "[156, 109]", "", "make it at most 102.76 mm"),
    "a display off its cut-out": ("displays.dsi7", "shift", "[0, 9]", "displays.dsi7.cut", "does not hold the display"),
    "a cut-out larger than the plate": ("displays.hdmi", "cut", "[156, 180]", "", "over the edge of the front panel"),
    "a display in the buttons": ("front", "display_y", "84", "front.buttons.left", "in each other's way"),
    "a display in the posts": ("displays.td2", "outline", "[230, 120]", "displays.td2.cut", "a post or a plate"),
    "a flat box": ("box", "depth", "80", "", "inside are 72 mm, and the display dsi7 needs 75"),
    "sockets under the display": ("sockets", "y", "25", "", "put them at y = 29 or lower"),
    "a socket too many": ("sockets", "count", "9", "", "pins.toml has 8 buzzers"),
    "a switch without a buzzer": ("switches", "buzzers", "[1, 9]", "", "there is no buzzer 9"),
    "crossed screws": ("box", "screw_short", "26", "", "meets another one inside the post"),
    "a screw where the lid's comes": ("box", "screw_long", "18", "", "write 20 to 34.8"),
    "a wide grille": ("speaker", "rings", "3", "speaker.size", "the holes are 52 mm across"),
    "a shallow junction box": ("housing", "depth", "50", "", "take a deeper box"),
    "a dome wider than its box": ("housing", "button_room", "110", "", "the button is 110 mm wide, and its box 100"),
    "no hole at all": ("sockets", "hole", "0", "sockets.y", "has no size"),
    "a nut smaller than its hole": ("sockets", "room", "10", "sockets.y", "less room than its own 12 mm"),
    "corners that do not fit": ("passes.usb", "radius", "7", "passes.usb.size", "write at most 6"),
    "a picture of nothing": ("displays.td2", "viewing", "[0, 88]", "", "viewing is 0 x 88 mm"),
    "an unknown display": ("front", "display", '"dsi9"', "", "there is no [displays.dsi9]"),
    "a word for a number": ("sockets", "pitch", '"wide"', "", "pitch is not a number"),
    "an endless number": ("sockets", "pitch", "inf", "", "pitch is not a number"),
    "below nothing": ("sockets", "hole", "-12", "", "write 0 to 3000"),
    "half a pair": ("displays.td2", "cut", "[157]", "", "cut is not two numbers"),
    "a count with a point": ("sockets", "count", "8.0", "", "a whole number"),
    "a switch that is a word": ("front", "back_button", '"no"', "", "write true or false"),
    "a dagger on nothing, where none is drawn": ("inside", "memory", '["depth"]', "", "memory names 'depth'"),
    "a dagger on nothing": ("sockets", "memory", '["nut"]', "", "memory names 'nut'"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_mistake_in_case_toml_is_a_sentence_with_its_line_and_what_to_do(what: str, tmp_path: Path) -> None:
    table, key, value, at, says = FAULTS[what]
    line = changed(tmp_path, table, key, value)
    if at:
        where, _, name = at.rpartition(".")
        line = change(tmp_path, where, name, _value(where, name))
    said = sentences(tmp_path)
    assert any(text.startswith(f"{tmp_path / 'case.toml'}: line {line}: ") and says in text for text in said), said


def _value(table: str, key: str) -> str:
    """As it stands, so that writing it changes nothing."""
    values = TOML
    for part in table.split("."):
        values = values[part]
    return str(values[key])


def sentences(folder: Path) -> list[str]:
    try:
        return [str(trouble) for trouble in fits.troubles(folder)]
    except BadInput as error:
        return [str(error)]


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    line = changed(tmp_path, "sockets", "count", "8")
    file = tmp_path / "case.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("\ncount = 8\n", "\n\n"), "utf-8")
    assert sentences(tmp_path) == [f"{file}: line {line - 1}: [sockets] has no count; add it"]
    file.write_text(text.replace("\n[sockets]", "\n[socket]"), "utf-8")
    assert sentences(tmp_path) == [f"{file}: there is no table [sockets]; write one"]
    file.unlink()
    (said,) = sentences(tmp_path)
    assert said.startswith(f"{file}: cannot be read")


def test_the_web_is_kept_by_the_check_just_as_far_as_it_says(tmp_path: Path) -> None:
    """Sockets 26 mm apart: holes of 22 leave 4 mm, holes of 22.1 do not."""
    changed(tmp_path, "sockets", "hole", "22")
    change(tmp_path, "switches", "y", "66")
    change(tmp_path, "passes.hdmi", "size", "[28, 11]")
    assert not any("sockets.y" in text or "GX12" in text for text in sentences(tmp_path) if "are left between" in text)
    change(tmp_path, "sockets", "hole", "22.1")
    assert any("only 3.9 mm are left between buzzer socket GX12-4 2" in text for text in sentences(tmp_path))


def test_what_is_not_wanted_is_left_out(tmp_path: Path) -> None:
    """No switch sockets, and only the slot for power."""
    changed(tmp_path, "switches", "buzzers", "[]")
    text = (tmp_path / "case.toml").read_text("utf-8")
    start, end = text.index("[passes.usb]"), text.index("# ----", text.index("[passes.hdmi]"))
    (tmp_path / "case.toml").write_text(text[:start] + text[end:], "utf-8")
    assert sentences(tmp_path) == []
    back = Svg(panel.made(tmp_path)["back.svg"])
    assert len(back.cuts) == 1 and diameters(back) == {SOCKET: 8, SCREW: 4}


def test_another_display_becomes_the_reference(tmp_path: Path) -> None:
    changed(tmp_path, "front", "display", '"td2"')
    change(tmp_path, "front", "back_button", "false")
    made = panel.made(tmp_path)
    assert {
        "front.svg",
        "front-4.svg",
        "front-dsi7.svg",
        "front-hdmi.svg",
    } <= made.keys() and "front-td2.svg" not in made
    ((_, _, *cut, _),) = Svg(made["front.svg"]).cuts
    assert cut == TOML["displays"]["td2"]["cut"]
    assert diameters(Svg(made["front.svg"]))[MENU] == 3 and diameters(Svg(made["front-4.svg"]))[MENU] == 4
