"""A real X desktop for tests: Xvfb, real key and mouse events by xdotool, and its pixels."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pygame

NEEDED = ("Xvfb", "xdotool")


def missing() -> list[str]:
    """The programs of Debian packages xvfb and xdotool that are not here."""
    return [name for name in NEEDED if not shutil.which(name)]


class Desktop:
    """One Xvfb screen. `display`: with this number (":99"), else with a free one. Use as a context manager."""

    def __init__(self, folder: Path, size: tuple[int, int] = (2400, 1600), display: str = "") -> None:
        self.folder = folder
        read, write = os.pipe()
        screen = f"{size[0]}x{size[1]}x24"
        self.server = subprocess.Popen(
            [
                "Xvfb",
                *([display] if display else []),
                "-displayfd",
                str(write),
                "-screen",
                "0",
                screen,
                "-fbdir",
                str(folder),
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.display = ":" + pipe.readline().strip()
        own = {"DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}  # seen, not heard
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")} | own

    def __enter__(self) -> Desktop:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.terminate()
        self.server.wait()

    def xdotool(self, *words: object) -> str:
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self.env, check=True, capture_output=True, text=True
        ).stdout

    def key(self, name: str, for_s: float = 0.06) -> None:
        self.xdotool("keydown", name)
        time.sleep(for_s)
        self.xdotool("keyup", name)

    def click(self, x: float, y: float, for_s: float = 0.06) -> None:
        self.xdotool("mousemove", round(x), round(y), "mousedown", 1)
        time.sleep(for_s)
        self.xdotool("mouseup", 1)

    def window(self, pid: int) -> tuple[int, int]:
        """Where the window's inside begins, once it is there."""
        wait_for(lambda: bool(self._found(pid)), f"a window of process {pid}")
        return self.inside(pid).topleft

    def inside(self, pid: int) -> pygame.Rect:
        """The window's inside on the desktop."""
        told = self.xdotool("getwindowgeometry", "--shell", self._found(pid))
        place = dict(line.split("=") for line in told.split() if "=" in line)
        return pygame.Rect(*(int(place[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))

    def resize(self, pid: int, size: tuple[int, int]) -> None:
        """As a tiling window manager does it: nobody asks the program."""
        self.xdotool("windowsize", self._found(pid), *size)

    def _found(self, pid: int) -> str:
        names = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(pid)], env=self.env, capture_output=True, text=True
        )
        return names.stdout.split("\n")[0]

    def picture(self) -> pygame.Surface:
        """What stands on the desktop: the frame buffer, an X window dump of 32-bit pixels."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        fields = struct.unpack(">25I", data[:100])
        header, width, height, stride, colours = fields[0], fields[4], fields[5], fields[12], fields[19]
        start = header + colours * 12
        pixels = data[start : start + stride * height]
        return pygame.image.frombuffer(pixels, (width, height), "BGRA").convert(24)


def wait_for(true: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Until it is true; a test that waits in vain fails with `what`."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"waited {seconds} s in vain for {what}"
        time.sleep(0.03)
