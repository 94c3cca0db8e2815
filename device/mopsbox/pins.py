"""A gpiozero pin factory on libgpiod v2: `GPIOZERO_PIN_FACTORY=gpiod`, for any gpiozero program.

Edges carry the kernel's own stamps (facts/timing.md B3, B4). Each pin is a line request of its own, given back when
its device closes; a program that needs one queue for many lines asks for it with `request`.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gpiozero.exc import DeviceClosed, PinUnknownPi, PinWarning
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.pi import PiBoardInfo

from . import gpiochip
from .pin_line import GpiodPin
from .pin_threads import EdgeThread, PulseThread
from .places import NoGpio

if TYPE_CHECKING:
    from gpiod import Chip, LineRequest, LineSettings

NOBODYS_PI = 0x800FF0  # a revision of no known type: gpiozero gives it the plain 40-pin header


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]
    """`chip`: a path or a label; without it, that of the environment's MOPSBOX_GPIO_CHIP, else the header's, found by
    its label. `open_chip`, `paths`: another source of chips (the tests' scripted one). Raises NoGpio."""

    def __init__(
        self,
        chip: str | None = None,
        open_chip: gpiochip.Opened = gpiochip.opened,
        paths: Callable[[], list[str]] = gpiochip.paths,
    ) -> None:
        super().__init__()
        wanted = chip or os.environ.get(gpiochip.VARIABLE, "")
        self._info: Any = None
        self._chip: Chip | None
        self._chip, self.chip_label = gpiochip.find(wanted, paths(), open_chip)
        self.chip_path: str = self._chip.path
        self._lock = threading.RLock()  # gpiod wants one caller at a time
        self.edge_thread, self.pulse_thread = EdgeThread(), PulseThread()
        self.pin_class = GpiodPin

    def close(self) -> None:
        """All pins are inputs again and given back, the threads ended."""
        super().close()
        self.edge_thread.close()
        self.pulse_thread.close()
        with self._lock:
            chip, self._chip = self._chip, None
            if chip:
                chip.close()

    def pin(self, name: int | str) -> GpiodPin:
        """The pin, its line held from now on. Raises gpiozero's PinInvalidPin, and NoGpio."""
        pin: GpiodPin = super().pin(name)
        pin.open()
        return pin

    def request(
        self, lines: Mapping[int, LineSettings], event_buffer_size: int = 0, consumer: str = "mopsbox"
    ) -> LineRequest:
        """One request for many lines, by GPIO number: one queue, one count of edges. The caller releases it, and
        reserves the pins with `reserve_pins`. `event_buffer_size`: edges the kernel keeps; 0: its own choice. Raises
        NoGpio naming the pins and who holds them."""
        with self._lock:
            chip = self._having(*lines)
            settings: dict[Any, LineSettings | None] = {**lines}
            try:
                return chip.request_lines(settings, consumer, event_buffer_size or None)
            except OSError as error:
                held = {pin: who for pin in lines if (who := self.holder(pin))}
                raise gpiochip.fault(error, self.chip_path, held) from error

    def holder(self, pin: int) -> str | None:
        """Who holds the line of GPIO `pin` now; None: nobody. Raises NoGpio."""
        with self._lock, self.said():
            line = self._having(pin).get_line_info(pin)
        return (line.consumer or "the kernel") if line.used else None

    @contextmanager
    def said(self) -> Iterator[None]:
        """What the kernel says becomes NoGpio."""
        try:
            yield
        except OSError as error:
            raise gpiochip.fault(error, self.chip_path) from error

    def _having(self, *pins: int) -> Chip:
        """The chip, which has these pins."""
        if self._chip is None:
            raise DeviceClosed("the pin factory is closed")
        lines = self._chip.get_info().num_lines
        for pin in pins:
            if not 0 <= pin < lines:
                why = f"{self.chip_path} has GPIO 0 to {lines - 1}"
                raise NoGpio("gpio-none", f"there is no GPIO {pin}: {why}; choose another pin")
        return self._chip

    def _get_board_info(self) -> Any:
        if self._info is None:
            try:
                self._info = PiBoardInfo.from_revision(self._get_revision())
            except (PinUnknownPi, OSError, ValueError):
                self._info = PiBoardInfo.from_revision(NOBODYS_PI)
            if self._info.model == "???":
                plain = "gpiozero does not know this board; its header is taken for a Raspberry Pi's with 40 pins"
                warnings.warn(PinWarning(plain), stacklevel=2)
        return self._info
