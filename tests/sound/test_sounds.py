"""The sounds themselves: made by our script, told apart, equally loud, without clicks. Measured: ears are no test."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from mopsbox.sounds import make, synth
from tests.sound import ears

FOLDER = Path(make.__file__).parent
VOICES = [f"voice_{seat}" for seat in range(1, 9)]
LEAST_COLOUR, LEAST_APART = 6.0, 13.0  # dB between two voices: spectrum alone, spectrum and rhythm


@cache
def heard(name: str) -> list[float]:
    rate, samples = ears.read((FOLDER / f"{name}.wav").read_bytes())
    assert rate == synth.RATE
    return samples


@cache
def colour(name: str) -> list[float]:
    return ears.colour(heard(name), synth.RATE)


def test_what_is_shipped_is_what_the_script_makes_byte_for_byte(tmp_path: Path) -> None:
    make.main(tmp_path)
    shipped = {file.name: file.read_bytes() for file in FOLDER.glob("*.wav")}
    assert shipped == {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(VOICES) <= {Path(name).stem for name in shipped}


def test_all_of_it_is_small() -> None:
    sizes = [file.stat().st_size for file in FOLDER.glob("*.wav")]
    assert sum(sizes) < 1_000_000 and max(sizes) < 100_000


@pytest.mark.parametrize("name", sorted(make.SOUNDS))
def test_a_sound_begins_and_ends_in_silence_and_never_clips(name: str) -> None:
    samples = heard(name)
    quarter_ms = synth.RATE // 4000
    assert samples[0] == samples[-1] == 0
    assert max(map(abs, samples[:quarter_ms] + samples[-quarter_ms:])) < 0.1
    assert 0.05 < max(map(abs, samples)) <= 0.9
    assert abs(sum(samples) / len(samples)) < 0.005, "it pushes the loudspeaker to one side"


def test_every_two_voices_differ_in_colour_and_in_rhythm() -> None:
    rhythms = {name: ears.rhythm(heard(name), synth.RATE) for name in VOICES}
    near = {}
    for a, b in combinations(VOICES, 2):
        told, beat = ears.apart(colour(a), colour(b)), ears.apart(rhythms[a], rhythms[b])
        if told < LEAST_COLOUR or told + beat < LEAST_APART:
            near[a, b] = (told, beat)
    assert not near


@pytest.mark.parametrize("name", VOICES)
def test_a_voice_is_known_again_from_a_loudspeaker_that_is_a_little_off(name: str) -> None:
    """Half a tone lower and slower, without what is below 300 Hz or above 5 kHz: by far the nearest is still itself."""
    other = [*heard(name), 0.0]
    places = [n / 1.06 for n in range(int(1.06 * len(heard(name))))]
    slow = [other[int(p)] * (1 - p % 1) + other[int(p) + 1] * (p % 1) for p in places]
    small = slice(3, 15)  # thirds of an octave
    seen = ears.colour(slow, synth.RATE)[small]
    beat = ears.rhythm(slow, synth.RATE)
    far = {
        known: ears.apart(seen, colour(known)[small]) + ears.apart(beat, ears.rhythm(heard(known), synth.RATE))
        for known in VOICES
    }
    own = far.pop(name)
    assert own < 0.7 * min(far.values()), (own, far)


def test_no_voice_is_louder_than_another_and_every_small_sound_is_softer_than_all() -> None:
    """A buzzer must not win by being loud. Measured by another curve than the one the script levels with."""
    loud = {name: ears.loudness(heard(name), synth.RATE) for name in make.SOUNDS}
    voices = [loud[name] for name in VOICES]
    assert max(voices) - min(voices) < 5
    small = {name for name, (_, db) in make.SOUNDS.items() if db == make.SMALL}
    assert {"tick", "slide"} <= small
    assert all(loud[name] < min(voices) - 6 for name in small)
    assert max(loud.values()) < max(voices) + 1


def test_the_dice_are_still_when_the_race_opens() -> None:
    """The click that opens it stands alone (the tumble lasts a second)."""
    assert len(heard("rattle")) / synth.RATE < 1.0


def test_the_script_knows_no_chance() -> None:
    text = "".join((FOLDER / file).read_text() for file in ("make.py", "synth.py"))
    assert not re.search(r"\b(import|from) (random|secrets|time)\b", text)
