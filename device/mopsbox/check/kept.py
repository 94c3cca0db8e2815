"""The backups of the scores: are there any, and is the newest one whole?"""

from __future__ import annotations

from ..backups import FOLDER, judged, listed, newest_good
from ..jsonl import BadInput
from .found import Finding, ok, warn
from .parts import Parts

NAME = "backups"


def check(parts: Parts) -> list[Finding]:
    there = listed(parts.data)
    if not there:
        return [ok(NAME, "none yet: the box makes one after every finished game")]
    newest = there[-1]
    try:
        games = judged(parts.data / FOLDER / newest.name).games
    except BadInput as bad:
        good = newest_good(parts.data)
        left = f"{good.path.name} is whole" if good else "none is whole: mopsbox export keeps the scores elsewhere"
        return [warn(NAME, f"{bad}; {left}")]
    return [ok(NAME, f"{len(there)}, the newest of {newest.day} is whole ({games} game{'s' if games != 1 else ''})")]
