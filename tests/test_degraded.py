"""What may be missing or wrong in a machine: the box says it in one sentence, the self-check says what to do, and the
game goes on with what works. (No sound: tests/sound; a full disk: test_disk; no hub: test_hub_box; no screen:
test_without_screen; lines that are held or forbidden: test_hardware, inputs/test_kernel_lines.)"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mopsbox import store, supply, wallclock
from mopsbox.check import clock, machine
from mopsbox.saved import games
from mopsbox.store import open_store
from mopsbox.supply import EVERY, STAYS, Seen, Supply, judged
from mopsbox.table import SECOND
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


# --- a clock that was never set


def test_games_keep_their_order_when_the_clock_says_1970_and_their_dates_are_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A box without a battery: the second evening seems to be fifty-six years before the first one."""
    for now in ("2026-11-28T20:15:00+01:00", "1970-01-01T01:00:07+01:00"):
        monkeypatch.setattr(store, "now", lambda now=now: now)
        table = Table(2, folder=tmp_path)
        table.win_round(1)
        table.store.close()
        last = table.loop.game
    kept = open_store(tmp_path)
    assert [(game.n, game.started) for game in kept.games()] == [(1, "2026-11-28T20:15:00+01:00"), (2, "")]
    saved = next(games(kept), None)
    assert saved and saved.number == last == 2, "the one begun last is offered, whatever the dates say"
    kept.close()
    table = Table(folder=tmp_path)
    table.press(1)
    table.key("ok")
    assert table.loop.game == 2
    header, *_ = [json.loads(line) for line in (tmp_path / "games" / "2.jsonl").read_text().splitlines()]
    assert header["seats"] == [1, 2]


@pytest.mark.parametrize(("now_s", "date"), [(7.0, "1970-01-01"), (1_735_600_000.0, "2024-12-30")])
def test_the_self_check_says_that_the_clock_is_not_set_and_what_that_costs(now_s: float, date: str) -> None:
    found = clock.judged(2_000_000, 1e-9, now_s, installed_s=now_s)
    assert found.status == "WARN" and date in found.says
    assert "timedatectl" in found.says and "dates are unknown" in found.says
    assert clock.judged(2_000_000, 1e-9, 1_790_000_000, installed_s=1_780_000_000).status == "OK"


@pytest.mark.parametrize("stamp", ["1970-01-01T01:00:07+01:00", "2024-12-31T23:59:59+00:00", "", "soon"])
def test_a_date_before_there_was_a_mopsbox_is_none(stamp: str) -> None:
    assert wallclock.believed(stamp) == ""
    assert wallclock.believed("2025-01-01T00:00:00+00:00")
