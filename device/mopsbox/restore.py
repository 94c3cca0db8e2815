"""`mopsbox restore [FILE]`: puts a backup in the place of the scores, which are set aside."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from . import places
from .backups import FOLDER, Good, judged, listed, newest_good
from .jsonl import BadInput, fault
from .saved import going_on
from .stage import Saved
from .store import Store, open_store


def restore(
    data: Path | None,
    file: Path | None,
    yes: bool = False,
    show: bool = False,
    out: TextIO | None = None,
    ask: Callable[[str], str] = input,
) -> int:
    """The command. Without `file` the newest good backup is offered, with `yes` taken. `show`: only say which there
    are. The present database is set aside, also a damaged one or a newer Mopsbox's. Raises BadInput: no good backup
    (nothing is changed then), or a box is using the folder; StoreFault."""
    out = out or sys.stdout
    folder = places.data_dir(data)
    if show:
        _show(folder, out)
        return 0
    chosen = judged(file) if file else _newest(folder)
    if not (file or yes) and not _meant(chosen, ask):
        print("nothing was changed", file=out)
        return 0
    before = set(folder.iterdir()) if folder.is_dir() else set()
    found: list[Saved | None] = []
    store = open_store(
        folder,
        instead=chosen.path,
        more=lambda copy: found.append(going_on(copy)),
        log=lambda sentence: print(f"mopsbox: {sentence}", file=sys.stderr),
    )
    try:
        print(_done(store, chosen, sorted(set(folder.iterdir()) - before)), file=out)
        if going := found[-1]:
            print(f"game {going.number} is unfinished: the box offers it at its next start", file=out)
    finally:
        store.close()
    return 0


def _newest(folder: Path) -> Good:
    good = newest_good(folder)
    if good is None:
        what = "holds no good backup; the box makes one after every finished game, or name a file"
        raise fault(folder / FOLDER, None, what)
    return good


def _meant(good: Good, ask: Callable[[str], str]) -> bool:
    try:
        answer = ask(f"Go on with {_said(good)}? The present scores are set aside. [y/N] ")
    except EOFError:
        return False
    return answer.strip().casefold() in ("y", "yes", "j", "ja")


def _said(good: Good) -> str:
    return f"{good.path.name} ({good.games} game{'s' if good.games != 1 else ''})"


def _done(store: Store, good: Good, new: list[Path]) -> str:
    games = len(store.games())
    more = f", {games - good.games} more from their journals" if games > good.games else ""
    aside = next((path for path in new if path.name.startswith("mopsbox-replaced-") and path.suffix == ".db"), None)
    return f"the scores are those of {_said(good)}{more}" + (f"; the former ones lie in {aside}" if aside else "")


def _show(folder: Path, out: TextIO) -> None:
    there = listed(folder)
    for backup in reversed(there):
        path = folder / FOLDER / backup.name
        try:
            print(f"OK    {path.parent / _said(judged(path))}", file=out)
        except BadInput as bad:
            print(f"BAD   {bad}", file=out)
    if not there:
        print(f"no backup in {folder / FOLDER}", file=out)
