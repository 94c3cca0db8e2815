"""The real box in wall time on gpiozero's stand-in pins: everything but the copper and the glass."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from mopsbox import config as settings
from mopsbox import wiring
from mopsbox.hardware import Found
from mopsbox.live import Live
from mopsbox.notify import Service
from mopsbox.opening import Opening
from mopsbox.parts import BoxClock
from mopsbox.scene import Item, Look, Scene
from mopsbox.seating import Spot
from mopsbox.store import open_store
from mopsbox.table import Lamp, Quit, Seat

from .waiting import PATIENCE, eventually


class Dark:
    """A screen nobody sees: it keeps the last picture."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self.raws: list[Any] = []
        self.pictures = 0
        self._woken = threading.Event()

    def place(self, buzzers: Mapping[Seat, Spot]) -> None: ...

    def present(self, scene: Scene) -> None:
        self.scene, self.pictures = scene, self.pictures + 1

    def warm(self, items: tuple[Item, ...]) -> bool:
        return True

    def wait(self, timeout_s: float) -> Sequence[Any]:
        self._woken.wait(timeout_s)
        self._woken.clear()
        raws, self.raws = self.raws, []
        return raws

    def wake(self) -> None:
        self._woken.set()

    def lamps(self, pattern: Mapping[Seat, Lamp]) -> None: ...

    def wrong(self) -> tuple[tuple[str, str], ...]:
        return ()

    def save(self, path: Path) -> None: ...

    def close(self) -> None: ...


class RealBox:
    """`with RealBox(folder) as box:` an evening begins at the attract screen; it ends with the block."""

    def __init__(
        self,
        folder: Path | None = None,
        found: Found | None = None,
        tried: bool = True,
        service: Service | None = None,
        power: Path | None = None,
    ) -> None:
        self.factory = found.factory if found else MockFactory(pin_class=MockPWMPin)
        self.wiring = wiring.read("pi")
        self.screen = Dark()
        self._tried, self._service, self._power = tried, service, power
        self._folder, self._found = folder, found or Found(self.wiring, self.factory)
        self._stands = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        store = open_store(self._folder)
        loaded = settings.load_for_play(None)
        buzzers = replace(loaded.config.buzzers, tried=self._tried)
        loaded = replace(loaded, config=replace(loaded.config, buzzers=buzzers))
        opening = Opening(loaded, store, self._folder or Path("."), {})
        self.live = Live(opening, self._found, self.screen, Look(), BoxClock(0), self._service, self._power)
        self._stands.set()
        self.live.run()
        store.close()

    def __enter__(self) -> RealBox:
        self._thread.start()
        assert self._stands.wait(PATIENCE)
        return self

    def __exit__(self, *why: object) -> None:
        self.screen.raws.append(Quit())
        self.screen.wake()
        self._thread.join(timeout=PATIENCE)
        assert not self._thread.is_alive()

    # -- fingers

    def press(self, seat: int, down: bool = True) -> None:
        self._drive(self.wiring.buzzers[Seat(seat)], down)

    def tap(self, seat: int) -> None:
        """Pressed for as long as a person does, and let go."""
        self.press(seat)
        time.sleep(0.03)
        self.press(seat, False)
        time.sleep(0.02)

    def key(self, name: str) -> None:
        self._drive(self.wiring.buttons[name], True)
        time.sleep(0.03)
        self._drive(self.wiring.buttons[name], False)
        time.sleep(0.03)

    def _drive(self, contact: wiring.Contact, closed: bool) -> None:
        pin = self.factory.pin(contact.pin)
        (pin.drive_low if closed == contact.active_low else pin.drive_high)()

    # -- eyes

    @property
    def box(self) -> Any:
        return self.live.loop.box

    def lamp(self, seat: int) -> float:
        return float(self.factory.pin(self.wiring.lamps[Seat(seat)]).state)

    def notices(self) -> list[tuple[str, int | None]]:
        return [(told.word, told.seat) for _, told in self.box.notices]

    def until(self, there: Callable[[], object]) -> None:
        eventually(there)
