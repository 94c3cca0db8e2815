"""Plays a journal back and says where it ends (formats.md): reading, not judging, is all that happens here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TextIO

from . import journal
from .jsonl import fault, read_objects


def load(path: Path | str) -> journal.History:
    """A journal file as the history it tells. Raises BadInput naming file, line, what and remedy."""
    (number, header), *actions = read_objects(path)
    try:
        history = journal.begin(header)
        for number, action in actions:  # noqa: B007 - the refusal names the line
            history = journal.add(history, action)
    except journal.Refused as why:
        raise fault(path, number, str(why)) from why
    return history


def replay(path: Path | str, as_json: bool, out: TextIO) -> int:
    """`mopsbox replay FILE [--json]`: prints where the game ends; returns the exit status. Raises BadInput."""
    history = load(path)
    if as_json:
        print(json.dumps(history.game.host.record.ends(history.state)), file=out)
    else:
        print(*history.game.host.record.says(history.state), sep="\n", file=out)
    return 0
