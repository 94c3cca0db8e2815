"""Who holds the sound card: `python -m mopsbox.sound.player [FOLDER]`, told by lines what to play.

In: `gain LEVEL FADE_MS`, how loud from now on (0 to 1) and how softly sounds begin; `play NAME NS`, asked for at that
CLOCK_MONOTONIC time. Out: `broken NAME WHY` for each sound that cannot be read, then `open DRIVER RATE CHANNELS`, or
`none WHY` when there is no sound or no more; then, and when nobody tells it anything any more, it ends.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pygame

from ..sounds.make import SOUNDS
from .cards import there

RATE, BITS, STEREO = 48_000, -16, 2  # what HDMI takes as it is; minus: signed
BUFFER = 512  # samples: a sound begins within 11 ms
AT_ONCE = 16  # sounds; eight buzzers may well be pressed together
LATE_NS = 300_000_000  # a sound that comes later than that says something that is over
FOLDER = Path(__file__).parents[1] / "sounds"

Tell = Callable[..., None]


class Silent(Exception):
    """There is no sound, or no more."""


class Player:
    """Opens the card and reads every sound. Raises Silent. `cards`: the sound cards there are just now."""

    def __init__(self, folder: Path, tell: Tell, cards: Callable[[], frozenset[str]] | None = None) -> None:
        try:
            pygame.mixer.init(RATE, BITS, STEREO, BUFFER, allowedchanges=0)
        except pygame.error as error:
            raise Silent(str(error)) from error
        driver = pygame.mixer.get_driver()
        # A sound server minds its cards itself; without one a card that is pulled out takes the sound along.
        self._cards = cards or (there if driver == "alsa" else frozenset)
        self._had = self._cards()
        pygame.mixer.set_num_channels(AT_ONCE)
        self._fade_ms = 0
        self._sounds = dict(read(folder, tell))
        rate, _, channels = pygame.mixer.get_init() or (0, 0, 0)
        tell("open", driver, rate, channels)

    def do(self, order: str) -> None:
        """One line. Raises Silent when the card is gone. What it does not know, it does not do."""
        match order.split():
            case ["gain", level, fade_ms]:
                self._fade_ms = int(fade_ms)
                for sound in self._sounds.values():
                    sound.set_volume(float(level))
            case ["play", name, asked] if time.monotonic_ns() - int(asked) < LATE_NS:
                if not self._had <= self._cards():
                    raise Silent("the sound card is gone")
                if name in self._sounds:
                    pygame.mixer.find_channel(force=True).play(self._sounds[name], fade_ms=self._fade_ms)


def read(folder: Path, tell: Tell) -> Iterable[tuple[str, pygame.mixer.Sound]]:
    """Every sound that can be read, silent until somebody says how loud."""
    for name in SOUNDS:
        try:
            sound = pygame.mixer.Sound(folder / f"{name}.wav")
        except (pygame.error, OSError) as error:
            tell("broken", name, error)
            continue
        sound.set_volume(0)
        yield name, sound


def told(*words: object) -> None:
    """A line for whoever started this, who may be gone."""
    print(*(" ".join(str(word).split()) for word in words), flush=True)


def main(folder: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the box, and with it what it tells
    try:
        player = Player(folder, told)
        for order in sys.stdin:
            player.do(order)
    except Silent as silent:
        told("none", silent)
    finally:
        pygame.mixer.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
