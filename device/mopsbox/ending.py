"""SIGTERM: how a service is told to end. Ours, from the first moment on: SDL would only take it once a window is open,
and lose it between two attempts to open one.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType


class Ending:
    """A context: within it SIGTERM ends the program as Ctrl-C does, or calls `then`, once there is something that is to
    be ended in order. Elsewhere than in the main thread nothing happens: it alone may take signals."""

    def __init__(self) -> None:
        self.then: Callable[[], None] | None = None
        self._before: Callable[[int, FrameType | None], object] | int | None = None
        self._takes = False

    def __enter__(self) -> Ending:
        self._takes = threading.current_thread() is threading.main_thread()
        if self._takes:
            self._before = signal.signal(signal.SIGTERM, self._told)
        return self

    def __exit__(self, *why: object) -> None:
        if self._takes:
            signal.signal(signal.SIGTERM, self._before)

    def _told(self, number: int, frame: FrameType | None) -> None:
        if self.then is None:
            raise KeyboardInterrupt
        self.then()
