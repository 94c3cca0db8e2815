"""The machine a check was made on, for a report that says what was tried where (facts/hardware.md, Bring-up 7)."""

from __future__ import annotations

import hashlib
import platform
import re
from pathlib import Path

from .. import __version__
from ..wiring import Contact, Wiring
from .parts import Parts

MODELS = ("proc/device-tree/model", "sys/devices/virtual/dmi/id/product_name")  # a Pi says it here, a PC there
DIGITS = 12  # of the pins' hash: enough to tell two boxes' pins apart


def machine(parts: Parts) -> dict[str, str | None]:
    """`model`, `os`, `kernel`, `python`, `mopsbox` (versions), `profile` (the setting buzzers.profile) and `pins`: the
    hash of the pins in force, None where they cannot be read."""
    return {
        "model": next((told for file in MODELS if (told := _text(parts.root / file))), platform.machine()),
        "os": system(_text(parts.root / "etc/os-release")) or platform.system(),
        "kernel": platform.release(),
        "python": platform.python_version(),
        "mopsbox": __version__,
        "profile": parts.profile,
        "pins": pins(parts.wiring) if isinstance(parts.wiring, Wiring) else None,
    }


def system(release: str) -> str:
    """The name in an os-release file, "" without one."""
    found = re.search(r"^PRETTY_NAME=(['\"]?)(.*)\1$", release, re.MULTILINE)
    return found[2] if found else ""


def pins(wiring: Wiring) -> str:
    """The same for two boxes exactly if all their pins, polarities and pulls are."""
    lines = [f"buzzer {seat} {_told(contact)}" for seat, contact in sorted(wiring.buzzers.items())]
    lines += [f"lamp {seat} {pin}" for seat, pin in sorted(wiring.lamps.items())]
    lines += [f"button {name} {_told(contact)}" for name, contact in sorted(wiring.buttons.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _told(contact: Contact) -> str:
    return f"{contact.pin} {'low' if contact.active_low else 'high'} {contact.bias}"


def _text(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip("\0 \n")
    except OSError:
        return ""
