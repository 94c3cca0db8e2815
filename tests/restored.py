"""A backup takes the place of a store's database at once; on a box first the keeper works on it, then the loop."""

from __future__ import annotations

from pathlib import Path

from mopsbox.store import Store


def restored(store: Store, backup: Path) -> None:
    store.made_ready(backup)
    store.take_over()
