"""The machine's disks: Debian's user land with our unit files, and a second, small disk with the program of now.

Two disks, because the first takes a minute and seldom changes, and the second changes with every line of the program.
"""

from __future__ import annotations

import compileall
import shutil
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from .kernel import kernel
from .recipe import GUEST, PROJECT, digest, part, run

PACKAGES = (
    "systemd",
    "systemd-sysv",
    "udev",
    "dbus",
    "kmod",
    "python3",
    "ca-certificates",
    # What the README asks for on a bare console. Not libgl1: without it SDL once painted black for ever.
    "libgbm1",
    "libdrm2",
    "libegl1",
    "libgles2",
    "libgl1-mesa-dri",
    "libudev1",
)
ENABLED = ("opt-box.mount", "box-talk.service", "gpio-sim.service", "mopsbox.service")
MASKED = (
    "getty@tty1.service",
    "systemd-timesyncd.service",
    "systemd-networkd.service",
    "systemd-pstore.service",
    "apt-daily.timer",
    "apt-daily-upgrade.timer",
    "dpkg-db-backup.timer",
    "e2scrub_all.timer",
    "fstrim.timer",
    "e2scrub_reap.service",
    "systemd-binfmt.service",
    "proc-sys-fs-binfmt_misc.automount",
)
HARNESS = tuple(f"etc/systemd/system/{name}" for name in ENABLED if name != "mopsbox.service")
DISK_MB = 1100
WHEELS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64", "manylinux_2_34_x86_64")


def debian() -> tuple[str, str]:
    """The suite and the lines of a sources.list: the Debian archives this computer itself uses."""
    form = "$(ORIGIN)|$(CODENAME)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)"
    rows = [
        row.split("|") for row in run("apt-get", "indextargets", "--format", form, "Identifier: Packages").split("\n")
    ]
    ours = sorted({tuple(row[2:]) for row in rows if row[0] == "Debian"}, key=lambda row: len(row[1]))
    if not ours:
        raise RuntimeError("apt knows no Debian archive; run apt-get update")
    return ours[0][1], "".join(f"deb {uri} {release} {component}\n" for uri, release, component in ours)


def userland() -> Path:
    """A folder with `tree`: Debian as installed, nothing of ours."""
    suite, sources = debian()

    slim = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "man", "locale")]
    options = ("--mode=root", "--variant=minbase", "--format=directory", f"--include={','.join(PACKAGES)}", *slim)

    def make(folder: Path) -> None:
        listed = folder / "sources.list"
        listed.write_text(sources)
        run("mmdebstrap", *options, suite, folder / "tree", listed)
        for waste in ("var/cache/apt", "var/lib/apt/lists", "var/cache/debconf"):
            shutil.rmtree(folder / "tree" / waste, ignore_errors=True)

    return part("debian", digest(sources, *options), make)


def disk() -> Path:
    """The root disk: an ext4 image with a journal. Machines write to a layer over it."""

    def ours(tree: Path) -> None:
        _lay(GUEST / "root", tree)
        run("chroot", tree, "groupadd", "--system", "gpio")
        groups = "video,render,input,gpio,tty"
        run("chroot", tree, "useradd", "--system", "--groups", groups, "--home-dir", "/var/lib/mopsbox", "mopsbox")

    return _image("root", ENABLED, MASKED, ours)


def clean_disk() -> Path:
    """A root disk as a Debian is before Mopsbox: no user, no unit, no group `gpio`; a boot partition's two files as a
    Raspberry Pi has them, a login on the console, and settings somebody made beforehand."""

    def ours(tree: Path) -> None:
        _lay(GUEST / "clean", tree)
        for name in HARNESS:
            shutil.copy(GUEST / "root" / name, tree / name)
        (tree / "etc/mopsbox").mkdir()
        shutil.copy(GUEST / "root/etc/mopsbox/config.toml", tree / "etc/mopsbox")

    masked = [name for name in MASKED if not name.startswith("getty")]
    return _image("clean", [name for name in ENABLED if name != "mopsbox.service"], masked, ours)


def _lay(ours: Path, tree: Path) -> None:
    """Every file of a folder, at its place in the tree."""
    for source in sorted(ours.rglob("*")):
        target = tree / source.relative_to(ours)
        if source.is_dir():
            target.mkdir(exist_ok=True)
        else:
            target.unlink(missing_ok=True)  # never write through a link into the folder of others
            shutil.copy(source, target)


def _image(name: str, enabled: Sequence[str], masked: Sequence[str], ours: Callable[[Path], None]) -> Path:
    debian_part, kernel_part = userland(), kernel()

    def make(folder: Path) -> None:
        tree = folder / "tree"
        run("cp", "-al", debian_part / "tree", tree)
        run("cp", "-r", kernel_part / "modules" / "lib" / "modules", tree / "usr/lib/modules")
        (tree / "opt/box").mkdir(parents=True)
        ours(tree)
        units = tree / "etc/systemd/system"
        (units / "multi-user.target.wants").mkdir(exist_ok=True)
        for unit in enabled:
            (units / "multi-user.target.wants" / unit).symlink_to(f"/etc/systemd/system/{unit}")
        for unit in masked:
            (units / unit).symlink_to("/dev/null")
        (units / "default.target").symlink_to("/lib/systemd/system/multi-user.target")
        image = folder / "root.ext4"
        run("mke2fs", "-q", "-t", "ext4", "-m", "0", "-d", tree, image, f"{DISK_MB}M")
        shutil.rmtree(tree)

    key = digest(debian_part.name, kernel_part.name, GUEST / "root", GUEST / "clean", Path(__file__))
    return part(name, key, make) / "root.ext4"


def python() -> str:
    """The machine's Python, such as "3.11"."""
    found = next((userland() / "tree/usr/bin").glob("python3.*[0-9]"))
    return found.name.removeprefix("python")


def dependencies() -> list[str]:
    """What the program needs of others."""
    found: list[str] = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["dependencies"]
    return found


def for_the_machine() -> tuple[str, ...]:
    """pip's words for wheels that fit the machine's Python."""
    where = [word for name in WHEELS for word in ("--platform", name)]
    return ("--quiet", "--only-binary=:all:", "--python-version", python(), "--implementation", "cp", *where)


def wheels() -> Path:
    """A folder with `site`: the program's dependencies, and pytest, for the machine's Python."""
    wanted, options = [*dependencies(), "pytest>=8"], for_the_machine()

    def make(folder: Path) -> None:
        run(sys.executable, "-m", "pip", "install", *options, "--target", folder / "site", *wanted)
        _compile(folder / "site")

    return part("wheels", digest(*options, *wanted), make)


def code() -> Path:
    """The second disk: the program as it is now, its dependencies and what the tests run inside."""
    wheels_part, native = wheels(), _native()
    device = PROJECT / "device" / "mopsbox"
    devices = PROJECT / "tests" / "gpio_devices.py"
    ours = (device, GUEST / "code", devices, PROJECT / "pyproject.toml", Path(__file__))
    key = digest(wheels_part.name, native.name, *ours)

    def make(folder: Path) -> None:
        tree = folder / "tree"
        run("cp", "-al", wheels_part / "site", tree)
        shutil.rmtree(tree / "bin")
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(device, tree / "mopsbox", ignore=unwanted)
        shutil.copytree(GUEST / "code", tree, dirs_exist_ok=True, ignore=unwanted)
        run("cp", "-r", devices, *native.iterdir(), tree)
        _entry_points(tree)
        _compile(tree / "mopsbox", "mopsbox")
        run("mke2fs", "-q", "-t", "ext4", "-m", "0", "-L", "mopsbox", "-d", tree, folder / "code.ext4", "160M")
        shutil.rmtree(tree)

    return part("code", key, make) / "code.ext4"


def _compile(tree: Path, inside: str = "") -> None:
    """Byte code for the machine, which cannot write on this disk and has a slow processor."""
    if python() == f"{sys.version_info.major}.{sys.version_info.minor}":
        compileall.compile_dir(tree, quiet=2, stripdir=str(tree), prependdir=f"/opt/box/{inside}")


def _entry_points(tree: Path) -> None:
    """What pip would note about the program: other programs find its pin factory by it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    info = tree / f"mopsbox-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: mopsbox\nVersion: {project['version']}\n")
    groups = {"console_scripts": project["scripts"], **project.get("entry-points", {})}
    text = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
        for group, names in groups.items()
    )
    (info / "entry_points.txt").write_text(text)


def _native() -> Path:
    """The little programs in C that press to the microsecond."""
    sources = sorted((GUEST / "native").glob("*.c"))

    def make(folder: Path) -> None:
        for source in sources:
            run("gcc", "-O2", "-Wall", "-Werror", "-static", "-o", folder / source.stem, source)

    return part("native", digest(*sources), make)
