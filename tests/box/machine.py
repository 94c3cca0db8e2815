"""One virtual machine: boot it, press its buzzers, look at its screen and lamps, pull its plug."""

from __future__ import annotations

import base64
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame

from .kernel import kernel
from .pictures import dark, keep
from .recipe import run
from .root import code, disk
from .wires import Qmp, Talk

BOOT_S = 180  # about 20 on two idle cores
SIZE = (800, 480)
DATA = "/var/lib/mopsbox"


class Machine:
    """Use as a context manager: it runs inside. `size`: of its screen in pixels. `root`: its root disk, if not the
    usual one, or the layer over one that another machine left; `parcel`: a third disk, read-only, and besides it a USB
    socket and a wire "hub" (test_hub.py).

    What it writes lies in a layer over the root disk: a pulled plug it survives as a real one would, the end not."""

    def __init__(self, size: tuple[int, int] = SIZE, root: Path | None = None, parcel: Path | None = None) -> None:
        self.size, self._parcel = size, parcel
        self.folder = Path(tempfile.mkdtemp(prefix="mopsbox-vm-"))  # sockets need a short path
        self._kernel, self._code = kernel(), code()
        self.layer = self.folder / "root.qcow2"
        below = root or disk()
        kind = "qcow2" if below.suffix == ".qcow2" else "raw"
        run("qemu-img", "create", "-q", "-f", "qcow2", "-b", below, "-F", kind, self.layer)
        self._qemu: subprocess.Popen[bytes] | None = None
        self.boot_s = 0.0

    def __enter__(self) -> Machine:
        self.boot()
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_plug()
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- power

    def boot(self) -> None:
        """Power on; returns once something inside answers."""
        begun = time.monotonic()
        for old in ("qmp", "talk", "hub"):
            (self.folder / old).unlink(missing_ok=True)
        # Killed tests must not leave it behind: nothing would ever end it.
        with_us = ["setpriv", "--pdeathsig", "KILL"]
        self._qemu = subprocess.Popen([*with_us, *self._command()], cwd=self.folder, stdin=subprocess.DEVNULL)
        try:
            self.qmp = Qmp(self.folder / "qmp")
            self.talk = Talk(self.folder / "talk")
            self.talk.ready(BOOT_S)
        except OSError as error:
            self._qemu.kill()
            self._qemu = None
            raise RuntimeError(f"no answer after {BOOT_S} s; console: {self.console()}") from error
        self.boot_s = time.monotonic() - begun

    def _command(self) -> list[str]:
        console = "console=ttyS0 quiet loglevel=4 panic=-1 rw mitigations=off vt.global_cursor_default=0"
        words = (
            # Never KVM, even where it is offered: some hosts offer one that hangs (facts/boxtest.md).
            "qemu-system-x86_64 -nodefaults -no-user-config -M q35 -accel tcg,thread=multi -m 1024 -smp 2 -cpu Nehalem",
            f"-drive file={self.layer},format=qcow2,if=none,id=d0 -device virtio-blk-pci,drive=d0",
            f"-drive file={self._code},format=raw,if=none,id=d1,readonly=on -device virtio-blk-pci,drive=d1",
            "-device virtio-serial-pci -chardev socket,id=t,path=talk,server=on,wait=off",
            "-device virtserialport,chardev=t,name=talk -device virtio-rng-pci",
            # Without EDID: it would make millimetres up, and the pictures are compared with those of the usual panel.
            f"-device virtio-gpu-pci,edid=off,xres={self.size[0]},yres={self.size[1]}",
            "-display none -serial file:console.log -qmp unix:qmp,server=on,wait=off -no-reboot",
        )
        line = " ".join(words).split()
        if self._parcel:
            line += f"-drive file={self._parcel},format=raw,if=none,id=d2,readonly=on".split()
            line += ["-device", "virtio-blk-pci,drive=d2", "-device", "qemu-xhci,id=usb"]
            line += [
                "-chardev",
                "socket,id=h,path=hub,server=on,wait=off",
                "-device",
                "virtserialport,chardev=h,name=hub",
            ]
        boot = ["-kernel", self._kernel / "vmlinuz", "-initrd", self._kernel / "initrd"]
        return [*line, *map(str, boot), "-append", console]

    def pull_plug(self) -> None:
        """As a real one: what was not flushed to the disk is gone. The emulator is killed, so that even what the disk
        had only in its own memory is lost."""
        if self._qemu:
            self._qemu.kill()
            self._qemu.wait()
            self._qemu = None
            self.qmp.close()
            self.talk.close()

    def goes_off(self, timeout_s: float) -> str:
        """It has switched itself off; at whose wish, in the emulator's words."""
        assert self._qemu
        why = self.qmp.shutdown(timeout_s)
        self._qemu.wait(timeout_s)
        self.pull_plug()
        return why

    @contextmanager
    def halted(self) -> Iterator[None]:
        """It stands still, its clocks too, as long as another one runs."""
        self.qmp.ask("stop")
        try:
            yield
        finally:
            self.qmp.ask("cont")

    def console(self) -> str:
        log = self.folder / "console.log"
        return log.read_text(errors="replace")[-2000:] if log.exists() else ""

    # -- its USB socket

    def plug_in(self, image: Path) -> None:
        """A stick with this content."""
        file = {"driver": "file", "filename": str(image)}
        self.qmp.ask("blockdev-add", **{"driver": "raw", "node-name": "stick", "file": file})
        self.qmp.ask("device_add", driver="usb-storage", id="stick", drive="stick", bus="usb.0")

    def pull_out(self) -> None:
        """At once; what was not written is not on it."""
        self.qmp.ask("device_del", id="stick")

        def closed() -> bool:
            with suppress(RuntimeError):  # still in use
                self.qmp.ask("blockdev-del", **{"node-name": "stick"})
                return True
            return False

        self.until(closed, "the stick to be out")

    # -- inside

    def run(self, command: str, timeout_s: float = 60, check: bool = True) -> str:
        return self.talk.run(command, timeout_s, check)

    def put(self, path: str, text: str) -> None:
        """A file in the machine."""
        coded = base64.b64encode(text.encode()).decode()
        self.run(f"mkdir -p $(dirname {path}) && echo {coded} | base64 -d > {path}")

    def read(self, path: str) -> str:
        """A text file of the machine; "" if it is not there."""
        return base64.b64decode(self.run(f"base64 -w0 {path}", check=False) or "").decode()

    def until(self, true: Callable[[], bool], what: str, timeout_s: float = 60) -> None:
        end = time.monotonic() + timeout_s
        while not true():
            if time.monotonic() > end:
                keep("failed", self.screen())
                raise AssertionError(f"{timeout_s} s in vain for {what}; see tests/out; the service: {self.journal()}")
            time.sleep(0.2)

    def fresh(self) -> None:
        """The service is stopped, all lines are at rest, no game was ever played."""
        self.run("systemctl stop mopsbox; systemctl reset-failed mopsbox", check=False)
        self.run(f"rm -rf {DATA}/* {DATA}/.config")
        self.run("systemctl start gpio-sim")  # it came with the service, which may not have got that far
        self.run("sh /opt/box/at_rest.sh")

    def start(self) -> None:
        """The service; returns once its picture stands."""
        self.run("systemctl start mopsbox")
        self.awake()

    def awake(self) -> None:
        self.until(lambda: not dark(self.screen()), "a picture", BOOT_S)

    def attempt(self, command: str, timeout_s: float = 60) -> tuple[int, str]:
        """A command's exit status and all it said."""
        *said, status = self.run(f"({command}) 2>&1; status=$?; echo; echo $status", timeout_s).splitlines()
        return int(status), "\n".join(said)

    def journal(self, lines: int = 30) -> str:
        """What the service has said."""
        return self.run(f"journalctl -u mopsbox -o cat --no-pager -n {lines}", check=False)

    # -- at the table

    def screen(self) -> pygame.Surface:
        """What the screen shows now."""
        path = self.folder / "screen.png"
        self.qmp.screenshot(path)
        return pygame.image.load(path).convert(24)

    def type(self, key: str) -> None:
        """A key of its keyboard, by QEMU's name: "kp_1", "ret", "left", "esc"."""
        self.qmp.key(key, True)
        time.sleep(0.05)
        self.qmp.key(key, False)
        time.sleep(0.05)

    def lines(self, pins: Iterable[int]) -> dict[int, bool]:
        """Which of these lines are high, as somebody with a meter would find."""
        pins = list(pins)
        values = self.run("cat " + " ".join(f"/run/lines/sim_gpio{pin}/value" for pin in pins)).split()
        return {pin: value == "1" for pin, value in zip(pins, values, strict=True)}

    def pull(self, steps: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int, int]]:
        """Pull lines: (microseconds from now, pin, level), exactly spaced by a program inside. Gives for each
        (pin, level, machine nanoseconds before, after)."""
        text = "".join(f"{at} {pin} {level}\\n" for at, pin, level in steps)
        out = self.run(f"printf '{text}run 10\\n' | /opt/box/pull", timeout_s=120)
        rows = [tuple(int(word) for word in row.split()) for row in out.splitlines()[:-1]]
        return [(pin, level, before, after) for pin, level, before, after in rows]
