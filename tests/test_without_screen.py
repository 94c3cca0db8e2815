"""A service without a screen waits for one and says so by its lamps; anybody else is told at once."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import wiring
from mopsbox.ending import Ending
from mopsbox.hardware import Found
from mopsbox.notify import Service
from mopsbox.places import NoScreen
from mopsbox.without_screen import PATTERN, RETRY_S, blinking, screen_for

from .firmware.test_micropython import NEEDS_MICROPYTHON
from .inputs.plugged import Hub
from .manager import Manager
from .waiting import eventually

UNPLUGGED = "no screen: no screen is plugged in (looked at HDMI-A-1); plug it in and start again"
BUSY = "no screen: another program holds the display; stop it and start again"


class Opening:
    """A screen that is not there until it has been asked for so often."""

    def __init__(self, *dark: str) -> None:
        self.dark, self.pauses, self.lit = list(dark), list[float](), list[str]()

    def __call__(self) -> str:
        if self.dark:
            raise NoScreen(self.dark.pop(0))
        self.lit.append("opened")
        return "a window"

    @contextmanager
    def lamps(self) -> Iterator[None]:
        self.lit.append("on")
        yield
        self.lit.append("off")


def test_a_service_waits_for_its_screen_with_lamps_lit_and_one_sentence_for_each_reason(tmp_path: Path) -> None:
    opening, log = Opening(UNPLUGGED, UNPLUGGED, UNPLUGGED, BUSY), list[str]()
    with Manager(tmp_path) as manager:
        found = screen_for(opening, Service(manager.env), log.append, opening.lamps, opening.pauses.append)
        eventually(lambda: len(manager.told) == 4)
    assert found == "a window" and opening.lit == ["on", "opened", "off"]
    assert opening.pauses == [RETRY_S] * 4
    assert [line.split(";")[0] for line in log] == [
        UNPLUGGED.split(";")[0],
        BUSY.split(";")[0],
        "there is a screen now",
    ]
    assert all("all lamps blink" in line for line in log[:2])
    assert manager.count("READY=1") == 0 and manager.count("EXTEND_TIMEOUT_USEC=30000000") == 4
    assert manager.status == BUSY


def test_a_screen_that_is_there_lights_no_lamp_and_says_nothing() -> None:
    opening, log = Opening(), list[str]()
    assert screen_for(opening, Service({"NOTIFY_SOCKET": "@nobody"}), log.append, opening.lamps) == "a window"
    assert opening.lit == ["opened"] and log == []


def test_started_by_hand_the_box_waits_for_nothing() -> None:
    opening = Opening(UNPLUGGED)
    with pytest.raises(NoScreen, match="plug it in and start again"):
        screen_for(opening, Service({}), print, opening.lamps, opening.pauses.append)
    assert opening.lit == [] and opening.pauses == []


def test_meanwhile_all_lamps_blink_together_and_are_dark_afterwards() -> None:
    factory, wires = MockFactory(pin_class=MockPWMPin), wiring.read("pi")
    with blinking(Found(wires, factory), time.monotonic_ns, print):
        pins = [factory.pin(n) for n in wires.lamps.values()]
        for level in (1, 0, 1):
            eventually(lambda level=level: {float(pin.state) for pin in pins} == {level})  # type: ignore[misc]
        histories = [pin.states for pin in pins]
    assert len(pins) == 8 and all(history[-1].state == 0 for history in histories)
    with blinking(Found(wires, factory), time.monotonic_ns, print):
        pass  # the pins are free again: the box itself takes them next


@NEEDS_MICROPYTHON
def test_a_hubs_lamps_blink_too(tmp_path: Path) -> None:
    hub = Hub(tmp_path)
    try:
        with blinking(Found(hub=str(hub.path)), time.monotonic_ns, lambda sentence: None):
            for lit in (set(PATTERN), set(), set(PATTERN)):
                eventually(lambda lit=lit: hub.lit() == lit)  # type: ignore[misc]
        eventually(lambda: hub.lit() == set())
    finally:
        hub.unplug()


def test_without_buzzers_there_is_nothing_to_blink() -> None:
    with blinking(Found(), time.monotonic_ns, print):
        pass


def test_told_to_end_while_it_waits_it_ends_with_dark_lamps() -> None:
    opening = Opening(UNPLUGGED)

    def told(seconds: float) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    with Ending(), pytest.raises(KeyboardInterrupt):
        screen_for(opening, Service({"NOTIFY_SOCKET": "@nobody"}), print, lambda: _dark_again(opening), told)
    assert opening.lit == ["on", "off"] and signal.getsignal(signal.SIGTERM) is before


@contextmanager
def _dark_again(opening: Opening) -> Iterator[None]:
    opening.lit.append("on")
    try:
        yield
    finally:
        opening.lit.append("off")


def test_once_there_is_a_box_it_is_told_and_nothing_is_broken_off() -> None:
    told: list[str] = []
    with Ending() as ending:
        ending.then = lambda: told.append("end")
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            eventually(lambda: told)
        except KeyboardInterrupt:
            pytest.fail("broken off")
    assert told == ["end"]
