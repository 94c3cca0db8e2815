"""The rules of a game on one page, a column for each language. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from ..look import width
from ..scene import Line, Picture, Text
from ..sheets import Rules
from ..words import say
from .paper import MARGIN, Page, Paper, foot

INK, RULE, HEAD = "#1a1414", "#a8743c", "#7c3f3a"
TOP = 25.0  # under the game's name
FOOT = 15.0  # ruler and words
GUTTER = 8.0
LARGEST, SMALLEST, STEP = 2.5, 1.3, 0.02  # capitals
LEADING, PARAGRAPH, CHAPTER = 1.95, 0.75, 1.3  # in capitals: from line to line, and more room above
BULLET = 1.8  # so far an item is indented, in capitals
HEADING = 1.15  # a heading's capitals


def rules_page(rules: Rules, game: str, pictures: tuple[str, str], paper: Paper) -> Page:
    """As large as all columns fit; every one is set alike."""
    codes = list(rules)
    room = (paper[0] - 2 * MARGIN - GUTTER * (len(codes) - 1)) / len(codes)
    high = paper[1] - MARGIN - TOP - FOOT - MARGIN
    cap = LARGEST
    while cap > SMALLEST and any(_height(text, room, cap) > high for text in rules.values()):
        cap -= STEP
    items: list[Text | Line | Picture] = [
        Text(game, paper[0] / 2, MARGIN + 9, 7, HEAD, True),
        Picture(pictures[0], MARGIN + 9, MARGIN + 9, 18),
        Picture(pictures[1], paper[0] - MARGIN - 9, MARGIN + 9, 18),
        Line(MARGIN, MARGIN + 20, paper[0] - MARGIN, MARGIN + 20, 0.4, RULE),
    ]
    for n, code in enumerate(codes):
        x = MARGIN + n * (room + GUTTER)
        items += [item for item, _ in column(rules[code], x, MARGIN + TOP, room, cap)]
        if n:
            at = x - GUTTER / 2
            items.append(Line(at, MARGIN + TOP, at, MARGIN + TOP + high, 0.2, RULE))
    said = [f"{game}: {say('sheet-rules', code)}. {say('sheet-how', code)}" for code in codes]
    return Page((), (*items, *foot(said, paper)))


def _height(text: str, room: float, cap: float) -> float:
    return max((low for _, low in column(text, 0, 0, room, cap)), default=0.0)


def column(text: str, x: float, y: float, room: float, cap: float) -> Iterator[tuple[Text, float]]:
    """Its lines one below the other, each with where it ends below. `y`: above the first one's capitals."""
    for n, paragraph in enumerate(line for line in text.splitlines() if line.strip()):
        heading, item = paragraph.startswith("#"), paragraph.startswith("- ")
        size = cap * (HEADING if heading else 1)
        if n:
            y += cap * (CHAPTER if heading else PARAGRAPH / 2 if item else PARAGRAPH)
        words = paragraph.lstrip("#- ").strip()
        indent = BULLET * cap if item else 0
        if item:
            yield Text("•", x, y + size / 2, size, INK, anchor="left"), y + size
        for line in _lines(words, room - indent, size, heading):
            colour = HEAD if heading else INK
            yield Text(line, x + indent, y + size / 2, size, colour, heading, anchor="left"), y + 1.4 * size
            y += LEADING * size


def _lines(text: str, room: float, cap: float, bold: bool) -> list[str]:
    """Filled, not evened out: it is read as a book is."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", cap, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


__all__ = ["column", "rules_page"]
