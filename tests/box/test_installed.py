"""A clean system becomes a box by the installer alone, without a network: it comes up, is shut in, loses nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import pictures
from .installed import DROP_IN, FOUND, INSTALL, INSTALL_S, Installed
from .machine import DATA, Machine
from .player import Player
from .plug import story

pytestmark = pytest.mark.box

SECONDS = 10
COMMAND_S = 300  # Python begins slowly on an emulated processor
TICKS = "awk '{print $14 + $15}' /proc/$(systemctl show -p MainPID --value mopsbox)/stat"
OUTSIDE = "runuser -u mopsbox -- /usr/bin/python3 /opt/box/probe.py"
DONE = "done"
OURS = {"pins", "screen", "keys", "console", "sound", "playing"}
"""The devices the unit allows; the hub's port is test_hub.py's."""


def uptime(machine: Machine) -> float:
    """Seconds since the kernel began."""
    return float(machine.run("cat /proc/uptime").split()[0])


def painted(machine: Machine) -> bool:
    """Does the box show itself, not a console's black?"""
    shares = pictures.colours(machine.screen())
    return max(shares, key=lambda colour: shares[colour]) != (0, 0, 0)


def idle(machine: Machine) -> None:
    """Nothing was ever played, the service runs and shows itself."""
    machine.run("systemctl stop mopsbox; systemctl reset-failed mopsbox", check=False)
    machine.run(f"rm -rf {DATA}/* {DATA}/.config; sh /opt/box/at_rest.sh")
    machine.run("systemctl start mopsbox", 200)
    machine.until(lambda: painted(machine), "a picture", 180)


def test_a_clean_system_becomes_a_box(installed: Installed, figure: Callable[[str], None]) -> None:
    assert installed.status == 0, installed.said
    for step in (
        "Debian packages",
        "the program",
        "units, users",
        "the user",
        "the boot partition",
        "started at power",
    ):
        assert f"done: {step}" in installed.said
    assert "\nFAIL" not in installed.said and "Mopsbox is installed. All is well." in installed.said
    machine = installed.machine
    machine.until(lambda: painted(machine), "a picture", 180)  # the plug was pulled right after; nobody started it
    shown = uptime(machine)
    begun = int(machine.run("systemctl show -p ExecMainStartTimestampMonotonic --value mopsbox")) / 1e6
    told = f"service start to first picture {shown - begun:.1f} s, kernel start to first picture {shown:.1f} s"
    figure(f"the installed box on an emulated processor: {told}")
    pictures.keep("installed", machine.screen())
    each = (
        "systemctl is-active mopsbox mopsbox-poweroff.path mopsbox-phone.path"  # active: with READY, after the picture
    )
    machine.until(lambda: machine.attempt(each)[1].split() == ["active"] * 3, "all units", 60)
    assert machine.attempt("systemctl is-active getty@tty1")[1].strip() == "inactive"
    said = machine.run("/usr/local/bin/mopsbox restore --list", COMMAND_S)
    assert said.strip() == f"no backup in {DATA}/backups"  # the command it has now, with the box's own folder
    config, cmdline = (machine.read(f"/boot/firmware/{name}") for name in ("config.txt", "cmdline.txt"))
    assert "\ndtparam=spi=off\n" in config and "\ndtoverlay=w1-gpio\n" not in config
    assert "rootwait mopsbox.begin=1 quiet " in cmdline and "\n" not in cmdline


def test_run_again_it_changes_nothing(installed: Installed) -> None:
    machine = installed.machine
    machine.attempt("mount -o ro /dev/vdc /mnt")
    status, said = machine.attempt(f"{INSTALL} --dry-run", INSTALL_S)
    assert status == 0 and "would" not in said, said


def test_from_inside_the_service_nothing_else_can_be_reached(installed: Installed) -> None:
    """What its first start tried, and the same tried by the same user outside: there, all of it can be done."""
    machine = installed.machine
    machine.until(lambda: machine.attempt(f"test -s {FOUND}")[0] == 0, "what the service tried")
    inside: dict[str, Any] = json.loads(machine.read(FOUND))
    machine.run("install -m 666 /dev/null /tmp/outside.json")
    machine.run(f"{OUTSIDE} /tmp/outside.json")
    outside: dict[str, Any] = json.loads(machine.read("/tmp/outside.json"))
    own = {DATA, "/run/mopsbox", "/tmp"}
    assert {folder for folder, said in inside["write"].items() if said == DONE} == own
    assert {folder for folder, said in outside["write"].items() if said == DONE} >= set(inside["write"]) - own
    assert {name for name, said in inside["socket"].items() if said == DONE} == {"AF_UNIX", "AF_NETLINK"}
    assert {"AF_INET", "AF_INET6"} <= {name for name, said in outside["socket"].items() if said == DONE}
    assert inside["letter"] != DONE and outside["letter"] == DONE
    assert inside["homes"] in ("closed", []) and "somebody" in outside["homes"]
    assert not inside["others_tmp"] and outside["others_tmp"]
    assert inside["disk"] != DONE and outside["disk"] == DONE
    assert {name for name, said in inside["devices"].items() if said == DONE} == OURS
    assert {name for name, said in outside["devices"].items() if said == DONE} == OURS | {"system", "kernel"}
    assert inside["uid"] == outside["uid"] != 0
    none = "0000000000000000"
    assert inside["limits"] == {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": none, "CapBnd": none}
    machine.run(f"rm {DROP_IN}/probe.conf; systemctl daemon-reload")


def test_a_box_nobody_touches_leaves_the_processor_alone(installed: Installed, figure: Callable[[str], None]) -> None:
    machine = installed.machine
    idle(machine)
    player = Player(machine)
    player.press(5)
    time.sleep(5)
    before = int(machine.run(TICKS))
    time.sleep(SECONDS)
    used = (int(machine.run(TICKS)) - before) / SECONDS
    figure(f"idle in the lobby: {used:.1f} % of one emulated processor")
    assert used < 80  # about 40; who draws all the time takes all of it, and a busy computer makes any share larger


def test_the_plug_is_pulled_twice_in_the_middle_of_a_game(installed: Installed, tmp_path: Path) -> None:
    idle(installed.machine)
    story(installed.machine, 2, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("ten", range(5))
def test_the_plug_is_pulled_fifty_times(
    ten: int, installed: Installed, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    idle(installed.machine)
    boots = story(installed.machine, 10, tmp_path)
    took = f"boots {min(boots):.0f} to {max(boots):.0f} s"
    figure(f"plug pulled {len(boots)} times, each time the game was there again and nothing lost; {took}")


@pytest.mark.slow
def test_it_is_taken_out_to_the_byte_and_put_in_again_and_the_scores_stay(installed: Installed) -> None:
    machine = installed.machine
    machine.attempt("mount -o ro /dev/vdc /mnt")
    machine.run(f"echo kept > {DATA}/kept")
    said = machine.run(f"{INSTALL} --uninstall", INSTALL_S)
    assert f"stay: {DATA}" in said
    assert machine.attempt("systemctl is-active mopsbox")[1].strip() == "inactive"
    assert machine.run(f"ls /opt; ls /boot/firmware; cat {DATA}/kept").split() == [
        *("box", "open"),
        *("cmdline.txt", "config.txt", "open"),
        "kept",
    ]
    assert machine.attempt("ls /usr/local/bin/mopsbox")[0] != 0
    clean = Path(__file__).parent / "guest/clean/boot/firmware"
    for name in ("config.txt", "cmdline.txt"):
        assert machine.read(f"/boot/firmware/{name}") == (clean / name).read_text()
    status, said = machine.attempt(INSTALL, INSTALL_S)
    assert status == 0 and machine.read(f"{DATA}/kept") == "kept\n"
    assert machine.run("ls -l /usr/local/bin/mopsbox").startswith("-rwxr-xr-x")
    assert "as it should be: Debian packages" in said and "done: the program" in said


PAGE = "import urllib.request as web; print(web.urlopen('http://127.0.0.1:8080/now', timeout=9).read().decode())"
SETTINGS = "/etc/mopsbox/config.toml"


def phone(machine: Machine, name: str) -> str:
    return machine.run(f"systemctl show -p {name} --value mopsbox-phone.service", check=False).strip()


def test_the_setting_brings_the_page_for_phones_and_takes_it_away(installed: Installed) -> None:
    """By the file the box makes, without a right of its own; the page's user reads the scores and sees little else."""
    machine = installed.machine
    idle(machine)
    assert phone(machine, "ActiveState") == "inactive"
    machine.put(SETTINGS, "[phone]\non = true\n")
    machine.run("systemctl restart mopsbox")
    machine.until(lambda: machine.attempt(f'/usr/bin/python3 -c "{PAGE}"')[0] == 0, "the page", 120)
    assert "No game yet." in machine.run(f'/usr/bin/python3 -c "{PAGE}"')
    pid = phone(machine, "MainPID")
    status = machine.read(f"/proc/{pid}/status")
    uid = machine.run("id -u mopsbox-phone").strip()
    assert f"\nUid:\t{uid}\t" in status and "\nNoNewPrivs:\t1\n" in status and "\nSeccomp:\t2\n" in status
    assert "\nCapEff:\t0000000000000000\n" in status
    seen = machine.run(f"ls -A /proc/{pid}/root/var /proc/{pid}/root/var/lib /proc/{pid}/root/dev")
    assert "mopsbox" in seen and {"apt", "spool", "vda"}.isdisjoint(seen.split()), seen
    assert "mopsbox.db" in machine.run(f"ls /proc/{pid}/root{DATA}")
    machine.run(f"rm {SETTINGS}; systemctl restart mopsbox")
    machine.until(lambda: phone(machine, "ActiveState") == "inactive", "its end")
    assert phone(machine, "Result") == "success" and machine.attempt("ls /run/mopsbox/phone")[0] != 0
