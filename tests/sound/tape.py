"""A tape for a sound card: SDL's disk driver writes what would be heard, and the tests find sounds on it."""

from __future__ import annotations

import array
from pathlib import Path

import pygame
import pytest

from mopsbox.sound import player
from mopsbox.sounds.make import SOUNDS


class Tape:
    """Players started from now on write to it, in time, 48 kHz and two channels."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.file = folder / "tape.raw"
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        self.sounds = as_mixed()
        monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
        monkeypatch.setenv("SDL_DISKAUDIOFILE", str(self.file))

    def heard(self) -> bytes:
        """What has been played so far, in whole frames."""
        data = self.file.read_bytes() if self.file.exists() else b""
        return data[: len(data) // 4 * 4]

    def times(self, name: str, between: tuple[float, float] = (0, 10)) -> int:
        """How often all of this sound, or what of it lies between two seconds, was played sample for sample: at full
        volume and with nothing else in it."""
        first, last = (round(s * player.RATE) * 4 for s in between)
        return self.heard().count(self.sounds[name][first:last].strip(b"\0"))

    def voices(self) -> dict[int, int]:
        """How often which voice was played."""
        found = {seat: self.times(f"voice_{seat}") for seat in range(1, 9)}
        return {seat: times for seat, times in found.items() if times}

    def still(self) -> bool:
        """Has nothing been heard for the last fifth of a second?"""
        return not any(self.heard()[-player.RATE // 5 * 4 :])

    def left(self) -> array.array[int]:
        """The left channel from its first sound on."""
        left = array.array("h", self.heard())[::2]
        return left[next((n for n, x in enumerate(left) if x), len(left)) :]


def as_mixed() -> dict[str, bytes]:
    """Every sound as the mixer plays it."""
    pygame.mixer.init(player.RATE, player.BITS, player.STEREO, player.BUFFER, allowedchanges=0)
    try:
        return {name: pygame.mixer.Sound(player.FOLDER / f"{name}.wav").get_raw() for name in SOUNDS}
    finally:
        pygame.mixer.quit()


def peak(samples: array.array[int]) -> int:
    return max(map(abs, samples), default=0)
