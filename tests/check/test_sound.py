"""The self-check's line about the sound: what plays, or why nothing does and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from mopsbox import wiring
from mopsbox.check import sound
from mopsbox.check.parts import OURS, Parts

OPEN = "open alsa 48000 2"
NONE = "none ALSA: Couldn't open audio device"
CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""


def parts(root: Path, env: Mapping[str, str] | None = None, on: bool = True) -> Parts:
    return Parts("auto", wiring.read("pi"), None, root, sound_on=on, root=root, env=env or {})


def with_cards(root: Path) -> Path:
    (root / "proc" / "asound").mkdir(parents=True)
    (root / "proc" / "asound" / "cards").write_text(CARDS)
    return root


def told(parts: Parts, *said: str, libraries: bool = True) -> Sequence[tuple[str, str]]:
    def load(name: str) -> None:
        if not libraries:
            raise OSError(name)

    return [(found.status, found.says) for found in sound.judged(parts, said, load)]


def test_what_plays_is_named_with_its_cards(tmp_path: Path) -> None:
    assert told(parts(with_cards(tmp_path)), OPEN) == [("OK", "alsa, 48 kHz, 2 channels, cards: vc4hdmi0, Headphones")]


def test_a_sound_that_cannot_be_read_is_a_fault_and_the_rest_is_told_too(tmp_path: Path) -> None:
    (broken, rest) = told(parts(tmp_path), "broken open no such file", "broken voice_3 no wave", OPEN)
    assert broken == ("FAIL", "cannot be read: open, voice_3; install mopsbox anew")
    assert rest[0] == "OK"


@pytest.mark.parametrize(
    ("env", "cards", "libraries", "advice"),
    [
        ({}, False, True, "plug one in, or set sound.on to false"),
        ({}, True, True, "sudo usermod -aG audio $USER"),
        ({"AUDIODEV": "hw:9"}, True, True, "AUDIODEV is hw:9: aplay -L"),
        ({"SDL_AUDIODRIVER": "oss"}, True, True, "SDL_AUDIODRIVER is oss: unset it"),
        ({}, True, False, "sudo apt install libasound2t64"),
    ],
)
def test_without_sound_the_box_works_and_the_line_says_what_to_do(
    tmp_path: Path, env: Mapping[str, str], cards: bool, libraries: bool, advice: str
) -> None:
    if cards:
        with_cards(tmp_path)
    ((status, says),) = told(parts(tmp_path, env), NONE, libraries=libraries)
    assert status == "WARN" and "plays silently: ALSA: Couldn't open audio device; " in says and advice in says


def test_a_driver_for_tests_is_no_sound(tmp_path: Path) -> None:
    ((status, says),) = told(parts(tmp_path), "open dummy 48000 2")
    assert status == "WARN" and "SDL_AUDIODRIVER is dummy" in says


def test_switched_off_nobody_asks_the_card(tmp_path: Path) -> None:
    (found,) = sound.check(parts(tmp_path, on=False), lambda: pytest.fail("it was asked"))
    assert found.status == "OK" and "sound.on" in found.says


def test_a_box_that_runs_has_the_card(tmp_path: Path) -> None:
    class Held:
        def holder(self, pin: int) -> str:
            return OURS

    (found,) = sound.check(Parts("pi", wiring.read("pi"), Held(), tmp_path, root=tmp_path, env={}))
    assert found.status == "WARN" and "the box is running" in found.says


def test_the_real_player_answers_and_one_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert sound.player() == ["open dummy 48000 2"]
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    (line,) = sound.player()
    assert line.startswith("none ") and "nothing-of-the-kind" in line
    monkeypatch.setattr(sound, "PLAYER", ("sleep", "600"))
    monkeypatch.setattr(sound, "PATIENCE_S", 0.2)
    assert sound.player() == ["none the sound card did not open within 0.2 s"]
