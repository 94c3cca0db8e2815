"""The thread that carries the finished games onto a stick while the table goes on, and says what came of it."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

from . import media
from .jsonl import BadInput
from .places import StoreFault

READ_S = 8.0  # how long it stands on the screen what came of it
SUPPORT = "support.zip"


class Courier:
    """`carry`: does it and returns a sentence's word (words.py). `told`: takes that word, and "" once it was read.
    `log`: takes one sentence."""

    def __init__(
        self,
        carry: Callable[[Callable[[str], None]], str],
        told: Callable[[str], None],
        log: Callable[[str], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._carry, self._told, self._log, self._sleep = carry, told, log, sleep
        self._busy = threading.Lock()

    def send(self) -> None:
        """Begin, unless it is on its way already."""
        if self._busy.acquire(blocking=False):
            threading.Thread(target=self._go, name="courier", daemon=True).start()

    def _go(self) -> None:
        try:
            word = self._carry(self._log)
        except Exception as error:  # a fault of ours costs the export, not the evening
            self._log(f"no export: {error!r}")
            word = "export-failed"
        finally:
            self._busy.release()
        self._told(word)
        self._sleep(READ_S)
        if not self._busy.locked():
            self._told("")


def carried(data: Path, language: str, log: Callable[[str], None]) -> str:
    """Export onto the one stick, a support bundle beside it; the word for what came of it."""
    from .export import Full, export  # these and what packs a bundle: no start waits for them

    there = media.mounted()
    if len(there) != 1:
        return "sticks" if there else "no-stick"
    try:
        log(f"exported to {export(data, there[0], language, lambda folder: _support(folder, data, log))}")
        return "exported"
    except Full as full:
        log(str(full))
        return "stick-full"
    except (BadInput, StoreFault, sqlite3.Error) as fault:
        log(str(fault))
        return "export-failed"


def _support(folder: Path, data: Path, log: Callable[[str], None]) -> None:
    """Without it the export is still one."""
    from . import bundle

    try:
        bundle.write(folder / SUPPORT, data)
    except BadInput as bad:
        log(str(bad))
