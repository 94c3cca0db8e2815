"""A backup is made ready to take the place of the lost scores, in whatever thread, and the loop is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .jsonl import BadInput
from .places import StoreFault
from .saved import going_on
from .stage import Saved
from .store import Store
from .table import Ready


def made_ready(store: Store, backup: Path, clock: Callable[[], int], log: Callable[[str], None]) -> Ready:
    """What came of it. All that takes long is done here, in a copy beside the database: what a pulled plug leaves of
    that is nothing. `log`: takes one sentence."""
    found: list[Saved | None] = []
    why = ""
    try:
        store.made_ready(backup, lambda copy: found.append(going_on(copy)), log)
    except StoreFault as fault:
        log(str(fault))
        why = fault.word
    except BadInput as bad:
        log(str(bad))
        why = "backup-bad"
    except Exception as error:  # a fault of ours: the table may say no, and goes on without the backup
        log(f"{backup}: cannot be put back: {error!r}")
        why = "backup-bad"
    return Ready(clock(), found[-1] if found and not why else None, why)
