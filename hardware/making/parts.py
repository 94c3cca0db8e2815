"""The parts list for 3 to 8 players: generated/parts-*.csv, a row a part."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from .board import PLAYERS, Board, Part, boards


def made(folder: Path) -> dict[str, str]:
    return {f"parts-{board.name}.csv": _csv(board) for board in boards(folder)}


def _csv(board: Board) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    counts = [f"{players} players" for players in PLAYERS]
    table.writerow(["refs", "part", "does", "maker", "number", "alternative", *counts, "check the data sheet"])
    for part in board.parts:
        row = [_refs(part), part.value, part.does, part.maker, part.number, part.alternative]
        table.writerow([*row, *(part.count(players) for players in PLAYERS), ", ".join(part.from_memory)])
    return out.getvalue()


def _refs(part: Part) -> str:
    """RS1 to RS8; U1, U2."""
    return f"{part.refs[0]} to {part.refs[-1]}" if len(part.refs) > 2 else ", ".join(part.refs)
