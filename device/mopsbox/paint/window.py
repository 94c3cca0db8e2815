"""The box's screen: on the appliance the whole display, on a desk computer with the simulated box around it.

One thread paints and reads events; `lamps` and `wake` may be called from any thread.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame

from .. import scene as scenes
from ..glow import ANIMATED
from ..places import NoScreen
from ..scene import Item, Look, Scene
from ..table import Lamp, Seat
from . import console, sleep, whole
from .case import LEAST_BEZEL, Case, spread
from .devices import InputDevices
from .frame import Frame, inside
from .hands import WANTED, Hands, Part, Raw
from .painter import Painter
from .snap import save, snap

LAMP_FRAME = 1 / 15  # seconds between two shades of an animated lamp
BLOCKING = frozenset(
    {"x11", "wayland", "windows", "cocoa"}
)  # where SDL sleeps until an event comes; others poll at 1 ms
LOOK_EVERY = 1 / 30  # seconds between two looks at the events elsewhere
WINDOW_FRAME = 80  # px a desktop takes for the title bar and its own panel; the bare console takes none
CONSOLE = "kmsdrm"
UNSEEN = frozenset({"dummy", "offscreen"})  # what SDL takes when it finds no screen at all
WHOLE = pygame.K_F11  # the whole screen and back
WAKE = pygame.event.custom_type()


class Window:
    """`size`: pixels of the box's own screen; all becomes larger or smaller with a window that gets another size.
    `rotation`: how its picture is turned, clockwise. `simulate`: draw the box with buzzers and buttons around
    it. `fullscreen`: the whole screen, no window; F11 changes that. `clock`: box nanoseconds, for the stamps.

    Raises NoScreen."""

    def __init__(
        self,
        size: tuple[int, int],
        look: Look,
        rotation: int = 0,
        *,
        simulate: bool,
        fullscreen: bool = False,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._size, self._look = size, look
        self._painter = Painter(size, look, rotation)
        self._buzzers: Mapping[Seat, tuple[str, float]] = {}  # where they were placed
        self._lamps: Mapping[Seat, Lamp] = {}
        self._woken = threading.Event()
        self._scene: Scene | None = None
        self._devices: InputDevices | None = None
        try:
            self._open(size, simulate, fullscreen)
        except pygame.error as error:
            self.close()
            raise _no_screen(str(error)) from error
        self._hands = Hands(clock, self._touched, self._tapped, lambda: self._window.get_size())
        self._light()
        pygame.display.flip()

    def _open(self, size: tuple[int, int], simulate: bool, fullscreen: bool) -> None:
        self._driver = _find_screen()
        self._devices = InputDevices() if self._driver == CONSOLE else None
        if self._driver == "x11":
            # Else SDL copies every picture through OpenGL, which without a graphics card costs a core and, on an X
            # server that has just started, hangs in the first swap (seen with Mesa's software renderer).
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        sprites = self._painter.sprites
        desktop = None if self._driver == "dummy" else pygame.display.get_desktop_sizes()[0]
        room = (desktop[0], desktop[1] - _frame(self._driver, fullscreen)) if desktop else None
        self._case = Case(size, room, sprites, fill=fullscreen) if simulate else None
        self._frame = Frame(desktop or size)
        pygame.display.set_caption("Mopsbox")
        pygame.display.set_icon(sprites.exact(("picture", "pug_g1"), 64))
        if self._case:
            # The console has no windows: there the box stands in the middle, as large as it goes.
            full = pygame.FULLSCREEN if fullscreen or self._driver == CONSOLE else 0
            full |= pygame.SCALED if full and self._case.size != desktop else 0
            self._window = pygame.display.set_mode(self._case.size, full or pygame.RESIZABLE)
            self._screen = self._window.subsurface(self._case.screen)
            self._case.paint(self._window)
        else:
            whole = pygame.FULLSCREEN | (pygame.SCALED if desktop and desktop != size else 0)
            self._window = pygame.display.set_mode(size, whole if fullscreen else pygame.RESIZABLE)
            self._screen = self._window.subsurface(self._window.get_rect())
            pygame.mouse.set_visible(not fullscreen)
        self._screen.fill(scenes.GROUND)
        pygame.key.stop_text_input()  # no input method windows over the table
        pygame.event.set_blocked(None)
        pygame.event.set_allowed((*WANTED, WAKE))

    def place(self, buzzers: Mapping[Seat, tuple[str, float]]) -> None:
        """Where the drawn buzzers lie round the screen: edge (B, L, T, R) and fraction along it."""
        quarter = self._painter.rotation // 90
        self._buzzers = {seat: _turned(spot, quarter) for seat, spot in buzzers.items()}
        if self._case and self._case.place(self._buzzers):
            self._case.paint(self._window)
            self._light()
            pygame.display.flip()

    def present(self, scene: Scene) -> None:
        """Show the scene; returns once it stands on the screen."""
        rects = self._painter.paint(self._screen, scene)
        self._scene = scene
        if rects:
            dx, dy = self._screen.get_offset()
            pygame.display.update([rect.move(dx, dy) for rect in rects])

    def turn(self, look: Look) -> None:
        """From the next picture on it is turned as `look` says."""
        self._look = look
        self._painter = self._painter_of(self._screen.get_size(), look.rotation)

    def _painter_of(self, size: tuple[int, int], rotation: int) -> Painter:
        """For a screen of so many pixels: the same panel, larger or smaller."""
        part = max(now / then for now, then in zip(size, self._size, strict=True))
        return Painter(size, replace(self._look, px=self._look.px * part), rotation, self._painter.sprites)

    def _fit(self) -> None:
        """The window has another size, and so another surface: the box or the screen alone as large as it goes, in the
        middle, painted anew."""
        window = pygame.display.get_surface() or self._window
        room = window.get_size()
        if self._case:
            if self._case.size != room:
                self._case = Case(spread(self._size, room), room, self._painter.sprites)
                self._case.stand_in(room)
            if self._buzzers:
                self._case.place(self._buzzers)
            there = self._case.screen
        else:
            there = inside(self._size, room)
        if there.size != self._screen.get_size():
            self._painter = self._painter_of(there.size, self._painter.rotation)
        window.fill("black")
        self._window, self._screen = window, window.subsurface(there)
        if self._case:
            self._case.paint(window)
            self._light()
        if self._scene:
            self._painter.paint_all(self._screen, self._scene)
        pygame.display.flip()

    def warm(self, scene_items: tuple[Item, ...], most: int = 1) -> bool:
        """Prepare up to `most` sprites for a later scene; True once all are there (Painter.warm)."""
        return self._painter.warm(scene_items, most)

    def wrong(self) -> tuple[tuple[str, str], ...]:
        """What of the drawings and fonts is missing or broken: a word of the vocabulary and a sentence each."""
        return whole.wrong()

    def lamps(self, pattern: Mapping[Seat, Lamp]) -> None:
        """What the drawn lamps do from now on. From any thread; without a simulated box nothing happens."""
        self._lamps = dict(pattern)
        if self._case:
            self.wake()

    def wake(self) -> None:
        """End the running or the next `wait` at once. From any thread."""
        self._woken.set()
        if self._devices:
            self._devices.wake()
        elif self._driver in BLOCKING:
            with contextlib.suppress(pygame.error):  # full queue: it wakes anyway; closed: nobody waits
                pygame.event.post(pygame.Event(WAKE))

    def wait(self, timeout_s: float) -> list[Raw]:
        """Sleep until somebody does something, `wake` is called or the time is over; what was done."""
        end = time.monotonic() + timeout_s
        while True:
            if rects := self._light():
                pygame.display.update(rects)
            left = end - time.monotonic()
            raws = self._read(min(left, LAMP_FRAME) if self._breathing() else left)
            if raws or self._woken.is_set() or time.monotonic() >= end:
                self._woken.clear()
                if self._case and (rects := self._light()):
                    pygame.display.update(rects)
                return raws

    def _read(self, timeout_s: float) -> list[Raw]:
        """The events of the next `timeout_s`, as soon as there are any."""
        events = pygame.event.get()
        if not events and timeout_s > 0 and not self._woken.is_set():
            if self._driver in BLOCKING:
                events = sleep.events(timeout_s)
            elif self._devices:
                self._devices.wait(timeout_s)
                events = pygame.event.get()
            else:
                self._woken.wait(min(timeout_s, LOOK_EVERY))
                events = pygame.event.get()
        if any(event.type == pygame.WINDOWSIZECHANGED for event in events):
            self._fit()
        elif any(event.type == pygame.WINDOWEXPOSED for event in events):
            pygame.display.flip()
        if self._driver != CONSOLE and any(event.type == pygame.KEYDOWN and event.key == WHOLE for event in events):
            pygame.mouse.set_visible(not self._frame.toggle() or self._case is not None)
            self._fit()
        return [raw for event in events for raw in self._hands.take(event)]

    def _breathing(self) -> bool:
        return self._case is not None and not ANIMATED.isdisjoint(self._lamps.values())

    def _light(self) -> list[pygame.Rect]:
        if not self._case:
            return []
        return self._case.light(self._window, self._lamps, self._hands.down, time.monotonic())

    def _touched(self, x: float, y: float) -> Part | None:
        return self._case.touched(x, y) if self._case else None

    def _tapped(self, x: float, y: float) -> scenes.Target | None:
        dx, dy = self._screen.get_offset()
        x, y = x - dx, y - dy
        inside = self._screen.get_rect().collidepoint(x, y)
        return scenes.hit(self._scene, *self._painter.to_mm(x, y)) if inside and self._scene else None

    def surface_screen(self) -> pygame.Surface:
        """A copy of what the box's own screen shows."""
        return self._screen.copy()

    def save(self, path: Path | str) -> None:
        """The box's own screen as PNG, as many pixels as were set. Raises StoreFault."""
        if self._scene and self._screen.get_size() != self._size:
            snap(self._scene, self._look, self._size, path, self._painter.rotation)
        else:
            save(self._screen, path)

    def close(self) -> None:
        pygame.display.quit()
        if self._devices:
            self._devices.close()
            self._devices = None


def _find_screen() -> str:
    """The name of the driver SDL has found a screen with. Raises NoScreen."""
    console.prepare()
    try:
        pygame.display.init()
    except pygame.error as error:
        raise _no_screen(str(error)) from error
    driver = pygame.display.get_driver().lower()  # the console's driver calls itself KMSDRM
    if driver in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise _no_screen("nothing here shows a picture")
    return driver


def _no_screen(said: str) -> NoScreen:
    if os.environ.get("SDL_VIDEODRIVER", "").lower() == CONSOLE:
        return NoScreen(f"no screen: {console.why_dark(said)}")
    return NoScreen(f"no screen: {said}; start it on a desktop or, without one, on the machine's own console")


def _frame(driver: str, fullscreen: bool = False) -> int:
    return 0 if driver == CONSOLE or fullscreen else WINDOW_FRAME


def _turned(spot: tuple[str, float], quarters: int) -> tuple[str, float]:
    """Where a place at the picture's edge lies once the picture is turned clockwise by so many quarters."""
    edge, share = spot
    for _ in range(quarters):
        edge, share = {"B": ("L", share), "L": ("T", 1 - share), "T": ("R", share), "R": ("B", 1 - share)}[edge]
    return edge, share


def fitting(size: tuple[int, int], fullscreen: bool = False) -> tuple[int, int]:
    """The largest screen of this shape, in a window up to `size`, around which the simulated box still fits on the
    desktop. Raises NoScreen."""
    driver = _find_screen()
    if driver == "dummy":
        return size
    w, h = pygame.display.get_desktop_sizes()[0]
    h -= _frame(driver, fullscreen)
    if fullscreen:
        return spread(size, (w, h))
    part = min(1.0, w / (size[0] + LEAST_BEZEL * size[1]), h / (size[1] * (1 + LEAST_BEZEL)))
    return (size[0], size[1]) if part == 1 else (int(size[0] * part), int(size[1] * part))


def native() -> tuple[int, int] | None:
    """The pixels of the screen that is there; None: nobody knows. Raises NoScreen."""
    return None if _find_screen() == "dummy" else pygame.display.get_desktop_sizes()[0]
