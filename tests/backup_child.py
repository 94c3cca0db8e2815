"""A box whose plug will be pulled: in FOLDER it makes backups, exports, or puts a backup back, over and over.

Run by test_backups.py and test_export.py. It plays an action, says so, and makes one more.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from mopsbox import backups, export
from mopsbox.store import open_store
from tests.test_store import HEADER, play, roll


def restore(data: Path) -> None:
    """The newest backup is put back over and over, with what the journals have beyond it."""
    good = backups.newest_good(data)
    assert good is not None
    for n in range(20_000):
        print(n + 1, flush=True)
        open_store(data, instead=good.path).close()


def main(folder: Path, what: str) -> None:
    if what == "restore":
        restore(folder / "data")
    store = open_store(folder / "data")
    for _ in range(3 if what == "export" else 0):
        store.finish(play(store, 40), {"scores": {}, "winners": [1]})
    game = store.begin(HEADER, 0)
    for n in range(20_000):
        store.append(game, roll(n), n)
        print(n + 1, flush=True)
        if what == "backup":
            backups.make(folder / "data", date(2026, 11, 1 + n % 28))
        else:
            export.export(folder / "data", folder / "stick", "de")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
