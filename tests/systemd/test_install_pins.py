"""Lines of the owner's in config.txt that take pins of the box, and a boot partition that is not there."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systemd.installing import overlays
from systemd.installing.boot import Boot
from systemd.installing.bootfiles import OFF, config_lines, takers, with_block, without_block
from systemd.installing.main import main
from systemd.installing.place import Place
from systemd.installing.step import Failed, install, uninstall

PROJECT = Path(__file__).parents[2]
PINS = PROJECT / "device/mopsbox/pins.toml"
LINES = config_lines(None, "default")
HEADER = range(2, 28)
PI_3, PI_4, PI_5 = (
    "Raspberry Pi 3 Model B Plus Rev 1.3",
    "Raspberry Pi 4 Model B Rev 1.4",
    "Raspberry Pi 5 Model B Rev 1.0",
)

# As the list of overlays has them ("dtoverlay -h NAME" on a Pi says the same).
TAKEN = {
    "dtoverlay=uart2,ctsrts": {"Pi 4": [2, 3], "Pi 5": [4, 5, 6, 7], "older": []},
    "dtoverlay=uart3": {"Pi 4": [4, 5], "Pi 5": [8, 9], "older": []},
    "dtoverlay=uart4": {"Pi 4": [8, 9], "Pi 5": [12, 13], "older": []},
    "dtoverlay=uart5": {"Pi 4": [12, 13], "Pi 5": [], "older": []},
    "dtoverlay=i2c3": {"Pi 4": [4, 5], "Pi 5": [6, 7], "older": []},
    "dtoverlay=i2c3,pins_2_3": {"Pi 4": [2, 3], "Pi 5": [2, 3], "older": []},
    "dtoverlay=i2c6": {"Pi 4": [22, 23], "Pi 5": [], "older": []},
    "dtoverlay=spi5-1cs": {"Pi 4": [12, 13, 14, 15], "Pi 5": [12, 13, 14, 15], "older": []},
}
ON_EVERY_PI = {
    "dtoverlay=i2c-rtc,ds3231": [2, 3],
    "dtoverlay=i2c-rtc,ds3231,i2c_csi_dsi": [],
    "dtoverlay=i2c-rtc-gpio,ds3231,i2c_gpio_sda=5": [5, 24],
    "dtoverlay=i2c-sensor,bme280": [2, 3],
    "dtoverlay=mcp23017,noints": [2, 3],
    "dtoverlay=spi0-1cs": [8, 9, 10, 11],
    "dtoverlay=spi0-2cs,cs1_pin=22,no_miso": [8, 10, 11, 22],
    "dtoverlay=spi1-1cs": [18, 19, 20, 21],
    "dtoverlay=spi1-3cs": [16, 17, 18, 19, 20, 21],
    "dtoverlay=mcp2515,spi0-0,interrupt=25": [7, 8, 9, 10, 11, 25],
    "dtoverlay=mcp2515,spi1-0,interrupt=25": [25],
    "dtoverlay=dpi18": [*range(2, 22)],
    "dtoverlay=pwm": [18],
    "dtoverlay=pwm,pin=12,func=4": [12],
    "dtoverlay=pwm-2chan,pin2=13,func2=4": [13, 18],
    "dtoverlay=rotary-encoder,relative_axis=1": [4, 17],
    "dtoverlay=w1-gpio": [4],
    "dtoverlay=w1-gpio-pullup": [4, 5],
    "dtoverlay=gpio-ir": [18],
    "dtoverlay=gpio-shutdown": [3],
    "dtoverlay=gpio-shutdown:gpio_pin=27": [27],
    "dtoverlay=gpio-poweroff,gpiopin=": [26],
    "dtoverlay=hd44780-i2c-lcd,pin_d4=5": [2, 3],  # a pin of its own chip
    "dtoverlay=somebodys-own,reset-gpio=23,int_pin=24": [23, 24],
    "dtoverlay=w1-gpio-pi5": [4],
    "dtoverlay=uart2-pi5": [4, 5],
    "dtoverlay=vc4-kms-v3d": [],
    "dtparam=act_led_gpio=17": [17],
    "dtparam=i2s=on": [],
}


def pins_of(config: str, board: str = "") -> list[int]:
    return sorted({pin for taker in takers(config.encode(), HEADER, board) for pin in taker.pins})


@pytest.mark.parametrize("line", TAKEN)
def test_serial_ports_and_buses_are_on_other_pins_on_another_pi(line: str) -> None:
    for board, pins in TAKEN[line].items():
        assert pins_of(line, board) == pins, board
    assert pins_of(line) == sorted({pin for pins in TAKEN[line].values() for pin in pins})  # which Pi is not known


@pytest.mark.parametrize("line", ON_EVERY_PI)
def test_the_pins_a_line_takes_without_naming_them(line: str) -> None:
    for board in ("", "Pi 4", "Pi 5", "older"):
        assert pins_of(line, board) == ON_EVERY_PI[line], board


def test_an_overlay_stands_in_one_table_or_in_those_of_single_pis() -> None:
    single = {*overlays.PI_4, *overlays.PI_5}
    assert not single & {*overlays.EVERYWHERE}


@pytest.mark.parametrize(
    "model, kind",
    [
        (PI_3, "older"),
        (PI_4, "Pi 4"),
        (PI_5, "Pi 5"),
        ("Raspberry Pi 400 Rev 1.0", "Pi 4"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "Pi 5"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "older"),
        ("linux,dummy-virt", ""),
        ("", ""),
    ],
)
def test_the_kind_of_pi_is_read_from_its_name(model: str, kind: str) -> None:
    assert overlays.kind(model) == kind


# -- parameters on lines of their own


def test_a_parameter_on_the_next_line_is_the_overlays() -> None:
    config = b"dtoverlay=gpio-shutdown\ndtparam=audio=on\ndtparam=gpio_pin=20,active_low=0\n"
    assert pins_of(config.decode()) == [20]
    assert OFF not in with_block(config, LINES, range(2, 18))
    (taker,) = takers(config, [20])
    assert taker.line == "dtoverlay=gpio-shutdown with dtparam=gpio_pin=20,active_low=0"


@pytest.mark.parametrize("between", ["dtoverlay=\n", "dtoverlay=vc4-kms-v3d\n", "[pi4]\n"])
def test_behind_another_overlay_or_for_another_pi_it_is_not(between: str) -> None:
    assert 3 in pins_of(f"dtoverlay=gpio-shutdown\n{between}dtparam=gpio_pin=20\n")
    assert pins_of("dtoverlay=gpio-shutdown\n[all]\ndtparam=gpio_pin=20\n") == [20]


def test_an_off_button_put_out_of_force_takes_its_own_lines_along_and_nobody_elses() -> None:
    """Else its pin would become that of the overlay before."""
    config = (
        b"dtoverlay=gpio-ir\r\n dtoverlay=gpio-shutdown\r\ndtparam=audio=on\r\ndtparam=gpio_pin=17\r\narm_boost=1\r\n"
    )
    ours = with_block(config, LINES, [17])
    theirs = ours.split(b"# >>>")[0].splitlines()
    assert theirs == [
        b"dtoverlay=gpio-ir",
        OFF + b" dtoverlay=gpio-shutdown",
        b"dtparam=audio=on",
        OFF + b"dtparam=gpio_pin=17",
        b"arm_boost=1",
    ]
    assert with_block(ours, LINES, [17]) == ours and without_block(ours) == config


PIECES = [
    "dtoverlay=gpio-shutdown",
    "dtoverlay=w1-gpio",
    " dtoverlay=gpio-ir",
    "dtoverlay=",
    "dtparam=gpio_pin=4",
    "[pi4]",
]
PIECES += ["dtparam=gpiopin=4,pullup", "dtparam=spi=on", "# dtoverlay=w1-gpio", "[all]", "dtparam=", "dtoverlay=,,:="]


@settings(deadline=None)
@given(lines=st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["\n", "\r\n", " \n"])), max_size=8))
def test_whatever_is_put_out_of_force_comes_back_to_the_byte(lines: list[tuple[str, str]]) -> None:
    config = "".join(line + end for line, end in lines).encode()
    ours = with_block(config, LINES, [3, 4])
    assert with_block(ours, LINES, [3, 4]) == ours and without_block(ours) == config
    assert not [taker for taker in takers(ours.replace(OFF, b"#"), [3, 4]) if taker.is_put_off]


# -- what is said


def boot(root: Path, config: str, model: str = "", own: str = "", running: bool = True) -> Boot:
    """A system with this config.txt, on this Pi, with these settings of its owner's."""
    files = {"boot/firmware/config.txt": config, "boot/firmware/cmdline.txt": "rootwait\n"}
    files |= {"proc/device-tree/model": f"{model}\0"} if model else {}
    files |= {"etc/mopsbox/config.toml": own} if own else {}
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Boot(Place(root, running=running), PINS)


def test_every_buzzer_and_button_on_the_pins_of_a_line_is_named(tmp_path: Path) -> None:
    (note,) = boot(tmp_path, "dtoverlay=i2c-rtc,ds3231\n", PI_4).notes()
    assert note == (
        f"{tmp_path}/boot/firmware/config.txt: dtoverlay=i2c-rtc,ds3231 takes GPIO2, the button left, and GPIO3, "
        "the button ok; take that line out, or give it another pin"
    )


def test_on_a_pi_that_is_not_known_it_is_said_on_which_it_would_be_so(tmp_path: Path) -> None:
    (note,) = boot(
        tmp_path, "dtoverlay=uart3\n", PI_4, running=False
    ).notes()  # an image: the maker's Pi does not count
    assert (
        "GPIO4, buzzer 1 (on a Pi 4), and GPIO5, buzzer 7 (on a Pi 4), and GPIO8, the button back (on a Pi 5)" in note
    )
    (note,) = boot(tmp_path, "dtoverlay=uart3\n", PI_5).notes()
    assert "takes GPIO8, the button back, and GPIO9, buzzer 6; take" in note and "(on a" not in note
    assert boot(tmp_path, "dtoverlay=uart3\n", PI_3).notes() == []


def test_1_wire_is_said_to_be_put_out_of_force_as_it_is(tmp_path: Path) -> None:
    made = boot(tmp_path, "dtoverlay=w1-gpio\n", PI_4)
    (note,) = made.notes()
    assert note.endswith("dtoverlay=w1-gpio takes GPIO4, buzzer 1; it is put out of force")
    assert install([made.step()], print)
    assert (tmp_path / "boot/firmware/config.txt").read_bytes().startswith(OFF + b"dtoverlay=w1-gpio\n")


def test_with_a_hub_the_four_buttons_alone_are_the_pis(tmp_path: Path) -> None:
    """The settings' pins are the hub's then (hardware.py): the Pi's buttons are where pins.toml has them."""
    hub = '[buzzers]\nprofile = "pico"\n[pins]\nok = 20\nbuzzers = [2, 3, 4, 5, 6, 7, 8, 9]\n'
    config = "dtoverlay=rotary-encoder\ndtoverlay=uart5\ndtoverlay=i2c4\ndtoverlay=gpio-shutdown\n"
    made = boot(tmp_path, config, PI_4, hub)
    back, ok = made.notes()
    assert "dtoverlay=i2c4 takes GPIO8, the button back; take" in back
    assert "dtoverlay=gpio-shutdown takes GPIO3, the button ok; it is put out of force" in ok
    assert made.refused("17") is None
    assert "GPIO7 is the button right" in str(made.refused("7"))
    assert len(boot(tmp_path, config, PI_4, "[sound]\non = true\n").notes()) == 4


# -- a boot partition that is not there


def test_a_pi_without_its_boot_partition_is_told_so_before_anything_is_done(tmp_path: Path) -> None:
    """I2C and SPI would stay on, and three of the four buttons dead."""
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_bytes(PI_4.encode() + b"\0")
    made = Boot(Place(tmp_path), PINS)
    for act in (made.notes, lambda: install([made.step()], print), lambda: uninstall([made.step()], print)):
        with pytest.raises(
            Failed, match=r"no config\.txt in /boot/firmware or /boot: mount the boot partition \(sudo mo"
        ):
            act()
    with pytest.raises(Failed, match=f"this is a {PI_4}, and"):
        made.notes()


def test_a_pi_without_cmdline_txt_is_told_so_and_what_is_there_stays(tmp_path: Path) -> None:
    made = boot(tmp_path, "arm_boost=1\n", PI_5)
    (tmp_path / "boot/firmware/cmdline.txt").unlink()
    for act in (made.notes, lambda: install([made.step()], print)):
        with pytest.raises(Failed, match=r"has a config\.txt and no cmdline\.txt: put that back"):
            act()
    assert (tmp_path / "boot/firmware/config.txt").read_text() == "arm_boost=1\n"
    assert not uninstall([made.step()], print)  # nothing of ours is there


@pytest.mark.parametrize("model", ["linux,dummy-virt", ""])
def test_a_machine_that_is_no_pi_has_none_and_needs_none(model: str, tmp_path: Path) -> None:
    if model:
        (tmp_path / "proc/device-tree").mkdir(parents=True)
        (tmp_path / "proc/device-tree/model").write_text(model)
    made = Boot(Place(tmp_path), PINS)
    assert made.notes() == [] and not install([made.step()], print)


# -- settings only root may read


def test_settings_that_only_root_may_read_are_one_sentence_for_anybody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tests' own user may be root, who may read all: the kernel's answer is that to somebody else."""
    boot(tmp_path, "", own="[pins]\nok = 20\n")
    file, real = tmp_path / "etc/mopsbox/config.toml", io.open

    def opened(path: object, *words: object, **more: object) -> object:
        if path == file:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *words, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(io, "open", opened)
    assert main(["--dry-run", "--shutdown-pin", "20", "--destdir", str(tmp_path)]) == 1
    why = "Permission denied, and which pins the box has stands there; repeat with sudo"
    assert capsys.readouterr() == ("", f"install: {file}: {why}\n")
