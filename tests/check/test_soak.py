"""The soak: nothing may move while lamps flash and the sound is loud, and whatever does is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mopsbox.check import soak
from mopsbox.check.found import Finding
from mopsbox.check.parts import Parts
from mopsbox.check.soak import Moves, Seen, judged
from mopsbox.pins import GpiodFactory
from mopsbox.table import SEATS, SECOND, Seat, Sound
from mopsbox.wiring import Wiring

from ..scripted_chip import ScriptedChip
from .bench import AHC14, STRAIGHT, WIRING, Bench, LoopedChip

SHORT = 0.002  # minutes
STEP_S = 0.004
TEN = round(600 * SECOND)


class Trouble:
    """Plays nothing; at the n-th sound something happens, as if the noise were the cause."""

    def __init__(self, happens: Callable[[], None] = lambda: None, at: int = 3) -> None:
        self.happens, self.at, self.played, self.closed = happens, at, list[Sound](), False

    def __call__(self, seen: Seen) -> Trouble:
        return self

    def play(self, sound: Sound) -> None:
        self.played.append(sound)
        if len(self.played) == self.at:
            self.happens()

    def close(self) -> None:
        self.closed = True


def soaked(parts: Parts, trouble: Trouble, minutes: float = SHORT) -> tuple[dict[str, Finding], soak.Soaked]:
    done = soak.check(parts, minutes, lambda said: None, trouble, STEP_S)
    return {found.name: found for found in done.findings}, done


@pytest.mark.parametrize("wired", [WIRING, AHC14], ids=["direct", "ahc14"])
def test_a_quiet_box_passes_with_every_lamp_flashed_and_dark_again(wired: Wiring) -> None:
    bench = Bench(plugs={}, wired=wired)
    written: dict[int, list[bool]] = {seat: [] for seat in SEATS}
    for seat, lamp in bench.lamps.items():
        lamp.changed = lambda seat=seat, lamp=lamp: written[seat].append(lamp.state)
    trouble = Trouble()
    found, done = soaked(bench.parts(), trouble)
    assert {f.status for f in found.values()} == {"OK"} and list(found) == ["soak"]
    assert "no edge on any buzzer or menu button" in found["soak"].says
    assert all(True in levels and levels[-1] is False for levels in written.values())
    assert trouble.closed and len(trouble.played) == done.figures["sounds"] == done.figures["switched"]
    assert done.figures["edges"] == {}


def test_lamps_flash_all_together_and_each_alone_and_never_faster_than_eyes_can_bear() -> None:
    round_ = [soak.lit(step) for step in range(soak.TOGETHER + len(SEATS))]
    assert round_[: soak.TOGETHER] == [frozenset(SEATS), frozenset()] * 2
    assert round_[soak.TOGETHER :] == [frozenset({seat}) for seat in SEATS]
    assert soak.lit(len(round_)) == round_[0]
    assert 1 / (2 * soak.STEP_S) < 3  # flashes a second: once lit, once dark


def test_an_edge_is_named_with_its_buzzer_and_one_is_too_many() -> None:
    bench = Bench(plugs={})

    def noise() -> None:
        bench.press(5)
        bench.let_go(5)

    found, done = soaked(bench.parts(), Trouble(noise))
    assert {name: f.status for name, f in found.items()} == {"soak buzzer 5": "FAIL", "soak": "FAIL"}
    assert found["soak buzzer 5"].says.startswith("noise: buzzer 5 moved 2 times though nobody touched it")
    assert done.figures["edges"] == {"buzzer 5": 2}


def test_a_menu_button_is_listened_to_as_well() -> None:
    bench = Bench(plugs={})
    button = bench.factory.pin(WIRING.buttons["ok"].pin)
    found, _ = soaked(bench.parts(), Trouble(button.drive_low))
    assert list(found) == ["soak button ok", "soak"] and "button ok moved once" in found["soak button ok"].says


def test_a_buzzer_that_is_down_from_the_start_is_no_quiet_one() -> None:
    found, _ = soaked(Bench(plugs={}, stuck=[3]).parts(), Trouble())
    assert found["soak buzzer 3"].status == "FAIL" and "reads pressed" in found["soak buzzer 3"].says


def test_forgotten_loopback_plugs_are_not_taken_for_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "WITH_LAMPS", TEN)  # how fast this machine hands edges over is no matter
    done = soak.check(Bench(STRAIGHT).parts(), SHORT, lambda said: None, Trouble(), STEP_S)
    assert [f.status for f in done.findings] == ["FAIL", "FAIL"]
    assert "take the loopback plugs out" in done.findings[0].says


def test_ctrl_c_ends_it_with_what_was_seen_until_then_and_that_is_no_pass() -> None:
    def ctrl_c() -> None:
        raise KeyboardInterrupt

    bench, trouble, said = Bench(plugs={}), Trouble(ctrl_c), list[str]()
    (found,) = soak.check(bench.parts(), 10, said.append, trouble, STEP_S).findings
    assert found.status == "WARN" and "lamps switched 3 times" in found.says and "10 minutes were asked" in found.says
    assert trouble.closed and said[-1] == "  ended here"
    assert not any(lamp.state for lamp in bench.lamps.values())


def test_where_sound_is_switched_off_or_there_is_none_the_loud_half_of_it_is_missing() -> None:
    trouble = Trouble()
    found, done = soaked(Bench(plugs={}).parts(sound_on=False), trouble)
    assert found["soak sound"].status == "WARN" and "sound.on is false" in found["soak sound"].says
    assert not trouble.played and done.figures["sounds"] == 0


def test_the_boxs_own_sound_is_asked_for_as_loud_as_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    found = {f.name: f for f in soak.check(Bench(plugs={}).parts(), SHORT, lambda said: None, step_s=STEP_S).findings}
    assert found["soak sound"].status == "WARN" and found["soak"].status == "OK"
    assert found["soak"].says.endswith("0 sounds: no edge on any buzzer or menu button")


def test_a_supply_that_gives_way_under_the_load_is_told(tmp_path: Path) -> None:
    sensor = tmp_path / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    alarm = sensor / "in0_lcrit_alarm"
    alarm.write_text("0\n")

    def gives_way() -> None:
        alarm.write_text("1\n")

    trouble = Trouble(gives_way)
    found, _ = soaked(Bench(plugs={}).parts(root=tmp_path), trouble)
    assert found["soak power"].status == "WARN" and "supply voltage was too low" in found["soak power"].says
    assert found["soak"].status == "OK"


# -- on a kernel's chip


@pytest.fixture
def chip() -> Iterator[ScriptedChip]:
    yield ScriptedChip()
    GpiodFactory.pins.clear()


def on(chip: ScriptedChip) -> Parts:
    return Parts("pi", WIRING, GpiodFactory(None, chip.open, lambda: [chip.path]), Path("/"))


def test_on_a_kernels_chip_the_edge_is_found_and_every_line_given_back(chip: ScriptedChip) -> None:
    parts, pin = on(chip), WIRING.buzzers[Seat(8)].pin

    def noise() -> None:
        chip.drive(pin, False)
        chip.drive(pin, True)

    found, done = soaked(parts, Trouble(noise))
    parts.factory.close()
    assert list(found) == ["soak buzzer 8", "soak"] and done.figures["edges"] == {"buzzer 8": 2}
    assert not any(chip.level(lamp) for lamp in WIRING.lamps.values())
    assert not any(wire.consumer for wire in chip.wires.values())


def test_on_a_kernels_chip_loopback_plugs_are_seen_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "WITH_LAMPS", TEN)
    parts = on(looped := LoopedChip())
    found, _ = soaked(parts, Trouble())
    parts.factory.close()
    GpiodFactory.pins.clear()
    assert looped.wires and found["soak"].status == "FAIL"


def test_a_chip_that_goes_away_is_one_sentence(chip: ScriptedChip) -> None:
    parts = on(chip)
    found, done = soaked(parts, Trouble(chip.unplug))
    parts.factory.close()
    assert [f.status for f in found.values()] == ["FAIL"] and "No such device" in found["soak"].says
    assert done.figures == {}


def test_a_running_box_is_asked_to_stop_first(chip: ScriptedChip) -> None:
    chip.grab(WIRING.buttons["ok"].pin, "mopsbox")
    parts = on(chip)
    found, _ = soaked(parts, Trouble())
    parts.factory.close()
    assert [(f.status, "stop it" in f.says) for f in found.values()] == [("FAIL", True)]


# -- what it means


def test_edges_with_the_lamps_and_edges_at_any_time_have_other_remedies() -> None:
    with_lamps = Moves(first=200 * SECOND, edges=4, with_lamps=3)
    at_any_time = Moves(first=SECOND, edges=4, with_lamps=1)
    first, second, all_ = judged(Seen(TEN, TEN, 2400, 2400, moved={"buzzer 1": with_lamps, "buzzer 2": at_any_time}))
    assert "first after 3.33 minutes, 3 of them as lamps switched" in first.says and "twist SW with GND" in first.says
    assert "lamps" not in second.says and "loose contact" in second.says
    assert all_.status == "FAIL" and all_.says == (
        "10 minutes, lamps switched 2400 times, 2400 sounds: 8 edges, none is allowed"
    )
