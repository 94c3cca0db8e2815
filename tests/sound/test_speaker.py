"""The box's side: it tells the player, minds it, and goes on silently whatever becomes of it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from mopsbox.sound import player, speaker
from mopsbox.sound.speaker import Speaker, gain
from mopsbox.stage import Notice
from mopsbox.table import Seat, Setting, Sound
from tests.real_box import RealBox
from tests.sound.tape import Tape, peak
from tests.waiting import PATIENCE, eventually

NOTES = """
import sys
print("open", "notes", flush=True)
with open(sys.argv[1], "w") as file:
    for line in sys.stdin:
        print(line, end="", file=file, flush=True)
"""  # a player that writes down what it is told
MUTE = (sys.executable, "-c", "import time; time.sleep(600)")  # a card that hangs: it never opens, hears nothing


@dataclass
class Heard:
    """What the table is told, and the log."""

    notices: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    speakers: list[Speaker] = field(default_factory=list)

    def speaker(self, on: bool = True, volume: int = 100, night: bool = False, **parts: Any) -> Speaker:
        made = Speaker(on, volume, night, self.notices.__setitem__, self.log.append, **parts)
        self.speakers.append(made)
        made.start()
        return made

    def until_open(self, times: int = 1) -> None:
        eventually(lambda: sum(line.startswith("sound: ") for line in self.log) == times)


@pytest.fixture
def heard() -> Iterator[Heard]:
    heard = Heard()
    yield heard
    for each in heard.speakers:
        each.close()
        assert each._thread is None or not each._thread.is_alive()
        assert each._player is None or each._player.poll() is not None


@pytest.fixture
def tape(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tape:
    return Tape(monkeypatch, tmp_path)


# --- at the box


def settings(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "mopsbox").mkdir()
    (folder / "mopsbox" / "config.toml").write_text(text)


def test_whose_buzzer_is_pressed_is_heard_by_the_own_voice(
    tape: Tape, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings(monkeypatch, tmp_path, "[sound]\nvolume = 100\n")
    with RealBox() as box:
        eventually(lambda: box.live.speaker._open)
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        for seat in (2, 7):
            box.tap(seat)
            box.until(lambda seat=seat: tape.times(f"voice_{seat}") == 1)
        box.key("ok")
        box.until(lambda: box.box.mode == "game" and box.box.play.mode == "fill")
        box.key("ok")
        box.until(lambda: box.box.play.mode == "race" and tape.still())
        box.tap(7)
        box.until(lambda: tape.times("voice_7") == 2)
        assert box.notices() == []
    assert tape.voices() == {2: 1, 7: 2}
    assert tape.times("rattle", between=(0.5, 0.8)) == 1  # before, the coasters slide; after it, the race may open


def test_a_box_without_a_sound_card_says_so_and_plays_on_until_there_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings(monkeypatch, tmp_path, "[sound]\nvolume = 50\n")
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    with RealBox() as box:
        box.until(lambda: box.notices() == [("no-sound", None)])
        box.tap(1)
        for seat in (1, 2):
            box.until(lambda: box.box.mode == "lobby")
            box.tap(seat)
        box.until(lambda: box.box.lobby.joined == (1, 2))
        monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
        box.live.loop.setting(Setting("sound.volume", 80))  # somebody looks for the sound in the settings
        box.until(lambda: box.notices() == [])


def test_a_player_that_hangs_delays_neither_lamp_nor_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with RealBox() as box:
        eventually(lambda: box.live.speaker._open)
        assert box.live.speaker._player
        os.kill(box.live.speaker._player.pid, signal.SIGSTOP)
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        for _ in range(4000):  # more than a pipe holds
            box.live.speaker.play(Sound("tick"))
        box.tap(3)
        box.until(lambda: box.box.lobby.joined == (3,) and box.lamp(3) == 1)


def test_the_warning_ends_at_the_box_with_the_sound_and_comes_back_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")

    def said(box: RealBox) -> bool:
        return ("sound", Notice("no-sound")) in box.box.notices

    with RealBox() as box:
        box.until(lambda: said(box))
        for on in (False, True, False):
            box.live.speaker.change("sound.on", on)
            box.until(lambda on=on: said(box) == on)


def test_the_first_picture_stands_before_anybody_looks_for_a_sound_card(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, box = list[int](), RealBox()
    begin = Speaker.start
    monkeypatch.setattr(Speaker, "start", lambda self: (pictures.append(box.screen.pictures), begin(self))[1])
    with box:
        box.until(lambda: pictures)
    assert pictures[0] >= 1


# --- how loud


def test_per_cent_are_steps_as_ears_hear_them() -> None:
    assert [gain(volume, night=False) for volume in (100, 50, 10)] == [1, 0.25, pytest.approx(0.01)]
    assert gain(0, night=False) == gain(0, night=True) == 0
    assert [gain(volume, night=True) for volume in (100, 50)] == [0.25, 0.0625]
    assert all(gain(n, night) <= gain(n + 1, night) for n in range(100) for night in (True, False))
    assert all(int(gain(n, night) * 128) >= 1 for n in range(1, 101) for night in (True, False)), "the mixer's step"


def test_at_night_the_player_is_told_a_quarter_of_the_level_and_a_soft_beginning(heard: Heard, tmp_path: Path) -> None:
    def told(night: bool) -> tuple[float, int]:
        file = tmp_path / f"night-{night}"
        box = heard.speaker(night=night, player=(sys.executable, "-c", NOTES, str(file)))
        box.change("sound.volume", 50)  # is heard as soon as there is a player
        eventually(lambda: file.exists() and "play voice_1 " in file.read_text())
        word, level, fade_ms = file.read_text().splitlines()[0].split()
        assert word == "gain"
        return float(level), int(fade_ms)

    assert told(night=False) == (0.25, 0)
    level, fade_ms = told(night=True)
    assert level == 0.25 / 4
    assert fade_ms >= 30, "shorter, a bark still begins with a start (test_player plays one)"


def test_a_change_holds_at_once_and_is_heard(tape: Tape, heard: Heard) -> None:
    box = heard.speaker(volume=100)
    heard.until_open()
    box.change("sound.volume", 50)
    whole = max(map(abs, samples_of(tape, "voice_1")))
    eventually(lambda: len(tape.left()) > 40_000)
    assert abs(peak(tape.left()) - whole / 4) <= 1
    box.change("screen.language", "en")  # none of its business
    box.change("sound.on", False)
    box.play(Sound("voice", Seat(2)))
    box.change("sound.volume", 100)
    length = len(tape.left())
    eventually(lambda: len(tape.left()) > length + 48_000)
    assert peak(tape.left()[-40_000:]) == 0
    box.change("sound.on", True)
    eventually(lambda: tape.times("voice_1") == 1)
    assert tape.voices() == {1: 1}


def test_what_sounds_falls_silent_when_it_is_turned_off(tape: Tape, heard: Heard) -> None:
    box = heard.speaker()
    heard.until_open()
    box.play(Sound("fanfare"))
    eventually(lambda: len(tape.left()) > 4_000)
    box.change("sound.on", False)
    eventually(lambda: len(tape.left()) > 60_000)  # it lasts 1.65 s
    assert peak(tape.left()[:4_000]) > 1000 and peak(tape.left()[50_000:]) == 0


def samples_of(tape: Tape, name: str) -> list[int]:
    data = tape.sounds[name]
    return [int.from_bytes(data[n : n + 2], "little", signed=True) for n in range(0, len(data), 4)]


def test_who_begins_with_the_sound_off_can_turn_it_on(tape: Tape, heard: Heard) -> None:
    box = heard.speaker(on=False)
    box.play(Sound("open"))
    assert box._thread is None and heard.log == []
    box.change("sound.on", True)
    eventually(lambda: tape.times("voice_1") == 1)


# --- what goes wrong


def test_broken_sounds_are_one_notice_and_a_line_each_in_the_log(heard: Heard, tmp_path: Path) -> None:
    folder = shutil.copytree(player.FOLDER, tmp_path / "sounds")
    (folder / "open.wav").unlink()
    (folder / "right.wav").write_bytes(b"")
    heard.speaker(player=(*speaker.PLAYER, str(folder)))
    heard.until_open()
    eventually(lambda: heard.notices.get("sound-file") == "sound-bad")
    assert [line.split()[3] for line in heard.log if "not read" in line] == ["open", "right"]
    assert heard.notices["sound"] == ""


def test_a_player_that_breaks_off_is_told_and_started_again_when_asked_for(heard: Heard) -> None:
    box = heard.speaker()
    heard.until_open()
    assert box._player
    box._player.kill()
    eventually(lambda: heard.notices.get("sound") == "no-sound")
    box.play(Sound("tick"))
    box.change("sound.volume", 80)
    heard.until_open(times=2)
    eventually(lambda: heard.notices["sound"] == "")


def test_a_player_that_played_for_a_while_is_started_again_at_once(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its card was pulled out: another one may be there."""
    monkeypatch.setattr(speaker, "LIVED_S", 0)
    box = heard.speaker()
    heard.until_open()
    assert box._player
    box._player.kill()
    heard.until_open(times=2)
    eventually(lambda: heard.notices["sound"] == "")


def test_a_card_that_is_plugged_in_later_is_found(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaker, "LOOK_EVERY_S", 0.02)
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    cards = frozenset[str]()
    heard.speaker(cards=lambda: cards)
    eventually(lambda: heard.notices.get("sound") == "no-sound")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    cards = frozenset({"controlC0"})
    heard.until_open()
    eventually(lambda: heard.notices["sound"] == "")


def test_who_turns_the_sound_off_is_told_no_more_that_there_is_none(
    heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "nothing-of-the-kind")
    box = heard.speaker()
    eventually(lambda: heard.notices.get("sound") == "no-sound")
    for tried in (2, 3):
        box.change("sound.on", False)
        assert heard.notices["sound"] == ""
        eventually(lambda tried=tried: len(heard.log) >= tried)  # it is tried all the same, and told to the log alone
        assert heard.notices["sound"] == ""
    box.change("sound.on", True)
    assert heard.notices["sound"] == "no-sound"
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    box.change("sound.on", True)
    heard.until_open()
    eventually(lambda: heard.notices["sound"] == "")


def test_a_missing_sound_is_no_matter_while_all_are_off(heard: Heard, tmp_path: Path) -> None:
    folder = shutil.copytree(player.FOLDER, tmp_path / "sounds")
    (folder / "open.wav").unlink()
    box = heard.speaker(player=(*speaker.PLAYER, str(folder)))
    eventually(lambda: heard.notices.get("sound-file") == "sound-bad")
    box.change("sound.on", False)
    assert heard.notices["sound-file"] == ""
    box.change("sound.on", True)
    assert heard.notices["sound-file"] == "sound-bad"


def test_a_card_that_never_opens_is_given_up(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaker, "PATIENCE_S", 0.2)
    box = heard.speaker(player=MUTE)
    eventually(lambda: heard.notices.get("sound") == "no-sound")
    eventually(lambda: box._player and box._player.poll() is not None)  # it is not left running
    assert "did not open" in heard.log[0]


@pytest.mark.parametrize("command", [MUTE, ("/nowhere/at/all",)], ids=["hangs", "does not start"])
def test_whatever_the_player_does_telling_it_returns(heard: Heard, command: tuple[str, ...]) -> None:
    box = heard.speaker(player=command)
    eventually(lambda: box._ear or heard.notices)

    def shout() -> None:
        for _ in range(10_000):
            box.play(Sound("voice", Seat(1)))

    shouting = threading.Thread(target=shout, daemon=True)
    shouting.start()
    shouting.join(PATIENCE)
    still = shouting.is_alive()
    if box._player:
        box._player.kill()  # else, still waiting for its ear, we would never come to an end
    assert not still
