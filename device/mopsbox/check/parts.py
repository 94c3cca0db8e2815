"""What the self-check looks at, as one value: tests put other parts in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .. import config, pin_factory, places, wiring
from ..config_keys import Config, Screen
from ..jsonl import BadInput
from ..parts import tables_for_play
from ..places import NoGpio
from ..wiring import Wiring
from .found import Finding, fail, ok, warn

PI = ("pi", "pi-ahc14")  # profiles whose buzzers hang on this machine's own pins
GAME_FILES = "game files"
OURS = "mopsbox"  # the name under which the box holds its lines and runs as a service


@dataclass(frozen=True, slots=True)
class Parts:
    """`profile`: the setting buzzers.profile. `wiring`: the pins, or what is wrong with them. `gpio`: a gpiozero
    factory, or why there is none; None: pins are not asked for. `data`: the folder of the games, `games_mb` its
    limit. `sound_on`, `screen`: the settings. `root`: where /dev, /proc and /sys are. `hub_port`: the setting
    buzzers.port."""

    profile: str
    wiring: Wiring | BadInput
    gpio: Any
    data: Path
    games_mb: int = 200
    sound_on: bool = True
    screen: Screen = field(default_factory=Screen)
    root: Path = Path("/")
    env: Mapping[str, str] = field(default_factory=lambda: os.environ)
    hub_port: str = ""

    @property
    def factory(self) -> Any:
        """The gpiozero factory, None without pins."""
        return None if isinstance(self.gpio, NoGpio) else self.gpio

    @property
    def asks_for_pins(self) -> bool:
        """Did somebody ask for pins, so that it is a fault if there are none?"""
        return self.profile in PI or pin_factory.asked_for(self.env)

    @property
    def is_box(self) -> bool:
        """Is this meant to be the box on the table (and no desk computer)?"""
        return self.profile in (*PI, "pico") or self.factory is not None

    @property
    def has_desktop(self) -> bool:
        return bool(self.env.get("DISPLAY") or self.env.get("WAYLAND_DISPLAY"))

    def holder(self, pin: int) -> str | None:
        """Who holds this line, if the factory can tell."""
        held = getattr(self.factory, "holder", None)
        return held(pin) if held else None

    def running(self) -> bool:
        """Does the box run just now? It then holds its lines."""
        pins = self.wiring.names() if isinstance(self.wiring, Wiring) else ()
        return any(self.holder(pin) == OURS for pin in pins)


def gather(data: Path | None, config_file: Path | None) -> tuple[Parts, list[Finding]]:
    """The parts of this machine, and what is wrong with its settings. Raises BadInput for a bad `config_file`."""
    loaded = config.load_for_play(config_file)
    findings = [warn("settings", f"passed over: {loaded.why}")] if loaded.notice else []
    findings += _game_files(loaded.config)
    profile = loaded.config.buzzers.profile
    return Parts(
        profile,
        _wiring(profile, asdict(loaded.config.pins), loaded.origins),
        _gpio() if profile in ("auto", *PI) else None,
        places.data_dir(data),
        loaded.config.storage.games_mb,
        loaded.config.sound.on,
        loaded.config.screen,
        hub_port=loaded.config.buzzers.port,
    ), findings


def _game_files(config: Config) -> list[Finding]:
    """The owner's coasters and cards, if there are any."""
    good, bad = tables_for_play(config)
    whole = [ok(GAME_FILES, f"{game}: your own, and whole") for game in good]
    return [*whole, *(fail(GAME_FILES, why) for why in bad)]


def _wiring(profile: str, own: Mapping[str, object], origins: Mapping[str, str]) -> Wiring | BadInput:
    try:
        return wiring.read(profile if profile in (*PI, "pico") else "pi", own, origins=origins)
    except BadInput as mistake:
        return mistake


def _gpio() -> Any:
    """The box's pin factory, or NoGpio that says why there is none."""
    try:
        return pin_factory.made()
    except NoGpio as missing:
        return missing
