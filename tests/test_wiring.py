"""The pins: they exist on every Raspberry Pi we name, nothing is there twice, and a wrong one is a sentence."""

from __future__ import annotations

import contextlib
import re
import tempfile
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from gpiozero import OutputDevice
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.pi import HeaderInfo, PiBoardInfo
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import wiring
from mopsbox.config import load
from mopsbox.config_keys import KEYS, Pins
from mopsbox.jsonl import BadInput
from mopsbox.table import SEATS
from mopsbox.wiring import SHIPPED, Contact, Wiring, doubts, read

TEXT = SHIPPED.read_text("utf-8")
TABLE = tomllib.loads(TEXT)
PI = TABLE["pi"]
MODELS = {"3B+": 0xA020D3, "4B": 0xC03115, "5B": 0xD04170, "Zero2W": 0x902120}  # gpiozero's name: revision code
PI_PROFILES = ("pi", "pi-ahc14")
PROFILES = (*PI_PROFILES, "pico")
# Facts of the chips, not of the file (facts/hardware.md 1.1): BCM2835, BCM2711 and RP1 do the same after a reset.
RESET_UP, RESET_DOWN = set(range(9)), set(range(9, 28))

models = pytest.mark.parametrize("model", MODELS)
pi_profiles = pytest.mark.parametrize("profile", PI_PROFILES)
profiles = pytest.mark.parametrize("profile", PROFILES)


def header(model: str) -> HeaderInfo:
    board = PiBoardInfo.from_revision(MODELS[model])
    assert board.model == model
    return board.headers["J8"]


def contacts(wired: Wiring) -> list[Contact]:
    return [*wired.buzzers.values(), *wired.buttons.values()]


def pins(wired: Wiring) -> list[int]:
    return [*(contact.pin for contact in contacts(wired)), *wired.lamps.values()]


# -- the shipped pins, held against the boards


@models
@pi_profiles
def test_every_pin_is_on_the_header_of_every_pi(model: str, profile: str) -> None:
    there = {pin.name for pin in header(model).pins.values() if "gpio" in pin.interfaces}
    assert header(model).rows * header(model).columns == 40
    assert {f"GPIO{pin}" for pin in pins(read(profile))} <= there


@profiles
def test_twenty_uses_have_twenty_pins_and_none_is_reserved(profile: str) -> None:
    reserved = {int(pin) for pin in TABLE["pico" if profile == "pico" else "pi"]["reserved"]}
    wired = read(profile)
    assert len(set(pins(wired))) == len(pins(wired)) == 20
    assert not set(pins(wired)) & reserved
    assert list(wired.buzzers) == list(wired.lamps) == list(SEATS)
    assert list(wired.buttons) == ["left", "ok", "right", "back"]


@models
def test_what_others_want_of_the_header_is_reserved(model: str) -> None:
    """Identity chip, console, and the sound chip, which takes all four of its pins."""
    sound = {pin.name for pin in header(model).pins.values() if "pcm" in pin.interfaces}
    console = {header(model).pins[8].name, header(model).pins[10].name}
    identity = {header(model).pins[27].name, header(model).pins[28].name}
    assert {f"GPIO{pin}" for pin in PI["reserved"]} == sound | console | identity


@pi_profiles
def test_lamps_are_dark_and_the_menu_at_rest_before_the_box_runs(profile: str) -> None:
    wired = read(profile)
    assert set(wired.lamps.values()) <= RESET_DOWN
    assert {contact.pin for contact in wired.buttons.values()} <= RESET_UP
    assert set(PI["pulled_up_at_start"]) == RESET_UP
    assert doubts(wired) == []


@models
@pi_profiles
def test_a_pin_that_a_resistor_pulls_up_is_only_ever_pulled_low(model: str, profile: str) -> None:
    fixed = {int(pin.name[4:]) for pin in header(model).pins.values() if pin.pull == "up"}
    assert fixed == {2, 3} == set(PI["pulled_up_for_good"])
    wired = read(profile)
    assert not fixed & set(wired.lamps.values())
    assert all(contact.active_low and contact.bias == "up" for contact in contacts(wired) if contact.pin in fixed)


@models
@pi_profiles
def test_gpiozero_takes_every_pin_as_it_is_meant(model: str, profile: str) -> None:
    factory = MockFactory(revision=f"{MODELS[model]:x}")
    wired = read(profile)
    for contact in contacts(wired):
        pin = factory.pin(f"GPIO{contact.pin}")
        pin.function, pin.pull = "input", {"up": "up", "down": "down", "none": "floating"}[contact.bias]
        assert pin.state == contact.active_low  # at rest, and with the plug out
    for number in wired.lamps.values():
        with OutputDevice(number, pin_factory=factory) as lamp:
            assert not lamp.value
    factory.close()


def test_the_remarks_on_header_pins_are_true() -> None:
    position = {pin.name: number for number, pin in header("4B").pins.items()}
    section = TEXT.split("\n[pi]\n")[1].split("\n[pi.reserved]\n")[0]
    remarks = [[int(n) for n in re.findall(r"\d+", line)] for line in re.findall(r"# header pins (.*)", section)]
    buttons = [PI[name] for name in wiring.BUTTONS]
    assert remarks == [[position[f"GPIO{pin}"] for pin in group] for group in (PI["buzzers"], PI["lamps"], buttons)]


def test_the_pico_reads_its_eight_buzzers_in_one_go() -> None:
    wired = read("pico")
    buzzers = [contact.pin for contact in wired.buzzers.values()]
    assert buzzers == list(range(buzzers[0], buzzers[0] + 8))
    assert set(pins(wired)) | {int(pin) for pin in TABLE["pico"]["reserved"]} == set(range(30))


@profiles
def test_polarity_and_bias_of_a_profile(profile: str) -> None:
    wired = read(profile)
    pressed_is_high = profile == "pi-ahc14"
    assert {(c.active_low, c.bias) for c in wired.buzzers.values()} == {
        (False, "down") if pressed_is_high else (True, "up")
    }
    assert {(c.active_low, c.bias) for c in wired.buttons.values()} == {(True, "up")}


def test_both_builds_for_the_pi_have_the_same_pins() -> None:
    assert pins(read("pi")) == pins(read("pi-ahc14"))


def test_every_profile_can_be_chosen_in_the_settings() -> None:
    assert list(TABLE) == list(PROFILES)
    assert [KEYS["buzzers.profile"](profile) for profile in TABLE] == [None] * len(TABLE)


def test_a_pin_is_called_by_what_is_on_it() -> None:
    names = read("pi").names()
    assert (names[4], names[23], names[3]) == ("buzzer 1", "lamp 1", "button ok")
    assert sorted(names) == sorted(pins(read("pi")))


# -- a file that is wrong

WRONG: list[tuple[str, str, list[str]]] = [
    # a pin twice: both uses are named
    ("left = 2\n", "left = 3\n", ["[pi] ok: button ok is on GPIO3, and so is button left ([pi] left)", "of its own"]),
    ("[4, 17, 27, ", "[4, 17, 4, ", ["[pi] buzzers: buzzer 3 is on GPIO4, and so is buzzer 1; give each"]),
    ("[23, 24,", "[23, 17,", ["[pi] lamps: lamp 2 is on GPIO17, and so is buzzer 2 ([pi] buzzers)"]),
    ("left = 18\n", "left = 9\n", ["[pico] left: button left is on GP9, and so is buzzer 8 ([pico] buzzers)"]),
    # a reserved pin: with the reason
    ("left = 2\n", "left = 14\n", ["button left is on GPIO14, which is kept for the serial console", "choose another"]),
    ("[23, 24,", "[23, 20,", ["lamp 2 is on GPIO20, which is kept for the sound chip"]),
    ("left = 18\n", "left = 25\n", ["button left is on GP25, which is kept for the Pico itself"]),
    # no pin at all
    ("left = 2\n", "left = 28\n", ["[pi] left: button left must be on a pin that is there", "number from 0 to 27"]),
    ("left = 18\n", "left = 30\n", ["[pico] left: button left must be", "from 0 to 29"]),
    ("left = 2\n", "left = -1\n", ["button left must be"]),
    ("left = 2\n", "left = true\n", ["button left must be"]),
    ("left = 2\n", "left = 2.0\n", ["button left must be"]),
    ("left = 2\n", f"left = 0x{'f' * 5000}\n", ["button left must be"]),
    ("[4, 17, 27, ", '[4, 17, "x", ', ["[pi] buzzers: buzzer 3 must be on a pin that is there"]),
    ("[4, 17, 27, ", "[4, 17, [27], ", ["buzzer 3 must be"]),
    ("left = 2\n", "left = 9\n", ["button left is on GPIO9, and so is buzzer 6"]),
    # missing, unknown, of the wrong kind
    ("left = 2\n", "", ["[pi] left is missing; add it"]),
    ("left = 18\n", "", ["[pico] left is missing"]),
    ("[4, 17, 27, ", "[17, 27, ", ["[pi] buzzers must be a list of eight pin numbers"]),
    ("[23, 24,", "[1, 23, 24,", ["[pi] lamps must be a list of eight pin numbers, one for each seat"]),
    ("left = 2\n", "left = 2\nmiddle = 3\n", ["[pi] has an unknown key 'middle'; allowed are pin_name,"]),
    ("left = 2\n", 'left = 2\n"a\\nb" = 3\n', ["unknown key 'a\\nb'"]),
    ('buzzer_active = "low"\nbuzzer_bias = "up"\n\nlamps', "lamps", ["[pico] buzzer_active is missing"]),
    ("[pi.reserved]", "[pi.taken]", ["[pi] has an unknown key 'taken'"]),
    ('14 = "the', '140 = "the', ["[pi] reserved must be a section with lines such as 14 ="]),
    ('14 = "the serial console (TX)"', '14 = ""', ["[pi] reserved must be"]),
    ('buzzer_active = "high"', 'buzzer_active = "up"', ['[pi-ahc14] buzzer_active must be "low" or "high"']),
    ('buzzer_bias = "down"', 'buzzer_bias = "off"', ['[pi-ahc14] buzzer_bias must be "up", "down" or "none"']),
    ('buzzer_bias = "down"', 'buzzer_bias = "up"', ["[pi-ahc14] buzzer_bias holds the line pressed"]),
    ('pin_name = "GPIO"', "pin_name = 4", ["[pi] pin_name must be the word before a pin number"]),
    ("highest = 27", "highest = 100", ["[pi] highest must be the highest pin number, 1 to 99"]),
    ("= [2, 3]", "= 2", ["[pi] pulled_up_for_good must be a list of pin numbers, or []"]),
    # against a resistor that cannot be switched off
    ("= [2, 3]", "= [2, 3, 23]", ["lamp 1 is on GPIO23, which a resistor on the board always pulls up", "another pin"]),
    ("= [2, 3]", "= [2, 3, 4]", ["[pi-ahc14] buzzers: buzzer 1 is on GPIO4, which a resistor"]),
    # sections
    ("[pico]\n", "[picot]\n[pico]\n", ["[picot] pin_name is missing"]),
    ("# Which wire", "top = 1\n# Which wire", ["'top' is no section of a profile; write it below one"]),
    ("[pico]\n", '["pi\\nco"]\nleft = 2\n[pico]\n', ["is no section of a profile"]),
    ('like = "pi"', 'like = "po"', ["[pi-ahc14] like must be the name of a section that is whole itself"]),
    ('like = "pi"', 'like = "pi-ahc14"', ["[pi-ahc14] like must be"]),
    ('like = "pi"', "like = []", ["[pi-ahc14] like must be"]),
    ("left = 2\n", "left = \n", ["is not TOML", "mend that place"]),
    ("left = 2\n", "left = 2\nleft = 2\n", ["is not TOML"]),
]


def said(file: Path, profile: str = "pi", own: dict[str, Any] | None = None) -> str:
    with pytest.raises(BadInput) as caught:
        read(profile, own or {}, file)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "parts"), WRONG, ids=[f"{old.strip()} > {new.strip():.30}" for old, new, _ in WRONG]
)
def test_a_wrong_file_is_one_sentence_that_names_the_place(
    old: str, new: str, parts: list[str], tmp_path: Path
) -> None:
    assert old in TEXT
    file = tmp_path / "pins.toml"
    file.write_text(TEXT.replace(old, new, 1))
    for profile in PROFILES:  # wrong for one is wrong for all, so that nobody finds out months later
        sentence = said(file, profile)
        assert sentence.startswith(f"{file}: ")
        for part in parts:
            assert part in sentence


@pytest.mark.parametrize("gone", PROFILES)
def test_a_profile_without_its_section_is_told(gone: str, tmp_path: Path) -> None:
    file = tmp_path / "pins.toml"
    file.write_text("" if gone == "pi" else TEXT.split(f"\n[{gone}]\n")[0])
    assert f"has no section for the profile '{gone}'; add it, or choose another profile" in said(file, gone)


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in said(tmp_path / "pins.toml")
    (tmp_path / "pins.toml").write_bytes(b"[pi]\n\xff")
    assert "line 2: is not UTF-8" in said(tmp_path / "pins.toml")


def test_a_file_from_a_windows_editor_is_read_or_told_what_to_be_saved_as(tmp_path: Path) -> None:
    file, typed = tmp_path / "pins.toml", TEXT.replace("\n", "\r\n")
    file.write_bytes(typed.encode("utf-8-sig"))
    assert read("pi", file=file) == read("pi")
    file.write_bytes(typed.encode("utf-16"))
    assert said(file) == f'{file}: is UTF-16 text, which some editors call "Unicode"; save it as UTF-8'


def test_a_file_that_is_cut_off_anywhere_is_one_sentence_or_still_whole(tmp_path: Path) -> None:
    whole, file = SHIPPED.read_bytes(), tmp_path / "pins.toml"
    pins = read("pi")
    for length in (*range(0, len(whole), 23), *range(len(whole) - 300, len(whole))):
        file.write_bytes(whole[:length])
        try:
            assert read("pi", file=file) == pins
        except BadInput as bad:
            assert str(bad).startswith(f"{file}: ") and "\n" not in str(bad)


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_garbage_in_the_file_is_one_sentence(data: st.DataObject) -> None:
    whole = SHIPPED.read_bytes()
    at = data.draw(st.integers(0, len(whole)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pins.toml"
        file.write_bytes(whole[:at] + data.draw(st.binary(min_size=1, max_size=30)) + whole[at:])
        with contextlib.suppress(BadInput):
            read("pi", file=file)


def test_a_profile_nobody_knows_is_told() -> None:
    assert f"{SHIPPED}: has no section for the profile 'auto'" in said(SHIPPED, "auto")


# -- a site's own pins


def test_what_a_site_does_not_say_stays_as_shipped() -> None:
    assert read("pi", asdict(Pins())) == read("pi", {"buzzers": None, "left": -1, "lamps": []}) == read("pi")


@profiles
def test_a_site_moves_its_pins(profile: str) -> None:
    shipped = read(profile)
    buzzers = [contact.pin for contact in shipped.buzzers.values()]
    left, ok = shipped.buttons["left"], shipped.buttons["ok"]
    moved = read(profile, {"buzzers": buzzers[::-1], "left": ok.pin, "ok": left.pin})
    assert [contact.pin for contact in moved.buzzers.values()] == buzzers[::-1]
    assert (moved.buttons["left"], moved.buttons["ok"]) == (ok, left)
    assert moved.lamps == shipped.lamps
    assert {c.active_low for c in moved.buzzers.values()} == {c.active_low for c in shipped.buzzers.values()}


LAMPS = [23, 24, 25, 12, 16, 26, 13, 11]
OWN: list[tuple[str, dict[str, Any], str]] = [
    ("pi", {"ok": 4}, "pins.ok: button ok is on GPIO4, and so is buzzer 1 as shipped; give each a pin of its own"),
    ("pi", {"ok": 7, "right": 7}, "pins.right: button right is on GPIO7, and so is button ok (pins.ok); give each"),
    ("pi", {"lamps": [*LAMPS[:7], 23]}, "pins.lamps: lamp 8 is on GPIO23, and so is lamp 1; give each"),
    ("pi", {"lamps": [4, *LAMPS[1:]]}, "pins.lamps: lamp 1 is on GPIO4, and so is buzzer 1 as shipped"),
    ("pi", {"back": 14}, "pins.back: button back is on GPIO14, which is kept for the serial console (TX); choose"),
    ("pi", {"back": 28}, "pins.back: button back must be on a pin that is there; give a whole number from 0 to 27"),
    ("pico", {"back": 28}, "pins.back: button back is on GP28, which is kept for measuring voltages (spare)"),
    ("pi", {"back": "8"}, "pins.back: button back must be on a pin"),
    ("pi", {"back": True}, "pins.back: button back must be on a pin"),
    ("pi", {"back": [8]}, "pins.back: button back must be on a pin"),
    ("pi", {"lamps": [*LAMPS[:7], -1]}, "pins.lamps: lamp 8 must be on a pin"),
    ("pi", {"lamps": LAMPS[:7]}, "pins.lamps must be a list of eight pin numbers, one for each seat"),
    ("pi", {"lamps": 23}, "pins.lamps must be a list of eight pin numbers"),
    ("pi", {"lamps": "23242512"}, "pins.lamps must be a list of eight pin numbers"),
    ("pi", {"lamps": [2, *LAMPS[1:]], "left": 23}, "pins.lamps: lamp 1 is on GPIO2, which a resistor on the board"),
    ("pi-ahc14", {"buzzers": [3, 17, 27, 22, 10, 9, 5, 6], "ok": 4}, "pins.buzzers: buzzer 1 is on GPIO3, which a"),
    ("pi", {"lamp": LAMPS}, "pins has an unknown key 'lamp'; allowed are buzzers, lamps, left, ok, right, back"),
]


@pytest.mark.parametrize(("profile", "own", "sentence"), OWN, ids=[f"{p} {o}" for p, o, _ in OWN])
def test_a_sites_wrong_pin_names_the_setting_and_both_uses(profile: str, own: dict[str, Any], sentence: str) -> None:
    assert said(SHIPPED, profile, own).startswith(f"setting: {sentence}")


def test_a_sites_wrong_pin_names_the_file_and_the_other_file_it_clashes_with() -> None:
    origins = {"pins.lamps": "/etc/mopsbox/config.toml", "pins.ok": "mine.toml", "pins.back": "mine.toml"}
    for own, sentence in (
        ({"ok": 4}, "mine.toml: pins.ok: button ok is on GPIO4, and so is buzzer 1 as shipped;"),
        ({"back": 14}, "mine.toml: pins.back: button back is on GPIO14, which is kept"),
        ({"lamps": 3}, "/etc/mopsbox/config.toml: pins.lamps must be a list"),
        (
            {"lamps": LAMPS, "ok": 23},
            "mine.toml: pins.ok: button ok is on GPIO23, and so is lamp 1 (/etc/mopsbox/config.toml: pins.lamps);",
        ),
    ):
        with pytest.raises(BadInput) as caught:
            read("pi", own, origins=origins)
        assert str(caught.value).startswith(sentence)


def test_a_site_may_put_a_buzzer_on_a_pulled_up_pin_where_a_press_pulls_low() -> None:
    moved = read("pi", {"buzzers": [3, 17, 27, 22, 10, 9, 5, 6], "ok": 4})
    assert moved.buzzers[SEATS[0]] == Contact(3, True, "up")


def test_a_lamp_that_glows_while_the_box_starts_is_said() -> None:
    moved = read("pi", {"lamps": [4, *LAMPS[1:]], "buzzers": [23, 17, 27, 22, 10, 9, 5, 6]})
    (doubt,) = doubts(moved)
    assert doubt.startswith("lamp 1 is on GPIO4, which is pulled up until the box runs")
    assert "move it" in doubt


def test_pins_in_a_settings_file_reach_the_wiring(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[pins]\nleft = 3\nok = 2\nlamps = [24, 23, 25, 12, 16, 26, 13, 11]\n")
    own = load(file, system=tmp_path / "none.toml").config.pins
    assert own == Pins(lamps=(24, 23, 25, 12, 16, 26, 13, 11), left=3, ok=2)
    wired = read("pi", asdict(own))
    assert (wired.buttons["left"].pin, wired.buttons["ok"].pin) == (3, 2)
    assert list(wired.lamps.values())[:2] == [24, 23]


@pytest.mark.parametrize("bad", ["ok = 30", "ok = -2", "ok = true", 'ok = "x"', "lamps = [1]", "lamps = 3"])
def test_what_is_no_pin_anywhere_is_said_with_the_settings_file(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f"[pins]\n{bad}\n")
    with pytest.raises(BadInput, match=rf"config\.toml: line 2: pins\.{bad.split()[0]} must be a"):
        load(file, system=tmp_path / "none.toml")


anything = st.one_of(st.integers(-2, 31), st.none(), st.booleans(), st.floats(), st.text(max_size=3))
shuffled = st.permutations(range(28)).map(lambda order: order[:8])
eights = st.one_of(st.lists(st.integers(-1, 30), min_size=7, max_size=9), shuffled, st.lists(anything), anything)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(PROFILES),
    st.fixed_dictionaries(
        {}, optional={**dict.fromkeys(("buzzers", "lamps"), eights), **dict.fromkeys(wiring.BUTTONS, anything)}
    ),
)
def test_any_override_gives_sound_pins_or_a_sentence(profile: str, own: dict[str, Any]) -> None:
    board = TABLE["pico" if profile == "pico" else "pi"]
    try:
        wired = read(profile, own)
    except BadInput as sentence:
        assert re.match(r"setting: pins[. ]", str(sentence)) and "\n" not in str(sentence)
        return
    assert len(set(pins(wired))) == 20 == len(wired.names())
    assert all(type(pin) is int and 0 <= pin <= board["highest"] for pin in pins(wired))
    assert not {str(pin) for pin in pins(wired)} & set(board["reserved"])


@settings(max_examples=100, deadline=None)
@given(st.permutations([pin for pin in range(28) if str(pin) not in PI["reserved"]]))
def test_any_order_of_the_free_pins_will_do_where_no_lamp_is_on_a_pulled_up_one(order: list[int]) -> None:
    own = {"buzzers": order[:8], "lamps": order[8:16], **dict(zip(wiring.BUTTONS, order[16:], strict=True))}
    if {2, 3} & set(own["lamps"]):
        assert "which a resistor on the board always pulls up" in said(SHIPPED, "pi", own)
    else:
        assert pins(read("pi", own)) == [*order[:8], *order[16:], *order[8:16]]
