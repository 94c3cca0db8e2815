"""The page on the enclosure says what case.toml says; each of its steps ends in a measurement; its files are there."""

from __future__ import annotations

import re
from math import hypot

import pytest

from hardware.making import case, drill, panel, shell
from hardware.making.plate import Circle

from .drawn import HARDWARE
from .test_case import BOX, TOML

PAGE = HARDWARE / "docs" / "4-enclosure.md"
TEXT = PAGE.read_text("utf-8")
WORDS = " ".join(TEXT.split())  # as one line
OF = case.load(HARDWARE)
DEEP = BOX["depth"] - 2 * BOX["thickness"]
AT = BOX["thickness"] + BOX["post"] / 2
BETWEEN = [BOX[side] - 2 * BOX["thickness"] for side in ("width", "height")]
HOUSE, SHELL, DSI7, SWITCHES = TOML["housing"], TOML["shell"], TOML["displays"]["dsi7"], TOML["switches"]
HOLE = {name: TOML[name]["hole"] for name in ("speaker", "switches", "sockets")}


def counted(panel_number: int) -> str:
    """ "8 round holes and 1 cut-out" """
    openings = OF.box()[panel_number].openings
    round_ = sum(isinstance(opening.shape, Circle) for opening in openings)
    return f"{round_} round holes and {len(openings) - round_}"


SAID = [
    f"width × height × depth | {BOX['width']} × {BOX['height']} × {BOX['depth']} |",
    f"Thickness of all plates | {BOX['thickness']} |",
    f"Lid and floor | {BOX['width']} × {BOX['height']} |",
    f"Back and near wall | {BOX['width']} × {DEEP} |",
    f"Left and right wall | {BETWEEN[1]} × {DEEP} |",
    f"Posts, four | {BOX['post']} × {BOX['post']}, {DEEP} long |",
    f"Inside, from lid to floor | {DEEP} |",
    f"display | {DSI7['depth']}† |",
    f"with the interface board | {TOML['inside']['behind_display']}† |",
    f"to the edge | {BOX['web']} |",
    f"**Expect:** {AT:g} mm and {BOX['width'] - AT:g} mm",
    f"**Expect:** {hypot(*BETWEEN):.1f} mm each",
    f"{BOX['screw_hole']} mm the screws, {HOLE['speaker']} mm the speaker's holes, {HOLE['switches']} mm†",
    f"{TOML['vents']['left']['hole']} mm the air holes, {HOLE['sockets']} mm the buzzer sockets",
    f"{TOML['front']['buttons']['hole']} mm† the menu buttons",
    f"(display: {2 * DSI7['radius']} mm; the slots for cables: {2 * TOML['passes']['usb']['radius']} mm)",
    f"front {counted(0)} cut-out",
    f"back wall {counted(2)} slots",
    f"at most {DEEP - TOML['inside']['air']} mm; then {TOML['inside']['air']} mm of air",
    f"100 × 100 × {HOUSE['depth']} mm",
    f"about {HOUSE['button_below']} mm†",
    f"at most {HOUSE['depth'] - HOUSE['wall'] - HOUSE['air']} mm. If not",
    f"lid {HOUSE['button_hole']} mm† in the middle",
    f"side {HOUSE['gland_hole']} mm† for the cable gland PG 7, {HOUSE['gland_y']} mm below",
    f"{SHELL['flats']} mm from side to side and {SHELL['height']} mm high, walls {SHELL['wall']} mm",
    f"a printer of {SHELL['bed']} × {SHELL['bed']} mm",
    f"Sockets {' and '.join(f'`{n}S`' for n in SWITCHES['buzzers'])}",
]


@pytest.mark.parametrize("says", SAID)
def test_the_page_has_the_numbers_of_case_toml(says: str) -> None:
    assert says in WORDS


@pytest.mark.parametrize("name", TOML["displays"])
def test_the_page_has_every_display(name: str) -> None:
    (row,) = [line for line in TEXT.splitlines() if line.startswith(f"| `{name}` |")]
    display = TOML["displays"][name]
    for key, cell in zip(("outline", "viewing", "cut"), row.split("|")[3:6], strict=True):
        dagger = "†" if key in display["memory"] else ""
        assert cell.strip() == f"{display[key][0]:g} × {display[key][1]:g}{dagger}"


def test_every_numbered_step_ends_in_a_measurement_and_what_to_expect() -> None:
    steps = re.findall(r"^\d+\. .*(?:\n {2,}\S.*)*", TEXT, re.MULTILINE)
    assert len(steps) >= 30
    for step in steps:
        assert re.search(r"\*\*Measure:?\*\*[\s\S]*\*\*Expect:\*\*\s+\S", step), step


def test_steps_are_numbered_from_one_without_a_gap() -> None:
    for section in TEXT.split("\n## ")[1:]:
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", section, re.MULTILINE)]
        assert numbers == list(range(1, len(numbers) + 1)), section.splitlines()[0]


def test_the_files_it_names_are_made() -> None:
    made = {**panel.made(HARDWARE), **drill.made(HARDWARE), **shell.made(HARDWARE)}
    named = set(re.findall(r"[a-z][a-z0-9-]*\.(?:svg|dxf|stl)", TEXT)) - {"drill-a4-1.svg"}
    assert len(named) > 10 and named <= made.keys()
    for link in re.findall(r"\]\(\.\./generated/([^)]+)\)", TEXT):
        assert link in made


def test_it_says_what_is_open_and_what_the_dagger_means() -> None:
    assert "check the data sheet before you buy" in WORDS and "Nothing on this page has been built yet" in WORDS
    assert WORDS.count("open.") >= 3 and "mono only" in WORDS


def test_the_picture_is_turned_by_the_boxs_own_setting_which_is_the_only_one_it_obeys() -> None:
    """SDL on a bare console ignores what the kernel is told of rotation (facts/appliance.md)."""
    assert "`screen.rotation` to 90 or 270" in WORDS and "cmdline" not in WORDS and "video=" not in WORDS
