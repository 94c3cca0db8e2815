"""A GPIO chip for machines without one: it answers as gpiod's Chip and LineRequest do, and its edges wake a real poll.

Like the kernel's gpio-sim, a pull asked for moves the line, and a later `drive` overrules it (facts/boxtest.md 3).
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from gpiod import ChipInfo, EdgeEvent, LineInfo, LineSettings
from gpiod.line import Bias, Direction, Edge, Value

KERNELS_QUEUE = 16  # edges a line, when nobody asks for more
RISING, FALLING = EdgeEvent.Type.RISING_EDGE, EdgeEvent.Type.FALLING_EDGE
WANTED = {Edge.NONE: (), Edge.RISING: (RISING,), Edge.FALLING: (FALLING,), Edge.BOTH: (RISING, FALLING)}


def failed(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@dataclass
class Wire:
    """One line as it is inside the chip. `written`: every level that a program drove it to."""

    high: bool = False
    consumer: str = ""
    settings: LineSettings = field(default_factory=LineSettings)
    written: list[bool] = field(default_factory=list)
    request: ScriptedRequest | None = None
    edges: int = 0


class ScriptedChip:
    """The hardware. `open` gives handles to it, as many as are asked for."""

    def __init__(self, label: str = "pinctrl-bcm2711", lines: int = 28, path: str = "/dev/gpiochip0") -> None:
        self.info = ChipInfo(path.rpartition("/")[2], label, lines)
        self.path = path
        self.wires = {n: Wire() for n in range(lines)}
        self.lock = threading.RLock()
        self.there, self.permitted = True, True

    def open(self, path: str) -> Any:
        """A gpiod.Chip of this hardware (another path: none there)."""
        if path != self.path or not self.there:
            raise failed(errno.ENOENT)
        if not self.permitted:
            raise failed(errno.EACCES)
        return Handle(self)

    def drive(self, pin: int, high: bool, at: int | None = None) -> None:
        """The outside pulls the line; `at`: the kernel's stamp of it, else now."""
        with self.lock:
            wire = self.wires[pin]
            if wire.settings.direction is not Direction.OUTPUT and wire.high is not high:
                wire.high = high
                if wire.request:
                    wire.request.moved(pin, high, time.monotonic_ns() if at is None else at)

    def level(self, pin: int) -> bool:
        return self.wires[pin].high

    def grab(self, pin: int, consumer: str) -> None:
        """Somebody else holds the line: a driver, another program."""
        self.wires[pin].consumer = consumer

    def unplug(self) -> None:
        """The chip goes away for good: every call fails, every poll wakes."""
        with self.lock:
            self.there = False
            for request in {id(wire.request): wire.request for wire in self.wires.values()}.values():
                if request:
                    request.hang_up()

    def configure(self, pin: int, settings: LineSettings) -> None:
        """As the kernel does: an edge needs an input, and a pull moves the line."""
        assert settings.direction is not Direction.AS_IS
        if settings.direction is Direction.OUTPUT and settings.edge_detection is not Edge.NONE:
            raise failed(errno.EINVAL)
        wire = self.wires[pin]
        output = settings.direction is Direction.OUTPUT
        listening = Edge.NONE if output else wire.settings.edge_detection
        wire.settings = replace(settings, edge_detection=listening)
        if output:
            self.write(pin, bool(settings.output_value))
        elif settings.bias in (Bias.PULL_UP, Bias.PULL_DOWN):
            self.drive(pin, settings.bias is Bias.PULL_UP)
        wire.settings = settings  # last of all: what the new pull moves is no edge for a new listener

    def write(self, pin: int, high: bool) -> None:
        self.wires[pin].high = high
        self.wires[pin].written.append(high)


class Handle:
    """gpiod.Chip."""

    def __init__(self, hardware: ScriptedChip) -> None:
        self._hardware, self.path = hardware, hardware.path

    def __enter__(self) -> Handle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None: ...

    def get_info(self) -> ChipInfo:
        return self._hardware.info

    def get_line_info(self, pin: int) -> LineInfo:
        if not self._hardware.there:
            raise failed(errno.ENODEV)
        wire = self._hardware.wires[pin]
        s = wire.settings
        return LineInfo(
            pin,
            f"GPIO{pin}",
            bool(wire.consumer or wire.request),
            wire.consumer,
            s.direction.value,
            s.active_low,
            s.bias.value,
            s.drive.value,
            s.edge_detection.value,
            s.event_clock.value,
            False,
            0,
        )

    def request_lines(
        self,
        config: Mapping[int, LineSettings | None],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: None = None,
    ) -> ScriptedRequest:
        hardware = self._hardware
        with hardware.lock:
            if not hardware.there:
                raise failed(errno.ENODEV)
            if any(hardware.wires[pin].consumer for pin in config):
                raise failed(errno.EBUSY)
            request = ScriptedRequest(hardware, list(config), event_buffer_size or KERNELS_QUEUE * len(config))
            for pin, settings in config.items():
                hardware.wires[pin].consumer = consumer or "?"
                hardware.wires[pin].request = request
                hardware.configure(pin, settings or LineSettings())
            return request


class ScriptedRequest:
    """gpiod.LineRequest. Its fd is a pipe with one byte for each edge that waits."""

    def __init__(self, hardware: ScriptedChip, pins: list[int], room: int) -> None:
        self._hardware, self._room = hardware, room
        self.offsets = pins
        self._queue: deque[EdgeEvent] = deque()
        self._edges = 0
        self.fd, self._far = os.pipe()
        self._open = True

    def moved(self, pin: int, high: bool, at: int) -> None:
        """The hardware saw an edge: queued with the kernel's two counts, the oldest lost when there is no room."""
        wire = self._hardware.wires[pin]
        rising = high is not wire.settings.active_low
        kind = RISING if rising else FALLING
        if kind not in WANTED[wire.settings.edge_detection]:
            return
        assert not wire.settings.debounce_period > timedelta(), "the box never debounces in the kernel"
        self._edges += 1
        wire.edges += 1
        full = len(self._queue) >= self._room
        if full:
            self._queue.popleft()
        self._queue.append(EdgeEvent(kind.value, at, pin, self._edges, wire.edges))
        if not full:
            os.write(self._far, b"!")

    def hang_up(self) -> None:
        os.close(self._far)
        self._far = -1

    def release(self) -> None:
        with self._hardware.lock:
            if not self._open:
                return
            self._open = False
            for pin in self.offsets:
                wire = self._hardware.wires[pin]
                wire.request, wire.consumer = None, ""
                wire.settings = replace(wire.settings, edge_detection=Edge.NONE)
            os.close(self.fd)
            if self._far >= 0:
                os.close(self._far)

    def get_values(self, pins: Iterable[int] | None = None) -> list[Value]:
        with self._using():
            wires = [self._hardware.wires[pin] for pin in (pins or self.offsets)]
            return [Value(int(wire.high is not wire.settings.active_low)) for wire in wires]

    def get_value(self, pin: int) -> Value:
        return self.get_values([pin])[0]

    def set_values(self, values: Mapping[int, Value]) -> None:
        with self._using():
            for pin, value in values.items():
                wire = self._hardware.wires[pin]
                if wire.settings.direction is not Direction.OUTPUT:
                    raise failed(errno.EPERM)
                self._hardware.write(pin, bool(value) is not wire.settings.active_low)

    def set_value(self, pin: int, value: Value) -> None:
        self.set_values({pin: value})

    def reconfigure_lines(self, config: Mapping[int, LineSettings | None]) -> None:
        with self._using():
            for pin in self.offsets:
                self._hardware.configure(pin, config.get(pin) or LineSettings())

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        waiting = len(os.read(self.fd, max_events or max(64, self._room)))  # blocks, or not, as the fd is set to
        with self._using():
            return [self._queue.popleft() for _ in range(min(waiting, len(self._queue)))]

    def _using(self) -> threading.RLock:
        assert self._open, "a released request is used"
        if not self._hardware.there:
            raise failed(errno.ENODEV)
        return self._hardware.lock
