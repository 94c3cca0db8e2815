"""The schematics: every part of the board is in them with its value, no words lie on others, the bytes are always the
same."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.making import channel
from hardware.making.board import Board, boards
from hardware.making.schematic import short
from mopsbox import wiring

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
NAMES = ("direct", "ahc14")
PICTURES = ("channel-direct.svg", "channel-ahc14.svg", "power-and-menu.svg")
LETTER = 0.6  # as wide as a letter of DejaVu Sans is on average, of its size


@pytest.fixture(scope="module")
def pictures() -> dict[str, str]:
    return channel.made(HARDWARE)


@pytest.fixture(scope="module")
def found() -> dict[str, Board]:
    return {board.name: board for board in boards(HARDWARE)}


def words(picture: str) -> list[str]:
    return [text.strip() for text in ElementTree.fromstring(picture).itertext() if text.strip()]


def copied(folder: Path) -> Path:
    for name in ("board.toml", "electric.toml"):
        shutil.copy(HARDWARE / name, folder)
    shutil.copy(wiring.SHIPPED, folder / "pins.toml")
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_channel_1_is_drawn_with_its_value(
    name: str, pictures: dict[str, str], found: dict[str, Board]
) -> None:
    board, says = found[name], " ".join(words(pictures[f"channel-{name}.svg"]))
    nets = {net for net in board.nets if re.fullmatch(r"(SW|LEDP|LEDN|LAMP|IN|FILTER|CLEAN)1", net)}
    refs = {pin.partition(".")[0] for net in nets for pin in board.nets[net]} - {"J20"}
    assert {"B1", "J1", "P1", "D1", "RP1", "RS1", "C1", "F1", "U3"} <= refs
    for ref in refs:
        assert re.search(rf"\b{ref}\b", says), ref
        if not ref.startswith(("B", "J", "P")):
            assert short(board.part_of()[ref]) in says, ref
    assert ("U1" in refs) == (name == "ahc14") == ("RO1" in refs)


@pytest.mark.parametrize("name", NAMES)
def test_the_pins_of_chips_and_header_are_those_of_the_list(name: str, found: dict[str, Board]) -> None:
    """board.toml: U3 takes lamp 1 in at pin 8 and switches it at 11, drawn from right to left; U1 has 1 and 2."""
    made = ElementTree.fromstring(channel.made(HARDWARE)[f"channel-{name}.svg"])
    at = {t.text: float(t.get("x", "0")) for t in made.iter() if t.tag.endswith("tspan")}
    assert at["LED-"] < at["11"] < at["8"] < at["header pin 16"]
    assert {says for says in at if says and says.startswith(("header", "GPIO"))} == {
        "header pin 7", "GPIO4", "header pin 16", "GPIO23"
    }  # fmt: skip
    places = [float(t.get("x", "0")) for t in made.iter() if t.tag.endswith("tspan") and t.text in ("1", "2")]
    assert len(places) == (6 if name == "ahc14" else 4)  # twice on J1 and P1, once more on U1


@pytest.mark.parametrize("name", NAMES)
def test_no_part_is_drawn_that_the_board_has_not(name: str, pictures: dict[str, str], found: dict[str, Board]) -> None:
    drawn = set(re.findall(r"\b(?:RP|RS|RO|RM|C|D|F|U|J|P|B)\d+\b", " ".join(words(pictures[f"channel-{name}.svg"]))))
    assert drawn <= set(found[name].part_of())


def test_what_all_channels_share_is_drawn(pictures: dict[str, str], found: dict[str, Board]) -> None:
    says = " ".join(words(pictures["power-and-menu.svg"]))
    for ref in ("F9", "C20", "C21", "C22", "U1", "U3", "RM1", "RM2", "RM3", "RM4"):
        assert f"{ref} {short(found['ahc14'].part_of()[ref])}" in says
    for ref in ("S1 left", "S2 ok", "S3 right", "S4 back", "P9", "header pins 2 and 4", "header pins 1 and 17"):
        assert ref in says


def test_the_drawing_follows_the_pins(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    text = (
        (folder / "pins.toml")
        .read_text("utf-8")
        .replace("[4, 17,", "[17, 4,", 1)
        .replace("left = 2\nok = 3", "left = 3\nok = 2", 1)
    )
    (folder / "pins.toml").write_text(text, encoding="utf-8")
    made = channel.made(folder)
    assert "header pin 11" in words(made["channel-direct.svg"]) and "GPIO17" in words(made["channel-direct.svg"])
    assert "header pin 5, GPIO3" in words(made["power-and-menu.svg"])


@pytest.mark.parametrize("name", PICTURES)
def test_no_words_lie_on_others(name: str, pictures: dict[str, str]) -> None:
    boxes = []
    root = ElementTree.fromstring(pictures[name])
    left, top, wide, high = map(float, root.get("viewBox", "").split())
    for text in (each for each in root.iter() if each.tag.endswith("}text")):
        size = float(text.get("font-size", "0"))
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        for line in text.iter():
            if line.tag.endswith("tspan") and (says := (line.text or "").strip()):
                x, y = float(line.get("x", text.get("x", "0"))), float(text.get("y", "0"))
                width = LETTER * size * len(says)
                boxes.append((says, x - shift * width, y + place(text, line) * size, width, size))
    assert len(boxes) > 15
    for says, x, y, width, size in boxes:
        assert left <= x and x + width <= left + wide and top <= y - size and y <= top + high, says
    for (one, x, y, width, size), (two, x2, y2, width2, size2) in combinations(boxes, 2):
        apart = x + width <= x2 or x2 + width2 <= x or y <= y2 - 0.9 * size2 or y2 <= y - 0.9 * size
        assert apart, (one, two)


def place(text: ElementTree.Element, line: ElementTree.Element) -> float:
    """How many lines below the text's own y a line stands (dy is told in em or in lines' own units)."""
    down = 0.0
    for each in text.iter():
        if each.tag.endswith("tspan"):
            dy = each.get("dy", "0")
            down += float(dy.removesuffix("em")) if dy.endswith("em") else float(dy) / float(text.get("font-size", "1"))
        if each is line:
            return down
    raise AssertionError(line.text)


def test_the_same_bytes_in_every_process(pictures: dict[str, str]) -> None:
    """schemdraw could name things by chance, and Python orders sets by chance: another process must not show."""
    program = "import sys; from pathlib import Path; from hardware.making import channel, header\n"
    program += f"folder = Path({str(HARDWARE)!r}); made = {{**channel.made(folder), **header.made(folder)}}\n"
    program += "sys.stdout.write(''.join(made[name] for name in sorted(made)))"
    given = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'device'}"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert given[0] == given[1]
    for name in PICTURES:
        assert pictures[name].encode() in given[0]


def test_what_is_drawn_is_what_was_calculated() -> None:
    assert channel.troubles(HARDWARE) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("board.toml", 'value = "2.2 kΩ 1 % 0.25 W"', 'value = "4.7 kΩ 1 % 0.25 W"',
         "direct.pull_up is 2.2 kΩ, but RP1 is 4.7 kΩ in board.toml; make both the same"),
        ("board.toml", 'value = "1 nF C0G 5 % 50 V"', 'value = "10 nF C0G 5 % 50 V"',
         "ahc14.capacitor is 1 nF, but C1 is 10 nF in board.toml"),
        ("electric.toml", 'board_fuse_hold = { is = "1.1 A"', 'board_fuse_hold = { is = "1.5 A"',
         "lamp.board_fuse_hold is 1.5 A, but F9 is 1.1 A in board.toml"),
        ("electric.toml", 'output = { is = "1 kΩ"', 'output = { is = "2 kΩ"', "ahc14.output is 2 kΩ, but RO1 is 1 kΩ"),
    ],
)  # fmt: skip
def test_a_value_that_differs_from_the_calculated_one_is_told(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    folder = copied(tmp_path)
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, old
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    said = [str(trouble) for trouble in channel.troubles(folder)]
    key = says.partition(" is ")[0]
    section, _, name = key.partition(".")
    lines = (folder / "electric.toml").read_text("utf-8").splitlines()
    start = lines.index(f"[{section}]")
    line = 1 + next(n for n in range(start, len(lines)) if lines[n].startswith(f"{name} ="))
    assert any(sentence.startswith(f"{folder / 'electric.toml'}: line {line}: {says}") for sentence in said), said
