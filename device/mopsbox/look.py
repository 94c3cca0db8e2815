"""How much room words take, for the views: measured once from the shipped fonts (fonts/advances.py), no pygame."""

from __future__ import annotations

import re

from .fonts.advances import BOLD, REGULAR

_TURNED = str.maketrans("01689", "01986")


def _table(groups: dict[float, str]) -> dict[str, float]:
    return {sign: advance for advance, signs in groups.items() for sign in signs}


_ADVANCES = {False: _table(REGULAR), True: _table(BOLD)}
SIGNS = frozenset(_ADVANCES[False]) & frozenset(_ADVANCES[True])
"""Every sign our fonts can draw."""


def width(text: str, cap: float, bold: bool = False) -> float:
    """Width in mm of `text` with capitals `cap` mm high, within 3 % of what is painted. A sign the fonts lack
    counts as a question mark."""
    table = _ADVANCES[bold]
    return cap * sum(table.get(sign, table["?"]) for sign in text)


def shortened(text: str, room: float, cap: float, bold: bool = False) -> str:
    """As much of the text as fits into `room` mm, with an ellipsis where some is left out; "" where not even two of
    its signs do."""
    if width(text, cap, bold) <= room:
        return text
    for end in range(len(text) - 1, 1, -1):
        short = text[:end].rstrip(" -.") + "…"
        if width(short, cap, bold) <= room:
            return short
    return ""


def foot(text: str) -> bool:
    """Does this numeral turn into another one upside down (6 and 9, 16 and 91, 66 and 99, 18 and 81)? Then it
    carries a foot line (layout.md, rule 5). 11, 69 and 88 stay themselves; 10 would begin with a nought."""
    if not text.isdecimal() or not set(text) <= set("01689"):
        return False
    turned = text[::-1].translate(_TURNED)
    return turned != text and not turned.startswith("0")


def broken(text: str, room: float, cap: float, bold: bool = False) -> list[str]:
    """The text in lines no longer than `room`, broken between words, all about equally long."""
    lines = _filled(text, room, cap, bold)
    for percent in range(95, 45, -5):
        closer = _filled(text, room * percent / 100, cap, bold)
        if len(closer) > len(lines):
            break
        lines = closer
    return lines


def _filled(text: str, room: float, cap: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for word in re.split(r"(?<=,) | (?!\d)", text):  # a number stays with what it counts
        if lines and width(f"{lines[-1]} {word}", cap, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
