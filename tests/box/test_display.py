"""The attached screen (KMS, no desktop): what it says when there is none, and how it is turned."""

from __future__ import annotations

import time

import pytest

from . import pictures
from .machine import DATA, Machine
from .player import Player

pytestmark = [pytest.mark.box, pytest.mark.slow]

SOCKET = "/sys/class/drm/card0-Virtual-1/status"
EGL = "/usr/lib/x86_64-linux-gnu/libEGL.so.1"


def play(user: str = "mopsbox", env: str = "") -> str:
    home = f"/tmp/{user}"
    return (
        f"mkdir -p {home}; chown {user} {home}; runuser -u {user} -- env HOME={home} PYTHONPATH=/opt/box {env} "
        f"timeout 50 python3 -m mopsbox play --data {home}/data"
    )


def test_a_second_program_says_who_holds_the_display(machine: Machine) -> None:
    status, said = machine.attempt(play("root"))
    assert status == 3 and "no screen: another program holds the display (python3); stop it" in said


def test_a_screen_that_is_not_plugged_in_is_said_and_comes_back(bare: Machine) -> None:
    bare.run(f"echo off > {SOCKET}")
    try:
        status, said = bare.attempt(play())
        assert status == 3 and "no screen: no screen is plugged in (looked at Virtual-1); plug it in" in said
        bare.run("systemctl start mopsbox")
        bare.until(lambda: "no screen is plugged in" in bare.journal(), "the service to say it")
    finally:
        bare.run(f"echo detect > {SOCKET}")
    bare.awake()


def test_a_user_without_the_groups_is_told_which(bare: Machine) -> None:
    status, said = bare.attempt(play("nobody"))
    assert status == 3
    assert "no permission to use /dev/dri/card0, /dev/dri/renderD128; sudo usermod -aG render,video nobody" in said


def test_a_library_that_is_missing_is_named_with_its_package(bare: Machine) -> None:
    bare.run(f"mv {EGL} /tmp/kept")
    try:
        status, said = bare.attempt(play())
    finally:
        bare.run(f"mv /tmp/kept {EGL}")
    assert status == 3 and "libEGL.so.1 cannot be loaded; sudo apt install libegl1" in said


def test_without_our_setting_this_machine_would_stay_black(bare: Machine) -> None:
    """The trap is really there: libGL is not installed, SDL paints with OpenGL all the same, and nobody complains."""
    unset = "SDL_RENDER_DRIVER=opengl SDL_FRAMEBUFFER_ACCELERATION=opengl"
    bare.run(f"({play(env=unset)}) >/tmp/said 2>&1 & sleep 25", timeout_s=60)
    try:
        assert "VIDEODRIVER" not in bare.read("/tmp/said")
        assert pictures.dark(bare.screen())
    finally:
        bare.run("kill $(pgrep -f 'mopsbox play') || true; sleep 4")


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_the_picture_is_turned(bare: Machine, rotation: pictures.Turn) -> None:
    bare.put(f"{DATA}/.config/mopsbox/config.toml", f"[screen]\nrotation = {rotation}\n")
    bare.run(f"chown -R mopsbox {DATA}/.config")
    bare.start()
    player = Player(bare)
    player.press(5)
    player.begin(1, 3)
    player.sees(pictures.game(player.standing(), bare.size, rotation), f"rotation-{rotation}")


def test_the_console_cannot_blank_the_picture(machine: Machine) -> None:
    Player(machine).press(5)
    time.sleep(3)
    before = machine.screen()  # the lobby, which stands still
    machine.attempt("echo 1 > /sys/class/graphics/fb0/blank; setterm --blank force --term linux > /dev/tty1; sleep 2")
    assert pictures.unlike(machine.screen(), before) < pictures.MOST
