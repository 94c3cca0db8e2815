"""`mopsbox print`: the games on paper, to cut out and play with (formats.md).

A game's `sheets` says what there is, in millimetres; `paper` lays it out, `rules_page` sets the rules, `vector` reads
our drawings as paths, and `pdf`, which alone knows the library, writes them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from ..games import GAMES, protocol
from ..jsonl import BadInput
from ..places import disk_fault, write_whole
from .paper import PAPERS, Page, pages
from .rules_page import rules_page


def sheets_of(game: str) -> protocol.Sheets | None:
    """The module `sheets` of the game's folder; None: it has none."""
    name = f"{GAMES[game].__name__}.sheets"
    return cast(protocol.Sheets, import_module(name)) if find_spec(name) else None


def document(games: Sequence[str], paper: str, tables: Mapping[str, object]) -> tuple[Page, ...]:
    """Every page, fronts and backs in turn; the rules come last, since they have no back. `tables`: the owners' own
    coasters and cards, by game."""
    found: list[Page] = []
    last: list[Page] = []
    for game in games:
        sheets = sheets_of(game)
        if sheets is None:
            continue
        table, name = tables.get(game), GAMES[game].NAME
        for run in sheets.runs(table):
            found += pages(run, name, PAPERS[paper])
        last.append(rules_page(sheets.rules(table), name, GAMES[game].host.PICTURES, PAPERS[paper]))
    return (*found, *last)


def _how_to_get_it() -> str:
    """The command that puts the library beside this program. An installed box has a folder of its own that is root's
    and was made without pip; Python brings one along. Who calls its command is root by sudo, and was somebody else."""
    python = sys.executable
    if sys.prefix != sys.base_prefix and hasattr(os, "geteuid") and os.stat(sys.prefix).st_uid == 0:
        called_by_root = os.geteuid() == 0 and "SUDO_UID" not in os.environ
        python = python if called_by_root else f"sudo {python}"
    get = f"{python} -m pip install reportlab"
    return get if find_spec("pip") else f"{python} -m ensurepip && {get}"


def print_sheets(file: Path, game: str | None, paper: str, tables: Mapping[str, object]) -> int:
    """Write the sheets of one game, or of all, as a PDF to `file`. Raises BadInput: a game or paper there is not, a
    name that is none of a PDF or is taken, the library missing; StoreFault: the disk would not take it."""
    there = [name for name in GAMES if sheets_of(name)]
    if game is not None and game not in there:
        raise BadInput(f"--game {game}: there are no sheets of it; use {' or '.join(there)}, or leave it out for all")
    if paper not in PAPERS:
        raise BadInput(f"--paper {paper}: unknown; use {' or '.join(PAPERS)}")
    if file.suffix.lower() != ".pdf":
        raise BadInput(f"{file}: does not end in .pdf; give the file to write such a name")
    if os.path.lexists(file):
        raise BadInput(f"{file}: is there already; give another name or remove it first")
    try:
        from . import pdf
    except ImportError as missing:
        raise BadInput(f"printing needs the library reportlab ({missing}); install it: {_how_to_get_it()}") from missing
    written = pdf.written(document([game] if game else there, paper, tables), PAPERS[paper])
    try:
        write_whole(file, written)
    except OSError as error:
        raise disk_fault(error, file) from error
    return 0
