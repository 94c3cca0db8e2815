"""Planted before the box is imported: one of its parts hangs, once, as soon as a file says which.

MOPSBOX_HANG: the file, with "loop", "referee" or "reader" in it; whoever hangs takes it away first, so that the box
that is started in its place does not.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FILE = Path(os.environ["MOPSBOX_HANG"])


def hanging(part: str, do: Callable[..., Any]) -> Callable[..., Any]:
    def done(*given: Any, **named: Any) -> Any:
        if FILE.exists() and FILE.read_text().strip() == part:
            FILE.unlink()
            time.sleep(3600)
        return do(*given, **named)

    return done


def plant() -> None:
    from mopsbox import desk_thread, turning
    from mopsbox.inputs import gpio

    turning.turn = hanging("loop", turning.turn)
    desk_thread.DeskThread._turn = hanging("referee", desk_thread.DeskThread._turn)  # type: ignore[method-assign]
    reader = next(kind for kind in vars(gpio).values() if isinstance(kind, type) and hasattr(kind, "_try_again"))
    reader._turn = hanging("reader", reader._turn)


plant()
