"""A box whose plug is pulled at a given moment while a backup is put back: run by test_restoring.py.

`python -m tests.restore_child FOLDER TIMES`: of the data folder FOLDER/was copies are made, and in each a box dies at
another moment, spread over all: before the n-th line of what puts a backup back. FOLDER/whole has one that lives.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from mopsbox import opening, saved
from mopsbox.restoring import made_ready

TRACED = {f"{name}.py" for name in ("backups", "catching_up", "database", "forgetting", "gamefiles", "places", "store")}


def put_back(folder: Path, dies_at: int) -> int:
    """A start, and a yes; how many lines that took. It dies before line `dies_at`."""
    store = saved.open_readable(folder, 200)
    good = opening.lost(store, folder, None)
    assert good is not None
    lines = 0

    def called(frame: FrameType, event: str, arg: Any) -> Any:
        path = Path(frame.f_code.co_filename)
        return line if path.name in TRACED and path.parent.name == "mopsbox" else None

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        if lines == dies_at:
            os._exit(9)
        return line

    sys.settrace(called)
    try:
        ready = made_ready(store, good.path, lambda: 0, print)
        assert not ready.why
        store.take_over()
    finally:
        sys.settrace(None)
    store.close()
    return lines


def main(folder: Path, times: int) -> None:
    shutil.copytree(folder / "was", folder / "whole")
    lines = put_back(folder / "whole", 0)
    for n in range(times):
        shutil.copytree(folder / "was", folder / f"cut-{n}")
        if not (child := os.fork()):
            put_back(folder / f"cut-{n}", 1 + n * lines // times)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
