"""How the board sits on the Raspberry Pi, and which way round its parts are: what no meter finds in time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.making import electric, stack
from hardware.making.board import CHANNELS, Board, boards
from hardware.making.given import VARIANTS, values
from hardware.making.quantity import written

from .planted import HARDWARE, planted

BOARDS = {board.name: board for board in boards(HARDWARE)}
PAGE = (HARDWARE / "docs" / "2-interface-board.md").read_text("utf-8")


@pytest.fixture(params=sorted(BOARDS))
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]


# -- the Pi below


def test_the_pi_is_as_its_makers_draw_it() -> None:
    """85 x 56 mm, holes 3.5 mm from the edges and 58 x 49 mm apart; the header's middle is 29 mm from the first hole
    and on a line with it; a board on top is 65 mm long to spare the sockets (the makers' drawings, from memory)."""
    pi = BOARDS["direct"].source.values["pi"]
    assert pi["size"] == [85, 56] and pi["free"] == 65
    assert pi["holes"] == [[3.5, 3.5], [3.5 + 58, 3.5], [3.5, 3.5 + 49], [3.5 + 58, 3.5 + 49]]
    assert pi["pin_1"] == pytest.approx([3.5 + 29 - 9.5 * 2.54, 3.5 + 2.54 / 2], abs=0.01)


def test_the_header_counts_as_the_pi_does_when_it_lies_half_a_turn_round(board: Board) -> None:
    """Card at the right: odd pins in the upper row, even ones below them, numbers to the left."""
    pins = board.packages["header40"].pins
    assert pins == {str(number): (-((number - 1) // 2), (number - 1) % 2) for number in range(1, 41)}


def test_the_board_spares_the_pis_high_sockets_and_lies_on_all_its_screws(board: Board) -> None:
    pi = stack.under(board)
    assert pi.free < 0.5 and pi.left < -19, "USB and network are beside the board"
    assert pi.bottom < 80 and all(0 < x < 100 and 0 < y < 80 for x, y in pi.holes)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "J20 = [22, 29]",
            "J20 = [29, 29]",
            "J20: the board would lie on the Pi's USB and network sockets; move J20 7",
        ),
        ("J20 = [22, 29]", "J20 = [20, 29]", "J20: the Pi's screw hole at -1.9, 75.6 mm would miss the board"),
        ('"RS{n}" = [32, 12]', '"RS{n}" = [32, 10]', "RS3 is in the way of the Pi's screw at 61.2, 26.6 mm"),
        ("F9 = [26, 24]", "F9 = [25, 27]", "F9 is in the way of the Pi's screw at 61.2, 75.6 mm"),
    ],
)
def test_what_does_not_go_together_is_said_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    said, line = planted(tmp_path, "board.toml", old, new)
    assert any(f"board.toml: line {line}: {says}" in sentence for sentence in said), said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("display_y = 73", "display_y = 67", "between the interface board and the sockets in the back wall are 4.1 mm"),
        ("y = 150\nhole = 24", "y = 143\nhole = 24", "between the interface board and the menu buttons are 3.9 mm"),
    ],
)
def test_a_board_that_meets_something_in_the_box_is_found(tmp_path: Path, old: str, new: str, says: str) -> None:
    said, line = planted(tmp_path, "case.toml", old, new)
    assert any(f"case.toml: line {line}: {says}" in sentence for sentence in said), said


def test_a_table_without_the_pis_measures_is_a_sentence(tmp_path: Path) -> None:
    said, _ = planted(tmp_path, "board.toml", "free = 65", "fre = 65")
    assert any("board.toml: line " in sentence and "'free'" in sentence for sentence in said), said


@pytest.mark.parametrize("name", ["board-direct", "wires-direct", "board-ahc14", "wires-ahc14"])
def test_the_maps_show_the_four_holes_to_drill(name: str) -> None:
    """At their places, mirrored on the solder side."""
    pi, svg = stack.under(BOARDS["direct"]), (HARDWARE / "generated" / f"{name}.svg").read_text("utf-8")
    drawn = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="1.35"', svg)
    mirrored = name.startswith("wires")
    expected = {(12 + (100 - x if mirrored else x), 12 + y) for x, y in pi.holes}
    assert sorted((float(x), float(y)) for x, y in drawn) == [
        pytest.approx(point, abs=0.01) for point in sorted(expected)
    ]


# -- which way round


@pytest.mark.parametrize("name", ["dip14", "dip18"])
def test_a_chip_counts_against_the_clock_from_the_pin_below_its_notch(board: Board, name: str) -> None:
    half = int(name[3:]) // 2
    lower = {str(n + 1): (n, 0) for n in range(half)}
    upper = {str(2 * half - n): (n, -3) for n in range(half)}
    assert board.packages[name].pins == lower | upper


def test_what_has_a_plus_or_a_ring_is_the_right_way_round(board: Board) -> None:
    """A one-way TVS blocks with its ring on the line; C20's + is on 5 V (facts/hardware.md 1.4)."""
    for n in CHANNELS:
        assert f"D{n}.K" in board.nets[f"SW{n}"] and f"D{n}.A" in board.nets["GND"]
    assert "C20.plus" in board.nets["5V"] and "C20.minus" in board.nets["GND"]


def test_every_chip_has_its_supply_where_its_sheet_says(board: Board) -> None:
    """ULN2803A and TBD62083APG: 9 ground, 10 COM. 74x14: 7 ground, 14 supply, and that is 3.3 V: the Pi reads it."""
    assert "U3.9" in board.nets["GND"] and "U3.10" in board.nets["5V"]
    if board.name == "ahc14":
        for chip in ("U1", "U2"):
            assert f"{chip}.7" in board.nets["GND"] and f"{chip}.14" in board.nets["3V3"]


def test_only_the_board_is_behind_its_fuse_the_display_is_not(board: Board) -> None:
    assert set(board.nets["5V_PI"]) == {"J20.2", "J20.4", "F9.1"} and "F9.2" in board.nets["5V"]


def test_no_5_volts_reach_a_line_of_the_direct_board() -> None:
    direct = BOARDS["direct"]
    for n in CHANNELS:
        assert f"RP{n}.1" in direct.nets["3V3"] and f"RP{n}.2" in direct.nets[f"SW{n}"]


# -- what the pages say of it


def holes_named(text: str) -> list[tuple[str, str]]:
    """ "pin 1 in 22/29", "its + in 28/25": what is said to be in which hole."""
    return re.findall(r"(pin \d+|its \+)\s+in\s+(\d+/\d+)", text)


def test_the_pages_holes_are_those_of_the_board(board: Board) -> None:
    at = {pin: f"{column}/{row}" for pin, (column, row) in board.pins().items()}
    right = {"pin 1": at["J20.1"], "pin 2": at["J20.2"], "its +": at["C20.plus"]}
    assert dict(holes_named(PAGE)) == right


def test_the_pages_say_what_the_budget_says_of_the_skew() -> None:
    bring_up = (HARDWARE / "docs" / "5-bring-up.md").read_text("utf-8")
    for name in VARIANTS:
        skew = electric.skew(electric.channel(values(HARDWARE), name))
        assert f"{written(skew, 's')} in `{name}`" in bring_up
        assert 1.35e-6 < skew < 1.55e-6, "README.md says 1.4 to 1.5 millionths"


def test_the_pages_say_what_the_budget_says_of_the_currents() -> None:
    given, parts = values(HARDWARE), (HARDWARE / "docs" / "1-parts.md").read_text("utf-8")
    for model in given.models:
        if "Pico" not in model.name:
            short = model.name.removeprefix("Raspberry Pi ").removesuffix("B")
            (row,) = re.findall(rf"^\| {re.escape(short)} .*$", parts, re.MULTILINE)
            assert f"{electric.sum_5v(given, model):.2f} A" in row
    readme = (HARDWARE / "README.md").read_text("utf-8")
    assert f"up to {1000 * electric.pin_from_5v(given):.1f} mA into the Pi" in readme


def test_nothing_is_measured_at_a_wire_that_is_not_there_yet() -> None:
    """P1 pin 3 hangs on net LEDP, which is soldered with the channels."""
    steps = re.split(r"^\d+\. ", PAGE, flags=re.MULTILINE)
    (channels,) = [number for number, step in enumerate(steps) if "LEDP" in step and step.startswith("Wire")]
    assert [number for number, step in enumerate(steps[1:], 1) if "P1 pin 3" in step] == [channels]
