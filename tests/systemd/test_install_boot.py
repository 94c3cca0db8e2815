"""config.txt and cmdline.txt: ours goes in, and out again to the byte, whatever else stands there."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systemd.installing.bootfiles import (
    BEGIN,
    END,
    FIRST,
    LAST,
    OFF,
    WORDS,
    block,
    config_lines,
    with_block,
    with_words,
    without_block,
    without_words,
)
from systemd.installing.step import Failed

LINES = config_lines(None, "default")

CONFIGS = {
    "as shipped": b"# For more options see config.txt\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n\n[all]\n",
    "empty": b"",
    "no line break at the end": b"dtparam=audio=on\n[pi4]\narm_boost=1",
    "CRLF": b"dtparam=audio=on\r\n[pi4]\r\narm_boost=1\r\n",
    "CRLF, no line break at the end": b"dtparam=audio=on\r\narm_boost=1",
    "not UTF-8": b"# Fr\xfchst\xfcck \xff\xfe\x00\narm_boost=1\n",
    "takes our pins": b"dtparam=i2c_arm=on\n  dtoverlay=w1-gpio,gpiopin=4\ndtparam=spi=on\r\ndtparam=i2c=on",
    "many empty lines": b"\n\n\n",
}


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_our_block_is_the_last_that_is_read_and_goes_without_a_trace(config: bytes) -> None:
    ours = with_block(config, LINES)
    assert block(ours) == LINES
    assert ours.rstrip().endswith(END)
    assert ours.splitlines()[-len(LINES) - 1] == b"[all]"  # so that it holds whatever section stood before it
    assert with_block(ours, LINES) == ours
    assert without_block(ours) == config


def test_the_ends_of_line_are_those_of_the_file() -> None:
    assert b"\n" not in with_block(CONFIGS["CRLF"], LINES).replace(b"\r\n", b"")
    assert b"\r" not in with_block(CONFIGS["as shipped"], LINES)


def test_lines_that_would_take_our_pins_are_put_out_of_force() -> None:
    told = with_block(CONFIGS["takes our pins"], LINES).splitlines()
    alive = [line for line in told if not line.startswith(b"#")]
    assert not [line for line in alive if b"w1-gpio" in line or line.endswith(b"=on")]
    kept = with_block(b"dtparam=audio=on\ndtparam=i2c_vc=on\n#dtoverlay=w1-gpio\n", LINES)
    assert OFF not in kept


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_what_was_edited_meanwhile_stays(config: bytes) -> None:
    ours = with_block(config, LINES)
    assert without_block(b"# first\n" + ours) == b"# first\n" + config
    whole = config if config.endswith(b"\n") or not config else config + (b"\r\n" if b"\r\n" in config else b"\n")
    assert without_block(ours + b"hdmi_group=2\n") == whole + b"hdmi_group=2\n"
    assert without_block(ours.rstrip()) == config  # an editor took the last line break away
    inside = ours.replace(b"disable_splash=1", b"disable_splash=0")
    assert with_block(inside, LINES) == ours


def test_another_choice_changes_our_lines_only() -> None:
    ours = with_block(CONFIGS["as shipped"], LINES)
    chosen = config_lines(21, "i2s")
    again = with_block(ours, chosen)
    assert block(again) == chosen and "dtoverlay=gpio-shutdown,gpio_pin=21" in chosen
    assert again.count(BEGIN) == 1 and without_block(again) == CONFIGS["as shipped"]


@pytest.mark.parametrize("cut", [b"# >>> mopsbox", END])
def test_half_a_block_is_left_alone_and_said(cut: bytes) -> None:
    lines = [line for line in with_block(b"a=1\n", LINES).splitlines(keepends=True) if not line.startswith(cut)]
    for change in (without_block, lambda data: with_block(data, LINES)):
        with pytest.raises(Failed, match="marks of our lines is missing; take the lines"):
            change(b"".join(lines))


@settings(deadline=None)
@given(config=st.binary().filter(lambda data: b"mopsbox" not in data) | st.text("\r\na#", max_size=6).map(str.encode))
def test_any_bytes_come_back(config: bytes) -> None:
    assert without_block(with_block(config, LINES)) == config
    assert without_words(with_words(config)) == config


CMDLINES = {
    "as shipped": b"console=serial0,115200 console=tty1 root=PARTUUID=1-02 rootfstype=ext4 fsck.repair=yes rootwait\n",
    "no line break at the end": b"console=tty1 root=/dev/mmcblk0p2 rootwait",
    "CRLF": b"console=tty1 rootwait\r\n",
    "spaces at the end": b"console=tty1 rootwait  \n",
    "empty": b"",
    "two lines": b"console=tty1 rootwait\n# a remark the firmware does not read\n",
}


@pytest.mark.parametrize("cmdline", CMDLINES.values(), ids=CMDLINES)
def test_our_words_are_on_the_one_line_and_go_without_a_trace(cmdline: bytes) -> None:
    ours = with_words(cmdline)
    line = re.split(rb"\r?\n", ours)[0].split()
    assert [word.encode() for word in WORDS] == line[line.index(FIRST.encode()) + 1 : line.index(LAST.encode())]
    assert set(cmdline.split(b"\n")[0].split()) <= set(line)
    assert with_words(ours) == ours and without_words(ours) == cmdline
    assert without_words(ours.replace(b"rootwait", b"rootdelay=5")) == cmdline.replace(b"rootwait", b"rootdelay=5")
    after = ours.replace(LAST.encode(), LAST.encode() + b" added=1")
    assert without_words(after).split() == [
        *cmdline.split(b"\n")[0].split(),
        b"added=1",
        *b"\n".join(cmdline.split(b"\n")[1:]).split(),
    ]


def test_one_of_our_two_words_missing_is_said() -> None:
    for lost in (FIRST, LAST):
        with pytest.raises(Failed, match=r"mopsbox\.begin=1 and mopsbox\.end=1 is missing"):
            without_words(with_words(b"rootwait\n").replace(lost.encode(), b""))
