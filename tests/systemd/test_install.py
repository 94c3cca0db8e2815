"""The installer below a DESTDIR: every file, and what is left when something goes wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest

from systemd.installing import main as command
from systemd.installing import system
from systemd.installing.place import UNDONE, Place, alone, write
from systemd.installing.step import Failed
from systemd.installing.system import System

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
CONFIG = b"# as shipped\r\ndtparam=audio=on\r\n[pi4]\r\narm_boost=1"
CMDLINE = b"console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootwait\n"

LAID = {
    "etc/systemd/system/mopsbox.service": "units/mopsbox.service",
    "etc/systemd/system/mopsbox-failed.service": "units/mopsbox-failed.service",
    "etc/systemd/system/mopsbox-phone.path": "units/mopsbox-phone.path",
    "etc/systemd/system/mopsbox-phone.service": "units/mopsbox-phone.service",
    "etc/systemd/system/mopsbox-poweroff.path": "units/mopsbox-poweroff.path",
    "etc/systemd/system/mopsbox-poweroff.service": "units/mopsbox-poweroff.service",
    "etc/systemd/system/mopsbox-stick@.service": "units/mopsbox-stick@.service",
    "etc/sysusers.d/mopsbox.conf": "sysusers.d/mopsbox.conf",
    "etc/tmpfiles.d/mopsbox.conf": "tmpfiles.d/mopsbox.conf",
    "etc/udev/rules.d/70-mopsbox.rules": "udev.rules.d/70-mopsbox.rules",
    "opt/mopsbox/failed": "failed",
    "usr/local/bin/mopsbox": "command",
}
WANTS = "etc/systemd/system/multi-user.target.wants"


def run(*words: str | Path) -> tuple[int, list[str]]:
    """Exit status and what was said."""
    said: list[str] = []
    status = command.main([str(word) for word in words], say=said.append)
    return status, said


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file and link below: mode and bytes."""
    return {
        str(path.relative_to(folder)): (S_IMODE(path.lstat().st_mode), path.readlink().__fspath__().encode())
        if path.is_symlink()
        else (S_IMODE(path.stat().st_mode), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A system as Raspberry Pi OS has its boot partition."""
    boot = tmp_path / "pi/boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_bytes(CONFIG)
    (boot / "cmdline.txt").write_bytes(CMDLINE)
    return tmp_path / "pi"


def own_settings(pi: Path, text: str) -> None:
    (pi / "etc/mopsbox").mkdir(parents=True, exist_ok=True)
    (pi / "etc/mopsbox/config.toml").write_text(text)


def test_every_file_is_laid_as_it_is_here(pi: Path) -> None:
    status, said = run("--destdir", pi)
    assert status == 0 and "below DESTDIR" in said[-1]
    found = tree(pi)
    for target, source in LAID.items():
        mode = 0o755 if source == "command" else 0o644
        assert found.pop(target) == (mode, (SYSTEMD / source).read_bytes()), target
    for unit in ("mopsbox.service", "mopsbox-poweroff.path", "mopsbox-phone.path"):
        link = pi / WANTS / unit
        assert link.readlink() == Path("/etc/systemd/system", unit) and found.pop(f"{WANTS}/{unit}")
    boot = {f"boot/firmware/{name}{end}" for name in ("config.txt", "cmdline.txt") for end in ("", ".before-mopsbox")}
    assert set(found) == boot
    assert found["boot/firmware/config.txt.before-mopsbox"][1] == CONFIG
    assert found["boot/firmware/cmdline.txt.before-mopsbox"][1] == CMDLINE


def test_nothing_of_ours_is_forgotten() -> None:
    ours = {"units", "sysusers.d", "tmpfiles.d", "udev.rules.d"}
    assert {f"{name}/{path.name}" for name in ours for path in (SYSTEMD / name).iterdir()} | {"failed", "command"} == {
        *LAID.values()
    }


def test_the_installed_units_are_enabled_as_systemctl_would(pi: Path) -> None:
    for unit in ("mopsbox.service", "mopsbox-poweroff.path", "mopsbox-phone.path"):
        assert "[Install]\nWantedBy=multi-user.target" in (SYSTEMD / "units" / unit).read_text()


def test_a_second_run_changes_nothing_and_says_so(pi: Path) -> None:
    run("--destdir", pi)
    before, stamps = tree(pi), {path: path.lstat().st_mtime_ns for path in pi.rglob("*")}
    status, said = run("--destdir", pi)
    assert status == 0 and tree(pi) == before
    assert {path: path.lstat().st_mtime_ns for path in pi.rglob("*")} == stamps
    assert "Nothing was changed: Mopsbox is installed as it should be." in said
    assert [line for line in said if line.startswith("as it should be")] == [
        "as it should be: units, users, folders and device rules",
        "as it should be: the boot partition",
        "as it should be: started at power-on",
    ]


def test_a_dry_run_changes_nothing_and_says_what_it_would(pi: Path) -> None:
    before = tree(pi)
    status, said = run("--destdir", pi, "--dry-run")
    assert status == 0 and tree(pi) == before and not (pi / "etc").exists()
    assert any("would do" in line and "config.txt" in line for line in said)
    run("--destdir", pi)
    before = tree(pi)
    status, said = run("--destdir", pi, "--dry-run", "--uninstall")
    assert status == 0 and tree(pi) == before
    assert sum(line.startswith("would take back") for line in said) == 3


def test_uninstalled_everything_is_as_it_was_and_the_scores_are_there(pi: Path) -> None:
    scores = pi / "var/lib/mopsbox/mopsbox.db"
    scores.parent.mkdir(parents=True)
    scores.write_bytes(b"scores")
    before = tree(pi)
    run("--destdir", pi)
    status, said = run("--destdir", pi, "--uninstall")
    assert status == 0 and tree(pi) == before
    assert said[-1].endswith("stay: /var/lib/mopsbox")
    status, said = run("--destdir", pi, "--uninstall")
    assert status == 0 and said[-2] == "Mopsbox is not installed: nothing to take back."


def test_uninstalled_the_empty_folders_of_sticks_go_and_what_is_in_one_stays(pi: Path) -> None:
    run("--destdir", pi)
    sticks = pi / "media/mopsbox"
    for name in ("sda1", "sdb1"):
        (sticks / name).mkdir(parents=True)
    (sticks / "sdb1/scores.csv").write_text("copied while no stick was in")
    run("--destdir", pi, "--uninstall")
    assert [path.name for path in sticks.iterdir()] == ["sdb1"] and (sticks / "sdb1/scores.csv").is_file()
    assert not (pi / "opt/mopsbox").exists()
    (sticks / "sdb1/scores.csv").unlink()
    run("--destdir", pi)
    run("--destdir", pi, "--uninstall")
    assert not sticks.exists()


def test_lines_edited_meanwhile_stay_and_so_does_the_copy(pi: Path) -> None:
    config, cmdline = (pi / "boot/firmware" / name for name in ("config.txt", "cmdline.txt"))
    run("--destdir", pi)
    config.write_bytes(config.read_bytes().replace(b"arm_boost=1", b"arm_boost=0") + b"hdmi_group=2\r\n")
    cmdline.write_bytes(cmdline.read_bytes().replace(b"rootwait", b"rootwait cfg80211.ieee80211_regdom=DE"))
    run("--destdir", pi, "--uninstall")
    assert config.read_bytes() == CONFIG.replace(b"arm_boost=1", b"arm_boost=0") + b"\r\nhdmi_group=2\r\n"
    assert cmdline.read_bytes() == CMDLINE.replace(b"rootwait", b"rootwait cfg80211.ieee80211_regdom=DE")
    assert (pi / "boot/firmware/config.txt.before-mopsbox").read_bytes() == CONFIG


def test_the_copy_is_made_once(pi: Path) -> None:
    run("--destdir", pi)
    run("--destdir", pi, "--sound", "i2s")
    assert (pi / "boot/firmware/config.txt.before-mopsbox").read_bytes() == CONFIG


def test_what_was_chosen_once_stays_chosen(pi: Path) -> None:
    own_settings(pi, "[pins]\nback = 19\n")  # GPIO8 is free then
    config = pi / "boot/firmware/config.txt"
    run("--destdir", pi, "--sound", "i2s", "--shutdown-pin", "8")
    assert b"dtoverlay=max98357a,no-sdmode" in config.read_bytes()
    assert b"dtoverlay=gpio-shutdown,gpio_pin=8" in config.read_bytes()
    assert "Nothing was changed: Mopsbox is installed as it should be." in run("--destdir", pi)[1]
    run("--destdir", pi, "--shutdown-pin", "none")
    assert b"gpio-shutdown" not in config.read_bytes() and b"max98357a" in config.read_bytes()


@pytest.mark.parametrize(
    "words, why",
    [
        (("--shutdown-pin", "3"), "GPIO3 is the OK button"),
        (("--shutdown-pin", "4"), "GPIO4 is buzzer 1 in pins.toml"),
        (("--shutdown-pin", "11"), "GPIO11 is lamp 8 in pins.toml"),
        (("--shutdown-pin", "7"), "GPIO7 is the button right"),
        (("--shutdown-pin", "0"), "GPIO0 is kept for the identity chip of add-on boards (ID_SD); choose another"),
        (("--shutdown-pin", "14"), "GPIO14 is kept for the serial console (TX); choose another"),
        (("--shutdown-pin", "15"), "GPIO15 is kept for the serial console (RX)"),
        (("--shutdown-pin", "014"), "is kept for the serial console (TX)"),
        (("--shutdown-pin", "20", "--sound", "i2s"), "is the sound chip's"),
        (("--shutdown-pin", "28"), "give a GPIO number from 4 to 27, or none"),
        (("--shutdown-pin", "²"), "give a GPIO number from 4 to 27, or none"),
        (("--offline", "/nowhere/at/all"), "/nowhere/at/all: no such folder"),
    ],
)
def test_a_wrong_choice_is_one_sentence_and_changes_nothing(
    pi: Path, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = tree(pi)
    assert run("--destdir", pi, *words)[0] == 2
    said = capsys.readouterr().err
    assert why in said and said.startswith("install: ") and said.count("\n") == 1
    assert tree(pi) == before


def test_a_pin_the_sites_own_settings_moved_is_free_and_the_new_one_is_not(
    pi: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_settings(pi, "[pins]\nright = 20\n")
    assert run("--destdir", pi, "--shutdown-pin", "7")[0] == 0
    assert run("--destdir", pi, "--shutdown-pin", "20")[0] == 2
    (pi / "etc/mopsbox/config.toml").write_bytes(b"[pins\n\xff")
    assert run("--destdir", pi, "--shutdown-pin", "7")[0] == 1
    assert "config.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    "settings, why",
    [
        ("pins = 3", "pins must be a section, [pins]"),
        ("[pins]\nleft = [1]", "pins.left must be a pin number"),
        ("[pins]\nok = true", "pins.ok must be a pin number"),
        ("[pins]\nbuzzers = 7", "pins.buzzers must be a list of pin numbers"),
        ("[pins]\nlamps = [[1]]", "pins.lamps must be a list of pin numbers"),
    ],
)
def test_settings_of_the_wrong_kind_are_one_sentence(
    settings: str, why: str, pi: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_settings(pi, settings)
    before = tree(pi)
    assert run("--destdir", pi, "--shutdown-pin", "20")[0] == 1
    said = capsys.readouterr().err
    assert f"/etc/mopsbox/config.toml: {why}; put that right" in said and said.count("\n") == 1
    assert tree(pi) == before


def test_settings_that_say_as_shipped_free_no_pin(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own_settings(pi, "[pins]\nbuzzers = []\nright = -1\n")
    for pin, use in (("17", "buzzer 2"), ("7", "the button right")):
        assert run("--destdir", pi, "--shutdown-pin", pin)[0] == 2
        assert f"GPIO{pin} is {use}" in capsys.readouterr().err


def test_the_sound_chips_pins_are_free_for_the_off_button_without_it(pi: Path) -> None:
    assert run("--destdir", pi, "--shutdown-pin", "20")[0] == 0


def test_an_owners_off_button_on_a_pin_of_the_box_is_put_out_of_force_and_said(pi: Path) -> None:
    """Without a pin it is GPIO3, the OK button: pressing OK would switch off."""
    config = pi / "boot/firmware/config.txt"
    theirs = b"dtoverlay=gpio-shutdown\ndtoverlay=gpio-shutdown,gpio_pin=21\ndtoverlay=gpio-ir,gpio_pin=17\n"
    config.write_bytes(theirs)
    notes = [line for line in run("--destdir", pi)[1] if line.startswith("Note: ")]
    assert len(notes) == 2
    assert "dtoverlay=gpio-shutdown takes GPIO3, the button ok; it is put out of force" in notes[0]
    assert "dtoverlay=gpio-ir,gpio_pin=17 takes GPIO17, buzzer 2; take that line out" in notes[1]
    alive = [line for line in config.read_bytes().splitlines() if line.startswith(b"dtoverlay=")]
    assert alive == [b"dtoverlay=gpio-shutdown,gpio_pin=21", b"dtoverlay=gpio-ir,gpio_pin=17"]
    run("--destdir", pi, "--uninstall")
    assert config.read_bytes() == theirs


def test_a_box_whose_ok_is_elsewhere_leaves_an_off_button_on_gpio3(pi: Path) -> None:
    config = pi / "boot/firmware/config.txt"
    config.write_bytes(b"dtoverlay=gpio-shutdown\n")
    own_settings(pi, "[pins]\nok = 20\n")
    assert not [line for line in run("--destdir", pi)[1] if line.startswith("Note: ")]
    assert config.read_bytes().startswith(b"dtoverlay=gpio-shutdown\n")


def test_the_file_that_stands_for_a_boot_partition_that_is_not_mounted_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boot").mkdir()
    stub = b"DO NOT EDIT THIS FILE\n\nThe file you are looking for has moved to /boot/firmware/config.txt\n"
    (tmp_path / "boot/config.txt").write_bytes(stub)
    assert run("--destdir", tmp_path)[0] == 1
    said = capsys.readouterr().err
    assert "says DO NOT EDIT: mount the boot partition (/boot/firmware) and repeat" in said and said.count("\n") == 1
    assert {path.name: path.read_bytes() for path in (tmp_path / "boot").iterdir()} == {"config.txt": stub}


def test_a_system_that_is_no_pi_has_no_boot_partition_to_change(tmp_path: Path) -> None:
    status, said = run("--destdir", tmp_path)
    assert status == 0 and "as it should be: the boot partition" in said
    assert not (tmp_path / "boot").exists()


def test_the_older_place_of_the_boot_partition_is_found(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/config.txt").write_bytes(CONFIG)
    assert run("--destdir", tmp_path)[0] == 0
    assert b"disable_splash=1" in (tmp_path / "boot/config.txt").read_bytes()
    assert not (tmp_path / "boot/cmdline.txt").exists()


# -- what can go wrong


def test_a_place_that_cannot_be_written_to_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--destdir", "/proc/self")[0] == 1
    said = capsys.readouterr().err
    assert said.startswith("install: units, users, folders and device rules: /proc/self/") and said.count("\n") == 1
    assert said.endswith("put that right and repeat\n")


def test_a_file_where_a_folder_should_be_is_named_and_nothing_is_half_written(
    pi: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pi / "etc").mkdir()
    (pi / "etc/sysusers.d").write_text("a file")
    assert run("--destdir", pi)[0] == 1
    assert "etc/sysusers.d" in capsys.readouterr().err
    assert (pi / "boot/firmware/config.txt").read_bytes() == CONFIG
    (pi / "etc/sysusers.d").unlink()
    assert run("--destdir", pi)[0] == 0  # goes on where it stopped
    assert not [path for path in pi.rglob("*") if path.name.endswith(UNDONE)]


def test_what_an_earlier_run_left_half_written_is_written_anew(pi: Path) -> None:
    run("--destdir", pi)
    whole = tree(pi)
    unit = pi / "etc/systemd/system/mopsbox.service"
    unit.write_bytes(unit.read_bytes()[:100])
    unit.with_name(unit.name + UNDONE).write_bytes(b"half")
    (pi / "etc/tmpfiles.d/mopsbox.conf").chmod(0o600)
    link = pi / WANTS / "mopsbox.service"
    link.unlink()
    link.symlink_to("/somewhere/else")
    status, said = run("--destdir", pi)
    assert status == 0 and tree(pi) == whole
    assert sum(line.startswith("done: ") for line in said) == 2


def test_a_file_is_the_old_one_when_the_new_one_cannot_be_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config.txt"
    file.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write(file, b"new")
    assert tree(tmp_path) == {"config.txt": (S_IMODE(file.stat().st_mode), b"old")}


def test_a_config_txt_with_half_of_our_lines_stops_it_and_stays(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = pi / "boot/firmware/config.txt"
    damaged = CONFIG + b"\n# >>> mopsbox\n\xff\xfe\x00"
    config.write_bytes(damaged)
    assert run("--destdir", pi)[0] == 1
    said = capsys.readouterr().err
    assert "config.txt: one of the two marks of our lines is missing; take the lines" in said and said.count("\n") == 1
    assert config.read_bytes() == damaged and (pi / "boot/firmware/cmdline.txt").read_bytes() == CMDLINE


def test_a_step_that_does_not_come_out_is_said(
    pi: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("systemd.installing.boot.write", lambda path, data: None)
    assert run("--destdir", pi)[0] == 1
    assert "the boot partition: still not so after it was done: " in capsys.readouterr().err


# -- systems it does not belong on


REFUSED = {
    "not root": (System(root=False), "only root may install; use: sudo systemd/install"),
    "32-bit": (System(bits=32), "this system is a 32-bit one; Mopsbox needs the 64-bit Raspberry Pi OS"),
    "no apt": (System(apt=False), "this system has no apt-get"),
    "no systemd": (System(systemd=False), "systemd does not run here"),
    "old Python": (System(python=(3, 9)), "must be Python 3.11 or newer, found 3.9"),
    "no Python": (System(python=(0, 0)), "must be Python 3.11 or newer, found none"),
    "overlay": (System(overlay=True), "/ is an overlay in memory"),
    "bare image": (System(mounted=False, python=(0, 0)), "/proc, /sys and /dev are not mounted in this image; mount"),
}


@pytest.mark.parametrize("found, why", REFUSED.values(), ids=REFUSED)
def test_a_wrong_system_is_refused_in_one_sentence_before_anything(
    found: System, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_steps", lambda *_: pytest.fail("a step was looked at"))
    assert command.main([], say=print, seen=lambda place: found) == 1
    said = capsys.readouterr().err
    assert why in said and said.endswith("Nothing was changed.\n") and said.count("\n") == 1


def test_an_image_is_not_asked_what_it_is_mounted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without /proc nothing tells, and what the maker of images works on says nothing of the image."""

    def bare(path: Path, *_: object, **__: object) -> str:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(path))

    monkeypatch.setattr(Path, "read_text", bare)
    assert not system.look(Place(running=False)).overlay
    monkeypatch.setattr(Path, "exists", lambda path: str(path) != "/proc/self")
    assert not system.look(Place(running=False)).mounted


def test_whatever_the_system_refuses_is_one_sentence(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def worn(place: Place) -> System:
        raise OSError(errno.EIO, "Input/output error", "/proc/mounts")

    assert command.main([], say=print, seen=worn) == 1
    assert capsys.readouterr().err == "install: /proc/mounts: Input/output error; put that right and repeat\n"


def test_interrupted_it_says_so_and_goes_on_the_next_time(
    pi: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(path: Path, data: bytes) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("systemd.installing.boot.write", interrupted)
        assert run("--destdir", pi)[0] == 130
    said = capsys.readouterr().err
    assert said == "install: interrupted; what was done stays, and the next run goes on there\n"
    status, steps = run("--destdir", pi)
    assert status == 0 and steps[0].startswith("as it should be: units") and steps[1].startswith("done: the boot part")


def test_a_second_installer_leaves_the_first_one_alone(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = tree(pi)
    with alone(pi):
        assert run("--destdir", pi)[0] == run("--destdir", pi, "--uninstall")[0] == 1
        first, second = capsys.readouterr().err.splitlines()
        assert first == second == f"install: another installer is at work in {pi}; wait until it has ended, then repeat"
        assert tree(pi) == before
        assert run("--destdir", pi, "--dry-run")[0] == 0
    assert run("--destdir", pi)[0] == 0
    with pytest.raises(Failed), alone(pi), alone(pi):
        pytest.fail("two at once")


def test_a_login_that_keeps_its_files_for_itself_makes_a_box_for_all(pi: Path) -> None:
    env = {"DESTDIR": str(pi), "PATH": os.environ["PATH"]}
    there = {*pi.rglob("*")}
    done = subprocess.run([SYSTEMD / "install"], env=env, umask=0o077, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    made = {path: S_IMODE(path.stat().st_mode) for path in pi.rglob("*") if path not in there and not path.is_symlink()}
    assert made and not {path: mode for path, mode in made.items() if not mode & 0o004}
    assert not {path: mode for path, mode in made.items() if path.is_dir() and not mode & 0o001}


def test_a_board_without_pins_and_a_desktop_are_remarks() -> None:
    odd = System(gpio=False, desktop=True)
    assert system.refusal(odd) is None and system.warnings(System()) == []
    pins, desktop = system.warnings(odd)
    assert "no GPIO chip" in pins and "sudo systemctl set-default multi-user.target" in desktop


def test_a_desktop_is_one_that_starts_at_power_on(tmp_path: Path) -> None:
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    assert not system.has_desktop(Place(tmp_path))
    (units / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    assert system.has_desktop(Place(tmp_path))
    (units / "default.target").symlink_to("/lib/systemd/system/graphical.target")
    assert system.has_desktop(Place(tmp_path))
    (units / "default.target").unlink()
    (units / "default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")  # as raspi-config does
    assert not system.has_desktop(Place(tmp_path))


@pytest.mark.parametrize("link", ["multi-user.target.wants/ssh.service", "sockets.target.wants/ssh.socket"])
def test_who_has_no_other_way_in_is_told_at_the_end(link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.service, "checked", lambda: (0, "OK"))

    def told() -> list[str]:
        said: list[str] = []
        assert command._there([], Place(tmp_path), dry=False, say=said.append) == 0
        return [line for line in said if "SSH is not enabled" in line]

    assert len(told()) == 1 and "sudo systemctl enable --now ssh" in told()[0]
    wanted = tmp_path / "etc/systemd/system" / link
    wanted.parent.mkdir(parents=True)
    wanted.symlink_to("/usr/lib/systemd/system/" + wanted.name)
    assert told() == []


def test_a_python_that_is_too_old_is_told_so_by_the_program_itself() -> None:
    code = "import sys, runpy; sys.version_info = (3, 9); sys.argv = ['install']; runpy.run_path(%r)"
    done = subprocess.run([sys.executable, "-c", code % str(SYSTEMD / "install")], capture_output=True, text=True)
    assert done.returncode == 1 and "needs Python 3.11 or newer" in done.stderr and done.stderr.count("\n") == 1


def test_it_is_a_program_and_leaves_nothing_in_the_clone(pi: Path) -> None:
    before = {*SYSTEMD.rglob("*")}
    done = subprocess.run(
        [SYSTEMD / "install", "--dry-run"], capture_output=True, text=True, env={"DESTDIR": str(pi), "PATH": "/usr/bin"}
    )
    assert done.returncode == 0 and done.stdout.endswith("Nothing was changed (--dry-run).\n")
    assert {*SYSTEMD.rglob("*")} == before
    done = subprocess.run([SYSTEMD / "install", "--nonsense"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
