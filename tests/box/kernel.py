"""Debian's kernel as it is, plus the one driver Debian does not build: gpio-sim, from Debian's own kernel source.

gpio-sim gives a real /dev/gpiochip whose lines are pulled up and down through sysfs.
"""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
from pathlib import Path

from .recipe import digest, part, run

MODULES = (
    "virtio_pci",
    "virtio_blk",
    "ext4",
    "virtio_console",
    "virtio-rng",
    "virtio-gpu",
    "evdev",
    "psmouse",
    "xhci_pci",
    "usbhid",
    "hid-generic",
    "ftdi_sio",
    "snd-hda-intel",
    "snd-hda-codec-generic",
    "configfs",
    "autofs4",
    "uinput",
    "usb_storage",
    "sd_mod",
    "vfat",
    "nls_cp437",
    "nls_ascii",
    "cdc_acm",
    "dummy_hcd",  # a USB socket whose plug is in the machine itself
    "libcomposite",
    "usb_f_acm",
    "snd_dummy",
)
FIRST = ("virtio_pci", "virtio_blk", "ext4")  # what it takes to mount the disk
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")

INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /dev /root
/bin/busybox mount -t devtmpfs dev /dev
for m in %s; do /bin/busybox insmod /$m.ko; done
/bin/busybox mount -t ext4 /dev/vda /root || exec /bin/busybox sh
/bin/busybox mount --move /dev /root/dev
exec /bin/busybox switch_root /root /lib/systemd/systemd
"""


def version() -> tuple[str, str]:
    """The kernel Debian has for this computer now: its release and its package's version."""
    release = _release()
    if not release:
        run("apt-get", "update")  # a fresh container knows no packages
        release = _release()
    if not release:
        raise RuntimeError("apt knows no linux-image-amd64: this Debian's sources lack it")
    package = re.search(r"Candidate: (\S+)", run("apt-cache", "policy", f"linux-image-{release}"))
    assert package
    return release, package[1]


def _release() -> str | None:
    told = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True).stdout
    found = re.search(r"Depends: linux-image-(\S+-amd64)", told)
    return found[1] if found else None


def kernel() -> Path:
    """A folder with `vmlinuz`, `initrd` and `modules` (a tree for /lib/modules)."""
    release, package = version()
    return part("kernel", digest(release, package, Path(__file__)), lambda folder: _make(folder, release, package))


def _make(folder: Path, release: str, package: str) -> None:
    unpacked = folder / "unpacked"
    short = re.match(r"\d+\.\d+", release)
    assert short
    series = short[0]
    _fetch(unpacked, f"linux-image-{release}={package}")
    shutil.copy(unpacked / f"boot/vmlinuz-{release}", folder / "vmlinuz")
    here = next(p for p in (unpacked / "lib/modules" / release, unpacked / "usr/lib/modules" / release) if p.exists())
    tree = folder / "modules" / "lib/modules" / release
    tree.mkdir(parents=True)
    for name in ("modules.order", "modules.builtin", "modules.builtin.modinfo"):
        shutil.copy(here / name, tree)
    _depmod(here, release)
    wanted = _with_needs(here, MODULES)
    for file in wanted:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(here / file, tree / file)
    _fetch(unpacked, *(f"{name}={package}" for name in _building(release, series)))
    shutil.copy(_gpio_sim(unpacked, release, series), tree / "gpio-sim.ko")
    run("depmod", "-b", folder / "modules", release)
    _initrd(folder, here, _with_needs(here, FIRST))
    shutil.rmtree(unpacked)


def _building(release: str, series: str) -> tuple[str, ...]:
    common = release.removesuffix("-amd64") + "-common"
    return f"linux-headers-{release}", f"linux-headers-{common}", f"linux-kbuild-{series}", f"linux-source-{series}"


def _fetch(folder: Path, *packages: str) -> None:
    """Debian packages, unpacked but not installed."""
    folder.mkdir(exist_ok=True)
    run("apt-get", "download", "-o", "APT::Sandbox::User=root", *packages, cwd=folder)
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, folder)
        package.unlink()


def _depmod(modules: Path, release: str) -> None:
    base = modules.parents[2]
    if base.name == "usr":  # depmod looks in /lib/modules
        (base.parent / "lib").symlink_to("usr/lib")
        base = base.parent
    run("depmod", "-b", base, release)


def _with_needs(modules: Path, names: tuple[str, ...]) -> list[str]:
    """The files of these modules and of all they need, those that are needed first."""
    needs: dict[str, list[str]] = {}
    for line in (modules / "modules.dep").read_text().splitlines():
        file, _, rest = line.partition(":")
        needs[file] = rest.split()
    by_name = {re.sub(r"\.ko(\.xz)?$", "", Path(file).name).replace("-", "_"): file for file in needs}
    soft = {
        "ext4": ("crc32c_generic", "crc32c_intel"),
        "virtio_pci": ("virtio_pci_modern_dev", "virtio_pci_legacy_dev"),
    }
    found: list[str] = []
    for name in names:
        for each in (*soft.get(name, ()), name):
            if wanted := by_name.get(each.replace("-", "_")):  # else it is built in
                found += [*reversed(needs[wanted]), wanted]
    return list(dict.fromkeys(found))


def _gpio_sim(unpacked: Path, release: str, series: str) -> Path:
    headers = unpacked / "usr/src" / f"linux-headers-{release}"
    makefile = headers / "Makefile"
    makefile.write_text(makefile.read_text().replace("/usr/src/", f"{unpacked}/usr/src/"))
    work = unpacked / "gpio-sim"
    work.mkdir()
    archive = unpacked / "usr/src" / f"linux-source-{series}.tar.xz"
    inside = [f"linux-source-{series}/{name}" for name in SOURCES]
    run("tar", "-xf", archive, "-C", work, "--strip-components=3", *inside)
    (work / "gpio-sim.c").rename(work / "gpio-sim-main.c")
    sim = work / "irq_sim.c"
    # irq_to_desc is not for modules; the other name does the same.
    sim.write_text(sim.read_text().replace("handle_simple_irq(irq_to_desc(irqnum));", "generic_handle_irq(irqnum);"))
    (work / "Kbuild").write_text("obj-m := gpio-sim.o\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n")
    run("make", "-C", headers, f"M={work}", "modules")
    return work / "gpio-sim.ko"


def _initrd(folder: Path, modules: Path, files: list[str]) -> None:
    """The first file system: busybox and the modules that mount the disk."""
    work = folder / "unpacked" / "initrd"
    (work / "bin").mkdir(parents=True)
    shutil.copy(shutil.which("busybox") or "/bin/busybox", work / "bin/busybox")
    names = []
    for file in files:
        name = re.sub(r"\.ko(\.xz)?$", "", Path(file).name)
        names.append(name)
        if file.endswith(".xz"):
            (work / f"{name}.ko").write_bytes(lzma.decompress((modules / file).read_bytes()))
        else:
            shutil.copy(modules / file, work / f"{name}.ko")
    init = work / "init"
    init.write_text(INIT % " ".join(names))
    init.chmod(0o755)
    run("sh", "-c", f"find . | cpio -o -H newc > {folder / 'initrd'}", cwd=work)
