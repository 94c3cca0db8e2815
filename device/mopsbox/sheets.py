"""What a game has to be cut out and played with on paper, as values: pieces in millimetres, made of what its screens
are made of, and its rules in words. Pure.

A game that can be printed has the module `sheets` in its folder: `runs(table)` and `rules(table)` (games/protocol.py).
`printing` puts all of it on paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from .scene import Item

RIM, RIM_DARK, BACK = "#d9a866", "#a8743c", "#7c3f3a"  # a coaster's, as it is drawn (art/palette.py)

Items = tuple[Item, ...]
Rules = Mapping[str, str]
"""By language, the rules on one page: `## ` heads a part, `- ` an item; any other line is a paragraph."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, both its faces made around (0, 0). `name`: its own in the whole document."""

    name: str
    front: Items
    back: Items


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces of one size, as many on a sheet as `rows` has places: from above, so many in each row, every row in the
    middle of the paper. `title`: a word of words.py. `gap`: between two pieces; `bleed`: so far a face reaches beyond
    the cut, for a knife that slips. `lying`: each is turned a quarter, for paper that is higher than wide."""

    title: str
    w: float
    h: float
    rows: tuple[int, ...]
    pieces: tuple[Piece, ...]
    round: bool = False
    gap: float = 0
    bleed: float = 0
    lying: bool = False


def rules_in(folder: Traversable) -> Rules:
    """The rules that lie in a game's folder as `onepage_CODE.md`, by language."""
    files = sorted((f for f in folder.iterdir() if f.name.startswith("onepage_")), key=lambda f: f.name)
    return {f.name.removeprefix("onepage_").removesuffix(".md"): f.read_text("utf-8") for f in files}


def rules_of(package: str) -> Rules:
    """The same of a package that is installed."""
    return rules_in(resources.files(package))
