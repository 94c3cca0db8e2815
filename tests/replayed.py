"""A playthrough is a journal and, beside it, where it must end: what is asked of every one, whosever game it is."""

from __future__ import annotations

import io
import json
from pathlib import Path

from mopsbox import journal, replay


def ends(path: Path) -> dict[str, object]:
    """What `replay --json` says of a journal."""
    out = io.StringIO()
    assert replay.replay(path, True, out) == 0
    assert out.getvalue().count("\n") == 1, "one JSON document"
    end: dict[str, object] = json.loads(out.getvalue())
    return end


def ends_where_it_must(path: Path) -> None:
    """As NAME.end.json has it, its keys in that order."""
    end, must = ends(path), json.loads(path.with_suffix(".end.json").read_text())
    assert end == must, end
    assert list(end) == list(must)


def may_be_cut_after_any_line(path: Path, folder: Path) -> None:
    """Cut off there, it stands where it stood when that line was told."""
    lines = path.read_text().splitlines(keepends=True)
    cut = folder / "cut.jsonl"
    cut.write_text(lines[0])
    history = replay.load(cut)
    assert history.count == 0
    for n in range(2, len(lines) + 1):
        cut.write_text("".join(lines[:n]))
        history = journal.add(history, json.loads(lines[n - 1]))
        assert replay.load(cut).state == history.state
