"""Which parts a box finds, and what it says when something is wrong with them: it goes on with what works."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import config as settings
from mopsbox import hardware, wiring
from mopsbox.config_keys import Buzzers, Config, Pins
from mopsbox.hardware import Found, Hardware, look
from mopsbox.pins import GpiodFactory
from mopsbox.places import NoGpio
from mopsbox.table import Fault, Seat

from .real_box import RealBox
from .scripted_chip import ScriptedChip
from .waiting import eventually


def found(said: list[str], chip: Callable[[], Any] = MockFactory, **config: Any) -> Found:
    return look(replace(Config(), **config), said.append, chip, env={}, plugged=list)


def no_gpio(word: str) -> Callable[[], Any]:
    def chip() -> Any:
        raise NoGpio(word, f"{word}: do this")

    return chip


def test_a_pi_has_real_buzzers_without_being_told() -> None:
    said: list[str] = []
    parts = found(said)
    assert parts.wiring and parts.wiring.profile == "pi" and parts.factory
    assert said == [] and parts.word == ""


def test_elsewhere_the_box_is_simulated_in_silence() -> None:
    said: list[str] = []
    assert found(said, no_gpio("gpio-none")) == Found()
    assert said == []


def test_a_profile_that_was_asked_for_needs_its_chip() -> None:
    with pytest.raises(NoGpio, match="do this"):
        found([], no_gpio("gpio-none"), buzzers=Buzzers(profile="pi-ahc14"))


@pytest.mark.parametrize("name", ["MOPSBOX_GPIO_CHIP", "GPIOZERO_PIN_FACTORY"])
def test_a_chip_or_a_factory_that_was_asked_for_by_name_is_needed_too(name: str) -> None:
    with pytest.raises(NoGpio, match="do this"):
        look(Config(), lambda sentence: None, no_gpio("gpio-none"), env={name: "foo"})
    assert look(Config(), lambda sentence: None, no_gpio("gpio-none"), env={name: ""}, plugged=list) == Found()


@pytest.mark.parametrize(("name", "value"), [("MOPSBOX_GPIO_CHIP", "foo"), ("GPIOZERO_PIN_FACTORY", "abacus")])
def test_the_box_does_not_start_without_the_chip_it_was_told_to_take(name: str, value: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mopsbox", "play", "--data", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {name: value}, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert name in done.stderr and value in done.stderr


@pytest.mark.parametrize("word", ["gpio-busy", "gpio-denied"])
def test_a_chip_that_may_not_be_used_is_said_and_the_screen_plays_on(word: str) -> None:
    said: list[str] = []
    assert found(said, no_gpio(word)) == Found(word=word)
    assert said == [f"{word}: do this"]


def test_who_wants_no_pins_gets_none() -> None:
    assert found([], buzzers=Buzzers(profile="simulate")) == Found()


def test_with_a_hub_a_pis_pins_are_the_menus_alone() -> None:
    said: list[str] = []
    parts = found(said, buzzers=Buzzers(profile="pico", port="COM5"))
    assert parts.real and parts.hub == "COM5" and parts.wiring and said == []
    assert not parts.wiring.buzzers and not parts.wiring.lamps and set(parts.wiring.buttons) >= {"left", "ok", "right"}


def test_with_a_hub_and_no_pins_keyboard_and_screen_are_the_menus_buttons() -> None:
    said: list[str] = []
    assert found(said, no_gpio("gpio-none"), buzzers=Buzzers(profile="pico")) == Found(hub="")
    assert said == ["the menu's buttons are keyboard and screen: gpio-none: do this"]


@pytest.mark.parametrize(("plugged", "hub"), [([], None), (["a board"], "")])
def test_on_a_desk_computer_a_board_that_is_plugged_in_is_taken_for_the_hub(
    plugged: list[str], hub: str | None
) -> None:
    parts = look(Config(), lambda sentence: None, no_gpio("gpio-none"), env={}, plugged=lambda: plugged)
    assert parts == Found(hub=hub) and parts.real == (hub is not None)


def test_where_there_are_pins_nobody_asks_what_is_plugged_in() -> None:
    def plugged() -> object:
        raise AssertionError

    assert look(Config(), lambda sentence: None, MockFactory, env={}, plugged=plugged).hub is None


def test_a_sites_pins_that_clash_leave_the_shipped_ones_and_a_sentence() -> None:
    said: list[str] = []
    parts = found(said, pins=Pins(ok=4))
    assert parts.word == "pins-bad" and parts.wiring == wiring.read("pi")
    assert len(said) == 1 and "button ok" in said[0] and "buzzer 1" in said[0]


def test_a_clash_in_a_settings_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[pins]\nok = 4\n")
    loaded = settings.load(file, system=tmp_path / "none.toml")
    said: list[str] = []
    assert look(loaded.config, said.append, MockFactory, loaded.origins, {}).word == "pins-bad"
    assert said[0].startswith(f"{file}: pins.ok: button ok is on GPIO4, and so is buzzer 1")


def test_a_broken_pins_file_leaves_keyboard_and_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "pins.toml"
    broken.write_text("[pi]\nbuzzers = [4, 4")
    monkeypatch.setattr(wiring, "SHIPPED", broken)
    said: list[str] = []
    assert found(said) == Found(word="pins-bad")
    assert len(said) == 2 and "pins.toml" in said[1]


def chip_of(revision: int | None) -> Callable[[], GpiodFactory]:
    class Board(GpiodFactory):
        def _get_revision(self) -> int:
            if revision is None:
                raise OSError("no revision here")
            return revision

    chip = ScriptedChip()
    return lambda: Board(open_chip=chip.open, paths=lambda: [chip.path])


def test_a_pi_that_gpiozero_does_not_know_plays_and_says_so() -> None:
    said: list[str] = []
    parts = found(said, chip_of(0xC04FF0))
    parts.factory.close()
    assert parts.word == "board-unknown" and parts.wiring
    assert len(said) == 1 and "header" in said[0]


def test_a_machine_that_is_no_pi_is_only_logged() -> None:
    said: list[str] = []
    parts = found(said, chip_of(None))
    parts.factory.close()
    assert (parts.word, len(said)) == ("", 1)


def test_a_lamp_that_cannot_be_had_is_said_and_the_others_shine() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    wires = wiring.read("pi")
    other = LED(wires.lamps[Seat(2)], pin_factory=factory)
    with RealBox(found=Found(wires, factory)) as box:
        box.until(lambda: ("lamp-lost", 2) in box.notices())
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        box.tap(3)
        box.until(lambda: box.lamp(3) == 1)
    other.close()


def test_each_dark_lamp_is_a_notice_of_its_own_until_it_works_again() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    wires = wiring.read("pi")
    others = {seat: LED(wires.lamps[Seat(seat)], pin_factory=factory) for seat in (2, 5)}
    posted: list[Fault] = []
    said: list[str] = []
    before = time.monotonic_ns()
    parts = Hardware(Found(wires, factory), 10**15, lambda messages: posted.extend(messages), said.append)
    assert [(fault.source, fault.why, fault.seat) for fault in posted] == [
        ("lamp 2", "lamp-lost", 2),
        ("lamp 5", "lamp-lost", 5),
    ]
    assert all(10**15 + before <= fault.t <= 10**15 + time.monotonic_ns() for fault in posted), "in box time"
    others[5].close()
    parts.lamps.show({Seat(1): "wave"})  # what moves looks after what is dark
    eventually(lambda: len(posted) > 2)
    parts.lamps.close()
    parts.close()
    assert [(fault.source, fault.why, fault.seat) for fault in posted[2:]] == [("lamp 5", "", 5)]
    assert said[0].startswith("lamp 2 stays dark") and said[2:] == ["lamp 5 works again"]


def test_what_was_found_is_said_on_the_screen_until_the_first_game() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with RealBox(found=Found(wiring.read("pi"), factory, "board-unknown")) as box:
        box.until(lambda: box.notices() == [("board-unknown", None)])
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        for seat in (1, 2):
            box.tap(seat)
        box.key("ok")
        box.until(lambda: box.box.mode == "game")
        box.until(lambda: box.notices() == [])


def test_another_pin_factory_is_taken_if_the_environment_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpwmpin")
    monkeypatch.setattr(Device, "pin_factory", None)
    parts = look(Config(), lambda sentence: None)
    assert isinstance(parts.factory, MockFactory)


def test_a_pin_factory_that_does_not_exist_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "abacus")
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(NoGpio, match=r"GPIOZERO_PIN_FACTORY=abacus .*unset it"):
        look(Config(buzzers=Buzzers(profile="pi")), lambda sentence: None)


def test_every_word_of_this_module_is_in_the_vocabulary() -> None:
    from mopsbox.words import CATALOGUES

    assert hardware.SOURCES.keys() <= CATALOGUES["en"].messages.keys()
