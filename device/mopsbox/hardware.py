"""The real box's own parts, put together: pins, buzzers, lamps. Without them the box is a simulated one."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any

from . import pin_factory, wiring
from .config_keys import Config
from .desk import Desk
from .desk_thread import DeskThread
from .gpio_lamps import GpioLamps
from .inputs import hubport
from .inputs.gpio import GpioInputs, Told
from .jsonl import BadInput
from .places import NoGpio
from .table import Button, Edge, Fault, Message, Ruling, Seat

SOURCES = {"pins-bad": "pins", "board-unknown": "board"}  # of what is found: elsewhere it is the GPIO
PROFILES = ("pi", "pi-ahc14")
AUTO = "pi"  # what "auto" means where the header's GPIO chip is found: the build anybody can solder

Log = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Found:
    """What there is: no `factory` and no `hub`: simulate. `word`: what the table should know about it. `hub`: the
    buzzers hang on a hub, on the port of that name ("": wherever one is found); pins are then the menu's alone."""

    wiring: wiring.Wiring | None = None
    factory: Any = None
    word: str = ""
    hub: str | None = None

    @property
    def real(self) -> bool:
        """Are there buzzers to be pressed?"""
        return self.factory is not None or self.hub is not None


def look(
    config: Config,
    log: Log,
    chip: Callable[[], Any] = pin_factory.made,
    origins: Mapping[str, str] = MappingProxyType({}),
    env: Mapping[str, str] = os.environ,
    plugged: Callable[[], object] = lambda: hubport.candidates(""),
) -> Found:
    """What the buzzers hang on, by the setting `buzzers.profile`. `chip` makes the pin factory. `origins`: the files
    the settings come from (config.Loaded). Raises NoGpio: a profile, or in `env` a chip or a factory, was asked for and
    is not there. `plugged`: may there be a hub on USB?"""
    profile = config.buzzers.profile
    if profile == "simulate":
        return Found()
    if profile == "pico":
        return _of_a_hub(config, log, chip)
    try:
        factory = chip()
    except NoGpio as fault:
        if fault.word == "gpio-none" and profile == "auto" and not pin_factory.asked_for(env) and plugged():
            return Found(hub=config.buzzers.port)
        if fault.word != "gpio-none":
            log(str(fault))
            return Found(word=fault.word)
        if profile in PROFILES or pin_factory.asked_for(env):
            raise
        return Found()
    name = profile if profile in PROFILES else AUTO
    try:
        return Found(wiring.read(name, asdict(config.pins), origins=origins), factory, _board(factory, log))
    except BadInput as mistake:
        log(f"{mistake}; meanwhile the pins are as shipped")
    try:
        return Found(wiring.read(name), factory, "pins-bad")
    except BadInput as mistake:  # the shipped file itself, which somebody has edited
        log(f"{mistake}; until then keyboard and screen are the buzzers")
        return Found(word="pins-bad")


def _of_a_hub(config: Config, log: Log, chip: Callable[[], Any]) -> Found:
    """A Raspberry Pi's own menu buttons go with it, if they are there."""
    port = config.buzzers.port
    try:
        factory, pins = chip(), wiring.read(AUTO)
    except (NoGpio, BadInput) as why:
        log(f"the menu's buttons are keyboard and screen: {why}")
        return Found(hub=port)
    return Found(replace(pins, buzzers={}, lamps={}), factory, hub=port)


def _board(factory: Any, log: Log) -> str:
    """The word for a Raspberry Pi that gpiozero does not know; a virtual machine is no such news."""
    from .pins import NOBODYS_PI

    with warnings.catch_warnings(record=True) as doubts:
        warnings.simplefilter("always")
        board = factory.board_info
    for doubt in doubts:
        log(str(doubt.message))
    return "board-unknown" if board.model == "???" and board.revision != f"{NOBODYS_PI:04x}" else ""


class Hardware:
    """Buzzers, menu buttons and lamps of one wiring. `offset`: box time minus machine time. `post` takes messages for
    the loop, from any thread."""

    def __init__(self, found: Found, offset: int, post: Callable[[Sequence[Message]], None], log: Log) -> None:
        assert found.wiring is not None
        self._offset, self._post, self._log = offset, post, log
        self._early: list[Edge] = []
        self._edge: Callable[[Edge], None] = self._early.append
        self._button: Callable[[Button], None] = lambda button: post([button])
        self.inputs = GpioInputs(found.wiring, found.factory, offset, self._deliver, log)
        self.lamps = GpioLamps(found.wiring.lamps, found.factory, told=self._lamp_told)

    def desk(
        self,
        clock: Callable[[], int],
        deliver: Callable[[list[Ruling]], None],
        failed: Callable[[str], None],
        down: Callable[[], frozenset[Seat]],
    ) -> DeskThread:
        """Reads the closed lines in doubt; where a bot presses (`down`), its finger is the line."""

        def levels() -> frozenset[Seat] | None:
            closed = self.inputs.levels()
            return None if closed is None else closed | down()

        desk = Desk(self.lamps, clock(), self.held())
        return DeskThread(desk, clock, deliver, failed, levels, self.inputs.catch_up)

    def readers(self, rest_s: float) -> dict[str, Callable[[], int]]:
        """Before the start: who reads, and how often each has turned; none will rest longer than that."""
        self.inputs.rests_at_most(rest_s)
        return {"the reader": lambda: self.inputs.beats}

    @property
    def counted(self) -> dict[str, int]:
        return self.inputs.counted

    def held(self) -> frozenset[Seat]:
        """The buzzers that are closed before anybody plays."""
        return self.inputs.levels() or frozenset()

    def start(self, edge: Callable[[Edge], None], button: Callable[[Button], None] | None = None) -> None:
        """Hand the buzzers' edges on, from any thread; those of before come first. `button`: takes the menu buttons,
        else they are posted."""
        for each in self._early:
            edge(each)
        self._edge, self._button = edge, button or self._button
        self.inputs.start()

    def close(self) -> None:
        """The lines are given back; lamps keep what they show."""
        self.inputs.close()

    def dark(self) -> None:
        """After `close`."""
        self.lamps.close()

    def _deliver(self, told: Sequence[Told]) -> None:
        for each in told:
            match each:
                case Edge():
                    self._edge(each)
                case Button():
                    self._button(each)
                case _:
                    self._post([each])

    def _lamp_told(self, seat: Seat | None, sentence: str | None) -> None:
        """The table is told which lamp is dark, until it works again; what concerns no single one is for the log."""
        self._log(sentence or f"lamp {seat} works again")
        if seat is not None:
            word = "lamp-lost" if sentence else ""
            self._post([Fault(time.monotonic_ns() + self._offset, f"lamp {seat}", word, seat)])
