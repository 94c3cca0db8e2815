"""The boot partition: which files there are changed, and a copy of each as it was."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import bootfiles
from .place import Place, write
from .step import Failed, Step

FOLDERS = ("/boot/firmware", "/boot")  # of Raspberry Pi OS since Bookworm, and before
BEFORE = ".before-mopsbox"
SOUND_PINS = (18, 19, 20, 21)
ID_PINS = (0, 1)
OK_BUTTON = 3

Edit = Callable[[bytes], bytes]


@dataclass(frozen=True)
class Boot:
    """`shutdown_pin`: GPIO of a button that switches off; "none"; or None: as it is now, as for `sound`."""

    place: Place
    pins: Path  # pins.toml
    shutdown_pin: str | None = None
    sound: str | None = None

    def step(self) -> Step:
        return Step("the boot partition", self.lacks, self.do, self.left, self.undo)

    @property
    def folder(self) -> Path | None:
        """None: this is no Raspberry Pi's system."""
        folders = (self.place.at(name) for name in FOLDERS)
        return next((folder for folder in folders if (folder / "config.txt").is_file()), None)

    def lacks(self) -> list[str]:
        return [str(path) for path, edit in self._edits().items() if edit(path.read_bytes()) != path.read_bytes()]

    def do(self) -> None:
        new = {path: edit(path.read_bytes()) for path, edit in self._edits().items()}  # all or none
        for path, data in new.items():
            before = path.with_name(path.name + BEFORE)
            if not before.exists():
                write(before, path.read_bytes())
            if data != path.read_bytes():
                write(path, data)

    def left(self) -> list[str]:
        return [str(path) for path, edit in self._back().items() if edit(path.read_bytes()) != path.read_bytes()]

    def undo(self) -> None:
        """The copy goes too, unless it is the only place where a line still stands."""
        new = {path: edit(path.read_bytes()) for path, edit in self._back().items()}
        for path, data in new.items():
            if data != path.read_bytes():
                write(path, data)
            before = path.with_name(path.name + BEFORE)
            if before.is_file() and before.read_bytes() == data:
                before.unlink()

    def _edits(self) -> dict[Path, Edit]:
        if not self.folder:
            return {}
        lines = bootfiles.config_lines(*self._choices((self.folder / "config.txt").read_bytes()))
        return self._there({"config.txt": lambda data: bootfiles.with_block(data, lines)}, bootfiles.with_words)

    def _back(self) -> dict[Path, Edit]:
        return self._there({"config.txt": bootfiles.without_block}, bootfiles.without_words) if self.folder else {}

    def _there(self, config: dict[str, Edit], cmdline: Edit) -> dict[Path, Edit]:
        assert self.folder
        edits = {self.folder / name: _named(name, edit) for name, edit in {**config, "cmdline.txt": cmdline}.items()}
        return {path: edit for path, edit in edits.items() if path.is_file()}

    def _choices(self, config: bytes) -> tuple[int | None, str]:
        """The power button's pin and the sound: as asked for, else as they were chosen before."""
        before = bootfiles.block(config)
        pin, sound = self.shutdown_pin, self.sound
        if pin is None:
            found = [line.rpartition("=")[2] for line in before if line.startswith("dtoverlay=gpio-shutdown")]
            pin = found[0] if found else "none"
        if sound is None:
            sound = "i2s" if any(line.startswith("dtoverlay=max98357a") for line in before) else "default"
        if pin == "none":
            return None, sound
        if why := self.refused(pin, sound):
            raise Failed(why)
        return int(pin), sound

    def refused(self, pin: str, sound: str = "default") -> str | None:
        """Why this pin cannot have the power button; None: it can."""
        if not pin.isascii() or not pin.isdigit() or int(pin) > 27:
            return f"--shutdown-pin {pin}: give a GPIO number from 4 to 27, or none"
        number = int(pin)
        if number == OK_BUTTON:
            return "--shutdown-pin 3: GPIO3 is the OK button (it also wakes a halted Pi); choose another"
        if number in ID_PINS:
            return f"--shutdown-pin {pin}: GPIO{pin} belongs to add-on boards; choose another"
        if number in SOUND_PINS and sound == "i2s":
            return f"--shutdown-pin {pin}: GPIO{pin} is the sound chip's (--sound i2s); choose another"
        if use := self._uses().get(number):
            return f"--shutdown-pin {pin}: GPIO{pin} is {use} in pins.toml; choose another, or move that one"
        return None

    def _uses(self) -> dict[int, str]:
        """What the box has on which pin: pins.toml, and the site's own settings over it."""
        pins: dict[str, Any] = tomllib.loads(self.pins.read_text(encoding="utf-8"))["pi"]
        own = self.place.at("/etc/mopsbox/config.toml")
        if own.is_file():
            try:
                pins |= tomllib.loads(own.read_text(encoding="utf-8")).get("pins", {})
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
                raise Failed(f"{own}: {error}; put that right and repeat") from error
        uses = {
            pin: f"the button {name}" for name in ("left", "ok", "right", "back") if (pin := pins.get(name)) is not None
        }
        for name in ("buzzer", "lamp"):
            uses |= {pin: f"{name} {seat}" for seat, pin in enumerate(pins.get(f"{name}s", ()), 1)}
        return uses


def _named(name: str, edit: Edit) -> Edit:
    def named(data: bytes) -> bytes:
        try:
            return edit(data)
        except Failed as failure:
            raise Failed(f"{name}: {failure}") from failure

    return named
