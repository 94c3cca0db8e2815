"""Sound: what the player finds, with the reason and what to do where there is none."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from ..sound.speaker import PLAYER
from .found import Finding, fail, ok, warn
from .parts import Parts

NAME = "sound"
PATIENCE_S = 20
UNHEARD = ("dummy", "disk")  # SDL's drivers for tests: nobody hears them
LIBRARY, PACKAGE = "libasound.so.2", "libasound2t64 (before Debian 13: libasound2)"  # SDL loads it by name
GROUP = "audio"  # who usually may use /dev/snd


def check(parts: Parts, ask: Callable[[], Sequence[str]] | None = None) -> list[Finding]:
    """`ask`: what the player says, line by line (sound/player.py)."""
    if not parts.sound_on:
        return [ok(NAME, "switched off: sound.on is false")]
    if ask is None and parts.running():
        return [warn(NAME, "held by mopsbox: the box is running; listen to it, or stop the box and check again")]
    return judged(parts, (ask or player)())


def player() -> list[str]:
    """What a player of our own says that is told nothing: it opens the card, reads the sounds and ends."""
    try:
        done = subprocess.run(PLAYER, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        return [f"none the sound card did not open within {PATIENCE_S} s"]
    return done.stdout.splitlines() or [f"none {(done.stderr.strip().splitlines() or ['the player broke off'])[-1]}"]


def judged(parts: Parts, said: Sequence[str], load: Callable[[str], object] = ctypes.CDLL) -> list[Finding]:
    """`said`: the player's lines. `load`: finds a library or raises OSError."""
    broken = [line.split()[1] for line in said if line.startswith("broken ")]
    found = [fail(NAME, f"cannot be read: {', '.join(broken)}; install mopsbox anew")] if broken else []
    word, _, rest = said[-1].partition(" ")
    if word != "open":
        return [*found, warn(NAME, f"no sound, the box plays silently: {rest}; {_advice(parts, load)}")]
    driver, rate, channels = rest.split()
    if driver in UNHEARD:
        return [*found, warn(NAME, f"SDL_AUDIODRIVER is {driver}, nobody hears that: unset it and check again")]
    named = cards(parts.root)
    through = f", cards: {', '.join(named)}" if named else ""
    return [*found, ok(NAME, f"{driver}, {int(rate) / 1000:g} kHz, {channels} channels{through}")]


def _advice(parts: Parts, load: Callable[[str], object]) -> str:
    """What to do where no sound card opens."""
    try:
        load(LIBRARY)
    except OSError:
        return f"{LIBRARY} is missing: sudo apt install {PACKAGE}"
    if driver := parts.env.get("SDL_AUDIODRIVER"):
        return f"SDL_AUDIODRIVER is {driver}: unset it and check again"
    if device := parts.env.get("AUDIODEV"):
        return f"AUDIODEV is {device}: aplay -L lists what there is"
    if cards(parts.root):
        return f"may you use the card? sudo usermod -aG {GROUP} $USER, then log in anew; or name another in AUDIODEV"
    return "no sound card found: plug one in, or set sound.on to false and the box says no more of it"


def cards(root: Path) -> list[str]:
    """The sound cards of this machine by the names that ALSA has for them."""
    try:
        return re.findall(r"^ *\d+ \[(\S+) *\]", (root / "proc/asound/cards").read_text(), re.MULTILINE)
    except OSError:
        return []
