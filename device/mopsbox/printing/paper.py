"""Sheets of paper: where each piece lies, its back behind it, where to cut, and a ruler to trust. Pure.

All lengths are millimetres, origin in the paper's upper left corner, y down. Backs lie as the sheet is seen turned over
its long edge: left and right are exchanged. Every run lies in the middle of the paper, so a printer that pulls a sheet
askew moves front and back alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ..look import width
from ..scene import Disc, Item, Line, Text, placed
from ..sheets import Items, Run
from ..words import LANGUAGES, say

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
Paper = tuple[float, float]

MARGIN = 8.5  # words and ruler keep so far from an edge, pieces 8 mm: no printer needs more
HAIR, CUT, WORDS = 0.15, "#2a1a22", "#4a4a4a"
LINE = "#9a9a9a"  # round a card: to be seen, and lost in its white edge
MARK_FROM, MARK_TO = 1.0, 4.0  # a cut mark, from the piece's edge
ARC_FROM, ARC_TO = 2.0, 6.0  # the same of a round one, towards its corners
RULER, RULER_H = 100.0, 3.0
LEADING = 1.9  # of two lines, in capitals
FOOT_CAP = 1.9
FOOT_ROOM = 12.0  # below the pieces and their marks; with less, ruler and words stand at the sides


@dataclass(frozen=True, slots=True)
class Laid:
    """A piece's face on the paper, under a name of its own: its items are moved to (x, y) and turned."""

    name: str
    items: Items
    x: float
    y: float
    turn: float = 0


@dataclass(frozen=True, slots=True)
class Page:
    """`laid`: what is cut out; `items`: what is beside it, and above it the lines to cut along. `reach`: how far a laid
    face reaches from its middle."""

    laid: tuple[Laid, ...]
    items: Items
    reach: float = 0


Place = tuple[float, float]


def pages(run: Run, game: str, paper: Paper) -> list[Page]:
    """Every sheet of a run, its front and its back."""
    full, found = sum(run.rows), list[Page]()
    sheets = [run.pieces[i : i + full] for i in range(0, len(run.pieces), full)]
    turn, reach = 90.0 if run.lying else 0.0, max(run.w, run.h) / 2 + run.bleed
    for n, pieces in enumerate(sheets, 1):
        number = f" {n}/{len(sheets)}" if len(sheets) > 1 else ""
        at = places(run, len(pieces), paper)
        fronts = tuple(Laid(p.name, p.front, x, y, turn) for p, (x, y) in zip(pieces, at, strict=True))
        named = [(p, f"{p.name}-back", x, y) for p, (x, y) in zip(pieces, at, strict=True)]
        backs = tuple(Laid(name, p.back, paper[0] - x, y, -turn % 360) for p, name, x, y in named)
        for side, laid in (("sheet-front", fronts), ("sheet-back", backs)):
            words = [f"{game}: {say(run.title, code)}{number}, {say(side, code)}" for code in LANGUAGES]
            cuts = tuple(cut_lines(run, at)) if laid is fronts else ()
            found.append(Page(laid, (*cuts, *beside(words, run, at, paper)), reach))
    return found


def measures(run: Run) -> tuple[float, float]:
    """A piece's width and height as it lies on the paper."""
    return (run.h, run.w) if run.lying else (run.w, run.h)


def places(run: Run, many: int, paper: Paper) -> list[Place]:
    """The middles of the first `many` pieces: each row in the middle of the width, all of them of the height."""
    w, h = measures(run)
    rows: list[int] = []
    for size in run.rows:
        if many > sum(rows):
            rows.append(min(size, many - sum(rows)))
    top = paper[1] / 2 - (len(rows) - 1) / 2 * (h + run.gap)
    return [
        (paper[0] / 2 + (i - (size - 1) / 2) * (w + run.gap), top + n * (h + run.gap))
        for n, size in enumerate(rows)
        for i in range(size)
    ]


# --- where to cut


def cut_lines(run: Run, at: list[Place]) -> Iterator[Item]:
    w, h = measures(run)
    for x, y in at:
        if run.round:
            yield Disc(x, y, run.w + HAIR, line=CUT, line_w=HAIR)
            yield from _towards_corners(x, y, run.w / 2)
        else:
            yield from _frame(x, y, w, h)
            yield from (mark for mark in _corner_marks(x, y, w, h) if not _in_another(mark, at, w, h))


def _towards_corners(x: float, y: float, r: float) -> Iterator[Line]:
    for turn in (45, 135, 225, 315):
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        near, far = r + ARC_FROM, r + ARC_TO
        yield Line(x + near * cos, y + near * sin, x + far * cos, y + far * sin, HAIR, CUT)


def _frame(x: float, y: float, w: float, h: float) -> Iterator[Line]:
    for side in (-1, 1):
        yield Line(x - w / 2, y + side * h / 2, x + w / 2, y + side * h / 2, HAIR, LINE)
        yield Line(x + side * w / 2, y - h / 2, x + side * w / 2, y + h / 2, HAIR, LINE)


def _corner_marks(x: float, y: float, w: float, h: float) -> Iterator[Line]:
    for left in (-1, 1):
        for up in (-1, 1):
            cx, cy = x + left * w / 2, y + up * h / 2
            yield Line(cx + left * MARK_FROM, cy, cx + left * MARK_TO, cy, HAIR, CUT)
            yield Line(cx, cy + up * MARK_FROM, cx, cy + up * MARK_TO, HAIR, CUT)


def _in_another(mark: Line, at: list[Place], w: float, h: float) -> bool:
    """Does a cut mark lie on a piece?"""
    return any(abs(mark.x2 - x) < w / 2 + 0.01 and abs(mark.y2 - y) < h / 2 + 0.01 for x, y in at)


# --- what stands beside


def beside(words: list[str], run: Run, at: list[Place], paper: Paper) -> Items:
    """Ruler and words: below the pieces, or where there is no room at their sides. `words`: what is on the sheet, in
    every language."""
    h = measures(run)[1]
    sentences = [f"{what}. {say('sheet-how', code)}" for what, code in zip(words, LANGUAGES, strict=True)]
    below = paper[1] - MARGIN - max(y for _, y in at) - h / 2 - max(run.bleed, MARK_TO)
    if below >= FOOT_ROOM:
        return foot(sentences, paper)
    half, lines = paper[0] / 2 - MARGIN, said([" ".join(sentences)], paper[1] - 2 * MARGIN, FOOT_CAP)
    return (
        *placed(ruler(0, half), paper[0] / 2, paper[1] / 2, 90),
        *placed(lines, paper[0] / 2 + half, paper[1] / 2, 90),
    )


def foot(sentences: list[str], paper: Paper) -> Items:
    """In the lowest part of the sheet: the sentences, below them the ruler."""
    base = paper[1] - MARGIN
    lines = said(sentences, paper[0] - 2 * MARGIN, FOOT_CAP)
    return (*placed(lines, paper[0] / 2, base - RULER_H - 2.0 - _high(lines)), *ruler(paper[0] / 2, base))


def ruler(x: float, y: float) -> Items:
    """RULER long, its line at `y` and around `x`, a tick each centimetre, and what it measures at its ends."""
    items: list[Item] = [Line(x - RULER / 2, y, x + RULER / 2, y, 0.2, CUT)]
    for n in range(11):
        at = x - RULER / 2 + 10 * n
        items.append(Line(at, y, at, y - (RULER_H if n in (0, 5, 10) else 1.8), 0.2, CUT))
    items.append(Text("0", x - RULER / 2 - 1.5, y - 1.2, 1.9, WORDS, anchor="right"))
    items.append(Text(f"{RULER:.0f} mm", x + RULER / 2 + 1.5, y - 1.2, 1.9, WORDS, anchor="left"))
    return tuple(items)


def said(sentences: list[str], room: float, cap: float) -> tuple[Text, ...]:
    """One below the other, the first one's capitals at y = 0; all as large as the longest lets them be."""
    cap = min([cap, *(room / width(text, 1) for text in sentences)])
    return tuple(Text(t, 0, (n * LEADING + 0.5) * cap, cap, WORDS) for n, t in enumerate(sentences))


def _high(lines: tuple[Text, ...]) -> float:
    """From the first capital's head to what hangs below the last line."""
    return lines[-1].y + 0.85 * lines[-1].cap


__all__ = ["MARGIN", "PAPERS", "Laid", "Page", "Paper", "foot", "pages"]
