"""The pins as the documents show them: where they are on every Pi and Pico, and what a wrong choice of pins is told."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.pi import HeaderInfo, PiBoardInfo

from hardware.making import header, pico, pins, pintable
from hardware.making.claims import CLAIMS, CONFIG, SOUND, Claim
from mopsbox import wiring
from mopsbox.jsonl import BadInput

HARDWARE = Path(__file__).parents[2] / "hardware"
MODELS = {"3B+": 0xA020D3, "4B": 0xC03115, "5B": 0xD04170, "Zero2W": 0x902120}  # gpiozero's name: revision code
LETTER = 0.6  # as wide as a letter of DejaVu Sans is on average, of its size; bold ones too
models = pytest.mark.parametrize("model", MODELS)


def of(model: str) -> HeaderInfo:
    board = PiBoardInfo.from_revision(MODELS[model])
    assert board.model == model
    return board.headers["J8"]


def claim(name: str) -> Claim:
    return next(each for each in CLAIMS if each.name == name)


def changed(folder: Path, old: str, new: str) -> tuple[list[str], int]:
    """pins.toml with one thing changed: what is said to it, and the line of the change."""
    text = wiring.SHIPPED.read_text("utf-8")
    assert text.count(old) == 1, old
    (folder / "pins.toml").write_text(text.replace(old, new), encoding="utf-8")
    return [str(trouble) for trouble in pins.troubles(folder)], text[: text.index(old)].count("\n") + 1


# -- where the pins are


@models
def test_the_header_is_that_of_every_pi(model: str) -> None:
    theirs = of(model).pins
    assert sorted(theirs) == list(range(1, 41))
    for pin in pins.rows(HARDWARE, "pi"):
        assert theirs[pin.number].name == pin.name


@models
def test_what_is_pulled_up_for_good_is_what_the_board_pulls_up(model: str) -> None:
    """gpiozero's data know the 1.8 kΩ of the board; the chip's own pulls are facts of the chip (GPIO0 to 8 up)."""
    soldered = {int(pin.name[4:]) for pin in of(model).pins.values() if pin.pull == "up"} - {0, 1}
    assert soldered == {2, 3}
    for pin in pins.rows(HARDWARE, "pi"):
        assert pin.pull == ("" if pin.chip is None else "up" if pin.chip <= 8 else "down")


@models
@pytest.mark.parametrize(
    ("name", "interface"), [("I2C", "i2c"), ("SPI", "spi"), ("serial console", "uart"), ("I2S sound", "pcm")]
)
def test_the_interfaces_take_the_pins_we_say(model: str, name: str, interface: str) -> None:
    """A chip can put an interface on several sets of pins; the first is the one the Pi switches on by default."""
    theirs = {int(pin.name[4:]) for pin in of(model).pins.values() if interface in pin.interfaces}
    assert set(claim(name).pins) <= theirs


def test_the_pico_has_its_forty_pins() -> None:
    """By Raspberry Pi's own drawing: ground is every fifth pin from 3 on, and GP23 to 25 and 29 are not on the edge."""
    ground = {number for number, what in pico.PINS.items() if what in ("GND", "AGND")}
    assert ground == set(range(3, 41, 5))
    assert sorted(pico.EDGE_PIN) == [*range(23), 26, 27, 28]
    assert (pico.PINS[36], pico.PINS[40], pico.EDGE_PIN[0], pico.EDGE_PIN[22]) == ("3V3(OUT)", "VBUS", 1, 29)
    # Without the grounds the GP numbers run on, down the left side and up the right one.
    assert [what for what in pico.PINS.values() if re.fullmatch(r"GP\d+", what)][:23] == [f"GP{n}" for n in range(23)]


# -- what is on them


def test_nobody_is_told_to_wire_a_button_to_a_hub_that_does_not_read_it() -> None:
    """firmware/README.md has buzzers and lamps only."""
    rows = {pin.chip: pin for pin in pins.rows(HARDWARE, "pico")}
    for contact in wiring.read("pico").buttons.values():
        assert rows[contact.pin].kind == "kept" and "not read by the hub" in rows[contact.pin].use


@pytest.mark.parametrize("profile", pins.PROFILES)
def test_every_use_is_on_the_pin_the_box_asks_for(profile: str) -> None:
    wired = wiring.read(profile)
    unread = {contact.pin for contact in wired.buttons.values()} if profile == "pico" else set()
    names = {pin: use for pin, use in wired.names().items() if pin not in unread}
    shown = {pin.chip: pin.use for pin in pins.rows(HARDWARE, profile) if pin.kind in ("buzzer", "lamp", "button")}
    assert shown == names and len(names) == 20 - len(unread)


def test_nothing_is_wrong_with_the_pins_we_ship() -> None:
    assert pins.troubles(HARDWARE) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("lamps = [23, 24, 25, 12, 16, 26, 13, 11]", "lamps = [23, 24, 25, 12, 16, 26, 13, 6]", "lamp 8 is on GPIO6"),
        ("buzzers = [4, 17, 27, 22, 10, 9, 5, 6]", "buzzers = [11, 17, 27, 22, 10, 9, 5, 6]", "lamp 8 is on GPIO11"),
        ("right = 7\n", "right = 11\n", "button right is on GPIO11"),
        ("buzzers = [2, 3, 4, 5, 6, 7, 8, 9]", "buzzers = [3, 2, 4, 5, 6, 7, 8, 9]", "only if they are in a row"),
        ('20 = "the sound chip (I2S data in', '17 = "the sound chip (I2S data in', "kept for the sound chip"),
        ('18 = "the sound chip (I2S bit clock)"', "", "GPIO18 is wanted by I2S sound; name it under [pi"),
    ],
)  # fmt: skip
def test_a_badly_chosen_pin_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    try:
        said, line = changed(tmp_path, old, new)
    except BadInput as error:  # what wiring itself refuses
        assert says in str(error)
        return
    hit = [sentence for sentence in said if says in sentence]
    assert hit, said
    told = re.match(rf"{tmp_path}/pins.toml: line (\d+): ", hit[0])
    assert told and abs(int(told[1]) - line) <= 6 and "; " in hit[0]


def test_a_free_lamp_pin_taken_by_the_pull_up_is_told_with_its_line(tmp_path: Path) -> None:
    """Lamp 8 and BACK change places: both are wrong then, each at its own line."""
    text = wiring.SHIPPED.read_text("utf-8")
    text = text.replace("12, 16, 26, 13, 11]", "12, 16, 26, 13, 8]", 1).replace("back = 8 ", "back = 11 ", 1)
    (tmp_path / "pins.toml").write_text(text, encoding="utf-8")
    lines = text.splitlines()
    said = [str(trouble) for trouble in pins.troubles(tmp_path)]
    lamp, back = (1 + next(n for n, line in enumerate(lines) if line.startswith(word)) for word in ("lamps", "back"))
    assert [sentence.partition(": ")[2] for sentence in said] == [
        f"line {lamp}: lamp 8 is on GPIO8, which is pulled up until the box runs, so it glows while the box starts; "
        "choose a pin from 9 to 27",
        f"line {back}: button back is on GPIO11, which is pulled down until the box runs; choose a pin from 2 to 8",
    ]


# -- the documents


def test_the_table_has_a_row_for_every_pin_of_both_boards() -> None:
    text = pintable.made(HARDWARE)["pin-table.md"]
    assert "| 7 | GPIO4 | buzzer 1 | pulled up | pressed is low; pull-up | pressed is high; pull-down |" in text
    assert "| 24 | GPIO8 | button back | pulled up | pressed is low; pull-up | pressed is low; pull-up |" in text
    assert "| 16 | GPIO23 | lamp 1 | pulled down | lit while high | lit while high |" in text
    assert "| 4 | GP2 | buzzer 1 | pulled down | pressed is low; pull-up |" in text
    numbered = [int(row[1]) for row in re.finditer(r"^\| (\d+) \| (?:G|3V3|5V|VBUS|VSYS|RUN|AGND|ADC)", text, re.M)]
    assert numbered == [*range(1, 41), *range(1, 41)]


def test_what_else_wants_a_pin_is_told_with_what_it_meets() -> None:
    text = pintable.made(HARDWARE)["pin-table.md"]
    assert "| 1-wire | 4 | buzzer 1 | `dtoverlay=w1-gpio` |" in text
    assert "| I2C | 2, 3 | button left, button ok | `dtparam=i2c_arm=on` | `dtparam=i2c_arm=off` |" in text
    assert "| I2S sound | 18, 19, 20, 21 | nothing of ours |" in text
    (row,) = re.findall(r"^\| 3 \| button ok \|.*$", text, re.M)
    heads = [cell.strip() for cell in next(line for line in text.splitlines() if line.startswith("| GPIO")).split("|")]
    crossed = {name for name, cell in zip(heads, row.split("|"), strict=True) if "✕" in cell}
    assert crossed == {"I2C", "off button"}


def test_the_config_keeps_off_what_a_setting_switches_off() -> None:
    """Whatever meets one of our pins and has a dtparam is in the lines the box writes; so has the amplifier's pin 4."""
    names = wiring.read("pi").names()
    met = [each for each in CLAIMS if set(each.pins) & set(names) and each.switched_on.startswith("dtparam")]
    assert {each.remedy for each in met} == set(CONFIG)
    assert claim("MAX98357A on/off").remedy == SOUND
    for each in met:
        assert each.remedy == each.switched_on.replace("=on", "=off")


@pytest.mark.parametrize(("name", "profile"), [("header.svg", "pi"), ("header-pico.svg", "pico")])
def test_a_picture_shows_every_pin_in_its_place(name: str, profile: str) -> None:
    drawn = ElementTree.fromstring(header.made(HARDWARE)[name])
    texts = [
        (float(t.get("x", "0")), float(t.get("y", "0")), t.text or "") for t in drawn.iter() if t.tag.endswith("text")
    ]
    numbers = {int(says): (x, y) for x, y, says in texts if says.isdigit()}
    assert sorted(numbers) == list(range(1, 41))
    # On the Pi 1 and 2 are side by side, then 3 and 4; on the Pico 1 and 40, then 2 and 39. Down is a greater y.
    pairs = [(n, n + 1) for n in range(1, 40, 2)] if profile == "pi" else [(n, 41 - n) for n in range(1, 21)]
    for left, right in pairs:
        assert numbers[left][1] == numbers[right][1] and numbers[left][0] < numbers[right][0]
    assert [numbers[left][1] for left, _ in pairs] == sorted({y for _, y in numbers.values()})
    for pin in pins.rows(HARDWARE, profile):
        x, y = numbers[pin.number]
        beside = [says for at, down, says in texts if abs(down - y) < 4 and (at < 95) == (x < 95)]
        words = header._words(pin)
        assert set(filter(None, words)) <= set(beside), pin
        assert pin.name in " ".join(words)


@pytest.mark.parametrize("name", ["header.svg", "header-pico.svg"])
def test_no_words_run_out_of_a_picture(name: str) -> None:
    drawn = ElementTree.fromstring(header.made(HARDWARE)[name])
    for text in (each for each in drawn.iter() if each.tag.endswith("text")):
        wide = LETTER * float(text.get("font-size", "0")) * len(text.text or "")
        x, anchor = float(text.get("x", "0")), text.get("text-anchor", "start")
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        assert left >= 0 and left + wide <= header.WIDTH, text.text


def test_kinds_differ_without_colour_too() -> None:
    assert set(header.LOOKS) == set(pins.KINDS)
    hatches = [(look.hatch, look.ink, kind == "not used") for kind, look in header.LOOKS.items()]
    assert len(set(hatches)) == len(hatches)
