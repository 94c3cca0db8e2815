"""`mopsbox check`: a line each, what to do about it, and an exit status. Machines that lack this or that."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from mopsbox import check as command
from mopsbox import cli, wiring
from mopsbox.__main__ import main
from mopsbox.check import atrest, clock, disk, gpio, hub, lamps, machine, report, screen, service
from mopsbox.check.found import Finding, fail, guarded, ok, warn, worst
from mopsbox.check.parts import Parts
from mopsbox.config import load
from mopsbox.config_keys import Screen
from mopsbox.inputs.hubport import NoPort
from mopsbox.jsonl import BadInput
from mopsbox.paint.console import why_dark
from mopsbox.parts import tables_for_play
from mopsbox.places import NoGpio
from mopsbox.table import SEATS
from mopsbox.wallclock import Facts
from mopsbox.words import LANGUAGES
from tests.test_edid import edid, plugged

from ..firmware.test_micropython import NEEDS_MICROPYTHON
from ..inputs.plugged import Hub, Plug
from .bench import AHC14, WIRING, Bench, StuckLow

NO_CHIP = NoGpio("gpio-none", "there is no GPIO chip")
DESK = Parts("auto", WIRING, NO_CHIP, Path("/"), env={})
BOX = Parts("pi", WIRING, NO_CHIP, Path("/"), env={})
DESKTOP = Parts("auto", WIRING, NO_CHIP, Path("/"), env={"DISPLAY": ":0"})
still = str  # of why a screen is dark: what SDL said, and no more
Port = namedtuple("Port", "device vid pid serial_number")


class Held:
    """A factory whose lines are taken."""

    def __init__(self, holders: Mapping[int, str]) -> None:
        self._factory, self._holders = Bench().factory, holders

    def holder(self, pin: int) -> str | None:
        return self._holders.get(pin)

    def pin(self, number: int) -> Any:
        return self._factory.pin(number)


def test_on_a_desk_computer_nothing_fails_and_json_is_one_document(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mopsbox", "check", "--json", "--data", tmp_path], capture_output=True, text=True
    )
    document = json.loads(done.stdout)
    assert list(document) == ["checks", "status", "machine"]
    assert all(list(each) == ["name", "status", "says"] for each in document["checks"])
    names = {each["name"].split()[0] for each in document["checks"]}
    assert names >= {"libraries", "screen", "drawings", "languages", "sound", "gpio"}
    assert names >= {"lamps", "hub", "disk", "clock", "service"}
    assert done.returncode == 0 and document["status"] in ("OK", "WARN")


def test_the_languages_are_named_and_what_is_wrong_with_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert screen.languages("de") == ok("languages", ", ".join(LANGUAGES))
    damaged = screen.languages("de", ('fr.po: line 3: "a" stands twice; take one out', "nl.po: the header is missing"))
    assert damaged == fail("languages", 'fr.po: line 3: "a" stands twice; take one out (1 more)')
    settings = tmp_path / "config.toml"
    settings.write_text('[screen]\nlanguage = "tlh"\n')
    assert main(["check", "--config", str(settings), "--data", str(tmp_path)]) == 1
    (line,) = (line for line in capsys.readouterr().out.splitlines() if " languages " in line)
    assert line.startswith("FAIL") and 'screen.language is "tlh"' in line and ", ".join(LANGUAGES) in line


def test_a_box_without_its_pins_fails_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text('[buzzers]\nprofile = "pi"\n')
    assert main(["check", "--config", str(settings), "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("FAIL  gpio") for line in lines) and lines[-1].startswith("FAIL: ")


@pytest.mark.parametrize("test", ["--loop", "--people", "--lamps", "--soak", "--loopback", "--buzzers"])
def test_a_test_of_pins_where_there_are_none_fails(
    tmp_path: Path, test: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", test, "--json", "--data", str(tmp_path)]) == 1
    document = json.loads(capfd.readouterr().out)
    assert document["status"] == "FAIL" and len(document["checks"]) == 1


@pytest.mark.parametrize("words", ["--loop 0", "--soak 0", "--soak -1", "--soak nan", "--soak inf", "--soak 1e9"])
def test_no_edges_at_all_or_no_time_or_for_ever_is_a_slip(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", *words.split()]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.startswith(f"mopsbox: {words.split()[0]} ") and ": give " in said


def test_the_names_before_still_ask_for_the_same_and_the_help_has_the_new_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for old, new in (("--loopback", "--loop"), ("--loopback 7", "--loop 7"), ("--buzzers", "--people")):
        assert cli.parse(["check", *old.split()]) == cli.parse(["check", *new.split()])
    plain = cli.parse(["check"])
    assert (plain.loop, plain.people, plain.soak) == (None, False, None)
    with pytest.raises(SystemExit):
        cli.parse(["check", "--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in ("--loop [N]", "--people", "--soak [MINUTES]"))
    assert "--loopback" not in said and "--buzzers" not in said


def test_a_check_that_breaks_is_a_line_and_the_status_is_the_worst_of_all() -> None:
    def broken() -> list[Finding]:
        raise ValueError("two\nlines")

    found = guarded("clock", broken)
    assert [(f.name, f.status) for f in found] == [("clock", "FAIL")] and "ValueError: two lines" in found[0].says
    assert (
        worst([ok("a", ""), warn("b", "")]) == "WARN" and worst([*found, ok("a", "")]) == "FAIL" and worst([]) == "OK"
    )


def test_a_bad_file_of_the_box_itself_is_a_warning_and_the_rest_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    (tmp_path / "config.toml").write_text("nonsense\n")
    assert main(["check", "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("WARN  settings") and "clock" in out


def test_an_owners_file_that_is_no_good_fails_with_the_boxs_own_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It kept the box from starting, and the check said nothing about it."""
    settings, none, bones = (tmp_path / name for name in ("config.toml", "none.toml", "bones.toml"))
    settings.write_text(f'[mopseinander]\ncoasters = "{none}"\n[mopsen]\nbones = "bones.toml"\n')
    bones.write_bytes((files("mopsbox.games.mopsen") / "bones.toml").read_bytes())
    assert main(["check", "--config", str(settings), "--data", str(tmp_path)]) == 1
    lines = [line.split(None, 3) for line in capsys.readouterr().out.splitlines() if " game files " in line]
    assert [(status, says) for status, *_, says in lines] == [
        ("OK", "mopsen: your own, and whole"),
        ("FAIL", tables_for_play(load(settings).config)[1][0]),
    ]


def test_without_its_libraries_it_says_which_instead_of_breaking(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules |= dict.fromkeys(['gpiozero', 'gpiod', 'serial', 'serial.tools', 'pygame'])\n"
    hidden += f"from mopsbox.__main__ import main; sys.exit(main(['check', '--data', {str(tmp_path)!r}]))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True)
    assert "Traceback" not in done.stderr and done.returncode == 1
    assert "FAIL  libraries            gpiozero is there but does not load" in done.stdout
    assert len(done.stdout.splitlines()) >= 12


def test_a_name_that_the_terminal_cannot_show_is_written_with_escapes(tmp_path: Path) -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii"}
    for words in ([], ["--json"]):
        command = [
            sys.executable,
            "-m",
            "mopsbox",
            "check",
            "--data",
            tmp_path / "T\N{LATIN SMALL LETTER U WITH DIAERESIS}r",
        ]
        done = subprocess.run([*command, *words], capture_output=True, env=env)
        assert (done.returncode, done.stderr) == (0, b"")
        if not words:
            assert rb"/T\xfcr" in done.stdout
    said = {each["name"]: each["says"] for each in json.loads(done.stdout)["checks"]}
    assert "/T\N{LATIN SMALL LETTER U WITH DIAERESIS}r" in said["disk"]


# -- pins


def test_a_sound_box_has_every_line_and_every_lamp_in_order(tmp_path: Path) -> None:
    bench = Bench(plugs={})
    found = [*gpio.check(bench.parts()), *lamps.check(bench.parts())]
    assert {f.status for f in found} == {"OK"} and len(found) == 1 + 8 + 4 + 8
    assert [f.name for f in found if f.name.startswith("lamp")] == [f"lamp {seat}" for seat in SEATS]


def test_a_line_that_is_stuck_from_the_start_is_named() -> None:
    found = {f.name: f for f in gpio.check(Bench(stuck=[3]).parts())}
    assert found["gpio buzzer 3"].status == "FAIL" and "short" in found["gpio buzzer 3"].says
    assert [f.name for f in found.values() if f.status != "OK"] == ["gpio buzzer 3"]


def test_eight_pressed_buzzers_are_the_wrong_profile() -> None:
    found = [f for f in gpio.check(Bench(stuck=SEATS).parts()) if f.status != "OK"]
    assert [f.name for f in found] == ["gpio buzzers"] and found[0].says.endswith("buzzers.profile = pi-ahc14")
    assert gpio.check(Bench(wired=AHC14).parts())[1].status == "OK"


def test_a_running_box_holds_its_lines_and_that_is_no_fault() -> None:
    held = Held(
        {contact.pin: "mopsbox" for contact in WIRING.buzzers.values()}
        | dict.fromkeys(WIRING.lamps.values(), "gpiozero")
    )
    parts = Parts("pi", WIRING, held, Path("/"), env={})
    found = [*gpio.check(parts), *lamps.check(parts), *screen.check(parts)[:1]]
    assert "FAIL" not in {f.status for f in found}
    assert all("held by mopsbox: the box is running" in f.says for f in found if f.status == "WARN")
    assert sum(f.status == "WARN" for f in found) == 1 + 8 + 8 + 1


def test_a_busy_line_names_who_holds_it() -> None:
    parts = Parts("pi", WIRING, Held({17: "spi0 CS0"}), Path("/"))
    found = {f.name: f for f in gpio.check(parts)}["gpio buzzer 2"]
    assert found.status == "FAIL" and "GPIO 17 is held by spi0 CS0" in found.says


def test_pins_that_may_not_be_used_fail_also_where_nothing_was_asked_for() -> None:
    denied = NoGpio("gpio-denied", "no permission for /dev/gpiochip0; join the group gpio")
    assert [f.status for f in gpio.check(Parts("auto", WIRING, denied, Path("/")))] == ["FAIL"]
    assert gpio.check(DESK)[0].status == "OK" and gpio.check(BOX)[0].status == "FAIL"
    assert gpio.check(Parts("simulate", WIRING, None, Path("/")))[0].status == "OK"


NAMED = [{"MOPSBOX_GPIO_CHIP": "foo"}, {"GPIOZERO_PIN_FACTORY": "abacus"}]


@pytest.mark.parametrize("env", NAMED)
def test_a_chip_or_a_factory_asked_for_by_name_and_missing_fails(env: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mopsbox", "check", "--json", "--data", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | env)
    found = {each["name"]: each for each in json.loads(done.stdout)["checks"]}
    assert done.returncode == 1 and {found["gpio"]["status"], found["lamps"]["status"]} == {"FAIL"}
    ((variable, name),) = env.items()
    assert variable in found["gpio"]["says"] and name in found["gpio"]["says"]
    assert screen.judged(Parts("auto", WIRING, NO_CHIP, Path("/"), env=env), {"error": "none"}, still).status == "WARN"


def test_the_self_check_looks_at_the_pins_the_box_would_play_on(tmp_path: Path) -> None:
    env = os.environ | {"GPIOZERO_PIN_FACTORY": "mock"}
    command = [sys.executable, "-m", "mopsbox", "check", "--json", "--data", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    found = {each["name"]: each for each in json.loads(done.stdout)["checks"]}
    assert found["gpio"]["says"] == "MockFactory, profile pi" and found["lamp 8"]["status"] == "OK"


@pytest.mark.parametrize("env", [{}, *NAMED])
def test_without_gpiozero_a_chip_by_name_is_a_sentence_too(env: dict[str, str], tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['gpiozero'] = None\n"
    hidden += f"from mopsbox.__main__ import main; sys.exit(main(['check', '--json', '--data', {str(tmp_path)!r}]))"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, env=os.environ | env)
    found = {each["name"]: each for each in json.loads(done.stdout)["checks"]}
    assert found["libraries"]["status"] == "FAIL"
    if env:
        assert found["gpio"]["status"] == "FAIL" and "does not load" in found["gpio"]["says"]


def test_pins_that_clash_name_the_file_they_stand_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[buzzers]\nprofile = "pi"\n[pins]\nok = 4\n')
    assert main(["check", "--config", str(file), "--data", str(tmp_path)]) == 1
    assert f"{file}: pins.ok: button ok is on GPIO4, and so is buzzer 1 as shipped" in capsys.readouterr().out


def test_lamps_that_a_running_box_holds_cannot_be_tried_and_that_fails() -> None:
    parts = Parts("pi", WIRING, Held(dict.fromkeys(WIRING.lamps.values(), "mopsbox")), Path("/"), env={})
    shown: list[int] = []
    found = lamps.check(parts, shown.append)
    assert [(f.status, "stop it" in f.says) for f in found] == [("FAIL", True)] and shown == []


def test_pins_that_cannot_be_fail_a_box_and_warn_a_desk_computer() -> None:
    clash = BadInput("buzzer 1 and lamp 1 are both on GPIO 4; move one")
    for profile, status in (("pi", "FAIL"), ("auto", "WARN")):
        parts = Parts(profile, clash, NO_CHIP, Path("/"))
        assert {(f.status, f.says) for f in (*gpio.check(parts), *lamps.check(parts))} == {(status, str(clash))}


def test_a_lamp_that_cannot_be_driven_is_named_and_on_request_each_is_lit() -> None:
    shown: list[int] = []
    found = lamps.check(Bench(plugs={}, dead=[5]).parts(), shown.append)
    assert [f.name for f in found if f.status == "FAIL"] == ["lamp 5"] and shown == list(SEATS)
    assert "stays low" in found[4].says


# -- before all else


def test_before_all_else_it_says_that_nothing_reads_pressed_and_the_supply_is_high_enough(tmp_path: Path) -> None:
    sensor = tmp_path / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("0\n")
    found = command.findings(Bench(plugs={}).parts(tmp_path, root=tmp_path))
    assert found[:2] == [
        ok("power", "the supply voltage is high enough"),
        ok("at rest", "no buzzer and no menu button reads pressed"),
    ]
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    low, held = command.findings(Bench(plugs={}, stuck=[2, 7]).parts(tmp_path, root=tmp_path))[:2]
    assert low.status == "WARN" and "too low" in low.says
    assert held == fail("at rest", "buzzer 2 and buzzer 7 read pressed though nobody touches them; see below")


def test_a_held_menu_button_and_a_board_that_works_the_other_way_round_are_no_rest_either() -> None:
    bench = Bench(plugs={})
    bench.factory.pin(WIRING.buttons["right"].pin, pin_class=StuckLow)
    (one,) = atrest.judged(gpio.check(bench.parts()))
    assert one == fail("at rest", "button right reads pressed though nobody touches it; see below")
    (all_,) = atrest.judged(gpio.check(Bench(stuck=SEATS).parts()))
    assert all_.status == "FAIL" and all_.says.startswith("buzzers read pressed")


def test_lines_that_cannot_be_read_are_not_said_to_rest() -> None:
    (some,) = atrest.judged(gpio.check(Parts("pi", WIRING, Held({17: "spi0 CS0"}), Path("/"))))
    assert some == warn("at rest", "1 of 12 lines cannot be read, see below; the others rest")
    assert atrest.judged(gpio.check(DESK)) == []


def test_the_report_says_which_machine_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "etc").mkdir()
    (tmp_path / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    (tmp_path / "etc/os-release").write_text('NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n')
    told = report.machine(replace(BOX, root=tmp_path))
    assert (told["model"], told["os"]) == ("Raspberry Pi 4 Model B Rev 1.5", "Debian GNU/Linux 13 (trixie)")
    assert told["profile"] == "pi" and all(told.values())
    main(["check", "--json", "--lamps", "--data", str(tmp_path)])
    assert json.loads(capsys.readouterr().out)["machine"].keys() == told.keys()


def test_the_hash_of_the_pins_is_that_of_the_pins_in_force() -> None:
    sums = [report.pins(wiring.read(profile)) for profile in ("pi", "pi-ahc14", "pico")]
    moved = report.pins(wiring.read("pi", {"left": 7, "right": 2}))
    assert len({*sums, moved}) == 4 and report.pins(wiring.read("pi", {"ok": 3})) == sums[0]
    assert report.machine(Parts("pi", BadInput("two on one pin"), NO_CHIP, Path("/")))["pins"] is None


# -- the machine


def test_libraries_missing_old_or_doubled_are_said_with_the_command_that_helps() -> None:
    needed = {"gpiozero": (2, 0, 1), "gpiod": (2, 5)}
    found = machine.judged({"gpiozero": "2.0.1.post3", "gpiod": "2.5.0"}, needed, "3.11.7")
    assert (found.status, "gpiod 2.5.0" in found.says) == ("OK", True)
    assert machine.judged({"gpiozero": "2.0.1", "gpiod": None}, needed, "3").says.endswith("pip install gpiod")
    old = machine.judged({"gpiozero": "2.0.1", "gpiod": "1.5.4"}, needed, "3")
    assert old.status == "FAIL" and "'gpiod>=2.5'" in old.says
    doubled = machine.judged({"gpiozero": "2.0.1", "gpiod": "2.5", "pygame": "2.6.1"}, needed, "3")
    assert doubled.status == "WARN" and "pip uninstall pygame" in doubled.says


def test_a_package_that_is_not_there_is_found_missing() -> None:
    def version(name: str) -> str:
        if name == "pyserial":
            raise metadata.PackageNotFoundError(name)
        return "9.9"

    assert machine.libraries(version)[0].says.startswith("pyserial missing")


@pytest.mark.parametrize(("alarm", "status"), [("1", "WARN"), ("0", "OK")])
def test_under_voltage_is_told_where_the_machine_tells(tmp_path: Path, alarm: str, status: str) -> None:
    sensor = tmp_path / "sys/class/hwmon/hwmon1"
    sensor.mkdir(parents=True)
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text(alarm + "\n")
    assert [f.status for f in machine.power(tmp_path)] == [status]
    (sensor / "name").write_text("cpu_thermal\n")
    assert machine.power(tmp_path) == []


def test_a_screen_is_told_with_size_and_refresh_and_a_tiny_one_is_doubted() -> None:
    seen = {"driver": "kmsdrm", "size": [720, 1280], "hz": 60}
    assert screen.judged(BOX, seen, still) == ok(
        "screen", "kmsdrm, 720x1280 at 60 Hz, 87 x 155 mm (usual for so many pixels)"
    )
    assert screen.judged(BOX, seen | {"size": [480, 320]}, still).status == "WARN"


def test_how_large_the_screen_is_taken_for_is_told_and_who_said_so(tmp_path: Path) -> None:
    seen, box = {"driver": "kmsdrm", "size": [1024, 600], "hz": 60}, replace(BOX, root=tmp_path)
    unknown = screen.judged(box, seen, still)
    assert unknown.status == "WARN"
    assert "1024x600 at 60 Hz: its size is not known, it is taken for 183 x 107 mm; measure it" in unknown.says
    plugged(tmp_path, "card1-HDMI-A-1", edid(154, 86, (1024, 600)))
    told = screen.judged(box, seen, still)
    assert told == ok("screen", "kmsdrm, 1024x600 at 60 Hz, 154 x 86 mm (told by HDMI-A-1)")
    assert screen.judged(replace(DESK, root=tmp_path), seen, still) == told, "the console's screen is the box's own"
    ruler = replace(box, screen=Screen(width_mm=150, height_mm=84))
    assert screen.judged(ruler, seen, still).says.endswith("150 x 84 mm (settings)")
    drawn = replace(box, screen=Screen(width=800, height=480))
    plugged(tmp_path, "card1-HDMI-A-1", b"")
    assert screen.judged(drawn, seen, still).says.endswith("154 x 86 mm (usual for so many pixels)")
    window = replace(DESKTOP, root=tmp_path)
    assert screen.judged(window, seen | {"driver": "x11"}, still).says == "x11, 1024x600 at 60 Hz"


@pytest.mark.parametrize(
    "seen", [{"error": "kmsdrm not available"}, {"driver": "offscreen", "size": [1024, 768], "hz": 0}]
)
def test_no_screen_fails_a_box_and_warns_a_desk_computer(seen: dict[str, Any]) -> None:
    assert screen.judged(BOX, seen, still).status == "FAIL" and screen.judged(DESK, seen, still).status == "WARN"


def test_a_dark_screen_is_told_as_the_box_itself_tells_it(tmp_path: Path) -> None:
    seen = {"error": "kmsdrm not available"}
    driver = screen.judged(BOX, seen, lambda said: why_dark(said, tmp_path)).says
    assert driver.startswith("no screen: this machine has no screen driver") and "plug" not in driver
    socket = tmp_path / "sys/class/drm/card1-HDMI-A-1"
    socket.mkdir(parents=True)
    (socket / "status").write_text("disconnected\n")
    assert (
        "no screen is plugged in (looked at HDMI-A-1)" in screen.judged(BOX, seen, lambda s: why_dark(s, tmp_path)).says
    )


def test_a_dark_screen_on_a_desktop_or_with_a_driver_by_name_is_told_what_to_unset() -> None:
    seen = {"error": "x11 not available"}
    desktop = screen.judged(DESKTOP, seen, still).says
    assert desktop.startswith("no screen: x11 not available; ") and "unset DISPLAY" in desktop
    named = replace(DESKTOP, env={"DISPLAY": ":0", "SDL_VIDEODRIVER": "directfb"})
    assert "SDL_VIDEODRIVER is directfb: unset it" in screen.judged(named, seen, still).says


def test_missing_screen_libraries_are_named_with_their_packages() -> None:
    def load(name: str) -> None:
        if name in ("libgbm.so.1", "libEGL.so.1"):
            raise OSError(name)

    lost = screen.missing(load)
    found = screen.libraries(BOX, lost)
    assert lost == ["libgbm.so.1", "libEGL.so.1"] and found.status == "FAIL"
    assert found.says.endswith("sudo apt install libgbm1 libegl1")
    assert screen.libraries(DESK, lost).status == "WARN" and screen.libraries(DESKTOP, lost).status == "OK"
    assert screen.libraries(BOX, []).status == "OK"


def test_devices_that_may_not_be_used_name_the_groups_that_may(tmp_path: Path) -> None:
    assert screen.denied(tmp_path) == [""]
    assert screen.permissions(BOX, [""]).status == "FAIL" and screen.permissions(DESK, [""]).status == "WARN"
    for name in ("dri/card0", "dri/renderD128", "input/event3"):
        (tmp_path / "dev" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "dev" / name).touch()
    assert screen.denied(tmp_path) == [] and screen.permissions(BOX, []).status == "OK"
    refused = screen.denied(tmp_path, allowed=lambda node: "render" in node.name)
    found = screen.permissions(BOX, refused)
    assert refused == ["/dev/dri/card0", "/dev/input/event3"]
    assert found.status == "FAIL" and "usermod -aG input,video " in found.says
    assert screen.permissions(DESKTOP, refused).status == "OK"


def test_the_probe_of_the_screen_survives_a_driver_that_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert screen.probe()["driver"] == "dummy"
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    assert "no-such-driver" in screen.probe()["error"]
    monkeypatch.setattr(sys, "executable", "/bin/false")
    assert screen.probe() == {"error": "the graphics driver broke off"}
    monkeypatch.setattr(sys, "executable", "/bin/ls")
    assert "cannot access" in screen.probe()["error"]


def test_only_the_profile_pico_needs_a_hub() -> None:
    other = Port("/dev/ttyUSB0", 0x1A86, 0x7523, "")
    hubbed = Parts("pico", WIRING, None, Path("/"))
    assert hub.check(DESK, lambda: [other])[0].status == "OK"
    assert hub.check(hubbed, lambda: [other])[0].status == "FAIL"
    named = replace(hubbed, hub_port="/dev/nowhere")
    assert "nothing on /dev/nowhere (buzzers.port)" in hub.check(named, lambda: [other])[0].says


def test_a_board_that_cannot_be_opened_or_is_no_hub_is_said_with_what_to_do(tmp_path: Path) -> None:
    pico = Port("/dev/ttyACM0", 0x2E8A, 0x0005, "1")
    hubbed = Parts("pico", WIRING, None, Path("/"))

    def denied(device: str) -> Any:
        raise NoPort("hub-denied", f"{device} may not be used: sudo usermod -aG dialout $USER, then log in anew")

    found = hub.check(hubbed, lambda: [pico], denied)[0]
    assert found.status == "FAIL" and "dialout" in found.says
    assert hub.check(DESK, lambda: [pico], denied)[0].status == "WARN"
    assert hub.check(replace(DESK, profile="pi"), lambda: [pico], denied)[0].status == "OK"


@NEEDS_MICROPYTHON
def test_a_hub_that_answers_is_told_with_its_firmware_and_clock(tmp_path: Path) -> None:
    plugged = Hub(tmp_path)
    found = hub.check(DESK, plugged.ports)
    plugged.unplug()
    told, rest = found
    assert told.status == "OK" and "firmware" in told.says and told.says.endswith(" us")
    assert rest == ok("hub buzzers", "all eight are at rest")


@NEEDS_MICROPYTHON
def test_a_buzzer_that_is_down_on_the_hub_is_named(tmp_path: Path) -> None:
    plugged = Hub(tmp_path)
    plugged.press(6)
    found = hub.check(DESK, plugged.ports)
    plugged.unplug()
    assert found[1] == Finding("hub buzzer 6", *gpio.PRESSED) and len(found) == 2


@NEEDS_MICROPYTHON
@pytest.mark.parametrize("held", [False, True])
def test_beside_another_board_the_hub_is_the_hub_and_the_other_is_said(tmp_path: Path, held: bool) -> None:
    """A board that answers nothing, or one that somebody works on; it is asked first, by its number."""
    plugged, other = Hub(tmp_path), Plug(tmp_path, "other")
    if held:
        fcntl.flock(other.slave, fcntl.LOCK_EX | fcntl.LOCK_NB)
    ports = [Port(str(other.path), 0x2E8A, 0x0005, "1"), *plugged.ports()]
    told, resting, *more = hub.check(replace(DESK, profile="pico"), lambda: ports)
    for plug in (plugged, other):
        plug.unplug()
    assert told.status == "OK" and told.says.startswith("hub ") and str(plugged.path) in told.says
    assert resting == ok("hub buzzers", "all eight are at rest")
    assert more and all(finding.status == "WARN" and str(other.path) in finding.says for finding in more)


def test_of_boards_that_are_none_each_is_said(tmp_path: Path) -> None:
    plugs = [Plug(tmp_path, name) for name in ("one", "two")]
    ports = [Port(str(plug.path), 0x2E8A, 0x0005, plug.path.name) for plug in plugs]
    found = hub.check(DESK, lambda: ports)
    for plug in plugs:
        plug.unplug()
    assert [(f.status, str(p.path) in f.says) for f, p in zip(found, plugs, strict=True)] == [("WARN", True)] * 2


def test_the_disk_is_written_and_its_room_counted(tmp_path: Path) -> None:
    parts = Parts("auto", WIRING, None, tmp_path)
    assert disk.check(parts, lambda folder: 10**9)[0].status == "OK" and not list(tmp_path.iterdir())
    assert disk.check(parts, lambda folder: 10**7)[0].status == "WARN"
    assert disk.check(parts, lambda folder: 1000)[0].status == "FAIL"
    later = Parts("auto", WIRING, None, tmp_path / "not" / "yet")
    assert "made at the first start" in disk.check(later)[0].says and not list(tmp_path.iterdir())
    (tmp_path / "file").touch()
    assert disk.check(Parts("auto", WIRING, None, tmp_path / "file" / "data"))[0].status == "FAIL"
    assert disk.check(Parts("auto", WIRING, None, Path("/proc")))[0].status == "FAIL"


@contextlib.contextmanager
def as_nobody() -> Iterator[None]:
    """Root walks through closed doors: be somebody else for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield
    if root:
        os.seteuid(0)


def test_a_folder_behind_a_closed_door_or_with_a_name_too_long_is_a_sentence(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "in").mkdir(parents=True)
    closed.chmod(0)
    for folder in (closed / "in", tmp_path / ("x" * 300)):
        parts = Parts("auto", WIRING, None, folder)
        with as_nobody():
            found = guarded("disk", partial(disk.check, parts))
        assert [f.status for f in found] == ["FAIL"]
        assert found[0].says.startswith(f"{folder} cannot be reached (") and "--data" in found[0].says
    closed.chmod(0o700)


def test_a_link_that_leads_nowhere_is_no_folder_to_be_made(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone" / "away")
    for folder in (link, link / "data"):
        (found,) = disk.check(Parts("auto", WIRING, None, folder))
        assert found.status == "FAIL" and f"{link} is no folder" in found.says


@pytest.mark.parametrize(
    ("moved_ns", "resolution_s", "wall_s", "status"),
    [
        (2_000_000, 1e-9, 2e9, "OK"),
        (0, 1e-9, 2e9, "FAIL"),
        (2_000_000, 1e-3, 2e9, "WARN"),
        (2_000_000, 1e-9, 0, "WARN"),
        (2_000_000, 1e-9, 1.8e9, "WARN"),
    ],
)
def test_a_clock_that_stands_still_is_coarse_or_wrong_is_told(
    moved_ns: int, resolution_s: float, wall_s: float, status: str
) -> None:
    assert clock.judged(moved_ns, resolution_s, Facts(wall_s, installed_s=1.9e9)).status == status


ACTIVE = {"LoadState": "loaded", "ActiveState": "active", "NRestarts": "0", "WatchdogUSec": "10s"}
UNITS: list[tuple[dict[str, str], bool, str]] = [
    (ACTIVE, True, "OK"),
    (ACTIVE | {"WatchdogUSec": "infinity"}, True, "WARN"),
    (ACTIVE | {"NRestarts": "3"}, True, "WARN"),
    (ACTIVE | {"ActiveState": "inactive"}, True, "WARN"),
    (ACTIVE | {"ActiveState": "failed", "Result": "watchdog"}, True, "FAIL"),
    ({"LoadState": "not-found", "ActiveState": "inactive"}, True, "WARN"),
    ({"LoadState": "not-found", "ActiveState": "inactive"}, False, "OK"),
    ({}, False, "OK"),
]


@pytest.mark.parametrize(("unit", "is_box", "status"), UNITS)
def test_what_systemd_says_of_the_service(unit: dict[str, str], is_box: bool, status: str) -> None:
    assert service.judged(unit, is_box).status == status


def test_without_systemd_or_with_a_deaf_one_the_service_is_no_fault(tmp_path: Path) -> None:
    def deaf() -> dict[str, str]:
        raise subprocess.TimeoutExpired("systemctl", 5)

    parts = Parts("auto", WIRING, None, tmp_path, root=tmp_path)
    assert service.check(parts, deaf)[0].status == "OK"
    (tmp_path / "run/systemd/system").mkdir(parents=True)
    assert service.check(parts, deaf)[0].status == "WARN" and service.check(parts, lambda: ACTIVE)[0].status == "OK"


def test_every_sentence_stands_on_one_line_of_the_text() -> None:
    text = command.as_text([ok("disk", "fine"), warn("gpio buzzer 3", "busy"), fail("clock", "stands")])
    assert text.splitlines()[-1] == "FAIL: 3 checks, 1 warnings, 1 failed" and len(text.splitlines()) == 4
