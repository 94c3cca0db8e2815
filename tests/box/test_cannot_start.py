"""The installed box cannot start: its screen says so, and what it said last; it tries again by itself."""

from __future__ import annotations

import base64

import pygame
import pytest

from . import pictures
from .installed import DROP_IN, Installed
from .machine import BOOT_S, Machine
from .test_installed import painted

pytestmark = [pytest.mark.box, pytest.mark.slow]

BROKEN = f"{DROP_IN}/broken.conf"
WHY = "mopsbox: the reason of this test"
PAGE_S = 300  # five starts, and the self-check on an emulated processor
RUNS = "for p in $(cat /sys/fs/cgroup/system.slice/mopsbox-failed.service/cgroup.procs); do cat /proc/$p/comm; done"
CELL = (8, 16)  # of the kernel's font, pixels


def text(machine: Machine) -> list[str]:
    """What stands on the first console, by line."""
    rows, columns = map(int, machine.run("stty size -F /dev/tty1").split())
    cells = base64.b64decode(machine.run("base64 -w0 /dev/vcsu1")).decode("utf-32-le")
    assert len(cells) == rows * columns
    return [cells[row * columns : (row + 1) * columns].rstrip() for row in range(rows)]


def shown(picture: pygame.Surface, lines: list[str]) -> bool:
    """Is the picture that of these lines: something drawn where a sign stands, and nothing elsewhere?"""
    w, h = CELL
    ink = pygame.mask.from_threshold(picture, (0, 0, 0), (8, 8, 8, 255))
    ink.invert()
    for row in range(picture.get_height() // h):
        for column in range(picture.get_width() // w):
            cell = pygame.mask.Mask(CELL, fill=True)
            drawn = ink.overlap_area(cell, (column * w, row * h)) > 0
            line = lines[row] if row < len(lines) else ""
            if drawn != (line[column : column + 1].strip() != ""):
                return False
    return True


def state(machine: Machine, unit: str) -> str:
    return machine.run(f"systemctl show -p ActiveState --value {unit}").strip()


def page(machine: Machine, name: str) -> None:
    """It comes, says what it should, and goes."""
    machine.until(lambda: "Self-check" in "\n".join(text(machine)), "the page that says why", PAGE_S)
    machine.until(lambda: "sleep" in machine.run(RUNS, check=False), "the whole page", PAGE_S)
    lines, picture = text(machine), machine.screen()
    pictures.keep(name, picture)
    told = "\n".join(lines)
    print(told)
    assert "Mopsbox could not start. It tries again in a minute. Nothing is lost" in told
    assert WHY in told and "Mopsbox konnte nicht starten" in told
    assert not pictures.dark(picture) and shown(picture, lines)
    assert state(machine, "mopsbox-failed") == "activating"


def test_what_is_wrong_stands_on_the_screen_until_it_is_put_right(installed: Installed) -> None:
    machine = installed.machine
    machine.until(lambda: painted(machine), "a picture", 180)
    machine.put(BROKEN, f"[Service]\nExecStart=\nExecStart=/bin/sh -c 'echo {WHY}; exit 1'\n")
    machine.run("systemctl daemon-reload; systemctl restart --no-block mopsbox")
    page(machine, "cannot-start")
    machine.until(lambda: state(machine, "mopsbox-failed") == "inactive", "another try", PAGE_S)
    page(machine, "cannot-start-again")
    machine.run(f"rm {BROKEN}; systemctl daemon-reload")
    machine.until(lambda: state(machine, "mopsbox") == "active", "the box", PAGE_S + BOOT_S)
    machine.until(lambda: painted(machine), "its picture", BOOT_S)
    assert not shown(machine.screen(), text(machine))
