"""The units as systemd itself reads them, and what they promise without it."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from configparser import ConfigParser
from ipaddress import ip_network
from pathlib import Path

import pytest

from mopsbox import keeper, places

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted((SYSTEMD / "units").iterdir())
EXPOSURE = 15  # tenths: 1.5

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd-analyze")


def service(name: str) -> list[tuple[str, str]]:
    """The settings of a unit's [Service], in order; a setting may be there several times."""
    text = (SYSTEMD / "units" / name).read_text(encoding="utf-8")
    section = text.partition("[Service]\n")[2].partition("\n[")[0]
    return re.findall(r"^(\w+)=(.*)$", section, flags=re.MULTILINE)


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_to_complain_about(unit: Path, tmp_path: Path) -> None:
    """`verify` takes a typing error for a warning and says 0, unless told otherwise; and it wants the programs there
    (facts/appliance.md 0.9)."""
    for each in UNITS:
        text = each.read_text(encoding="utf-8").replace("/opt/mopsbox/current/bin/mopsbox", "/bin/true")
        (tmp_path / each.name).write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", tmp_path / unit.name]
    done = subprocess.run(command, capture_output=True, text=True, env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"})
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_a_typing_error_in_a_unit_would_be_found(tmp_path: Path) -> None:
    text = (SYSTEMD / "units" / "mopsbox.service").read_text(encoding="utf-8")
    wrong = text.replace("/opt/mopsbox/current/bin/mopsbox", "/bin/true").replace("Type=notify", "Type=notfy")
    (tmp_path / "mopsbox.service").write_text(wrong)
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", tmp_path / "mopsbox.service"]
    assert subprocess.run(command, capture_output=True).returncode != 0


@needs_systemd
@pytest.mark.parametrize("name", ["mopsbox.service", "mopsbox-phone.service"])
def test_the_services_are_shut_in_well_enough(name: str, tmp_path: Path) -> None:
    """The page's network is judged too: it may listen, and still comes out below the box, which has devices."""
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={EXPOSURE}"]
    unit = SYSTEMD / "units" / name
    done = subprocess.run([*command, unit], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    print(re.sub(r"\W*$", "", done.stdout.strip().splitlines()[-1]))
    parts = [
        line for line in unit.read_text(encoding="utf-8").splitlines() if not line.startswith(("Protect", "Restr"))
    ]
    (tmp_path / name).write_text("\n".join(parts))
    open_unit = subprocess.run([*command, tmp_path / name], capture_output=True)
    assert open_unit.returncode != 0


def test_the_page_for_phones_reads_the_scores_and_may_do_nothing_else() -> None:
    """Another user than the box's, no device, no right, a near network only; nothing starts it but the box's file."""
    settings = dict(service("mopsbox-phone.service"))
    assert settings["User"] == "mopsbox-phone" and "SupplementaryGroups" not in settings
    assert settings["BindReadOnlyPaths"] == "/var/lib/mopsbox" and settings["TemporaryFileSystem"].startswith("/var:ro")
    assert {"StateDirectory", "ReadWritePaths", "DeviceAllow"}.isdisjoint(settings)
    assert (settings["PrivateDevices"], settings["ProtectSystem"], settings["CapabilityBoundingSet"]) == (
        "yes",
        "strict",
        "",
    )
    assert settings["RestrictAddressFamilies"] == "AF_INET AF_INET6" and settings["IPAddressDeny"] == "any"
    paths = [f"{key}={path}" for key, value in settings.items() if key.endswith("Paths") for path in value.split()]
    hidden = [each.partition(":")[0] for each in settings["TemporaryFileSystem"].split()]
    assert not [path for path in paths if path.partition("=")[2] in hidden]  # of two for one path systemd keeps one
    networks = [ip_network(each) for each in settings["IPAddressAllow"].split() if each != "localhost"]
    assert networks and not any(network.is_global for network in networks)
    text = (SYSTEMD / "units" / "mopsbox-phone.service").read_text(encoding="utf-8")
    assert "[Install]" not in text and f"--while {WANTED}" in settings["ExecStart"]
    assert f"PathExists={WANTED}\n" in (SYSTEMD / "units" / "mopsbox-phone.path").read_text(encoding="utf-8")
    assert re.search(r"^u mopsbox-phone ", (SYSTEMD / "sysusers.d/mopsbox.conf").read_text("utf-8"), flags=re.MULTILINE)


WANTED = "/run/mopsbox/phone"


@needs_systemd
def test_another_port_is_set_as_the_page_of_the_manual_says(tmp_path: Path) -> None:
    """The lines for `systemctl edit`: systemd takes them, and they change the port and nothing else."""
    name = "mopsbox-phone.service"
    manual = (SYSTEMD.parent / "docs/appliance.md").read_text(encoding="utf-8")
    lines = re.findall(r"^```\n(\[Service\]\n.*?)^```$", manual, flags=re.MULTILINE | re.DOTALL)
    (drop_in,) = [each for each in lines if "--port" in each]
    (port,) = set(re.findall(r"(?:--port |tcp:)(\d+)", drop_in)) - {"8080"}
    before = dict(service(name))
    after = re.findall(r"^(\w+)=(.*)$", drop_in, flags=re.MULTILINE)
    assert after == [
        line
        for setting in ("ExecStart", "SocketBindAllow")
        for line in ((setting, ""), (setting, before[setting].replace("8080", port)))
    ]
    (tmp_path / f"{name}.d").mkdir()
    for file, text in (
        (name, (SYSTEMD / "units" / name).read_text(encoding="utf-8")),
        (f"{name}.d/port.conf", drop_in),
    ):
        (tmp_path / file).write_text(text.replace("/opt/mopsbox/current/bin/mopsbox", "/bin/true"))
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", tmp_path / name]
    done = subprocess.run(command, capture_output=True, text=True, env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"})
    assert (done.returncode, done.stderr) == (0, "")


def test_the_boxs_own_service_has_no_more_network_than_before() -> None:
    main = (SYSTEMD / "units" / "mopsbox.service").read_text(encoding="utf-8")
    assert "AF_INET" not in main and "phone" not in main


def test_the_service_may_use_its_devices_and_no_others() -> None:
    allowed = {value.split()[0] for name, value in service("mopsbox.service") if name == "DeviceAllow"}
    assert allowed == {f"char-{kind}" for kind in ("gpiochip", "drm", "input", "alsa", "tty", "ttyACM")}
    assert ("DevicePolicy", "closed") in service("mopsbox.service")


def test_the_driver_of_every_kind_of_device_is_there_before_the_service_starts() -> None:
    """A kind that is not known at the start stays forbidden (systemd.resource-control): a hub plugged in later too."""
    text = (SYSTEMD / "units" / "mopsbox.service").read_text(encoding="utf-8")
    for setting in ("Wants", "After"):
        for module in ("cdc_acm", "drm", "snd"):
            assert re.search(rf"^{setting}=.*\bmodprobe@{module}\.service", text, flags=re.MULTILINE)


def test_after_the_page_that_says_it_failed_it_can_be_started_again() -> None:
    """Five failed starts forbid the next one until the limit's time has passed, or somebody forgets them."""
    assert ("ExecStopPost", "+/usr/bin/systemctl reset-failed mopsbox.service") in service("mopsbox-failed.service")
    text = (SYSTEMD / "units" / "mopsbox-failed.service").read_text(encoding="utf-8")
    assert "\nOnSuccess=mopsbox.service\n" in text and "\nOnFailure=mopsbox.service\n" in text


def test_five_starts_that_hang_come_to_the_page_too() -> None:
    """Each ends when its time is up, its stop's as well, and begins anew: all five must fall into the limit's time, or
    the sixth is always the first of a new one and the screen stays black for ever."""
    text = (SYSTEMD / "units" / "mopsbox.service").read_text(encoding="utf-8")
    limit = {name: int(value) for name, value in re.findall(r"^StartLimit(\w+)=(\d+)$", text, flags=re.MULTILINE)}
    given = dict(service("mopsbox.service"))
    one = sum(int(given[name]) for name in ("TimeoutStartSec", "TimeoutStopSec", "RestartSec"))
    assert limit["IntervalSec"] > limit["Burst"] * one


@pytest.mark.parametrize("name", ["mopsbox.service", "mopsbox-failed.service"])
def test_the_boxs_settings_lie_beside_its_scores_whatever_home_its_user_has(name: str) -> None:
    """A person who is called mopsbox has another home, which ProtectHome hides."""
    words = shlex.split(" ".join(value for key, value in service(name) if key == "Environment"))
    env = dict(word.split("=", 1) for word in words) | {
        "STATE_DIRECTORY": f"/var/lib/{dict(service(name))['StateDirectory']}"
    }
    page = (SYSTEMD.parent / "docs/appliance.md").read_text(encoding="utf-8")
    assert f"sudo rm {places.user_file(env)}`" in page
    assert places.user_file(env) == places.data_dir(env=env) / ".config/mopsbox/config.toml"


def test_a_stop_is_given_the_time_a_backup_may_take() -> None:
    """A stop that is cut short counts as a failure, and the box would be started again."""
    given = dict(service("mopsbox.service"))
    assert int(given["TimeoutStopSec"]) > 2 * keeper.PATIENCE_S


def test_the_service_has_no_network() -> None:
    settings = service("mopsbox.service")
    assert ("IPAddressDeny", "any") in settings
    assert ("RestrictAddressFamilies", "AF_UNIX AF_NETLINK") in settings
    text = (SYSTEMD / "units" / "mopsbox.service").read_text(encoding="utf-8")
    assert "network" not in text.partition("[Service]")[0].lower().replace("not after the network", "")


def test_what_a_driver_may_not_do_is_an_error_and_not_the_end() -> None:
    """A graphics driver asks for a processor of its own (sched_setaffinity) and goes on without it; seen in the
    machine, where the service died of it before its first picture."""
    assert ("SystemCallErrorNumber", "EPERM") in service("mopsbox.service")


def test_places_that_have_room_for_everybody_are_closed_too() -> None:
    """ProtectSystem=strict leaves /run and /dev/shm as they are (tests/box tries it from inside)."""
    assert ("ReadOnlyPaths", "/run /dev/shm") in service("mopsbox.service")


@pytest.mark.parametrize("name", [unit.name for unit in UNITS if unit.suffix == ".service"])
def test_no_service_names_a_group_that_may_not_be_there(name: str) -> None:
    """One that is missing keeps a service from starting (216/GROUP); sysusers.d makes those of the box's user."""
    named = {group for key, value in service(name) if key == "SupplementaryGroups" for group in value.split()}
    assert named <= {"systemd-journal"}


def test_the_boxs_user_is_in_the_groups_its_devices_belong_to() -> None:
    text = (SYSTEMD / "sysusers.d" / "mopsbox.conf").read_text(encoding="utf-8")
    made = set(re.findall(r"^g (\w+)", text, flags=re.MULTILINE))
    member = set(re.findall(r"^m mopsbox (\w+)", text, flags=re.MULTILINE))
    assert made == member == {"gpio", "input", "render", "video", "audio", "tty", "dialout"}


def test_every_unit_that_is_named_is_there() -> None:
    names = {unit.name for unit in UNITS}
    text = "\n".join(unit.read_text(encoding="utf-8") for unit in UNITS)
    text += (SYSTEMD / "udev.rules.d" / "70-mopsbox.rules").read_text(encoding="utf-8").replace("%k", "")
    assert set(re.findall(r"mopsbox[\w-]*@?\.(?:service|path)", text)) <= names


@needs_systemd
def test_the_files_for_users_and_folders_are_understood(tmp_path: Path) -> None:
    for program, kind in (("systemd-sysusers", "sysusers.d"), ("systemd-tmpfiles", "tmpfiles.d")):
        root = tmp_path / kind
        (root / "etc").mkdir(parents=True)
        for name in ("passwd", "group"):
            shutil.copy(f"/etc/{name}", root / "etc" / name)
        if kind == "tmpfiles.d":
            with open(root / "etc" / "passwd", "a") as passwd, open(root / "etc" / "group", "a") as group:
                passwd.write("mopsbox:x:990:990::/var/lib/mopsbox:/bin/false\n")
                group.write("mopsbox:x:990:\n")
        command = [program, f"--root={root}", SYSTEMD / kind / "mopsbox.conf"]
        if kind == "tmpfiles.d":
            command.insert(1, "--create")
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert "mopsbox" in (tmp_path / "sysusers.d" / "etc" / "passwd").read_text()
    assert (tmp_path / "tmpfiles.d" / "var" / "lib" / "mopsbox").is_dir()


def test_the_rules_for_devices_have_an_end_to_every_quote() -> None:
    for line in (SYSTEMD / "udev.rules.d" / "70-mopsbox.rules").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            assert re.fullmatch(r'(\w+(\{\w+\})?(==|\+=|=)"[^"]*"(, |$))+', line), line


def taken_for_a_stick(partition: str, tmp_path: Path, parent: str, mounted: dict[str, list[str]], fstab: str) -> bool:
    """What the conditions of the unit for sticks say, with a stand-in for lsblk. `mounted`: by disk, with partitions;
    as on a Pi, lsblk told of no disk would list them all."""
    tool = tmp_path / "lsblk"
    shown = "".join(f"/dev/{disk}) printf '%s\\n' {' '.join(map(repr, ways))};;" for disk, ways in mounted.items())
    tool.write_text(
        f'#!/bin/sh\ncase "$2" in PKNAME) echo {parent};; *) case "$3" in {shown} *) exit 1;; esac;; esac\n'
    )
    tool.chmod(0o755)
    (tmp_path / "fstab").write_text(fstab)
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin", "LIBMOUNT_FSTAB": str(tmp_path / "fstab")}
    conditions = [value for name, value in service("mopsbox-stick@.service") if name == "ExecCondition"]
    assert len(conditions) == 2
    lines = [shlex.split(value.replace("%i", partition).replace("$$", "$")) for value in conditions]
    return all(subprocess.run(line, env=env, capture_output=True).returncode == 0 for line in lines)


@pytest.mark.skipif(not shutil.which("findmnt"), reason="needs findmnt")
@pytest.mark.parametrize(
    "partition, parent, mounted, fstab, stick",
    [
        ("sda1", "sda", {"sda": ["", ""]}, "", True),
        ("sda", "", {"sda": [""]}, "", True),  # a stick without partitions
        ("sda2", "sda", {"sda": ["", "/media/mopsbox/sda1", ""]}, "", True),  # the second of two
        ("sda1", "sda", {"sda": ["", "/boot/firmware", "/"]}, "", False),
        ("sda1", "sda", {"sda": ["", "", "/"]}, "", False),  # before the boot partition is mounted
        ("sda1", "sda", {"sda": ["", "", "/media/root-ro"]}, "", False),  # below an overlay
        ("sda3", "sda", {"sda": ["", "[SWAP]", ""]}, "", False),
        ("sda1", "sda", {"sda": ["", ""]}, "/dev/sda1 /boot/firmware vfat defaults 0 2\n", False),
        ("sdb1", "sdb", {"sda": ["/"], "sdb": ["", ""]}, "/dev/sda1 /boot/firmware vfat defaults 0 2\n", True),
    ],
)
def test_the_disk_the_system_is_on_is_no_stick(
    partition: str, parent: str, mounted: dict[str, list[str]], fstab: str, stick: bool, tmp_path: Path
) -> None:
    assert taken_for_a_stick(partition, tmp_path, parent, mounted, fstab) is stick


def test_units_are_files_of_sections_and_settings() -> None:
    for unit in UNITS:
        parser = ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment]
        parser.read_string(unit.read_text(encoding="utf-8"))
        assert "Unit" in parser and parser["Unit"]["Description"]
