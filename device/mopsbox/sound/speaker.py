"""The box's side of the sound: tells the player what to play, and the table when there is none."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from ..table import Seat, Sound
from .cards import there

NIGHT_GAIN = 0.25  # 12 dB less
NIGHT_FADE_MS = 40  # and no sound begins with a start
QUIETEST = 0.008  # just above the mixer's smallest step, 1/128: what is not nought per cent is not silent
PATIENCE_S = 5.0  # for a card to open; one that takes longer hangs
ENDS_S = 1.0  # for a player that is no more needed
LOOK_EVERY_S = 2.0  # for a card that is plugged in, while there is none
LIVED_S = 10.0  # a player that ends sooner is not started again by itself: it would end again
SAMPLE = Sound("voice", Seat(1))  # how loud it is now, for who changes it

NO_SOUND, BROKEN = "no-sound", "sound-bad"  # words of the vocabulary
PLAYER = (sys.executable, "-m", "mopsbox.sound.player")


def gain(volume: int, night: bool) -> float:
    """What samples are multiplied with at `volume` per cent. Its square: loudness is heard in ratios, so half of the
    way is heard as about half as loud (-12 dB), and the steps of the buttons sound alike."""
    level = (volume / 100) ** 2 * (NIGHT_GAIN if night else 1)
    return max(QUIETEST, level) if volume else 0.0


class Speaker:
    """`on`, `volume` (per cent), `night`: the settings. `tell(source, word)`: for the table's notices, an empty word
    ends one; `log`: the reasons. `player`: the command that plays. Everything returns at once, whatever the card
    does; `play` and `change` come from one thread."""

    def __init__(
        self,
        on: bool,
        volume: int,
        night: bool,
        tell: Callable[[str, str], None],
        log: Callable[[str], None],
        player: Sequence[str] = PLAYER,
        cards: Callable[[], frozenset[str]] = there,
    ) -> None:
        self.on, self.volume, self.night = on, volume, night
        self._tell, self._log, self._command, self._cards = tell, log, player, cards
        self._lock = threading.Lock()  # around the player's ear, which another thread opens and closes
        self._ear: IO[bytes] | None = None
        self._open = self._sample = self._over = False
        self._wrong: dict[str, str] = {}  # what the table would be told, by source; while there is to be sound it is
        self._asked = threading.Event()
        self._thread: threading.Thread | None = None
        self._player: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Once the first picture stands: nobody waits for the sound."""
        if self.on and self._thread is None:
            self._thread = threading.Thread(target=self._tend, name="sound", daemon=True)
            self._thread.start()

    def play(self, sound: Sound) -> None:
        """Now, or never: what cannot be played at once is not played."""
        if self.on and self.volume:
            name = f"voice_{sound.seat}" if sound.name == "voice" else sound.name
            self._say(f"play {name} {time.monotonic_ns()}")

    def change(self, key: str, value: object) -> None:
        """A setting `sound.*` was changed: it holds at once and is heard. Who asks for sound where there was none has
        it tried again."""
        if key not in ("sound.on", "sound.volume", "sound.night"):
            return
        with self._lock:
            setattr(self, key.removeprefix("sound."), value)
            if key == "sound.on":  # nobody misses what is off
                for source, word in self._wrong.items():
                    self._tell(source, word if self.on else "")
        self.start()
        self._asked.set()
        with self._lock:
            is_open = self._open
            self._sample = not is_open
        self._loud()
        if is_open:
            self.play(SAMPLE)

    def close(self) -> None:
        """At the end of the evening; returns once the player has ended."""
        self._over = True
        self._asked.set()
        with self._lock:
            playing = self._open
            self._hang_up()
        if self._thread:
            self._thread.join(ENDS_S if playing else 0)
            if self._player:
                self._player.kill()  # it hangs, or would open its card first and then hear that nobody is there
            self._thread.join(ENDS_S)

    # -- to the player

    def _loud(self) -> None:
        level = gain(self.volume, self.night) if self.on else 0.0
        self._say(f"gain {level:.4f} {NIGHT_FADE_MS if self.night else 0}")

    def _say(self, line: str) -> None:
        with self._lock, suppress(OSError):  # full or nobody there: silent
            if self._ear:
                os.write(self._ear.fileno(), f"{line}\n".encode())

    def _hang_up(self) -> None:
        ear, self._ear, self._open = self._ear, None, False
        if ear:
            with suppress(OSError):
                ear.close()

    # -- the thread that looks after the player

    def _tend(self) -> None:
        while not self._over:
            began = time.monotonic()
            cards = self._cards()
            self._asked.clear()
            was_open = self._one_player()
            if self._over or (was_open and time.monotonic() - began > LIVED_S):
                continue  # its card is gone or it broke: perhaps another one plays
            while not self._asked.wait(LOOK_EVERY_S) and self._cards() == cards:
                pass

    def _one_player(self) -> bool:
        """One player's life. Did it ever play?"""
        pipe = subprocess.PIPE
        try:
            player = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        except OSError as error:
            self._silent(f"the player does not start: {error.strerror}")
            return False
        assert player.stdin and player.stdout
        self._player = player
        with player.stdout:
            with self._lock:
                os.set_blocking(player.stdin.fileno(), False)
                self._ear = player.stdin
                if self._over:
                    self._hang_up()
            was_open = self._listen(player.stdout)
        with self._lock:
            self._hang_up()
        player.kill()
        player.wait()
        return was_open

    def _listen(self, mouth: IO[bytes]) -> bool:
        """What the player says, until it ends; one that never opens its card is given up."""
        was_open, why, broken = False, "the player broke off", list[str]()
        if not select.select([mouth], [], [], PATIENCE_S)[0]:
            self._silent(f"the sound card did not open within {PATIENCE_S:.0f} s")
            return False
        for line in mouth:
            word, _, rest = line.decode(errors="replace").strip().partition(" ")
            match word:
                case "broken":
                    broken.append(rest)
                case "open":
                    was_open = True
                    self._opened(rest, broken)
                case "none":
                    why = rest
        if not self._over:
            self._silent(why)
        return was_open

    def _opened(self, how: str, broken: Sequence[str]) -> None:
        self._log(f"sound: {how}")
        for each in broken:
            self._log(f"sound not read: {each}; install the box again")
        self._found("sound", "")
        self._found("sound-file", BROKEN if broken else "")
        with self._lock:
            self._open, sample, self._sample = True, self._sample, False
        self._loud()
        if sample:
            self.play(SAMPLE)

    def _silent(self, why: str) -> None:
        self._log(f"no sound: {why}; mopsbox check says what to do")
        self._found("sound", NO_SOUND)

    def _found(self, source: str, word: str) -> None:
        with self._lock:
            self._wrong[source] = word
            if self.on:
                self._tell(source, word)
