"""What may be missing or wrong in a machine: the box says it in one sentence, the self-check says what to do, and the
game goes on with what works. (No sound: tests/sound; a full disk: test_disk; no hub: test_hub_box; no screen:
test_without_screen; lines that are held or forbidden: test_hardware, inputs/test_kernel_lines.)"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from datetime import date, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import mishaps, supply, wallclock, wiring
from mopsbox.__main__ import main
from mopsbox.backups import listed, make
from mopsbox.check import clock, machine
from mopsbox.check.parts import Parts
from mopsbox.config import load
from mopsbox.jsonl import BadInput
from mopsbox.mishaps import Mishaps
from mopsbox.opening import Opening
from mopsbox.parts import tables_for_play, tables_of
from mopsbox.saved import games
from mopsbox.store import open_store
from mopsbox.supply import EVERY, STAYS, Seen, Supply, judged
from mopsbox.table import SECOND
from mopsbox.tables import seats
from mopsbox.wallclock import Facts, seconds
from mopsbox.wallclock import judged as judged_clock
from mopsbox.words import LANGUAGES, say

from .at_table import Table
from .real_box import RealBox

MODES = {
    "no sound": ("no-sound",),
    "hub lost": ("hub-lost",),
    "disk full": ("disk-full", "disk-fault"),
    "under-voltage": ("low-power",),
    "wrong group": ("gpio-denied", "hub-denied"),
    "GPIO busy": ("gpio-busy", "hub-busy"),
    "own coasters or cards": ("game-file-bad",),
    "a mishap": ("referee-fault",),
    "cannot switch itself off": ("no-power-off",),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_such_state_has_its_sentence_in_every_language(mode: str, language: str) -> None:
    for word in MODES[mode]:
        assert say(word, language) != word
        assert language == "en" or say(word, language) != say(word, "en")


# --- too little power


def sensor(root: Path, alarm: str) -> None:
    folder = root / "sys/class/hwmon/hwmon2"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "name").write_text("rpi_volt\n")
    (folder / "in0_lcrit_alarm").write_text(f"{alarm}\n")


def firmware(root: Path, bits: str) -> None:
    file = root / supply.THROTTLED
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{bits}\n")


@pytest.mark.parametrize(("bits", "low"), [("0", False), ("50005", True), ("50000", False), ("0x1", True), ("?", None)])
def test_without_the_sensor_the_firmware_tells_by_its_lowest_bit(tmp_path: Path, bits: str, low: bool | None) -> None:
    firmware(tmp_path, bits)
    assert supply.low(tmp_path) is low
    status = {None: [], True: ["WARN"], False: ["OK"]}[low]
    assert [found.status for found in machine.power(tmp_path)] == status


def test_voltage_that_comes_and_goes_is_one_sentence_until_it_was_good_for_a_minute(tmp_path: Path) -> None:
    sensor(tmp_path, "0")
    told: list[tuple[int, str]] = []
    watched = Supply(lambda word: told.append((second, word)), tmp_path)
    for second in range(200):
        sensor(tmp_path, "1" if second in range(30, 50) or second == 70 else "0")
        watched.look(second * SECOND)
    assert told == [(30, "low-power"), (130, "")]


@settings(deadline=None)
@given(st.lists(st.booleans(), max_size=60))
def test_every_dip_that_is_looked_at_is_said_and_no_sentence_stays_for_good(dips: list[bool]) -> None:
    seen, shown = Seen(), False
    t = 0
    for low in [*dips, *[False] * (STAYS // EVERY + 1)]:
        seen, word = judged(seen, low, t)
        shown = bool(word) if word is not None else shown
        assert shown or not low
        t = seen.next
    assert not shown


def test_a_machine_that_does_not_tell_is_never_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Supply(lambda word: pytest.fail(word), tmp_path)
    monkeypatch.setattr(supply, "low", lambda root: pytest.fail("asked again"))
    watched.look(10 * SECOND)


def test_the_table_hears_of_low_voltage_and_plays_on(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    low = [True]
    monkeypatch.setattr(supply, "low", lambda root=None: low[0])
    monkeypatch.setattr(supply, "EVERY", SECOND // 10)
    monkeypatch.setattr(supply, "STAYS", SECOND // 2)
    with RealBox() as box:
        box.until(lambda: box.notices() == [("low-power", None)])
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        low[0] = False
        box.until(lambda: box.notices() == [])
    assert "mopsbox: Too little power: other supply" in capsys.readouterr().err


# --- an owner's coasters or cards that cannot be used

SCRIPT = '{"script":1,"size":[800,480]}\n{"at_ms":200,"press":1,"for_ms":50}\n{"at_ms":900,"quit":true}\n'


@pytest.mark.parametrize("text", [None, "", "kinds = 3\n", "garbage \0", "\0" * 400])
def test_the_box_comes_up_with_its_own_set_and_says_so(text: str | None, tmp_path: Path) -> None:
    """A stick or a partition that was not there at the start, and the service started anew again and again."""
    file, config, script = (tmp_path / name for name in ("coasters.toml", "config.toml", "s.jsonl"))
    config.write_text(f'[screen]\nlanguage = "en"\n[mopseinander]\ncoasters = "{file.name}"\n')
    script.write_text(SCRIPT)
    if text is not None:
        file.write_text(text)
    words = ["play", "--script", script, "--config", config, "--data", tmp_path / "data"]
    dummy = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-m", "mopsbox", *words], env=dummy, capture_output=True, text=True)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    (line,) = (line for line in done.stderr.splitlines() if "coasters.toml" in line)
    assert line.startswith(f"mopsbox: {file}: ")
    assert line.endswith("; until then mopseinander is played with the set that comes with the box")


def test_one_bad_file_costs_the_other_game_nothing_and_the_table_reads_of_it(tmp_path: Path) -> None:
    (tmp_path / "bones.toml").write_bytes((files("mopsbox.games.mopsen") / "bones.toml").read_bytes())
    (tmp_path / "c.toml").write_text('mopseinander.coasters = "none.toml"\nmopsen.bones = "bones.toml"\n')
    loaded = load(tmp_path / "c.toml")
    good, bad = tables_for_play(loaded.config)
    assert list(good) == ["mopsen"] and len(bad) == 1
    with pytest.raises(BadInput, match="cannot be read"):
        tables_of(loaded.config)  # of a command somebody typed
    for passed_over in (True, False):
        opening = Opening(loaded, open_store(None), tmp_path, good, passed_over=passed_over)
        words = [told.word for _, told in opening.box(None, lambda: 0).notices]
        assert words == (["game-file-bad"] if passed_over else [])


# --- a part of the referee's desk that fails, while the desk goes on


def broken() -> None:
    raise RuntimeError("a lamp's driver is gone")


def test_a_mishap_the_desk_survives_is_told_and_taken_back_and_buzzers_are_never_called_dead(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """After one of them "Buzzers dead: restart" stood there all evening, and they worked."""
    monkeypatch.setattr(mishaps, "STAYS", SECOND // 2)
    with RealBox() as box:
        box.live.desk.after(0, broken)
        box.until(lambda: box.notices() == [("referee-fault", None)])
        box.tap(1)
        box.until(lambda: box.box.mode == "lobby")
        assert box.live.desk.alive()
        box.until(lambda: box.notices() == [])
    told = capsys.readouterr().err
    assert "RuntimeError: a lamp's driver is gone" in told and "Buzzers failed for a moment" in told
    assert "works again (mishaps: 1)" in told and "dead" not in told


def test_what_fails_again_and_again_is_one_sentence_until_it_was_well_for_a_while_and_fills_no_log() -> None:
    told, logged = list[tuple[int, str]](), list[str]()
    seen = Mishaps(lambda word: told.append((second, word)), logged.append)
    for second in range(60):
        for n in range(50 if 5 <= second < 20 else 0):
            seen.add(second * SECOND, f"reason {n % 20}")
        seen.look(second * SECOND)
    assert told == [(5, "referee-fault"), (29, "")]
    assert len(logged) == mishaps.LOGGED + 1 and logged[-1].endswith("(mishaps: 750)")
    second = 60
    seen.add(second * SECOND, "reason 0")
    assert told[2:] == [(60, "referee-fault")] and logged[-1] == "reason 0", "another bout is told again"


# --- a clock that was never set, or is not known to be


def at(stamp: str) -> float:
    return datetime.fromisoformat(stamp).timestamp()


FIRST, LATER = "2026-11-28T20:15:00+01:00", "2026-12-28T20:15:00+01:00"
PI = Facts(at(LATER), pi=True)  # without a clock of its own, and nobody has set it


def says(monkeypatch: pytest.MonkeyPatch, facts: Facts) -> None:
    """The machine from now on."""
    monkeypatch.setattr(wallclock, "facts", lambda newest="", root=None: replace(facts, newest_s=seconds(newest)))


@pytest.mark.parametrize(
    "second",
    [
        Facts(at("1970-01-01T01:00:07+01:00")),
        Facts(at("2026-03-01T12:00:00+01:00"), pi=True),  # the day its system was built
        Facts(at("2026-03-01T12:00:00+01:00"), told=True),  # set by hand, and wrongly: believed, but no order
    ],
)
def test_games_keep_their_order_whatever_the_clock_says(
    second: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box without a battery: the second evening seems to be long before the first one."""
    for facts in (Facts(at(FIRST), told=True), second):
        says(monkeypatch, facts)
        table = Table(2, folder=tmp_path)
        for _ in range(2):
            table.win_round(1)
            table.store.finish(table.loop.game or 0, {"scores": {"1": 1, "2": 0}, "winners": [1]})
            make(tmp_path, date.fromtimestamp(facts.now_s))
            for message in table.loop.deal("mopseinander", table.box.lobby.joined):
                table.loop.receive(message)
        table.store.close()
    kept = open_store(tmp_path)
    assert [game.n for game in kept.games()] == [1, 2, 3, 4, 5, 6]
    assert [past.n for past in kept.past()] == [5, 4, 2, 1]
    assert [row[0] for row in seats(kept._db)] == [1, 1, 2, 2, 4, 4, 5, 5], "so in a spreadsheet"
    assert [backup.games for backup in listed(tmp_path)] == [1, 2, 4, 5]
    dated = [bool(game.started) for game in kept.games()]
    assert dated == [True] * 3 + [second.told] * 3
    saved = next(games(kept), None)
    assert saved and saved.number == 6, "the one begun last is offered, whatever the dates say"
    kept.close()
    table = Table(folder=tmp_path)
    table.press(1)
    table.key("ok")
    assert table.loop.game == 6
    table.store.close()


def test_of_two_games_without_an_end_the_one_begun_last_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path)
    for stamp in (LATER, FIRST):
        says(monkeypatch, Facts(at(stamp), told=True))
        store.begin({"journal": 1, "game": "mopseinander", "seats": [1, 2]}, 0)
    assert [at(game.started) for game in store.games()] == [at(LATER), at(FIRST)]
    found = store.unfinished()
    assert found and found[0] == 2
    store.close()


def test_an_end_without_a_date_is_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begun on a day that was known, ended after the plug was pulled."""
    says(monkeypatch, Facts(at(LATER), told=True))
    store = open_store(tmp_path)
    game = store.begin({"journal": 1, "game": "mopseinander", "seats": [1, 2]}, 0)
    says(monkeypatch, PI)
    store.finish(game, {"scores": {"1": 1, "2": 0}, "winners": [1]})
    assert store.unfinished() is None
    (played,) = store.games()
    assert at(played.started) == at(LATER) and played.finished == ""
    store.close()


SAID = {
    "early": (Facts(7.0), "the clock is not set (it says 1970-01-01)"),
    "an old system": (Facts(at("2025-12-31T12:00:00+00:00"), told=True, rtc=True), "not set (it says 2025-12-31)"),
    "a Pi alone": (PI, "the date may be wrong (it says 2026-12-28, but no network has set it"),
    "before the last game": (replace(PI, newest_s=at(LATER) + 3600), "(it says 2026-12-28, but 2026-12-28 is past"),
    "before the installer": (replace(PI, rtc=True, installed_s=at(LATER) + 3 * 86_400), "but 2026-12-31 is past"),
    "another board": (Facts(at(FIRST), newest_s=at(LATER)), "is not set (it says 2026-11-28, but 2026-12-28 is past"),
}


@pytest.mark.parametrize("machine", SAID)
def test_a_date_that_cannot_be_believed_is_one_sentence_and_no_date(machine: str) -> None:
    facts, why = SAID[machine]
    found = clock.judged(2_000_000, 1e-9, facts)
    assert found.status == "WARN" and why in found.says
    assert "timedatectl" in found.says and "date -s" in found.says and found.says.endswith("dates are unknown")
    assert wallclock.stamp(facts) == ""


BELIEVED = {
    "a PC": Facts(at(LATER), rtc=True),
    "a PC whose clock was ahead once": Facts(at(LATER), rtc=True, newest_s=at(LATER) + 9_999_999),
    "no Pi and no such clock (a container, another system)": Facts(at(LATER)),
    "a Pi in a network": replace(PI, told=True),
    "a Pi that was ahead until the network came": replace(PI, told=True, newest_s=at(LATER) + 9_999_999),
    "a Pi with a battery": replace(PI, rtc=True),
    "a file of the time zone to the west": Facts(at(LATER), rtc=True, installed_s=at(LATER) + 3600),
}


@pytest.mark.parametrize("machine", BELIEVED)
def test_elsewhere_nothing_is_said_and_the_date_is_kept(machine: str) -> None:
    facts = BELIEVED[machine]
    assert wallclock.doubt(facts) == ""
    assert at(wallclock.stamp(facts)) == facts.now_s
    assert clock.judged(2_000_000, 1e-9, facts).status == "OK"


def root_of(folder: Path, model: str = "", rtc: str = "", synchronized: bool = False) -> Path:
    """A machine's files, as far as its clock is concerned."""
    for name, text in ((wallclock.MODEL, f"{model}\0"), (wallclock.RTC.replace("*", "0"), f"{rtc}\n")):
        file = folder / name
        file.parent.mkdir(parents=True)
        file.write_text(text)
    if synchronized:
        (folder / wallclock.SYNCHRONIZED).parent.mkdir(parents=True)
        (folder / wallclock.SYNCHRONIZED).touch()
    return folder


@pytest.mark.parametrize(
    ("model", "rtc", "synchronized", "told"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", "", False, "ALONE"),
        ("Raspberry Pi 4 Model B Rev 1.4", "", True, "SET"),
        ("Raspberry Pi 5 Model B Rev 1.0", "61", False, "ALONE"),  # its clock has no battery: a minute since the start
        ("Raspberry Pi 5 Model B Rev 1.0", "1798400000", False, "SET"),
        ("", "1798400000", False, "SET"),
        ("", "no number", False, "SET"),
    ],
)
def test_what_the_machine_tells_of_its_clock(
    model: str, rtc: str, synchronized: bool, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mopsbox.wallclock.time.time", lambda: at(LATER))
    monkeypatch.setattr(wallclock, "AT_START", wallclock._ahead())
    facts = wallclock.facts(FIRST, root_of(tmp_path, model, rtc, synchronized))
    assert judged_clock(replace(facts, installed_s=0)).name == told
    assert facts.newest_s == at(FIRST)


def test_who_sets_the_clock_by_hand_while_the_box_is_on_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, now = root_of(tmp_path, "Raspberry Pi 4 Model B Rev 1.4"), time.time()
    assert not wallclock.facts("", root).told
    monkeypatch.setattr("mopsbox.wallclock.time.time", lambda: now + 40 * 86_400)
    assert wallclock.facts("", root).told


def test_the_log_and_the_check_of_a_box_say_what_its_clock_is_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    says(monkeypatch, Facts(at(LATER), told=True))
    store = open_store(tmp_path)
    store.begin({"journal": 1, "game": "mopseinander", "seats": [1, 2]}, 0)
    store.close()
    says(monkeypatch, Facts(at(FIRST)))
    script = tmp_path / "script.jsonl"
    script.write_text('{"script":1}\n{"at_ms":10,"quit":true}\n')
    assert main(["play", "--script", str(script), "--headless", "--data", str(tmp_path)]) == 0
    said = "the clock is not set (it says 2026-11-28, but 2026-12-28 is past already)"
    assert capsys.readouterr().err.count(said) == 1
    (found,) = clock.check(Parts("auto", wiring.read("pi"), None, tmp_path))
    assert found.says.startswith(said)


@pytest.mark.parametrize("stamp", ["1970-01-01T01:00:07+01:00", "2025-12-31T23:59:59+00:00", "", "soon"])
def test_a_date_before_there_was_a_mopsbox_is_none(stamp: str) -> None:
    assert wallclock.believed(stamp) == "" and seconds(stamp) == 0
    assert wallclock.believed(FIRST) == FIRST
