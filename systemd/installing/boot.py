"""The boot partition: which files there are changed, and a copy of each as it was."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import bootfiles, overlays
from .place import Place, write
from .step import Failed, Step

FOLDERS = ("/boot/firmware", "/boot")  # of Raspberry Pi OS since Bookworm, and before
BEFORE = ".before-mopsbox"
SOUND_PINS = (18, 19, 20, 21)  # free where the system's own sound is used
OK_BUTTON = 3
BUTTONS = ("left", "ok", "right", "back")
MOVED = (b"DO NOT EDIT", b"/boot/firmware/config.txt")
"""What stands in /boot/config.txt since Bookworm: the file has moved, and its partition is not mounted."""

MODEL = "/proc/device-tree/model"  # a Raspberry Pi says here which it is
HUB = "pico"  # the profile of a box whose buzzers and lamps hang on a hub: the menu's buttons alone are the Pi's

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
        if not found and self.model.startswith("Raspberry Pi"):
            raise Failed(
                f"this is a {self.model}, and there is no config.txt in {' or '.join(FOLDERS)}: mount the boot "
                "partition (sudo mount /boot/firmware), or make an empty one if it has none, and repeat"
            )
        return found

    @property
    def model(self) -> str:
        """Which Raspberry Pi this is; "": none, or a system that does not run, whose Pi is another's."""
        try:
            return self.place.at(MODEL).read_text("utf-8", "replace").strip(" \0\n") if self.place.running else ""
        except OSError:
            return ""

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
        of. Raises Failed: the boot partition is not there, which is said before anything is done."""
        folder = self.folder
        if not folder:
            return []
        self._complete(folder)
        file = folder / "config.txt"
        try:
            used = self._uses()
            found = bootfiles.takers(file.read_bytes(), used, overlays.kind(self.model))
        except (Failed, OSError):
            return []
        return [f"{file}: {_note(taker, used)}" for taker in found]

    def _complete(self, folder: Path) -> None:
        """Raises Failed: on a Pi that runs half of the boot partition is missing."""
        if self.model.startswith("Raspberry Pi") and not (folder / "cmdline.txt").is_file():
            raise Failed(
                f"{folder} has a config.txt and no cmdline.txt: put that back (an empty one, if this system has the "
                "kernel's words elsewhere), and repeat"
            )

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
        self._complete(self.folder)
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
        """What the box has on which pin: pins.toml, and the site's own settings over it. With a hub the settings' pins
        are the hub's, and the Pi has its four buttons where pins.toml has them. Raises Failed."""
        own = self._settings()
        hub = own.get("buzzers", {}).get("profile") == HUB
        pins = self._shipped() | ({} if hub else {key: use for key, use in own["pins"].items() if use not in (-1, [])})
        uses = {pins[name]: f"the button {name}" for name in BUTTONS}
        for name in () if hub else ("buzzer", "lamp"):
            uses |= {pin: f"{name} {seat}" for seat, pin in enumerate(pins[f"{name}s"], 1)}
        return uses

    def _settings(self) -> dict[str, dict[str, Any]]:
        """The sections [pins] and [buzzers] of the site's own settings. Raises Failed."""
        file = self.place.at("/etc/mopsbox/config.toml")
        try:
            found = tomllib.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            found = {}
        except OSError as error:
            how = "repeat with sudo" if isinstance(error, PermissionError) else "put that right and repeat"
            raise Failed(f"{file}: {error.strerror}, and which pins the box has stands there; {how}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Failed(f"{file}: {error}; put that right and repeat") from error
        own = {name: found.get(name, {}) for name in ("pins", "buzzers")}
        for name, section in own.items():
            if not isinstance(section, dict):
                raise Failed(f"{file}: {name} must be a section, [{name}]; put that right and repeat")
        for name in BUTTONS:
            if not _is_pin(own["pins"].get(name, -1)):
                raise Failed(f"{file}: pins.{name} must be a pin number; put that right and repeat")
        for name in ("buzzers", "lamps"):
            pins = own["pins"].get(name, [])
            if not (isinstance(pins, list) and all(map(_is_pin, pins))):
                raise Failed(f"{file}: pins.{name} must be a list of pin numbers; put that right and repeat")
        return own


def _note(taker: bootfiles.Taker, used: Mapping[int, str]) -> str:
    """Which pins a line takes, what the box has there, and what becomes of it."""
    pins = [f"GPIO{pin}, {used[pin]}{f' (on a {where})' if where else ''}" for pin, where in taker.pins.items()]
    what = "it is put out of force" if taker.is_put_off else "take that line out, or give it another pin"
    how = " (see --shutdown-pin)" if taker.is_off_button else ""
    return f"{taker.line} takes {', and '.join(pins)}; {what}{how}"


def _is_pin(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _named(name: str, edit: Edit) -> Edit:
    def named(data: bytes) -> bytes:
        try:
            return edit(data)
        except Failed as failure:
            raise Failed(f"{name}: {failure}") from failure

    return named
