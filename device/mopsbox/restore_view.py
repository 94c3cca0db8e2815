"""The question whether to go on with a backup, because the scores are lost. Pure."""

from __future__ import annotations

from . import furniture as f
from . import seating, signs
from .look import broken
from .scene import INK, SOFT, Look, Scene, Text
from .stage import Lost
from .words import say

BELOW, BETWEEN = 8.5, 2.6  # from the sign's middle to the first line, and between two lines, in units
SIGN = 9.0


def scene(lost: Lost, look: Look, answered: bool = False) -> Scene:
    """What happened, and for which backup the table is asked: OK yes, < no. `answered`: the yes is being done."""
    u = f.unit(look)
    words = _lines(lost, look, u)
    x, y = f.heart(look, seating.floor_of(look, strip=True), words[-1].y + 0.8 * words[-1].cap)
    off = f.Key(works=False)
    no, yes = (off, off) if answered else (f.Key(say("no", look.language)), f.Key(say("yes", look.language)))
    keys = f.key_strip(look, no, yes, off)
    return Scene((*signs.warning(x, y, SIGN * u), *f.doubled(words, x, y, look), *keys))


def _lines(lost: Lost, look: Look, u: float) -> list[Text]:
    """From BELOW downwards round x = 0, in as many lines as the panel's width makes them."""
    happened = say("scores-damaged" if lost.damaged else "scores-gone", look.language)
    games = say("games", look.language).format(lost.games)
    found: list[Text] = []
    top, cap = BELOW * u, f.PHRASE * u
    for text, ink, bold in ((happened, SOFT, False), (asked(lost, look.language), INK, True), (games, SOFT, False)):
        for line in broken(text, look.w - 8 * u, cap, bold):
            found.append(f.word(line, cap, ink, bold, y=top + cap / 2))
            top += cap + BETWEEN * u
    return found


def asked(lost: Lost, language: str) -> str:
    """The question."""
    if lost.day is None:
        return say("backup-last", language)
    year, month, day = lost.day
    made = say("day", language).format(f"{year:04}", f"{month:02}", f"{day:02}")
    return say("backup-of", language).format(made)
