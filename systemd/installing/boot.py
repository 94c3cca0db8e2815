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
SOUND_PINS = (18, 19, 20, 21)  # free where the system's own sound is used
OK_BUTTON = 3
BUTTONS = ("left", "ok", "right", "back")
MOVED = (b"DO NOT EDIT", b"/boot/firmware/config.txt")
"""What stands in /boot/config.txt since Bookworm: the file has moved, and its partition is not mounted."""

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
        """None: this is no Raspberry Pi's system. Raises Failed: the boot partition is not mounted."""
        folders = (self.place.at(name) for name in FOLDERS)
        found = next((folder for folder in folders if (folder / "config.txt").is_file()), None)
        if found == self.place.at(FOLDERS[1]):
            config = (found / "config.txt").read_bytes()
            if all(words in config for words in MOVED):
                raise Failed(
                    f"{found}/config.txt says DO NOT EDIT: mount the boot partition (/boot/firmware) and repeat"
                )
        return found

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

    def notes(self) -> list[str]:
        """The owner's own lines that take pins of the box, a sentence each; a file that cannot be read the step tells
        of."""
        try:
            file = self.folder / "config.txt" if self.folder else None
            used = self._uses()
            found = bootfiles.takers(file.read_bytes(), used) if file else []
        except (Failed, OSError):
            return []
        off, other = "it is put out of force (see --shutdown-pin)", "take that line out, or give it another pin"
        return [
            f"{file}: {line} takes GPIO{pin}, {used[pin]}; {off if bootfiles.is_off_button(line) else other}"
            for line, pin in found
        ]

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
        used = self._uses()
        return self._there({"config.txt": lambda data: bootfiles.with_block(data, lines, used)}, bootfiles.with_words)

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
        if number in SOUND_PINS and sound == "i2s":
            return f"--shutdown-pin {pin}: GPIO{pin} is the sound chip's (--sound i2s); choose another"
        kept = self._shipped()["reserved"]
        if str(number) in kept and number not in SOUND_PINS:
            return f"--shutdown-pin {pin}: GPIO{pin} is kept for {kept[str(number)]}; choose another"
        if use := self._uses().get(number):
            return f"--shutdown-pin {pin}: GPIO{pin} is {use} in pins.toml; choose another, or move that one"
        return None

    def _shipped(self) -> dict[str, Any]:
        pins: dict[str, Any] = tomllib.loads(self.pins.read_text(encoding="utf-8"))["pi"]
        return pins

    def _uses(self) -> dict[int, str]:
        """What the box has on which pin: pins.toml, and the site's own settings over it."""
        pins = self._shipped() | self._own()
        uses = {pins[name]: f"the button {name}" for name in BUTTONS}
        for name in ("buzzer", "lamp"):
            uses |= {pin: f"{name} {seat}" for seat, pin in enumerate(pins[f"{name}s"], 1)}
        return uses

    def _own(self) -> dict[str, Any]:
        """The pins of the site's own settings; what says "as shipped" there is left out. Raises Failed."""
        file = self.place.at("/etc/mopsbox/config.toml")
        if not file.is_file():
            return {}
        try:
            own = tomllib.loads(file.read_text(encoding="utf-8")).get("pins", {})
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Failed(f"{file}: {error}; put that right and repeat") from error
        if not isinstance(own, dict):
            raise Failed(f"{file}: pins must be a section, [pins]; put that right and repeat")
        for name in BUTTONS:
            if not _is_pin(own.get(name, -1)):
                raise Failed(f"{file}: pins.{name} must be a pin number; put that right and repeat")
        for name in ("buzzers", "lamps"):
            if not (isinstance(own.get(name, []), list) and all(map(_is_pin, own.get(name, [])))):
                raise Failed(f"{file}: pins.{name} must be a list of pin numbers; put that right and repeat")
        return {name: value for name, value in own.items() if value not in (-1, [])}


def _is_pin(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _named(name: str, edit: Edit) -> Edit:
    def named(data: bytes) -> bytes:
        try:
            return edit(data)
        except Failed as failure:
            raise Failed(f"{name}: {failure}") from failure

    return named
