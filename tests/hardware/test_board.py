"""The interface board: its parts, nets and places are what somebody solders, so none of them may be wrong."""

from __future__ import annotations

import csv
import io
from collections import Counter
from functools import cache
from math import dist
from pathlib import Path

import pytest

from hardware import generate
from hardware.making import board as boards_of
from hardware.making import forty, wires
from hardware.making.board import CHANNELS, PLAYERS, Board
from mopsbox import wiring

from .planted import HARDWARE, copied, planted

MADE = cache(generate.made)
BOARDS = {board.name: board for board in boards_of.boards(HARDWARE)}


@pytest.fixture(params=sorted(BOARDS))
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]


def joined(pairs: list[tuple[str, str]]) -> list[set[str]]:
    """The groups of pins that current can flow between."""
    groups: list[set[str]] = []
    for pair in pairs:
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touched] + [set(pair).union(*touched)]
    return groups


def test_nothing_is_wrong_with_the_sources_and_everything_generated_is_up_to_date() -> None:
    assert generate.troubles() == []
    assert generate.outdated() == []


def test_generating_twice_gives_the_same_bytes() -> None:
    assert generate.made() == MADE()


def test_who_solders_every_joint_of_the_from_to_list_has_exactly_the_nets(board: Board) -> None:
    rows = list(csv.DictReader(io.StringIO(MADE()[f"from-to-{board.name}.csv"])))
    groups = joined([(row["from"], row["to"]) for row in rows])
    assert sorted(map(sorted, groups)) == sorted(sorted(pins) for pins in board.nets.values())


def test_no_joint_is_soldered_twice_and_none_is_too_many(board: Board) -> None:
    ends = sum(len(pins) for pins in board.nets.values())
    assert len(wires.joints(board)) == ends - len(board.nets)


def test_a_joint_is_as_long_as_its_holes_are_apart(board: Board) -> None:
    holes = board.pins()
    for joint in wires.joints(board):
        if joint.mm is not None:
            assert joint.mm == pytest.approx(2.54 * dist(holes[joint.start], holes[joint.end]))
            assert (joint.how == "bridge") == (joint.mm == pytest.approx(2.54))


def test_every_buzzer_reaches_the_pin_that_pins_toml_says(board: Board) -> None:
    """From switch to header, through every part in between, by nets alone."""
    wired = wiring.read({"direct": "pi", "ahc14": "pi-ahc14"}[board.name])
    net_of = {pin: net for net, pins in board.nets.items() for pin in pins}
    for seat in CHANNELS:
        header = f"J20.{forty.HEADER_PIN[wired.buzzers[seat].pin]}"
        at = net_of[f"B{seat}.NO"]
        steps = [f"RS{seat}.1 RS{seat}.2"]
        if board.name == "ahc14":
            steps += [f"{board.source.values['aliases'][f'trigger{seat}.in']} "
                      f"{board.source.values['aliases'][f'trigger{seat}.out']}", f"RO{seat}.1 RO{seat}.2"]  # fmt: skip
        for into, out in (step.split() for step in steps):
            assert net_of[into] == at
            at = net_of[out]
        assert header in board.nets[at]


def test_every_lamp_reaches_its_pin_through_one_switch_of_the_driver(board: Board) -> None:
    """ULN2803A and TBD62083APG: input k on pin k drives output k on pin 19 - k (facts/hardware.md 1.4)."""
    wired = wiring.read("pi")
    net_of = {pin: net for net, pins in board.nets.items() for pin in pins}
    for seat in CHANNELS:
        driven = next(
            pin for pin in board.nets[net_of[f"J20.{forty.HEADER_PIN[wired.lamps[seat]]}"]] if pin[:3] == "U3."
        )
        assert f"U3.{19 - int(driven[3:])}" in board.nets[net_of[f"B{seat}.minus"]]


def test_each_trigger_inverts_between_the_pins_of_one_gate() -> None:
    """74x14: 1-2, 3-4, 5-6, 9-8, 11-10, 13-12; 7 ground, 14 supply."""
    gates = {1: 2, 3: 4, 5: 6, 9: 8, 11: 10, 13: 12}
    aliases = BOARDS["ahc14"].source.values["aliases"]
    used = [(aliases[f"trigger{n}.in"].split("."), aliases[f"trigger{n}.out"].split(".")) for n in CHANNELS]
    assert all(into[0] == out[0] and gates[int(into[1])] == int(out[1]) for into, out in used)
    assert len({(chip, pin) for (chip, pin), _ in used}) == 8


def test_an_unused_trigger_has_its_input_on_ground(board: Board) -> None:
    if board.name == "ahc14":
        assert {"U1.11", "U1.13", "U2.11", "U2.13"} <= set(board.nets["GND"])


def test_a_cable_in_a_network_socket_would_have_no_way_back_for_its_power(board: Board) -> None:
    """Of an RJ45 only 1, 2, 4 and 5 would be used; a socket here has four pins, SW GND LED+ LED-, and 5 V reaches the
    cable through a fuse alone (facts/hardware.md 1.6)."""
    net_of = {pin: net for net, pins in board.nets.items() for pin in pins}
    for seat in CHANNELS:
        assert [net_of[f"J{seat}.{pin}"] for pin in (1, 2, 3, 4)] == [f"SW{seat}", "GND", f"LEDP{seat}", f"LEDN{seat}"]
        assert f"F{seat}.1" in board.nets[f"LEDP{seat}"] and f"F{seat}.2" in board.nets["5V"]


def test_the_parts_list_has_what_the_nets_use_and_nothing_that_is_not_joined(board: Board) -> None:
    in_nets = {pin.partition(".")[0] for pins in board.nets.values() for pin in pins}
    on_board = {ref for part in board.parts if part.package for ref in part.refs}
    assert on_board <= in_nets <= set(board.part_of())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_parts_list_has_enough_for_every_player(board: Board, players: int) -> None:
    rows = list(csv.DictReader(io.StringIO(MADE()[f"parts-{board.name}.csv"])))
    need = {row["refs"].split(" ")[0].rstrip(","): int(row[f"{players} players"]) for row in rows}
    for one_each in ("B1", "J1", "P1", "D1", "F1"):
        assert need[one_each] == players
    assert need["RS1"] >= players and need["C1"] == need["RS1"]
    if board.name == "ahc14":  # a trigger chip's four inputs are all fed, or one would hang in the air
        assert need["RS1"] == 4 * need["U1"] == need["RO1"] == need["RP1"]
    assert all(row["number"] and row["alternative"] for row in rows)


def test_eight_players_need_as_many_as_there_are_designators(board: Board) -> None:
    counted = Counter({part.where: part.count(8) for part in board.parts})
    assert counted == Counter({part.where: len(part.refs) for part in board.parts})


# -- mistakes somebody makes in the files


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("board.toml", 'number = "SA5.0A"', 'number = ""', "D1 has no number; every part needs one"),
        ("board.toml", 'LEFT = ["RM1.1", "J20.left"]', 'LEFT = ["J20.left"]', "net LEFT has one end only"),
        ("board.toml", 'MENU2 = ["S2.a", "P9.2"', 'MENU2 = ["S2.a", "P9.1"', "P9.1 is in MENU1 and in MENU2"),
        ("board.toml", '"C21.2", "P9.5"', '"C21.2", "P9.6"', "P9.6: P9 (plug5) has no pin 6"),
        ("board.toml", '"LAMP{n}" = ["U3.in{n}"', '"LAMP{n}" = ["U9.in{n}"', "there is no part U9"),
        ("board.toml", "P9 = [31, 29]", "P9 = [36, 29]", "off the board of 38 x 30 holes"),
        ("board.toml", "RM2 = [32, 23]", "RM2 = [31, 23]", "where another pin is already"),
        ("board.toml", "C20 = [28, 25]", "C20 = [27, 25]", "would lie on each other"),
        ("board.toml", 'quantity = "4 per box"\npackage = "resistor"', 'quantity = "3 per box"\npackage = "resistor"',
         "makes 3 for 8 players, but refs are 4"),
        ("board.toml", 'BACK = ["RM4.1", "J20.back"]', 'BACK = ["RM4.1", "J20.17"]', "J20.17 is 3V3 of the Pi"),
        ("board.toml", 'BACK = ["RM4.1", "J20.back"]', 'BACK = ["RM4.1", "J20.40"]', "J20.40 is reserved in pins.toml"),
        ("board.toml", '"U1.10" = "output', '"U1.13" = "output', "U1.13 is open on purpose ([open]) and yet in GND"),
        ("board.toml", "RM4 = [34, 23]\n", "", "RM4 has no place on the perfboard"),
        ("board.toml", "P9 = [31, 29]", 'P9 = [31, "29"]', "the place of P9 must be [column, row]"),
        ("board.toml", "step = -4", 'step = "-4"', "step must be a whole number of columns"),
        ("board.toml", '"B{n}.NO", "J{n}.1", ', '"B{n}.NO", ', "J1.1 is joined to nothing"),
        ("board.toml", '"S1.b", "S2.b"', '"S2.b"', "S1.b is joined to nothing"),
        ("board.toml", '"B{n}.COM"', '"B{n}.NC"', "B1.NC: B1 has no contact NC (NO, COM, plus, minus)"),
        ("pins.toml", "ok = 3 ", "ok = 14 ", "[pi] ok: button ok is on GPIO14, which is kept for the serial console"),
    ],
)  # fmt: skip
def test_a_mistake_is_found_in_its_file_and_line(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    said, _ = planted(tmp_path, file, old, new)
    found = [sentence for sentence in said if says in sentence]
    assert found, said
    assert all(f"{file}: line " in sentence for sentence in found)


def test_the_line_named_is_the_one_that_was_changed(tmp_path: Path) -> None:
    said, line = planted(tmp_path, "board.toml", "P9 = [31, 29]", "P9 = [36, 29]")
    assert any(f"board.toml: line {line}: P9.4" in sentence for sentence in said)


def test_a_pin_that_clashes_is_said_as_the_box_would_say_it(tmp_path: Path) -> None:
    said, _ = planted(tmp_path, "pins.toml", "ok = 3 ", "ok = 4 ")
    assert any("button ok is on GPIO4, and so is buzzer 1" in sentence for sentence in said)


def test_a_changed_pin_without_generating_again_is_found(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    text = (copy / "pins.toml").read_text(encoding="utf-8")
    changed = text.replace("buzzers = [4, 17, 27", "buzzers = [4, 27, 17")
    assert changed != text
    (copy / "pins.toml").write_text(changed, encoding="utf-8")
    assert generate.troubles(copy) == []
    said = generate.outdated(copy)
    assert any("from-to-direct.csv" in sentence and "run: python hardware/generate.py" in sentence for sentence in said)


def test_a_file_nobody_makes_is_found(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    (copy / "generated" / "old.svg").write_text("<svg/>")
    assert [
        sentence for sentence in generate.outdated(copy) if "old.svg: nothing makes this file; delete it" in sentence
    ]


def test_a_broken_file_is_a_sentence(tmp_path: Path) -> None:
    said, _ = planted(tmp_path, "board.toml", "[perfboard]", "[perfboard")
    assert said and all("board.toml: is not TOML" in sentence and "at line" in sentence for sentence in said)
