"""What really comes out: a player of its own with SDL's disk driver for a sound card."""

from __future__ import annotations

import array
import operator
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest

from mopsbox.sound import player
from mopsbox.sound.speaker import NIGHT_FADE_MS, gain
from tests.sound.tape import Tape, peak
from tests.waiting import eventually

AHEAD = 60_000_000_000  # orders are stamped a minute ahead: on a busy machine none of them comes too late


@pytest.fixture
def tape(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tape:
    return Tape(monkeypatch, tmp_path)


@contextmanager
def running(folder: Path = player.FOLDER) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "mopsbox.sound.player", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def said(process: subprocess.Popen[str]) -> list[str]:
    """Its lines until it plays or gives up."""
    assert process.stdout
    lines = list[str]()
    for line in process.stdout:
        lines.append(line.strip())
        if line.startswith(("open", "none")):
            break
    return lines


def order(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin
    for line in lines:
        print(line.replace("NOW", str(time.monotonic_ns() + AHEAD)), file=process.stdin, flush=True)


def test_it_plays_at_48_khz_with_a_small_buffer_and_says_so(tape: Tape) -> None:
    with running() as process:
        assert said(process) == ["open disk 48000 2"]
    assert player.BUFFER / player.RATE < 0.011


def test_at_full_volume_every_sample_comes_out_as_it_is(tape: Tape) -> None:
    with running() as process:
        said(process)
        order(process, "gain 1 0", "play voice_3 NOW")
        eventually(lambda: tape.times("voice_3"))
    assert tape.voices() == {3: 1}


def test_eight_pressed_together_are_all_heard(tape: Tape) -> None:
    """Nobody's voice is left out because others sound already, not even with the dice: the tape is the sum of all."""
    names = [*(f"voice_{seat}" for seat in range(1, 9)), "rattle"]
    parts = [[int(x * 12 / 128) for x in array.array("h", tape.sounds[name])[::2]] for name in names]
    with running() as process:
        said(process)
        order(process, "gain 0.1 0", *(f"play {name} NOW" for name in names))
        eventually(lambda: any(array.array("h", tape.heard())))
        length = len(tape.heard())
        eventually(lambda: len(tape.heard()) > length + 4 * 2 * player.RATE and tape.still())
    heard = array.array("h", tape.heard())[::2]
    first = next(n for n, x in enumerate(heard) if x) // player.BUFFER * player.BUFFER
    together = [0] * len(heard)
    for part in parts:
        begins = max(range(first, first + 40 * player.BUFFER, player.BUFFER), key=lambda at: alike(part, heard[at:]))
        for n, x in enumerate(part, begins):
            together[n] += x
    assert [n for n, x in enumerate(heard) if x != together[n]][:1] == []


def alike(part: list[int], heard: array.array[int]) -> int:
    """How much of it is in what is heard, if it begins there: a sound begins where the mixer's buffer does."""
    return sum(map(operator.mul, part, heard))


@pytest.mark.parametrize(("volume", "level"), [(50, 1 / 4), (1, 1 / 128)])
def test_the_gain_holds_for_what_is_played_and_for_what_sounds_already(tape: Tape, volume: int, level: float) -> None:
    whole = peak(array.array("h", tape.sounds["fanfare"]))
    with running() as process:
        said(process)
        order(process, f"gain {gain(volume, night=False)} 0", "play fanfare NOW")
        eventually(lambda: len(tape.left()) > 60_000)
        assert abs(peak(tape.left()) - whole * level) <= 1
        order(process, "play fanfare NOW", "gain 0 0")
        length = len(tape.left())
        eventually(lambda: len(tape.left()) > length + 100_000)
    assert peak(tape.left()[length + 60_000 :]) == 0, "it would have lasted 79,000 samples"


def test_at_night_a_bark_begins_without_a_start(tape: Tape) -> None:
    """The softest of four: a mixer that is held up skips a part of the beginning."""

    def beginning(fade_ms: int) -> float:
        with running() as process:
            said(process)
            order(process, f"gain 1 {fade_ms}")
            began = list[float]()
            for _ in range(4):
                length = len(tape.heard())
                order(process, "play voice_8 NOW")
                eventually(lambda length=length: any(tape.heard()[length:]) and tape.still())
                barked = array.array("h", tape.heard()[length:])[::2]
                first = next(n for n, x in enumerate(barked) if x)
                began.append(peak(barked[first : first + 480]))  # 10 ms
        return min(began)

    assert beginning(NIGHT_FADE_MS) < 0.35 * beginning(0)


def test_what_was_asked_for_too_long_ago_is_not_played_any_more(tape: Tape) -> None:
    with running() as process:
        said(process)
        old = time.monotonic_ns() - player.LATE_NS
        order(process, "gain 1 0", f"play voice_1 {old}", "nonsense", "play", "play nothing NOW", "play voice_2 NOW")
        eventually(lambda: tape.times("voice_2"))
    assert tape.voices() == {2: 1}


def test_it_ends_with_whoever_told_it(tape: Tape) -> None:
    with running() as process:
        said(process)
        assert process.stdin
        process.stdin.close()
        assert process.wait(20) == 0


def test_without_a_sound_card_it_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    with running() as process:
        (line,) = said(process)
        assert line.startswith("none ") and "nothing-of-the-kind" in line
        assert process.wait(20) == 0


@pytest.mark.parametrize(
    "content", [None, b"", b"RIFF", b"no wave at all" * 100], ids=["gone", "empty", "cut", "other"]
)
def test_a_broken_sound_is_named_and_the_others_play(tape: Tape, tmp_path: Path, content: bytes | None) -> None:
    folder = shutil.copytree(player.FOLDER, tmp_path / "sounds")
    (folder / "voice_1.wav").unlink()
    if content is not None:
        (folder / "voice_1.wav").write_bytes(content)
    with running(folder) as process:
        broken, is_open = said(process)
        assert broken.startswith("broken voice_1 ") and is_open.startswith("open")
        order(process, "gain 1 0", "play voice_1 NOW", "play voice_2 NOW")
        eventually(lambda: tape.times("voice_2"))
    assert tape.voices() == {2: 1}


def test_a_card_that_is_pulled_out_is_missed_at_the_next_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    cards = {"controlC0", "controlC1"}
    try:
        playing = player.Player(player.FOLDER, lambda *words: None, lambda: frozenset(cards))
        cards.add("controlC2")
        playing.do(f"play tick {time.monotonic_ns()}")  # one more does no harm
        cards.remove("controlC1")
        with pytest.raises(player.Silent, match="gone"):
            playing.do(f"play tick {time.monotonic_ns()}")
    finally:
        pygame.mixer.quit()
