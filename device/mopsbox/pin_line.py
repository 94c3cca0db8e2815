"""One GPIO line as a gpiozero pin: input, output, pulls, edges with the kernel's stamps, pulses. Made by pins.py."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gpiozero.exc import (
    DeviceClosed,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMFixedValue,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiPin

from .pin_threads import Quiet, Step
from .places import NoGpio
from .table import SECOND

if TYPE_CHECKING:
    from gpiod import LineRequest, LineSettings

EVENTS = 256  # edges the kernel keeps of one line while a handler takes its time; by default it is 16
FASTEST_HZ = 1000  # a thread cannot pulse faster and leave time for anything else
PULLS = {"up": "PULL_UP", "down": "PULL_DOWN", "floating": "DISABLED"}
EDGES = {"none": "NONE", "rising": "RISING", "falling": "FALLING", "both": "BOTH"}


class GpiodPin(LocalPiPin):  # type: ignore[misc]
    """One line of `factory`, a pins.GpiodFactory. A device that closes gives it back, the next one opens it again.

    The pull is left as the board has it until somebody asks for one: a lamp's pin keeps its pull-down all the time.
    """

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._lock = threading.RLock()
        self._request: LineRequest | None = None
        self.open()

    def open(self) -> None:
        """Hold the line, as an input. Raises NoGpio naming who holds it."""
        with self._lock:
            if self._request is not None:
                return
            self._function, self._pull, self._edges = "input", "", "both"
            self._listening, self._since, self._bounce = False, 0, 0
            self._hz: float | None = None
            self._duty = 0.0
            self.quiet = Quiet()
            request = self._factory.request({self._number: self._settings()}, EVENTS, "gpiozero")
            os.set_blocking(request.fd, False)
            self._request = request

    def close(self) -> None:
        """Back to an input, and the line is anybody's."""
        with suppress(NoGpio, DeviceClosed):
            self.when_changed = None
        self._factory.pulse_thread.drop(self)
        with self._lock:
            if self._request is None:
                return
            self._function, self._pull, self._hz = "input", "", None
            with suppress(NoGpio):
                self._apply()
            self._request.release()
            self._request = None

    def read(self) -> list[Step]:
        """The edges so far (pin_threads.Line)."""
        from gpiod import EdgeEvent

        with self._lock:
            if self._request is None or not self._listening:
                return []
            with self._factory.said(), suppress(BlockingIOError):
                events = self._request.read_edge_events()
                return [(e.timestamp_ns, e.event_type is EdgeEvent.Type.RISING_EDGE) for e in events]
            return []

    def tell(self, t: int, high: bool) -> None:
        """Call the handler (pin_threads.Line), unless it has come after the edge."""
        with self._when_changed_lock:
            handler = self._when_changed and self._when_changed()
            if self._when_changed and handler is None:  # its device was thrown away
                self.when_changed = None
        if handler is not None and t >= self._since:
            handler(t / SECOND, int(high))

    def write(self, high: bool) -> None:
        """Drive the line (pin_threads.Output)."""
        from gpiod.line import Value

        with self._lock, self._factory.said():
            self._held().set_value(self._number, Value(int(high)))

    def output_with_state(self, state: float) -> None:
        self._become("output", bool(state))

    def input_with_pull(self, pull: str) -> None:
        self._check_pull(pull)
        self._become("input", pull=pull)

    def _become(self, function: str, high: bool = False, pull: str = "") -> None:
        self._factory.pulse_thread.drop(self)
        with self._lock:
            self._held()
            self._function, self._hz = function, None
            self._pull = pull or self._pull
            self._apply(high)

    def _held(self) -> LineRequest:
        if self._request is None:
            raise DeviceClosed(f"{self!r} is closed")
        return self._request

    def _apply(self, high: bool = False) -> None:
        with self._factory.said():
            self._held().reconfigure_lines({self._number: self._settings(high)})

    def _settings(self, high: bool = False) -> LineSettings:
        from gpiod import LineSettings
        from gpiod.line import Bias, Direction, Edge, Value

        if self._function == "output":
            return LineSettings(Direction.OUTPUT, output_value=Value(int(high)))
        edges = Edge[EDGES[self._edges]] if self._listening else Edge.NONE
        return LineSettings(Direction.INPUT, edges, Bias[PULLS[self._pull]] if self._pull else Bias.AS_IS)

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"{self!r} can be input or output, not {value!r}")
        if value == "input":
            self._become("input", pull=self._get_pull())
        else:  # as it is found: no jump
            self._become("output", self._level())

    def _level(self) -> bool:
        with self._lock, self._factory.said():
            return bool(self._held().get_value(self._number))

    def _get_state(self) -> float:
        return self._level() if self._hz is None else self._duty

    def _set_state(self, value: float) -> None:
        self._held()
        if self._function == "input":
            raise PinSetInput(f"{self!r} is an input; its state cannot be set")
        if self._hz is None:
            self.write(bool(value))
        elif 0 <= value <= 1:
            self._duty = value
            period = round(SECOND / self._hz)
            self._factory.pulse_thread.set(self, period, round(value * period))
        else:
            raise PinInvalidState(f"{self!r} takes a duty of 0 to 1, not {value!r}")

    def _get_pull(self) -> str:
        return self._pull or self._info.pull or "floating"

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"{self!r} is an output and has no pull")
        self._check_pull(value)
        self._become("input", pull=value)

    def _check_pull(self, value: str) -> None:
        if value not in PULLS:
            raise PinInvalidPull(f"the pull of {self!r} can be up, down or floating, not {value!r}")
        if self._info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} is pulled {self._info.pull} by a resistor on the board")

    def _get_frequency(self) -> float | None:
        return self._hz

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            if self._hz is not None:
                self._hz = None
                with suppress(NoGpio):  # what is gone pulses no more, and its device must be able to close
                    self._factory.pulse_thread.set(self, 1, 0)
            return
        if self._function != "output":
            raise PinPWMFixedValue(f"{self!r} is an input and cannot be pulsed")
        if not 0 < value <= FASTEST_HZ:
            raise PinPWMUnsupported(f"{self!r} can be pulsed up to {FASTEST_HZ} times a second, not {value!r}")
        duty = self._get_state()
        self._hz = value
        self._set_state(duty)

    def _get_bounce(self) -> float | None:
        return self._bounce / SECOND or None

    def _set_bounce(self, value: float | None) -> None:
        try:
            ns = round(float(value or 0) * SECOND)
        except (TypeError, ValueError, OverflowError):
            ns = -1
        if ns < 0:
            raise PinInvalidBounce(f"the bounce time of {self!r} must be seconds, 0 or more, not {value!r}")
        with self._lock:
            self._bounce = ns
            self._hear()

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"the edges of {self!r} can be {', '.join(EDGES)}, not {value!r}")
        with self._lock:
            self._edges = value
            if self._listening:
                self._apply_if_input()
                self._hear()

    def _hear(self) -> None:
        """The bounce time begins anew; after the edges were asked for, so that none slips between."""
        known = self._bounce and self._listening and self._edges == "both"
        self.quiet = Quiet(self._bounce, self._level() if known else None)

    def _apply_if_input(self) -> None:
        if self._function == "input":  # an output hears nothing, and is not to be driven anew
            self._apply()

    def _enable_event_detect(self) -> None:
        with self._lock:
            self._since = time.monotonic_ns()
            self._listening = True
            self._apply_if_input()
            self._hear()
            self._factory.edge_thread.add(self._held().fd, self)

    def _disable_event_detect(self) -> None:
        with self._lock:
            if self._request is None:
                return
            self._factory.edge_thread.remove(self._request.fd)
            self._listening = False
            self._apply_if_input()
