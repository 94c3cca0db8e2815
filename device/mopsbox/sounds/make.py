"""Makes the box's sounds, all of them our own: `python -m mopsbox.sounds.make` writes them beside this file.

Eight voices, one a seat, as different as eight buzzers in the dark must be: each has its own pitch, its own rhythm and
its own character, and hints at the symbol of its seat. The rest is what the table does: dice, coasters, verdicts.
Loudness in dB below full scale (synth.loudness): a voice is what everybody must hear, the small ones only go along.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from .synth import (
    Samples,
    dying,
    finished,
    glide,
    hollow,
    levelled,
    line,
    mixed,
    noise,
    scaled,
    silence,
    squeezed,
    steady,
    struck,
    tone,
    wav,
)

VOICE, LOUD, SOFT, SMALL = -12.0, -14.0, -19.0, -24.0

REED = (1.0, 0.9, 0.8, 0.75, 0.7, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3, 0.28, 0.25, 0.22, 0.2)  # duck, throat
SQUARE = (1.0, 0.0, 0.4, 0.0, 0.25, 0.0, 0.18, 0.0, 0.12)
BRASS = (1.0, 0.7, 0.5, 0.35, 0.22, 0.14, 0.08)
BELL = ((1.0, 1.0), (2.32, 0.6), (3.11, 0.5), (4.25, 0.3))
WOOD = ((1.0, 1.0), (2.76, 0.35), (5.4, 0.12))
C5, E5, G5, C6, G4, A4, D5 = 523.25, 659.26, 783.99, 1046.5, 392.0, 440.0, 587.33


# --- the eight voices


def bell() -> Samples:
    """Seat 1, the circle: a bicycle bell, its clapper going round."""
    return mixed(*((0.055 * n, struck(0.42, 1480, 0.09, BELL)) for n in range(5)))


def duck() -> Samples:
    """Seat 2, the triangle: a beak that quacks twice."""

    def quack(seconds: float) -> Samples:
        level = line((0, 0), (0.015, 1), (0.6 * seconds, 0.8), (seconds, 0))
        throat = tone(seconds, glide(265, 205, seconds), level, REED)
        wide = line((0, 800), (0.04, 1250), (seconds, 950))
        return mixed((0, hollow(throat, wide, 160)), (0, scaled(hollow(throat, steady(2700), 300), 0.7)))

    return mixed((0, quack(0.15)), (0.2, quack(0.22)))


def horn() -> Samples:
    """Seat 3, the square: a car that hoots short and long."""

    def hoot(seconds: float) -> Samples:
        level = line((0, 0), (0.012, 1), (seconds - 0.02, 0.9), (seconds, 0))
        return mixed((0, tone(seconds, steady(466), level, SQUARE)), (0, tone(seconds, steady(587), level, SQUARE)))

    return mixed((0, hoot(0.1)), (0.15, hoot(0.3)))


def spring() -> Samples:
    """Seat 4, the cross: a spring between two sticks goes boing."""
    wobble = line((0, 9), (0.6, 26))
    twang = tone(0.62, lambda t: 165 * (1 + 0.03 * _wave(t, wobble(t))), steady(1), REED * 2)
    mouth = hollow(twang, lambda t: 1700 + 1000 * _wave(t, wobble(t)), 240)
    return levelled(squeezed(mouth, 3), dying(0.2))


def owl() -> Samples:
    """Seat 5, the moon: an owl, short and then long."""

    def hoo(seconds: float, low: float) -> Samples:
        level = line((0, 0), (0.05, 1), (0.6 * seconds, 0.9), (seconds, 0))
        pitch = line((0, low * 0.92), (0.3 * seconds, low), (seconds, low * 0.9))
        breath = hollow(noise(seconds, level, 5), steady(low), 90)
        return mixed((0, tone(seconds, pitch, level, (1.0, 0.12, 0.05))), (0, scaled(breath, 0.5)))

    return mixed((0, hoo(0.16, 375)), (0.21, hoo(0.38, 392)))


def whistle() -> Samples:
    """Seat 6, the heart: a slide whistle on its way up."""
    pitch = glide(820, 2350, 0.36)
    level = line((0, 0), (0.03, 0.8), (0.36, 1), (0.46, 0))
    shaken = tone(0.46, lambda t: pitch(t) * (1 + 0.012 * _wave(t, 14)), level, (1.0, 0.06, 0.08))
    return mixed((0, shaken), (0, scaled(hollow(noise(0.46, level, 6), pitch, 200), 0.25)))


def drops() -> Samples:
    """Seat 7, the drop: three of them into a pot."""

    def drop(pitch: float) -> Samples:
        return tone(0.13, glide(pitch, pitch * 2.3, 0.1), dying(0.035, 0.004), (1.0, 0.1))

    return mixed((0, drop(520)), (0.15, drop(720)), (0.27, drop(460)))


def pug() -> Samples:
    """Seat 8, the bone: a small dog with a short nose barks twice."""

    def bark(seconds: float, seed: int) -> Samples:
        level = line((0, 0), (0.008, 1), (0.05, 0.8), (seconds, 0))
        throat = tone(seconds, line((0, 230), (0.035, 390), (seconds, 180)), level, REED)
        breath = noise(seconds, level, seed)
        voice = mixed((0, throat), (0, scaled(breath, 0.9)))
        return mixed((0, hollow(voice, steady(560), 180)), (0, scaled(hollow(voice, steady(1350), 500), 0.35)))

    return mixed((0, bark(0.12, 81)), (0.22, bark(0.15, 82)))


# --- what the table does


def rattle() -> Samples:
    """Two dice tumble for a second and lie."""
    at, parts = 0.0, list[tuple[float, Samples]]()
    for n in range(24):
        parts.append((at, scaled(_knock(1500 + 340 * (n * 5 % 7), n + 1), 0.55 + 0.45 * (n * 3 % 4) / 3)))
        at += 0.018 + 0.0016 * n + 0.008 * (n * 7 % 3)
    landed = ((0.86, scaled(_knock(980, 40), 1.5)), (0.94, scaled(_knock(1120, 41), 1.3)))
    return mixed(*(part for part in parts if part[0] < 0.84), *landed)


def open_race() -> Samples:
    """The click at which the race is open."""
    return mixed((0, struck(0.09, 2200, 0.012, WOOD)), (0, scaled(_knock(3400, 9), 0.8)))


def early() -> Samples:
    """Pressed before the dice lay: two dull bumps."""
    bump = tone(0.09, glide(340, 225, 0.08), dying(0.03, 0.004), (1.0, 0.4, 0.2))
    return mixed((0, bump), (0.1, bump))


def right() -> Samples:
    """Four notes up."""
    return mixed(*((0.1 * n, struck(0.7, pitch, 0.16, WOOD)) for n, pitch in enumerate((C5, E5, G5, C6))))


def wrong() -> Samples:
    """A low buzz, twice."""
    level = line((0, 0), (0.01, 1), (0.15, 0.9), (0.18, 0))
    buzz = mixed(*((0, tone(0.18, steady(hz), level, REED[:9])) for hz in (138, 146)))
    return mixed((0, buzz), (0.22, buzz))


def countdown() -> Samples:
    """One of the last three seconds: a wood block."""
    return mixed((0, struck(0.12, 880, 0.025, WOOD)), (0, scaled(_knock(1800, 3), 0.4)))


def sigh() -> Samples:
    """Nobody: oh."""
    level = line((0, 0), (0.12, 1), (0.4, 0.7), (0.85, 0))
    voice = tone(0.85, glide(370, 215, 0.85), level, REED[:12])
    voice = mixed((0, voice), (0, scaled(noise(0.85, level, 7), 0.3)))
    return mixed(
        (0, hollow(voice, line((0, 700), (0.85, 420)), 120)), (0, scaled(hollow(voice, steady(950), 150), 0.4))
    )


def slide() -> Samples:
    """A coaster over the table."""
    level = line((0, 0), (0.1, 0.7), (0.3, 1), (0.36, 0))
    felt = hollow(noise(0.36, level, 11), line((0, 700), (0.36, 1900)), 700)
    return mixed((0, felt), (0.34, scaled(_knock(700, 12), 0.25)))


def flip() -> Samples:
    """Coasters turned over, one after the other."""
    return mixed(*((0.08 * n, scaled(_flick(20 + n), 1 - 0.06 * n)) for n in range(7)))


def shutter() -> Samples:
    """The photo finish is taken: a mirror goes up, a curtain down."""
    return mixed((0, _knock(1900, 41)), (0.012, scaled(_flick(42), 0.7)), (0.075, scaled(_knock(1300, 43), 0.8)))


def count() -> Samples:
    """Points that are counted up."""
    return mixed(*((0.06 * n, struck(0.12, 560 * 2 ** (n / 12), 0.03, WOOD)) for n in range(13)))


def climb() -> Samples:
    """A tile climbs up the queue, three rungs."""
    rung = (glide(pitch, pitch * 1.3, 0.1) for pitch in (350, 460, 605))
    return mixed(*((0.12 * n, tone(0.14, pitch, dying(0.05, 0.006), (1.0, 0.25, 0.1))) for n, pitch in enumerate(rung)))


def remark() -> Samples:
    """Somebody may have overlooked something: ding, dong."""
    return mixed((0, struck(0.5, A4 * 2, 0.12, BELL[:2])), (0.17, struck(0.6, A4 * 1.5, 0.15, BELL[:2])))


def tick() -> Samples:
    """A menu button, a card laid."""
    return struck(0.05, 1250, 0.01, WOOD[:2])


def leave() -> Samples:
    """Whoever was in is out: two notes down."""
    return mixed((0, struck(0.25, D5, 0.06, WOOD)), (0.12, struck(0.35, G4, 0.08, WOOD)))


def fanfare() -> Samples:
    """For the podium."""
    notes = ((0, G4, 0.13), (0.15, C5, 0.13), (0.3, E5, 0.13), (0.45, G5, 0.28), (0.75, E5, 0.13))
    parts = [(at, _blown(pitch, seconds)) for at, pitch, seconds in notes]
    return mixed(*parts, *((0.9, scaled(_blown(pitch, 0.75), 0.7)) for pitch in (C5, E5, G5, C6)))


def _wave(t: float, hz: float) -> float:
    """Once up and down `hz` times a second, in straight lines."""
    turn = t * hz % 1
    return 4 * abs(turn - 0.5) - 1


def _knock(hz: float, seed: int) -> Samples:
    """Something small and hard."""
    return hollow([*noise(0.004, line((0, 1), (0.004, 0)), seed), *silence(0.04)], steady(hz), 160)


def _flick(seed: int) -> Samples:
    """Cardboard let go."""
    return hollow(noise(0.05, dying(0.008, 0.001), seed), steady(2300), 900)


def _blown(pitch: float, seconds: float) -> Samples:
    level = line((0, 0), (0.02, 1), (0.07, 0.75), (seconds - 0.04, 0.7), (seconds, 0))
    return tone(seconds, line((0, pitch * 0.985), (0.025, pitch)), level, BRASS)


SOUNDS: dict[str, tuple[Callable[[], Samples], float]] = {
    "voice_1": (bell, VOICE),
    "voice_2": (duck, VOICE),
    "voice_3": (horn, VOICE),
    "voice_4": (spring, VOICE),
    "voice_5": (owl, VOICE + 2),
    "voice_6": (whistle, VOICE),
    "voice_7": (drops, VOICE),
    "voice_8": (pug, VOICE),
    "rattle": (rattle, LOUD - 2),
    "open": (open_race, SOFT),
    "early": (early, LOUD),
    "right": (right, LOUD),
    "wrong": (wrong, LOUD),
    "countdown": (countdown, SOFT),
    "sigh": (sigh, LOUD),
    "slide": (slide, SMALL),
    "flip": (flip, SMALL),
    "shutter": (shutter, SOFT),
    "count": (count, SOFT),
    "climb": (climb, SOFT),
    "remark": (remark, SOFT),
    "tick": (tick, SMALL),
    "leave": (leave, SOFT),
    "fanfare": (fanfare, LOUD),
}


def made(name: str) -> bytes:
    """The file of this sound."""
    make, db = SOUNDS[name]
    return wav(finished(make(), db))


def main(folder: Path) -> None:
    for name in SOUNDS:
        (folder / f"{name}.wav").write_bytes(made(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
